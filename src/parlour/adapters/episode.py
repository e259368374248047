"""One episode of a game for environments: draws chance, numbers moves, turns scores into returns."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from parlour.adapters.actions import Actions, Mask
from parlour.adapters.observations import Observation, Observations
from parlour.kernel.layout import CHANCE
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game


def resolve_game(game: Game | str, options: dict[str, Any]) -> Game:
    """The given game, or the game with this name and options; raises UnknownGame, BadOption."""
    return game if isinstance(game, Game) else find_game(game, **options)


def returns(scores: Sequence[Fraction | float]) -> tuple[float, ...]:
    """Zero-sum returns from scores: with n seats, n times the score minus the sum of scores.

    With two seats a win is 1, a draw 0, a loss -1. A game for one returns its score.
    """
    if len(scores) == 1:
        return (float(scores[0]),)
    total = sum(scores)
    return tuple(float(len(scores) * score - total) for score in scores)


class Episode:
    """One game from its start to its end, or to `max_moves` moves."""

    def __init__(self, game: Game, max_moves: int = 0) -> None:
        self.game, self.max_moves = game, max_moves
        self.actions, self.observations = Actions(game), Observations(game)
        self.rng = random.Random()
        self.reset(None)

    def reset(self, seed: int | None) -> None:
        """Start over. `seed` determines all chance; None continues the present generator.

        An episode has a decision: a deal that is over before anybody could move is dealt again (about one
        in a thousand of Chainn's), since environments have no word for an end without a step.
        """
        if seed is not None:
            self.rng = random.Random(seed)
        self._begin()
        while self.over:
            self._begin()

    def _begin(self) -> None:
        self.state = self.game.start()
        self.moves = 0
        self._draw()

    def play(self, index: int) -> None:
        """Play the move with an index, and what chance does then; raises IllegalMove."""
        self.state.play(self.actions.text(self.state, index))
        self.moves += 1
        self._draw()

    def _draw(self) -> None:
        while self.state.turn == CHANCE:
            self.state.play(self.state.draw(self.rng))

    @property
    def seat(self) -> int | None:
        """The seat to move, None when the game is over or broken off."""
        return None if self.truncated else self.state.turn

    @property
    def over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.state.outcome is not None

    @property
    def truncated(self) -> bool:
        """Whether the game stopped at `max_moves` before its end."""
        return not self.over and 0 < self.max_moves <= self.moves

    @property
    def returns(self) -> tuple[float, ...]:
        """The return of each seat at the end; zeros before it, and after a truncation."""
        outcome = self.state.outcome
        return returns(outcome.scores) if outcome else (0.0,) * self.game.seats

    def observation(self, seat: int) -> Observation:
        """What a seat sees."""
        return self.observations.of(self.state, seat)

    def mask(self, seat: int) -> Mask:
        """The legal moves of a seat, after a truncation too; none if it is another's turn."""
        if seat != self.state.turn:
            return np.zeros(self.actions.n, np.int8)
        return self.actions.mask(self.state)
