"""Table events: drawn tables, points by place, and what counts when players are level."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from parlour.errors import BadTournament
from parlour.tournaments import Entrant, Tournament, TournamentPlan
from parlour.tournaments.bot_pairs import on_cores
from parlour.tournaments.report_file import report
from parlour.tournaments.results_file import TournamentFile, parse_result
from parlour.tournaments.standings import cross_table, standings
from parlour.tournaments.tables import table_points
from parlour.tournaments.tournament_plan import TABLES, plan_of
from parlour.tournaments.tournament_results import PairResult

F, HALF = Fraction, Fraction(1, 2)


def event(count: int, rounds: int = 3, tables: tuple[int, ...] = (4,)) -> Tournament:
    entrants = tuple(Entrant(f"player {n}") for n in range(1, count + 1))
    return Tournament(TournamentPlan("test", TABLES, entrants, ("g",), rounds, 1, tables=tables))


def play(held: Tournament, seed: int = 1) -> Tournament:
    rng = random.Random(seed)
    while held.open:
        for meeting in held.open:
            scores = [F(rng.randrange(4)) for _ in meeting.entrants]
            held.add(PairResult(meeting.place, table_points(scores)))
    return held


@pytest.mark.parametrize(
    ("scores", "last", "points"),
    [
        ((3, 1, 2, 0), (), (3, 1, 2, 0)),
        ((1, 0, 1, 0), (), (2 + HALF, HALF, 2 + HALF, HALF)),  # partners
        ((1, 1, 1), (), (1, 1, 1)),
        ((9, 1, 5), (0,), (0, 1, 2)),  # whoever gives up is last, whatever the bot there scores
        ((9, 1, 5), (0, 1), (HALF, HALF, 2)),
    ],
)
def test_points_are_those_of_the_places(
    scores: tuple[int, ...], last: tuple[int, ...], points: tuple[Fraction, ...]
) -> None:
    assert table_points([F(score) for score in scores], last) == points


@pytest.mark.parametrize(("count", "tables"), [(8, (4,)), (9, (4,)), (11, (3, 5)), (3, (3,))])
def test_everybody_is_drawn_and_nobody_is_left_out_twice(
    count: int, tables: tuple[int, ...]
) -> None:
    held = play(event(count, 4, tables))
    byes = Counter[int]()
    for number, row in enumerate(held.rounds, 1):
        seats = tables[(number - 1) % len(tables)]
        sitting = [entrant for meeting in row for entrant in meeting.entrants]
        assert sorted(sitting) == list(range(count))
        assert {len(m.entrants) for m in row} - {1} == {seats}
        resting = [m.one for m in row if m.other is None]
        assert len(resting) == count % seats
        byes.update(resting)
    assert len(held.rounds) == 4
    assert max(byes.values(), default=0) - min(byes[n] for n in range(count)) <= 1
    again = Tournament(held.plan)  # the draw follows from the plan and the results
    assert [row.points for row in standings(play(again))] == [r.points for r in standings(held)]


def test_people_who_have_met_are_drawn_apart() -> None:
    held = play(event(16, 3))
    met = Counter(
        frozenset(pair)
        for row in held.rounds
        for meeting in row
        for pair in combinations(meeting.entrants, 2)
    )
    assert max(met.values()) <= 2
    assert len(met) >= 60  # of 72 meetings


def test_the_table_by_hand() -> None:
    held = event(4, 2)
    (first,) = held.open
    a, b, c, d = first.entrants
    held.add(PairResult(first.place, (F(3), F(2), F(1), F(0))))
    (second,) = held.open
    places = {a: HALF, b: 2 + HALF, c: 2 + HALF, d: HALF}
    held.add(PairResult(second.place, tuple(places[n] for n in second.entrants)))
    rows = {row.entrant: row for row in standings(held)}
    assert {n: row.points for n, row in rows.items()} == {
        a: 3 + HALF,
        b: 4 + HALF,
        c: 3 + HALF,
        d: HALF,
    }
    assert standings(held)[0].entrant == b
    assert (rows[a].direct, rows[c].direct) == (F(1), F(1))  # each has been before the other
    assert [rows[n].wins for n in (a, b, c, d)] == [1, 0, 0, 0]
    assert held.over
    cells = cross_table(held)
    assert all(cells[i][j] + cells[j][i] == 2 for i, j in combinations(range(4), 2))  # type: ignore[operator]
    with pytest.raises(BadTournament, match="no tables"):
        report(held)


@pytest.mark.parametrize("scores", ["1,0", "3,2,1", "3,2,1,1", "4,2,0,0", "3,3,0,0", "1/2,1/2,1,1"])
def test_what_cannot_be_the_points_of_a_table_is_refused(scores: str) -> None:
    with pytest.raises(BadTournament, match="4 players at a table"):
        event(4).add(parse_result(f"1.1={scores}"))


FILE = """
format = "tables"
games = ["tantrix:players=3,move_limit=6"]
rounds = 2
"""


def test_bots_play_a_table_event(tmp_path: Path) -> None:
    text = FILE + '[[players]]\nname = "{}"\nplayer = "random"\n' * 3
    plan = plan_of(text.replace("{}", "{}").format("a", "b", "c"), "test")
    assert (plan.number, plan.tables) == (1, (3,))
    file = TournamentFile(plan, tmp_path / "results")
    assert len(list(file.play(on_cores(1)))) == 2
    assert sum(row.points for row in standings(file.tournament)) == 6
    assert TournamentFile(plan, tmp_path / "results").tournament.over


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("tantrix:players=3,move_limit=6", "hex"), "3 or more players"),
        (("rounds = 2", "number = 2"), "number"),
        (("rounds = 2", "gain = 5"), "gain"),
        (("players=3", "players=4"), "expected 4 to"),
    ],
)
def test_files_of_table_events_that_are_refused(change: tuple[str, str], words: str) -> None:
    players = "".join(f'[[players]]\nname = "{n}"\n' for n in "abc")
    with pytest.raises(BadTournament, match=words):
        plan_of((FILE + players).replace(*change), "test")
