"""What requests do to a game of two people, for the search for an order: the moves, an offer, an end.

The model knows nothing of the rules of any game: that the moves are legal and the end is right is
checked with the stored record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from parlour.durability.history import Operation
from parlour.play.conduct import DRAW, TIME, UNDO

RESIGNATION, AGREEMENT = "resignation", "agreement"
AGREED = (RESIGNATION, AGREEMENT, TIME)  # the ends that are not by the rules


@dataclass(frozen=True)
class GameState:
    """A game between two people; the offer is its kind, its seat and the ply to go back to."""

    moves: tuple[tuple[int, str], ...] = ()
    offer: tuple[str, int, int] | None = None
    end: str = ""  # not by the rules

    def back(self, ply: int) -> GameState:
        """The game after `ply` plies, which goes on."""
        return GameState(self.moves[:ply])


def step(state: GameState, operation: Operation) -> GameState | None:
    """The game after an operation; None if it is impossible there."""
    return _STEPS[operation.kind](state, operation.body, operation.answer)


def _move(state: GameState, body: dict[str, Any], answer: dict[str, Any]) -> GameState | None:
    if state.end or len(state.moves) != body["ply"]:
        return None
    return GameState((*state.moves, (body["seat"], body["move"])))


def _undo(state: GameState, body: dict[str, Any], answer: dict[str, Any]) -> GameState | None:
    seat = body["seat"]
    plies = [ply for ply, (mover, _) in enumerate(state.moves) if mover == seat]
    if state.end == TIME or not (state.end or plies):
        return None
    return _offered(state, (UNDO, seat, len(state.moves) if state.end else plies[-1]))


def _draw(state: GameState, body: dict[str, Any], answer: dict[str, Any]) -> GameState | None:
    return None if state.end else _offered(state, (DRAW, body["seat"], len(state.moves)))


def _offered(state: GameState, offer: tuple[str, int, int]) -> GameState | None:
    return None if state.offer == offer else replace(state, offer=offer)


def _answer(state: GameState, body: dict[str, Any], answer: dict[str, Any]) -> GameState | None:
    if state.offer is None:
        return None
    kind, seat, ply = state.offer
    if not body["agree"]:
        return replace(state, offer=None)
    if seat == body["seat"]:
        return None
    return state.back(ply) if kind == UNDO else replace(state, offer=None, end=AGREEMENT)


def _resign(state: GameState, body: dict[str, Any], answer: dict[str, Any]) -> GameState | None:
    return None if state.end else replace(state, offer=None, end=RESIGNATION)


def _look(state: GameState, body: dict[str, Any], answer: dict[str, Any]) -> GameState | None:
    """The game as somebody saw it, or as it is stored at the end."""
    if answer["reason"] == TIME and not state.end:
        state = replace(state, offer=None, end=TIME)
    seen = tuple((seat, text) for seat, text in answer["moves"])
    end = answer["reason"] if answer["reason"] in AGREED else ""
    fits = _same_offer(answer["offer"], state.offer)
    return state if fits and (seen, end) == (state.moves, state.end) else None


def _same_offer(seen: Sequence[Any] | None, offer: tuple[str, int, int] | None) -> bool:
    """Whether somebody saw this offer: its kind and seat, perhaps the ply to go back to."""
    if seen is None or offer is None:
        return seen is offer
    return tuple(seen) == offer[: len(seen)]


_STEPS = {
    "move": _move,
    "undo": _undo,
    "draw": _draw,
    "answer": _answer,
    "resign": _resign,
    "look": _look,
}
