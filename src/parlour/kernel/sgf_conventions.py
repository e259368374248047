"""How SGF records represent a game. Games with an SGF specification of their own override the defaults."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from parlour.errors import BadRecord
from parlour.kernel.cell_names import letters

NO_NUMBER = (
    1000  # GM for games without a number in SGF's list, so that no Go program opens them as Go
)
Setup = Mapping[str, Sequence[str]]  # cells by property: AB, AW, AE
STONES = (("AB", "x"), ("AW", "o"), ("AE", "."))


class SgfConventions:
    """The defaults: moves in the rulebook's notation, no setup by stones.

    `number` is the game's number in SGF's list (GM). `strict`: a move must have the colour of the player
    to move, and stones may be set up. `swaps` are the words for a swap; true if the stone moves.
    """

    swaps: Mapping[str, bool] = {}
    strict = False

    def __init__(self, number: int = NO_NUMBER) -> None:
        self.number = number

    def claims(self, root: Mapping[str, str]) -> bool:
        """Whether a root without a game name or number belongs to this game."""
        return False

    def is_golem(self, root: Mapping[str, str]) -> bool:
        """Whether the record is from Little Golem, which has its own form of cells and colours."""
        return False

    def options(self, root: Mapping[str, str]) -> dict[str, object]:
        """The options stated by a root's properties; raises BadRecord."""
        return {}

    def root(self, chosen: Mapping[str, Any]) -> dict[str, str]:
        """Further root properties for these options."""
        return {}

    def colour(self, seat_names: Sequence[str], seat: int, swapped: bool) -> str:
        """``B`` or ``W`` for a seat: by its name, otherwise Black for the first; "" beyond two."""
        name = seat_names[seat].lower()
        if name in ("white", "black"):
            return name[0].upper()
        return "BW"[seat] if seat < 2 else ""

    def move_value(self, move: str) -> str:
        """A move in the form of the game's SGF specification."""
        return move

    def loose(self, value: str) -> str | None:
        """A move in a form that is the same with and without capture; None: there is only one form."""
        return None

    def normalize_run(self, values: Sequence[str]) -> Sequence[str]:
        """A run of moves with case and blanks normalized."""
        return values

    def read(self, value: str, legal: Callable[[], Collection[str]]) -> str:
        """The rulebook's text of a move; `legal` lists the legal moves of the position."""
        return value

    def position(self, game: Any, setup: Setup, to_move: str) -> str:
        """The position text for stones set up at the start; raises BadRecord."""
        raise BadRecord(f"stones cannot be set up in {game.title} this way")

    def start_for(self, game: Any, to_move: str) -> str | None:
        """The position text of the start with ``B`` or ``W`` to move; None for the usual start."""
        return None

    def setup(self, position: str) -> Setup:
        """The stones of a position text by property, and PL; empty where SGF's page has no setup."""
        return {}

    def is_swapped(self, position: str) -> bool:
        """Whether a position text is of a game whose seats have swapped colours."""
        return False


def stones_in(board: str, top_first: bool) -> dict[str, list[str]]:
    """The cells of the stones on a position text's board; `top_first`: its first row is the highest."""
    rows = board.split("/")
    found: dict[str, list[str]] = {"AB": [], "AW": []}
    for number, row in enumerate(reversed(rows) if top_first else rows, 1):
        for column, stone in enumerate(row):
            if stone in "xo":
                found["AB" if stone == "x" else "AW"].append(f"{letters(column)}{number}")
    return {name: cells for name, cells in found.items() if cells}
