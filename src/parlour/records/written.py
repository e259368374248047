"""What writing a tree yields: its text, and what the format could not hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol


class MovedNode(Protocol):
    """What a loss needs of its node."""

    @property
    def ply(self) -> int: ...

    @property
    def move(self) -> str: ...

    @property
    def parent(self) -> object: ...


@dataclass(frozen=True)
class Loss:
    """Something that a form could not hold: at which node, which field of it (or tag), its text."""

    node: MovedNode
    field: str
    text: str

    def __str__(self) -> str:
        where = f"move {self.node.ply}, {self.node.move}" if self.node.parent else "the root"
        return f"{where}: {self.field}: {self.text}"


@dataclass(frozen=True)
class Written:
    """A tree as text in some form, and what of it that form could not hold."""

    text: str
    losses: tuple[Loss, ...] = ()

    def __iter__(self) -> Iterator[object]:
        return iter((self.text, self.losses))
