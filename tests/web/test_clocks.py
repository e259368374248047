"""Games by the clock on a server whose time stands in the tests' hands."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

import parlour
from parlour import players
from parlour.clocks.timing import Timing, displayed_ms
from parlour.play.wall_clock import SteadyClock
from parlour.records import first
from parlour.web.app import create_app
from parlour.web.play import clock_timer
from parlour.web.play.clock_timer import ClockTimer
from parlour.web.play.lag import TOTAL, LagQuota
from parlour.web.settings import Settings
from parlour.web.store.database_export import export
from tests.web.table import Table, refused

BEGIN = 1_767_571_200_000
SWING = "swing:time=1m,reserve=30m,lag=10s"


class Server:
    """A server that can be left and killed; `now` is its time."""

    def __init__(self, folder: Path, now: int = BEGIN, **more: Any) -> None:
        self.url = f"sqlite:///{folder / 'games.sqlite'}"
        self.now, self.more = now, more
        self.start()

    def start(self) -> None:
        settings = Settings(
            self.url, workers=0, pace=0, rate=10_000, burst=10_000, new_games=10_000, **self.more
        )
        self.app = create_app(settings, lambda: self.now)
        self.client = TestClient(self.app, base_url="http://localhost")
        self.client.__enter__()

    def stop(self) -> None:
        self.client.__exit__(None, None, None)

    def kill(self) -> None:
        """Stop as if the server had no time to say anything."""

        async def nothing() -> None: ...

        for room in self.app.state.rooms._rooms.values():
            room.leave = nothing
        self.stop()

    def wait(self, ms: int) -> None:
        """Let time pass; what is due is done."""
        self.now += ms
        self.client.portal.call(self.app.state.rooms.clock_timer.check_due)  # type: ignore[union-attr]


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.stop()


def table(at: Server, game: str, clock: str, *seats: str) -> Table:
    return Table(at.client, game, *(seats or ("here", "here")), clock=clock)


def times(told: dict[str, Any]) -> list[int]:
    """What a page shows at the moment at which it is told."""
    clock, now, found = told["clock"], told["now"], []
    for legs in clock["legs"]:
        at = now if clock["falls"] is None else min(now, clock["falls"])
        t, ms, slope, _ = [leg for leg in legs if leg[0] <= at][-1]
        found.append(ms + slope * (at - t))
    return found


def rebuilt(table: Table) -> Timing:
    """The clock of the game's record."""
    text = table.server.get(f"/api/games/{table.id}/record").text
    tree, _ = first(text)
    timing = Timing.of_tags(tree.tags, 2)
    assert timing is not None
    return timing


def test_a_game_by_tigerswing_is_lost_on_time_to_the_millisecond(at: Server) -> None:
    played = table(at, "hex:size=5", SWING)
    at.wait(25_000)
    assert times(played.look(0)) == [45_000, 75_000]
    assert played.move(0, "c3").status_code == 200
    at.wait(12_345)
    told = played.look(1)
    assert times(told) == [47_345, 72_655]
    falls = told["clock"]["falls"]
    assert falls == BEGIN + 25_000 + 10_000 + 75_000 + 1_800_000
    at.wait(falls - at.now - 1)
    assert played.look(1)["outcome"] is None
    at.wait(1)
    over = [played.look(seat) for seat in (0, 1, None)]
    assert [told["outcome"]["reason"] for told in over] == ["time"] * 3
    assert [told["outcome"]["scores"] for told in over] == [["1", "0"]] * 3
    face = rebuilt(played).face(falls)
    assert face.flag == (1, falls)
    assert over[0]["clock"]["flag"] == [1, falls]
    assert [displayed_ms(face, seat) for seat in (0, 1)] == times(over[0])


def test_pages_and_a_rebuilt_clock_agree_at_every_moment(at: Server) -> None:
    for clock in (
        "countdown:time=20s,increment=2s,delay=1s",
        "byo-yomi:time=3s,periods=3,period=5s",
        "hourglass:time=30s",
        "double-countdown:time=4s,reserve=20s",
        SWING,
    ):
        played = table(at, "hex:size=5", clock)
        for ply, cell in enumerate(("a1", "c3", "d4", "b2", "e5")):
            for wait in (1, 999, 1500, 2001):
                at.wait(wait)
                face = rebuilt(played).face(at.now)
                assert times(played.look(0)) == [displayed_ms(face, seat) for seat in (0, 1)], clock
            assert played.move(ply % 2, cell).status_code == 200


def test_a_move_in_the_moment_of_the_flag_is_too_late_though_nobody_has_noticed(at: Server) -> None:
    played = table(at, "hex:size=5", "countdown:time=10s")
    at.now += 10_000
    assert refused(played.move(0, "a1")) == (409, "game-over")
    told = played.look(0)
    assert (told["ply"], told["outcome"]["reason"]) == (0, "time")
    assert refused(played.do(0, "undo")) == (409, "clock")


def test_lag_is_given_back_within_a_quota(at: Server) -> None:
    """A claim counts as far as the quota goes: 300 ms, then 100 more for each move."""
    played = table(at, "hex:size=5", "countdown:time=10s")
    room = at.client.portal.call(at.app.state.rooms.find, played.id)  # type: ignore[union-attr]
    room.note_round_trip(frozenset({0, 1}), 1000)
    at.wait(2000)
    assert played.do(0, "moves", move="a1", lag=200).status_code == 200
    assert times(played.look(0)) == [8200, 9800]  # the next one's time runs since then
    at.now += 8900  # its flag has fallen, but the move was on its way
    assert played.do(1, "moves", move="c3", lag=100_000).status_code == 200
    falls = at.now - 300 + 8200
    assert played.look(0)["clock"]["falls"] == falls
    at.wait(falls + 199 - at.now)  # 0 has a quota of 200 left: a move may be on its way
    assert played.look(0)["outcome"] is None
    at.wait(1)
    assert played.look(0)["clock"]["flag"] == [0, falls]


def test_claims_count_as_far_as_the_server_measured_the_lag_and_not_for_ever(at: Server) -> None:
    played = table(at, "hex:size=9,pie=no", "countdown:time=1h")
    room = at.client.portal.call(at.app.state.rooms.find, played.id)  # type: ignore[union-attr]
    at.wait(2000)
    assert played.do(0, "moves", move="a1", lag=300).status_code == 200
    assert times(played.look(0))[0] == 3_598_000  # nothing is measured: nothing is given back
    for trip in (80, 60, 900, 70, 5):  # one of them was held up, or delayed on purpose
        room.note_round_trip(frozenset({1}), trip)
    at.wait(2000)
    assert played.do(1, "moves", move="b1", lag=300).status_code == 200
    assert times(played.look(0))[1] == 3_598_070
    quota = LagQuota()
    for _ in range(5):
        quota.measure(5000)  # by a page that always answers late
    assert sum(quota.take(10_000) for _ in range(1000)) == TOTAL


def test_a_live_page_that_is_to_move_is_pinged_and_only_its_own_answers_count(at: Server) -> None:
    played = table(at, "hex:size=5", "countdown:time=1m")
    room = at.client.portal.call(at.app.state.rooms.find, played.id)  # type: ignore[union-attr]
    path, headers = f"/api/games/{played.id}/live", {**played.headers(0), "Host": "localhost"}
    with at.client.websocket_connect(path, headers=headers) as socket:
        number = socket.receive_json()["ping"]
        for odd in ("{}", '{"pong": true}', f'{{"pong": {number}, "move": "a1"}}'):
            socket.send_text(odd)
            assert "error" in socket.receive_json()["moved"]
        for pong in (number + 1, number, number):
            socket.send_json({"pong": pong})
        socket.send_json({"move": "a1", "lag": 0})
        assert "ping" not in socket.receive_json()
        assert len(room._quotas[0]._trips) == 1
        assert room._quotas[0]._trips[0] < 5000
    with at.client.websocket_connect(path, headers={"Host": "localhost"}) as onlooker:
        assert "ping" not in onlooker.receive_json()


def test_a_move_that_is_taken_back_takes_its_time_with_it(at: Server) -> None:
    played = table(at, "hex:size=5,pie=no", "countdown:time=1m,increment=2s")
    at.wait(5000)
    assert played.move(0, "a1").status_code == 200
    at.wait(7000)
    assert played.move(1, "c3").status_code == 200
    before = times(played.look(0))
    at.wait(9000)
    assert played.do(0, "undo").json() == {"result": "asked"}
    assert played.do(1, "answer", agree=True).status_code == 200
    told = played.look(0)
    assert (told["ply"], times(told)) == (0, [60_000, 60_000])
    assert before == [57_000, 55_000]
    assert times(played.look(0)) == [displayed_ms(rebuilt(played).face(at.now), i) for i in (0, 1)]
    at.wait(1000)
    assert times(played.look(0)) == [59_000, 60_000]


def test_only_games_in_which_something_is_due_are_fetched_again(at: Server) -> None:
    soon, late = (table(at, "hex:size=5", f"countdown:time={time}") for time in ("1m", "1h"))
    at.wait(59_000)
    at.stop()
    at.now += 10_000
    at.start()
    soon.server = late.server = at.client
    assert soon.look(0)["outcome"] is None
    assert times(soon.look(0)) == [1000, 60_000]
    assert late.id not in at.app.state.rooms._rooms
    assert times(late.look(0)) == [3_600_000 - 59_000, 3_600_000]
    assert late.look(0)["clock"]["given_back"] == 10_000
    at.wait(1000)
    assert soon.look(0)["outcome"]["reason"] == "time"


def test_the_time_of_an_outage_passes_where_the_settings_say_so(at: Server) -> None:
    played = table(at, "hex:size=5", "countdown:time=1m")
    at.wait(10_000)
    at.stop()
    at.now += 20_000
    at.more = {"gives_back": False}
    at.start()
    played.server = at.client
    assert times(played.look(0)) == [30_000, 60_000]
    at.wait(30_000)
    assert played.look(0)["outcome"]["reason"] == "time"


def test_the_record_has_the_clock_and_what_it_showed_after_each_move(
    at: Server, tmp_path: Path
) -> None:
    played = table(at, "hex:size=5", "countdown:time=1m,increment=2s")
    for ply, cell in enumerate(("a1", "c3", "d4")):
        at.wait(5000)
        played.move(ply % 2, cell)
    played.do(0, "resign", seat=0)
    text = played.server.get(f"/api/games/{played.id}/record").text
    tree, _ = first(text)
    assert [node.clock for node in tree.line()] == [57, 57, 54]
    assert tree.tags["Clock"] == "countdown:time=1m,increment=2s"
    export(at.url, tmp_path / "games.pgn")
    kept, _ = first((tmp_path / "games.pgn").read_text())
    assert kept.tags["ClockEvents"] == tree.tags["ClockEvents"]
    at.wait(600_000)
    assert played.look(0)["outcome"]["reason"] == "resignation"


def test_the_clock_begins_when_everybody_is_there(at: Server) -> None:
    played = table(at, "hex:size=5", "countdown:time=1m", "here", "link")
    at.wait(90_000)
    told = played.look(0)
    assert (told["clock"]["begun"], times(told)) == (False, [60_000, 60_000])
    assert played.server.post(played.links[1], follow_redirects=False).status_code == 303
    played.server.cookies.clear()
    at.wait(1000)
    assert times(played.look(0)) == [59_000, 60_000]


def test_without_the_others_it_begins_after_the_first_move(at: Server) -> None:
    played = table(at, "hex:size=5", "countdown:time=1m", "link", "link")
    at.wait(90_000)
    played.move(0, "a1")
    at.wait(1000)
    assert times(played.look(0)) == [60_000, 59_000]


@pytest.mark.parametrize("killed", [True, False])
def test_the_time_in_which_the_server_was_away_is_given_back_and_told(
    at: Server, killed: bool
) -> None:
    played = table(at, "hex:size=5", "countdown:time=1m")
    played.move(0, "a1")
    at.wait(7000)
    at.kill() if killed else at.stop()
    at.now += 3_600_000
    at.start()
    played.server = at.client
    told = played.look(1)
    # after a kill nobody knows when it was: time stands since the last event
    assert times(told) == [60_000, 60_000 if killed else 53_000]
    assert told["clock"]["given_back"] == 3_600_000 + (7000 if killed else 0)
    at.wait(53_000)
    assert (played.look(1)["outcome"] is None) == killed
    at.wait(7000)
    assert played.look(1)["outcome"]["reason"] == "time"
    assert rebuilt(played).face(at.now).flag == (1, at.now - (0 if killed else 7000))


def test_an_outage_is_given_back_though_nothing_can_be_stored(
    at: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = table(at, "hex:size=5", "countdown:time=2h")
    played.move(0, "a1")
    at.kill()
    at.now += 7_000_000
    at.start()
    played.server = at.client

    async def full(*_: object) -> int:
        raise OperationalError("INSERT", {}, Exception("database or disk is full"))

    with monkeypatch.context() as while_full:
        while_full.setattr(at.app.state.store, "change", full)
        assert played.look(1)["clock"]["given_back"] == 7_000_000
        assert played.move(1, "c3").status_code == 503
    at.wait(5000)
    assert played.move(1, "c3").status_code == 200
    assert displayed_ms(rebuilt(played).face(at.now), 1) == times(played.look(1))[1] == 7_195_000


def test_where_each_move_has_its_time_the_least_binding_one_is_made(at: Server) -> None:
    played = table(at, "hex:size=5", "per-move:time=10s")
    at.wait(10_000)
    told = played.look(0)
    assert (told["ply"], told["turn"], told["outcome"]) == (1, 1, None)
    assert times(told)[1] == 10_000


def test_a_rematch_has_the_same_clock_from_the_beginning(at: Server) -> None:
    played = table(at, "hex:size=5", "countdown:time=1m")
    at.wait(60_000)
    again = played.do(0, "rematch")
    shown = played.server.get(f"/api/games/{again.json()['id']}").json()
    assert shown["clock"]["text"] == "countdown:time=1m"
    assert times(shown) == [60_000, 60_000]


def test_clocks_tell_nothing_of_moves_that_nobody_hears(at: Server) -> None:
    played = table(at, "naval-qi", "countdown:time=10m,increment=5s")
    while (told := played.look())["turn"] == -1:
        pass
    seat = told["turn"]
    before = played.look(1 - seat)["clock"]
    at.wait(3000)
    (first, *_) = at.app.state.rooms._rooms[played.id].game.position.state.moves()
    assert played.move(seat, first).status_code == 200
    assert played.look()["turn"] == seat
    assert played.look(1 - seat)["clock"] == before


def test_bad_clocks_are_refused_with_what_is_allowed(at: Server) -> None:
    for text in (
        "sundial",
        "countdown:time=1",
        "composite:deploy=1h,primary=1h,redeploy=1h,secondary=1h",
        "triple-countdown:deployment=1m,time=1m,reserve=1s",
    ):
        body = {"game": "hex", "seats": ["here", "here"], "clock": text}
        assert refused(at.client.post("/api/games", json=body)) == (422, "bad-clock"), text
    page = at.client.post("/new/hex", data={"seat-0": "here", "own-clock": "sundial"})
    assert page.status_code == 422
    assert "sundial" in page.text
    assert "countdown" in page.text


def test_sliders_make_a_clock(at: Server) -> None:
    form = {"seat-0": "here", "seat-1": "here", "clock": "sliders"}
    chosen = {**form, "minutes": "12", "seconds": "7"}
    made = at.client.post("/new/hex", data=chosen, follow_redirects=False)
    told = at.client.get(f"/api{made.headers['location']}").json()
    assert told["clock"]["text"] == "countdown:time=12m,increment=7s"
    for minutes, seconds in (("0", "5"), ("", "5"), ("x", "5"), ("5", "-1"), ("5", "9" * 20)):
        page = at.client.post("/new/hex", data={**form, "minutes": minutes, "seconds": seconds})
        assert page.status_code == 422, (minutes, seconds)


def test_the_start_page_offers_clocks_that_can_be_had(at: Server) -> None:
    page = at.client.get("/new/hex").text
    assert f'<option value="{SWING}"' in page
    from parlour.clocks.presets import PRESETS

    for text in PRESETS:
        assert parlour.clock(text).text == text
        form = {"seat-0": "here", "seat-1": "here", "clock": text}
        game = "naval-qi" if "deploy" in text else "hex"
        assert f'<option value="{text}"' in at.client.get(f"/new/{game}").text
        begun = at.client.post(f"/new/{game}", data=form, follow_redirects=False)
        told = at.client.get(f"/api{begun.headers['location']}").json()
        assert told["clock"]["text"] == text


def test_a_live_page_is_told_of_the_flag(at: Server) -> None:
    played = table(at, "hex:size=5", "countdown:time=10s")
    with at.client.websocket_connect(f"/api/games/{played.id}/live") as socket:
        told = socket.receive_json()
        assert (told["now"], told["clock"]["falls"]) == (BEGIN, BEGIN + 10_000)
        at.wait(10_000)
        told = socket.receive_json()
        assert (told["now"], told["outcome"]["reason"]) == (BEGIN + 10_000, "time")


COMPOSITE = "composite:deploy=10m,primary=2m,redeploy=1m,secondary=30s"


def timing(at: Server, played: Table) -> Timing:
    """The clock of a game whose record is kept back: the server's."""
    found: Timing = at.app.state.rooms._rooms[played.id].game.clock.timing
    return found


def engaged(at: Server, played: Table) -> None:
    """Both seats have deployed, a minute each."""
    for seat in (0, 1):
        at.wait(60_000)
        assert played.do(seat, "take", name="spread").status_code == 200
        assert played.move(seat, "ready").status_code == 200


def test_a_game_of_navalqi_runs_under_the_composite_clock(at: Server) -> None:
    """Shared time for deploying, own time in the engagements; only the last can be lost on time."""
    played = table(at, "naval-qi:sea=8,chests=50", COMPOSITE)
    while played.look()["turn"] == -1:
        pass
    engaged(at, played)
    told = played.look(0)
    first = told["turn"]
    assert (told["clock"]["legs"][0][0][3], times(told)) == ("primary", [120_000] * 2)
    assert timing(at, played).face(at.now).shared == {"deploy": 0, "redeploy": 60_000}
    at.wait(20_000)
    state = at.app.state.rooms._rooms[played.id].game.position.state
    gun = players.player("random", state.game, 1).choose(state)
    assert played.move(first, gun).status_code == 200
    at.wait(119_999)
    assert played.look(first)["turn"] == 1 - first
    at.wait(1)  # it can act no more, but has not lost
    told = played.look(first)
    assert (told["turn"], told["outcome"]) == (first, None)
    assert told["clock"]["out"] == [f"{1 - first} primary"]
    assert told["moves"][-1] == [1 - first, "no-action"]
    for _ in range(2):
        assert played.move(first, "no-action").status_code == 200
        at.wait(0)
    told = played.look(first)
    if told["outcome"] is None:  # four in a row, and no Flagship is sunk: the secondary phase
        assert timing(at, played).face(at.now).phase == "redeploy"
        at.wait(60_000)  # nobody may put anything more: the table puts what must stand
        told = played.look(first)
        assert told["clock"]["out"] == [f"{1 - first} primary", "redeploy"]
        assert timing(at, played).face(at.now).phase == "secondary"
        assert sorted(times(told)) == [30_000, 130_000]
        late = told["turn"]
        at.wait(times(told)[late] - 1)
        assert played.look(first)["outcome"] is None
        at.wait(1)
        told = played.look(first)
        assert told["outcome"]["reason"] == "time"
        assert sorted(told["outcome"]["scores"]) == ["0", "2"]
        face = rebuilt(played).face(at.now)
        assert (face.flag, list(told["clock"]["flag"])) == ((late, at.now), [late, at.now])


def test_who_may_deploy_no_more_gets_the_least_that_may_stand(at: Server) -> None:
    played = table(at, "naval-qi:sea=8,chests=50", COMPOSITE)
    while played.look()["turn"] == -1:
        pass
    assert played.move(0, "small:a9").status_code == 200
    at.wait(600_000)
    told = played.look(0)
    assert (told["clock"]["out"], told["outcome"]) == (["deploy"], None)
    state = at.app.state.rooms._rooms[played.id].game.position.state
    assert timing(at, played).face(at.now).phase == "primary"
    ships = {"battleship": 4, "platform": 4, "large": 3, "medium": 2, "small": 1, "flagship": 0}
    for seat in (0, 1):
        made = [
            text
            for entry, text in zip(
                at.app.state.rooms._rooms[played.id].game.position.log, state.history, strict=True
            )
            if entry.seat == seat
        ]
        assert made[-1] == "ready"
        kinds = [text.partition(":")[0] for text in made[:-1]]
        assert kinds.count("flagship") == kinds.count("land2") == 1
        assert sum(ships.get(kind, 0) for kind in kinds) == 20
        assert set(kinds) <= {*ships, "land2"}
    assert "small:a9" in state.history


def test_south_has_its_own_time_to_choose_between_guard_and_watch(at: Server) -> None:
    played = table(at, "tiger-chequers", "triple-countdown:deployment=15m,time=2h,reserve=1m")
    while played.look()["turn"] == -1:
        pass
    at.wait(14 * 60_000)
    assert times(played.look(0)) == [60_000, 15 * 60_000]
    assert played.move(0, "guard").status_code == 200
    assert times(played.look(0)) == [7_200_000] * 2
    at.wait(1000)
    assert times(played.look(0)) == [7_199_000, 7_200_000]
    assert [event[1:] for event in timing(at, played).events[-3:]] == [
        ("turn", None),
        ("phase", ""),
        ("turn", 0),
    ]


def test_the_calendar_has_ones_games_by_deadline_and_a_feed_by_its_secret(at: Server) -> None:
    at.client.get("/")  # gives the browser its name
    paths = []
    for clock in ("calendar:bank=3d,off=sat+sun", "calendar:bank=1d", ""):
        form = {"seat-0": "here", "seat-1": "here", "clock": clock}
        begun = at.client.post("/new/hex", data=form, follow_redirects=False)
        paths.append(begun.headers["location"])
    page = at.client.get("/calendar").text
    assert re.findall(r'href="(/games/[^"]*)"', page) == [paths[1], paths[0]]
    assert "Tue 6 Jan 2026, 00:00 UTC" in page
    (link,) = re.findall(r'value="(/calendar/[^"]*)"', page)
    at.client.cookies.clear()
    feed = at.client.get(link)
    assert feed.headers["content-type"].startswith("text/calendar")
    assert re.findall(r"DTSTART:(\S*)", feed.text) == ["20260106T000000Z", "20260108T000000Z"]
    assert at.client.get(link.replace(".ics", "x.ics")).status_code == 404
    assert "None of your games" in at.client.get("/calendar").text


class Machine:
    """A machine whose time can be set."""

    def __init__(self) -> None:
        self.wall, self.elapsed = BEGIN, 0

    def pass_by(self, ms: int) -> None:
        self.wall += ms
        self.elapsed += ms

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.elapsed)


@pytest.mark.parametrize("shift", [-3_600_000, 3_600_000])
def test_setting_the_machines_time_costs_and_gives_no_player_time(
    tmp_path: Path, shift: int
) -> None:
    machine = Machine()
    settings = Settings(
        f"sqlite:///{tmp_path / 'games.sqlite'}", workers=0, pace=0, rate=10_000, burst=10_000
    )
    with TestClient(create_app(settings, machine.clock()), base_url="http://localhost") as client:
        check = client.app.state.rooms.clock_timer.check_due  # type: ignore[attr-defined]
        game = Table(client, "hex:size=5,pie=no", "here", "here", clock="countdown:time=5m")
        game.move(0, "a1")
        machine.wall += shift
        for minutes, is_over in ((4, False), (2, True)):
            for _ in range(60 * minutes):
                machine.pass_by(1000)
                client.portal.call(check)  # type: ignore[union-attr]
            assert (game.look(1)["outcome"] is not None) == is_over


@pytest.mark.parametrize("killed", [False, True])
def test_no_time_stands_still_after_a_start_with_a_time_set_back(
    tmp_path: Path, killed: bool
) -> None:
    at = Server(tmp_path)
    game = table(at, "hex:size=5,pie=no", "countdown:time=5m")
    game.move(0, "a1")
    at.kill() if killed else at.stop()
    at.now -= 3_600_000
    at.start()
    game.server = at.client
    shown = times(game.look(1))
    at.wait(60_000)
    assert [before - after for before, after in zip(shown, times(game.look(1)), strict=True)] == [
        0,
        60_000,
    ]
    at.wait(240_000)
    assert game.look(1)["outcome"]["reason"] == "time"
    at.stop()


def test_a_flag_is_noticed_though_the_system_slept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer's own sleep ends although it began with an hour to go."""
    assert clock_timer.LONGEST_SLEEP <= 5
    monkeypatch.setattr(clock_timer, "LONGEST_SLEEP", 0.01)
    machine, checked = Machine(), []

    async def check(game_id: str) -> None:
        checked.append(game_id)

    async def work() -> None:
        timer = ClockTimer(lambda: machine.wall, check)
        timer.set("game", BEGIN + 3_600_000)
        timer.start()
        await asyncio.sleep(0.03)
        assert not checked
        machine.pass_by(3_600_000)
        await asyncio.sleep(0.03)
        assert checked == ["game"]
        await timer.close()

    asyncio.run(work())
