"""What reading a source yields: an item for each game, with its tree, error and notices."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.errors import BadRecord
from parlour.records.record_limits import MOST_NOTICES, TOO_LARGE
from parlour.records.tree import Tree


class Notice(str):
    """A part that was not understood or not kept, with its `line` and `column`."""

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
    first and what was expected; `notices` what was not understood or is not kept, at most MOST_NOTICES
    and one that says so; `line` where it begins, `form` the name of the form it was read in.
    """

    tree: Tree | None = None
    error: BadRecord | None = None
    notices: list[Notice] = field(default_factory=list)
    line: int = 1
    form: str = "native"

    def broke(self, what: str, line: int, column: int = 0) -> None:
        """Tell where it broke; the first such place is the item's error, later ones are notices."""
        if self.error is None:
            self.error = BadRecord(str(Notice(what, line, column)), line, column)
        else:
            self.notice(what, line, column)

    def notice(self, what: str, line: int, column: int = 0) -> None:
        """Report something that was not understood or is not kept."""
        if len(self.notices) < MOST_NOTICES:
            self.notices.append(Notice(what, line, column))
        elif len(self.notices) == MOST_NOTICES:
            what = f"the first {MOST_NOTICES:,} notices are listed; there are more from here on"
            self.notices.append(Notice(what, line, column))


def oversized(line: int, form: str) -> Item:
    """The item of a game that begins at `line` and has more text than is read."""
    item = Item(line=line, form=form)
    item.broke(TOO_LARGE, line)
    return item
