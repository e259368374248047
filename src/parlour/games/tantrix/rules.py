"""The rules of Tantrix, on cells that are counted from the first tile (see ``board.py``).

A move is a tile, by how much it is turned, and its cell (see ``code.py``); an outcome of chance is the tile
that is drawn.
"""

from __future__ import annotations

from parlour.games.tantrix.board import HAND, ORIGIN, ROW, SIDES, TILES
from parlour.games.tantrix.code import cell_of, move_code, tile_of, turns_of
from parlour.games.tantrix.lines import (  # noqa: F401 (some for the notation)
    EVERY_TILE,
    POINTS,
    best_line,
    line_points,
    promise,
)
from parlour.games.tantrix.spaces import (  # noqa: F401
    FORCED,
    NONE,
    barred_sides,
    cell_of_space,
    closes_in,
    lay,
    neighbours,
    sides_of,
    space_at,
    tile_at,
)
from parlour.kernel.layers import Layers, fill_layer, put_bits
from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix, popcount

SEATS = 2

REASONS = ("all-placed", "deadlock")
ALL_PLACED, DEADLOCK = 0, 1
MAX_OUTCOMES = TILES
SPACES = 6 + 3 * (TILES - 1)  # a tile takes one and makes three new ones at most
MAX_MOVES = 2 * HAND * SPACES  # a side matches two sides of a tile
LONGEST = 2 * TILES

# `seat` plays, or draws; `free` is whether its free move is still to come. By tile: its cell (NONE: not on
# the table), its turns, and the tiles beside it plus one, in six bits for each way. `space` has the spaces
# (see ``spaces.py``), `work` is scratch space: while tiles are in the bag, cells filled in thought are fewer.
STATE = record(
    turn=1, seat=1, free=1, reason=1, bag=1, spaces=1, hand=(SEATS,),
    place=TILES, turns=TILES, near=TILES, space=SPACES, work=1024,
)  # fmt: skip


def start(s: Record) -> None:
    s.seat = 0
    s.free = 1
    s.reason = 0
    s.bag = EVERY_TILE
    s.spaces = 0
    for seat in range(SEATS):
        s.hand[seat] = 0
    for tile in range(TILES):
        s.place[tile] = NONE
        s.turns[tile] = 0
        s.near[tile] = 0
    for i in range(SPACES):
        s.space[i] = 0
    for i in range(1024):
        s.work[i] = 0
    s.turn = CHANCE


# -- moves -----------------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    """The forced spaces that the seat can fill; if there are none, its free moves."""
    if s.spaces == 0:
        return list_first(s, out)
    n = list_fillings(s, out, 0, FORCED)
    return n if n else list_fillings(s, out, 0, 1)


def list_first(s: Record, out: Moves) -> int:
    """The first tile of all lies anywhere, in any turn: it is written in one."""
    n, tiles = 0, s.hand[s.seat]
    while tiles:
        out[n] = move_code(lowest(tiles), 0, ORIGIN)
        tiles &= tiles - 1
        n += 1
    return n


def list_fillings(s: Record, out: Moves, n: int, least: int) -> int:
    """List the tiles in hand that may fill spaces with `least` neighbours or more."""
    for i in range(s.spaces):
        word = s.space[i]
        if neighbours(word) >= least:
            first, n = n, list_fits(s, out, n, word)
            if n > first and s.bag:
                n = first if closes_in(s, word) else drop_barred(s, out, first, n, word)
    return n


def list_fits(s: Record, out: Moves, n: int, word: int) -> int:
    """List the tiles in hand that match the sides around a space."""
    tiles, needed = s.hand[s.seat], sides_of(word)
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        for turns in range(6):
            if needed & ~SIDES[tile, turns] == 0:
                out[n] = move_code(tile, turns, cell_of_space(word))
                n += 1
    return n


def drop_barred(s: Record, out: Moves, first: int, n: int, word: int) -> int:
    """Of the moves listed for a space leave those that make no third side of a colour around another."""
    barred = barred_sides(s, word)
    left = first
    for i in range(first, n):
        if SIDES[tile_of(out[i]), turns_of(out[i])] & barred == 0:
            out[left] = out[i]
            left += 1
    return left


def may_fill(s: Record, least: int) -> bool:
    """Whether the seat can fill a space with `least` neighbours or more."""
    for i in range(s.spaces):
        word = s.space[i]
        if neighbours(word) >= least and has_fit(s, word):
            return True
    return False


def has_fit(s: Record, word: int) -> bool:
    """Whether a tile in the seat's hand may lie on a space."""
    tiles, needed = s.hand[s.seat], sides_of(word)
    barred, checked = 0, False
    while tiles:
        tile = lowest(tiles)
        tiles &= tiles - 1
        for turns in range(6):
            if needed & ~SIDES[tile, turns] == 0:
                if s.bag and not checked:
                    if closes_in(s, word):
                        return False
                    barred = barred_sides(s, word)
                    checked = True
                if SIDES[tile, turns] & barred == 0:
                    return True
    return False


# -- playing ---------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    """Place a tile, or draw one from the bag."""
    if s.turn == CHANCE:
        s.bag &= ~(1 << m)
        s.hand[s.seat] |= 1 << m
        go_on(s)
        return
    if not may_fill(s, FORCED):
        s.free = 0
    s.hand[s.seat] &= ~(1 << tile_of(m))
    lay(s, tile_of(m), turns_of(m), cell_of(m))
    if s.bag:
        s.turn = CHANCE
    else:
        go_on(s)


def go_on(s: Record) -> None:
    """Once hands are full: who deals, plays or has done so is next, or the game is over."""
    if s.spaces == 0 and popcount(s.hand[s.seat]) < HAND:
        return
    if s.spaces == 0:
        s.seat = (s.seat + 1) % SEATS
        s.turn = s.seat if popcount(s.hand[s.seat]) == HAND else CHANCE
        return
    if s.hand[s.seat] == 0 or not (s.free or may_fill(s, FORCED)):
        s.seat = next_seat(s)
        s.free = 1
    s.turn = s.seat
    judge(s)


def next_seat(s: Record) -> int:
    """The next seat that has tiles; the next one if none has."""
    for ahead in range(1, SEATS + 1):
        seat = (s.seat + ahead) % SEATS
        if s.hand[seat]:
            return seat  # type: ignore[no-any-return]
    return (s.seat + 1) % SEATS  # type: ignore[no-any-return]


def judge(s: Record) -> None:
    """End the game if all tiles lie, or if the seat has no free move."""
    if s.spaces == 0:
        return
    if s.hand[s.seat] == 0:
        s.turn = OVER
        s.reason = ALL_PLACED
    elif s.free and not may_fill(s, 1):
        s.turn = OVER
        s.reason = DEADLOCK


def payoff(s: Record, seat: int) -> float:
    """The seats with the most points share the win; a deadlock is a draw of all."""
    if s.reason == DEADLOCK:
        return 1.0 / SEATS
    most, sharing = 0, 0
    for other in range(SEATS):
        points = line_points(s, other)
        if points > most:
            most, sharing = points, 0
        sharing += int(points == most)
    return 1.0 / sharing if line_points(s, seat) == most else 0.0


# -- chance ----------------------------------------------------------------------------------------


def outcomes(s: Record, out: Moves, weights: Moves) -> int:
    """Each tile in the bag is as likely as the others."""
    n, tiles = 0, s.bag
    while tiles:
        out[n] = lowest(tiles)
        weights[n] = 1
        tiles &= tiles - 1
        n += 1
    return n


def draw(s: Record, rng: Rng) -> int:
    tiles = s.bag
    for _ in range(below(rng, popcount(tiles))):
        tiles &= tiles - 1
    return lowest(tiles)


def key(s: Record) -> int:
    h = mix(s.seat * 2 + s.free, s.turn)
    h = mix(h, s.bag)
    for seat in range(SEATS):
        h = mix(h, s.hand[seat])
    for tile in range(TILES):
        if s.place[tile] != NONE:
            h = mix(h, move_code(tile, s.turns[tile], s.place[tile]))
    return h


def evaluate(s: Record, seat: int) -> int:
    """The lead in what the best line is worth and promises, in hundredths of a tile."""
    best = 0
    for other in range(SEATS):
        if other != seat:
            best = max(best, promise(s, other))
    return promise(s, seat) - best


# -- what is observed ------------------------------------------------------------------------------

LAYERS = ("in the bag", "hand", "on the table", "q", "r", "turns", "free move due")
LAYER_CELLS = TILES


def observe(s: Record, seat: int, out: Layers) -> None:
    """A number for each tile: where it is. `hand` has 1 for seat 0's tiles, 2 for seat 1's, and so on."""
    put_bits(out, 0, s.bag, TILES)
    for tile in range(TILES):
        for other in range(SEATS):
            if s.hand[other] >> tile & 1:
                out[1, tile] = other + 1
        if s.place[tile] != NONE:
            out[2, tile] = 1
            out[3, tile] = s.place[tile] % ROW - ROW // 2
            out[4, tile] = s.place[tile] // ROW - ROW // 2
            out[5, tile] = s.turns[tile]
    fill_layer(out, 6, s.free)
