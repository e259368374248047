"""Default notation for games in one file, for the functions that the file does not define.

Position texts are the state's fields as numbers, in the order of STATE, without those that the file names
in SCRATCH. With hidden information, ``hide(s, seat)`` of the file takes from a copy of a state what a seat
(None: a spectator) may not know; views and pictures are made of the rest. Moves are names of cells if the
file has a BOARD, otherwise numbers. If the state has a row ``board`` with one number for each cell of
BOARD (0: empty, n: PIECES[n - 1]), the board is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from parlour.errors import BadPosition, BadRules
from parlour.kernel.boards import Board
from parlour.kernel.fields import expect
from parlour.kernel.layout import CHANCE, OVER, Record, new_plain
from parlour.kernel.moves import Move, placement, word_move
from parlour.kernel.primitives import copy
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene

# What a file may omit.
PARTS = ("move_text", "move", "write", "read", "endings", "scene", "view", "open_scene")
STONES = (Piece("x", "black"), Piece("o", "white"), Piece("z", "red"))

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,18}")
_WORDS = range(-(1 << 63), 1 << 63)


def move_text(s: Record, m: int) -> str:
    """The name of cell `m`, or the number `m` itself."""
    board = _board()
    return board.names[m] if board and s.turn != CHANCE and 0 <= m < len(board) else str(m)


def move(s: Record, m: int) -> Move:
    """A placement if the move's text is the name of a cell, otherwise one word."""
    text, board = R.move_text(s, m), _board()
    if board and s.turn != CHANCE and text in board.index:
        return placement(text)
    return word_move(text, order=m)


def write(s: Record) -> list[str]:
    """Every field of the state but scratch fields, the numbers of rows joined by commas."""
    return [_field(getattr(s, name)) for name in _names()]


def _names() -> list[str]:
    """The fields that position texts have."""
    scratch = getattr(R, "SCRATCH", ())
    return [name for name in (R.STATE.names or ()) if name not in scratch]


def _field(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def read(s: Record, fields: Sequence[str], end: object) -> None:
    """Fill `s` from the numbers that `write` returns; raises BadPosition."""
    expect(fields, *_names())
    R.start(s)
    for name, text in zip(_names(), fields, strict=True):
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
    if not _NUMBER.fullmatch(text) or int(text) not in _WORDS:
        raise BadPosition(
            f"{name} is {text!s:.40}; expected whole numbers of 64 bits joined by commas"
        )
    return int(text)


def _try_out(s: Record) -> None:
    """Check that the rules accept `s`; raises BadPosition."""
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
    """Nothing: the state's fields always show the end of a game."""
    return {}


def view(state: Any, seat: int | None) -> str:
    """The position text; with hidden information that of the state as `seat` may know it."""
    if not hasattr(R, "hide"):
        return str(state.text)
    name, end = state.game.name, [state.outcome.text] if state.outcome is not None else []
    return " ".join([name, *R.write(_hidden(state.record, seat)), *end])


def _hidden(s: Record, seat: int | None) -> Record:
    """A copy of `s` without what `seat` may not know."""
    known = new_plain(R.STATE)
    copy(known, s)
    R.hide(known, seat)
    return known


def open_scene(s: Record, seat: int | None) -> Scene:
    """The scene with nothing hidden."""
    return _picture(s)


def scene(s: Record, seat: int | None = None) -> Scene:
    """BOARD with the pieces of the row ``board``; without these, the fields as notes."""
    return _picture(_hidden(s, seat) if hasattr(R, "hide") else s)


def _picture(s: Record) -> Scene:
    board = _board()
    row = getattr(s, "board", None)
    if board is None or not isinstance(row, list) or len(row) != len(board):
        fields = zip((R.STATE.names or ()), write(s), strict=True)
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
    """The letter or number of each row and column, at its beginning."""
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
