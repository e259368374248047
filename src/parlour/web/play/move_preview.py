"""What a move would do, shown before it is made: the cells that it changes, what chance may bring then."""

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
from parlour.web.play.snapshot import Asker, arrows, partial

MOST_OUTCOMES = 100  # of chance; where there are more, nothing is told of them


def preview(room: Room, given: Sequence[Given], asker: Asker) -> dict[str, Any]:
    """What the steps that were given would do, if they are a whole move; raises Refused.

    `move`: its text, or None where more steps are needed, and then nothing else; `words`; `cells`: the
    changed cells as they would be drawn; `arrows`; `notes` that would be new; `chances`: lines about the
    outcomes of chance, where it is chance that goes on.
    """
    position = room.game.position
    if position.game.spec.hidden:
        raise Refused(409, "hidden", "Where information is hidden nothing is shown ahead.")
    text = partial(room, given, asker)["move"]
    if text is None:
        return {"move": None}
    after = position.after(text)
    before = position.scene(asker.seat).notes
    return {
        "move": text,
        "words": last_move(after.state, None),
        "cells": "".join(_changed(position, after, asker)),
        "arrows": arrows(position.state.move(text)),
        "notes": [note for note in after.scene(asker.seat).notes if note not in before],
        "chances": [line.words for line in _lines(after)] if after.turn == CHANCE else [],
    }


def _changed(position: Position, after: Position, asker: Asker) -> Iterator[str]:
    """The cells that look otherwise afterwards; none where unplayed pieces lie as each viewer likes."""
    if is_arrangeable(position):
        return
    before, drawn = _standing(position), board(after, asker.viewpoint).pictures
    for name, stands in _standing(after).items():
        if before.get(name) != stands:
            yield drawn[name]


def _standing(position: Position) -> dict[str, tuple[object, ...]]:
    """What stands on each cell and where it lies, whether or not it is of the last move."""
    scene = position.scene(None).picture or position.scene(None)
    return {
        cell.name: (cell.shown, cell.badge, cell.name in position.decisive, cell.x, cell.y)
        for cell in (*scene.cells, *scene.aside)
    }


@dataclass(frozen=True)
class _Line:
    """Outcomes of chance that come to the same: what is cast, how likely it is, what may be played then."""

    cast: str
    chance: Fraction
    moves: int
    captures: int

    @property
    def words(self) -> str:
        """The line as it is shown: "5, 16%: 3 moves, 1 takes"."""
        moves = "1 move" if self.moves == 1 else f"{self.moves or 'no'} moves"
        takes = f", {self.captures} {'takes' if self.captures == 1 else 'take'}"
        return f"{self.cast}, {round(100 * self.chance)}%: {moves}{takes if self.captures else ''}"


def _lines(position: Position) -> Iterator[_Line]:
    """What chance may bring, by what its dice or stones add up to."""
    listed = position.state.chances() or []
    if len(listed) > MOST_OUTCOMES:
        return
    sums: dict[str, list[tuple[str, Fraction]]] = defaultdict(list)
    for text, chance in listed:
        shown = position.state.move(text).cast
        sums[str(sum(shown)) if shown else text].append((text, chance))
    for cast, outcomes in sums.items():
        legal = position.after(outcomes[0][0]).state.legal
        captures = sum(bool(move.captures) for move in legal)
        chance = sum((chance for _, chance in outcomes), Fraction())
        yield _Line(cast, chance, len(legal), captures)
