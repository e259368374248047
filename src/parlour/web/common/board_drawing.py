"""Pictures of boards for pages, as one viewer may see them."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from random import Random

from parlour.kernel.layout import CHANCE
from parlour.kernel.scene import Scene
from parlour.picture.svg_state import Drawn, draw_board
from parlour.picture.viewpoint import USUAL_SKIN, Viewpoint
from parlour.play.position import Position
from parlour.table.game import Game

SIZE = 640  # pixels; pages scale the pictures
THUMB = 280
THUMB_PLIES = 14  # played for the thumbnail of a game that starts empty
CACHED = 8  # pictures for each position

TALL = 1.6  # height to width; beside a taller board are the choices
VIEW_BOX = re.compile(r'viewBox="[-.\d]+ [-.\d]+ ([.\d]+) ([.\d]+)"')


def is_tall(picture: str) -> bool:
    """Whether a picture is so high that the page shows the choices beside it."""
    size = VIEW_BOX.search(picture)
    return size is not None and float(size[2]) > TALL * float(size[1])


def board(position: Position, at: Viewpoint, scene: Scene | None = None) -> Drawn:
    """The board from a viewpoint, without its style sheet.

    `scene` replaces the usual scene, for a view that only some players have.
    """
    seat = at.seat if position.game.spec.hidden else None
    at = _on_page(at, seat, position.decisive)
    if scene is None and at in position.pictures:
        return position.pictures[at]
    shown = scene or position.scene(seat).picture or position.scene(seat)
    drawn = draw_board(position.state, at, shown, position.pictures_before.get(at))
    if scene is None and len(position.pictures) < CACHED:
        position.pictures[at] = drawn
    return drawn


@lru_cache(maxsize=512)
def _on_page(at: Viewpoint, seat: int | None, marks: tuple[str, ...]) -> Viewpoint:
    """The viewpoint from which a page shows a board."""
    return replace(at, seat=seat, size=SIZE, marks=marks)


FAR = 0.65  # of the board's height; pieces above it are at the far side
UNKNOWN = "unknown"  # the tone of cells unknown to a seat


def lies_far(scene: Scene, seat: int) -> bool:
    """Whether a seat's pieces, cards or known cells are at the far side of the board."""
    shown = scene.picture or scene
    colour = scene.colours[seat] if seat < len(scene.colours) else None
    in_hand = shown.shape == "card"
    own = [
        cell.y
        for cell in shown.cells
        if any(p.kind != "back" if in_hand else p.colour == colour for p in cell.picture_pieces)
    ]
    if any(cell.tone == UNKNOWN for cell in scene.cells):
        shown = scene  # of which the picture may show a part
        own = [cell.y for cell in shown.cells if cell.tone != UNKNOWN]
    if not own:
        return False
    low, high = min(c.y for c in shown.cells), max(c.y for c in shown.cells)
    return sum(own) / len(own) > low + FAR * (high - low)


@lru_cache(maxsize=512)
def begins_far(game: Game, seat: int) -> bool:
    """Whether a seat's pieces begin at the far side of the board."""
    return lies_far(game.start().play_chance(Random(0)).scene(seat), seat)


def shape(game: Game) -> str:
    """The shape of a game's cells: square, hexagon, disc or card."""
    return game.start().scene(0).shape


def thumbnail(game: Game, skin: str = USUAL_SKIN) -> str:
    """A small picture of a game: its start, or a position a few moves later if that is empty."""
    state = game.start()
    for seed in range(THUMB_PLIES):
        if state.turn == CHANCE:
            state.play(state.draw(seed))
        elif state.turn is None or any(cell.pieces for cell in state.scene(0).cells):
            break
    if not any(cell.pieces for cell in state.scene(0).cells):
        for ply in range(THUMB_PLIES):
            moves = state.moves()
            if state.turn in (None, CHANCE) or not moves:
                break
            state.play(moves[(17 + 23 * ply) % len(moves)])
    seat = 0 if state.game.spec.hidden else None
    return state.svg(seat=seat, size=THUMB, coordinates=False, last=False, skin=skin)
