"""Rules of NavalQi, compiled: the roll, deployment in secret, two engagements, the counting between them.

The parts: `items` all that there is, as numbers; `placing` what stands on a sea and what may; `firing`
effects, reports, what Eagles see; `redealing` the seas that a seat holds possible, which are told by
`wishes`, `contradicting` what it heard or not.
"""

from __future__ import annotations

from parlour.games.naval_qi.consistency import SPARE
from parlour.games.naval_qi.firing import (
    fire,
    marks,
    note,
    note_misses,
    report_word,
    seen,
    seen_word,
    use_up,
)
from parlour.games.naval_qi.items import (
    A_BOWMAN,
    A_REPEATER,
    AN_EAGLE,
    AT_ROLL,
    DEPLOYING,
    ENDED,
    FIRE,
    FIRST_COUNTING,
    FLEET_SUNK,
    KIND_OF,
    KINDS,
    LIMIT,
    NO_ACTION,
    NOBODY,
    PRIMARY,
    READY,
    REASONS,
    REDEPLOYING,
    REMOVE,
    REPORTED,
    ROLL,
    SAIL,
    SECONDARY,
    SEES,
    SEND,
    SHOOT,
    SHOTS,
    STEP_X,
    STEP_Y,
    SUNK_LATE,
    aimed,
    cell_of,
    deed_at,
    deed_of,
    ship_kind,
    target,
    target_count,
)
from parlour.games.naval_qi.placing import (
    COUNT,
    LIST,
    PICK,
    clear,
    forget_draft,
    is_afloat,
    is_near,
    may_sail,
    placings,
    put,
    sail,
    take_off,
)
from parlour.games.naval_qi.resampling import redeal
from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, mix

__all__ = ["REASONS", "redeal", "seen"]

SEA = 15  # the side of each sea
CHESTS = 100  # the budget of each seat
GAME_POINTS = True  # 4-0 and 2-0; else 1-0
MOVE_LIMIT = 0  # engagement turns of each seat; 0 = none

SEATS = 2
CELLS = SEA * SEA
LEAST_ON_SHIPS = CHESTS * 2 // 5
MOST_ON_SHIPS = (CHESTS * 3 + 4) // 5
HIGHEST = 4.0 if GAME_POINTS else 1.0
MAX_OUTCOMES = 2
IDLE_END = 4  # so many no-actions one after the other end the primary engagement

# Room: blocks of Land, a Flagship, other ships, what else was bought, and one more. An action for each
# thing that a seat can buy, and for what its Flagship carries; a hit for each section.
BOUGHT = CHESTS - LEAST_ON_SHIPS
LANDS = (SEA // 2) ** 2
SHIP_ROOM = LANDS + 1
ITEM_ROOM = SHIP_ROOM + MOST_ON_SHIPS
DRAFT = ITEM_ROOM + BOUGHT + 1
LOG = 2 * (2 * BOUGHT + 8) + 2 * (BOUGHT + 1) + 2 * (MOST_ON_SHIPS + 5)
ROOM = SPARE + 2 * DRAFT + SEA  # for dealing anew

PAIRS = CELLS * (CELLS + 1) // 2
TRIPLES = CELLS * (CELLS + 1) * (CELLS + 2) // 6
VOLLEYS = CELLS + PAIRS + TRIPLES  # the ways to fire up to three projectiles
# While deploying: 22 items and directions a position. In engagement the most are of Underground Guns.
MAX_MOVES = max(24 * CELLS, (BOUGHT // 2 + 1) * VOLLEYS + (BOUGHT + 8) * CELLS)

# For each seat in turn: `ground` is 0 Sea, 1 Land, 2 or 3 Land at the south-west corner of such a block;
# `hull` the POS of the ship that covers a position, plus 1, `ship` at its POS what it is; `item` what
# stands there; `land`, `hulls`, `plates` the same as bits by file; `flag` the Flagship's POS or -1.
# `draft` are the items put so far, `count` how many by kind, `afloat` those to be put back.
# `report` is what the last shot did; `log` and `missed` hold what both seats know of each other; `work`
# is room for dealing anew.
STATE = record(
    turn=1, stage=1, first=1, turns=1, idle=1, eagle=1, counted=1, reason=1, winner=1,
    ground=2 * CELLS, hull=2 * CELLS, ship=2 * CELLS, item=2 * CELLS,
    land=2 * SEA, hulls=2 * SEA, plates=2 * SEA, flag=2, flag_plates=2, moved=2,
    draft=2 * DRAFT, drafted=2, count=2 * KINDS, afloat=2 * KINDS,
    report=REPORTED, log=3 * LOG, logged=1, missed=2 * CELLS, work=ROOM,
)  # fmt: skip


def start(s: Record) -> None:
    """Nothing is deployed; the roll is to come."""
    s.turn = CHANCE
    s.stage = AT_ROLL
    s.first = 0
    s.turns = 0
    s.idle = 0
    s.eagle = -1
    s.counted = 0
    s.reason = 0
    s.winner = 0
    for seat in range(2):
        clear(s, seat, True)
        forget_draft(s, seat)
    for i in range(REPORTED):
        s.report[i] = 0
    for i in range(3 * LOG):
        s.log[i] = 0
    s.logged = 0
    for i in range(2 * CELLS):
        s.missed[i] = 0
    for i in range(ROOM):
        s.work[i] = 0


def outcomes(s: Record, out: Moves, weights: Moves) -> int:
    """The roll: who goes first in the primary engagement."""
    for seat in range(2):
        out[seat] = deed_at(ROLL, seat)
        weights[seat] = 1
    return 2


def draw(s: Record, rng: Rng) -> int:
    """One of the two, each as likely."""
    return deed_at(ROLL, below(rng, 2))


# -- moves -----------------------------------------------------------------------------------------


def is_drafting(s: Record) -> bool:
    """Whether items are being put on the seas."""
    return s.stage == DEPLOYING or s.stage == REDEPLOYING  # type: ignore[no-any-return]


def legal_moves(s: Record, out: Moves) -> int:
    """Write the codes of the legal moves to `out`; returns how many."""
    if is_drafting(s):
        return placings(s, out, LIST, 0)
    return actions(s, out, LIST, 0)


def count_moves(s: Record, out: Moves) -> int:
    """How many legal moves there are; `out` is not used."""
    if is_drafting(s):
        return placings(s, out, COUNT, 0)
    return actions(s, out, COUNT, 0)


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """One of the legal moves, each equally likely; `out` is not used."""
    n = below(rng, count_moves(s, out))
    if is_drafting(s):
        return placings(s, out, PICK, n)
    return actions(s, out, PICK, n)


def actions(s: Record, out: Moves, wanted: int, n: int) -> int:
    """The actions of an engagement turn: how many, written to `out`, or number `n` of them."""
    seat = s.turn
    found = 0
    for cell in range(CELLS):
        item = s.item[seat * CELLS + cell]
        if item == NOBODY:
            continue
        ways = item_ways(s, item, cell)
        if wanted == LIST:
            for i in range(ways):
                out[found + i] = item_way(item, cell, i)
        elif wanted == PICK and n < found + ways:
            return item_way(item, cell, n - found)
        found += ways
    for step in range(8):
        if s.stage == PRIMARY and may_sail(s, seat, STEP_X[step], STEP_Y[step]):
            if wanted == LIST:
                out[found] = deed_at(SAIL, step)
            elif wanted == PICK and n == found:
                return deed_at(SAIL, step)
            found += 1
    if s.stage == PRIMARY and s.turns > 0:
        if wanted == LIST:
            out[found] = NO_ACTION
        elif wanted == PICK and n == found:
            return NO_ACTION
        found += 1
    return found


def item_ways(s: Record, item: int, cell: int) -> int:
    """In how many ways what stands on a position can be used now."""
    if item == AN_EAGLE:
        return CELLS
    if item == A_BOWMAN:
        return 1 if s.eagle >= 0 and is_near(cell, s.eagle) else 0
    if item == A_REPEATER:
        return TRIPLES
    shots = SHOTS[item]
    return CELLS if shots == 1 else CELLS + PAIRS if shots == 2 else VOLLEYS


def item_way(item: int, cell: int, n: int) -> int:
    """Way number `n` of using what stands on a position."""
    if item == AN_EAGLE:
        return aimed(SEND, cell, 1, n, 0, 0)
    if item == A_BOWMAN:
        return deed_at(SHOOT, cell)
    if item == A_REPEATER:
        return volley(cell, 3, n)
    if n < CELLS:
        return aimed(FIRE, cell, 1, n, 0, 0)
    if n < CELLS + PAIRS:
        return volley(cell, 2, n - CELLS)
    return volley(cell, 3, n - CELLS - PAIRS)


def volley(cell: int, count: int, n: int) -> int:
    """Two or three targets, the `n`-th such row that ascends."""
    first = 0
    if count == 3:
        rest = PAIRS
        while n >= rest:
            n -= rest
            first += 1
            rest = (CELLS - first) * (CELLS - first + 1) // 2
    second = first
    while n >= CELLS - second:
        n -= CELLS - second
        second += 1
    if count == 3:
        return aimed(FIRE, cell, 3, first, second, second + n)
    return aimed(FIRE, cell, 2, second, second + n, 0)


# -- playing ---------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    """Play the roll, put or take off an item, get ready, or act."""
    if s.stage == AT_ROLL:
        s.first = cell_of(m)
        s.stage = DEPLOYING
        s.turn = 0
    elif is_drafting(s):
        deploy(s, m)
    else:
        act(s, m)


def deploy(s: Record, m: int) -> None:
    """One step of deploying; when both seats are ready the engagement begins."""
    if m == READY:
        if s.turn == 0:
            s.turn = 1
        else:
            engage(s)
    elif deed_of(m) == REMOVE:
        take_off(s, s.turn, cell_of(m))
    else:
        put(s, s.turn, m)


def engage(s: Record) -> None:
    """Begin the engagement: the seat that the roll named goes first, in the secondary the other."""
    for seat in range(2):
        forget_draft(s, seat)
    s.turn = s.first if s.stage == DEPLOYING else 1 - s.first
    s.stage = PRIMARY if s.stage == DEPLOYING else SECONDARY


def act(s: Record, m: int) -> None:
    """One engagement turn: the Eagle that was sent last reports unless it is shot; then the action."""
    seat = s.turn
    deed = deed_of(m)
    if s.eagle >= 0 and deed != SHOOT:
        report_eagle(s, seat)
    s.eagle = -1
    if deed == FIRE:
        shoot(s, seat, m)
    elif deed == SAIL:
        sail(s, seat, STEP_X[cell_of(m)], STEP_Y[cell_of(m)])
        note(s, seat, SAIL, 0, 0)
    elif deed != NO_ACTION:
        s.item[seat * CELLS + cell_of(m)] = NOBODY
        note(s, seat, m, 0, 0)
        if deed == SEND:
            s.eagle = target(m, 0)
    s.idle = s.idle + 1 if deed == NO_ACTION else 0
    s.turns += 1
    s.turn = 1 - seat
    judge(s)


def report_eagle(s: Record, seat: int) -> None:
    """The Eagle over the sea of `seat` reports."""
    what = aimed(SEES, 0, 1, s.eagle, 0, 0)
    note(s, 1 - seat, what, seen_word(s, seat, s.eagle, 0), seen_word(s, seat, s.eagle, 1))


def shoot(s: Record, seat: int, m: int) -> None:
    """Fire a gun: its effects are put in place and reported at once. In the log stands its kind."""
    gun = s.item[seat * CELLS + cell_of(m)]
    if gun != A_REPEATER:
        use_up(s, seat, cell_of(m), target_count(m))
    fire(s, 1 - seat, gun, m)
    first = report_word(s, 0)
    second = report_word(s, 1)
    if s.stage == SECONDARY and first == 0 and second == 0:
        note_misses(s, 1 - seat, m)
    else:
        note(s, seat, m & ~31 | KIND_OF[gun], first, second)


def judge(s: Record) -> None:
    """See whether a fleet is sunk, the primary engagement over, or the move limit reached."""
    for seat in range(2):
        if not is_afloat(s, seat):
            end(s, FLEET_SUNK if s.stage == PRIMARY else SUNK_LATE, 1 - seat)
            return
    if s.idle == IDLE_END:
        winner = counted_winner(s)
        if winner >= 0:
            end(s, FIRST_COUNTING, winner)
            return
        s.counted = 1
    if MOVE_LIMIT and s.turns >= 2 * MOVE_LIMIT:
        end(s, LIMIT, -1)
    elif s.idle == IDLE_END:
        begin_again(s)


def counted_winner(s: Record) -> int:
    """Who wins by the first counting: more marks, and the other's Flagship sunk; -1 if nobody does."""
    for seat in range(2):
        if marks(s, seat) > marks(s, 1 - seat) and s.flag[1 - seat] < 0:
            return seat
    return -1


def begin_again(s: Record) -> None:
    """The ships afloat come off the board, repaired, to be put back; only Land stays."""
    s.stage = REDEPLOYING
    s.turn = 0
    s.idle = 0
    for seat in range(2):
        for cell in range(seat * CELLS, (seat + 1) * CELLS):
            if s.ship[cell]:
                s.afloat[seat * KINDS + ship_kind(s.ship[cell])] += 1
        clear(s, seat, False)


def end(s: Record, reason: int, winner: int) -> None:
    """End the game; a winner of -1: a draw."""
    s.turn = OVER
    s.stage = ENDED
    s.reason = reason
    s.winner = winner


def payoff(s: Record, seat: int) -> float:
    """4-0 for a win in the primary phase, 2-0 in the secondary, or 1-0; a draw is half of the highest."""
    if s.winner < 0:
        return HIGHEST / 2
    if s.winner != seat:
        return 0.0
    return 2.0 if GAME_POINTS and s.reason == SUNK_LATE else HIGHEST


def limit_payoff(s: Record, seat: int) -> float:
    """A draw where the game stands."""
    return HIGHEST / 2


def evaluate(s: Record, seat: int) -> int:
    """Sections afloat and undamaged against the other's, a section being a man."""
    value = 0
    for side in range(2):
        sign = 100 if side == seat else -100
        for cell in range(side * CELLS, (side + 1) * CELLS):
            if s.hull[cell]:
                value += sign
    return value


def key(s: Record) -> int:
    """A hash of the whole position."""
    h = mix(s.turn + 8 * s.stage + 64 * s.eagle, s.turns * 8 + s.idle)
    for cell in range(2 * CELLS):
        if s.item[cell] or s.ship[cell]:
            h = mix(h, cell * 65536 + s.item[cell] * 4096 + (s.ship[cell] & 511))
    for x in range(2 * SEA):
        h = mix(h, s.land[x])
        h = mix(h, s.plates[x])
    for seat in range(2):
        h = mix(h, s.flag_plates[seat] + 32 * s.moved[seat])
        for i in range(s.drafted[seat]):
            h = mix(h, s.draft[seat * DRAFT + i])
    return h
