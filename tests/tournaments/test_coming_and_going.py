"""Late entries, withdrawals, forfeits, bots that fail, and the report file."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from py4swiss.trf import ParsedTrf, TrfParser

from parlour.errors import BadTournament, MissingExtra, ParlourError
from parlour.tournaments import Entrant, TournamentPlan, bot_pairs
from parlour.tournaments.bot_pairs import PairTask, play_pair
from parlour.tournaments.report_file import report
from parlour.tournaments.report_reading import read_report
from parlour.tournaments.results_file import TournamentFile
from parlour.tournaments.standings import standings
from parlour.tournaments.tournament import Tournament
from parlour.tournaments.tournament_plan import ARENA, KNOCK_OUT, ROUND_ROBIN, SWISS, plan_of
from parlour.tournaments.tournament_results import PairResult


def plan(form: str, *entrants: Entrant, rounds: int = 3) -> TournamentPlan:
    return TournamentPlan("Club", form, entrants, ("hex:size=3",), rounds, 1)


def people(count: int) -> list[Entrant]:
    return [Entrant(f"player {n}") for n in range(count)]


def play(tournament: Tournament, until: int = 99) -> None:
    """The better seed wins all games of rounds up to `until`."""
    while tournament.open and tournament.open[0].round <= until:
        meeting = tournament.open[0]
        assert meeting.other is not None
        tournament.add(PairResult(meeting.place, (Fraction(meeting.one < meeting.other),)))


@pytest.mark.parametrize("form", [SWISS, ARENA])
def test_who_comes_late_or_goes_early_is_paired_only_between(form: str) -> None:
    row = people(6)
    row[1], row[5] = replace(row[1], last=1), replace(row[5], first=2)
    tournament = Tournament(plan(form, *row))
    play(tournament)
    met = [{n for m in r for n in (m.one, m.other)} - {None} for r in tournament.rounds]
    assert met == [{0, 1, 2, 3, 4}, {0, 2, 3, 4, 5}, {0, 2, 3, 4, 5}]
    assert tournament.over


def test_a_requested_bye_is_half_a_point_and_no_meeting() -> None:
    row = people(5)
    row[0] = replace(row[0], byes=(2,))
    row[4] = replace(row[4], last=1, byes=(2, 3))  # has withdrawn before
    tournament = Tournament(plan(SWISS, *row))
    play(tournament, until=1)
    met = {n for m in tournament.rounds[1] for n in (m.one, m.other)} - {None}
    assert met == {1, 2, 3}
    points = tournament.points_by_entrant()
    assert (points[0], points[4].denominator) == (Fraction(3, 2), 1)
    play(tournament)
    assert {n for m in tournament.rounds[2] for n in (m.one, m.other)} == {0, 1, 2, 3}


@pytest.mark.parametrize("resting", [(0,), (0, 1)])
def test_a_round_goes_on_though_byes_leave_one_or_nobody(resting: tuple[int, ...]) -> None:
    row = [replace(p, byes=(1,)) if n in resting else p for n, p in enumerate(people(2))]
    tournament = Tournament(plan(SWISS, *row, rounds=2))
    assert [m.other for m in tournament.rounds[0]] == [None] * (2 - len(resting))
    play(tournament)
    assert tournament.over
    points = [Fraction(3, 2), Fraction(3 - len(resting), 2)]
    assert tournament.points_by_entrant() == points


def test_opponents_of_who_has_withdrawn_win_in_a_round_robin() -> None:
    row = people(4)
    row[0] = replace(row[0], last=1)
    tournament = Tournament(plan(ROUND_ROBIN, *row, rounds=1))
    play(tournament)
    assert tournament.over
    points = {r.name: r.points for r in standings(tournament)}
    assert (points["player 0"], sum(points.values())) == (1, 6)
    assert "+" in report(tournament)


def test_a_knock_out_goes_on_after_a_withdrawal() -> None:
    row = people(4)
    row[0] = replace(row[0], last=1)
    tournament = Tournament(plan(KNOCK_OUT, *row))
    play(tournament)
    assert tournament.over
    assert standings(tournament)[0].name == "player 1"


def test_a_round_in_which_nobody_is_left_is_not_paired() -> None:
    row = [replace(each, last=1) for each in people(4)]
    for form in (SWISS, ARENA, ROUND_ROBIN, KNOCK_OUT):
        tournament = Tournament(plan(form, *row))
        play(tournament)
        assert (len(tournament.rounds), tournament.over) == (1, True)


def test_the_report_is_what_the_pairing_program_reads(tmp_path: Path) -> None:
    row = people(6)
    row[1], row[5] = replace(row[1], last=1), replace(row[5], first=2)
    row[2] = replace(row[2], byes=(2,))
    tournament = Tournament(plan(SWISS, *row))
    meeting = tournament.open[0]
    tournament.add(PairResult(meeting.place, (Fraction(1),), forfeit=True))
    play(tournament)
    file = tmp_path / "club.trf"
    file.write_text(report(tournament), encoding="utf-8")
    parsed: ParsedTrf = TrfParser.parse(file)
    parsed.validate_contents()
    points = tournament.points_by_entrant()
    assert [p.points_times_ten for p in parsed.player_sections] == [int(10 * p) for p in points]
    assert [len(p.results) for p in parsed.player_sections] == [3] * 6
    assert report(tournament).count(" +") == 1
    assert report(tournament).splitlines()[6][99:109] == "  0000 - H"
    again = read_report(report(tournament))
    assert [entrant.points for entrant in again.entrants.values()] == list(points)
    assert again.notices == []


# -- failures ----------------------------------------------------------------------------------------


class Failing:
    """A bot that cannot go on after its first move."""

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, state: Any) -> str:
        self.asked += 1
        if self.asked > 1:
            raise ParlourError("the engine has ended")
        return str(state.moves()[0])


@pytest.mark.parametrize("at_start", [True, False])
def test_a_bot_that_fails_forfeits_its_games(
    monkeypatch: pytest.MonkeyPatch, at_start: bool
) -> None:
    usual = bot_pairs.player

    def make(text: str, *more: Any) -> Any:
        if text != "broken":
            return usual(text, *more)
        if at_start:
            raise ParlourError("there is no such engine")
        return Failing()

    monkeypatch.setattr(bot_pairs, "player", make)
    for names, scores in ((("broken", "random"), (0, 0)), (("random", "broken"), (1, 1))):
        task = PairTask((1, 1), 0, "hex:size=3", names, 2, 0, None, 1)
        assert play_pair(task) == scores


def test_a_start_that_fails_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "py4swiss.engines", None)
    with pytest.raises(MissingExtra):
        TournamentFile(plan(SWISS, *people(4)), tmp_path / "results")
    assert not (tmp_path / "results").exists()


def test_byes_are_requested_until_their_round_is_paired(tmp_path: Path) -> None:
    path, row = tmp_path / "results", people(4)
    file = TournamentFile(plan(SWISS, *row), path)
    for meeting in list(file.tournament.open):
        file.add(PairResult(meeting.place, (Fraction(1),)))
    row[0] = replace(row[0], byes=(2,))
    again = TournamentFile(plan(SWISS, *row), path).tournament
    assert {0} & {m.one for m in again.rounds[1]} == set()
    row[0] = replace(row[0], byes=(1,))
    with pytest.raises(BadTournament):
        TournamentFile(plan(SWISS, *row), path)


@pytest.mark.parametrize(
    ("form", "byes", "words"),
    [
        ("swiss", "[4]", "from 1 to 3"),
        ("swiss", "[true]", "whole numbers"),
        ("swiss", '"2"', "whole numbers"),
        ("arena", "[2]", "only a Swiss"),
    ],
)
def test_byes_that_no_file_can_have(form: str, byes: str, words: str) -> None:
    text = (
        f'format = "{form}"\ngames = ["hex"]\nrounds = 3\n[[players]]\nname = "A"\nbyes = {byes}\n'
    )
    with pytest.raises(BadTournament, match=words):
        plan_of(text + '[[players]]\nname = "B"\n', "club.toml")
    assert plan_of(
        text.replace(byes, "[2]").replace("arena", "swiss") + '[[players]]\nname = "B"\n',
        "club.toml",
    ).entrants[0].byes == (2,)


def test_late_entries_and_forfeits_are_in_the_file(tmp_path: Path) -> None:
    row = people(3)
    row[2] = replace(row[2], first=2)
    file = TournamentFile(plan(ARENA, *row), tmp_path / "results")
    file.add(PairResult((1, 1), (Fraction(1),), forfeit=True))
    again = TournamentFile(plan(ARENA, *row), tmp_path / "results").tournament
    assert again.is_forfeit(again.rounds[0][0])
    assert again.rounds[1] == file.tournament.rounds[1]
