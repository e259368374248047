"""Random games by the thousand: the same as at the table, compiled or not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import parlour
from parlour.errors import ParlourError
from parlour.lab import random_play
from parlour.lab.batch import GameBatch
from parlour.lab.random_play import RandomGames, _kinds
from parlour.lab.trace import Trace
from tests.search.toys import toy

NAMES = [
    "chainn",
    "english-draughts:draw_moves=3",
    "english-draughts:move_limit=20",
    "focus:move_limit=5",
    "hex:size=4",
    "leopard-princess",
    "merlins-chain",
    "revolver",
    "stones-of-fortune",
    "tiger-bridge:deals=2",
    "twindraughts:format=parallel,move_limit=30",
    "yavalath",
]


def traces(batch: GameBatch, variant: str) -> list[Trace]:
    return [Trace(id="1.1.1", variant=variant, budget=0, **part) for part in batch.games()]


def played(name: str, count: int) -> list[Trace]:
    game = parlour.game(name)
    return traces(RandomGames(game.start(), compiled=False).play(77, 3, count), game.name)


@pytest.mark.parametrize("name", NAMES)
def test_they_end_as_they_do_at_the_table(name: str) -> None:
    for trace in played(name, 3):
        end = trace.final.outcome
        assert end is not None
        assert (end.scores, end.reason) == (trace.scores, trace.reason)
        assert dict(end.details).items() <= dict(trace.details).items()
        for state, choices in zip(trace.states(), trace.choices.tolist(), strict=False):
            assert choices == len(state.moves())


def test_repetition_ends_them_first() -> None:
    """Kings that move about come to stand again before the draw by count."""
    reasons = {trace.reason for trace in played("english-draughts:draw_moves=0", 40)}
    assert "repetition" in reasons


@pytest.mark.long
def test_compiled_and_plain_are_the_same() -> None:
    for name in ("noughts", "race", "three_nim", "standoff"):
        game = toy(name)
        fast, slow = (
            RandomGames(game.start(), compiled).play(5, 0, 40) for compiled in (True, False)
        )
        assert traces(fast, name) == traces(slow, name)


@pytest.mark.long
def test_texts_of_ends_are_those_of_the_plain_rules() -> None:
    """Compiled code makes a text for many games at once; here the sets of a match end in many ways."""
    game = parlour.game("twindraughts:format=parallel,move_limit=30")
    fast, slow = (RandomGames(game.start(), compiled).play(5, 0, 60) for compiled in (True, False))
    assert traces(fast, game.name) == traces(slow, game.name)
    assert len(fast.tellings) > 5


rows = st.integers(1, 30).flatmap(
    lambda n: st.lists(
        st.one_of(
            arrays(np.int8, n),
            arrays(np.int64, n),
            arrays(np.int32, (n, 2), elements=st.integers(0, 2)),
        ),
        max_size=4,
    ).map(lambda columns: (n, columns))
)


@given(rows)
def test_kinds_are_rows_that_are_alike(given_rows: tuple[int, list[Any]]) -> None:
    count, columns = given_rows
    some, kinds = _kinds(columns, count)
    keys = [tuple(column[i].tobytes() for column in columns) for i in range(count)]
    assert [keys[some[kind]] for kind in kinds] == keys
    assert len(some) == len(set(keys))


def test_no_game_is_cut_where_room_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = played("hex:size=4", 30)
    monkeypatch.setattr(random_play, "PLIES", 20)
    monkeypatch.setattr(random_play, "GAMES", 7)
    assert played("hex:size=4", 30) == whole
    monkeypatch.setattr(random_play, "PLIES", 2)
    assert played("hex:size=4", 30) == whole


def test_a_game_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_play, "PLIES", 4)
    monkeypatch.setattr(random_play, "ENDLESS", 8)
    with pytest.raises(ParlourError, match="is not over after 8 plies; give the game a move_limit"):
        played("focus", 1)


def test_each_has_its_own_seed() -> None:
    three = played("hex:size=4", 3)
    game = parlour.game("hex:size=4")
    alone = RandomGames(game.start(), compiled=False).play(77, 5, 1)
    assert traces(alone, game.name) == three[2:]
