"""Tantrix's moves and positions as text, why a move is not legal, and the picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import combinations

from parlour.errors import BadPosition
from parlour.games.tantrix.board import (
    CODES,
    COLOURS,
    HAND,
    NAMES,
    SEATS,
    TILES,
    TURNS,
    WAYS,
    cell_at,
    place_of,
)
from parlour.games.tantrix.code import cell_of, tile_of, turns_of
from parlour.games.tantrix.picture import (
    INKS,
    PLACES,
    Place,
    cell_name,
    draw_table,
    tile_in_words,
)
from parlour.games.tantrix.set_up import SETUP  # noqa: F401 (part of the notation)
from parlour.kernel.fields import expect
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.moves import Given, Move, Refusal, Step, refuse, word, word_move
from parlour.kernel.protocol import R
from parlour.kernel.scene import Scene
from parlour.table.outcome import Outcome, even_shares

FARTHEST = TILES - 1  # steps from the first tile to the last one of a line

GRAMMAR = (
    "a move is a place and the tile's six sides, clockwise from the upper right, as 1,-1:RRYYBB: "
    "1 to the right of the first tile and 1 to the lower left"
)
REFUSALS = {
    "choose": "choose one of your tiles, then a space, then how it is turned",
    "first": "the first tile is written in the turn that is first in the alphabet, as 0,0:{name}",
    "no-tile": "there is no tile {name}",
    "not-yours": "{name} is not in {seat}'s hand",
    "occupied": "a tile lies there",
    "apart": "there is no tile beside that space",
    "no-match": "its sides do not match those around the space",
    "forced": "a forced space can be filled, and goes before all other moves",
    "free-made": "the free move is made; only forced spaces are filled now",
    "third": "a space beside it would have three sides of one colour",
    "controlled": "a space would get a fourth side, at once or when forced spaces are filled",
}

_MOVE = re.compile(r"(0|-?[1-9]\d?),(0|-?[1-9]\d?):([BGRY]{6})")
_TURN = re.compile(r"([RYGB])(\+?)(\??)")


# -- moves -----------------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """``1,-1:RRYYBB``; of a tile that is drawn its name, ``BBRRYY``."""
    if s.turn == CHANCE:
        return NAMES[m]
    q, r = place_of(cell_of(m))
    return f"{q},{r}:{TURNS[tile_of(m)][turns_of(m)]}"


def move(s: Record, m: int) -> Move:
    """A tile from the hand, the cell it goes to, and its sides as it is turned."""
    text = move_text(s, m)
    if s.turn == CHANCE:
        return word_move(text, f"draw {text}")
    name, turns = NAMES[tile_of(m)], turns_of(m)
    cell = cell_name(place_of(cell_of(m)))
    steps = (
        word(name, tile_in_words(name), tile_of(m)),
        Step(cell),
        word(text, _sides_in_words(TURNS[tile_of(m)][turns]), turns, turned=60 * turns),
    )
    return Move(text, steps, placed=(cell,))


def _sides_in_words(sides: str) -> str:
    """How a tile lies: the colours of its sides."""
    colours = ", ".join(INKS[COLOURS.index(colour)] for colour in sides)
    return f"{colours}, clockwise from the upper right"


def move_in_words(s: Record, m: int) -> str:
    """A move after the player's name."""
    text = move_text(s, m)
    if s.turn == CHANCE:
        return f"draws {tile_in_words(text)}"
    place, _, sides = text.partition(":")
    forced = " into a forced space" if R.may_fill(s, R.FORCED) else ""
    return f"{tile_in_words(sides)} on {place}{forced}"


def prompt(s: Record, given: tuple[Given, ...]) -> str:
    """The next step of laying a tile."""
    if s.turn == CHANCE:
        return ""
    if given:
        return ("Choose a space where it fits.", "Choose how it is turned.")[len(given) > 1]
    if s.spaces == 0:
        return "Choose the first tile, then the space."
    if R.may_fill(s, R.FORCED):
        return "A forced space can be filled: choose a tile that fits there."
    return "Choose one of your tiles, then a space where its colours fit."


# -- refusals --------------------------------------------------------------------------------------


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """Why no move begins with these steps: a tile, a cell."""
    (kind, first), *others = given
    if kind == "cell":
        return refuse(REFUSALS, "choose")
    if first not in NAMES:
        return refuse(REFUSALS, "no-tile", name=first)
    tile = NAMES.index(first)
    if not s.hand[s.seat] >> tile & 1:
        return refuse(REFUSALS, "not-yours", name=first, seat=SEATS[s.seat])
    if not others:
        return _must_fill(s) or refuse(REFUSALS, "no-match")
    place = PLACES.get(others[0][1])
    return None if place is None else _no_place(s, cell_at(*place), range(6), tile)


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played, in words."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return Refusal("grammar", GRAMMAR)
    q, r, sides = int(match[1]), int(match[2]), match[3]
    if sides not in CODES:
        return refuse(REFUSALS, "no-tile", name=sides)
    tile, turns = CODES[sides]
    if not s.hand[s.seat] >> tile & 1:
        return refuse(REFUSALS, "not-yours", name=NAMES[tile], seat=SEATS[s.seat])
    if s.spaces == 0:
        return refuse(REFUSALS, "first", name=NAMES[tile])
    if max(abs(q), abs(r)) > FARTHEST:
        return refuse(REFUSALS, "apart")
    return _no_place(s, cell_at(q, r), [turns], tile)


def _must_fill(s: Record) -> Refusal | None:
    if R.may_fill(s, R.FORCED):
        return refuse(REFUSALS, "forced")
    return None


def _no_place(s: Record, cell: int, turns: Collection[int], tile: int) -> Refusal | None:
    """Why a tile cannot lie on a cell in any of some turns."""
    space = R.space_at(s, cell)
    if R.tile_at(s, cell) != R.NONE:
        return refuse(REFUSALS, "occupied")
    if not space:
        return refuse(REFUSALS, "apart")
    sides = [int(R.SIDES[tile, turn]) for turn in turns]
    fits = [word for word in sides if not R.sides_of(space) & ~word]
    if not fits:
        return refuse(REFUSALS, "no-match")
    if R.neighbours(space) < R.FORCED and R.may_fill(s, R.FORCED):
        return refuse(REFUSALS, "forced")
    if not s.bag:
        return None
    if R.closes_in(s, space):
        return refuse(REFUSALS, "controlled")
    barred = R.barred_sides(s, space)
    return refuse(REFUSALS, "third") if all(word & barred for word in fits) else None


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields TURN BOARD HANDS."""
    marks = ("" if s.free else "+") + ("?" if s.turn == CHANCE else "")
    tiles = tiles_on_table(s)
    board = "/".join(f"{q},{r}:{tiles[q, r]}" for q, r in sorted(tiles))
    hands = "/".join(",".join(hand) or "-" for hand in hands_of(s))
    return [COLOURS[s.seat] + marks, board or "-", hands]


def tiles_on_table(s: Record) -> dict[Place, str]:
    """The sides of each tile on the table, by its place."""
    return {
        place_of(s.place[tile]): TURNS[tile][s.turns[tile]]
        for tile in range(TILES)
        if s.place[tile] != R.NONE
    }


def hands_of(s: Record) -> tuple[list[str], ...]:
    """The names of the tiles in each hand."""
    return tuple([NAMES[t] for t in range(TILES) if hand >> t & 1] for hand in s.hand)


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(fields, "TURN", "BOARD", "HANDS")
    R.start(s)
    _read_board(s, fields[1])
    _read_hands(s, fields[2])
    _read_turn(s, fields[0])


def _take(s: Record, tile: int, where: str) -> None:
    """Take a tile out of the bag; each is there once."""
    if not s.bag >> tile & 1:
        raise BadPosition(f"the tile {NAMES[tile]} is there twice, again in {where}")
    s.bag &= ~(1 << tile)


def _read_board(s: Record, text: str) -> None:
    if text == "-":
        return
    places: list[Place] = []
    for entry in text.split("/"):
        match = _MOVE.fullmatch(entry)
        if match is None or match[3] not in CODES:
            raise BadPosition(
                f"BOARD has {entry!s:.40}; expected a place and a tile, as 1,-1:RRYYBB"
            )
        q, r, (tile, turns) = int(match[1]), int(match[2]), CODES[match[3]]
        if max(abs(q), abs(r)) > FARTHEST:
            raise BadPosition(f"{q},{r} in BOARD is farther from 0,0 than tiles reach")
        if (q, r) in places:
            raise BadPosition(f"BOARD has two tiles on {q},{r}")
        _take(s, tile, "BOARD")
        if R.sides_of(R.space_at(s, cell_at(q, r))) & ~int(R.SIDES[tile, turns]):
            raise BadPosition(f"the sides of the tile on {q},{r} do not match its neighbours'")
        R.lay(s, tile, turns, cell_at(q, r))
        places.append((q, r))
    _check_whole(places)


def _check_whole(places: Sequence[Place]) -> None:
    """Check that all tiles hang together with the one on 0,0."""
    if (0, 0) not in places:
        raise BadPosition("BOARD has no tile on 0,0, from which places are counted")
    reached, left = [(0, 0)], set(places) - {(0, 0)}
    for q, r in reached:
        beside = {(q + u, r + v) for u, v in WAYS} & left
        reached += beside
        left -= beside
    if left:
        raise BadPosition("the tiles of BOARD do not all hang together")


def _read_hands(s: Record, text: str) -> None:
    hands = text.split("/")
    if len(hands) != R.SEATS:
        raise BadPosition(f"HANDS has {len(hands)} hands; expected {R.SEATS}, joined by /")
    for seat, hand in enumerate(hands):
        for name in hand.split(",") if hand != "-" else []:
            if name not in NAMES:
                raise BadPosition(
                    f"HANDS has {name!s:.20}; expected - or tiles, each in the turn that is first in "
                    "the alphabet, as BBRRYY"
                )
            _take(s, NAMES.index(name), "HANDS")
            s.hand[seat] |= 1 << NAMES.index(name)


def _read_turn(s: Record, text: str) -> None:
    match = _TURN.fullmatch(text)
    if match is None or match[1] not in COLOURS[: R.SEATS]:
        raise BadPosition(
            f"TURN is {text!s:.20}; expected {' or '.join(COLOURS[: R.SEATS])}, with + after the free "
            "move, and ? if a tile is drawn"
        )
    s.seat, s.free = COLOURS.index(match[1]), int(not match[2])
    s.turn = CHANCE if match[3] else s.seat
    _check_hands(s)
    if s.turn == CHANCE:
        return
    if not s.free and not R.may_fill(s, R.FORCED):
        raise BadPosition(f"TURN is {text}, and {SEATS[s.seat]} can fill no forced space")
    R.judge(s)


def _check_hands(s: Record) -> None:
    """Check that hands are as large as they are when this seat plays, or draws."""
    sizes, drawn = [R.popcount(hand) for hand in s.hand], s.turn == CHANCE
    if s.spaces == 0:
        full = [HAND] * s.seat if drawn else [HAND] * R.SEATS
        dealt = (
            sizes[: len(full)] == full and not any(sizes[s.seat + 1 :]) if drawn else sizes == full
        )
        if not dealt or not s.free or sizes[s.seat] >= HAND + (not drawn) or (not drawn and s.seat):
            raise BadPosition(
                f"without tiles on the table each seat draws up to {HAND} tiles, one seat after the "
                f"other, and then {SEATS[0]} plays; this is not TURN and HANDS"
            )
        return
    if drawn and not s.bag:
        raise BadPosition("TURN has ?, and no tile is left to draw")
    if s.bag:
        expected = [HAND - (drawn and seat == s.seat) for seat in range(R.SEATS)]
        if sizes != expected:
            raise BadPosition(
                f"HANDS has {'/'.join(map(str, sizes))} tiles; expected {'/'.join(map(str, expected))} "
                "while there are tiles to draw"
            )
    elif max(sizes) > HAND:
        raise BadPosition(f"HANDS has {max(sizes)} tiles for a seat; expected {HAND} at most")
    elif any(sizes) and not sizes[s.seat]:
        raise BadPosition(f"TURN is {COLOURS[s.seat]}, who has no tile left")


# -- ends ------------------------------------------------------------------------------------------

ENDED = {
    "all-placed": "all tiles lie, and {winner} has the longest line",
    "deadlock": "nobody can go on, as no tile in hand may lie anywhere",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores."""
    seats = range(R.SEATS)
    shared = [
        tuple(Fraction(int(seat in best), len(best)) for seat in seats)
        for count in range(1, R.SEATS + 1)
        for best in combinations(seats, count)
    ]
    return {"all-placed": shared, "deadlock": even_shares(R.SEATS)}


def details(s: Record) -> dict[str, str]:
    """The points of each seat's best line."""
    return {f"{SEATS[seat]}'s points": str(R.line_points(s, seat)) for seat in range(R.SEATS)}


def decisive(s: Record) -> list[str]:
    """The cells of the winners' best lines."""
    if s.turn != OVER or s.reason != R.ALL_PLACED:
        return []
    lines = [R.best_line(s, seat) for seat in range(R.SEATS)]
    most = max(line >> R.POINTS for line in lines)
    best = [line for line in lines if line >> R.POINTS == most]
    return [
        cell_name(place_of(s.place[t])) for t in range(TILES) if any(line >> t & 1 for line in best)
    ]


# -- the picture -----------------------------------------------------------------------------------


def scene(s: Record) -> Scene:
    """The tiles, the spaces around them, and the hands."""
    forced = [
        place_of(R.cell_of_space(s.space[i]))
        for i in range(s.spaces)
        if R.neighbours(s.space[i]) >= R.FORCED
    ]
    return draw_table(tiles_on_table(s), forced, hands_of(s))
