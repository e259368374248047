"""Compiling ahead: what is begun most often comes first, and a server need not do it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import parlour
from parlour.errors import UnknownGame
from parlour.play.game_in_progress import BOT, PERSON, Seat
from parlour.play.saved_game import SavedGame
from parlour.table.catalogue import listed_specs
from parlour.web.bots import warm_up
from parlour.web.store.game_store import Store


def test_games_begun_most_often_come_first(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    store = Store(database)
    names = ["unlur", "hex:size=7", "hex:size=7"]
    for i, name in enumerate(names):
        asyncio.run(store.create(SavedGame(f"game{i}", name, [Seat(PERSON), Seat(BOT, "3")])))
    store.close()
    found = warm_up.games_to_compile(database)
    assert found[:2] == ["hex:size=7", "unlur"]
    assert set(parlour.games()) <= set(found)
    assert len(found) == len(set(found))


def test_without_a_database_all_games_are_listed(tmp_path: Path) -> None:
    found = warm_up.games_to_compile(f"sqlite:///{tmp_path / 'none' / 'games.sqlite'}")
    assert sorted(found) == sorted(parlour.games())
    assert found == [spec.id for spec in listed_specs()]


def test_a_first_move_is_made_by_each_kind_of_player(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    compiled: list[str] = []

    class Bot:
        def compile(self) -> None:
            compiled.append(asked[-1])

    def made(text: str, game: parlour.Game, seed: int) -> Bot:
        asked.append(text.partition(":")[0])
        return Bot()

    monkeypatch.setattr(warm_up, "player", made)
    warm_up.compile_game("hex:size=7")
    assert compiled == asked
    assert len(asked) == len(set(asked)) >= 1
    with pytest.raises(UnknownGame):
        warm_up.compile_game("no-such-game")


def test_the_server_knows_how_far_its_compiling_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_up, "_progress", [])
    assert warm_up.progress() is None
    lines = [
        "compiled 0 of 24 hex:size=7\n",
        "compiled 1 of 24 my game.py\n",
        "1 2 a game prints\n",
    ]
    warm_up.follow(lines)
    assert warm_up.progress() == {"done": 1, "games": 24, "now": "my game.py"}
    warm_up.follow(["compiled 24 of 24 \n"])
    assert warm_up.progress() == {"done": 24, "games": 24, "now": ""}


def test_the_compiling_process_tells_its_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(warm_up, "take_lowest_priority", lambda: None)
    monkeypatch.setattr(warm_up, "end_with", lambda parent: None)
    monkeypatch.setattr("sys.argv", ["", "1"])
    monkeypatch.setattr(warm_up, "games_to_compile", lambda database: ["hex", "no-such-game"])
    monkeypatch.setattr(warm_up, "player", lambda *given, **more: Quick())
    warm_up.main()
    told = capsys.readouterr().out.splitlines()
    assert told == ["compiled 0 of 2 hex", "compiled 1 of 2 no-such-game", "compiled 2 of 2 "]


class Quick:
    """A player that needs no compiling."""

    def compile(self) -> None:
        """Do nothing."""


def test_nothing_is_started_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_AHEAD", "0")
    monkeypatch.setattr(warm_up.subprocess, "Popen", None)
    with warm_up.warm_up("sqlite://"):
        pass
