"""Hex: the page's rules, positions and refusals. What it shares with Y is tested with Y."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import parlour
from parlour.kernel.loader import CompiledInstance, SourceFile
from parlour.search.exhaustive.solve_search import winning_moves
from tests.conftest import at_length


def read(rows: str, turn: int = 0, extra: str = "-", end: str = "") -> parlour.State:
    text = f"hex:size=3 {rows} {turn} {extra} {end}".strip()
    return parlour.game("hex:size=3").read(text)


def play(name: str, moves: str) -> parlour.State:
    state = parlour.game(name).start()
    for move in moves.split():
        assert state.outcome is None
        state.play(move)
    return state


def test_start() -> None:
    state = parlour.game("hex").start()
    assert state.text == f"hex {'/'.join(['.' * 11] * 11)} 0 -"
    assert len(state.moves()) == 121
    assert state.game.seat_names == ("Red", "Blue")


def test_columns_are_letters_from_the_left_and_rows_numbers_from_the_top() -> None:
    assert play("hex:size=3", "c1").text == "hex:size=3 ..x/.../... 1 -"
    assert play("hex:size=3", "c1 a3").text == "hex:size=3 ..x/.../o.. 0 -"
    corners = {cell.name: (cell.x, cell.y) for cell in parlour.game("hex").start().scene().cells}
    assert corners["a1"] == (0, 0)
    assert corners["k1"] == (10, 0)
    assert corners["a11"][0] == 5
    assert corners["a11"][1] < -8


def test_red_joins_top_and_bottom() -> None:
    state = play("hex:pie=no,size=3", "c1 a1 b2 a2 a3")
    assert state.text == "hex:pie=no,size=3 o.x/ox./x.. 1 - #red-chain:1,0"


def test_blue_joins_left_and_right() -> None:
    state = play("hex:pie=no,size=3", "a1 a3 b1 b2 c2 c1")
    assert state.text == "hex:pie=no,size=3 xxo/.ox/o.. 0 - #blue-chain:0,1"


def test_cells_that_only_look_close_are_no_neighbours() -> None:
    """a1 and b2 lie on the long diagonal: they do not touch."""
    state = play("hex:pie=no,size=3", "a1 a3 b2 a2 c3")
    assert state.outcome is None


def test_swap() -> None:
    state = play("hex:size=3", "b2 swap")
    assert state.text == "hex:size=3 .../.x./... 0 swapped"
    assert state.scene().colours == ("blue", "red")
    for move in ("a1", "b1", "a2", "b3"):
        state.play(move)
    assert state.text == "hex:size=3 ox./ox./.x. 0 swapped #red-chain:0,1"
    assert state.outcome == parlour.Outcome((Fraction(0), Fraction(1)), "red-chain")
    assert play("hex:size=3", "a1 swap a2 b1 b2 c1 c2").text.endswith("1 swapped #blue-chain:1,0")


def test_swap_refused() -> None:
    with pytest.raises(parlour.IllegalMove, match="only the second seat may swap"):
        play("hex", "swap")
    with pytest.raises(parlour.IllegalMove, match="pie=no"):
        play("hex:pie=no", "f6 swap")


@pytest.mark.parametrize("size", [2, 20, "three"])
def test_sizes_out_of_range(size: object) -> None:
    with pytest.raises(parlour.BadOption, match="from 3 to 19"):
        parlour.game("hex", size=size)


def test_composed_positions() -> None:
    assert read("ooo/.../...", 1).text == "hex:size=3 ooo/.../... 1 - #blue-chain:0,1"
    assert read("ooo/.../...", 1, "swapped").text.endswith("#blue-chain:1,0")
    assert "swap" in read("..x/.../...", 1).moves()
    assert "swap" not in read("..o/.../...", 1).moves()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ((".../.../....",), "row 3 of the board has 4 cells; expected 3"),
        ((".../...",), "the board has 2 rows; expected 3"),
        (("..X/.../...",), "X in row 1"),
        ((".../.../...", "x"), "TURN is x; expected 0 or 1"),
        ((".../.../...", 0, "yes"), "EXTRA is yes"),
        (("ooo/.../...", 1, "-", "#red-chain:1,0"), "the position itself shows #blue-chain:0,1"),
        ((".../.../...", 1, "-", "#red-chain:0,1"), "by EXTRA seat 0 plays Red"),
        ((".../.../...", 1, "swapped", "#blue-chain:0,1"), "by EXTRA seat 0 plays Blue"),
        ((".../.../...", 1, "-", "#red-chain:1"), "red-chain is scored"),
        ((".../.../...", 1, "swapped", "#red-chain:1"), "by EXTRA seat 1 plays Red"),
        ((".../.../...", 1, "-", "#y:1,0"), "no game ends by y"),
    ],
)
def test_reading_errors(fields: tuple[Any, ...], message: str) -> None:
    with pytest.raises(parlour.BadPosition, match=message):
        read(*fields)


def test_an_end_that_the_board_does_not_show() -> None:
    assert read(".../.../...", 1, "-", "#red-chain:1,0").turn is None
    assert read(".../.../...", 1, "swapped", "#red-chain:0,1").turn is None


@pytest.mark.parametrize(("size", "wins"), [(2, 2), (3, 5), at_length(4, 4)])
def test_winning_first_moves_without_the_pie_rule(size: int, wins: int) -> None:
    source = SourceFile.of_module("parlour.games.y_and_hex.rules")
    instance = CompiledInstance(source, (("PIE", 0), ("RHOMBUS", 1), ("SIZE", size)))
    assert len(winning_moves(instance)) == wins
