"""Scenes as terminal text: places, stacks, marks, with colour and without."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.console import Console

from parlour.kernel.boards import hexagon, rhombus, square
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.picture.terminal import DISC, Screen, draw, swatch
from parlour.picture.viewpoint import Viewpoint

BLACK, WHITE = Piece("x", "black"), Piece("o", "white")
PLAIN = Screen(colour=False)


def chequered(pieces: dict[str, tuple[Piece, ...]], size: int = 3) -> Scene:
    board = square(size, size)
    cells = tuple(
        Cell(name, x, y, "dark" if board.is_dark(i) else "light", pieces.get(name, ()))
        for i, (name, (x, y)) in enumerate(zip(board.names, board.points, strict=True))
    )
    labels = [Label("abc"[i], i, -1) for i in range(size)] + [
        Label("123"[i], -1, i) for i in range(size)
    ]
    return Scene("square", cells, tuple(labels), ("black", "white"))


def lines(scene: Scene, at: Viewpoint | None = None) -> list[str]:
    return [line.rstrip() for line in draw(scene, at, screen=PLAIN).plain.split("\n")]


def test_a_square_board() -> None:
    scene = chequered({"a1": (BLACK,), "c3": (WHITE,)})
    assert lines(scene) == [
        "3  ·     o",
        "2     ·",
        "1  x     ·",
        "   a  b  c",
    ]


def test_turned_round() -> None:
    scene = chequered({"a1": (BLACK,), "c3": (WHITE,)})
    assert lines(scene, Viewpoint(flip=True)) == [
        " c  b  a",
        " ·     x  1",
        "    ·     2",
        " o     ·  3",
    ]


def test_the_last_move_has_brackets_with_and_without_colour() -> None:
    scene = chequered({"b2": (WHITE,)})
    for colour in (False, True):
        drawn = draw(scene, Viewpoint(marks={"b1", "b2"}), Screen(colour)).plain
        assert "[ ]" in drawn
        assert f"[{DISC if colour else 'o'}]" in drawn


def test_a_board_that_is_too_wide_has_one_column_for_two_brackets() -> None:
    scene, marks = chequered({"a1": (BLACK,), "c3": (WHITE,)}), Viewpoint(marks={"a1", "c3"})
    for colour in (False, True):
        wide = draw(scene, marks, Screen(colour, True, 11)).plain.split("\n")
        narrow = draw(scene, marks, Screen(colour, True, 10)).plain.split("\n")
        assert [max(map(len, rows)) for rows in (wide, narrow)] == [11, 8]
        assert "[o]" in narrow[0]
        assert "[x]" in narrow[2]


def test_every_line_of_a_coloured_board_is_painted() -> None:
    drawn = draw(chequered({}), screen=Screen(colour=True))
    first = drawn.split("\n")[0]
    assert all(first.get_style_at_offset(Console(), i).bgcolor for i in range(2, 11))


def test_hexagons_lie_half_a_cell_apart() -> None:
    board = hexagon(2)
    cells = tuple(Cell(n, x, y) for n, (x, y) in zip(board.names, board.points, strict=True))
    assert lines(Scene("hexagon", cells)) == ["    ·   ·", "  ·   ·   ·", "    ·   ·"]


def test_empty_cells_can_show_their_names() -> None:
    board = rhombus(2)
    cells = tuple(Cell(n, x, y) for n, (x, y) in zip(board.names, board.points, strict=True))
    shown = lines(Scene("hexagon", cells), Viewpoint(names=True))
    assert [line.split() for line in shown] == [["a1", "b1"], ["a2", "b2"]]


@pytest.mark.parametrize(
    ("height", "text"),
    [(1, "R"), (3, "RGR"), (5, "RGRGR"), (6, "+3GRG"), (9, "+6RGR"), (14, "+12RG")],
)
def test_a_stack_is_read_from_the_lowest_to_the_top(height: int, text: str) -> None:
    pieces = [Piece("RG"[i % 2], ("red", "green")[i % 2]) for i in range(height)]
    scene = Scene("square", (Cell("a1", 0, 0, pieces=tuple(pieces)),))
    assert draw(scene, screen=PLAIN).plain.strip() == text


def test_cards_and_wide_characters_keep_their_columns() -> None:
    scene = Scene(
        "card",
        (
            Cell("a1", 0, 0, pieces=(Piece("10♣", "green"),)),
            Cell("b1", 1, 0, pieces=(Piece("王", "red"),)),
        ),
    )
    for marks, screen in (((), PLAIN), ((), Screen()), (("a1", "b1"), Screen())):
        drawn = draw(scene, Viewpoint(marks=marks), screen).plain
        assert "10♣" in drawn
        assert "王" in drawn
        assert cell_len(drawn) >= 8


def test_ascii_terminals_get_ascii() -> None:
    scene = chequered({"a1": (BLACK,)})
    for colour in (True, False):
        assert draw(scene, screen=Screen(colour, ascii_only=True)).plain.isascii()


def test_an_empty_scene_and_unknown_colours() -> None:
    assert draw(Scene("square", ()), screen=PLAIN).plain == ""
    assert "Q" in draw(Scene("square", (Cell("a1", 0, 0, "odd", (Piece("Q", "mauve"),)),))).plain


def test_a_sample_of_each_seats_pieces() -> None:
    scene = chequered({"a1": (BLACK,)})
    assert swatch(scene, 0, Screen()).plain == f" {DISC} "
    assert swatch(scene, 0, PLAIN).plain == " x "
    assert swatch(scene, 1, PLAIN).plain == ""
    assert swatch(scene, 7, Screen()).plain == ""


def test_labels_keep_off_the_cells() -> None:
    cells = (Cell("a1", 0, 0, pieces=(BLACK,)),)
    drawn = draw(Scene("square", cells, (Label("a long label", 2, 0),)), screen=PLAIN).plain
    assert drawn == " x a long label"
