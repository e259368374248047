"""Chainn once more, slowly, straight from its page; nothing here is shared with the game's rules."""

from __future__ import annotations

import random
from collections import Counter

from tests.oracles.common import End, Refused, end, first_field, settled

CELLS = [file + rank for rank in "4321" for file in "abcd"]  # as a layout is read
CARDS = [value + suit for value in "A23K" for suit in "CDHS"]
DEFAULTS = {"count": "sequences", "par_limit": 0, "move_limit": 0}


def apart(one: str, other: str) -> int:
    """How many places one cell is from another in a straight line; 0 if they are not in line."""
    across, up = (abs(ord(a) - ord(b)) for a, b in zip(one, other, strict=True))
    return max(across, up) if 0 in (across, up) or across == up else 0


def value(card: str) -> int:
    return "A23".index(card[0]) + 1


class Slow:
    """A game: the cards by cell, the card in hand and where it moves from."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        self.cards: dict[str, str] = {}
        self.hand = self.place = ""
        self.sequences = self.made = 0
        self.stood: Counter[str] = Counter()
        self.end: End | None = None

    @property
    def text(self) -> str:
        hand = f"{self.hand}@{self.place} {self.empty} {self.under}" if self.hand else "- - -"
        name = first_field("chainn", self.given, DEFAULTS)
        return f"{name} {self.layout} {hand} {self.sequences}/{self.made}"

    @property
    def layout(self) -> str:
        cards = [self.cards[cell] for cell in CELLS] if self.cards else []
        return "/".join(",".join(cards[i : i + 4]) for i in range(0, len(cards), 4)) or "-"

    @property
    def empty(self) -> str:
        return next(cell for cell in CELLS if self.cards[cell] == "--")

    @property
    def under(self) -> int:
        return value(self.cards[self.place])

    def chances(self) -> None:
        return None

    def draw(self, rng: random.Random) -> str:
        cards = rng.sample(CARDS, 16)
        return "deal:" + "/".join(",".join(cards[i : i + 4]) for i in range(0, 16, 4))

    def moves(self) -> list[str]:
        if self.hand:
            far = [cell for cell in CELLS if apart(self.place, cell) == self.under]
            return [f"-{cell}" for cell in far if self.hand[0] != "K" or cell == self.empty]
        starts = [cell for cell in self.cards if self.cards[cell][0] != "K"]
        return [f"{start}-{to}" for start in starts for to in self.cards if to != start]

    def play(self, text: str) -> None:
        if text.startswith("deal:"):
            self.deal(text[5:])
        else:
            self.made += 1
            start, to = text.split("-")
            if start:
                self.hand, self.cards[start] = self.cards[start], "--"
                self.stood.clear()
            self.put_under(to)
            if self.hand:
                self.stood[f"{self.layout} {self.hand}@{self.place} {self.under}"] += 1
        self.end = self.shown(self.stood)

    def deal(self, layout: str) -> None:
        self.cards = dict(zip(CELLS, layout.replace("/", ",").split(","), strict=True))

    def put_under(self, to: str) -> None:
        self.hand, self.cards[to] = self.cards[to], self.hand
        self.place = to
        if self.hand == "--":
            self.hand = self.place = ""
            self.sequences += 1

    def shown(self, stood: Counter[str] | None = None) -> End | None:
        par, limit = (int(str(self.given[name])) for name in ("par_limit", "move_limit"))
        if not self.cards:
            return None
        if not self.hand and all(self.together(suit) for suit in "CDHS"):
            return end("contiguous", 1)
        if self.hand and not self.moves():
            return end("stuck", 0)
        if self.hand and stood and max(stood.values()) >= 3:
            return end("endless", 0)
        if not self.hand and par and self.sequences >= par:
            return end("limit", 0)
        return end("move-limit", 0) if limit and self.made >= limit else None

    def together(self, suit: str) -> bool:
        """Whether a suit's cards are one body by king's steps."""
        body, rest = [], [cell for cell in CELLS if self.cards[cell][1] == suit]
        reached = rest[:1]
        while reached:
            body += reached
            rest = [cell for cell in rest if cell not in body]
            reached = [cell for cell in rest if any(apart(cell, other) == 1 for other in body)]
        return not rest

    # -- reading

    def fill(self, fields: list[str]) -> None:
        layout, hand, _, _, counts = fields
        self.sequences, self.made = (int(count) for count in counts.split("/"))
        if layout != "-":
            self.deal(layout)
        if hand != "-":
            self.hand, self.place = hand.split("@")

    def as_read(self, claimed: End | None) -> End | None:
        cards = [*self.cards.values(), *([self.hand] if self.hand else [])]
        least, par = 2 * self.sequences, int(str(self.given["par_limit"]))
        if self.cards and sorted(cards) != sorted([*CARDS, *(["--"] if self.hand else [])]):
            raise Refused
        if not self.cards and (self.hand or self.made or self.sequences):
            raise Refused
        if self.hand and (self.made <= least or (par and self.sequences >= par)):
            raise Refused
        if not self.hand and (self.made < least or (self.made and not self.sequences)):
            raise Refused
        shown = self.shown()
        if claimed in BAD:
            raise Refused
        if self.hand and claimed == end("endless", 0) and shown and shown.reason == "move-limit":
            return claimed  # both at once: what repeats goes before the limit
        between = (
            ["contiguous"] if self.cards else []
        )  # before the deal LAYOUT says that it goes on
        return settled(shown, claimed, ["endless", "stuck"] if self.hand else between)


BAD = [end("contiguous", 0), end("stuck", 1)]
ENDS = [
    *(end(reason, 0) for reason in ("stuck", "endless", "limit", "move-limit", "repetition")),
    *BAD,
    end("contiguous", 1),
]
