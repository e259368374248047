"""Notation for games in one file: what stands in for the functions of it that the file does not have.

Position texts are the state's fields as numbers, in the order of STATE. Moves on a file's BOARD are the
names of cells, others their numbers. Where the state has a row ``board`` with one number for each cell
of BOARD (0: empty, n: PIECES[n - 1]), it is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from parlour.errors import BadPosition, BadRules
from parlour.kernel.boards import Board
from parlour.kernel.fields import expect
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.moves import Move, placing, said
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene

PARTS = ("move_text", "move", "write", "read", "endings", "scene")  # what a file need not have
STONES = (Piece("x", "black"), Piece("o", "white"), Piece("z", "red"))

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")


def move_text(s: Record, m: int) -> str:
    """The name of cell `m`, or the number `m`."""
    board = _board()
    return board.names[m] if board and s.turn != CHANCE and 0 <= m < len(board) else str(m)


def move(s: Record, m: int) -> Move:
    """A piece placed on a cell where the move's text is the cell's name, else one word."""
    text, board = R.move_text(s, m), _board()
    if board and s.turn != CHANCE and text in board.index:
        return placing(text)
    return said(text, order=m)


def write(s: Record) -> list[str]:
    """Every field of the state; the numbers of a row are joined by commas."""
    return [_field(getattr(s, name)) for name in R.STATE.names]


def _field(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def read(s: Record, fields: Sequence[str], end: object) -> None:
    """Fill `s` from the numbers that `write` gives; raises BadPosition."""
    expect(fields, *R.STATE.names)
    for name, text in zip(R.STATE.names, fields, strict=True):
        numbers = [_number(part, name) for part in text.split(",")]
        row = getattr(s, name)
        if not isinstance(row, list):
            row = [row]
        if len(numbers) != len(row):
            raise BadPosition(f"{name} has {len(numbers)} numbers; expected {len(row)}")
        setattr(s, name, numbers if isinstance(getattr(s, name), list) else numbers[0])
    if s.turn not in (*range(R.SEATS), OVER, CHANCE):
        raise BadPosition(f"turn is {s.turn}; expected a seat below {R.SEATS}, {OVER} or {CHANCE}")
    _try_out(s)


def _number(text: str, name: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadPosition(f"{name} is {text!s:.40}; expected whole numbers joined by commas")
    return int(text)


def _try_out(s: Record) -> None:
    """Check that the rules can work with `s`: numbers alone do not tell."""
    try:
        if s.turn == OVER:
            ends = (R.REASONS[s.reason], [R.payoff(s, seat) for seat in range(R.SEATS)])
            playable = bool(ends) and s.reason >= 0
        else:
            playable = s.turn == CHANCE or R.legal_moves(s, [0] * R.MAX_MOVES) > 0
        R.key(s)
    except (ArithmeticError, AttributeError, LookupError, BadRules) as error:
        raise BadPosition(f"the rules cannot work with these numbers ({error})") from error
    if not playable:
        raise BadPosition("these numbers are neither a position with a legal move nor an end")


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """None: the state's fields always show the end, so no text has to be believed."""
    return {}


def scene(s: Record) -> Scene:
    """BOARD with the pieces that the row ``board`` tells of; without them, nothing but the fields."""
    board = _board()
    row = getattr(s, "board", None)
    if board is None or not isinstance(row, list) or len(row) != len(board):
        fields = zip(R.STATE.names, write(s), strict=True)
        return Scene("square", (), notes=tuple(f"{name} {text}" for name, text in fields))
    pieces = getattr(R, "PIECES", STONES)
    if not all(0 <= number <= len(pieces) for number in row):
        raise BadRules(f"the row board has {max(row)}, and PIECES {len(pieces)} pieces")
    cells = tuple(
        Cell(name, x, y, _shade(board, i), (pieces[row[i] - 1],) if row[i] else ())
        for i, (name, (x, y)) in enumerate(zip(board.names, board.points, strict=True))
    )
    colours = tuple(piece.colour for piece in pieces[: R.SEATS])
    return Scene("square" if board.shape == "square" else "hexagon", cells, _labels(board), colours)


def _board() -> Board | None:
    board = getattr(R, "BOARD", None)
    return board if isinstance(board, Board) else None


def _shade(board: Board, cell: int) -> str:
    if board.shape != "square":
        return "plain"
    return "dark" if board.is_dark(cell) else "light"


def _labels(board: Board) -> tuple[Label, ...]:
    """What all cells of a line share, its letter or its number, at the line's beginning."""
    letter_rows = board.shape in ("hexagon", "triangle")
    at_left: dict[float, tuple[float, str]] = {}
    for name, (x, y) in zip(board.names, board.points, strict=True):
        at_left.setdefault(y, (x - 1, name[0] if letter_rows else name[1:]))
    labels = [Label(text, x, y) for y, (x, text) in at_left.items()]
    if not letter_rows:
        rise = 1 if board.shape == "rhombus" else -1
        first = [i for i, (_, y) in enumerate(board.places) if y == 0]
        for i in first:
            x, y = board.points[i]
            shift = -0.5 if board.shape == "rhombus" else 0
            labels.append(Label(board.names[i][0], x + shift, y + rise))
    return tuple(labels)
