"""The preview of a move: the cells it would change, and the chance outcomes after it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from parlour.kernel.layout import CHANCE
from parlour.kernel.moves import Given
from parlour.play.position import Position
from parlour.table.telling import last_move
from parlour.web.common.board_drawing import board
from parlour.web.http.error_responses import Refused
from parlour.web.play.arrangement import is_arrangeable
from parlour.web.play.room import Room
from parlour.web.play.snapshot import ViewRequest, arrows, partial

MOST_OUTCOMES = 100  # of chance; more are not listed


def preview(room: Room, given: Sequence[Given], request: ViewRequest) -> dict[str, Any]:
    """What the steps entered so far would do, if they are a complete move; raises Refused.

    `move`: its text, or None, and then nothing else, if more steps are needed; `words`; `cells`: the
    pictures of changed cells; `arrows`; `notes`: new ones; `chances`: lines about the chance outcomes
    that follow.
    """
    position = room.game.position
    if position.game.spec.hidden:
        raise Refused(409, "hidden", "With hidden information there are no previews.")
    text = partial(room, given, request)["move"]
    if text is None:
        return {"move": None}
    after = position.after(text)
    before = position.scene(request.seat).notes
    return {
        "move": text,
        "words": last_move(after.state, None),
        "cells": "".join(_changed_cells(position, after, request)),
        "arrows": arrows(position.state.move(text)),
        "notes": [note for note in after.scene(request.seat).notes if note not in before],
        "chances": [line.words for line in _cast_lines(after)] if after.turn == CHANCE else [],
    }


def _changed_cells(position: Position, after: Position, request: ViewRequest) -> Iterator[str]:
    """The pictures of cells that would change; none in games with arranged pieces."""
    if is_arrangeable(position):
        return
    before, drawn = _cell_contents(position), board(after, request.viewpoint).pictures
    for name, contents in _cell_contents(after).items():
        if before.get(name) != contents:
            yield drawn[name]


def _cell_contents(position: Position) -> dict[str, tuple[object, ...]]:
    """The contents and place of each cell, without marks of the last move."""
    scene = position.scene(None).picture or position.scene(None)
    return {
        cell.name: (cell.picture_pieces, cell.badge, cell.name in position.decisive, cell.x, cell.y)
        for cell in (*scene.cells, *scene.aside)
    }


@dataclass(frozen=True)
class _CastLine:
    """Equivalent chance outcomes: the cast, its probability, and the legal moves after it."""

    cast: str
    chance: Fraction
    moves: int
    captures: int

    @property
    def words(self) -> str:
        """The line for display: "5, 16%: 3 moves, 1 takes"."""
        moves = "1 move" if self.moves == 1 else f"{self.moves or 'no'} moves"
        takes = f", {self.captures} {'takes' if self.captures == 1 else 'take'}"
        return f"{self.cast}, {round(100 * self.chance)}%: {moves}{takes if self.captures else ''}"


def _cast_lines(position: Position) -> Iterator[_CastLine]:
    """The chance outcomes, grouped by the sum of dice or stones."""
    listed = position.state.chances() or []
    if len(listed) > MOST_OUTCOMES:
        return
    sums: dict[str, list[tuple[str, Fraction]]] = defaultdict(list)
    for text, chance in listed:
        cast = position.state.move(text).cast
        sums[str(sum(cast)) if cast else text].append((text, chance))
    for label, outcomes in sums.items():
        legal = position.after(outcomes[0][0]).state.legal
        captures = sum(bool(move.captures) for move in legal)
        chance = sum((chance for _, chance in outcomes), Fraction())
        yield _CastLine(label, chance, len(legal), captures)
