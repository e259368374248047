"""Logs of Board Game Arena as the page of a game shows them."""

from __future__ import annotations

import pytest

from parlour import records
from tests.records.test_growth import SHORT, check_growth, read_all


def read(text: str) -> records.Item:
    (item,) = records.read(text)
    return item


def log(*rows: str) -> str:
    """A log with a row for each move."""
    return "".join(f"Move {n} :\n3:21:0{n % 10} PM\n{row}\n" for n, row in enumerate(rows, 1))


def test_stones_that_are_placed() -> None:
    rows = ("Alice places a stone on D5", "Bob swaps sides", "Alice places a stone on E5")
    item = read(log(*rows))
    assert (item.form, item.error) == ("board-game-arena", None)
    assert item.tree is not None
    assert (item.tree.game.name, item.tree.moves()) == ("hex", ("d5", "swap", "e5"))
    assert (item.tree.tags["Red"], item.tree.tags["Blue"]) == ("Alice", "Bob")


def test_pieces_that_move_and_take() -> None:
    rows = (
        "Alice moves a pawn from E2 to E4",
        "Bob moves a pawn from D7 to D5",
        "Alice captures a pawn from E4 to D5",
    )
    item = read(log(*rows))
    assert item.error is None
    assert item.tree is not None
    assert (item.tree.game.name, item.tree.moves()[-1]) == ("chess", "e4xd5")
    lines = ("A moves from C1 to A3", "B moves from A4 to D4", "A moves from A3 to C5")
    item = read(log(*lines))
    assert item.tree is not None
    assert item.tree.game.name == "lines-of-action"
    assert item.tree.moves()[0] == "c1xa3"


def test_talk_among_the_moves_is_passed_over() -> None:
    item = read(
        "Welcome\n" + log("Alice places a stone on D5", "Bob places a stone on E4\nBob: B3!")
    )
    assert item.tree is not None
    assert item.tree.moves() == ("d5", "e4")


@pytest.mark.parametrize(
    "text", [log("Alice rolls 5", "Bob rolls 6"), log("Alice places A1 to Z99", "Bob places Q77")]
)
def test_a_log_of_another_game_is_told(text: str) -> None:
    item = read(text)
    assert item.tree is None
    assert "no game here" in str(item.error)


def test_it_is_read_in_linear_time() -> None:
    check_growth(read_all, log("A places D5", "B places E4"), "Move 3 :\nA places C3\n", SHORT * 4)
