"""The primitives: plain and compiled twins agree on every word."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.kernel import primitives
from parlour.kernel.compilation.intrinsics import TWINS

words = st.integers(-(2**63), 2**63 - 1)
EDGES = (0, 1, -1, 2**63 - 1, -(2**63), 0x5555555555555555)


def twin(name: str):  # type: ignore[no-untyped-def]
    return TWINS[getattr(primitives, name)]


@given(words)
def test_bits(x: int) -> None:
    for name in ("popcount", "lowest", "highest", "wrap"):
        assert getattr(primitives, name)(x) == twin(name)(np.int64(x))


@pytest.mark.parametrize("x", EDGES)
def test_bits_at_the_edges(x: int) -> None:
    for name in ("popcount", "lowest", "highest", "wrap"):
        assert getattr(primitives, name)(x) == twin(name)(np.int64(x))


def test_bits_by_hand() -> None:
    assert (primitives.popcount(-1), primitives.lowest(0), primitives.highest(0)) == (64, 64, -1)
    assert (primitives.lowest(-(2**63)), primitives.highest(-(2**63)), primitives.lowest(12)) == (
        63,
        63,
        2,
    )


@given(st.integers(-(2**200), 2**200))
def test_wrap_is_a_signed_word(x: int) -> None:
    assert -(2**63) <= primitives.wrap(x) < 2**63
    assert (primitives.wrap(x) - x) % 2**64 == 0


@given(words, st.integers(0, 63))
def test_shift(x: int, k: int) -> None:
    assert primitives.shr(x, k) == twin("shr")(np.int64(x), k)


@given(words, words)
def test_mix(h: int, x: int) -> None:
    assert primitives.mix(h, x) == twin("mix")(np.int64(h), np.int64(x))


@given(st.integers(-8, 64), st.integers(-8, 64), words)
def test_small_numbers_and_boards_do_not_cancel(a: int, b: int, x: int) -> None:
    """Hashes of pairs that differ in a few low bits of both parts differ."""
    assert a == b or primitives.mix(a, x) != primitives.mix(b, x ^ a ^ b)


@given(words, st.integers(1, 2**31))
def test_chance(seed: int, n: int) -> None:
    for name, arguments in (("random_word", ()), ("below", (n,)), ("uniform", ())):
        word, row = [seed], np.array([seed])
        assert getattr(primitives, name)(word, *arguments) == twin(name)(row, *arguments)
        assert word[0] == row[0]


def test_splitmix_reference() -> None:
    """The first outputs for seed 1234567 (the reference values of splitmix64 in Rosetta Code)."""
    rng = [1234567]
    outputs = [primitives.random_word(rng) % 2**64 for _ in range(3)]
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_below_is_even() -> None:
    rng = np.array([3])
    below = twin("below")
    counts = np.bincount([below(rng, 7) for _ in range(14_000)], minlength=7)
    assert len(counts) == 7
    assert ((counts - 2000) ** 2 / 2000).sum() < 30


def test_fetching_ahead_changes_nothing() -> None:
    row = np.arange(8, dtype=np.int64)
    for fetch_ahead in (primitives.fetch_ahead, twin("fetch_ahead")):
        fetch_ahead(row, 5)
        assert row.tolist() == list(range(8))
