"""Tumbling Down's moves and positions as text, why a move is not legal, and the picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction

from parlour.errors import BadPosition
from parlour.games.tumbling_down.code import direction_of, is_tumble
from parlour.games.tumbling_down.stacks import EMPTY, MOST, height, laid_on, of_one, piece, top
from parlour.kernel.fields import expect, one_of
from parlour.kernel.layout import OVER, Record
from parlour.kernel.move_codes import origin_of
from parlour.kernel.moves import Given, Move, Refusal, cell_steps, refuse, word
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.table.outcome import Outcome, winner_takes_all

BOARD = R.BOARD
SIDES = "WB"
NAMES = ("White", "Black")
COLOURS = ("white", "black")
READING = [8 * rank + file for rank in range(7, -1, -1) for file in range(8)]

GRAMMAR = "a step is written a1-b2, a tumble a1>b2 with the first square that it covers"
REFUSALS = {
    "empty": "nothing stands on {cell}",
    "theirs": "{side} controls the stack on {cell}",
    "far": "{to} is not next to {cell}",
    "single": "a single piece does not tumble",
    "pair": "the bottom piece stays, so a stack of two can only step",
}

_MOVE = re.compile(r"([a-h][1-8])([->])([a-h][1-8])")


TEXT_OF_CODE = True


def move_text(s: Record, m: int) -> str:
    """``a1-b2`` for a step, ``a1>b2`` for a tumble whose first square is b2."""
    cell, to = origin_of(m), R.NEIGHBOURS[origin_of(m), direction_of(m)]
    return f"{BOARD.names[cell]}{'>' if is_tumble(m) else '-'}{BOARD.names[to]}"


def move(s: Record, m: int) -> Move:
    """A step or a tumble; what it is, is asked where a stack can do both."""
    cell, direction = origin_of(m), direction_of(m)
    way = word(">", "tumble") if is_tumble(m) else word("-", "step")
    count = min(height(s.stack[cell]) - R.STAYS, R.ROOM[cell, direction]) if is_tumble(m) else 1
    laid, at = [], cell
    for _ in range(count):
        at = R.NEIGHBOURS[at, direction]
        laid.append(BOARD.names[at])
    name = BOARD.names[cell]
    steps = (*cell_steps(name, laid[0]), way)
    return Move(move_text(s, m), steps, moved=tuple((name, to) for to in laid))


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """A piece steps, and a stack tumbles, onto any next square: nothing else can be wrong."""
    start, *others = (text for _, text in given)
    wrong = _wrong_start(s, start)
    return wrong if wrong or not others else refuse(REFUSALS, "far", cell=start, to=others[0])


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played, in words."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return Refusal("grammar", GRAMMAR)
    cell, to = match[1], match[3]
    if wrong := _wrong_start(s, cell):
        return wrong
    if BOARD.index[to] not in R.NEIGHBOURS[BOARD.index[cell]]:
        return refuse(REFUSALS, "far", cell=cell, to=to)
    return refuse(REFUSALS, "single" if height(s.stack[BOARD.index[cell]]) == 1 else "pair")


def _wrong_start(s: Record, cell: str) -> Refusal | None:
    stack = s.stack[BOARD.index[cell]]
    if stack == EMPTY:
        return refuse(REFUSALS, "empty", cell=cell)
    theirs = top(stack) != s.turn
    return refuse(REFUSALS, "theirs", cell=cell, side=NAMES[1 - s.turn]) if theirs else None


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields BOARD TURN."""
    squares = [_pieces_text(s.stack[cell]) for cell in READING]
    ranks = [",".join(squares[i : i + 8]) for i in range(0, 64, 8)]
    return ["/".join(ranks), SIDES[s.next]]


def _pieces_text(stack: int) -> str:
    """The letters of a stack from the bottom, or a dot."""
    return "".join(SIDES[piece(stack, i)] for i in range(height(stack))) or "."


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(fields, "BOARD", "TURN")
    R.clear(s)
    _read_board(s, fields[0])
    s.next = SIDES.index(one_of(fields[1], SIDES, "TURN"))
    s.turn = s.next
    _judge(s, end)


def _read_board(s: Record, text: str) -> None:
    ranks = [rank.split(",") for rank in text.split("/")]
    if [len(rank) for rank in ranks] != [8] * 8:
        raise BadPosition("the board is not eight ranks, joined by /, of eight squares, by commas")
    squares = [square for rank in ranks for square in rank]
    pieces = 0
    for cell, square in zip(READING, squares, strict=True):
        if square != ".":
            if not square or set(square) - set(SIDES):
                raise BadPosition(
                    f"{square!s:.20} on {BOARD.names[cell]}; expected . or a stack of W and B"
                )
            pieces += len(square)
            if pieces <= MOST:
                R.place(s, cell, _stack(square))
    if pieces > MOST:
        raise BadPosition(f"{pieces} pieces on the board; expected {MOST} at most")


def _stack(letters: str) -> int:
    stack = EMPTY
    for letter in letters:
        stack = laid_on(stack, of_one(SIDES.index(letter), 1))
    return stack


def _judge(s: Record, end: Outcome | None) -> None:
    """Set the end that is shown or claimed. Only `no-king` shows, and a king's capture goes before it."""
    seat, last = s.next, 1 - s.next
    if end is not None and end.reason == "king-captured":
        R.end(s, R.KING_CAPTURED, last)
        return
    if not any(top(s.stack[cell]) == seat for cell in range(64)):
        raise BadPosition(f"TURN is {SIDES[seat]}, and {NAMES[seat]} controls no stack")
    if end is not None and end.reason == "king-lost":
        R.end(s, R.KING_LOST, seat)
    elif s.king[last] == 0 or (end is not None and end.reason == "no-king"):
        R.end(s, R.NO_KING, seat)


ENDED = {
    "king-captured": "{losers} king was captured",
    "king-lost": "{loser} tumbled a stack onto a king of {losers} own",
    "no-king": "{losers} own move left no king",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores."""
    return {reason: winner_takes_all(2) for reason in R.REASONS}


def decided_by(before: Record, m: int, s: Record) -> list[str]:
    """The loser's king that was covered; where a move left no king, the cells of that move."""
    if s.turn != OVER:
        return []
    cells, loser = move(before, m).cells, 1 - s.winner
    if s.reason == R.NO_KING:
        return list(cells)
    return [cell for cell in cells if _was_king(before, BOARD.index[cell], loser)]


def _was_king(before: Record, cell: int, seat: int) -> bool:
    return bool(R.is_king(before, cell, seat, before.king[seat]))


# -- the picture -----------------------------------------------------------------------------------


TALLEST = 2 * sum(map(int, R.PLACED))  # all the pieces there are


def scene(s: Record) -> Scene:
    """The stacks from the bottom at the left; the kings crowned, their places in the notes."""
    cells = tuple(
        Cell(
            name,
            x,
            y,
            "dark" if BOARD.is_dark(i) else "light",
            _pieces(s.stack[i]),
            badge="crown" if _is_king(s, i) else "",
        )
        for i, (name, (x, y)) in enumerate(zip(BOARD.names, BOARD.points, strict=True))
    )
    files = tuple(Label("abcdefgh"[i], i, -1) for i in range(8))
    ranks = tuple(Label(str(i + 1), -1, i) for i in range(8))
    notes = tuple(_kings(s, seat) for seat in range(2))
    return Scene("square", cells, files + ranks, COLOURS, notes)


def _pieces(stack: int) -> tuple[Piece, ...]:
    letters = _pieces_text(stack) if stack != EMPTY else ""
    return tuple(
        Piece("xo"[letter == "W"], COLOURS[SIDES.index(letter)], "chip") for letter in letters
    )


def _is_king(s: Record, cell: int) -> bool:
    return any(s.king[seat] and R.is_king(s, cell, seat, s.king[seat]) for seat in range(2))


def _kings(s: Record, seat: int) -> str:
    tall = s.king[seat]
    kings = [BOARD.names[i] for i in range(64) if tall and R.is_king(s, i, seat, tall)]
    if not kings:
        return f"{NAMES[seat]} has no king."
    word = "king" if len(kings) == 1 else "kings"
    return f"{NAMES[seat]}'s {word}, {tall} high: {', '.join(kings)}."
