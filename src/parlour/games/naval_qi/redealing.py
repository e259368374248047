"""Dealing anew: a sea of the other seat that agrees with all that a seat has heard, drawn at random.

A sea is told by wishes: Land, a Flagship, ships and items, each put down if the rules allow it then, else
dropped; so every row of wishes is a deployment, and every deployment is one. A random row is repaired
wish by wish until the whole log, played over it, gives every report as it was; the other's own choices
(which gun it fired, where its Flagship went) are drawn each time. The result has no other law than that:
what many rows of wishes lead to is likelier than what few do. Every consistent sea can come of it, since
any can be the first row.

Where no consistent sea is found in EFFORT steps, the one with the fewest contradictions so far is
taken: still a legal sea with a fleet afloat, drawn from what was heard alone. The true sea is never
looked at.
"""

from __future__ import annotations

from parlour.games.naval_qi.firing import fire, marks, reported, seen, seen_at, use_up
from parlour.games.naval_qi.items import (
    A_BOWMAN,
    AN_EAGLE,
    BATTLESHIP,
    DEPLOYING,
    DIRECTIONS,
    EAGLE,
    FLAGSHIP,
    HEIGHT,
    KIND_OF,
    KINDS,
    LAND2,
    LAND3,
    LENGTH,
    NOBODY,
    PRIMARY,
    REACH,
    REDEPLOYING,
    REPEATINGGUN,
    REPORTED,
    SAIL,
    SECONDARY,
    SEES,
    SEND,
    SHIELD,
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
    WIDTH,
    cell_of,
    direction_of,
    placed,
    target,
    target_count,
)
from parlour.games.naval_qi.placing import (
    clear,
    covers,
    forget_draft,
    is_afloat,
    is_left,
    is_near,
    is_ready,
    lay,
    may_sail,
    may_stand,
    put,
    sail,
    spent_on_ships,
)
from parlour.kernel.fast import below
from parlour.kernel.protocol import R
from parlour.kernel.records import Record, Rng

__compiled__ = True

EFFORT = 30_000  # steps of repair
PATIENCE = 1500  # steps without progress before another row of wishes is begun
DAMPING = 12  # one step in so many may make it a little worse
NO_FLEET = 1000  # contradictions that a sunk fleet counts as: the game would be over
NO_DEED = 3  # ... what the other did but could not do

# What is wrong, one of all such drawn at random: its kind, where, what was wanted, how much is missing.
FAULTS, FAULT, WHERE, WANTED, MISSING, SLOT, OLD, LAID = range(8)
WORK = 8
NOTHING, SEEN, COUNTED, UNABLE, HIDDEN = range(5)


def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Draw the other's sea anew, of all that agree with what `seat` knows."""
    if s.stage == DEPLOYING:
        redeal_draft(s, 1 - seat, rng)
    elif PRIMARY <= s.stage <= SECONDARY:
        redeal_sea(s, 1 - seat, rng)
    for i in range(WORK):
        s.work[i] = 0
    for i in range(REPORTED):
        s.report[i] = 0


def redeal_draft(s: Record, enemy: int, rng: Rng) -> None:
    """While deploying: the other seat is done, or somewhere on the way; or it has not begun."""
    if s.turn < enemy:
        return
    search(s, enemy, rng, 0)
    settle(s, enemy, below(rng, R.DRAFT) if s.turn == enemy else R.DRAFT)


def settle(s: Record, seat: int, most: int) -> None:
    """Make of the first so many wishes the items that they came to, put in their order."""
    clear(s, seat, s.stage != REDEPLOYING)
    for kind in range(KINDS):
        s.count[seat * KINDS + kind] = 0
    s.drafted[seat] = 0
    for i in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + i] - 1
        s.draft[seat * R.DRAFT + i] = 0
        if i < most and is_possible(s, seat, m):
            put(s, seat, m)


def is_possible(s: Record, seat: int, m: int) -> bool:
    """Whether the item `m`, if it is one, may be put now."""
    kind = m & 31
    return (
        m >= 0 and is_left(s, seat, kind) and may_stand(s, seat, kind, cell_of(m), direction_of(m))
    )


def redeal_sea(s: Record, enemy: int, rng: Rng) -> None:
    """In engagement or between: first the sea of the primary phase, then where ships are put back."""
    stage = s.stage
    forget_draft(s, enemy)
    s.stage = DEPLOYING
    search(s, enemy, rng, 1)
    s.stage = PRIMARY
    forget_draft(s, enemy)
    if stage == PRIMARY:
        return
    for cell in range(enemy * R.CELLS, (enemy + 1) * R.CELLS):
        if s.ship[cell]:
            s.afloat[enemy * KINDS + (s.ship[cell] & 7)] += 1
    s.stage = REDEPLOYING
    clear(s, enemy, False)
    if s.turn >= enemy or stage == SECONDARY:
        search(s, enemy, rng, 2)
    if stage == SECONDARY:
        s.stage = SECONDARY
        forget_draft(s, enemy)
    elif s.turn >= enemy:
        settle(s, enemy, below(rng, R.DRAFT) if s.turn == enemy else R.DRAFT)


# -- the search ------------------------------------------------------------------------------------


def search(s: Record, seat: int, rng: Rng, phase: int) -> int:
    """Repair a random row of wishes until nothing contradicts; leaves the sea that it comes to.

    `phase` is 0 for a deployment of which nothing was heard, 1 for the primary phase, 2 for the secondary.
    Returns in how much the sea still contradicts what was heard: 0 but for seas that are very hard to find.
    """
    begin(s, seat, rng, phase)
    cost = contradictions(s, seat, rng, phase)
    idle = 0
    for step in range(EFFORT):
        if cost == 0:
            return 0
        if idle >= PATIENCE and step < EFFORT * 2 // 3:
            begin(s, seat, rng, phase)
            cost = contradictions(s, seat, rng, phase)
            idle = 0
            continue
        other = step_on(s, seat, rng, phase, cost)
        idle = 0 if other < cost else idle + 1
        cost = other
    return cost


def step_on(s: Record, seat: int, rng: Rng, phase: int, cost: int) -> int:
    """Change one wish, if that makes it not much worse: the contradictions then.

    A wish that comes to nothing is not kept. What was not kept is played again, for the sea as it was;
    the other's own choices may then agree better, or worse.
    """
    change(s, seat, rng, phase)
    slot = s.work[SLOT]
    old = s.work[OLD]
    other = contradictions(s, seat, rng, phase)
    slack = 2 if below(rng, DAMPING) == 0 else 0
    if other <= cost + slack and (s.work[LAID] or s.draft[seat * R.DRAFT + slot] == 0):
        return other
    s.draft[seat * R.DRAFT + slot] = old
    return contradictions(s, seat, rng, phase)


def begin(s: Record, seat: int, rng: Rng, phase: int) -> None:
    """A random row of wishes."""
    base = seat * R.DRAFT
    for i in range(R.DRAFT):
        s.draft[base + i] = 0
    if phase == 2:
        begin_return(s, seat, rng)
        return
    for _ in range(1 + below(rng, R.LANDS)):
        wish_at(s, seat, rng, LAND3 + below(rng, 2), any_cell(rng))
    wish_at(s, seat, rng, FLAGSHIP, any_cell(rng))
    for _ in range(R.LEAST_ON_SHIPS // 2 + below(rng, R.MOST_ON_SHIPS)):
        wish_at(s, seat, rng, BATTLESHIP + below(rng, 5), any_cell(rng))
    for _ in range(below(rng, R.BOUGHT + 1)):
        wish_at(s, seat, rng, EAGLE + below(rng, SHIELD - EAGLE + 1), any_cell(rng))
    clear(s, seat, True)
    for kind in range(KINDS):
        s.count[seat * KINDS + kind] = 0
    for i in range(R.DRAFT):
        if not lay_wish(s, seat, i):
            s.draft[base + i] = 0


def begin_return(s: Record, seat: int, rng: Rng) -> None:
    """Every ship afloat somewhere, the Repeating Gun on Land."""
    slot = R.LANDS
    for kind in range(FLAGSHIP, SMALL + 1):
        for _ in range(s.afloat[seat * KINDS + kind]):
            s.draft[seat * R.DRAFT + slot] = 1 + fitted(rng, kind, any_cell(rng))
            slot += 1
    cell = any_cell(rng)
    while s.ground[seat * R.CELLS + cell] == 0:
        cell = any_cell(rng)
    s.draft[seat * R.DRAFT + slot] = 1 + placed(REPEATINGGUN, cell, 0)


def any_cell(rng: Rng) -> int:
    """A random position."""
    return below(rng, R.CELLS)


def fitted(rng: Rng, kind: int, cell: int) -> int:
    """An item of the kind that lies on the board and covers the position, at random."""
    d = below(rng, DIRECTIONS[kind])
    x = cell // R.SEA - below(rng, WIDTH[kind, d])
    y = cell % R.SEA - below(rng, HEIGHT[kind, d])
    x = max(0, min(x, R.SEA - WIDTH[kind, d]))
    y = max(0, min(y, R.SEA - HEIGHT[kind, d]))
    return placed(kind, x * R.SEA + y, d)


def wish_at(s: Record, seat: int, rng: Rng, kind: int, cell: int) -> None:
    """Wish for an item that covers the position, in a slot of its part of the row, if may be a free one."""
    first, room = part_of(kind)
    slot = first + below(rng, room)
    replaces = below(rng, 2)
    for _ in range(12):
        if (s.draft[seat * R.DRAFT + slot] != 0) == replaces:
            break
        slot = first + below(rng, room)
    set_wish(s, seat, slot, 1 + fitted(rng, kind, cell))


def part_of(kind: int) -> tuple[int, int]:
    """The first slot for items of the kind, and how many there are."""
    if kind <= LAND2:
        return 0, R.LANDS
    if kind == FLAGSHIP:
        return R.LANDS, 1
    if kind <= SMALL:
        return R.SHIP_ROOM, R.MOST_ON_SHIPS
    return R.ITEM_ROOM, R.BOUGHT + 1


def set_wish(s: Record, seat: int, slot: int, wish: int) -> None:
    """Change one wish, and note what was there."""
    s.work[SLOT] = slot
    s.work[OLD] = s.draft[seat * R.DRAFT + slot]
    s.draft[seat * R.DRAFT + slot] = wish


def drop_at(s: Record, seat: int, kind: int, cell: int) -> bool:
    """Drop a wish for an item of the kind's part that covers the position; whether there was one."""
    first, room = part_of(kind)
    for slot in range(first, first + room):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m < 0:
            continue
        found = m & 31
        if found == SHIELD and kind != SHIELD:
            continue
        if kind == SHIELD:
            hit = found == SHIELD and is_near(cell_of(m), cell)
        else:
            hit = covers(found, cell_of(m), direction_of(m), cell)
        if hit:
            set_wish(s, seat, slot, 0)
            return True
    return False


# -- repairs ---------------------------------------------------------------------------------------


def change(s: Record, seat: int, rng: Rng, phase: int) -> None:
    """Change one wish: to mend the fault that was drawn, or at random."""
    fault = s.work[FAULT]
    set_wish(
        s, seat, R.LANDS, s.draft[seat * R.DRAFT + R.LANDS]
    )  # no change, if nothing below makes one
    if phase == 2:
        change_return(s, seat, rng)
    elif fault == NOTHING or below(rng, 10) == 0:
        change_any(s, seat, rng)
    elif fault == SEEN:
        mend_seen(s, seat, rng, s.work[WHERE], s.work[WANTED])
    elif fault == COUNTED:
        mend_counted(s, seat, rng, s.work[WHERE], s.work[WANTED], s.work[MISSING])
    elif fault == UNABLE:
        cell = land_cell(s, seat, rng)
        wish_at(
            s, seat, rng, s.work[WANTED], cell if s.work[WHERE] < 0 else near(rng, s.work[WHERE])
        )
    else:
        wish_at(s, seat, rng, s.work[WANTED], any_cell(rng))


def change_any(s: Record, seat: int, rng: Rng) -> None:
    """A random wish, or one dropped."""
    if below(rng, 2):
        set_wish(s, seat, below(rng, R.DRAFT), 0)
    else:
        wish_at(s, seat, rng, below(rng, SHIELD + 1), any_cell(rng))


def change_return(s: Record, seat: int, rng: Rng) -> None:
    """Another place for a ship that is put back, about where one was hit if that is the fault."""
    count = 0
    for slot in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + slot] - 1
        wanted = s.work[FAULT] == NOTHING or s.work[WANTED] == (m & 31) or below(rng, 4) == 0
        if m >= 0 and wanted:
            count += 1
            if below(rng, count) == 0:
                s.work[SLOT] = slot
    slot = s.work[SLOT]
    m = s.draft[seat * R.DRAFT + slot] - 1
    if m < 0:
        return
    guided = s.work[FAULT] == COUNTED and s.work[MISSING] > 0 and below(rng, 4) != 0
    cell = s.work[WHERE] if guided else any_cell(rng)
    if m & 31 == REPEATINGGUN:
        cell = land_cell(s, seat, rng)
        set_wish(s, seat, slot, 1 + placed(REPEATINGGUN, cell, 0))
    else:
        set_wish(s, seat, slot, 1 + fitted(rng, m & 31, cell))


def land_cell(s: Record, seat: int, rng: Rng) -> int:
    """A random position, of Land if one is found soon."""
    cell = any_cell(rng)
    for _ in range(40):
        if s.ground[seat * R.CELLS + cell]:
            return cell
        cell = any_cell(rng)
    return cell


def near(rng: Rng, cell: int) -> int:
    """A random position within a king's step."""
    x = max(0, min(R.SEA - 1, cell // R.SEA + below(rng, 3) - 1))
    y = max(0, min(R.SEA - 1, cell % R.SEA + below(rng, 3) - 1))
    return x * R.SEA + y  # type: ignore[no-any-return]


def mend_seen(s: Record, seat: int, rng: Rng, cell: int, wanted: int) -> None:
    """A position is not as it was seen: take away what was not seen there, put what was."""
    now = seen(s, seat, cell)
    ground = wanted & 15
    kind = ground // 2 + 1 if ground > 1 else -1
    if now & 15 != ground:
        if now & 15 == 1:
            if drop_at(s, seat, LAND3, cell):
                return
        elif now & 15 > 1 and (now & 15) // 2 + 1 != kind:
            if not drop_at(s, seat, BATTLESHIP, cell):
                wish_at(s, seat, rng, FLAGSHIP, any_cell(rng))
            return
        if ground == 1:
            wish_at(s, seat, rng, LAND3 + below(rng, 2), cell)
        elif kind > 0:
            wish_at(s, seat, rng, kind, cell)
        return
    if (now >> 8) != (wanted >> 8):
        if now >> 8 == 0:
            wish_at(s, seat, rng, SHIELD, near(rng, cell))
        else:
            drop_at(s, seat, SHIELD, cell)
        return
    item = (wanted >> 4) & 15
    if (now >> 4) & 15 != NOBODY:
        drop_at(s, seat, EAGLE, cell)
    elif item != NOBODY:
        wish_at(s, seat, rng, KIND_OF[item], cell)


def mend_counted(s: Record, seat: int, rng: Rng, cell: int, i: int, missing: int) -> None:
    """A report has another number: add what is missing about there, or take away what is too many."""
    kind = -1
    if i == 0:
        kind = SHIELD
    elif i <= 3:
        kind = TIGERGUN + i - 1
    elif i <= 5:
        kind = EAGLE + i - 4
    elif i < STRUCK:
        kind = FLAGSHIP + i - SUNK
    else:
        kind = STRUCK_KIND[i - STRUCK]
    if missing > 0:
        if (kind == SHIELD or kind > SMALL) and below(rng, 4) == 0:
            wish_at(s, seat, rng, LAND3 + below(rng, 2), cell)
        else:
            wish_at(s, seat, rng, kind, near(rng, cell) if kind == SHIELD else cell)
    elif not drop_at(s, seat, kind, cell):
        if FLAGSHIP <= kind <= SMALL:
            drop_ship(s, seat, rng, kind, cell)
        elif below(rng, 3) == 0:
            drop_at(s, seat, LAND3, cell)


def drop_ship(s: Record, seat: int, rng: Rng, kind: int, cell: int) -> None:
    """Move the Flagship, or any ship of the kind, elsewhere or away."""
    first, room = part_of(kind)
    chosen = -1
    count = 0
    for slot in range(first, first + room):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and m & 31 == kind:
            count += 1
            if below(rng, count) == 0:
                chosen = slot
    if chosen >= 0:
        set_wish(s, seat, chosen, 1 + fitted(rng, kind, any_cell(rng)))


# -- contradictions --------------------------------------------------------------------------------


def fault(s: Record, rng: Rng, kind: int, cell: int, wanted: int, missing: int) -> None:
    """Note a fault; each of them is as likely to be the one that is kept."""
    s.work[FAULTS] += 1
    if below(rng, s.work[FAULTS]) == 0:
        s.work[FAULT] = kind
        s.work[WHERE] = cell
        s.work[WANTED] = wanted
        s.work[MISSING] = missing


def contradictions(s: Record, seat: int, rng: Rng, phase: int) -> int:
    """Lay the wishes, play the log over them: in how much that is not as it was heard. 0: it agrees."""
    s.work[FAULTS] = 0
    s.work[FAULT] = NOTHING
    s.work[LAID] = 0
    clear(s, seat, phase != 2)
    for kind in range(KINDS):
        s.count[seat * KINDS + kind] = 0
    for i in range(R.DRAFT):
        if lay_wish(s, seat, i) and i == s.work[SLOT]:
            s.work[LAID] = 1
    cost = not_ready(s, seat, rng, phase)
    if phase == 1:
        for i in range(s.logged):
            cost += disagrees(s, seat, rng, i)
        cost += unlike_count(s, seat, rng)
    if phase == 2:
        cost += disagrees_late(s, seat, rng)
    if phase and not is_afloat(s, seat):
        fault(s, rng, HIDDEN, 0, BATTLESHIP + below(rng, 5), 1)
        cost += NO_FLEET
    return cost


def lay_wish(s: Record, seat: int, i: int) -> bool:
    """Put down what is wished for in a slot, if it may be put there now; whether it was."""
    m = s.draft[seat * R.DRAFT + i] - 1
    if not is_possible(s, seat, m):
        return False
    lay(s, seat, m & 31, cell_of(m), direction_of(m))
    s.count[seat * KINDS + (m & 31)] += 1
    return True


def not_ready(s: Record, seat: int, rng: Rng, phase: int) -> int:
    """What is missing from a deployment that may stand."""
    if is_ready(s, seat):
        return 0
    cost = 1
    base = seat * KINDS
    if phase == 2:
        for kind in range(FLAGSHIP, SMALL + 1):
            missing = s.afloat[base + kind] - s.count[base + kind]
            if missing > 0:
                fault(s, rng, HIDDEN, 0, kind, missing)
                cost += missing
        return cost
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
    deed = what & 31
    if cell_of(what) == seat:
        return cannot_do(s, seat, rng, i, deed, what)
    if deed == SEES:
        return unlike_seen(s, seat, rng, i)
    if TIGERGUN <= deed <= UNDERGROUNDGUN:
        fire(s, seat, STANDING[deed], what)
        return unlike_report(s, rng, i, REACH[STANDING[deed]])
    return 0


def cannot_do(s: Record, seat: int, rng: Rng, i: int, deed: int, what: int) -> int:
    """What the other seat itself did, done by one of those that can do it; a few if none can."""
    if deed in (SEES, REPEATINGGUN):
        return 0
    if deed == SAIL:
        return cannot_sail(s, seat, rng)
    shots = target_count(what)
    chosen = -1
    count = 0
    about = target(s.log[3 * i - 3], 0) if deed == SHOOT else -1
    for cell in range(R.CELLS):
        item = s.item[seat * R.CELLS + cell]
        if item == NOBODY:
            continue
        able = KIND_OF[item] == deed and SHOTS[item] >= shots
        if deed == SEND:
            able = item == AN_EAGLE
        elif deed == SHOOT:
            able = item == A_BOWMAN and is_near(cell, about)
        if able:
            count += 1
            if below(rng, count) == 0:
                chosen = cell
    if chosen < 0:
        kind = EAGLE if deed == SEND else KIND_OF[A_BOWMAN] if deed == SHOOT else deed
        fault(s, rng, UNABLE, about, kind, 1)
        return NO_DEED
    if TIGERGUN <= deed <= UNDERGROUNDGUN:
        use_up(s, seat, chosen, shots)
    else:
        s.item[seat * R.CELLS + chosen] = NOBODY
    return 0


def cannot_sail(s: Record, seat: int, rng: Rng) -> int:
    """The other's Flagship moves in one of the ways that it can; a few if there is none."""
    chosen = -1
    count = 0
    for step in range(8):
        if may_sail(s, seat, STEP_X[step], STEP_Y[step]):
            count += 1
            if below(rng, count) == 0:
                chosen = step
    if chosen < 0:
        s.moved[seat] = 1
        fault(s, rng, HIDDEN, 0, FLAGSHIP, 1)
        return NO_DEED
    sail(s, seat, STEP_X[chosen], STEP_Y[chosen])
    return 0


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
                cost += 1 if now & 15 == wanted & 15 else 2
                fault(s, rng, SEEN, x * R.SEA + y, wanted, 1)
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


def unlike_count(s: Record, seat: int, rng: Rng) -> int:
    """What follows from the first counting, and from which ships were sunk or hit after it."""
    if not s.counted:
        return 0
    cost = late_kinds(s, seat, rng)
    lead = counted_marks(s, 1 - seat) - marks(s, seat)
    if lead > 0 and s.flag[seat] < 0:
        fault(s, rng, HIDDEN, 0, BATTLESHIP + below(rng, 5), 1)
        cost += lead
    if lead < 0 and not had_flagship(s, 1 - seat):
        fault(s, rng, COUNTED, any_cell(rng), SUNK + 1 + below(rng, 5), -1)
        cost -= lead
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
    sunk = 0
    for i in range(s.logged):
        if s.log[3 * i] & 31 == REPEATINGGUN and cell_of(s.log[3 * i]) != seat:
            sunk += reported(s.log[3 * i + 1], s.log[3 * i + 2], SUNK + kind - FLAGSHIP)
    return sunk


def late_kinds(s: Record, seat: int, rng: Rng) -> int:
    """Ships of each kind that must have been afloat after the primary phase, but are not."""
    cost = 0
    for kind in range(FLAGSHIP, SMALL + 1):
        sunk = lost_since(s, seat, kind)
        hits = 0
        for i in range(s.logged):
            if s.log[3 * i] & 31 == REPEATINGGUN and cell_of(s.log[3 * i]) != seat:
                for k in range(STRUCK, REPORTED):
                    if STRUCK_KIND[k - STRUCK] == kind:
                        hits += reported(s.log[3 * i + 1], s.log[3 * i + 2], k)
        needed = max(sunk, (hits + LENGTH[kind] - 2) // max(LENGTH[kind] - 1, 1))
        afloat = 0
        for cell in range(seat * R.CELLS, (seat + 1) * R.CELLS):
            if s.ship[cell] and s.ship[cell] & 7 == kind:
                afloat += 1
        if afloat < needed:
            fault(s, rng, HIDDEN, 0, kind, 1)
            cost += needed - afloat
    return cost


def disagrees_late(s: Record, seat: int, rng: Rng) -> int:
    """Play the hits of the secondary engagement over the ships put back; no miss was a hit."""
    cost = 0
    for i in range(s.logged):
        what = s.log[3 * i]
        if what & 31 == REPEATINGGUN and cell_of(what) != seat:
            for k in range(target_count(what)):
                cost += missed_before(s, seat, rng, target(what, k), i)
            fire(s, seat, STANDING[REPEATINGGUN], what)
            cost += unlike_report(s, rng, i, 0)
    for cell in range(R.CELLS):
        cost += missed_before(s, seat, rng, cell, s.logged)
    return cost


def missed_before(s: Record, seat: int, rng: Rng, cell: int, logged: int) -> int:
    """1 if an undamaged section stands where a shot missed when the log had at most so many entries."""
    at = seat * R.CELLS + cell
    if s.missed[at] == 0 or s.missed[at] > logged + 1 or s.hull[at] == 0:
        return 0
    ground = seen(s, seat, cell) & 15
    if ground & 1:
        return 0
    fault(s, rng, COUNTED, cell, ground // 2 + 1, -1)
    return 1
