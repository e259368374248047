"""TigerChequers' moves and positions as text, why a move is not legal, and the picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction

from parlour.errors import BadPosition
from parlour.games.tiger_chequers.attacks import follow, is_attacked, taken_in_passing
from parlour.games.tiger_chequers.board import (
    CASTLES,
    EAST_DOOR,
    NO_CELL,
    NORTH,
    POST_FROM,
    RANK_1,
    RANK_8,
    SOUTH,
    WEST_DOOR,
)
from parlour.games.tiger_chequers.code import beginning, jump_count, path_of, posted, turned_of
from parlour.kernel.bitboard import BIT, BOARD
from parlour.kernel.boards import letters
from parlour.kernel.fields import expect, one_of, some_of, whole
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.move_codes import origin_of, target_of
from parlour.kernel.moves import (
    Given,
    Move,
    Refusal,
    cell_steps,
    path_move,
    refuse,
    word,
    word_move,
)
from parlour.kernel.primitives import lowest, popcount
from parlour.kernel.protocol import R
from parlour.kernel.quiet_moves import LAST_QUIET, check_quiet, quiet_notes
from parlour.kernel.scene import Area, Cell, Label, Piece, Scene, rectangle
from parlour.table.outcome import Outcome
from parlour.table.set_up import SetUp, Tokens

NAMES = ("South", "North")
COLOURS = ("white", "orange")
PIECES = {  # by letter: the kinds whose boards it stands on
    "Q": ("queens",),
    "K": ("towers", "nobles"),
    "T": ("towers",),
    "B": ("nobles",),
    "N": ("knights",),
    "P": ("pikemen",),
    "L": ("straight",),
    "D": ("slanting",),
    "G": ("straight", "slanting"),
    "S": ("swordsmen",),
    "A": ("archers",),
}
FORMS = {  # by letter: what a picture draws
    "Q": "queen",
    "K": "king",
    "T": "tower",
    "B": "noble",
    "N": "knight",
    "P": "pikeman",
    "L": "kings-lancer",
    "D": "queens-lancer",
    "G": "tigerlancer",
    "S": "swordsman",
    "A": "archer",
}
LETTERS = {kinds: piece for piece, kinds in PIECES.items()}
KINDS = tuple(kinds[0] for kinds in PIECES.values() if len(kinds) == 1)
NORTH_ONLY = "GSA"
TURNED = " KTBNLDGA"  # the letter of what a piece becomes, by the rules' number
CHOICES = {
    "guard": "guard (Lancers on b1 and g1)",
    "watch": "watch (Knights on b1 and g1)",
}
PHASES = ("deploy",)
DOORS = ("west", "east")
CASTLING = "SLsl"
POSTED = ("-", "guard", "watch")
TURNS = ("w", "b", "?", "post")

GRAMMAR = "a move is written e2-e4, a capture d4xe5 or c5xe3xg1, with =K for what a piece becomes"
REFUSALS = {
    "choice": "South says guard (Lancers on b1 and g1) or watch (Knights)",
    "no-paths": "there are no Unguarded Paths in this game",
    "queens-path": "only South's Queen may enter an Unguarded Path",
    "corners": "South's Queen enters west from a8 or b8, east from g8 or h8",
    "path": "no piece may stop on an Unguarded Path: the Queen is chosen, and then the path",
    "waiting": "what waits beside the board is not moved",
    "theirs": "{other} has the piece on {cell}",
    "empty": "{cell} is empty",
    "stuck": "the {piece} on {cell} can go nowhere",
    "guarding": "wherever the {piece} on {cell} goes, the own Queen is attacked",
    "way": "a {piece} does not go from {cell} to {to}",
    "exposed": "it leaves the own Queen attacked",
    "attacked": "it keeps the own Queen attacked",
    "own": "a piece of {side}'s own stands on {to}",
    "becomes": "what the piece becomes is part of the move, as in a7-a8=K",
    "not-that": "the piece cannot become {into} there",
    "sign": "a capture is written with x, another move with -",
}

_CELL = "[a-h][1-8]"
_STEP = re.compile(rf"({_CELL})[-x]({_CELL})(?:x{_CELL})*(?:=([A-Z]))?")
_DIGITS = "12345678"


def letter(s: Record, cell: int) -> str:
    """What stands on a cell: a piece's letter, South's upper case; or a dot."""
    bit = BIT[cell]
    kinds = tuple(kind for kind in KINDS if getattr(s, kind) & bit)
    if not kinds:
        return "."
    piece = LETTERS[kinds]
    return piece if side(s, SOUTH) & bit else piece.lower()


def side(s: Record, seat: int) -> int:
    """The cells of a seat's pieces."""
    cells: int = s.own if s.next == seat else s.opposing
    return cells


# -- moves -----------------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """``e2-e4``, ``d4xe5``, ``c5xe3xg1=A``, ``a8-west``; ``guard``; ``post:a5,c6,f5,h6``."""
    if s.turn == CHANCE:
        return _posting_text(m)
    if s.posted == 0:
        return POSTED[m]
    names = BOARD.names
    cell, to, turned = origin_of(m), target_of(m), turned_of(m)
    if turned == R.ESCAPE:
        return f"{names[cell]}-{DOORS[to]}"
    into = f"={TURNED[turned]}" if turned else ""
    if path_of(m):
        return "x".join([names[cell], *_landings(s, m)]) + into
    captures = s.opposing & BIT[to] or taken_in_passing(s, cell, to)
    return f"{names[cell]}{'x' if captures else '-'}{names[to]}{into}"


def move(s: Record, m: int) -> Move:
    """The way, by all landings of jumps, and what the piece becomes; or South's choice."""
    text, names = move_text(s, m), BOARD.names
    if s.turn == CHANCE:
        posts = (names[cell] for cell in range(64) if posted(m) >> cell & 1)
        return Move(text, (word(text, "chequers"),), placed=tuple(sorted(posts)))
    if s.posted == 0:
        return word_move(text, CHOICES[text])
    cell, to, turned = origin_of(m), target_of(m), turned_of(m)
    if turned == R.ESCAPE:
        return path_move(text, (names[cell], DOORS[to]))
    path = (names[cell], *(_landings(s, m) if path_of(m) else (names[to],)))
    becomes = (
        [word(f"={TURNED[turned]}", FORMS[TURNED[turned]].replace("-", " "))] if turned else []
    )
    return Move(
        text, (*cell_steps(*path), *becomes), _captures(s, m), (path, *_castled(s, cell, to))
    )


def _captures(s: Record, m: int) -> tuple[str, ...]:
    """The cells whose pieces the move `m` captures, in order."""
    cell, to = origin_of(m), target_of(m)
    if path_of(m):
        return tuple(BOARD.names[hit] for hit, _ in _jumps(s, m))
    taken = s.opposing & BIT[to] or taken_in_passing(s, cell, to)
    return (BOARD.names[lowest(taken)],) if taken else ()


def _castled(s: Record, cell: int, to: int) -> list[tuple[str, str]]:
    """The Tower's way, where the Queen's going from `cell` to `to` castles."""
    return [
        (BOARD.names[CASTLES[k, 3]], BOARD.names[CASTLES[k, 4]])
        for k in range(4)
        if s.castling >> k & 1 and (CASTLES[k, 0], CASTLES[k, 1]) == (cell, to)
    ]


def _posting_text(m: int) -> str:
    cells = [cell for cell in range(64) if posted(m) >> cell & 1]
    return "post:" + ",".join(sorted(BOARD.names[cell] for cell in cells))


def _landings(s: Record, m: int) -> list[str]:
    """The names of the cells on which the jumps of `m` land, in order."""
    return [BOARD.names[at] for _, at in _jumps(s, m)]


def _jumps(s: Record, m: int) -> list[tuple[int, int]]:
    """The jumps of `m` in order: the cell that is jumped and the one beyond it."""
    cell, path = origin_of(m), path_of(m)
    far, prey = s.archers & BIT[cell] != 0, s.opposing
    found = []
    for count in range(1, jump_count(path) + 1):
        at, left = follow(beginning(path, count), cell, s.opposing, s.own ^ BIT[cell], far)
        found.append((lowest(prey & ~left), at))
        prey = left
    return found


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """A piece that cannot be moved, or a cell to which it does not go."""
    if given[-1][0] == "word":
        return None
    if s.posted == 0:
        return refuse(REFUSALS, "choice")
    name, *others = (text for kind, text in given if kind == "cell")
    to = others[-1] if others else ""
    for off in (name, to):
        if off and off not in BOARD.index:
            return _off_board(s, off, is_first=off == name)
    wrong = _no_mover(s, name)
    if wrong is not None:
        return wrong
    out = [0] * R.MAX_MOVES
    exposed = [move(s, m) for m in out[: R.listed(s, out)]]
    ways = [m for m in exposed if m.steps[0].text == name]
    names = {"cell": name, "to": to, "side": NAMES[s.next]}
    names["piece"] = FORMS[letter(s, BOARD.index[name]).upper()].replace("-", " ").title()
    if not others:
        return refuse(REFUSALS, "guarding" if ways else "stuck", **names)
    steps = tuple(text for kind, text in given if kind == "cell")
    if any(tuple(step.text for step in m.steps[: len(steps)]) == steps for m in ways):
        return refuse(REFUSALS, "attacked" if s.checked else "exposed")
    own = s.own & BIT[BOARD.index[to]] and to != name
    return refuse(REFUSALS, "own" if own else "way", **names)


def _off_board(s: Record, name: str, *, is_first: bool) -> Refusal:
    """Why a cell beside the board is not clicked: a path, a Stockade or the Forest."""
    if name not in DOORS:
        return refuse(REFUSALS, "waiting")
    return refuse(REFUSALS, "path") if is_first else _no_escape(s)


def _no_mover(s: Record, name: str) -> Refusal | None:
    """Why nothing on a cell is the seat's to move."""
    bit = BIT[BOARD.index[name]]
    if s.own & bit:
        return None
    reason = "theirs" if s.opposing & bit else "empty"
    return refuse(REFUSALS, reason, cell=name, other=NAMES[1 - s.next])


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played, in words."""
    if s.turn == CHANCE:
        return None
    if s.posted == 0:
        return refuse(REFUSALS, "choice")
    if text.partition("-")[2] in DOORS:
        return _no_escape(s)
    match = _STEP.fullmatch(text)
    if match is None:
        return Refusal("grammar", GRAMMAR)
    return _no_mover(s, match[1]) or _no_step(s, text, match[1], match[2])


def _no_escape(s: Record) -> Refusal:
    if not R.PATHS:
        return refuse(REFUSALS, "no-paths")
    return refuse(REFUSALS, "corners" if s.next == SOUTH else "queens-path")


def _no_step(s: Record, text: str, cell: str, to: str) -> Refusal | None:
    """What is wrong with a move of the own piece on `cell` that begins by going to `to`."""
    out = [0] * R.MAX_MOVES
    exposed = {move_text(s, m) for m in out[: R.listed(s, out)]}
    if text in exposed:
        return refuse(REFUSALS, "attacked" if s.checked else "exposed")
    if any(known.startswith(text + "=") for known in exposed):
        return refuse(REFUSALS, "becomes")
    if "=" in text and text.partition("=")[0] in {known.partition("=")[0] for known in exposed}:
        return refuse(REFUSALS, "not-that", into=text.partition("=")[2])
    if {text.replace("-", "x"), text.replace("x", "-")} & exposed:
        return refuse(REFUSALS, "sign")
    if s.own & BIT[BOARD.index[to]] and to != cell:
        return refuse(REFUSALS, "own", side=NAMES[s.next], to=to)
    return why_not(s, (("cell", cell), ("cell", to)))


def phase(s: Record) -> str:
    """While South chooses, its clock for that runs."""
    return "" if s.posted else "deploy"


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields BOARD TURN CASTLING ENPASSANT QUIET POSTED LANCER, and KNIGHTS if they are limited."""
    castling = "".join(CASTLING[k] for k in range(4) if s.castling >> k & 1)
    return [
        _board_text(s),
        _turn_text(s),
        castling or "-",
        "-" if s.passed == NO_CELL else BOARD.names[s.passed],
        str(s.quiet),
        POSTED[s.posted],
        str(s.lancer),
        *([str(R.KNIGHTS - s.called)] if R.are_knights_limited() else []),
    ]


def _board_text(s: Record) -> str:
    ranks = ["".join(letter(s, 8 * y + x) for x in range(8)) for y in range(7, -1, -1)]
    return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(ranks))


def _turn_text(s: Record) -> str:
    if s.turn == CHANCE:
        return "?"
    return TURNS[s.next] if s.posted else "post"


def repeated(s: Record) -> list[str]:
    """What repetition compares: all but QUIET."""
    fields = write(s)
    return fields[:4] + fields[5:]


ENDED = {
    "checkmate": "checkmate, {losers} Queen could not escape",
    "queen-escape": "{winners} Queen escaped by the path that a herdsman had shown her",
    "stalemate": "stalemate, there was no move and no check",
    "fifty-moves": "fifty moves each went by without a move of a Pikeman or Swordsman or a capture",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores: the source's points."""
    won, lost, even = Fraction(3), Fraction(0), Fraction(1)
    reasons = ("stalemate", "fifty-moves", "repetition", "move-limit")
    known: dict[str, Collection[tuple[Fraction, ...]]] = dict.fromkeys(reasons, ((even, even),))
    known["checkmate"] = ((won, lost), (lost, won))
    if R.PATHS:
        known["queen-escape"] = ((Fraction(3, 2), Fraction(1, 2)),)
    return known


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    knights = ("KNIGHTS",) if R.are_knights_limited() else ()
    expect(fields, "BOARD", "TURN", "CASTLING", "ENPASSANT", "QUIET", "POSTED", "LANCER", *knights)
    R.start(s)
    turn = one_of(fields[1], TURNS, "TURN")
    s.next = NORTH if turn == "b" else SOUTH
    s.turn = CHANCE if turn == "?" else s.next
    _read_board(s, fields[0])
    s.posted = POSTED.index(one_of(fields[5], POSTED, "POSTED"))
    s.lancer = int(one_of(fields[6], "01", "LANCER"))
    if s.straight & s.slanting and not s.lancer:
        raise BadPosition(
            "a TigerLancer stands, but LANCER is 0: no North Pikeman has reached rank 1"
        )
    if knights:
        _read_knights(s, fields[7])
    s.quiet = whole(fields[4], "QUIET")
    check_quiet(s.quiet)
    _read_castling(s, fields[2])
    _read_passed(s, fields[3])
    escaped = _check_queens(s)
    if turn in ("?", "post"):
        _check_setting_up(s, turn, end)
    elif s.posted == 0:
        raise BadPosition(f"POSTED is - and TURN {turn}; expected guard or watch once it is chosen")
    elif escaped:
        _check_escape(s)
        R.end(s, R.QUEEN_ESCAPE, R.DRAWN)
    else:
        _judge(s, end)


def _read_knights(s: Record, text: str) -> None:
    """Read KNIGHTS: how many wait in the Forest; North's Knights on the board have left it."""
    left, standing = whole(text, "KNIGHTS"), popcount(side(s, NORTH) & s.knights)
    if left + standing > R.KNIGHTS:
        raise BadPosition(
            f"KNIGHTS is {left}, and North has {standing} on the board; expected {R.KNIGHTS} at most together"
        )
    s.called = R.KNIGHTS - left


def _read_board(s: Record, text: str) -> None:
    ranks = text.split("/")
    if len(ranks) != 8:
        raise BadPosition(f"the board has {len(ranks)} ranks; expected 8")
    sides = [0, 0]
    kinds = dict.fromkeys(KINDS, 0)
    for y, rank in zip(range(7, -1, -1), ranks, strict=True):
        for x, piece in enumerate(_cells_of(rank, y + 1)):
            if piece != ".":
                bit = BIT[8 * y + x]
                sides[piece.islower()] |= bit
                for kind in PIECES[piece.upper()]:
                    kinds[kind] |= bit
    for kind, cells in kinds.items():
        setattr(s, kind, cells)
    s.own, s.opposing = sides[s.next], sides[1 - s.next]


def _cells_of(rank: str, number: int) -> str:
    """The letters of a rank, a dot for each empty cell."""
    for piece in rank:
        if piece not in _DIGITS and (piece.upper() not in PIECES or piece in NORTH_ONLY):
            raise BadPosition(
                f"{piece} on rank {number}; expected QKTBNPLD, qktbnpldgsa or a number of empty cells"
            )
    cells = re.sub("[1-8]", lambda run: "." * int(run[0]), rank)
    if len(cells) != 8:
        raise BadPosition(f"rank {number} has {len(cells)} cells; expected 8")
    return cells


def _read_castling(s: Record, text: str) -> None:
    found = some_of(CASTLING, text, "CASTLING")
    s.castling = sum(1 << k for k in found)
    for k in found:
        pieces = "QT" if k < 2 else "qt"
        for cell, piece in zip((CASTLES[k, 0], CASTLES[k, 3]), pieces, strict=True):
            if letter(s, cell) != piece:
                raise BadPosition(
                    f"CASTLING has {CASTLING[k]}, and {piece} is not on {BOARD.names[cell]}"
                )


def _read_passed(s: Record, text: str) -> None:
    """Read ENPASSANT: a cell stepped over by the Pikeman that now stands just beyond it."""
    s.passed = NO_CELL
    if text == "-":
        return
    cell = BOARD.index.get(text, -1)
    rank, ahead, piece = ((5, -8, "p"), (2, 8, "P"))[s.next]
    if cell // 8 != rank:
        raise BadPosition(
            f"ENPASSANT is {text!s:.40}; expected - or a cell of rank {rank + 1} with this TURN"
        )
    if letter(s, cell + ahead) != piece or letter(s, cell) + letter(s, cell - ahead) != "..":
        raise BadPosition(f"ENPASSANT is {text}, and no Pikeman can just have stepped over it")
    if s.quiet:
        raise BadPosition(f"ENPASSANT is {text} and QUIET {s.quiet}; expected 0 after a two-step")
    s.passed = cell


def _check_queens(s: Record) -> bool:
    """Check that each seat has its Queen; True if South's has escaped."""
    south, north = (popcount(side(s, seat) & s.queens) for seat in (SOUTH, NORTH))
    if north != 1:
        raise BadPosition(f"North has {north} Queens; expected 1")
    if south == 0 and R.PATHS and s.next == NORTH:
        return True
    if south != 1:
        raise BadPosition(f"South has {south} Queens; expected 1")
    return False


def _check_escape(s: Record) -> None:
    """Check a board that South's Queen has just left: where she stood, and where nothing ever stands."""
    south, north = side(s, SOUTH), side(s, NORTH)
    wrong = s.pikemen & (south & (RANK_1 | RANK_8) | north & RANK_8)
    wrong |= s.swordsmen & RANK_1
    if wrong:
        name = BOARD.names[lowest(wrong)]
        raise BadPosition(f"South's Queen has escaped, and {letter(s, lowest(wrong))} is on {name}")
    if not ~(south | north) & (WEST_DOOR | EAST_DOOR):
        raise BadPosition("South's Queen has escaped, and none of a8, b8, g8 and h8 is empty")
    if s.passed != NO_CELL:
        raise BadPosition("South's Queen has escaped; then ENPASSANT is -")


def _check_setting_up(s: Record, turn: str, end: Outcome | None) -> None:
    """Check what must hold before South's choice: nothing has moved, and the cells for postings are free."""
    if end is not None:
        raise BadPosition(f"{end.text}: TURN is {turn}, so the game is still running")
    if s.posted or s.quiet or s.lancer or s.called or s.passed != NO_CELL:
        knights = f" {R.KNIGHTS}" if R.are_knights_limited() else ""
        raise BadPosition(
            f"TURN is {turn}; expected - 0 - 0{knights} after CASTLING, as nothing has moved"
        )
    free = ["b1", "g1"]
    if turn == "?":
        free += [BOARD.names[POST_FROM + i] for i in range(16)]
    for name in free:
        if letter(s, BOARD.index[name]) != ".":
            raise BadPosition(f"TURN is {turn}, and {name} is not empty")
    for seen in (s, _deployed(s, R.GUARD), _deployed(s, R.WATCH)):
        _check_waiting(seen)


def _deployed(s: Record, posted: int) -> Record:
    """A copy of `s` after South's choice."""
    after = type(s)()
    for name in s.__slots__:
        setattr(after, name, getattr(s, name))
    R.deploy(after, posted)
    return after


def _check_waiting(s: Record) -> None:
    """Raise BadPosition if the Queen of the seat that is not to move is attacked."""
    s.own, s.opposing, s.next = s.opposing, s.own, 1 - s.next
    attacked = is_attacked(s, lowest(s.own & s.queens), s.own, s.opposing)
    s.own, s.opposing, s.next = s.opposing, s.own, 1 - s.next
    if attacked:
        raise BadPosition(f"{NAMES[1 - s.next]} is not to move, and its Queen is attacked")


def _judge(s: Record, end: Outcome | None) -> None:
    """Set the end that is shown: the board's own, or that of fifty moves, where it is no repetition."""
    _check_waiting(s)
    out = [0] * R.MAX_MOVES
    if R.listed(s, out) == R.MAX_MOVES:
        raise BadPosition(f"there are more than {R.MAX_MOVES} ways to move in this position")
    R.judge(s)
    if end is not None:
        _check_claim(s, end)
    if end is None or end.reason != "repetition":
        R.judge_counts(s)


def _check_claim(s: Record, end: Outcome) -> None:
    """Raise BadPosition if a field says that the game has not ended so."""
    if end.reason == "queen-escape":
        raise BadPosition(f"{end.text}: South's Queen is on the board")
    if end.reason == "fifty-moves" and s.quiet < LAST_QUIET:
        raise BadPosition(f"{end.text}: QUIET is {s.quiet}, so the game is still running")
    if end.reason == "checkmate" and end.scores[s.next :][:1] == (Fraction(3),):
        raise BadPosition(f"{end.text}: TURN is {TURNS[s.next]}, the seat that would be mated")


# -- setting up by hand ----------------------------------------------------------------------------


def _set_pieces(fields: Sequence[str]) -> Tokens:
    """The letters of the pieces by cell."""
    if not fields or fields[0].count("/") != 7:
        raise BadPosition("expected the field BOARD, with 8 ranks, first")
    board: Tokens = {}
    for y, rank in zip(range(7, -1, -1), fields[0].split("/"), strict=True):
        for x, piece in enumerate(re.sub("[1-8]", lambda run: "." * int(run[0]), rank)[:8]):
            if piece != ".":
                board[BOARD.names[8 * y + x]] = [piece]
    return board


def _with_pieces(fields: Sequence[str], board: Tokens) -> list[str]:
    """The fields of a running game with other pieces: rights that they do not bear out are lost."""
    letters_at = {name: tokens[0] for name, tokens in board.items()}
    rows = "/".join(
        "".join(letters_at.get(BOARD.names[8 * y + x], ".") for x in range(8))
        for y in range(7, -1, -1)
    )
    after = _running(fields, "wb".find(fields[1]) if len(fields) > 1 else 0)
    after[0] = re.sub(r"\.+", lambda run: str(len(run[0])), rows)
    after[2] = "".join(filter(lambda right: _may_castle(right, letters_at), after[2])) or "-"
    if "g" in letters_at.values():
        after[6] = "1"
    return after


def _running(fields: Sequence[str], seat: int) -> list[str]:
    """The fields with a seat to move; before South's choice its Knights, if it has any, are it."""
    after = [*fields, *("", "w", "-", "-", "0", "-", "0")[len(fields) :]]
    after[1], after[3] = TURNS[max(seat, 0)], "-"
    if after[5] == "-":
        after[5] = "watch" if "N" in after[0] else "guard"
    return after


def _may_castle(right: str, letters_at: dict[str, str]) -> bool:
    if right not in CASTLING:
        return False
    k = CASTLING.index(right)
    pieces = (letters_at.get(BOARD.names[CASTLES[k, i]]) for i in (0, 3))
    return tuple(pieces) == (("Q", "T") if k < 2 else ("q", "t"))


SETUP = SetUp(
    BOARD.names,
    [letter for letter in PIECES if letter not in NORTH_ONLY] + [*"".join(PIECES).lower()],
    lambda letter, cell: _piece(letter),
    _set_pieces,
    _with_pieces,
    _running,
    unique="Qq",
)


# -- the picture -----------------------------------------------------------------------------------


def decisive(s: Record) -> list[str]:
    """The King that is mated: the board is that of the seat to move."""
    mated = s.turn == OVER and s.reason == R.CHECKMATE
    return [BOARD.names[lowest(s.own & s.queens)]] if mated else []


def scene(s: Record) -> Scene:
    """The board, the two Unguarded Paths north of its corners, and what the rules remember."""
    board = BOARD
    cells = [
        Cell(name, x, y, "dark" if board.is_dark(i) else "light", _pieces(s, i))
        for i, (name, (x, y)) in enumerate(zip(board.names, board.points, strict=True))
    ]
    doors: list[Label] = []
    if R.PATHS:
        cells += [
            Cell(door, x, 8.0, tone="path") for door, x in zip(DOORS, (0.0, 7.0), strict=True)
        ]
        doors = [Label("west", 1.0, 8.0, "name"), Label("east", 6.0, 8.0, "name")]
    files = [Label(letters(x), x, -1.0) for x in range(8)]
    ranks = [Label(str(y + 1), -1.0, y) for y in range(8)]
    captions, waiting, areas = _waiting(s)
    return Scene(
        "square",
        tuple(cells),
        (*files, *ranks, *doors),
        COLOURS,
        tuple(_notes(s)),
        areas=areas,
        captions=captions,
        aside=waiting,
    )


def _waiting(s: Record) -> tuple[tuple[Label, ...], tuple[Cell, ...], tuple[Area, ...]]:
    """The Stockades and the Forest beside the board: their captions, the pieces there, their ground."""
    south = "" if s.posted == POSTED.index("guard") else "LD"
    south += "" if s.posted == POSTED.index("watch") else "NN"
    places = (
        ("South's Stockade", 0.5, south),
        ("Forest", 3.9, ("" if s.lancer else "g") + "n" * _knights_waiting(s)),
        ("North's Stockade", 6.5, "ssss" if s.turn == CHANCE else "n"),
    )
    cells = tuple(
        Cell(f"{name} {i + 1}", 8.6 + i % 2, y - i // 2, tone="waiting", pieces=(_piece(letter),))
        for name, y, letters in places
        for i, letter in enumerate(letters)
    )
    captions = tuple(
        Label(name, 8.1, y + 0.7, "name", "start", 0.24) for name, y, letters in places if letters
    )
    areas = tuple(
        rectangle(
            7.95, y + 0.4 - (len(letters) + 1) // 2, 10.25, y + 0.92, name.split()[-1].lower()
        )
        for name, y, letters in places
        if letters
    )
    return captions, cells, areas


def _knights_waiting(s: Record) -> int:
    """The Knights in the Forest that are shown: those that are counted."""
    left: int = R.KNIGHTS - s.called
    return left if R.are_knights_limited() else 0


def _piece(found: str) -> Piece:
    return Piece(found, COLOURS[found.islower()], FORMS[found.upper()])


def _pieces(s: Record, cell: int) -> tuple[Piece, ...]:
    found = letter(s, cell)
    return () if found == "." else (_piece(found),)


def _notes(s: Record) -> list[str]:
    """Who waits in the Stockades and in the Forest, a Queen under attack, the quiet moves."""
    notes = []
    if s.turn == CHANCE:
        notes.append("North's Stockade: four Swordsmen, to be posted on ranks 5 and 6.")
    if s.posted == 0:
        notes.append(
            "South's Stockade: two Knights (watch) and two Lancers (guard), for b1 and g1."
        )
    else:
        who = ("Lancers", "Knights")[s.posted - 1]
        notes.append(f"South posted its {who} ({POSTED[s.posted]}).")
    notes.append(
        "The TigerLancer has been called." if s.lancer else "The TigerLancer waits in the Forest."
    )
    if R.are_knights_limited():
        notes.append(f"Knights that wait in the Forest: {_knights_waiting(s)} of {R.KNIGHTS}.")
    if s.checked:
        notes.append(f"{NAMES[s.next]}'s Queen is attacked.")
    notes += quiet_notes(s.quiet)
    return notes
