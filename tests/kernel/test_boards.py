"""Boards: the rulebook's names, neighbours and sides."""

from __future__ import annotations

import pytest

from parlour.errors import BadPosition
from parlour.kernel import boards
from parlour.kernel.bitboard import nth_bit


@pytest.mark.parametrize(
    ("board", "cells"),
    [
        (boards.square(8, 8), 64),
        (boards.hexagon(5), 61),
        (boards.triangle(15), 120),
        (boards.rhombus(11), 121),
    ],
)
def test_every_board(board: boards.Board, cells: int) -> None:
    assert len(board) == cells == len(set(board.names)) == len(set(board.points))
    half = len(board.steps) // 2
    for cell in range(cells):
        for d, other in enumerate(board.neighbours[cell]):
            if other >= 0:
                assert board.neighbours[other, (d + half) % len(board.steps)] == cell
        assert board.cell(board.names[cell]) == cell
    with pytest.raises(BadPosition, match="not a cell"):
        board.cell("z99")


def names_beside(board: boards.Board, name: str) -> set[str]:
    return {board.names[i] for i in board.neighbours[board.index[name]] if i >= 0}


def test_square_names_and_shades() -> None:
    board = boards.square(8, 8)
    assert board.names[:2] == ("a1", "b1")
    assert board.is_dark(board.index["a1"])
    assert not board.is_dark(board.index["h1"])
    assert names_beside(board, "a1") == {"a2", "b1", "b2"}
    assert [board.names[i] for i in board.line(board.index["f6"], 1)] == ["g7", "h8"]


def test_hexagon_rows_and_sides() -> None:
    board = boards.hexagon(3)
    rows = [sum(name[0] == letter for name in board.names) for letter in "abcde"]
    assert rows == [3, 4, 5, 4, 3]
    assert names_beside(board, "a1") == {"a2", "b1", "b2"}
    assert names_beside(board, "c3") == {"c2", "c4", "b2", "b3", "d2", "d3"}
    corners = {
        board.names[i] for i in range(len(board)) if bin(board.side_table()[i]).count("1") == 2
    }
    assert corners == {"a1", "a3", "c1", "c5", "e1", "e3"}
    lower_right = [n for n, on in zip(board.names, board.sides[1], strict=True) if on]
    assert lower_right == ["a3", "b4", "c5"]
    assert all(sum(side) == 3 for side in board.sides)


def test_triangle_sides() -> None:
    board = boards.triangle(4)
    assert [name for name in board.names if name[0] == "d"] == ["d1"]
    bottom, left, right = (
        {n for n, on in zip(board.names, side, strict=True) if on} for side in board.sides
    )
    assert bottom == {"a1", "a2", "a3", "a4"}
    assert left == {"a1", "b1", "c1", "d1"}
    assert right == {"a4", "b3", "c2", "d1"}


def test_rhombus_is_hexwikis() -> None:
    board = boards.rhombus(3)
    assert board.names == ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    assert names_beside(board, "b2") == {"a2", "c2", "b1", "b3", "c1", "a3"}
    assert board.points[0][1] > board.points[-1][1]


def test_bits_are_found_by_their_number() -> None:
    for word in (1, -1, -(2**63), 0b1011 << 40, 2**62 | 2**31 | 1):
        set_bits = [at for at in range(64) if word >> at & 1]
        assert [nth_bit(word, n) for n in range(len(set_bits))] == set_bits
