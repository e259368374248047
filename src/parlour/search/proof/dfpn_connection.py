"""Depth-first proof-number search for games of connections: the part that is compiled.

As in `dfpn`, and where a position is searched for the first time, its connections are computed: a side
that is joined whoever moves, or by moving, has won; if the other would be by moving, only moves onto cells
that all its connections need are searched. A move is guessed to be the harder, the more stones would be
needed, by either colour, to join the sides over its cell. Cells that do nothing, and pairs of which the
prover's opponent kills one by a stone on the other, are given to the opponent at once: that changes
neither side's chances, and a proof in spite of such a gift is one without it (`proof_joining`).

`v` is the record of `connections`. An entry of `memo` has the words that `row` lists: a position's key, the
number of moves searched, and these with their detours.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from parlour.kernel.layout import OVER, Record
from parlour.kernel.protocol import R
from parlour.search.connection.connection_board import (
    back_to_root,
    list_empty,
    look,
)
from parlour.search.connection.fill_in import give_cell
from parlour.search.connection.virtual_connections import (
    FAR,
    QUICKLY,
    SIDES,
    add_cell,
    connect,
    has_cell,
    measure,
)
from parlour.search.proof.dfpn_compiled import (
    INFINITE,
    NEVER,
    arrive,
    combine,
    enter,
    follow,
    is_open,
    kept_move,
    move_over,  # noqa: F401 (for the driver)
    note,
    settle,
    shares,
    take,
    verdict,
)

if TYPE_CHECKING:
    from parlour.kernel.workspace import Words, WorkRecord

__compiled__ = True

Room: TypeAlias = "WorkRecord"  # see connections_search.layout

HOW = QUICKLY  # connections are looked for
STEEP = 4  # how much harder a move is guessed to be for each stone more that is needed


def prove(w: WorkRecord, v: Room, table: Words, memo: Words) -> int:
    """Search ``w.states[0]`` until it is proven (1), disproved (-1), or the budget is spent (0)."""
    give(w, w.states[0])
    search(w, v, table, memo, 0, INFINITE, INFINITE)
    return verdict(w)


def search(
    w: WorkRecord, v: Room, table: Words, memo: Words, ply: int, pn_limit: int, dn_limit: int
) -> None:
    """Search the state at `ply` until one of its numbers reaches its limit; they are left in `w`."""
    mine = enter(w, ply)
    begun = w.nodes
    if not is_known(w, v, memo, ply):
        for i in range(w.counts[ply]):
            go(w, ply, i)
            if arrive(w, table, ply, i):
                guess(w, ply, i, mine)
    best = combine(w, ply, mine)
    while is_open(w, ply, pn_limit, dn_limit):
        child_pn, child_dn = shares(w, ply, best, pn_limit, dn_limit, mine)
        go(w, ply, best)
        search(w, v, table, memo, ply + 1, child_pn, child_dn)
        take(w, ply, best)
        best = combine(w, ply, mine)
    settle(w, table, ply, mine, best, w.nodes - begun)


def go(w: WorkRecord, ply: int, i: int) -> None:
    """Make the state at ``ply + 1`` what move `i` leads to, useless cells given away."""
    follow(w, ply, i)
    if w.states[ply + 1].turn != OVER:
        give(w, w.states[ply + 1])


# -- gifts -------------------------------------------------------------------------------------------


def give(w: WorkRecord, s: Record) -> None:
    """Give the prover's opponent all cells that are no use to anybody, and those that it captures.

    The board is left in ``w.colour``.
    """
    look(w, s)
    back_to_root(w)
    if R.settled(s):
        foe = R.colour_of(s, 1 - w.prover)
        count = list_empty(w)
        given = 1
        while given > 0:
            given = 0
            for i in range(count):
                given += give_cell(w, s, foe, w.empty[i], count)


# -- connections ---------------------------------------------------------------------------------------


def is_known(w: WorkRecord, v: Room, memo: Words, ply: int) -> bool:
    """Whether connections tell who wins at `ply`: then one move is left, else those worth a look."""
    s = w.states[ply]
    if not R.settled(s):
        for i in range(w.counts[ply]):
            w.detours[ply][i] = 0
        return False
    at = (w.path[ply] & (len(memo) // row() - 1)) * row()
    if memo[at] != w.path[ply]:
        if consult(w, v, ply):
            return True
        remember(w, memo, at, ply)
    recall(w, memo, at, ply)
    return False


def consult(w: WorkRecord, v: Room, ply: int) -> bool:
    """Look at the connections at `ply`: whether they tell who wins. If not, ``w.costs`` are set."""
    s = w.states[ply]
    w.nodes += 1
    for cell in range(R.CELLS):
        w.costs[cell] = 0
    R.stones(s, w.colours)
    colour = R.colour_of(s, s.turn)
    connect(v, w.colours, colour + 1, HOW)
    if v.won > 0:
        w.moves[ply][0] = v.key
        decide(w, ply, s.turn == w.prover)
        return True
    add_costs(w, v, colour)
    connect(v, w.colours, 2 - colour, HOW)
    if v.won == 2:
        decide(w, ply, s.turn != w.prover)
        return True
    add_costs(w, v, 1 - colour)
    narrow(w, v, ply)
    return False


def decide(w: WorkRecord, ply: int, proven: bool) -> None:
    """Leave one move at `ply`, by which it is proven or disproved."""
    w.counts[ply] = 1
    w.lows[ply][0] = NEVER
    note(w, ply, 0, proven)


def narrow(w: WorkRecord, v: Room, ply: int) -> None:
    """Leave the moves at `ply` onto cells that all of the other's ways need."""
    left = 0
    for i in range(w.counts[ply]):
        code = w.moves[ply][i]
        if has_cell(v.must, code):
            w.moves[ply][left] = code
            left += 1
    w.counts[ply] = left


def add_costs(w: WorkRecord, v: Room, colour: int) -> None:
    """Add to ``w.costs`` of the empty cells how many stones of `colour` a chain over each would need."""
    for side in range(SIDES):
        if v.joins[colour] >> side & 1:
            measure(v, R.CELLS + side)
            for cell in range(R.CELLS):
                w.costs[cell] += v.far[cell]


# -- what is remembered ------------------------------------------------------------------------------


def row() -> int:
    """The words of an entry of `memo`."""
    return 2 + R.MAX_MOVES


def remember(w: WorkRecord, memo: Words, at: int, ply: int) -> None:
    """Write the moves at `ply` to the entry at `at`, each with what it costs more than the best."""
    least = FAR * SIDES * 2
    for i in range(w.counts[ply]):
        least = min(least, w.costs[w.moves[ply][i]])
    memo[at] = w.path[ply]
    memo[at + 1] = w.counts[ply]
    for i in range(w.counts[ply]):
        code = w.moves[ply][i]
        memo[at + 2 + i] = code | (w.costs[code] - least) << 32


def recall(w: WorkRecord, memo: Words, at: int, ply: int) -> None:
    """Set the moves at `ply` and their detours to what `remember` wrote."""
    w.counts[ply] = memo[at + 1]
    for i in range(w.counts[ply]):
        entry = memo[at + 2 + i]
        w.moves[ply][i] = entry & 0xFFFFFFFF
        w.detours[ply][i] = entry >> 32


def guess(w: WorkRecord, ply: int, i: int, mine: bool) -> None:
    """Set the mover's number of a move after which nothing is known."""
    number = 1 + STEEP * w.detours[ply][i]
    if mine:
        w.pns[ply][i] = number
    else:
        w.dns[ply][i] = number


# -- what a proof says -----------------------------------------------------------------------------------


def proving_move(w: WorkRecord, v: Room, table: Words) -> int:
    """The proving move in ``w.states[0]``, or -1 if there is none."""
    s = w.states[0]
    give(w, s)
    if R.settled(s):
        connect(v, w.colour, R.colour_of(s, s.turn) + 1, HOW)
        if v.won > 0:
            return v.key
    return kept_move(w, table)


def cede(w: WorkRecord, v: Room) -> None:
    """Mark in ``w.ceded`` the empty cells of ``w.states[0]`` that the prover can do without.

    All that are not in the carrier of its connection, if it has one.
    """
    s = w.states[0]
    give(w, s)
    for k in range(len(w.ceded)):
        w.ceded[k] = 0
    connect(v, w.colour, R.colour_of(s, w.prover) + 1, HOW)
    moves = s.turn == w.prover
    joined = v.won > 0 if moves else v.won == 2
    for cell in range(R.CELLS):
        if w.root_colour[cell] == 0:
            needed = has_cell(v.way, cell) if moves else has_cell(v.whole, cell)
            if w.colour[cell] != 0 or (joined and not needed):
                add_cell(w.ceded, cell)
