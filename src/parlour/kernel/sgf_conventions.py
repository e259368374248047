"""How SGF records write a game; a game whose SGF page says more overrides what differs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from parlour.errors import BadRecord

NO_NUMBER = 1000  # for games without a number in SGF's list: no Go program takes these for Go
Setup = Mapping[str, Sequence[str]]  # cells by property: AB, AW, AE
STONES = (("AB", "x"), ("AW", "o"), ("AE", "."))


class SgfConventions:
    """The defaults: moves as the rulebook writes them, nothing set up by stones.

    `number` is the game's in SGF's list (GM). `strict`: a move must bear the colour of the player to
    move, and stones may be set up. `swaps` are the words for a swap; true if the stone moves.
    """

    swaps: Mapping[str, bool] = {}
    strict = False

    def __init__(self, number: int = NO_NUMBER) -> None:
        self.number = number

    def claims(self, root: Mapping[str, str]) -> bool:
        """Whether a root without a game's name or number is of this game."""
        return False

    def is_golem(self, root: Mapping[str, str]) -> bool:
        """Whether the record is Little Golem's, which writes cells and colours its own way."""
        return False

    def options(self, root: Mapping[str, str]) -> dict[str, object]:
        """The options that a root's properties give; raises BadRecord."""
        return {}

    def root(self, chosen: Mapping[str, Any]) -> dict[str, str]:
        """Further root properties for these options."""
        return {}

    def colour(self, seat_names: Sequence[str], seat: int, swapped: bool) -> str:
        """``B`` or ``W`` for a seat: by its name, otherwise the first seat is Black; "" beyond two."""
        name = seat_names[seat].lower()
        if name in ("white", "black"):
            return name[0].upper()
        return "BW"[seat] if seat < 2 else ""

    def written(self, move: str) -> str:
        """A move as the game's SGF page writes it."""
        return move

    def loose(self, value: str) -> str | None:
        """A move in the form that fits whether it captures or not; None: moves have one form only."""
        return None

    def cleaned(self, values: tuple[str, ...]) -> tuple[str, ...]:
        """A run of moves without variations in case and blanks."""
        return values

    def read(self, value: str, legal: Callable[[], Collection[str]]) -> str:
        """The rulebook's text of a move; `legal` lists the legal moves here."""
        return value

    def position(self, game: Any, setup: Setup, to_move: str) -> str:
        """The position text for stones set up at the start; raises BadRecord."""
        raise BadRecord(f"stones cannot be set up in {game.title} this way")

    def start_for(self, game: Any, to_move: str) -> str | None:
        """The position text of the start with ``B`` or ``W`` to move; None if it is the usual one."""
        return None

    def row_number(self, row: int, rows: int) -> int:
        """The number of a row of the position text's board."""
        return row + 1
