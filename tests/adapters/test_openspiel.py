"""OpenSpiel's own random simulation test, and its algorithms on our games."""

from __future__ import annotations

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import mcts  # noqa: E402

from parlour.adapters import openspiel  # noqa: E402
from tests.conftest import standard_games  # noqa: E402

QUICK = ["hex", "chainn", "stones-of-fortune", "tiger-bridge"]
SLOW = sorted({*standard_games()} - {"naval-qi"})


def simulate(game_id: str) -> None:
    game = pyspiel.load_game(openspiel.short_name(game_id))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game_id", QUICK)
def test_openspiels_own_simulation_passes(game_id: str) -> None:
    simulate(game_id)


@pytest.mark.long
@pytest.mark.parametrize("game_id", SLOW)
def test_openspiels_own_simulation_passes_for_every_game(game_id: str) -> None:
    simulate(game_id)


def test_types_are_told_as_they_are() -> None:
    kinds = pyspiel.GameType
    bridge = pyspiel.load_game("parlour_tiger_bridge").get_type()
    assert bridge.information == kinds.Information.IMPERFECT_INFORMATION
    assert bridge.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    hexes = pyspiel.load_game("parlour_hex", {"size": "5"})
    assert hexes.get_type().chance_mode == kinds.ChanceMode.DETERMINISTIC
    assert hexes.num_distinct_actions() == 26
    assert hexes.get_type().utility == kinds.Utility.ZERO_SUM


def test_openspiels_search_plays_a_game() -> None:
    game = pyspiel.load_game("parlour_hex", {"size": "3", "pie": "no"})
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(7))
    bot = mcts.MCTSBot(game, 2.0, 30, evaluator, random_state=np.random.RandomState(7))
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sorted(state.returns()) == [-1.0, 1.0]


def test_information_states_follow_the_views() -> None:
    game = pyspiel.load_game("parlour_revolver")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    seat = state.current_player()
    assert state.information_state_string(seat) == state.information(seat)
    assert state.observation_string(seat) == state.inner.view(seat)
