"""Yavalath in text and picture: cells and swap, position texts, a scene."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations

from parlour.errors import BadPosition
from parlour.games.hexagonal import join_rows, labels, row_lengths
from parlour.kernel.fields import expect, one_of, split_rows
from parlour.kernel.layout import Record
from parlour.kernel.moves import Given, Move, Refusal, placement, refuse, word_move
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.table.outcome import Outcome, even_shares, winner_takes_all

LETTERS = "xoz"[: R.PLAYERS]  # of the colours in position texts
NAMES = ("White", "Black", "Red")[: R.PLAYERS]
STONES = tuple(Piece(mark, name.lower(), "stone") for mark, name in zip("○●◆", NAMES, strict=False))
SEATS = tuple(map(str, range(R.PLAYERS)))
EXTRAS = {
    (2, 0): ("-",),
    (2, 1): ("-", "swapped"),
    (3, 0): ("-", "0", "1", "2", "0,1", "0,2", "1,2"),
}[R.PLAYERS, R.SWAP]

REFUSALS = {
    "no-swap": "this game is played without it (swap=no)",
    "swap": "only Black may swap, at the first turn, after one stone of White",
    "no-cell": "there is no such cell",
    "stone": "a {colour} stone lies there",
    "duty": "{seat} would make four at {cells}: {ways}",
}

Rows = Collection[tuple[Fraction, ...]]


TEXT_OF_CODE = True


def move_text(s: Record, m: int) -> str:
    """A cell's name, or ``swap``."""
    return "swap" if m == R.SWAP_MOVE else str(R.BOARD.names[m])


def move(s: Record, m: int) -> Move:
    """A stone on a cell, or the swap."""
    text = move_text(s, m)
    return word_move(text, "swap sides") if text == "swap" else placement(text)


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    kind, text = given[-1]
    return refusal(s, text) if kind == "cell" else None


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played."""
    if text == "swap":
        return refuse(REFUSALS, "swap" if R.SWAP else "no-swap")
    if text not in R.BOARD.index:
        return refuse(REFUSALS, "no-cell")
    colour = _colours(s)[R.BOARD.index[text]]
    if colour is None:
        return _duty(s)
    return refuse(REFUSALS, "stone", colour=NAMES[colour].lower())


def _duty(s: Record) -> Refusal:
    """What the seat to move, of three, must do about the next one."""
    after = R.following(s, s.turn)
    cells = _fours(s, after)
    ways = [f"make four yourself at {cell}" for cell in _fours(s, s.turn)]
    if len(cells) == 1:
        ways.insert(0, f"play {cells[0]}")
    return refuse(
        REFUSALS, "duty", seat=NAMES[after], cells=" and ".join(cells), ways=" or ".join(ways)
    )


def _fours(s: Record, seat: int) -> list[str]:
    """The names of the cells where `seat`, of three, would make four."""
    out = [0] * R.CELLS
    return sorted(R.BOARD.names[cell] for cell in out[: R.fours(s, seat, out)])


ENDED = {
    "four-in-a-row": "with four in a row",
    "three-in-a-row": "{loser} made three in a row before four",
    "last-left": "{loser} made three in a row before four",
    "full-board": "the board is full",
}


def endings() -> dict[str, Rows]:
    """Every reason with its scores."""
    wins = winner_takes_all(R.PLAYERS)
    if R.PLAYERS == 2:
        return {"four-in-a-row": wins, "three-in-a-row": wins, "full-board": even_shares(2)}
    shares = even_shares(3) | set(permutations((Fraction(0), Fraction(1, 2), Fraction(1, 2))))
    return {"four-in-a-row": wins, "last-left": wins, "full-board": shares, "move-limit": shares}


def write(s: Record) -> list[str]:
    """ROWS, TURN and EXTRA."""
    letters = ("." if colour is None else LETTERS[colour] for colour in _colours(s))
    return [join_rows(letters, R.SIZE), str(s.next), _extra(s)]


def _extra(s: Record) -> str:
    if s.swapped:
        return "swapped"
    return ",".join(seat for seat in SEATS if s.out >> int(seat) & 1) or "-"


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from ROWS, TURN and EXTRA; raises BadPosition. The numbers of stones are not checked."""
    expect(fields, "ROWS", "TURN", "EXTRA")
    cells = "".join(split_rows(fields[0], row_lengths(R.SIZE), "." + LETTERS))
    seat = int(one_of(fields[1], SEATS, "TURN"))
    extra = one_of(fields[2], EXTRAS, "EXTRA")
    R.start(s)
    s.swapped = int(extra == "swapped")
    s.out = sum(1 << int(out) for out in extra.split(",") if out in SEATS)
    if not R.still_in(s, seat):
        raise BadPosition(f"TURN is {seat}; expected a seat that is still in, by EXTRA")
    s.turn = s.next = seat
    for cell, letter in enumerate(cells):
        if letter != ".":
            R.place(s, LETTERS.index(letter), cell)
    _find_end(s, end)
    if R.PLAYERS == 3 and end is not None and s.turn >= 0:
        _check_scores(s, end)


def _find_end(s: Record, end: Outcome | None) -> None:
    """End the game if the position shows how it has ended; where it shows two ways, `end` may tell."""
    shown = _ends_shown(s)
    if len(shown) > 1:
        claimed = [way for way in shown if end is not None and _agrees(end, *way)]
        if len(claimed) != 1:
            raise BadPosition("the board shows two ends: the end of this game is ambiguous")
        shown = claimed
    for reason, winner in shown:
        R.end(s, reason, winner)


def _agrees(end: Outcome, reason: int, winner: int) -> bool:
    return end.reason == R.REASONS[reason] and end.scores[winner:][:1] == (Fraction(1),)


def _ends_shown(s: Record) -> list[tuple[int, int]]:
    """The ends that the position shows, each a reason and a winner; raises BadPosition."""
    shown = []
    colours = _colours(s)
    for seat in range(R.PLAYERS):
        colour = seat ^ s.swapped
        cells = (cell for cell, here in enumerate(colours) if here == colour)
        made = {R.makes(s, colour, cell) for cell in cells}
        if any(lines >= R.FOUR for lines in made):
            shown.append((R.FOUR_IN_A_ROW, seat))
        elif R.THREE in made and R.PLAYERS == 2:
            shown.append((R.THREE_IN_A_ROW, 1 - seat))
        if R.PLAYERS == 3:
            _check_extra(s, seat, made)
    if s.out.bit_count() == 2:
        shown.append((R.LAST_LEFT, s.next))
    if not shown and s.empty == 0:
        shown.append((R.FULL_BOARD, R.NOBODY))
    return shown


def _check_extra(s: Record, seat: int, made: set[int]) -> None:
    """Check that `seat`, whose lines are `made`, is out or in as they say."""
    four = any(lines >= R.FOUR for lines in made)
    if four and not R.still_in(s, seat):
        raise BadPosition(f"EXTRA has seat {seat} out, but it has a line of four")
    if R.THREE in made and not four and R.still_in(s, seat):
        raise BadPosition(f"seat {seat} has a line of three; expected it in EXTRA, as out")


def _check_scores(s: Record, end: Outcome) -> None:
    """Check an end that the board does not show against the seats that are out."""
    if end.reason == "last-left":
        raise BadPosition(f"{end.text}: by EXTRA more than one seat is still in")
    shares = tuple(Fraction(R.limit_payoff(s, seat)).limit_denominator(3) for seat in range(3))
    out = [score for seat, score in enumerate(end.scores[:3]) if not R.still_in(s, seat)]
    if any(out) or (end.reason != "four-in-a-row" and end.scores != shares):
        raise BadPosition(f"{end.text} does not go with the seats that are out by EXTRA")


def _colours(s: Record) -> list[int | None]:
    """The colour of the stone on each cell, None where there is none."""
    colours: list[int | None] = [None] * R.CELLS
    for colour in range(R.PLAYERS):
        words = s.stones[colour * R.PLANE : (colour + 1) * R.PLANE]
        for cell, (word, bit) in enumerate(_places()):
            if words[word] & bit:
                colours[cell] = colour
    return colours


@cache
def _places() -> list[tuple[int, int]]:
    """The word and the bit of each cell."""
    return [(R.WORD[cell, 0], 1 << (R.SHIFT[cell, 0] + R.GAP)) for cell in range(R.CELLS)]


def decisive(s: Record) -> list[str]:
    """The cells of the rows of four; with two players, where there is none, of the rows of three."""
    made = {
        cell: R.makes(s, colour, cell)
        for cell, colour in enumerate(_colours(s))
        if colour is not None
    }
    fours = [cell for cell, lines in made.items() if lines & R.FOUR]
    threes = [cell for cell, lines in made.items() if lines == R.THREE and R.PLAYERS == 2]
    return [R.BOARD.names[cell] for cell in fours or threes]


def scene(s: Record) -> Scene:
    """The board with the stones of all colours; rows' letters at the left, numbers below and right."""
    cells = tuple(map(_cell, range(R.CELLS), _colours(s)))
    colours = tuple(NAMES[seat ^ s.swapped].lower() for seat in range(R.PLAYERS))
    return Scene("hexagon", cells, _labels(), colours, _notes(s))


@cache
def _cell(cell: int, colour: int | None) -> Cell:
    x, y = R.BOARD.points[cell]
    return Cell(R.BOARD.names[cell], x, y, pieces=() if colour is None else (STONES[colour],))


@cache
def _labels() -> tuple[Label, ...]:
    return labels(R.BOARD, R.SIZE)


def _notes(s: Record) -> tuple[str, ...]:
    stones = ", ".join(f"{name} {stone.text}" for name, stone in zip(NAMES, STONES, strict=True))
    out = [f"{name} is out" for seat, name in enumerate(NAMES) if not R.still_in(s, seat)]
    return (f"{stones}: four in a row wins, three does not", *out)
