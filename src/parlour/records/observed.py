"""A game with hidden information as one seat, or an onlooker, observed it."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.kernel.moves import SILENT
from parlour.records.tree import HEARD, Tree, seats_of_history
from parlour.table.game import State

ONLOOKER = "onlooker"


def as_heard(state: State, seat: int | None, tags: Mapping[str, str] | None = None) -> Tree:
    """The game that led to `state`, as `seat` (None: an onlooker) observed it.

    Each move is what the seat observed of it; unobserved moves are left out. Position is what the seat
    saw. The tag Heard names the seat, and such a tree has no positions. A game without hidden
    information is returned whole.
    """
    if not state.game.spec.hidden:
        return Tree.from_state(state, tags)
    name = ONLOOKER if seat is None else state.game.seat_names[seat]
    seats, start = seats_of_history(state)
    begun = None if start.text == state.game.start().text else start.view(seat)
    tree = Tree(state.game, {HEARD: name, **(tags or {})}, begun)
    if state.outcome is not None:
        tree.end_by(state.outcome)
    node = tree.root
    for text, mover in zip(heard_texts(state, seat), seats, strict=True):
        if text != SILENT:
            node = node.grow(text, mover)
    return tree


def heard_texts(state: State, seat: int | None) -> tuple[str, ...]:
    """The moves and outcomes of the game that led to `state`, each as `seat` observed it, or SILENT."""
    heard = state.game.notation.observed_text
    return tuple(heard(ply.record, ply.code, seat) for ply in state.past)
