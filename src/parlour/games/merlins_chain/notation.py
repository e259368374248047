"""Merlin's Chain as text and picture: NUMBER@CELL, position texts, and a board to look at."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from parlour.errors import BadPosition
from parlour.games.merlins_chain.arrange import Board, arrange, can_be_arranged
from parlour.games.merlins_chain.chains import chain_notes
from parlour.kernel.fields import expect, one_of
from parlour.kernel.layout import Record
from parlour.kernel.moves import Given, Move, Refusal, cell_steps, refuse, word
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.table.outcome import Outcome, even_shares, winner_takes_all
from parlour.table.set_up import SetUp, Tokens

ARRANGEABLE = True
COLOURS = ("green", "white")
GRAMMAR = "a move is NUMBER@CELL, as 18@c4"
REFUSALS = {
    "first": "a number is chosen first, then the cell where it is played",
    "number": "{seat} plays the {parity} numbers",
    "played": "{number} is played already",
    "occupied": "{number} was played there",
    "column": "the numbers of each column rise from bottom to top",
    "others": "the other unplayed pieces could not be arranged then",
}
PARITY = ("even", "odd")


TEXT_OF_CODE = True


def move_text(s: Record, m: int) -> str:
    """The number, ``@`` and the cell."""
    return f"{m // R.CELLS + 1}@{R.BOARD.names[m % R.CELLS]}"


def move(s: Record, m: int) -> Move:
    """A number, then the cell where it is played."""
    number, name = m // R.CELLS + 1, R.BOARD.names[m % R.CELLS]
    steps = (word(str(number), order=number), *cell_steps(name))
    return Move(move_text(s, m), steps, placed=(name,))


def prompt(s: Record, given: tuple[Given, ...]) -> str:
    """What the player to move chooses next."""
    if given:
        return f"Choose a lit cell for {given[0][1]}: in each column the numbers rise."
    return f"Choose a grey {PARITY[s.turn]} number, then the cell where you play it."


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """The number comes first, then its cell."""
    kind, number = given[0]
    if kind != "word":
        return refuse(REFUSALS, "first")
    if number not in map(str, range(1, R.CELLS + 1)):
        return Refusal("grammar", GRAMMAR)
    if len(given) > 1:
        return refusal(s, f"{number}@{given[1][1]}")
    if int(number) % 2 != s.turn:
        return refuse(REFUSALS, "number", seat=COLOURS[s.turn].title(), parity=PARITY[s.turn])
    return refuse(REFUSALS, "played", number=number)


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played."""
    number, at, cell = text.partition("@")
    if not at or cell not in R.BOARD.index or number not in map(str, range(1, R.CELLS + 1)):
        return Refusal("grammar", GRAMMAR)
    n, c = int(number), R.BOARD.index[cell]
    if n % 2 != s.turn:
        return refuse(REFUSALS, "number", seat=COLOURS[s.turn].title(), parity=PARITY[s.turn])
    if n in s.board:
        return refuse(REFUSALS, "played", number=n)
    if s.board[c]:
        return refuse(REFUSALS, "occupied", number=s.board[c])
    column = s.board[c % R.FILES :: R.FILES]
    rank = c // R.FILES
    falls = any(n < low for low in column[:rank]) or any(0 < high < n for high in column[rank:])
    return refuse(REFUSALS, "column" if falls else "others")


ENDED = {
    "lowest-chain": "with the lowest chain",
    "no-chain": "neither side made a chain",
    "decided": "with the lowest chain, whatever is still played",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """Each reason with its scores."""
    known: dict[str, Collection[tuple[Fraction, ...]]]
    known = {"lowest-chain": winner_takes_all(2), "no-chain": even_shares(2)}
    if R.DECIDED:
        known["decided"] = winner_takes_all(2)
    return known


def details(s: Record) -> dict[str, str]:
    """The rank of each player's lowest chain."""
    return {
        f"{colour}'s lowest chain": str(s.best[seat])
        for seat, colour in enumerate(COLOURS)
        if s.best[seat] != R.NONE
    }


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """ROWS and TURN."""
    rows = (s.board[i : i + R.FILES] for i in range(R.CELLS - R.FILES, -1, -R.FILES))
    return ["/".join(",".join(str(n or ".") for n in row) for row in rows), str(s.next)]


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from ROWS and TURN; raises BadPosition."""
    expect(fields, "ROWS", "TURN")
    board = _board(fields[0])
    R.start(s)
    for cell, number in enumerate(board):
        if number:
            R.place(s, number % 2, number, cell)
    if not R.can_be_arranged(s, 0, 0):
        raise BadPosition("no valid board has these played pieces: the columns cannot all rise")
    turn = _turn(board)
    given = int(one_of(fields[1], ("0", "1"), "TURN"))
    if given != turn:
        raise BadPosition(f"TURN is {given}; by the numbers of played pieces it is {turn}")
    s.turn = s.next = turn
    R.end_if_over(s)


def _board(text: str) -> Board:
    """The numbers on the cells, 0 for free ones."""
    rows = [row.split(",") for row in text.split("/")]
    if len(rows) != R.RANKS:
        raise BadPosition(f"the board has {len(rows)} rows; expected {R.RANKS}")
    numbers = {str(n): n for n in range(1, R.CELLS + 1)} | {".": 0}
    board: list[int] = []
    for rank, row in zip(range(R.RANKS, 0, -1), rows, strict=True):
        if len(row) != R.FILES:
            raise BadPosition(f"rank {rank} has {len(row)} cells; expected {R.FILES}")
        for i, text in enumerate(row):
            if text not in numbers:
                raise BadPosition(
                    f"{text!s:.20} in rank {rank}; expected a number from 1 to {R.CELLS}, or ."
                )
            if text != "." and (text in row[:i] or numbers[text] in board):
                raise BadPosition(f"{text} in rank {rank} stands on the board twice")
        board[:0] = [numbers[text] for text in row]
    return tuple(board)


def _turn(board: Board) -> int:
    """The player to move; raises BadPosition if the numbers of pieces are impossible."""
    green, white = (sum(n > 0 and n % 2 == seat for n in board) for seat in (0, 1))
    if green - white not in (0, 1):
        raise BadPosition(
            f"{green} even and {white} odd pieces are played; expected as many of both, "
            "or one even piece more"
        )
    return green - white


def decisive(s: Record) -> list[str]:
    """The cells of the chain of lowest rank."""
    for line in R.LINES:
        numbers = [int(s.board[cell]) for cell in line]
        if all(numbers) and len({n % 2 for n in numbers}) == 1 and max(numbers) == min(s.best):
            return [R.BOARD.names[cell] for cell in line]
    return []


# -- pictures --------------------------------------------------------------------------------------


def _set_pieces(fields: Sequence[str]) -> Tokens:
    """The played pieces by cell."""
    expect(fields, "ROWS", "TURN")
    placed = zip(R.BOARD.names, _board(fields[0]), strict=True)
    return {name: [str(number)] for name, number in placed if number}


def _with_pieces(fields: Sequence[str], board: Tokens) -> list[str]:
    """The fields with other played pieces, and the player to move by their numbers."""
    numbers = [board.get(name, ["."])[0] for name in R.BOARD.names]
    ranks = range(R.CELLS - R.FILES, -1, -R.FILES)
    rows = "/".join(",".join(numbers[i : i + R.FILES]) for i in ranks)
    try:
        turn = str(_turn(_board(rows)))
    except BadPosition:
        turn = fields[1]
    return [rows, turn]


NUMBERS = [str(number) for number in range(1, R.CELLS + 1)]
SETUP = SetUp(
    R.BOARD.names,
    NUMBERS,
    lambda number, cell: Piece(number, COLOURS[int(number) % 2], "tile"),
    _set_pieces,
    _with_pieces,
    unique=NUMBERS,
)


def scene(s: Record, before: Board | None = None) -> Scene:
    """The played pieces in colour among the paler unplayed ones, in a valid arrangement.

    It moves as few unplayed pieces as possible from the arrangement `before`, if that is given.
    """
    shown = zip(R.BOARD.names, R.BOARD.points, arrangement(s, before), s.board, strict=True)
    cells = tuple(
        Cell(
            name,
            x,
            y,
            pieces=(_piece(number, played > 0),),
            figures=(_figure(number, played > 0),),
        )
        for name, (x, y), number, played in shown
    )
    files = tuple(Label(chr(ord("a") + x), x, -1) for x in range(R.FILES))
    ranks = tuple(Label(str(y + 1), -1, y) for y in range(R.RANKS))
    return Scene("square", cells, files + ranks, COLOURS, _notes(s))


def _piece(number: int, played: bool) -> Piece:
    colour = COLOURS[number % 2]
    return Piece(f"{number}{colour[0].upper()}", colour) if played else Piece(str(number), "grey")


def _figure(number: int, played: bool) -> Piece:
    """A piece in pictures: its player's colour, or the gray side, in a pale shade of it."""
    colour = COLOURS[number % 2]
    return Piece(
        str(number), *((colour, "tile") if played else (f"pale-{colour}", "tile gray-side"))
    )


def _notes(s: Record) -> tuple[str, ...]:
    return (*chain_notes(s, ("Green", "White")), "Green (G) plays even numbers, White (W) odd ones")


def arrangement(s: Record, before: Board | None = None) -> Board:
    """A valid board with the played pieces of `s`: the number on each cell, played and unplayed.

    As few unplayed pieces as possible leave their place on the valid board `before`; without it, the
    unplayed numbers are dealt to the columns from the lowest on.
    """
    return arrange(R.FILES, R.RANKS, _played_cells(s), before)


def rearranged(s: Record, before: Board, places: Mapping[str, str]) -> Board:
    """The valid board closest to `before` with unplayed pieces at these places: a cell for each number.

    Raises ValueError with the reason if there is none.
    """
    played = _played_cells(s)
    wanted: dict[int, int] = {}
    for number, cell in places.items():
        wanted[_unplayed(number, played)] = _free_cell(cell, s)
    if not can_be_arranged(R.FILES, R.RANKS, played | wanted):
        *_, number = places
        raise ValueError(f"{number} cannot lie there: the numbers of each column rise to the top")
    return arrange(R.FILES, R.RANKS, played | wanted, before)


def _played_cells(s: Record) -> dict[int, int]:
    """The cell of each played number."""
    return {number: cell for cell, number in enumerate(s.board) if number}


def _unplayed(text: str, played: Mapping[int, int]) -> int:
    for number in range(1, R.CELLS + 1):
        if text == str(number) and number not in played:
            return number
    raise ValueError(f"{text!s:.20} is not an unplayed piece")


def _free_cell(name: str, s: Record) -> int:
    cell = R.BOARD.index.get(name)
    if cell is None:
        raise ValueError(f"there is no cell {name!s:.20}")
    if s.board[cell]:
        raise ValueError(f"{s.board[cell]} was played there, it stays")
    return int(cell)
