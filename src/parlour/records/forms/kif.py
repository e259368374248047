"""The form ``kif``: not read or written yet."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.errors import BadForm
from parlour.records.items import Item, Written
from parlour.records.source import Source
from parlour.records.tree import Tree


def claims(text: str) -> float:
    """Never: it cannot be read yet."""
    return 0.0


def read(source: Source) -> Iterator[Item]:
    """No games."""
    return iter(())


def write(tree: Tree) -> Written:
    """Raises BadForm."""
    raise BadForm(f"kif holds no games of {tree.game.id}")
