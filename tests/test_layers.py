"""Imports make no circle, and generic layers name no game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import parlour

ROOT = Path(parlour.__file__).parents[1]
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "parlour").rglob("*.py")
}
GENERIC = (
    "kernel",
    "lab",
    "matches",
    "tournaments",
    "table",
    "play",
    "cli",
    "search",
    "picture",
    "clocks",
    "learn",
    "players",
    "puzzles",
    "lessons",
    "web",
    "records",
    "adapters",
)
ABOVE_GAMES = (  # what a game's folder never imports
    "players",
    "puzzles",
    "lessons",
    "records",
    "search",
    "learn",
    "lab",
    "web",
    "cli",
    "play",
    "clocks",
    "adapters",
    "matches",
    "tournaments",
    "review",
)


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All statements but those that only a type checker sees."""
    for node in ast.iter_child_nodes(tree):
        typed = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        if isinstance(node, (ast.stmt, ast.ExceptHandler, ast.match_case)) and not typed:
            yield node
            yield from statements(node)


def imported(path: Path) -> Iterator[str]:
    """The modules of the package that a file imports."""
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in FILES else node.module


def test_no_module_needs_itself() -> None:
    """Not even by imports inside functions; what is imported for its type alone may be mutual."""
    graph = {
        name: {other for other in imported(path) if other in FILES and other != name}
        for name, path in FILES.items()
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which lists the circle


def texts(path: Path) -> set[str]:
    """The whole strings of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in found if isinstance(value, str)}


@pytest.mark.parametrize("layer", GENERIC)
def test_generic_layers_name_no_game(layer: str) -> None:
    ids = set(parlour.games()) - {"y"}  # which names coordinates too
    for name, path in FILES.items():
        if name.startswith(f"parlour.{layer}."):
            games = {text for text in texts(path) if text.partition(":")[0] in ids}
            assert not games, name
            needed = [other for other in imported(path) if other.startswith("parlour.games.")]
            assert not needed, name


def test_games_import_downwards_only() -> None:
    """Imports for types alone are counted too."""
    for name, path in FILES.items():
        if name.startswith("parlour.games."):
            tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            needed = [node.module or "" for node in tree if isinstance(node, ast.ImportFrom)]
            rooms = [f"{other}.".split(".")[1] for other in needed if other.startswith("parlour.")]
            assert not set(rooms) & set(ABOVE_GAMES), name
