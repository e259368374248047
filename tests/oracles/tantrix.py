"""Tantrix once more, slowly, straight from its page; nothing here is shared with the game's rules.

The table is a dictionary: by place the six sides of its tile, clockwise from the upper right.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

from tests.oracles.common import End, Refused, end, first_field, settled

Place = tuple[int, int]

DEFAULTS = {"players": 2, "move_limit": 0}
WAYS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
ENTRY = re.compile(r"(0|-?[1-9]\d*),(0|-?[1-9]\d*):([RYGB]{6})")


def turns(sides: str) -> list[str]:
    return [sides[i:] + sides[:i] for i in range(6)]


def every_name() -> list[str]:
    """The tiles by name: each pair of sides a line, never three straight ones."""
    lines = {"".join(p) for three in combinations("RYGB", 3) for p in permutations(2 * three)}
    return sorted({min(turns(tile)) for tile in lines if tile[:3] != tile[3:]})


NAMES = every_name()


def beside(place: Place) -> list[Place]:
    return [(place[0] + q, place[1] + r) for q, r in WAYS]


def parse(entry: str) -> tuple[int, int, str]:
    """A place and the tile there."""
    match = ENTRY.fullmatch(entry)
    assert match is not None
    return int(match[1]), int(match[2]), match[3]


def shares(seats: int) -> list[End]:
    """The ends in which some seats share the win."""
    return [
        end("all-placed", *(Fraction(int(s in best), len(best)) for s in range(seats)))
        for n in range(1, seats + 1)
        for best in combinations(range(seats), n)
    ]


def even(reason: str, seats: int) -> End:
    return end(reason, *[Fraction(1, seats)] * seats)


class Slow:
    """A game; `drawing` is whether the seat draws a tile now."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        self.seats = int(str(self.given["players"]))
        self.table: dict[Place, str] = {}
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.bag = list(NAMES)
        self.seat, self.free, self.drawing = 0, True, True
        self.made = 0
        self.end: End | None = None

    @property
    def text(self) -> str:
        turn = "RYGB"[self.seat] + "+" * (not self.free) + "?" * self.drawing
        board = "/".join(f"{q},{r}:{self.table[q, r]}" for q, r in sorted(self.table)) or "-"
        hands = "/".join(",".join(hand) or "-" for hand in self.hands)
        return f"{first_field('tantrix', self.given, DEFAULTS)} {turn} {board} {hands}"

    # -- chance

    def chances(self) -> dict[str, Fraction] | None:
        if not self.drawing or self.end:
            return None
        return {name: Fraction(1, len(self.bag)) for name in self.bag}

    def draw(self, rng: random.Random) -> str:
        return rng.choice(self.bag)

    # -- moves

    def moves(self) -> list[str]:
        if self.drawing:
            return []
        if not self.table:
            return [f"0,0:{name}" for name in self.hands[self.seat]]
        return self.fillings(3) or self.fillings(1)

    def fillings(self, least: int) -> list[str]:
        """The tiles in hand that may lie on spaces with so many tiles around them."""
        found = []
        for place, around in self.spaces().items():
            if len(around) >= least:
                hand = self.hands[self.seat]
                fitting = [t for name in hand for t in turns(name) if self.matches(place, t)]
                if fitting and self.bag:
                    controlled = self.is_controlled(place)
                    fitting = (
                        [] if controlled else [t for t in fitting if self.leaves_two(place, t)]
                    )
                found += [f"{place[0]},{place[1]}:{tile}" for tile in fitting]
        return found

    def spaces(self) -> dict[Place, list[Place]]:
        """The empty places beside tiles, with the tiles around each."""
        found: dict[Place, list[Place]] = {}
        for tile in self.table:
            for place in beside(tile):
                if place not in self.table:
                    found.setdefault(place, []).append(tile)
        return found

    def leaves_two(self, place: Place, tile: str) -> bool:
        """Whether with a tile there no space beside it has three sides of one colour."""
        self.table[place] = tile
        empty = [p for p in beside(place) if p not in self.table]
        most = max((n for p in empty for n in Counter(self.sides(p)).values()), default=0)
        del self.table[place]
        return most < 3

    def matches(self, place: Place, tile: str) -> bool:
        return all(
            self.table[other][(way + 3) % 6] == tile[way]
            for way, other in enumerate(beside(place))
            if other in self.table
        )

    def sides(self, place: Place) -> list[str]:
        """The colours that lead to a space."""
        return [
            self.table[other][(way + 3) % 6]
            for way, other in enumerate(beside(place))
            if other in self.table
        ]

    def is_controlled(self, place: Place) -> bool:
        """Whether a space gets four tiles around it once a tile lies here, or by filling forced spaces."""
        filled = {*self.table, place}
        around = Counter(p for tile in filled for p in beside(tile) if p not in filled)
        while True:
            if max(around.values()) > 3:
                return True
            forced = [p for p, n in around.items() if n == 3]
            if not forced:
                return False
            new = random.choice(forced)
            filled.add(new)
            del around[new]
            around.update(p for p in beside(new) if p not in filled)

    def play(self, text: str) -> None:
        if self.drawing:
            self.bag.remove(text)
            self.hands[self.seat] = sorted([*self.hands[self.seat], text])
            self.drawing = False
        else:
            q, r, tile = parse(text)
            if not (self.table and self.fillings(3)):
                self.free = False
            self.hands[self.seat].remove(min(turns(tile)))
            self.table[q, r] = tile
            self.made += 1
            self.drawing = bool(self.bag)
        if not self.drawing:
            self.go_on()
        self.end = self.shown()
        limit = int(str(self.given["move_limit"]))
        if not (self.end or self.drawing) and limit and self.made >= limit * self.seats:
            self.end = even("move-limit", self.seats)

    def go_on(self) -> None:
        """Deal on, or pass the turn on."""
        if not self.table:
            if len(self.hands[self.seat]) == 6:
                self.seat = (self.seat + 1) % self.seats
            self.drawing = len(self.hands[self.seat]) < 6
        elif not self.hands[self.seat] or not (self.free or self.fillings(3)):
            self.free = True
            order = [(self.seat + n) % self.seats for n in range(1, self.seats + 1)]
            self.seat = next((seat for seat in order if self.hands[seat]), order[0])

    # -- ends

    def shown(self) -> End | None:
        if self.drawing or not self.table:
            return None
        if not any(self.hands):
            points = [self.points(colour) for colour in "RYGB"[: self.seats]]
            best = [seat for seat in range(self.seats) if points[seat] == max(points)]
            return end("all-placed", *(Fraction(s in best, len(best)) for s in range(self.seats)))
        return None if self.moves() else even("deadlock", self.seats)

    def points(self, colour: str) -> int:
        """The points of the best line: pieces of it are joined until none can be."""
        links = {
            place: [
                p for way, p in enumerate(beside(place)) if tile[way] == colour and p in self.table
            ]
            for place, tile in self.table.items()
            if colour in tile
        }
        best, left = 0, set(links)
        while left:
            line = [left.pop()]
            for place in line:
                new = [p for p in links[place] if p in left]
                left -= set(new)
                line += new
            loop = all(len(links[place]) == 2 for place in line)
            best = max(best, len(line) * (1 + loop))
        return best

    # -- reading

    def fill(self, fields: list[str]) -> None:
        turn, board, hands = fields
        self.seat = "RYGB"[: self.seats].index(turn[0])
        self.free, self.drawing = "+" not in turn, "?" in turn
        self.table = {}
        for entry in board.split("/") if board != "-" else []:
            q, r, tile = parse(entry)
            place = q, r
            assert place not in self.table
            assert self.matches(place, tile)
            self.table[place] = tile
        self.hands = [hand.split(",") if hand != "-" else [] for hand in hands.split("/")]
        gone = {min(turns(tile)) for tile in self.table.values()}.union(*self.hands)
        self.bag = [name for name in NAMES if name not in gone]
        self.made = 0

    def as_read(self, claimed: End | None) -> End | None:
        names = [min(turns(tile)) for tile in self.table.values()]
        names += [name for hand in self.hands for name in hand]
        reached = [(0, 0)]
        for place in reached:
            reached += [p for p in beside(place) if p in self.table and p not in reached]
        if (
            len(set(names)) < len(names)
            or not set(names) <= set(NAMES)
            or len(self.hands) != self.seats
            or (self.table and set(reached) != set(self.table))
            or not self.can_be_due([len(hand) for hand in self.hands])
            or not (self.free or self.drawing or self.fillings(3))
        ):
            raise Refused
        ends = [*shares(self.seats), even("deadlock", self.seats)]
        limit = [even("move-limit", self.seats)] if self.given["move_limit"] else []
        if claimed and claimed not in ends + limit:
            raise Refused
        return settled(self.shown(), claimed, ["all-placed", "deadlock", "move-limit"])

    def can_be_due(self, sizes: list[int]) -> bool:
        """Whether hands have as many tiles as they have when this seat acts."""
        seat, others = self.seat, self.seats - self.seat - 1
        if not self.table and self.drawing:
            return (
                self.free and sizes[seat] < 6 and sizes == [6] * seat + [sizes[seat]] + [0] * others
            )
        if not self.table:
            return self.free and seat == 0 and sizes == [6] * self.seats
        if self.bag:
            return sizes == [6 - (self.drawing and s == seat) for s in range(self.seats)]
        return not self.drawing and max(sizes) <= 6 and (sizes[seat] > 0 or not any(sizes))


ENDS = [
    *(share for seats in (2, 3, 4) for share in shares(seats)),
    *(even(reason, seats) for seats in (2, 3, 4) for reason in ("deadlock", "move-limit")),
    end("deadlock", 1, 0),
    end("move-limit", 0, 1),
]
