"""The effects of actions on a sea, reports, what an Eagle sees, and the log of all that."""

from __future__ import annotations

from parlour.games.naval_qi.items import (
    FIELD_WORD,
    FLAGSHIP,
    HARM,
    KIND_OF,
    LENGTH,
    NOBODY,
    PLATES,
    REACH,
    REPORTED,
    SHOTS,
    STRUCK_AT,
    SUNK,
    TIGERGUN,
    in_report,
    reported_hits,
    section_bit,
    ship_direction,
    ship_hits,
    ship_kind,
    sighting_code,
    sighting_in_word,
    target,
    target_count,
    with_actor,
    with_reported_hits,
)
from parlour.games.naval_qi.placing import (
    flag_plate,
    has_plate,
    lift_ship,
    section_cell,
    section_of,
)
from parlour.kernel.layout import Record
from parlour.kernel.primitives import popcount
from parlour.kernel.protocol import R

__compiled__ = True


def fire(s: Record, seat: int, gun: int, m: int) -> None:
    """Apply a shot of the gun `gun` to the sea of `seat` and compute the report."""
    for i in range(REPORTED):
        s.report[i] = 0
    reach = REACH[gun]
    piercing = KIND_OF[gun] == TIGERGUN
    for i in range(target_count(m)):
        cell = target(m, i)
        for x in range(max(cell // R.SEA - reach, 0), min(cell // R.SEA + reach + 1, R.SEA)):
            for y in range(max(cell % R.SEA - reach, 0), min(cell % R.SEA + reach + 1, R.SEA)):
                strike(s, seat, x * R.SEA + y, piercing)
    settle(s, seat, reach, m)


def strike(s: Record, seat: int, cell: int, piercing: bool) -> None:
    """Strike one position: a plate absorbs one strike, except from a TigerGun."""
    at = seat * R.CELLS + cell
    bit = flag_plate(s, seat, cell)
    if bit or has_plate(s, seat, cell):
        s.report[PLATES] += 1
        if bit:
            s.flag_plates[seat] ^= bit
        else:
            s.plates[seat * R.SEA + cell // R.SEA] ^= 1 << (cell % R.SEA)
        if not piercing:
            return
    if HARM[s.item[at]] >= 0:
        s.report[HARM[s.item[at]]] += 1
        s.item[at] = NOBODY
    hull = s.hull[at]
    if hull:
        ship = seat * R.CELLS + hull - 1
        i = section_of(ship_kind(s.ship[ship]), hull - 1, ship_direction(s.ship[ship]), cell)
        s.ship[ship] |= section_bit(i)


def settle(s: Record, seat: int, reach: int, m: int) -> None:
    """Report the ships that were hit, and remove those that sink.

    Bits 4 to 8 of a ship are its damaged sections, bits 9 to 13 those damaged before the action.
    """
    for i in range(target_count(m)):
        cell = target(m, i)
        for x in range(max(cell // R.SEA - reach, 0), min(cell // R.SEA + reach + 1, R.SEA)):
            for y in range(max(cell % R.SEA - reach, 0), min(cell % R.SEA + reach + 1, R.SEA)):
                hull = s.hull[seat * R.CELLS + x * R.SEA + y]
                if hull:
                    settle_ship(s, seat, hull - 1)


def settle_ship(s: Record, seat: int, cell: int) -> None:
    """Report the ship with this POS if it has unreported hits; remove it if it sinks."""
    ship = s.ship[seat * R.CELLS + cell]
    damage = ship_hits(ship)
    before = reported_hits(ship)
    if damage == before:
        return
    kind = ship_kind(ship)
    if popcount(damage) == LENGTH[kind]:
        s.report[SUNK + kind - FLAGSHIP] += 1
        sink(s, seat, cell)
    else:
        s.report[STRUCK_AT[kind, popcount(damage & ~before)]] += 1
        s.ship[seat * R.CELLS + cell] = with_reported_hits(ship, damage)


def sink(s: Record, seat: int, cell: int) -> None:
    """Remove a sunken ship with everything on it."""
    ship = s.ship[seat * R.CELLS + cell]
    kind = ship_kind(ship)
    for i in range(LENGTH[kind]):
        at = section_cell(kind, cell, ship_direction(ship), i)
        s.item[seat * R.CELLS + at] = NOBODY
    lift_ship(s, seat, cell)
    if kind == FLAGSHIP:
        s.flag_plates[seat] = 0


def use_up(s: Record, seat: int, cell: int, count: int) -> None:
    """Take projectiles off a gun; an empty gun leaves the board."""
    at = seat * R.CELLS + cell
    gun = s.item[at]
    left = SHOTS[gun] - count
    s.item[at] = gun - count if left > 0 else NOBODY


# -- reports ---------------------------------------------------------------------------------------


def report_word(s: Record, word: int) -> int:
    """One of the two words of the last report."""
    packed = 0
    for i in range(REPORTED):
        if FIELD_WORD[i] == word:
            packed |= in_report(s.report[i], i)
    return packed


def marks(s: Record, seat: int) -> int:
    """A player's Naval-marks: one for each section of the ships afloat, damaged or not."""
    total = 0
    for x in range(R.SEA):
        total += popcount(s.hulls[seat * R.SEA + x])
    return total


# -- what an Eagle sees ----------------------------------------------------------------------------


def sighting(s: Record, seat: int, cell: int) -> int:
    """One position as an Eagle sees it: 4 bits for the ground, 4 for the item, 1 for a plate.

    The ground is 0 for Sea, 1 for Land, or a ship's section: twice the kind minus 2, plus 1 if damaged.
    """
    at = seat * R.CELLS + cell
    ground = 1 if s.ground[at] else 0
    hull = s.hull[at]
    if hull:
        ship = s.ship[seat * R.CELLS + hull - 1]
        kind = ship_kind(ship)
        i = section_of(kind, hull - 1, ship_direction(ship), cell)
        ground = 2 * kind - 2 + int(ship_hits(ship) >> i & 1)
    plate = 1 if has_plate(s, seat, cell) or flag_plate(s, seat, cell) else 0
    return sighting_code(ground, s.item[at], plate)


def sighting_word(s: Record, seat: int, cell: int, word: int) -> int:
    """One of the two words for the nine positions around `cell`: the first five, or the rest."""
    packed = 0
    for i in range(5 * word, 5 if word == 0 else 9):
        x = cell // R.SEA - 1 + i // 3
        y = cell % R.SEA - 1 + i % 3
        if 0 <= x < R.SEA and 0 <= y < R.SEA:
            packed |= sighting_in_word(sighting(s, seat, x * R.SEA + y), i)
    return packed


# -- the log ---------------------------------------------------------------------------------------

# The public log, from which states are resampled: an entry of three words for each action, except
# `no-action` and misses of the secondary phase, which are recorded by position.


def note(s: Record, actor: int, what: int, first: int, second: int) -> None:
    """Append a log entry: the action with its actor in place of its origin, and its two words."""
    if s.logged >= R.LOG:
        return
    s.log[3 * s.logged] = with_actor(what, actor)
    s.log[3 * s.logged + 1] = first
    s.log[3 * s.logged + 2] = second
    s.logged += 1


def note_misses(s: Record, seat: int, m: int) -> None:
    """Record three misses by position: from then on no undamaged section can be there."""
    for i in range(target_count(m)):
        at = seat * R.CELLS + target(m, i)
        if s.missed[at] == 0:
            s.missed[at] = s.logged + 1
