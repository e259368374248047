"""Chainn's moves and positions as text, reasons for refusals, and the picture of the layout."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from parlour.errors import BadPosition
from parlour.games.chainn.code import is_start, origin_of, target_of
from parlour.games.chainn.deals import CARDS, deal_number, deal_text, layout_text
from parlour.kernel.fields import expect, whole
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.moves import (
    Given,
    Move,
    Refusal,
    cell_steps,
    move_sentence,
    path_move,
    refuse,
    word_move,
)
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.table.outcome import Outcome
from parlour.table.set_up import SetUp, Tokens

if TYPE_CHECKING:
    from parlour.table.game import State

BOARD = R.BOARD
READING = [R.READING[k] for k in range(16)]
SUITS = ("clubs", "diamonds", "hearts", "spades")
COLOURS = ("green", "blue", "red", "black")
SUIT_FORMS = ("card clubs", "card diamonds", "card hearts", "card spades")
SPACE = "--"

GRAMMAR = "a sequence begins FROM-TO, as b2-c3, and goes on -TO, as -c4"
REFUSALS = {
    "no-hand": "no card is in hand: a sequence begins FROM-TO",
    "king": "a king ({card}) never goes under a card",
    "itself": "a card goes under another one",
    "in-hand": "the card in hand, {card}, moves on from {place}: say only where to, as -{cell}",
    "distance": "{card} must move exactly {places} in a straight line from {place}",
    "king-down": "a king may only come down on the empty space, {empty}",
}

_MOVE = re.compile(r"([a-d][1-4])?-([a-d][1-4])")


def card_name(card: int) -> str:
    """The name of a card, or of the empty space."""
    return SPACE if card == R.NONE else CARDS[card]


def move_text(s: Record, m: int) -> str:
    """``FROM-TO``, ``-TO``, or ``deal:`` and the layout."""
    if s.turn == CHANCE:
        return deal_text(m)
    if not is_start(m):
        return f"-{BOARD.names[target_of(m)]}"
    return f"{BOARD.names[origin_of(m)]}-{BOARD.names[target_of(m)]}"


def move(s: Record, m: int) -> Move:
    """A card put under another, or the card in hand moved on."""
    text = move_text(s, m)
    if s.turn == CHANCE:
        return word_move(text)
    if not is_start(m):
        to = BOARD.names[target_of(m)]
        return Move(text, cell_steps(to), moved=((BOARD.names[s.place], to),))
    return path_move(text, (BOARD.names[origin_of(m)], BOARD.names[target_of(m)]))


def move_in_words(s: Record, m: int) -> str:
    """ "deals the cards", or the path of a card."""
    return "the cards are dealt" if s.turn == CHANCE else move_sentence(move(s, m))


def read_draw(s: Record, text: str) -> int:
    """The number of the deal with this text; raises IllegalMove."""
    return deal_number(text)


def listed_move(text: str) -> str:
    """A move in lists: the deal without its cards."""
    return "deal" if text.startswith("deal:") else text


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """Why a card cannot move first, or where the card in hand cannot move."""
    names = [text for _, text in given]
    if s.hand != R.NONE:
        return _no_step(s, names[0])
    return _no_start(s, names[0], names[-1]) if len(names) > 1 else _no_start(s, names[0], "")


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played."""
    match = _MOVE.fullmatch(text)
    if match is None:
        return Refusal("grammar", GRAMMAR)
    origin, to = match.groups()
    if s.hand == R.NONE:
        return _no_start(s, origin, to)
    if origin is None:
        return _no_step(s, to)
    card, place = card_name(s.hand), BOARD.names[s.place]
    return refuse(REFUSALS, "in-hand", card=card, place=place, cell=to)


def _no_start(s: Record, origin: str | None, to: str) -> Refusal | None:
    if origin is None:
        return refuse(REFUSALS, "no-hand")
    card = s.cells[BOARD.index[origin]]
    if card >= R.KINGS:
        return refuse(REFUSALS, "king", card=card_name(card))
    return refuse(REFUSALS, "itself") if origin == to else None


def _no_step(s: Record, to: str) -> Refusal:
    """Why the card in hand cannot come down on a cell."""
    value = R.value(s)
    places = "1 place" if value == 1 else f"{value} places"
    reason = "king-down" if R.REACH[value, s.place] >> BOARD.index[to] & 1 else "distance"
    card, place, empty = card_name(s.hand), BOARD.names[s.place], BOARD.names[s.empty]
    return refuse(REFUSALS, reason, card=card, places=places, place=place, empty=empty)


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields LAYOUT HAND EMPTY UNDER COUNTS."""
    return [*_standing(s), f"{s.sequences}/{s.moves}"]


def _standing(s: Record) -> list[str]:
    if not is_dealt(s):
        return ["-", "-", "-", "-"]
    layout = layout_text([card_name(s.cells[cell]) for cell in READING])
    if s.hand == R.NONE:
        return [layout, "-", "-", "-"]
    hand = f"{card_name(s.hand)}@{BOARD.names[s.place]}"
    return [layout, hand, BOARD.names[s.empty], str(R.value(s))]


def is_dealt(s: Record) -> bool:
    """Whether the cards are dealt."""
    return bool(s.turn != CHANCE)


def repeated(s: Record) -> list[str]:
    """The fields whose third repetition makes a sequence endless.

    Positions between sequences never repeat.
    """
    return [*_standing(s), str(s.sequences), "" if s.hand != R.NONE else str(s.moves)]


def moves_made(s: Record) -> tuple[int]:
    """The moves so far that count towards the limit."""
    return (s.moves,)


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(fields, "LAYOUT", "HAND", "EMPTY", "UNDER", "COUNTS")
    layout, hand, empty, under, counts = fields
    R.start(s)
    _read_counts(s, counts)
    if layout == "-":
        _check_undealt(s, [hand, empty, under], end)
        return
    s.turn = 0
    _read_layout(s, layout)
    if hand == "-":
        _check_between(s, [empty, under])
    else:
        _read_hand(s, hand, empty, under)
    R.judge(s)
    _check_end(s, end)


def _read_counts(s: Record, text: str) -> None:
    sequences, slash, moves = text.partition("/")
    if not slash:
        raise BadPosition(f"COUNTS is {text!s:.40}; expected sequences/moves, as 2/7")
    s.sequences = whole(sequences, "the number of sequences in COUNTS")
    s.moves = whole(moves, "the number of moves in COUNTS")


def _check_undealt(s: Record, others: Sequence[str], end: Outcome | None) -> None:
    if [*others, s.sequences, s.moves] != ["-", "-", "-", 0, 0]:
        raise BadPosition("before the deal HAND, EMPTY and UNDER are -, and COUNTS is 0/0")
    if end is not None:
        raise BadPosition(f"{end.text}: the cards are still to be dealt")


def _read_layout(s: Record, text: str) -> None:
    rows = [row.split(",") for row in text.split("/")]
    if [len(row) for row in rows] != [4, 4, 4, 4]:
        raise BadPosition("LAYOUT is not four rows, joined by /, of four cards, joined by commas")
    for cell, name in zip(READING, [name for row in rows for name in row], strict=True):
        where = f"on {BOARD.names[cell]} of LAYOUT"
        if name == SPACE:
            if s.empty != R.NONE:
                raise BadPosition(f"a second empty space {where}")
            s.empty = cell
        elif name not in CARDS:
            raise BadPosition(
                f"{name!s:.20} {where}; expected A, 2, 3 or K and C, D, H or S, or -- once"
            )
        elif CARDS.index(name) in s.cells:
            raise BadPosition(f"{name} {where} for the second time")
        else:
            s.cells[cell] = CARDS.index(name)


def _check_between(s: Record, others: Sequence[str]) -> None:
    if others != ["-", "-"]:
        raise BadPosition("with no card in HAND, EMPTY and UNDER are -")
    if s.empty != R.NONE:
        raise BadPosition("LAYOUT has an empty space; then a card is in HAND, as 3H@c3")
    if s.moves < 2 * s.sequences or (s.sequences == 0 and s.moves > 0):
        raise BadPosition(
            f"COUNTS is {s.sequences}/{s.moves}; between sequences each has had two moves or more"
        )


def _read_hand(s: Record, hand: str, empty: str, under: str) -> None:
    name, at, place = hand.partition("@")
    if not at or name not in CARDS:
        raise BadPosition(f"HAND is {hand!s:.20}; expected - or a card and its place, as 3H@c3")
    if s.empty == R.NONE:
        raise BadPosition("a card is in HAND; then LAYOUT has an empty space, --")
    if CARDS.index(name) in s.cells:
        raise BadPosition(f"{name} is in HAND and in LAYOUT")
    if empty != BOARD.names[s.empty]:
        raise BadPosition(f"EMPTY is {empty!s:.20}; LAYOUT has {BOARD.names[s.empty]}")
    s.hand, s.place = CARDS.index(name), BOARD.cell(place)
    laid = s.cells[s.place]
    if not 0 <= laid < R.KINGS:
        raise BadPosition(
            f"HAND is {hand}, and {card_name(laid)} lies on {place}; expected the ace, two or three "
            "that was just put under it"
        )
    if under != str(R.value(s)):
        raise BadPosition(f"UNDER is {under!s:.20}; on {place} lies {card_name(laid)}")
    if s.moves <= 2 * s.sequences:
        raise BadPosition(
            f"COUNTS is {s.sequences}/{s.moves}; within a sequence it has had a move, and each one "
            "before it two or more"
        )
    if R.PAR_LIMIT and s.sequences >= R.PAR_LIMIT:
        raise BadPosition(
            f"COUNTS is {s.sequences}/{s.moves} and a card is in HAND; "
            f"the game ends after {R.PAR_LIMIT} sequences"
        )


def _check_end(s: Record, end: Outcome | None) -> None:
    """Check that HAND and COUNTS allow the stated end."""
    if end is None or s.turn == OVER:
        return
    if end.reason == "limit":
        raise BadPosition(f"{end.text}: by COUNTS the game is still running")
    if end.reason in ("stuck", "endless") and s.hand == R.NONE:
        raise BadPosition(f"{end.text}: no sequence is under way, HAND is -")
    if end.reason == "contiguous" and s.hand != R.NONE:
        raise BadPosition(f"{end.text}: a sequence is under way, HAND is not -")


ENDED = {
    "contiguous": "all cards lie in one chain",
    "stuck": "no sequence can be begun any more",
    "limit": "the sequences that were allowed are used up",
    "endless": "the sequence would never have ended",
    "move-limit": "the limit of moves was reached",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores."""
    lost = [(Fraction(0),)]
    reasons: dict[str, Collection[tuple[Fraction, ...]]] = {
        "contiguous": [(Fraction(1),)],
        "stuck": lost,
        "endless": lost,
    }
    if R.PAR_LIMIT:
        reasons["limit"] = lost
    return reasons | {"move-limit": lost}


def details(s: Record) -> dict[str, str]:
    """The number of sequences and moves used."""
    return {"sequences": str(s.sequences), "moves": str(s.moves)}


def merit(state: State) -> int:
    """Fewer sequences or moves, depending on the option `count`, are better."""
    record = state.record
    return -int(record.moves if state.game.chosen["count"] == "moves" else record.sequences)


# -- the picture -----------------------------------------------------------------------------------


def _set_cards(fields: Sequence[str]) -> Tokens:
    """The cards of LAYOUT by cell; none before the deal."""
    expect(fields, "LAYOUT", "HAND", "EMPTY", "UNDER", "COUNTS")
    if fields[0] == "-":
        return {}
    cards = fields[0].replace("/", ",").split(",")
    if len(cards) != len(READING):
        raise BadPosition(f"the layout has {len(cards)} places; expected {len(READING)}")
    placed = zip(READING, cards, strict=True)
    return {BOARD.names[cell]: [card] for cell, card in placed if card != SPACE}


def _with_cards(fields: Sequence[str], board: Tokens) -> list[str]:
    """The fields with other cards, between sequences."""
    cards = [board.get(BOARD.names[cell], [SPACE])[0] for cell in READING]
    rows = [",".join(cards[i : i + 4]) for i in range(0, 16, 4)]
    return ["/".join(rows) if board else "-", "-", "-", "-", fields[4]]


def _draw_card(card: int) -> Piece:
    return Piece(CARDS[card], COLOURS[card % 4], SUIT_FORMS[card % 4])


SETUP = SetUp(
    BOARD.names,
    CARDS,
    lambda card, cell: _draw_card(CARDS.index(card)),
    _set_cards,
    _with_cards,
    unique=CARDS,
)


def scene(s: Record) -> Scene:
    """The layout in four colours; the card in hand is drawn on top of the card put under it."""
    cells = tuple(
        Cell(name, x, y, pieces=_pieces(s, i))
        for i, (name, (x, y)) in enumerate(zip(BOARD.names, BOARD.points, strict=True))
    )
    files = tuple(Label("abcd"[i], i, -1) for i in range(4))
    ranks = tuple(Label("1234"[i], -1, i) for i in range(4))
    return Scene("card", cells, files + ranks, notes=tuple(_notes(s)))


def _pieces(s: Record, cell: int) -> tuple[Piece, ...]:
    cards = [s.cells[cell]] + ([s.hand] if cell == s.place else [])
    return tuple(_draw_card(c) for c in cards if c != R.NONE)


def _notes(s: Record) -> list[str]:
    if not is_dealt(s):
        return ["The cards are to be dealt."]
    notes = [f"Sequences {s.sequences}, moves {s.moves}."]
    if s.hand != R.NONE:
        notes.append(
            f"In hand: {card_name(s.hand)} from {BOARD.names[s.place]}, to move {R.value(s)}; "
            f"{BOARD.names[s.empty]} is empty."
        )
    together = [suit for i, suit in enumerate(SUITS) if R.is_connected(R.suit_cells(s, i))]
    notes.append(f"Together: {', '.join(together) or 'no suit yet'}.")
    return notes
