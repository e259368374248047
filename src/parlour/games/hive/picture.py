"""The hive as a picture: tiles without a board, as large as it has grown; names of its cells."""

from __future__ import annotations

from dataclasses import replace

from parlour.games.hive.board import COUNTS, EACH, KIND, NAMES, PIECES, WAYS, cell_at, place_of
from parlour.games.hive.grid import NONE
from parlour.kernel.boards import letters
from parlour.kernel.layout import Record
from parlour.kernel.scene import Cell, Piece, Scene

Place = tuple[int, int]

SEATS = ("White", "Black")
COLOURS = ("white", "black")
BUGS = ("Queen", "Spider", "Beetle", "Grasshopper", "Ant", "Mosquito", "Ladybug", "Pillbug")
KINDS_DRAWN = ("bee", *(bug.lower() for bug in BUGS[1:]))


def cell_name(cell: int) -> str:
    """A cell's name: a column and a row, as far as a hive reaches from where it began, ``q17``."""
    q, r = place_of(cell)
    return f"{letters(q + 16)}{r + 17}"


def draw_hive(s: Record, stacks: dict[Place, list[int]], used: int) -> Scene:
    """The scene of a hive; `used` is the set of the kinds that are in the game."""
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
            pieces=tuple(_draw_piece(piece) for piece in stacks[q, r]),
        )
        for q, r in sorted(stacks)
    )
    return Scene(
        "hexagon", shown + tiles, (), COLOURS, tuple(_notes(s, stacks, used)), pile="tiles"
    )


def opened(view: Scene, seat: int) -> Scene:
    """The same with the pieces of each stack side by side."""
    return replace(view, pile="cluster")


def _draw_piece(piece: int) -> Piece:
    return Piece(NAMES[piece], COLOURS[piece // EACH], KINDS_DRAWN[KIND[piece]])


def _notes(s: Record, stacks: dict[Place, list[int]], used: int) -> list[str]:
    """What each side has in hand; the stacks from the bottom."""
    notes = []
    for seat in range(2):
        hand = []
        for kind, count in enumerate(COUNTS):
            pieces = [p for p in range(PIECES) if p // EACH == seat and KIND[p] == kind]
            left = sum(s.place[piece] < 0 for piece in pieces)
            if used >> kind & 1 and left:
                hand.append(
                    f"{left} {BUGS[kind]}{'s' if left > 1 else ''}" if count > 1 else BUGS[kind]
                )
        notes.append(f"{SEATS[seat]} has in hand: {', '.join(hand) or 'nothing'}.")
    high = [stack for _, stack in sorted(stacks.items()) if len(stack) > 1]
    notes += [f"From the bottom: {', '.join(NAMES[piece] for piece in stack)}." for stack in high]
    if s.last != NONE and s.last // EACH == s.next:
        notes.append(f"{NAMES[s.last]} was moved by a Pillbug and rests.")
    return notes
