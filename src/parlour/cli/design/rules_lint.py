"""What is no fault in a game's rules, but hardly what its designer means: `parlour check` says so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.kernel.layout import CHANCE
from parlour.kernel.scene import Scene
from parlour.lessons import BadLesson, has_lesson, lesson
from parlour.lessons.course import lesson_file
from parlour.table.game import Game, State

GLYPH = 3  # characters that fit on a piece


class Traps:
    """Looks at the positions of a few games; `found` has each trap once, in words."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._found: dict[str, None] = {}
        self._cells: set[str] = set()  # moves that are cells' names, and those that are numbers
        self._numbers: set[str] = set()

    def see(self, state: State) -> None:
        """Look at one position."""
        scene = state.scene(state.turn if state.turn != CHANCE else None)
        self._note(_inverted(self.game, scene))
        self._note(_wordy(scene))
        if state.turn is None or state.turn == CHANCE:
            return
        names = {cell.name for cell in scene.cells}
        for text in state.moves():
            (self._cells if text in names else self._numbers if text.isdecimal() else set()).add(
                text
            )

    def _note(self, traps: Iterable[str]) -> None:
        self._found.update(dict.fromkeys(traps))

    @property
    def found(self) -> list[str]:
        """The traps, and what is missing."""
        return [*self._found, *self._mixed(), *_lesson_trouble(self.game)]

    def _mixed(self) -> Iterator[str]:
        if self._cells and self._numbers:
            yield (
                f"some moves are cells ({min(self._cells)}), some numbers ({min(self._numbers)}): write "
                "move_text(s, m), so that each has a name"
            )


def _inverted(game: Game, scene: Scene) -> Iterator[str]:
    """Seats that are called by one colour and drawn in another."""
    named = [name.lower() for name in game.seat_names]
    for seat, colour in enumerate(scene.colours[: game.seats]):
        if colour != named[seat] and colour in named:
            yield (
                f"{game.seat_names[seat]}'s pieces are drawn {colour}: the first of PIECES is the first "
                'seat\'s, as PIECES = (Piece("o", "white"), Piece("x", "black"))'
            )


def _wordy(scene: Scene) -> Iterator[str]:
    """Pieces with a word on them."""
    if scene.shape == "card":
        return
    for piece in (piece for cell in scene.cells for piece in cell.pieces):
        if piece.text.isalpha() and len(piece.text) > GLYPH:
            yield (
                f"the piece {piece.text!r} is a word: write at most {GLYPH} characters, as "
                f'Piece("{piece.text[0].upper()}", "{piece.colour}")'
            )


def _lesson_trouble(game: Game) -> Iterator[str]:
    if not has_lesson(game.id):
        name = lesson_file(game).name
        yield f"there is no lesson: {name} beside the game teaches it in three to eight steps"
        return
    try:
        lesson(game.id)
    except BadLesson as error:
        yield f"the lesson cannot be used: {error}"
