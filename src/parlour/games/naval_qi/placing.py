"""Place and remove items on a player's sea, and check where each may be."""

from __future__ import annotations

from parlour.games.naval_qi.items import (
    BATTLESHIP,
    COST,
    DIRECTIONS,
    EAGLE,
    FLAGSHIP,
    FLAGSHIP_CREW,
    FLAGSHIP_PLATES,
    HEIGHT,
    KINDS,
    LAND2,
    LAND3,
    LENGTH,
    MOST_TIGERGUNS,
    NOBODY,
    PLATFORM,
    READY,
    REDEPLOYING,
    REMOVE,
    REPEATINGGUN,
    SHIELD,
    SMALL,
    STANDARDGUN,
    STANDING,
    TIGERGUN,
    WIDTH,
    action_at,
    action_of,
    carried_on,
    cell_of,
    direction_of,
    on_section,
    placement_code,
    ship_direction,
    ship_kind,
    ship_word,
)
from parlour.kernel.layout import Moves, Record
from parlour.kernel.protocol import R

__compiled__ = True

# -- geometry --------------------------------------------------------------------------------------


def is_ship(kind: int) -> bool:
    """Whether an item is a ship."""
    return FLAGSHIP <= kind <= SMALL


def section_cell(kind: int, cell: int, d: int, i: int) -> int:
    """The position of section `i` of a ship (or of a Land block) whose POS is `cell`."""
    width = WIDTH[kind, d]
    return cell + (i % width) * R.SEA + i // width  # type: ignore[no-any-return]


def section_of(kind: int, cell: int, d: int, at: int) -> int:
    """The section of a ship on the position `at`."""
    x = at // R.SEA - cell // R.SEA
    return (at - cell - x * R.SEA) * WIDTH[kind, d] + x  # type: ignore[no-any-return]


def covers(kind: int, cell: int, d: int, at: int) -> bool:
    """Whether an item placed at `cell` covers the position `at`."""
    x = at // R.SEA - cell // R.SEA
    y = at % R.SEA - cell % R.SEA
    return 0 <= x < WIDTH[kind, d] and 0 <= y < HEIGHT[kind, d]  # type: ignore[no-any-return]


def is_near(a: int, b: int) -> bool:
    """Whether two positions are the same or a king's step apart."""
    return abs(a // R.SEA - b // R.SEA) <= 1 and abs(a % R.SEA - b % R.SEA) <= 1  # type: ignore[no-any-return]


# -- what stands on a sea --------------------------------------------------------------------------


def has_plate(s: Record, seat: int, cell: int) -> bool:
    """Whether a shield's plate covers the position; see `flag_plate` for the Flagship's own plates."""
    return ((s.plates[seat * R.SEA + cell // R.SEA] >> (cell % R.SEA)) & 1) != 0  # type: ignore[no-any-return]


def flag_plate(s: Record, seat: int, cell: int) -> int:
    """The bit of the Flagship's plate over the position; 0 if there is none."""
    flag = s.flag[seat]
    if flag < 0 or s.hull[seat * R.CELLS + cell] != flag + 1:
        return 0
    d = ship_direction(s.ship[seat * R.CELLS + flag])
    return s.flag_plates[seat] & (1 << section_of(FLAGSHIP, flag, d, cell))  # type: ignore[no-any-return]


def kind_at(s: Record, seat: int, cell: int) -> int:
    """The kind of the ship on a position; -1 if there is none."""
    hull = s.hull[seat * R.CELLS + cell]
    return ship_kind(s.ship[seat * R.CELLS + hull - 1]) if hull else -1


def is_afloat(s: Record, seat: int) -> bool:
    """Whether the seat has a ship."""
    for x in range(R.SEA):  # noqa: SIM110 (the compiler knows no generators)
        if s.hulls[seat * R.SEA + x]:
            return True
    return False


# -- what may be put -------------------------------------------------------------------------------


def spent(s: Record, seat: int) -> int:
    """The cost of the items placed so far."""
    total = 0
    for kind in range(KINDS):
        total += s.count[seat * KINDS + kind] * COST[kind]
    return total


def spent_on_ships(s: Record, seat: int) -> int:
    """The cost of the ships placed so far."""
    total = 0
    for kind in range(FLAGSHIP, SMALL + 1):
        total += s.count[seat * KINDS + kind] * COST[kind]
    return total


def is_left(s: Record, seat: int, kind: int) -> bool:
    """Whether the player may place one more item of the kind: by budget, or by the ships still afloat."""
    count = s.count[seat * KINDS + kind]
    if s.stage == REDEPLOYING:
        if kind == REPEATINGGUN:
            return count == 0  # type: ignore[no-any-return]
        return is_ship(kind) and count < s.afloat[seat * KINDS + kind]
    if kind == REPEATINGGUN or (kind == FLAGSHIP and count) or (
        kind == TIGERGUN and count >= MOST_TIGERGUNS
    ):  # fmt: skip
        return False
    if spent(s, seat) + COST[kind] > R.CHESTS:
        return False
    return not is_ship(kind) or spent_on_ships(s, seat) + COST[kind] <= R.MOST_ON_SHIPS


def may_stand(s: Record, seat: int, kind: int, cell: int, d: int) -> bool:
    """Whether an item may be placed on a position, regardless of its cost."""
    at = seat * R.CELLS + cell
    if kind <= SMALL:
        return is_free(s, seat, kind, cell, d)
    if kind == SHIELD:
        return s.ground[at] != 0 and not is_plated_about(s, seat, cell)
    if s.item[at] != NOBODY:
        return False
    if s.ground[at]:
        return True
    on = kind_at(s, seat, cell)
    return (kind == EAGLE and on == PLATFORM) or (kind == STANDARDGUN and on == BATTLESHIP)


def is_free(s: Record, seat: int, kind: int, cell: int, d: int) -> bool:
    """Whether a Land block or a ship fits: on empty Sea, and ships not touching other ships."""
    x = cell // R.SEA
    y = cell % R.SEA
    width = WIDTH[kind, d]
    if x + width > R.SEA or y + HEIGHT[kind, d] > R.SEA:
        return False
    body = ((1 << HEIGHT[kind, d]) - 1) << y
    about = body | body << 1 | body >> 1
    for i in range(max(x - 1, 0), min(x + width + 1, R.SEA)):
        at = seat * R.SEA + i
        if x <= i < x + width:
            if (s.land[at] | s.hulls[at]) & body:
                return False
            if kind == FLAGSHIP and s.plates[at] & body and s.stage != REDEPLOYING:
                return False
        if kind >= FLAGSHIP and s.hulls[at] & about:
            return False
    return True


def is_plated_about(s: Record, seat: int, cell: int) -> bool:
    """Whether any position that a shield around this one would cover has a plate."""
    for x in range(max(cell // R.SEA - 1, 0), min(cell // R.SEA + 2, R.SEA)):
        for y in range(max(cell % R.SEA - 1, 0), min(cell % R.SEA + 2, R.SEA)):
            at = x * R.SEA + y
            if has_plate(s, seat, at) or flag_plate(s, seat, at):
                return True
    return False


def is_ready(s: Record, seat: int) -> bool:
    """Whether the deployment is complete: cost of ships, Flagship, Land; or all ships afloat put back."""
    if s.stage == REDEPLOYING:
        for kind in range(FLAGSHIP, SMALL + 1):
            if s.count[seat * KINDS + kind] != s.afloat[seat * KINDS + kind]:
                return False
        return s.count[seat * KINDS + REPEATINGGUN] == 1  # type: ignore[no-any-return]
    land = s.count[seat * KINDS + LAND3] + s.count[seat * KINDS + LAND2]
    flagship = s.count[seat * KINDS + FLAGSHIP]
    cost = spent_on_ships(s, seat)
    return land > 0 and flagship == 1 and R.LEAST_ON_SHIPS <= cost <= R.MOST_ON_SHIPS  # type: ignore[no-any-return]


COUNT, LIST, PICK = 0, 1, 2


def placings(s: Record, out: Moves, wanted: int, n: int) -> int:
    """The moves while deploying: their number (COUNT), a list in `out` (LIST), or number `n` (PICK)."""
    seat = s.turn
    found = 0
    for kind in range(KINDS):
        if not is_left(s, seat, kind):
            continue
        for cell in range(R.CELLS):
            at = seat * R.SEA + cell // R.SEA
            solid = ((s.land[at] | s.hulls[at]) >> (cell % R.SEA)) & 1
            # A cheap test first: blocks and ships need empty Sea, items do not.
            if solid == (kind <= SMALL):
                continue
            for d in range(DIRECTIONS[kind]):
                if may_stand(s, seat, kind, cell, d):
                    if wanted == LIST:
                        out[found] = placement_code(kind, cell, d)
                    elif wanted == PICK and found == n:
                        return placement_code(kind, cell, d)
                    found += 1
    for i in range(s.drafted[seat]):
        cell = cell_of(s.draft[seat * R.DRAFT + i])
        if last_put(s, seat, cell) == i:
            if wanted == LIST:
                out[found] = action_at(REMOVE, cell)
            elif wanted == PICK and found == n:
                return action_at(REMOVE, cell)
            found += 1
    if is_ready(s, seat):
        if wanted == LIST:
            out[found] = READY
        elif wanted == PICK and found == n:
            return READY
        found += 1
    return found


def last_put(s: Record, seat: int, cell: int) -> int:
    """The index of the last item placed with this POS; -1 if there is none."""
    for i in range(s.drafted[seat] - 1, -1, -1):
        if cell_of(s.draft[seat * R.DRAFT + i]) == cell:
            return i
    return -1


# -- putting and taking off ------------------------------------------------------------------------


def place(s: Record, seat: int, m: int) -> None:
    """Place one more item and append it to the draft."""
    s.draft[seat * R.DRAFT + s.drafted[seat]] = m
    s.drafted[seat] += 1
    s.count[seat * KINDS + action_of(m)] += 1
    lay(s, seat, action_of(m), cell_of(m), direction_of(m))


def lay(s: Record, seat: int, kind: int, cell: int, d: int) -> None:
    """Lay an item on the sea."""
    if kind <= LAND2:
        lay_land(s, seat, kind, cell)
    elif kind <= SMALL:
        lay_ship(s, seat, kind, cell, d)
        if kind == FLAGSHIP and s.stage != REDEPLOYING:
            s.flag_plates[seat] = FLAGSHIP_PLATES
            for i in range(LENGTH[FLAGSHIP]):
                at = section_cell(kind, cell, d, i)
                s.item[seat * R.CELLS + at] = FLAGSHIP_CREW[i]
    elif kind == SHIELD:
        for x in range(max(cell // R.SEA - 1, 0), min(cell // R.SEA + 2, R.SEA)):
            for y in range(max(cell % R.SEA - 1, 0), min(cell % R.SEA + 2, R.SEA)):
                s.plates[seat * R.SEA + x] |= 1 << y
    else:
        s.item[seat * R.CELLS + cell] = STANDING[kind]


def lay_land(s: Record, seat: int, kind: int, cell: int) -> None:
    """Lay a block of Land, marked at its south-west corner."""
    for i in range(LENGTH[kind]):
        at = section_cell(kind, cell, 0, i)
        s.ground[seat * R.CELLS + at] = 1
        s.land[seat * R.SEA + at // R.SEA] |= 1 << (at % R.SEA)
    s.ground[seat * R.CELLS + cell] = 3 if kind == LAND3 else 2


def lay_ship(s: Record, seat: int, kind: int, cell: int, d: int) -> None:
    """Lay an undamaged ship without items."""
    s.ship[seat * R.CELLS + cell] = ship_word(kind, d)
    if kind == FLAGSHIP:
        s.flag[seat] = cell
    for i in range(LENGTH[kind]):
        at = section_cell(kind, cell, d, i)
        s.hull[seat * R.CELLS + at] = cell + 1
        s.hulls[seat * R.SEA + at // R.SEA] |= 1 << (at % R.SEA)


def lift_ship(s: Record, seat: int, cell: int) -> None:
    """Remove the ship with this POS; items on it remain."""
    ship = s.ship[seat * R.CELLS + cell]
    kind = ship_kind(ship)
    for i in range(LENGTH[kind]):
        at = section_cell(kind, cell, ship_direction(ship), i)
        s.hull[seat * R.CELLS + at] = 0
        s.hulls[seat * R.SEA + at // R.SEA] &= ~(1 << (at % R.SEA))
    s.ship[seat * R.CELLS + cell] = 0
    if kind == FLAGSHIP:
        s.flag[seat] = -1


def take_off(s: Record, seat: int, cell: int) -> None:
    """Remove the last item placed with this POS and what is on it; lay the rest again in order."""
    base = seat * R.DRAFT
    taken = s.draft[base + last_put(s, seat, cell)]
    kind = action_of(taken)
    last = last_put(s, seat, cell)
    kept = 0
    for i in range(s.drafted[seat]):
        m = s.draft[base + i]
        stands = kind <= SMALL and action_of(m) >= EAGLE
        gone = stands and covers(kind, cell, direction_of(taken), cell_of(m))
        if i == last or gone:
            s.count[seat * KINDS + action_of(m)] -= 1
        else:
            s.draft[base + kept] = m
            kept += 1
    for i in range(kept, s.drafted[seat]):
        s.draft[base + i] = 0
    s.drafted[seat] = kept
    lay_draft(s, seat)


def lay_draft(s: Record, seat: int) -> None:
    """Lay the draft on a clear sea; while redeploying, the Land of the primary phase remains."""
    clear(s, seat, s.stage != REDEPLOYING)
    for i in range(s.drafted[seat]):
        m = s.draft[seat * R.DRAFT + i]
        lay(s, seat, action_of(m), cell_of(m), direction_of(m))


def clear(s: Record, seat: int, land: bool) -> None:
    """Remove everything from a sea, and its Land if `land`."""
    for cell in range(seat * R.CELLS, (seat + 1) * R.CELLS):
        s.hull[cell] = 0
        s.ship[cell] = 0
        s.item[cell] = NOBODY
        if land:
            s.ground[cell] = 0
    for x in range(seat * R.SEA, (seat + 1) * R.SEA):
        s.hulls[x] = 0
        s.plates[x] = 0
        if land:
            s.land[x] = 0
    s.flag[seat] = -1
    s.flag_plates[seat] = 0
    s.moved[seat] = 0


def forget_draft(s: Record, seat: int) -> None:
    """Clear the draft once deployment is over."""
    for i in range(R.DRAFT):
        s.draft[seat * R.DRAFT + i] = 0
    s.drafted[seat] = 0
    for kind in range(KINDS):
        s.count[seat * KINDS + kind] = 0
        s.afloat[seat * KINDS + kind] = 0


# -- the Flagship's move ---------------------------------------------------------------------------


def may_sail(s: Record, seat: int, dx: int, dy: int) -> bool:
    """Whether the Flagship may move by one step: once a game, and only to where it may be."""
    cell = s.flag[seat]
    if cell < 0 or s.moved[seat]:
        return False
    ship = s.ship[seat * R.CELLS + cell]
    d = ship_direction(ship)
    x = cell // R.SEA + dx
    y = cell % R.SEA + dy
    if not (0 <= x < R.SEA and 0 <= y < R.SEA):
        return False
    for i in range(LENGTH[FLAGSHIP]):
        at = x * R.SEA + y
        ax = x + (i if d == 0 else 0)
        ay = y + (i if d == 1 else 0)
        if ax >= R.SEA or ay >= R.SEA:
            return False
        at = ax * R.SEA + ay
        if s.ground[seat * R.CELLS + at]:
            return False
        if (s.flag_plates[seat] >> i) & 1 and has_plate(s, seat, at):
            return False
        if touches_other(s, seat, at, cell + 1):
            return False
    return True


def touches_other(s: Record, seat: int, cell: int, own: int) -> bool:
    """Whether a ship other than `own` is on or next to the position."""
    for x in range(max(cell // R.SEA - 1, 0), min(cell // R.SEA + 2, R.SEA)):
        for y in range(max(cell % R.SEA - 1, 0), min(cell % R.SEA + 2, R.SEA)):
            hull = s.hull[seat * R.CELLS + x * R.SEA + y]
            if hull and hull != own:
                return True
    return False


def sail(s: Record, seat: int, dx: int, dy: int) -> None:
    """Move the Flagship one step with everything on it, plates and damage included."""
    cell = s.flag[seat]
    ship = s.ship[seat * R.CELLS + cell]
    d = ship_direction(ship)
    crew = 0
    for i in range(LENGTH[FLAGSHIP]):
        at = seat * R.CELLS + section_cell(FLAGSHIP, cell, d, i)
        crew |= on_section(s.item[at], i)
        s.item[at] = NOBODY
    lift_ship(s, seat, cell)
    to = cell + dx * R.SEA + dy
    lay_ship(s, seat, FLAGSHIP, to, d)
    s.ship[seat * R.CELLS + to] = ship
    for i in range(LENGTH[FLAGSHIP]):
        at = seat * R.CELLS + section_cell(FLAGSHIP, to, d, i)
        s.item[at] = carried_on(crew, i)
    s.moved[seat] = 1
