"""Ratings: Bradley–Terry with draws for two, with intervals; openskill for tables of many.

R. R. Davidson, On extending the Bradley–Terry model to accommodate ties in paired comparison
experiments, 1970: with strengths a and b, the one wins in proportion to a, the other to b, and it is
drawn in proportion to ν√(ab). A score between is taken as part win and part draw: ¾ as half of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.errors import BadTournament, MissingExtra
from parlour.tournaments.tournament import Tournament

ELO = 400 / log(10)  # points of rating for each natural unit of strength
CONFIDENCE = 1.959964  # standard deviations of a 95% interval
PRIOR = 0.5  # drawn games of each with a player of mean strength, so that no rating is without end
STEPS = 100

Values = NDArray[np.float64]
Game = tuple[int, int, float]  # two players, and what the first scored, 0 to 1


@dataclass(frozen=True)
class Rating:
    """A rating in Elo points and its 95% interval; `games` it comes of."""

    elo: float
    low: float
    high: float
    games: int


def ratings(tournament: Tournament, anchor: int | None = None) -> list[Rating]:
    """Bradley–Terry ratings of a tournament's entrants by all its games."""
    games: list[Game] = []
    for meeting in (meeting for meetings in tournament.rounds for meeting in meetings):
        pairs = tournament.pairs(meeting)
        if meeting.rest and pairs:
            games += [(one, other, float(score)) for one, other, score in tournament.duels(meeting)]
        elif meeting.other is not None:
            games += [
                (meeting.one, meeting.other, float(score)) for pair in pairs for score in pair
            ]
    return bradley_terry(len(tournament.plan.entrants), games, anchor)


def bradley_terry(count: int, games: Sequence[Game], anchor: int | None = None) -> list[Rating]:
    """The ratings of `count` players by their games: relative to the `anchor`, or to their mean.

    Most likely strengths, found by Newton's steps; intervals by the curvature there.
    """
    for one, other, score in games:
        if one == other or not (0 <= one < count and 0 <= other < count and 0 <= score <= 1):
            raise BadTournament("a game is of two different players, and a score from 0 to 1")
    ones = np.array([game[0] for game in games], int)
    others = np.array([game[1] for game in games], int)
    scores = np.array([game[2] for game in games], float)
    decided = np.abs(2 * scores - 1)
    weights = decided * (scores > 0.5), decided * (scores < 0.5), 1 - decided
    x = np.zeros(count + 1)  # strengths as logarithms, and the logarithm of ν
    for _ in range(STEPS):
        slope, curve = _derivatives(x, ones, others, weights)
        step = np.linalg.solve(curve, slope)
        x += step * min(1.0, 2 / max(1e-9, float(np.abs(step).max())))
        if np.abs(step).max() < 1e-10:
            break
    covariance = np.linalg.inv(_derivatives(x, ones, others, weights)[1])
    frame = np.eye(count) - (1 / count if anchor is None else np.eye(count)[anchor])
    means = frame @ x[:count]
    errors = np.sqrt(np.maximum(0, np.diag(frame @ covariance[:count, :count] @ frame.T)))
    played = np.bincount(np.concatenate([ones, others]), minlength=count)
    return [
        Rating(ELO * m, ELO * (m - CONFIDENCE * e), ELO * (m + CONFIDENCE * e), int(n))
        for m, e, n in zip(means, errors, played, strict=True)
    ]


def _derivatives(
    x: Values, ones: Any, others: Any, weights: tuple[Values, Values, Values]
) -> tuple[Values, Values]:
    """The first and the negative second derivatives of the logarithm of the likelihood."""
    count = len(x) - 1
    a, b = x[ones], x[others]
    exponents = np.stack([a, b, x[count] + (a + b) / 2])
    chances = np.exp(exponents - exponents.max(0))
    chances /= chances.sum(0)
    # What each outcome (rows) adds to the exponent for a unit of the one's, the other's strength, and of ν.
    features = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 1.0]])
    where = np.stack([ones, others, np.full(len(ones), count)])
    slope, curve = np.zeros(count + 1), np.zeros((count + 1, count + 1))
    wanted = np.stack(weights)
    means = features.T @ chances
    for i in range(3):
        np.add.at(slope, where[i], features[:, i] @ (wanted - chances))
        for j in range(3):
            joint = (features[:, i] * features[:, j]) @ chances - means[i] * means[j]
            np.add.at(curve, (where[i], where[j]), joint)
    # The prior: each player has drawn a little with one of strength 0, in the plain model without ν.
    won = 1 / (1 + np.exp(-x[:count]))
    slope[:count] += PRIOR * (0.5 - won)
    curve[np.arange(count), np.arange(count)] += PRIOR * won * (1 - won)
    slope[count] -= PRIOR * x[count]  # and ν is about 1
    curve[count, count] += PRIOR
    return slope, curve


def many(tables: Sequence[tuple[Sequence[Sequence[str]], Sequence[float]]]) -> dict[str, Rating]:
    """Ratings after tables of many seats or teams: for each its teams, names, and their scores.

    The Plackett–Luce model of openskill (Joshy 2024; Weng and Lin 2011); the scale is its own: 25 at
    first, an interval of two sigmas. Raises MissingExtra.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise MissingExtra(
            "ratings of many need the extra tournaments: pip install 'parlour[tournaments]'"
        ) from error
    model = PlackettLuce()
    known: dict[str, Any] = {}
    played: dict[str, int] = {}
    for teams, scores in tables:
        if len(teams) != len(scores) or not all(teams):
            raise BadTournament("each team at a table has members and a score")
        rows = [
            [known.setdefault(name, model.rating(name=name)) for name in team] for team in teams
        ]
        for team, rated in zip(teams, model.rate(rows, scores=list(scores)), strict=True):
            known.update(zip(team, rated, strict=True))
            played.update({name: played.get(name, 0) + 1 for name in team})
    return {
        name: Rating(r.mu, r.mu - 2 * r.sigma, r.mu + 2 * r.sigma, played[name])
        for name, r in known.items()
    }
