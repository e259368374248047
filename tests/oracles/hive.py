"""Hive once more, slowly, straight from its page and UHP; nothing here is shared with the game's rules.

The hive is a dictionary: by place (q to the right, r to the upper right) the names of its pieces, the
lowest first.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from tests.oracles.common import End, Refused, end, first_field, level, settled

Place = tuple[int, int]
Hive = dict[Place, list[str]]

DEFAULTS = {"pieces": "none", "queen_first": "no", "move_limit": 0}
BASE = ("Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "A3")

# By the sign of a move text, before or after the piece: where the place lies from that piece.
BEFORE = {"-": (-1, 0), "/": (0, -1), "\\": (-1, 1)}
AFTER = {"-": (1, 0), "/": (0, 1), "\\": (1, -1)}
WAYS = (*BEFORE.values(), *AFTER.values())
CLOCKWISE = ("{}\\", "/{}", "-{}", "\\{}", "{}/", "{}-")  # pieces at the upper left first


def from_piece(sign: str) -> Place:
    """Where the place lies that is told by such a sign."""
    return AFTER[sign[-1]] if sign.startswith("{") else BEFORE[sign[0]]


def plus(a: Place, b: Place) -> Place:
    return a[0] + b[0], a[1] + b[1]


def around(place: Place) -> list[Place]:
    return [plus(place, way) for way in WAYS]


def both_beside(a: Place, b: Place) -> list[Place]:
    """The two places that lie beside two neighbours."""
    return [place for place in around(a) if place in around(b)]


def is_one(places: set[Place]) -> bool:
    """Whether places hang together."""
    reached = set(list(places)[:1])
    new = list(reached)
    for place in new:
        found = places.intersection(around(place)) - reached
        reached |= found
        new += found
    return reached == places


class Slow:
    """A game; `last` is the piece that was placed or moved in the turn before."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        added = str(self.given["pieces"])
        self.names = [*BASE, *(added if added != "none" else "")]
        self.hive: Hive = {}
        self.turn, self.last = "w", "-"
        self.made = 0
        self.end: End | None = None
        self.stood = Counter([self.text])

    # -- texts

    @property
    def text(self) -> str:
        q0, r0 = min(self.hive, default=(0, 0))
        entries = [
            f"{q - q0},{r - r0}:{','.join(stack)}" for (q, r), stack in sorted(self.hive.items())
        ]
        last = self.last if "P" in self.names else "-"
        name = first_field("hive", self.given, DEFAULTS)
        return f"{name} {self.turn} {'/'.join(entries) or '-'} {last}"

    def spelt(self, name: str, to: Place) -> str:
        """The one text of a move."""
        if not self.hive:
            return name
        if to in self.hive:
            return f"{name},{self.hive[to][-1]}"
        rest = self.without(name)
        for sign in CLOCKWISE:
            u, v = from_piece(sign)
            stack = rest.get((to[0] - u, to[1] - v))
            if stack:
                return f"{name},{sign.format(stack[-1])}"
        raise AssertionError("a place far from the hive")

    def spellings(self, name: str, to: Place) -> Iterator[str]:
        """All texts that tell this move: beside any piece, also one on which others lie."""
        if not self.hive or to in self.hive:
            yield self.spelt(name, to)
            return
        for place, stack in self.without(name).items():
            for sign in CLOCKWISE:
                if plus(place, from_piece(sign)) == to:
                    yield from (f"{name},{sign.format(other)}" for other in stack)

    # -- the hive

    def without(self, name: str) -> Hive:
        """The hive once a piece is lifted."""
        left = {place: [n for n in stack if n != name] for place, stack in self.hive.items()}
        return {place: stack for place, stack in left.items() if stack}

    def where(self, name: str) -> Place | None:
        return next((place for place, stack in self.hive.items() if name in stack), None)

    def in_hand(self, seat: str) -> list[str]:
        return [seat + name for name in self.names if self.where(seat + name) is None]

    def tops(self) -> dict[str, Place]:
        return {stack[-1]: place for place, stack in self.hive.items()}

    # -- moves

    def chances(self) -> dict[str, Fraction] | None:
        return None

    def draw(self, rng: random.Random) -> str:
        raise AssertionError("no chance in this game")

    def moves(self) -> list[str]:
        return [self.spelt(*move) for move in sorted(self.targets())] or ["pass"]

    def targets(self) -> set[tuple[str, Place]]:
        """Pieces with the places to which they may go."""
        found = set(product(self.to_be_placed(), self.free_places()))
        if self.where(self.turn + "Q"):
            for name in self.tops():
                if name[0] == self.turn and name != self.last:
                    found |= {(name, to) for to in self.goes(name)} | self.thrown_by(name)
        return found

    def to_be_placed(self) -> list[str]:
        hand = self.in_hand(self.turn)
        placed = len(self.names) - len(hand)
        queen = self.turn + "Q"
        if queen in hand and placed == 3:
            return [queen]
        if placed == 0 and self.given["queen_first"] == "no":
            hand.remove(queen)
        return [name for name in hand if not any(o[:2] == name[:2] and o < name for o in hand)]

    def free_places(self) -> list[Place]:
        if not self.hive:
            return [(0, 0)]
        beside = {place for taken in self.hive for place in around(taken)} - set(self.hive)
        sides = {place: stack[-1][0] for place, stack in self.hive.items()}
        if all(name in self.in_hand(self.turn) for name in (self.turn + n for n in self.names)):
            return sorted(beside)
        return [
            place
            for place in sorted(beside)
            if {sides[other] for other in around(place) if other in sides} == {self.turn}
        ]

    def goes(self, name: str) -> set[Place]:
        """Where a piece on top goes by itself."""
        place, rest = self.where(name), self.without(name)
        assert place is not None
        if not is_one(set(rest)):
            return set()
        kinds = {name[1]}
        if name[1] == "M":
            beside = {rest[other][-1][1] for other in around(place) if other in rest}
            kinds = {"B"} if place in rest else beside - {"M"}
        found: set[Place] = set()
        for kind in kinds:
            found |= GOING[kind](rest, place)
        return found - {place}

    def thrown_by(self, name: str) -> set[tuple[str, Place]]:
        """What a Pillbug, or a Mosquito beside one, makes of the pieces beside it."""
        place = self.where(name)
        assert place is not None
        tops = {other: at for other, at in self.tops().items() if at in around(place)}
        able = name[1] == "P" or (name[1] == "M" and any(other[1] == "P" for other in tops))
        if not able or len(self.hive[place]) > 1:
            return set()
        found = set()
        for other, at in tops.items():
            rest = self.without(other)
            if other == self.last or len(self.hive[at]) > 1 or not is_one(set(rest)):
                continue
            if place in steps(rest, at, 0):
                down = {to for to in steps(rest, place, 1) if to not in rest}
                found |= {(other, to) for to in down - {at}}
        return found

    def play(self, text: str) -> None:
        if text == "pass":
            self.last = "-"
        else:
            told = {self.spelt(name, to): (name, to) for name, to in self.targets()}
            name, to = told[text]
            self.hive = self.without(name)
            self.hive.setdefault(to, []).append(name)
            self.last = name
        self.made += 1
        self.turn = "wb"[self.turn == "w"]
        self.stood[self.text] += 1
        self.end = self.judge()

    # -- ends

    def judge(self) -> End | None:
        limit = int(str(self.given["move_limit"]))
        if self.shown():
            return self.shown()
        if self.stood[self.text] >= 3:
            return level("repetition")
        return level("move-limit") if limit and self.made >= 2 * limit else None

    def shown(self) -> End | None:
        queens = {seat: self.where(seat + "Q") for seat in "wb"}
        lost = {seat for seat, at in queens.items() if at and set(around(at)) <= set(self.hive)}
        if len(lost) == 2:
            return level("both-surrounded")
        return end("queen-surrounded", "b" in lost, "w" in lost) if lost else None

    # -- reading

    def fill(self, fields: list[str]) -> None:
        self.turn, board, self.last = fields
        assert self.turn in ("w", "b")
        self.hive = {}
        for entry in board.split("/") if board != "-" else []:
            place, names = entry.split(":")
            q, r = map(int, place.split(","))
            assert (q, r) not in self.hive
            self.hive[q, r] = names.split(",")
        self.stood, self.made = Counter([self.text]), 0

    def as_read(self, claimed: End | None) -> End | None:
        names = [name for stack in self.hive.values() for name in stack]
        known = {seat + name for seat in "wb" for name in self.names}
        missing = known - set(names)
        climbers = {name[1] for stack in self.hive.values() for name in stack[1:]}
        if (
            not set(names) <= known
            or len(set(names)) < len(names)
            or not is_one(set(self.hive))
            or not climbers <= {"B", "M"}
            or any(o[:2] == name[:2] and o < name for o in missing for name in names)
            or (self.last != "-" and self.last not in self.tops())
        ):
            raise Refused
        if claimed in BAD:
            raise Refused
        limit = ["move-limit"] if self.given["move_limit"] else []
        claimable = ["queen-surrounded", "both-surrounded", "repetition", *limit]
        return settled(self.shown(), claimed, claimable)


BAD = [end("both-surrounded", 1, 0), level("queen-surrounded"), end("repetition", 0, 1)]
ENDS = [
    *BAD,
    *(end("queen-surrounded", white, 1 - white) for white in (0, 1)),
    *(level(reason) for reason in ("both-surrounded", "repetition", "move-limit")),
]


# -- how pieces go: from a place, in the hive without them -------------------------------------------


def steps(rest: Hive, place: Place, low: int) -> list[Place]:
    """The neighbours to which a piece can step that stands on `low` others: up, down, on the level.

    It does not fit through where both places beside its way are higher than where it is and where it
    goes; and it never leaves the hive, also on its way.
    """
    found = []
    for to in around(place):
        sides = [len(rest.get(other, [])) for other in both_beside(place, to)]
        high = max(low, len(rest.get(to, [])))
        if min(sides) <= high and (high or max(sides)):
            found.append(to)
    return found


def slides(rest: Hive, place: Place) -> list[Place]:
    """The steps on the table."""
    return [to for to in steps(rest, place, 0) if to not in rest]


def queen(rest: Hive, place: Place) -> set[Place]:
    return set(slides(rest, place))


def ant(rest: Hive, place: Place) -> set[Place]:
    reached = [place]
    for at in reached:
        reached += [to for to in slides(rest, at) if to not in reached]
    return set(reached)


def spider(rest: Hive, place: Place) -> set[Place]:
    """Three slides, no place twice."""
    paths = [[place]]
    for _ in range(3):
        paths = [[*path, to] for path in paths for to in slides(rest, path[-1]) if to not in path]
    return {path[-1] for path in paths}


def beetle(rest: Hive, place: Place) -> set[Place]:
    return set(steps(rest, place, len(rest.get(place, []))))


def grasshopper(rest: Hive, place: Place) -> set[Place]:
    """Straight over one or more to the next empty place."""
    found = set()
    for way in WAYS:
        to = plus(place, way)
        while to in rest:
            to = plus(to, way)
        if to not in around(place):
            found.add(to)
    return found


def ladybug(rest: Hive, place: Place) -> set[Place]:
    """Two steps on top of the hive, then one down."""
    first = [to for to in steps(rest, place, 0) if to in rest]
    second = [to for at in first for to in steps(rest, at, len(rest[at])) if to in rest]
    return {to for at in second for to in steps(rest, at, len(rest[at])) if to not in rest}


GOING = {
    "Q": queen, "P": queen, "S": spider, "B": beetle, "G": grasshopper, "A": ant, "L": ladybug,
}  # fmt: skip
