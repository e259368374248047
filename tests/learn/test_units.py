"""A network's hidden units beside the tables: against the formula written out, and what they can learn."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.errors import BadRules
from parlour.learn.fit import Data, Fitted, blank, fit
from parlour.learn.patterns import patterns
from parlour.learn.train import TrainingPlan, TrainingRun
from parlour.search.alphabeta.alphabeta_compiled import WIN
from parlour.search.alphabeta.alphabeta_search import AlphaBeta, searcher
from parlour.search.evaluation.ntuple_model import Model, code_count

BREAKTHROUGH = str(Path(__file__).parent / "breakthrough.py")


@pytest.fixture(scope="module")
def game() -> parlour.Game:
    return parlour.game(BREAKTHROUGH, size=6)


def any_network(rules: Any, units: int, seed: int) -> Model:
    """Units drawn at random; tables without weights."""
    rng = np.random.default_rng(seed)
    cells, codes = rules.CODED_CELLS, code_count(rules)
    weights = rng.integers(-600, 600, (cells, codes, units)).astype(np.int16)
    weights[:, 0] = 0
    return replace(
        blank(rules, patterns(rules, 3)),
        phase=np.arange(cells + 1).astype(np.int16),
        scale=100.0,
        unit_weights=weights,
        unit_bias=rng.integers(-900, 900, (2, units)).astype(np.int32),
        unit_out=rng.integers(-3000, 3000, (2, units)).astype(np.int16),
    )


def written_out(rules: Any, model: Model, state: parlour.State) -> float:
    """The value of a position for the seat to move, in plain arithmetic of fractions."""
    codes = [0] * rules.CODED_CELLS
    rules.cells(state.record, codes)
    sums = model.unit_bias[int(state.record.turn)] / 1024
    for cell, code in enumerate(codes):
        sums = sums + model.unit_weights[cell, code] / 1024
    full = model.phase[sum(code > 0 for code in codes)] / 64
    out = model.unit_out[0] * full + model.unit_out[1] * (1 - full)
    return float(np.clip(sums, 0, 1) @ out / 16)


@pytest.mark.parametrize("name", ["english-draughts", "focus", "chess"])
def test_values_are_those_of_the_formula(name: str) -> None:
    game = parlour.game(name)
    rules, model, rng = game.plain.rules, any_network(game.plain.rules, 7, 4), random.Random(2)
    static = game.plain.algorithm("parlour.search.alphabeta.alphabeta_compiled").static
    w, state = searcher(game, model, compiled=False), game.start()
    values = set()
    while state.turn is not None and len(state.history) < 40:
        value = static(w, state.record, int(state.record.turn), -WIN, WIN)
        assert abs(value - written_out(rules, model, state)) <= 1
        values.add(value)
        state.play(rng.choice(state.moves()))
    assert len(values) > 10


@pytest.mark.long
def test_plain_and_compiled_searches_agree(game: parlour.Game) -> None:
    model = any_network(game.plain.rules, 16, 5)
    plain, compiled = AlphaBeta(game, model=model, compiled=False), AlphaBeta(game, model=model)
    state = game.start()
    for _ in range(3):
        one, other = (search.search(state, depth=2) for search in (plain, compiled))
        assert (one.move, one.value, one.nodes) == (other.move, other.value, other.nodes)
        state.play(one.move)


def either(rules: Any, units: int) -> Fitted:
    """A fit to positions won if just one of two middle cells is the mover's: no sum of cells tells it."""
    rng = np.random.default_rng(3)
    count = 12_000
    codes = rng.integers(0, 2, (count, rules.CODED_CELLS)).astype(np.int16)
    won = ((codes[:, 7] == 1) ^ (codes[:, 17] == 1)).astype(float)
    nothing = np.zeros(count)
    seat = np.zeros(count, np.int64)
    data = Data(codes, np.zeros((count, 0), np.int16), seat, nothing, nothing, won)
    made = patterns(rules, 3)
    return fit(
        rules, made, [data], trust=1.0, scale=100.0, use_hand=False, passes=10, seed=1, units=units
    )


@pytest.mark.long
def test_units_learn_what_no_sum_of_cells_can(game: parlour.Game) -> None:
    rules = parlour.game(BREAKTHROUGH, size=5).plain.rules
    assert either(rules, 0).error > 0.2
    assert either(rules, 24).error < 0.1


@pytest.mark.long
def test_a_run_with_units_gives_the_same_bytes(game: parlour.Game, tmp_path: Path) -> None:
    plan = TrainingPlan(
        games=100, nodes=40, passes=2, pairs=0, entries=30, units=4, least=1, most=6
    )
    written = []
    for name in ("one", "other"):
        run = TrainingRun(game, plan, tmp_path / name, progress=lambda text: None)
        run.generation()
        assert run.best is not None
        run.best.check(game.plain.rules)
        written.append((tmp_path / name / "model-0.npz").read_bytes())
    assert written[0] == written[1]
    model = Model.load(tmp_path / "one" / "model-0.npz")
    assert model.units == 4
    assert model.digest != replace(model, unit_out=model.unit_out + np.int16(1)).digest


def test_units_of_another_board_are_refused(game: parlour.Game) -> None:
    rules = game.plain.rules
    model = any_network(rules, 4, 1)
    model.check(rules)
    for wrong in (
        {"unit_weights": model.unit_weights[1:]},
        {"unit_bias": model.unit_bias[:, 1:]},
        {"unit_out": model.unit_out.astype(np.int64)},
    ):
        with pytest.raises(BadRules, match="not made for this board"):
            replace(model, **wrong).check(rules)
