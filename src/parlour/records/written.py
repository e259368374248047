"""The result of writing a tree: its text, and the losses of the format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol


class MovedNode(Protocol):
    """The attributes of a node that a loss uses."""

    @property
    def ply(self) -> int: ...

    @property
    def move(self) -> str: ...

    @property
    def parent(self) -> object: ...


@dataclass(frozen=True)
class Loss:
    """Something that a format cannot represent: the node, the field (or tag), and its text."""

    node: MovedNode
    field: str
    text: str

    def __str__(self) -> str:
        where = f"move {self.node.ply}, {self.node.move}" if self.node.parent else "the root"
        return f"{where}: {self.field}: {self.text}"


@dataclass(frozen=True)
class Written:
    """A tree written in some format, with the losses of that format."""

    text: str
    losses: tuple[Loss, ...] = ()

    def __iter__(self) -> Iterator[object]:
        return iter((self.text, self.losses))
