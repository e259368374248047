"""Merger Chess read slowly from the page: every cascade is played out. Nothing is shared with the rules.

A board is a dict from square to the frozenset of the pieces (their names) that stand there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

Board = dict[str, frozenset[str]]

FILES, RANKS = "abcdefgh", "12345678"
SQUARES = [file + rank for file in FILES for rank in RANKS]
PIECES = [square for square in SQUARES if square[1] in "1278"]
STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
SLANTING = ((1, 1), (1, -1), (-1, -1), (-1, 1))
SLIDES = {"Q": STRAIGHT + SLANTING, "R": STRAIGHT, "B": SLANTING}
LEAPS = {
    "K": STRAIGHT + SLANTING,
    "N": tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)),
}
CASTLES = {"K": ("e1", "h1", "g1", "f1"), "Q": ("e1", "a1", "c1", "d1"),
           "k": ("e8", "h8", "g8", "f8"), "q": ("e8", "a8", "c8", "d8")}  # fmt: skip


def colour_of_piece(piece: str) -> str:
    return "w" if piece[1] in "12" else "b"


def colour(pieces: frozenset[str]) -> str:
    whites = sum(colour_of_piece(piece) == "w" for piece in pieces)
    blacks = len(pieces) - whites
    return "w" if whites > blacks else "b" if blacks > whites else "grey"


def is_light(square: str) -> bool:
    return (FILES.index(square[0]) + int(square[1])) % 2 == 0


def may_move(seat: str, square: str, pieces: frozenset[str]) -> bool:
    its = colour(pieces)
    return its == seat or (its == "grey" and is_light(square) == (seat == "w"))


def offset(square: str, x: int, y: int) -> str | None:
    file, rank = FILES.index(square[0]) + x, int(square[1]) + y
    return f"{FILES[file]}{rank}" if 0 <= file < 8 and 1 <= rank <= 8 else None


@dataclass
class Manner:
    """One way of reaching a square."""

    to: str
    kind: str  # a letter, P1 or P2 for a pawn's steps, PX for its captures
    captured: str | None = None  # the square of the captured Piece


@dataclass
class Slow:
    """A position, read from its text."""

    text: str
    board: Board = field(default_factory=dict)
    promoted: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        name, board, self.seat, castling, passing, quiet, plies = self.text.split(" ")[:7]
        self.name, self.any = name, "split=any" in name
        self.leaves = "promotion=may" in name or "promotion=any" in name
        self.crowns = "promotion=any" in name
        self.takes_at_home = "sent_home=captures" in name
        for entry in board.split("/"):
            square, inside = entry.split(":")
            pieces = []
            for piece in inside.split(","):
                pieces.append(piece[:2])
                if "=" in piece:
                    self.promoted[piece[:2]] = piece[3]
            self.board[square] = frozenset(pieces)
        self.castling = castling
        self.passed, _, self.stepper = passing.partition("+")
        self.quiet, self.plies = int(quiet), int(plies)

    def kind(self, piece: str) -> str:
        if piece in self.promoted:
            return self.promoted[piece]
        if piece[1] in "27":
            return "P"
        return dict(zip(FILES, "RNBQKBNR", strict=True))[piece[0]]

    # -- moves: text -> position text after, reason of the end or None

    def moves(self) -> dict[str, tuple[str, str | None]]:
        found: dict[str, tuple[str, str | None]] = {}
        for square, whole in self.board.items():
            for part in self.parts(square, whole):
                for text, after in self.part_moves(square, part):
                    assert text not in found
                    found[text] = after
        for text, after in self.castles():
            assert text not in found
            found[text] = after
        return found

    def parts(self, square: str, whole: frozenset[str]) -> list[frozenset[str]]:
        if not may_move(self.seat, square, whole):
            return []
        if len(whole) < 4:
            return [whole]
        sizes = (1, 2, 3) if self.any else (2,)
        split = [frozenset(p) for k in sizes for p in itertools.combinations(whole, k)]
        return [part for part in split if may_move(self.seat, square, part)]

    def manners(self, square: str, pieces: frozenset[str]) -> Iterator[Manner]:
        its = colour(pieces)
        for piece in pieces:
            if its == "grey" or colour_of_piece(piece) == its:
                yield from self.manner_of(square, piece)

    def manner_of(self, square: str, piece: str) -> Iterator[Manner]:
        kind = self.kind(piece)
        for way in SLIDES.get(kind, ()):
            for k in range(1, 8):
                to = offset(square, k * way[0], k * way[1])
                if to is None:
                    break
                yield Manner(to, kind, to if to in self.board else None)
                if to in self.board:
                    break
        for x, y in LEAPS.get(kind, ()):
            to = offset(square, x, y)
            if to is not None:
                yield Manner(to, kind, to if to in self.board else None)
        if kind == "P":
            yield from self.pawn_manners(square, colour_of_piece(piece))

    def pawn_manners(self, square: str, its: str) -> Iterator[Manner]:
        up = 1 if its == "w" else -1
        one, two = offset(square, 0, up), offset(square, 0, 2 * up)
        if one is not None and one not in self.board:
            yield Manner(one, "P1")
            at_home = square[1] == ("2" if its == "w" else "7")
            if at_home and two is not None and two not in self.board:
                yield Manner(two, "P2")
        for x in (-1, 1):
            to = offset(square, x, up)
            if to is None:
                continue
            if to in self.board:
                yield Manner(to, "PX", to)
            if to == self.passed and up == (1 if to[1] == "6" else -1):
                yield Manner(to, "PX", self.stepper)

    def part_moves(
        self, square: str, part: frozenset[str]
    ) -> Iterator[tuple[str, tuple[str, str | None]]]:
        by_move: dict[tuple[str, str | None], set[str]] = {}
        for manner in self.manners(square, part):
            by_move.setdefault((manner.to, manner.captured), set()).add(manner.kind)
        for (to, captured), kinds in by_move.items():
            if captured is not None and not self.may_capture(part, self.board[captured]):
                continue
            for sent, board in self.merged(square, part, to, captured):
                for letters, promoted in self.promotions(square, part, to):
                    text = self.move_text(square, part, to, captured, sent, letters)
                    after = self.after(square, to, captured, kinds, sent, board, promoted)
                    win = self.win(part, captured, sent)
                    if not win and self.takes_at_home:
                        win = self.win_at_home(sent, board)
                    yield text, (after, win)

    def may_capture(self, part: frozenset[str], prey: frozenset[str]) -> bool:
        if colour(part) == colour(prey) != "grey":
            return False
        return len(prey) == 4 or len(part) + len(prey) <= 4

    def merged(
        self, square: str, part: frozenset[str], to: str, captured: str | None
    ) -> list[tuple[frozenset[str], Board]]:
        """What may be sent home, and the board after that."""
        board = dict(self.board)
        board[square] = board[square] - part
        prey = board.pop(captured) if captured else frozenset()
        board = {at: pieces for at, pieces in board.items() if pieces}
        if len(prey) < 4:
            return [(frozenset(), {**board, to: part | prey})]
        found: dict[frozenset[str], Board] = {}
        for first in itertools.combinations(sorted(prey), len(part)):
            if to in first:
                continue
            rest = {**board, to: part | prey - set(first)}
            for sent, after in cascades(rest, set(first), set(first), to):
                assert found.setdefault(sent, after) == after
        return list(found.items())

    def promotions(
        self, square: str, part: frozenset[str], to: str
    ) -> Iterator[tuple[str, dict[str, str]]]:
        rank = "8" if self.seat == "w" else "1"
        pawns = [p for p in sorted(part) if self.kind(p) == "P" and colour_of_piece(p) == self.seat]
        if to[1] != rank or square[1] == rank:
            pawns = []
        kinds = "QRBN" + "P" * self.leaves + "K" * self.crowns
        for letters in itertools.product(kinds, repeat=len(pawns)):
            becomes = {p: kind for p, kind in zip(pawns, letters, strict=True) if kind != "P"}
            yield "".join(letters) if becomes else "", becomes

    def move_text(
        self,
        square: str,
        part: frozenset[str],
        to: str,
        captured: str | None,
        sent: frozenset[str],
        letters: str,
    ) -> str:
        text = square
        if len(self.board[square]) == 4:
            text += "{" + ",".join(sorted(part)) + "}"
        text += ("x" if captured else "-") + to
        text += "/" + ",".join(sorted(sent)) if sent else ""
        return text + ("=" + letters if letters else "")

    def win(self, part: frozenset[str], captured: str | None, sent: frozenset[str]) -> str | None:
        prey = self.board[captured] - sent if captured else frozenset()
        return self.won(part | prey) if self.holds_king(prey) else None

    def win_at_home(self, sent: frozenset[str], board: Board) -> str | None:
        """The first win, by names, where a piece sent home met a Piece with a king that stayed."""
        wins = [
            self.won(board[home]) for home in sorted(sent) if self.holds_king(board[home] - sent)
        ]
        return next((win for win in wins if win), None)

    def holds_king(self, pieces: frozenset[str]) -> bool:
        return any(self.kind(p) == "K" and colour_of_piece(p) != self.seat for p in pieces)

    def won(self, pieces: frozenset[str]) -> str | None:
        its = colour(pieces)
        return "grey-win" if its == "grey" else "king-capture" if its == self.seat else None

    def after(
        self,
        square: str,
        to: str,
        captured: str | None,
        kinds: set[str],
        sent: frozenset[str],
        board: Board,
        promoted: dict[str, str],
    ) -> str:
        quiet = 0 if captured or kinds & {"P1", "P2"} else self.quiet + 1
        passed = "-"
        if kinds == {"P2"}:
            middle = f"{to[0]}{(int(square[1]) + int(to[1])) // 2}"
            passed = f"{middle}+{to}"
        kept = {p: k for p, k in {**self.promoted, **promoted}.items() if p not in sent}
        castling = "".join(
            letter
            for letter in self.castling
            if not {square, to} & set(CASTLES.get(letter, ())[:2])
        )
        return self.position(board, kept, castling, passed, quiet)

    def position(
        self, board: Board, promoted: dict[str, str], castling: str, passed: str, quiet: int
    ) -> str:
        entries = []
        for square in SQUARES:
            if square in board:
                inside = [
                    piece + (f"={promoted[piece]}" if piece in promoted else "")
                    for piece in sorted(board[square])
                ]
                entries.append(f"{square}:{','.join(inside)}")
        turn = "b" if self.seat == "w" else "w"
        return " ".join(
            [
                self.name,
                "/".join(entries),
                turn,
                castling or "-",
                passed,
                str(quiet),
                str(self.plies + 1),
            ]
        )

    def castles(self) -> Iterator[tuple[str, tuple[str, str | None]]]:
        for letter in self.castling.strip("-"):
            king, rook, king_to, rook_to = CASTLES[letter]
            low, high = sorted((FILES.index(king[0]), FILES.index(rook[0])))
            between = [FILES[x] + king[1] for x in range(low + 1, high)]
            if letter.isupper() == (self.seat == "w") and not set(between) & set(self.board):
                board = dict(self.board)
                board[king_to], board[rook_to] = board.pop(king), board.pop(rook)
                castling = self.castling.translate(
                    dict.fromkeys(map(ord, "KQ" if self.seat == "w" else "kq"))
                )
                after = self.position(board, self.promoted, castling, "-", self.quiet + 1)
                yield f"{king}-{king_to}", (after, None)


def cascades(
    board: Board, waiting: set[str], sent: set[str], to: str
) -> Iterator[tuple[frozenset[str], Board]]:
    """Send the pieces that are `waiting` home, in every order, with every choice of who makes room."""
    if not waiting:
        yield frozenset(sent), board
    for piece in waiting:
        standing = board.get(piece, frozenset())  # a piece's name is its home
        left = waiting - {piece}
        if len(standing) < 4:
            yield from cascades({**board, piece: standing | {piece}}, left, sent, to)
            continue
        for goer in standing:
            if goer not in sent and goer != to:
                after = {**board, piece: standing - {goer} | {piece}}
                yield from cascades(after, left | {goer}, sent | {goer}, to)
