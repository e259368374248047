"""A problem that a game's own ``problems.py`` makes: a position, what to do, and the right moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.table.game import State

MOST, BEST = "most", "best"  # kinds: one move takes the most; free play that equals the solution


@dataclass(frozen=True)
class Problem:
    """A position with its solution.

    `answers` maps the moves played since the position to the right moves there; play continues
    with the first. `length` counts the solver's moves. `aim` and `task` address the player.
    """

    state: State
    kind: str
    length: int
    themes: tuple[str, ...]
    aim: str
    task: str
    answers: Mapping[tuple[str, ...], tuple[str, ...]]

    def after(self, moves: tuple[str, ...]) -> State:
        """The position after `moves`."""
        state = self.state.copy()
        for move in moves:
            state.play(move)
        return state
