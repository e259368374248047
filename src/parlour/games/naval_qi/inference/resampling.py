"""Resampling: draw a hidden sea at random that agrees with everything that a player knows.

A random plan is repaired item by item until a replay of the whole log gives every report. The
distribution follows from this procedure alone: seas that many plans lead to are likelier. Every
consistent sea is possible, since the first plan may already be that sea.

In the secondary engagement the search finds two seas that match: one left by the primary phase, and one
with its ships where they are now, on none of its Land. The second one always agrees with every report
(`volley_search`). If no matching first sea is found in time, the best one so far is used: a legal sea,
drawn from public information. The true sea is never read.
"""

from __future__ import annotations

from parlour.games.naval_qi.firing import fire
from parlour.games.naval_qi.inference.consistency import (
    CHOICES,
    COUNTED,
    EXACT,
    FAULT,
    FAULT_WORDS,
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
    note_requirements,
)
from parlour.games.naval_qi.inference.placement_plan import (
    any_cell,
    fill_slot,
    fit_item,
    is_possible,
    land_cell,
    make_room,
    near,
    plan_item,
    random_plan,
    slot_of_kind,
    slot_over,
)
from parlour.games.naval_qi.inference.volley_search import (
    explain,
    is_at,
    keep_one_afloat,
    lay_unhit_ships,
)
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
    action_of,
    cell_of,
    crew_of,
    ground_of,
    placement_code,
    plate_of,
    ship_kind,
    sighting_at,
    target,
)
from parlour.games.naval_qi.placing import (
    clear,
    forget_draft,
    is_free,
    lay,
    lay_land,
    place,
    section_cell,
)
from parlour.kernel.layout import Record, Rng
from parlour.kernel.primitives import below
from parlour.kernel.protocol import R

__compiled__ = True

EFFORT = 600  # repair steps for each entry of the log, and for ENTRIES more
ENTRIES = 20
PATIENCE = 20  # restart with a random plan after a 1/PATIENCE of the steps without progress
ROUNDS = 2  # attempts to find matching seas of the primary and the secondary phase
COOLNESS = 4  # a step may add k contradictions with probability 1 / COOLNESS^k


def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Resample the opponent's sea among all that agree with what `seat` knows."""
    if s.stage == DEPLOYING:
        resample_draft(s, 1 - seat, rng)
    elif PRIMARY <= s.stage <= SECONDARY:
        resample_sea(s, 1 - seat, rng)
    for i in range(R.ROOM):
        s.work[i] = 0
    for i in range(REPORTED):
        s.report[i] = 0


def resample_draft(s: Record, enemy: int, rng: Rng) -> None:
    """While deploying: the opponent is ready, part-way through, or has not begun."""
    if s.turn < enemy:
        return
    search(s, enemy, rng, 0)
    place_plan(s, enemy, below(rng, R.DRAFT) if s.turn == enemy else R.DRAFT)


def place_plan(s: Record, seat: int, most: int) -> None:
    """Turn the first `most` slots of the plan into placed items, in order."""
    clear(s, seat, s.stage != REDEPLOYING)
    for kind in range(KINDS):
        s.count[seat * KINDS + kind] = 0
    s.drafted[seat] = 0
    for i in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + i] - 1
        s.draft[seat * R.DRAFT + i] = 0
        if i < most and m >= 0 and is_possible(s, seat, m):
            place(s, seat, m)


def resample_sea(s: Record, enemy: int, rng: Rng) -> None:
    """In and between the engagements: the sea of the primary phase, then the ships put back."""
    stage = s.stage
    if stage == SECONDARY:
        resample_both_seas(s, enemy, rng)
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
            place_plan(s, enemy, below(rng, R.DRAFT) if s.turn == enemy else R.DRAFT)


def count_afloat(s: Record, seat: int) -> None:
    """Record the ships afloat as those to be put back."""
    for kind in range(KINDS):
        s.afloat[seat * KINDS + kind] = 0
    for cell in range(seat * R.CELLS, (seat + 1) * R.CELLS):
        if s.ship[cell]:
            s.afloat[seat * KINDS + ship_kind(s.ship[cell])] += 1


# -- the secondary engagement ----------------------------------------------------------------------


def resample_both_seas(s: Record, enemy: int, rng: Rng) -> None:
    """A sea of the primary phase; on its Land its ships and the Repeating Gun, hit by all volleys."""
    for _ in range(ROUNDS):
        if find_both_seas(s, enemy, rng) == 0:
            break
    lay(s, enemy, REPEATINGGUN, land_cell(s, enemy, rng), 0)
    for i in range(s.logged):
        if is_at(s, enemy, i):
            fire(s, enemy, STANDING[REPEATINGGUN], s.log[3 * i])
    s.stage = SECONDARY
    forget_draft(s, enemy)


def find_both_seas(s: Record, seat: int, rng: Rng) -> int:
    """A sea of the primary phase and, on its Land, its undamaged ships where they are now.

    First place ships that explain all hits, with only the Land that was seen. Then search for a sea that
    leaves at least these ships, with no Land under them. Then place its other ships. If some find no place,
    repair the sea until it leaves only ships that do.
    Returns the contradictions of the first sea plus the number of ships without a place.
    """
    for i in range(R.ROOM):
        s.work[i] = 0
    forget_draft(s, seat)
    clear(s, seat, True)
    lay_seen_land(s, seat)
    s.stage = REDEPLOYING
    explain(s, seat, rng)
    keep_one_afloat(s, seat, rng)
    require_fleet(s, seat)
    s.stage = DEPLOYING
    left = search(s, seat, rng, 1)
    unplaced = return_ships(s, seat, rng)
    if unplaced:
        s.work[EXACT] = 1
        require_fleet(s, seat)
        s.stage = DEPLOYING
        left = repair(s, seat, rng, 1, start_walk(s, seat, rng, 1, False))
        unplaced = return_ships(s, seat, rng)
    return left + unplaced


def return_ships(s: Record, seat: int, rng: Rng) -> int:
    """Put back the ships of a sea of the primary phase; returns how many find no place."""
    s.stage = REDEPLOYING
    count_afloat(s, seat)
    clear_land_under_ships(s, seat)
    for kind in range(KINDS):
        at = seat * KINDS + kind
        s.afloat[at] = max(s.afloat[at], s.work[NEEDED + kind])
        s.count[at] = 0
    lost = 0 if explain(s, seat, rng) else NO_FLEET
    return lost + lay_unhit_ships(s, seat, rng)


def clear_land_under_ships(s: Record, seat: int) -> None:
    """Clear the sea except for Land, without blocks under explaining ships; one block is kept."""
    clear(s, seat, True)
    for slot in range(R.LANDS):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and not is_in_the_way(s, action_of(m), cell_of(m)):
            lay_land(s, seat, action_of(m), cell_of(m))
    for cell in range(R.CELLS):
        if has_land(s, seat):
            return
        if is_free(s, seat, LAND2, cell, 0) and not is_in_the_way(s, LAND2, cell):
            lay_land(s, seat, LAND2, cell)


def is_in_the_way(s: Record, kind: int, cell: int) -> bool:
    """Whether a block of Land would be under ships that explain hits."""
    for i in range(LENGTH[kind]):
        at = section_cell(kind, cell, 0, i)
        if s.work[SPARE + R.DRAFT + at // R.SEA] >> at % R.SEA & 1:
            return True
    return False


def has_land(s: Record, seat: int) -> bool:
    """Whether the sea has any Land."""
    for x in range(R.SEA):  # noqa: SIM110 (the compiler knows no generators)
        if s.land[seat * R.SEA + x]:
            return True
    return False


def lay_seen_land(s: Record, seat: int) -> None:
    """Lay the Land that Eagles reported."""
    for i in range(s.logged):
        what = s.log[3 * i]
        if action_of(what) == SEES and cell_of(what) != seat:
            for k in range(9):
                if ground_of(sighting_at(s.log[3 * i + 1], s.log[3 * i + 2], k)) == 1:
                    x = target(what, 0) // R.SEA - 1 + k // 3
                    y = target(what, 0) % R.SEA - 1 + k % 3
                    s.ground[seat * R.CELLS + x * R.SEA + y] = 1
                    s.land[seat * R.SEA + x] |= 1 << y


def require_fleet(s: Record, seat: int) -> None:
    """Require of the primary phase that it left the ships placed here, with no Land under them."""
    for kind in range(KINDS):
        s.work[NEEDED + kind] = s.count[seat * KINDS + kind]
    for x in range(R.SEA):
        s.work[SPARE + R.DRAFT + x] = s.hulls[seat * R.SEA + x]


# -- the search ------------------------------------------------------------------------------------


def search(s: Record, seat: int, rng: Rng, phase: int) -> int:
    """Repair a random plan until nothing contradicts; the resulting sea is laid.

    `phase` is 0 for a deployment without information, 1 for the primary phase, 2 for the secondary.
    Returns the remaining contradictions: 0 except for seas that are very hard to find.
    """
    return repair(s, seat, rng, phase, start_walk(s, seat, rng, phase, True))


def repair(s: Record, seat: int, rng: Rng, phase: int, cost: int) -> int:
    """Repair the plan, with restarts from a random plan after many steps without progress."""
    best = cost
    idle = 0
    effort = EFFORT * (ENTRIES + s.logged)
    for step in range(effort):
        if cost == 0:
            return 0
        if idle >= effort // PATIENCE and step < effort * 2 // 3:
            cost = start_walk(s, seat, rng, phase, True)
            best = cost
            idle = 0
        cost = take_step(s, seat, rng, phase, cost)
        idle += 1
        if cost < best:
            best = cost
            idle = 0
    return contradictions(s, seat, rng, phase, WITHOUT_LIMIT)


def start_walk(s: Record, seat: int, rng: Rng, phase: int, from_scratch: bool) -> int:
    """Lay a random plan, or the present one if not `from_scratch`; returns its contradictions."""
    note_requirements(s, seat)
    if from_scratch:
        random_plan(s, seat, rng, phase)
        for i in range(WAYS):
            redraw_choice(s, rng, i)
    cost = contradictions(s, seat, rng, phase, WITHOUT_LIMIT)
    save_faults(s)
    return cost


def take_step(s: Record, seat: int, rng: Rng, phase: int, cost: int) -> int:
    """Change the plan a little and accept that unless it is much worse; returns the contradictions.

    The sea that is laid afterwards is the one just tried, accepted or not.
    """
    limit = cost
    while below(rng, COOLNESS) == 0:
        limit += 1
    save_plan(s, seat)
    change_plan(s, seat, rng, phase)
    other = contradictions(s, seat, rng, phase, limit)
    if other > limit:
        restore_plan(s, seat)
        return cost
    save_faults(s)
    return other


def save_plan(s: Record, seat: int) -> None:
    """Save the plan and the random numbers for the owner's choices."""
    for i in range(WAYS):
        s.work[KEPT + i] = s.work[CHOICES + i]
    for i in range(R.DRAFT):
        s.work[SPARE + i] = s.draft[seat * R.DRAFT + i]


def restore_plan(s: Record, seat: int) -> None:
    """Undo the last change."""
    for i in range(WAYS):
        s.work[CHOICES + i] = s.work[KEPT + i]
    for i in range(R.DRAFT):
        s.draft[seat * R.DRAFT + i] = s.work[SPARE + i]


def save_faults(s: Record) -> None:
    """Store the faults of the accepted sea."""
    for i in range(1 + FEW * FAULT_WORDS):
        s.work[HELD + i] = s.work[NOTED + i]


def redraw_choice(s: Record, rng: Rng, i: int) -> None:
    """Draw another random number for the owner's choices."""
    s.work[CHOICES + i] = below(rng, 1 << 30)


# -- repairs ---------------------------------------------------------------------------------------


def change_plan(s: Record, seat: int, rng: Rng, phase: int) -> None:
    """Change the plan: to repair one of the faults, or at random."""
    pick_fault(s, rng)
    fault = s.work[FAULT]
    where = s.work[WHERE]
    wanted = s.work[WANTED]
    if phase == 2:
        change_return_plan(s, seat, rng)
    elif fault == NOTHING or below(rng, 8) == 0:
        change_at_random(s, seat, rng)
    elif fault == SEEN:
        repair_sighting(s, seat, rng, where, wanted, s.work[MISSING])
    elif fault == COUNTED:
        repair_report(s, seat, rng, where, wanted, s.work[MISSING])
    elif fault == UNABLE:
        if below(rng, 3) == 0:
            redraw_choice(s, rng, below(rng, WAYS))
        else:
            plan_item(
                s, seat, rng, wanted, land_cell(s, seat, rng) if where < 0 else near(rng, where)
            )
    else:
        plan_item(s, seat, rng, wanted, any_cell(rng))


def pick_fault(s: Record, rng: Rng) -> None:
    """Choose one of the stored faults for repair."""
    s.work[FAULT] = NOTHING
    count = min(s.work[HELD], FEW)
    if count:
        at = HELD + 1 + FAULT_WORDS * below(rng, count)
        for i in range(FAULT_WORDS):
            s.work[i] = s.work[at + i]


def change_at_random(s: Record, seat: int, rng: Rng) -> None:
    """Add a random item, drop one, move one by a step, or redraw one of the owner's choices."""
    way = below(rng, 4)
    if way == 0:
        redraw_choice(s, rng, below(rng, WAYS))
    elif way == 1:
        plan_item(s, seat, rng, below(rng, SHIELD + 1), any_cell(rng))
    else:
        slot = slot_of_kind(s, seat, rng, below(rng, SHIELD + 1))
        if slot < 0:
            return
        if way == 2 and slot != R.LANDS:
            s.draft[seat * R.DRAFT + slot] = 0
        else:
            m = s.draft[seat * R.DRAFT + slot] - 1
            fill_slot(s, seat, rng, slot, fit_item(rng, action_of(m), near(rng, cell_of(m))))


def change_return_plan(s: Record, seat: int, rng: Rng) -> None:
    """Move one of the ships that are put back, or the Repeating Gun."""
    chosen = -1
    count = 0
    for slot in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and (action_of(m) == s.work[WANTED] or below(rng, 4) == 0):
            count += 1
            if below(rng, count) == 0:
                chosen = slot
    if chosen < 0:
        return
    kind = action_of(s.draft[seat * R.DRAFT + chosen] - 1)
    if kind == REPEATINGGUN:
        fill_slot(s, seat, rng, chosen, placement_code(REPEATINGGUN, land_cell(s, seat, rng), 0))
    else:
        fill_slot(s, seat, rng, chosen, fit_item(rng, kind, any_cell(rng)))


def repair_sighting(s: Record, seat: int, rng: Rng, cell: int, wanted: int, now: int) -> None:
    """Make a position agree with what the Eagle saw: remove or add Land, ships, plates or items."""
    ground = ground_of(wanted)
    if ground_of(now) != ground:
        if ground == 0:
            take_away(s, seat, rng, LAND3, SMALL, cell)
        elif ground == 1:
            plan_item(s, seat, rng, LAND3 + below(rng, 2), cell)
        else:
            plan_item(s, seat, rng, ground // 2 + 1, cell)
    elif plate_of(now) != plate_of(wanted):
        if plate_of(now):
            take_away(s, seat, rng, SHIELD, SHIELD, cell)
        else:
            plan_item(s, seat, rng, SHIELD, near(rng, cell))
    else:
        was = crew_of(wanted)
        item = crew_of(now)
        if KIND_OF[was] == KIND_OF[item] or below(rng, 3) == 0:
            redraw_choice(s, rng, below(rng, WAYS))
        elif was == NOBODY:
            take_away(s, seat, rng, EAGLE, SHIELD - 1, cell)
        else:
            plan_item(s, seat, rng, KIND_OF[was], cell)


def take_away(s: Record, seat: int, rng: Rng, first: int, last: int, cell: int) -> bool:
    """Make items of these kinds that cover the position give way; returns whether there were any."""
    found = False
    for kind in range(first, last + 1):
        slot = slot_over(s, seat, kind, cell)
        if slot >= 0:
            make_room(s, seat, rng, slot)
            found = True
    return found


def repair_report(s: Record, seat: int, rng: Rng, cell: int, i: int, missing: int) -> None:
    """Make a report agree: add what is missing near the target, or remove what is too much."""
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
        plan_item(s, seat, rng, kind, near(rng, cell) if kind == SHIELD else cell)
    elif not take_away(s, seat, rng, kind, kind, cell):
        slot = slot_of_kind(s, seat, rng, FLAGSHIP if kind > SMALL else kind)
        if slot >= 0 and (kind <= SMALL or below(rng, 3) == 0):
            make_room(s, seat, rng, slot)
