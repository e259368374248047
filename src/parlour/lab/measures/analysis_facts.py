"""Facts of one game from its analysis: how the seats' expected scores change from ply to ply.

A search is an optimist for the seat that is to move: its values swing to and fro though nothing
happens. So figures for single plies are means over a round, and changes run from one move of a seat
to its next.
"""

from __future__ import annotations

from itertools import pairwise
from math import log, nan

import numpy as np
from numpy.typing import NDArray

from parlour.lab.measures.facts import Fact, points, winner
from parlour.lab.trace import Trace

MARGIN = 0.05  # how far a seat must be ahead to lead, and how much of a change is a swing
LATE = 0.75  # the last quarter of a game is late

Rows = NDArray[np.float64]


def expectations(trace: Trace) -> Rows:
    """What was expected before each analysed ply, a column a seat, the mean of a round of plies."""
    rows = expected_scores(trace)
    seats = rows.shape[1]
    if len(rows) < 3 or seats < 2:
        return rows
    weights = np.array([1.0, 2.0, 1.0]) if seats == 2 else np.ones(seats + 1 - seats % 2)
    reach = len(weights) // 2
    if len(rows) <= reach:
        return rows
    padded = np.concatenate([rows[reach:0:-1], rows, rows[-2 : -reach - 2 : -1]])
    columns = [np.convolve(column, weights / weights.sum(), "valid") for column in padded.T]
    return np.stack(columns, axis=1)


def expected_scores(trace: Trace) -> Rows:
    """What the analysis said before each ply, a column a seat, in parts of the score to be shared."""
    if trace.values is None:
        return np.empty((0, len(trace.scores)))
    rows: Rows = trace.values[~np.isnan(trace.values).any(axis=1)].astype(np.float64)
    if len(trace.scores) == 1:
        return rows
    total = rows.sum(axis=1, keepdims=True)
    even = np.full_like(rows, 1 / rows.shape[1])
    return np.asarray(np.divide(rows, total, out=even, where=total > 0))


def _leads(rows: Rows) -> list[int]:
    """Who led at each ply by more than the margin, if anyone did."""
    if rows.shape[1] < 2:
        return []
    order = np.sort(rows, axis=1)
    ahead = order[:, -1] - order[:, -2] > MARGIN
    return [int(seat) for seat in rows.argmax(axis=1)[ahead]]


def _lead_changes(trace: Trace) -> float:
    rows = expectations(trace)
    if not len(rows) or rows.shape[1] < 2:
        return nan
    leaders = _leads(rows)
    return float(sum(a != b for a, b in pairwise(leaders)))


def _deficits(trace: Trace) -> Rows | None:
    """By how much the later winner was behind the best other seat at each ply, 0 where it was not."""
    rows, won = expectations(trace), winner(trace)
    if won is None or not len(rows) or rows.shape[1] < 2:
        return None
    others = np.delete(rows, won, axis=1).max(axis=1)
    return np.asarray(np.maximum(0.0, others - rows[:, won]))


def _drama(trace: Trace) -> float:
    deficits = _deficits(trace)
    return nan if deficits is None else float(deficits.mean())


def _drama_most(trace: Trace) -> float:
    deficits = _deficits(trace)
    return nan if deficits is None else float(deficits.max())


def _behind(trace: Trace) -> float:
    deficits = _deficits(trace)
    return nan if deficits is None else float((deficits > MARGIN).mean())


def _decisive_moment(trace: Trace) -> float:
    rows, won = expectations(trace), winner(trace)
    if won is None or not len(rows) or rows.shape[1] < 2:
        return nan
    lead = rows[:, won] - np.delete(rows, won, axis=1).max(axis=1)
    open_still = np.flatnonzero(lead <= MARGIN)
    return (int(open_still[-1]) + 1) / len(rows) if len(open_still) else 0.0


def _half_time(trace: Trace) -> float:
    """The points of the seat that led at half-time; nan where none did, or the game has one ply."""
    rows = expectations(trace)
    leader = _leads(rows[len(rows) // 2 :][:1])
    return points(trace.scores)[leader[0]] if leader and len(rows) > 1 else nan


def losers_best(trace: Trace) -> float:
    """The most that a seat which did not win expected at any ply; nan where that says nothing."""
    rows, won = expectations(trace), winner(trace)
    if won is None or not len(rows) or rows.shape[1] < 2:
        return nan
    return float(np.delete(rows, won, axis=1).max())


def _steps(trace: Trace) -> Rows:
    """How what the first seat may expect changed from each ply to the same seat's next."""
    rows = expected_scores(trace)
    seats = rows.shape[1]
    return rows[seats:, 0] - rows[:-seats, 0] if len(rows) > seats > 1 else np.empty(0)


def _permanence(trace: Trace) -> float:
    steps, seats = _steps(trace), len(trace.scores)
    swings = np.flatnonzero(np.abs(steps[:-seats]) > MARGIN)
    if not len(swings):
        return nan
    undone = np.clip(-steps[swings + seats] / steps[swings], 0.0, 1.0)
    return float(1 - undone.mean())


def openness(rows: Rows) -> Rows:
    """How open the result is at each ply: the entropy of the expectations, 1 where all are even."""
    if rows.shape[1] == 1:
        sure = np.clip(rows[:, 0], 0, 1)
        rows = np.stack([sure, 1 - sure], axis=1)
    safe = np.where(rows > 0, rows, 1.0)
    return np.asarray(-(rows * np.log(safe)).sum(axis=1) / log(rows.shape[1]))


def _uncertainty(trace: Trace) -> float:
    rows = expectations(trace)
    return float(openness(rows).mean()) if len(rows) else nan


def _late_uncertainty(trace: Trace) -> float:
    rows = expectations(trace)
    return float(openness(rows[int(LATE * len(rows)) :]).mean()) if len(rows) else nan


def _restlessness(trace: Trace) -> float:
    steps = _steps(trace)
    return float(np.abs(steps).mean()) if len(steps) else nan


BY_ANALYSIS = tuple(
    Fact(*row, needs="values")
    for row in (
        (
            "lead-changes",
            "Lead changes",
            "a game",
            "how often another seat takes the lead (0.05 ahead or more); taking the first lead is none",
            "Browne 2008 (lead change); Ludii LeadChange",
            _lead_changes,
        ),
        (
            "drama",
            "Drama",
            "of the score",
            "by how much the later winner was behind, mean over the plies of decided games",
            "Browne 2008 (drama, average); Ludii DramaAverage",
            _drama,
        ),
        (
            "drama-most",
            "Drama, at worst",
            "of the score",
            "by how much the later winner was behind at its worst",
            "Browne 2008 (drama, maximum); Ludii DramaMaximum",
            _drama_most,
        ),
        (
            "behind",
            "Winner behind",
            "of a game's plies",
            "plies at which the later winner was behind",
            "Browne 2008 (drama)",
            _behind,
        ),
        (
            "decisive-moment",
            "Decisive moment",
            "of the game",
            "the part of the game that was over when the winner took the lead for good",
            "Browne 2008 (decisiveness)",
            _decisive_moment,
        ),
        (
            "half-time",
            "Ahead at half-time",
            "of the points",
            "points of the seat that led half-way through the game, where one did",
            "this project's own: what a lead is worth",
            _half_time,
        ),
        (
            "losers-best",
            "Loser's best hope",
            "of the score",
            "the most that a seat which did not win could expect at any ply",
            "Browne 2008 (decisiveness threshold); Ludii DecisivenessThreshold",
            losers_best,
        ),
        (
            "permanence",
            "Permanence",
            "of a swing",
            "the part that remains, a round later, of a change of more than 0.05 within a round",
            "Browne 2008 (permanence)",
            _permanence,
        ),
        (
            "uncertainty",
            "Uncertainty",
            "0 to 1",
            "how open the result is (entropy of the expected scores), mean over the plies",
            "Browne 2008 (uncertainty)",
            _uncertainty,
        ),
        (
            "late-uncertainty",
            "Late uncertainty",
            "0 to 1",
            "uncertainty in the last quarter of the game",
            "Browne 2008 (uncertainty, late)",
            _late_uncertainty,
        ),
        (
            "restlessness",
            "Restlessness",
            "of the score",
            "how far the expected score of a seat moves from one of its moves to the next",
            "Browne 2008 (stability)",
            _restlessness,
        ),
    )
)
