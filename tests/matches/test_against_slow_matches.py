"""The shipped groups and matches of one game, after every choice of results, by slow versions of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import parlour
from tests.oracles import matches as slow

F = Fraction
TRIO_DUEL = [(F(2), F(0)), (F(0), F(2))]
TIGER_BRIDGE = [(F(a), F(3 - a)) for a in range(4)]
NAVAL = [(F(4), F(0)), (F(0), F(4)), (F(2), F(0)), (F(0), F(2))]

GROUPS: dict[str, tuple[Any, Any, dict[int, list[Any]], int]] = {
    "twindraughts": (
        parlour.match("twindraughts-group", toss="rebound"),
        slow.twindraughts,
        {1: slow.LONG, 2: slow.LONG, 3: slow.LONG, 4: slow.PLAIN},
        3,
    ),
    "diagonal": (
        parlour.match("diagonal-groupling"),
        slow.diagonal,
        {1: slow.PLAIN, 2: slow.PLAIN, 3: slow.PLAIN},
        3,
    ),
    "trio": (
        parlour.match("sundry-trio", third="english-draughts"),
        slow.trio,
        {1: TIGER_BRIDGE, 2: TRIO_DUEL, 3: slow.PLAIN, 4: NAVAL},
        3,
    ),
    "four of hex": (
        parlour.match(game="hex:size=3", games=4),
        slow.plain,
        {n: [slow.PLAIN[0], slow.PLAIN[2]] for n in range(1, 5)},
        4,
    ),
    "three with draws": (
        parlour.match(game="yavalath", games=3),
        slow.plain,
        dict.fromkeys(range(1, 4), slow.PLAIN),
        3,
    ),
}


def _played(match: Any, number: int, row: Any) -> Any:
    """The match after this result by side, whoever sits where."""
    sides = {n: sides for n, _, sides in match.games}[number]
    if None in sides:  # the Revolver of the trio: a neutral wins it, one of the two was ahead
        winner = [F(0)] * 6 + [F(1)]
        return match.result(number, winner, ahead=0 if row[0] else 1)
    return match.result(number, [row[side] for side in sides])


def _choices(results: dict[int, list[Any]], games: int) -> Iterator[dict[int, Any]]:
    """Every choice of finished games with every choice of their results."""
    for count in range(games + 1):
        for played in itertools.combinations(range(1, games + 1), count):
            for rows in itertools.product(*(results[g] for g in played)):
                yield dict(zip(played, rows, strict=True))


def _compare(match: Any, slow_match: slow.SlowMatch) -> None:
    assert match.contenders == slow_match.contenders
    assert list(match.critical) == slow_match.critical
    assert list(match.influential) == slow_match.influential
    known = [number for number, _, _ in match.games]
    assert (
        known
        == list(range(1, slow_match.count + 1)) + [slow_match.count + 1] * slow_match.is_tie_break
    )
    if slow_match.open:
        assert (match.outcome, match.bonus) == (None, None)
    else:
        points, winner = slow_match.score(slow_match.rows)
        assert match.outcome == (points, winner)
        assert match.points == points
        assert match.bonus == (winner if match.group.bonus else None)


@pytest.mark.parametrize("name", GROUPS)
def test_every_choice_of_results(name: str) -> None:
    start, score, results, games = GROUPS[name]
    for rows in _choices(results, games):
        match = start
        for number in sorted(rows, key=lambda n: hash((n, str(rows)))):  # in some order
            match = _played(match, number, rows[number])
        slow_match = slow.SlowMatch(score, results, games, rows)
        _compare(match, slow_match)
        if slow_match.is_tie_break:
            for row in results[games + 1]:
                more = rows | {games + 1: row}
                _compare(
                    _played(match, games + 1, row), slow.SlowMatch(score, results, games, more)
                )


def test_the_order_of_results_does_not_matter() -> None:
    start, _, _, games = GROUPS["twindraughts"]
    for rows in itertools.product(slow.LONG[::2], repeat=3):
        seen = set()
        for order in itertools.permutations(range(1, games + 1)):
            match = start
            for number in order:
                match = _played(match, number, rows[number - 1])
            seen.add((match.points, match.bonus, match.outcome, len(match.games)))
        assert len(seen) == 1
