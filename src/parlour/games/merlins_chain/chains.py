"""The chains of a position of Merlin's Chain, in words: those that stand, and those that are sure to come.

A chain on a line without opposing pieces is sure to come if nothing but its player's numbers can still be
played on each of the line's free cells. Its rank is then at most the highest of these numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.kernel.layout import Record, new_plain
from parlour.kernel.primitives import copy, highest
from parlour.kernel.protocol import R

__compiled__ = True  # bound to the rules for the notation; nothing here is compiled


class Chain(NamedTuple):
    """A chain: its rank, or the most that it can be; whose; its first and last cell; whether it stands."""

    rank: int
    seat: int
    cells: tuple[str, str]
    stands: bool

    @property
    def text(self) -> str:
        """The rank and the two ends."""
        return f"{self.rank} ({self.cells[0]}–{self.cells[1]})"


def chain_notes(s: Record, names: tuple[str, str]) -> list[str]:
    """The chains of each player with their ranks, and who is sure to win a game that goes on."""
    seen = _with_spans(s)
    found = sorted(_chains(seen))
    notes = []
    for seat, name in enumerate(names):
        for stands, words in ((True, "chains"), (False, "chains to come, at most")):
            ranks = [chain.text for chain in found if (chain.seat, chain.stands) == (seat, stands)]
            if ranks:
                notes.append(f"{name}'s {words}: {', '.join(ranks)}")
    leader = found[0].seat if found else 0
    if s.free and found and found[0].rank < R.lowest_hope(seen, 1 - leader):
        notes.append(f"{names[leader]} is sure to win, whatever is still played")
    return notes


def _with_spans(s: Record) -> Record:
    """A copy of `s` that knows which unplayed numbers may be played on each free cell."""
    seen = new_plain(R.STATE)
    copy(seen, s)
    if seen.free:
        R.find_spans(seen)
    return seen


def _chains(s: Record) -> Iterator[Chain]:
    for line in range(len(R.LINES)):
        for seat in range(2):
            if not s.stones[1 - seat] & R.LINE_BITS[line]:
                cells = [int(cell) for cell in R.LINES[line]]
                rank = _sure_rank(s, seat, cells)
                if rank:
                    ends = R.BOARD.names[cells[0]], R.BOARD.names[cells[-1]]
                    yield Chain(rank, seat, ends, all(s.board[cell] for cell in cells))


def _sure_rank(s: Record, seat: int, cells: list[int]) -> int:
    """The most that a chain of `seat` on these cells can rank; 0 if it is not sure to come."""
    rank = 0
    for cell in cells:
        span = 0 if s.board[cell] else s.span[cell]
        if span & ~R.OWN[seat]:
            return 0
        rank = max(rank, s.board[cell], highest(span) + 1)
    return int(rank)
