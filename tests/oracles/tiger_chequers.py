"""TigerChequers once more, slowly, straight from its page; nothing here is shared with the game's rules."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from tests.oracles.common import (
    CELLS,
    FILES,
    RANKS,
    RAYS,
    WAYS,
    End,
    Refused,
    end,
    first_field,
    settled,
)

Board = dict[str, str]  # the letters of the pieces by cell

DEFAULTS = {"knights": 8, "move_limit": 300, "paths": "corners"}
ROWS_AT_START = "tdbqkblt/pppppppp/8/8/8/8/PPPPPPPP/T1BQKB1T"
POSTS = [file + rank for file in FILES for rank in "56"]
POSTINGS = ["post:" + ",".join(four) for four in itertools.combinations(POSTS, 4)]
SOUTHS = {"guard": {"b1": "D", "g1": "L"}, "watch": {"b1": "N", "g1": "N"}}
STRAIGHT = [way for way in WAYS if 0 in way]
SLANTING = [way for way in WAYS if 0 not in way]
SLIDES = {"K": WAYS, "T": STRAIGHT, "B": SLANTING}
REACHES = {"Q": (WAYS, 1), "L": (STRAIGHT, 2), "D": (SLANTING, 2), "G": (WAYS, 2)}
LEAPS = {
    kind: {cell: [to for way in ways for to in RAYS[cell][way][:far]] for cell in CELLS}
    for kind, (ways, far) in REACHES.items()
}
LEAPS["N"] = {
    cell: [to for to in CELLS if {abs(ord(cell[i]) - ord(to[i])) for i in (0, 1)} == {1, 2}]
    for cell in CELLS
}
AHEAD = {"P": 1, "p": -1, "s": -1}
HOME = {"P": "2", "p": "7"}
TWO_STEPS = {"P24": "3", "p75": "6"}  # the rank between the two
PATHS = {"a8": "west", "b8": "west", "h8": "east", "g8": "east"}
CASTLING = {  # the Queen's way, the Tower's, and what must be empty
    "S": (("d1", "c1", "b1"), ("a1", "c1"), ("b1", "c1")),
    "L": (("d1", "e1", "f1"), ("h1", "e1"), ("e1", "f1", "g1")),
    "s": (("d8", "c8", "b8"), ("a8", "c8"), ("b8", "c8")),
    "l": (("d8", "e8", "f8"), ("h8", "e8"), ("e8", "f8", "g8")),
}
OTHER = {"w": "b", "b": "w"}


def level(reason: str) -> End:
    """A draw: a point for each."""
    return end(reason, 1, 1)


def side(piece: str) -> str:
    return "w" if piece.isupper() else "b"


def moved(board: Board, start: str, to: str, piece: str = "") -> Board:
    """The board after a piece has gone somewhere, there to be another if one is named."""
    after = {**board, to: piece or board[start]}
    if start != to:
        del after[start]
    return after


def without(board: Board, cell: str) -> Board:
    return {at: piece for at, piece in board.items() if at != cell}


def jumps(board: Board, cell: str) -> Iterator[tuple[str, Board]]:
    """The captures of a Swordsman or an Archer: their landings, and the board after them."""
    for way, ray in RAYS[cell].items():
        if way not in SLANTING or (board[cell] == "s" and way[1] > 0):
            continue
        empty = len(list(itertools.takewhile(lambda seen: seen not in board, ray)))
        if len(ray) < empty + 2 or (board[cell] == "s" and empty):
            continue
        prey, land = ray[empty : empty + 2]
        if side(board[prey]) != side(board[cell]) and land not in board:
            after = moved(without(board, prey), cell, land)
            yield f"x{land}", after
            for text, further in jumps(after, land):
                yield f"x{land}{text}", further


def takes(board: Board, cell: str, target: str) -> bool:
    """Whether a piece has a capture, however long, that takes what stands on the target."""
    kind = board[cell].upper()
    if kind in LEAPS:
        return target in LEAPS[kind][cell]
    if kind == "P":
        return target in slanting_ahead(board[cell], cell)
    if kind in SLIDES:
        rays = [RAYS[cell][way] for way in SLIDES[kind]]
        return any(
            target in ray and not any(at in board for at in ray[: ray.index(target)])
            for ray in rays
        )
    return any(board[target] not in after.values() for _, after in jumps(board, cell))


def slanting_ahead(piece: str, cell: str) -> list[str]:
    return [to for x in (-1, 1) for to in RAYS[cell][x, AHEAD[piece]][:1]]


def attacked(board: Board, seat: str) -> bool:
    """Whether a seat's Queen is attacked; not if she has escaped."""
    queen = next((cell for cell in board if board[cell] == {"w": "Q", "b": "q"}[seat]), None)
    others = [cell for cell, piece in board.items() if side(piece) != seat]
    return queen is not None and any(takes(board, cell, queen) for cell in others)


class Slow:
    """A game: the board and what the other fields tell, the legal moves with the boards after them."""

    def __init__(self, **options: object) -> None:
        self.given = DEFAULTS | options
        self.board = board_of(ROWS_AT_START)
        self.turn, self.rights, self.passed = "?", "SLsl", "-"
        self.quiet, self.posted, self.lancer = 0, "-", "0"
        self.left = int(str(self.given["knights"]))
        self.made = 0
        self.stood: Counter[str] = Counter()
        self.legal: dict[str, Board] = {}
        self.end: End | None = None

    @property
    def text(self) -> str:
        name = first_field("tiger-chequers", self.given, DEFAULTS)
        fields = (rows_of(self.board), self.turn, self.rights or "-", self.passed, self.quiet)
        knights = (self.left,) if self.counts_knights else ()
        return " ".join(map(str, (name, *fields, self.posted, self.lancer, *knights)))

    @property
    def counts_knights(self) -> bool:
        return self.given["knights"] != DEFAULTS["knights"]

    def chances(self) -> dict[str, Fraction] | None:
        return dict.fromkeys(POSTINGS, Fraction(1, 1820)) if self.turn == "?" else None

    def draw(self, rng: random.Random) -> str:
        return rng.choice(POSTINGS)

    def moves(self) -> list[str]:
        return ["guard", "watch"] if self.turn == "post" else list(self.legal)

    # -- playing

    def play(self, text: str) -> None:
        if text.startswith("post:"):
            self.board |= dict.fromkeys(text[5:].split(","), "s")
            self.turn = "post"
        elif text in ("guard", "watch"):
            self.board |= SOUTHS[text]
            self.posted, self.turn = text, "w"
        else:
            self.move(text)
        self.arrange()
        self.end = self.shown()

    def move(self, text: str) -> None:
        start, last = text[:2], text.partition("=")[0][-2:]
        piece = self.board[start]
        self.board = self.legal[text]
        self.made += 1
        self.quiet = 0 if "x" in text or piece in "Pps" else self.quiet + 1
        stepped = piece + start[1] + last[1]
        self.passed = start[0] + TWO_STEPS[stepped] if stepped in TWO_STEPS else "-"
        for right, (queens, towers, _) in CASTLING.items():
            if {queens[0], towers[0]} & {start, last}:
                self.rights = self.rights.replace(right, "")
        if piece == "p" and text.endswith("=N"):
            self.left -= self.counts_knights
        if piece == "p" and last[1] == "1":
            self.lancer = "1"
        self.turn = OTHER[self.turn]

    def arrange(self) -> None:
        """Find the legal moves and count the position."""
        self.legal = {}
        if self.turn in OTHER and "Q" in self.board.values():
            found = list(self.found())
            self.legal = {text: after for text, after in found if not attacked(after, self.turn)}
            assert len(found) == len({text for text, _ in found})
            self.stood[self.text.replace(f" {self.quiet} ", " ", 1)] += 1

    def shown(self) -> End | None:
        """The end of the position as far as it and what was counted tell."""
        limit = int(str(self.given["move_limit"]))
        if self.turn not in OTHER:
            return None
        if "Q" not in self.board.values():
            return end("queen-escape", Fraction(3, 2), Fraction(1, 2))
        if not self.legal and attacked(self.board, self.turn):
            return end("checkmate", 3 * (self.turn == "b"), 3 * (self.turn == "w"))
        if not self.legal:
            return level("stalemate")
        if max(self.stood.values()) >= 3:
            return level("repetition")
        if self.quiet >= 100:
            return level("fifty-moves")
        return level("move-limit") if limit and self.made >= 2 * limit else None

    # -- moving: texts and the boards after them, whether the Queen is safe or not

    def found(self) -> Iterator[tuple[str, Board]]:
        for cell, piece in self.board.items():
            if side(piece) != self.turn:
                continue
            if piece in "Pp":
                yield from self.pikeman(cell)
            elif piece in "sa":
                yield from self.draughtsman(cell)
            else:
                yield from self.chessman(cell)
        yield from self.castles()
        if self.turn == "w" and self.given["paths"] == "corners":
            for cell, path in PATHS.items():
                if self.board.get(cell) == "Q":
                    yield f"{cell}-{path}", without(self.board, cell)

    def chessman(self, cell: str) -> Iterator[tuple[str, Board]]:
        kind = self.board[cell].upper()
        reached = LEAPS[kind][cell] if kind in LEAPS else []
        for way in SLIDES.get(kind, []):
            ray = RAYS[cell][way]
            empty = list(itertools.takewhile(lambda seen: seen not in self.board, ray))
            reached = reached + ray[: len(empty) + 1]
        for to in reached:
            if to not in self.board or side(self.board[to]) != self.turn:
                yield self.straight_there(cell, to)

    def straight_there(self, cell: str, to: str) -> tuple[str, Board]:
        return f"{cell}{'x' if to in self.board else '-'}{to}", moved(self.board, cell, to)

    def draughtsman(self, cell: str) -> Iterator[tuple[str, Board]]:
        piece = self.board[cell]
        for way in SLANTING:
            for to in RAYS[cell][way][:1]:
                if to not in self.board and (piece == "a" or way[1] == AHEAD["s"]):
                    yield self.entering(f"{cell}-{to}", moved(self.board, cell, to))
        for landings, after in jumps(self.board, cell):
            yield self.entering(cell + landings, after)

    def entering(self, text: str, after: Board) -> tuple[str, Board]:
        """A Swordsman on rank 1 becomes an Archer."""
        last = text[-2:]
        if after[last] == "s" and last[1] == "1":
            return f"{text}=A", {**after, last: "a"}
        return text, after

    def pikeman(self, cell: str) -> Iterator[tuple[str, Board]]:
        piece = self.board[cell]
        ahead = RAYS[cell][0, AHEAD[piece]][: 2 if cell[1] == HOME[piece] else 1]
        for to in itertools.takewhile(lambda seen: seen not in self.board, ahead):
            yield from self.promoted(*self.straight_there(cell, to))
        for to in slanting_ahead(piece, cell):
            if to in self.board and side(self.board[to]) != self.turn:
                yield from self.promoted(*self.straight_there(cell, to))
            elif to == self.passed:
                beside = to[0] + cell[1]
                yield f"{cell}x{to}", moved(without(self.board, beside), cell, to)

    def promoted(self, text: str, after: Board) -> Iterator[tuple[str, Board]]:
        last = text[-2:]
        letters = self.letters(last)
        if "" in letters:
            yield text, after
        for letter in filter(None, letters):
            its = letter if self.turn == "w" else letter.lower()
            yield f"{text}={letter}", {**after, last: its}

    def letters(self, last: str) -> list[str]:
        """What a Pikeman becomes there; an empty text if it may stay what it is."""
        if self.turn == "w" and last[1] == "8":
            lancer = "L" if last in ("b8", "d8", "f8", "h8") else "D"
            return ["K", "T", "B", lancer if self.posted == "guard" else "N"]
        if self.turn == "b" and last[1] == "2" and self.left:
            return ["", "N"] if self.lancer == "0" else ["N"]
        if self.turn == "b" and last[1] == "1":
            return ["G"] if self.lancer == "0" else [""]
        return [""]

    def castles(self) -> Iterator[tuple[str, Board]]:
        for right in self.rights:
            queens, towers, empty = CASTLING[right]
            if side(right) != self.turn or set(empty) & set(self.board):
                continue
            crossed = [moved(self.board, queens[0], at) for at in queens]
            if not any(attacked(board, self.turn) for board in crossed):
                yield f"{queens[0]}-{queens[-1]}", moved(crossed[-1], *towers)

    # -- reading

    def fill(self, fields: list[str]) -> None:
        rows, turn, rights, self.passed, quiet, self.posted, self.lancer, *knights = fields
        if len(knights) != self.counts_knights:
            raise Refused
        if knights:
            self.left = int(knights[0])
        self.board, self.quiet = board_of(rows), int(quiet)
        self.turn, self.rights = turn, rights.replace("-", "")

    def as_read(self, claimed: End | None) -> End | None:
        escaped = "Q" not in self.board.values()
        self.check_board(escaped)
        self.check_fields()
        if self.turn not in OTHER:
            self.check_deployment()
            return settled(None, claimed, [])
        if escaped:
            self.check_escape()
        if self.posted == "-" or attacked(self.board, OTHER[self.turn]):
            raise Refused
        self.stood.clear()
        self.made = 0
        self.arrange()
        shown = self.shown()
        if claimed == level("repetition") and shown == level("fifty-moves"):
            return claimed  # both at once: what repeats goes before the page's own count
        if claimed in self.unseen_ends() and not shown:
            return claimed
        return settled(shown, claimed, [])

    def unseen_ends(self) -> list[End]:
        """The ends that no field speaks against where the position shows none."""
        limit = [level("move-limit")] if self.given["move_limit"] else []
        mate = end("checkmate", 3 * (self.turn == "b"), 3 * (self.turn == "w"))
        return [mate, level("stalemate"), level("repetition"), *limit]

    def check_escape(self) -> None:
        """She has just left a cell, which is empty, and no piece stands where none can."""
        stuck = {(rank, man) for rank, men in (("8", "Pp"), ("1", "Ps")) for man in men}
        if (
            (self.turn, self.given["paths"], self.passed) != ("b", "corners", "-")
            or {"a8", "b8", "g8", "h8"} <= set(self.board)
            or stuck & {(cell[1], man) for cell, man in self.board.items()}
        ):
            raise Refused

    def check_deployment(self) -> None:
        """Nothing has moved yet, and there is room for all that is to be posted."""
        if self.turn not in ("?", "post") or "Q" not in self.board.values():
            raise Refused
        if (self.passed, self.quiet, self.posted, self.lancer) != ("-", 0, "-", "0"):
            raise Refused
        if self.left != self.given["knights"]:
            raise Refused
        if {"b1", "g1", *(POSTS if self.turn == "?" else [])} & set(self.board):
            raise Refused
        boards = [self.board, *(self.board | posted for posted in SOUTHS.values())]
        if any(attacked(board, "b") for board in boards):
            raise Refused

    def check_board(self, escaped: bool) -> None:
        pieces = list(self.board.values())
        if not set(pieces) <= set("QKTBNLDPqktbnldgsap"):
            raise Refused
        if pieces.count("Q") != (not escaped) or pieces.count("q") != 1:
            raise Refused

    def check_fields(self) -> None:
        if self.posted not in ("guard", "watch", "-") or self.lancer not in ("0", "1"):
            raise Refused
        if self.counts_knights:
            called = int(str(self.given["knights"])) - self.left
            if not list(self.board.values()).count("n") <= called <= called + self.left:
                raise Refused
        if self.lancer == "0" and "G" in map(str.upper, self.board.values()):
            raise Refused
        if self.rights != "".join(right for right in "SLsl" if right in self.rights):
            raise Refused
        if not 0 <= self.quiet <= 100:
            raise Refused
        for right in self.rights:
            queens, towers, _ = CASTLING[right]
            queen, tower = ("Q", "T") if right.isupper() else ("q", "t")
            if self.board.get(queens[0]) != queen or self.board.get(towers[0]) != tower:
                raise Refused
        if self.passed != "-":
            self.check_passed()

    def check_passed(self) -> None:
        rank = {"w": "6", "b": "3"}[self.turn]
        piece, front, back = {"w": ("p", "5", "7"), "b": ("P", "4", "2")}[self.turn]
        file = self.passed[0]
        if self.passed not in CELLS or self.passed[1] != rank or self.quiet:
            raise Refused
        if self.board.get(file + front) != piece:
            raise Refused
        if self.passed in self.board or file + back in self.board:
            raise Refused


def board_of(rows: str) -> Board:
    """The board of a text; what is not written so has another text."""
    letters = "".join("." * int(sign) if sign in RANKS else sign for sign in rows.replace("/", ""))
    return {cell: sign for cell, sign in zip(CELLS, letters, strict=True) if sign != "."}


def rows_of(board: Board) -> str:
    rows = ["".join(board.get(file + rank, ".") for file in FILES) for rank in reversed(RANKS)]
    runs = [[(sign, len(list(run))) for sign, run in itertools.groupby(row)] for row in rows]
    return "/".join(
        "".join(str(length) if sign == "." else sign * length for sign, length in row)
        for row in runs
    )


BAD = [
    *(end(reason, 3, 0) for reason in ("repetition", "stalemate")),
    *(end("checkmate", 1, 1), end("queen-escape", 1, 1), end("queen-escape", 1, 0)),
]
ENDS = [
    *BAD,
    *(end("checkmate", 3, 0), end("checkmate", 0, 3)),
    end("queen-escape", Fraction(3, 2), Fraction(1, 2)),
    *map(level, ("stalemate", "repetition", "fifty-moves", "move-limit")),
]
