"""What chess players' PGN needs of chess: the starts of fischer random."""

from __future__ import annotations

from parlour.games.chess.board import back_rank

__all__ = ["ANY_FISCHER", "back_rank", "fischer_random"]


def fischer_random(number: int) -> str:
    """The full name of the game from a fischer random start, 0 to 959."""
    return f"chess:start=fischer-random-{number}"


ANY_FISCHER = fischer_random(518)  # for games that begin with none of the 960 starts
