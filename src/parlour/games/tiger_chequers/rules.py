"""The rules of TigerChequers on bitboards: cell a1 is bit 0, b1 bit 1, h8 bit 63.

There is a board for each way of moving, for both seats together, and one for each seat's pieces. A King
stands on the boards of Towers and Nobles, a TigerLancer on those of both Lancers: the attacks of two
kinds are found at once. ``code.py`` says how a move is packed into a word.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from parlour.games.tiger_chequers.code import (
    jump_count,
    path_code,
    path_of,
    turned_of,
    ways_of,
    with_path,
    with_turned,
)
from parlour.kernel.bitboard import (
    BIT,
    BOARD,
    KNIGHT_LEAPS,
    PAWN_LEAP,
    PAWN_REACH,
    PAWN_STEP,
    RAY,
    bits,
    leaps,
    slanting_reach,
    straight_reach,
    table,
)
from parlour.kernel.fast import below, highest, lowest, mix, popcount, shr, wrap
from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng, record
from parlour.kernel.move_codes import from_to, origin_of, target_of
from parlour.kernel.quiet import is_worn_out

PATHS = 1  # whether South's Queen has the two Unguarded Paths

SEATS = 2
SOUTH, NORTH = 0, 1
DRAWN = -1  # s.winner of a drawn game
REASONS = ("checkmate", "stalemate", "fifty-moves", "queen-escape")
CHECKMATE, STALEMATE, FIFTY_MOVES, QUEEN_ESCAPE = 0, 1, 2, 3
WIN, DRAW, ESCAPED, LEFT_BEHIND = 3.0, 1.0, 1.5, 0.5
HIGHEST = WIN
GRADED = True
WIN_WORTH = 10_000
GUARD, WATCH = 1, 2  # s.posted, and the codes of South's choice; 0 before it

# `next` is the seat that moves, or would; `own` and `opposing` lie by it. `passed` is the cell that a
# Pikeman has just stepped over, or NO_CELL; `lancer` whether a North Pikeman has reached rank 1.
STATE = record(
    turn=1,
    next=1,
    own=1,
    opposing=1,
    queens=1,
    towers=1,
    nobles=1,
    knights=1,
    pikemen=1,
    straight=1,  # King's Lancers
    slanting=1,  # Queen's Lancers
    swordsmen=1,
    archers=1,
    castling=1,
    passed=1,
    quiet=1,
    posted=1,
    lancer=1,
    checked=1,
    reason=1,
    winner=1,
)
MAX_MOVES = 4096
MOST_JUMPS = 18  # an Archer keeps to one colour of cells, of which 18 are not on the board's edge
NO_CELL = 64

# What a piece becomes, in a move's bits 12 to 15; ESCAPE is the Queen's entering a path, 0 west, 1 east.
KING, TOWER, NOBLE, KNIGHT, KINGS_LANCER, QUEENS_LANCER, TIGER_LANCER, ARCHER, ESCAPE = range(1, 10)


def _named(cells: str) -> int:
    return bits([BOARD.index[cell] for cell in cells.split()])


CROSS = ((0, 1), (1, 0), (0, -1), (-1, 0))
SALTIRE = ((1, 1), (1, -1), (-1, -1), (-1, 1))  # the four ways of jumps, by number
TURNS = (*CROSS, *SALTIRE)

NEAR = np.array(leaps(*TURNS), dtype=np.int64)
CORNERS = np.array(leaps(*SALTIRE), dtype=np.int64)
FORWARD_CORNERS = np.array(leaps((1, -1), (-1, -1)), dtype=np.int64)
STRAIGHT_LEAPS = np.array(
    leaps(*((k * x, k * y) for x, y in CROSS for k in (1, 2))), dtype=np.int64
)
SLANTING_LEAPS = np.array(
    leaps(*((k * x, k * y) for x, y in SALTIRE for k in (1, 2))), dtype=np.int64
)
LINES = np.bitwise_or.reduce(RAY, axis=0)  # where a piece may stand between a Queen and an attacker

RANK = [bits(list(range(8 * y, 8 * y + 8))) for y in range(8)]
RANK_1, RANK_2, RANK_8 = RANK[0], RANK[1], RANK[7]
DARK = bits([i for i in range(64) if BOARD.is_dark(i)])
NOT_FILE_A = ~_named("a1 a2 a3 a4 a5 a6 a7 a8")
NOT_FILE_H = ~_named("h1 h2 h3 h4 h5 h6 h7 h8")
INNER = NOT_FILE_A & NOT_FILE_H & ~RANK_1 & ~RANK_8  # cells that can be jumped

WAY_STEP = np.array([9, -7, -9, 7], dtype=np.int64)
WAY_RAY = np.array([1, 3, 5, 7], dtype=np.int64)
BEYOND = table([leaps(way) for way in SALTIRE])

# Castling by its bit in s.castling: the Queen's cell, where she goes, the cell she crosses; the Tower's
# cell and where it goes; the cells between the two.
CASTLES = table(
    [
        [3 + up, 1 + up, 2 + up, up, 2 + up, wrap(6 << up)]
        if short
        else [3 + up, 5 + up, 4 + up, 7 + up, 4 + up, wrap(112 << up)]
        for up in (0, 56)
        for short in (True, False)
    ]
)
# The castlings that are left when something leaves a cell or comes to it.
KEEPS = np.array(
    [15 - sum(1 << k for k in range(4) if i in (CASTLES[k, 0], CASTLES[k, 3])) for i in range(64)],
    dtype=np.int64,
)

WEST_DOOR, EAST_DOOR = _named("a8 b8"), _named("g8 h8")
POST_FROM = 32  # the sixteen cells of the posting are those from a5 on
POSTINGS = np.array([bits(list(cells)) for cells in combinations(range(16), 4)], dtype=np.int64)
MAX_OUTCOMES = len(POSTINGS)


def start(s: Record) -> None:
    s.turn = CHANCE
    s.next = SOUTH
    s.own = _START_SOUTH
    s.opposing = _START_NORTH
    s.queens = _START_QUEENS
    s.towers = _START_TOWERS
    s.nobles = _START_NOBLES
    s.knights = 0
    s.pikemen = _START_PIKEMEN
    s.straight = _START_STRAIGHT
    s.slanting = _START_SLANTING
    s.swordsmen = 0
    s.archers = 0
    s.castling = 15
    s.passed = NO_CELL
    s.quiet = 0
    s.posted = 0
    s.lancer = 0
    s.checked = 0
    s.reason = 0
    s.winner = DRAWN


_START_SOUTH = _named("a1 c1 d1 e1 f1 h1") | RANK_2
_START_NORTH = RANK[6] | RANK_8
_START_QUEENS = _named("d1 d8")
_START_TOWERS = _named("a1 h1 a8 h8 e1 e8")
_START_NOBLES = _named("c1 f1 c8 f8 e1 e8")
_START_PIKEMEN = RANK_2 | RANK[6]
_START_STRAIGHT = _named("g8")
_START_SLANTING = _named("b8")
_POST_WEST, _POST_EAST = _named("b1"), _named("g1")


# -- chance --------------------------------------------------------------------------------------


def outcomes(s: Record, out: Moves, weights: Moves) -> int:
    for i in range(MAX_OUTCOMES):
        out[i] = POSTINGS[i]
        weights[i] = 1
    return MAX_OUTCOMES


def draw(s: Record, rng: Rng) -> int:
    posting: int = POSTINGS[below(rng, MAX_OUTCOMES)]
    return posting


def counts(s: Record, m: int) -> bool:
    """South's choice of guard or watch is no move of the game's length."""
    return bool(s.posted != 0)


# -- reach ---------------------------------------------------------------------------------------


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


# -- jumps ---------------------------------------------------------------------------------------


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
    """Where the jumps of `path` lead from `cell`, and what is left of `prey`."""
    ways = ways_of(path)
    for _ in range(jump_count(path)):
        hit = victim(cell, ways & 3, prey, prey | blocking, far)
        prey ^= BIT[hit]
        cell = hit + WAY_STEP[ways & 3]
        ways >>= 2
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
                return path_code(count + 1, ways | way << 2 * count)
            way += 1
        if count == 0:
            return 0
        count -= 1
        way = (ways >> 2 * count & 3) + 1
        path = path_code(count, ways & ((1 << 2 * count) - 1))


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


# -- the Queen's safety --------------------------------------------------------------------------


def is_attacked(s: Record, cell: int, own: int, opposing: int) -> bool:
    """Whether the Queen of the seat to move would be attacked on `cell`, one of `own`.

    `own` and `opposing` are what stands where; of the kinds only those of `opposing` are looked at.
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


# -- moves ---------------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    if s.posted == 0:
        out[0] = GUARD
        out[1] = WATCH
        return 2
    n = 0
    for i in range(listed(s, out)):
        m = out[i]
        if is_legal(s, m):
            out[n] = m
            n += 1
    return n


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """Moves are drawn, the Queen's safety apart, until one is legal."""
    n = 2 if s.posted == 0 else listed(s, out)
    if s.posted == 0:
        return GUARD + below(rng, 2)
    while True:
        i = below(rng, n)
        m: int = out[i]
        if is_legal(s, m):
            return m
        n -= 1
        out[i] = out[n]


def is_legal(s: Record, m: int) -> bool:
    """Whether a listed move leaves the own Queen safe."""
    cell, to = origin_of(m), target_of(m)
    if turned_of(m) == ESCAPE:
        return True
    gone = jumped(s, m) if path_of(m) else taken_in_passing(s, cell, to)
    return is_safe(s, cell, to, gone)


def listed(s: Record, out: Moves) -> int:
    """Put the moves into `out`, legal but for the Queen's safety; returns how many."""
    n = 0
    pieces, turning = s.own, s.pikemen | s.swordsmen
    while pieces:
        cell = lowest(pieces)
        pieces ^= BIT[cell]
        found = targets(s, cell)
        ends = found & (RANK_1 | RANK_2 | RANK_8) if turning & BIT[cell] else 0
        found ^= ends
        while found:
            to = lowest(found)
            found ^= BIT[to]
            out[n] = from_to(cell, to)
            n += 1
        while ends:
            to = lowest(ends)
            ends ^= BIT[to]
            n = list_turns(s, out, n, cell, to)
    n = list_jumps(s, out, n) if s.next == NORTH else list_escapes(s, out, n)
    if s.castling & 3 << 2 * s.next and not s.checked:
        n = list_castles(s, out, n)
    return n


def list_turns(s: Record, out: Moves, n: int, cell: int, to: int) -> int:
    """List a Pikeman's or Swordsman's move to `to`, with all that it may become there."""
    m = from_to(cell, to)
    if s.next == SOUTH:
        return list_promotions(s, out, n, m)
    if s.swordsmen & BIT[cell]:
        turned = ARCHER if to < 8 else 0
    elif to < 8:
        turned = 0 if s.lancer else TIGER_LANCER
    else:
        turned = KNIGHT if to < 16 else 0
        if turned and not s.lancer:
            out[n] = m
            n += 1
    out[n] = with_turned(m, turned)
    return n + 1


def list_promotions(s: Record, out: Moves, n: int, m: int) -> int:
    """List the move `m` of a South Pikeman with its promotions, if it comes to rank 8."""
    to = target_of(m)
    if to < 56:
        out[n] = m
        return n + 1
    for turned in (KING, TOWER, NOBLE):
        out[n] = with_turned(m, turned)
        n += 1
    if s.posted == WATCH:
        out[n] = with_turned(m, KNIGHT)
    elif DARK & BIT[to]:
        out[n] = with_turned(m, KINGS_LANCER)
    else:
        out[n] = with_turned(m, QUEENS_LANCER)
    return n + 1


def list_jumps(s: Record, out: Moves, n: int) -> int:
    """List the jumps of North's Swordsmen and Archers, as far as there is room."""
    jumpers = s.own & (s.swordsmen | s.archers)
    while jumpers:
        cell = lowest(jumpers)
        jumpers ^= BIT[cell]
        far = s.archers & BIT[cell] != 0
        blocking = s.own ^ BIT[cell]
        path = next_path(0, cell, s.opposing, blocking, far)
        while path and n < MAX_MOVES:
            to, _ = follow(path, cell, s.opposing, blocking, far)
            turned = ARCHER if to < 8 and not far else 0
            out[n] = with_path(with_turned(from_to(cell, to), turned), path)
            n += 1
            path = next_path(path, cell, s.opposing, blocking, far)
    return n


def list_escapes(s: Record, out: Moves, n: int) -> int:
    """List the South Queen's ways into the Unguarded Paths."""
    queen = s.own & s.queens
    if PATHS and queen & (WEST_DOOR | EAST_DOOR):
        east = 1 if queen & EAST_DOOR else 0
        out[n] = with_turned(from_to(lowest(queen), east), ESCAPE)
        return n + 1
    return n


def list_castles(s: Record, out: Moves, n: int) -> int:
    """List the castlings of a Queen that is not attacked."""
    own, opposing = s.own, s.opposing
    for k in range(2 * s.next, 2 * s.next + 2):
        if s.castling >> k & 1 and not CASTLES[k, 5] & (own | opposing):
            queen, to, crossed = CASTLES[k, 0], CASTLES[k, 1], CASTLES[k, 2]
            if not is_attacked(s, crossed, own ^ BIT[queen] | BIT[crossed], opposing):
                out[n] = from_to(queen, to)
                n += 1
    return n


def has_move(s: Record) -> bool:
    """Whether the seat to move has a legal move; castling is never the only one."""
    pieces = s.own
    while pieces:
        cell = lowest(pieces)
        pieces ^= BIT[cell]
        found = targets(s, cell)
        while found:
            to = lowest(found)
            found ^= BIT[to]
            if is_safe(s, cell, to, taken_in_passing(s, cell, to)):
                return True
    if s.next == NORTH:
        return has_jump(s)
    return bool(PATHS != 0 and s.own & s.queens & (WEST_DOOR | EAST_DOOR) != 0)


def has_jump(s: Record) -> bool:
    """Whether North, to move, has a legal jump."""
    jumpers = s.own & (s.swordsmen | s.archers)
    while jumpers:
        cell = lowest(jumpers)
        jumpers ^= BIT[cell]
        far = s.archers & BIT[cell] != 0
        blocking = s.own ^ BIT[cell]
        path = next_path(0, cell, s.opposing, blocking, far)
        while path:
            to, left = follow(path, cell, s.opposing, blocking, far)
            if is_safe(s, cell, to, s.opposing & ~left):
                return True
            path = next_path(path, cell, s.opposing, blocking, far)
    return False


# -- play ----------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    advance(s, m)
    judge_counts(s)


def judge_counts(s: Record) -> None:
    """End a game that goes on after fifty quiet moves by each seat; repetition comes before that."""
    if is_worn_out(s):
        end(s, FIFTY_MOVES, DRAWN)


def advance(s: Record, m: int) -> None:
    """Play `m`, quiet moves only being counted."""
    if s.turn == CHANCE:
        swordsmen = wrap(m << POST_FROM)
        s.swordsmen |= swordsmen
        s.opposing |= swordsmen
        s.turn = SOUTH
        return
    if s.posted == 0:
        deploy(s, m)
    else:
        move(s, m)
    if s.turn != OVER:
        s.turn = s.next
        judge(s)


def deploy(s: Record, posted: int) -> None:
    """Fill b1 and g1 as South chooses."""
    s.posted = posted
    s.own |= _POST_WEST | _POST_EAST
    if posted == GUARD:
        s.slanting |= _POST_WEST
        s.straight |= _POST_EAST
    else:
        s.knights |= _POST_WEST | _POST_EAST


def move(s: Record, m: int) -> None:
    """Move a piece, and give the turn to the other seat."""
    cell, to, turned = origin_of(m), target_of(m), turned_of(m)
    if turned == ESCAPE:
        escape(s)
        return
    gone = jumped(s, m) if path_of(m) else taken_in_passing(s, cell, to) | BIT[to] & s.opposing
    origin, target = BIT[cell], BIT[to]
    s.quiet = 0 if gone or (s.pikemen | s.swordsmen) & origin else s.quiet + 1
    s.passed = NO_CELL
    if s.pikemen & origin:
        step_pikeman(s, cell, to)
    if s.castling:
        s.castling &= KEEPS[cell] & KEEPS[to]
        if s.queens & origin and (to - cell == 2 or cell - to == 2):
            move_tower(s, to)
    s.queens = carried(s.queens, origin, target, gone)
    s.towers = carried(s.towers, origin, target, gone)
    s.nobles = carried(s.nobles, origin, target, gone)
    s.knights = carried(s.knights, origin, target, gone)
    s.pikemen = carried(s.pikemen, origin, target, gone)
    s.straight = carried(s.straight, origin, target, gone)
    s.slanting = carried(s.slanting, origin, target, gone)
    s.swordsmen = carried(s.swordsmen, origin, target, gone)
    s.archers = carried(s.archers, origin, target, gone)
    if turned:
        turn_into(s, target, turned)
    own = s.own & ~origin | target
    s.own = s.opposing & ~gone
    s.opposing = own
    s.next = 1 - s.next


def carried(pieces: int, origin: int, target: int, gone: int) -> int:
    """A kind's board after a move from `origin` to `target` by which `gone` are captured."""
    left = pieces & ~gone
    if left & origin:
        left = left & ~origin | target
    return left


def step_pikeman(s: Record, cell: int, to: int) -> None:
    """Note what a Pikeman's move leaves behind: a cell stepped over, the first at rank 1."""
    if to - cell == 16 or cell - to == 16:
        s.passed = (cell + to) >> 1
    if s.next == NORTH and to < 8:
        s.lancer = 1


def move_tower(s: Record, to: int) -> None:
    """Move the Tower of the castling that brings the Queen to `to`."""
    for k in range(4):
        if CASTLES[k, 1] == to:
            both = BIT[CASTLES[k, 3]] | BIT[CASTLES[k, 4]]
            s.towers ^= both
            s.own ^= both


def turn_into(s: Record, bit: int, turned: int) -> None:
    """Let the Pikeman or Swordsman on `bit` become what the move says."""
    s.pikemen &= ~bit
    s.swordsmen &= ~bit
    if turned in (KING, TOWER):
        s.towers |= bit
    if turned in (KING, NOBLE):
        s.nobles |= bit
    if turned == KNIGHT:
        s.knights |= bit
    if turned in (KINGS_LANCER, TIGER_LANCER):
        s.straight |= bit
    if turned in (QUEENS_LANCER, TIGER_LANCER):
        s.slanting |= bit
    if turned == ARCHER:
        s.archers |= bit


def escape(s: Record) -> None:
    """Let South's Queen leave the board."""
    queen = s.own & s.queens
    own = s.own ^ queen
    s.queens ^= queen
    s.own = s.opposing
    s.opposing = own
    s.next = NORTH
    s.passed = NO_CELL
    s.quiet += 1
    s.checked = 0
    end(s, QUEEN_ESCAPE, DRAWN)


def judge(s: Record) -> None:
    """Find out whether the Queen of the seat to move is attacked, and end the game if it cannot move."""
    queen = lowest(s.own & s.queens)
    s.checked = 1 if is_attacked(s, queen, s.own, s.opposing) else 0
    if not has_move(s):
        if s.checked:
            end(s, CHECKMATE, 1 - s.next)
        else:
            end(s, STALEMATE, DRAWN)


def end(s: Record, reason: int, winner: int) -> None:
    s.turn = OVER
    s.reason = reason
    s.winner = winner


def payoff(s: Record, seat: int) -> float:
    if s.reason == CHECKMATE:
        return WIN if s.winner == seat else 0.0
    if s.reason == QUEEN_ESCAPE:
        return ESCAPED if seat == SOUTH else LEFT_BEHIND
    return DRAW


def limit_payoff(s: Record, seat: int) -> float:
    return DRAW


def key(s: Record) -> int:
    h = mix(s.next | s.castling << 1 | s.passed << 5 | s.posted << 12 | s.lancer << 14, s.own)
    h = mix(mix(mix(h, s.opposing), s.queens), s.towers)
    h = mix(mix(mix(h, s.nobles), s.knights), s.pikemen)
    return mix(mix(mix(mix(h, s.straight), s.slanting), s.swordsmen), s.archers)


def noisy(s: Record, m: int) -> bool:
    """Captures, promotions, exchanges and the Queen's escape."""
    return s.posted != 0 and (m >> 12 != 0 or s.opposing & BIT[target_of(m)] != 0)


# -- evaluation ----------------------------------------------------------------------------------
# Material and places in hundredths of a Pikeman, brought to the scale of the result by a curve on
# which a lead of EVEN_CHANCES is worth half a win; so an escape, a third of one, is worth taking when
# the board promises less.

EVEN_CHANCES = 1000
TOWER_WORTH = 500
NOBLE_WORTH = 330
KING_MORE = 120  # than a Tower and a Noble
KNIGHT_WORTH = 280
STRAIGHT_WORTH = 250
SLANTING_WORTH = 250
TIGER_LANCER_MORE = 100  # than both Lancers
PIKEMAN_WORTH = 100
SWORDSMAN_WORTH = 60
ARCHER_WORTH = 280
ADVANCE = 10  # for each rank that a Pikeman or Swordsman has gone, twice so for the last three
CENTRE = 8
TURN_WORTH = 12
GUARDED = 14  # for an own piece beside the Queen, up to three
DOORSTEP = 50  # for each step that South's Queen has come nearer to a path than four ranks

MIDDLE = bits([8 * y + x for y in range(2, 6) for x in range(2, 6)])
HEART = _named("d4 e4 d5 e5")
UP = np.array([bits([i for i in range(64) if i // 8 > y]) for y in range(7)], dtype=np.int64)
DOWN = np.array([bits([i for i in range(64) if i // 8 < 7 - y]) for y in range(7)], dtype=np.int64)
DOOR_STEPS = np.array(  # king's steps to the nearest cell beside a path
    [max(7 - i // 8, min(max(i % 8 - 1, 0), max(6 - i % 8, 0))) for i in range(64)], dtype=np.int64
)


def evaluate(s: Record, seat: int) -> int:
    south, north = (s.own, s.opposing) if s.next == SOUTH else (s.opposing, s.own)
    lead = standing(s, south) - standing(s, north)
    lead += advance_of(s, south, SOUTH) - advance_of(s, north, NORTH)
    if PATHS:
        steps = DOOR_STEPS[lowest(south & s.queens)]
        lead += DOORSTEP * max(4 - steps, 0)
    lead += TURN_WORTH if s.next == SOUTH else -TURN_WORTH
    value = WIN_WORTH * abs(lead) // (EVEN_CHANCES + abs(lead))
    return value if (seat == SOUTH) == (lead > 0) else -value


def standing(s: Record, side: int) -> int:
    """The worth of a side's pieces and of where they stand, those that only go forward apart."""
    towers, nobles = s.towers & side, s.nobles & side
    straight, slanting = s.straight & side, s.slanting & side
    value = TOWER_WORTH * popcount(towers) + NOBLE_WORTH * popcount(nobles)
    value += KING_MORE * popcount(towers & nobles)
    value += KNIGHT_WORTH * popcount(s.knights & side) + ARCHER_WORTH * popcount(s.archers & side)
    value += STRAIGHT_WORTH * popcount(straight) + SLANTING_WORTH * popcount(slanting)
    value += TIGER_LANCER_MORE * popcount(straight & slanting)
    leapers = s.knights | s.straight | s.slanting | s.archers | s.pikemen | s.nobles & ~s.towers
    value += CENTRE * (popcount(side & leapers & MIDDLE) + popcount(side & leapers & HEART))
    queen = lowest(side & s.queens)
    return value + GUARDED * min(popcount(NEAR[queen] & side), 3)


def advance_of(s: Record, side: int, seat: int) -> int:
    """The worth of a side's Pikemen and Swordsmen, and of how far they have come."""
    pikemen, swordsmen = s.pikemen & side, s.swordsmen & side
    value = PIKEMAN_WORTH * popcount(pikemen) + SWORDSMAN_WORTH * popcount(swordsmen)
    for y in range(7):
        gone = (UP[y] if seat == SOUTH else DOWN[y]) & (pikemen | swordsmen)
        value += ADVANCE * popcount(gone) * (2 if y > 2 else 1)
    return value
