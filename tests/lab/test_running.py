"""Experiments played: the same games whoever plays, none lost and none twice when they are cut off."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.errors import BadExperiment, ParlourError
from parlour.lab import lab_games as playing
from parlour.lab import laboratory as laboratory_module
from parlour.lab import running
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.lab_games import ArmTask
from parlour.lab.laboratory import GAMES, Laboratory
from parlour.lab.running import run
from parlour.lab.trace import Trace
from parlour.lab.workers import Done, here, in_processes, work_on
from parlour.table.game import State
from parlour.table.player import Advice, Progress, RandomPlayer

HEX = """
title = "Small boards of Hex"
question = "Who wins?"
games = 12
[[variant]]
game = "hex"
options.size = [3, 4]
[[budget]]
players = "random"
[[match]]
players = ["random:blunder=1", "random"]
games = 5
"""


def never(*_: object) -> bool:
    return False


def always(*_: object) -> bool:
    return True


def played(experiment: Experiment, folder: Path) -> list[list[Trace]]:
    laboratory = Laboratory(folder)
    return [list(laboratory.traces(experiment, *arm)) for arm in experiment.arms]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[list[Trace]]:
    """All games of HEX, played without any trouble."""
    folder = tmp_path_factory.mktemp("whole")
    run(parse_experiment(HEX), Laboratory(folder), here, always)
    return played(parse_experiment(HEX), folder)


class Cut(Exception):
    """Stands for whatever ends a run."""


def cut_after(count: int, seed: int) -> Callable[[Iterator[ArmTask]], Iterator[Done]]:
    """Workers that do tasks in any order and are cut off after so many."""
    rng = random.Random(seed)

    def work(tasks: Iterator[ArmTask]) -> Iterator[Done]:
        waiting = list(islice(tasks, 3))
        for _ in range(count):
            if not waiting:
                return
            yield work_on(waiting.pop(rng.randrange(len(waiting))))
            waiting += islice(tasks, 1)
        if waiting:
            raise Cut

    return work


def test_every_game_is_there_once_in_order(whole: list[list[Trace]]) -> None:
    assert [[trace.number for trace in arm] for arm in whole] == [[*range(12)], [*range(5)]] * 2
    assert len({trace.seed for arm in whole for trace in arm}) == 34
    assert {trace.id for trace in whole[3]} == {f"2.2.{n}" for n in range(1, 6)}


def test_what_is_kept_is_a_legal_game(whole: list[list[Trace]]) -> None:
    for trace in whole[0]:
        end = trace.final
        assert end.outcome is not None
        assert (end.outcome.scores, end.outcome.reason) == (trace.scores, trace.reason)
        assert len(trace.plies) == trace.length == len(end.history)
        record = trace.record
        assert record.end().text == end.text
        assert record.tags["Round"] == trace.id


def test_choices_are_the_legal_moves(whole: list[list[Trace]]) -> None:
    trace = whole[0][0]
    counts = [len(state.moves()) for state in trace.states()][:-1]
    assert trace.choices.tolist() == counts


def test_seats_change(whole: list[list[Trace]]) -> None:
    assert [trace.players[0] for trace in whole[1]] == ["random:blunder=1", "random"] * 2 + [
        "random:blunder=1"
    ]


@given(st.lists(st.integers(0, 12), max_size=4), st.integers(0, 1000))
@settings(max_examples=15, deadline=None)
def test_a_run_that_is_cut_off_goes_on(
    whole: list[list[Trace]],
    tmp_path_factory: pytest.TempPathFactory,
    cuts: list[int],
    seed: int,
) -> None:
    folder, experiment = tmp_path_factory.mktemp("cut"), parse_experiment(HEX)
    for count in cuts:
        with suppress(Cut):
            run(experiment, Laboratory(folder), cut_after(count, seed), always)
    run(experiment, Laboratory(folder), cut_after(10**6, seed), always)
    assert played(experiment, folder) == whole


def test_workers_do_not_matter(whole: list[list[Trace]], tmp_path: Path) -> None:
    experiment = parse_experiment(HEX)
    run(experiment, Laboratory(tmp_path), in_processes(2), always, workers=2)
    assert played(experiment, tmp_path) == whole


def test_nothing_is_played_twice(tmp_path: Path) -> None:
    experiment = parse_experiment(HEX)
    run(experiment, Laboratory(tmp_path), here, always)

    def refuse(tasks: Iterator[ArmTask]) -> Iterator[Done]:
        assert list(tasks) == []
        return iter(())

    run(experiment, Laboratory(tmp_path), refuse, always)


def test_more_games_go_on_from_those_that_are_there(
    whole: list[list[Trace]], tmp_path: Path
) -> None:
    few = parse_experiment(HEX.replace("games = 12", "games = 7"))
    run(few, Laboratory(tmp_path), here, always)
    many = parse_experiment(HEX)
    run(many, Laboratory(tmp_path), here, always)
    assert played(many, tmp_path) == whole
    assert played(few, tmp_path)[0] == whole[0][:7]


def test_other_players_or_seeds_are_other_games(tmp_path: Path) -> None:
    first = parse_experiment(HEX)
    run(first, Laboratory(tmp_path), here, always)
    for old, new in (
        ("games = 12", "games = 12\nseed = 2"),
        ('"random"\n[[', '"random:blunder=0.5"\n[['),
    ):
        other = parse_experiment(HEX.replace(old, new))
        assert played(other, tmp_path)[0] == []


PRECISE = HEX.replace("games = 12", "").replace(
    "[[match]]", '[precision]\nmeasure = "length"\nclear = true\nround = 4\nmost = 11\n[[match]]'
)


def test_rounds_end_at_fixed_numbers(tmp_path: Path) -> None:
    experiment, seen = parse_experiment(PRECISE), []

    def enough(_: Experiment, arms: object) -> bool:
        assert isinstance(arms, dict)
        seen.append([len(list(games)) for games in arms.values()])
        return len(seen) == 2

    run(experiment, Laboratory(tmp_path), here, enough)
    assert seen == [[4, 4], [8, 8]]
    assert [len(arm) for arm in played(experiment, tmp_path)] == [8, 5, 8, 5]
    run(experiment, Laboratory(tmp_path), here, never)
    assert [len(arm) for arm in played(experiment, tmp_path)] == [11, 5, 11, 5]
    run(experiment, Laboratory(tmp_path), here, always)
    assert [len(arm) for arm in played(experiment, tmp_path)] == [4, 5, 4, 5]


LUCK = """
title = "Luck"
question = "How much is luck?"
games = 3
[[variant]]
game = "stones-of-fortune"
[[luck]]
players = "random"
groups = 2
replays = 3
after = 7
[[luck]]
players = "random"
groups = 2
replays = 3
keep = "chance"
"""


def all_games(text: str, folder: Path) -> list[list[Trace]]:
    experiment = parse_experiment(text)
    run(experiment, Laboratory(folder), here, always)
    return played(experiment, folder)


def test_replays_have_their_beginning_in_common(tmp_path: Path) -> None:
    same_position, same_chance = all_games(LUCK, tmp_path)
    moves = [trace.moves for trace in same_position]
    assert moves[0][:7] == moves[1][:7] == moves[2][:7] != moves[3][:7] == moves[4][:7]
    assert len({game[7:] for game in moves}) == 6
    assert len({trace.moves for trace in same_chance}) == 6


def test_replays_have_their_chances_in_common(tmp_path: Path) -> None:
    text = LUCK.replace("stones-of-fortune", "chainn")
    deals = [trace.moves[0] for trace in all_games(text, tmp_path)[1]]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[4] == deals[5]


def test_paired_variants_meet_the_same_deals(tmp_path: Path) -> None:
    by_count = "options.count = ['sequences', 'moves']"
    text = HEX.replace('"hex"', '"chainn"').replace("options.size = [3, 4]", by_count)
    text = text[: text.index("[[match]]")]
    apart, paired = text, text.replace("games = 12", "games = 3\npaired = true")
    one, other = all_games(paired, tmp_path)
    assert [t.moves for t in one] == [t.moves for t in other]
    one, other = all_games(apart, tmp_path)
    assert not {t.moves[0] for t in one} & {t.moves[0] for t in other}


def test_games_of_another_search_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are kept, though: a change of the search's code may change nothing that it plays."""
    text = HEX.replace('"random"\n[[', '"random:blunder=0.5"\n[[')
    text, laboratory = text[: text.index("[[match]]")], Laboratory(tmp_path)
    few, more = (parse_experiment(text.replace("games = 12", f"games = {n}")) for n in (2, 4))
    run(few, laboratory, here, always)
    assert laboratory.searches(few) == []
    old = played(few, tmp_path)
    for module in (laboratory_module, running):
        monkeypatch.setattr(module, "code_digest", lambda game: "another")
    assert laboratory.searches(few) == ["Played by another version of the search: 1.1, 2.1."]
    run(few, laboratory, here, always)
    assert laboratory.searches(few) == ["Played by another version of the search: 1.1, 2.1."]
    run(more, laboratory, here, always)
    assert laboratory.searches(more) == ["Played by several versions of the search: 1.1, 2.1."]
    assert [games[:2] for games in played(more, tmp_path)] == old


def test_random_games_know_no_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    experiment, laboratory = parse_experiment(HEX[: HEX.index("[[match]]")]), Laboratory(tmp_path)
    run(experiment, laboratory, here, always)
    monkeypatch.setattr(laboratory_module, "code_digest", lambda game: "another")
    assert laboratory.searches(experiment) == []


class First(RandomPlayer):
    """Plays the first of the legal moves, and thinks highly of it."""

    def choose(self, state: State, progress: Progress | None = None) -> str:
        return state.moves()[0]

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        return Advice(state.moves()[0], 0.75)


def test_an_analysis_goes_along_with_the_first_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "lab_player", lambda text, game, seed: First(game, seed))
    text = HEX + '[analysis]\nplayer = "mcts:simulations=5"\ngames = 2\n'
    experiment = parse_experiment(text.replace("games = 12", "games = 3"))
    run(experiment, Laboratory(tmp_path), here, always)
    first = played(experiment, tmp_path)[0]
    assert [trace.values is None for trace in first] == [False, False, True]
    values = first[0].values
    assert values is not None
    assert values[:2].tolist() == [[0.75, 0.25], [0.25, 0.75]]
    assert len(values) == first[0].length
    assert first[0].plies[0].values == (0.75, 0.25)


def test_an_opening_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "lab_player", lambda text, game, seed: First(game, seed))
    text = HEX.replace('"random"\n[[', '"random:blunder=0.5"\n[[')
    experiment = parse_experiment(text.replace("games = 12", "games = 9\nopening = 2"))
    run(experiment, Laboratory(tmp_path), here, always)
    moves = [trace.moves for trace in played(experiment, tmp_path)[0]]
    assert len({game[:2] for game in moves}) > 3
    cells = [f"{file}{rank}" for file in "abc" for rank in "123"]
    for game in moves:
        rest = [cell for cell in cells if cell not in game[:2]]
        assert list(game[2:]) == rest[: len(game) - 2]


def test_choices_can_be_forced(tmp_path: Path) -> None:
    forced = 'options.size = [3, 4]\nforce = "^(b2|c3)$"'
    arms = all_games(HEX.replace("options.size = [3, 4]", forced), tmp_path)
    begun = {trace.moves[:2] for arm in arms for trace in arm}
    assert begun == {("b2", "c3"), ("c3", "b2")}


def test_chance_can_be_forced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = LUCK.replace("stones-of-fortune", "chainn").replace("[[luck]]", FORCED + "[[luck]]", 1)
    deals = [trace.moves[0] for arm in all_games(text, tmp_path) for trace in arm]
    assert all(deal.startswith("deal:AC") for deal in deals)
    assert len(set(deals)) > 1
    monkeypatch.setattr(playing, "DRAWS", 9)
    with pytest.raises(ParlourError, match=r"matched '\^nothing' in 9 draws"):
        all_games(text.replace("^deal:AC", "^nothing"), tmp_path)


FORCED = 'force_chance = "^deal:AC"\n'


def test_games_have_names(whole: list[list[Trace]], tmp_path: Path) -> None:
    experiment, laboratory = parse_experiment(HEX), Laboratory(tmp_path)
    run(experiment, laboratory, here, always)
    assert laboratory.trace(experiment, "2.1.3") == whole[2][2]
    for name in (
        "",
        "2.1",
        "2.1.0",
        "9.1.1",
        "1.9.1",
        "1.1.13",
        "a.b.c",
        "1.1.99999999999",
        "½.1.1",
    ):
        with pytest.raises(BadExperiment):
            laboratory.trace(experiment, name)
    assert [e.title for e in laboratory.experiments()] == ["Small boards of Hex"]


def test_one_run_at_a_time(tmp_path: Path) -> None:
    experiment, laboratory = parse_experiment(HEX), Laboratory(tmp_path)

    def greedy(tasks: Iterator[ArmTask]) -> Iterator[Done]:
        with pytest.raises(ParlourError, match="is running this experiment"):
            run(experiment, laboratory, here, always)
        return here(tasks)

    run(experiment, laboratory, greedy, always)


def test_a_file_that_is_no_store_is_told(tmp_path: Path) -> None:
    experiment = parse_experiment(HEX)
    store = tmp_path / experiment.name / GAMES
    store.parent.mkdir()
    store.write_text("this is no database, and long enough to be seen as none" * 20)
    with pytest.raises(ParlourError, match="cannot be used to keep games"):
        run(experiment, Laboratory(tmp_path), here, always)


@pytest.mark.long
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    """A process is killed in the middle of its work, as a machine that loses power would do it."""
    text = HEX.replace("games = 12", "games = 300").replace('"hex"', '"lines-of-action"')
    text = text.replace("options.size = [3, 4]\n", "")
    file = tmp_path / "killed.toml"
    file.write_text(text)
    command = [sys.executable, "-m", "parlour", "lab", "run", str(file), "--workers", "2"]
    folder = tmp_path / "killed"
    run_of = subprocess.Popen([*command, "--folder", str(folder)], start_new_session=True)
    deadline = time.monotonic() + 60
    while _batches(folder / "killed" / GAMES) < 8 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(run_of.pid, signal.SIGKILL)
    run_of.wait()
    experiment = parse_experiment(text, stem="killed")
    half = sum(map(len, played(experiment, folder)))
    assert 0 < half < 305
    run(experiment, Laboratory(folder), here, always)
    run(experiment, Laboratory(tmp_path / "at once"), here, always)
    assert played(experiment, folder) == played(experiment, tmp_path / "at once")


def _batches(path: Path) -> int:
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as file:
            return int(file.execute("SELECT COUNT(*) FROM batches").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def test_parts_of_several_machines_merged_are_the_whole(
    whole: list[list[Trace]], tmp_path: Path
) -> None:
    experiment = parse_experiment(HEX, stem="hex")
    for part in (1, 2, 3):
        run(experiment, Laboratory(tmp_path / str(part)), here, always, part=(part, 3))
    own = Laboratory(tmp_path / "1")
    assert own.count(experiment) < sum(map(len, whole))
    for part in (2, 3):
        assert dict(own.merge(Laboratory(tmp_path / str(part))))["hex"] > 0
    assert dict(own.merge(Laboratory(tmp_path / "2"))) == {"hex": 0}
    assert played(experiment, own.folder) == whole
    assert own.searches(experiment) == []
    assert [e.name for e in own.experiments()] == ["hex"]


def test_only_what_is_missing_of_a_batch_is_taken(whole: list[list[Trace]], tmp_path: Path) -> None:
    few = parse_experiment(HEX.replace("games = 12", "games = 5").replace("games = 5", "games = 3"))
    run(few, Laboratory(tmp_path / "few"), here, always)
    run(parse_experiment(HEX), Laboratory(tmp_path / "all"), here, always)
    own = Laboratory(tmp_path / "few")
    taken = dict(own.merge(Laboratory(tmp_path / "all")))
    assert sum(taken.values()) + 12 == sum(map(len, whole))
    assert played(parse_experiment(HEX), own.folder) == whole


def test_games_that_are_looked_at_are_not_parted(tmp_path: Path) -> None:
    text = (
        HEX.replace("games = 12\n", "", 1)
        + '[precision]\nmeasure = "length"\nmost = 20\nwithin = 1\n'
    )
    with pytest.raises(BadExperiment, match="--part"):
        run(parse_experiment(text), Laboratory(tmp_path), here, always, part=(1, 2))
    with pytest.raises(ParlourError, match="no experiment was run there"):
        dict(Laboratory(tmp_path).merge(Laboratory(tmp_path / "nothing")))


@pytest.mark.parametrize(("games", "compiles"), [(49, 0), (50, 2)])
def test_an_arm_of_many_games_waits_for_the_compiler(
    games: int, compiles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = []

    class Compiling(First):
        def compile(self) -> None:
            compiled.append(self)

    playing.compile_player.cache_clear()
    monkeypatch.setattr(playing, "lab_player", lambda text, game, seed: Compiling(game, seed))
    text = HEX.replace('"random"\n[[', '["random:blunder=0.5", "random"]\n[[')
    experiment = parse_experiment(text.replace("games = 12", f"games = {games}"))
    for first in range(2):  # once for all games
        playing.play(ArmTask(experiment, 0, 0, 1, first, 1))
    assert len(compiled) == compiles
    playing.compile_player.cache_clear()


def test_two_arms_with_the_same_games_are_refused(tmp_path: Path) -> None:
    text = (
        HEX
        + """[[variant]]
game = "hex:size=3"
label = "again"
"""
    )
    experiment = parse_experiment(text, "twins.toml", tmp_path, "twins")
    with pytest.raises(BadExperiment, match="would play the same games: leave out one of them"):
        run(experiment, Laboratory(tmp_path), here, always)
    assert not [*Laboratory(tmp_path).traces(experiment, 0, 0)]
