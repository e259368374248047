"""The rules of TigerChequers on bitboards: cell a1 is bit 0, b1 bit 1, h8 bit 63.

There is a board for each way of moving, for both seats together, and one for each seat's pieces. A King
stands on the boards of Towers and Nobles, a TigerLancer on those of both Lancers: the attacks of two
kinds are found at once. ``code.py`` says how a move is packed into a word.
"""

from __future__ import annotations

from parlour.games.tiger_chequers.attacks import (
    follow,
    is_attacked,
    is_safe,
    jumped,
    next_path,
    taken_in_passing,
    targets,
)
from parlour.games.tiger_chequers.board import (
    CASTLES,
    DARK,
    EAST_DOOR,
    KEEPS,
    MAX_OUTCOMES,
    NO_CELL,
    NORTH,
    POSTINGS,
    RANK,
    RANK_1,
    RANK_2,
    RANK_8,
    SOUTH,
    WEST_DOOR,
    cell_set,
)
from parlour.games.tiger_chequers.code import (
    path_of,
    posted,
    turned_of,
    with_path,
    with_turned,
)
from parlour.games.tiger_chequers.evaluation import evaluate
from parlour.games.tiger_chequers.exchanges import noisy
from parlour.kernel.bitboard import (
    BIT,
)
from parlour.kernel.layers import Layers, fill_layer, put_bits
from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng, record
from parlour.kernel.move_codes import from_to, origin_of, target_of
from parlour.kernel.primitives import below, lowest, mix
from parlour.kernel.quiet_moves import is_worn_out

__all__ = ["evaluate", "noisy"]

PATHS = 1  # whether South's Queen has the two Unguarded Paths
KNIGHTS = 8  # that wait in the Forest for North's Pikemen; 8: there is always one

SEATS = 2
DRAWN = -1  # s.winner of a drawn game
REASONS = ("checkmate", "stalemate", "fifty-moves", "queen-escape")
CHECKMATE, STALEMATE, FIFTY_MOVES, QUEEN_ESCAPE = 0, 1, 2, 3
WIN, DRAW, ESCAPED, LEFT_BEHIND = 3.0, 1.0, 1.5, 0.5
HIGHEST = WIN
GRADED = True
WIN_WORTH = 10_000
GUARD, WATCH = 1, 2  # s.posted, and the codes of South's choice; 0 before it

# `next` is the seat that moves, or would; `own` and `opposing` lie by it. `passed` is the cell that a
# Pikeman has just stepped over, or NO_CELL; `lancer` whether a North Pikeman has reached rank 1;
# `called` the Knights that have left the Forest, counted only if they are limited.
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
    called=1,
    checked=1,
    reason=1,
    winner=1,
)
MAX_MOVES = 4096

# What a piece becomes, in a move's bits 12 to 15; ESCAPE is the Queen's entering a path, 0 west, 1 east.
KING, TOWER, NOBLE, KNIGHT, KINGS_LANCER, QUEENS_LANCER, TIGER_LANCER, ARCHER, ESCAPE = range(1, 10)


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
    s.called = 0
    s.checked = 0
    s.reason = 0
    s.winner = DRAWN


_START_SOUTH = cell_set("a1 c1 d1 e1 f1 h1") | RANK_2
_START_NORTH = RANK[6] | RANK_8
_START_QUEENS = cell_set("d1 d8")
_START_TOWERS = cell_set("a1 h1 a8 h8 e1 e8")
_START_NOBLES = cell_set("c1 f1 c8 f8 e1 e8")
_START_PIKEMEN = RANK_2 | RANK[6]
_START_STRAIGHT = cell_set("g8")
_START_SLANTING = cell_set("b8")
_POST_WEST, _POST_EAST = cell_set("b1"), cell_set("g1")


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


def urgent(s: Record, out: Moves) -> int:
    return legal_moves(s, out) if s.checked else 0


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
        turned = KNIGHT if to < 16 and s.called < KNIGHTS else 0
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


def can_win(s: Record, seat: int) -> bool:
    """A Queen alone attacks nobody; her escape is a draw."""
    pieces = s.own if seat == s.next else s.opposing
    return pieces & ~s.queens != 0  # type: ignore[no-any-return]


def advance(s: Record, m: int) -> None:
    """Play `m`, quiet moves only being counted."""
    if s.turn == CHANCE:
        swordsmen = posted(m)
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
        if are_knights_limited() and s.next == NORTH:
            s.called += 1
    if turned in (KINGS_LANCER, TIGER_LANCER):
        s.straight |= bit
    if turned in (QUEENS_LANCER, TIGER_LANCER):
        s.slanting |= bit
    if turned == ARCHER:
        s.archers |= bit


def are_knights_limited() -> bool:
    """Whether the Forest may run out of Knights, so that they are counted."""
    return KNIGHTS < 8


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
    called = s.called << 15
    h = mix(
        s.next | s.castling << 1 | s.passed << 5 | s.posted << 12 | s.lancer << 14 | called, s.own
    )
    h = mix(mix(mix(h, s.opposing), s.queens), s.towers)
    h = mix(mix(mix(h, s.nobles), s.knights), s.pikemen)
    return mix(mix(mix(mix(h, s.straight), s.slanting), s.swordsmen), s.archers)


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = (
    *[letter for upper in "QKTBNPLDGSA" for letter in (upper, upper.lower())],
    *("castling", "passed", "quiet", "posted", "Lancer in the Forest", "Queen attacked"),
    *(("Knights in the Forest",) if are_knights_limited() else ()),
)
LAYER_CELLS = 64


def observe(s: Record, seat: int, out: Layers) -> None:
    """The pieces by their letters, South's upper case, and all else that the position text tells."""
    royal, riders = s.towers & s.nobles, s.straight & s.slanting  # Kings, Tigerlancers
    observe_kind(s, 0, s.queens, out)
    observe_kind(s, 1, royal, out)
    observe_kind(s, 2, s.towers & ~royal, out)
    observe_kind(s, 3, s.nobles & ~royal, out)
    observe_kind(s, 4, s.knights, out)
    observe_kind(s, 5, s.pikemen, out)
    observe_kind(s, 6, s.straight & ~riders, out)
    observe_kind(s, 7, s.slanting & ~riders, out)
    observe_kind(s, 8, riders, out)
    observe_kind(s, 9, s.swordsmen, out)
    observe_kind(s, 10, s.archers, out)
    fill_layer(out, 22, s.castling)
    if 0 <= s.passed < 64:
        out[23, s.passed] = 1
    fill_layer(out, 24, s.quiet)
    fill_layer(out, 25, s.posted)
    fill_layer(out, 26, 1 if s.lancer == 0 else 0)
    fill_layer(out, 27, 1 if s.checked != 0 else 0)
    if are_knights_limited():
        fill_layer(out, 28, KNIGHTS - s.called)


def observe_kind(s: Record, kind: int, pieces: int, out: Layers) -> None:
    """The pieces of one kind: South's in an even layer, North's in the next."""
    south = s.own if s.next == SOUTH else s.opposing
    put_bits(out, 2 * kind, pieces & south, 64)
    put_bits(out, 2 * kind + 1, pieces & ~south, 64)
