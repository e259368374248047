"""The weights that ship with the package: readable, small, made for the games as they are."""

from __future__ import annotations

import parlour
from parlour.search.evaluation.ntuple_model import Model, learnt_model, weights_path

MOST_BYTES, MOST_ALTOGETHER = 1_500_000, 20_000_000
LEARNT = [name for name in parlour.games() if weights_path(parlour.game(name)).is_file()]


def test_shipped_weights_fit_their_games() -> None:
    assert "english-draughts" in LEARNT
    sizes = []
    for name in LEARNT:
        game = parlour.game(name)
        path = weights_path(game)
        sizes.append(path.stat().st_size)
        model = learnt_model(game)
        assert model is not None, (
            f"{name}: its rules are not those that the weights were learnt with"
        )
        rules = game.plain.rules
        assert len(model.first) == rules.CODED_CELLS + 1
        assert len(model.count_weights) == 2 * rules.EXTRAS
        assert {"game", "parameters", "plan", "generation"} <= set(model.story)
        assert Model.load(path).digest == model.digest
    assert max(sizes) <= MOST_BYTES
    assert sum(sizes) <= MOST_ALTOGETHER


def test_weights_hold_for_the_options_that_they_were_learnt_with() -> None:
    assert learnt_model(parlour.game("english-draughts", draw_moves=30)) is None
    assert learnt_model(parlour.game("english-draughts", move_limit=100)) is None
    assert learnt_model(parlour.game("yavalath")) is None
