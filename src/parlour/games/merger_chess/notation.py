"""Merger Chess's moves and positions as text, why a move is not legal, and the picture."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from parlour.errors import BadPosition
from parlour.games.merger_chess.board import (
    ALL_PIECES,
    BOARD,
    CASTLES,
    HOMES,
    KINGS,
    NAMES,
    NO_SQUARE,
    PAWNS,
    passer,
)
from parlour.kernel.boards import letters
from parlour.kernel.fast import popcount
from parlour.kernel.fields import expect, one_of, whole
from parlour.kernel.protocol import R
from parlour.kernel.records import OVER, Record
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.table.outcome import Outcome, even_shares, winner_takes_all

SEATS = ("White", "Black")
COLOURS = ("white", "black")
TURNS = "wb"
CASTLING = "KQkq"
PROMOTIONS = "QRBN"  # by the rules' number
SQUARES = sorted(range(64), key=BOARD.names.__getitem__)  # by file, then rank
KINDS = {"P": "pawns", "N": "knights", "B": "bishops", "R": "rooks", "Q": "queens"}
BY_NAME = {name: piece for piece, name in enumerate(NAMES)}


def members(pieces: int) -> Iterator[int]:
    """The numbers of the pieces in a set, in order of their names."""
    return (piece for piece in range(32) if pieces >> piece & 1)


def names(pieces: int) -> str:
    return ",".join(NAMES[piece] for piece in members(pieces))


# -- moves -----------------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """``e2-e4``, ``e4xd5/c7,d8``, ``e5{b1,g1}-f7``, ``b7xa8=QN``."""
    cell, to, part = m & 63, m >> 6 & 63, m >> 12 & 15
    pieces = R.chosen(s.board[cell], part)
    moved = f"{{{names(pieces)}}}" if part else ""
    sign = "x" if s.board[R.captured_square(s, m)] else "-"
    sent = f"/{names(m >> R.SENT_AT)}" if m >> R.SENT_AT else ""
    chosen = [
        PROMOTIONS[m >> R.LETTERS_AT + i & 3] for i in range(0, R.promotion_bits(s, m, pieces), 2)
    ]
    into = f"={''.join(chosen)}" if chosen else ""
    return f"{BOARD.names[cell]}{moved}{sign}{BOARD.names[to]}{sent}{into}"


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields BOARD TURN CASTLING ENPASSANT QUIET PLIES."""
    return [*repeated(s), str(s.quiet), str(s.plies)]


def repeated(s: Record) -> list[str]:
    """What repetition compares: all but QUIET and PLIES."""
    entries = (
        f"{BOARD.names[square]}:{_piece_text(s, s.board[square])}"
        for square in SQUARES
        if s.board[square]
    )
    castling = "".join(CASTLING[k] for k in range(4) if s.castling >> k & 1)
    return ["/".join(entries), TURNS[s.next], castling or "-", _passed_text(s)]


def _piece_text(s: Record, pieces: int) -> str:
    return ",".join(
        f"{NAMES[piece]}={kind(s, piece)}" if is_promoted(s, piece) else NAMES[piece]
        for piece in members(pieces)
    )


def is_promoted(s: Record, piece: int) -> bool:
    return bool(PAWNS & ~s.pawns & 1 << piece)


def kind(s: Record, piece: int) -> str:
    """The letter of what a piece moves as."""
    if KINGS >> piece & 1:
        return "K"
    return next(letter for letter, field in KINDS.items() if getattr(s, field) >> piece & 1)


def _passed_text(s: Record) -> str:
    if s.passed == NO_SQUARE:
        return "-"
    return f"{BOARD.names[s.passed]}+{BOARD.names[passer(s.passed)]}"


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores."""
    won, even = winner_takes_all(2), even_shares(2)
    return {"king-capture": won, "grey-win": won, "stalemate": even, "fifty-moves": even}


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(fields, "BOARD", "TURN", "CASTLING", "ENPASSANT", "QUIET", "PLIES")
    R.start(s)
    _read_board(s, fields[0])
    s.next = TURNS.index(one_of(fields[1], TURNS, "TURN"))
    s.turn = s.next
    _read_castling(s, fields[2])
    _read_passed(s, fields[3])
    s.quiet, s.plies = whole(fields[4], "QUIET"), whole(fields[5], "PLIES")
    if s.quiet > R.LAST_QUIET:
        raise BadPosition(f"QUIET is {s.quiet}; a game ends when it is {R.LAST_QUIET}")
    if s.quiet > s.plies:
        raise BadPosition(f"QUIET is {s.quiet} and PLIES {s.plies}; expected no more quiet plies")
    _judge(s, end)


def _read_board(s: Record, text: str) -> None:
    for square in range(64):
        R.put(s, square, 0)
    seen = 0
    for entry in text.split("/"):
        name, _, inside = entry.partition(":")
        if name not in BOARD.index:
            raise BadPosition(
                f"BOARD has the entry {entry!s:.40}; expected a square, as in e4:e2,d7"
            )
        square = BOARD.index[name]
        if s.board[square]:
            raise BadPosition(f"BOARD has two entries for {name}")
        pieces = _read_pieces(s, name, inside)
        if pieces & seen:
            raise BadPosition(f"BOARD has {names(pieces & seen)} twice")
        seen |= pieces
        R.put(s, square, pieces)
    missing = ALL_PIECES & ~seen
    if missing:
        raise BadPosition(f"BOARD lacks {names(missing)}; expected all 32 pieces")


def _read_pieces(s: Record, square: str, text: str) -> int:
    """The set of pieces of one entry; notes the promoted ones."""
    pieces = 0
    for part in text.split(","):
        name, equals, letter = part.partition("=")
        if name not in BY_NAME:
            raise BadPosition(f"{name!s:.40} on {square}; expected a piece's home square")
        bit = 1 << BY_NAME[name]
        if equals:
            if letter not in tuple(PROMOTIONS) or not PAWNS & bit:
                raise BadPosition(f"{part!s:.40} on {square}; pawns are promoted to Q, R, B or N")
            s.pawns &= ~bit
            setattr(s, KINDS[letter], getattr(s, KINDS[letter]) | bit)
        pieces |= bit
    if popcount(pieces) > 4:
        raise BadPosition(f"{popcount(pieces)} pieces on {square}; expected 4 at most")
    return pieces


def _read_castling(s: Record, text: str) -> None:
    found = [k for k in range(4) if CASTLING[k] in text]
    if text != ("".join(CASTLING[k] for k in found) or "-"):
        raise BadPosition(
            f"CASTLING is {text!s:.40}; expected some of {CASTLING} in that order, or -"
        )
    s.castling = sum(1 << k for k in found)
    for k in found:
        for square in (CASTLES[k, 0], CASTLES[k, 2]):
            if s.board[square] != 1 << HOMES.index(square):
                raise BadPosition(
                    f"CASTLING has {CASTLING[k]}, and {BOARD.names[square]} is not at home alone"
                )


def _read_passed(s: Record, text: str) -> None:
    """Read ENPASSANT: a square stepped over by the Piece that now stands just beyond it."""
    s.passed = NO_SQUARE
    if text == "-":
        return
    name = text.partition("+")[0]
    square = BOARD.index.get(name, -1)
    if square // 8 not in (2, 5) or text != f"{name}+{BOARD.names[passer(square)]}":
        raise BadPosition(
            f"ENPASSANT is {text!s:.40}; expected - or a square of rank 3 or 6 with the one "
            "beyond it, as e3+e4"
        )
    if s.board[square] or not s.board[passer(square)]:
        raise BadPosition(f"ENPASSANT is {text}, and no Piece can just have stepped over {name}")
    s.passed = square


def _judge(s: Record, end: Outcome | None) -> None:
    """Set the end that is shown; raises BadPosition for a claim that TURN or QUIET belies.

    That a king has been captured cannot be seen, even where the other seat has no move left.
    """
    if R.legal_moves(s, [0] * R.MAX_MOVES) >= R.ROOM:
        raise BadPosition(f"there are more than {R.ROOM} ways to move in this position")
    reason = "" if end is None else end.reason
    if reason not in ("king-capture", "grey-win") and not R.has_move(s):
        R.end(s, R.STALEMATE, R.DRAWN)
    elif reason != "repetition":
        R.judge_counts(s)
    if end is None or s.turn == OVER:
        return
    if reason == "fifty-moves":
        raise BadPosition(f"{end.text}: QUIET is {s.quiet}, so the game is still running")
    if reason in ("king-capture", "grey-win") and end.scores[s.next :][:1] == (Fraction(1),):
        raise BadPosition(f"{end.text}: TURN is {TURNS[s.next]}, the seat that would have lost")


# -- the picture -----------------------------------------------------------------------------------


def scene(s: Record) -> Scene:
    """The board: what moves as what, white and black, the pieces of a Piece in order of their worth."""
    cells = tuple(
        Cell(name, x, y, "dark" if BOARD.is_dark(i) else "light", _drawn(s, s.board[i]))
        for i, (name, (x, y)) in enumerate(zip(BOARD.names, BOARD.points, strict=True))
    )
    files = [Label(letters(x), x, -1.0) for x in range(8)]
    ranks = [Label(str(y + 1), -1.0, y) for y in range(8)]
    return Scene("square", cells, (*files, *ranks), COLOURS, ())


def _drawn(s: Record, pieces: int) -> tuple[Piece, ...]:
    found = []
    for piece in members(pieces):
        black = piece % 4 > 1
        letter = kind(s, piece)
        found.append(Piece(letter.lower() if black else letter, COLOURS[black]))
    return tuple(
        sorted(found, key=lambda piece: ("KQRBNP".index(piece.text.upper()), piece.colour))
    )
