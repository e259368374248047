"""All games of a server: those that nobody looks at leave memory, and full sweeps of it wait for quiet."""

from __future__ import annotations

import asyncio
import gc
import weakref
from functools import partial
from pathlib import Path

import pytest

from parlour.errors import UnknownGame
from parlour.picture import svg
from parlour.picture.svg_skin import skin
from parlour.web.bots.worker_pool import Bots
from parlour.web.http.gc_control import YOUNG, no_full_collections
from parlour.web.play.driver import BEAT, until_beat
from parlour.web.play.room import Room
from parlour.web.play.rooms import GameRequest, Rooms
from parlour.web.store.game_store import Store

BOTH = frozenset({0, 1})


def test_rooms_that_nobody_looks_at_are_let_go_and_found_again(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
        rooms = Rooms(store, Bots(0), limit=3, fresh=0)
        wanted = GameRequest("hex:size=4,pie=no", ("here", "here"))
        first = await rooms.create(wanted, "b")
        first.watch(lambda: None)
        second = await rooms.create(wanted, "b")
        await second.move(BOTH, "a1", None)
        for _ in range(8):
            await rooms.create(wanted, "b")
        assert len(rooms._rooms) == 3
        assert await rooms.find(first.id) is first
        again = await rooms.find(second.id)
        assert again is not second
        assert again.game.position.state.history == ("a1",)
        await rooms.close()
        store.close()

    asyncio.run(work())


def test_a_room_that_is_let_go_is_freed_at_once(tmp_path: Path) -> None:
    """Nothing of it waits for a full sweep, which may be half an hour away."""

    async def work() -> weakref.ref[Room]:
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
        rooms = Rooms(store, Bots(0), limit=1, fresh=0)
        wanted = GameRequest("hex:size=4,pie=no", ("here", "here"))
        room = await rooms.create(wanted, "b")
        await room.move(BOTH, "a1", None)
        await asyncio.sleep(0.01)  # what was begun for it ends
        let_go = weakref.ref(room)
        del room
        await rooms.create(wanted, "b")
        await rooms.close()
        store.close()
        return let_go

    gc.collect()
    gc.disable()
    try:
        assert asyncio.run(work())() is None
    finally:
        gc.enable()


def test_a_room_is_the_same_until_its_page_has_come(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
        rooms = Rooms(store, Bots(0), limit=3)
        wanted = GameRequest("hex:size=4,pie=no", ("here", "here"))
        for _ in range(5):
            (await rooms.create(wanted, "b")).watch(lambda: None)
        new = await rooms.create(wanted, "b")
        page = await rooms.find(new.id)
        told: list[bool] = []
        page.watch(lambda: told.append(True))
        await (await rooms.find(new.id)).move(BOTH, "a1", None)
        assert told
        await rooms.close()
        store.close()

    asyncio.run(work())


def test_few_games_begin_at_once_and_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crowd that comes at once does not hold up those who play."""
    monkeypatch.setattr("parlour.web.play.rooms.BEGINNINGS", 2)
    begun: list[str] = []

    async def begin(rooms: Rooms, wanted: GameRequest, *_: object) -> str:
        begun.append(wanted.name)
        await asyncio.sleep(0)
        assert begun.index(wanted.name) >= len(begun) - 2
        if wanted.name == "0":
            raise UnknownGame("none")
        return wanted.name

    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
        rooms = Rooms(store, Bots(0))
        monkeypatch.setattr(rooms, "_create", partial(begin, rooms))
        wanted = [GameRequest("hex", ("here", "here"), name=str(n)) for n in range(9)]
        made = [rooms.create(each, "b") for each in wanted]
        found: list[object] = await asyncio.gather(*made, return_exceptions=True)
        assert found[1:] == begun[1:] == [each.name for each in wanted[1:]]
        store.close()

    asyncio.run(work())


def test_replies_of_many_games_come_at_common_strokes() -> None:
    now = 1000.004
    woken = {round(now + until_beat(wait, now), 6) for wait in (0.3651, 0.37, 0.3759)}
    assert len(woken) == 1
    assert all(wait <= until_beat(wait, now) <= wait + BEAT for wait in (0.001, 0.4, 3.2))
    assert until_beat(0.0, now) == 0.0


def test_full_collections_wait_and_come_back() -> None:
    before = gc.get_threshold()  # another test's server may hold them back already
    gc.set_threshold(700, 10, 10)
    try:
        with no_full_collections():
            assert gc.get_threshold()[:2] == (YOUNG, 10)
            assert gc.get_threshold()[2] > 10_000
            assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == (700, 10, 10)
    finally:
        gc.set_threshold(*before)


def test_a_look_remembers_a_bounded_number_of_cells() -> None:
    import parlour

    look = skin("default").look("hex")
    look.drawn.clear()  # other tests have drawn this board
    look.drawn["of another shape"] = dict.fromkeys(range(svg.REMEMBERED + 5), "")
    parlour.game("hex:size=3").start().svg()
    assert 0 < sum(map(len, look.drawn.values())) < 20


def test_a_reply_takes_a_moment_for_those_who_look_on(tmp_path: Path) -> None:
    async def work() -> None:
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
        rooms = Rooms(store, Bots(0), pace=0.4)
        room = await rooms.create(GameRequest("hex:size=4,pie=no", ("here", "random")), "b")
        assert room.driver._delay(0.1) == 0
        forget = room.watch(lambda: None)
        assert abs(room.driver._delay(0.1) - (0.3 - BEAT)) < 1e-9
        assert room.driver._delay(0.5) == 0
        forget()
        assert room.driver._delay(0.1) == 0
        await rooms.close()
        store.close()

    asyncio.run(work())
