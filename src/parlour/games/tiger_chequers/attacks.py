"""Where pieces of TigerChequers reach: targets, chains of jumps, what attacks a Queen."""

from __future__ import annotations

from parlour.games.tiger_chequers.board import (
    BEYOND,
    CORNERS,
    FORWARD_CORNERS,
    INNER,
    LINES,
    NEAR,
    NORTH,
    NOT_FILE_A,
    NOT_FILE_H,
    SLANTING_LEAPS,
    SOUTH,
    STRAIGHT_LEAPS,
    WAY_RAY,
    WAY_STEP,
)
from parlour.games.tiger_chequers.code import (
    jump_count,
    path_code,
    path_of,
    way_of,
    ways_of,
    with_way,
)
from parlour.kernel.bitboard import (
    BIT,
    KNIGHT_LEAPS,
    PAWN_LEAP,
    PAWN_REACH,
    PAWN_STEP,
    RAY,
    slanting_reach,
    straight_reach,
)
from parlour.kernel.layout import Record
from parlour.kernel.move_codes import origin_of
from parlour.kernel.primitives import highest, lowest, shr

__compiled__ = True

MOST_JUMPS = 18  # an Archer keeps to one colour of cells, of which 18 are not on the board's edge


def targets(s: Record, cell: int) -> int:
    """The cells that the own piece on `cell` could go to, but for jumps, castling and the paths."""
    own, occupied, bit = s.own, s.own | s.opposing, BIT[cell]
    if s.pikemen & bit:
        return pike_targets(s, cell)
    found: int = 0
    if s.towers & bit:
        found |= straight_reach(cell, occupied)
    if s.nobles & bit:
        found |= slanting_reach(cell, occupied)
    if s.knights & bit:
        found |= KNIGHT_LEAPS[cell]
    if s.straight & bit:
        found |= STRAIGHT_LEAPS[cell]
    if s.slanting & bit:
        found |= SLANTING_LEAPS[cell]
    if s.queens & bit:
        found |= NEAR[cell]
    if s.swordsmen & bit:
        found |= FORWARD_CORNERS[cell] & ~occupied
    if s.archers & bit:
        found |= CORNERS[cell] & ~occupied
    found &= ~own
    return found


def pike_targets(s: Record, cell: int) -> int:
    empty = ~(s.own | s.opposing)
    found: int = PAWN_STEP[s.next, cell] & empty
    if found:
        found |= PAWN_LEAP[s.next, cell] & empty
    found |= PAWN_REACH[s.next, cell] & (s.opposing | BIT[s.passed])
    return found


def victim(cell: int, way: int, prey: int, occupied: int, far: bool) -> int:
    """The cell of `prey` that is jumped from `cell` that way, or -1. `far`: an Archer, not a Swordsman."""
    ray = RAY[WAY_RAY[way], cell] & occupied
    hit = highest(ray) if way == 1 or way == 2 else lowest(ray)
    if ray == 0 or not prey & BIT[hit] or not BEYOND[way, hit] & ~occupied:
        return -1
    if not far and not FORWARD_CORNERS[cell] & BIT[hit]:
        return -1
    return hit


def follow(path: int, cell: int, prey: int, blocking: int, far: bool) -> tuple[int, int]:
    """The end of the jumps of `path` from `cell`, and the remaining `prey`."""
    ways = ways_of(path)
    for i in range(jump_count(path)):
        way = way_of(ways, i)
        hit = victim(cell, way, prey, prey | blocking, far)
        prey ^= BIT[hit]
        cell = hit + WAY_STEP[way]
    return cell, prey


def next_path(path: int, cell: int, prey: int, blocking: int, far: bool) -> int:
    """The path of jumps from `cell` that follows `path`, each before those that go on from it.

    0 stands before the first and after the last. `blocking` are North's other pieces.
    """
    way = 0
    while True:
        count, ways = jump_count(path), ways_of(path)
        at, left = follow(path, cell, prey, blocking, far)
        while way < 4 and count < MOST_JUMPS:
            if victim(at, way, left, left | blocking, far) >= 0:
                return path_code(count + 1, with_way(ways, count, way))
            way += 1
        if count == 0:
            return 0
        count -= 1
        way = way_of(ways, count) + 1
        path = path_code(count, ways)


def is_jumped(s: Record, cell: int, prey: int, hunters: int) -> bool:
    """Whether a chain of jumps of the `hunters` that North has takes what stands on `cell`, one of `prey`."""
    if not INNER & BIT[cell]:
        return False
    swordsmen, archers = s.swordsmen & hunters, s.archers & hunters
    return (swordsmen != 0 and is_cut_down(swordsmen, cell, prey, hunters)) or (
        archers != 0 and is_shot(archers, cell, prey, hunters)
    )


def is_cut_down(swordsmen: int, cell: int, prey: int, hunters: int) -> bool:
    """Whether Swordsmen take `cell`: all of their chains at once, since none meets its own beginning."""
    empty = ~(prey | hunters)
    while swordsmen:
        west = shr(shr(swordsmen, 9) & NOT_FILE_H & prey, 9) & NOT_FILE_H & empty
        east = shr(shr(swordsmen, 7) & NOT_FILE_A & prey, 7) & NOT_FILE_A & empty
        if west & BEYOND[2, cell] or east & BEYOND[1, cell]:
            return True
        swordsmen = west | east
    return False


def is_shot(archers: int, cell: int, prey: int, hunters: int) -> bool:
    """Whether an Archer takes `cell`."""
    while archers:
        archer = lowest(archers)
        archers ^= BIT[archer]
        blocking = hunters ^ BIT[archer]
        path = next_path(0, archer, prey, blocking, True)
        while path:
            _, left = follow(path, archer, prey, blocking, True)
            if not left & BIT[cell]:
                return True
            path = next_path(path, archer, prey, blocking, True)
    return False


def is_attacked(s: Record, cell: int, own: int, opposing: int) -> bool:
    """Whether the Queen of the seat to move would be attacked on `cell`, one of `own`.

    `own` and `opposing` are the occupied cells; kinds matter for `opposing` only.
    """
    occupied = own | opposing
    hit = NEAR[cell] & s.queens | PAWN_REACH[s.next, cell] & s.pikemen
    hit |= KNIGHT_LEAPS[cell] & s.knights
    hit |= STRAIGHT_LEAPS[cell] & s.straight | SLANTING_LEAPS[cell] & s.slanting
    if hit & opposing:
        return True
    if straight_reach(cell, occupied) & s.towers & opposing:
        return True
    if slanting_reach(cell, occupied) & s.nobles & opposing:
        return True
    return s.next == SOUTH and is_jumped(s, cell, own, opposing)


def is_safe(s: Record, cell: int, to: int, gone: int) -> bool:
    """Whether the own Queen is safe once the piece on `cell` has gone to `to`, and `gone` from the board."""
    queen = lowest(s.own & s.queens)
    if queen == cell:
        queen = to
    elif not s.checked and not gone and not LINES[queen] & BIT[cell] and not can_jump(s, queen):
        return True
    own = s.own ^ BIT[cell] | BIT[to]
    return not is_attacked(s, queen, own, s.opposing & ~(gone | BIT[to]))


def can_jump(s: Record, queen: int) -> bool:
    """Whether the seat to move has to think of jumps over its Queen."""
    jumpers = (s.swordsmen | s.archers) & s.opposing
    return bool(jumpers != 0 and INNER & BIT[queen] != 0)


def taken_in_passing(s: Record, cell: int, to: int) -> int:
    """The Pikeman, as a bit, that is captured en passant by going from `cell` to `to`."""
    if to != s.passed or not s.pikemen & BIT[cell] or (to - cell) & 7 == 0:
        return 0
    pikeman: int = BIT[to + (8 if s.next == NORTH else -8)]
    return pikeman


def jumped(s: Record, m: int) -> int:
    """What the jumps of the move `m` capture."""
    cell = origin_of(m)
    far = s.archers & BIT[cell] != 0
    _, left = follow(path_of(m), cell, s.opposing, s.own ^ BIT[cell], far)
    taken: int = s.opposing & ~left
    return taken
