"""The worked examples run, with less work than they are made for."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_openspiels_search_with_hidden_information_wins_at_revolver() -> None:
    pytest.importorskip("pyspiel")
    returns = example("ismcts_revolver").returns
    assert sum(returns(30, 15)) > sum(returns(30, 0))


@pytest.mark.long
def test_regret_falls_at_a_small_revolver() -> None:
    pytest.importorskip("pyspiel")
    module = example("cfr_revolver")
    game = module.small_game()
    begun = module.gain(game, module.by_cfr(game, 0))
    assert module.gain(game, module.by_cfr(game, 6)) < begun / 3
    assert module.gain(game, module.by_sampling(game, 60)) < begun / 1.5


@pytest.mark.long
def test_a_policy_for_a_game_in_one_file_can_hardly_be_exploited() -> None:
    pytest.importorskip("pyspiel")
    module = example("cfr_dark_hex")
    (_, before), (_, after) = module.exploitabilities(module.small_game(), 25, 25)
    assert before > 0.4
    assert after < 0.05


@pytest.mark.long
def test_openspiels_search_meets_ours() -> None:
    pytest.importorskip("pyspiel")
    module = example("mcts_merlins_chain")
    assert module.play(4, "mcts:simulations=10", True, 1) in (-1.0, 0.0, 1.0)


@pytest.mark.long
def test_ppo_from_planes_learns_yavalath_in_seconds() -> None:
    _, shares = example("ppo_planes_yavalath").learn(24)
    assert sum(shares[:2]) / 2 < 0.65
    assert sum(shares[-6:]) / 6 > 0.75


@pytest.mark.long
def test_ppo_learns_to_win_at_yavalath() -> None:
    pytest.importorskip("sb3_contrib")
    module = example("ppo_yavalath")
    assert module.score(module.learn(3000), 40) > module.score(None, 40)
