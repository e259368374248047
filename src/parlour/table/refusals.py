"""Why a move cannot continue with a click: the game's own reason, or one that any board gives.

Nothing here, and nothing in a game's `why_not`, speaks of how moves are typed.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.kernel.layout import MANY, room_for_moves
from parlour.kernel.moves import Given, Refusal, refuse
from parlour.kernel.scene import Cell
from parlour.language import _, mark, translate
from parlour.table.entry import LISTED, enter
from parlour.table.game import State

# The reasons of games that give none of their own.
USUAL = {
    "no-cell": mark("there is no {cell} on the board"),
    "word": mark("no cell is chosen now: {words}"),
    "occupied": mark("something lies on {cell} already"),
    "barred": mark("nothing may be placed on {cell} now"),
    "empty": mark("nothing stands on {cell}"),
    "theirs": mark("what stands on {cell} is not {seat}'s"),
    "stuck": mark("what stands on {cell} has no legal move"),
    "same": mark("a move from {start} ends elsewhere"),
    "own": mark("{seat}'s own piece stands on {cell}"),
    "way": mark("what stands on {start} does not go to {cell}"),
    "no-word": mark("that cannot be chosen now"),
}


def why_not(state: State, given: Sequence[Given]) -> Refusal:
    """Why no legal move begins with these steps, of which the last one leads nowhere."""
    own: Refusal | None = state.game.notation.why_not(state.record, tuple(given))
    return own or _usual(state, given)


def _usual(state: State, given: Sequence[Given]) -> Refusal:
    """What the board tells by itself: empty, another's, no legal move, not reached."""
    (kind, name), before = given[-1], [text for kind, text in given[:-1] if kind == "cell"]
    seat = state.turn if state.turn is not None and state.turn >= 0 else 0
    scene = state.scene(seat)
    cell = next((c for c in (*scene.cells, *scene.aside) if c.name == name), None)
    names = {
        "cell": name,
        "seat": translate(state.game.seat_names[seat]),
        "start": before[-1] if before else "",
    }
    if kind == "word":
        return _refuse("no-word")
    if cell is None:
        return _refuse("no-cell", **names)
    reason = _second(cell, before, _colour(state, seat)) if before else _first(state, cell, seat)
    if reason == "word":
        names["words"] = _words(state)
    return _refuse(reason, **names)


def _refuse(reason: str, **names: str) -> Refusal:
    return refuse({reason: translate(USUAL[reason])}, reason, **names)


def _colour(state: State, seat: int) -> str | None:
    colours = state.scene(seat).colours
    return colours[seat] if seat < len(colours) else None


def _first(state: State, cell: Cell, seat: int) -> str:
    legal = state.legal if _are_listed(state) else ()
    if legal and not enter(legal).cells:
        return "word"
    if legal and not any(move.moved for move in legal):
        return "occupied" if cell.pieces else "barred"
    if not cell.pieces:
        return "empty"
    return "stuck" if cell.pieces[-1].colour == _colour(state, seat) else "theirs"


def _second(cell: Cell, before: Sequence[str], colour: str | None) -> str:
    if cell.name == before[-1]:
        return "same"
    return "own" if cell.pieces and cell.pieces[-1].colour == colour else "way"


def _words(state: State) -> str:
    """The choice to make in place of a cell, by the words on its buttons."""
    return _(" or ").join(step.words for step in enter(state.legal).words[:6])


def _are_listed(state: State) -> bool:
    rules = state.game.plain.rules
    return rules.MAX_MOVES <= MANY or room_for_moves(rules, state.record) <= LISTED
