"""Rows of wishes: a sea told by Land, a Flagship, ships and items, each laid down if the rules allow it then.

The parts of a row have slots of their own, in the order in which they are laid. A new wish makes room
for itself: what it hinders gives way.
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
    cell_of,
    deed_of,
    direction_of,
    placed,
)
from parlour.games.naval_qi.placing import clear, covers, is_left, is_near, lay, may_stand
from parlour.kernel.layout import Record, Rng
from parlour.kernel.primitives import below
from parlour.kernel.protocol import R

__compiled__ = True

TRIES = 6  # places that are tried for a ship that gives way


# -- a random row ----------------------------------------------------------------------------------


def begin(s: Record, seat: int, rng: Rng, phase: int) -> None:
    """A random row of wishes."""
    base = seat * R.DRAFT
    for i in range(R.DRAFT):
        s.draft[base + i] = 0
    if phase == 2:
        begin_return(s, seat, rng)
        return
    for _ in range(1 + below(rng, R.LANDS)):
        wish_anywhere(s, seat, rng, LAND3 + below(rng, 2))
    wish_anywhere(s, seat, rng, FLAGSHIP)
    for _ in range(R.LEAST_ON_SHIPS // 2 + below(rng, R.MOST_ON_SHIPS)):
        wish_anywhere(s, seat, rng, BATTLESHIP + below(rng, 5))
    for _ in range(below(rng, R.BOUGHT + 1)):
        wish_anywhere(s, seat, rng, EAGLE + below(rng, SHIELD - EAGLE + 1))
    lay_wishes(s, seat, True)


def begin_return(s: Record, seat: int, rng: Rng) -> None:
    """Every ship afloat somewhere, the Repeating Gun on Land."""
    slot = R.LANDS
    for kind in range(FLAGSHIP, SMALL + 1):
        for _ in range(s.afloat[seat * KINDS + kind]):
            s.draft[seat * R.DRAFT + slot] = 1 + fitted(rng, kind, any_cell(rng))
            slot += 1
    s.draft[seat * R.DRAFT + slot] = 1 + placed(REPEATINGGUN, land_cell(s, seat, rng), 0)


def wish_anywhere(s: Record, seat: int, rng: Rng, kind: int) -> None:
    """A wish for an item of the kind, whatever it hinders."""
    s.draft[seat * R.DRAFT + slot_for(s, seat, rng, kind)] = 1 + fitted(rng, kind, any_cell(rng))


def lay_wishes(s: Record, seat: int, anew: bool) -> None:
    """Lay the wishes on a clear sea; not `anew`, its Land stays, and so do wishes that may not be laid."""
    clear(s, seat, anew)
    for kind in range(KINDS):
        s.count[seat * KINDS + kind] = 0
    for slot in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m < 0:
            continue
        if is_possible(s, seat, m):
            lay(s, seat, deed_of(m), cell_of(m), direction_of(m))
            s.count[seat * KINDS + deed_of(m)] += 1
        elif anew:
            s.draft[seat * R.DRAFT + slot] = 0


def is_possible(s: Record, seat: int, m: int) -> bool:
    """Whether the item `m` may be put now."""
    kind = deed_of(m)
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


def fitted(rng: Rng, kind: int, cell: int) -> int:
    """An item of the kind that lies on the board and covers the position, at random."""
    d = below(rng, DIRECTIONS[kind])
    x = cell // R.SEA - below(rng, WIDTH[kind, d])
    y = cell % R.SEA - below(rng, HEIGHT[kind, d])
    x = max(0, min(x, R.SEA - WIDTH[kind, d]))
    y = max(0, min(y, R.SEA - HEIGHT[kind, d]))
    return placed(kind, x * R.SEA + y, d)


def part_of(kind: int) -> tuple[int, int]:
    """The first slot for items of the kind, and how many there are."""
    if kind <= LAND2:
        return 0, R.LANDS
    if kind == FLAGSHIP:
        return R.LANDS, 1
    if kind <= SMALL:
        return R.SHIP_ROOM, R.MOST_ON_SHIPS
    return R.ITEM_ROOM, R.BOUGHT + 1


def slot_for(s: Record, seat: int, rng: Rng, kind: int) -> int:
    """A free slot for an item of the kind; a random one if none is free."""
    first, room = part_of(kind)
    start = below(rng, room)
    for i in range(room):
        slot = first + (start + i) % room
        if s.draft[seat * R.DRAFT + slot] == 0:
            return slot
    return first + start


# -- changes ---------------------------------------------------------------------------------------


def wish(s: Record, seat: int, rng: Rng, kind: int, cell: int) -> None:
    """Wish for an item that covers the position: one more, or another place for one of its kind.

    What stands on Land has Land made for it where there is nothing that it may stand on.
    """
    slot = slot_of_kind(s, seat, rng, kind) if kind <= SMALL and below(rng, 2) else -1
    if slot < 0:
        slot = slot_for(s, seat, rng, kind)
    if kind > SMALL and not may_carry(s, seat, kind, cell):
        land = fitted(rng, LAND3 + below(rng, 2), cell)
        replace(s, seat, rng, slot_for(s, seat, rng, LAND3), land)
    replace(s, seat, rng, slot, fitted(rng, kind, cell))


def may_carry(s: Record, seat: int, kind: int, cell: int) -> bool:
    """Whether an item of the kind may stand on what is wished for on the position."""
    for slot in range(R.ITEM_ROOM):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and covers(deed_of(m), cell_of(m), direction_of(m), cell):
            found = deed_of(m)
            return (
                found <= LAND2
                or (found == PLATFORM and kind == EAGLE)
                or (found == BATTLESHIP and kind == STANDARDGUN)
            )
    return False


def slot_of_kind(s: Record, seat: int, rng: Rng, kind: int) -> int:
    """The slot of a random wish for an item of the kind; -1 if there is none."""
    chosen = -1
    count = 0
    for slot in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and deed_of(m) == kind:
            count += 1
            if below(rng, count) == 0:
                chosen = slot
    return chosen


def slot_over(s: Record, seat: int, kind: int, cell: int) -> int:
    """The slot of a wish for an item of the kind that covers the position (a plate does); -1 if none."""
    for slot in range(R.DRAFT):
        m = s.draft[seat * R.DRAFT + slot] - 1
        if m >= 0 and deed_of(m) == kind:
            if kind == SHIELD:
                if is_near(cell_of(m), cell):
                    return slot
            elif covers(kind, cell_of(m), direction_of(m), cell):
                return slot
    return -1


def replace(s: Record, seat: int, rng: Rng, slot: int, m: int) -> None:
    """Wish for the item `m` in a slot: what it hinders gives way, what it costs is saved elsewhere."""
    s.draft[seat * R.DRAFT + slot] = 1 + m
    for other in range(R.DRAFT):
        found = s.draft[seat * R.DRAFT + other] - 1
        if found >= 0 and other != slot and hinders(m, found):
            give_way(s, seat, rng, other)
    if s.stage != REDEPLOYING:
        save(s, seat, rng, slot)


def hinders(m: int, other: int) -> bool:
    """Whether two items cannot stand together."""
    kind = deed_of(m)
    found = deed_of(other)
    if kind <= SMALL and found <= SMALL:
        return overlap(m, other, 1 if min(kind, found) >= FLAGSHIP else 0)
    if kind == SHIELD or found == SHIELD:
        return kind == found and overlap(m, other, 2)
    return min(kind, found) > SMALL and cell_of(m) == cell_of(other)


def overlap(m: int, other: int, gap: int) -> bool:
    """Whether two items lie on the same position, or fewer than `gap` positions are between them."""
    kind = deed_of(m)
    d = direction_of(m)
    found = deed_of(other)
    turned = direction_of(other)
    x = cell_of(other) // R.SEA - cell_of(m) // R.SEA
    y = cell_of(other) % R.SEA - cell_of(m) % R.SEA
    return (  # type: ignore[no-any-return]
        -WIDTH[found, turned] - gap < x < WIDTH[kind, d] + gap
        and -HEIGHT[found, turned] - gap < y < HEIGHT[kind, d] + gap
    )


def give_way(s: Record, seat: int, rng: Rng, slot: int) -> None:
    """Another place for the ship in a slot, if one is found soon; else it is dropped. So are other items.

    While putting back nothing is dropped.
    """
    at = seat * R.DRAFT + slot
    kind = deed_of(s.draft[at] - 1)
    if FLAGSHIP <= kind <= SMALL:
        for _ in range(TRIES):
            m = fitted(rng, kind, any_cell(rng))
            if is_open(s, seat, slot, m):
                s.draft[at] = 1 + m
                return
    if s.stage != REDEPLOYING:
        s.draft[at] = 0


def is_open(s: Record, seat: int, slot: int, m: int) -> bool:
    """Whether no wish but that of the slot hinders the item."""
    for other in range(R.DRAFT):
        found = s.draft[seat * R.DRAFT + other] - 1
        if found >= 0 and other != slot and hinders(m, found):
            return False
    return True


def save(s: Record, seat: int, rng: Rng, slot: int) -> None:
    """Drop other wishes at random than that of a slot until the chests are enough."""
    for _ in range(R.DRAFT):
        ships = 0
        total = 0
        for other in range(R.SHIP_ROOM, R.DRAFT):
            m = s.draft[seat * R.DRAFT + other] - 1
            if m >= 0:
                total += COST[deed_of(m)]
                if other < R.ITEM_ROOM:
                    ships += COST[deed_of(m)]
        if ships <= R.MOST_ON_SHIPS and total <= R.CHESTS:
            return
        first = R.SHIP_ROOM if ships > R.LEAST_ON_SHIPS else R.ITEM_ROOM
        last = R.ITEM_ROOM if ships > R.MOST_ON_SHIPS else R.DRAFT
        drop_any(s, seat, rng, first, last, slot)


def drop_any(s: Record, seat: int, rng: Rng, first: int, last: int, kept: int) -> None:
    """Drop a random wish of these slots, but not that of `kept`."""
    chosen = -1
    count = 0
    for slot in range(first, last):
        if s.draft[seat * R.DRAFT + slot] and slot != kept:
            count += 1
            if below(rng, count) == 0:
                chosen = slot
    if chosen >= 0:
        s.draft[seat * R.DRAFT + chosen] = 0
