"""In how much a sea contradicts what was heard: the whole log is played over it.

What the other seat chose itself (which gun it fired, where its Flagship went) is chosen by numbers that are
kept, so that the same sea with the same numbers always plays the same.
"""

from __future__ import annotations

from parlour.games.naval_qi.firing import fire, marks, seen, use_up
from parlour.games.naval_qi.items import (
    A_BOWMAN,
    AN_EAGLE,
    BATTLESHIP,
    EAGLE,
    FLAGSHIP,
    KIND_OF,
    KINDS,
    LAND2,
    LAND3,
    LENGTH,
    NOBODY,
    REACH,
    REDEPLOYING,
    REPEATINGGUN,
    REPORTED,
    SAIL,
    SEES,
    SEND,
    SHOOT,
    SHOTS,
    SMALL,
    STANDING,
    STEP_X,
    STEP_Y,
    STRUCK,
    STRUCK_KIND,
    SUNK,
    TIGERGUN,
    UNDERGROUNDGUN,
    cell_of,
    deed_of,
    ground_of,
    reported,
    seen_at,
    ship_direction,
    ship_kind,
    target,
    target_count,
)
from parlour.games.naval_qi.layout_plan import any_cell, lay_wishes
from parlour.games.naval_qi.placing import (
    is_afloat,
    is_near,
    is_ready,
    may_sail,
    sail,
    section_cell,
    spent_on_ships,
)
from parlour.kernel.layout import Record, Rng
from parlour.kernel.primitives import below, lowest, mix
from parlour.kernel.protocol import R

__compiled__ = True

NO_FLEET = 1000  # contradictions that a sunk fleet counts as: the game would be over
NO_DEED = 3  # ... what the other did but could not do
WITHOUT_LIMIT = 1 << 40

# What is wrong: its kind, where, what was wanted, and how much is missing or what is there instead.
FAULT, WHERE, WANTED, MISSING = range(4)
A_FAULT = 4
NOTHING, SEEN, COUNTED, UNABLE, HIDDEN = range(5)

# The room for it: the fault that is being mended; how many there are, and FEW of them drawn at random, both
# for the sea that was laid last and for the one that is kept; what the secondary phase tells of the end
# of the primary (the ships of each kind that were left, the marks of the seat itself, whether it had its
# Flagship), and whether no other ships were left; numbers by which the other's own choices are made; those
# and the R.DRAFT wishes that are kept; then by file where no Land may be, since ships lay there later.
FEW = 8
NOTED = A_FAULT
HELD = NOTED + 1 + FEW * A_FAULT
NEEDED = HELD + 1 + FEW * A_FAULT
OWN_MARKS = NEEDED + KINDS
OWN_FLAG = OWN_MARKS + 1
EXACT = OWN_FLAG + 1
CHOICES = EXACT + 1
WAYS = 16  # one number for every sixteenth entry of the log
KEPT = CHOICES + WAYS
SPARE = KEPT + WAYS


def fault(s: Record, rng: Rng, kind: int, cell: int, wanted: int, missing: int) -> None:
    """Note a fault; of many each is as likely to be one of the FEW that are kept."""
    i = s.work[NOTED]
    s.work[NOTED] += 1
    if i >= FEW:
        i = below(rng, i + 1)
    if i < FEW:
        at = NOTED + 1 + A_FAULT * i
        s.work[at + FAULT] = kind
        s.work[at + WHERE] = cell
        s.work[at + WANTED] = wanted
        s.work[at + MISSING] = missing


def contradictions(s: Record, seat: int, rng: Rng, phase: int, limit: int) -> int:
    """Lay the wishes, play the log over them: in how much that is not as it was heard. 0: it agrees.

    More than `limit` is not counted to its end.
    """
    s.work[NOTED] = 0
    lay_wishes(s, seat, phase != 2)
    cost = not_ready(s, seat, rng, phase)
    if phase == 1:
        for i in range(s.logged):
            if cost > limit:
                return cost
            cost += disagrees(s, seat, rng, i)
        if s.counted:
            cost += unlike_count(s, seat, rng) + in_the_way(s, seat, rng)
    if phase and not is_afloat(s, seat):
        fault(s, rng, HIDDEN, 0, BATTLESHIP + below(rng, 5), 1)
        cost += NO_FLEET
    return cost


def not_ready(s: Record, seat: int, rng: Rng, phase: int) -> int:
    """What is missing from a deployment that may stand."""
    cost = 0
    base = seat * KINDS
    if phase == 2:
        for kind in range(FLAGSHIP, SMALL + 1):
            missing = s.afloat[base + kind] - s.count[base + kind]
            if missing > 0:
                fault(s, rng, HIDDEN, 0, kind, missing)
                cost += 1 + missing
        return cost
    if is_ready(s, seat):
        return 0
    cost = 1
    missing = R.LEAST_ON_SHIPS - spent_on_ships(s, seat)
    if missing > 0:
        fault(s, rng, HIDDEN, 0, SMALL if missing < 3 else BATTLESHIP + below(rng, 5), 1)
        cost += missing
    if s.count[base + FLAGSHIP] == 0:
        fault(s, rng, HIDDEN, 0, FLAGSHIP, 1)
        cost += 5
    if s.count[base + LAND3] + s.count[base + LAND2] == 0:
        fault(s, rng, HIDDEN, 0, LAND3 + below(rng, 2), 1)
        cost += 5
    return cost


def disagrees(s: Record, seat: int, rng: Rng, i: int) -> int:
    """Play entry `i` of the log on the sea of `seat`: how far it is from what was heard."""
    what = s.log[3 * i]
    deed = deed_of(what)
    if cell_of(what) == seat:
        return cannot_do(s, seat, rng, i, deed, what)
    if deed == SEES:
        return unlike_seen(s, seat, rng, i)
    if TIGERGUN <= deed <= UNDERGROUNDGUN:
        fire(s, seat, STANDING[deed], what)
        return unlike_report(s, rng, i, REACH[STANDING[deed]])
    return 0


# -- what the other did ----------------------------------------------------------------------------


def cannot_do(s: Record, seat: int, rng: Rng, i: int, deed: int, what: int) -> int:
    """What the other seat itself did, done by one of those that can do it; a few if none can."""
    if deed in (SEES, REPEATINGGUN):
        return 0
    if deed == SAIL:
        return cannot_sail(s, seat, rng, i)
    shots = target_count(what)
    about = target(s.log[3 * i - 3], 0) if deed == SHOOT else -1
    kind = EAGLE if deed == SEND else KIND_OF[A_BOWMAN] if deed == SHOOT else deed
    chosen = chosen_one(s, seat, i, kind, shots, about)
    if chosen < 0:
        fault(s, rng, UNABLE, about, kind, 1)
        return NO_DEED
    if TIGERGUN <= deed <= UNDERGROUNDGUN:
        use_up(s, seat, chosen, shots)
    else:
        s.item[seat * R.CELLS + chosen] = NOBODY
    return 0


def chosen_one(s: Record, seat: int, i: int, kind: int, shots: int, about: int) -> int:
    """Which of those that can do the deed of entry `i` does it: their position; -1 if there is none.

    They stand where items are wished for, or on the Flagship.
    """
    chosen = -1
    most = 0
    flag = s.flag[seat]
    for k in range(R.ITEM_ROOM - LENGTH[FLAGSHIP] if flag >= 0 else R.ITEM_ROOM, R.DRAFT):
        if k < R.ITEM_ROOM:
            d = ship_direction(s.ship[seat * R.CELLS + flag])
            cell = section_cell(FLAGSHIP, flag, d, R.ITEM_ROOM - 1 - k)
        elif s.draft[seat * R.DRAFT + k]:
            cell = cell_of(s.draft[seat * R.DRAFT + k] - 1)
        else:
            continue
        if is_able(s.item[seat * R.CELLS + cell], kind, shots, cell, about):
            rank = mix(s.work[CHOICES + i % WAYS], i * 256 + cell)
            if chosen < 0 or rank > most:
                chosen = cell
                most = rank
    return chosen


def is_able(item: int, kind: int, shots: int, cell: int, about: int) -> bool:
    """Whether what stands on a position can do a deed of the kind, near the position `about` if any."""
    if item == NOBODY or KIND_OF[item] != kind:
        return False
    if item == A_BOWMAN:
        return is_near(cell, about)
    return item == AN_EAGLE or SHOTS[item] >= shots


def cannot_sail(s: Record, seat: int, rng: Rng, i: int) -> int:
    """The other's Flagship moves in one of the ways that it can; a few if there is none."""
    chosen = -1
    most = 0
    for step in range(8):
        if may_sail(s, seat, STEP_X[step], STEP_Y[step]):
            rank = mix(s.work[CHOICES + i % WAYS], i * 256 + step)
            if chosen < 0 or rank > most:
                chosen = step
                most = rank
    if chosen < 0:
        s.moved[seat] = 1
        fault(s, rng, HIDDEN, 0, FLAGSHIP, 1)
        return NO_DEED
    sail(s, seat, STEP_X[chosen], STEP_Y[chosen])
    return 0


# -- what was heard of its sea ---------------------------------------------------------------------


def unlike_seen(s: Record, seat: int, rng: Rng, i: int) -> int:
    """How many positions are not as the Eagle saw them."""
    about = target(s.log[3 * i], 0)
    cost = 0
    for k in range(9):
        x = about // R.SEA - 1 + k // 3
        y = about % R.SEA - 1 + k % 3
        if 0 <= x < R.SEA and 0 <= y < R.SEA:
            wanted = seen_at(s.log[3 * i + 1], s.log[3 * i + 2], k)
            now = seen(s, seat, x * R.SEA + y)
            if now != wanted:
                cost += 1 if ground_of(now) == ground_of(wanted) else 2
                fault(s, rng, SEEN, x * R.SEA + y, wanted, now)
    return cost


def unlike_report(s: Record, rng: Rng, i: int, reach: int) -> int:
    """How far the last report is from that of entry `i`."""
    cost = 0
    what = s.log[3 * i]
    for k in range(REPORTED):
        missing = reported(s.log[3 * i + 1], s.log[3 * i + 2], k) - s.report[k]
        if missing:
            cell = target(what, below(rng, target_count(what)))
            x = cell // R.SEA + below(rng, 2 * reach + 1) - reach
            y = cell % R.SEA + below(rng, 2 * reach + 1) - reach
            x = max(0, min(R.SEA - 1, x))
            y = max(0, min(R.SEA - 1, y))
            kind = STRUCK_KIND[k - STRUCK] if k >= STRUCK else FLAGSHIP + k - SUNK
            wanted = kind if s.stage == REDEPLOYING else k
            fault(s, rng, COUNTED, x * R.SEA + y, wanted, missing)
            cost += abs(missing)
    return cost


# -- what the secondary phase tells of the primary -------------------------------------------------


def foresee(s: Record, seat: int) -> None:
    """Note what follows from the first counting, and from which ships were sunk or hit after it."""
    if s.work[EXACT]:
        return
    for kind in range(KINDS):
        if FLAGSHIP <= kind <= SMALL:
            s.work[NEEDED + kind] = max(s.work[NEEDED + kind], needed(s, seat, kind))
    s.work[OWN_MARKS] = counted_marks(s, 1 - seat)
    s.work[OWN_FLAG] = had_flagship(s, 1 - seat)


def needed(s: Record, seat: int, kind: int) -> int:
    """How many of its ships of the kind must have been left."""
    hits = 0
    for i in range(s.logged):
        if deed_of(s.log[3 * i]) == REPEATINGGUN and cell_of(s.log[3 * i]) != seat:
            for k in range(STRUCK, REPORTED):
                if STRUCK_KIND[k - STRUCK] == kind:
                    hits += reported(s.log[3 * i + 1], s.log[3 * i + 2], k)
    return max(  # type: ignore[no-any-return]
        lost_since(s, seat, kind), (hits + LENGTH[kind] - 2) // max(LENGTH[kind] - 1, 1)
    )


def in_the_way(s: Record, seat: int, rng: Rng) -> int:
    """How much Land lies where ships lay later."""
    cost = 0
    for x in range(R.SEA):
        bits = s.land[seat * R.SEA + x] & s.work[SPARE + R.DRAFT + x]
        while bits:
            fault(s, rng, SEEN, x * R.SEA + lowest(bits), 0, 1)
            bits &= bits - 1
            cost += 1
    return cost


def counted_marks(s: Record, seat: int) -> int:
    """The marks that a seat had at the first counting: what it puts back, or has afloat and lost since."""
    back = 0
    lost = 0
    for kind in range(FLAGSHIP, SMALL + 1):
        back += s.afloat[seat * KINDS + kind] * LENGTH[kind]
        lost += lost_since(s, seat, kind) * LENGTH[kind]
    return back if back else marks(s, seat) + lost


def had_flagship(s: Record, seat: int) -> bool:
    """Whether the seat's Flagship was afloat at the first counting."""
    back = s.afloat[seat * KINDS + FLAGSHIP]
    return s.flag[seat] >= 0 or back + lost_since(s, seat, FLAGSHIP) > 0  # type: ignore[no-any-return]


def lost_since(s: Record, seat: int, kind: int) -> int:
    """How many of its ships of a kind were sunk after the first counting."""
    return lost_to(s, seat, kind, REPEATINGGUN, REPEATINGGUN)


def lost_before(s: Record, seat: int, kind: int) -> int:
    """How many of its ships of a kind were sunk before the first counting."""
    return lost_to(s, seat, kind, TIGERGUN, UNDERGROUNDGUN)


def lost_to(s: Record, seat: int, kind: int, first: int, last: int) -> int:
    """How many of its ships of a kind were sunk by guns from `first` to `last` in the order of items."""
    sunk = 0
    for i in range(s.logged):
        if first <= deed_of(s.log[3 * i]) <= last and cell_of(s.log[3 * i]) != seat:
            sunk += reported(s.log[3 * i + 1], s.log[3 * i + 2], SUNK + kind - FLAGSHIP)
    return sunk


def unlike_count(s: Record, seat: int, rng: Rng) -> int:
    """Ships that must have been afloat after the primary phase, but are not; marks that decided nothing."""
    cost = 0
    for kind in range(FLAGSHIP, SMALL + 1):
        missing = s.work[NEEDED + kind]
        if missing == 0 and not s.work[EXACT]:
            continue
        for cell in range(seat * R.CELLS, (seat + 1) * R.CELLS):
            if s.ship[cell] and ship_kind(s.ship[cell]) == kind:
                missing -= 1
        if missing > 0:
            fault(s, rng, HIDDEN, 0, kind, 1)
            cost += missing
        elif missing < 0 and s.work[EXACT]:
            fault(s, rng, COUNTED, any_cell(rng), SUNK + kind - FLAGSHIP, missing)
            cost -= missing
    lead = s.work[OWN_MARKS] - marks(s, seat)
    if lead > 0 and s.flag[seat] < 0:
        fault(s, rng, HIDDEN, 0, BATTLESHIP + below(rng, 5), 1)
        cost += lead
    if lead < 0 and not s.work[OWN_FLAG]:
        fault(s, rng, COUNTED, any_cell(rng), SUNK + 1 + below(rng, 5), -1)
        cost -= lead
    return cost
