"""Many games at once, compared with states played one by one by the plain rules."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.adapters import vector
from parlour.adapters.actions import Actions
from parlour.adapters.observations import Observations
from parlour.adapters.vector_arrays import VectorArrays
from parlour.adapters.vectors import WIDEST, vector_arrays
from parlour.kernel.chance_codes import draw_whole
from parlour.kernel.layout import new_plain
from parlour.kernel.primitives import copy
from parlour.table.game import State
from tests.conftest import at_length, first_everyday, option_sets

PLAYED = [name for name in option_sets() if parlour.game(name).plain.rules.MAX_MOVES <= WIDEST]


def plain_games(game: parlour.Game, n: int, **given: int) -> tuple[Any, VectorArrays]:
    """The steps as plain Python, and arrays for them: rules that run as Python want lists and records."""
    rules, seen = game.plain.rules, Observations(game).shape
    room = vector_arrays(game, n, given.get("learner", -1), given.get("most", 1000), seen)
    moves = [[0] * rules.MAX_MOVES for _ in range(n)]
    room = room._replace(
        states=[new_plain(rules.STATE) for _ in range(n)],
        moves=moves,
        numbers=moves if rules.MOVE_CODES else [[0] * rules.MAX_MOVES for _ in range(n)],
        rng=[[k + given.get("seed", 0)] for k in range(n)],
        boards=[[0] * rules.CODED_CELLS for _ in range(n)],
        extras=[[0] * rules.EXTRAS for _ in range(n)],
    )
    return game.plain.algorithm("parlour.adapters.vector_steps"), room


@pytest.mark.parametrize("name", first_everyday(PLAYED, most=1, longest=3))
def test_every_game_goes_as_it_does_at_the_table(name: str) -> None:
    """Actions, masks, observations, turns, and ends by rules, repetition and limits, of plain steps."""
    game = parlour.game(name)
    actions, seen, rng = Actions(game), Observations(game), random.Random(name)
    steps, room = plain_games(game, 1)
    steps.reset(room, 0, 1)
    state = State.from_record(game, copied(game, room.states[0]))
    chosen = np.zeros(1, np.int64)
    for _ in range(90):
        legal = actions.legal(state)
        assert state.turn == room.turns[0]
        assert np.flatnonzero(room.masks[0]).tolist() == sorted(legal)
        assert np.array_equal(room.observations[0], seen.of(state, state.turn))
        chosen[0] = rng.choice(sorted(legal))
        word = list(room.rng[0])
        assert steps.step(room, chosen, 0, 1) == 0
        state.play(legal[int(chosen[0])])
        draw_alike(state, word)
        assert (state.outcome is not None) == (room.ended[0] == 1)
        if state.outcome is not None:
            assert [float(score) for score in state.outcome.scores] == pytest.approx(room.scores[0])
            state = State.from_record(game, copied(game, room.states[0]))
    assert room.masks.sum() == room.counts.sum()


def copied(game: parlour.Game, record: Any) -> Any:
    """A record of its own."""
    made = new_plain(game.plain.rules.STATE)
    copy(made, record)
    return made


def draw_alike(state: State, word: list[int]) -> None:
    """Play the chance that is due as the steps have drawn it from this generator."""
    while state.turn == parlour.CHANCE:
        code = draw_whole(state.game.plain.rules, state.record, word)
        state.play_code(code)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("lines-of-action", "b1-b3 a2-c2 b3-b1 c2-a2 b1-b3 a2-c2 b3-b1 c2-a2"),
        ("chess", "g1-f3 g8-f6 f3-g1 f6-g8 g1-f3 g8-f6 f3-g1 f6-g8"),
        ("hex:move_limit=2,pie=no,size=5", "a1 b2 c3 d4"),
    ],
)
def test_repetition_and_move_limits_end_games(name: str, line: str) -> None:
    game = parlour.game(name)
    actions, state = Actions(game), game.start()
    steps, room = plain_games(game, 1)
    steps.reset(room, 0, 1)
    for text in line.split():
        assert room.ended[0] == 0
        steps.step(room, np.array([actions.index(state, text)]), 0, 1)
        state.play(text)
    assert state.outcome is not None
    assert room.ended[0] == 1
    assert room.scores[0].tolist() == [0.5, 0.5]


def test_two_moves_that_want_one_action_get_two() -> None:
    numbers = parlour.game("english-draughts").plain.algorithm("parlour.adapters.move_numbers")
    wanted = numbers.first_choice(1000, 8)
    codes = [1000, wanted, 2000, 3000, 4000]
    mask, out = np.zeros(8, np.int8), [0] * 5
    numbers.number_moves(codes, 5, mask, out)
    assert out[1] == wanted
    assert sorted(out) == np.flatnonzero(mask).tolist()
    again, other = np.zeros(8, np.int8), [0] * 5
    numbers.number_moves(codes[::-1], 5, again, other)
    assert other[::-1] == out


@pytest.mark.parametrize("name", ["yavalath", at_length("english-draughts")])
def test_compiled_steps_go_as_plain_ones(name: str) -> None:
    game = parlour.game(name)
    games = vector(game, n=2, observations=True)
    steps, room = plain_games(game, 2)
    steps.reset(room, 0, 2)
    rng = random.Random(1)
    for _ in range(100):
        for mine, theirs in ((games.masks, room.masks), (games.observations, room.observations)):
            assert np.array_equal(mine, theirs)
        chosen = np.array([rng.choice(np.flatnonzero(row).tolist()) for row in room.masks])
        assert [games.text(k, int(chosen[k])) for k in range(2)]
        games.step(chosen)
        steps.step(room, chosen, 0, 2)
        assert np.array_equal(games.scores, room.scores)
        assert np.array_equal(games.ended, room.ended)


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
    steps, room = plain_games(parlour.game("yavalath"), 3, learner=1)
    steps.reset(room, 0, 3)
    ended, chosen = 0, np.zeros(3, np.int64)
    for _ in range(40):
        assert set(room.turns) == {1}
        steps.choose(room, chosen, 0, 3)
        assert steps.step(room, chosen, 0, 3) == 0
        ended += int((room.ended > 0).sum())
    assert ended > 0


@pytest.mark.parametrize(("learner", "most"), [(-1, 5), (1, 11)])
def test_games_are_broken_off(learner: int, most: int) -> None:
    """At a learner's next turn, if there is one."""
    steps, room = plain_games(parlour.game("lines-of-action"), 2, learner=learner, most=most)
    steps.reset(room, 0, 2)
    chosen = np.zeros(2, np.int64)
    for turn in range(5):
        assert not room.ended.any(), turn
        steps.choose(room, chosen, 0, 2)
        steps.step(room, chosen, 0, 2)
    assert set(room.ended) == {2}
    assert set(room.plies) == {0 if learner < 0 else 1}


def test_what_cannot_be_done_is_told() -> None:
    games = vector("hex:size=3,pie=no", n=2)
    with pytest.raises(parlour.IllegalMove, match="1 of 2 actions are not legal"):
        games.step(np.array([0, 9]))
    assert games.counts.tolist() == [8, 9]
    with pytest.raises(parlour.IllegalMove, match="whole numbers, not float64"):
        games.step(np.array([1.0, 2.0]))
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
