"""More facts of one game from its analysis: leads and swings.

Browne (2008) names most of these; where his formula could not be had, what is worked out here is this
project's own reading of his words, and docs/invent/measures.md says so.
"""

from __future__ import annotations

from math import nan

import numpy as np

from parlour.lab.measures.analysis_facts import (
    BY_ANALYSIS,
    MARGIN,
    Rows,
    expectations,
    expected_scores,
    losers_best,
)
from parlour.lab.measures.facts import SERIES, Fact, winner
from parlour.lab.measures.summaries import SUMMARIES, summary
from parlour.lab.trace import Trace


def _own_steps(trace: Trace) -> list[Rows]:
    """For each seat how its expectation changed from each ply to a round later, in order."""
    rows = expected_scores(trace)
    seats = rows.shape[1]
    if seats < 2 or len(rows) <= seats:
        return []
    return [rows[seats:, seat] - rows[:-seats, seat] for seat in range(seats)]


def _killer(trace: Trace) -> float:
    steps = _own_steps(trace)
    return max(0.0, *(float(own.max()) for own in steps)) if steps else nan


def _momentum(trace: Trace) -> float:
    """Of all gains by more than the margin the part that is followed by a further gain."""
    seats, gains, further = len(trace.scores), 0, 0
    for own in _own_steps(trace):
        gained = np.flatnonzero(own[:-seats] > MARGIN) if len(own) > seats else np.empty(0, int)
        gains += len(gained)
        further += int((own[gained + seats] > 0).sum())
    return further / gains if gains else nan


def _leads(trace: Trace) -> Rows:
    """By how much the best seat was ahead of the next at each ply."""
    rows = expectations(trace)
    if not len(rows) or rows.shape[1] < 2:
        return np.empty(0)
    order = np.sort(rows, axis=1)
    return np.asarray(order[:, -1] - order[:, -2])


def _correction(trace: Trace) -> float:
    """The share of a lead beyond the margin that is lost a round later, if any is."""
    rows, seats = expectations(trace), len(trace.scores)
    if len(rows) <= seats or rows.shape[1] < 2:
        return nan
    lost = []
    for at in range(len(rows) - seats):
        leader = int(rows[at].argmax())
        ahead, later = (
            row[leader] - np.delete(row, leader).max() for row in (rows[at], rows[at + seats])
        )
        if ahead > MARGIN:
            lost.append(min(1.0, max(0.0, float((ahead - later) / ahead))))
    return float(np.mean(lost)) if lost else nan


def _stability(trace: Trace) -> float:
    rows = expected_scores(trace)
    return float(rows.var(axis=0).mean()) if len(rows) else nan


def _decisiveness_moves(trace: Trace) -> float:
    """The part of the game before the winner first expects more than any loser ever did."""
    rows, won, bar = expectations(trace), winner(trace), losers_best(trace)
    if won is None or np.isnan(bar):
        return nan
    above = np.flatnonzero(rows[:, won] > bar)
    return int(above[0]) / len(rows) if len(above) else 1.0


def _lead_summary(name: str) -> Fact:
    words = SUMMARIES[name][0]
    return Fact(
        f"lead:{name}",
        f"Lead, {name}",
        "the score, by move",
        f"how far the best seat is ahead of the next in expectation, over the moves: {words}",
        "Ludii StateEvaluationDifference",
        lambda trace: summary(name, _leads(trace)),
        needs="values",
        signed=True,
    )


SWINGS = (
    Fact(
        "killer-moves",
        "Killer move",
        "of the score",
        "the largest rise of a seat's expectation within a round, in a game",
        "after Browne 2008 (killer moves); own formula",
        _killer,
        needs="values",
    ),
    Fact(
        "momentum",
        "Momentum",
        "of gains",
        "gains of more than 0.05 within a round that are followed by a further gain of the same seat",
        "after Browne 2008 (momentum); own formula",
        _momentum,
        needs="values",
    ),
    Fact(
        "correction",
        "Correction",
        "of a lead",
        "the part of a lead of more than 0.05 that is lost a round later",
        "after Browne 2008 (correction); own formula",
        _correction,
        needs="values",
    ),
    Fact(
        "stability",
        "Variance of expectation",
        "the score, squared",
        "variance of what a seat may expect over the moves of a game, mean of the seats; low is stable",
        "Ludii Stability",
        _stability,
        needs="values",
    ),
    Fact(
        "decisiveness-moves",
        "Decided after",
        "of the game",
        "the part of the game before the winner first expected more than a loser ever did",
        "Ludii DecisivenessMoves",
        _decisiveness_moves,
        needs="values",
    ),
)

ANALYSED = (*BY_ANALYSIS, *SWINGS)  # every fact that an analysis tells
SAMPLED = (
    *SERIES,
    *(_lead_summary(name) for name in SUMMARIES),
)  # worked out for some games of an arm
