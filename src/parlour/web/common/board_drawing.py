"""Boards for pages: a position's picture as one viewer may see it."""

from __future__ import annotations

from dataclasses import replace

from parlour.kernel.layout import CHANCE
from parlour.kernel.scene import Scene
from parlour.picture.svg_state import Drawn, board_cells, state_parts
from parlour.picture.viewpoint import USUAL_SKIN, Viewpoint
from parlour.play.position import Position
from parlour.table.game import Game

SIZE = 640  # pixels; pages scale pictures to their room
THUMB = 280
PLIES_SHOWN = 14  # played at random for the lobby's picture of a game that starts empty
KEPT = 8  # pictures of one position that are remembered

STYLED = "<style>"  # the part that pages leave out: they have these rules in their own sheet


def board(position: Position, at: Viewpoint, scene: Scene | None = None) -> Drawn:
    """The board as it is seen from a viewpoint; style sheets are left to the page.

    `scene` replaces what viewers with the same knowledge usually see.
    """
    seat = at.seat if position.game.spec.hidden else None
    at = replace(at, seat=seat, size=SIZE, marks=position.decisive)
    if scene is None and at in position.pictures:
        return position.pictures[at]
    state = position.state
    shown = scene or position.scene(seat).picture or position.scene(seat)
    drawn_parts = state_parts(state, at, shown)
    parts = [part for part in drawn_parts.texts if not part.startswith(STYLED)]
    drawn = Drawn(parts, drawn_parts.cells, board_cells(state, shown, at))
    if scene is None and len(position.pictures) < KEPT:
        position.pictures[at] = drawn
    return drawn


FAR = 0.65  # of the board's height: above that a seat's pieces lie at its far side
UNKNOWN = "unknown"  # the tone of cells of which a seat knows nothing


def lies_far(scene: Scene, seat: int) -> bool:
    """Whether a seat's pieces, the cards in its hand, or what it knows of the board lie at its far side."""
    shown = scene.picture or scene
    colour = scene.colours[seat] if seat < len(scene.colours) else None
    in_hand = shown.shape == "card"
    own = [
        cell.y
        for cell in shown.cells
        if any(p.kind != "back" if in_hand else p.colour == colour for p in cell.picture_pieces)
    ]
    if any(cell.tone == UNKNOWN for cell in shown.cells):
        own = [cell.y for cell in shown.cells if cell.tone != UNKNOWN]
    if not own:
        return False
    low, high = min(c.y for c in shown.cells), max(c.y for c in shown.cells)
    return sum(own) / len(own) > low + FAR * (high - low)


def shape(game: Game) -> str:
    """The shape of the cells on a game's board: square, hexagon, disc or card."""
    return game.start().scene(0).shape


def thumbnail(game: Game, skin: str = USUAL_SKIN) -> str:
    """A small picture of a game: its start, or where that is empty, a few moves later."""
    state = game.start()
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
    return state.svg(seat=seat, size=THUMB, coordinates=False, last=False, skin=skin)
