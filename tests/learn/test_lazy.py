"""Lazy evaluation: the hand-written evaluation stands for a learnt one that is far outside the window."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.errors import BadRules
from parlour.learn.fit import Data, blank
from parlour.learn.lazy import rough, values
from parlour.learn.patterns import patterns
from parlour.learn.playing import Arena
from parlour.learn.train import TrainingPlan, TrainingRun
from parlour.search.alphabeta.alphabeta_compiled import WIN
from parlour.search.alphabeta.alphabeta_search import AlphaBeta, searcher
from parlour.search.evaluation.ntuple_model import LARGEST, Model, learnt_model
from parlour.search.search_result import SearchResult


@pytest.fixture(scope="module")
def game() -> parlour.Game:
    return parlour.game("lines-of-action")


@pytest.fixture(scope="module")
def model(game: parlour.Game) -> Model:
    shipped = learnt_model(game)
    assert shipped is not None
    return replace(shipped, rough=np.zeros(3, np.int64))


def positions(game: parlour.Game, count: int) -> tuple[list[Any], Data]:
    """Positions of random games, and what is learnt from of them."""
    rules, rng = game.plain.rules, random.Random(4)
    records, rows = [], []
    state = game.start()
    while len(records) < count:
        if state.turn is None:
            state = game.start()
        s = state.copy().record
        row = [0] * (rules.CODED_CELLS + rules.EXTRAS)
        rules.cells(s, row)
        counts = [0] * rules.EXTRAS
        rules.extras(s, counts)
        row[rules.CODED_CELLS :] = counts
        rows.append([*row, s.turn, rules.evaluate(s, s.turn), 0, 0])
        records.append(s)
        state.play(rng.choice(state.moves()))
    whole = np.array(rows, np.int64)
    at, end = rules.CODED_CELLS, rules.CODED_CELLS + rules.EXTRAS
    codes, counted = whole[:, :at].astype(np.int16), whole[:, at:end].astype(np.int16)
    hand, nothing = whole[:, end + 1].astype(float), np.zeros(count)
    return records, Data(codes, counted, whole[:, end], hand, nothing, nothing)


@pytest.mark.parametrize(("name", "units"), [("focus", 0), ("royal-draughts", 0), ("focus", 3)])
def test_values_are_those_of_the_search(name: str, units: int) -> None:
    game = parlour.game(name)
    rules, rng = game.plain.rules, np.random.default_rng(2)
    empty = blank(rules, patterns(rules, 300), units)
    model = replace(
        empty,
        weights=rng.integers(-400, 400, empty.weights.size).astype(np.int16),
        phase=np.arange(len(empty.phase)).astype(np.int16),
        count_weights=rng.integers(-400, 400, empty.count_weights.size).astype(np.int32),
        hand=77,
        scale=100.0,
        unit_out=rng.integers(-3000, 3000, empty.unit_out.shape).astype(np.int16),
    )
    records, data = positions(game, 60)
    static = game.plain.algorithm("parlour.search.alphabeta.alphabeta_compiled").static
    w = searcher(game, model, compiled=False)
    found = [static(w, s, s.turn, -WIN, WIN) for s in records]
    assert values(rules, model, data, np.arange(60)).tolist() == found


def test_most_values_are_as_near_as_the_model_says(game: parlour.Game, model: Model) -> None:
    data = positions(game, 400)[1]
    weight, least, most = rough(game.plain.rules, model, data)
    found = values(game.plain.rules, model, data, np.arange(400))
    error = found - weight * data.hand / 256
    assert least < most
    assert 0.94 <= float(((error >= least - 1) & (error <= most + 1)).mean()) < 1
    nothing = replace(data, hand=np.zeros(400))
    assert not rough(game.plain.rules, model, nothing).any()


@pytest.mark.long
def test_nothing_changes_where_no_value_is_far_enough(game: parlour.Game, model: Model) -> None:
    """And what is lazy is so in both forms alike, and looks at other positions."""
    state = game.start()
    for move in ("b1-b3", "a2-c2", "e1-c3"):
        state.play(move)
    wide, near = (replace(model, rough=np.array([190, -r, r])) for r in (LARGEST, 5))
    exact, same, lazy = (looked(game, state, one, compiled=True) for one in (model, wide, near))
    assert exact == same
    assert lazy != exact
    assert lazy == looked(game, state, near, compiled=False)


def looked(
    game: parlour.Game, state: parlour.State, model: Model, compiled: bool
) -> tuple[str, int, int]:
    found: SearchResult = AlphaBeta(game, model=model, compiled=compiled).search(state, depth=3)
    return found.move, found.value, found.nodes


def test_files_from_before_there_was_laziness_are_read(model: Model, tmp_path: Path) -> None:
    lazy = replace(model, rough=np.array([190, -30, 20]))
    lazy.save(tmp_path / "new.npz")
    assert Model.load(tmp_path / "new.npz").digest == lazy.digest != model.digest
    with np.load(tmp_path / "new.npz") as data:
        np.savez(tmp_path / "old.npz", **{name: data[name] for name in data if name != "rough"})
    assert Model.load(tmp_path / "old.npz").digest == model.digest


@pytest.mark.parametrize("wrong", [[190, 20, -30], [190, -1, LARGEST + 1], [1, 2], [0.5, 1, 2]])
def test_laziness_that_is_none_is_refused(
    game: parlour.Game, model: Model, wrong: list[float]
) -> None:
    with pytest.raises(BadRules, match="not made for this board"):
        replace(model, rough=np.array(wrong)).check(game.plain.rules)


@pytest.mark.parametrize("gains", [True, False])
def test_a_run_keeps_laziness_if_it_gains(
    game: parlour.Game,
    model: Model,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    gains: bool,
) -> None:
    def pairs(
        arena: Arena, one: Model, other: Model | None, nodes: tuple[int, int], n: int
    ) -> list[float]:
        return [1.0 if other is None or (gains and one.lazy) else 0.5] * n

    monkeypatch.setattr(Arena, "pairs", pairs)
    monkeypatch.setattr(Arena, "speed", lambda *args: 1000.0)
    run = TrainingRun(game, TrainingPlan(pairs=40), tmp_path, progress=lambda text: None)
    tested, found = run._test(model, 0, np.array([190, -30, 20]))
    assert tested.lazy == found["lazy"]["taken"] == gains
    assert found["taken"]
