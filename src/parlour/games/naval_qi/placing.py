"""Putting items on a sea and taking them off; what may stand where. A sea is a seat's part of the record."""

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
    carried_on,
    cell_of,
    deed_at,
    deed_of,
    direction_of,
    on_section,
    placed,
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
    """The position of section `i` of a ship (or of a block's position `i`) whose POS is `cell`."""
    width = WIDTH[kind, d]
    return cell + (i % width) * R.SEA + i // width  # type: ignore[no-any-return]


def section_of(kind: int, cell: int, d: int, at: int) -> int:
    """Which section of a ship stands on the position `at`."""
    x = at // R.SEA - cell // R.SEA
    return (at - cell - x * R.SEA) * WIDTH[kind, d] + x  # type: ignore[no-any-return]


def covers(kind: int, cell: int, d: int, at: int) -> bool:
    """Whether an item that is put on `cell` lies on the position `at`."""
    x = at // R.SEA - cell // R.SEA
    y = at % R.SEA - cell % R.SEA
    return 0 <= x < WIDTH[kind, d] and 0 <= y < HEIGHT[kind, d]  # type: ignore[no-any-return]


def is_near(a: int, b: int) -> bool:
    """Whether two positions are the same or a king's step apart."""
    return abs(a // R.SEA - b // R.SEA) <= 1 and abs(a % R.SEA - b % R.SEA) <= 1  # type: ignore[no-any-return]


# -- what stands on a sea --------------------------------------------------------------------------


def has_plate(s: Record, seat: int, cell: int) -> bool:
    """Whether a shielding's plate lies over the position; the Flagship's own are looked at apart."""
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
    """The chests that the items so far cost."""
    total = 0
    for kind in range(KINDS):
        total += s.count[seat * KINDS + kind] * COST[kind]
    return total


def spent_on_ships(s: Record, seat: int) -> int:
    """The chests that the ships so far cost."""
    total = 0
    for kind in range(FLAGSHIP, SMALL + 1):
        total += s.count[seat * KINDS + kind] * COST[kind]
    return total


def is_left(s: Record, seat: int, kind: int) -> bool:
    """Whether the seat may have one more item of the kind: by its budget, or by what is still afloat."""
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
    """Whether an item may be put on a position, whatever it costs."""
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
    """Whether a Land block or a ship has room: on empty Sea; a ship touches no other one."""
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
    """Whether a plate lies where a shielding about the position would have one."""
    for x in range(max(cell // R.SEA - 1, 0), min(cell // R.SEA + 2, R.SEA)):
        for y in range(max(cell % R.SEA - 1, 0), min(cell % R.SEA + 2, R.SEA)):
            at = x * R.SEA + y
            if has_plate(s, seat, at) or flag_plate(s, seat, at):
                return True
    return False


def is_ready(s: Record, seat: int) -> bool:
    """Whether what stands may stay: the ships' cost, the Flagship, Land; or all that was afloat."""
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
    """The moves while deploying: how many (COUNT), written to `out` (LIST), or number `n` of them (PICK)."""
    seat = s.turn
    found = 0
    for kind in range(KINDS):
        if not is_left(s, seat, kind):
            continue
        for cell in range(R.CELLS):
            at = seat * R.SEA + cell // R.SEA
            solid = ((s.land[at] | s.hulls[at]) >> (cell % R.SEA)) & 1
            if solid == (
                kind <= SMALL
            ):  # a quick look: blocks and ships lie on empty Sea, items do not
                continue
            for d in range(DIRECTIONS[kind]):
                if may_stand(s, seat, kind, cell, d):
                    if wanted == LIST:
                        out[found] = placed(kind, cell, d)
                    elif wanted == PICK and found == n:
                        return placed(kind, cell, d)
                    found += 1
    for i in range(s.drafted[seat]):
        cell = cell_of(s.draft[seat * R.DRAFT + i])
        if last_put(s, seat, cell) == i:
            if wanted == LIST:
                out[found] = deed_at(REMOVE, cell)
            elif wanted == PICK and found == n:
                return deed_at(REMOVE, cell)
            found += 1
    if is_ready(s, seat):
        if wanted == LIST:
            out[found] = READY
        elif wanted == PICK and found == n:
            return READY
        found += 1
    return found


def last_put(s: Record, seat: int, cell: int) -> int:
    """The number of the last item put with this POS; -1 if there is none."""
    for i in range(s.drafted[seat] - 1, -1, -1):
        if cell_of(s.draft[seat * R.DRAFT + i]) == cell:
            return i
    return -1


# -- putting and taking off ------------------------------------------------------------------------


def put(s: Record, seat: int, m: int) -> None:
    """Put one more item on the sea, and note it in the draft."""
    s.draft[seat * R.DRAFT + s.drafted[seat]] = m
    s.drafted[seat] += 1
    s.count[seat * KINDS + deed_of(m)] += 1
    lay(s, seat, deed_of(m), cell_of(m), direction_of(m))


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
    """Lay a block of Land; its south-west corner says which."""
    for i in range(LENGTH[kind]):
        at = section_cell(kind, cell, 0, i)
        s.ground[seat * R.CELLS + at] = 1
        s.land[seat * R.SEA + at // R.SEA] |= 1 << (at % R.SEA)
    s.ground[seat * R.CELLS + cell] = 3 if kind == LAND3 else 2


def lay_ship(s: Record, seat: int, kind: int, cell: int, d: int) -> None:
    """Lay an undamaged ship, with nothing on it."""
    s.ship[seat * R.CELLS + cell] = ship_word(kind, d)
    if kind == FLAGSHIP:
        s.flag[seat] = cell
    for i in range(LENGTH[kind]):
        at = section_cell(kind, cell, d, i)
        s.hull[seat * R.CELLS + at] = cell + 1
        s.hulls[seat * R.SEA + at // R.SEA] |= 1 << (at % R.SEA)


def lift_ship(s: Record, seat: int, cell: int) -> None:
    """Take the ship with this POS off the board; what stands on it stays behind."""
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
    """Take off the last item put with this POS and what stands on it; lay the rest anew, in its order."""
    base = seat * R.DRAFT
    taken = s.draft[base + last_put(s, seat, cell)]
    kind = deed_of(taken)
    last = last_put(s, seat, cell)
    kept = 0
    for i in range(s.drafted[seat]):
        m = s.draft[base + i]
        stands = kind <= SMALL and deed_of(m) >= EAGLE
        gone = stands and covers(kind, cell, direction_of(taken), cell_of(m))
        if i == last or gone:
            s.count[seat * KINDS + deed_of(m)] -= 1
        else:
            s.draft[base + kept] = m
            kept += 1
    for i in range(kept, s.drafted[seat]):
        s.draft[base + i] = 0
    s.drafted[seat] = kept
    relay(s, seat)


def relay(s: Record, seat: int) -> None:
    """Lay the draft on a clear sea; Land of the primary phase stays while redeploying."""
    clear(s, seat, s.stage != REDEPLOYING)
    for i in range(s.drafted[seat]):
        m = s.draft[seat * R.DRAFT + i]
        lay(s, seat, deed_of(m), cell_of(m), direction_of(m))


def clear(s: Record, seat: int, land: bool) -> None:
    """Take everything off a sea, its Land too if `land` says so."""
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
    """The order of placing is forgotten when deployment is over."""
    for i in range(R.DRAFT):
        s.draft[seat * R.DRAFT + i] = 0
    s.drafted[seat] = 0
    for kind in range(KINDS):
        s.count[seat * KINDS + kind] = 0
        s.afloat[seat * KINDS + kind] = 0


# -- the Flagship's move ---------------------------------------------------------------------------


def may_sail(s: Record, seat: int, dx: int, dy: int) -> bool:
    """Whether the Flagship may change its anchorage by one step: once, to where it may stand."""
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
    """Whether another ship than the one that is called `own` stands on or about the position."""
    for x in range(max(cell // R.SEA - 1, 0), min(cell // R.SEA + 2, R.SEA)):
        for y in range(max(cell % R.SEA - 1, 0), min(cell % R.SEA + 2, R.SEA)):
            hull = s.hull[seat * R.CELLS + x * R.SEA + y]
            if hull and hull != own:
                return True
    return False


def sail(s: Record, seat: int, dx: int, dy: int) -> None:
    """Move the Flagship one step, with all that it carries, plates and damage too."""
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
