"""Deals of TigerBridge solved with all hands open: how many rounds each side takes by best play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from parlour.games.tiger_bridge import rules
from parlour.kernel.layout import Record
from parlour.kernel.workspace import words
from parlour.table import catalogue

CRESTS = 5  # none, Rivers, Mountains, Lakes, Forests
GUESS = 6  # rounds of North-South with which a search begins
PARTNERS_FIRST = (0, 2, 1, 3)  # partners mostly take equally many

Table = npt.NDArray[
    np.int64
]  # rounds, of shape (CRESTS, SEATS): crests by rising rank, proclaimers


@cache
def _search() -> ModuleType:
    """The compiled search; it is the same for all options, so it is bound to the standard game."""
    return catalogue.game("tiger-bridge").compiled.algorithm(
        "parlour.games.tiger_bridge.table_search"
    )


class DoubleDummySolver:
    """Solves one deal after another; its table of positions grows to 60 MB where deals are hard."""

    def __init__(self) -> None:
        self._compiled = _search()
        kind = self._compiled.WORK
        self._work = words(kind.itemsize // 8, compiled=True).view(kind)[0]

    @property
    def nodes(self) -> int:
        """The number of positions examined so far."""
        return int(self._work["nodes"])

    def table(self, hands: Sequence[int]) -> Table:
        """The rounds that each proclaimer takes with each crests.

        `hands` are those of North, East, South and West, sets of 13 blades as in the rules. Raises
        ValueError if they are no deal of the pack.
        """
        _check_deal(hands)
        found = np.zeros((CRESTS, rules.SEATS), np.int64)
        for crests in range(CRESTS):
            found[crests] = self.row(hands, crests)
        return found

    def row(self, hands: Sequence[int], crests: int, guess: int = GUESS) -> list[int]:
        """The rounds that each proclaimer takes with these crests (0 for none, or the territory + 1)."""
        self._work["hands"][:] = hands
        self._compiled.prepare(self._work, crests - 1)
        row = [0] * rules.SEATS
        for proclaimer in PARTNERS_FIRST:
            leader = (proclaimer + 1) & 3
            guess = int(self._compiled.rounds(self._work, rules.PACK, leader, 13, guess))
            row[proclaimer] = guess if proclaimer % 2 == 0 else 13 - guess
        return row

    def worths(self, s: Record, moves: Sequence[int]) -> list[int]:
        """The rounds that the proclaimer's side takes in all after each of the `moves` in play.

        `s` is a record of the rules in the phase of play with all hands known.
        """
        first = s.laid - s.laid % 4
        self._work["hands"][:] = s.hands
        self._compiled.prepare(self._work, rules.crests(s))
        table: list[int] = list(s.played[first : s.laid])
        left, n = sum(s.hands), 13 - s.laid // 4
        found = []
        guess = n // 2
        for move in moves:
            laid = np.array([*table, move, 0, 0, 0][:4], np.int64)
            guess = int(
                self._compiled.after(
                    self._work, left, int(s.leader), laid, len(table) + 1, n, guess
                )
            )
            found.append(s.won + (guess if s.bidder % 2 == 0 else n - guess))
        return found


def _check_deal(hands: Sequence[int]) -> None:
    union = 0
    for hand in hands:
        union |= hand
    if len(hands) != rules.SEATS or union != rules.PACK:
        raise ValueError("a deal is four hands that have the 52 blades between them")
    if any(hand.bit_count() != 13 for hand in hands):
        raise ValueError("each hand of a deal has 13 blades")
