"""What every driver asks of a game and a state before it searches."""

from __future__ import annotations

from typing import Any

from parlour.errors import BadPlayer
from parlour.kernel.workspace import REACH
from parlour.table.game import Game, State


def instance(game: Game, compiled: bool) -> Any:
    """The compiled or the plain instance of the rules that a search plays."""
    played = game.searched
    return played.compiled if compiled else played.plain


def is_made(function: Any, *arguments: Any) -> bool:
    """Whether a compiled function's machine code for such arguments is at hand, here or in the cache."""
    signature = tuple(function.typeof_pyval(argument) for argument in arguments)
    if signature in function.overloads:  # to load it again would take milliseconds
        return True
    # Numba has no public way
    return function._cache.load_overload(signature, function.targetctx) is not None


def refuse_hidden(game: Game, search: str, face_up: bool = False) -> None:
    """Raise BadPlayer where a search would look at what its seat may not know, unless all lies `face_up`."""
    if game.spec.hidden and not face_up:
        raise BadPlayer(
            f"{search} would see what is hidden in {game.name}; there are ismcts and determinized"
        )


def moves_left(state: State) -> list[int]:
    """The moves that each seat has left before the move limit, REACH where there is none.

    If seats do not simply alternate, each entry has the moves left for all together.
    """
    limit, seats = state.game.move_limit, state.game.seats
    if limit == 0:
        return [REACH] * seats
    if not state.game.spec.alternating:
        return [limit * seats - sum(state.counted)] * seats
    return [limit - made for made in state.counted]
