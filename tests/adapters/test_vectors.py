"""Many games at once, compared with states played one by one by the plain rules."""

from __future__ import annotations

import numpy as np
import pytest

import parlour
from parlour.adapters import vector
from parlour.adapters.actions import Actions
from tests.conftest import at_length

GAMES = ["yavalath", at_length("english-draughts")]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_game_goes_as_it_would_alone(name: str) -> None:
    game = parlour.game(name)
    actions = Actions(game)
    games = vector(game, n=8, seed=3, max_plies=200)
    states = [game.start() for _ in range(8)]
    for _ in range(120):
        chosen = games.random_actions().copy()
        for i, state in enumerate(states):
            if state.outcome is not None:  # by repetition, which is not looked at in many games
                continue
            assert state.turn == games.turns[i]
            assert len(state.moves()) == games.counts[i] == games.masks[i].sum()
            if not actions.hashed:
                assert np.array_equal(actions.mask(state), games.masks[i])
            state.play(games.text(i, int(chosen[i])))
        scores, ended = games.step(chosen)
        for i in np.flatnonzero(ended):
            outcome = states[i].outcome
            if ended[i] == 1 and outcome is not None and outcome.reason != "repetition":
                assert [float(score) for score in outcome.scores] == list(scores[i])
            states[i] = game.start()
        assert not scores[ended == 0].any()
    assert games.masks.sum() == games.counts.sum()


def test_every_game_begins_with_a_decision() -> None:
    """One deal of Chainn in about a thousand is over at once: those are dealt again."""
    games = vector("chainn", n=5000, seed=1)
    assert games.turns.min() >= 0
    assert games.counts.min() > 0


@pytest.mark.long
def test_a_seed_gives_the_same_games_whatever_the_threads() -> None:
    one, two = vector("lines-of-action", n=50, seed=7), vector("lines-of-action", 50, 3, seed=7)
    for _ in range(30):
        chosen = one.random_actions().copy()
        assert np.array_equal(chosen, two.random_actions())
        one.step(chosen)
        two.step(chosen)
    assert np.array_equal(one.boards, two.boards)
    assert not np.array_equal(one.masks, vector("lines-of-action", n=50, seed=8).masks)


def test_opponents_play_within_the_step() -> None:
    games = vector("yavalath", n=20, learner=1, seed=1)
    ended = 0
    for _ in range(60):
        assert set(games.turns) == {1}
        ended += int((games.step(games.random_actions())[1] > 0).sum())
    assert ended > 0


def test_games_are_broken_off() -> None:
    games = vector("lines-of-action", n=4, max_plies=5)
    ends = [games.step(games.random_actions())[1].copy() for _ in range(5)]
    assert not np.any(ends[:4])
    assert set(ends[4]) == {2}


def test_what_cannot_be_done_is_told() -> None:
    games = vector("hex:size=3,pie=no", n=2)
    with pytest.raises(parlour.IllegalMove, match="1 of 2 actions are not legal"):
        games.step(np.array([0, 9]))
    assert games.counts.tolist() == [8, 9]
    with pytest.raises(ValueError, match=r"expected \(2,\)"):
        games.step(np.array([0]))
    with pytest.raises(parlour.IllegalMove):
        games.text(0, 0)
    with pytest.raises(ValueError, match="numbers from 1"):
        vector("hex", n=0)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        vector("hex", n=1, learner=2)
    with pytest.raises(ValueError, match="at most"):
        vector("naval-qi", n=1)
    with pytest.raises(parlour.UnknownGame):
        vector("no-such-game")
