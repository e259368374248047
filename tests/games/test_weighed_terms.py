"""Evaluations that are sums of weighed terms: what is counted where, and the weights as text."""

from __future__ import annotations

import random
from math import prod

import pytest

import parlour
from parlour.games.weighed_terms import (
    Terms,
    between,
    empty_part,
    full_part,
    pair,
    places,
    read_weights,
    weights_text,
)


def counts(state: parlour.State) -> dict[str, int]:
    """The terms, but squares and room, that are counted for the seat to move, less the other's."""
    terms = state.game.plain.algorithm(f"{state.game.spec.package}.terms")
    found = {}
    for name, at in places(terms.TERMS).items():
        size = prod(terms.TERMS[name])
        for place in range(size):
            weights = [0] * terms.SIZE
            weights[at + place] = 1
            count = terms.weigh(state.record, weights)
            if count and not name.endswith(("square", "room")):
                found[f"{name} {place}" if size > 1 else name] = count
    return found


def chess_counts(board: str, seat: str = "w") -> dict[str, int]:
    """The same of a chess board, without what stands before the kings."""
    found = counts(parlour.game("chess").read(f"chess {board} {seat} - - 0 1"))
    left_out = ("shelter", "storm", "turn")
    return {name: n for name, n in found.items() if not name.startswith(left_out)}


def turned(board: str) -> str:
    """The board seen from Black's side, colours exchanged."""
    return "/".join(reversed(board.swapcase().split("/")))


@pytest.mark.parametrize(
    ("board", "found"),
    [
        ("4k3/8/8/8/8/8/8/4K3", {}),
        (  # a2 is doubled; a3 and d5 are passed, and Black's king attacks squares before d5
            "4k3/8/8/3P4/8/P7/P7/4K3",
            {
                "doubled pawn": 1,
                "isolated pawn 1": 3,
                "passed pawn 2": 1,
                "passed pawn 4": 1,
                "passed pawn whose way is attacked 4": 1,
                "own king from a passed pawn 5": 1,
                "other king from a passed pawn 2": 1,
            },
        ),
        (  # the rook attacks d7, d8 and a1; Black's rook stands behind its pawn
            "r3k3/p7/8/8/8/8/8/3RK3",
            {
                "rook's file 1": 1,
                "isolated pawn 1": -1,
                "passed pawn 1": -1,
                "passed pawn whose way is attacked 1": -1,
                "pressure 2": 1,
            },
        ),
        (  # the knight is on an outpost; b5 is a check that nothing attacks
            "4k3/2p5/8/4N3/3P4/8/8/2B1KB2",
            {
                "bishops that are two": 1,
                "bishop's own pawns on its colour": 1,
                "outpost 0": 1,
                "pressure 1": 1,
                "safe check 1": 1,
            },
        ),
    ],
)
def test_what_is_counted_in_chess(board: str, found: dict[str, int]) -> None:
    assert chess_counts(board) == found
    assert chess_counts(turned(board), "b") == found


@pytest.mark.parametrize("seat", ["b", "w"])
def test_what_is_counted_in_shogi(seat: str) -> None:
    """A pawn before its king, two ranks away, far from the other; a gold in hand in place of none."""
    state = parlour.game("shogi").read(f"shogi 4k4/9/9/9/9/9/4P4/9/4K4 {seat} G 1")
    sign = 1 if seat == "b" else -1
    assert counts(state) == {
        "pawn from its own king 18": sign,
        "pawn from the other king 60": sign,
        "golds in hand 0": -sign,
        "golds in hand 1": sign,
        "turn": 1,
    }


def test_a_shogi_position_is_its_row() -> None:
    game, rng = parlour.game("shogi"), random.Random(3)
    rules, state, again = game.plain.rules, game.start(), game.start().record
    for _ in range(90):
        state.play(rng.choice(state.moves()))
    row = [0] * (rules.CODED_CELLS + rules.EXTRAS)
    hands = [0] * rules.EXTRAS
    rules.cells(state.record, row)
    rules.extras(state.record, hands)
    row[rules.CODED_CELLS :] = hands
    assert rules.from_cells(again, row, state.turn)
    assert rules.evaluate(again, state.turn) == rules.evaluate(state.record, state.turn)
    assert rules.count_moves(again, []) == len(state.moves())
    row[row.index(8)] = 0
    assert not rules.from_cells(again, row, state.turn)


def test_pairs_are_summed_at_once() -> None:
    weights = [(5, -7), (-1000, 3), (0, 0), (-2, -2), (123456, -123456)]
    total = sum(pair(*weight) for weight in weights)
    assert full_part(total) == sum(full for full, _ in weights)
    assert empty_part(total) == sum(empty for _, empty in weights)
    assert between(pair(-30, 60), 24, 24) == -30
    assert between(pair(-30, 60), 8, 24) == 30


def test_weights_are_their_text() -> None:
    terms: Terms = {"a man's square": (8, 8), "turn": (1,)}
    weights = [pair(k - 30, 2 * k) for k in range(65)]
    text = weights_text(weights, terms)
    assert text.splitlines()[-1] == "turn: 34/128;"
    assert read_weights(text, terms).tolist() == weights


@pytest.mark.parametrize("text", ["turn: 1/2 3/4;", "", "other: 1/1;"])
def test_a_wrong_number_of_weights_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="turn: expected 1 weights"):
        read_weights(text, {"turn": (1,)})
