"""What can be put on a sea, what a seat can do, what is reported: all as numbers, with their tables.

Items are numbered in the order of the page's table; a move's code begins with an item's number (it is
put on the sea) or with one of the deeds that follow.
"""

from __future__ import annotations

import numpy as np

__compiled__ = True

(
    LAND3, LAND2, FLAGSHIP, BATTLESHIP, PLATFORM, LARGE, MEDIUM, SMALL, EAGLE, BOWMAN, TIGERGUN,
    LARGEGUN, STANDARDGUN, UNDERGROUNDGUN, SHIELD, REPEATINGGUN,
) = range(16)  # fmt: skip
KINDS = 16
REMOVE, READY, SEND, SHOOT, FIRE, SAIL, NO_ACTION, ROLL, SEES = range(16, 25)  # deeds

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

# What stands on a position, with the projectiles that it has left.
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
SHOTS = np.array([0, 0, 0, 1, 1, 1, 2, 1, 2, 3, 3], dtype=np.int64)  # what a gun can fire at once
REACH = np.array(
    [0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0], dtype=np.int64
)  # how far about a target it strikes
FLAGSHIP_CREW = np.array([STANDARD2, A_LARGEGUN, A_BOWMAN, A_LARGEGUN, STANDARD2], dtype=np.int64)
FLAGSHIP_PLATES = 31  # one bit a section

# A report: how many of each of these; the hits are by kind of ship and by the sections hit.
PLATES = 0
SUNK = 6  # from here on, by kind of ship
STRUCK = 12  # from here on, by kind and number of sections
HARM = np.array(
    [-1, 4, 5, 1, 2, 3, 3, -1, -1, -1, -1], dtype=np.int64
)  # what a standing item counts as
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

# The same in two words: each number's bits, its word and its place in it.
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


def placed(kind: int, cell: int, d: int) -> int:
    """The code of putting an item on the sea."""
    return kind | cell << 5 | d << 13


def ship_word(kind: int, d: int) -> int:
    """A ship as `s.ship` keeps it.

    Its kind (3 bits), direction (1), the sections that are hit (5), and those that were when its damage
    was last told (5).
    """
    return kind | d << 3


def ship_kind(ship: int) -> int:
    return ship & 7


def ship_direction(ship: int) -> int:
    """How a ship lies, as `direction_of` has it."""
    return (ship >> 3) & 1


def section_bit(i: int) -> int:
    """The bit of section `i` of a ship among those that are hit."""
    return 1 << (4 + i)


def ship_hits(ship: int) -> int:
    """The set of the sections that are hit."""
    return (ship >> 4) & 31


def told_hits(ship: int) -> int:
    """The set of the sections that were hit when that was last told."""
    return (ship >> 9) & 31


def with_told(ship: int, hits: int) -> int:
    """The ship whose hits so far are told."""
    return ship & 511 | hits << 9


def all_told(hits: int) -> int:
    """What a set of hit sections adds to a ship, when all of them are told."""
    return hits << 4 | hits << 9


def on_section(what: int, i: int) -> int:
    """What stands on section `i` of a ship that moves, among all that it carries."""
    return what << 4 * i


def carried_on(crew: int, i: int) -> int:
    """What stands on section `i`, of all that a ship carries."""
    return crew >> 4 * i & 15


def deed_at(deed: int, cell: int) -> int:
    """The code of a deed at a position, or of a seat (when the dice are rolled)."""
    return deed | cell << 5


def with_actor(what: int, actor: int) -> int:
    """The code of a deed with a seat in place of its position, as the log has it."""
    return what & ~(255 << 5) | actor << 5


def with_deed(m: int, deed: int) -> int:
    """The code with another deed, or with an item in its place."""
    return m & ~31 | deed


def deed_of(m: int) -> int:
    """What a code does: the number of the item that it puts on the sea, or a deed."""
    return m & 31


def cell_of(m: int) -> int:
    """The position that a code names first: where an item is put, or where the acting item stands."""
    return (m >> 5) & 255


def direction_of(m: int) -> int:
    """The direction of an item being put on the sea: 0 lies, 1 stands."""
    return (m >> 13) & 1


def aimed(deed: int, origin: int, count: int, first: int, second: int, third: int) -> int:
    """The code of a deed with targets, the unused ones being 0."""
    return deed | origin << 5 | count << 13 | first << 15 | second << 23 | third << 31


def target_count(m: int) -> int:
    """How many targets a deed has."""
    return (m >> 13) & 3


def target(m: int, i: int) -> int:
    """The target number `i` of a deed."""
    return (m >> (15 + 8 * i)) & 255


def seen_as(ground: int, crew: int, plate: int) -> int:
    """A position as it is seen."""
    return ground | crew << 4 | plate << 8


def seen_in_word(what: int, i: int) -> int:
    """What the position number `i` adds to the word that holds it: five in the first, four in the second."""
    return what << 9 * (i % 5)


def seen_at(first: int, second: int, i: int) -> int:
    """Position `i` (0 to 8) of those in two words."""
    return (second if i >= 5 else first) >> 9 * (i % 5) & 511


def in_report(n: int, i: int) -> int:
    """What the number `i` of a report, being `n`, adds to the word that holds it."""
    return n << FIELD_SHIFT[i]  # type: ignore[no-any-return]


def reported(first: int, second: int, i: int) -> int:
    """The number `i` of a report that is held in two words."""
    word = second if FIELD_WORD[i] else first
    return (word >> FIELD_SHIFT[i]) & FIELD_MASK[i]  # type: ignore[no-any-return]


def ground_of(what: int) -> int:
    """The ground or the ship's section of a position that is seen."""
    return what & 15


def crew_of(what: int) -> int:
    """What stands on a position that is seen."""
    return (what >> 4) & 15


def plate_of(what: int) -> int:
    """Whether a position that is seen is plated."""
    return what >> 8
