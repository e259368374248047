"""Unlur in text and picture: cells and pass, position texts, a scene."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from parlour.errors import BadPosition
from parlour.games.hexagonal import join_rows, labels, row_lengths
from parlour.games.unlur import SEATS
from parlour.kernel.fields import expect, one_of, split_rows
from parlour.kernel.layout import Record
from parlour.kernel.moves import Given, Move, Refusal, placement, refuse, word_move
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Piece, Scene
from parlour.table.outcome import Outcome, even_shares, winner_takes_all

LETTERS = "xo"  # of Black and White in position texts
STONES = (Piece("●", "black"), Piece("○", "white"))
REFUSALS = {
    "settled": "the contract phase is over: who plays Black is settled",
    "no-cell": "there is no such cell",
    "stone": "there is a stone already",
    "side": "cells on a side stay empty until a player passes",
}
CONTRACT = "contract"


TEXT_OF_CODE = True


def move_text(s: Record, m: int) -> str:
    """A cell's name, or ``pass``."""
    return "pass" if m == R.PASS else str(R.BOARD.names[m])


def move(s: Record, m: int) -> Move:
    """A stone on a cell, or the pass by which a seat becomes Black."""
    text = move_text(s, m)
    return word_move(text, "pass and play Black") if m == R.PASS else placement(text)


def prompt(s: Record, given: tuple[Given, ...]) -> str:
    """What the player to move does; who plays which colour is settled by the first pass."""
    if s.black < 0:
        return "Place a black stone inside, or pass and play Black."
    return "You are Black: make a Y." if s.black == s.next else "You are White: make a line."


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    kind, text = given[-1]
    return refusal(s, text) if kind == "cell" else None


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played."""
    if text == "pass":
        return refuse(REFUSALS, "settled")
    if text not in R.BOARD.index:
        return refuse(REFUSALS, "no-cell")
    if not R.is_empty(s, R.BOARD.index[text]):
        return refuse(REFUSALS, "stone")
    return refuse(REFUSALS, "side") if s.black < 0 else None


ENDED = {
    "line": "with a line that joins two opposite sides",
    "y": "with a Y that joins three sides",
    "made-line": "{loser} made a line, which was not the way to win",
    "made-y": "{loser} made a Y, which was not the way to win",
    "full-board": "the board is full",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """Every reason with its scores; a full board with neither goal is the page's, but cannot be."""
    wins = winner_takes_all(2)
    return {**dict.fromkeys(R.REASONS, wins), "full-board": even_shares(2)}


def write(s: Record) -> list[str]:
    """ROWS, TURN and EXTRA."""
    letters = ("." if colour is None else LETTERS[colour] for colour in _colours(s))
    extra = CONTRACT if s.black < 0 else str(s.black)
    return [join_rows(letters, R.SIZE), str(s.next), extra]


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from ROWS, TURN and EXTRA; raises BadPosition. The numbers of stones are not checked."""
    expect(fields, "ROWS", "TURN", "EXTRA")
    cells = "".join(split_rows(fields[0], row_lengths(R.SIZE), "." + LETTERS))
    R.start(s)
    s.turn = s.next = int(one_of(fields[1], ("0", "1"), "TURN"))
    extra = one_of(fields[2], ("0", "1", CONTRACT), "EXTRA")
    s.black = R.NOBODY if extra == CONTRACT else int(extra)
    for cell, letter in enumerate(cells):
        if letter != ".":
            R.place(s, LETTERS.index(letter), cell)
    if s.black < 0:
        _check_contract(s, end)
    else:
        _find_end(s, end)


def _check_contract(s: Record, end: Outcome | None) -> None:
    """Check that the stones and the end are such as the contract phase has."""
    for cell, colour in enumerate(_colours(s)):
        if colour == R.WHITE:
            raise BadPosition("there are no white stones in the contract phase")
        if colour is not None and R.SIDES[cell]:
            raise BadPosition(f"{R.BOARD.names[cell]} lies on a side: empty in the contract phase")
    if end is not None and end.reason in endings():
        raise BadPosition(f"{end.text}: by EXTRA the contract phase is still on")


def _find_end(s: Record, end: Outcome | None) -> None:
    """End the game if the board shows how it has ended; where it shows two ways, `end` may tell."""
    shown = _ends_shown(s)
    if len(shown) > 1:
        shown = [reason for reason in shown if end is not None and end.reason == R.REASONS[reason]]
        if not shown:
            raise BadPosition("the board shows two ends: the end of this game is ambiguous")
    if shown:
        R.end(s, shown[0])
    elif end is not None and end.reason in R.REASONS:
        _check_winner(s, end)


def _ends_shown(s: Record) -> list[int]:
    """The ends that the board shows; a colour's own goal goes before the other's."""
    shown = []
    for colour in (R.BLACK, R.WHITE):
        cells = (cell for cell, here in enumerate(_colours(s)) if here == colour)
        found = {R.verdict(colour, R.chain_sides(s, cell)) for cell in cells} - {R.RUNNING}
        if found:
            shown.append(min(found))
    return shown


def _check_winner(s: Record, end: Outcome) -> None:
    """Check that an end which the board does not show is won by the seat that plays its colour."""
    winner = s.black if end.reason in ("y", "made-y") else 1 - s.black
    if end.scores[winner:][:1] != (Fraction(1),):
        raise BadPosition(f"{end.text}: by EXTRA seat {s.black} plays Black")


def _colours(s: Record) -> list[int | None]:
    """The colour of the stone on each cell, None where there is none."""
    stones = (R.stone(s, cell) for cell in range(R.CELLS))
    return [stone - 1 if stone else None for stone in stones]


def decisive(s: Record) -> list[str]:
    """The cells of the chains that end the game."""
    if s.black < 0:
        return []
    return [
        R.BOARD.names[cell]
        for cell, colour in enumerate(_colours(s))
        if colour is not None and R.verdict(colour, R.chain_sides(s, cell)) != R.RUNNING
    ]


def scene(s: Record) -> Scene:
    """The board with the stones of both colours; rows' letters at the left, numbers below and right."""
    cells = tuple(
        Cell(
            name,
            x,
            y,
            pieces=() if colour is None else (STONES[colour],),
            tone="side" if side else "",
        )
        for name, (x, y), colour, side in zip(
            R.BOARD.names, R.BOARD.points, _colours(s), R.SIDES, strict=True
        )
    )
    colours = tuple("white" if s.black == 1 - seat else "black" for seat in range(2))
    return Scene("hexagon", cells, labels(R.BOARD, R.SIZE), colours, _notes(s))


def _notes(s: Record) -> tuple[str, ...]:
    if s.black < 0:
        return ("Contract: who passes plays Black from then on, the other plays White.",)
    return (
        f"White ○ ({SEATS[1 - s.black]}): join two opposite sides; no Y",
        f"Black ● ({SEATS[s.black]}): join three sides that do not adjoin; no line",
    )
