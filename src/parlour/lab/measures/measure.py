"""Measures of an arm's games, each with its interval."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from parlour.lab.measures.arm import Arm, Values
from parlour.lab.measures.facts import PLAIN, Fact
from parlour.lab.measures.swing_facts import ANALYSED, SAMPLED
from parlour.lab.measures.tree_size import leaves
from parlour.lab.stats import Estimate, mean, proportion, quantile, score_share


@dataclass(frozen=True)
class Measure:
    """One number about the games of an arm: `key` names it in files, `title` in reports.

    `words` say what it is, `source` who defined it. The players, the variant and the games are the arm's.
    """

    key: str
    title: str
    unit: str
    estimate: Estimate
    words: str
    source: str

    @property
    def is_share(self) -> bool:
        """Whether reports show it in per cent."""
        return self.estimate.share or self.unit.startswith("of ")


HALVES = 50  # ways to halve the games for the balance
QUARTILES = ((0.25, "lower quartile"), (0.5, "median"), (0.75, "upper quartile"))


def measures(arm: Arm) -> list[Measure]:
    """All measures that an arm's games allow."""
    found = [*_points(arm), *_plain(arm), *_graded(arm), *_replayed(arm), *_analysed(arm)]
    found += [
        *_match(arm),
        *_events(arm),
        *_endings(arm),
        *_numbers(arm),
        *_looked_at(arm),
        *_tree(arm),
        *_sampled(arm),
    ]
    return [m for m in found if m.estimate.n]


def _points(arm: Arm) -> Iterator[Measure]:
    """The points of each seat, and the balance."""
    if arm.game.seats == 1:
        return
    shares = [score_share(arm.points[:, seat]) for seat in range(arm.game.seats)]
    for name, share in zip(arm.game.seat_names, shares, strict=True):
        yield Measure(
            f"points:{name}",
            f"Points of {name}",
            "of the points",
            share,
            f"games that {name} won; a draw counts as a part of a game",
            "Browne 2008 (advantage); Ludii AdvantageP1; AiAi win % by player",
        )
    yield Measure(
        "balance",
        "Balance",
        "0 to 1",
        balance(shares, arm.points),
        "1 less the difference between the best and the worst seat's points: 1 is even",
        "Browne 2008 (balance); Ludii Balance",
    )


def balance(shares: list[Estimate], points: Values) -> Estimate:
    """1 less the largest difference of two seats' points; the interval covers all that theirs allow.

    The best and the worst seat of one half of the games are compared by the other half, on average over
    many halves: who is best by chance is not best again, and even games have 1 on average. A single
    estimate may be above it.
    """
    widest = max(s.high for s in shares) - min(s.low for s in shares)
    least = max(s.low for s in shares) - min(s.high for s in shares)
    low, high = max(0.0, 1 - widest), 1 - max(0.0, least)
    value = 1 - _gap(points) if len(points) > 1 else nan
    high = max(high, value)
    return Estimate(value, low, high, shares[0].n, "from the seats' intervals", nan, share=True)


def _gap(points: Values) -> float:
    """The difference between the best and the worst seat, each chosen by the games that do not judge them."""
    rng, games = np.random.default_rng(0), len(points)
    total = 0.0
    for _ in range(HALVES):
        order = rng.permutation(games)
        for half, other in (np.array_split(order, 2), np.array_split(order, 2)[::-1]):
            chosen, judged = points[half].mean(axis=0), points[other].mean(axis=0)
            best, worst = (
                _mean_at(judged, chosen, chosen.max()),
                _mean_at(judged, chosen, chosen.min()),
            )
            total += best - worst
    return total / (2 * HALVES)


def _mean_at(judged: Values, chosen: Values, level: float) -> float:
    return float(judged[chosen == level].mean())


def _plain(arm: Arm) -> Iterator[Measure]:
    for fact in PLAIN:
        column = arm.column(fact.name)
        yield Measure(
            fact.name, fact.title, fact.unit, _estimate(column, fact), fact.words, fact.source
        )
        if fact.name == "length":
            yield from _quartiles(column)


def _estimate(column: Values, fact: Fact) -> Estimate:
    there = column[~np.isnan(column)]
    if fact.is_share:
        return proportion(int(there.sum()), len(there))
    return (
        mean(there, fact.is_bounded) if fact.signed else _nonnegative_mean(there, fact.is_bounded)
    )


def _nonnegative_mean(values: Values, bounded: bool = False) -> Estimate:
    """The mean of numbers none of which is below 0."""
    found = mean(values, bounded)
    return replace(found, low=max(0.0, found.low)) if found.n else found


def _quartiles(lengths: Values) -> Iterator[Measure]:
    for q, words in QUARTILES:
        yield Measure(
            f"length:{words.replace(' ', '-')}",
            f"Length, {words}",
            "moves",
            quantile(lengths, q),
            f"{q:.0%} of the games have at most as many moves",
            "order statistics",
        )


def _graded(arm: Arm) -> Iterator[Measure]:
    """Scores, where a game's scores tell more than who won."""
    if arm.game.seats == 1 or np.array_equal(arm.scores, arm.points):
        return
    for seat, name in enumerate(arm.game.seat_names):
        yield Measure(
            f"score:{name}",
            f"Score of {name}",
            "points of the game",
            mean(arm.scores[:, seat]),
            f"what {name} scored, as the game counts",
            "Ludii ScoreDifference",
        )


def _replayed(arm: Arm) -> Iterator[Measure]:
    captures, coverage = arm.column("captures"), arm.column("coverage")
    if np.nansum(captures):
        yield Measure(
            "captures",
            "Captures",
            "a game",
            _nonnegative_mean(captures),
            "cells whose pieces were captured",
            "AiAi change in material",
        )
    yield Measure(
        "coverage",
        "Board coverage",
        "of the cells",
        mean(coverage, bounded=True),
        "cells on which something stood at any time of the game",
        "Browne 2008 (board coverage); Ludii BoardCoverage (default sites)",
    )
    yield Measure(
        "pieces",
        "Change of pieces",
        "pieces",
        mean(arm.column("pieces")),
        "pieces on the board at the end, less those at the start",
        "Ludii PieceNumber; AiAi change in material",
    )


def _sampled(arm: Arm) -> Iterator[Measure]:
    """How series go over the first games."""
    for fact in SAMPLED:
        column = np.array(arm.sampled[fact.name])
        yield Measure(
            fact.name, fact.title, fact.unit, _estimate(column, fact), fact.words, fact.source
        )


# What is told of positions: the key, title, unit, whether it is 0 to 1, words, source.
LOOKS = (
    (
        "positional-repetition",
        "Repeated boards",
        "of the positions",
        True,
        "positions of a game of which the board had stood so before",
        "Ludii PositionalRepetition",
    ),
    (
        "situational-repetition",
        "Repeated positions",
        "of the positions",
        True,
        "positions of a game that had stood so before, whose turn it is and all that the rules count in",
        "Ludii SituationalRepetition",
    ),
    (
        "move-distance",
        "Move distance",
        "cell widths",
        False,
        "how far a piece that moves on the board goes, mean over the game",
        "Ludii MoveDistance",
    ),
    (
        "response-distance",
        "Response distance",
        "cell widths",
        False,
        "how far a move ends from where the move before it ended, mean over the game",
        "AiAi response distance",
    ),
    (
        "space-bound",
        "State space, at most",
        "powers of ten",
        False,
        "each cell empty or with any of the things that stood on some cell of the game",
        "Ludii StateSpaceComplexity",
    ),
)


def _looked_at(arm: Arm) -> Iterator[Measure]:
    """Measures of the positions that were replayed."""
    for key, title, unit, bounded, words, source in LOOKS:
        yield Measure(key, title, unit, mean(arm.column(key), bounded=bounded), words, source)


def _tree(arm: Arm) -> Iterator[Measure]:
    """Knuth's estimate of the leaves of the game tree, from games of random players."""
    logs = arm.column("leaves")
    yield Measure(
        "tree-leaves",
        "Leaves of the game tree",
        "powers of ten",
        leaves(logs[~np.isnan(logs)]),
        "games that are possible, move by move: the mean of the products of choices in random games",
        "Knuth 1975",
    )


def _analysed(arm: Arm) -> Iterator[Measure]:
    for fact in ANALYSED:
        column = arm.column(fact.name)
        yield Measure(
            fact.name, fact.title, fact.unit, _estimate(column, fact), fact.words, fact.source
        )


def _match(arm: Arm) -> Iterator[Measure]:
    """What the first of two players scored."""
    mine = arm.column("mine")
    yield Measure(
        "first-player",
        f"Points of {arm.first_player}",
        "of the points",
        score_share(mine[~np.isnan(mine)]),
        "the first of the players against the other, whichever seat it had",
        "AiAi levels of play; for copiers: AiAi mirroring strategies",
    )


def _events(arm: Arm) -> Iterator[Measure]:
    """How often a game has such a move, and what it brings to those who make it."""
    if not len(arm.event_games):
        return
    points = arm.points[np.array(arm.event_games)]
    for name in arm.asked:
        made = arm.events(name)
        by_game = made.sum(axis=1)
        yield Measure(
            f"event:{name}",
            f"{name}: games",
            "of games",
            proportion(int((by_game > 0).sum()), len(by_game)),
            f"games with such a move: {arm.asked[name].pattern}",
            "the experiment's own",
        )
        yield Measure(
            f"event:{name}:times",
            f"{name}: times",
            "a game",
            _nonnegative_mean(by_game),
            "such moves in a game",
            "the experiment's own",
        )
        yield Measure(
            f"event:{name}:when",
            f"{name}: when",
            "moves before",
            _nonnegative_mean(arm.first_event(name)[:, 0]),
            "moves before the first such move",
            "the experiment's own",
        )
        alone = (made > 0) & ((made > 0).sum(axis=1, keepdims=True) == 1)
        if arm.game.seats > 1:
            yield Measure(
                f"event:{name}:points",
                f"{name}: points of who did",
                "of the points",
                score_share(points[alone]),
                "points of the seat that made such a move, where the others did not",
                "the experiment's own",
            )


def _endings(arm: Arm) -> Iterator[Measure]:
    """How often games end in such a way."""
    for name, pattern in arm.endings.items():
        column = arm.column(f"ending:{name}")
        yield Measure(
            f"ending:{name}",
            f"Ends: {name}",
            "of games",
            proportion(int(column.sum()), len(column)),
            f"games of which the reason or a detail of the end is as: {pattern.pattern}",
            "the experiment's own",
        )


def _numbers(arm: Arm) -> Iterator[Measure]:
    """Details of the outcome that are numbers."""
    for key in arm.details:
        column = arm.per_game(f"detail:{key}")
        if column is not None:
            for name, title, estimate in (
                ("", key, mean(column)),
                (":median", f"{key}, median", quantile(column, 0.5)),
            ):
                yield Measure(
                    f"detail:{key}{name}",
                    title.capitalize(),
                    key,
                    estimate,
                    "as the outcome of the game tells",
                    "the game's own",
                )
