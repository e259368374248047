"""PettingZoo environments of all games (https://pettingzoo.farama.org, the extra ``rl``).

`env` is an AEC environment: seats act in the order in which the game asks them, chance is drawn between.
An observation is a dictionary with ``observation`` (see `parlour.adapters.observations`) and
``action_mask``; an action is an index (see `parlour.adapters.actions`). Returns are those of
`parlour.adapters.episode.returns`, given at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.adapters.episode import Episode, resolve_game
from parlour.adapters.rendering import MODES, render
from parlour.errors import MissingExtra
from parlour.table.game import Game

try:
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ImportError as error:
    raise MissingExtra("PettingZoo needs the extra `rl`: pip install 'parlour[rl]'") from error


def env(
    game: Game | str, render_mode: str | None = None, max_moves: int = 0, **options: Any
) -> Any:
    """A game as an AEC environment that checks how it is used.

    `max_moves` breaks a game off (truncation), 0 never does. Raises UnknownGame, BadOption, and ValueError
    for a `render_mode` that is none of ``human``, ``ansi``, ``svg``, ``rgb_array`` or None.
    """
    made = raw_env(game, render_mode, max_moves, **options)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  (PettingZoo's own name for it)
    """The environment itself: `action_text` tells what an index means in the present position."""

    def __init__(
        self,
        game: Game | str,
        render_mode: str | None = None,
        max_moves: int = 0,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode is {render_mode!r}; expected None, {', '.join(MODES)}")
        self.episode = Episode(resolve_game(game, options), max_moves)
        self.metadata = {
            "name": f"parlour_{self.episode.game.id}_v0",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episode.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen, n = self.episode.observations, self.episode.actions.n
        self.observation_spaces = {
            agent: Dict(
                observation=Box(seen.low, seen.high, seen.shape, seen.dtype),
                action_mask=Box(0, 1, (n,), np.int8),
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(n) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """All indices of moves."""
        return self.action_spaces[agent]

    def action_text(self, index: int) -> str:
        """The text of the legal move with an index; raises IllegalMove."""
        return self.episode.actions.text(self.episode.state, index)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; `seed` decides all of chance."""
        self.episode.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; its mask is empty while another is to move."""
        seat = self._seats[agent]
        return {
            "observation": self.episode.observation(seat),
            "action_mask": self.episode.mask(seat),
        }

    def step(self, action: int | None) -> None:
        """Play the move with an index; raises IllegalMove for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("a move is needed: an index from the action mask")
        self._cumulative_rewards[agent] = 0.0
        self.episode.play(action)
        self.rewards = dict(zip(self.agents, self.episode.returns, strict=True))
        self.terminations = dict.fromkeys(self.agents, self.episode.over)
        self.truncations = dict.fromkeys(self.agents, self.episode.truncated)
        self.agent_selection = self._next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as the seat to move sees it, in the environment's mode."""
        if self.render_mode is None:
            return None
        return render(self.episode.state, self.episode.seat, self.render_mode)

    def close(self) -> None:
        """Nothing has to be given back."""

    def _next(self) -> str:
        seat = self.episode.seat
        return self.agents[0] if seat is None else self.possible_agents[seat]
