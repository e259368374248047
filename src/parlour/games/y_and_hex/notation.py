"""Y and Hex in text and picture: cells and swap, position texts, a scene, the standing board."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import islice, pairwise
from typing import Any

import numpy as np

from parlour.errors import BadPosition
from parlour.kernel.boards import ROW_HEIGHT, letters
from parlour.kernel.fields import expect, one_of, split_rows
from parlour.kernel.layout import Record
from parlour.kernel.moves import Given, Move, Refusal, placement, refuse, word_move
from parlour.kernel.protocol import R
from parlour.kernel.scene import Area, Cell, Label, Piece, Place, Scene
from parlour.table.outcome import Outcome, winner_takes_all

LETTERS = "xo"  # of the two colours in position texts
COLOURS = ("red", "blue") if R.RHOMBUS else ("white", "black")
STONES = tuple(Piece(mark, colour) for mark, colour in zip(LETTERS, COLOURS, strict=True))
REFUSALS = {
    "no-swap": "this game is played without it (pie=no)",
    "swap": "only the second seat may swap, right after the first stone",
    "no-cell": "there is no such cell",
    "stone": "there is a stone already",
}
PEGS = {
    piece.colour: piece for piece in (Piece("x", "white"), Piece("o", "black"))
}  # by their ends
LENGTHS = tuple(
    sum(y == row for _, y in R.BOARD.places) for row in range(R.SIZE)
)  # cells in each row


TEXT_OF_CODE = True


def move_text(s: Record, m: int) -> str:
    """A cell's name, or ``swap``."""
    return "swap" if m == R.SWAP else str(R.BOARD.names[m])


def move(s: Record, m: int) -> Move:
    """A stone on a cell, or the swap."""
    text = move_text(s, m)
    return word_move(text, "swap sides") if text == "swap" else placement(text)


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    kind, text = given[-1]
    return refusal(s, text) if kind == "cell" else None


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played."""
    if text == "swap":
        return refuse(REFUSALS, "swap" if R.PIE else "no-swap")
    return refuse(REFUSALS, "stone" if text in R.BOARD.index else "no-cell")


ENDED = {
    "red-chain": "{winners} chain joins top and bottom",
    "blue-chain": "{winners} chain joins left and right",
    "y": "{winners} chain touches all three sides",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """Every reason with its scores; seat 0 plays Blue in Hex only after a swap."""
    rows = sorted(winner_takes_all(2), reverse=True)
    if not R.RHOMBUS or R.PIE:
        return dict.fromkeys(R.REASONS, rows)
    return {reason: [row] for reason, row in zip(R.REASONS, rows, strict=True)}


def write(s: Record) -> list[str]:
    """ROWS, TURN and EXTRA."""
    cells = iter(_stones(s))
    rows = "/".join("".join(_letter(next(cells)) for _ in range(n)) for n in LENGTHS)
    return [rows, str(s.next), "swapped" if s.swapped else "-"]


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from ROWS, TURN and EXTRA; raises BadPosition. The numbers of stones are not checked."""
    expect(fields, "ROWS", "TURN", "EXTRA")
    rows = split_rows(fields[0], LENGTHS, "." + LETTERS)
    seat = int(one_of(fields[1], ("0", "1"), "TURN"))
    extra = one_of(fields[2], ("-", "swapped") if R.PIE else ("-",), "EXTRA")
    R.start(s)
    s.turn = s.next = seat
    s.swapped = int(extra == "swapped")
    cells = "".join(rows)
    for cell, letter in enumerate(cells):
        if letter != ".":
            s.stones[LETTERS.index(letter) * R.WORDS + R.WORD[cell]] |= R.BIT[cell]
    s.empty = cells.count(".")
    s.offer = int(R.PIE and not s.swapped and seat == 1 and cells.replace(".", "") == "x")
    for colour in range(2):
        if R.joined(s, colour):
            R.end(s, colour)
    _check_winner(s, end)


def _check_winner(s: Record, end: Outcome | None) -> None:
    """Check that a chain of Hex is won by the seat that plays its colour."""
    if end is None or not R.RHOMBUS or end.reason not in R.REASONS:
        return
    winner = R.REASONS.index(end.reason) ^ s.swapped
    if end.scores[winner:] == () or end.scores[winner] != 1:
        raise BadPosition(
            f"{end.text}: by EXTRA seat {winner} plays {end.reason.split('-')[0].title()}"
        )


def _stones(s: Record) -> list[int | None]:
    """The colour of the stone on each cell, None where there is none."""
    first, second = s.stones[: R.WORDS], s.stones[R.WORDS :]
    return [
        0 if first[w] & bit else 1 if second[w] & bit else None
        for w, bit in islice(zip(R.WORD, R.BIT, strict=False), R.CELLS)
    ]


def codes_on(states: Any) -> Any:
    """The stones in many states, as ROWS lists their cells: 1 for the first colour, 2 for the second."""
    word, bit = (np.array(row[: R.CELLS]) for row in (R.WORD, R.BIT))
    first, second = ((states["stones"][:, word + n] & bit) != 0 for n in (0, R.WORDS))
    return first + 2 * second


def _letter(colour: int | None) -> str:
    return "." if colour is None else LETTERS[colour]


def decisive(s: Record) -> list[str]:
    """The cells of the chain that joins its sides; none before there is one."""
    sides = R.BOARD.side_table()
    colours = _stones(s)
    for colour in range(2):
        wanted = (0b0101, 0b1010)[colour] if R.RHOMBUS else 0b111
        left = {cell for cell, here in enumerate(colours) if here == colour}
        while left:
            chain = _chain(left)
            left -= chain
            touched = 0
            for cell in chain:
                touched |= int(sides[cell])
            if touched & wanted == wanted:
                return [R.BOARD.names[cell] for cell in sorted(chain)]
    return []


def _chain(stones: set[int]) -> set[int]:
    """The stones that hang together with one of them."""
    chain: set[int] = set()
    due = [min(stones)]
    while due:
        cell = due.pop()
        if cell in stones and cell not in chain:
            chain.add(cell)
            due += R.BOARD.neighbours[cell].tolist()
    return chain


def scene(s: Record) -> Scene:
    """The board with each seat's stones; rows and columns are labelled at the left and beside row 1."""
    cells = tuple(map(_cell, range(R.CELLS), _stones(s)))
    colours = (COLOURS[s.swapped], COLOURS[1 - s.swapped])
    return Scene("hexagon" if R.RHOMBUS else "disc", cells, _labels(), colours, _notes(), _areas())


@cache
def _cell(cell: int, colour: int | None) -> Cell:
    (x, y), tone = R.BOARD.points[cell], "" if R.RHOMBUS else "hole"
    pieces = () if colour is None else (STONES[colour],)
    return Cell(R.BOARD.names[cell], x, y, pieces=pieces, tone=tone)


@cache
def _areas() -> tuple[Area, ...]:
    return _sides() if R.RHOMBUS else (*_stands(), _panel())


def _sides() -> tuple[Area, ...]:
    """Hex: the colours of the four sides, beneath the cells and out to the rim."""
    last, rim = R.SIZE - 1, 0.72
    middle = (0.75 * last, -0.5 * last * ROW_HEIGHT)
    right, low = (last + 0.577 * rim, rim), (1.5 * last + 1.732 * rim, -last * ROW_HEIGHT - rim)
    left, top = (last / 2 - 0.577 * rim, -last * ROW_HEIGHT - rim), (-1.732 * rim, rim)
    around = (top, right, low, left, top)
    return tuple(
        Area((middle, one, other), COLOURS[n % 2])
        for n, (one, other) in enumerate(pairwise(around))
    )


def _corners() -> tuple[Place, ...]:
    """Y: where the corner cells lie: left, right, top."""
    last = R.SIZE - 1
    return (0.0, 0.0), (float(last), 0.0), (last / 2, last * ROW_HEIGHT)


def _panel(edge: float = 1.1) -> Area:
    """Y: the board's triangle with its corners cut, wide enough for the labels."""
    around = ((-0.866, 0.5), (-1.0, -0.577), (0.0, -1.0), (1.0, -0.577), (0.866, 0.5), (0.0, 1.155))
    near = ((5, 0, 1, 2), (2, 3, 4), (4, 5, 0))  # the outward directions about each corner
    left, right, top = (
        tuple((x + edge * around[k][0], y + edge * around[k][1]) for k in side)
        for (x, y), side in zip(_corners(), near, strict=True)
    )
    return Area((*left[1:], *right, *top), "panel")


def _stands() -> tuple[Area, ...]:
    """Y: the supine board's stands, one beneath each corner."""
    out = ((-0.95, -0.55), (0.95, -0.55), (0.0, 1.1))
    ring = ((0.5, 0.0), (0.25, 0.43), (-0.25, 0.43), (-0.5, 0.0), (-0.25, -0.43), (0.25, -0.43))
    places = [(x + u, y + v) for (x, y), (u, v) in zip(_corners(), out, strict=True)]
    return tuple(Area(tuple((x + u, y + v) for u, v in ring), "stand") for x, y in places)


# Rows from a side to its labels: beyond the edge drawn along a rhombus, within the panel under a triangle.
OUT = 1.22 if R.RHOMBUS else 0.72


@cache
def _labels() -> tuple[Label, ...]:
    rise = 1 if R.RHOMBUS else -1  # the columns' labels stand above a rhombus, below a triangle
    named = [letters(n) for n in range(R.SIZE)]
    counted = [str(n + 1) for n in range(R.SIZE)]
    columns, rows = (named, counted) if R.RHOMBUS else (counted, named)
    return tuple(
        Label(text, n - OUT / 2, rise * OUT * ROW_HEIGHT) for n, text in enumerate(columns)
    ) + tuple(
        Label(text, n / 2 - OUT, -rise * n * ROW_HEIGHT, anchor="end" if R.RHOMBUS else "middle")
        for n, text in enumerate(rows)
    )


def _notes() -> tuple[str, ...]:
    if R.RHOMBUS:
        return ("Red joins top and bottom, Blue left and right",)
    return ("White and Black each join all three sides",)


def standing_board(picture: Scene, seat: int) -> Scene:
    """`picture` as `seat` sees it at an upright, see-through board with reversible pegs.

    Both players see their own stones in one colour: White, as the first player puts the first peg, or
    Black if the second player says so, which is to swap. A way of looking, for viewers; no rule.
    """
    own = picture.colours[seat]
    assigned, other = picture.colours

    def as_seen(colour: str) -> str:
        return assigned if colour == own else other

    cells = tuple(
        cell._replace(pieces=tuple(PEGS[as_seen(piece.colour)] for piece in cell.pieces))
        for cell in picture.cells
    )
    return replace(
        picture,
        cells=cells,
        colours=tuple(map(as_seen, picture.colours)),
        notes=(_assigned(picture, assigned),),
        labels_of_moves={"swap": 'Say "We play black"'},
    )


def _assigned(picture: Scene, assigned: str) -> str:
    """The colour in which both see their own stones, or that the second player may still assign it."""
    first_stone = sum(len(cell.pieces) for cell in picture.cells) == 1
    if R.PIE and first_stone and assigned == COLOURS[0]:
        return (
            "The second player assigns the colour: swap to play black, or place a stone as White."
        )
    return f"You both play {assigned}: your own stones are {assigned.title()}."


def upright(picture: Scene, seat: int) -> Scene:
    """The Standing Y board: on its foot, seat 1 looking at it from behind."""
    seen, middle = standing_board(picture, seat), (R.SIZE - 1) / 2
    if seat == 1:
        cells = tuple(cell._replace(x=2 * middle - cell.x) for cell in seen.cells)
        labels = tuple(label._replace(x=2 * middle - label.x) for label in seen.labels)
        seen = replace(seen, cells=cells, labels=labels)
    foot = ((-2.2, -1.9), (2.2, -1.9), (1.4, -1.5), (0.8, -1.0), (-0.8, -1.0), (-1.4, -1.5))
    stand = Area(tuple((middle + x, y) for x, y in foot), "stand")
    return replace(seen, areas=(stand, _panel()))


def tall(picture: Scene, seat: int) -> Scene:
    """The largest cells for a phone held upright: the triangle without stands, the rhombus on its tip."""
    return _on_its_tip(picture) if R.RHOMBUS else replace(picture, areas=(_panel(0.85),))


def _on_its_tip(picture: Scene) -> Scene:
    """The rhombus with a1 at the top."""
    return replace(
        picture,
        cells=tuple(
            cell._replace(x=x, y=y) for cell in picture.cells for x, y in [_turn(*cell[1:3])]
        ),
        labels=tuple(
            label._replace(x=x, y=y, anchor="middle")
            for label in picture.labels
            for x, y in [_turn(label.x, label.y)]
        ),
        areas=tuple(
            area._replace(corners=tuple(_turn(*corner) for corner in area.corners))
            for area in picture.areas
        ),
        notes=("Red joins upper right and lower left, Blue upper left and lower right",),
    )


def _turn(x: float, y: float) -> Place:
    """A place turned by a sixth clockwise."""
    return x / 2 + y * ROW_HEIGHT, y / 2 - x * ROW_HEIGHT


VIEWS = {"tall": tall}  # other ways to look at the board, by name
if not R.RHOMBUS:
    VIEWS["standing"] = upright
