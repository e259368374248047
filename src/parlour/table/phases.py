"""Games and clocks that take notice of a game's phases."""

from __future__ import annotations

from parlour.clocks import Clock, clock
from parlour.errors import BadClock
from parlour.table.game import Game, State


def clock_for(game: Game, text: str) -> Clock:
    """The clock of this text for a game; raises BadClock, also where the game lacks its phases."""
    rule = clock(text, game.seats)
    missing = [name for name in rule.phases if name not in game.notation.PHASES]
    if missing:
        raise BadClock(
            f"{rule.kind} is for games with the phases {', '.join(rule.phases)}, which {game.title} has not"
        )
    return rule


def phase_of(state: State, ply: int | None = None) -> str:
    """The phase after `ply` plies, or the present one, by its name; "" if the game has none."""
    past = state.past
    record = state.record if ply is None or ply >= len(past) else past[ply].record
    return str(state.game.notation.phase(record))
