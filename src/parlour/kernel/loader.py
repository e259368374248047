"""Load games: private instances of rules files, and of the algorithms bound to them.

A source file is executed as a fresh module. Its upper-case parameters are replaced (``SIZE = 5`` becomes
``SIZE = 7``, a constant for the compiler), and `R` is bound to the rules. In plain instances functions
remain Python. In compiled ones each function becomes a Numba dispatcher, so calls between them are known
at compile time and can be inlined. Numba is imported only to compile.
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
from parlour.kernel.compilation.compile_watch import may_compile, watch
from parlour.kernel.layout import PlainRow, PlainTable
from parlour.kernel.smoke import rehearse
from parlour.kernel.tracebacks import is_loose, with_rules_errors

# What Numba says of code that makes an array or a list, and what the author is told.
ALLOCATES = ("NRT required", "Only accept returning of array")
NOTHING_ALLOCATED = "compiled functions make no arrays and no lists: use a field of STATE"

Parameters = tuple[tuple[str, Any], ...]  # names and values, sorted, so that they are hashable


class SourceFile:
    """A Python file that can be instantiated: rules, a notation, or an algorithm for any rules."""

    def __init__(self, path: Path, module: str) -> None:
        self.path = path
        self.module = module  # the dotted name, for imports inside the file
        self.text = path.read_text(encoding="utf-8")

    @classmethod
    @cache
    def of_module(cls, module: str) -> SourceFile:
        """The source of a module, found without importing the module itself."""
        spec = importlib.util.find_spec(module)
        if spec is None or spec.origin is None:
            raise BadRules(f"there is no module {module}")
        return cls(Path(spec.origin), module)

    def tree(self, parameters: dict[str, Any], bound: bool) -> ast.Module:
        """The syntax tree with `parameters` replaced and, if `bound`, without the file's own `R`."""
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
            tree.body = [node for node in tree.body if not _defines_r(node)]
        return tree

    @cached_property
    def bound_code(self) -> CodeType:
        """The code without the file's own `R`, for plain instances, which need no constants inserted."""
        return compile(self.tree({}, bound=True), str(self.path), "exec")


def _assigned_name(node: ast.stmt) -> str | None:
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    else:
        return None
    return target.id if isinstance(target, ast.Name) else None


def _defines_r(node: ast.stmt) -> bool:
    """Whether `node` is ``from parlour.kernel.protocol import R`` or ``R = ...``."""
    if isinstance(node, ast.ImportFrom) and node.module == protocol.__name__:
        node.names = [alias for alias in node.names if alias.name != "R"]
        return not node.names
    return _assigned_name(node) == "R"


class _Constants(ast.NodeTransformer):
    """Replaces ``R.NAME`` by its number, so that the compiler can remove dead branches."""

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
    """Run `source` as a fresh module with its parameters replaced and `R` bound to `rules`.

    `plain`: the module is not for the compiler, so its code object is shared between all rules.
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


Runner = Callable[[SourceFile, Parameters], ModuleType]
_elsewhere: dict[str, Runner] = {}


def run_elsewhere(module: str, run: Runner) -> None:
    """From now on `run` provides this module's rules: another process executes them."""
    _elsewhere[module] = run


def _runner(source: SourceFile) -> Runner:
    if source.module in _elsewhere:
        return _elsewhere[source.module]
    return with_rules_errors(execute, str(source.path)) if is_loose(source.module) else execute


class Instance:
    """One game's rules with its parameters, and the sources bound to them."""

    compiled = False

    def __init__(self, source: SourceFile, parameters: Parameters = ()) -> None:
        self.source, self.parameters = source, parameters
        self._executed: dict[str, ModuleType] = {}
        self._linked: dict[str, ModuleType] = {}
        self._libraries: dict[str, dict[str, SourceFile]] = {}  # by executed module
        self.rules = _runner(source)(source, parameters)
        self._remember(source, self.rules)
        _require(self.rules)
        self._link(source)  # first, since the cache keys of bound sources contain the rules' key
        # Names that the rules define themselves; the protocol's defaults fill in the rest.
        self.given = frozenset(name for name in _PARTS if hasattr(self.rules, name))
        stand_ins = self.bind(SourceFile.of_module(protocol.__name__))
        for name, value in vars(stand_ins).items():
            if name in _PARTS and name not in self.given:
                setattr(self.rules, name, value)

    @property
    def sources(self) -> list[SourceFile]:
        """The rules' source, the protocol's, and the libraries whose compiled functions they use."""
        used = {
            self.source.module: self.source,
            protocol.__name__: SourceFile.of_module(protocol.__name__),
        }
        for module in list(used):
            used |= self._libraries[module]
        return list(used.values())

    def algorithm(self, module: str) -> ModuleType:
        """The algorithm in the module with this dotted name, bound to these rules."""
        return self.bind(SourceFile.of_module(module))

    def bind(self, source: SourceFile) -> ModuleType:
        """The instance of `source` bound to these rules; created once."""
        if source.module not in self._linked:
            self._execute(source)
            self._link(source)
        return self._linked[source.module]

    def _execute(self, source: SourceFile) -> ModuleType:
        if source.module not in self._executed:
            self._remember(source, execute(source, rules=self.rules, plain=not self.compiled))
        return self._executed[source.module]

    def _remember(self, source: SourceFile, module: ModuleType) -> None:
        """Remember an executed module and the libraries that it uses."""
        self._executed[source.module] = module
        self._libraries[source.module] = self._used_by(module)

    def _used_by(self, module: ModuleType) -> dict[str, SourceFile]:
        """The modules marked ``__compiled__`` whose functions `module` uses, directly or indirectly.

        Call it before linking, which replaces the functions and so loses where they come from.
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
        """Replace the names in an executed module by this instance's forms of them."""
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
    """Rules and algorithms as ordinary Python; tables return Python numbers."""

    def _translator(
        self, source: SourceFile, module: ModuleType, libraries: dict[str, SourceFile]
    ) -> Callable[[Any], Any]:
        own = is_loose(source.module)

        def translate(value: Any) -> Any:
            if isinstance(value, np.ndarray):
                return PlainRow(value.tolist()) if value.ndim == 1 else PlainTable(value)
            if own and isinstance(value, FunctionType) and value.__module__ == source.module:
                return with_rules_errors(value, str(source.path))
            return value

        return translate


class CompiledInstance(Instance):
    """Rules and algorithms compiled by Numba: each function is a dispatcher, compiled on first call."""

    compiled = True
    key = ""  # the digest of the linked rules; part of each algorithm's digest

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
        if source is self.source and not folder.existed and may_compile():
            self._rehearse()

        # Symbols of machine code contain this name, so it must differ between instances of one source.
        # Numba looks up the module by this name when a function calls itself.
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
        """Raise the error that plain Python raises for these rules, or at least name the line."""
        self._rehearse()
        lines = _plain_lines(str(error))
        found = re.findall(r'(?:File "|Raised from )(.+?)(?:", line | \()(\d+)', "\n".join(lines))
        places = [place for place in found if "numba" not in Path(place[0]).parts] or found
        where = f"{places[0][0]}, line {places[0][1]}" if places else str(self.source.path)
        if any(sign in str(error) for sign in ALLOCATES):
            raise BadRules(f"{where}: {NOTHING_ALLOCATED}") from None
        causes = [
            line for line in lines if line and not line.startswith(("Failed in", "File ", "During"))
        ]
        cause = causes[0].partition(" Raised from")[0] if causes else "cannot be compiled"
        raise BadRules(f"{where}: {cause}") from None


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
    """A digest of everything that affects an instance's machine code.

    That is the sources, the parameters, the primitives, the constants and tables in `module`, and the
    versions of Python, Numba and llvmlite.
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
