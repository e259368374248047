"""Random games by the thousand: the same as at the table, compiled or not."""

from __future__ import annotations

import pytest

import parlour
from parlour.errors import ParlourError
from parlour.lab import random_play
from parlour.lab.batch import Batch
from parlour.lab.random_play import RandomGames
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


def traces(batch: Batch, variant: str) -> list[Trace]:
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
