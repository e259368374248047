"""The hive as a picture: tiles without a board, as large as it has grown; names of its cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from parlour.games.hive.board import COUNTS, EACH, KIND, NAMES, PIECES, WAYS, cell_at, place_of
from parlour.games.hive.grid import NONE
from parlour.kernel.boards import letters
from parlour.kernel.layout import Record
from parlour.kernel.scene import Area, Cell, Piece, Scene, Stock, StockItem, rectangle

Place = tuple[int, int]

SEATS = ("White", "Black")
COLOURS = ("white", "black")
BUGS = ("Queen", "Spider", "Beetle", "Grasshopper", "Ant", "Mosquito", "Ladybug", "Pillbug")
LEAST = (5.0, 4.0)  # the picture's width and height, in tiles
KINDS_DRAWN = ("bee", *(bug.lower() for bug in BUGS[1:]))


def cell_name(cell: int) -> str:
    """A cell's name: a column and a row, as far as a hive reaches from where it began, ``q17``."""
    q, r = place_of(cell)
    return f"{letters(q + 16)}{r + 17}"


def draw_hive(s: Record, stacks: dict[Place, list[int]], used: int) -> Scene:
    """The scene of a hive; `used` is the set of the kinds that are in the game."""
    hands, below = _hand_notes(s, used), _stack_notes(s, stacks)
    hive = Scene("hexagon", draw_cells(stacks), (), COLOURS, (*hands, *below), pile="tiles")
    stocks = tuple(_hand(s, seat, used) for seat in range(2))
    return replace(
        hive, picture=replace(hive, notes=below, areas=(_table(hive.cells),), stocks=stocks)
    )


def draw_cells(stacks: dict[Place, list[int]]) -> tuple[Cell, ...]:
    """The tiles, and the empty cells around them."""
    around = {(q + u, r + v) for q, r in stacks for u, v in WAYS} or {place_of(0)}
    shown = tuple(
        Cell(cell_name(cell_at(q, r)), q + r / 2, r * 3**0.5 / 2, tone="open")
        for q, r in sorted(around - set(stacks))
    )
    tiles = tuple(
        Cell(
            cell_name(cell_at(q, r)),
            q + r / 2,
            r * 3**0.5 / 2,
            pieces=tuple(draw_piece(piece) for piece in stacks[q, r]),
        )
        for q, r in sorted(stacks)
    )
    return shown + tiles


def _table(cells: tuple[Cell, ...]) -> Area:
    """The ground of the picture, so that a hive of few tiles is not drawn too large."""
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    (x, wide), (y, high) = (_span(xs, LEAST[0]), _span(ys, LEAST[1]))
    return rectangle(x - wide, y - high, x + wide, y + high, "frame")


def _span(places: list[float], least: float) -> tuple[float, float]:
    """The middle of some places and half their extent, which is at least half of `least`."""
    return (min(places) + max(places)) / 2, max((max(places) - min(places)) / 2, least / 2)


def opened(view: Scene, seat: int) -> Scene:
    """The same with the pieces of each stack side by side."""
    return replace(view, pile="cluster")


def draw_piece(piece: int) -> Piece:
    return Piece(NAMES[piece], COLOURS[piece // EACH], KINDS_DRAWN[KIND[piece]])


def _in_hand(s: Record, seat: int, used: int) -> Iterator[tuple[int, list[int]]]:
    """The kinds that a side has in hand, each with its pieces."""
    for kind in range(len(COUNTS)):
        pieces = [p for p in range(PIECES) if p // EACH == seat and KIND[p] == kind]
        left = [piece for piece in pieces if s.place[piece] < 0]
        if used >> kind & 1 and left:
            yield kind, left


def _hand(s: Record, seat: int, used: int) -> Stock:
    """A side's tiles in hand; of each kind the one with the least number is placed first."""
    items = [
        StockItem(
            NAMES[left[0]],
            BUGS[kind],
            (Cell("", 0, 0, pieces=(draw_piece(left[0]),)),),
            count=len(left),
        )
        for kind, left in _in_hand(s, seat, used)
    ]
    return Stock(seat, tuple(items))


def _hand_notes(s: Record, used: int) -> tuple[str, ...]:
    """What each side has in hand."""
    notes = []
    for seat in range(2):
        hand = [
            BUGS[kind] if COUNTS[kind] == 1 else f"{len(left)} {BUGS[kind]}{'s' * (len(left) > 1)}"
            for kind, left in _in_hand(s, seat, used)
        ]
        notes.append(f"{SEATS[seat]} has in hand: {', '.join(hand) or 'nothing'}.")
    return tuple(notes)


def _called(piece: int) -> str:
    """A piece in a sentence, as "White's Queen wQ"."""
    return f"{SEATS[piece // EACH]}'s {BUGS[KIND[piece]]} {NAMES[piece]}"


def _stack_notes(s: Record, stacks: dict[Place, list[int]]) -> tuple[str, ...]:
    """The stacks from the bottom, and a piece that rests."""
    high = [stack for _, stack in sorted(stacks.items()) if len(stack) > 1]
    notes = [f"A stack, from the bottom: {', '.join(map(_called, stack))}." for stack in high]
    if s.last != NONE and s.last // EACH == s.next:
        notes.append(f"{_called(s.last)} was moved by a Pillbug and rests.")
    return tuple(notes)
