"""Points, tie-breaks, cross tables and ratings, against small examples and plain calculations."""

from __future__ import annotations

import random
from fractions import Fraction
from math import exp, log

import numpy as np
import pytest
from scipy.optimize import minimize

from parlour.errors import BadTournament
from parlour.lab.stats.confidence_sequence import SequentialDecision
from parlour.tournaments.gain_test import settled, share, verdict
from parlour.tournaments.ratings import ELO, PRIOR, bradley_terry, many, ratings
from parlour.tournaments.standings import cross_table, standings
from parlour.tournaments.tournament_results import PairResult
from tests.tournaments.test_pairing import finish, tournament

F = Fraction
HALF = F(1, 2)


def test_a_round_robin_of_three_by_hand() -> None:
    """A beats B, B beats C, C and A draw: A 1½, B 1, C ½."""
    held = tournament("round-robin", 3)
    results = {frozenset((0, 1)): 0, frozenset((1, 2)): 1, frozenset((0, 2)): None}
    while held.open:
        (meeting,) = held.open
        assert meeting.other is not None
        winner = results[frozenset((meeting.one, meeting.other))]
        held.add(
            PairResult(meeting.place, (HALF if winner is None else F(int(winner == meeting.one)),))
        )
    rows = standings(held)
    assert [(row.name, row.points) for row in rows] == [
        ("player 1", F(3, 2)),
        ("player 2", F(1)),
        ("player 3", HALF),
    ]
    assert [row.sonneborn_berger for row in rows] == [1 + F(1, 4), HALF, F(3, 4)]
    assert [row.buchholz for row in rows] == [F(3, 2), 2, F(5, 2)]
    assert [row.wins for row in rows] == [1, 1, 0]
    assert cross_table(held) == [[None, 1, HALF], [0, None, 1], [HALF, 0, None]]


@pytest.mark.parametrize("seed", range(6))
def test_standings_against_a_plain_count(seed: int) -> None:
    held = finish(tournament("swiss", 9, 4), seed)
    points = [F(0)] * 9
    games = []
    for meeting in (m for row in held.rounds for m in row):
        if meeting.other is None:
            points[meeting.one] += 1
            continue
        score = held.pairs(meeting)[0][0]
        games.append((meeting.one, meeting.other, score))
        points[meeting.one] += score
        points[meeting.other] += 1 - score
    both = games + [(b, a, 1 - s) for a, b, s in games]
    for row in standings(held):
        own = [(b, s) for a, b, s in both if a == row.entrant]
        assert row.points == points[row.entrant]
        assert row.buchholz == sum(sorted(points[b] for b, _ in own)[1:])
        assert row.sonneborn_berger == sum(s * points[b] for b, s in own)
        assert row.direct == sum(s for b, s in own if points[b] == row.points)
        assert row.wins == sum(s == 1 for _, s in own)
        assert row.game_points == sum(s for _, s in own)
    order = [(r.points, r.direct, r.buchholz, r.sonneborn_berger, r.wins) for r in standings(held)]
    assert order == sorted(order, reverse=True)


def _plain_likelihood(x: np.ndarray, games: list[tuple[int, int, float]]) -> float:
    """Davidson's model with the weak prior, term by term."""
    total = 0.0
    for one, other, score in games:
        a, b, nu = exp(x[one]), exp(x[other]), exp(x[-1])
        whole = a + b + nu * (a * b) ** 0.5
        win, loss = max(0.0, 2 * score - 1), max(0.0, 1 - 2 * score)
        total += win * log(a / whole) + loss * log(b / whole)
        total += (1 - win - loss) * log(nu * (a * b) ** 0.5 / whole)
    for strength in x[:-1]:
        total += PRIOR / 2 * (log(1 / (1 + exp(-strength))) + log(1 / (1 + exp(strength))))
    return total - PRIOR * x[-1] ** 2 / 2


@pytest.mark.parametrize("seed", range(4))
def test_ratings_are_the_likeliest(seed: int) -> None:
    rng = random.Random(seed)
    games = [(*rng.sample(range(5), 2), rng.choice((0, 0.25, 0.5, 0.75, 1, 1))) for _ in range(60)]
    best = minimize(lambda x: -_plain_likelihood(x, games), np.zeros(6), tol=1e-10).x
    found = bradley_terry(5, games)
    means = ELO * (best[:5] - best[:5].mean())
    assert np.allclose([rating.elo for rating in found], means, atol=0.2)
    anchored = bradley_terry(5, games, anchor=2)
    assert (anchored[2].elo, anchored[2].low, anchored[2].high) == pytest.approx(
        (0, 0, 0), abs=1e-6
    )
    assert sum(rating.games for rating in found) == 120


def test_rating_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(5)
    strengths = np.array([-0.6, -0.2, 0.0, 0.3, 0.5])
    inside = total = 0
    for _ in range(60):
        games = []
        for one in range(5):
            for other in range(one):
                a, b = np.exp(strengths[one]), np.exp(strengths[other])
                chances = np.array([a, b, 0.6 * np.sqrt(a * b)])
                for outcome in rng.choice(3, 30, p=chances / chances.sum()):
                    games.append((one, other, (1.0, 0.0, 0.5)[outcome]))
        for rating, strength in zip(
            bradley_terry(5, games), strengths - strengths.mean(), strict=True
        ):
            inside += rating.low <= ELO * strength <= rating.high
            total += 1
    assert 0.9 <= inside / total <= 0.99


def test_ratings_stay_finite_and_bad_games_are_refused() -> None:
    won = bradley_terry(3, [(0, 1, 1.0)] * 5)
    assert won[0].elo > won[2].elo > won[1].elo
    assert all(abs(rating.high) < 5000 for rating in won)
    assert [rating.elo for rating in bradley_terry(2, [])] == [0, 0]
    for game in ((0, 0, 1.0), (0, 3, 1.0), (0, 1, 1.5)):
        with pytest.raises(BadTournament):
            bradley_terry(3, [game])
    assert len(ratings(finish(tournament("swiss", 6, 3), 1))) == 6


def test_ratings_of_many_seats_and_teams() -> None:
    tables = [([["a"], ["b"], ["c"]], (1, 0, 0)), ([["a", "b"], ["c", "d"]], (1, 0))] * 4
    rated = many(tables)
    assert rated["a"].elo > rated["b"].elo > rated["c"].elo
    assert rated["a"].games == 8
    assert rated["d"].low < rated["d"].elo < rated["d"].high
    with pytest.raises(BadTournament):
        many([([["a"], []], (1, 0))])


def _pairs(rng: random.Random, better: float, count: int) -> list[tuple[Fraction, Fraction]]:
    """Pairs of games with ¾ to ¼ among their scores, whose mean is about `better`."""
    values = (F(0), F(1, 4), HALF, F(3, 4), F(1))
    tilt = 8 * (better - 0.5)
    weights = [exp(tilt * (float(v) - 0.5)) for v in values]
    return [tuple(rng.choices(values, weights, k=2)) for _ in range(count)]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("better", "wrong"),
    [(share(-40), SequentialDecision.HIGHER), (share(40), SequentialDecision.LOWER)],
)
def test_the_sequential_test_errs_as_seldom_as_it_says(
    better: float, wrong: SequentialDecision
) -> None:
    rng, said = random.Random(7), []
    for _ in range(120):
        pairs: list[tuple[Fraction, Fraction]] = []
        while not settled(pairs, 40) and len(pairs) < 600:
            pairs += _pairs(rng, better, 4)
        said.append(verdict(pairs, 40))
    assert said.count(wrong) <= 12  # of 120, at most 5% and some luck
    assert said.count(SequentialDecision.OPEN) < 12


def test_pairs_that_are_all_alike_settle_too() -> None:
    assert verdict([(F(1), F(1))] * 60, 100) is SequentialDecision.HIGHER
    assert verdict([(HALF, HALF)] * 60, 100) is SequentialDecision.OPEN
    assert (
        verdict([(F(1),)] * 60, 100) is SequentialDecision.OPEN
    )  # single games tell of seats, too
