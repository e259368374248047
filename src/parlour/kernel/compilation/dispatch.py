"""How functions are compiled: those that compiled code calls are only linked, not made into machine code.

Numba optimizes each function with all that it calls, and makes machine code and an entry for Python of it;
then its callers take it in and the same is done with them. For rules and searches, whose functions are
nearly all called by compiled code only, most of that work is thrown away. So a function that is called from
compiled code is compiled to LLVM's intermediate form alone (`Linked`), and optimized with the function
that Python calls (`WordDispatcher`), once.
"""

# Numba's own classes are not typed.
# mypy: disable-error-code="no-untyped-call,misc,no-any-return,override"
from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target

OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
    "no_cfunc_wrapper": True,
}


@cache
def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _symbol_of_record(record: types.Record) -> tuple[str, tuple[str]]:
    """What symbols call a type of record: by its contents.

    Numba's own name is a number that each process gives anew. Code that two processes kept for different
    records could bear the same symbol, and a third one that loaded both ran one for the other.
    """
    return "Record", (_digest(record.name),)


types.Record.mangling_args = property(_symbol_of_record)  # type: ignore[assignment,method-assign]


class LinkedLibrary(JITCodeLibrary):
    """Compiled code that waits to be linked into others: not optimized as a whole, no machine code."""

    def _optimize_final_module(self) -> None:
        """Leave that to whoever is called from Python."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """The address of an entry for Python: there is none."""
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """What the cache keeps: the intermediate form."""
        return self.serialize_using_bitcode()

    @property
    def codegen(self) -> Any:
        """What is told of environments: they are set where this is linked in (see `WordDispatcher`)."""
        return _NoEnvironments


class _NoEnvironments:
    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Without machine code there is nowhere to put it."""


_linked_names: list[str] = []  # of the functions being compiled, innermost last; under Numba's lock


def _create_library(name: str, **more: Any) -> Any:
    """A library of Numba's, or for the function being linked one that is linked only."""
    codegen = cpu_target.target_context.codegen()
    if _linked_names and _linked_names[-1] == name:
        return LinkedLibrary(codegen, name, **more)
    return type(codegen).create_library(codegen, name, **more)


@contextmanager
def _linking(name: str) -> Iterator[None]:
    cpu_target.target_context.codegen().create_library = _create_library
    _linked_names.append(name)
    try:
        yield
    finally:
        _linked_names.pop()


@contextmanager
def _keeping_garbage() -> Iterator[None]:
    """Without Python's search for cyclic garbage: compiling makes many objects and drops few.

    That search takes up to a tenth of the time. Under Numba's lock, so that nested calls agree.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Linked(CPUDispatcher):
    """A function for compiled callers. It is compiled for argument types only, never for literal values.

    A function that calls itself and has one specialisation for a literal argument and one for a
    variable one crashes when loaded from disk (Numba 0.61 to 0.68); and each copy costs compile time.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions={**OPTIONS, "no_cpython_wrapper": True})

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(
            tuple(types.unliteral(a) for a in args),
            {name: types.unliteral(a) for name, a in kws.items()},
        )

    def compile(self, sig: Any) -> Any:
        with global_compiler_lock, _keeping_garbage(), _linking(self.py_func.__qualname__):
            return super().compile(sig)


class WordDispatcher(CPUDispatcher):
    """A function that Python calls; compiled callers get its `linked` form."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=OPTIONS)
        self.linked = Linked(function)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self.linked.get_call_template(args, kws)

    def compile(self, sig: Any) -> Any:
        with global_compiler_lock, _keeping_garbage():
            return super().compile(sig)

    def get_overload(self, sig: Any) -> Any:
        return self.linked.get_overload(sig)

    @property
    def is_compiling(self) -> bool:
        """Whether a call in the function's own body is a recursion."""
        return bool(self._compiling_counter) or bool(self.linked.is_compiling)

    def add_overload(self, cres: Any) -> None:
        """Keep what was compiled, with the environments of all that is linked into it."""
        super().add_overload(cres)
        for environment in cres._find_referenced_environments():
            cres.library.codegen.set_env(environment.env_name, environment)
