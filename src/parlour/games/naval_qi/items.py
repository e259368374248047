"""The numbers for items, actions and reports, with their tables.

Items are numbered in the order of the rulebook's table. A move code begins with an item's number (the
item is placed) or with one of the actions that follow.
"""

from __future__ import annotations

import numpy as np

__compiled__ = True

(
    LAND3, LAND2, FLAGSHIP, BATTLESHIP, PLATFORM, LARGE, MEDIUM, SMALL, EAGLE, BOWMAN, TIGERGUN,
    LARGEGUN, STANDARDGUN, UNDERGROUNDGUN, SHIELD, REPEATINGGUN,
) = range(16)  # fmt: skip
KINDS = 16
REMOVE, READY, SEND, SHOOT, FIRE, SAIL, NO_ACTION, ROLL, SEES = range(16, 25)  # actions

NAMES = (
    "land3", "land2", "flagship", "battleship", "platform", "large", "medium", "small", "eagle",
    "bowman", "tigergun", "largegun", "standardgun", "undergroundgun", "shield", "repeatinggun",
)  # fmt: skip
SHIP_KINDS = range(FLAGSHIP, SMALL + 1)
MOST_TIGERGUNS = 3

COST = np.array([0, 0, 0, 4, 4, 3, 2, 1, 1, 1, 10, 3, 1, 2, 2, 0], dtype=np.int64)
LENGTH = np.array([9, 4, 5, 4, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1], dtype=np.int64)
SIZES = {LAND3: (3, 3), LAND2: (2, 2), PLATFORM: (2, 2)}
SPREAD = [
    [SIZES.get(kind, (1, LENGTH[kind]) if v else (LENGTH[kind], 1)) for v in (0, 1)]
    for kind in range(KINDS)
]
WIDTH = np.array([[size[0] for size in row] for row in SPREAD], dtype=np.int64)  # [kind, direction]
HEIGHT = np.array([[size[1] for size in row] for row in SPREAD], dtype=np.int64)
DIRECTIONS = np.array([2 if WIDTH[k, 0] != WIDTH[k, 1] else 1 for k in range(KINDS)])

# Items on positions, guns with their remaining projectiles.
(
    NOBODY, AN_EAGLE, A_BOWMAN, A_TIGERGUN, A_LARGEGUN, STANDARD1, STANDARD2, UNDERGROUND1,
    UNDERGROUND2, UNDERGROUND3, A_REPEATER,
) = range(11)  # fmt: skip
STANDING = np.array(
    [0, 0, 0, 0, 0, 0, 0, 0, AN_EAGLE, A_BOWMAN, A_TIGERGUN, A_LARGEGUN, STANDARD2, UNDERGROUND3, 0,
     A_REPEATER], dtype=np.int64,
)  # fmt: skip
KIND_OF = np.array(
    [-1, EAGLE, BOWMAN, TIGERGUN, LARGEGUN, STANDARDGUN, STANDARDGUN, UNDERGROUNDGUN, UNDERGROUNDGUN,
     UNDERGROUNDGUN, REPEATINGGUN], dtype=np.int64,
)  # fmt: skip
SHOTS = np.array(
    [0, 0, 0, 1, 1, 1, 2, 1, 2, 3, 3], dtype=np.int64
)  # the most projectiles in one action
REACH = np.array(
    [0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0], dtype=np.int64
)  # the range of the strike around a target
FLAGSHIP_CREW = np.array([STANDARD2, A_LARGEGUN, A_BOWMAN, A_LARGEGUN, STANDARD2], dtype=np.int64)
FLAGSHIP_PLATES = 31  # one bit a section

# The fields of a report: counts of these; hits by kind of ship and number of sections.
PLATES = 0
SUNK = 6  # from here on, by kind of ship
STRUCK = 12  # from here on, by kind and number of sections
HARM = np.array(
    [-1, 4, 5, 1, 2, 3, 3, -1, -1, -1, -1], dtype=np.int64
)  # the report field of an item on a position
STRUCK_WAYS = [(k, n) for k in SHIP_KINDS for n in range(1, LENGTH[k])]
REPORTED = STRUCK + len(STRUCK_WAYS)
STRUCK_KIND = np.array([k for k, _ in STRUCK_WAYS], dtype=np.int64)
STRUCK_AT = np.array(
    [[STRUCK + STRUCK_WAYS.index((k, n)) if (k, n) in STRUCK_WAYS else -1 for n in range(6)]
     for k in range(KINDS)], dtype=np.int64,
)  # fmt: skip
REPORT_NAMES = (
    "plate", "tigergun", "largegun", "standardgun", "eagle", "bowman",
    *(f"sunk-{NAMES[k]}" for k in SHIP_KINDS),
)  # fmt: skip

# The packing of a report in two words: bits, word and shift of each field.
_BITS = [5, 2, 5, 5, 5, 5, 1, 4, 4, 4, 4, 5] + [1 if k == FLAGSHIP else 4 for k, _ in STRUCK_WAYS]
_WORD = [int(i >= STRUCK) for i in range(REPORTED)]
FIELD_WORD = np.array(_WORD, dtype=np.int64)
FIELD_MASK = np.array([(1 << bits) - 1 for bits in _BITS], dtype=np.int64)
FIELD_SHIFT = np.array(
    [sum(b for b, w in zip(_BITS[:i], _WORD[:i], strict=True) if w == _WORD[i])
     for i in range(REPORTED)], dtype=np.int64,
)  # fmt: skip

STEPS = (("n", 0, 1), ("ne", 1, 1), ("e", 1, 0), ("se", 1, -1), ("s", 0, -1), ("sw", -1, -1),
         ("w", -1, 0), ("nw", -1, 1))  # fmt: skip
STEP_X = np.array([dx for _, dx, _ in STEPS], dtype=np.int64)
STEP_Y = np.array([dy for _, _, dy in STEPS], dtype=np.int64)

# The stages of a game.
AT_ROLL, DEPLOYING, PRIMARY, REDEPLOYING, SECONDARY, ENDED = range(6)

REASONS = ("fleet-sunk", "first-counting", "fleet-sunk-secondary", "move-limit")
FLEET_SUNK, FIRST_COUNTING, SUNK_LATE, LIMIT = range(4)


def placement_code(kind: int, cell: int, d: int) -> int:
    """The code for placing an item."""
    return kind | cell << 5 | d << 13


def ship_word(kind: int, d: int) -> int:
    """A ship in `s.ship`: kind (3 bits), direction (1), hit sections (5), reported ones (5)."""
    return kind | d << 3


def ship_kind(ship: int) -> int:
    """The kind of a ship."""
    return ship & 7


def ship_direction(ship: int) -> int:
    """The direction of a ship, as in `direction_of`."""
    return (ship >> 3) & 1


def section_bit(i: int) -> int:
    """The bit of section `i` in a ship's hit sections."""
    return 1 << (4 + i)


def ship_hits(ship: int) -> int:
    """The set of hit sections."""
    return (ship >> 4) & 31


def reported_hits(ship: int) -> int:
    """The set of sections hit at the last report."""
    return (ship >> 9) & 31


def with_reported_hits(ship: int, hits: int) -> int:
    """The ship with all its hits reported."""
    return ship & 511 | hits << 9


def all_reported_hits(hits: int) -> int:
    """What a set of hit sections adds to a ship if all of them are reported."""
    return hits << 4 | hits << 9


def on_section(what: int, i: int) -> int:
    """The bits for an item on section `i`, among all that a moving ship carries."""
    return what << 4 * i


def carried_on(crew: int, i: int) -> int:
    """The item on section `i`, from all that a ship carries."""
    return crew >> 4 * i & 15


def action_at(action: int, cell: int) -> int:
    """The code of an action at a position, or of a seat (for the roll)."""
    return action | cell << 5


def with_actor(what: int, actor: int) -> int:
    """The code of an action with the acting seat in place of its position, as in the log."""
    return what & ~(255 << 5) | actor << 5


def with_action(m: int, action: int) -> int:
    """The code with another action, or an item in its place."""
    return m & ~31 | action


def action_of(m: int) -> int:
    """The action of a code, or the number of the item that it places."""
    return m & 31


def cell_of(m: int) -> int:
    """The first position of a code: where an item is placed, or where the acting item is."""
    return (m >> 5) & 255


def direction_of(m: int) -> int:
    """The direction of a placed item: 0 horizontal, 1 vertical."""
    return (m >> 13) & 1


def aimed_action(action: int, origin: int, count: int, first: int, second: int, third: int) -> int:
    """The code of an action with targets, unused ones being 0."""
    return action | origin << 5 | count << 13 | first << 15 | second << 23 | third << 31


def target_count(m: int) -> int:
    """The number of targets of an action."""
    return (m >> 13) & 3


def target(m: int, i: int) -> int:
    """Target number `i` of an action."""
    return (m >> (15 + 8 * i)) & 255


def sighting_code(ground: int, crew: int, plate: int) -> int:
    """The code of one sighted position."""
    return ground | crew << 4 | plate << 8


def sighting_in_word(what: int, i: int) -> int:
    """The bits of sighted position `i` in its word: five in the first word, four in the second."""
    return what << 9 * (i % 5)


def sighting_at(first: int, second: int, i: int) -> int:
    """Sighted position `i` (0 to 8) from the two words."""
    return (second if i >= 5 else first) >> 9 * (i % 5) & 511


def in_report(n: int, i: int) -> int:
    """The bits of the report's field `i`, being `n`, in its word."""
    return n << FIELD_SHIFT[i]  # type: ignore[no-any-return]


def report_count(first: int, second: int, i: int) -> int:
    """The report's field `i` from its two words."""
    word = second if FIELD_WORD[i] else first
    return (word >> FIELD_SHIFT[i]) & FIELD_MASK[i]  # type: ignore[no-any-return]


def ground_of(what: int) -> int:
    """The ground or ship section of a sighted position."""
    return what & 15


def crew_of(what: int) -> int:
    """The item on a sighted position."""
    return (what >> 4) & 15


def plate_of(what: int) -> int:
    """Whether a sighted position has a plate."""
    return what >> 8
