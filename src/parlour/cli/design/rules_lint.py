"""Lint for rules: likely mistakes that are not errors, reported by `parlour check`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from parlour.kernel.layout import CHANCE
from parlour.kernel.scene import Scene
from parlour.lessons import BadLesson, has_lesson, lesson
from parlour.lessons.course import lesson_file
from parlour.table.game import Game, State

GLYPH = 3  # characters that fit on a piece


class RulesLint:
    """Collects warnings from the positions of a few games, each warning once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._warnings: dict[str, None] = {}
        self._cells: set[str] = set()  # moves that are cells' names, and those that are numbers
        self._numbers: set[str] = set()

    def inspect(self, state: State) -> None:
        """Inspect one position."""
        scene = state.scene(state.turn if state.turn != CHANCE else None)
        self._note(_swapped_colours(self.game, scene))
        self._note(_long_piece_texts(scene))
        if state.turn is None or state.turn == CHANCE:
            return
        names = {cell.name for cell in scene.cells}
        for text in state.moves():
            (self._cells if text in names else self._numbers if text.isdecimal() else set()).add(
                text
            )

    def _note(self, warnings: Iterable[str]) -> None:
        self._warnings.update(dict.fromkeys(warnings))

    @property
    def warnings(self) -> list[str]:
        """All warnings, including those about missing parts."""
        return [*self._warnings, *self._mixed_move_names(), *_lesson_warnings(self.game)]

    def _mixed_move_names(self) -> Iterator[str]:
        if self._cells and self._numbers:
            yield (
                f"some moves are cells ({min(self._cells)}), others numbers ({min(self._numbers)}): define "
                "move_text(s, m) to name them all"
            )


def _swapped_colours(game: Game, scene: Scene) -> Iterator[str]:
    """Warnings about players named after one colour and drawn in another."""
    named = [name.lower() for name in game.seat_names]
    for seat, colour in enumerate(scene.colours[: game.seats]):
        if colour != named[seat] and colour in named:
            yield (
                f"{game.seat_names[seat]}'s pieces are drawn {colour}: the first of PIECES is the first "
                'seat\'s, as PIECES = (Piece("o", "white"), Piece("x", "black"))'
            )


def _long_piece_texts(scene: Scene) -> Iterator[str]:
    """Warnings about pieces with long texts."""
    if scene.shape == "card":
        return
    for piece in (piece for cell in scene.cells for piece in cell.pieces):
        if piece.text.isalpha() and len(piece.text) > GLYPH:
            yield (
                f"the piece {piece.text!r} is a word: write at most {GLYPH} characters, as "
                f'Piece("{piece.text[0].upper()}", "{piece.colour}")'
            )


def _lesson_warnings(game: Game) -> Iterator[str]:
    if not has_lesson(game.id):
        name = lesson_file(game).name
        yield f"there is no lesson: add {name} beside the game, with one to eight steps"
        return
    try:
        lesson(game.id)
    except BadLesson as error:
        yield f"the lesson cannot be used: {error}"
