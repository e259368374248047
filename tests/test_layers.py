"""The structure holds: no import circles, floors that point down, no game named in generic rooms."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import parlour

ROOT = Path(parlour.__file__).parents[1]
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "parlour").rglob("*.py")
}
BELOW_GAMES = {"errors", "games", "kernel", "table"}  # what a game's folder may import
MOST_MODULES = 24  # directly in a package, beside its __init__
MOST_IN = {"parlour.web": 6}  # its entry points only


@cache
def imported(path: Path) -> frozenset[str]:
    """The modules of the package that a file imports, wherever it does and if only for types."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.add(full if full in FILES else node.module)
    return frozenset(found & FILES.keys())


def room(name: str) -> str:
    """The package directly below `parlour` that a module is in."""
    return f"{name}.".split(".")[1]


def generic_rooms() -> list[str]:
    """All packages but the games' own."""
    return sorted({room(name) for name in FILES if name.count(".") > 1} - {"games"})


def test_imports_make_no_circle() -> None:
    graph = {name: imported(path) - {name} for name, path in FILES.items()}
    TopologicalSorter(graph).prepare()  # raises CycleError, which lists the circle


def test_the_rooms_make_no_circle() -> None:
    """The package's face is not counted: it offers what lies in all rooms."""
    graph: dict[str, set[str]] = {}
    for name, path in FILES.items():
        rooms = {room(other) for other in imported(path)} - {"", room(name)}
        if room(name):
            graph.setdefault(room(name), set()).update(rooms)
    TopologicalSorter(graph).prepare()


def test_games_import_downwards_only() -> None:
    for name, path in FILES.items():
        if room(name) == "games":
            assert {room(other) for other in imported(path)} <= BELOW_GAMES, name


def test_no_package_is_a_corridor() -> None:
    modules = Counter(
        name.rpartition(".")[0] for name, path in FILES.items() if path.name != "__init__.py"
    )
    for package, count in modules.items():
        assert count <= MOST_IN.get(package, MOST_MODULES), f"{package} has {count} modules"


def repeated(names: Iterable[str]) -> list[str]:
    return [name for name, count in Counter(names).items() if count > 1]


def test_modules_outside_games_have_names_of_their_own() -> None:
    names = (path.name for name, path in FILES.items() if room(name) != "games")
    assert repeated(name for name in names if not name.startswith("__")) == []


def test_public_classes_have_names_of_their_own() -> None:
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in FILES.values())
    classes = (node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))
    assert repeated(name for name in classes if not name.startswith("_")) == []


def texts(path: Path) -> set[str]:
    """The whole strings of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in found if isinstance(value, str)}


@pytest.mark.parametrize("generic", generic_rooms())
def test_generic_rooms_name_no_game(generic: str) -> None:
    ids = set(parlour.games()) - {"y"}  # which names coordinates too
    for name, path in FILES.items():
        if room(name) == generic:
            named = {text for text in texts(path) if text.partition(":")[0] in ids}
            assert not named, f"{name} names {named}"
            assert not {other for other in imported(path) if room(other) == "games"}, name
