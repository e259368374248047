"""Learning end to end on a small game: the same weights from the same seed, and better play."""

from __future__ import annotations

import contextlib
import math
import pickle
import random
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.errors import BadOption, BadRules, MissingExtra, ParlourError
from parlour.learn.fit import blank, exported, indices, new_learner, scale_of
from parlour.learn.gain import GainMatch, elo, sequential
from parlour.learn.patterns import patterns, symmetries
from parlour.learn.playing import Arena, Openings, Rows
from parlour.learn.report import outcome, write_report
from parlour.learn.train import SelfPlayBatch, TrainingPlan, TrainingRun, play_batch, speed_ratio
from parlour.search.alphabeta.alphabeta_compiled import UNPROVEN, WIN
from parlour.search.alphabeta.alphabeta_search import AlphaBeta, searcher
from parlour.search.evaluation import ntuple_model as pattern_model
from parlour.search.evaluation.ntuple_model import Model, code_count, put_model
from tests.conftest import at_length

BREAKTHROUGH = str(Path(__file__).parent / "breakthrough.py")
ANY = -WIN, WIN  # a window in which no value is out of reach
SMALL = TrainingPlan(games=300, nodes=60, passes=3, pairs=0, entries=300, least=1, most=6)


@pytest.fixture(scope="module")
def game() -> parlour.Game:
    return parlour.game(BREAKTHROUGH, size=6)


@pytest.fixture(scope="module")
def learnt(game: parlour.Game, tmp_path_factory: pytest.TempPathFactory) -> TrainingRun:
    run = TrainingRun(game, SMALL, tmp_path_factory.mktemp("run"), progress=lambda text: None)
    assert run.generation()
    assert run.generation()
    return run


def any_model(rules: object, seed: int) -> Model:
    """Weights drawn at random."""
    empty = blank(rules, patterns(rules, 300))
    rng = np.random.default_rng(seed)
    return Model(
        empty.first,
        empty.pattern,
        empty.steps,
        empty.base,
        rng.integers(-400, 400, empty.weights.size).astype(np.int16),
        np.arange(len(empty.phase)).astype(np.int16),
        rng.integers(-400, 400, empty.count_weights.size).astype(np.int32),
        hand=77,
        scale=100.0,
    )


def model_of(rules: Any, weights: Any, scale: float) -> Model:
    """The model of weights that were learnt, on boards that all count as empty."""
    made, phase = patterns(rules, 300), np.zeros(rules.CODED_CELLS + 1, np.int64)
    units = new_learner(rules, 0, 1).units
    return exported(rules, made, indices(rules, made), weights, 0.0, phase, scale, units)


@pytest.mark.parametrize(
    "name",
    [
        "english-draughts",
        "focus",
        "lines-of-action",
        at_length("merger-chess"),
        "tumbling-down",
    ],
)
def test_what_is_brought_up_to_date_is_what_is_computed_anew(name: str) -> None:
    """Positions in any order, of both seats: the values are those of a searcher that saw nothing before."""
    game = parlour.game(name)
    rules, model, rng = game.plain.rules, any_model(game.plain.rules, 1), random.Random(1)
    static = game.plain.algorithm("parlour.search.alphabeta.alphabeta_compiled").static
    kept, fresh = (searcher(game, model, compiled=False) for _ in range(2))
    for _ in range(2):
        state = game.start()
        while state.turn is not None and len(state.history) < 20:
            s = state.record
            codes = [0] * rules.CODED_CELLS
            rules.cells(s, codes)
            assert all(0 <= code < code_count(rules) for code in codes)
            put_model(fresh, rules, model, UNPROVEN)
            value = static(fresh, s, 0, *ANY)
            assert static(kept, s, 0, *ANY) == value == -static(fresh, s, 1, *ANY)
            assert list(kept.codes[s.turn]) == codes
            state.play(rng.choice(state.moves()))


def test_with_chance_or_grades_values_are_parts_of_a_win() -> None:
    """As results are, so that averages of values and ends mean something."""
    game = parlour.game("twindraughts")
    model = any_model(game.plain.rules, 3)
    w = searcher(game, model, compiled=False)
    expectation = game.plain.algorithm("parlour.search.alphabeta.alphabeta_compiled").expectation
    leads = range(-2000, 2001, 25)
    found = [expectation(w, lead) for lead in leads]
    assert found == sorted(found)
    assert expectation(w, 0) == 0
    for lead, value in zip(leads, found, strict=True):
        share = 1 / (1 + math.exp(-lead / model.scale))
        assert abs(value / UNPROVEN - (2 * share - 1)) < 0.001
    state = game.start()
    while state.turn == parlour.CHANCE:
        state.play(state.draw(1))
    assert abs(AlphaBeta(game, model=model, compiled=False).search(state, depth=1).value) < WIN


@pytest.mark.long
def test_plain_and_compiled_searches_agree(game: parlour.Game) -> None:
    model = any_model(game.plain.rules, 2)
    plain, compiled = AlphaBeta(game, model=model, compiled=False), AlphaBeta(game, model=model)
    state = game.start()
    for _ in range(3):
        one, other = (searcher.search(state, depth=2) for searcher in (plain, compiled))
        assert (one.move, one.value, one.nodes) == (other.move, other.value, other.nodes)
        state.play(one.move)


@pytest.mark.long
def test_the_same_run_gives_the_same_bytes(
    game: parlour.Game, learnt: TrainingRun, tmp_path: Path
) -> None:
    """Also where it is broken off and taken up again."""
    for _ in range(3):
        TrainingRun(game, SMALL, tmp_path, progress=lambda text: None).generation(end=float("-inf"))
    run = TrainingRun(game, SMALL, tmp_path, progress=lambda text: None)
    while len(run.log) < 2:
        run.generation()
    assert same_weights(tmp_path, learnt)
    assert run.best is not None
    assert learnt.best is not None
    assert run.best.digest == learnt.best.digest


@pytest.mark.long
def test_it_does_not_matter_in_which_order_games_are_played(
    game: parlour.Game, learnt: TrainingRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor that whoever plays them has nothing of the run's folder."""

    def played(run: TrainingRun, asked: Iterator[SelfPlayBatch]) -> Iterator[tuple[int, Rows]]:
        sent = [pickle.dumps(batch) for batch in asked]
        assert str(tmp_path).encode() not in b"".join(sent)
        return map(play_batch, map(pickle.loads, reversed(sent)))

    monkeypatch.setattr(TrainingRun, "_play_batches", played)
    run = TrainingRun(game, SMALL, tmp_path, progress=lambda text: None)
    run.generation()
    run.generation()
    assert same_weights(tmp_path, learnt)


def same_weights(folder: Path, learnt: TrainingRun) -> bool:
    """Whether a run's folder has the weights of `learnt`, byte for byte."""
    names = ("model-0.npz", "model-1.npz")
    return all((folder / n).read_bytes() == (learnt.folder / n).read_bytes() for n in names)


@pytest.mark.long
def test_a_cluster_plays_the_same_games(
    game: parlour.Game, learnt: TrainingRun, tmp_path: Path
) -> None:
    """Also where the run is broken off and taken up again."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster:
        where = cluster.scheduler_address
        broken = TrainingRun(game, SMALL, tmp_path, progress=lambda text: None, cluster=where)
        assert not broken.generation(end=float("-inf"))
        kept = len(list(tmp_path.glob("games-0-*.npy")))
        assert 0 < kept < len(broken._batches(0))
        run = TrainingRun(game, SMALL, tmp_path, progress=lambda text: None, cluster=where)
        run.generation()
        run.generation()
    assert same_weights(tmp_path, learnt)


@pytest.mark.long
def test_a_cluster_that_is_not_there_is_told(game: parlour.Game, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    run = TrainingRun(
        game, SMALL, tmp_path, progress=lambda text: None, cluster="tcp://127.0.0.1:1"
    )
    with pytest.raises(ParlourError, match="there is no Dask scheduler at"):
        run.generation()


def test_without_dask_it_is_told_what_to_install(
    game: parlour.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match=r"pip install 'parlour\[cluster\]'"):
        TrainingRun(game, SMALL, tmp_path, cluster="tcp://127.0.0.1:1")


@pytest.mark.long
def test_what_was_learnt_plays_better(game: parlour.Game, learnt: TrainingRun) -> None:
    """Against a search that knows nothing but ends; fixed seeds, so that it is no matter of luck."""
    shape = blank(game.plain.rules, patterns(game.plain.rules, SMALL.entries))
    arena = Arena(game, shape, Openings(2, 6), seed=5)
    scores = arena.pairs(learnt.best, None, (60, 60), 40)
    assert sum(scores) / len(scores) > 0.6


def test_more_games_are_played_after_a_generation_that_gained_nothing(
    game: parlour.Game, tmp_path: Path
) -> None:
    run = TrainingRun(game, replace(SMALL, games=100), tmp_path, progress=lambda text: None)
    run.log = [{"generation": 0, "taken": True}, {"generation": 1, "taken": False}]
    assert [run.games(number) for number in range(4)] == [100, 100, 400, 400]
    run.log.append({"generation": 2, "taken": False})
    assert run.games(3) == 1600
    assert [len(run._batches(number)) for number in range(4)] == [1, 1, 4, 16]


def test_weights_of_large_values_are_not_cut_off(game: parlour.Game) -> None:
    """Where the odds change by thousands of units, as hand-written evaluations have them."""
    rules = game.plain.rules
    where = indices(rules, patterns(rules, 300))
    weights = np.random.default_rng(4).normal(0, 2, (where.bias + 2, 2))
    small, large = (model_of(rules, weights, scale) for scale in (100.0, 2e4))
    assert small.grain == 1 < large.grain
    assert large.digest != replace(large, grain=1).digest
    static = game.plain.algorithm("parlour.search.alphabeta.alphabeta_compiled").static
    one, other = (searcher(game, model, compiled=False) for model in (small, large))
    state, rng = game.start(), random.Random(3)
    for _ in range(20):
        values = [static(w, state.record, int(state.record.turn), *ANY) for w in (one, other)]
        assert values[1] == pytest.approx(200 * values[0], abs=500)
        state.play(rng.choice(state.moves()))
        if state.turn is None:
            state = game.start()


@pytest.mark.long
def test_a_margin_that_was_learnt_leaves_out_what_stands_far_above(
    game: parlour.Game, learnt: TrainingRun
) -> None:
    """As one that a rules file gives; the plain form leaves out the same as the compiled one."""
    assert learnt.best is not None
    searched = []
    for margin in (0, 12, 2):
        model = replace(learnt.best, margin=margin)
        found = [
            AlphaBeta(game, model=model, compiled=compiled).search(game.start(), depth=5)
            for compiled in (False, True)
        ]
        assert (found[0].move, found[0].value, found[0].nodes) == (
            found[1].move,
            found[1].value,
            found[1].nodes,
        )
        searched.append(found[0].nodes)
    assert searched[0] > searched[1] > searched[2]


@pytest.mark.long
def test_a_run_takes_the_first_margin_that_wins(
    game: parlour.Game, learnt: TrainingRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And keeps it from generation to generation, in its files and its report."""
    assert learnt.best is not None
    unit = learnt.best.scale

    def pairs(
        arena: Arena, one: Model, other: Model, nodes: tuple[int, int], n: int
    ) -> list[float]:
        better = one.margin == round(0.15 * unit) or other is None
        return [0.5 + better / 2] * n

    monkeypatch.setattr(Arena, "pairs", pairs)
    monkeypatch.setattr(Arena, "speed", lambda *args: 1000.0)
    run = TrainingRun(
        game, replace(SMALL, games=100, pairs=40), tmp_path, progress=lambda text: None
    )
    run.generation()
    run.generation()
    assert run.log[0]["margin"]["units"] == round(0.15 * unit)
    assert "margin" not in run.log[1]
    for number in range(2):
        assert Model.load(tmp_path / f"model-{number}.npz").margin == round(0.15 * unit)
    assert f"with a margin of {round(0.15 * unit)}: +" in write_report(run).read_text()


def test_the_seats_that_share_tables_share_the_constant() -> None:
    """The tables of both have the mean of what was learnt of each."""
    rules = parlour.game("lines-of-action").plain.rules
    where = indices(rules, patterns(rules, 300))
    weights = np.zeros((where.bias + 2, 2))
    weights[where.bias :] = [[1.0, 2.0], [3.0, 4.0]]
    model = model_of(rules, weights, 100.0)
    start = model.weights.reshape(-1, 2)[model.base // 2].sum(axis=0)
    assert start == pytest.approx(np.array([2.0, 3.0]) * 100 * 16, abs=50)


@pytest.mark.long
def test_another_plan_does_not_go_into_the_same_folder(
    game: parlour.Game, learnt: TrainingRun
) -> None:
    with pytest.raises(BadOption, match="other settings: seed"):
        TrainingRun(game, TrainingPlan(**{**vars(SMALL), "seed": 2}), learnt.folder)


@pytest.mark.long
def test_a_run_goes_on_from_the_weights_that_a_game_has(
    learnt: TrainingRun, tmp_path: Path
) -> None:
    file = Path(shutil.copy(BREAKTHROUGH, tmp_path))
    game = parlour.game(str(file), size=6)
    plan = replace(SMALL, onward=True, games=100)
    with pytest.raises(BadOption, match="no weights"):
        TrainingRun(game, plan, tmp_path / "none")
    assert learnt.best is not None
    learnt.best.save(file.with_name("breakthrough.weights.npz"))
    pattern_model._shipped.clear()  # what was looked for and not found is remembered
    with pytest.raises(BadOption, match="entries=300,units=0,hand=no"):
        TrainingRun(game, replace(plan, entries=30), tmp_path / "other")
    run = TrainingRun(game, plan, tmp_path / "run", progress=lambda text: None)
    assert run.best is not None
    assert run.best_path == file.with_name("breakthrough.weights.npz")
    assert run.generation()
    entry = run.log[0]
    assert entry["units"] == learnt.best.scale
    assert entry["trust"] == pytest.approx(0.3 + 0.1 * 2)
    assert run.best_path == tmp_path / "run" / "model-0.npz"
    assert "at first the weights that the game had." in write_report(run).read_text()
    assert run.generation()
    assert run.log[1]["trust"] == pytest.approx(0.3 + 0.1 * 3)


def test_a_run_that_gained_nothing_has_only_what_it_began_with(tmp_path: Path) -> None:
    """Weights that are asked lazily are gone on from too."""
    game = parlour.game("focus")
    run = TrainingRun(game, TrainingPlan(onward=True), tmp_path, progress=lambda text: None)
    assert run.best is not None
    assert run.best.lazy
    assert run.taken_path is None
    assert run.best_path == pattern_model.weights_path(game)


@pytest.mark.parametrize("gains", [True, False])
def test_the_report_tells_of_laziness(gains: bool) -> None:
    found = outcome({"taken": True, "lazy": {"taken": gains, "text": "+21"}})
    assert found == f"taken; {'lazy' if gains else 'lazy it would gain nothing'}: +21"


def test_games_that_cannot_be_learnt_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRules, match="declares no board"):
        TrainingRun(parlour.game("hex"), SMALL, tmp_path)


def test_a_broken_file_of_weights_is_told(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    np.savez(path, first=np.zeros(3))
    with pytest.raises(BadRules, match="no file of weights"):
        Model.load(path)


def test_damaged_weights_raise_nothing_else(tmp_path: Path) -> None:
    """Cut off or changed anywhere; and what can be read but does not fit the board is not used."""
    rules = parlour.game("focus").plain.rules
    model = replace(any_model(rules, 1), about='{"parameters": "()"}')
    path, rng = tmp_path / "weights.npz", random.Random(1)
    model.save(path)
    whole = path.read_bytes()
    Model.load(path).check(rules)
    for _ in range(150):
        damaged = bytearray(whole[: rng.randrange(len(whole))] if rng.random() < 0.3 else whole)
        for _ in range(rng.randrange(1, 4)):
            if damaged:
                damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        path.write_bytes(damaged)
        with contextlib.suppress(BadRules):
            Model.load(path)
    for wrong in (
        {"pattern": model.pattern + 1},
        {"weights": model.weights[:-2]},
        {"scale": 0.0},
        {"grain": 0},
        {"grain": 1 << 40},
        {"margin": -1},
        {"margin": 1 << 40},
    ):
        with pytest.raises(BadRules, match="not made for this board"):
            replace(model, **wrong).check(rules)


def test_scale_is_found_again() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(0, 80, 20_000)
    results = (rng.random(20_000) < 1 / (1 + np.exp(-values / 50))).astype(float)
    assert scale_of(values, results) == pytest.approx(50, rel=0.05)


def test_elo() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert GainMatch((0.5,) * 10).share == 0.5


@pytest.mark.parametrize(("strength", "gains"), [(0.65, True), (0.5, False)])
def test_the_sequential_test_finds_gains(strength: float, gains: bool) -> None:
    """In nearly all of 20 tests of players of known strength, each of two matches as in `train`."""
    rng = random.Random(7)

    def play(count: int) -> list[float]:
        return [((rng.random() < strength) + (rng.random() < strength)) / 2 for _ in range(count)]

    found = [sequential(play, 300)[1] and sequential(play, 300)[1] for _ in range(20)]
    assert sum(found) >= 18 if gains else sum(found) <= 2


@pytest.mark.parametrize("name", ["lines-of-action", "focus"])
def test_declared_symmetries_hold(name: str) -> None:
    """Where the start looks the same turned over, what can follow it does too."""
    game = parlour.game(name)
    rules = game.plain.rules
    maps = symmetries(rules.CELL_PLACES, rules.CELL_SYMMETRY)

    def codes(state: parlour.State) -> tuple[int, ...]:
        out = [0] * rules.CODED_CELLS
        rules.cells(state.record, out)
        return tuple(out)

    def image(row: tuple[int, ...], by: tuple[int, ...]) -> tuple[int, ...]:
        moved = dict(zip(by, row, strict=True))
        return tuple(moved[cell] for cell in range(len(row)))

    start = game.start()
    kept = [by for by in maps if image(codes(start), by) == codes(start)]
    assert len(kept) > 1
    following = sorted(codes(start.copy().play(move)) for move in start.moves())
    for by in kept:
        assert sorted(image(row, by) for row in following) == following


def test_models_that_differ_in_weights_alone_are_taken_to_be_equally_fast(
    game: parlour.Game,
) -> None:
    rules = game.plain.rules
    model, bare = any_model(rules, 1), blank(rules, patterns(rules, 300))
    unequal = (bare, blank(rules, patterns(rules, 300), units=4), blank(rules, patterns(rules, 30)))
    nothing: Arena = None  # type: ignore[assignment]  # nothing is played
    assert speed_ratio(nothing, model, any_model(rules, 2), 100) == 1.0
    assert not any(model.takes_as_long_as(other) for other in unequal)
