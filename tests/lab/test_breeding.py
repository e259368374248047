"""Breeding variants: option sets, the archive, and a search that continues where it was."""

from __future__ import annotations

import json
import random
import time
from dataclasses import replace
from pathlib import Path

import pytest

import parlour
from parlour.cli.laboratory.invent_command import invent_game
from parlour.errors import BadOption, ParlourError, UnknownGame
from parlour.lab.breeding import trial as trials
from parlour.lab.breeding.archive import Archive, Elite, Figures
from parlour.lab.breeding.breeder import breed, first_games
from parlour.lab.breeding.breeding_page import breeding_page
from parlour.lab.breeding.candidate_games import CandidateGames
from parlour.lab.breeding.genome import Genes, genes
from parlour.lab.breeding.trial import Trial, keep_trial, kept_trial, planned_trial, trial_of
from parlour.lab.experiment import Experiment
from parlour.lab.inventor.answer_page import write_page
from parlour.lab.laboratory import Laboratory
from parlour.lab.running import run
from parlour.lab.stats import proportion
from parlour.lab.stopping import enough
from parlour.lab.workers import here
from parlour.table import background_compiler
from parlour.table.game import Game

LINES = str(Path(__file__).parents[2] / "examples" / "lines.py")
SERVER = "http://127.0.0.1:8650"
CRIPPLED = f"{LINES}:size=3,win=3,lose=none"


@pytest.fixture
def lines() -> Genes:
    return genes(parlour.game(CRIPPLED))


def figures(skilled: int = 18, first: int = 10, length: float = 30, games: int = 20) -> Figures:
    decided = proportion(games, games)
    skill, share = proportion(skilled, games), proportion(first, games)
    return Figures(skill, share, decided, decided, proportion(12, games), length, 20)


def test_children_have_allowed_values_and_rules_are_respected(lines: Genes) -> None:
    rng = random.Random(1)
    one, other = lines.start, lines.draw(rng)
    for _ in range(50):
        child = lines.mutate(lines.cross(one, other, rng), rng)
        assert all(value in lines.values[name] for name, value in child)
        chosen, found = dict(child), lines.game(child)
        refused = chosen["lose"] != "none" and int(chosen["lose"]) >= int(chosen["win"])
        assert (found is None) is refused
        one, other = other, child


def test_what_is_bred_can_be_limited() -> None:
    found = genes(parlour.game(CRIPPLED), ["size=4..6", "win=4", "lose=none,3"])
    assert found.values["size"] == (4, 5, 6)
    assert "win" not in found.values
    assert (found.base.chosen["win"], found.base.chosen["size"]) == (4, 4)
    players = genes(parlour.game("yavalath"))
    assert players.game((("size", 5), ("players", 3), ("swap", "no"))) is None  # another game


@pytest.mark.parametrize(
    ("game", "given", "words"),
    [
        ("chainn", [], "only games for two players"),
        ("focus", [], "nothing to breed"),
        ("yavalath", ["size=5", "players=2", "swap=no"], "nothing to breed"),
        ("yavalath", ["size=3..5"], "size is a whole number from 4"),
        ("yavalath", ["colour=red"], "has the options"),
    ],
)
def test_what_cannot_be_bred_is_refused(game: str, given: list[str], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        genes(parlour.game(game), given)


def test_hidden_games_are_judged_by_bots_that_see_nothing_hidden() -> None:
    hidden = parlour.game(str(Path(LINES).with_name("dark_hex.py")))
    assert trial_of(hidden).kind == "ismcts"
    assert list(genes(hidden).values) == ["size"]


def test_a_generation_is_full_where_most_option_sets_are_refused() -> None:
    bred = genes(parlour.game("twindraughts"), ["seats=2", "sets=dark,both", "ranks=2,3"])
    assert len({game.name for game in first_games(bred, 12)}) == 12


def test_fitness_is_pessimistic() -> None:
    assert figures(18, 10, games=20).fitness < figures(180, 100, games=200).fitness
    assert figures(skilled=10).fitness == 0  # skill is not clear
    assert figures(first=19).fitness < figures(first=10).fitness
    drawn = replace(figures(), decided=proportion(1, 20))
    assert drawn.fitness < figures().fitness
    assert figures(length=4).fitness < figures().fitness
    assert figures().fitness < figures().promise < figures(20).promise


def test_bots_think_longer_where_there_is_more_to_choose() -> None:
    small, large = (Trial("mcts", weak=4).players(choice) for choice in (12, 110))
    assert small == ("mcts:simulations=64", "mcts:simulations=640")
    assert large == ("mcts:simulations=512", "mcts:simulations=5120")


def test_the_archive_has_the_best_of_each_kind(lines: Genes) -> None:
    archive = Archive()
    good, better, other = (
        Elite(lines.start, each) for each in (figures(17), figures(19), figures(15, length=100))
    )
    assert archive.add(good)
    assert archive.add(better)
    assert not archive.add(good)
    assert archive.add(other)
    assert archive.best(10) == [better, other, good, good]  # those of the same kind come last
    assert archive.best(2) == [better, other]


def test_a_trial_is_as_large_as_time_allows(
    lines: Genes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "_cost", lambda game, trial: (0.01, 1.0))
    sizes = [planned_trial([lines.base], seconds) for seconds in (1e6, 100, 20, 0)]
    assert sizes[0] == trial_of(lines.base)
    assert [one.weak for one in sizes] == sorted((one.weak for one in sizes), reverse=True)
    assert sizes[1].simulations > sizes[2].simulations > sizes[3].simulations
    smallest = sizes[3]
    assert [one.compiles for one in sizes] == [True, True, True, False]
    assert (smallest.population, smallest.first_games, smallest.games) == (10, 2, 6)
    assert smallest.players(16) == ("mcts:simulations=4", "mcts:simulations=40")
    path = tmp_path / "search" / "trial.json"
    assert kept_trial(path) is None
    keep_trial(path, smallest)
    kept = kept_trial(path)
    assert kept is not None
    assert (kept.simulations, kept.players(8)) == (smallest.simulations, smallest.players(8))
    path.write_text("{")
    assert kept_trial(path) is None


def candidate_games(
    bred: Genes, folder: Path, trial: Trial, played: list[Experiment], most: int = 1000
) -> CandidateGames:
    """Games in this process; `played` notes the experiments, of which at most `most` are played."""
    laboratory = Laboratory(folder)

    def play(experiment: Experiment) -> None:
        if len(played) < most:
            played.append(experiment)
            run(experiment, laboratory, here, enough)

    return CandidateGames(bred, trial, laboratory, "bred", play)


class Waiting:
    """A compiler that is never ready, so that weak bots play by the plain rules."""

    def ask(self, game: Game, text: str) -> bool:
        return True


@pytest.fixture
def plain_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background_compiler, "_shared", Waiting())


@pytest.mark.usefixtures("plain_bots")
def test_an_interrupted_search_continues(tmp_path: Path) -> None:
    limits = ["size=3", "win=3..4", "lose=none,3", "start=empty", "move=anywhere"]
    bred = genes(parlour.game(CRIPPLED), limits)
    trial = Trial("mcts", weak=0.05, games=2, first_games=1, screened=4)

    def search(most: int) -> tuple[list[int], list[Elite], int]:
        played: list[Experiment] = []
        judge = candidate_games(bred, tmp_path, trial, played, most).judge
        found = list(breed(bred, judge, 2))
        return [tried for _, tried in found], list(found[-1][0].best(9)), len(played)

    begun, _, _ = search(2)
    whole, best, _ = search(1000)
    assert begun == whole[: len(begun)]
    assert len(begun) < len(whole)
    assert search(1000) == (whole, best, 0)


def test_the_page_has_a_link_and_a_command_for_each(tmp_path: Path, lines: Genes) -> None:
    genome = lines.genome({**lines.base.chosen, "size": 6, "win": 5})
    page = breeding_page(lines, trial_of(lines.base), [Elite(genome, figures())], 1, 9, SERVER)
    html = write_page(page, tmp_path, "bred")[0].read_text()
    link = f"{SERVER}/game/lines?option-lose=none&amp;option-size=6&amp;option-win=5"
    assert f'<a href="{link}">' in html
    assert "lines.py:lose=none,size=6,win=5" in html


def test_candidates_without_fresh_games_are_shown_apart(lines: Genes) -> None:
    elites = [Elite(lines.genome({**lines.base.chosen, "size": n}), figures()) for n in (4, 5)]
    trial = trial_of(lines.base)
    page = breeding_page(lines, trial, elites[:1], 2, 9, SERVER, elites[1:])
    fresh, waiting = page.tables
    assert (fresh.rows[0].texts[0], waiting.rows[0].texts[0]) == ("size=4", "size=5")
    assert "from 20 games, are those that chose them" in waiting.note
    assert "All have win=3, lose=none" in fresh.note
    page = breeding_page(lines, trial, [], 2, 9, SERVER, elites)
    assert [len(table.rows) for table in page.tables] == [2]
    assert "The best by the games that chose it" in page.lead[1]


def test_without_time_or_with_a_broken_archive(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "_cost", lambda game, trial: (1.0, 1.0))

    def invent(name: str) -> None:
        invent_game(name, [], 0, 1, str(tmp_path), None)

    invent(CRIPPLED)
    assert "run the same command again" in capsys.readouterr().out
    (archive,) = tmp_path.glob("invent-*/games.sqlite")
    archive.write_bytes(b"not a database" * 100)
    with pytest.raises(ParlourError, match="cannot be used to keep games"):
        invent(CRIPPLED)
    with pytest.raises(UnknownGame, match="there is no game nothing"):
        invent("nothing")


FAMILY = """
from parlour.kernel.layout import CHANCE, OVER, record
from parlour.kernel.primitives import below, mix
from parlour.kernel.spec import Option, Spec

KINDS = ("first", "coin", "skill", "drawn", "short")
GAME = Spec(
    id="family", title="Family", goal="Gain most.", package=__name__, seats=("One", "Two"),
    options=(Option("kind", "first", KINDS, "what decides"),),
    parameters=lambda chosen: {"KIND": KINDS.index(chosen["kind"])}, repetition=False,
)
KIND = 0
ROUNDS = 2 if KIND == 4 else 16
STATE = record(turn=1, reason=1, made=1, best=1, points=2)
MAX_MOVES = 4
MAX_OUTCOMES = 4
LONGEST = 2 * ROUNDS
SEATS = 2
REASONS = ("counted",)


def start(s):
    s.turn = CHANCE
    s.reason = 0
    s.made = 0
    s.best = 0
    s.points[0] = 6 if KIND == 0 else 0
    s.points[1] = 0


def outcomes(s, out, weights):
    for i in range(4):
        out[i] = i
        weights[i] = 1
    return 4


def draw(s, rng):
    return below(rng, 4)


def legal_moves(s, out):
    for i in range(4):
        out[i] = i
    return 4


def play(s, m):
    if s.turn == CHANCE:
        s.best = m
        s.turn = s.made % 2
        return
    seat = s.turn
    if KIND == 1 or KIND == 3:
        s.points[seat] += s.best if KIND == 1 else 1
    elif m == s.best:
        s.points[seat] += 1 + s.best % 2
    s.made += 1
    s.turn = OVER if s.made == ROUNDS else CHANCE


def payoff(s, seat):
    gained = s.points[seat] - s.points[1 - seat]
    return 0.5 if gained == 0 else 1.0 if gained > 0 else 0.0


def key(s):
    return mix(mix(mix(s.turn, s.made), s.best), s.points[0] * 64 + s.points[1])
"""


@pytest.mark.long
@pytest.mark.usefixtures("plain_bots")
def test_ten_candidates_are_reported_in_a_few_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "_cost", lambda game, trial: (1.0, 100.0))
    monkeypatch.setattr(time, "monotonic", time.process_time)  # whatever else the machine does
    longer = FAMILY.replace(
        'KINDS, "what decides"),)',
        'KINDS, "what decides"), Option("rounds", 3, range(2, 9), "rounds"))',
    ).replace(
        'KINDS.index(chosen["kind"])', 'KINDS.index(chosen["kind"]), "ROUNDS": 2 * chosen["rounds"]'
    )
    (tmp_path / "family.py").write_text(
        longer.replace("ROUNDS = 2 if KIND == 4 else 16", "ROUNDS = 6")
    )
    invent_game(str(tmp_path / "family.py"), [], 0.003, 1, str(tmp_path / "lab"), None)
    (answers,) = tmp_path.glob("lab/*/*.answers.json")
    tables = json.loads(answers.read_text())["tables"]
    assert sum(len(table["rows"]) for table in tables) == 10


@pytest.mark.long
@pytest.mark.usefixtures("plain_bots")
def test_the_plainly_good_variant_of_a_family_is_found(tmp_path: Path) -> None:
    """Its brothers: the first player is ahead, chance alone decides, all is drawn, it is over at once."""
    (tmp_path / "family.py").write_text(FAMILY)
    bred = genes(parlour.game(f"{tmp_path / 'family.py'}:kind=first"))
    trial = Trial("mcts", weak=0.5, games=12, first_games=6)
    *_, (archive, tried) = breed(bred, candidate_games(bred, tmp_path, trial, []).judge, 5)
    assert tried == 5
    worth = {str(dict(one.genome)["kind"]): one.figures.fitness for one in archive.best(5)}
    assert worth.pop("skill") > 4 * max(worth.values(), default=0.0)
