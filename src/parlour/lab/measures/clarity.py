"""Clarity: how the legal moves of a position differ in an analyst's eyes.

Every move of some positions is judged, which is slow: it is done where an experiment names ``clarity``
among its measures, with the analyst of its ``[analysis]``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from math import nan

import numpy as np

from parlour.kernel.layout import CHANCE
from parlour.lab.measures.facts import points
from parlour.lab.measures.measure import Measure
from parlour.lab.seats import lab_player
from parlour.lab.stats import mean
from parlour.lab.trace import Trace
from parlour.players import Player
from parlour.table.state import State

POSITIONS = 30  # one of each of this many games
MOST_MOVES = 40  # that are judged in a position, drawn from all
NEAR = 0.75  # a good move is so far from the mean move to the best


def clarity(traces: Iterable[Trace], analyst: str) -> Iterator[Measure]:
    """How narrow the choice is, and how much hangs on it: one position of each game, drawn at random."""
    judged = [row for trace in traces if len(row := _judged(trace, analyst)) > 1]
    narrow, spread = [], []
    for row in judged:
        bar = row.mean() + NEAR * (row.max() - row.mean())
        narrow.append(float((row >= bar).mean()))
        spread.append(float(row.std()))
    source = "Browne 2008 (clarity); Ludii "
    yield Measure(
        "clarity:narrowness",
        "Good moves",
        "of the legal moves",
        mean(np.array(narrow), bounded=True),
        "legal moves judged to be at least three quarters of the way from the mean move to the best",
        source + "ClarityNarrowness; AiAi good moves",
    )
    yield Measure(
        "clarity:spread",
        "Difference of moves",
        "of the score",
        mean(np.array(spread), bounded=True),
        "standard deviation of what the mover may expect after each legal move",
        source + "ClarityVariance",
    )


def _judged(trace: Trace, analyst: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """What the mover may expect after each move of a position of the game; empty if there is no choice."""
    choices = np.flatnonzero(trace.choices > 1)
    if not len(choices) or trace.game.seats > 2:
        return np.array([])
    rng = random.Random(trace.number)
    place = int(rng.choice(choices.tolist()))
    state = next(s for at, s in enumerate(trace.states()) if at == place)
    moves = state.moves()
    some = moves if len(moves) <= MOST_MOVES else sorted(rng.sample(moves, MOST_MOVES))
    player = lab_player(analyst, trace.game, trace.number)
    found = np.array([_expected(state, move, player, rng) for move in some])
    return np.asarray(found[~np.isnan(found)])


def _expected(state: State, move: str, player: Player, rng: random.Random) -> float:
    """What the seat to move may expect after a move, 0 to 1."""
    mover, after = state.turn, state.copy()
    assert mover is not None
    after.play(move)
    while after.turn == CHANCE:
        after.play(after.draw(rng))
    if after.outcome is not None:
        return points(after.outcome.scores)[mover]
    value = player.advise(after).value
    if value is None:
        return nan
    share = value / float(state.game.plain.rules.HIGHEST)
    return share if after.turn == mover else 1 - share
