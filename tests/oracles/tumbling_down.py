"""Tumbling Down once more, slowly, straight from its page; nothing here is shared with the game's rules."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

from tests.oracles.common import (
    CELLS,
    FILES,
    RANKS,
    RAYS,
    End,
    Refused,
    end,
    first_field,
    level,
    settled,
)

HEIGHTS = {"full": (4, 3, 2, 2, 1), "short": (4, 3, 2, 1)}  # by diagonals from the corner
DEFAULTS = {"setup": "full", "tumble": "falls", "move_limit": 200}


class Slow:
    """A game: stacks by cell, from the bottom; no cell without a stack."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        self.board: dict[str, str] = {}
        for x, file in enumerate(FILES):
            for y, rank in enumerate(RANKS):
                for side, far in (("W", x + y), ("B", 14 - x - y)):
                    heights = HEIGHTS[str(self.given["setup"])]
                    if far < len(heights):
                        self.board[file + rank] = side * heights[far]
        self.to_move = "W"
        self.made = 0
        self.end: End | None = None
        self.stood = Counter([self.text])

    @property
    def text(self) -> str:
        squares = [self.board.get(cell, ".") for cell in CELLS]
        ranks = "/".join(",".join(squares[i : i + 8]) for i in range(0, 64, 8))
        return f"{first_field('tumbling-down', self.given, DEFAULTS)} {ranks} {self.to_move}"

    def chances(self) -> dict[str, Fraction] | None:
        return None

    def draw(self, rng: random.Random) -> str:
        raise AssertionError("no chance in this game")

    def moves(self) -> list[str]:
        found = []
        for cell, stack in self.board.items():
            if stack[-1] == self.to_move:
                beside = [ray[0] for ray in RAYS[cell].values() if ray]
                found += [f"{cell}-{to}" for to in beside]
                least = 3 if self.given["tumble"] == "stays" else 2
                found += [f"{cell}>{to}" for to in beside if len(stack) >= least]
        return found

    def kings(self, side: str) -> list[str]:
        pure = {cell: len(s) for cell, s in self.board.items() if set(s) == {side}}
        return [cell for cell in pure if pure[cell] == max(pure.values())]

    def play(self, text: str) -> None:
        mover, other = self.to_move, "WB"[self.to_move == "W"]
        kings = {side: self.kings(side) for side in "WB"}
        start, to = text[:2], text[3:]
        if text[2] == "-":
            self.lay(self.board[start][-1], to)
            self.board[start] = self.board[start][:-1]
        else:
            falls = next(ray for ray in RAYS[start].values() if to in ray[:1])
            way = [start, *falls] if self.given["tumble"] == "stays" else falls
            pieces, self.board[start] = self.board[start], ""
            for i, piece in enumerate(pieces):
                self.lay(piece, way[min(i, len(way) - 1)])
        self.board = {cell: stack for cell, stack in self.board.items() if stack}
        self.made += 1
        self.to_move = other
        self.stood[self.text] += 1
        self.end = self.judge(mover, other, kings)

    def lay(self, piece: str, to: str) -> None:
        self.board[to] = self.board.get(to, "") + piece

    def judge(self, mover: str, other: str, kings: dict[str, list[str]]) -> End | None:
        if any(self.board.get(cell, " ")[-1] == mover for cell in kings[other]):
            return end("king-captured", mover == "W", mover == "B")
        if any(self.board.get(cell, " ")[-1] == other for cell in kings[mover]):
            return end("king-lost", mover == "B", mover == "W")
        if not self.kings(mover):
            return end("no-king", mover == "B", mover == "W")
        if self.stood[self.text] >= 3:
            return level("repetition")
        limit = int(str(self.given["move_limit"]))
        return level("move-limit") if limit and self.made >= 2 * limit else None

    def shown(self) -> End | None:
        last = "WB"[self.to_move == "W"]
        return None if self.kings(last) else end("no-king", last == "B", last == "W")

    # -- reading

    def fill(self, fields: list[str]) -> None:
        board, self.to_move = fields
        squares = board.replace("/", ",").split(",")
        stacks = dict(zip(CELLS, squares, strict=True))
        self.board = {cell: stack for cell, stack in stacks.items() if stack != "."}
        assert all(self.board.values())
        self.stood = Counter([self.text])

    def as_read(self, claimed: End | None) -> End | None:
        last, due = "WB"[self.to_move == "W"], self.to_move
        if not set("".join(self.board.values())) <= set("WB") or due not in ("W", "B"):
            raise Refused
        if sum(map(len, self.board.values())) > 61:
            raise Refused  # two sets have 58; more than 61 are not taken
        if claimed == end("king-captured", last == "W", last == "B"):
            return claimed
        if not any(stack[-1] == due for stack in self.board.values()):
            raise Refused
        if claimed == end("king-lost", due == "W", due == "B"):
            return claimed
        limit = ["move-limit"] if self.given["move_limit"] else []
        if claimed == end("no-king", last == "B", last == "W"):
            return claimed
        if claimed in BAD:
            raise Refused
        return settled(self.shown(), claimed, ["repetition", *limit])


BAD = [level("king-lost"), end("stalemate", 0, 1), end("repetition", 1, 0)]
ENDS = [
    *BAD,
    *(end(f"king-{what}", white, 1 - white) for what in ("captured", "lost") for white in (0, 1)),
    *(end("no-king", 1, 0), end("no-king", 0, 1), level("repetition"), level("move-limit")),
]
