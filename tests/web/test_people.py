"""People's own pages: days off and vacations in their games, another browser, names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from parlour.clocks.timing import Timing
from parlour.records import first
from parlour.web.common.secrets import digest, new_secret
from parlour.web.play.room import Room
from parlour.web.play.rooms import LINK, GameRequest
from tests.web.table import refused
from tests.web.test_clocks import Server

HOUR, DAY = 3_600_000, 86_400_000
FRIDAY = round(datetime.fromisoformat("2026-03-06T12:00:00+00:00").timestamp() * 1000)
CLOCK = "calendar:bank=5d,per=1d,cap=5d"


class Browser:
    """A browser with its cookie."""

    def __init__(self, at: Server, name: str) -> None:
        self.at, self.secret = at, f"{name}-{new_secret()}"
        self.digest = digest(self.secret)

    def _asking(self) -> TestClient:
        self.at.client.cookies.clear()
        self.at.client.cookies.set("parlour", self.secret)
        return self.at.client

    def get(self, path: str, **more: Any) -> Any:
        return self._asking().get(path, **more)

    def post(self, path: str, **data: Any) -> Any:
        return self._asking().post(path, data=data, follow_redirects=False)

    def send(self, path: str, **body: Any) -> Any:
        return self._asking().post(path, json=body)

    def about(self, **more: str) -> Any:
        return self.post("/me", **more)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("people"))
    yield running
    running.stop()


@pytest.fixture
def at(server: Server) -> Server:
    """The server, where it is Friday noon; each test has games and browsers of its own."""
    server.now = FRIDAY
    return server


def call(at: Server, work: Any, *given: Any) -> Any:
    return at.client.portal.call(work, *given)  # type: ignore[union-attr]


def game(
    at: Server, *players: Browser, name: str = "hex:size=5,pie=no", clock: str = CLOCK
) -> Room:
    """A game by correspondence; the browsers have its seats in turn."""
    held = {(seat, player.digest) for seat, player in enumerate(players)}
    wanted = GameRequest(name, (LINK,) * len(players), clock=clock)
    room: Room = call(at, at.app.state.rooms.create, wanted, players[0].digest, held)
    return room


def again(at: Server, room: Room) -> Room:
    found: Room = call(at, at.app.state.rooms.find, room.id)
    return found


def rebuilt(player: Browser, room: Room) -> Timing:
    """The clock of the game's record."""
    tree, _ = first(player.get(f"/api/games/{room.id}/record").text)
    timing = Timing.of_tags(tree.tags, 2)
    assert timing is not None
    return timing


def test_the_clock_stands_on_the_days_off_of_the_person_to_move(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    assert one.about(zone="Europe/London", **{"off-sat": "on", "off-sun": "on"}).status_code == 303
    room = game(at, one, two)
    assert room.game.clock is not None
    assert room.game.clock.falls == FRIDAY + 5 * DAY
    assert room.game.clock.deadline == FRIDAY + 7 * DAY
    shown = one.get("/calendar").text
    assert "Fri 13 Mar 2026, 12:00 Europe/London · Fri 13 Mar 2026, 12:00 UTC" in shown
    at.wait(12 * HOUR)  # midnight: it steps in by itself
    room = again(at, room)
    assert room.game.clock is not None
    assert (room.game.clock.payload["running"], room.game.clock.payload["absent"]) == (None, True)
    at.wait(24 * HOUR)
    assert one.send(f"/api/games/{room.id}/moves", move="a1").status_code == 200  # on a day off
    room = again(at, room)
    assert room.game.clock is not None
    face = room.game.clock.timing.face(at.now)
    assert (face.running, face.balances[0]["bank"]) == (1, 5 * DAY)  # 4½ days, and one, capped
    at.wait(12 * HOUR)  # the other has no days off
    face = again(at, room).game.clock.timing.face(at.now)  # type: ignore[union-attr]
    assert face.balances[1]["bank"] == 5 * DAY - 12 * HOUR
    assert rebuilt(two, room).face(at.now) == face


def test_a_vacation_steps_in_by_itself_though_the_server_was_away(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    at.more = {"gives_back": False}
    room = game(at, one, two)
    answer = one.about(do="vacation", first="2026-03-08", last="2026-03-20")
    assert answer.status_code == 303
    assert again(at, room).game.clock.deadline == FRIDAY + 18 * DAY  # type: ignore[union-attr]
    at.kill()
    at.now += 10 * DAY
    at.start()
    at.wait(0)
    room = again(at, room)
    assert room.game.outcome is None
    assert room.game.clock is not None
    assert room.game.clock.timing.face(at.now).balances[0]["bank"] == 5 * DAY - 36 * HOUR
    at.wait(8 * DAY - 1)
    assert again(at, room).game.outcome is None
    at.wait(1)
    late = one.send(f"/api/games/{room.id}/moves", move="a1")
    assert refused(late) == (409, "game-over")
    assert rebuilt(two, room).face(at.now).flag == (0, FRIDAY + 18 * DAY)


def is_running(at: Server, room: Room) -> bool:
    """Whether the clock of the first player falls."""
    clock = again(at, room).game.clock
    assert clock is not None
    return clock.timing.face(at.now).running == 0


def test_days_off_start_the_day_after_they_are_set_and_change_once_a_week(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    room = game(at, one, two)
    at.wait(2 * DAY)  # Sunday noon
    off = {"off-sun": "on", "off-mon": "on"}
    assert one.about(zone="UTC", **off).status_code == 303
    face = again(at, room).game.clock.timing.face(at.now)  # type: ignore[union-attr]
    assert (face.running, face.balances[0]["bank"]) == (0, 3 * DAY)  # Sunday has begun
    at.wait(12 * HOUR)  # Monday
    assert not is_running(at, room)
    refused = one.about(zone="UTC", **{"off-mon": "on"})
    assert (refused.status_code, "once a week" in refused.text) == (422, True)
    at.wait(2 * DAY)  # Wednesday
    for day in ("2026-03-10", "2026-03-11"):
        assert one.about(do="vacation", first=day, last="2026-03-12").status_code == 422
    assert one.about(do="vacation", first="2026-03-12", last="2026-03-14").status_code == 303
    assert is_running(at, room)
    at.wait(24 * HOUR)
    assert not is_running(at, room)
    assert one.about(do="no-vacation", number="0").status_code == 303  # today stays off
    assert not is_running(at, room)
    at.wait(24 * HOUR)
    assert is_running(at, room)


def test_no_zone_makes_today_a_day_off(at: Server) -> None:
    """It is Friday noon: in Kiritimati it is Saturday already."""
    one, two = Browser(at, "one"), Browser(at, "two")
    one.about(zone="UTC", **{"off-sat": "on"})
    at.now += 7 * DAY
    room = game(at, one, two)
    assert is_running(at, room)
    assert one.about(zone="Pacific/Kiritimati", **{"off-sat": "on"}).status_code == 303
    assert is_running(at, room)
    one.about(do="vacation", first="2026-03-20", last="2026-03-20")
    assert one.about(zone="UTC", **{"off-sat": "on"}).status_code == 422  # once a week


def link_of(player: Browser) -> str:
    """The link that adds another browser to a person."""
    found = re.search(r"/me/join/[\w-]+/[\w-]+", player.get("/me").text)
    assert found is not None
    return found[0]


def test_throwaway_people_bring_no_days_off_into_a_game(at: Server) -> None:
    """A seat has the days off of the person who sat down in it, whoever its browser becomes."""
    one, two = Browser(at, "one"), Browser(at, "two")
    one.about(do="vacation", first="2026-03-08", last="2026-04-06")  # a whole year's
    room = game(at, one, two)
    deadline = again(at, room).game.clock.deadline  # type: ignore[union-attr]
    assert deadline == FRIDAY + 35 * DAY
    for number in range(3):
        helper = Browser(at, f"helper-{number}")
        helper.about(do="vacation", first="2026-04-07", last="2026-05-06")
        assert one.post(link_of(helper)).status_code == 303  # one browser becomes another person
        secret = at.app.state.rooms.secret(again(at, room), 0)
        helper.post(f"/join/{room.id}/0/{secret}")  # or the other one sits down beside it
        assert again(at, room).game.clock.deadline == deadline  # type: ignore[union-attr]
    at.stop()
    at.now += 1
    at.start()
    assert 0 <= again(at, room).game.clock.deadline - deadline <= 1  # type: ignore[union-attr]
    nobody, room = Browser(at, "nobody"), game(at, Browser(at, "three"), two)
    nobody.about(do="vacation", first="2026-03-08", last="2026-03-20")
    assert again(at, room).game.clock.deadline == at.now + 5 * DAY  # type: ignore[union-attr]


def test_a_browser_that_becomes_a_person_brings_its_running_games(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    room = game(at, one, two)
    one.about(do="vacation", first="2026-03-08", last="2026-03-10")
    assert again(at, room).game.clock.deadline == FRIDAY + 8 * DAY  # type: ignore[union-attr]


def test_a_move_that_is_taken_back_takes_no_day_off_with_it(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    two.about(zone="UTC", **{"off-sat": "on"})
    room = game(at, one, two)
    one.send(f"/api/games/{room.id}/moves", move="a1")
    at.wait(DAY)  # Saturday: the other is absent
    assert again(at, room).game.clock.payload["absent"]  # type: ignore[union-attr]
    one.send(f"/api/games/{room.id}/undo")
    assert two.send(f"/api/games/{room.id}/answer", agree=True).status_code == 200
    face = again(at, room).game.clock.timing.face(at.now)  # type: ignore[union-attr]
    assert (face.running, face.balances[0]["bank"]) == (0, 5 * DAY)


def test_another_browser_is_taken_in_by_the_link_and_by_nothing_else(at: Server) -> None:
    one, two, three = (Browser(at, name) for name in ("one", "two", "three"))
    one.about(name="Ann", zone="UTC", **{"off-sat": "on"})
    link = re.search(r"/me/join/[\w-]+/[\w-]+", one.get("/me").text)
    assert link is not None
    assert two.get(link[0]).status_code == 200
    assert two.post(link[0]).status_code == 303
    assert 'value="Ann"' in two.get("/me").text
    assert three.post(link[0][:-1] + "_").status_code == 404
    assert "Ann" not in three.get("/me").text
    taken = three.about(name="ann")
    assert (taken.status_code, "already taken" in taken.text) == (422, True)
    room = game(at, two, three)
    assert room.game.clock is not None
    assert room.game.clock.deadline == FRIDAY + 6 * DAY


def test_games_without_a_calendar_know_no_days_off(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    one.about(zone="UTC", **{"off-fri": "on"})
    room = game(at, one, two, clock="countdown:time=5m")
    assert room.game.clock is not None
    assert room.game.clock.falls == FRIDAY + 300_000
