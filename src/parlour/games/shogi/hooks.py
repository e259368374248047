"""What KIF, CSA and USI need of shogi: handicaps, squares, letters of pieces, full names."""

from __future__ import annotations

from parlour.games.shogi import HANDICAPS
from parlour.games.shogi.board import INDEX, NAMES
from parlour.games.shogi.notation import letter

__all__ = ["DECLARED", "HANDICAPS", "INDEX", "NAMES", "letter", "with_handicap"]

DECLARED = "shogi:impasse=27-points"  # the game in which a win may be declared


def with_handicap(handicap: str) -> str:
    """The full name of the game with this handicap."""
    return "shogi" if handicap == "none" else f"shogi:handicap={handicap}"
