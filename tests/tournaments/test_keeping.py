"""Plans as files, results on disk, killed tournaments, bots' games."""

from __future__ import annotations

import random
import tempfile
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.errors import BadTournament
from parlour.tournaments import Entrant, TournamentPlan, read_plan
from parlour.tournaments.bot_pairs import on_cores, play_pair, tasks
from parlour.tournaments.ratings import ratings
from parlour.tournaments.results_file import TournamentFile, parse_result
from parlour.tournaments.standings import standings
from parlour.tournaments.tournament import Tournament
from parlour.tournaments.tournament_plan import plan_of
from parlour.tournaments.tournament_results import PairResult

PLAN = """\
title = "Bots"
format = "swiss"
games = ["hex:size=3", "hex:size=4"]
rounds = 3
number = 2
opening = 1
seed = 7

[[players]]
player = "random"

[[players]]
name = "other"
player = "random"

[[players]]
name = "third"
player = "random"

[[players]]
name = "fourth"
player = "random"
"""


def test_a_killed_tournament_goes_on_where_it_was(tmp_path: Path) -> None:
    plan = plan_of(PLAN, "bots.toml")
    whole = TournamentFile(plan, tmp_path / "whole")
    assert len(list(whole.play(on_cores(1)))) == 6
    data = (tmp_path / "whole").read_bytes()
    rng = random.Random(1)
    ends = [len(data), data.index(b"\n") + 1, *(rng.randrange(len(data)) for _ in range(6))]
    for end in ends:
        file = tmp_path / f"killed at {end}"
        file.write_bytes(data[:end])
        again = TournamentFile(plan, file)
        list(again.play(on_cores(1)))
        assert file.read_bytes() == data
        assert standings(again.tournament) == standings(whole.tournament)
    assert whole.tournament.over


def test_a_swiss_of_twelve_bots_is_killed_resumed_and_rated(tmp_path: Path) -> None:
    """Killed in the middle of a round, it goes on with what was written, and ends in the same table."""
    bots = "".join(f'[[players]]\nname = "bot {n}"\nplayer = "random"\n\n' for n in range(12))
    head = PLAN.partition("[[players]]")[0].replace("rounds = 3", "rounds = 4")
    plan = plan_of(head + bots, "bots.toml")
    whole = TournamentFile(plan, tmp_path / "whole")
    assert len(list(whole.play(on_cores(1)))) == 4 * 6
    data = (tmp_path / "whole").read_bytes()
    file = tmp_path / "killed"
    file.write_bytes(data[: len(data) * 3 // 5])
    again = TournamentFile(plan, file)
    done = sum(
        again.tournament.is_done(meeting) for row in again.tournament.rounds for meeting in row
    )
    assert 0 < done < 24
    assert len(list(again.play(on_cores(1)))) == 24 - done
    assert (again.tournament.over, file.read_bytes()) == (True, data)
    rows, rated = standings(again.tournament), ratings(again.tournament)
    assert len(rows) == len(rated) == 12
    assert sum(row.points for row in rows) == 24
    for row in rows:
        rating = rated[row.entrant]
        assert rating.low < rating.elo < rating.high
    assert abs(sum(rated[row.entrant].elo for row in rows)) < 1e-6


def test_results_of_another_plan_are_refused(tmp_path: Path) -> None:
    TournamentFile(plan_of(PLAN, "a"), tmp_path / "results")
    with pytest.raises(BadTournament, match="another plan"):
        TournamentFile(plan_of(PLAN.replace("seed = 7", "seed = 8"), "a"), tmp_path / "results")


@given(st.one_of(st.text(max_size=40), st.sampled_from(['{"place": [1, 1], "scores": ["1", "0", "1"]}',
    '{"place": [1], "scores": []}', '{"place": [1, 1], "scores": [1, 0]}', "[]", "null", '{"place": 1}',
    '{"place": [9, 9], "scores": ["1", "0"]}', '{"place": [1, 1], "scores": ["2", "0"]}'])))  # fmt: skip
def test_lines_that_are_no_results_are_refused(line: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "results"
        plan = plan_of(PLAN, "a")
        TournamentFile(plan, file)
        with file.open("a", encoding="utf-8", errors="replace") as out:
            out.write(line.replace("\n", " ").replace("\r", " ") + "\n")
        with pytest.raises(BadTournament):
            TournamentFile(plan, file)


def test_people_tell_their_results(tmp_path: Path) -> None:
    entrants = (
        Entrant("Ann"),
        Entrant("bot", "random"),
        Entrant("Ben"),
        Entrant("bot 2", "random"),
    )
    plan = TournamentPlan("mixed", "round-robin", entrants, ("hex:size=3",), 1, 2, seed=1)
    kept = TournamentFile(plan, tmp_path / "results")
    list(kept.play(on_cores(1)))
    assert [m.round for m in kept.tournament.open] == [1, 1]  # all but the bots' wait for people
    while kept.tournament.open:
        meeting = kept.tournament.open[0]
        kept.add(parse_result(f"{meeting.round}.{meeting.table}=1,1/2"))
        list(kept.play(on_cores(1)))
    assert len(list(kept.tournament.finished_meetings)) == 6
    again = TournamentFile(plan, tmp_path / "results").tournament
    assert standings(again) == standings(kept.tournament)


@pytest.mark.parametrize(
    "text", ["", "1=1", "1.1", "1.1=", "1.1=2/0", "0.1=1", "1.1=x", "1.1=1;0", "a.b=1"]
)
def test_what_tells_no_result_is_refused(text: str) -> None:
    with pytest.raises(BadTournament):
        parse_result(text)


def test_results_that_are_not_asked_for_are_refused() -> None:
    held = Tournament(plan_of(PLAN, "a"))
    for place, scores in (((1, 3), (1, 0)), ((2, 1), (1, 0)), ((1, 1), (1,)), ((1, 1), (2, 0))):
        with pytest.raises(BadTournament):
            held.add(PairResult(place, tuple(map(Fraction, scores))))


def test_a_pair_has_one_opening_and_depends_on_nothing_but_its_task() -> None:
    held = Tournament(plan_of(PLAN, "a"))
    todo = tasks(held, 1)
    assert [(task.place, task.pair, task.games) for task in todo] == [
        ((1, 1), 0, 2),
        ((1, 2), 0, 2),
    ]
    assert play_pair(todo[0]) == play_pair(todo[0])
    plan = TournamentPlan(
        "odd", "ladder", (Entrant("a", "random"), Entrant("b", "random")), ("hex:size=3",), 1, 5
    )
    assert [task.games for task in tasks(Tournament(plan), 1)] == [2, 2, 1]


def test_chance_and_partners_are_played_too() -> None:
    for game in ("stones-of-fortune", "twindraughts:game=practice"):
        plan = TournamentPlan(
            "x", "ladder", (Entrant("a", "random"), Entrant("b", "random")), (game,), 1, 2
        )
        (task,) = tasks(Tournament(plan), 1)
        assert all(0 <= score <= 1 for score in play_pair(task))


def test_a_test_ends_a_meeting_early(tmp_path: Path) -> None:
    entrants = (Entrant("bad", "random"), Entrant("good", "mcts:simulations=30"))
    plan = TournamentPlan("gain", "ladder", entrants, ("hex:size=3",), 1, 200, seed=3, gain=150.0)
    kept = TournamentFile(plan, tmp_path / "results")
    list(kept.play(on_cores(1)))
    assert kept.tournament.over
    assert len(kept.tournament.pairs(kept.tournament.rounds[0][0])) < 100


@pytest.mark.long
def test_processes_play_the_same(tmp_path: Path) -> None:
    plan = plan_of(PLAN, "a")
    one, two = TournamentFile(plan, tmp_path / "one"), TournamentFile(plan, tmp_path / "two")
    list(one.play(on_cores(1)))
    list(two.play(on_cores(2), 2))
    assert (tmp_path / "one").read_text() == (tmp_path / "two").read_text()


WRONG = {
    "": "players: expected 2 to 500|games is missing",
    "games = 5": "line 1: games",
    'games = "hexx"\n': "line 1: games: there is no game",
    'games = "chainn"': "line 1: games: expected games for two",
    'games = "hex"': "players: expected 2",
    'games = "hex"\nformat = "league"': "line 2: format",
    'games = "hex"\n[[players]]\n[[players]]': "line 2: players: expected player",
    'games = "hex"\n[[players]]\nname = "a"\n[[players]]\nname = "a"': "same name",
    'games = "hex"\n[[players]]\nplayer = "99"\n[[players]]\nname = "a"': "line 3: players.player",
    PLAN.replace("rounds = 3", "rounds = 0"): "line 4: rounds",
    PLAN.replace("seed = 7", "sed = 7"): "line 7: sed",
    PLAN.replace("number = 2", 'number = "2"'): "line 5: number",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_in_a_plan_is_told_by_line_and_key(text: str) -> None:
    with pytest.raises(BadTournament, match=WRONG[text]):
        plan_of(text, "mine.toml")


@given(
    st.integers(0, PLAN.count("\n")),
    st.sampled_from(["", "x = 1", "[[players]]", "rounds = []", "[a"]),
)
def test_nearly_right_plans_are_plans_or_bad_tournaments(at: int, line: str) -> None:
    lines = PLAN.split("\n")
    lines[at : at + 1] = [line]
    try:
        assert plan_of("\n".join(lines), "mine.toml").entrants
    except BadTournament as error:
        assert str(error).startswith("mine.toml")


def test_plans_are_read_from_files(tmp_path: Path) -> None:
    file = tmp_path / "bots.toml"
    file.write_text(PLAN)
    assert read_plan(file).names == ("random", "other", "third", "fourth")
    with pytest.raises(BadTournament, match="cannot be read"):
        read_plan(tmp_path / "none.toml")
    assert issubclass(BadTournament, parlour.ParlourError)
