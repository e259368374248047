"""Shogi's moves and positions as text: USI's moves, SFEN's fields; why a move is not legal."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from parlour.errors import BadPosition
from parlour.games.shogi.attacks import promotable
from parlour.games.shogi.board import (
    BIT,
    BLACK,
    DEAD,
    INDEX,
    KING,
    NAMES,
    PAWN,
    PROMOTED,
    SQUARES,
    WHITE,
    count_in_hand,
    files_of,
    holds,
    kind_of,
    man_of,
    reach,
    seat_of,
    some_held,
)
from parlour.games.shogi.code import PROMOTES, WIN, dropped, origin_of, target_of
from parlour.games.shogi.picture import KINDS as KIND_NAMES
from parlour.games.shogi.picture import LETTERS, SIDES, basic, hand_cell, scene, tall
from parlour.kernel.fields import expect, one_of, whole
from parlour.kernel.layout import OVER, Record
from parlour.kernel.moves import Given, Move, Refusal, Step, cell_steps, refuse, word, word_move
from parlour.kernel.protocol import R
from parlour.table.outcome import Outcome, winner_takes_all

__all__ = ["scene"]

TURNS = "bw"
VIEWS = {"tall": tall}  # other ways to look at the board, by name
IN_HAND = "RBGSNLP"  # in the order of SFEN
A_SET = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}
ROWS = [[9 * file + rank for file in range(8, -1, -1)] for rank in range(9)]  # as SFEN lists them
DECLARATION = "win"

GRAMMAR = "a move is written 7g7f, with promotion 8h2b+, a drop P*5e"

_MOVE = re.compile(r"(?:([1-9][a-i])|([PLNSGBR])\*)([1-9][a-i])(\+?)")
_BOARD_PART = re.compile(r"\+?[PLNSBRplnsbr]|[GKgk1-9]")
_HAND_PART = re.compile(r"([0-9]*)([RBGSNLPrbgsnlp])")
MOST_IN_HAND = 18


def letter(man: int) -> str:
    """A man as SFEN writes it: ``P``, ``+r``."""
    text = LETTERS[basic(man)]
    text = text.lower() if seat_of(man) == WHITE else text
    return f"+{text}" if kind_of(man) > KING else text


# -- moves -----------------------------------------------------------------------------------------


TEXT_OF_CODE = True


def move_text(s: Record, m: int) -> str:
    """``7g7f``, ``8h2b+``, ``P*5e``, ``win``."""
    if m == WIN:
        return DECLARATION
    to = NAMES[target_of(m)]
    if dropped(m):
        return f"{LETTERS[dropped(m)]}*{to}"
    return f"{NAMES[origin_of(m)]}{to}{'+' if m & PROMOTES else ''}"


def move(s: Record, m: int) -> Move:
    """A man in hand is a cell beside the board; whether a man that may promote does is the last word."""
    text = move_text(s, m)
    if m == WIN:
        return word_move(text, "Declare the game won by points")
    to = NAMES[target_of(m)]
    if dropped(m):
        return Move(text, cell_steps(hand_cell(s.next, dropped(m)), to), placed=(to,))
    captures = (to,) if s.board[target_of(m)] else ()
    path = (NAMES[origin_of(m)], to)
    return Move(text, cell_steps(*path) + _choice(s, m), captures, (path,))


def _choice(s: Record, m: int) -> tuple[Step, ...]:
    """The word that says whether the man promotes, where it need not."""
    origin = origin_of(m)
    if not may_promote(s, origin, target_of(m)) or is_dead(s.board[origin], target_of(m)):
        return ()
    return (word("+", "Promote") if m & PROMOTES else word("=", "Do not promote", 1),)


def may_promote(s: Record, origin: int, to: int) -> bool:
    """Whether the man on a square may promote by going to another one."""
    return bool(promotable(s, origin, BIT[to, 0], BIT[to, 1]) != (0, 0))


def is_dead(man: int, square: int) -> bool:
    """Whether a man on a square could never move again."""
    return holds(DEAD[man, 0], DEAD[man, 1], square)


# -- refusals --------------------------------------------------------------------------------------


REFUSALS = {
    "no-rule": "this game is played without the 27-point rule",
    "no-declaration": "to declare, the king is in the other camp and not in check, with ten other men of his "
    "there, and these and the hand count {points} points",
    "not-in-hand": "{side} has no {man} in hand",
    "their-hand": "that man is in {other}'s hand",
    "undroppable": "no {man} can be dropped now",
    "filled": "{to} is occupied: men are dropped on empty squares",
    "in-hand": "a man on the board does not go back to a hand",
    "two-pawns": "there is a pawn of {side} on file {file} already",
    "stays": "the king would stay in check",
    "pawn-mate": "the drop of a pawn may not checkmate",
    "empty": "{cell} is empty",
    "not-yours": "the man on {cell} is {other}'s",
    "stuck": "the {man} on {cell} has no legal move",
    "unreachable": "the {man} on {cell} does not reach {to}",
    "occupied": "{to} has a man of {side}'s own",
    "no-promotion": "the man on {cell} cannot promote there",
    "dead": "a {man} on {to} could never move again{instead}",
    "in-check": "the king would be in check",
}


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """A man, on the board or in hand, that cannot be moved, or a square to which it does not go."""
    if given[-1][0] == "word":
        return None
    name, *others = (text for kind, text in given if kind == "cell")
    if others and others[0] not in INDEX:
        return refuse(REFUSALS, "in-hand")
    if name not in INDEX:
        return _no_hand(s, name, others)
    if others:
        return _no_move(s, INDEX[name], INDEX[others[0]], promotes=False)
    wrong = _no_man(s, INDEX[name])
    man = KIND_NAMES[basic(s.board[INDEX[name]])] if wrong is None else ""
    return wrong or refuse(REFUSALS, "stuck", cell=name, man=man)


def _no_hand(s: Record, name: str, others: Sequence[str]) -> Refusal | None:
    """Why a man in hand is not dropped, or not on a square."""
    if name not in [hand_cell(s.next, kind) for kind in range(len(LETTERS))]:
        return refuse(REFUSALS, "their-hand", other=SIDES[1 - s.next])
    kind = LETTERS.index(name[0].upper())
    if others:
        return _no_drop(s, kind, INDEX[others[0]])
    reason = "undroppable" if count_in_hand(s, s.next, kind) else "not-in-hand"
    return refuse(REFUSALS, reason, side=SIDES[s.next], man=KIND_NAMES[kind])


def refusal(s: Record, text: str) -> Refusal | None:
    if text == DECLARATION:
        return _no_declaration(s)
    match = _MOVE.fullmatch(text)
    if match is None or (match[2] and match[4]):
        return Refusal("grammar", GRAMMAR)
    to = INDEX[match[3]]
    if match[2]:
        return _no_drop(s, LETTERS.index(match[2]), to)
    return _no_move(s, INDEX[match[1]], to, promotes=bool(match[4]))


def _no_declaration(s: Record) -> Refusal:
    if not R.POINTS_27:
        return refuse(REFUSALS, "no-rule")
    return refuse(REFUSALS, "no-declaration", points=R.NEEDED[s.next])


def _no_drop(s: Record, kind: int, to: int) -> Refusal | None:
    """Why a man in hand cannot be dropped."""
    low, high = files_of(s.pawns[2 * s.next], s.pawns[2 * s.next + 1])
    if not count_in_hand(s, s.next, kind):
        reason = "not-in-hand"
    elif s.board[to]:
        reason = "filled"
    elif is_dead(man_of(kind, s.next), to):
        reason = "dead"
    elif kind == PAWN and holds(low, high, to):
        reason = "two-pawns"
    elif not holds(s.target[0], s.target[1], to) or s.checkers > 1:
        reason = "stays"
    elif kind == PAWN:
        reason = "pawn-mate"
    else:
        return None
    names = {"man": KIND_NAMES[kind], "to": NAMES[to], "file": NAMES[to][0], "instead": ""}
    return refuse(REFUSALS, reason, side=SIDES[s.next], **names)


def _no_man(s: Record, origin: int) -> Refusal | None:
    """Why there is no man on a square to be moved."""
    man, here = s.board[origin], NAMES[origin]
    if man and seat_of(man) == s.next:
        return None
    return refuse(REFUSALS, "not-yours" if man else "empty", cell=here, other=SIDES[1 - s.next])


def _no_move(s: Record, origin: int, to: int, *, promotes: bool) -> Refusal | None:
    """Why a man on the board cannot make a move."""
    if wrong := _no_man(s, origin):
        return wrong
    man = s.board[origin]
    name = KIND_NAMES[basic(man)]
    reached = reach(man, origin, s.men[0] | s.men[2], s.men[1] | s.men[3])
    names = {"cell": NAMES[origin], "to": NAMES[to], "side": SIDES[s.next], "man": name}
    names["instead"] = ": it must promote"
    if not holds(*reached, to):
        names["man"] = f"promoted {name}" if kind_of(man) > KING else name
        reason = "unreachable"
    elif s.board[to] and seat_of(s.board[to]) == s.next:
        reason = "occupied"
    elif promotes and not may_promote(s, origin, to):
        reason = "no-promotion"
    elif not promotes and is_dead(man, to):
        reason = "dead"
    else:
        reason = "in-check"
    return refuse(REFUSALS, reason, **names)


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields BOARD TURN HANDS NUMBER, as SFEN."""
    return [*repeated(s), str(s.number)]


def repeated(s: Record) -> list[str]:
    """What repetition compares: all but NUMBER."""
    hands = "".join(
        f"{count if count > 1 else ''}{text.lower() if seat == WHITE else text}"
        for seat in (BLACK, WHITE)
        for text in IN_HAND
        if (count := count_in_hand(s, seat, LETTERS.index(text)))
    )
    return ["/".join(_row_text(s, row) for row in ROWS), TURNS[s.next], hands or "-"]


def _row_text(s: Record, row: list[int]) -> str:
    text = ""
    for occupied, squares in groupby(row, lambda square: s.board[square] != 0):
        run = list(squares)
        text += "".join(letter(s.board[square]) for square in run) if occupied else str(len(run))
    return text


def codes_on(states: Any) -> Any:
    """The men on the squares in many states, as SFEN lists them."""
    return states["board"][:, [square for row in ROWS for square in row]]


def moves_made(s: Record) -> tuple[int, ...]:
    """The moves of each seat so far, by NUMBER: the seat to move has made no more than the other."""
    moves = [s.number // 2, s.number // 2]
    moves[s.next] = (s.number - 1) // 2
    return tuple(moves)


ENDED = {
    "checkmate": "checkmate, {losers} King could not escape",
    "perpetual-check": "{loser} gave check for ever",
    "impasse": "by declaring an impasse with the points for it",
}


def decisive(s: Record) -> list[str]:
    """The king that is mated."""
    mated = s.turn == OVER and s.reason == R.CHECKMATE
    return [NAMES[s.kings[1 - s.winner]]] if mated else []


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    known = ("checkmate", "perpetual-check", *(("impasse",) if R.POINTS_27 else ()))
    return dict.fromkeys(known, winner_takes_all(2))


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(fields, "BOARD", "TURN", "HANDS", "NUMBER")
    R.clear(s)
    _read_board(s, fields[0])
    s.next = s.turn = TURNS.index(one_of(fields[1], TURNS, "TURN"))
    _read_hands(s, fields[2])
    _check_set(s)
    s.number = whole(fields[3], "NUMBER")
    if s.number == 0:
        raise BadPosition("NUMBER is 0; expected the number of the move to come, from 1")
    R.survey(s)
    _judge(s, end)


def _read_board(s: Record, text: str) -> None:
    rows = text.split("/")
    if len(rows) != len(ROWS):
        raise BadPosition(f"BOARD has {len(rows)} rows; expected {len(ROWS)}")
    for number, (row, squares) in enumerate(zip(rows, ROWS, strict=True), 1):
        at = 0
        parts = _BOARD_PART.findall(row)
        if "".join(parts) != row:
            raise BadPosition(f"row {number} of BOARD is {row!s:.40}; expected men and numbers")
        for part in parts:
            if at < 9 and not part.isdigit():
                R.place(s, squares[at], _man(part))
            at += int(part) if part.isdigit() else 1
        if at != 9:
            raise BadPosition(f"row {number} of BOARD has {at} squares; expected 9")


def _man(text: str) -> int:
    """The man that SFEN writes so."""
    kind = LETTERS.index(text[-1].upper())
    side = WHITE if text[-1].islower() else BLACK
    return man_of(kind, side) | (PROMOTED if text[0] == "+" else 0)


def _read_hands(s: Record, text: str) -> None:
    if text == "-":
        return
    parts = _HAND_PART.findall(text)
    if not parts or "".join(count + man for count, man in parts) != text:
        raise BadPosition(f"HANDS is {text!s:.60}; expected men with their numbers, as 2Pb, or -")
    seen: set[str] = set()
    for count, man in parts:
        number = whole(count, f"the number of {man} in HANDS") if count else 1
        if man in seen or number < 1 or number > MOST_IN_HAND or count == "1":
            raise BadPosition(f"HANDS is {text!s:.60}; expected each kind once, as P or as 2P")
        seen.add(man)
        s.hands[man.islower()] += some_held(LETTERS.index(man.upper()), number)


def _check_set(s: Record) -> None:
    """Check that no more men of a kind stand than a set has, and none where the rules forbid it."""
    for kind, name in enumerate(KIND_NAMES[:KING]):
        found = sum(basic(s.board[i]) == kind for i in range(SQUARES))
        found += count_in_hand(s, BLACK, kind) + count_in_hand(s, WHITE, kind)
        if kind and found > A_SET[LETTERS[kind]]:
            raise BadPosition(f"there are {found} {name}s; a set has {A_SET[LETTERS[kind]]}")
    kings = 0
    for seat, side in enumerate(SIDES):
        found = sum(s.board[i] == man_of(KING, seat) for i in range(SQUARES))
        if found > 1:
            raise BadPosition(f"{side} has {found} kings; expected one")
        kings += found
    if not kings:
        raise BadPosition("there is no king; expected one, or one for each side")
    for square in range(SQUARES):
        man = s.board[square]
        if man and is_dead(man, square):
            side = SIDES[seat_of(man)]
            raise BadPosition(
                f"{side} has a {KIND_NAMES[basic(man)]} on {NAMES[square]}, where it can never move again"
            )
    for seat, side in enumerate(SIDES):
        files = [NAMES[i][0] for i in range(SQUARES) if s.board[i] == man_of(PAWN, seat)]
        if double := [file for file in files if files.count(file) > 1]:
            raise BadPosition(f"{side} has two unpromoted pawns on file {double[0]}; expected one")


def _judge(s: Record, end: Outcome | None) -> None:
    """Set the end that is shown or claimed; raises BadPosition for a claim that the position belies."""
    reason = "" if end is None else end.reason
    last = 1 - s.next  # the seat that has just moved
    if reason == "impasse" and R.POINTS_27:
        if not R.declares(s, last):
            raise BadPosition(f"#impasse: {SIDES[last]} has not what the 27-point rule asks for")
        R.end(s, R.IMPASSE, last)
    elif not R.has_move(s):
        R.end(s, R.CHECKMATE, last)
    elif end is not None and reason == "checkmate":
        if end.scores[s.next :][:1] == (Fraction(1),):
            raise BadPosition(
                f"{end.text}: {SIDES[s.next]} is to move, the seat that would be mated"
            )
    elif end is not None and reason == "perpetual-check" and end.scores in winner_takes_all(2):
        loser = end.scores.index(Fraction(0))
        if loser == last and not s.checkers:
            raise BadPosition(f"{end.text}: {SIDES[last]} has just moved and gives no check")
        R.end(s, R.PERPETUAL_CHECK, 1 - loser)
