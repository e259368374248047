"""Chainn's own players: one that solves the deal, and planners that look some moves ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from parlour.errors import BadPlayer
from parlour.games.chainn.solver import NODES, ChainnSolution, plan, solve
from parlour.table.game import Game, State
from parlour.table.player import Advice, Player, Progress

__all__ = ["PLAYERS", "ChainnSolution", "ChainnSolver", "Planner", "solve"]

AHEAD = 6  # how far a solver looks where it finds no line


class _LinePlayer(Player):
    """Plans a whole line at once and follows it until another player interferes."""

    def __init__(self, game: Game, seed: int, *, blunder: float = 0.0) -> None:
        super().__init__(game, seed, blunder)
        self._found: dict[str, Advice] = {}  # what is to be played in each position of the line

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        if state.text not in self._found:
            self._found = _by_position(state, self.think(state))
        return self._found[state.text]

    def think(self, state: State) -> Advice:
        """A line from here, with a comment on it."""
        raise NotImplementedError


def _by_position(state: State, advice: Advice) -> dict[str, Advice]:
    """The advice in each position of its line."""
    found, position = {}, state.copy()
    for n, move in enumerate(advice.line):
        left = None if advice.distance is None else advice.distance - n
        found[position.text] = replace(advice, move=move, line=advice.line[n:], distance=left)
        position.play(move)
    return found


class ChainnSolver(_LinePlayer):
    """Plays a line with the fewest sequences or moves, as the game counts; looks at `nodes` at most."""

    SETTINGS: ClassVar = {"nodes": int}

    def __init__(self, game: Game, seed: int, *, blunder: float = 0.0, nodes: int = NODES) -> None:
        super().__init__(game, seed, blunder=blunder)
        self.nodes = nodes

    def think(self, state: State) -> Advice:
        solution = solve(state, nodes=self.nodes)
        if solution.line:
            line = solution.line
            sure = Advice(line[0], 1.0, line, str(solution), chance=1.0, proven=True)
            return replace(sure, distance=len(line))
        line = plan(state, AHEAD, self.rng)
        value = 0.0 if solution.proven else None
        known = solution.proven
        return Advice(line[0], value, line, str(solution), chance=value, proven=known)


class Planner(_LinePlayer):
    """Plays the best sequence that it sees `ahead` moves ahead."""

    SETTINGS: ClassVar = {"ahead": int}

    def __init__(self, game: Game, seed: int, *, blunder: float = 0.0, ahead: int = 4) -> None:
        super().__init__(game, seed, blunder=blunder)
        if ahead < 1:
            raise BadPlayer(f"ahead={ahead}: expected more than 0")
        self.ahead = ahead

    def think(self, state: State) -> Advice:
        line = plan(state, self.ahead, self.rng)
        return Advice(line[0], None, line, f"looked {self.ahead} moves ahead")


PLAYERS: Mapping[str, type[Player]] = {"solver": ChainnSolver, "planner": Planner}
