"""Several good moves side by side: what each promises, and how the game would go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from parlour.kernel.layout import CHANCE
from parlour.players.chance import shares
from parlour.table.game import State
from parlour.table.player import Advice, Player, Progress, has_few_moves

MOST = 6  # moves side by side
CANDIDATES = 150  # legal moves that are weighed
QUICK = "strongest:nodes=1500,simulations=150,deals=2"  # who chooses moves to be looked at closely


def several(
    state: State,
    player: Player,
    quick: Player,
    count: int,
    progress: Progress | None = None,
) -> list[Advice]:
    """At most `count` of the best moves, the best first, each with its own line, as `player` sees them.

    All but the first are chosen by `quick`, a player with a small budget, which looks at every move's
    position; `player` then looks at those more closely. Where chances of different positions cannot be
    compared (hidden information, other than two seats) the best move stands alone.
    """
    best = player.advise(state.copy(), progress)
    beside = others(state, best.move, player, quick, count - 1, progress)
    return sorted([best, *beside], key=lambda advice: -(advice.chance or 0.0))


def others(
    state: State,
    but: str,
    player: Player,
    quick: Player,
    count: int,
    progress: Progress | None = None,
) -> list[Advice]:
    """At most `count` of the best moves `but` one, the best first; none where `several` has one only."""
    if count < 1 or state.game.spec.hidden or state.game.seats != 2 or not has_few_moves(state):
        return []
    moves = [move for move in state.moves()[:CANDIDATES] if move != but]
    weighed = compare(state, moves, quick.advise)[: min(count, MOST - 1)]
    return compare(
        state, [advice.move for advice in weighed], lambda at: player.advise(at, progress)
    )


def compare(state: State, moves: Iterable[str], look: Callable[[State], Advice]) -> list[Advice]:
    """What moves promise the seat to move in `state`, the best first, by a look at what they lead to.

    Moves after which chance decides are left out, and those of which the player has no idea.
    """
    found = [_after(state, move, look) for move in moves]
    return sorted(
        (advice for advice in found if advice is not None),
        key=lambda advice: (-(advice.chance or 0.0), advice.move),
    )


def _after(state: State, move: str, look: Callable[[State], Advice]) -> Advice | None:
    """What a move promises; None where chance decides next, or where the player has no idea."""
    seat, after = state.turn, state.copy().play(move)
    assert seat is not None
    if after.outcome is not None:
        share = shares([float(score) for score in after.outcome.scores], state.game.spec.sides)
        return Advice(move, None, (move,), chance=share[seat], proven=True, distance=None)
    if after.turn == CHANCE:
        return None
    found = look(after)
    if found.chance is None:
        return None
    same = after.turn == seat
    return Advice(
        move,
        None,
        (move, *found.line),
        found.words,
        found.nodes,
        found.depth,
        found.chance if same else 1 - found.chance,
        found.proven,
        None if found.distance is None else _from_here(found.distance, same),
    )


def _from_here(distance: int, same: bool) -> int:
    """Plies to a proven end, counted from one ply before, for the seat that made that ply."""
    own = distance if same else -distance
    return own + (1 if own > 0 else -1)
