"""Merlin's Chain once more, slowly, straight from its page; nothing here is shared with the game's rules."""

from __future__ import annotations

import random
from fractions import Fraction
from heapq import heappop, heappush

from tests.oracles.common import FILES, RANKS, RAYS, End, Refused, end, first_field, level

CELLS = [file + rank for rank in "87654321" for file in FILES]
COLUMNS = [[file + rank for rank in RANKS] for file in FILES]  # from the bottom
LINES = [
    [cell, *ray[:3]]
    for cell in CELLS
    for way in ((1, 0), (0, 1), (1, 1), (1, -1))
    for ray in [RAYS[cell].get(way, [])]
    if len(ray) >= 3
]
DEFAULTS = {"stop": "full", "move_limit": 0}
Run = tuple[int, int, int]  # the numbers next below and above it, how many cells


def runs(column: list[int]) -> list[Run]:
    """The runs of free cells of a column, free cells being 0."""
    found, lo, free = [], 0, 0
    for number in [*column, 65]:
        if number and free:
            found.append((lo, number, free))
        lo, free = (number, 0) if number else (lo, free + 1)
    return found


def fills(found: list[Run], unplayed: list[int]) -> bool:
    """Whether unplayed numbers fill the runs: from the lowest up, each goes where it is most pressing."""
    waiting, later = [], sorted(found, reverse=True)
    for number in unplayed:
        while later and later[-1][0] < number:
            _, hi, free = later.pop()
            for _ in range(free):
                heappush(waiting, hi)
        if not waiting or heappop(waiting) <= number:
            return False
    return not waiting and not later


class Slow:
    """A game: the played numbers by cell, free cells being 0."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        self.board = dict.fromkeys(CELLS, 0)
        self.to_move = self.made = 0
        self.end: End | None = None

    @property
    def text(self) -> str:
        squares = [str(self.board[cell] or ".") for cell in CELLS]
        ranks = "/".join(",".join(squares[i : i + 8]) for i in range(0, 64, 8))
        return f"{first_field('merlins-chain', self.given, DEFAULTS)} {ranks} {self.to_move}"

    def chances(self) -> dict[str, Fraction] | None:
        return None

    def draw(self, rng: random.Random) -> str:
        raise AssertionError("no chance in this game")

    @property
    def played(self) -> list[int]:
        return [number for number in self.board.values() if number]

    @property
    def unplayed(self) -> list[int]:
        played = set(self.played)
        return [number for number in range(1, 65) if number not in played]

    def columns(self) -> list[list[int]]:
        return [[self.board[cell] for cell in column] for column in COLUMNS]

    def playable(self, cell: str, seat: int) -> list[int]:
        """The numbers of a seat that may be played on a free cell, from the lowest; found one by one."""
        columns, unplayed = self.columns(), self.unplayed
        column = columns.pop(FILES.index(cell[0]))
        elsewhere = [run for other in columns for run in runs(other)]
        row = RANKS.index(cell[1])
        found = []
        for number in unplayed:
            if number % 2 == seat:
                here = runs([*column[:row], number, *column[row + 1 :]])
                rest = [other for other in unplayed if other != number]
                below, above = column[:row], [other for other in column[row + 1 :] if other]
                fits = max([0, *below]) < number < min([65, *above])
                if fits and fills(elsewhere + here, rest):
                    found.append(number)
        return found

    @property
    def free(self) -> list[str]:
        return [cell for cell in CELLS if not self.board[cell]]

    def moves(self) -> list[str]:
        return [
            f"{number}@{cell}" for cell in self.free for number in self.playable(cell, self.to_move)
        ]

    def play(self, text: str) -> None:
        number, cell = text.split("@")
        self.board[cell] = int(number)
        self.to_move = 1 - self.to_move
        self.made += 1
        limit = int(str(self.given["move_limit"]))
        self.end = self.shown()
        if not self.end and limit and self.made >= 2 * limit:
            self.end = level("move-limit")

    # -- ends

    def ranks(self, seat: int, lowest: dict[str, int]) -> list[int]:
        """The ranks of a seat's chains, if its pieces that are told lie on those free cells."""
        numbers = {
            cell: number for cell, number in self.board.items() if number % 2 == seat and number
        }
        numbers |= lowest
        return [max(numbers[c] for c in line) for line in LINES if all(c in numbers for c in line)]

    def shown(self) -> End | None:
        made = [min(self.ranks(seat, {}), default=99) for seat in (0, 1)]
        if not self.free:
            if made == [99, 99]:
                return level("no-chain")
            return end("lowest-chain", made[0] < made[1], made[1] < made[0])
        if self.given["stop"] == "decided":
            for seat in (0, 1):
                if made[seat] < min(made[1 - seat], self.bound(1 - seat)):
                    return end("decided", seat == 0, seat == 1)
        return None

    def bound(self, seat: int) -> int:
        """The lowest rank that a seat could still reach, each free cell taken on its own."""
        able = {cell: self.playable(cell, seat) for cell in self.free}
        return min(self.ranks(seat, {cell: it[0] for cell, it in able.items() if it}), default=98)

    # -- reading

    def fill(self, fields: list[str]) -> None:
        board, turn = fields
        squares = board.replace("/", ",").split(",")
        for cell, square in zip(CELLS, squares, strict=True):
            self.board[cell] = 0 if square == "." else range(1, 65)[int(square) - 1]
        self.to_move = int(turn)

    def as_read(self, claimed: End | None) -> End | None:
        played = self.played
        greens = sum(number % 2 == 0 for number in played)
        if len(set(played)) < len(played) or greens * 2 - len(played) != self.to_move:
            raise Refused
        if self.to_move not in (0, 1) or not self.valid():
            raise Refused
        shown = self.shown()
        if claimed and (claimed != shown if shown else claimed not in self.possible()):
            raise Refused
        return claimed or shown

    def valid(self) -> bool:
        """Whether the played pieces rise and the others fill the board."""
        columns = self.columns()
        rising = [[number for number in column if number] for column in columns]
        rises = all(column == sorted(column) for column in rising)
        return rises and fills([run for column in columns for run in runs(column)], self.unplayed)

    def possible(self) -> list[End]:
        """The ends that a text may claim where the board shows none: it need not show them."""
        reasons = ["lowest-chain", *(["decided"] if self.given["stop"] == "decided" else [])]
        wins = [end(reason, green, 1 - green) for reason in reasons for green in (0, 1)]
        limit = [level("move-limit")] if self.given["move_limit"] else []
        return [*wins, level("no-chain"), *limit]


REASONS = ["lowest-chain", "no-chain", "decided", "move-limit"]
ENDS = [
    *(end(reason, green, 1 - green) for reason in REASONS for green in (0, 1)),
    *map(level, (*REASONS, "repetition", "mistake")),
]
