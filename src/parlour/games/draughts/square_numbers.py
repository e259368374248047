"""Draughts as players write it: the numbers of the first and the last square, ``11-15``, ``22x15``."""

from __future__ import annotations

from parlour.games.draughts import pdn
from parlour.games.draughts.pdn import written_move
from parlour.table.game import State

__all__ = ["FIGURES", "read_move", "written_move"]

FIGURES: dict[str, str] = {}


def read_move(state: State, word: str) -> str:
    """The rulebook's text of the move that a word means; raises IllegalMove."""
    return pdn.read_move(state, word, pdn.USUAL)
