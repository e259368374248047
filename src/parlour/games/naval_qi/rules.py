"""Rules of NavalQi, compiled: the roll, secret deployment, two engagements, the counting between them.

`items` has the numbers for everything, `placing` what may be where on a sea, `firing` effects, reports
and sightings, and `inference` resamples the sea that a player cannot see.
"""

from __future__ import annotations

from parlour.games.naval_qi.firing import (
    fire,
    marks,
    note,
    note_misses,
    report_word,
    sighting,
    sighting_word,
    use_up,
)
from parlour.games.naval_qi.inference.consistency import SPARE
from parlour.games.naval_qi.inference.resampling import redeal
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
    action_at,
    action_of,
    aimed_action,
    cell_of,
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
    place,
    placings,
    sail,
    take_off,
)
from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, mix

__all__ = ["REASONS", "redeal", "sighting"]

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
IDLE_END = 4  # consecutive no-actions that end the primary engagement

# Slots of a draft: blocks of Land, a Flagship, other ships, other items, and one more. The log has room
# for an action of each item that a player can buy or that the Flagship carries, and a hit for each section.
BOUGHT = CHESTS - LEAST_ON_SHIPS
LANDS = (SEA // 2) ** 2
SHIP_ROOM = LANDS + 1
ITEM_ROOM = SHIP_ROOM + MOST_ON_SHIPS
DRAFT = ITEM_ROOM + BOUGHT + 1
LOG = 2 * (2 * BOUGHT + 8) + 2 * (BOUGHT + 1) + 2 * (MOST_ON_SHIPS + 5)
ROOM = SPARE + 2 * DRAFT + SEA  # scratch space for resampling

PAIRS = CELLS * (CELLS + 1) // 2
TRIPLES = CELLS * (CELLS + 1) * (CELLS + 2) // 6
VOLLEYS = CELLS + PAIRS + TRIPLES  # the ways to fire up to three projectiles
# Deploying has 22 items and directions for each position; engagements have most with Underground Guns.
MAX_MOVES = max(24 * CELLS, (BOUGHT // 2 + 1) * VOLLEYS + (BOUGHT + 8) * CELLS)

# For each seat: `ground` is 0 Sea, 1 Land, 2 or 3 Land at the south-west corner of a block of that size;
# `hull` is 1 plus the POS of the ship on a position, `ship` the ship word at its POS, `item` the item;
# `land`, `hulls` and `plates` are bitboards by file; `flag` is the Flagship's POS or -1. `draft` lists
# the placed items, `count` their numbers by kind, `afloat` the ships to be put back. `report` is the
# effect of the last shot, `log` and `missed` are the public log, `work` is scratch space for resampling.
STATE = record(
    turn=1, stage=1, first=1, turns=1, idle=1, eagle=1, counted=1, reason=1, winner=1,
    ground=2 * CELLS, hull=2 * CELLS, ship=2 * CELLS, item=2 * CELLS,
    land=2 * SEA, hulls=2 * SEA, plates=2 * SEA, flag=2, flag_plates=2, moved=2,
    draft=2 * DRAFT, drafted=2, count=2 * KINDS, afloat=2 * KINDS,
    report=REPORTED, log=3 * LOG, logged=1, missed=2 * CELLS, work=ROOM,
)  # fmt: skip


def start(s: Record) -> None:
    """Nothing is deployed; the roll is due."""
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
        out[seat] = action_at(ROLL, seat)
        weights[seat] = 1
    return 2


def draw(s: Record, rng: Rng) -> int:
    """A random outcome of the roll."""
    return action_at(ROLL, below(rng, 2))


# -- moves -----------------------------------------------------------------------------------------


def is_drafting(s: Record) -> bool:
    """Whether a player is deploying."""
    return s.stage == DEPLOYING or s.stage == REDEPLOYING  # type: ignore[no-any-return]


def legal_moves(s: Record, out: Moves) -> int:
    """Write the legal moves to `out`; returns their number."""
    if is_drafting(s):
        return placings(s, out, LIST, 0)
    return actions(s, out, LIST, 0)


def count_moves(s: Record, out: Moves) -> int:
    """The number of legal moves; `out` is not used."""
    if is_drafting(s):
        return placings(s, out, COUNT, 0)
    return actions(s, out, COUNT, 0)


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """A legal move drawn uniformly; `out` is not used."""
    n = below(rng, count_moves(s, out))
    if is_drafting(s):
        return placings(s, out, PICK, n)
    return actions(s, out, PICK, n)


def actions(s: Record, out: Moves, wanted: int, n: int) -> int:
    """The actions of an engagement turn: their number, a list in `out`, or number `n` (see `placings`)."""
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
                out[found] = action_at(SAIL, step)
            elif wanted == PICK and n == found:
                return action_at(SAIL, step)
            found += 1
    if s.stage == PRIMARY and s.turns > 0:
        if wanted == LIST:
            out[found] = NO_ACTION
        elif wanted == PICK and n == found:
            return NO_ACTION
        found += 1
    return found


def item_ways(s: Record, item: int, cell: int) -> int:
    """The number of ways to use the item on a position now."""
    if item == AN_EAGLE:
        return CELLS
    if item == A_BOWMAN:
        return 1 if s.eagle >= 0 and is_near(cell, s.eagle) else 0
    if item == A_REPEATER:
        return TRIPLES
    shots = SHOTS[item]
    return CELLS if shots == 1 else CELLS + PAIRS if shots == 2 else VOLLEYS


def item_way(item: int, cell: int, n: int) -> int:
    """Way number `n` of using the item on a position."""
    if item == AN_EAGLE:
        return aimed_action(SEND, cell, 1, n, 0, 0)
    if item == A_BOWMAN:
        return action_at(SHOOT, cell)
    if item == A_REPEATER:
        return volley(cell, 3, n)
    if n < CELLS:
        return aimed_action(FIRE, cell, 1, n, 0, 0)
    if n < CELLS + PAIRS:
        return volley(cell, 2, n - CELLS)
    return volley(cell, 3, n - CELLS - PAIRS)


def volley(cell: int, count: int, n: int) -> int:
    """The `n`-th ascending row of two or three targets."""
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
        return aimed_action(FIRE, cell, 3, first, second, second + n)
    return aimed_action(FIRE, cell, 2, second, second + n, 0)


# -- playing ---------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    """Play the roll, place or remove an item, finish deploying, or act."""
    if s.stage == AT_ROLL:
        s.first = cell_of(m)
        s.stage = DEPLOYING
        s.turn = 0
    elif is_drafting(s):
        deploy(s, m)
    else:
        act(s, m)


def deploy(s: Record, m: int) -> None:
    """One step of deploying; when both players are ready, the engagement begins."""
    if m == READY:
        if s.turn == 0:
            s.turn = 1
        else:
            engage(s)
    elif action_of(m) == REMOVE:
        take_off(s, s.turn, cell_of(m))
    else:
        place(s, s.turn, m)


def engage(s: Record) -> None:
    """Begin the engagement: the winner of the roll starts the primary, the other player the secondary."""
    for seat in range(2):
        forget_draft(s, seat)
    s.turn = s.first if s.stage == DEPLOYING else 1 - s.first
    s.stage = PRIMARY if s.stage == DEPLOYING else SECONDARY


def act(s: Record, m: int) -> None:
    """One engagement turn: the last Eagle reports unless it is shot down; then the action happens."""
    seat = s.turn
    action = action_of(m)
    if s.eagle >= 0 and action != SHOOT:
        report_eagle(s, seat)
    s.eagle = -1
    if action == FIRE:
        shoot(s, seat, m)
    elif action == SAIL:
        sail(s, seat, STEP_X[cell_of(m)], STEP_Y[cell_of(m)])
        note(s, seat, SAIL, 0, 0)
    elif action != NO_ACTION:
        s.item[seat * CELLS + cell_of(m)] = NOBODY
        note(s, seat, m, 0, 0)
        if action == SEND:
            s.eagle = target(m, 0)
    s.idle = s.idle + 1 if action == NO_ACTION else 0
    s.turns += 1
    s.turn = 1 - seat
    judge(s)


def report_eagle(s: Record, seat: int) -> None:
    """Log the report of the Eagle over the sea of `seat`."""
    what = aimed_action(SEES, 0, 1, s.eagle, 0, 0)
    note(s, 1 - seat, what, sighting_word(s, seat, s.eagle, 0), sighting_word(s, seat, s.eagle, 1))


def shoot(s: Record, seat: int, m: int) -> None:
    """Fire a gun: apply its effects and log the report. The log has the gun's kind."""
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
    """End the game or the primary engagement if a fleet is sunk or a limit is reached."""
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
    """Who wins by the first counting: more marks, and the opponent's Flagship sunk; -1 for nobody."""
    for seat in range(2):
        if marks(s, seat) > marks(s, 1 - seat) and s.flag[1 - seat] < 0:
            return seat
    return -1


def begin_again(s: Record) -> None:
    """Take the ships afloat off the board, repaired, to be put back; only Land remains."""
    s.stage = REDEPLOYING
    s.turn = 0
    s.idle = 0
    for seat in range(2):
        for cell in range(seat * CELLS, (seat + 1) * CELLS):
            if s.ship[cell]:
                s.afloat[seat * KINDS + ship_kind(s.ship[cell])] += 1
        clear(s, seat, False)


def end(s: Record, reason: int, winner: int) -> None:
    """End the game; `winner` is -1 for a draw."""
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
    """The score of a draw."""
    return HIGHEST / 2


def evaluate(s: Record, seat: int) -> int:
    """Undamaged sections afloat minus the opponent's, a section counting as a man."""
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
