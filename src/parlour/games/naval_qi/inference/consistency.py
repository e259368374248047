"""Count the contradictions between a sea and the public log by replaying the log on the sea.

Choices that the log does not show (which gun fired, where the Flagship went) follow from stored random
numbers, so that the same sea with the same numbers always replays in the same way.
"""

from __future__ import annotations

from parlour.games.naval_qi.firing import fire, marks, sighting, use_up
from parlour.games.naval_qi.inference.placement_plan import any_cell, lay_plan
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
    action_of,
    cell_of,
    ground_of,
    report_count,
    ship_direction,
    ship_kind,
    sighting_at,
    target,
    target_count,
)
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

NO_FLEET = 1000  # contradictions for a sunk fleet, since the game would be over
NO_ACTOR = 3  # contradictions for an action that no piece can perform
WITHOUT_LIMIT = 1 << 40

# A fault: its kind, position, expected value, and the number missing or the actual value.
FAULT, WHERE, WANTED, MISSING = range(4)
FAULT_WORDS = 4
NOTHING, SEEN, COUNTED, UNABLE, HIDDEN = range(5)

# The layout of `s.work`: the fault being repaired; the number of faults and FEW of them, for the sea laid
# last and for the accepted one; what the secondary phase implies about the end of the primary (ships left
# by kind, the opponent's marks, whether it had its Flagship), and whether exactly these ships were left;
# random numbers for the owner's choices; saved copies of these and of the plan; then for each file the
# positions without Land, since ships were there later.
FEW = 8
NOTED = FAULT_WORDS
HELD = NOTED + 1 + FEW * FAULT_WORDS
NEEDED = HELD + 1 + FEW * FAULT_WORDS
OWN_MARKS = NEEDED + KINDS
OWN_FLAG = OWN_MARKS + 1
EXACT = OWN_FLAG + 1
CHOICES = EXACT + 1
WAYS = 16  # random numbers; entry i of the log uses number i % WAYS
KEPT = CHOICES + WAYS
SPARE = KEPT + WAYS


def fault(s: Record, rng: Rng, kind: int, cell: int, wanted: int, missing: int) -> None:
    """Record a fault. Only FEW are stored, each equally likely (reservoir sampling)."""
    i = s.work[NOTED]
    s.work[NOTED] += 1
    if i >= FEW:
        i = below(rng, i + 1)
    if i < FEW:
        at = NOTED + 1 + FAULT_WORDS * i
        s.work[at + FAULT] = kind
        s.work[at + WHERE] = cell
        s.work[at + WANTED] = wanted
        s.work[at + MISSING] = missing


def contradictions(s: Record, seat: int, rng: Rng, phase: int, limit: int) -> int:
    """Lay the plan and replay the log on it; returns the number of contradictions, 0 if it agrees.

    Counting stops once the number exceeds `limit`.
    """
    s.work[NOTED] = 0
    lay_plan(s, seat, phase != 2)
    cost = deployment_contradictions(s, seat, rng, phase)
    if phase == 1:
        for i in range(s.logged):
            if cost > limit:
                return cost
            cost += entry_contradictions(s, seat, rng, i)
        if s.counted:
            cost += count_contradictions(s, seat, rng) + land_contradictions(s, seat, rng)
    if phase and not is_afloat(s, seat):
        fault(s, rng, HIDDEN, 0, BATTLESHIP + below(rng, 5), 1)
        cost += NO_FLEET
    return cost


def deployment_contradictions(s: Record, seat: int, rng: Rng, phase: int) -> int:
    """How much is missing from a deployment that may stand."""
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


def entry_contradictions(s: Record, seat: int, rng: Rng, i: int) -> int:
    """Replay entry `i` of the log on the sea of `seat`; returns the number of contradictions."""
    what = s.log[3 * i]
    action = action_of(what)
    if cell_of(what) == seat:
        return own_action_contradictions(s, seat, rng, i, action, what)
    if action == SEES:
        return sighting_contradictions(s, seat, rng, i)
    if TIGERGUN <= action <= UNDERGROUNDGUN:
        fire(s, seat, STANDING[action], what)
        return report_contradictions(s, rng, i, REACH[STANDING[action]])
    return 0


# -- the owner's actions ---------------------------------------------------------------------------


def own_action_contradictions(
    s: Record, seat: int, rng: Rng, i: int, action: int, what: int
) -> int:
    """Perform an action of the sea's owner with any piece that can; NO_ACTOR if there is none."""
    if action in (SEES, REPEATINGGUN):
        return 0
    if action == SAIL:
        return own_move_contradictions(s, seat, rng, i)
    shots = target_count(what)
    about = target(s.log[3 * i - 3], 0) if action == SHOOT else -1
    kind = EAGLE if action == SEND else KIND_OF[A_BOWMAN] if action == SHOOT else action
    chosen = choose_actor(s, seat, i, kind, shots, about)
    if chosen < 0:
        fault(s, rng, UNABLE, about, kind, 1)
        return NO_ACTOR
    if TIGERGUN <= action <= UNDERGROUNDGUN:
        use_up(s, seat, chosen, shots)
    else:
        s.item[seat * R.CELLS + chosen] = NOBODY
    return 0


def choose_actor(s: Record, seat: int, i: int, kind: int, shots: int, about: int) -> int:
    """The position of the piece that performs the action of entry `i`; -1 if there is none.

    Pieces are where the plan has items, or on the Flagship.
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
    """Whether the piece `item` on `cell` can perform an action of the kind, near `about` if given."""
    if item == NOBODY or KIND_OF[item] != kind:
        return False
    if item == A_BOWMAN:
        return is_near(cell, about)
    return item == AN_EAGLE or SHOTS[item] >= shots


def own_move_contradictions(s: Record, seat: int, rng: Rng, i: int) -> int:
    """Move the owner's Flagship in one of the possible directions; NO_ACTOR if there is none."""
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
        return NO_ACTOR
    sail(s, seat, STEP_X[chosen], STEP_Y[chosen])
    return 0


# -- reports on the sea ----------------------------------------------------------------------------


def sighting_contradictions(s: Record, seat: int, rng: Rng, i: int) -> int:
    """How many positions differ from what the Eagle reported."""
    about = target(s.log[3 * i], 0)
    cost = 0
    for k in range(9):
        x = about // R.SEA - 1 + k // 3
        y = about % R.SEA - 1 + k % 3
        if 0 <= x < R.SEA and 0 <= y < R.SEA:
            wanted = sighting_at(s.log[3 * i + 1], s.log[3 * i + 2], k)
            now = sighting(s, seat, x * R.SEA + y)
            if now != wanted:
                cost += 1 if ground_of(now) == ground_of(wanted) else 2
                fault(s, rng, SEEN, x * R.SEA + y, wanted, now)
    return cost


def report_contradictions(s: Record, rng: Rng, i: int, reach: int) -> int:
    """How far the last report differs from that of entry `i`."""
    cost = 0
    what = s.log[3 * i]
    for k in range(REPORTED):
        missing = report_count(s.log[3 * i + 1], s.log[3 * i + 2], k) - s.report[k]
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


# -- what the secondary phase implies about the primary --------------------------------------------


def note_requirements(s: Record, seat: int) -> None:
    """Note what the first counting, and later hits and sinkings, require of the primary phase."""
    if s.work[EXACT]:
        return
    for kind in range(KINDS):
        if FLAGSHIP <= kind <= SMALL:
            s.work[NEEDED + kind] = max(s.work[NEEDED + kind], least_ships_left(s, seat, kind))
    s.work[OWN_MARKS] = marks_at_counting(s, 1 - seat)
    s.work[OWN_FLAG] = had_flagship(s, 1 - seat)


def least_ships_left(s: Record, seat: int, kind: int) -> int:
    """The least number of ships of the kind that must have been left."""
    hits = 0
    for i in range(s.logged):
        if action_of(s.log[3 * i]) == REPEATINGGUN and cell_of(s.log[3 * i]) != seat:
            for k in range(STRUCK, REPORTED):
                if STRUCK_KIND[k - STRUCK] == kind:
                    hits += report_count(s.log[3 * i + 1], s.log[3 * i + 2], k)
    return max(  # type: ignore[no-any-return]
        lost_since(s, seat, kind), (hits + LENGTH[kind] - 2) // max(LENGTH[kind] - 1, 1)
    )


def land_contradictions(s: Record, seat: int, rng: Rng) -> int:
    """The number of positions where Land is under ships of the secondary phase."""
    cost = 0
    for x in range(R.SEA):
        bits = s.land[seat * R.SEA + x] & s.work[SPARE + R.DRAFT + x]
        while bits:
            fault(s, rng, SEEN, x * R.SEA + lowest(bits), 0, 1)
            bits &= bits - 1
            cost += 1
    return cost


def marks_at_counting(s: Record, seat: int) -> int:
    """A player's marks at the first counting: ships to be put back, or afloat and lost since."""
    back = 0
    lost = 0
    for kind in range(FLAGSHIP, SMALL + 1):
        back += s.afloat[seat * KINDS + kind] * LENGTH[kind]
        lost += lost_since(s, seat, kind) * LENGTH[kind]
    return back if back else marks(s, seat) + lost


def had_flagship(s: Record, seat: int) -> bool:
    """Whether the player's Flagship was afloat at the first counting."""
    back = s.afloat[seat * KINDS + FLAGSHIP]
    return s.flag[seat] >= 0 or back + lost_since(s, seat, FLAGSHIP) > 0  # type: ignore[no-any-return]


def lost_since(s: Record, seat: int, kind: int) -> int:
    """How many ships of the kind were sunk after the first counting."""
    return lost_to(s, seat, kind, REPEATINGGUN, REPEATINGGUN)


def lost_before(s: Record, seat: int, kind: int) -> int:
    """How many ships of the kind were sunk before the first counting."""
    return lost_to(s, seat, kind, TIGERGUN, UNDERGROUNDGUN)


def lost_to(s: Record, seat: int, kind: int, first: int, last: int) -> int:
    """How many ships of the kind were sunk by guns numbered `first` to `last`."""
    sunk = 0
    for i in range(s.logged):
        if first <= action_of(s.log[3 * i]) <= last and cell_of(s.log[3 * i]) != seat:
            sunk += report_count(s.log[3 * i + 1], s.log[3 * i + 2], SUNK + kind - FLAGSHIP)
    return sunk


def count_contradictions(s: Record, seat: int, rng: Rng) -> int:
    """Ships missing after the primary phase, and marks inconsistent with an undecided counting."""
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
