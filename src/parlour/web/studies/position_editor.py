"""The position editor: learns how a game's position text describes its board.

Most position texts have a field of rows with a token for each cell. The order of the cells and the
possible tokens are learned from random games, so that no game has to declare them. The notations of other
games say in `SETUP` how their pieces are put on cells.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from parlour.kernel.layout import CHANCE
from parlour.kernel.scene import Cell, Scene
from parlour.picture.svg_pieces import pieces
from parlour.picture.svg_skin import skin
from parlour.picture.svg_state import board_cells
from parlour.picture.svg_xml import tag
from parlour.picture.viewpoint import Viewpoint
from parlour.table.game import Game, State
from parlour.table.set_up import SetUp, Tokens

GAMES, PLIES = 6, 60  # of random play
EMPTY, OUTSIDE = ".", "#"
PALETTE = 60  # tokens to offer_engines


@dataclass(frozen=True)
class CellToken:
    """The content of a cell: its text, words and drawing."""

    text: str
    words: str
    drawn: str


@dataclass(frozen=True)
class Layout:
    """How a position text describes the board: which field, how tokens are joined, which cells.

    `rows` has the cell of each token, "" for none. `style` is ``commas``, ``signs`` or ``numbers`` (of
    empty cells, as in FEN). `turns` has the text of field `turn_field` for each seat to move.
    """

    field: int
    style: str
    rows: tuple[tuple[str, ...], ...]
    palette: tuple[CellToken, ...]
    turn_field: int | None
    turns: tuple[str, ...]


def layout(game: Game) -> Layout | None:
    """The layout of a game's position text; None if it has no rows of tokens."""
    return None if game.spec.hidden else _learn_layout(game.name, game)


def set_up_palette(game: Game) -> tuple[CellToken, ...]:
    """The tokens of a game that says itself how its pieces are set up; empty if it does not."""
    set_up = game.notation.SETUP
    return () if set_up is None else _drawn_palette(game.name, game)


@lru_cache(maxsize=64)
def _drawn_palette(name: str, game: Game) -> tuple[CellToken, ...]:
    set_up, start = game.notation.SETUP, game.start()
    row = [
        _palette_cell(set_up, token)._replace(name=token, x=n, y=0)
        for n, token in enumerate(set_up.tokens)
    ]
    scene = replace(_picture(start), cells=tuple(row), aside=(), areas=(), captions=(), stocks=())
    return tuple(
        replace(token, words=f"{token.text}: {token.words}")
        for token in tokens_in(start, scene, {token: token for token in set_up.tokens})
    )


def _palette_cell(set_up: SetUp, token: str) -> Cell:
    """A cell with a token; where cells are drawn for the tokens, one of those."""
    if set_up.cells is None:
        return Cell(token, 0, 0, pieces=(set_up.piece(token, ""),))
    place = next(iter(set_up.places))
    return next(cell for cell in set_up.cells({place: [token]}) if cell.name == place)


def _picture(state: State) -> Scene:
    scene = state.scene(None)
    return scene.picture or scene


def fields_of(text: str) -> list[str]:
    """The fields of a position text after GAME, without the claim of an end."""
    return [field for field in text.split(" ")[1:] if not field.startswith("#")]


def board_of_tokens(game: Game, fields: Sequence[str]) -> Scene:
    """The scene of a text of such a game that may be no valid position; raises BadPosition."""
    set_up, shown = game.notation.SETUP, _picture(game.start())
    board: Tokens = set_up.board(fields)
    if set_up.cells is not None:
        return replace(shown, cells=set_up.cells(board), notes=(), stocks=())
    cells = []
    for cell in shown.cells:
        pieces = tuple(set_up.piece(token, cell.name) for token in board.get(cell.name, ()))
        cells.append(cell._replace(pieces=pieces, figures=None, halo="", plate=""))
    return replace(shown, cells=tuple(cells), aside=(), notes=())


@lru_cache(maxsize=64)
def _learn_layout(name: str, game: Game) -> Layout | None:
    running = (state for state in random_positions(game) if state.turn is not None)
    seen = [(state, state.text.split(" ")) for state in running]  # an end may show what decided it
    for field in range(1, min(4, len(seen[0][1]))):
        for style, split in STYLES.items():
            rows = _rows(seen, field, split)
            if rows is not None:
                turn_field, turns = _turns(game, seen)
                return Layout(
                    field, style, rows, _palette(seen, field, split, rows), turn_field, turns
                )
    return None


def random_positions(game: Game) -> Iterator[State]:
    """Positions from random games, always the same."""
    rng = random.Random(7)
    yield game.start()
    for _ in range(GAMES):
        state = game.start()
        for _ in range(PLIES):
            if state.turn is None:
                break
            if state.turn == CHANCE:
                state.play(state.draw(rng))
            else:
                codes = state.codes()
                state.play_code(codes[rng.randrange(len(codes))])
            yield state.copy()


# -- tokens ------------------------------------------------------------------------------------------


def _by_commas(row: str) -> list[str]:
    return row.split(",")


def _by_signs(row: str) -> list[str]:
    return list(row)


def _by_numbers(row: str) -> list[str]:
    tokens: list[str] = []
    for part in re.findall(r"\d+|\+?[^\d+]", row):
        tokens += [EMPTY] * min(int(part), 99) if part.isdecimal() else [part]
    return tokens


STYLES: dict[str, Callable[[str], list[str]]] = {
    "commas": _by_commas,
    "signs": _by_signs,
    "numbers": _by_numbers,
}


def _rows(
    seen: list[tuple[State, list[str]]], field: int, split: Callable[[str], list[str]]
) -> tuple[tuple[str, ...], ...] | None:
    """The cells of the tokens, if empty tokens and empty cells agree; else None."""
    scene, text = seen[0][0].scene(None), seen[0][1][field]
    tokens = [split(row) for row in text.split("/")]
    for cells in _orders(scene):
        there = [[token for token in row if token != OUTSIDE] for row in tokens]
        if [len(row) for row in there] != [len(row) for row in cells]:
            continue
        rows = tuple(_cell_names(row, names) for row, names in zip(tokens, cells, strict=True))
        if all(_agree(state, fields[field], rows, split) for state, fields in seen):
            return rows
    return None


def _cell_names(row: list[str], names: list[str]) -> tuple[str, ...]:
    remaining = iter(names)
    return tuple("" if token == OUTSIDE else next(remaining) for token in row)


def _orders(scene: Scene) -> Iterator[list[list[str]]]:
    """The cells in rows: from the top or the bottom, from the left or the right."""
    heights = sorted({round(cell.y, 2) for cell in scene.cells}, reverse=True)
    rows = [
        [c.name for c in sorted(scene.cells, key=lambda c: c.x) if round(c.y, 2) == height]
        for height in heights
    ]
    for ordered in (rows, rows[::-1]):
        yield ordered
        yield [row[::-1] for row in ordered]


def _agree(
    state: State, text: str, rows: tuple[tuple[str, ...], ...], split: Callable[[str], list[str]]
) -> bool:
    """Whether the empty tokens of a field are exactly the empty cells."""
    occupied = {cell.name: bool(cell.pieces) for cell in state.scene(None).cells}
    tokens = [split(row) for row in text.split("/")]
    if [len(row) for row in tokens] != [len(row) for row in rows]:
        return False
    pairs = zip((n for row in rows for n in row), (t for row in tokens for t in row), strict=True)
    return all((token != EMPTY) == occupied[name] for name, token in pairs if name)


# -- tokens of a position -------------------------------------------------------------------------------


def _palette(
    seen: list[tuple[State, list[str]]],
    field: int,
    split: Callable[[str], list[str]],
    rows: tuple[tuple[str, ...], ...],
) -> tuple[CellToken, ...]:
    names = [name for row in rows for name in row]
    found: dict[str, CellToken] = {}
    for state, fields in seen:
        tokens = [token for row in fields[field].split("/") for token in split(row)]
        new = {
            token: name
            for name, token in zip(names, tokens, strict=True)
            if name and token not in (EMPTY, *found)
        }
        if new:
            found |= {token.text: token for token in tokens_on(state, new)}
    few = sorted(found.values(), key=lambda token: (len(token.text), token.text))
    return tuple(few[:PALETTE])


def tokens_on(state: State, named: dict[str, str]) -> Iterator[CellToken]:
    """The tokens of a position; `named` has a cell with each of them."""
    yield from tokens_in(state, state.scene(None), named)


def tokens_in(state: State, scene: Scene, named: dict[str, str]) -> Iterator[CellToken]:
    """The tokens of a scene, in which `named` has a cell with each of them."""
    at = Viewpoint()
    look = skin(at.skin).look(state.game.id)
    words = {str(cell["name"]): cell["pieces"] for cell in board_cells(state, scene, at)}
    cells = {cell.name: cell for cell in scene.cells}
    for text, name in named.items():
        drawn = tag("g", *pieces(cells[name].picture_pieces, scene.pile, look), class_="pieces")
        names = words[name]
        yield CellToken(text, ", ".join(names) if isinstance(names, list) else "", drawn)


def _turns(game: Game, seen: list[tuple[State, list[str]]]) -> tuple[int | None, tuple[str, ...]]:
    """The field with the seat to move, and its text for each seat; None without one."""
    moving = [
        (state, fields) for state, fields in seen if state.turn is not None and state.turn >= 0
    ]
    for field in range(1, len(seen[0][1])):
        texts_by_seat: dict[int, set[str]] = {}
        for state, fields in moving:
            texts_by_seat.setdefault(state.turn or 0, set()).add(
                fields[field] if field < len(fields) else ""
            )
        texts = [next(iter(found)) for found in texts_by_seat.values() if len(found) == 1]
        if len(texts_by_seat) == game.seats > 1 and len(set(texts)) == game.seats:
            return field, tuple(next(iter(texts_by_seat[seat])) for seat in range(game.seats))
    return None, ()
