"""Random playouts: alike compiled and plain, limits kept, means right."""

from __future__ import annotations

import numpy as np
import pytest

from parlour.search import playouts
from parlour.table.game_instance import moves_left
from tests.search.toys import toy

GAMES = [("noughts", {}), ("three_nim", {}), ("race", {}), ("race", {"listed": "no"})]


@pytest.mark.parametrize(("name", "options"), [*GAMES, ("race", {"move_limit": 4})])
def test_compiled_and_plain_playouts_are_the_same(name: str, options: dict[str, object]) -> None:
    game = toy(name, **options)
    fast, slow = playouts(game, 300, 7), playouts(game, 300, 7, compiled=False)
    assert (fast.count, fast.scores, fast.plies) == (slow.count, slow.scores, slow.plies)


def test_noughts_come_out_as_they_must() -> None:
    """By enumeration, random play gives crosses 58.49%, noughts 28.81% and draws 12.70%."""
    found = playouts(toy("noughts"), 100_000, 3)
    assert found.scores[0] == pytest.approx(0.5849 + 0.0635, abs=0.006)
    assert sum(found.scores) == pytest.approx(1)
    assert found.rate > 0


def test_three_seats_share_one_win() -> None:
    found = playouts(toy("three_nim"), 10_000, 3)
    assert sum(found.scores) == pytest.approx(1)
    assert min(found.scores) > 0.2


def test_the_move_limit_ends_a_playout() -> None:
    found = playouts(toy("standoff", move_limit=3), 500, 1)
    assert found.plies <= 500 * 6
    state = toy("standoff", move_limit=3).start()
    state.play(state.moves()[0])
    assert moves_left(state) == [2, 3]
    assert playouts(state, 500, 1).plies <= 500 * 5


def test_where_seats_do_not_alternate_all_moves_count() -> None:
    state = toy("race", move_limit=4).start().play("0")
    assert moves_left(state) == [7, 7]
    assert playouts(state, 200, 1).plies <= 7 * 200


def test_playouts_begin_anywhere_and_leave_the_state_alone() -> None:
    state = toy("noughts").start()
    for text in ("a1", "a2", "b1", "b2"):
        state.play(text)
    before = state.text
    assert playouts(state, 100, 1).scores[0] > 0.5
    assert state.text == before
    over = state.play("c1")
    assert playouts(over, 10, 1).scores == (1, 0)


def test_progress_is_told_and_ends_at_one() -> None:
    told: list[float] = []
    playouts(toy("noughts"), 1000, 1, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_there_must_be_a_playout() -> None:
    with pytest.raises(ValueError, match="at least one"):
        playouts(toy("noughts"), 0)


def test_the_seed_decides() -> None:
    game = toy("noughts")
    assert playouts(game, 500, 1).scores == playouts(game, 500, 1).scores
    assert len({playouts(game, 500, seed).plies for seed in range(5)}) > 1
    assert np.isfinite(playouts(game, 1, 1).rate)
