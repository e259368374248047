"""Imports make no circle, not even those inside functions; what is imported for its type alone may."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import parlour

ROOT = Path(parlour.__file__).parents[1]
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in (ROOT / "parlour").rglob("*.py")
}
# A tree writes itself in any form, forms read trees; a FEN in a PGN names no game.
MUTUAL = {
    ("parlour.records.tree", "parlour.records.forms"),
    ("parlour.records.pgn_reading", "parlour.records.recognition"),
}


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that only a type checker sees."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
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
    graph = {
        name: {other for other in imported(path) if other in FILES and other != name}
        for name, path in FILES.items()
    }
    for name, other in MUTUAL:
        graph[name].remove(other)
    TopologicalSorter(graph).prepare()  # raises CycleError, which lists the circle
