"""Measures as others published them, each where its value can be worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from math import inf, isnan, log10, sqrt

import numpy as np
import pytest

import parlour
from parlour.errors import ParlourError
from parlour.lab.measures import gather, measures
from parlour.lab.measures.clarity import JudgedPosition, clarity, glance
from parlour.lab.measures.facts import PLAIN
from parlour.lab.measures.position_facts import places, repeated, space_bound
from parlour.lab.measures.skill import of_ladder, per_doubling, skill_trace
from parlour.lab.measures.summaries import SUMMARIES, summary
from parlour.lab.measures.swing_facts import ANALYSED, SAMPLED
from parlour.lab.measures.tree_size import leaves, positions_by_depth
from parlour.lab.stats import proportion
from parlour.lab.trace import Trace
from tests.lab.traces import random_trace, told_trace

FACTS = {fact.name: fact for fact in (*PLAIN, *ANALYSED, *SAMPLED)}


def of(name: str, trace: Trace) -> float:
    return FACTS[name].of(trace)


def first(*values: float) -> list[tuple[float, float]]:
    """What the first of two seats expects, and the second."""
    return [(value, 1 - value) for value in values]


def test_a_killer_move_is_the_largest_gain_within_a_round() -> None:
    # The first seat: 0.5, 0.5, 0.9 (+0.4 from ply 0 to 2), 0.9, 0.6: the second seat gains 0.3 by ply 4.
    assert of("killer-moves", told_trace(first(0.5, 0.5, 0.9, 0.9, 0.6))) == pytest.approx(0.4)
    assert of("killer-moves", told_trace(first(0.5, 0.5, 0.5, 0.5))) == pytest.approx(0)


def test_momentum_is_gain_upon_gain() -> None:
    rising = told_trace(first(0.5, 0.5, 0.6, 0.6, 0.7, 0.7))
    assert of("momentum", rising) == pytest.approx(1)
    undone = told_trace(first(0.5, 0.5, 0.7, 0.7, 0.5, 0.5))
    assert of("momentum", undone) == pytest.approx(0)
    assert isnan(of("momentum", told_trace(first(0.5, 0.5, 0.5, 0.5, 0.5))))


def test_correction_is_the_lead_that_goes() -> None:
    steady = told_trace(first(0.8, 0.8, 0.8, 0.8, 0.8))
    assert of("correction", steady) == pytest.approx(0)
    # The smoothed leads are 0.6, 0.6, 0.3, -0.3 …: all of the first lead is there after a ply, none later.
    lost = told_trace(first(0.8, 0.8, 0.8, 0.5, 0.5, 0.5, 0.5))
    assert 0 < of("correction", lost) <= 1


def test_stability_is_a_variance() -> None:
    assert of("stability", told_trace(first(0.4, 0.6))) == pytest.approx(0.01)
    assert of("stability", told_trace(first(0.7, 0.7, 0.7))) == pytest.approx(0)


def test_decisiveness_is_when_the_winner_passes_all_that_losers_hoped() -> None:
    # The loser never expects more than 0.5, and the winner more than that from ply 3 of 8 on, smoothed.
    trace = told_trace(first(0.5, 0.5, 0.5, 0.5, 0.9, 0.9, 0.9, 0.9))
    assert of("decisiveness-moves", trace) == pytest.approx(3 / 8)
    assert isnan(of("decisiveness-moves", told_trace(first(0.5, 0.5), scores=("1/2", "1/2"))))


def test_half_time_is_what_a_lead_is_worth() -> None:
    assert of("half-time", told_trace(first(0.5, 0.9, 0.9, 0.9))) == 1
    assert of("half-time", told_trace(first(0.5, 0.1, 0.1, 0.1))) == 0
    assert isnan(of("half-time", told_trace(first(0.5, 0.5, 0.5, 0.5))))


def test_obstruction_is_choice_that_is_gone() -> None:
    # The first seat has 4, 2, 2 moves, the second 9, 9: a half, nothing, nothing.
    trace = told_trace(choices=(4, 9, 2, 9, 2))
    assert of("obstruction", trace) == pytest.approx(1 / 6)
    assert isnan(of("obstruction", told_trace(choices=(4, 9))))


def test_summaries_of_a_series_by_hand() -> None:
    series = np.array([1.0, 3.0, 2.0, 2.0, 5.0])
    expected = {
        "median": 2,
        "most": 5,
        "least": 1,
        "variance": 1.84,
        "change": 1,
        "sign": 0.25,
        "slope": 0.7,
        "turns": 0.5,
        "rise": 3,
        "fall": -1,
    }
    assert expected.keys() == SUMMARIES.keys()
    for name, value in expected.items():
        assert summary(name, series) == pytest.approx(value), name
    assert isnan(summary("slope", np.array([1.0])))
    assert isnan(summary("median", np.array([])))
    trace = told_trace(choices=(1, 3, 2, 2, 5))
    assert of("branching:fall", trace) == -1
    assert of("branching:turns", trace) == pytest.approx(0.5)


def test_repetition_counts_what_had_been_there() -> None:
    assert repeated([("a",), ("b",), ("a",), ("b",)]) == 0.5
    assert repeated([("a",), ("b",)]) == 0


def test_places_of_a_game_of_stones() -> None:
    trace = random_trace("hex:size=3,pie=no", 1)
    found = places(trace)
    assert found.positional == found.situational == 0
    assert isnan(found.distance)  # stones do not move
    assert (found.kinds, found.cells) == (2, 9)
    assert found.numbers[-1] == pytest.approx(9 * log10(3))
    moves = [trace.game.start().scene().cells]
    at = {cell.name: (cell.x, cell.y) for cell in moves[0]}
    ends = [at[text] for text in trace.moves]
    far = [sqrt((a - c) ** 2 + (b - d) ** 2) for (a, b), (c, d) in pairwise(ends)]
    assert found.response == pytest.approx(np.mean(far))
    assert space_bound(10, 9) == 10


def test_a_position_that_comes_back_is_a_repetition() -> None:
    trace = random_trace("chess", 5)
    game = trace.game
    state = game.start()
    moves = ["g1-f3", "g8-f6", "f3-g1", "f6-g8"]
    codes = []
    for text in moves:
        codes.append(state.code(text))
        state.play(text)
    knights = told_trace(choices=(20, 20, 20, 20))
    object.__setattr__(knights, "variant", "chess")
    object.__setattr__(knights, "words", np.array(codes, np.int64))
    found = places(knights)
    assert found.positional == pytest.approx(1 / 5)
    assert found.distance == pytest.approx(sqrt(5))


def test_knuths_estimate_is_of_the_product_and_not_of_its_logarithm() -> None:
    assert leaves(np.log10([2.0, 4.0])).value == pytest.approx(log10(3))
    assert leaves(np.array([])).n == 0
    assert leaves(np.array([1.0])).high == inf
    name = "hex:size=3,pie=no"
    traces = (random_trace(name, number) for number in range(100))
    arm = gather(traces, parlour.game(name), played_again=False)
    found = {m.key: m.estimate for m in measures(arm)}
    exact = log10(_games(name))
    assert found["tree-leaves"].low <= exact <= found["tree-leaves"].high
    assert found["complexity"].value < exact


def _games(name: str) -> int:
    """How many games there are, from each position once."""
    known: dict[str, int] = {}

    def count(state: parlour.State) -> int:
        if state.outcome is not None:
            return 1
        if state.text not in known:
            afters = [state.copy().play(text) for text in state.moves()]
            known[state.text] = sum(map(count, afters))
        return known[state.text]

    return count(parlour.game(name).start())


def test_positions_are_counted_once_at_each_depth() -> None:
    start = parlour.game("hex:size=3,pie=no").start()
    assert positions_by_depth(start, 3) == [1, 9, 72, 252]
    with pytest.raises(ParlourError, match="no chance"):
        positions_by_depth(parlour.game("stones-of-fortune").start(), 2)


def test_elo_for_each_doubling() -> None:
    e = per_doubling(proportion(91, 100), 10)  # ten to one: 400 Elo, but for a hair
    assert 400 / 3.3220 < e.value < 403 / 3.3219
    assert e.low < e.value < e.high
    assert per_doubling(proportion(5, 5), 10).value == inf
    both = of_ladder([proportion(91, 100), proportion(50, 100)], 10)
    assert both.value == pytest.approx(e.value / 2)
    assert both.low < both.value < both.high
    assert of_ladder([proportion(5, 5)], 2).high == inf


def test_ludiis_skill_trace_by_hand() -> None:
    level = skill_trace([0.5, 0.5, 0.5])
    assert (level.slope, level.predicted, level.trace) == pytest.approx((0, 0, 0), abs=1e-12)
    falling = skill_trace(
        [1.0, 0.75, 0.5]
    )  # results 1, 0.5, 0: the line is at -1 for the next but one
    assert falling.slope == pytest.approx(-0.5)
    assert falling.predicted == 0
    assert falling.trace == pytest.approx(1.25)
    assert skill_trace([0.5, 0.75, 1.0]).trace == pytest.approx(1)


def test_a_judged_position_by_hand() -> None:
    one = JudgedPosition(np.array([0.9, 0.5, 0.4]), np.array([0.3, 0.6, 0.1]), 0.95)
    assert one.foul == 1  # the second looks best and is 0.4 worse
    assert one.puzzle == 1
    assert one.cool == pytest.approx(0.05)
    assert one.narrowness == pytest.approx(1 / 3)
    easy = JudgedPosition(np.array([0.9, 0.88, 0.4]), np.array([0.3, 0.6, 0.1]), 0.5)
    assert (easy.foul, easy.puzzle, easy.cool) == (0, 0, 0)
    assert glance("mcts:simulations=500") == "mcts:simulations=50"
    assert glance("alphabeta:nodes=5,noise=3") == "alphabeta:nodes=1,noise=3"
    assert glance("alphabeta:depth=2") == "alphabeta:depth=2"


def test_clarity_judges_positions_of_games() -> None:
    traces = [random_trace("hex:size=3,pie=no", number) for number in range(3)]
    found = {m.key: m.estimate for m in clarity(traces, "mcts:simulations=20")}
    assert {*found} == {
        f"clarity:{name}" for name in ("narrowness", "spread", "foul-up", "coolness", "puzzles")
    }
    assert all(0 <= e.value <= 1 for e in found.values())
