"""What the other's sea may be like: a walk among seas that agree with all that was heard, and its counts.

Compiled for the game's own players; `layout_plan` says what wishes are.
"""

from __future__ import annotations

from parlour.games.naval_qi.consistency import WITHOUT_LIMIT, contradictions, lost_before
from parlour.games.naval_qi.firing import seen
from parlour.games.naval_qi.items import (
    BATTLESHIP,
    COST,
    FLAGSHIP,
    HARM,
    KIND_OF,
    KINDS,
    LARGEGUN,
    NOBODY,
    REDEPLOYING,
    SMALL,
    TIGERGUN,
)
from parlour.games.naval_qi.placing import clear, flag_plate, has_plate, spent_on_ships
from parlour.games.naval_qi.resampling import lay_seen_land, set_out, step_on
from parlour.games.naval_qi.volleys import all_sunk, explain, put_back, unfired
from parlour.kernel.layout import Record, Rng
from parlour.kernel.primitives import below
from parlour.kernel.protocol import R

__compiled__ = True

# What is counted of each position: undamaged sections bare and plated; what can be harmed there, bare
# and plated, by its worth in tenths of a section; plates. Then, once, the seas that were counted.
BARE, PLATED, BARE_ITEM, PLATED_ITEM, PLATE = range(5)
LAYERS = 5
EVERY = 5  # one sea in so many is counted
WORTH_TIGERGUN, WORTH_LARGEGUN, WORTH_OTHER = 60, 20, 10


def roam(s: Record, seat: int, rng: Rng, phase: int, steps: int, tally: Record) -> int:
    """Walk so many steps from the wishes of `seat` (from a random row, if there are none).

    `tally`, LAYERS rows of positions and one word, is added to for the seas with the fewest contradictions,
    whose number is returned; the wishes and the other's own choices stay, with the sea that they come to.
    """
    cost = set_out(s, seat, rng, phase, is_blank(s, seat))
    best = cost
    for step in range(steps):
        cost = step_on(s, seat, rng, phase, cost)
        if cost < best:
            best = cost
            for i in range(LAYERS * R.CELLS + 1):
                tally[i] = 0
        if cost == best and step % EVERY == 0:
            contradictions(s, seat, rng, phase, WITHOUT_LIMIT)
            count_sea(s, seat, tally)
    # The sea of the wishes is laid, for others to look at.
    contradictions(s, seat, rng, phase, WITHOUT_LIMIT)
    return best


def is_blank(s: Record, seat: int) -> bool:
    """Whether there are no wishes."""
    for i in range(R.DRAFT):  # noqa: SIM110 (the compiler knows no generators)
        if s.draft[seat * R.DRAFT + i]:
            return False
    return True


def count_sea(s: Record, seat: int, tally: Record) -> None:
    """Add one sea to the counts."""
    tally[LAYERS * R.CELLS] += 1
    for cell in range(R.CELLS):
        at = seat * R.CELLS + cell
        plated = has_plate(s, seat, cell) or flag_plate(s, seat, cell) != 0
        if plated:
            tally[PLATE * R.CELLS + cell] += 1
        hull = s.hull[at]
        if hull and seen(s, seat, cell) & 1 == 0:
            tally[(PLATED if plated else BARE) * R.CELLS + cell] += 1
        item = s.item[at]
        if item != NOBODY and HARM[item] >= 0:
            worth = WORTH_OTHER
            if KIND_OF[item] == TIGERGUN:
                worth = WORTH_TIGERGUN
            elif KIND_OF[item] == LARGEGUN:
                worth = WORTH_LARGEGUN
            tally[(PLATED_ITEM if plated else BARE_ITEM) * R.CELLS + cell] += worth


def scatter(s: Record, seat: int, rng: Rng, times: int, tally: Record) -> None:
    """After a walk: put ships back on its Land so many times, as all volleys allow, and count them.

    The Land is left out where no ships on it could have been hit so.
    """
    s.stage = REDEPLOYING
    for _ in range(times):
        lift_ships(s, seat)
        if not explain(s, seat, rng):
            clear(s, seat, True)
            lay_seen_land(s, seat)
            explain(s, seat, rng)
        launch(s, seat, rng)
        count_sea(s, seat, tally)


def lift_ships(s: Record, seat: int) -> None:
    """Take all ships off, and count none."""
    clear(s, seat, False)
    for kind in range(KINDS):
        s.count[seat * KINDS + kind] = 0


def launch(s: Record, seat: int, rng: Rng) -> None:
    """Lay ships that nobody hit, until as much is afloat as the primary phase may have left.

    That is what a fleet may cost less what was sunk then, each as likely as another; somebody is still there.
    Kinds are drawn by how many of them were sunk or hit.
    """
    least = R.LEAST_ON_SHIPS
    for kind in range(FLAGSHIP, SMALL + 1):
        least -= COST[kind] * lost_before(s, seat, kind)
    wanted = least + below(rng, R.MOST_ON_SHIPS - R.LEAST_ON_SHIPS + 1)
    if s.flag[seat] < 0 and lost_before(s, seat, FLAGSHIP) == 0:
        lay_unfired(s, seat, rng, FLAGSHIP)
    left = wanted - spent_on_ships(s, seat)
    if left <= 0 and all_sunk(s, seat):
        left = 1
    while left > 0:
        kind = likely_kind(s, seat, rng)
        while COST[kind] > left:  # the next costs no more
            kind += 1
        if not lay_unfired(s, seat, rng, kind):
            return
        left = wanted - spent_on_ships(s, seat)


def likely_kind(s: Record, seat: int, rng: Rng) -> int:
    """A kind of ship: each once, and once for each ship of it that was sunk or is laid."""
    chosen = SMALL
    total = 0
    for kind in range(BATTLESHIP, SMALL + 1):
        weight = 1 + lost_before(s, seat, kind) + s.count[seat * KINDS + kind]
        total += weight
        if below(rng, total) < weight:
            chosen = kind
    return chosen


def lay_unfired(s: Record, seat: int, rng: Rng, kind: int) -> bool:
    """Lay a ship of the kind, or of the next that has room, where nobody fired; whether one has."""
    for smaller in range(kind, SMALL + 1):
        m = unfired(s, seat, rng, smaller)
        if m >= 0:
            put_back(s, seat, m)
            return True
    return False
