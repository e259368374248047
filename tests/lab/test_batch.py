"""Batches of games as bytes and back."""

from __future__ import annotations

from base64 import b64decode
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.kernel.layout import CHANCE
from parlour.lab.batch import GameBatch, PlayedGame, pack, unpack
from parlour.lab.trace import MORE

words = st.integers(-(2**63), 2**63 - 1) | st.integers(-130, 130)
steps = st.lists(st.tuples(st.sampled_from([0, 1, CHANCE, MORE]), words, st.integers(0, 70_000)))


@st.composite
def game(draw: st.DrawFn, analysed: bool) -> PlayedGame:
    rows = draw(steps)
    if rows:
        rows[0] = (0, *rows[0][1:])
    plies = [row for row in rows if row[0] != MORE]
    numbers = st.floats(0, 1, width=32)
    return PlayedGame(
        seed=draw(st.integers(0, 2**63 - 1)),
        players=draw(st.tuples(st.sampled_from("ab"), st.sampled_from("ab"))),
        turns=[row[0] for row in rows],
        words=[row[1] for row in rows],
        choices=[row[2] for row in plies],
        values=[[draw(numbers), draw(numbers)] for _ in plies] if analysed else None,
        scores=draw(
            st.sampled_from([(Fraction(1), Fraction(0)), (Fraction(1, 3), Fraction(2, 3))])
        ),
        reason=draw(st.sampled_from(["joined", "row"])),
        details=draw(st.dictionaries(st.sampled_from("xy"), st.text(max_size=3), max_size=2)),
    )


@given(
    st.booleans().flatmap(lambda a: st.lists(game(a), min_size=1, max_size=6)), st.integers(0, 9)
)
@settings(max_examples=80, deadline=None)
def test_batches_come_back_as_they_were(games: list[PlayedGame], level: int) -> None:
    batch = unpack(pack(GameBatch.of(3, games), level))
    for i, (part, one) in enumerate(zip(batch.games(), games, strict=True)):
        assert part["number"] == 3 + i
        for name in ("seed", "players", "scores", "reason", "details"):
            assert part[name] == getattr(one, name)
        for name in ("turns", "words", "choices"):
            assert part[name].tolist() == list(getattr(one, name))
        if one.values is None:
            assert part["values"] is None
        else:
            assert np.array_equal(part["values"], np.array(one.values, np.float32).reshape(-1, 2))


OLD = (  # a batch of before there were tellings: details game by game
    "eNptkEEOgjAQRQto1KU3ILMmURE3xp3HaFggVKghrYGaLpBbeh3FaSUagqs/8/7Mz7RHh5AGzryqFez9beBDzRLFRV5jSykk"
    "gOgEceBTFKwTiLEBJrLvEIXNKjSeEWNWUtsNNAxeW3iRXLDss50xlfDSbjegC64YlqClgDbwm7bPMH6D97DMTsKdmzga2oiS"
    "iVwVfwx1q8QA7yzWsupjDjz64bSQPGWD+cga5hvw3FE8PnyE23Y291ziEOc5JYQ8Xl23QL0ukaB6rjMx5ht4gl/h"
)


def test_batches_of_before_are_read() -> None:
    first, second = unpack(b64decode(OLD)).games()
    assert (first["details"], second["details"]) == ({"white": "won"}, {})
    assert (first["number"], first["seed"], first["reason"]) == (3, 7, "row")
    assert (second["players"], second["words"].tolist()) == (("b", "a"), [70000, 1])


def of_turns(*games: list[int]) -> GameBatch:
    """A batch of games with these turns."""
    ends = (Fraction(1), Fraction(0)), "row"
    return GameBatch.of(0, [PlayedGame(1, ("a", "b"), t, t, t, None, *ends, {}) for t in games])


def test_few_bytes_for_small_numbers() -> None:
    by_turns = [0, 1] * 5000
    assert len(pack(of_turns(by_turns), 0)) < 2.1 * len(by_turns)
    by_pairs = [0, 0, 1, 1] * 2500
    assert len(pack(of_turns(by_pairs), 0)) < 3.1 * len(by_pairs)


@given(
    st.lists(st.lists(st.integers(-3, 2), max_size=4) | st.just([0, 1, 0]), min_size=1, max_size=4)
)
def test_turns_are_left_out_only_where_they_alternate(games: list[list[int]]) -> None:
    batch = of_turns(*games)
    packed = pack(batch, 0)
    assert unpack(packed).turns.tolist() == [turn for game in games for turn in game]
    alternate = all(turn == i % 2 for game in games for i, turn in enumerate(game))
    assert (b'"turns"' not in packed) == (alternate and any(games))
