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
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import create_engine
from sqlalchemy import text as sql
from starlette.testclient import TestClient
from websockets.sync.client import connect

import parlour
from parlour.web.app import create_app
from parlour.web.bots.worker import BotAnswer, BotGame, TaskKind
from parlour.web.bots.worker_pool import Bots
from parlour.web.http.error_responses import Refused
from parlour.web.play.rooms import GameRequest, Rooms
from parlour.web.settings import Settings
from parlour.web.store.database_lock import DatabaseInUse, DatabaseLock
from parlour.web.store.game_store import Store
from parlour.web.store.schema import StoreError
from tests.conftest import part
from tests.web.driving import ServerProcess, until
from tests.web.postgres import PostgresServer, needs_postgres, postgres, postgres_server
from tests.web.table import Table

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


@pytest.mark.long
@needs_postgres
def test_one_server_plays_the_bots_of_a_game_and_another_takes_over() -> None:
    """Both have the game open all the time, as both run its tournament."""

    asked = Counter[tuple[str, ...]]()

    class CountingBots(Bots):
        hangs = False

        async def ask(self, kind: TaskKind, game: BotGame, *given: Any, **more: Any) -> BotAnswer:
            asked[game.moves] += 1
            while self.hangs:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.01)
            state = parlour.game(game.game).start()
            for text in game.moves:
                state.play(text)
            return BotAnswer(0, move=str(state.moves()[0]))

    async def over(rooms: list[Rooms], game_id: str) -> None:
        while True:
            for each in rooms:
                if (await each.find(game_id)).game.outcome is not None:
                    return
            await asyncio.sleep(0.02)

    async def work(url: str) -> None:
        stores = [Store(url), Store(url)]
        here, there = rooms = [Rooms(store, CountingBots(0)) for store in stores]
        request = GameRequest("hex:pie=no,size=4", ("random", "random"))
        first = await here.create(request, "b")
        await asyncio.wait_for(over(rooms, first.id), 30)
        assert set(asked.values()) == {1}

        here.bots.hangs = True  # type: ignore[attr-defined]
        second = await here.create(request, "b")
        await there.find(second.id)
        await asyncio.sleep(0.1)
        assert (await there.find(second.id)).game.position.ply == 0
        await asyncio.to_thread(stores[0]._claims.close)  # type: ignore[union-attr] # as by a kill
        await asyncio.wait_for(over([there], second.id), 30)
        for each, store in zip(rooms, stores, strict=True):
            await each.close()
            store.close()

    with tempfile.TemporaryDirectory() as name, postgres(Path(name) / "postgres") as url:
        asyncio.run(work(url))


@pytest.fixture
def stopping() -> Iterator[PostgresServer]:
    with tempfile.TemporaryDirectory() as name, postgres_server(Path(name) / "postgres") as server:
        yield server


@contextmanager
def served(url: str) -> Iterator[TestClient]:
    settings = Settings(url, workers=0, pace=0, rate=10_000, burst=10_000, new_games=10_000)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield client


def trouble(client: TestClient) -> str:
    """What the health check says of the database."""
    try:
        client.portal.call(client.app.state.store.check)  # type: ignore[union-attr, attr-defined]
    except StoreError as error:
        return str(error)
    return ""


def moves_in_memory(client: TestClient, game_id: str) -> int:
    """What the server believes without asking the database."""
    return client.app.state.rooms._rooms[game_id].game.position.ply  # type: ignore[attr-defined]


@pytest.mark.long
@needs_postgres
def test_servers_hear_each_other_again_after_the_database_was_away(
    stopping: PostgresServer,
) -> None:
    """Games and studies changed while nothing could be heard follow; meanwhile the health check tells."""
    with served(stopping.url) as one, served(stopping.url) as two:
        table = Table(one, "hex:size=5,pie=no", "link", "link")
        assert two.get(f"/api/games/{table.id}").status_code == 200
        other = one.post("/api/studies", json={"game": "hex:size=5"}).json()["id"]
        two.cookies.update(one.cookies)
        studies = two.app.state.studies  # type: ignore[attr-defined]
        assert two.get(f"/api/studies/{other}").status_code == 200
        table.move(0, "a1")
        until(lambda: moves_in_memory(two, table.id) == 1, 5)

        stopping.stop()
        for server in (one, two):
            until(lambda server=server: trouble(server), 5)
        assert one.get("/healthz").status_code == 503
        stopping.start()
        engine = create_engine(stopping.url)
        with engine.begin() as connection:  # what nobody is told
            connection.execute(sql("INSERT INTO moves VALUES (:id, 1, 1, 'b2')"), {"id": table.id})
            connection.execute(sql("UPDATE games SET version = version + 1"))
            connection.execute(sql("UPDATE studies SET version = version + 1, title = 'New'"))
        engine.dispose()

        until(lambda: moves_in_memory(two, table.id) == 2, 10)
        until(lambda: studies._studies[other].stored.title == "New", 10)
        for server in (one, two):
            until(lambda server=server: not trouble(server), 10)
        table.move(0, "c3")
        until(lambda: moves_in_memory(two, table.id) == 3, 5)


@pytest.mark.long
@needs_postgres
def test_studies_are_shared_between_servers(stopping: PostgresServer) -> None:
    """Edits and removal reach the other server's memory by themselves, and an editing link counts there."""
    with served(stopping.url) as one, served(stopping.url) as two:
        study_id = one.post("/api/studies", json={"game": "hex:size=5"}).json()["id"]
        path, owner = f"/api/studies/{study_id}", dict(one.cookies)
        two.cookies.update(owner)
        assert two.get(path).status_code == 200
        studies = two.app.state.studies  # type: ignore[attr-defined]
        study = studies._studies[study_id]
        edit = {"edit": {"do": "add", "at": "start", "moves": ["a1"]}}
        assert one.post(f"{path}/edits", json=edit).status_code == 200
        until(lambda: len(study.stored.edits) == 1, 5)

        with studies.store._engine.begin() as connection:
            connection.execute(sql("NOTIFY parlour, 'what no server says'"))
        one.cookies.clear()  # somebody else, with an editing link
        secret = two.portal.call(studies.secret, study_id)  # type: ignore[union-attr]
        invitation = f"/study/{study_id}/edit/{secret}"
        assert one.post(invitation, follow_redirects=False).is_redirect
        two.cookies.clear()
        two.cookies.update(one.cookies)
        assert two.post(f"{path}/undo").status_code == 200
        until(lambda: len(study.stored.editors) == 1, 5)

        one.cookies.clear()
        one.cookies.update(owner)
        assert one.post(f"{path}/remove").status_code == 200
        until(lambda: study_id not in studies._studies, 5)


def enumerate_seats(state: parlour.State) -> list[tuple[int, str]]:
    movers = [int(ply.record.turn) for ply in state.past]
    return list(zip(movers, state.history, strict=True))
