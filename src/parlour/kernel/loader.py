"""Loading a game: a private instance of its rules, and of every algorithm that is to run on them.

A source file is executed as a fresh module, its upper-case parameters replaced (``SIZE = 5`` becomes 7:
a constant for the compiler) and `R` bound to the rules it works on. Plain instances stay Python;
compiled ones have every function turned into a Numba dispatcher, so that each call from one to another
is a known, inlined function. Numba is imported only when something is compiled.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NoReturn

import numpy as np

from parlour.errors import BadRules
from parlour.kernel import primitives, protocol
from parlour.kernel.compilation.compile_watch import watch
from parlour.kernel.layout import PlainTable
from parlour.kernel.smoke import rehearse
from parlour.kernel.tracebacks import guarded, is_loose

Parameters = tuple[tuple[str, Any], ...]  # names and values, sorted: hashable


class SourceFile:
    """A Python file that can be instantiated: rules, notation, or an algorithm over rules."""

    def __init__(self, path: Path, module: str) -> None:
        self.path = path
        self.module = module  # its dotted name, so that its imports work
        self.text = path.read_text(encoding="utf-8")

    @classmethod
    @cache
    def of_module(cls, module: str) -> SourceFile:
        """The source of an importable module, found without importing it."""
        spec = importlib.util.find_spec(module)
        if spec is None or spec.origin is None:
            raise BadRules(f"there is no module {module}")
        return cls(Path(spec.origin), module)

    def tree(self, parameters: dict[str, Any], bound: bool) -> ast.Module:
        """The syntax tree with `parameters` in place of the file's own values, without its own `R`."""
        try:
            tree = ast.parse(self.text, str(self.path))
        except SyntaxError as error:
            raise BadRules(f"{self.path}, line {error.lineno}: {error.msg}") from error
        missing = set(parameters)
        for node in tree.body:
            name = _assigned_name(node)
            if name in parameters and isinstance(node, (ast.Assign, ast.AnnAssign)):
                node.value = ast.copy_location(ast.Constant(parameters[name]), node)
                missing.discard(name)
        if missing:
            raise BadRules(f"{self.path} has no parameter {', '.join(sorted(missing))} to be set")
        if bound:
            tree.body = [node for node in tree.body if not _gives_r(node)]
        return tree

    @cached_property
    def bound_code(self) -> CodeType:
        """The code without its own `R`, for plain Python, in which no number need be put in its place."""
        return compile(self.tree({}, bound=True), str(self.path), "exec")


def _assigned_name(node: ast.stmt) -> str | None:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    else:
        return None
    return target.id if isinstance(target, ast.Name) else None


def _gives_r(node: ast.stmt) -> bool:
    """Whether `node` is ``from parlour.kernel.protocol import R`` or ``R = ...``."""
    if isinstance(node, ast.ImportFrom) and node.module == protocol.__name__:
        node.names = [alias for alias in node.names if alias.name != "R"]
        return not node.names
    return _assigned_name(node) == "R"


class _Constants(ast.NodeTransformer):
    """Puts the numbers that `R` holds in place of their names: the compiler drops what they rule out."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == "R" and node.attr.isupper():
            value = getattr(self.rules, node.attr, None)
            if type(value) in (bool, int, float) and isinstance(node.ctx, ast.Load):
                return ast.copy_location(ast.Constant(value), node)
        return node


def execute(
    source: SourceFile, parameters: Parameters = (), rules: Any = None, plain: bool = False
) -> ModuleType:
    """A fresh module made by running `source` with its parameters replaced and `R` bound to `rules`.

    `plain`: not for the compiler, so that a bound source's code is made once for all rules.
    """
    module = ModuleType(source.module)
    module.__file__ = str(source.path)
    module.__package__ = source.module.rpartition(".")[0]
    if rules is not None:
        vars(module)["R"] = rules
    if plain and rules is not None and not parameters:
        exec(source.bound_code, vars(module))
        return module
    tree = source.tree(dict(parameters), rules is not None)
    if rules is not None:
        tree = _Constants(rules).visit(tree)
    exec(compile(tree, str(source.path), "exec"), vars(module))
    return module


class Instance:
    """One game's rules with its parameters, and the sources that are bound to them."""

    compiled = False

    def __init__(self, source: SourceFile, parameters: Parameters = ()) -> None:
        self.source, self.parameters = source, parameters
        self._executed: dict[str, ModuleType] = {}
        self._linked: dict[str, ModuleType] = {}
        self._libraries: dict[str, dict[str, SourceFile]] = {}  # of each that was executed
        run = guarded(execute, str(source.path)) if is_loose(source.module) else execute
        self.rules = run(source, parameters)
        self._keep(source, self.rules)
        _require(self.rules)
        self._link(source)  # first: what is bound to the rules is keyed by them
        # what the rules give themselves; the rest is stood in for
        self.given = frozenset(name for name in _PARTS if hasattr(self.rules, name))
        stand_ins = self.bind(SourceFile.of_module(protocol.__name__))
        for name, value in vars(stand_ins).items():
            if name in _PARTS and name not in self.given:
                setattr(self.rules, name, value)

    @property
    def sources(self) -> list[SourceFile]:
        """The rules' own source, all that they have compiled functions of, and what stands in for others."""
        used = {
            self.source.module: self.source,
            protocol.__name__: SourceFile.of_module(protocol.__name__),
        }
        for module in list(used):
            used |= self._libraries[module]
        return list(used.values())

    def algorithm(self, module: str) -> ModuleType:
        """The algorithm in the file of the dotted name `module`, bound to these rules."""
        return self.bind(SourceFile.of_module(module))

    def bind(self, source: SourceFile) -> ModuleType:
        """The instance of `source` that is bound to these rules, made once."""
        if source.module not in self._linked:
            self._execute(source)
            self._link(source)
        return self._linked[source.module]

    def _execute(self, source: SourceFile) -> ModuleType:
        if source.module not in self._executed:
            self._keep(source, execute(source, rules=self.rules, plain=not self.compiled))
        return self._executed[source.module]

    def _keep(self, source: SourceFile, module: ModuleType) -> None:
        """Remember a module that was executed, and what it has functions of."""
        self._executed[source.module] = module
        self._libraries[source.module] = self._used_by(module)

    def _used_by(self, module: ModuleType) -> dict[str, SourceFile]:
        """The modules marked ``__compiled__`` from which `module` has functions, directly or not.

        To be asked before it is linked: then its functions are others, which do not tell where they are from.
        """
        found: dict[str, SourceFile] = {}
        for value in list(vars(module).values()):
            owner = value.__module__ if isinstance(value, FunctionType) else None
            if owner in (None, module.__name__) or owner in found:
                continue
            if getattr(sys.modules.get(owner), "__compiled__", False):
                found[owner] = SourceFile.of_module(owner)
                self._execute(found[owner])
                found.update(self._libraries[owner])
        return found

    def _link(self, source: SourceFile) -> None:
        """Make the functions of an executed source call this instance's forms of all that they use."""
        module = self._executed[source.module]
        self._linked[source.module] = module
        libraries = self._libraries[source.module]
        translate = self._translator(source, module, libraries)
        for name, value in list(vars(module).items()):
            owner = getattr(value, "__module__", None)
            if isinstance(value, FunctionType) and owner in libraries:
                setattr(module, name, getattr(self.bind(libraries[owner]), value.__name__))
            elif not name.startswith("__"):
                setattr(module, name, translate(value))

    def _translator(
        self, source: SourceFile, module: ModuleType, libraries: dict[str, SourceFile]
    ) -> Callable[[Any], Any]:
        raise NotImplementedError


class PlainInstance(Instance):
    """Rules and algorithms that run as ordinary Python; their tables give Python numbers."""

    def _translator(
        self, source: SourceFile, module: ModuleType, libraries: dict[str, SourceFile]
    ) -> Callable[[Any], Any]:
        own = is_loose(source.module)

        def translate(value: Any) -> Any:
            if isinstance(value, np.ndarray):
                return PlainTable(value)
            if own and isinstance(value, FunctionType) and value.__module__ == source.module:
                return guarded(value, str(source.path))
            return value

        return translate


class CompiledInstance(Instance):
    """Rules and algorithms compiled by Numba: every function a dispatcher, compiled when first called."""

    compiled = True
    key = ""  # the digest of the rules, once they are linked; part of every algorithm's own

    def _translator(
        self, source: SourceFile, module: ModuleType, libraries: dict[str, SourceFile]
    ) -> Callable[[Any], Any]:
        from parlour.kernel.compilation.cache import CacheFolder
        from parlour.kernel.compilation.intrinsics import TWINS

        watch()
        digest = fingerprint([source, *libraries.values()], self.parameters, module, self.key)
        if source is self.source:
            self.key = digest
        name = f"{self.source.module}-{source.module.rpartition('.')[2]}"
        folder = CacheFolder(name, digest, self._explain)
        if source is self.source and not folder.existed:
            self._rehearse()

        # Machine code is linked by names made of this: two instances of one source must not share it.
        # Numba looks the module up by name when a function calls itself.
        inner = getattr(module, "__inner__", False)
        own_name = f"{module.__name__}@{digest[:32]}"
        sys.modules[own_name] = ModuleType(own_name)

        def translate(value: Any) -> Any:
            if not isinstance(value, FunctionType):
                return value
            if value in TWINS:
                return TWINS[value]
            if value.__module__ != module.__name__:
                return value
            value.__module__ = own_name
            return folder.dispatcher(value, inner or value.__name__.startswith("_"))

        return translate

    def _rehearse(self) -> None:
        rehearse(PlainInstance(self.source, self.parameters).rules)

    def _explain(self, error: Exception) -> NoReturn:
        """Raise the error that plain Python gives for these rules, or at least name the line."""
        self._rehearse()
        lines = _plain_lines(str(error))
        place = re.search(r'(?:File "|Raised from )(.+?)(?:", line | \()(\d+)', "\n".join(lines))
        where = f"{place[1]}, line {place[2]}" if place else str(self.source.path)
        said = [
            line for line in lines if line and not line.startswith(("Failed in", "File ", "During"))
        ]
        what = said[0].partition(" Raised from")[0] if said else "cannot be compiled"
        raise BadRules(f"{where}: {what}") from None


def _plain_lines(message: str) -> list[str]:
    """The lines of a compiler's message without its colours."""
    return [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in message.splitlines()]


_PARTS = {name for name in vars(protocol) if name.isupper() and name not in ("R", "REQUIRED")} | {
    name
    for name, value in vars(protocol).items()
    if isinstance(value, FunctionType) and value.__module__ == protocol.__name__
}


def _require(module: ModuleType) -> None:
    missing = [name for name in protocol.REQUIRED if not hasattr(module, name)]
    if missing:
        raise BadRules(f"{module.__file__} must define {', '.join(missing)}")


def fingerprint(
    sources: list[SourceFile], parameters: Parameters, module: ModuleType, *more: str
) -> str:
    """A digest of everything that could be compiled into an instance.

    That is the sources, the parameters, the primitives, the constants and tables that `module` holds,
    and the versions of Python, Numba and llvmlite.
    """
    import llvmlite
    import numba

    from parlour.kernel.compilation import cache, dispatch, intrinsics

    digest = hashlib.sha256()
    for source in sorted(sources, key=lambda s: s.module):
        digest.update(f"{source.module}\0{source.text}\0".encode())
    for part in (primitives, intrinsics, dispatch, cache, protocol):
        digest.update(inspect.getsource(part).encode())
    for name, value in sorted(vars(module).items()):
        if isinstance(value, np.ndarray):
            digest.update(f"{name}{value.dtype}{value.shape}".encode() + value.tobytes())
        elif isinstance(value, (int, float, tuple, str)) and not name.startswith("__"):
            digest.update(f"{name}={value!r}\0".encode())
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__)
    digest.update(repr((parameters, versions, more)).encode())
    return digest.hexdigest()
