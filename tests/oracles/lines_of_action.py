"""Lines of Action once more, slowly, straight from its page; nothing here is shared with the game's rules."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

from tests.oracles.common import (
    CELLS,
    RAYS,
    WAYS,
    End,
    Refused,
    end,
    first_field,
    level,
    settled,
)

SETUPS = {
    "standard": (
        "b1 c1 d1 e1 f1 g1 b8 c8 d8 e8 f8 g8",
        "a2 a3 a4 a5 a6 a7 h2 h3 h4 h5 h6 h7",
    ),
    "scrambled-eggs": (
        "b1 d1 f1 c8 e8 g8 a3 a5 a7 h2 h4 h6",
        "c1 e1 g1 b8 d8 f8 a2 a4 a6 h3 h5 h7",
    ),
}
DEFAULTS = {"setup": "standard", "both": "mover", "blocked": "lose", "size": 8, "move_limit": 200}


def placed(setup: str, size: int) -> dict[str, str]:
    """The tokens at the start; on a smaller board as on the whole one, with shorter sides."""
    if size == 8:
        black, white = SETUPS[setup]
        return dict.fromkeys(black.split(), "x") | dict.fromkeys(white.split(), "o")
    files, ranks = "abcdefgh"[:size], "12345678"[:size]
    tokens = {}
    for file in files[1:-1]:
        tokens |= {file + ranks[0]: "x", file + ranks[-1]: "x"}
    for rank in ranks[1:-1]:
        tokens |= {files[0] + rank: "o", files[-1] + rank: "o"}
    if setup == "scrambled-eggs":  # from b1 to the right and round, the colours taking turns
        way = [f + ranks[0] for f in files] + [files[-1] + r for r in ranks]
        way += [f + ranks[-1] for f in files[::-1]] + [files[0] + r for r in ranks[::-1]]
        for i, cell in enumerate(cell for cell in way if cell in tokens):
            tokens[cell] = "xo"[i % 2]
    return tokens


class Slow:
    """A game: tokens by cell."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        self.size = int(str(self.given["size"]))
        self.cells = [c for c in CELLS if c[0] < "abcdefghi"[self.size] and int(c[1]) <= self.size]
        self.board = placed(str(self.given["setup"]), self.size)
        self.to_move = "x"
        self.made = 0
        self.end: End | None = None
        self.stood = Counter([self.text])

    @property
    def text(self) -> str:
        squares, size = "".join(self.board.get(cell, ".") for cell in self.cells), self.size
        ranks = "/".join(squares[i : i + size] for i in range(0, size * size, size))
        return f"{first_field('lines-of-action', self.given, DEFAULTS)} {ranks} {self.to_move}"

    def chances(self) -> dict[str, Fraction] | None:
        return None

    def draw(self, rng: random.Random) -> str:
        raise AssertionError("no chance in this game")

    def moves(self) -> list[str]:
        steps = self.steps()
        return steps or (["pass"] if self.given["blocked"] == "pass" else [])

    def steps(self) -> list[str]:
        found = []
        for cell in (cell for cell, token in self.board.items() if token == self.to_move):
            for x, y in WAYS:
                ahead, behind = self.ray(cell, (x, y)), self.ray(cell, (-x, -y))
                far = 1 + sum(there in self.board for there in ahead + behind)
                over = {self.board.get(there) for there in ahead[: far - 1]}
                there = self.board.get(ahead[far - 1]) if far <= len(ahead) else self.to_move
                if there != self.to_move and over <= {None, self.to_move}:
                    found.append(f"{cell}{'x' if there else '-'}{ahead[far - 1]}")
        return found

    def ray(self, cell: str, way: tuple[int, int]) -> list[str]:
        return [there for there in RAYS[cell][way] if there in self.cells]

    def play(self, text: str) -> None:
        if text != "pass":
            self.board[text[3:]] = self.board.pop(text[:2])
        self.made += 1
        self.to_move = "xo"[self.to_move == "x"]
        self.stood[self.text] += 1
        self.end = self.shown()
        limit = int(str(self.given["move_limit"]))
        if self.end is None and self.stood[self.text] >= 3:
            self.end = level("repetition")
        if self.end is None and limit and self.made >= 2 * limit:
            self.end = level("move-limit")

    def shown(self) -> End | None:
        mover = "xo"[self.to_move == "x"]
        joined = [side for side in (mover, self.to_move) if self.joined(side)]
        if len(joined) == 2 and self.given["both"] == "draw":
            return level("both-joined")
        if joined:
            return end("joined", joined[0] == "x", joined[0] == "o")
        return None if self.moves() else end("no-move", mover == "x", mover == "o")

    def joined(self, side: str) -> bool:
        apart = {cell for cell, token in self.board.items() if token == side}
        reached = {min(apart)}
        while reached:
            apart -= reached
            beside = {there for cell in reached for way in WAYS for there in RAYS[cell][way][:1]}
            reached = beside & apart
        return not apart

    # -- reading

    def fill(self, fields: list[str]) -> None:
        board, self.to_move = fields
        tokens = dict(zip(self.cells, board.replace("/", ""), strict=True))
        self.board = {cell: token for cell, token in tokens.items() if token != "."}
        self.stood = Counter([self.text])

    def as_read(self, claimed: End | None) -> End | None:
        if set(self.board.values()) != {"x", "o"} or self.to_move not in ("x", "o"):
            raise Refused
        given = self.given
        limit = ["move-limit"] if given["move_limit"] else []
        both = ["both-joined"] if given["both"] == "draw" else []
        blocked = ["no-move"] if given["blocked"] == "lose" else []
        claimable = ["joined", *both, *blocked, "repetition", *limit]
        if claimed in BAD:
            raise Refused
        return settled(self.shown(), claimed, claimable)


BAD = [end("repetition", 1, 0), level("joined"), end("no-king", 1, 0), end("both-joined", 1, 0)]
ENDS = [
    *BAD,
    *(end(reason, black, 1 - black) for reason in ("joined", "no-move") for black in (0, 1)),
    *(level("repetition"), level("move-limit"), level("both-joined")),
]
