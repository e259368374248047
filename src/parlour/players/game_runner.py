"""Run a game between bots, or of random moves, to its end or to a limit.

    run_game(game.start(), by_seat(players), random.Random(7))

`game_plies` is the same as an iterator, for a caller that follows every ply.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from parlour.kernel.layout import CHANCE
from parlour.table.game import State
from parlour.table.player import Player
from parlour.table.plies import Ply

Chooser = Callable[[State], str]  # the text of the move or chance outcome to play


def by_seat(players: Sequence[Player]) -> Chooser:
    """Let the player of the seat to move choose."""

    def choose(state: State) -> str:
        assert state.turn is not None
        return players[state.turn].choose(state)

    return choose


def game_plies(
    state: State,
    choose: Chooser,
    chance: random.Random | Chooser,
    *,
    plies: int | None = None,
    moves: int | None = None,
) -> Iterator[Ply]:
    """Play on in `state` and yield each ply after it is played.

    `choose` names the moves; `chance` draws the outcomes. The game stops at its end, after `plies`
    moves and outcomes, or after `moves` moves of players.
    """
    draw = chance if callable(chance) else _draw_with(chance)
    while (turn := state.turn) is not None and plies != 0 and moves != 0:
        if state.claimable is not None:  # the side that is worse off claims the draw
            state.claim()
            return
        state.play(draw(state) if turn == CHANCE else choose(state))
        plies = None if plies is None else plies - 1
        moves = moves if moves is None or turn == CHANCE else moves - 1
        yield state.past[-1]


def run_game(
    state: State,
    choose: Chooser,
    chance: random.Random | Chooser,
    *,
    plies: int | None = None,
    moves: int | None = None,
) -> State:
    """Play on in `state`, as `game_plies` does, and return it."""
    for _ in game_plies(state, choose, chance, plies=plies, moves=moves):
        pass
    return state


def _draw_with(rng: random.Random) -> Chooser:
    return lambda state: state.draw(rng)
