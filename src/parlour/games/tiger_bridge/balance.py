"""The balancing point of a deal: what each side can take, what each bid is worth, where the values meet."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from parlour.errors import BadPosition
from parlour.games.tiger_bridge import SEATS, rules
from parlour.games.tiger_bridge.blades import CRESTS, hand_of
from parlour.games.tiger_bridge.double_dummy import DoubleDummySolver

NUMBERS = range(5, 10)  # rounds that can be bid
MOST = 5  # marks for a deal
UNKNOWN = "?"


@dataclass(frozen=True)
class BidStep:
    """A bid of one side in its best crests, and its value in marks.

    Positive values are for North-South. The standard error is given if hands were drawn.
    """

    bid: str
    side: int
    marks: float
    error: float


@dataclass(frozen=True)
class Balance:
    """Rounds by crests (rising rank) and proclaimer, for one deal or for several possible ones.

    `tables` has the shape (deals, 5, 4). A side's best crests are those in which one of the partners takes
    the most rounds; of equals, the cheapest.
    """

    tables: npt.NDArray[np.int64]

    @property
    def deals(self) -> int:
        """The number of deals solved."""
        return len(self.tables)

    @property
    def rounds(self) -> npt.NDArray[np.float64]:
        """The mean rounds by crests and proclaimer, of shape (5, 4)."""
        return np.asarray(self.tables.mean(axis=0), np.float64)

    @property
    def errors(self) -> npt.NDArray[np.float64]:
        """The standard errors of `rounds`; 0 for a full deal."""
        return standard_error(self.tables)

    def best(self, side: int) -> tuple[int, int]:
        """A side's best crests and proclaimer."""
        own = self.rounds[:, side::2]
        crests, partner = np.unravel_index(int(own.argmax()), own.shape)
        return int(crests), side + 2 * int(partner)

    def _best_rounds(self, side: int) -> npt.NDArray[np.int64]:
        """A side's rounds in its best crests, by deal."""
        return np.asarray(self.tables[(slice(None), *self.best(side))])

    def steps(self) -> list[BidStep]:
        """Both sides' bids in their best crests, from the lowest."""
        found = []
        for number in NUMBERS:
            for crests, side in sorted((self.best(side)[0], side) for side in (0, 1)):
                over = np.clip(self._best_rounds(side) - number, -MOST, MOST)
                marks = over if side == 0 else -over
                bid = f"{number}{CRESTS[crests]}"
                found.append(BidStep(bid, side, float(marks.mean()), float(standard_error(marks))))
        return found

    @property
    def point(self) -> tuple[float, float]:
        """The number of rounds at which both sides' bids have equal value, and its standard error."""
        middle = (self._best_rounds(0) + self._best_rounds(1)) / 2
        return float(middle.mean()), float(standard_error(middle))


def standard_error(values: npt.NDArray[np.generic]) -> npt.NDArray[np.float64]:
    """The standard error of the mean along the first axis; 0 for a single value."""
    if len(values) == 1:
        return np.zeros(values.shape[1:])
    return np.asarray(values.std(axis=0, ddof=1) / len(values) ** 0.5)


def read_hands(text: str) -> list[int | None]:
    """Four hands from North, joined by ``/``, with ``?`` for an unknown one; raises BadPosition.

    The text may begin with ``deal:``, as in a game record.
    """
    parts = text.removeprefix("deal:").split("/")
    if len(parts) != rules.SEATS:
        raise BadPosition(
            f"{text!s:.80}: expected four hands from North, joined by /, ? for one that is not known"
        )
    hands = [None if part == UNKNOWN else hand_of(part) for part in parts]
    seen = 0
    for seat, (part, hand) in enumerate(zip(parts, hands, strict=True)):
        if part == UNKNOWN:
            continue
        if hand is None or hand.bit_count() != 13:
            raise BadPosition(
                f"{SEATS[seat]}'s hand is {part!s:.40}; expected 13 blades as F.L.M.R with ranks of "
                "TBSWP87654321 from the top"
            )
        if hand & seen:
            raise BadPosition(f"{SEATS[seat]}'s hand has a blade that another one has")
        seen |= hand
    return hands


def balance(
    hands: Sequence[int | None],
    deals: int = 20,
    seed: int | None = None,
    report_progress: Callable[[float], None] = lambda part: None,
) -> Balance:
    """The balance of a full deal, or over `deals` deals drawn at random if hands are unknown.

    `report_progress` is called with the finished part.
    """
    rng, solver = random.Random(seed), DoubleDummySolver()
    number = deals if sum(hand is None for hand in hands) > 1 else 1
    tables = []
    for done in range(number):
        tables.append(solver.table(complete_deal(hands, rng)))
        report_progress((done + 1) / number)
    return Balance(np.array(tables))


def complete_deal(hands: Sequence[int | None], rng: random.Random) -> list[int]:
    """A deal with these hands, the others drawn at random."""
    known = sum(hand for hand in hands if hand is not None)
    rest = [blade for blade in range(rules.BLADES) if not known >> blade & 1]
    rng.shuffle(rest)
    deal = []
    for hand in hands:
        if hand is None:
            hand = sum(1 << blade for blade in rest[:13])
            rest = rest[13:]
        deal.append(hand)
    return deal
