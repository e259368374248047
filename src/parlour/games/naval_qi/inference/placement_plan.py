"""Placement plans: Land, a Flagship, ships and items, each laid if the rules allow it at that point.

Each kind has its own slots, in the order of laying. A new item in a plan makes room for itself:
conflicting items are moved or dropped.
"""

from __future__ import annotations

from parlour.games.naval_qi.items import (
    BATTLESHIP,
    COST,
    DIRECTIONS,
    EAGLE,
    FLAGSHIP,
    HEIGHT,
    KINDS,
    LAND2,
    LAND3,
    PLATFORM,
    REDEPLOYING,
    REPEATINGGUN,
    SHIELD,
    SMALL,
    STANDARDGUN,
    WIDTH,
    action_of,
    cell_of,
    direction_of,
    placement_code,
)
from parlour.games.naval_qi.placing import clear, covers, is_left, is_near, lay, may_stand
from parlour.kernel.layout import Record, Rng
from parlour.kernel.primitives import below
from parlour.kernel.protocol import R

__compiled__ = True

TRIES = 6  # places tried for a ship that must move


# -- a random row ----------------------------------------------------------------------------------


def random_plan(s: Record, seat: int, rng: Rng, phase: int) -> None:
    """Fill the slots with a random plan."""
    base = seat * R.DRAFT
    for i in range(R.DRAFT):
        s.draft[base + i] = 0
    if phase == 2:
        random_return_plan(s, seat, rng)
        return
    for _ in range(1 + below(rng, R.LANDS)):
        plan_anywhere(s, seat, rng, LAND3 + below(rng, 2))
    plan_anywhere(s, seat, rng, FLAGSHIP)
    for _ in range(R.LEAST_ON_SHIPS // 2 + below(rng, R.MOST_ON_SHIPS)):
        plan_anywhere(s, seat, rng, BATTLESHIP + below(rng, 5))
    for _ in range(below(rng, R.BOUGHT + 1)):
        plan_anywhere(s, seat, rng, EAGLE + below(rng, SHIELD - EAGLE + 1))
    lay_plan(s, seat, True)


def random_return_plan(s: Record, seat: int, rng: Rng) -> None:
    """A random plan for the ships that are put back and the Repeating Gun."""
    slot = R.LANDS
    for kind in range(FLAGSHIP, SMALL + 1):
        for _ in range(s.afloat[seat * KINDS + kind]):
            s.draft[seat * R.DRAFT + slot] = 1 + fit_item(rng, kind, any_cell(rng))
            slot += 1
    s.draft[seat * R.DRAFT + slot] = 1 + placement_code(REPEATINGGUN, land_cell(s, seat, rng), 0)


def plan_anywhere(s: Record, seat: int, rng: Rng, kind: int) -> None:
    """Add an item of the kind at a random position."""
    s.draft[seat * R.DRAFT + slot_for(s, seat, rng, kind)] = 1 + fit_item(rng, kind, any_cell(rng))


def lay_plan(s: Record, seat: int, from_scratch: bool) -> None:
    """Lay the plan. `from_scratch`: clear the Land too, and drop items that do not fit."""
    clear(s, seat, from_scratch)
    for kind in range(KINDS):
        s.count[seat * KINDS + kind] = 0
    for slot in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m < 0:
            continue
        if is_possible(s, seat, m):
            lay(s, seat, action_of(m), cell_of(m), direction_of(m))
            s.count[seat * KINDS + action_of(m)] += 1
        elif from_scratch:
            s.draft[seat * R.DRAFT + slot] = 0


def is_possible(s: Record, seat: int, m: int) -> bool:
    """Whether the item `m` may be put now."""
    kind = action_of(m)
    return may_stand(s, seat, kind, cell_of(m), direction_of(m)) and is_left(s, seat, kind)


def any_cell(rng: Rng) -> int:
    """A random position."""
    return below(rng, R.CELLS)


def near(rng: Rng, cell: int) -> int:
    """A random position within a king's step."""
    x = max(0, min(R.SEA - 1, cell // R.SEA + below(rng, 3) - 1))
    y = max(0, min(R.SEA - 1, cell % R.SEA + below(rng, 3) - 1))
    return x * R.SEA + y  # type: ignore[no-any-return]


def land_cell(s: Record, seat: int, rng: Rng) -> int:
    """A random position of Land; any one if there is none."""
    chosen = any_cell(rng)
    count = 0
    for cell in range(R.CELLS):
        if s.ground[seat * R.CELLS + cell]:
            count += 1
            if below(rng, count) == 0:
                chosen = cell
    return chosen


def fit_item(rng: Rng, kind: int, cell: int) -> int:
    """A random placement of the kind on the board that covers the position."""
    d = below(rng, DIRECTIONS[kind])
    x = cell // R.SEA - below(rng, WIDTH[kind, d])
    y = cell % R.SEA - below(rng, HEIGHT[kind, d])
    x = max(0, min(x, R.SEA - WIDTH[kind, d]))
    y = max(0, min(y, R.SEA - HEIGHT[kind, d]))
    return placement_code(kind, x * R.SEA + y, d)


def part_of(kind: int) -> tuple[int, int]:
    """The first slot for the kind, and the number of its slots."""
    if kind <= LAND2:
        return 0, R.LANDS
    if kind == FLAGSHIP:
        return R.LANDS, 1
    if kind <= SMALL:
        return R.SHIP_ROOM, R.MOST_ON_SHIPS
    return R.ITEM_ROOM, R.BOUGHT + 1


def slot_for(s: Record, seat: int, rng: Rng, kind: int) -> int:
    """A free slot for the kind; a random one if none is free."""
    first, room = part_of(kind)
    start = below(rng, room)
    for i in range(room):
        slot = first + (start + i) % room
        if s.draft[seat * R.DRAFT + slot] == 0:
            return slot
    return first + start


# -- changes ---------------------------------------------------------------------------------------


def plan_item(s: Record, seat: int, rng: Rng, kind: int, cell: int) -> None:
    """Plan an item that covers the position: a new one, or another place for one of its kind.

    An item that needs Land gets Land if nothing planned there can carry it.
    """
    slot = slot_of_kind(s, seat, rng, kind) if kind <= SMALL and below(rng, 2) else -1
    if slot < 0:
        slot = slot_for(s, seat, rng, kind)
    if kind > SMALL and not can_carry(s, seat, kind, cell):
        land = fit_item(rng, LAND3 + below(rng, 2), cell)
        fill_slot(s, seat, rng, slot_for(s, seat, rng, LAND3), land)
    fill_slot(s, seat, rng, slot, fit_item(rng, kind, cell))


def can_carry(s: Record, seat: int, kind: int, cell: int) -> bool:
    """Whether the plan has something on the position that an item of the kind may stand on."""
    for slot in range(R.ITEM_ROOM):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and covers(action_of(m), cell_of(m), direction_of(m), cell):
            found = action_of(m)
            return (
                found <= LAND2
                or (found == PLATFORM and kind == EAGLE)
                or (found == BATTLESHIP and kind == STANDARDGUN)
            )
    return False


def slot_of_kind(s: Record, seat: int, rng: Rng, kind: int) -> int:
    """A random slot with an item of the kind; -1 if there is none."""
    chosen = -1
    count = 0
    for slot in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and action_of(m) == kind:
            count += 1
            if below(rng, count) == 0:
                chosen = slot
    return chosen


def slot_over(s: Record, seat: int, kind: int, cell: int) -> int:
    """A slot with an item of the kind that covers the position (a shield's plates do); -1 if none."""
    for slot in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and action_of(m) == kind:
            if kind == SHIELD:
                if is_near(cell_of(m), cell):
                    return slot
            elif covers(kind, cell_of(m), direction_of(m), cell):
                return slot
    return -1


def fill_slot(s: Record, seat: int, rng: Rng, slot: int, m: int) -> None:
    """Put the item `m` in a slot; conflicting items make room, and others are dropped to pay for it."""
    s.draft[seat * R.DRAFT + slot] = 1 + m
    for other in range(R.DRAFT):
        found = s.draft[seat * R.DRAFT + other] - 1
        if found >= 0 and other != slot and hinders(m, found):
            make_room(s, seat, rng, other)
    if s.stage != REDEPLOYING:
        cut_costs(s, seat, rng, slot)


def hinders(m: int, other: int) -> bool:
    """Whether two items conflict."""
    kind = action_of(m)
    found = action_of(other)
    if kind <= SMALL and found <= SMALL:
        return overlap(m, other, 1 if min(kind, found) >= FLAGSHIP else 0)
    if kind == SHIELD or found == SHIELD:
        return kind == found and overlap(m, other, 2)
    return min(kind, found) > SMALL and cell_of(m) == cell_of(other)


def overlap(m: int, other: int, gap: int) -> bool:
    """Whether two items overlap, or have fewer than `gap` positions between them."""
    kind = action_of(m)
    d = direction_of(m)
    found = action_of(other)
    turned = direction_of(other)
    x = cell_of(other) // R.SEA - cell_of(m) // R.SEA
    y = cell_of(other) % R.SEA - cell_of(m) % R.SEA
    return (  # type: ignore[no-any-return]
        -WIDTH[found, turned] - gap < x < WIDTH[kind, d] + gap
        and -HEIGHT[found, turned] - gap < y < HEIGHT[kind, d] + gap
    )


def make_room(s: Record, seat: int, rng: Rng, slot: int) -> None:
    """Move the ship in a slot to another place if one is found quickly; drop it otherwise.

    Other items are dropped. While ships are put back, nothing is dropped.
    """
    at = seat * R.DRAFT + slot
    kind = action_of(s.draft[at] - 1)
    if FLAGSHIP <= kind <= SMALL:
        for _ in range(TRIES):
            m = fit_item(rng, kind, any_cell(rng))
            if is_open(s, seat, slot, m):
                s.draft[at] = 1 + m
                return
    if s.stage != REDEPLOYING:
        s.draft[at] = 0


def is_open(s: Record, seat: int, slot: int, m: int) -> bool:
    """Whether nothing in the plan, apart from the slot itself, conflicts with the item."""
    for other in range(R.DRAFT):
        found = s.draft[seat * R.DRAFT + other] - 1
        if found >= 0 and other != slot and hinders(m, found):
            return False
    return True


def cut_costs(s: Record, seat: int, rng: Rng, slot: int) -> None:
    """Drop random items, but not that of the slot, until the budget suffices."""
    for _ in range(R.DRAFT):
        ships = 0
        total = 0
        for other in range(R.SHIP_ROOM, R.DRAFT):
            m = s.draft[seat * R.DRAFT + other] - 1
            if m >= 0:
                total += COST[action_of(m)]
                if other < R.ITEM_ROOM:
                    ships += COST[action_of(m)]
        if ships <= R.MOST_ON_SHIPS and total <= R.CHESTS:
            return
        first = R.SHIP_ROOM if ships > R.LEAST_ON_SHIPS else R.ITEM_ROOM
        last = R.ITEM_ROOM if ships > R.MOST_ON_SHIPS else R.DRAFT
        drop_any(s, seat, rng, first, last, slot)


def drop_any(s: Record, seat: int, rng: Rng, first: int, last: int, kept: int) -> None:
    """Drop a random item of these slots, but not that of `kept`."""
    chosen = -1
    count = 0
    for slot in range(first, last):
        if s.draft[seat * R.DRAFT + slot] and slot != kept:
            count += 1
            if below(rng, count) == 0:
                chosen = slot
    if chosen >= 0:
        s.draft[seat * R.DRAFT + chosen] = 0
