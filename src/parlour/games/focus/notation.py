"""Focus's moves and positions as text, why a move is not legal, and the picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from parlour.errors import BadPosition
from parlour.kernel.boards import letters
from parlour.kernel.fields import expect, one_of, whole
from parlour.kernel.layout import OVER, Record
from parlour.kernel.move_codes import origin_of, target_of
from parlour.kernel.moves import Given, Move, Refusal, cell_steps, path_move, refuse, word
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.table.outcome import Outcome, winner_takes_all

BOARD = R.BOARD
SIDES = "RG"
NAMES = ("Red", "Green")
COLOURS = ("red", "green")
PIECES = 18  # of each side, at the start
READING = [8 * rank + file for rank in range(7, -1, -1) for file in range(8)]
ABSENT = "#"

GRAMMAR = "a move is written c3-c5, a piece from the reserve c4"
REFUSALS = {
    "no-square": "there is no square {cell}",
    "no-reserve": "{side} has no piece in reserve",
    "reserve": "a piece comes from the reserve when the square for it is chosen",
    "their-reserve": "{other}'s reserve is {other}'s",
    "no-way-back": "a stack is moved to a square, and to no reserve",
    "empty": "nothing stands on {cell}{nothing}",
    "theirs": "{other} owns the stack on {cell}{nothing}",
    "line": "a move goes along a file or a rank",
    "far": "the stack on {cell} has {count}, so it goes no farther",
}

_MOVE = re.compile(r"([a-z][0-9])(?:-([a-z][0-9]))?")


TEXT_OF_CODE = True


def move_text(s: Record, m: int) -> str:
    """``c3-c5`` for a move, ``c4`` for a piece from the reserve."""
    cell, to = BOARD.names[origin_of(m)], BOARD.names[target_of(m)]
    return cell if cell == to else f"{cell}-{to}"


def move(s: Record, m: int) -> Move:
    """A stack's move, which captures where a piece of the other's is too much; or a piece set in."""
    text, cell, to = move_text(s, m), origin_of(m), target_of(m)
    count = 1 if cell == to else R.distance(cell, to)
    under = pieces_text(R.stack_on(s, to))
    excess = under[: max(len(under) + count - R.HIGH, 0)]
    captures = (BOARD.names[to],) if SIDES[1 - s.turn] in excess else ()
    if cell == to:
        steps = (*cell_steps(text), word("", "from the reserve"))
        return Move(text, steps, captures, placed=(text,))
    return path_move(text, (BOARD.names[cell], BOARD.names[to]), captures)


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    start, *others = (text for _, text in given)
    if start not in BOARD.index:
        return _no_reserve(s, start)
    if not others:
        return _wrong_start(s, start, f", and {NAMES[s.turn]} has no piece in reserve")
    if others[0] not in BOARD.index:
        return refuse(REFUSALS, "no-way-back")
    return _wrong_move(s, start, others[0])


def _no_reserve(s: Record, name: str) -> Refusal:
    """Why a reserve beside the board is not clicked."""
    side, other = NAMES[s.turn], NAMES[1 - s.turn]
    if not name.startswith(side):
        return refuse(REFUSALS, "their-reserve", other=other)
    return refuse(REFUSALS, "reserve" if s.reserve[s.turn] else "no-reserve", side=side)


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played, in words."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return Refusal("grammar", GRAMMAR)
    for name in match.groups():
        if name is not None and not is_square(name):
            return refuse(REFUSALS, "no-square", cell=name)
    if match[2] is None:
        return refuse(REFUSALS, "no-reserve", side=NAMES[s.turn])
    return _wrong_move(s, match[1], match[2])


def _wrong_start(s: Record, name: str, nothing: str = "") -> Refusal | None:
    """Why no stack is moved from a square; `nothing`: nor a piece set in there."""
    stack = pieces_text(R.stack_on(s, BOARD.index[name]))
    if stack[-1:] == SIDES[s.turn]:
        return None
    reason, other = "theirs" if stack else "empty", NAMES[1 - s.turn]
    return refuse(REFUSALS, reason, cell=name, other=other, nothing=nothing)


def _wrong_move(s: Record, name: str, other: str) -> Refusal | None:
    if wrong := _wrong_start(s, name):
        return wrong
    (x, y), (u, v) = (BOARD.places[BOARD.index[at]] for at in (name, other))
    if (x == u) == (y == v):
        return refuse(REFUSALS, "line")
    height = len(pieces_text(R.stack_on(s, BOARD.index[name])))
    count = "1 piece" if height == 1 else f"{height} pieces"
    return refuse(REFUSALS, "far", cell=name, count=count)


def is_square(name: str) -> bool:
    """Whether a name is that of a square of the board."""
    return name in BOARD.index and bool(R.BIT[BOARD.index[name]])


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields BOARD TURN RESERVES."""
    stacks = _stacks(s)
    squares = [(pieces_text(stacks[i]) or ".") if R.BIT[i] else ABSENT for i in READING]
    ranks = [",".join(squares[i : i + 8]) for i in range(0, 64, 8)]
    return ["/".join(ranks), SIDES[s.next], f"{s.reserve[R.RED]},{s.reserve[R.GREEN]}"]


def codes_on(states: Any) -> Any:
    """The stacks in many states, as BOARD lists their squares."""
    ranks = states["rank"][:, [cell >> 3 for cell in READING]]
    return ranks >> np.array([R.shift_of(cell) for cell in READING]) & 63


def _stacks(s: Record) -> list[int]:
    """The stack on each cell."""
    return [rank >> shift & 63 for rank in s.rank for shift in range(0, 64, 8)]


@cache
def pieces_text(stack: int) -> str:
    """The letters of a stack from the bottom; none of an empty square."""
    return "".join(SIDES[stack >> i & 1] for i in range(stack.bit_length() - 1))


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(fields, "BOARD", "TURN", "RESERVES")
    R.clear(s)
    _read_board(s, fields[0])
    s.next = SIDES.index(one_of(fields[1], SIDES, "TURN"))
    s.turn = s.next
    _read_reserves(s, fields[2])
    if not R.can_move(s, s.next):
        R.end(s)


def _read_board(s: Record, text: str) -> None:
    ranks = [rank.split(",") for rank in text.split("/")]
    if [len(rank) for rank in ranks] != [8] * 8:
        raise BadPosition("the board is not eight ranks, joined by /, of eight squares, by commas")
    squares = [square for rank in ranks for square in rank]
    for cell, square in zip(READING, squares, strict=True):
        if R.BIT[cell]:
            R.place(s, cell, _stack(square, BOARD.names[cell]))
        elif square != ABSENT:
            raise BadPosition(
                f"{square!s:.20} on {BOARD.names[cell]}; expected {ABSENT}: no square"
            )


def _stack(square: str, name: str) -> int:
    """The stack that a square's text describes."""
    if square == ".":
        return int(R.EMPTY)
    if not 0 < len(square) <= R.HIGH or set(square) - set(SIDES):
        raise BadPosition(f"{square!s:.20} on {name}; expected . or a stack of 1 to 5 R and G")
    return 1 << len(square) | sum(SIDES.index(letter) << i for i, letter in enumerate(square))


def _read_reserves(s: Record, text: str) -> None:
    parts = text.split(",")
    if len(parts) != R.SEATS:
        raise BadPosition(f"RESERVES is {text!s:.40}; expected two numbers joined by a comma")
    for seat, part in enumerate(parts):
        s.reserve[seat] = whole(part, f"{NAMES[seat]}'s reserve")


ENDED = {
    "no-move": "{loser} could not move any more",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores."""
    return {"no-move": winner_takes_all(2)}


def decided_by(before: Record, m: int, s: Record) -> list[str]:
    """The stack of the last piece that the other seat could move."""
    return [BOARD.names[target_of(m)]] if s.turn == OVER else []


# -- the picture -----------------------------------------------------------------------------------


def scene(s: Record) -> Scene:
    """The stacks from the bottom at the left, the top piece's letter a capital; counts in the notes."""
    cells = tuple([_cell(i, stack) for i, stack in enumerate(_stacks(s)) if R.BIT[i]])
    notes = tuple(_count(s, seat) for seat in range(2))
    reserves = tuple(map(_reserve, range(2), s.reserve))
    return Scene("square", cells, LABELS, COLOURS, notes, captions=CAPTIONS, aside=reserves)


@cache
def _cell(i: int, stack: int) -> Cell:
    x, y = BOARD.points[i]
    return Cell(BOARD.names[i], x, y, pieces=_pieces(stack))


@cache
def _reserve(seat: int, count: int) -> Cell:
    """A seat's reserve as a stack beside a picture's board."""
    pieces = (Piece(SIDES[seat], COLOURS[seat], "chip"),) * count
    return Cell(f"{NAMES[seat]}'s reserve", 8.6, 2.0 + 3 * seat, tone="reserve", pieces=pieces)


LABELS = (
    *(Label(letters(i), i, -1) for i in range(8)),
    *(Label(str(i + 1), -1, i) for i in range(8)),
)
CAPTIONS = tuple(
    Label(f"{name}'s reserve", 8.6, 1.25 + 3 * seat, "name", "middle", 0.24)
    for seat, name in enumerate(NAMES)
)


@cache
def _pieces(stack: int) -> tuple[Piece, ...]:
    text = pieces_text(stack)
    shown = text[:-1].lower() + text[-1:]
    colours = [COLOURS[SIDES.index(letter)] for letter in text]
    return tuple(Piece(text, colour, "chip") for text, colour in zip(shown, colours, strict=True))


def _count(s: Record, seat: int) -> str:
    """What a seat has: stacks, reserve, and pieces of the other side that it has captured."""
    stacks = R.at_least(s, seat, 1).bit_count()
    text = (
        f"{NAMES[seat]}: {stacks} stack{'' if stacks == 1 else 's'}, {s.reserve[seat]} in reserve"
    )
    captured = PIECES - _in_play(s, 1 - seat)
    return f"{text}, {captured} captured." if captured >= 0 else f"{text}."


def _in_play(s: Record, seat: int) -> int:
    """A seat's pieces on the board and in its reserve."""
    board = "".join(map(pieces_text, _stacks(s)))
    return board.count(SIDES[seat]) + int(s.reserve[seat])
