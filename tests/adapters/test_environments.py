"""PettingZoo's, Gymnasium's and OpenSpiel's own tests on our games; numbers of moves; what is seen."""

from __future__ import annotations

import contextlib
import io
import itertools
import random
import time
import warnings
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.adapters import episode
from parlour.adapters.actions import Actions
from parlour.adapters.episode import Episode, returns
from parlour.kernel.layout import CHANCE
from parlour.table.player import random_move
from tests.conftest import standard_games

pettingzoo = pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

from gymnasium.utils import seeding  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test  # noqa: E402
from pettingzoo.test import test_save_obs as save_obs_test  # noqa: E402

from parlour.adapters import gymnasium as one_seat  # noqa: E402
from parlour.adapters import pettingzoo as all_seats  # noqa: E402

FEW = ["hex:size=4", "chainn", "lines-of-action", "revolver", "english-draughts"]


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the others' tests draw, and games that are begun without a seed, is the same in every run."""
    unseeded, drawn, own = random.Random, itertools.count(1), seeding.np_random

    def numbered(seed: int | None = None) -> random.Random:
        return unseeded(next(drawn) if seed is None else seed)

    monkeypatch.setattr(episode, "random", SimpleNamespace(Random=numbered))
    monkeypatch.setattr(
        seeding, "np_random", lambda seed=None: own(next(drawn) if seed is None else seed)
    )
    random.seed(1)


HURRY = 100  # times faster a clock goes for the benchmark, which would take five seconds


def pettingzoos_own_tests(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but `max_cycles_test`, which is for environments whose agents act at once."""
    hurried = SimpleNamespace(time=lambda: HURRY * time.time())
    monkeypatch.setitem(performance_benchmark.__globals__, "time", hurried)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()) as said:
        warnings.simplefilter("ignore")
        api_test(all_seats.env(name), num_cycles=40)
        seed_test(lambda: all_seats.env(name), num_cycles=10)
        save_obs_test(all_seats.env(name))
        performance_benchmark(all_seats.env(name))
        render_test(lambda render_mode: all_seats.env(name, render_mode=render_mode))
    assert "turns per second" in said.getvalue()


@pytest.mark.parametrize("name", FEW)
def test_pettingzoos_own_tests_pass(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pettingzoos_own_tests(name, monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("name", standard_games())
def test_pettingzoos_own_tests_pass_for_every_game(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pettingzoos_own_tests(name, monkeypatch)


GYMNASIUM = {"naval-qi": "naval-qi:chests=20,move_limit=4,sea=8"}


@pytest.mark.parametrize("name", [GYMNASIUM.get(name, name) for name in standard_games()])
def test_gymnasiums_own_check_passes_with_the_defaults(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(one_seat.env(name))


def test_an_illegal_action_names_what_is_legal() -> None:
    env = one_seat.env("hex:pie=no,size=3", on_illegal="raise")
    env.reset(seed=1)
    with pytest.raises(parlour.IllegalMove, match="legal are 0, 1, 2, 3"):
        env.step(9)
    with pytest.raises(ValueError, match="seats are 0 to 1"):
        one_seat.env("hex", seat=2)
    with pytest.raises(ValueError, match="rgb_array"):
        all_seats.env("hex", render_mode="film")
    with pytest.raises(ValueError, match="lose, random, raise"):
        one_seat.env("hex", on_illegal="ignore")


def test_an_illegal_action_loses_by_default() -> None:
    env = one_seat.env("hex:pie=no,size=3")
    seen, _ = env.reset(seed=1)
    after, reward, ended, cut, info = env.step(9)
    assert (reward, ended, cut) == (-1.0, True, False)
    assert "legal are 0, 1" in info["illegal"]
    assert np.array_equal(after["action_mask"], seen["action_mask"])


@pytest.mark.parametrize("action", [1.0, np.float32(1), True, "1", None, np.array([1, 2])])
@pytest.mark.parametrize("on_illegal", one_seat.ON_ILLEGAL)
def test_an_action_that_is_no_whole_number_is_refused(action: object, on_illegal: str) -> None:
    env = one_seat.env("hex:pie=no,size=3", on_illegal=on_illegal)
    env.reset(seed=1)
    with pytest.raises(parlour.IllegalMove, match="whole number"):
        env.step(action)
    env.step(np.array(1))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_truncated_observation_says_what_is_legal(seat: int) -> None:
    env = one_seat.env("hex:pie=no,size=4", seat=seat, max_moves=5)
    env.reset(seed=1)
    cut = False
    while not cut:
        seen, reward, ended, cut, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
        assert (reward, ended) == (0.0, False)
    assert np.array_equal(seen["action_mask"], env.episode.actions.mask(env.episode.state))
    assert seen["action_mask"].any()


def test_a_game_that_is_cut_off_is_truncated() -> None:
    env = all_seats.env("hex", max_moves=3)
    env.reset(seed=0)
    for _ in range(3):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_a_deal_that_leaves_nothing_to_decide_is_dealt_again() -> None:
    """In one of Chainn's deals of about a thousand no sequence can be begun."""
    game = parlour.game("chainn")
    for seed in range(4000):
        state, rng = game.start(), random.Random(seed)
        while state.turn == CHANCE:
            state.play(state.draw(rng))
        if state.outcome is not None:
            break
    episode = Episode(game)
    episode.reset(seed)
    assert not episode.over
    assert episode.mask(0).any()


@pytest.mark.parametrize(
    "name", ["lines-of-action", "merger-chess", "english-draughts", "tiger-bridge"]
)
def test_numbers_of_moves_can_be_turned_back(name: str) -> None:
    game = parlour.game(name)
    actions, rng = Actions(game), random.Random(name)
    state = game.start()
    for _ in range(40):
        if state.turn is None:
            break
        if state.turn == parlour.CHANCE:
            state.play(state.draw(rng))
            continue
        legal = actions.legal(state)
        assert sorted(legal.values()) == state.moves()
        assert actions.mask(state).sum() == len(legal)
        index, text = rng.choice(sorted(legal.items()))
        assert actions.text(state, index) == text
        assert actions.index(state, text) == index
        state.play(text)


def test_returns_add_up_to_nothing() -> None:
    half = Fraction(1, 2)
    assert returns((half, half)) == (0.0, 0.0)
    assert returns((Fraction(1), Fraction(0))) == (1.0, -1.0)
    assert returns((Fraction(1), Fraction(0), Fraction(0))) == (2.0, -1.0, -1.0)
    assert returns((Fraction(1),)) == (1.0,)


def random_game(env: Any, seed: int) -> list[str]:
    env.reset(seed=seed)
    texts, rng = [], random.Random(seed)
    while not env.unwrapped.episode.over:
        text = random_move(env.unwrapped.episode.state, rng)
        env.step(env.unwrapped.episode.actions.index(env.unwrapped.episode.state, text))
        texts.append(text)
    return texts


def test_one_seed_gives_one_game() -> None:
    env = all_seats.env("stones-of-fortune")
    assert random_game(env, 3) == random_game(env, 3)
    assert random_game(env, 3) != random_game(env, 4)
