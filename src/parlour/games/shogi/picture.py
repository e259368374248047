"""The picture of a shogi position: the board, its men, and the hands beside it."""

from __future__ import annotations

from dataclasses import replace

from parlour.games.shogi.board import (
    KING,
    NAMES,
    SQUARES,
    WHITE,
    basic_of,
    count_in_hand,
    kind_of,
    man_of,
    seat_of,
)
from parlour.kernel.layout import Record
from parlour.kernel.scene import Cell, Label, Piece, Place, Scene, rectangle

SIDES = ("Black", "White")
COLOURS = ("black", "white")
LETTERS = " PLNSBRGK"  # by kind
KINDS = ("", "pawn", "lance", "knight", "silver", "bishop", "rook", "gold", "king")
HAND = (6, 5, 7, 4, 3, 2, 1)  # the kinds in the order in which hands are told
RANKS = "abcdefghi"
HAND_X = (
    9.9,
    -1.7,
)  # where the hands lie, by seat; Black's from the bottom up, White's from the top down
STEP = 1.25  # from one kind in a hand to the next, above and below the board
TALL_HANDS = (rectangle(-0.5, -2.0, 8.5, -1.0, "panel"), rectangle(-0.5, 9.4, 8.5, 10.4, "panel"))
HANDS = (rectangle(9.4, -0.5, 10.9, 6.5, "panel"), rectangle(-2.7, 1.5, -1.2, 8.5, "panel"))


def scene(s: Record) -> Scene:
    """White's men point down the board, and are in lower case in a terminal."""
    cells = tuple(_cell(s, square) for square in range(SQUARES))
    files = [Label(str(file + 1), 8.0 - file, 9.0) for file in range(9)]
    ranks = [Label(RANKS[rank], 9.0, 8.0 - rank) for rank in range(9)]
    notes = tuple(_note(s, seat) for seat in range(2))
    hands, numbers = _hands(s)
    return Scene(
        "square",
        cells,
        (*files, *ranks),
        COLOURS,
        notes,
        areas=HANDS,
        captions=tuple(numbers),
        aside=tuple(hands),
    )


def tall(view: Scene, seat: int) -> Scene:
    """The hands above and below the board, for a phone held upright."""
    return replace(
        view,
        areas=TALL_HANDS,
        aside=tuple(cell._replace(x=_turn(cell)[0], y=_turn(cell)[1]) for cell in view.aside),
        captions=tuple(_turn_number(number) for number in view.captions),
    )


def _turn(at: Cell | Label) -> Place:
    """Where a man in hand lies above or below the board, by its place beside it."""
    if at.x < 4.0:
        return 0.2 + STEP * (8.0 - at.y), 9.9
    return 7.8 - STEP * at.y, -1.5


def _turn_number(number: Label) -> Label:
    """A number at the outer corner of its men."""
    x, y = _turn(number)
    return number._replace(x=x + 0.52, y=y + (0.35 if number.x < 4.0 else -0.35))


def _cell(s: Record, square: int) -> Cell:
    file, rank = divmod(square, 9)
    man = s.board[square]
    pieces, figures = ((_piece(man),), (_figure(man),)) if man else ((), ())
    return Cell(NAMES[square], 8.0 - file, 8.0 - rank, "plain", pieces, figures)


def _piece(man: int) -> Piece:
    """A man as a terminal writes it, White's in lower case."""
    text, seat = _letter(man), seat_of(man)
    return Piece(text.lower() if seat == WHITE else text, COLOURS[seat], _kind(man), 180.0 * seat)


def _figure(man: int) -> Piece:
    """A man as a picture draws it: all are of one wood, and their points tell the sides apart."""
    colour = "promoted" if kind_of(man) > KING else "wood"
    return Piece(_letter(man), colour, _kind(man), 180.0 * seat_of(man))


def _letter(man: int) -> str:
    text = LETTERS[basic(man)]
    return f"+{text}" if kind_of(man) > KING else text


def _kind(man: int) -> str:
    """What a skin draws and names."""
    return f"shogi-{'promoted-' if kind_of(man) > KING else ''}{KINDS[basic(man)]}"


def basic(man: int) -> int:
    """A man's kind before it was promoted."""
    return KING if kind_of(man) == KING else basic_of(man)


def hand_of(s: Record, seat: int) -> list[tuple[int, int]]:
    """The kinds of men in a seat's hand, and how many there are of each."""
    counts = [(kind, int(count_in_hand(s, seat, kind))) for kind in HAND]
    return [(kind, count) for kind, count in counts if count]


def _note(s: Record, seat: int) -> str:
    """What a seat has in hand, in words."""
    parts = [
        f"{count} {KINDS[k]}s" if count > 1 else f"a {KINDS[k]}" for k, count in hand_of(s, seat)
    ]
    return f"{SIDES[seat]} has in hand: {', '.join(parts) or 'nothing'}."


def _hands(s: Record) -> tuple[list[Cell], list[Label]]:
    """The men in the hands, one cell for each kind beside its seat's end of the board, and their numbers."""
    cells, numbers = [], []
    for seat in range(2):
        for place, (kind, count) in enumerate(hand_of(s, seat)):
            x, y = (HAND_X[seat], 8.0 - place) if seat == WHITE else (HAND_X[seat], float(place))
            man = man_of(kind, seat)
            name, pieces, figures = hand_cell(seat, kind), (_piece(man),), (_figure(man),)
            cells.append(Cell(name, x, y, tone="panel", pieces=pieces, figures=figures))
            if count > 1:
                aside = -0.72 if seat == WHITE else 0.72
                numbers.append(Label(str(count), x + aside, y, role="name"))
    return cells, numbers


def hand_cell(seat: int, kind: int) -> str:
    """What a kind of man in a seat's hand is called as a cell: ``P*``, White's ``p*``."""
    name = f"{LETTERS[kind]}*"
    return name.lower() if seat == WHITE else name
