"""Pictures of the draughts set, and what the board does not show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from parlour.games.draughts.constants import (
    DARK,
    ELECTS,
    IN_PLAY,
    LIGHT,
    NORTH,
    SOUTH,
    UNUSED,
)
from parlour.games.draughts.names import (
    COLOURS,
    ELECTION_WORDS,
    FILES,
    KIND_FORMS,
    KIND_WORDS,
    KINDS,
    PRINCESS_COLOURS,
    SETS,
    SIDES,
)
from parlour.games.draughts.writing import (
    kinds_of,
    letters_on,
    result_text,
)
from parlour.kernel.layout import OVER, Record
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Place, Scene, rectangle

__compiled__ = True  # bound to the rules for the notation; nothing here is compiled


def scene(s: Record) -> Scene:
    standing, tones = letters_on(s), ["finished" if _finished(s, n) else "" for n in (0, 1)]
    cells = tuple(
        [_cell(i, standing.get(name), tones[(i + i // 8) % 2]) for i, name in enumerate(CELLS)]
    )
    colours = side_colours() * (R.SEATS // 2)
    return Scene("square", cells, LABELS, colours, tuple(notes(s)), legend=legend())


CELLS = [f"{file}{rank}" for rank in range(1, 9) for file in FILES]
LABELS = (
    *(Label(file, x, -1.0) for x, file in enumerate(FILES)),
    *(Label(str(y + 1), -1.0, y) for y in range(8)),
)


@cache
def _cell(i: int, found: str | None, tone: str) -> Cell:
    y, x = divmod(i, 8)
    shade = "dark" if (x + y) % 2 == 0 else "light"
    return Cell(CELLS[i], x, y, shade, _pieces(found), tone=tone)


def side_colours() -> tuple[str, str]:
    """South's and North's colours."""
    return PRINCESS_COLOURS if R.PHASES else COLOURS


def _finished(s: Record, which: int) -> bool:
    """Whether a set is finished while the game goes on: after the end the whole board is as it was."""
    return s.turn != OVER and s.status[which] not in (IN_PLAY, UNUSED)


def _pieces(found: str | None) -> tuple[Piece, ...]:
    """The meaning of a letter."""
    if found is None:
        return ()
    side, kind = SOUTH if found.isupper() else NORTH, found.upper()
    homeward = (180.0, 0.0)[side] if kind == "H" else None  # he points the way that he goes
    return (Piece(found, side_colours()[side], KIND_FORMS[kind], homeward),)


@cache
def legend() -> str:
    """What the letters mean."""
    kinds = [k for k in KINDS if k in kinds_of(SOUTH) + kinds_of(NORTH)]
    words = ", ".join(f"{k.lower()} {KIND_WORDS[k]}" for k in kinds)
    return f"{words}; South's are capital letters"


def notes(s: Record) -> Iterator[str]:
    """What the board does not show."""
    for which in range(R.SETS):
        yield from _set_notes(s, which)
    if R.PARALLEL and s.turn >= 0:
        yield f"{SIDES[s.side]} must move on the {SETS[s.due]} set"
    if R.STREAK and s.status[DARK] == s.status[LIGHT] == IN_PLAY:
        for side in (SOUTH, NORTH):
            if s.streak[side]:
                yield (
                    f"{SIDES[side]} has made {s.streak[side]} of at most {R.STREAK} moves in succession "
                    f"on the {SETS[s.streak_set[side]]} set"
                )
    if R.RESET_LIMIT:
        left = (f"{SIDES[i]} {max(R.RESET_LIMIT - s.resets[i], 0)}" for i in (SOUTH, NORTH))
        yield f"resets left: {', '.join(left)}"


def _set_notes(s: Record, which: int) -> Iterator[str]:
    if s.status[which] != IN_PLAY:
        yield f"{SETS[which]} set: {result_text(s, which).replace('-', ' ')}"
        return
    elected = [ELECTION_WORDS[s.elected[2 * which + side]] for side in (SOUTH, NORTH)]
    parts = [f"{SIDES[side]} elected {word}" for side, word in enumerate(elected) if word]
    if not parts and R.END_RANK == ELECTS:
        parts = ["no election yet"]
    if s.quiet[which] and R.DRAW_MOVES:
        parts.append(f"{s.quiet[which]} of {2 * R.DRAW_MOVES} plies without progress")
    if parts:
        yield f"{SETS[which]} set: {'; '.join(parts)}"


# -- a board for each set --------------------------------------------------------------------------

APART = 9.6  # from a square of one board to the same square of the other
BESIDE = 0.78  # from a square to its rank or file, so close that a picture leaves it there


def side_by_side(shown: Scene, seat: int) -> Scene:
    """A board for each set, the dark set's on the left; the other set's squares are blank."""
    return _separate_boards(shown, (APART, 0.0))


def one_above_the_other(shown: Scene, seat: int) -> Scene:
    """The same for narrow screens, the dark set's board on top."""
    return _separate_boards(shown, (0.0, -APART))


def _separate_boards(shown: Scene, light: Place) -> Scene:
    places = ((0.0, 0.0), light)
    cells = [
        cell._replace(x=cell.x + places[which][0], y=cell.y + places[which][1])
        for cell in shown.cells
        for which in [cell.shade == "light"]
    ]
    labels = [label for x, y in places for label in _beside(x, y)]
    titles = tuple(
        Label(f"{name} set", x + 3.5, y + 8.0, "name")
        for name, (x, y) in zip(SETS, places, strict=True)
    )
    blank = tuple(
        rectangle(x - 0.5, y - 0.5, x + 7.5, y + 7.5, tone)
        for tone, (x, y) in zip(("light", "dark"), places, strict=True)
    )
    return replace(
        shown, cells=tuple(cells), labels=tuple(labels), captions=titles, areas=blank, picture=None
    )


def _beside(x: float, y: float) -> Iterator[Label]:
    """The files and ranks of a board whose first square is at a place."""
    for i, file in enumerate(FILES):
        yield Label(file, x + i, y - BESIDE)
        yield Label(str(i + 1), x - BESIDE, y + i)
