"""Virtual connections of one colour's stones, by H-search: the part that is compiled.

A *full* connection between two points holds although the other moves first, a *semi* connection if the
owner moves first; each has a carrier, the empty cells that it needs. They are made of each other
(Anshelevich, A hierarchical approach to computer Hex, 2002):

* AND: two full connections with a common end and carriers that do not meet are one full connection if
  that end is a stone, a semi connection if it is an empty cell, which the owner then takes: its key;
* OR: semi connections of which no cell is in all carriers are one full connection.

Carriers may meet in cells that stones on the ends would *capture*: of each pair of these one may be had.
Points are the empty cells, the chains (named by their first cell) and the sides, from CELLS on. Sides are
ends only. All this is true where a stone of one's own never does harm.

There are far too many connections. The selection follows Pawlewicz, Hayward, Henderson and Arneson (Stronger
virtual connections in Hex, 2015): a full connection counts above all if it lets go a cell that all others
of its points need; OR is tried when semi connections share no cell, and looks for unions that lack given
cells. Both go further *closely* than quickly, as the limits below say.

`v` is the record that all this is kept in: pools of entries `full` and `semi`, in lists by pair of points.
``v.steps`` of AND are taken, ``v.most`` at most. Bound to a game's rules by the loader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from parlour.kernel.primitives import lowest, popcount
from parlour.kernel.protocol import R
from parlour.search.connection.connection_board import DIRECTIONS, in_direction

if TYPE_CHECKING:
    from parlour.kernel.workspace import Words, WorkRecord, WorkRow

__compiled__ = True

Room: TypeAlias = "WorkRecord"  # see connections_search.layout

NONE = -1
SIDES = 6
QUICKLY, CLOSELY = 0, 1  # how connections are looked for, and what that means:
FULL_LIMITS = (4, 32)  # full connections kept of two points, but for those that let go a cell
SEMI_LIMITS = (100, 400)  # semi connections kept of two points
LOOSE = (5, 12)  # cells that the carrier of two empty cells may have
DEPTHS = (1, 2)  # cells that unions with a side are asked to lack; of others one
FAR = 100  # stones: what cannot be joined


def connect(v: Room, colours: Words, own: int, how: int) -> None:
    """Find the connections of the stones ``own`` (1 or 2) on the board `colours`, QUICKLY or CLOSELY.

    What they come to is written to ``v.won``, ``v.key`` and ``v.must``: see `sum_up`.
    """
    v.how = how
    clear(v)
    name_chains(v, colours, own)
    see_captured(v, colours, own)
    touch(v, colours, own)
    points = R.CELLS + SIDES
    i = 0
    while v.steps < v.most and (i < v.fulls or v.taken < v.queued):
        if i < v.fulls:
            extend(v, i)
            i += 1
        else:
            pair = v.queue[v.taken % len(v.queue)]
            v.taken += 1
            either(v, pair // points, pair % points)
    sum_up(v, own - 1)


def clear(v: Room) -> None:
    """Forget all connections."""
    points = R.CELLS + SIDES
    v.fulls = 0
    v.semis = 0
    v.steps = 0
    v.wins = 0
    v.queued = 0
    v.taken = 0
    for pair in range(points * points):
        v.full_of[pair] = NONE
        v.semi_of[pair] = NONE
    for point in range(points):
        v.partners[point] = 0
        v.name[point] = point


def name_chains(v: Room, colours: Words, own: int) -> None:
    """Give each cell its point's number, and tell which are empty: a chain is named by its first cell."""
    for cell in range(R.CELLS):
        v.empty[cell] = colours[cell] == 0
        v.name[cell] = cell if colours[cell] == 0 else NONE
    for cell in range(R.CELLS):
        if colours[cell] == own and v.name[cell] == NONE:
            v.name[cell] = cell
            v.due[0] = cell
            n = 1
            while n > 0:
                n -= 1
                links = v.links[v.due[n]]
                for d in range(DIRECTIONS):
                    near = links[d]
                    if near < R.CELLS and colours[near] == own and v.name[near] == NONE:
                        v.name[near] = cell
                        v.due[n] = near
                        n += 1


def see_captured(v: Room, colours: Words, own: int) -> None:
    """Write to ``v.captured`` the cells that a stone of one's own on each empty cell would capture."""
    for cell in range(R.CELLS):
        near = v.edge[cell]
        for d in range(DIRECTIONS):
            beside = v.links[cell][d]
            if beside < R.CELLS:
                near |= in_direction(colours[beside], d)
        v.near[cell] = near
    for cell in range(R.CELLS):
        for k in range(len(v.made)):
            v.captured[cell][k] = 0
        if v.empty[cell]:
            for d in range(DIRECTIONS):
                see_pair(v, cell, d, own)


def see_pair(v: Room, cell: int, d: int, own: int) -> None:
    """Note the neighbours of an empty cell in the direction `d` and the next if a stone on it captures them.

    Then one's own stone on either makes the other dead.
    """
    one = v.links[cell][d]
    other = v.links[cell][(d + 1) % DIRECTIONS]
    if one < R.CELLS and other < R.CELLS and v.empty[one] and v.empty[other]:
        # Of the two directions in which each of them has the cell and the other, the first.
        here = v.enclosed[own - 1][v.near[one]] >> (d + 2) % DIRECTIONS
        there = v.enclosed[own - 1][v.near[other]] >> (d + 4) % DIRECTIONS
        if here & there & 1:
            add_cell(v.captured[cell], one)
            add_cell(v.captured[cell], other)


def touch(v: Room, colours: Words, own: int) -> None:
    """Points beside each other, and those on a side, are connected without a carrier."""
    for k in range(len(v.made)):
        v.made[k] = 0
    for cell in range(R.CELLS):
        point = v.name[cell]
        if point != NONE:
            for d in range(DIRECTIONS):
                near = v.links[cell][d]
                if near < R.CELLS and v.name[near] != NONE and v.name[near] != point:
                    add_full(v, point, v.name[near])
            for side in range(SIDES):
                if v.sides[cell] >> side & 1 and v.joins[own - 1] >> side & 1:
                    add_full(v, point, R.CELLS + side)


def pair_of(x: int, y: int) -> int:
    """The number of two points."""
    points = R.CELLS + SIDES
    number: int = x * points + y if x < y else y * points + x
    return number


# -- what is kept ----------------------------------------------------------------------------------


def add_full(v: Room, x: int, y: int) -> None:
    """Keep a full connection with the carrier ``v.made``, unless one with less is known, or enough."""
    pair = pair_of(x, y)
    if v.fulls == len(v.full) or not fits(v, x, y) or has_full(v, pair) or enough_fulls(v, pair):
        return
    if v.full_of[pair] == NONE:
        for k in range(len(v.made)):
            v.full_meet[pair][k] = ~0
            v.done_meet[pair][k] = ~0
    last = drop_wider(v, v.full_of, v.full, pair)
    drop_wider(v, v.semi_of, v.semi, pair)
    new = v.full[v.fulls]
    for k in range(len(v.made)):
        new.mask[k] = v.made[k]
        v.full_meet[pair][k] &= v.made[k]
    new.x = x
    new.y = y
    new.gone = 0
    new.done = 0
    new.beside = NONE
    if last == NONE:
        v.full_of[pair] = v.fulls
    else:
        v.full[last].beside = v.fulls
    v.fulls += 1


def fits(v: Room, x: int, y: int) -> bool:
    """Whether the carrier ``v.made`` is small enough to be kept for these points."""
    n = 0
    if x < R.CELLS and y < R.CELLS and v.empty[x] and v.empty[y]:
        for k in range(len(v.made)):
            n += popcount(v.made[k])
    return n <= LOOSE[v.how]


def has_full(v: Room, pair: int) -> bool:
    """Whether a full connection of these points needs no cell that is not in ``v.made``."""
    entry = v.full_of[pair]
    while entry != NONE:
        if within(v.full[entry].mask, v.made):
            return True
        entry = v.full[entry].beside
    return False


def enough_fulls(v: Room, pair: int) -> bool:
    """Whether enough connections of these points are known that ``v.made`` makes no difference.

    It does if it lets go a cell that all others need, or lies within another.
    """
    n = 0
    entry = v.full_of[pair]
    while entry != NONE:
        if within(v.made, v.full[entry].mask):
            return False
        n += 1
        entry = v.full[entry].beside
    return n >= FULL_LIMITS[v.how] and within(v.full_meet[pair], v.made)


def drop_wider(v: Room, first_of: Words, pool: WorkRow, pair: int) -> int:
    """Take the connections out of a pair's list that contain ``v.made``: the last that is left, or NONE."""
    last = NONE
    entry = first_of[pair]
    while entry != NONE:
        old = pool[entry]
        if not within(v.made, old.mask):
            last = entry
        else:
            old.gone = 1
            if last == NONE:
                first_of[pair] = old.beside
            else:
                pool[last].beside = old.beside
        entry = old.beside
    return last


def add_semi(v: Room, x: int, y: int, key: int) -> None:
    """Keep a semi connection, its carrier being ``v.made``, unless one with less is known. OR may be due."""
    pair = pair_of(x, y)
    if v.semis == len(v.semi) or not fits(v, x, y) or has_full(v, pair) or enough_semis(v, pair):
        return
    if v.semi_of[pair] == NONE:
        v.waits[pair] = 0
        for k in range(len(v.made)):
            v.semi_meet[pair][k] = ~0
    last = drop_wider(v, v.semi_of, v.semi, pair)
    new = v.semi[v.semis]
    for k in range(len(v.made)):
        new.mask[k] = v.made[k]
        v.semi_meet[pair][k] &= v.made[k]
    new.key = key
    new.fresh = 1
    new.beside = NONE
    if last == NONE:
        v.semi_of[pair] = v.semis
    else:
        v.semi[last].beside = v.semis
    v.semis += 1
    wins = x >= R.CELLS and y >= R.CELLS
    if not wins and v.waits[pair] == 0 and is_spare(v, v.semi_meet[pair], x, y):
        v.waits[pair] = 1
        v.queue[v.queued % len(v.queue)] = pair
        v.queued += 1


def is_spare(v: Room, mask: Words, x: int, y: int) -> bool:
    """Whether stones on `x` and `y` would capture all cells of a carrier."""
    needed = 0
    for k in range(len(v.made)):
        needed |= mask[k] & ~(v.captured[x][k] | v.captured[y][k])
    return needed == 0


def enough_semis(v: Room, pair: int) -> bool:
    """Whether there are enough semi connections of these points, or one that needs no cell but ``v.made``."""
    n = 0
    entry = v.semi_of[pair]
    while entry != NONE:
        if within(v.semi[entry].mask, v.made):
            return True
        n += 1
        entry = v.semi[entry].beside
    return n >= SEMI_LIMITS[v.how]


# -- AND -------------------------------------------------------------------------------------------


def extend(v: Room, i: int) -> None:
    """AND: join the full connection number `i` with those before it, at both of its ends."""
    one = v.full[i]
    if one.gone:
        return
    pair = pair_of(one.x, one.y)
    first = True
    for k in range(len(v.made)):
        first &= v.done_meet[pair][k] == ~0
        v.done_meet[pair][k] &= one.mask[k]
    if first:
        add_partner(v, one.x, one.y)
        add_partner(v, one.y, one.x)
    one.done = 1
    extend_end(v, one, one.x, one.y)
    extend_end(v, one, one.y, one.x)


def add_partner(v: Room, x: int, y: int) -> None:
    """Note that `x` has a full connection with `y`."""
    v.partner[x][v.partners[x]] = y
    v.partners[x] += 1


def extend_end(v: Room, one: WorkRecord, x: int, middle: int) -> None:
    """AND: the full connection of `x` with `middle`, and those of `middle`."""
    if middle >= R.CELLS:
        return
    grow(v, one.mask)
    if v.empty[middle]:
        add_cell(v.grown, middle)
    for n in range(v.partners[middle]):
        y = v.partner[middle][n]
        if y != x and not has(v.grown, y):
            v.steps += 1
            pair = pair_of(middle, y)
            set_spare(v, x, middle, y)
            if may_join(v, v.done_meet[pair]):
                join(v, x, middle, y, v.full_of[pair])


def grow(v: Room, mask: Words) -> None:
    """Begin ``v.grown`` with a carrier."""
    for k in range(len(v.made)):
        v.grown[k] = mask[k]


def set_spare(v: Room, x: int, middle: int, y: int) -> None:
    """Write to ``v.spare`` what stones on these points would capture."""
    for k in range(len(v.made)):
        v.spare[k] = v.captured[x][k] | v.captured[middle][k] | v.captured[y][k]


def may_join(v: Room, mask: Words) -> bool:
    """Whether the carriers ``v.grown`` and `mask` meet in spare cells at most."""
    meeting = 0
    for k in range(len(v.made)):
        meeting |= v.grown[k] & mask[k] & ~v.spare[k]
    return meeting == 0


def join(v: Room, x: int, middle: int, y: int, entry: int) -> None:
    """AND: ``v.grown`` from `x` to `middle`, and the full connections from there to `y`, from `entry` on."""
    while entry != NONE:
        other = v.full[entry]
        entry = other.beside
        if other.done and not has(other.mask, x) and meet(v, other.mask):
            v.steps += 1
            if not has(v.made, x) and not has(v.made, y):
                if v.empty[middle]:
                    add_semi(v, x, y, middle)
                else:
                    add_full(v, x, y)


def meet(v: Room, mask: Words) -> bool:
    """Make ``v.made`` of ``v.grown`` and `mask`: whether they meet in spare cells at most."""
    if not may_join(v, mask):
        return False
    if not unite_two(v, mask):
        add_spare(v)
    return True


def unite_two(v: Room, mask: Words) -> bool:
    """Make ``v.made`` of ``v.grown`` and `mask`: whether they do not meet."""
    meeting = 0
    for k in range(len(v.made)):
        v.made[k] = v.grown[k] | mask[k]
        meeting |= v.grown[k] & mask[k]
    return meeting == 0


def add_spare(v: Room) -> None:
    """Add the spare cells to ``v.made``."""
    for k in range(len(v.made)):
        v.made[k] |= v.spare[k]


# -- OR --------------------------------------------------------------------------------------------


def either(v: Room, x: int, y: int) -> None:
    """OR: keep the unions of semi connections of two points that share nothing.

    For each one found, others are sought that lack each of its cells; with a side, also others that lack one
    more.
    """
    pair = pair_of(x, y)
    depth = DEPTHS[v.how] if y >= R.CELLS else 1
    level = 0
    hold_all(v, pair)
    for k in range(len(v.made)):
        v.tried[0][k] = 0
    if unite(v, x, y, 0):
        add_full(v, x, y)
        begin_level(v, 0)
        while level >= 0:
            if not is_any(v.untried[level]):
                level -= 1
            else:
                hold_lacking(v, level)
                if unite(v, x, y, level + 1):
                    add_full(v, x, y)
                    if level + 1 < depth:
                        level += 1
                        for k in range(len(v.made)):
                            v.tried[level][k] = v.tried[level - 1][k]
                        begin_level(v, level)
    v.waits[pair] = 0
    entry = v.semi_of[pair]
    while entry != NONE:
        v.semi[entry].fresh = 0
        entry = v.semi[entry].beside


def begin_level(v: Room, level: int) -> None:
    """The cells of ``v.made`` are to be lacked in turn."""
    for k in range(len(v.made)):
        v.untried[level][k] = v.made[k] & ~v.tried[level][k]


def hold_all(v: Room, pair: int) -> None:
    """Take all semi connections of a pair into ``v.held[0]``."""
    n = 0
    entry = v.semi_of[pair]
    while entry != NONE:
        v.held[0][n] = entry
        n += 1
        entry = v.semi[entry].beside
    v.holding[0] = n


def hold_lacking(v: Room, level: int) -> None:
    """Take those held at a level into the next that lack the first of its cells not yet tried."""
    cell = first_cell(v.untried[level])
    add_cell(v.tried[level], cell)
    v.untried[level][cell >> 6] &= ~(1 << (cell & 63))
    n = 0
    for i in range(v.holding[level]):
        entry = v.held[level][i]
        v.held[level + 1][n] = entry
        n += not has_cell(v.semi[entry].mask, cell)
    v.holding[level + 1] = n


def unite(v: Room, x: int, y: int, level: int) -> bool:
    """Unite the semi connections held at a level in ``v.made``: whether they share nothing.

    Only with a fresh one, since the others have been united before.
    """
    for k in range(len(v.made)):
        v.made[k] = 0
        v.shared[k] = ~0
    fresh = 0
    for i in range(v.holding[level]):
        semi = v.semi[v.held[level][i]]
        fresh |= semi.fresh
        if not within(v.shared, semi.mask):
            for k in range(len(v.made)):
                v.shared[k] &= semi.mask[k]
                v.made[k] |= semi.mask[k]
    if fresh == 0 or not is_any(v.shared):
        return fresh != 0
    set_spare(v, x, x, y)
    add_spare(v)
    return within(v.shared, v.spare) and not has(v.made, x) and not has(v.made, y)


# -- carriers: rows of words with a bit for each cell ----------------------------------------------


def within(one: Words, other: Words) -> bool:
    """Whether all cells of a carrier are in another."""
    outside = 0
    for k in range(len(one)):
        outside |= one[k] & ~other[k]
    return outside == 0


def is_any(mask: Words) -> bool:
    """Whether a carrier has a cell."""
    found = 0
    for k in range(len(mask)):
        found |= mask[k]
    return found != 0


def first_cell(mask: Words) -> int:
    """The first cell of a carrier that has one."""
    k = 0
    while mask[k] == 0:
        k += 1
    return 64 * k + lowest(mask[k])


def add_cell(mask: Words, cell: int) -> None:
    """Put a cell into a carrier."""
    mask[cell >> 6] |= 1 << (cell & 63)


def has_cell(mask: Words, cell: int) -> bool:
    """Whether a carrier has this cell."""
    found: bool = mask[cell >> 6] >> (cell & 63) & 1 != 0
    return found


def has(mask: Words, point: int) -> bool:
    """Whether a carrier has this cell; sides are in none."""
    return point < R.CELLS and has_cell(mask, point)


# -- what it comes to ------------------------------------------------------------------------------


def sum_up(v: Room, colour: int) -> None:
    """See whether `colour` has joined its sides: ``v.won`` is 2 whoever moves, 1 if it moves, else 0.

    ``v.key`` is then a cell to play and ``v.way`` what it needs for that, if it moves; ``v.whole`` is what
    it needs if the other does. ``v.must`` has the cells in all carriers of semi connections that
    would join the sides: the other, to move, must play on one of these.
    """
    v.won = 0
    v.key = NONE
    for k in range(len(v.must)):
        v.must[k] = ~0
        v.whole[k] = 0
    goals = v.goals[colour]
    for i in range(len(goals)):
        goal = goals[i]
        if popcount(goal) == 2:
            low = lowest(goal)
            join_two(v, R.CELLS + low, R.CELLS + lowest(goal & ~(1 << low)))
        elif goal != 0:
            join_three(v, goal)
    shared = 0
    for k in range(len(v.must)):
        shared |= v.must[k]
    if shared == 0:
        v.won = 2


def join_two(v: Room, x: int, y: int) -> None:
    """Count the connections of two sides."""
    pair = pair_of(x, y)
    if v.full_of[pair] != NONE:
        count_full(v, v.full[v.full_of[pair]].mask)
    entry = v.semi_of[pair]
    while entry != NONE:
        count_semi(v, v.semi[entry].mask, v.semi[entry].key)
        entry = v.semi[entry].beside


def count_semi(v: Room, mask: Words, key: int) -> None:
    """Count one way to join the sides by moving first."""
    v.wins += 1
    keep_way(v, mask, key)
    less = 0
    for k in range(len(v.must)):
        less |= v.must[k] & ~mask[k]
    if v.won < 2 and less != 0:
        for k in range(len(v.must)):
            v.whole[k] |= mask[k]
    for k in range(len(v.must)):
        v.must[k] &= mask[k]
    v.won = max(v.won, 1)


def count_full(v: Room, mask: Words) -> None:
    """Count a way to join the sides whoever moves."""
    v.won = 2
    key = NONE
    for k in range(len(v.must)):
        v.must[k] = 0
        v.whole[k] = mask[k]
        if mask[k] != 0:
            key = 64 * k + lowest(mask[k])
    keep_way(v, mask, key)


def keep_way(v: Room, mask: Words, key: int) -> None:
    """Make this way the one to go, unless one is known that needs no more cells."""
    size = 0
    for k in range(len(v.must)):
        size += popcount(mask[k])
    if v.key == NONE or size < v.least:
        v.key = key
        v.least = size
        for k in range(len(v.must)):
            v.way[k] = mask[k]


def join_three(v: Room, goal: int) -> None:
    """Count the ways in which one point is connected with three sides, the carriers not meeting."""
    first = lowest(goal)
    second = lowest(goal & ~(1 << first))
    third = lowest(goal & ~(1 << first | 1 << second))
    for cell in range(R.CELLS):
        if v.name[cell] == cell:
            set_spare(v, cell, cell, cell)
            with_sides(v, cell, R.CELLS + first, R.CELLS + second, R.CELLS + third, False)
            if not v.empty[cell]:
                with_sides(v, cell, R.CELLS + first, R.CELLS + second, R.CELLS + third, True)
                with_sides(v, cell, R.CELLS + first, R.CELLS + third, R.CELLS + second, True)
                with_sides(v, cell, R.CELLS + second, R.CELLS + third, R.CELLS + first, True)


def with_sides(v: Room, cell: int, one: int, other: int, third: int, half: bool) -> None:
    """Count the ways in which a point is fully connected with two sides, fully or `half` with the third."""
    x = v.full_of[pair_of(cell, one)]
    while x != NONE:
        y = v.full_of[pair_of(cell, other)]
        while y != NONE:
            grow(v, v.full[x].mask)
            if meet(v, v.full[y].mask):
                grow(v, v.made)
                if half:
                    half_joined(v, v.semi_of[pair_of(cell, third)])
                else:
                    joined(v, cell, v.full_of[pair_of(cell, third)])
            y = v.full[y].beside
        x = v.full[x].beside


def joined(v: Room, cell: int, entry: int) -> None:
    """Count ``v.grown`` with each full connection of a point with a third side."""
    while entry != NONE:
        if meet(v, v.full[entry].mask):
            count_three(v, cell)
        entry = v.full[entry].beside


def half_joined(v: Room, entry: int) -> None:
    """Count ``v.grown`` with each semi connection of a chain with a third side."""
    while entry != NONE:
        if meet(v, v.semi[entry].mask):
            count_semi(v, v.made, v.semi[entry].key)
        entry = v.semi[entry].beside


def count_three(v: Room, cell: int) -> None:
    """Count ``v.made`` as a way to join the sides with this point: an empty cell is then the key."""
    if v.empty[cell]:
        add_cell(v.made, cell)
        count_semi(v, v.made, cell)
    else:
        count_full(v, v.made)


# -- how far it is -----------------------------------------------------------------------------------


def measure(v: Room, side: int) -> None:
    """Set ``v.far`` of each point to the stones that a chain from it to the point `side` would need.

    Its own is one of them; full connections need none. FAR where there is no such chain, and for what is
    no point.
    """
    for point in range(R.CELLS):
        v.far[point] = FAR
        v.done[point] = v.name[point] != point
        if v.done[point] == 0 and v.full_of[pair_of(point, side)] != NONE:
            v.far[point] = v.empty[point]
    near = nearest(v)
    while near != NONE:
        v.done[near] = 1
        for point in range(R.CELLS):
            further = v.far[near] + v.empty[point]
            shorter = v.done[point] == 0 and further < v.far[point]
            if shorter and v.full_of[pair_of(point, near)] != NONE:
                v.far[point] = further
        near = nearest(v)


def nearest(v: Room) -> int:
    """The point that is nearest of those not done; NONE where none is to be reached."""
    found = NONE
    least = FAR
    for point in range(R.CELLS):
        if v.done[point] == 0 and v.far[point] < least:
            found = point
            least = v.far[point]
    return found
