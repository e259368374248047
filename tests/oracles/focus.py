"""Focus once more, slowly, straight from its page; nothing here is shared with the game's rules."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

from tests.oracles.common import CELLS, RAYS, End, Refused, end, first_field, level, settled

CORNERS = ["a1", "a2", "b1", "g1", "h1", "h2", "a7", "a8", "b8", "g8", "h7", "h8"]
SQUARES = [cell for cell in CELLS if cell not in CORNERS]
START = ("RRGGRR", "GGRRGG") * 3  # from rank 7 down
DEFAULTS = {"move_limit": 300}
SIDES = "RG"


class Slow:
    """A game: stacks by square, from the bottom; no square without a stack."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        self.board = {
            file + rank: piece
            for rank, row in zip("765432", START, strict=True)
            for file, piece in zip("bcdefg", row, strict=True)
        }
        self.to_move = "R"
        self.reserves = dict.fromkeys(SIDES, 0)
        self.made = 0
        self.end: End | None = None
        self.stood = Counter([self.text])

    @property
    def text(self) -> str:
        squares = ["#" if cell in CORNERS else self.board.get(cell, ".") for cell in CELLS]
        ranks = "/".join(",".join(squares[i : i + 8]) for i in range(0, 64, 8))
        reserves = ",".join(str(self.reserves[side]) for side in SIDES)
        return f"{first_field('focus', self.given, DEFAULTS)} {ranks} {self.to_move} {reserves}"

    @property
    def other(self) -> str:
        return "RG"[self.to_move == "R"]

    def chances(self) -> dict[str, Fraction] | None:
        return None

    def draw(self, rng: random.Random) -> str:
        raise AssertionError("no chance in this game")

    def moves(self) -> list[str]:
        found = list(SQUARES) if self.reserves[self.to_move] else []
        for cell, stack in self.board.items():
            if stack[-1] == self.to_move:
                for way, ray in RAYS[cell].items():
                    reached = ray[: len(stack)] if 0 in way else []
                    found += [f"{cell}-{to}" for to in reached if to in SQUARES]
        return found

    def play(self, text: str) -> None:
        start, _, to = text.partition("-")
        if to:
            k = max(abs(ord(a) - ord(b)) for a, b in zip(start, to, strict=True))
            stack = self.board.pop(start)
            if stack[:-k]:
                self.board[start] = stack[:-k]
            self.lay(stack[-k:], to)
        else:
            self.reserves[self.to_move] -= 1
            self.lay(self.to_move, start)
        self.made += 1
        self.to_move = self.other
        self.stood[self.text] += 1
        self.end = self.judge()

    def lay(self, pieces: str, to: str) -> None:
        """Put pieces on a square; of more than five the lowest leave the board."""
        stack = self.board.get(to, "") + pieces
        self.board[to] = stack[-5:]
        self.reserves[self.to_move] += stack[:-5].count(self.to_move)

    def judge(self) -> End | None:
        limit = int(str(self.given["move_limit"]))
        if self.shown():
            return self.shown()
        if self.stood[self.text] >= 3:
            return level("repetition")
        return level("move-limit") if limit and self.made >= 2 * limit else None

    def shown(self) -> End | None:
        return None if self.moves() else end("no-move", self.to_move == "G", self.to_move == "R")

    # -- reading

    def fill(self, fields: list[str]) -> None:
        board, self.to_move, reserves = fields
        squares = dict(zip(CELLS, board.replace("/", ",").split(","), strict=True))
        self.board = {cell: stack for cell, stack in squares.items() if stack not in (".", "#")}
        self.reserves = dict(zip(SIDES, map(int, reserves.split(",")), strict=True))
        assert self.to_move in ("R", "G")
        self.stood = Counter([self.text])

    def as_read(self, claimed: End | None) -> End | None:
        if not set("".join(self.board.values())) <= set(SIDES):
            raise Refused
        if any(len(stack) not in range(1, 6) for stack in self.board.values()):
            raise Refused
        limit = ["move-limit"] if self.given["move_limit"] else []
        if claimed in BAD:
            raise Refused
        return settled(self.shown(), claimed, ["no-move", "repetition", *limit])


BAD = [level("no-move"), end("repetition", 1, 0), end("move-limit", 0, 1), level("full-board")]
ENDS = [
    *BAD,
    *(end("no-move", red, 1 - red) for red in (0, 1)),
    *(level("repetition"), level("move-limit")),
]
