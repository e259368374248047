"""Dispatchers that compile functions once, with the function that Python calls.

Numba optimizes each function with everything it calls and generates machine code and a Python wrapper;
then it repeats this for each caller. In rules and searches nearly all functions are called by compiled
code only, so most of that work is wasted. Here a function with compiled callers is compiled to LLVM's
intermediate representation only (`Linked`) and optimized once, within the function that Python calls
(`WordDispatcher`).
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

# Compiled functions allocate nothing and the arrays that they work on outlive them, so they are compiled
# without counting references (`_nrt`), which takes half of the time of a short step.
OPTIONS = {
    "nopython": True,
    "_nrt": False,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
    "no_cfunc_wrapper": True,
}


@cache
def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _symbol_of_record(record: types.Record) -> tuple[str, tuple[str]]:
    """The name of a record type in symbols: a digest of its contents.

    Numba's own name is a number that differs between processes. Two processes could cache code for
    different records under one symbol, and a third that loaded both would run the wrong one.
    """
    return "Record", (_digest(record.name),)


types.Record.mangling_args = property(_symbol_of_record)  # type: ignore[assignment,method-assign]


class LinkedLibrary(JITCodeLibrary):
    """Compiled code to be linked into other code: not optimized on its own, no machine code."""

    def _optimize_final_module(self) -> None:
        """Do nothing: the function that Python calls is optimized as a whole."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """0: there is no entry for Python."""
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """The intermediate representation, for the cache."""
        return self.serialize_using_bitcode()

    @property
    def codegen(self) -> Any:
        """A stand-in that sets no environments: `WordDispatcher` sets them after linking."""
        return _NoEnvironments


class _NoEnvironments:
    @staticmethod
    def set_env(name: str, environment: Any) -> None:
        """Do nothing: without machine code there is no place for it."""


_linked_names: list[str] = []  # of the functions being compiled, innermost last; under Numba's lock


def _create_library(name: str, **more: Any) -> Any:
    """Numba's usual library, or a `LinkedLibrary` for the function being linked."""
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
    """Disable Python's cyclic garbage collector: compiling creates many objects and drops few.

    The collector takes up to a tenth of the compile time. Called under Numba's lock, so nesting is safe.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Linked(CPUDispatcher):
    """A function for compiled callers, specialised for argument types, never for literal values.

    A recursive function with one specialisation for a literal and one for a variable argument crashes
    when loaded from disk (Numba 0.61 to 0.68). Each specialisation also costs compile time.
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
        """Register compiled code, with the environments of everything linked into it."""
        super().add_overload(cres)
        for environment in cres._find_referenced_environments():
            cres.library.codegen.set_env(environment.env_name, environment)
