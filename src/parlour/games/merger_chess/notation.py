"""Merger Chess's moves and positions as text, why a move is not legal, and the picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from parlour.errors import BadPosition
from parlour.games.merger_chess.board import (
    ALL_PIECES,
    BLACK,
    CASTLES,
    HOMES,
    NAMES,
    NO_SQUARE,
    PAWNS,
    SIDE,
    WHITE,
    passer,
)
from parlour.games.merger_chess.pieces import barred, letter_of, part_of, sent_of
from parlour.kernel.bitboard import BOARD
from parlour.kernel.boards import letters
from parlour.kernel.fields import expect, one_of, some_of, whole
from parlour.kernel.layout import OVER, Record
from parlour.kernel.move_codes import origin_of, target_of
from parlour.kernel.moves import Given, Move, Refusal, cell_steps, refuse, word
from parlour.kernel.primitives import popcount
from parlour.kernel.protocol import R
from parlour.kernel.quiet_moves import check_quiet, quiet_notes
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.table.outcome import Outcome, even_shares, winner_takes_all
from parlour.table.set_up import SetUp, Tokens

SEATS = ("White", "Black")
COLOURS = ("white", "black", "grey")
GREY = 2
TURNS = "wb"
CASTLING = "KQkq"
PROMOTIONS = "QRBNPK"  # by the rules' number
SQUARES = sorted(range(64), key=BOARD.names.__getitem__)  # by file, then rank
WORTHS = "KQRBNP"
KIND_NAMES = dict(zip(WORTHS, ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True))
KINDS = {letter: f"{name}s" for letter, name in KIND_NAMES.items()}
BY_NAME = {name: piece for piece, name in enumerate(NAMES)}

GRAMMAR = (
    "a move is written e2-e4, a capture e4xd5, a split e5{b1,g1}-f7; then come pieces sent "
    "home, e4xd5/c7,d8, and promotions, b7xa8=QN"
)
REFUSALS = {
    "empty": "{cell} is empty",
    "grey": "the Piece on {cell} is grey: {cell} is {shade}, so {other} moves it",
    "theirs": "{other} has the Piece on {cell}",
    "stuck": "the Piece on {cell} can go nowhere",
    "own": "{side} has the Piece on {to}",
    "size": "who moves from {cell} may not capture a Piece as large as that on {to}",
    "way": "no piece in the Piece on {cell} moves it goes from there to {to}",
    "split": "the Piece of four on {cell} must be split: name who moves, as {cell}{{b1,g1}}",
    "whole": "only a Piece of four is split",
    "sign": "a capture is written with x, another move with -",
    "sent": "who is sent home is part of the move, as in e4xd5/c7,d8",
    "left": "a pawn left unpromoted is written P only beside one that is promoted",
    "becomes": "what each pawn becomes is part of the move, as in b7xa8=QN",
    "others": "other pieces are to be named after it",
}

_NAMES = "[a-h][1278](?:,[a-h][1278])*"
_MOVE = re.compile(
    rf"(?P<head>(?P<cell>[a-h][1-8])(?:\{{(?P<part>{_NAMES})\}})?[-x](?P<to>[a-h][1-8]))"
    rf"(?:/{_NAMES})?(?P<into>=[QRBNPK]{{1,3}})?"
)


def colour(pieces: int) -> int:
    """A Piece's colour: a seat's, or GREY."""
    lead = 2 * popcount(pieces & SIDE[WHITE]) - popcount(pieces)
    return WHITE if lead > 0 else BLACK if lead < 0 else GREY


def members(pieces: int) -> Iterator[int]:
    """The numbers of the pieces in a set, in order of their names."""
    return (piece for piece in range(32) if pieces >> piece & 1)


def names(pieces: int) -> str:
    return ",".join(NAMES[piece] for piece in members(pieces))


# -- moves -----------------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """``e2-e4``, ``e4xd5/c7,d8``, ``e5{b1,g1}-f7``, ``b7xa8=QN``."""
    cell, to, part = origin_of(m), target_of(m), part_of(m)
    pieces = R.moving_pieces(s.board[cell], part)
    moved = f"{{{names(pieces)}}}" if part else ""
    sign = "x" if s.board[R.captured_square(s, m)] else "-"
    sent = f"/{names(sent_of(m))}" if sent_of(m) else ""
    chosen = _promotion_text(s, m, pieces)
    into = f"={chosen}" if chosen.strip("P") else ""
    return f"{BOARD.names[cell]}{moved}{sign}{BOARD.names[to]}{sent}{into}"


def _promotion_text(s: Record, m: int, pieces: int) -> str:
    """The letters of what each pawn that arrives becomes; P stays a pawn."""
    return "".join(PROMOTIONS[letter_of(m, i)] for i in range(R.promotions(s, m, pieces)))


def move(s: Record, m: int) -> Move:
    """From and to; then who splits off, who is sent home and what pawns become, where it is asked."""
    cell, to, part = origin_of(m), target_of(m), part_of(m)
    pieces, sent = R.moving_pieces(s.board[cell], part), sent_of(m)
    path = BOARD.names[cell], BOARD.names[to]
    chosen = _promotion_text(s, m, pieces)
    steps = [*cell_steps(*path)]
    if part:
        steps.append(word(f"{{{names(pieces)}}}", f"split off {_listed(pieces)}"))
    if sent:
        steps.append(word(f"/{names(sent)}", f"send home {_listed(sent)}"))
    if chosen:
        into = ", ".join(KIND_NAMES[letter] for letter in chosen)
        steps.append(word(f"={chosen}", into))
    taken = R.captured_square(s, m)
    captures = (BOARD.names[taken],) if s.board[taken] else ()
    homes = tuple(NAMES[piece] for piece in members(sent))
    return Move(move_text(s, m), tuple(steps), captures, (path, *_castled(s, cell, to)), homes)


def _listed(pieces: int) -> str:
    return ", ".join(NAMES[piece] for piece in members(pieces))


def _castled(s: Record, cell: int, to: int) -> list[tuple[str, str]]:
    """The rook's way, where going from `cell` to `to` castles."""
    return [
        (BOARD.names[CASTLES[k, 2]], BOARD.names[CASTLES[k, 3]])
        for k in range(4)
        if R.castles(s) >> k & 1 and (CASTLES[k, 0], CASTLES[k, 1]) == (cell, to)
    ]


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """A Piece that cannot be moved, or a square to which it does not go."""
    if given[-1][0] == "word":
        return None
    start, *others = (BOARD.index[text] for kind, text in given if kind == "cell")
    wrong = _no_mover(s, start)
    if wrong or not others:
        return wrong or refuse(REFUSALS, "stuck", cell=BOARD.names[start])
    to, pieces = others[0], s.board[start]
    names = {"cell": BOARD.names[start], "to": BOARD.names[to], "side": SEATS[s.next]}
    if s.board[to] and colour(s.board[to]) == s.next:
        return refuse(REFUSALS, "own", **names)
    return refuse(REFUSALS, "size" if barred(s, s.next, pieces) >> to & 1 else "way", **names)


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played, in words."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return Refusal("grammar", GRAMMAR)
    square = BOARD.index[match["cell"]]
    return _no_mover(s, square) or _no_part(s, square, match["part"]) or _no_way(s, text, match)


def _no_mover(s: Record, square: int) -> Refusal | None:
    """What keeps the seat to move from moving the Piece on `square`."""
    name, pieces, other = BOARD.names[square], s.board[square], SEATS[1 - s.next]
    if not pieces:
        return refuse(REFUSALS, "empty", cell=name)
    if R.may_move(s.next, square, pieces):
        return None
    shade = "dark" if BOARD.is_dark(square) else "light"
    reason = "grey" if colour(pieces) == GREY else "theirs"
    return refuse(REFUSALS, reason, cell=name, shade=shade, other=other)


def _no_part(s: Record, square: int, part: str | None) -> Refusal | None:
    """What is wrong with moving the Piece on `square` whole, or a part of it."""
    if (popcount(s.board[square]) == 4) == bool(part):
        return None
    return refuse(REFUSALS, "whole" if part else "split", cell=BOARD.names[square])


def _no_way(s: Record, text: str, match: re.Match[str]) -> Refusal | None:
    """What is wrong with a move of what may move: its sign, what is said after it, where it goes."""
    out = [0] * R.MAX_MOVES
    legal = {move_text(s, m) for m in out[: R.legal_moves(s, out)]}
    head = match["head"]
    if {text.replace("-", "x", 1), text.replace("x", "-", 1)} & legal:
        return refuse(REFUSALS, "sign")
    longer = [known for known in legal if re.match(re.escape(head) + "[/=]", known)]
    if any("/" in known for known in longer) and "/" not in text:
        return refuse(REFUSALS, "sent")
    if any("=" in known for known in longer) and "=" not in text:
        return refuse(REFUSALS, "becomes")
    if longer and match["into"] and not match["into"].strip("=P"):
        return refuse(REFUSALS, "left")
    if longer:
        return refuse(REFUSALS, "others")
    return why_not(s, (("cell", match["cell"]), ("cell", match["to"])))


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


def moves_made(s: Record) -> tuple[int, ...]:
    """The moves of each seat so far, by PLIES: the seat to move has made no more than the other."""
    moves = [(s.plies + 1) // 2, (s.plies + 1) // 2]
    moves[s.next] = s.plies // 2
    return tuple(moves)


def _piece_text(s: Record, pieces: int) -> str:
    return ",".join(
        f"{NAMES[piece]}={kind(s, piece)}" if is_promoted(s, piece) else NAMES[piece]
        for piece in members(pieces)
    )


def is_promoted(s: Record, piece: int) -> bool:
    return bool(PAWNS & ~s.pawns & 1 << piece)


def kind(s: Record, piece: int) -> str:
    """The letter of what a piece moves as."""
    return next(letter for letter, field in KINDS.items() if getattr(s, field) >> piece & 1)


def _passed_text(s: Record) -> str:
    if s.passed == NO_SQUARE:
        return "-"
    return f"{BOARD.names[s.passed]}+{BOARD.names[passer(s.passed)]}"


# Ends that a board does not show; they come before the move limit.
UNSEEN = ("king-capture", "grey-win")


ENDED = {
    "king-capture": "{losers} King was captured",
    "grey-win": "{losers} King was captured by a grey Piece",
    "stalemate": "stalemate, there was no move left",
    "fifty-moves": "fifty moves each went by without a capture or a pawn's move",
}


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
    check_quiet(s.quiet)
    if s.quiet > s.plies:
        raise BadPosition(f"QUIET is {s.quiet} and PLIES {s.plies}; expected no more quiet plies")
    _judge(s, end)


def _read_board(s: Record, text: str) -> None:
    for square in range(64):
        R.place(s, square, 0)
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
        R.place(s, square, pieces)
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
            allowed = [kind for kind in PROMOTIONS[: R.LETTERS] if kind != "P"]
            if letter not in allowed or not PAWNS & bit:
                into = f"{', '.join(allowed[:-1])} or {allowed[-1]}"
                raise BadPosition(f"{part!s:.40} on {square}; pawns are promoted to {into}")
            s.pawns &= ~bit
            setattr(s, KINDS[letter], getattr(s, KINDS[letter]) | bit)
        pieces |= bit
    if popcount(pieces) > 4:
        raise BadPosition(f"{popcount(pieces)} pieces on {square}; expected 4 at most")
    return pieces


def _read_castling(s: Record, text: str) -> None:
    found = some_of(CASTLING, text, "CASTLING")
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
    if reason not in UNSEEN and not R.has_move(s):
        R.end(s, R.STALEMATE, R.DRAWN)
    elif reason != "repetition":
        R.judge_counts(s)
    if end is None or s.turn == OVER:
        return
    if reason == "fifty-moves":
        raise BadPosition(f"{end.text}: QUIET is {s.quiet}, so the game is still running")
    if reason in UNSEEN and end.scores[s.next :][:1] == (Fraction(1),):
        raise BadPosition(f"{end.text}: TURN is {TURNS[s.next]}, the seat that would have lost")


def decisive(s: Record) -> list[str]:
    """The Piece with the King that was captured."""
    if s.turn != OVER or s.winner == R.DRAWN:
        return []
    captured = s.kings & SIDE[1 - s.winner]
    return [
        BOARD.names[square]
        for square, pieces in enumerate(s.board)
        if pieces & captured and colour(pieces) != 1 - s.winner
    ]


# -- the picture -----------------------------------------------------------------------------------


def _set_pieces(fields: Sequence[str]) -> Tokens:
    """The names of the pieces by square."""
    expect(fields, "BOARD", "TURN", "CASTLING", "ENPASSANT", "QUIET", "PLIES")
    entries = [entry.partition(":") for entry in fields[0].split("/")]
    return {square: inside.split(",") for square, _, inside in entries if inside}


def _with_pieces(fields: Sequence[str], board: Tokens) -> list[str]:
    """The fields with the pieces elsewhere; rights to castle that they do not bear out are lost."""
    rows = "/".join(f"{square}:{','.join(sorted(board[square]))}" for square in sorted(board))
    castling = [right for right in CASTLING if right in fields[2]]
    kept = [
        right
        for right, homes in zip(CASTLING, CASTLING_HOMES, strict=True)
        if right in castling and all(board.get(home) == [home] for home in homes)
    ]
    return [rows or "-", fields[1], "".join(kept) or "-", "-", *fields[4:]]


def _with_turn(fields: Sequence[str], seat: int) -> list[str]:
    expect(fields, "BOARD", "TURN", "CASTLING", "ENPASSANT", "QUIET", "PLIES")
    return [fields[0], TURNS[seat], fields[2], "-", *fields[4:]]


def _draw_token(token: str, cell: str) -> Piece:
    """A piece by its name, which is its home square."""
    name, _, promoted = token.partition("=")
    letter = promoted or ("P" if name[1] in "27" else "RNBQKBNR"["abcdefgh".index(name[0])])
    black = name[1] in "78"
    return Piece(letter.lower() if black else letter, COLOURS[black], KIND_NAMES[letter])


CASTLING_HOMES = (("e1", "h1"), ("e1", "a1"), ("e8", "h8"), ("e8", "a8"))
SETUP = SetUp(
    BOARD.names,
    NAMES,
    _draw_token,
    _set_pieces,
    _with_pieces,
    _with_turn,
    unique=NAMES,
    stacked=True,
    promoted=PROMOTIONS,
)


def scene(s: Record) -> Scene:
    """The board with what each piece moves as; in a Piece those of its mover's colour come first."""
    cells = tuple(_cell(s, square) for square in range(64))
    files = [Label(letters(x), x, -1.0) for x in range(8)]
    ranks = [Label(str(y + 1), -1.0, y) for y in range(8)]
    notes = tuple(_notes(s))
    return Scene("square", cells, (*files, *ranks), COLOURS[:2], notes, pile="cluster")


def _cell(s: Record, square: int) -> Cell:
    (x, y), pieces = BOARD.points[square], s.board[square]
    dark = BOARD.is_dark(square)
    whose = colour(pieces)
    first = whose if whose != GREY else BLACK if dark else WHITE
    drawn = sorted(
        (_draw_piece(s, piece) for piece in members(pieces)),
        key=lambda piece: (piece.colour != COLOURS[first], WORTHS.index(piece.text.upper())),
    )
    plate = COLOURS[whose] if len(drawn) > 1 else ""
    shade = "dark" if dark else "light"
    return Cell(BOARD.names[square], x, y, shade, tuple(drawn), plate=plate)


def _draw_piece(s: Record, piece: int) -> Piece:
    letter, black = kind(s, piece), SIDE[BLACK] >> piece & 1
    return Piece(letter.lower() if black else letter, COLOURS[black], KIND_NAMES[letter])


def _notes(s: Record) -> list[str]:
    """The pieces in each composite, by where they began; castling rights and the like."""
    notes = []
    composites = [square for square in SQUARES if popcount(s.board[square]) > 1]
    for whose, what in ((WHITE, "White's"), (BLACK, "Black's"), (GREY, "Grey")):
        found = [
            f"{BOARD.names[square]} (from {_piece_text(s, s.board[square]).replace(',', ', ')})"
            for square in composites
            if colour(s.board[square]) == whose
        ]
        if found:
            notes.append(f"{what} merged Pieces: {', '.join(found)}.")
    if s.passed != NO_SQUARE:
        notes.append(
            f"The Piece on {BOARD.names[passer(s.passed)]} may be taken en passant on "
            f"{BOARD.names[s.passed]}."
        )
    notes += quiet_notes(s.quiet)
    return notes
