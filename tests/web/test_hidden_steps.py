"""How many hidden steps somebody makes, and when, is hidden: all that is sent is compared byte by byte."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.players.kinds import suggestions
from parlour.web.bots.worker import BotAnswer, BotGame, BotTask, Worker
from parlour.web.common.secrets import bot_seed
from parlour.web.play.driver import hidden_delay
from parlour.web.play.rooms import GameRequest, Rooms
from parlour.web.store.game_store import Store
from tests.web.leaks import everything
from tests.web.table import Table

START = parlour.game("naval-qi").start().play("first:0")
ROW = next(iter(suggestions(START.copy(), 1).values()))
DETOUR = [ROW[0], f"remove:{ROW[0].partition(':')[2]}"] * 2


def deployed(server: TestClient, steps: Sequence[str]) -> Table:
    """A game in which the first seat has made these steps."""
    table = Table(server, "naval-qi", "link", "link", position=START.text)
    for text in steps:
        answer = table.move(0, text)
        assert answer.status_code == 200, answer.text
    return table


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ([], ROW[:1]),
        (ROW[:1], ROW[:7]),
        ([], DETOUR),
        ([*ROW, "ready"], [*DETOUR, *ROW, "ready"]),
    ],
    ids=["none or one", "one or seven", "none or there and back", "the same fleet in more steps"],
)
def test_hidden_steps_are_one_step_to_everybody_else(
    server: TestClient, one: Sequence[str], two: Sequence[str]
) -> None:
    first, second = deployed(server, one), deployed(server, two)
    for seat in (1, None):
        posts = seat != 0
        told, again = everything(first, seat, posts), everything(second, seat, posts)
        assert told.keys() == again.keys()
        for asked in told:
            assert told[asked] == again[asked], (seat, asked)


def test_a_live_page_is_not_told_of_hidden_steps(server: TestClient) -> None:
    """Its messages are as many, and the same, whatever the other seat does in silence."""
    heard = []
    for steps in (ROW, [*DETOUR, *ROW]):
        table = deployed(server, [])
        address = f"/api/games/{table.id}/live"
        with server.websocket_connect(
            address, headers={**table.headers(1), "Host": "localhost"}
        ) as page:
            told = [page.receive_text()]
            for text in [*steps, "ready"]:
                assert table.move(0, text).status_code == 200
            told.append(page.receive_text())
        assert '"turn":1' in told[1]
        heard.append([text.replace(table.id, "ID") for text in told])
    assert heard[0] == heard[1]


class Deployer:
    """Bots that put a row of items, one a question, and then are ready."""

    def __init__(self, row: Sequence[str]) -> None:
        self.row = [*row, "ready"]

    async def ask(self, what: str, sheet: Any, *_: Any, **__: Any) -> BotAnswer:
        done = len(sheet.moves)
        return BotAnswer(0, move=self.row[done] if what == "choose" else "")


def test_a_bots_whole_deployment_is_kept_and_shown_at_once(tmp_path: Path) -> None:
    async def work() -> list[int]:
        versions = []
        for row in (ROW, [*DETOUR, *ROW]):
            store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
            rooms = Rooms(store, Deployer(row))  # type: ignore[arg-type]
            room = await rooms.create(GameRequest("naval-qi", ("1", "link"), START.text), "b")
            for _ in range(1000):
                if room.game.turn == 1:
                    break
                await asyncio.sleep(0.01)
            assert room.game.position.ply == len(row) + 1
            assert [h.text for h in room.game.position.log_for(1)] == ["-"]
            versions.append(room.version)
            await rooms.close()
            store.close()
        return versions

    assert asyncio.run(work()) == [1, 1]


def test_a_bots_pace_tells_nothing_of_how_long_it_thought() -> None:
    moments = {round(taken + hidden_delay(taken, 0.4), 6) for taken in (0.0, 0.01, 0.1, 0.3999)}
    assert moments == {0.4}
    assert {round(taken + hidden_delay(taken, 0.4), 6) for taken in (0.41, 0.7, 0.8)} == {0.8}
    assert round(5.0 + hidden_delay(5.0, 0.4), 6) == 6.4
    assert hidden_delay(5.0, 0) == 0


def test_the_lobby_does_not_count_a_hidden_games_moves(server: TestClient) -> None:
    texts = []
    for steps in ([], ROW[:5]):
        server.cookies.clear()
        body = {"game": "naval-qi", "seats": ["link", "here"], "position": START.text}
        started = server.post("/api/games", json=body).json()
        secret = started["links"][0]["secret"]
        mine = dict(server.cookies)
        for text in steps:
            headers = {"Authorization": f"Bearer {secret}"}
            server.post(f"/api/games/{started['id']}/moves", json={"move": text}, headers=headers)
        server.cookies.update(mine)
        page = server.get("/").text
        texts.append(re.sub(re.escape(started["id"]), "ID", page))
    server.cookies.clear()
    assert texts[0] == texts[1]


def test_your_games_do_not_say_when_a_hidden_step_was_made(server: TestClient) -> None:
    server.cookies.clear()
    body = {"game": "naval-qi", "seats": ["link", "here"], "position": START.text}
    first = server.post("/api/games", json=body).json()
    server.post("/api/games", json=body)
    mine, before = dict(server.cookies), server.get("/").text
    server.cookies.clear()
    headers = {"Authorization": f"Bearer {first['links'][0]['secret']}"}
    steps = {"move": ROW[0]}
    assert server.post(f"/api/games/{first['id']}/moves", json=steps, headers=headers).is_success
    server.cookies.clear()
    server.cookies.update(mine)
    assert server.get("/").text == before
    server.cookies.clear()


def test_advice_does_not_depend_on_how_many_hidden_steps_there_were() -> None:
    told = []
    for steps in (ROW, [*DETOUR, *ROW]):
        sheet = BotGame("t", "naval-qi", START.text, (*steps, "ready"))
        worker = Worker(None)  # type: ignore[arg-type]
        told.append(worker.answer(BotTask(0, "advise", sheet, "1", 7), lambda part: None))
    assert told[0] == told[1]


def test_a_bots_seed_is_made_of_the_databases_key_and_not_of_the_games_id(tmp_path: Path) -> None:
    class Listener(Deployer):
        seeds: list[int] = []  # noqa: RUF012

        async def ask(self, what: str, sheet: Any, *given: Any, **more: Any) -> BotAnswer:
            self.seeds.append(given[1])
            return await super().ask(what, sheet, *given, **more)

    async def work() -> None:
        for name in ("one", "two"):
            store, bots = Store(f"sqlite:///{tmp_path / name}.sqlite"), Listener(ROW)
            rooms = Rooms(store, bots)  # type: ignore[arg-type]
            room = await rooms.create(GameRequest("naval-qi", ("1", "link"), START.text), "b")
            for _ in range(1000):
                if room.game.turn == 1:
                    break
                await asyncio.sleep(0.01)
            assert set(bots.seeds[-len(ROW) :]) == {bot_seed(store.key, room.id, 0)}
            assert bot_seed("another key", room.id, 0) not in bots.seeds
            await rooms.close()
            store.close()

    asyncio.run(work())


def test_what_the_end_has_opened_is_not_played_on(server: TestClient) -> None:
    """Resign, read the record, take it back: against a bot never, with people if all agree."""
    bot = Table(server, "naval-qi", "link", "1", position=START.text)
    assert bot.do(0, "resign", seat=0).status_code == 200
    assert server.get(f"/api/games/{bot.id}/record", headers=bot.headers(0)).status_code == 200
    answer = bot.do(0, "undo")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "lies-open")
    people = deployed(server, ROW[:3])
    people.do(0, "resign", seat=0)
    assert people.do(0, "undo").json() == {"result": "asked"}
    assert people.look(1)["offer"]["opened"] is True
    assert people.look(1)["outcome"] is not None
    assert people.do(1, "answer", agree=True).status_code == 200
    assert people.look(1)["outcome"] is None
