"""Copies of what is kept: a copy taken while games are played can be played on, and records are whole."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

import parlour
from parlour.cli.command_line import app
from parlour.records import read
from parlour.web.bots.worker_pool import Bots
from parlour.web.play.rooms import GameRequest, Rooms
from parlour.web.store.database_export import back_up, export
from parlour.web.store.game_store import Store
from parlour.web.store.schema import StoreError

BOTH = frozenset({0, 1})


def played(
    url: str, names: tuple[str, ...], copy: Path | None = None
) -> dict[str, tuple[str, ...]]:
    """Games of twelve moves each, by id; in the midst of them a copy is taken."""

    async def work() -> dict[str, tuple[str, ...]]:
        store, found, rng = Store(url), {}, Random(1)
        rooms = Rooms(store, Bots(0))
        for number, name in enumerate(names):
            room = await rooms.create(GameRequest(name, ("here", "here"), name="Ann"), "b")
            for ply in range(12):
                while room.game.turn == parlour.CHANCE:
                    await asyncio.sleep(0.001)
                await room.move(BOTH, rng.choice(room.game.position.state.moves()), None)
                if copy is not None and (number, ply) == (len(names) - 1, 5):
                    await asyncio.to_thread(back_up, url, copy)
            found[room.id] = room.game.position.state.history
        await room.resign(BOTH, 0)
        await rooms.close()
        store.close()
        return found

    return asyncio.run(work())


def test_a_copy_is_taken_while_games_are_played_and_can_be_played_on(tmp_path: Path) -> None:
    url, copy = f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path / "copy.sqlite"
    games = played(url, ("hex:size=5", "lines-of-action"), copy)

    async def work() -> None:
        store = Store(f"sqlite:///{copy}")
        rooms = Rooms(store, Bots(0))
        for number, (game_id, history) in enumerate(games.items()):
            room = await rooms.find(game_id)
            assert room.game.position.state.history == history[: 12 if number == 0 else 6]
        await room.move(BOTH, history[6], None)
        await rooms.close()
        store.close()

    asyncio.run(work())
    assert copy.stat().st_mode & 0o777 == 0o600
    with pytest.raises(StoreError, match="exists"):
        back_up(url, copy)
    with pytest.raises(StoreError, match="there is no database"):
        back_up(f"sqlite:///{tmp_path / 'none.sqlite'}", tmp_path / "x")
    with pytest.raises(StoreError, match="pg_dump"):
        back_up("postgresql+psycopg://parlour@localhost/x", tmp_path / "x")


def test_all_games_are_exported_as_records_the_damaged_ones_as_far_as_they_go(
    tmp_path: Path,
) -> None:
    url, target = f"sqlite:///{tmp_path / 'games.sqlite'}", tmp_path / "all.pgn"
    games = played(url, ("hex:size=5", "stones-of-fortune", "focus", "lines-of-action"))
    first, second, fourth, third = games
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("DELETE FROM moves WHERE game_id = ? AND ply = 4", [first])
        connection.execute("UPDATE moves SET text = 'zz9' WHERE game_id = ? AND ply = 9", [second])
        connection.execute("UPDATE games SET due = x'00' WHERE id = ?", [fourth])
    told = export(url, target)
    assert told.count == 4
    assert told.wrong.keys() == {first, second, fourth}
    assert told.wrong[fourth] == "written without damaged columns: games.due"
    assert "move 5 is missing" in told.wrong[first]
    trees = {item.tree.tags["Site"]: item.tree for item in read(target) if item.tree is not None}
    assert trees[first].end().history == games[first][:4]
    assert trees[second].end().history == games[second][:9]
    assert trees[fourth].end().history == games[fourth]
    assert trees[third].end().history == games[third]
    assert trees[third].tags["Result"] == "0-1"
    assert trees[third].tags["Termination"] == "resignation"
    with pytest.raises(StoreError, match="there is no database"):
        export(f"sqlite:///{tmp_path / 'none.sqlite'}", tmp_path / "x")


def test_the_commands(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    played(url, ("hex:size=5",))
    for command, name in (("backup", "b.sqlite"), ("export", "e.pgn")):
        file = tmp_path / name
        result = CliRunner().invoke(app, [command, str(file), "--database", url])
        assert result.exit_code == 0, result.output
        assert "1 game" in result.output
        assert file.is_file()
