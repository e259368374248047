"""How a game ended, as it is kept."""

from __future__ import annotations

from parlour.table.state import State


def details_of(state: State) -> dict[str, str]:
    """What else is told of a game's end; `merit` is a solitaire's own count, more being better."""
    assert state.outcome is not None
    merit = getattr(state.game.notation, "merit", None)
    more = {} if merit is None else {"merit": str(merit(state))}
    return {**state.outcome.details, **more}
