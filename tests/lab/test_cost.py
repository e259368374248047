"""What experiments cost: of games that are kept as it was, of others as a try says; who is strong."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.lab import cost
from parlour.lab.cost import Cost, costs, strongest
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.running import run
from parlour.lab.stopping import enough
from parlour.lab.workers import here

TEXT = """
title = "Small boards of Hex"
question = "Who wins?"
games = 4
[[variant]]
game = "hex:pie=no"
options.size = [3, 4]
[strengths]
players = "mcts:simulations={}"
from = 2
factor = 3
match = 6
beyond = 2
"""
AT_RANDOM = TEXT.partition("[strengths]")[0] + '[[budget]]\nplayers = "random"\n'


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    return parse_experiment(TEXT, stem="cost")


@pytest.mark.long  # it compiles a search
def test_who_is_beyond_the_strongest_costs_as_much_more(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seconds(tried: object, text: str, state: object) -> float:
        return float(text.partition("=")[2])  # a second for each simulation

    monkeypatch.setattr(cost._Tried, "_thinking_time", seconds)
    found = costs(experiment, Laboratory(tmp_path))
    of = {(c.variant, c.budget): c for c in found}
    names = [budget.name for budget in experiment.budgets]
    assert [c.move for c in found[: len(names)]] == [2, 6, 18, 6, 18, 54]
    moves = of[0, 0].game / 2
    match = of[0, names.index("54 against 18")]
    assert match.game == pytest.approx(36 * moves)  # half of the moves are the stronger's
    assert match.remaining == pytest.approx(2 * match.game) == match.whole
    assert strongest(experiment, found) == 18


@pytest.mark.long
def test_games_that_are_kept_tell_what_they_took(tmp_path: Path) -> None:
    alone, laboratory = parse_experiment(AT_RANDOM), Laboratory(tmp_path)
    run(alone, laboratory, here, enough)
    for found in costs(alone, laboratory):
        count, spent = laboratory.count_played(alone, found.variant, found.budget)
        assert found.game == pytest.approx(spent / count)
        assert found.move < found.game
        assert found.remaining == 0
        assert found.whole == pytest.approx(spent)


def test_of_players_that_count_nothing_no_strength_is_told() -> None:
    assert strongest(parse_experiment(AT_RANDOM), [Cost(0, 0, 1e-6, 1e-5, 4, 0, 0.0)]) is None
