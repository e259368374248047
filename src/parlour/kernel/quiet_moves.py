"""The fifty-move rule of chess-like games: a draw after fifty quiet moves by each player.

`s.quiet` counts the plies. Each game defines which moves are quiet.
"""

from __future__ import annotations

from parlour.errors import BadPosition
from parlour.kernel.layout import OVER, Record

__compiled__ = True
__inner__ = True

LAST_QUIET = 100  # the number of quiet plies that ends the game


def is_worn_out(s: Record) -> bool:
    """Whether a running game has reached the limit of quiet moves."""
    worn_out: bool = s.turn != OVER and s.quiet >= LAST_QUIET
    return worn_out


def check_quiet(quiet: int, last: int = LAST_QUIET) -> None:
    """Raise BadPosition if the field QUIET is above the limit."""
    if quiet > last:
        raise BadPosition(f"QUIET is {quiet}; a game ends when it is {last}")


def quiet_notes(quiet: int, last: int = LAST_QUIET) -> list[str]:
    """A note with the number of quiet moves, from half of the usual limit on."""
    limit = LAST_QUIET if quiet <= LAST_QUIET else last
    return [f"{quiet} of {limit} quiet moves."] if quiet >= LAST_QUIET // 2 else []
