"""Who meets whom: against the published tables and rules, and another program's pairings."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest

from parlour.tournaments import Entrant, Tournament, TournamentPlan
from parlour.tournaments.pairing import berger, bracket
from parlour.tournaments.tournament_results import PairResult
from tests.conftest import part
from tests.tournaments.dutch_judge import judged

SCORES = (Fraction(0), Fraction(1, 2), Fraction(1))

# FIDE Handbook C.05, annex 1: Berger tables, the first of each couple has white.
PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
    "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
}


def tournament(form: str, count: int, rounds: int = 1, number: int = 1) -> Tournament:
    entrants = tuple(Entrant(f"player {n}") for n in range(1, count + 1))
    return Tournament(TournamentPlan("test", form, entrants, ("hex",), rounds, number))


def finish_round(held: Tournament, rng: random.Random) -> None:
    for meeting in held.open:
        held.add(PairResult(meeting.place, (rng.choice(SCORES),)))


def finish(held: Tournament, seed: int) -> Tournament:
    rng = random.Random(seed)
    while held.open:
        finish_round(held, rng)
    return held


@pytest.mark.parametrize("players", PUBLISHED)
def test_berger_tables_are_the_published_ones(players: int) -> None:
    for number, text in enumerate(PUBLISHED[players].split("|"), 1):
        expected = [tuple(int(n) - 1 for n in couple.split("-")) for couple in text.split()]
        assert sorted(berger(players, number)) == sorted(expected)


@pytest.mark.parametrize("count", range(2, 12))
@pytest.mark.parametrize("cycles", [1, 2])
def test_in_a_round_robin_all_meet_as_often(count: int, cycles: int) -> None:
    held = finish(tournament("round-robin", count, cycles), 1)
    couples = [(m.one, m.other) for row in held.rounds for m in row if m.other is not None]
    assert len(held.rounds) == cycles * (count - 1 + count % 2)
    for one, other in itertools.combinations(range(count), 2):
        met = [couple for couple in couples if set(couple) == {one, other}]
        assert len(met) == cycles
        assert cycles == 1 or met[0] == met[1][::-1]  # the second time with the seats changed
    for row in held.rounds:
        seen = [n for m in row for n in (m.one, m.other) if n is not None]
        assert sorted(seen) == list(range(count))


@pytest.mark.parametrize("seed", range(12))
def test_a_swiss_keeps_the_absolute_rules(seed: int) -> None:
    """C.04.1: nobody meets twice, nobody has two byes, seats differ by two at most, never thrice alike."""
    rng = random.Random(seed)
    count = rng.randint(6, 14)
    held = finish(tournament("swiss", count, count // 2), seed)
    assert len(held.rounds) == count // 2
    couples = [
        frozenset((m.one, m.other)) for row in held.rounds for m in row if m.other is not None
    ]
    assert len(set(couples)) == len(couples)
    byes = [m.one for row in held.rounds for m in row if m.other is None]
    assert len(byes) == (count // 2 if count % 2 else 0)
    assert len(set(byes)) == len(byes)
    for entrant in range(count):
        seats = [m.one == entrant for row in held.rounds for m in row
                 if m.other is not None and entrant in (m.one, m.other)]  # fmt: skip
        assert abs(2 * sum(seats) - len(seats)) <= 2
        seats.pop()  # in the last round those with more than half of the points are exempt
        assert all(len(set(three)) > 1 for three in zip(seats, seats[1:], seats[2:], strict=False))


def _agreed(seeds: range) -> tuple[int, int]:
    """In how many rounds of even fields, but the last, another program pairs the same; of how many."""
    same = rounds = 0
    for seed in seeds:
        rng = random.Random(seed)
        count = 2 * rng.randint(3, 10)
        held = tournament("swiss", count, count // 2)
        for done in range(held.plan.rounds - 1):
            mine = {frozenset((m.one, m.other)) for m in held.rounds[done]}
            same += mine == judged(held, done)
            rounds += 1
            finish_round(held, rng)
    return same, rounds


def test_a_swiss_is_paired_as_another_program_pairs_it() -> None:
    same, rounds = _agreed(range(8))
    assert same == rounds > 25


@pytest.mark.long
def test_many_swisses_are_paired_as_another_program_pairs_them() -> None:
    same, rounds = _agreed(range(8, 8 + part(300)))
    assert same > 0.96 * rounds  # the two read one rule on floats differently


def test_the_bracket_keeps_the_best_apart() -> None:
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    held = tournament("knock-out", 8)
    assert [(m.one, m.other) for m in held.rounds[0]] == [(0, 7), (3, 4), (1, 6), (2, 5)]


@pytest.mark.parametrize("count", range(2, 20))
def test_in_a_knock_out_one_is_left(count: int) -> None:
    held = tournament("knock-out", count)
    while held.open:  # the better seeded always wins
        for meeting in held.open:
            assert meeting.other is not None
            held.add(PairResult(meeting.place, (Fraction(int(meeting.one < meeting.other)),)))
    assert len(held.rounds) == (count - 1).bit_length()
    last = held.rounds[-1]
    assert [{m.one, m.other} for m in last] == [{0, 1}]
    byes = [m.one for row in held.rounds for m in row if m.other is None]
    assert sorted(byes) == list(range(len(byes)))  # the best seeded, and in the first round only
    meetings = [m for row in held.rounds for m in row if m.other is not None]
    assert len(meetings) == count - 1


@pytest.mark.parametrize("seed", range(5))
def test_a_knock_out_follows_its_bracket_whoever_wins(seed: int) -> None:
    held = finish(tournament("knock-out", 11), seed)
    for before, after in itertools.pairwise(held.rounds):
        left = {held.survivor(m) for m in before}
        assert {n for m in after for n in (m.one, m.other) if n is not None} == left
    assert max(held.points_by_entrant()) == len(held.rounds)


@pytest.mark.parametrize("count", [2, 5, 8])
def test_an_arena_pairs_neighbours_and_nobody_twice_running(count: int) -> None:
    held = finish(tournament("arena", count, 12), 3)
    assert len(held.rounds) == 12
    byes = [m.one for row in held.rounds for m in row if m.other is None]
    if count % 2:
        assert max(map(byes.count, range(count))) - min(map(byes.count, range(count))) <= 1
    if count == 8:
        for before, after in itertools.pairwise(held.rounds):
            again = {frozenset((m.one, m.other)) for m in before} & {
                frozenset((m.one, m.other)) for m in after
            }
            assert len(again) <= 1  # the last two who are left over may have no choice


def test_in_a_ladder_each_meets_the_one_before() -> None:
    held = tournament("ladder", 4)
    assert [(m.one, m.other) for m in held.rounds[0]] == [(1, 0), (2, 1), (3, 2)]
