"""Move texts, position texts and the picture of Lines of Action."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from parlour.errors import BadPosition
from parlour.kernel.boards import joined_bits, letters
from parlour.kernel.fields import expect, one_of, split_rows
from parlour.kernel.layout import Record
from parlour.kernel.move_codes import origin_of, target_of
from parlour.kernel.moves import Given, Move, Refusal, path_move, refuse, word_move
from parlour.kernel.primitives import lowest, popcount
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.table.outcome import Outcome, even_shares, winner_takes_all

SIDES = "xo"  # a seat's letter, by seat
NAMES = ("Black", "White")
COLOURS = ("black", "white")

GRAMMAR = "a move is two cells joined by - or, for a capture, by x, as b1-b3 or b1xh7"
REFUSALS = {
    "no-passing": "there is no passing",
    "can-move": "only a seat that cannot move passes",
    "off-board": "{cell} is not on the board: cells are a1 to {last}",
    "empty": "there is no token on {cell}",
    "theirs": "{side} has the token on {cell}",
    "stuck": "the token on {cell} can move on none of its lines",
    "line": "a token moves in a straight line",
    "distance": "there {tokens} on that line, it must move {squares}{beyond}",
    "jump": "it would jump the opposing token on {cell}",
    "own": "it would land on its own side's token on {cell}",
    "no-capture": "there is no token to capture on {cell}: write - for x",
    "capture": "it captures the token on {cell}: write x for -",
}

_MOVE = re.compile(r"([a-z][0-9]{1,2})([-x])([a-z][0-9]{1,2})")


def move_text(s: Record, m: int) -> str:
    if m == R.PASS:
        return "pass"
    sign = "x" if R.noisy(s, m) else "-"
    return f"{R.BOARD.names[origin_of(m)]}{sign}{R.BOARD.names[target_of(m)]}"


def text_kinds(states: Any, codes: Any) -> Any:
    """1 for a capture, 0 for another move."""
    return np.where(codes == R.PASS, 0, states["opposing"] >> target_of(codes) & 1)


def move(s: Record, m: int) -> Move:
    if m == R.PASS:
        return word_move("pass", "pass")
    path = R.BOARD.names[origin_of(m)], R.BOARD.names[target_of(m)]
    return path_move(move_text(s, m), path, path[1:] if R.noisy(s, m) else ())


def boards(s: Record) -> tuple[int, int]:
    """The cells of Black's tokens and of White's, as bits."""
    return (s.own, s.opposing) if s.next == R.BLACK else (s.opposing, s.own)


def letter(s: Record, cell: int) -> str:
    """What stands on a cell: x, o or a dot."""
    return letters_on(s)[cell]


def letters_on(s: Record) -> list[str]:
    """What stands on each cell: x, o or a dot."""
    black, white = boards(s)
    return ["x" if black & bit else "o" if white & bit else "." for bit in R.BIT]


def codes_on(states: Any) -> Any:
    """What stands on the cells in many states, as BOARD lists them: 1 for Black's tokens, 2 for White's."""
    black = np.where(states["next"] == R.BLACK, states["own"], states["opposing"])
    cells = [row + file for row in rows() for file in range(R.SIZE)]
    return joined_bits([black, states["own"] ^ states["opposing"] ^ black], cells)


def write(s: Record) -> list[str]:
    standing = letters_on(s)
    board = "/".join("".join(standing[row : row + R.SIZE]) for row in rows())
    return [board, SIDES[s.next]]


def repeated(s: Record) -> list[str]:
    return [str(s.next), str(s.own), str(s.opposing)]


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    expect(fields, "BOARD", "TURN")
    given = split_rows(fields[0], [R.SIZE] * R.SIZE, ".xo")
    s.next = SIDES.index(one_of(fields[1], SIDES, "TURN"))
    s.turn = s.next
    s.own, s.opposing = (bits(given, side) for side in (SIDES[s.next], SIDES[1 - s.next]))
    for name, tokens in zip(NAMES, boards(s), strict=True):
        if not tokens:
            raise BadPosition(f"{name} has no token on the board; expected one at least")
    R.judge(s, R.is_joined(s.opposing), R.is_joined(s.own))


def rows() -> range:
    """The first cell of each rank, from the highest down."""
    return range(8 * (R.SIZE - 1), -8, -8)


def bits(given: Sequence[str], side: str) -> int:
    """The cells of one side's letter on a board's rows, from the highest rank down."""
    cells = [
        i + x for i, row in zip(rows(), given, strict=True) for x in range(R.SIZE) if row[x] == side
    ]
    return sum(R.BIT[cell] for cell in cells)


ENDED = {
    "joined": "all of {winners} tokens are joined in one body",
    "both-joined": "the same move joined both sides",
    "no-move": "{loser} had no move left",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    known: dict[str, Collection[tuple[Fraction, ...]]] = {"joined": winner_takes_all(2)}
    if R.BOTH_DRAW:
        known["both-joined"] = even_shares(2)
    if R.BLOCKED_LOSES:
        known["no-move"] = winner_takes_all(2)
    return known


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    start, *others = (R.BOARD.index[text] for _, text in given)
    if others:
        return _wrong_start(s, start) or _wrong_way(s, start, others[0])
    return _wrong_start(s, start) or refuse(REFUSALS, "stuck", cell=R.BOARD.names[start])


def refusal(s: Record, text: str) -> Refusal | None:
    if text == "pass":
        return refuse(REFUSALS, "no-passing" if R.BLOCKED_LOSES else "can-move")
    parts = _MOVE.fullmatch(text)
    if parts is None:
        return Refusal("grammar", GRAMMAR)
    for name in (parts[1], parts[3]):
        if R.BOARD.index.get(name) not in R.ON_BOARD:
            last = R.BOARD.names[R.ON_BOARD[-1]]
            return refuse(REFUSALS, "off-board", cell=name, last=last)
    start, to = R.BOARD.index[parts[1]], R.BOARD.index[parts[3]]
    return _wrong_start(s, start) or _wrong_way(s, start, to) or _wrong_sign(s, to, parts[2])


def _wrong_start(s: Record, start: int) -> Refusal | None:
    found = letter(s, start)
    if found == SIDES[s.next]:
        return None
    reason = "empty" if found == "." else "theirs"
    return refuse(REFUSALS, reason, cell=R.BOARD.names[start], side=NAMES[1 - s.next])


def _wrong_way(s: Record, start: int, to: int) -> Refusal | None:
    """What keeps the token on `start` from moving to `to`."""
    for direction in range(R.DIRECTIONS):
        ray = [cell for cell in R.BOARD.line(start, direction) if cell in R.ON_BOARD]
        if to in ray:
            return _wrong_distance(s, start, direction, ray, ray.index(to) + 1)
    return refuse(REFUSALS, "line")


def _wrong_distance(
    s: Record, start: int, direction: int, ray: list[int], distance: int
) -> Refusal | None:
    count = popcount((s.own | s.opposing) & R.LINE[start, direction])
    if distance != count:
        tokens = "is 1 token" if count == 1 else f"are {count} tokens"
        squares = "1 square" if count == 1 else f"{count} squares"
        beyond = ", which leaves the board" if count > len(ray) else ""
        return refuse(REFUSALS, "distance", tokens=tokens, squares=squares, beyond=beyond)
    for cell in ray[: distance - 1]:
        if letter(s, cell) == SIDES[1 - s.next]:
            return refuse(REFUSALS, "jump", cell=R.BOARD.names[cell])
    if letter(s, ray[distance - 1]) == SIDES[s.next]:
        return refuse(REFUSALS, "own", cell=R.BOARD.names[ray[distance - 1]])
    return None


def _wrong_sign(s: Record, to: int, sign: str) -> Refusal | None:
    """A move that is legal but for the sign between its cells."""
    if letter(s, to) == "." and sign == "x":
        return refuse(REFUSALS, "no-capture", cell=R.BOARD.names[to])
    if letter(s, to) != "." and sign == "-":
        return refuse(REFUSALS, "capture", cell=R.BOARD.names[to])
    return None


def decisive(s: Record) -> list[str]:
    """The cells of tokens that are joined into one body."""
    joined = [b for b in boards(s) if b and R.body(b, R.BIT[lowest(b)]) == b]
    return [name for i, name in enumerate(R.BOARD.names) if any(b >> i & 1 for b in joined)]


def scene(s: Record) -> Scene:
    standing = letters_on(s)
    cells = tuple([_cell(i, standing[i]) for i in R.ON_BOARD])
    notes = tuple(_count(i, tokens) for i, tokens in enumerate(boards(s)))
    return Scene("square", cells, _labels(), COLOURS, notes)


@cache
def _cell(i: int, found: str) -> Cell:
    (x, y), shade = R.BOARD.points[i], "dark" if R.BOARD.is_dark(i) else "light"
    pieces = () if found == "." else (Piece(found, COLOURS[SIDES.index(found)]),)
    return Cell(R.BOARD.names[i], x, y, shade, pieces)


@cache
def _labels() -> tuple[Label, ...]:
    files = [Label(letters(x), x, -1.0) for x in range(R.SIZE)]
    ranks = [Label(str(y + 1), -1.0, y) for y in range(R.SIZE)]
    return (*files, *ranks)


def _count(seat: int, tokens: int) -> str:
    """The numbers of a side's tokens and of its bodies."""
    bodies, left = 0, tokens
    while left:
        bodies += 1
        left &= ~R.body(tokens, R.BIT[lowest(left)])
    plural = "s" if popcount(tokens) > 1 else ""
    parts = "one body" if bodies == 1 else f"{bodies} bodies"
    return f"{NAMES[seat]}: {popcount(tokens)} token{plural} in {parts}"
