"""Tantrix's tiles put on the table by hand; the other tiles, in hand or in the bag, follow.

A token on a cell is a tile's name and, after ``=``, its sides as it lies: ``BBRRYY=RYYBBR``. A new token has
none yet; it is turned so that it matches its neighbours, if it can.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from parlour.errors import BadPosition
from parlour.games.tantrix.board import CODES, COLOURS, HAND, NAMES, TURNS, WAYS
from parlour.games.tantrix.picture import PLACES, Place, cell_name, draw_cells, draw_tile
from parlour.kernel.fields import expect
from parlour.kernel.scene import Cell
from parlour.table.set_up import SetUp, Tokens, name_of

_ENTRY = re.compile(r"(0|-?[1-9]\d?),(0|-?[1-9]\d?):([BGRY]{6})")


def _read(fields: Sequence[str]) -> Tokens:
    expect(fields, "TURN", "BOARD", "HANDS")
    board: Tokens = {}
    for entry in fields[1].split("/") if fields[1] != "-" else []:
        match = _ENTRY.fullmatch(entry)
        place = cell_name((int(match[1]), int(match[2]))) if match else ""
        if match is None or match[3] not in CODES or place not in PLACES:
            raise BadPosition(
                f"BOARD has {entry!s:.40}; expected a place and a tile, as 1,-1:RRYYBB"
            )
        board[place] = [f"{NAMES[CODES[match[3]][0]]}={match[3]}"]
    return board


def _write(fields: Sequence[str], board: Tokens) -> list[str]:
    """The fields with other tiles: one stays on 0,0, hands are filled from the tiles that are left."""
    tiles = _sides_by_place(board)
    q, r = (0, 0) if (0, 0) in tiles else min(tiles, default=(0, 0))
    entries = [f"{x - q},{y - r}:{tiles[x, y]}" for x, y in sorted(tiles)]
    turn = fields[0][:1] if tiles and fields[0][:1] in COLOURS else COLOURS[0]
    placed = {name_of(token) for tokens in board.values() for token in tokens}
    return [turn, "/".join(entries) or "-", _hands(fields[2], placed)]


def _sides_by_place(board: Tokens) -> dict[Place, str]:
    """How each tile lies; a new one matches the others if it can."""
    tokens = {PLACES[name]: tokens[0] for name, tokens in board.items()}
    tiles = {place: token.partition("=")[2] for place, token in tokens.items() if "=" in token}
    for place in tokens.keys() - tiles.keys():
        turns = TURNS[NAMES.index(tokens[place])]
        tiles[place] = next((sides for sides in turns if _matches(tiles, place, sides)), turns[0])
    return tiles


def _matches(tiles: Mapping[Place, str], place: Place, sides: str) -> bool:
    """Whether a tile's sides match those of the tiles around it."""
    around = [tiles.get((place[0] + q, place[1] + r)) for q, r in WAYS]
    return all(
        other is None or other[(way + 3) % 6] == sides[way] for way, other in enumerate(around)
    )


def _hands(text: str, placed: set[str]) -> str:
    """The hands without the tiles on the table, filled in turn from the tiles that are left."""
    hands = [[name for name in hand.split(",") if name in NAMES] for hand in text.split("/")]
    hands = [[name for name in hand if name not in placed] for hand in hands]
    left = [name for name in NAMES if name not in placed.union(*hands)]
    for _ in range(HAND):
        for hand in hands:
            if len(hand) < HAND and left:
                hand.append(left.pop(0))
    return "/".join(",".join(sorted(hand)) or "-" for hand in hands)


def _turn_tile(token: str) -> str:
    """A tile that is put on its own cell again: turned by 60 degrees."""
    name, _, sides = token.partition("=")
    turns = TURNS[NAMES.index(name)]
    return f"{name}={turns[(turns.index(sides) + 1) % 6]}"


def _with_turn(fields: Sequence[str], seat: int) -> list[str]:
    return [COLOURS[seat], *fields[1:]]


def _cells(board: Tokens) -> tuple[Cell, ...]:
    return draw_cells(_sides_by_place(board), ())


SETUP = SetUp(
    places=PLACES,
    tokens=NAMES,
    piece=lambda token, cell: draw_tile(token)[0],
    read=_read,
    write=_write,
    turn=_with_turn,
    unique=NAMES,
    promoted=tuple(CODES),
    cells=_cells,
    again=_turn_tile,
)
