"""What reading and writing hand back: items, notices, written texts, losses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from parlour.errors import BadRecord

if TYPE_CHECKING:
    from parlour.records.tree import Node, Tree


class Notice(str):
    """What was not understood or is not kept, with the `line` and `column` where it stood."""

    line: int
    column: int

    def __new__(cls, text: str, line: int, column: int = 0) -> Notice:
        place = f"line {line}, column {column}" if column else f"line {line}"
        notice = super().__new__(cls, f"{place}: {text}")
        notice.line, notice.column = line, column
        return notice


@dataclass
class Item:
    """One recorded game out of a source.

    `tree` is what could be read, None only if its game is not known; `error` None or where it broke
    first and what was expected; `notices` what was not understood or is not kept; `line` where it
    begins, `form` the name of the form it was read in.
    """

    tree: Tree | None = None
    error: BadRecord | None = None
    notices: list[Notice] = field(default_factory=list)
    line: int = 1
    form: str = "native"

    def broke(self, what: str, line: int, column: int = 0) -> None:
        """Tell where it broke; the first such place is the item's error, later ones are notices."""
        notice = Notice(what, line, column)
        if self.error is None:
            self.error = BadRecord(str(notice), line, column)
        else:
            self.notices.append(notice)

    def notice(self, what: str, line: int, column: int = 0) -> None:
        """Tell of something that was not understood or is not kept."""
        self.notices.append(Notice(what, line, column))


@dataclass(frozen=True)
class Loss:
    """Something that a form could not hold: at which node, which field of it (or tag), its text."""

    node: Node
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
