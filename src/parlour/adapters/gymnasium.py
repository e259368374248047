"""Gymnasium environments: one seat of a game, the others played by any player (the extra ``rl``).

Observations and actions are as in `parlour.adapters.pettingzoo`; the mask of legal moves is also in
``info["action_mask"]``, which is where many learners look for it.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from parlour.adapters.actions import whole_number
from parlour.adapters.episode import Episode, resolve_game
from parlour.adapters.rendering import MODES, render
from parlour.errors import IllegalMove, MissingExtra
from parlour.players import player
from parlour.table.game import Game

try:
    import gymnasium
    from gymnasium.spaces import Box, Dict, Discrete
except ImportError as error:
    raise MissingExtra("Gymnasium needs the extra `rl`: pip install 'parlour[rl]'") from error

ON_ILLEGAL = ("lose", "random", "raise")
ILLEGAL = -1.0  # the return of an action that is not legal, where it loses


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a game against players.

    `opponent` is a player's text, as ``random``, ``3`` or ``mcts:simulations=200``. `seat` None draws
    one for each game. An action that is not legal loses: the game ends with the return ILLEGAL, and
    ``info["illegal"]`` says why. With ``on_illegal="random"`` a random legal move replaces it, for
    learners that know no masks; with ``"raise"`` it raises IllegalMove, to find mistakes. What is not a
    whole number always raises it.

    `max_moves` truncates a game at this seat's first turn after this number of moves.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  (Gymnasium's own form)

    def __init__(
        self,
        game: Game | str,
        opponent: str = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        max_moves: int = 0,
        on_illegal: str = "lose",
        **options: Any,
    ) -> None:
        self.episode = Episode(resolve_game(game, options), max_moves)
        seats = self.episode.game.seats
        if seat is not None and seat not in range(seats):
            raise ValueError(f"there is no seat {seat!r}: seats are 0 to {seats - 1}, or None")
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode is {render_mode!r}; expected None, {', '.join(MODES)}")
        if on_illegal not in ON_ILLEGAL:
            raise ValueError(f"on_illegal is {on_illegal!r}; expected {', '.join(ON_ILLEGAL)}")
        self.fixed_seat, self.opponent, self.on_illegal = seat, opponent, on_illegal
        self.render_mode = render_mode
        seen, n = self.episode.observations, self.episode.actions.n
        self.observation_space = Dict(
            observation=Box(seen.low, seen.high, seen.shape, seen.dtype),
            action_mask=Box(0, 1, (n,), np.int8),
        )
        self.action_space = Discrete(n)
        self.own = seat or 0

    def action_text(self, index: int) -> str:
        """The text of the legal move with an index; raises IllegalMove."""
        return self.episode.actions.text(self.episode.state, index)

    def action_masks(self) -> Any:
        """The mask of legal moves, under the name by which sb3-contrib's learners ask for it."""
        return self._mask()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game; `seed` decides all of chance, the seat and the opponents."""
        super().reset(seed=seed)
        word = int(self.np_random.integers(1 << 62))
        game = self.episode.game
        drawn = int(self.np_random.integers(game.seats))
        self.own = drawn if self.fixed_seat is None else self.fixed_seat
        self.others = [player(self.opponent, game, seed=word + seat) for seat in range(game.seats)]
        self.episode.reset(word)
        self._let_others_play()
        while self.episode.over:  # before this seat could move: it has no step to be told in
            self.episode.reset(None)
            self._let_others_play()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play a move, and those of the others until it is this seat's turn again."""
        index = whole_number(action)
        if self.on_illegal == "random":
            index = self._legal(index)
        try:
            self.episode.play(index)
        except IllegalMove as error:
            if self.on_illegal == "raise":
                raise
            return self._observation(), ILLEGAL, True, False, self._info() | {"illegal": str(error)}
        self._let_others_play()
        over, cut = self.episode.over, self.episode.truncated
        return self._observation(), self.episode.returns[self.own], over, cut, self._info()

    def render(self) -> Any:
        """The position as this seat sees it, in the environment's mode."""
        if self.render_mode is None:
            return None
        return render(self.episode.state, self.own, self.render_mode)

    def _legal(self, index: int) -> int:
        legal = sorted(self.episode.actions.legal(self.episode.state))
        if index in legal or not legal:
            return index
        return random.Random(int(self.np_random.integers(1 << 62))).choice(legal)

    def _let_others_play(self) -> None:
        episode = self.episode
        while (turn := episode.state.turn) not in (None, self.own):
            text = self.others[turn].choose(episode.state)
            episode.play(episode.actions.index(episode.state, text))

    def _observation(self) -> dict[str, Any]:
        return {"observation": self.episode.observation(self.own), "action_mask": self._mask()}

    def _mask(self) -> Any:
        return self.episode.mask(self.own)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask(), "seat": self.own}


def env(game: Game | str, opponent: str = "random", **settings: Any) -> SeatEnv:
    """One seat of a game as a Gymnasium environment; the settings are those of `SeatEnv` and options."""
    return SeatEnv(game, opponent, **settings)
