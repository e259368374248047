"""A random walk over seas that agree with the public log, and statistics of them, for NavalQi's players."""

from __future__ import annotations

from parlour.games.naval_qi.firing import sighting
from parlour.games.naval_qi.inference.consistency import WITHOUT_LIMIT, contradictions, lost_before
from parlour.games.naval_qi.inference.resampling import lay_seen_land, start_walk, take_step
from parlour.games.naval_qi.inference.volley_search import (
    all_sunk,
    draw_unhit_ship,
    explain,
    put_back,
)
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
from parlour.kernel.layout import Record, Rng
from parlour.kernel.primitives import below
from parlour.kernel.protocol import R

__compiled__ = True

# Layers of the statistics by position: undamaged sections, bare and plated; vulnerable items, bare and
# plated, by their worth in tenths of a section; plates. One more word has the number of seas.
BARE, PLATED, BARE_ITEM, PLATED_ITEM, PLATE = range(5)
LAYERS = 5
EVERY = 5  # every fifth sea is counted
WORTH_TIGERGUN, WORTH_LARGEGUN, WORTH_OTHER = 60, 20, 10


def walk_seas(s: Record, seat: int, rng: Rng, phase: int, steps: int, tally: Record) -> int:
    """Walk `steps` steps from the plan of `seat`, or from a random plan if it is blank.

    Seas with the fewest contradictions are counted in `tally` (LAYERS rows of positions and one word); the
    minimum is returned. The plan, the owner's choices and the sea reached are kept.
    """
    cost = start_walk(s, seat, rng, phase, is_blank(s, seat))
    best = cost
    for step in range(steps):
        cost = take_step(s, seat, rng, phase, cost)
        if cost < best:
            best = cost
            for i in range(LAYERS * R.CELLS + 1):
                tally[i] = 0
        if cost == best and step % EVERY == 0:
            contradictions(s, seat, rng, phase, WITHOUT_LIMIT)
            count_sea(s, seat, tally)
    # Lay the sea of the plan for the caller.
    contradictions(s, seat, rng, phase, WITHOUT_LIMIT)
    return best


def is_blank(s: Record, seat: int) -> bool:
    """Whether the plan is empty."""
    for i in range(R.DRAFT):  # noqa: SIM110 (the compiler knows no generators)
        if s.draft[seat * R.DRAFT + i]:
            return False
    return True


def count_sea(s: Record, seat: int, tally: Record) -> None:
    """Add one sea to the statistics."""
    tally[LAYERS * R.CELLS] += 1
    for cell in range(R.CELLS):
        at = seat * R.CELLS + cell
        plated = has_plate(s, seat, cell) or flag_plate(s, seat, cell) != 0
        if plated:
            tally[PLATE * R.CELLS + cell] += 1
        hull = s.hull[at]
        if hull and sighting(s, seat, cell) & 1 == 0:
            tally[(PLATED if plated else BARE) * R.CELLS + cell] += 1
        item = s.item[at]
        if item != NOBODY and HARM[item] >= 0:
            worth = WORTH_OTHER
            if KIND_OF[item] == TIGERGUN:
                worth = WORTH_TIGERGUN
            elif KIND_OF[item] == LARGEGUN:
                worth = WORTH_LARGEGUN
            tally[(PLATED_ITEM if plated else BARE_ITEM) * R.CELLS + cell] += worth


def sample_returns(s: Record, seat: int, rng: Rng, times: int, tally: Record) -> None:
    """After a walk: put ships back on its Land `times` times, as all volleys allow, and count them.

    The Land is dropped if no ships on it could have been hit in this way.
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
    """Remove all ships and reset their counts."""
    clear(s, seat, False)
    for kind in range(KINDS):
        s.count[seat * KINDS + kind] = 0


def launch(s: Record, seat: int, rng: Rng) -> None:
    """Add ships that were not hit, until as much is afloat as the primary phase may have left.

    The target is a random legal cost of a fleet minus the ships sunk then; at least one ship is afloat.
    Kinds are drawn by how many of them were sunk or hit.
    """
    least = R.LEAST_ON_SHIPS
    for kind in range(FLAGSHIP, SMALL + 1):
        least -= COST[kind] * lost_before(s, seat, kind)
    wanted = least + below(rng, R.MOST_ON_SHIPS - R.LEAST_ON_SHIPS + 1)
    if s.flag[seat] < 0 and lost_before(s, seat, FLAGSHIP) == 0:
        lay_unhit_ship(s, seat, rng, FLAGSHIP)
    left = wanted - spent_on_ships(s, seat)
    if left <= 0 and all_sunk(s, seat):
        left = 1
    while left > 0:
        kind = likely_kind(s, seat, rng)
        while COST[kind] > left:  # the next costs no more
            kind += 1
        if not lay_unhit_ship(s, seat, rng, kind):
            return
        left = wanted - spent_on_ships(s, seat)


def likely_kind(s: Record, seat: int, rng: Rng) -> int:
    """A random kind of ship, weighted by 1 plus the ships of it that were sunk or are laid."""
    chosen = SMALL
    total = 0
    for kind in range(BATTLESHIP, SMALL + 1):
        weight = 1 + lost_before(s, seat, kind) + s.count[seat * KINDS + kind]
        total += weight
        if below(rng, total) < weight:
            chosen = kind
    return chosen


def lay_unhit_ship(s: Record, seat: int, rng: Rng, kind: int) -> bool:
    """Lay a ship of the kind, or a smaller one that fits, where nothing was hit; returns success."""
    for smaller in range(kind, SMALL + 1):
        m = draw_unhit_ship(s, seat, rng, smaller)
        if m >= 0:
            put_back(s, seat, m)
            return True
    return False
