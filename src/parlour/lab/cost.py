"""Estimate the cost of an experiment: processor seconds a move and a game.

An arm that has games costs what those took. For the others one game of the weakest players gives the
length, and every player thinks once in a few of its positions. Processor time does not depend on how
busy the machine is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import inf
from statistics import fmean

from parlour.kernel.layout import CHANCE
from parlour.lab.arms import arm_seed, variant_game
from parlour.lab.declared_questions import effort
from parlour.lab.experiment import Experiment
from parlour.lab.lab_games import ArmTask, play
from parlour.lab.lab_players import lab_player
from parlour.lab.laboratory import Laboratory
from parlour.lab.trace import Trace
from parlour.table.game import State

STRONG = 0.1  # seconds a move on one core, from which players are called strong
KNOWN = 3  # games from which it is known what an arm's games take
PLACES = (0.05, 0.2, 0.35, 0.5, 0.65, 0.8)  # of a game, where players are tried


@dataclass(frozen=True)
class Cost:
    """An arm's cost: `move` and `game` in processor seconds; games `asked` for and `kept`."""

    variant: int
    budget: int
    move: float
    game: float
    asked: int
    kept: int
    spent: float

    @property
    def remaining(self) -> float:
        """The seconds of one processor that its missing games will take, about."""
        return max(0, self.asked - self.kept) * self.game

    @property
    def whole(self) -> float:
        """The seconds of one processor for all of its games, those that are kept with them."""
        return self.spent + self.remaining


def costs(experiment: Experiment, laboratory: Laboratory) -> list[Cost]:
    """What each arm costs. Raises BadExperiment."""
    found = []
    for variant, arms in groupby(experiment.arms, key=lambda arm: arm[0]):
        budgets = [budget for _, budget in arms]
        known = {b: _measured_cost(experiment, laboratory, variant, b) for b in budgets}
        tried = _Tried(experiment, variant) if None in known.values() else None
        for budget, kept in known.items():
            count, spent = laboratory.count_played(experiment, variant, budget)
            asked = laboratory.games_wanted(experiment, budget)
            if kept is None:
                assert tried is not None
                kept = tried.cost(budget)
            found.append(Cost(variant, budget, *kept, asked, count, spent))
    return found


def seconds_a_move(seconds: float, moves: float) -> float:
    """What a move took."""
    return seconds / max(1.0, moves)


def strongest(experiment: Experiment, found: Sequence[Cost]) -> float | None:
    """Seconds a move of the strongest of the experiment's own players, in the game with the least.

    None for players that count no nodes or simulations, such as solvers.
    """
    own = [at for at, budget in enumerate(experiment.budgets) if budget.purpose == "play"]
    if not own:
        return None
    game = variant_game(experiment.variants[0])
    if effort(experiment.budgets[own[-1]].players[-1], game) is None:
        return None
    return min(cost.move for cost in found if cost.budget == own[-1])


def _measured_cost(
    experiment: Experiment, laboratory: Laboratory, variant: int, budget: int
) -> tuple[float, float] | None:
    """Seconds per move and per game of a played arm; None if it has too few games."""
    count, seconds = laboratory.count_played(experiment, variant, budget)
    if count < KNOWN:
        return None
    moves = sum(trace.length for trace in laboratory.traces(experiment, variant, budget))
    return seconds_a_move(seconds, moves), seconds / count


class _Tried:
    """A variant's players in some positions of one game between the weakest."""

    def __init__(self, experiment: Experiment, variant: int) -> None:
        self.experiment = experiment
        shown = experiment.variants[variant]
        self.game = variant_game(shown)
        seed = arm_seed(experiment, shown, experiment.budgets[0])
        batch, _ = play(ArmTask(experiment, variant, 0, seed, 0, 1))
        begun = (Trace(id="", variant=shown.game, budget=0, **part) for part in batch.games())
        trace = replace(next(begun), position=shown.position)
        self.moves = trace.length
        self.states = list(_some(trace))
        self.known: dict[str, float] = {}

    def cost(self, budget: int) -> tuple[float, float]:
        """Seconds a move and a game; the move of the player that thinks longest."""
        moves = [self._move(player) for player in self.experiment.budgets[budget].players]
        return max(moves), fmean(moves) * self.moves

    def _move(self, player: str) -> float:
        """Seconds a move; of who thinks longer than the strongest own player, by how much longer."""
        most, strongest = self._most
        beyond = max(1.0, (effort(player, self.game) or 0) / most)
        text = strongest if beyond > 1 else player
        if text not in self.known:
            lab_player(text, self.game, 1).compile()
            self.known[text] = fmean(self._thinking_time(text, state) for state in self.states)
        return beyond * self.known[text]

    @cached_property
    def _most(self) -> tuple[float, str]:
        """The most that one of the experiment's own players spends on a move, and who does."""
        own = [b.players[-1] for b in self.experiment.budgets if b.purpose == "play"]
        efforts = [(float(effort(text, self.game) or inf), text) for text in own]
        return max(efforts, default=(inf, ""))

    def _thinking_time(self, text: str, state: State) -> float:
        """Seconds that a player thinks in a position."""
        player = lab_player(text, self.game, 1)
        begun = time.process_time()
        player.choose(state)
        return time.process_time() - begun


def _some(trace: Trace) -> Iterator[State]:
    """Some positions of a game with a seat to move, from the start to late in the game."""
    turns = [at for at, turn in enumerate(trace.movers.tolist()) if turn != CHANCE]
    wanted = {turns[int(part * len(turns))] for part in PLACES}
    for at, state in enumerate(trace.states()):
        if at in wanted:
            yield state.copy()
