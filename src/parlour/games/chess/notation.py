"""Chess moves and positions as text, FEN's fields among them; why a move is not legal; the picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from parlour.errors import BadPosition
from parlour.games.chess.board import BLACK, HOME, NO_SQUARE, WHITE
from parlour.games.chess.code import promotion_of
from parlour.games.chess.san_reading import CASTLING
from parlour.kernel.bitboard import BOARD
from parlour.kernel.boards import joined_bits, letters
from parlour.kernel.fields import expect, one_of, whole
from parlour.kernel.layout import OVER, Record, new_plain
from parlour.kernel.move_codes import origin_of, target_of
from parlour.kernel.moves import Given, Move, Refusal, Step, cell_steps, refuse, word
from parlour.kernel.primitives import lowest, popcount
from parlour.kernel.protocol import R
from parlour.kernel.quiet_moves import check_quiet, quiet_notes
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.table.outcome import Outcome, even_shares, winner_takes_all

SEATS = ("White", "Black")
COLOURS = ("white", "black")
TURNS = "wb"
KINDS = "PNBRQK"
KIND_NAMES = dict(zip(KINDS, ("pawn", "knight", "bishop", "rook", "queen", "king"), strict=True))
PROMOTIONS = " NBRQ"  # by the rules' number
ROWS = tuple(range(56, -8, -8))  # the first square of each rank, from rank 8 down
LISTED = [row + file for row in ROWS for file in range(8)]
FISCHER = R.START >= 0  # whether castling is written as the king taking his rook

PIECE_LETTERS = "PNBRQK"
GRAMMAR = "a move is written e2-e4, a capture e4xd5, a promotion e7-e8=Q"
REFUSALS = {
    "empty": "there is no man on {cell}",
    "theirs": "{other} has the man on {cell}",
    "sign": "a capture is written with x, another move with -",
    "promotion": "what the pawn becomes is part of the move, as in e7-e8=Q",
    "check": "the king is in check, and this man cannot help him",
    "pinned": "the man on {cell} must not uncover his king",
    "attacked": "the king would be attacked on {to}",
    "blocked": "the man on {cell} has no move",
    "own": "{side}'s own man stands on {to}",
    "way": "the {man} on {cell} does not move there",
}
_MOVE = re.compile(r"([a-h][1-8])([-x])([a-h][1-8])(=[QRBN])?")


def kind(s: Record, cell: int) -> str:
    """The letter of the kind of man that stands on a square, in upper case; nothing if none does."""
    if s.straight >> cell & 1:
        return "Q" if s.slanting >> cell & 1 else "R"
    boards = (("B", s.slanting), ("N", s.knights), ("P", s.pawns), ("K", s.kings))
    return next((letter for letter, board in boards if board >> cell & 1), "")


def letter(s: Record, cell: int) -> str:
    """FEN's letter for what stands on a square: White's in upper case; nothing if it is empty."""
    found = kind(s, cell)
    return found.lower() if s.black >> cell & 1 else found


# -- moves -----------------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """``e2-e4``, ``d1xd7``, ``e7-e8=Q``, ``e1-g1``; ``e1xh1`` for castling in fischer random chess."""
    return text_of_kind(m, R.text_kind(s, m))


def text_of_kind(m: int, kind: int) -> str:
    """The text of a move of which the kind is known: 0 to an empty square, 1 a capture, 2 castling."""
    cell, to, into = origin_of(m), target_of(m), promotion_of(m)
    if kind == CASTLING:
        return castle_text(cell, to)
    promotion = f"={PROMOTIONS[into]}" if into else ""
    return f"{BOARD.names[cell]}{'-x'[kind]}{BOARD.names[to]}{promotion}"


def text_kinds(states: Any, codes: Any) -> Any:
    """The kinds of many moves."""
    cell, to = origin_of(codes), target_of(codes)
    white = states["next"] == WHITE
    own = np.where(white, states["white"], states["black"]) >> to & 1
    other = np.where(white, states["black"], states["white"]) >> to & 1
    passing = (states["pawns"] >> cell & 1) * (states["passed"] == to)
    return np.where(own, CASTLING, other | passing)


def castle_text(king: int, rook: int) -> str:
    if FISCHER:
        return f"{BOARD.names[king]}x{BOARD.names[rook]}"
    return f"{BOARD.names[king]}-{BOARD.names[R.king_goes(king, rook)]}"


def captured(s: Record, m: int) -> int | None:
    """The square of the man that the move `m` captures, if any."""
    cell, to = origin_of(m), target_of(m)
    if s.pawns >> cell & 1 and to == s.passed:
        return int(R.passer(to))
    return to if R.men(s, 1 - s.next) >> to & 1 else None


def move(s: Record, m: int) -> Move:
    """A move as a value; castling is entered as it is written, by the king's square and another."""
    cell, to, into = origin_of(m), target_of(m), promotion_of(m)
    names, text = BOARD.names, move_text(s, m)
    if R.men(s, s.next) >> to & 1:
        goes = R.king_goes(cell, to)
        rook_goes = goes - 1 if to > cell else goes + 1
        entered = cell_steps(names[cell], names[to if FISCHER else goes])
        return Move(
            text, entered, moved=((names[cell], names[goes]), (names[to], names[rook_goes]))
        )
    steps: tuple[Step, ...] = cell_steps(names[cell], names[to])
    if into:
        chosen = PROMOTIONS[into]
        steps = (*steps, word(f"={chosen}", KIND_NAMES[chosen].capitalize(), order=-into))
    taken = captured(s, m)
    return Move(text, steps, () if taken is None else (names[taken],), ((names[cell], names[to]),))


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """A man that cannot be moved, or a square to which he does not go."""
    if given[-1][0] == "word":
        return None
    cell, *others = (BOARD.index[text] for kind, text in given if kind == "cell")
    own = others and R.men(s, s.next) >> others[0] & 1 and others[0] != cell
    if own and _no_man(s, cell) is None:
        return refuse(REFUSALS, "own", side=SEATS[s.next], to=BOARD.names[others[0]])
    return _no_man(s, cell) or _no_way(s, cell, others[0] if others else cell)


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return Refusal("grammar", GRAMMAR)
    cell, to = BOARD.index[match[1]], BOARD.index[match[3]]
    if wrong := _no_man(s, cell):
        return wrong
    out = [0] * R.MAX_MOVES
    legal = {move_text(s, m) for m in out[: R.legal_moves(s, out)]}
    if {f"{match[1]}{sign}{match[3]}{match[4] or ''}" for sign in "-x"} & legal:
        return refuse(REFUSALS, "sign")
    if {f"{text}={letter}" for letter in "QRBN"} & legal:
        return refuse(REFUSALS, "promotion")
    return _no_way(s, cell, to)


def _no_man(s: Record, cell: int) -> Refusal | None:
    """Why there is no man on `cell` to be moved."""
    if R.men(s, s.next) >> cell & 1:
        return None
    reason = "theirs" if letter(s, cell) else "empty"
    return refuse(REFUSALS, reason, cell=BOARD.names[cell], other=SEATS[1 - s.next])


def _no_way(s: Record, cell: int, to: int) -> Refusal:
    """Why the man on `cell` does not move, or not to `to`."""
    out = [0] * R.MAX_MOVES
    moves = any(origin_of(m) == cell for m in out[: R.legal_moves(s, out)])
    man = kind(s, cell)
    if s.checkers and not moves:
        reason = "check"
    elif s.pinned >> cell & 1 and popcount(s.checkers) == 0:
        reason = "pinned"
    elif man == "K" and R.danger(s) >> to & 1:
        reason = "attacked"
    else:
        reason = "way" if moves else "blocked"
    names = {"cell": BOARD.names[cell], "to": BOARD.names[to], "man": KIND_NAMES[man]}
    return refuse(REFUSALS, reason, **names)


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """FEN's six fields."""
    return [*repeated(s), str(s.quiet), str(s.number)]


def repeated(s: Record) -> list[str]:
    """What repetition compares: the first four fields, a square of en passant only where it is legal."""
    passed = "-" if s.passed == NO_SQUARE else BOARD.names[s.passed]
    return [_board_text(s), TURNS[s.next], _castling(s), passed]


def _board_text(s: Record) -> str:
    """FEN's board: runs of empty squares are written as their number."""
    shown = ["."] * 64
    bishops, rooks = s.slanting & ~s.straight, s.straight & ~s.slanting
    kinds = (s.pawns, s.knights, bishops, rooks, s.slanting & s.straight, s.kings)
    for names, own in ((KINDS, s.white), (KINDS.lower(), s.black)):
        for name, board in zip(names, kinds, strict=True):
            for cell in squares(board & own):
                shown[cell] = name
    text = "/".join("".join(shown[row : row + 8]) for row in ROWS)
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), text)


def codes_on(states: Any) -> Any:
    """What stands on the squares in many states, a bit for each side and kind, as FEN lists them."""
    boards = ("white", "pawns", "knights", "slanting", "straight", "kings")
    return joined_bits([states[name] for name in boards], LISTED)


def squares(board: int) -> Iterator[int]:
    """The squares of a bitboard, the lowest first."""
    while board:
        cell = lowest(board)
        yield cell
        board &= ~(1 << cell) if cell < 63 else 0


def _castling(s: Record) -> str:
    """FEN's field of castling; a rook that is not its side's outermost is named by its file (X-FEN)."""
    found = ""
    for seat in (WHITE, BLACK):
        for rook in sorted(squares(s.castling & HOME[seat]), reverse=True):
            name = _castling_letter(s, seat, rook)
            found += name.upper() if seat == WHITE else name
    return found or "-"


def _castling_letter(s: Record, seat: int, rook: int) -> str:
    king = lowest(R.men(s, seat) & s.kings)
    step = 1 if rook > king else -1
    beyond = range(rook + step, (rook | 7) + 1 if step > 0 else (rook & 56) - 1, step)
    if any(kind(s, cell) == "R" and R.men(s, seat) >> cell & 1 for cell in beyond):
        return letters(rook % 8)
    return "k" if step > 0 else "q"


def moves_made(s: Record) -> tuple[int, int]:
    """The moves that each seat has made, by the number of the move."""
    return s.number - 1 + s.next, s.number - 1


ENDED = {
    "checkmate": "checkmate, {losers} King could not escape",
    "stalemate": "stalemate, there was no move and no check",
    "insufficient-material": "neither side could give checkmate any more",
    "fifty-moves": "fifty moves each went by without a capture or a pawn's move",
    "seventy-five-moves": "seventy-five moves each went by without a capture or a pawn's move",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores."""
    even = even_shares(2)
    drawn = R.REASONS[R.STALEMATE : R.WORN_OUT + 1]
    return {"checkmate": winner_takes_all(2), **dict.fromkeys(drawn, even)}


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from FEN's fields; raises BadPosition."""
    expect(fields, "BOARD", "TURN", "CASTLING", "ENPASSANT", "QUIET", "NUMBER")
    R.start(s)
    _read_board(s, fields[0])
    s.next = TURNS.index(one_of(fields[1], TURNS, "TURN"))
    s.turn = s.next
    _check_kings(s)
    _read_castling(s, fields[2])
    _read_passed(s, fields[3])
    s.quiet, s.number = whole(fields[4], "QUIET"), whole(fields[5], "NUMBER")
    _check_counts(s)
    _judge(s, end)


def leave_turn(s: Record) -> bool:
    """Leave the turn to the other player; False in check, or after the end."""
    if s.turn == OVER or s.checkers:
        return False
    s.quiet, s.number, s.passed = s.quiet + 1, s.number + s.next, NO_SQUARE
    s.next = s.turn = 1 - s.next
    R.find_checks(s)
    R.judge_moves(s)
    return True


def loosened(fields: Sequence[str]) -> list[str]:
    """FEN's fields as `write` has them, from fields as other programs write them; raises BadPosition.

    What is missing at the end is added; castling may be named by files; rights of castling and squares of
    en passant that mean nothing are left out; a number that is too small for the quiet plies is raised.
    """
    board, turn, castling, passed, quiet, number = (
        *fields[:6],
        *("", "w", "-", "-", "0", "1")[len(fields) :],
    )
    s = new_plain(R.STATE)
    R.start(s)
    _read_board(s, board)
    s.next = TURNS.index(one_of(turn, TURNS, "TURN"))
    _check_kings(s)
    s.castling = 0
    for name in castling:
        seat = WHITE if name.isupper() else BLACK
        rook = _castling_rook(s, seat, name.lower())
        if rook is not None and not s.castling & _beyond_king(s, seat, rook):
            s.castling |= R.BIT[rook]
    s.passed = NO_SQUARE
    with suppress(BadPosition):
        _read_passed(s, passed)
    s.quiet, s.number = whole(quiet, "QUIET"), max(whole(number, "NUMBER"), 1)
    s.number += max(0, (s.quiet - sum(moves_made(s)) + 1) // 2)
    return write(s)


def _read_board(s: Record, text: str) -> None:
    rows = text.split("/")
    if len(rows) != 8:
        raise BadPosition(f"BOARD has {len(rows)} ranks; expected 8, joined by /")
    found = dict.fromkeys(("white", "black", *KINDS), 0)
    for row, content in zip(ROWS, rows, strict=True):
        for cell, man in zip(range(row, row + 8), _read_row(content, row // 8 + 1), strict=True):
            if man != ".":
                found["white" if man.isupper() else "black"] |= 1 << cell
                found[man.upper()] |= 1 << cell
    if (found["P"] & (HOME[WHITE] | HOME[BLACK])) != 0:
        raise BadPosition("BOARD has a pawn on rank 1 or 8, where no pawn can be")
    s.white, s.black = R.wrap(found["white"]), R.wrap(found["black"])
    s.pawns, s.knights, s.kings = found["P"], R.wrap(found["N"]), R.wrap(found["K"])
    s.slanting = R.wrap(found["B"] | found["Q"])
    s.straight = R.wrap(found["R"] | found["Q"])


def _read_row(text: str, rank: int) -> str:
    """The eight squares of one rank, empty ones as dots."""
    if not re.fullmatch("[1-8PNBRQKpnbrqk]+", text):
        raise BadPosition(f"rank {rank} of BOARD is {text!s:.40}; expected 1 to 8 and PNBRQKpnbrqk")
    row = re.sub("[1-8]", lambda number: "." * int(number[0]), text)
    if len(row) != 8:
        raise BadPosition(f"rank {rank} of BOARD has {len(row)} squares; expected 8")
    return row


def _check_kings(s: Record) -> None:
    for seat in (WHITE, BLACK):
        count = popcount(R.men(s, seat) & s.kings)
        if count != 1:
            raise BadPosition(f"BOARD has {count} kings for {SEATS[seat]}; expected one")
    waiting = lowest(R.men(s, 1 - s.next) & s.kings)
    s.next = 1 - s.next
    attacked = R.danger(s) >> waiting & 1
    s.next = 1 - s.next
    if attacked:
        raise BadPosition(
            f"TURN is {TURNS[s.next]}, and {SEATS[1 - s.next]}'s king is attacked; expected that no "
            "king can be captured"
        )
    R.find_checks(s)


def _read_castling(s: Record, text: str) -> None:
    """Read the rooks that may castle: the outermost of a side by K and Q, others by their file."""
    s.castling = 0
    for name in "" if text == "-" else text:
        seat = WHITE if name.isupper() else BLACK
        rook = _castling_rook(s, seat, name.lower())
        if rook is None:
            raise BadPosition(f"CASTLING is {text!s:.40}; there is no king and rook for {name}")
        if s.castling & _beyond_king(s, seat, rook):
            raise BadPosition(f"CASTLING is {text!s:.40}; expected one rook on each side of a king")
        s.castling |= R.BIT[rook]
    if text != _castling(s):
        raise BadPosition(f"CASTLING is {text!s:.40}; expected {_castling(s)}, or other letters")


def _castling_rook(s: Record, seat: int, name: str) -> int | None:
    """The rook that FEN means by a letter, in lower case, for a seat; None if there is none."""
    king = lowest(R.men(s, seat) & s.kings)
    rooks = [i for i in range(king & 56, (king | 7) + 1) if letter(s, i) == "rR"[seat == WHITE]]
    if not HOME[seat] & R.BIT[king] or (not FISCHER and king % 8 != 4):
        return None
    if name in ("k", "q"):
        sides = [rook for rook in rooks if (rook > king) == (name == "k")]
        wanted = max(sides, key=lambda rook: abs(rook - king), default=None)
    else:
        wanted = next((rook for rook in rooks if letters(rook % 8) == name), None)
    if wanted is None or (not FISCHER and wanted % 8 not in (0, 7)):
        return None
    return wanted


def _beyond_king(s: Record, seat: int, rook: int) -> int:
    """The squares of a seat's first rank on the same side of its king as `rook`."""
    king = lowest(R.men(s, seat) & s.kings)
    first = king & 56
    cells = range(king + 1, first + 8) if rook > king else range(first, king)
    return int(R.bits(list(cells)))


def _read_passed(s: Record, text: str) -> None:
    """Read ENPASSANT: a square that a pawn has just stepped over, and where it can be captured."""
    s.passed = NO_SQUARE
    if text == "-":
        return
    square = BOARD.index.get(text, -1)
    if square // 8 != (5 if s.next == WHITE else 2):
        rank = 6 if s.next == WHITE else 3
        raise BadPosition(f"ENPASSANT is {text!s:.40}; expected - or a square of rank {rank}")
    passer = R.passer(square)
    empty = ~(s.white | s.black)
    if not (R.men(s, 1 - s.next) & s.pawns) >> passer & 1 or not (
        empty >> square & 1 and empty >> 2 * square - passer & 1
    ):
        raise BadPosition(f"ENPASSANT is {text}, and no pawn can just have stepped over it")
    R.note_passed(s, square)
    if s.passed == NO_SQUARE:
        raise BadPosition(f"ENPASSANT is {text}, but no such capture is legal; expected -")


def _check_counts(s: Record) -> None:
    """Check that the counts do not contradict each other."""
    if s.number == 0:
        raise BadPosition("NUMBER is 0; expected the number of the move, from 1")
    check_quiet(s.quiet, R.LONGEST_QUIET)
    plies = sum(moves_made(s))
    if s.quiet > plies:
        raise BadPosition(f"QUIET is {s.quiet}, and by NUMBER and TURN {plies} moves were made")


def _judge(s: Record, end: Outcome | None) -> None:
    """Set the end that is shown; raises BadPosition for a claim that TURN or QUIET belies."""
    R.judge_moves(s)
    if end is None or end.reason != "repetition" or s.quiet < R.LONGEST_QUIET:
        R.judge_counts(s)
    if end is None or s.turn == OVER:
        return
    is_claimed = end.reason == "fifty-moves" and R.claimable(s) >= 0
    if end.reason in R.REASONS[R.FIFTY_MOVES :] and not is_claimed:
        raise BadPosition(f"{end.text}: QUIET is {s.quiet}, so the game is still running")
    if end.reason == "checkmate" and end.scores[s.next :][:1] == (Fraction(1),):
        raise BadPosition(f"{end.text}: {SEATS[s.next]} is to move, the seat that would be mated")


# -- the picture -----------------------------------------------------------------------------------


def decisive(s: Record) -> list[str]:
    """The king that is mated, and what attacks him."""
    if s.reason != R.CHECKMATE:
        return []
    shown = R.men(s, s.next) & s.kings | s.checkers
    return [name for cell, name in enumerate(BOARD.names) if shown >> cell & 1]


def scene(s: Record) -> Scene:
    """The board with its men; a king in check is lit."""
    checked = R.men(s, s.next) & s.kings if s.checkers else 0
    board = tuple([_cell(i, letter(s, i), bool(checked & R.BIT[i])) for i in range(64)])
    return Scene("square", board, LABELS, COLOURS, tuple(_notes(s)))


LABELS = (
    *(Label(letters(x), x, -1.0) for x in range(8)),
    *(Label(str(y + 1), -1.0, y) for y in range(8)),
)


@cache
def _cell(cell: int, man: str, checked: bool) -> Cell:
    (x, y), shade = BOARD.points[cell], "dark" if BOARD.is_dark(cell) else "light"
    pieces = (Piece(man, COLOURS[man.islower()], KIND_NAMES[man.upper()]),) if man else ()
    return Cell(BOARD.names[cell], x, y, shade, pieces, halo="critical" if checked else "")


def _notes(s: Record) -> list[str]:
    notes = []
    if s.checkers and s.turn != OVER:
        notes.append(f"{SEATS[s.next]} is in check.")
    if s.passed != NO_SQUARE:
        notes.append(f"The pawn on {BOARD.names[R.passer(s.passed)]} may be taken en passant.")
    notes += quiet_notes(s.quiet, R.LONGEST_QUIET)
    return notes
