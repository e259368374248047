"""TigerBridge once more, slowly, straight from its page; nothing here is shared with the game's rules."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain, product

from tests.oracles.common import End, Refused, end, first_field, settled

SEATS = "NESW"  # clockwise; the sides are the even and the odd ones
RANKS, TERRITORIES = "TBSWP87654321", "FLMR"  # from the top
PACK = [rank + territory for rank in RANKS for territory in TERRITORIES]  # from the top
BIDS = [number + crests for number in "56789" for crests in "NRMLF"]  # from the lowest
DEFAULTS = {"dealer": "north", "tigerblades": "no", "deals": 0, "move_limit": 0}


def hand_of(blades: list[str]) -> str:
    """Blades as the text of a hand."""
    ranks = [[r for r in RANKS if r + territory in blades] for territory in TERRITORIES]
    return ".".join(map("".join, ranks))


def blades_of(hand: str) -> list[str]:
    """The blades of a hand's text."""
    ranks = zip(hand.split("."), TERRITORIES, strict=True)
    return [rank + territory for held, territory in ranks for rank in held]


def listed(entries: list[str]) -> str:
    return ",".join(entries) or "-"


def unlisted(field: str) -> list[str]:
    return [] if field == "-" else field.split(",")


def pair(numbers: list[int]) -> str:
    return "-".join(map(str, numbers))


def won(marks: list[int], side: int) -> int:
    """The marks that a side has beyond the least that wins the holding; below 0 if it is not won."""
    return marks[side] - min(15, max(6, marks[1 - side] + 2))


class Slow:
    """A game: hands as lists of blades, none when no deal is under way."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        self.tigerblades = self.given["tigerblades"] == "yes"
        self.last_deal, self.limit = (
            int(str(self.given[name])) for name in ("deals", "move_limit")
        )
        dealer = str(self.given["dealer"])
        self.phase = "draw" if dealer == "draw" else "deal"
        self.dealer = -1 if dealer == "draw" else ["north", "east", "south", "west"].index(dealer)
        self.points, self.marks, self.played_tigerblades = [0, 0], [0, 0], [0, 0]
        self.deals = self.made = 0
        self.hands: list[list[str]] = []
        self.calls: list[str] = []
        self.played: list[str] = []
        self.end: End | None = None

    # -- texts

    @property
    def text(self) -> str:
        return self.line({0, 1, 2, 3})

    def line(self, seen: set[int]) -> str:
        """The position text as one who sees these hands."""
        hands = [hand_of(hand) if seat in seen else "?" for seat, hand in enumerate(self.hands)]
        fields = [
            first_field("tiger-bridge", self.given, DEFAULTS),
            "over" if self.end else self.phase,
            "-" if self.phase == "draw" else SEATS[self.dealer],
            pair(self.points),
            pair(self.marks),
            pair(self.played_tigerblades),
            str(self.deals),
            str(self.made),
            "/".join(hands) or "-",
            listed(self.calls),
            listed(self.played),
        ]
        return " ".join(fields)

    def view(self, seat: int | None) -> str:
        """The position text as a seat, or an onlooker, may see it, but for an end."""
        seen = set() if seat is None else {seat}
        if self.phase == "play" and self.played:
            seen.add(self.lookout)
        return self.line(seen)

    # -- whose turn

    @property
    def turn(self) -> int | None:
        """The seat to act; None at a chance event."""
        if self.phase == "bid":
            return self.caller(len(self.calls))
        if self.phase == "play":
            holder = self.holder
            return self.proclaimer if holder == self.lookout else holder
        return None

    def caller(self, n: int) -> int:
        """Who makes the nth call of a deal, from 0."""
        return (self.dealer + 1 + n) % 4

    @property
    def bids(self) -> list[str]:
        return [call for call in self.calls if call in BIDS]

    @property
    def proclaimer(self) -> int:
        return self.caller(self.calls.index(self.bids[-1]))

    @property
    def lookout(self) -> int:
        return (self.proclaimer + 2) % 4

    @property
    def holder(self) -> int:
        """Whose blade is to be played."""
        return self.players()[len(self.played)]

    def players(self) -> list[int]:
        """Who played each blade so far, and who is to play those that are missing in the round."""
        seats: list[int] = []
        leader = (self.proclaimer + 1) % 4
        for i in range(0, len(self.played) + 1, 4):
            order = [(leader + j) % 4 for j in range(4)]
            seats += order
            fallen = self.played[i : i + 4]
            if len(fallen) == 4:
                leader = order[fallen.index(self.best(fallen))]
        return seats

    def best(self, fallen: list[str]) -> str:
        """The blade that wins a round."""
        proclaimed = self.bids[-1][1]
        crests = [blade for blade in fallen if blade[1] == proclaimed]
        follow = [blade for blade in fallen if blade[1] == fallen[0][1]]
        return min(crests or follow, key=PACK.index)

    def rounds(self) -> int:
        """The rounds that Proclaimer's side has won."""
        seats, taken = self.players(), 0
        for i in range(0, len(self.played) - 3, 4):
            fallen = self.played[i : i + 4]
            winner = seats[i + fallen.index(self.best(fallen))]
            taken += winner % 2 == self.proclaimer % 2
        return taken

    @property
    def last_to_call(self) -> int:
        """The side that made the last call."""
        return self.caller(len(self.calls) - 1) % 2

    # -- moves and chance

    def moves(self) -> list[str]:
        if self.phase == "bid":
            return self.legal_calls()
        if self.phase == "play":
            held = self.hands[self.holder]
            on_table = self.played[len(self.played) // 4 * 4 :]
            follow = [blade for blade in held if on_table and blade[1] == on_table[0][1]]
            return follow or list(held)
        return []

    def legal_calls(self) -> list[str]:
        higher = BIDS[BIDS.index(self.bids[-1]) + 1 :] if self.bids else BIDS
        side = self.caller(len(self.calls)) % 2
        third = bool(self.bids) and self.calls[-2:] == ["decline"] * 2
        may = self.tigerblades and third and not self.played_tigerblades[side]
        return ["decline", *higher, *(["tigerblade"] if may else [])]

    def chances(self) -> dict[str, Fraction] | None:
        return None

    def draw(self, rng: random.Random) -> str:
        blades = rng.sample(PACK, 52)
        if self.phase == "draw":
            return "draw:" + ",".join(blades[:4])
        return "deal:" + "/".join(hand_of(blades[i::4]) for i in range(4))

    def play(self, text: str) -> None:
        what, _, outcome = text.partition(":")
        if what == "draw":
            drawn = outcome.split(",")
            self.dealer, self.phase = drawn.index(min(drawn, key=PACK.index)), "deal"
        elif what == "deal":
            self.hands, self.phase = [blades_of(hand) for hand in outcome.split("/")], "bid"
        else:
            self.made += 1
            if self.phase == "bid":
                self.call(text)
            else:
                self.hands[self.holder].remove(text)
                self.played.append(text)
                if len(self.played) == 52:
                    self.score()
        self.end = self.shown()

    def call(self, text: str) -> None:
        if text == "tigerblade":
            self.played_tigerblades[self.caller(len(self.calls)) % 2] = 1
        self.calls.append(text)
        if self.deal_over():
            self.next_deal()
        elif self.bidding_over():
            self.phase = "play"

    def deal_over(self) -> bool:
        """Whether all have declined."""
        return self.calls == ["decline"] * 4

    def bidding_over(self) -> bool:
        """Whether a bid stands."""
        last = self.calls[-3:]
        return bool(self.bids) and ("tigerblade" in last or last == ["decline"] * 3)

    def score(self) -> None:
        """Give the marks of a deal that has been played."""
        beyond = self.rounds() - int(self.bids[-1][0])
        side = self.proclaimer % 2 if beyond > 0 else 1 - self.proclaimer % 2
        doubled = "tigerblade" in self.calls
        self.marks[side] += min(2 * abs(beyond), 6) if doubled else min(abs(beyond), 5)
        if not self.last_deal and won(self.marks, side) >= 0:
            self.points[side] += 1
            self.marks = [won(self.marks, side) * (i == side) for i in (0, 1)]
        self.next_deal()

    def next_deal(self) -> None:
        self.deals += 1
        self.dealer = (self.dealer + 1) % 4
        self.hands, self.calls, self.played = [], [], []
        self.phase = "over" if self.is_won() else "deal"
        if self.is_won() and not self.last_deal:
            self.marks = [0, 0]

    # -- ends

    def shown(self) -> End | None:
        if self.phase == "over" and self.last_deal:
            return end("deals", *self.marks, *self.marks)
        if self.phase == "over":
            scores = [n + (n == 2 and 0 in self.points) for n in self.points]
            return end("holdings", *scores, *scores)
        if self.limit and self.made >= 4 * self.limit:
            return end("move-limit", *[Fraction(1, 4)] * 4)
        return None

    # -- reading

    def fill(self, fields: list[str]) -> None:
        self.phase, dealer, points, marks, blades, deals, made, hands, calls, played = fields
        assert self.phase in ("draw", "deal", "bid", "play", "over")
        self.dealer = -1 if self.phase == "draw" else SEATS.index(dealer)
        self.points, self.marks, self.played_tigerblades = (
            [int(n) for n in field.split("-")] for field in (points, marks, blades)
        )
        assert all(len(n) == 2 for n in (self.points, self.marks, self.played_tigerblades))
        self.deals, self.made = int(deals), int(made)
        self.hands = [] if hands == "-" else [blades_of(hand) for hand in hands.split("/")]
        self.calls, self.played = unlisted(calls), unlisted(played)

    def as_read(self, claimed: End | None) -> End | None:
        limited = bool(self.limit and self.made >= 4 * self.limit)
        over = self.text.split(" ")[1] == "over"
        if over and limited and not self.is_won():
            self.phase = "deal"
            if self.hands:
                self.phase = "play" if self.bidding_over() else "bid"
        elif over != (limited or self.is_won()):
            raise Refused
        fits = self.fits_phase() and self.fits_tigerblades() and self.fits_marks()
        if not (fits and self.fits_moves()):
            raise Refused
        return settled(self.shown(), claimed, [])

    def is_won(self) -> bool:
        """Whether the game was played to its end."""
        return self.deals == self.last_deal if self.last_deal else 2 in self.points

    def fits_phase(self) -> bool:
        """Whether hands, calls and blades played are those of the phase."""
        if self.phase == "draw" and self.given["dealer"] != "draw":
            return False
        if self.phase not in ("bid", "play"):
            return not (self.hands or self.calls or self.played)
        if not self.calls_follow() or self.bidding_over() != (self.phase == "play"):
            return False
        return self.blades_add_up() and (self.phase == "play" or not self.played)

    def calls_follow(self) -> bool:
        """Whether each call is legal after those before it, and none comes too late."""
        calls, self.calls = self.calls, []
        blades, self.played_tigerblades = self.played_tigerblades, [0, 0]
        for call in calls:
            if self.deal_over() or self.bidding_over() or call not in self.legal_calls():
                return False
            self.calls.append(call)
        self.played_tigerblades = blades
        return not self.deal_over()

    def blades_add_up(self) -> bool:
        """Whether each blade is there once, and each seat has had thirteen; some are still held."""
        laid = self.players()[: len(self.played)] if self.phase == "play" else []
        sizes = [13 - laid.count(seat) for seat in range(4)]
        every = sorted(chain(self.played, *self.hands))
        return [*map(len, self.hands)] == sizes and any(sizes) and every == sorted(PACK)

    def fits_tigerblades(self) -> bool:
        """Whether the TigerBlades are allowed, those of the calls among them and others only before."""
        most = int(self.tigerblades)
        now = ["tigerblade" in self.calls and side == self.last_to_call for side in (0, 1)]
        counts = list(zip(self.played_tigerblades, now, strict=True))
        return all(
            have in (range(must, most + 1) if self.deals else (must,)) for have, must in counts
        )

    def fits_marks(self) -> bool:
        """Whether points, marks and deals are those of a game that is over, or is not."""
        if not self.deals and any(self.points + self.marks):
            return False
        if self.last_deal:
            fits = self.points == [0, 0] and self.deals <= self.last_deal
        else:
            fits = max(self.points) <= 2 and self.points != [2, 2]
            fits &= max(won(self.marks, side) for side in (0, 1)) < 0
            fits &= not (self.is_won() and any(self.marks))
        return fits and self.is_won() == (self.phase == "over")

    def fits_moves(self) -> bool:
        """Whether this deal's moves, and four or more of each deal before, are in the count."""
        before = self.made - len(self.calls) - len(self.played)
        return before >= 4 * self.deals if self.deals else before == 0


ENDS = [
    end("move-limit", *[Fraction(1, 4)] * 4),
    end("move-limit", *[Fraction(1, 2)] * 4),
    end("repetition", *[Fraction(1, 4)] * 4),
    *(end("holdings", *scores, *scores) for scores in [(3, 0), (0, 3), (2, 1), (1, 2), (2, 0)]),
    *(end("deals", *scores, *scores) for scores in product(range(19), repeat=2)),
]
