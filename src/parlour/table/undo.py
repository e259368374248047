"""What may be taken back where information is hidden: what was heard cannot be unheard."""

from __future__ import annotations

from parlour.kernel.layout import CHANCE
from parlour.table.state import State


def told_nothing(state: State) -> bool:
    """Whether the last move was one by the seat to move that cannot have told it anything."""
    if not state.history or state.turn in (None, CHANCE):
        return False
    back = state.copy().undo()
    text = state.history[-1]
    return back.turn == state.turn and back.heard(back.code(text), back.turn) == text
