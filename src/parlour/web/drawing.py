"""Boards for pages: a position's picture as one viewer may see it."""

from __future__ import annotations

import re

from parlour.kernel.records import CHANCE
from parlour.table.catalogue import game as find_game
from parlour.web.position import Position, Viewer

SIZE = 640  # pixels; pages scale pictures to their room
THUMB = 280
PLIES_SHOWN = 14  # played at random for the lobby's picture of a game that starts empty
KEPT = 8  # pictures of one position that are remembered

_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)  # pages have these rules in their own sheet


def board(position: Position, viewer: Viewer, flip: bool, coordinates: bool = True) -> str:
    """The board as `viewer` sees it, as one SVG element without style sheets in it."""
    key = (viewer if position.game.spec.hidden else None, flip, coordinates)
    drawn = position.pictures.get(key)
    if drawn is None:
        svg = position.state.svg(seat=key[0], size=SIZE, flip=flip, coordinates=coordinates)
        drawn = _STYLE.sub("", svg)
        if len(position.pictures) < KEPT:
            position.pictures[key] = drawn
    return drawn


def thumbnail(game_id: str) -> str:
    """A small picture of a game: its start, or where that is empty, a few moves later."""
    state = find_game(game_id).start()
    for seed in range(PLIES_SHOWN):
        if state.turn == CHANCE:
            state.play(state.draw(seed))
        elif state.turn is None or any(cell.pieces for cell in state.scene(0).cells):
            break
    if not any(cell.pieces for cell in state.scene(0).cells):
        for ply in range(PLIES_SHOWN):
            moves = state.moves()
            if state.turn in (None, CHANCE) or not moves:
                break
            state.play(moves[(17 + 23 * ply) % len(moves)])
    seat = 0 if state.game.spec.hidden else None
    return state.svg(seat=seat, size=THUMB, coordinates=False, last=False)
