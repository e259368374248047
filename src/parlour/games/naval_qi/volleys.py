"""Where the ships that were put back may lie: a complete search over the secondary engagement.

A volley hits a ship or does not, whatever other ships there are, so where a ship lies settles its part in
every report. The report that the fewest ships could explain is explained first, by each of them in turn,
which is taken back where another report then has none. Ships that nobody hit lie where nobody fired.
"""

from __future__ import annotations

from parlour.games.naval_qi.consistency import FAULT, SPARE, WHERE, lost_since
from parlour.games.naval_qi.items import (
    COST,
    DIRECTIONS,
    FIELD_WORD,
    FLAGSHIP,
    KINDS,
    LENGTH,
    REPEATINGGUN,
    REPORTED,
    SMALL,
    STRUCK,
    STRUCK_AT,
    STRUCK_KIND,
    SUNK,
    WIDTH,
    cell_of,
    deed_of,
    direction_of,
    in_report,
    placed,
    reported,
    section_bit,
    target,
    target_count,
)
from parlour.games.naval_qi.placing import (
    covers,
    is_free,
    lay_ship,
    lift_ship,
    section_cell,
    section_of,
    spent_on_ships,
)
from parlour.kernel.layout import Record, Rng
from parlour.kernel.primitives import below, popcount
from parlour.kernel.protocol import R

__compiled__ = True

# The room for it, where faults and kept wishes are at other times: how many ships may still be tried, the
# first entry of the log that is a volley, and two words of each report for what no ship explains yet.
TRIALS, FIRST, OPEN = FAULT, WHERE, SPARE
PATIENCE = 400  # ships that are tried until the search begins again
STARTS = 12  # beginnings until it is given up
MANY = 1 << 30
WHOLE = (1 << 9) - 1  # the bits of all sections that a ship may have


# -- one ship's part in the reports ----------------------------------------------------------------


def is_at(s: Record, seat: int, i: int) -> bool:
    """Whether entry `i` of the log is a volley at the sea of `seat`."""
    return deed_of(s.log[3 * i]) == REPEATINGGUN and cell_of(s.log[3 * i]) != seat


def struck(m: int, what: int) -> int:
    """The bits of the sections of the ship `m` that a volley is aimed at."""
    kind = deed_of(m)
    d = direction_of(m)
    bits = 0
    for k in range(target_count(what)):
        at = target(what, k)
        if covers(kind, cell_of(m), d, at):
            bits |= section_bit(section_of(kind, cell_of(m), d, at))
    return bits


def told(kind: int, damaged: int, now: int) -> int:
    """What is reported of a ship whose damaged sections are `damaged`, those of `now` for the first time."""
    if popcount(damaged) == LENGTH[kind]:
        return SUNK + kind - FLAGSHIP
    return STRUCK_AT[kind, popcount(now)]  # type: ignore[no-any-return]


def part(s: Record, seat: int, m: int, entry: int, wanted: int) -> int:
    """In how many open reports the ship `m` has a part; -1 if it contradicts one, or a miss.

    In entry `entry` (-1: none) it must be the number `wanted`.
    """
    kind = deed_of(m)
    damaged = 0
    parts = 0
    j = 0
    for i in range(s.work[FIRST], s.logged):
        if not is_at(s, seat, i):
            continue
        now = struck(m, s.log[3 * i]) & ~damaged
        if now:
            damaged |= now
            parts += 1
            field = told(kind, damaged, now)
            word = OPEN + 2 * j
            if (i == entry and field != wanted) or was_missed(s, seat, m, now, i + 1) or (
                reported(s.work[word], s.work[word + 1], field) == 0
            ):  # fmt: skip
                return -1
        elif i == entry:
            return -1
        j += 1
    return -1 if was_missed(s, seat, m, ~damaged, MANY) else parts


def was_missed(s: Record, seat: int, m: int, sections: int, before: int) -> bool:
    """Whether a shot missed where one of these sections is, when the log was shorter than `before` + 1."""
    kind = deed_of(m)
    for k in range(LENGTH[kind]):
        if sections & section_bit(k):
            at = seat * R.CELLS + section_cell(kind, cell_of(m), direction_of(m), k)
            if s.missed[at] and s.missed[at] <= before:
                return True
    return False


def charge(s: Record, seat: int, m: int, sign: int) -> None:
    """Take the part of a ship off the open reports (-1), or give it back (1)."""
    damaged = 0
    j = 0
    for i in range(s.work[FIRST], s.logged):
        if is_at(s, seat, i):
            now = struck(m, s.log[3 * i]) & ~damaged
            if now:
                damaged |= now
                field = told(deed_of(m), damaged, now)
                s.work[OPEN + 2 * j + FIELD_WORD[field]] += in_report(sign, field)
            j += 1


# -- the ships that were hit -----------------------------------------------------------------------


def explain(s: Record, seat: int, rng: Rng) -> bool:
    """Lay undamaged ships, on the Land that there is, that explain all hits; none if there are none such.

    Their number by kind is added to ``count``.
    """
    for _ in range(STARTS):
        open_reports(s, seat)
        s.work[TRIALS] = PATIENCE
        if explain_rest(s, seat, rng):
            return True
        if s.work[TRIALS] > 0:
            return False
    return False


def open_reports(s: Record, seat: int) -> None:
    """No report is explained yet."""
    first = s.logged
    while first > 0 and deed_of(s.log[3 * first - 3]) == REPEATINGGUN:
        first -= 1
    s.work[FIRST] = first
    word = OPEN
    for i in range(first, s.logged):
        if is_at(s, seat, i):
            s.work[word] = s.log[3 * i + 1]
            s.work[word + 1] = s.log[3 * i + 2]
            word += 2


def explain_rest(s: Record, seat: int, rng: Rng) -> bool:
    """Explain what is open: whether that could be done; if not, the sea is as before."""
    hardest = hardest_open(s, seat)
    if hardest < 0:
        return True
    entry = hardest // REPORTED
    wanted = hardest % REPORTED
    ways = way_count(wanted)
    start = below(rng, ways)
    for k in range(ways):
        m = way(s, seat, entry, wanted, (start + k) % ways)
        if m < 0:
            continue
        s.work[TRIALS] -= 1
        if s.work[TRIALS] <= 0:
            return False
        put_back(s, seat, m)
        charge(s, seat, m, -1)
        if explain_rest(s, seat, rng):
            return True
        charge(s, seat, m, 1)
        lift_ship(s, seat, cell_of(m))
        s.count[seat * KINDS + deed_of(m)] -= 1
    return False


def hardest_open(s: Record, seat: int) -> int:
    """What is open and can be explained in the fewest ways, entry * REPORTED + number; -1 if nothing is."""
    hardest = -1
    fewest = MANY
    word = OPEN
    for i in range(s.work[FIRST], s.logged):
        if not is_at(s, seat, i):
            continue
        if s.work[word] or s.work[word + 1]:
            for field in range(SUNK, REPORTED):
                if reported(s.work[word], s.work[word + 1], field):
                    count = 0
                    for k in range(way_count(field)):
                        if count < fewest and way(s, seat, i, field, k) >= 0:
                            count += 1
                    if count < fewest:
                        fewest = count
                        hardest = i * REPORTED + field
                    if fewest == 0:
                        return hardest
        word += 2
    return hardest


def kind_told(field: int) -> int:
    """The kind of ship that a number of a report is about."""
    return STRUCK_KIND[field - STRUCK] if field >= STRUCK else FLAGSHIP + field - SUNK


def way_count(field: int) -> int:
    """How many ships `way` may make: by target, direction and the section that is hit."""
    kind = kind_told(field)
    return 3 * DIRECTIONS[kind] * LENGTH[kind]  # type: ignore[no-any-return]


def way(s: Record, seat: int, entry: int, wanted: int, k: int) -> int:
    """The ship number `k` that might explain `wanted` in a volley's report; -1 if it cannot."""
    kind = kind_told(wanted)
    i = k % LENGTH[kind]
    d = k // LENGTH[kind] % DIRECTIONS[kind]
    at = target(s.log[3 * entry], k // (LENGTH[kind] * DIRECTIONS[kind]))
    x = at // R.SEA - i % WIDTH[kind, d]
    y = at % R.SEA - i // WIDTH[kind, d]
    if x < 0 or y < 0 or not is_free(s, seat, kind, x * R.SEA + y, d):
        return -1
    if s.flag[seat] >= 0 and kind == FLAGSHIP:
        return -1
    if spent_on_ships(s, seat) + COST[kind] > R.MOST_ON_SHIPS:
        return -1
    m = placed(kind, x * R.SEA + y, d)
    return m if part(s, seat, m, entry, wanted) > 0 else -1


def put_back(s: Record, seat: int, m: int) -> None:
    """Lay a ship and count it."""
    lay_ship(s, seat, deed_of(m), cell_of(m), direction_of(m))
    s.count[seat * KINDS + deed_of(m)] += 1


# -- the ships that were not -----------------------------------------------------------------------


def fill(s: Record, seat: int, rng: Rng) -> int:
    """Lay what is left of the ships afloat where nobody fired; returns how many found no room."""
    homeless = 0
    for kind in range(FLAGSHIP, SMALL + 1):
        for _ in range(s.afloat[seat * KINDS + kind] - s.count[seat * KINDS + kind]):
            m = unfired(s, seat, rng, kind)
            if m < 0:
                homeless += 1
            else:
                put_back(s, seat, m)
    return homeless


def keep_one_afloat(s: Record, seat: int, rng: Rng) -> None:
    """Where all ships so far were sunk lay one more, of any kind: somebody is still there."""
    if not all_sunk(s, seat):
        return
    start = below(rng, SMALL - FLAGSHIP + 1)
    for k in range(SMALL - FLAGSHIP + 1):
        kind = FLAGSHIP + (start + k) % (SMALL - FLAGSHIP + 1)
        m = unfired(s, seat, rng, kind) if kind != FLAGSHIP or s.flag[seat] < 0 else -1
        if m >= 0:
            put_back(s, seat, m)
            return


def all_sunk(s: Record, seat: int) -> bool:
    """Whether all ships that are laid were sunk by volleys."""
    for kind in range(FLAGSHIP, SMALL + 1):
        if s.count[seat * KINDS + kind] > lost_since(s, seat, kind):
            return False
    return True


def unfired(s: Record, seat: int, rng: Rng, kind: int) -> int:
    """A ship of the kind that nobody fired at, drawn from all that there is room for; -1 for none."""
    chosen = -1
    count = 0
    for cell in range(R.CELLS):
        for d in range(DIRECTIONS[kind]):
            if is_free(s, seat, kind, cell, d):
                m = placed(kind, cell, d)
                # The first question only saves asking the second, which looks through the log.
                if not was_missed(s, seat, m, WHOLE, MANY) and part(s, seat, m, -1, 0) == 0:
                    count += 1
                    if below(rng, count) == 0:
                        chosen = m
    return chosen
