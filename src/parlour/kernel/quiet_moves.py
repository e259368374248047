"""Quiet moves, for games in the manner of chess: fifty by each seat without capture or advance are a draw.

`s.quiet` counts them in plies; what makes a move quiet is the game's own affair.
"""

from __future__ import annotations

from parlour.errors import BadPosition
from parlour.kernel.layout import OVER, Record

__compiled__ = True
__inner__ = True

LAST_QUIET = 100  # quiet plies that end the game


def is_worn_out(s: Record) -> bool:
    """Whether a game that goes on has had all its quiet moves."""
    worn_out: bool = s.turn != OVER and s.quiet >= LAST_QUIET
    return worn_out


def check_quiet(quiet: int) -> None:
    """Refuse a field QUIET beyond the end of the game; raises BadPosition."""
    if quiet > LAST_QUIET:
        raise BadPosition(f"QUIET is {quiet}; a game ends when it is {LAST_QUIET}")


def quiet_notes(quiet: int) -> list[str]:
    """A word on the quiet moves, from half of them on."""
    return [f"{quiet} of {LAST_QUIET} quiet moves."] if quiet >= LAST_QUIET // 2 else []
