"""Solving by looking at everything: winning moves, from positions too, compiled and plain; refusals."""

from __future__ import annotations

import pytest

import parlour
from parlour.kernel.layout import new_plain
from parlour.search.exhaustive.solve_search import winning_moves


def winners(state: parlour.State) -> list[str]:
    """The winning moves' texts."""
    codes = winning_moves(state.game.compiled, state.record)
    return sorted(state.game.notation.move_text(state.record, code) for code in codes)


def test_won_and_lost_positions() -> None:
    game = parlour.game("hex:pie=no,size=3")
    assert winners(game.read("hex:pie=no,size=3 .x./.x./.o. 0 -")) == ["a3", "c2", "c3"]
    assert winners(game.read("hex:pie=no,size=3 .x./.x./oo. 0 -")) == []
    assert winners(game.read("hex:pie=no,size=3 .x./.x./... 1 -")) == []


def test_swapping_is_the_winning_move_after_a_good_first_stone() -> None:
    state = parlour.game("hex:size=3").start().play("b2")
    assert winners(state) == ["swap"]
    state = parlour.game("hex:size=3").start().play("a1")
    assert "swap" not in winners(state)
    assert winners(state)


def test_plain_and_compiled_solve_alike() -> None:
    game = parlour.game("y:size=3")
    compiled = winning_moves(game.compiled)
    rules, depth = game.plain.rules, game.plain.rules.LONGEST + 1
    states = [new_plain(rules.STATE) for _ in range(depth)]
    moves = [[0] * rules.MAX_MOVES for _ in range(depth)]
    rules.start(states[0])
    out = [0] * rules.MAX_MOVES
    solve = game.plain.algorithm("parlour.search.exhaustive.solve_compiled")
    found = solve.winning(states, moves, 1.0, [0] * (1 << 12), out, [0])
    assert out[:found] == compiled


def test_a_small_memo_changes_nothing() -> None:
    game = parlour.game("y:pie=no,size=3")
    assert winning_moves(game.compiled, memo_bits=4) == winning_moves(game.compiled)


def test_what_cannot_be_solved() -> None:
    with pytest.raises(ValueError, match="LONGEST"):
        winning_moves(parlour.game("lines-of-action").compiled)
    over = parlour.game("y:size=3").read("y:size=3 xxx/../. 1 -")
    with pytest.raises(ValueError, match="no seat is to move"):
        winning_moves(over.game.compiled, over.record)
