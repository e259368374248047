"""Clarity: how much the legal moves of a position differ in the analyst's judgement.

The analyst of ``[analysis]`` judges every move of some positions. This is slow, so it happens only in
experiments that name ``clarity`` among their measures.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

from parlour.lab.lab_players import lab_player
from parlour.lab.measures.analysis_facts import MARGIN
from parlour.lab.measures.facts import points
from parlour.lab.measures.measure import Measure
from parlour.lab.stats import mean
from parlour.lab.trace import Trace
from parlour.players import Player
from parlour.table.game import State

POSITIONS = 30  # one of each of this many games
MOST_MOVES = 40  # that are judged in a position, drawn from all
Values = NDArray[np.float64]

_COUNT = re.compile(r"\b(simulations|nodes|deals|steps)=([0-9]+)")

NEAR = 0.75  # a good move is so far from the mean move to the best


@dataclass(frozen=True)
class JudgedPosition:
    """A position whose moves were judged: what the mover may expect after each, 0 to 1.

    `deep` is the analyst's judgement, `shallow` the same at a tenth of its thought, `before` what the
    analyst expected before the move.
    """

    deep: Values
    shallow: Values
    before: float

    @property
    def narrowness(self) -> float:
        """The part of the moves that are nearly as good as the best."""
        return float((self.deep >= self._bar).mean())

    @property
    def _bar(self) -> float:
        return float(self.deep.mean() + NEAR * (self.deep.max() - self.deep.mean()))

    @property
    def foul(self) -> float:
        """1 where the move that looks best at a glance is clearly worse than the best, else 0."""
        chosen = self.deep[int(self.shallow.argmax())]
        return float(self.deep.max() - chosen > MARGIN)

    @property
    def cool(self) -> float:
        """By how much even the best move leaves the mover worse off than it stood; 0 where it does not."""
        return max(0.0, self.before - float(self.deep.max()))

    @property
    def puzzle(self) -> float:
        """1 where one move alone is good, by the margin, and is not the one that looks best, else 0."""
        order = np.sort(self.deep)
        alone = order[-1] - order[-2] > MARGIN
        return float(alone and int(self.shallow.argmax()) != int(self.deep.argmax()))


def clarity(traces: Iterable[Trace], analyst: str) -> Iterator[Measure]:
    """What judging every move says: one position of each game, drawn at random."""
    judged = [found for trace in traces if (found := _judge_position(trace, analyst)) is not None]
    for key, title, unit, number, words, source in CLARITY:
        numbers = np.array([number(one) for one in judged])
        yield Measure(key, title, unit, mean(numbers, bounded=True), words, source)


# The key, title, unit, the number of a judged position, words, source.
CLARITY: tuple[tuple[str, str, str, Callable[[JudgedPosition], float], str, str], ...] = (
    (
        "clarity:narrowness",
        "Good moves",
        "of the legal moves",
        lambda one: one.narrowness,
        "legal moves judged to be at least three quarters of the way from the mean move to the best",
        "Browne 2008 (clarity); Ludii ClarityNarrowness; AiAi good moves",
    ),
    (
        "clarity:spread",
        "Difference of moves",
        "of the score",
        lambda one: float(one.deep.std()),
        "standard deviation of what the mover may expect after each legal move",
        "Browne 2008 (clarity); Ludii ClarityVariance",
    ),
    (
        "clarity:foul-up",
        "Foul-up",
        "of the positions",
        lambda one: one.foul,
        "positions in which the move that looks best at a tenth of the thought is a mistake",
        "after Browne 2008 (foul-up factor); own formula",
    ),
    (
        "clarity:coolness",
        "Coolness",
        "of the score",
        lambda one: one.cool,
        "by how much even the best move leaves the mover worse off than it stood",
        "after Browne 2008 (coolness); own formula",
    ),
    (
        "clarity:puzzles",
        "Puzzle quality",
        "of the positions",
        lambda one: one.puzzle,
        "positions in which one move alone is good, and does not look best at a tenth of the thought",
        "after Browne 2008 (puzzle quality); own formula",
    ),
)


def _judge_position(trace: Trace, analyst: str) -> JudgedPosition | None:
    """A position of the game with its moves judged; None if there is no choice to judge."""
    choices = np.flatnonzero(trace.choices > 1)
    if not len(choices) or trace.game.seats > 2:
        return None
    rng = random.Random(trace.number)
    place = int(rng.choice(choices.tolist()))
    state = next(s for at, s in enumerate(trace.states()) if at == place)
    moves = state.moves()
    some = moves if len(moves) <= MOST_MOVES else sorted(rng.sample(moves, MOST_MOVES))
    afters = [_after(state, move, rng) for move in some]
    deep, shallow = (
        np.array([_expected(state, after, player) for after in afters])
        for text in (analyst, glance(analyst))
        for player in [lab_player(text, trace.game, trace.number)]
    )
    there = ~(np.isnan(deep) | np.isnan(shallow))
    value = lab_player(analyst, trace.game, trace.number).advise(state).value
    if there.sum() < 2 or value is None:
        return None
    return JudgedPosition(
        deep[there], shallow[there], value / float(state.game.plain.rules.HIGHEST)
    )


def glance(analyst: str) -> str:
    """The analyst with a tenth of its thought, where it counts what it thinks; else itself."""
    return _COUNT.sub(lambda m: f"{m[1]}={max(1, int(m[2]) // 10)}", analyst)


def _after(state: State, move: str, rng: random.Random) -> State:
    """The position after a move, chance having fallen."""
    return state.copy().play(move).play_chance(rng)


def _expected(state: State, after: State, player: Player) -> float:
    """What the seat to move may expect in a position after its move, 0 to 1."""
    mover = state.turn
    assert mover is not None
    if after.outcome is not None:
        return points(after.outcome.scores)[mover]
    value = player.advise(after).value
    if value is None:
        return nan
    share = value / float(state.game.plain.rules.HIGHEST)
    return share if after.turn == mover else 1 - share
