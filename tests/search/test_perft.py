"""Perft and its divide: known numbers, chance events, compiled and plain alike."""

from __future__ import annotations

import pytest

import parlour
from parlour.search import divide, perft
from tests.search.toys import toy

NOUGHTS = (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0)


def test_noughts() -> None:
    start = toy("noughts").start()
    assert [perft(start, depth) for depth in range(11)] == list(NOUGHTS)


@pytest.mark.parametrize("name", ["noughts", "three_nim", "race", "standoff"])
def test_compiled_and_plain_are_the_same(name: str) -> None:
    start = toy(name).start()
    for depth in range(5):
        assert perft(start, depth) == perft(start, depth, compiled=False)


def test_divide_adds_up_and_is_sorted() -> None:
    start = toy("noughts").start()
    found = divide(start, 4)
    assert list(found) == start.moves()
    assert sum(found.values()) == 3024
    assert set(divide(start, 1).values()) == {1}


def test_outcomes_of_chance_are_plies() -> None:
    state = toy("race").start()
    assert perft(state, 2) == 2 + 6
    state.play("1")
    assert divide(state, 1) == {str(i): 1 for i in range(1, 7)}


def test_chance_that_cannot_be_listed_is_refused() -> None:
    state = toy("race", listed="no").start()
    with pytest.raises(ValueError, match="cannot be listed"):
        perft(state, 3)
    with pytest.raises(ValueError, match="cannot be listed"):
        perft(state.play("1"), 1)


def test_nothing_comes_after_the_end() -> None:
    state = toy("three_nim", stones=1).start().play("1")
    assert perft(state, 0) == 1
    assert perft(state, 1) == 0
    assert divide(state, 3) == {}


def test_a_divide_has_a_ply_at_least() -> None:
    with pytest.raises(ValueError, match="from 1"):
        divide(toy("noughts").start(), 0)


def test_a_depth_that_takes_too_much_room_is_refused_in_words() -> None:
    state = parlour.game("naval-qi").start()
    with pytest.raises(ValueError, match="lines of at most 4 plies can be counted"):
        perft(state, 9)
