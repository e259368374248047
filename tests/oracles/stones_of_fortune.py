"""Stones of Fortune once more, slowly, straight from its page; sharing nothing with its rules."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

from tests.oracles.common import End, Refused, end, first_field, settled

VARIATIONS = ("limited-one-way", "limited-two-way", "unlimited-one-way", "unlimited-two-way")
LIMITS = dict(zip(VARIATIONS, (30, 50, 50, 70), strict=True))
PATH = ("pit", "far-path", "mid-path", "near-path", "dark-gate", "dark-hall", "dark-tower")
HALF = Fraction(1, 2)
INCONCLUSIVE = dict(zip(PATH[1:-1], ((0, 2), (0, 1), (HALF, HALF), (1, 0), (2, 0)), strict=True))
DEFAULTS = {"variation": VARIATIONS[0], "first": "light", "move_limit": None}
START = {1: "TT", 2: "TT", 3: "AA", 4: "F", 5: "F", 6: "AA", 7: "TT", 8: "TT"}


class Slow:
    """A game: rings by seat, position 1 to 32 to its members' letters."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        self.rings = [{n: START.get(n - moved, "") for n in range(1, 33)} for moved in (0, 16)]
        self.galahad = "near-path"
        self.counts = [0, 0]
        self.variation = "" if self.given["variation"] == "cast" else str(self.given["variation"])
        self.phase = "variation" if not self.variation else self.first_phase()
        self.end: End | None = None

    def first_phase(self) -> str:
        return {"light": "0:cast", "dark": "1:cast", "cast": "first"}[str(self.given["first"])]

    @property
    def text(self) -> str:
        rings = ["/".join(ring[n] or "." for n in range(1, 33)) for ring in self.rings]
        named = self.given["variation"] == "cast" and self.variation
        phase = f"{self.variation}/{self.phase}" if named else self.phase
        name = first_field("stones-of-fortune", self.given, DEFAULTS)
        return " ".join([name, *rings, self.galahad, phase, ",".join(map(str, self.counts))])

    @property
    def seat(self) -> int:
        return int(self.phase[0])

    # -- chance

    def chances(self) -> dict[str, Fraction] | None:
        if self.phase == "variation":
            return {f"variation:{n}": Fraction(1, 5) for n in range(1, 6)}
        if self.phase == "first":
            pairs = product(range(1, 6), repeat=2)
            return {f"first:{light},{dark}": Fraction(1, 25) for light, dark in pairs}
        if self.phase[2:] in ("cast1", "cast2", "cast3"):
            stones = int(self.phase[-1])
            casts = Counter(
                "+".join(map(str, sorted(cast))) for cast in product(range(1, 6), repeat=stones)
            )
            return {text: Fraction(ways, 5**stones) for text, ways in casts.items()}
        return None

    def draw(self, rng: random.Random) -> str:
        return rng.choice(sorted(self.chances() or ()))

    # -- moves

    def moves(self) -> list[str]:
        if self.chances() is not None:
            return []
        if self.phase[2:] == "choose":
            return ["start-self", "start-other"]
        if self.phase[2:] == "cast":
            left = "".join(self.rings[self.seat].values())
            return [f"cast{n}" for n, kind in enumerate("TAF", 1) if kind in left]
        return self.steps() or ["pass"]

    def steps(self) -> list[str]:
        """The moves of members of the kind that was cast for."""
        own, other = self.rings[self.seat], self.rings[1 - self.seat]
        stones = [int(value) for value in self.phase[2:].split("+")]
        kind, letter = "TAF"[len(stones) - 1], "LD"[self.seat]
        ways = {-1, 1} if self.variation.endswith("two-way") else {(-1, 1)[self.seat]}
        found = []
        for n in (n for n in own if kind in own[n]):
            for to in ((n - 1 + way * sum(stones)) % 32 + 1 for way in ways):
                if self.variation.startswith("unlimited") or len(own[to]) < 2:
                    captures = len(own[n]) == 1 == len(other[to])
                    found.append(f"{letter}{n}{'x' if captures else '-'}{letter}{to}")
        return found

    def play(self, text: str) -> None:
        if text.startswith("variation:"):
            self.variation = VARIATIONS[min(int(text[-1]), 4) - 1]
            self.phase = self.first_phase()
        elif text.startswith("first:"):
            light, dark = text[6], text[8]
            if light != dark:
                self.phase = f"{int(dark > light)}:choose"
        elif text.startswith("start-"):
            self.phase = f"{self.seat if text == 'start-self' else 1 - self.seat}:cast"
        elif text.startswith("cast") or text[0].isdigit():
            self.phase = f"{self.seat}:{text}"
        else:
            self.move(text)

    def move(self, text: str) -> None:
        seat = self.seat
        if text != "pass":
            kind = "TAF"[self.phase.count("+")]
            start, to = (int(cell[1:]) for cell in text.replace("x", "-").split("-"))
            own = self.rings[seat]
            own[start] = own[start].replace(kind, "", 1)
            own[to] = "".join(sorted(own[to] + kind, key="TAF".index))
            if "x" in text:
                self.rings[1 - seat][to] = ""
                self.galahad = PATH[PATH.index(self.galahad) + (1, -1)[seat]]
        self.counts[seat] += 1
        self.phase = f"{1 - seat}:cast"
        self.end = self.shown()

    def shown(self) -> End | None:
        if self.galahad == "dark-tower":
            return end("quest-successful", 4, 0)
        if self.galahad == "pit":
            return end("quest-failed", 0, 4)
        given = self.given["move_limit"]
        limit = LIMITS.get(self.variation, 0) if given is None else int(str(given))
        empty = any(not any(ring.values()) for ring in self.rings)
        if empty or (limit and min(self.counts) >= limit):
            return end("quest-inconclusive", *INCONCLUSIVE[self.galahad])
        return None

    # -- reading

    def fill(self, fields: list[str]) -> None:
        light, dark, self.galahad, phase, counts = fields
        for ring, text in zip(self.rings, (light, dark), strict=True):
            ring.update(zip(ring, text.replace(".", "").split("/"), strict=True))
        if self.given["variation"] == "cast":
            self.variation = phase.rpartition("/")[0]
        self.phase = phase.rpartition("/")[2]
        self.counts = [int(count) for count in counts.split(",")]
        PATH.index(self.galahad)

    def as_read(self, claimed: End | None) -> End | None:
        for ring in self.rings:
            if any(list(members) != sorted(members, key="TAF".index) for members in ring.values()):
                raise Refused
        if self.variation not in VARIATIONS and self.phase != "variation":
            raise Refused
        before = {"variation"} if not self.variation else set()
        if self.variation and self.given["first"] == "cast":
            before = {"first", "0:choose", "1:choose"}
        if self.phase not in before:
            seat, doing = self.phase.split(":")
            self.check_turn(seat, doing)
        elif self.counts != [0, 0]:
            raise Refused
        if self.shown() and not self.phase.endswith(":cast"):
            raise Refused
        return settled(self.shown(), claimed, [])

    def check_turn(self, seat: str, doing: str) -> None:
        stones = doing.split("+")
        cast = stones == sorted(stones) and set(stones) <= set("12345") and len(stones) < 4
        if doing not in ("cast", "cast1", "cast2", "cast3") and not cast:
            raise Refused
        ahead = self.counts[0] - self.counts[1]  # of Light: if Light began, and if Dark did
        due = {"light": {0: "0", 1: "1"}, "dark": {0: "1", -1: "0"}}
        may = {who: seats.get(ahead) for who, seats in due.items()}
        first = str(self.given["first"])
        if seat not in (may.values() if first == "cast" else [may[first]]):
            raise Refused


SCORES = [*INCONCLUSIVE.values(), (1, 1), (0, HALF)]
ENDS = [
    *(end("quest-inconclusive", *scores) for scores in SCORES),
    *(end("quest-successful", 4, 0), end("quest-failed", 0, 4), end("quest-failed", 4, 0)),
    *(end("move-limit", HALF, HALF), end("repetition", HALF, HALF)),
]
