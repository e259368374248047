"""Dealing anew: a sea of the other seat that agrees with all that a seat has heard, drawn at random.

A random row of wishes is repaired wish by wish until the whole log, played over it, gives every report as it
was. The result has no other law than that: what many rows of wishes lead to is likelier than what few
do. Every consistent sea can come of it, since any can be the first row.

In the secondary engagement two seas are looked for that go together: one that the primary phase left, and
one where its ships lie now, on none of its Land. Of the second every sea that is dealt gives every report
(`volleys`). Where of the first none is found in so many steps, the one at which the search has arrived is
taken: still a legal sea, drawn from what was heard alone. The true sea is never looked at.
"""

from __future__ import annotations

from parlour.games.naval_qi.consistency import (
    A_FAULT,
    CHOICES,
    COUNTED,
    EXACT,
    FAULT,
    FEW,
    HELD,
    KEPT,
    MISSING,
    NEEDED,
    NO_FLEET,
    NOTED,
    NOTHING,
    SEEN,
    SPARE,
    UNABLE,
    WANTED,
    WAYS,
    WHERE,
    WITHOUT_LIMIT,
    contradictions,
    foresee,
)
from parlour.games.naval_qi.firing import fire
from parlour.games.naval_qi.items import (
    DEPLOYING,
    EAGLE,
    FLAGSHIP,
    KIND_OF,
    KINDS,
    LAND2,
    LAND3,
    LENGTH,
    NOBODY,
    PRIMARY,
    REDEPLOYING,
    REPEATINGGUN,
    REPORTED,
    SECONDARY,
    SEES,
    SHIELD,
    SMALL,
    STANDING,
    STRUCK,
    STRUCK_KIND,
    SUNK,
    TIGERGUN,
    cell_of,
    crew_of,
    deed_of,
    ground_of,
    placed,
    plate_of,
    seen_at,
    ship_kind,
    target,
)
from parlour.games.naval_qi.layout_plan import (
    any_cell,
    begin,
    fitted,
    give_way,
    is_possible,
    land_cell,
    near,
    replace,
    slot_of_kind,
    slot_over,
    wish,
)
from parlour.games.naval_qi.placing import (
    clear,
    forget_draft,
    is_free,
    lay,
    lay_land,
    put,
    section_cell,
)
from parlour.games.naval_qi.volleys import explain, fill, is_at, keep_one_afloat
from parlour.kernel.layout import Record, Rng
from parlour.kernel.primitives import below
from parlour.kernel.protocol import R

__compiled__ = True

EFFORT = 600  # steps of repair for each entry of the log, and for ENTRIES more
ENTRIES = 20
PATIENCE = 20  # after this part of the steps without progress another row of wishes is begun
ROUNDS = 2  # tries of finding a sea of the primary phase and one of the secondary that go together
COOLNESS = 4  # a step may make it worse by one with a chance of one in so many, by two of that squared, ...


def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Draw the other's sea anew, of all that agree with what `seat` knows."""
    if s.stage == DEPLOYING:
        redeal_draft(s, 1 - seat, rng)
    elif PRIMARY <= s.stage <= SECONDARY:
        redeal_sea(s, 1 - seat, rng)
    for i in range(R.ROOM):
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
        if i < most and m >= 0 and is_possible(s, seat, m):
            put(s, seat, m)


def redeal_sea(s: Record, enemy: int, rng: Rng) -> None:
    """In engagement or between: the sea of the primary phase, then where ships are put back."""
    stage = s.stage
    if stage == SECONDARY:
        redeal_both(s, enemy, rng)
        return
    s.stage = DEPLOYING
    forget_draft(s, enemy)
    search(s, enemy, rng, 1)
    s.stage = stage
    forget_draft(s, enemy)
    if stage == REDEPLOYING:
        count_afloat(s, enemy)
        clear(s, enemy, False)
        if s.turn >= enemy:
            search(s, enemy, rng, 2)
            settle(s, enemy, below(rng, R.DRAFT) if s.turn == enemy else R.DRAFT)


def count_afloat(s: Record, seat: int) -> None:
    """The ships afloat are those that are put back."""
    for kind in range(KINDS):
        s.afloat[seat * KINDS + kind] = 0
    for cell in range(seat * R.CELLS, (seat + 1) * R.CELLS):
        if s.ship[cell]:
            s.afloat[seat * KINDS + ship_kind(s.ship[cell])] += 1


# -- the secondary engagement ----------------------------------------------------------------------


def redeal_both(s: Record, enemy: int, rng: Rng) -> None:
    """A sea of the primary phase; on its Land its ships and the Repeating Gun, hit by all volleys."""
    for _ in range(ROUNDS):
        if find_both(s, enemy, rng) == 0:
            break
    lay(s, enemy, REPEATINGGUN, land_cell(s, enemy, rng), 0)
    for i in range(s.logged):
        if is_at(s, enemy, i):
            fire(s, enemy, STANDING[REPEATINGGUN], s.log[3 * i])
    s.stage = SECONDARY
    forget_draft(s, enemy)


def find_both(s: Record, seat: int, rng: Rng) -> int:
    """A sea of the primary phase, and on its Land, undamaged, where its ships lie now.

    First come ships that explain all hits, with no Land but what was seen; then a sea that leaves these at
    least, with no Land where they lie; then a place for its other ships. If there is none for some of
    them, the sea is mended until it leaves no more than those that have one.
    Returns in how much the first contradicts what was heard, and how many of its ships have no place.
    """
    for i in range(R.ROOM):
        s.work[i] = 0
    forget_draft(s, seat)
    clear(s, seat, True)
    lay_seen_land(s, seat)
    s.stage = REDEPLOYING
    explain(s, seat, rng)
    keep_one_afloat(s, seat, rng)
    demand_fleet(s, seat)
    s.stage = DEPLOYING
    left = search(s, seat, rng, 1)
    homeless = return_ships(s, seat, rng)
    if homeless:
        s.work[EXACT] = 1
        demand_fleet(s, seat)
        s.stage = DEPLOYING
        left = mend(s, seat, rng, 1, set_out(s, seat, rng, 1, False))
        homeless = return_ships(s, seat, rng)
    return left + homeless


def return_ships(s: Record, seat: int, rng: Rng) -> int:
    """Put the ships of a sea of the primary phase back; returns how many have no place."""
    s.stage = REDEPLOYING
    count_afloat(s, seat)
    make_way(s, seat)
    for kind in range(KINDS):
        at = seat * KINDS + kind
        s.afloat[at] = max(s.afloat[at], s.work[NEEDED + kind])
        s.count[at] = 0
    lost = 0 if explain(s, seat, rng) else NO_FLEET
    return lost + fill(s, seat, rng)


def make_way(s: Record, seat: int) -> None:
    """Leave nothing but Land, and of that no block under ships that explain hits; but at least one block."""
    clear(s, seat, True)
    for slot in range(R.LANDS):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and not is_in_the_way(s, deed_of(m), cell_of(m)):
            lay_land(s, seat, deed_of(m), cell_of(m))
    for cell in range(R.CELLS):
        if has_land(s, seat):
            return
        if is_free(s, seat, LAND2, cell, 0) and not is_in_the_way(s, LAND2, cell):
            lay_land(s, seat, LAND2, cell)


def is_in_the_way(s: Record, kind: int, cell: int) -> bool:
    """Whether a block of Land would lie under ships that explain hits."""
    for i in range(LENGTH[kind]):
        at = section_cell(kind, cell, 0, i)
        if s.work[SPARE + R.DRAFT + at // R.SEA] >> at % R.SEA & 1:
            return True
    return False


def has_land(s: Record, seat: int) -> bool:
    """Whether there is any Land."""
    for x in range(R.SEA):  # noqa: SIM110 (the compiler knows no generators)
        if s.land[seat * R.SEA + x]:
            return True
    return False


def lay_seen_land(s: Record, seat: int) -> None:
    """Lay the Land that Eagles saw."""
    for i in range(s.logged):
        what = s.log[3 * i]
        if deed_of(what) == SEES and cell_of(what) != seat:
            for k in range(9):
                if ground_of(seen_at(s.log[3 * i + 1], s.log[3 * i + 2], k)) == 1:
                    x = target(what, 0) // R.SEA - 1 + k // 3
                    y = target(what, 0) % R.SEA - 1 + k % 3
                    s.ground[seat * R.CELLS + x * R.SEA + y] = 1
                    s.land[seat * R.SEA + x] |= 1 << y


def demand_fleet(s: Record, seat: int) -> None:
    """A sea of the primary phase must now leave the ships that lie here, with no Land under them."""
    for kind in range(KINDS):
        s.work[NEEDED + kind] = s.count[seat * KINDS + kind]
    for x in range(R.SEA):
        s.work[SPARE + R.DRAFT + x] = s.hulls[seat * R.SEA + x]


# -- the search ------------------------------------------------------------------------------------


def search(s: Record, seat: int, rng: Rng, phase: int) -> int:
    """Repair a random row of wishes until nothing contradicts; leaves the sea that it comes to.

    `phase` is 0 for a deployment of which nothing was heard, 1 for the primary phase, 2 for the secondary.
    Returns in how much the sea still contradicts what was heard: 0 but for seas that are very hard to find.
    """
    return mend(s, seat, rng, phase, set_out(s, seat, rng, phase, True))


def mend(s: Record, seat: int, rng: Rng, phase: int, cost: int) -> int:
    """Repair the wishes, from a random row again after many steps without progress."""
    best = cost
    idle = 0
    effort = EFFORT * (ENTRIES + s.logged)
    for step in range(effort):
        if cost == 0:
            return 0
        if idle >= effort // PATIENCE and step < effort * 2 // 3:
            cost = set_out(s, seat, rng, phase, True)
            best = cost
            idle = 0
        cost = step_on(s, seat, rng, phase, cost)
        idle += 1
        if cost < best:
            best = cost
            idle = 0
    return contradictions(s, seat, rng, phase, WITHOUT_LIMIT)


def set_out(s: Record, seat: int, rng: Rng, phase: int, anew: bool) -> int:
    """Look at a random row of wishes, or (not `anew`) at those that there are: its contradictions."""
    foresee(s, seat)
    if anew:
        begin(s, seat, rng, phase)
        for i in range(WAYS):
            choose_anew(s, rng, i)
    cost = contradictions(s, seat, rng, phase, WITHOUT_LIMIT)
    hold_faults(s)
    return cost


def step_on(s: Record, seat: int, rng: Rng, phase: int, cost: int) -> int:
    """Change the wishes a little, if that makes it not much worse: the contradictions then.

    The sea that is laid is the one that was tried, whether it is kept or not.
    """
    limit = cost
    while below(rng, COOLNESS) == 0:
        limit += 1
    keep(s, seat)
    change(s, seat, rng, phase)
    other = contradictions(s, seat, rng, phase, limit)
    if other > limit:
        go_back(s, seat)
        return cost
    hold_faults(s)
    return other


def keep(s: Record, seat: int) -> None:
    """Keep the wishes, and the numbers of the other's own choices."""
    for i in range(WAYS):
        s.work[KEPT + i] = s.work[CHOICES + i]
    for i in range(R.DRAFT):
        s.work[SPARE + i] = s.draft[seat * R.DRAFT + i]


def go_back(s: Record, seat: int) -> None:
    """Take back what was changed."""
    for i in range(WAYS):
        s.work[CHOICES + i] = s.work[KEPT + i]
    for i in range(R.DRAFT):
        s.draft[seat * R.DRAFT + i] = s.work[SPARE + i]


def hold_faults(s: Record) -> None:
    """The faults that were noted are those of the sea that is kept."""
    for i in range(1 + FEW * A_FAULT):
        s.work[HELD + i] = s.work[NOTED + i]


def choose_anew(s: Record, rng: Rng, i: int) -> None:
    """Another number for the other's own choices."""
    s.work[CHOICES + i] = below(rng, 1 << 30)


# -- repairs ---------------------------------------------------------------------------------------


def change(s: Record, seat: int, rng: Rng, phase: int) -> None:
    """Change the wishes: to mend one of the faults, or at random."""
    pick_fault(s, rng)
    fault = s.work[FAULT]
    where = s.work[WHERE]
    wanted = s.work[WANTED]
    if phase == 2:
        change_return(s, seat, rng)
    elif fault == NOTHING or below(rng, 8) == 0:
        change_any(s, seat, rng)
    elif fault == SEEN:
        mend_seen(s, seat, rng, where, wanted, s.work[MISSING])
    elif fault == COUNTED:
        mend_counted(s, seat, rng, where, wanted, s.work[MISSING])
    elif fault == UNABLE:
        if below(rng, 3) == 0:
            choose_anew(s, rng, below(rng, WAYS))
        else:
            wish(s, seat, rng, wanted, land_cell(s, seat, rng) if where < 0 else near(rng, where))
    else:
        wish(s, seat, rng, wanted, any_cell(rng))


def pick_fault(s: Record, rng: Rng) -> None:
    """One of the faults of the sea that is kept, to be mended now."""
    s.work[FAULT] = NOTHING
    count = min(s.work[HELD], FEW)
    if count:
        at = HELD + 1 + A_FAULT * below(rng, count)
        for i in range(A_FAULT):
            s.work[i] = s.work[at + i]


def change_any(s: Record, seat: int, rng: Rng) -> None:
    """A random wish, one dropped, one moved a step, or another choice of the other's own."""
    way = below(rng, 4)
    if way == 0:
        choose_anew(s, rng, below(rng, WAYS))
    elif way == 1:
        wish(s, seat, rng, below(rng, SHIELD + 1), any_cell(rng))
    else:
        slot = slot_of_kind(s, seat, rng, below(rng, SHIELD + 1))
        if slot < 0:
            return
        if way == 2 and slot != R.LANDS:
            s.draft[seat * R.DRAFT + slot] = 0
        else:
            m = s.draft[seat * R.DRAFT + slot] - 1
            replace(s, seat, rng, slot, fitted(rng, deed_of(m), near(rng, cell_of(m))))


def change_return(s: Record, seat: int, rng: Rng) -> None:
    """Another place for one of the ships that are put back, or for the Repeating Gun."""
    chosen = -1
    count = 0
    for slot in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and (deed_of(m) == s.work[WANTED] or below(rng, 4) == 0):
            count += 1
            if below(rng, count) == 0:
                chosen = slot
    if chosen < 0:
        return
    kind = deed_of(s.draft[seat * R.DRAFT + chosen] - 1)
    if kind == REPEATINGGUN:
        replace(s, seat, rng, chosen, placed(REPEATINGGUN, land_cell(s, seat, rng), 0))
    else:
        replace(s, seat, rng, chosen, fitted(rng, kind, any_cell(rng)))


def mend_seen(s: Record, seat: int, rng: Rng, cell: int, wanted: int, now: int) -> None:
    """A position is not as it was seen: take away what was not seen there, put what was."""
    ground = ground_of(wanted)
    if ground_of(now) != ground:
        if ground == 0:
            take_away(s, seat, rng, LAND3, SMALL, cell)
        elif ground == 1:
            wish(s, seat, rng, LAND3 + below(rng, 2), cell)
        else:
            wish(s, seat, rng, ground // 2 + 1, cell)
    elif plate_of(now) != plate_of(wanted):
        if plate_of(now):
            take_away(s, seat, rng, SHIELD, SHIELD, cell)
        else:
            wish(s, seat, rng, SHIELD, near(rng, cell))
    else:
        was = crew_of(wanted)
        item = crew_of(now)
        if KIND_OF[was] == KIND_OF[item] or below(rng, 3) == 0:
            choose_anew(s, rng, below(rng, WAYS))
        elif was == NOBODY:
            take_away(s, seat, rng, EAGLE, SHIELD - 1, cell)
        else:
            wish(s, seat, rng, KIND_OF[was], cell)


def take_away(s: Record, seat: int, rng: Rng, first: int, last: int, cell: int) -> bool:
    """What covers a position and is one of these kinds gives way; whether there was anything."""
    found = False
    for kind in range(first, last + 1):
        slot = slot_over(s, seat, kind, cell)
        if slot >= 0:
            give_way(s, seat, rng, slot)
            found = True
    return found


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
        wish(s, seat, rng, kind, near(rng, cell) if kind == SHIELD else cell)
    elif not take_away(s, seat, rng, kind, kind, cell):
        slot = slot_of_kind(s, seat, rng, FLAGSHIP if kind > SMALL else kind)
        if slot >= 0 and (kind <= SMALL or below(rng, 3) == 0):
            give_way(s, seat, rng, slot)
