"""Several servers and one database: a file has one; PostgreSQL may have several, and no move is lost."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.sync.client import connect

import parlour
from parlour.web.bots.worker_pool import Bots
from parlour.web.http.error_responses import Refused
from parlour.web.play.rooms import GameRequest, Rooms
from parlour.web.store.database_lock import DatabaseInUse, DatabaseLock
from parlour.web.store.game_store import Store
from tests.conftest import part
from tests.web.driving import ServerProcess
from tests.web.postgres import needs_postgres, postgres

BOTH = frozenset({0, 1})


def test_a_server_locks_its_database_and_says_where_it_is(tmp_path: Path) -> None:
    owner = DatabaseLock(tmp_path / "games.sqlite")
    owner.publish("http://127.0.0.1:8650/")
    with pytest.raises(DatabaseInUse, match="used by the server at http://127") as found:
        DatabaseLock(tmp_path / "games.sqlite")
    assert found.value.address == "http://127.0.0.1:8650/"
    DatabaseLock(tmp_path / "others.sqlite").release()
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "games.sqlite")
    with pytest.raises(DatabaseInUse):
        DatabaseLock(tmp_path / "link.sqlite")
    owner.release()
    DatabaseLock(tmp_path / "games.sqlite").release()


@pytest.mark.long
def test_a_second_server_opens_the_first_ones_lobby(tmp_path: Path) -> None:
    first = ServerProcess(tmp_path)
    first.start()
    try:
        command = [sys.executable, "-m", "parlour", "serve", "--no-browser", "--port", "0"]
        second = subprocess.run(
            command, env=first.environment, capture_output=True, text=True, timeout=60
        )
    finally:
        first.stop()
    assert second.returncode == 0
    assert re.search(rf"used by the server at {first.url}/", second.stdout)
    assert "Opening that one instead" in second.stdout


def test_even_without_the_lock_nothing_is_overwritten(tmp_path: Path) -> None:
    """One server goes back while the other plays on: the late move is refused, and kept is one game."""

    async def work() -> None:
        url = f"sqlite:///{tmp_path / 'games.sqlite'}"
        stores = [Store(url), Store(url)]
        here, there = (Rooms(store, Bots(0)) for store in stores)
        room = await here.create(GameRequest("hex:pie=no,size=5", ("here", "here")), "b")
        for text in ("a1", "b2", "c3"):
            await room.move(BOTH, text, None)
        twin = await there.find(room.id)
        await twin.undo(BOTH)
        await twin.undo(BOTH)
        for _ in range(2):
            with pytest.raises(Refused, match="position has changed"):
                await room.move(BOTH, "d4", 3)
        assert room.game.position.state.history == ("a1",)
        await room.move(BOTH, "e5", 1)
        with pytest.raises(Refused, match="position has changed"):
            await twin.resign(BOTH, 0)
        assert twin.game.position.state.history == ("a1", "e5")
        saved = await stores[0].load(room.id)
        assert saved is not None
        assert (saved.gap, saved.moves, saved.reason) == (None, [(0, "a1"), (1, "e5")], None)
        for rooms, store in zip((here, there), stores, strict=True):
            await rooms.close()
            store.close()

    asyncio.run(work())


def test_a_game_with_a_gap_or_damaged_rows_is_refused_and_says_so(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
        rooms = Rooms(store, Bots(0))
        for damage, words in (
            ("DELETE FROM moves WHERE ply = 1", "move 2 is missing"),
            ("UPDATE games SET offer = 'bribe'", "offer, scores or clock cannot be read"),
            ("UPDATE games SET reason = 'resignation', scores = '1/0,x'", "cannot be read"),
            ("UPDATE games SET reason = 'resignation', scores = NULL", "cannot be read"),
            ("UPDATE seats SET kind = 'ghost'", "seats .*ghost.* for 2 players"),
            ("DELETE FROM seats WHERE seat = 1", "seats .* for 2 players"),
            ("UPDATE games SET game = x'00'", "values of games.game cannot be read"),
            ("UPDATE games SET due = 'soon'", "games.due"),
            ("UPDATE moves SET text = x'00' WHERE ply = 2", "moves.text"),
            ("UPDATE moves SET seat = 'x' WHERE ply = 1", "is missing"),
        ):
            room = await rooms.create(GameRequest("hex:pie=no,size=5", ("here", "here")), "b")
            for text in ("a1", "b2", "c3"):
                await room.move(BOTH, text, None)
            column = "id" if "UPDATE games" in damage else "game_id"
            joint = "AND" if "WHERE" in damage else "WHERE"
            with sqlite3.connect(tmp_path / "games.sqlite") as connection:
                connection.execute(f"{damage} {joint} {column} = '{room.id}'")
            fresh = Rooms(store, Bots(0))
            await fresh.start()  # what is damaged in one game stops no server
            with pytest.raises(Refused, match=words) as found:
                await fresh.find(room.id)
            await fresh.close()
            assert (found.value.status, found.value.code) == (410, "damaged")
            assert "parlour export" in str(found.value)
        await rooms.close()
        store.close()

    asyncio.run(work())


@pytest.fixture
def two_servers() -> Iterator[list[ServerProcess]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with postgres(folder / "postgres") as url:
            servers = [ServerProcess(folder / which) for which in ("one", "two")]
            for server in servers:
                server.start("--database", url)
            try:
                yield servers
            finally:
                for server in servers:
                    server.stop()


@pytest.mark.long
@needs_postgres
def test_two_servers_share_a_postgres(two_servers: list[ServerProcess]) -> None:
    play_by_turns(two_servers, games=8, moves=part(2_000))


def play_by_turns(servers: list[ServerProcess], games: int, moves: int) -> None:
    """Each move goes to any server; what was acknowledged is all there is, on both, and pages are told."""
    kept: dict[int, list[str]] = {}
    threads = [
        threading.Thread(target=one_series, args=(servers, number, moves // games, kept))
        for number in range(games)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(kept) == games


def one_series(
    servers: list[ServerProcess], number: int, moves: int, done: dict[int, list[str]]
) -> None:
    """Play games until so many moves were acknowledged; the seats use any server, and take back too."""
    rng, played = Random(number), 0
    with httpx.Client(timeout=30) as client:
        while played < moves:
            state = parlour.game("hex:size=7").start()
            body = {"game": "hex:size=7", "seats": ["link", "link"]}
            started = client.post(f"{servers[0].url}/api/games", json=body).json()
            path = f"/api/games/{started['id']}"
            heads = [{"Authorization": f"Bearer {link['secret']}"} for link in started["links"]]
            live = servers[1].url.replace("http", "ws") + path + "/live"
            with connect(live, ping_interval=None) as page:  # it is not read before the end
                while state.outcome is None and played < moves:
                    seat, url = state.turn or 0, rng.choice(servers).url + path
                    if rng.random() < 0.05 and len(state.history) > 1:
                        client.post(f"{url}/undo", json={}, headers=heads[seat])
                        other = rng.choice(servers).url + path
                        answer = client.post(
                            f"{other}/answer", json={"agree": True}, headers=heads[1 - seat]
                        )
                        assert answer.status_code == 200, answer.text
                        state.undo().undo()
                        continue
                    text = rng.choice(state.moves())
                    move = {"move": text, "ply": len(state.history)}
                    answer = client.post(f"{url}/moves", json=move, headers=heads[seat])
                    assert answer.status_code == 200, answer.text
                    state.play(text)
                    played += 1
                expected = [list(pair) for pair in enumerate_seats(state)]
                while json.loads(page.recv(timeout=30))["moves"] != expected:
                    pass
            for server in servers:
                assert client.get(server.url + path).json()["moves"] == expected
    done[number] = list(state.history)


def enumerate_seats(state: parlour.State) -> list[tuple[int, str]]:
    movers = [int(ply.record.turn) for ply in state.past]
    return list(zip(movers, state.history, strict=True))
