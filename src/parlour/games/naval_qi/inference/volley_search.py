"""Where ships of the secondary engagement can be: a complete search over its volleys.

Whether a volley hits a ship does not depend on other ships, so a ship's place determines its part in
every report. The search takes the open report with the fewest possible ships and tries each of them,
backtracking when another report has none left. Ships without hits are where no shot fell.
"""

from __future__ import annotations

from parlour.games.naval_qi.inference.consistency import FAULT, SPARE, WHERE, lost_since
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
    action_of,
    cell_of,
    direction_of,
    in_report,
    placement_code,
    report_count,
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

# The layout of `s.work`, shared with faults and saved plans: the remaining trials, the first entry of the
# log that is a volley, and for each report two words with what is still unexplained.
TRIALS, FIRST, OPEN = FAULT, WHERE, SPARE
PATIENCE = 400  # ships tried before the search restarts
STARTS = 12  # starts before the search gives up
MANY = 1 << 30
WHOLE = (1 << 9) - 1  # the bits of all sections of any ship


# -- one ship's part in the reports ----------------------------------------------------------------


def is_at(s: Record, seat: int, i: int) -> bool:
    """Whether entry `i` of the log is a volley at the sea of `seat`."""
    return action_of(s.log[3 * i]) == REPEATINGGUN and cell_of(s.log[3 * i]) != seat


def struck_sections(m: int, what: int) -> int:
    """The bits of the sections of the ship `m` at the targets of a volley."""
    kind = action_of(m)
    d = direction_of(m)
    bits = 0
    for k in range(target_count(what)):
        at = target(what, k)
        if covers(kind, cell_of(m), d, at):
            bits |= section_bit(section_of(kind, cell_of(m), d, at))
    return bits


def report_field(kind: int, damaged: int, now: int) -> int:
    """The report field for a ship with damaged sections `damaged`, of which `now` are new."""
    if popcount(damaged) == LENGTH[kind]:
        return SUNK + kind - FLAGSHIP
    return STRUCK_AT[kind, popcount(now)]  # type: ignore[no-any-return]


def part_in_reports(s: Record, seat: int, m: int, entry: int, wanted: int) -> int:
    """In how many open reports the ship `m` has a part; -1 if it contradicts one, or a miss.

    In entry `entry` (-1: none) its field must be `wanted`.
    """
    kind = action_of(m)
    damaged = 0
    parts = 0
    j = 0
    for i in range(s.work[FIRST], s.logged):
        if not is_at(s, seat, i):
            continue
        now = struck_sections(m, s.log[3 * i]) & ~damaged
        if now:
            damaged |= now
            parts += 1
            field = report_field(kind, damaged, now)
            word = OPEN + 2 * j
            if (i == entry and field != wanted) or was_missed(s, seat, m, now, i + 1) or (
                report_count(s.work[word], s.work[word + 1], field) == 0
            ):  # fmt: skip
                return -1
        elif i == entry:
            return -1
        j += 1
    return -1 if was_missed(s, seat, m, ~damaged, MANY) else parts


def was_missed(s: Record, seat: int, m: int, sections: int, before: int) -> bool:
    """Whether an earlier shot missed at one of these sections (in a log shorter than `before` + 1)."""
    kind = action_of(m)
    for k in range(LENGTH[kind]):
        if sections & section_bit(k):
            at = seat * R.CELLS + section_cell(kind, cell_of(m), direction_of(m), k)
            if s.missed[at] and s.missed[at] <= before:
                return True
    return False


def charge(s: Record, seat: int, m: int, sign: int) -> None:
    """Subtract a ship's part from the open reports (-1), or add it back (1)."""
    damaged = 0
    j = 0
    for i in range(s.work[FIRST], s.logged):
        if is_at(s, seat, i):
            now = struck_sections(m, s.log[3 * i]) & ~damaged
            if now:
                damaged |= now
                field = report_field(action_of(m), damaged, now)
                s.work[OPEN + 2 * j + FIELD_WORD[field]] += in_report(sign, field)
            j += 1


# -- the ships that were hit -----------------------------------------------------------------------


def explain(s: Record, seat: int, rng: Rng) -> bool:
    """Place undamaged ships, on the present Land, that explain all hits; returns whether they exist.

    Their numbers by kind are added to ``count``.
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
    """Mark all reports as unexplained."""
    first = s.logged
    while first > 0 and action_of(s.log[3 * first - 3]) == REPEATINGGUN:
        first -= 1
    s.work[FIRST] = first
    word = OPEN
    for i in range(first, s.logged):
        if is_at(s, seat, i):
            s.work[word] = s.log[3 * i + 1]
            s.work[word + 1] = s.log[3 * i + 2]
            word += 2


def explain_rest(s: Record, seat: int, rng: Rng) -> bool:
    """Explain the open reports; if that is impossible, the sea is restored."""
    hardest = hardest_open(s, seat)
    if hardest < 0:
        return True
    entry = hardest // REPORTED
    wanted = hardest % REPORTED
    ways = candidate_count(wanted)
    start = below(rng, ways)
    for k in range(ways):
        m = candidate(s, seat, entry, wanted, (start + k) % ways)
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
        s.count[seat * KINDS + action_of(m)] -= 1
    return False


def hardest_open(s: Record, seat: int) -> int:
    """The open field with the fewest candidates, as entry * REPORTED + field; -1 if none is open."""
    hardest = -1
    fewest = MANY
    word = OPEN
    for i in range(s.work[FIRST], s.logged):
        if not is_at(s, seat, i):
            continue
        if s.work[word] or s.work[word + 1]:
            for field in range(SUNK, REPORTED):
                if report_count(s.work[word], s.work[word + 1], field):
                    count = 0
                    for k in range(candidate_count(field)):
                        if count < fewest and candidate(s, seat, i, field, k) >= 0:
                            count += 1
                    if count < fewest:
                        fewest = count
                        hardest = i * REPORTED + field
                    if fewest == 0:
                        return hardest
        word += 2
    return hardest


def kind_of_field(field: int) -> int:
    """The kind of ship that a report's field is about."""
    return STRUCK_KIND[field - STRUCK] if field >= STRUCK else FLAGSHIP + field - SUNK


def candidate_count(field: int) -> int:
    """The number of candidates: by target, direction and the section that is hit."""
    kind = kind_of_field(field)
    return 3 * DIRECTIONS[kind] * LENGTH[kind]  # type: ignore[no-any-return]


def candidate(s: Record, seat: int, entry: int, wanted: int, k: int) -> int:
    """Candidate number `k` for the field `wanted` in a volley's report; -1 if it is impossible."""
    kind = kind_of_field(wanted)
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
    m = placement_code(kind, x * R.SEA + y, d)
    return m if part_in_reports(s, seat, m, entry, wanted) > 0 else -1


def put_back(s: Record, seat: int, m: int) -> None:
    """Lay a ship and count it."""
    lay_ship(s, seat, action_of(m), cell_of(m), direction_of(m))
    s.count[seat * KINDS + action_of(m)] += 1


# -- the ships that were not hit -------------------------------------------------------------------


def lay_unhit_ships(s: Record, seat: int, rng: Rng) -> int:
    """Place the remaining ships where no shot fell; returns how many do not fit."""
    unplaced = 0
    for kind in range(FLAGSHIP, SMALL + 1):
        for _ in range(s.afloat[seat * KINDS + kind] - s.count[seat * KINDS + kind]):
            m = draw_unhit_ship(s, seat, rng, kind)
            if m < 0:
                unplaced += 1
            else:
                put_back(s, seat, m)
    return unplaced


def keep_one_afloat(s: Record, seat: int, rng: Rng) -> None:
    """If all ships so far were sunk, add one of any kind, since the fleet is not sunk yet."""
    if not all_sunk(s, seat):
        return
    start = below(rng, SMALL - FLAGSHIP + 1)
    for k in range(SMALL - FLAGSHIP + 1):
        kind = FLAGSHIP + (start + k) % (SMALL - FLAGSHIP + 1)
        m = draw_unhit_ship(s, seat, rng, kind) if kind != FLAGSHIP or s.flag[seat] < 0 else -1
        if m >= 0:
            put_back(s, seat, m)
            return


def all_sunk(s: Record, seat: int) -> bool:
    """Whether volleys sank all the ships laid."""
    for kind in range(FLAGSHIP, SMALL + 1):
        if s.count[seat * KINDS + kind] > lost_since(s, seat, kind):
            return False
    return True


def draw_unhit_ship(s: Record, seat: int, rng: Rng, kind: int) -> int:
    """A random placement of the kind where no shot fell; -1 if there is none."""
    chosen = -1
    count = 0
    for cell in range(R.CELLS):
        for d in range(DIRECTIONS[kind]):
            if is_free(s, seat, kind, cell, d):
                m = placement_code(kind, cell, d)
                # The cheap test first: the second one scans the log.
                if (
                    not was_missed(s, seat, m, WHOLE, MANY)
                    and part_in_reports(s, seat, m, -1, 0) == 0
                ):
                    count += 1
                    if below(rng, count) == 0:
                        chosen = m
    return chosen
