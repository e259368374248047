"""Virtual connections of one colour's stones, by H-search: the part that is compiled.

A *full* connection between two points holds although the other moves first, a *semi* connection if the
owner moves first; each has a carrier, the empty cells that it needs. They are made of each other
(Anshelevich, A hierarchical approach to computer Hex, 2002):

* AND: two full connections with a common end and carriers that do not meet are one full connection if
  that end is a stone, a semi connection if it is an empty cell, which the owner then takes: its key;
* OR: semi connections of which no cell is in all carriers are one full connection.

Points are the empty cells, the chains (named by their first cell) and the sides, from CELLS on. Sides are
ends only. All this is true where a stone of one's own never does harm.

`v` is the record that all this is kept in: pools of entries `full` and `semi`, in lists by pair of points, of
which ``v.full_limit`` and ``v.semi_limit`` are kept for each pair, between two empty cells only those of at
most ``v.loose`` cells. These bound the work, as ``v.most`` does.
Bound to a game's rules by the loader.
"""

from __future__ import annotations

from typing import Any

from parlour.kernel.fast import lowest, popcount
from parlour.kernel.protocol import R

__compiled__ = True

Room = Any  # see connections_search.layout

NONE = -1
DIRECTIONS = 6
SIDES = 6
WIN_LIMIT = 200  # semi connections kept of two sides
LONG = 40  # cells that any carrier may have
FAR = 100  # stones: what cannot be joined


def connect(v: Room, colours: Any, own: int) -> None:
    """Find the connections of the stones ``own`` (1 or 2) on the board `colours`.

    What they come to is written to ``v.won``, ``v.key`` and ``v.must``: see `sum_up`.
    """
    points = R.CELLS + SIDES
    v.fulls = 0
    v.semis = 0
    v.steps = 0
    v.wins = 0
    for pair in range(points * points):
        v.full_of[pair] = NONE
        v.semi_of[pair] = NONE
    for point in range(points):
        v.at[point] = NONE
        v.name[point] = point
    name_chains(v, colours, own)
    touch(v, colours, own)
    i = 0
    while i < v.fulls and v.steps < v.most:
        extend(v, i)
        i += 1
    sum_up(v, own - 1)


def name_chains(v: Room, colours: Any, own: int) -> None:
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


def touch(v: Room, colours: Any, own: int) -> None:
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


def contains(v: Room, mask: Any) -> bool:
    """Whether the carrier ``v.made`` contains all cells of `mask`."""
    outside = 0
    for k in range(len(v.made)):
        outside |= mask[k] & ~v.made[k]
    return outside == 0


def size_made(v: Room) -> int:
    """The number of cells in ``v.made``."""
    n = 0
    for k in range(len(v.made)):
        n += popcount(v.made[k])
    return n


def fits(v: Room, x: int, y: int) -> bool:
    """Whether the carrier ``v.made`` is small enough to be kept for these points."""
    n = size_made(v)
    loose = x < R.CELLS and y < R.CELLS and v.empty[x] and v.empty[y]
    limit: int = v.loose if loose else LONG
    return n <= limit


def add_full(v: Room, x: int, y: int) -> None:
    """Keep a full connection with the carrier ``v.made``, unless one with less is known."""
    pair = pair_of(x, y)
    n = 0
    entry = v.full_of[pair]
    while entry != NONE:
        if contains(v, v.full[entry].mask):
            return
        n += 1
        entry = v.full[entry].beside
    if n >= v.full_limit or v.fulls == len(v.full) or not fits(v, x, y):
        return
    new = v.full[v.fulls]
    for k in range(len(v.made)):
        new.mask[k] = v.made[k]
    new.x = x
    new.y = y
    new.beside = v.full_of[pair]
    v.full_of[pair] = v.fulls
    v.fulls += 1


def add_semi(v: Room, x: int, y: int, key: int) -> None:
    """Keep a semi connection with the carrier ``v.made``, unless one with less is known; then try OR."""
    pair = pair_of(x, y)
    entry = v.full_of[pair]
    while entry != NONE:
        if contains(v, v.full[entry].mask):
            return
        entry = v.full[entry].beside
    n = 0
    entry = v.semi_of[pair]
    while entry != NONE:
        if contains(v, v.semi[entry].mask):
            return
        n += 1
        entry = v.semi[entry].beside
    wins = x >= R.CELLS and y >= R.CELLS
    most = WIN_LIMIT if wins else v.semi_limit
    if n >= most or v.semis == len(v.semi) or not fits(v, x, y):
        return
    new = v.semi[v.semis]
    for k in range(len(v.made)):
        new.mask[k] = v.made[k]
    new.key = key
    new.beside = v.semi_of[pair]
    v.semi_of[pair] = v.semis
    v.semis += 1
    if not wins:
        either(v, x, y)


def extend(v: Room, i: int) -> None:
    """AND: join the full connection number `i` with those before it, at both of its ends."""
    one = v.full[i]
    for end in range(2):
        middle = one.x if end == 0 else one.y
        if middle < R.CELLS:
            far = one.y if end == 0 else one.x
            other = v.at[middle]
            while other != NONE:
                entry = v.full[other]
                first = entry.x == middle
                v.steps += 1
                join(v, one, entry, far, middle, entry.y if first else entry.x)
                other = entry.next_x if first else entry.next_y
            if end == 0:
                one.next_x = v.at[middle]
            else:
                one.next_y = v.at[middle]
            v.at[middle] = i


def join(v: Room, one: Any, other: Any, x: int, middle: int, y: int) -> None:
    """AND: the full connections of `middle` with `x` and with `y`, if they do not meet."""
    if x == y:
        return
    meeting = 0
    for k in range(len(v.made)):
        meeting |= one.mask[k] & other.mask[k]
    if meeting != 0 or has(other.mask, x) or has(one.mask, y):
        return
    for k in range(len(v.made)):
        v.made[k] = one.mask[k] | other.mask[k]
    if v.empty[middle]:
        add_cell(v.made, middle)
        add_semi(v, x, y, middle)
    else:
        add_full(v, x, y)


def add_cell(mask: Any, cell: int) -> None:
    """Put a cell into a carrier: a row of words with a bit for each cell."""
    mask[cell >> 6] |= 1 << (cell & 63)


def has_cell(mask: Any, cell: int) -> bool:
    """Whether a carrier has this cell."""
    found: bool = mask[cell >> 6] >> (cell & 63) & 1 != 0
    return found


def has(mask: Any, point: int) -> bool:
    """Whether a carrier has this cell; sides are in none."""
    return point < R.CELLS and has_cell(mask, point)


def either(v: Room, x: int, y: int) -> None:
    """OR: the newest semi connection of two points with one, two or three of the others."""
    pair = pair_of(x, y)
    new = v.semi[v.semi_of[pair]]
    a = new.beside
    while a != NONE:
        if common(v, 0, new.mask, v.semi[a].mask):
            add_full(v, x, y)
        else:
            keep_made(v, 0)
            b = v.semi[a].beside
            while b != NONE:
                if common(v, 1, v.shared[0], v.semi[b].mask):
                    take_kept(v, 0, v.semi[b].mask)
                    add_full(v, x, y)
                elif differs(v):
                    c = v.semi[b].beside
                    while c != NONE:
                        if common(v, 2, v.shared[1], v.semi[c].mask):
                            take_kept(v, 0, v.semi[b].mask)
                            for k in range(len(v.made)):
                                v.made[k] |= v.semi[c].mask[k]
                            add_full(v, x, y)
                        c = v.semi[c].beside
                b = v.semi[b].beside
        a = v.semi[a].beside


def common(v: Room, row: int, one: Any, other: Any) -> bool:
    """Write what two carriers share to ``v.shared[row]``, both to ``v.made``: whether they share nothing."""
    shared = 0
    for k in range(len(v.made)):
        v.shared[row][k] = one[k] & other[k]
        v.made[k] = one[k] | other[k]
        shared |= v.shared[row][k]
    return shared == 0


def differs(v: Room) -> bool:
    """Whether a second carrier left less in ``v.shared[1]`` than there was."""
    less = 0
    for k in range(len(v.made)):
        less |= v.shared[0][k] ^ v.shared[1][k]
    return less != 0


def keep_made(v: Room, row: int) -> None:
    """Keep ``v.made`` for `take_kept`."""
    for k in range(len(v.made)):
        v.kept[row][k] = v.made[k]


def take_kept(v: Room, row: int, more: Any) -> None:
    """Make ``v.made`` what was kept and the cells of `more`."""
    for k in range(len(v.made)):
        v.made[k] = v.kept[row][k] | more[k]


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


def count_semi(v: Room, mask: Any, key: int) -> None:
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


def count_full(v: Room, mask: Any) -> None:
    """Count a way to join the sides whoever moves."""
    v.won = 2
    key = NONE
    for k in range(len(v.must)):
        v.whole[k] = mask[k]
        if mask[k] != 0:
            key = 64 * k + lowest(mask[k])
    keep_way(v, mask, key)


def keep_way(v: Room, mask: Any, key: int) -> None:
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
            x = v.full_of[pair_of(cell, R.CELLS + first)]
            while x != NONE:
                y = v.full_of[pair_of(cell, R.CELLS + second)]
                while y != NONE:
                    if common(v, 0, v.full[x].mask, v.full[y].mask):
                        keep_made(v, 0)
                        third_side(v, cell, R.CELLS + third)
                    y = v.full[y].beside
                x = v.full[x].beside
            if not v.empty[cell]:
                half_joined(v, cell, R.CELLS + first, R.CELLS + second, R.CELLS + third)
                half_joined(v, cell, R.CELLS + first, R.CELLS + third, R.CELLS + second)
                half_joined(v, cell, R.CELLS + second, R.CELLS + third, R.CELLS + first)


def third_side(v: Room, cell: int, side: int) -> None:
    """Count full connections of `cell` with a third side, its carrier for the other two being kept."""
    z = v.full_of[pair_of(cell, side)]
    while z != NONE:
        if common(v, 0, v.kept[0], v.full[z].mask):
            if v.empty[cell]:
                add_cell(v.made, cell)
                count_semi(v, v.made, cell)
            else:
                count_full(v, v.made)
        z = v.full[z].beside


def half_joined(v: Room, cell: int, one: int, other: int, third: int) -> None:
    """Count the ways in which a chain is fully connected with two sides, and half with the third."""
    x = v.full_of[pair_of(cell, one)]
    while x != NONE:
        y = v.full_of[pair_of(cell, other)]
        while y != NONE:
            if common(v, 0, v.full[x].mask, v.full[y].mask):
                keep_made(v, 0)
                z = v.semi_of[pair_of(cell, third)]
                while z != NONE:
                    if common(v, 0, v.kept[0], v.semi[z].mask):
                        count_semi(v, v.made, v.semi[z].key)
                    z = v.semi[z].beside
            y = v.full[y].beside
        x = v.full[x].beside


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
