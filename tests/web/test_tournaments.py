"""Tournaments in the browser: created, joined, played to their tables; and what is refused."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from selenium.webdriver.common.by import By

from parlour.errors import ParlourError
from parlour.table.outcome import Outcome
from parlour.web.bots.worker_pool import Bots
from parlour.web.play.driver import Driver
from parlour.web.play.room import Room
from parlour.web.play.rooms import Rooms
from parlour.web.store import tournament_store
from parlour.web.store.game_store import Store
from parlour.web.store.tournament_store import StoredPlayer, StoredTournament
from parlour.web.store.writer import Stale
from parlour.web.tournaments.tournament_service import Tournaments
from tests.web.driving import Browser as Chromium
from tests.web.driving import ServerProcess, needs_chromium, until
from tests.web.postgres import needs_postgres, postgres
from tests.web.table import refused
from tests.web.test_clocks import Server
from tests.web.test_people import Browser, at, call, server

__all__ = ["at", "server"]

FORM = {
    "title": "Club night", "format": "arena", "games": "hex:size=3 hex:size=4", "rounds": "2",
    "number": "1", "clock": "countdown:time=10m", "plays": "on", "name": "Ann",
}  # fmt: skip
LINK = re.compile(r"/tournaments/[\w-]+/join/[\w-]+")


def create(player: Browser, **form: str) -> str:
    """The address of a new tournament."""
    answer = player.post("/tournaments", **{**FORM, **form})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def link(player: Browser, place: str) -> str:
    found = LINK.search(player.get(place).text)
    assert found is not None
    return found[0]


def enter(at: Server, place: str, organizer: Browser, *names: str) -> list[Browser]:
    players = [Browser(at, name) for name in names]
    for name, player in zip(names, players, strict=True):
        assert player.post(link(organizer, place), name=name).status_code == 303
    return players


def board(player: Browser, place: str) -> str | None:
    found: str | None = player.get(f"{place}/board").json()["game"]
    return found


def go_on(at: Server, place: str) -> None:
    service: Tournaments = at.app.state.tournaments
    for _ in range(2):
        call(at, service.go_on, place.rpartition("/")[2])


def resign(at: Server, place: str, player: Browser) -> None:
    game = board(player, place)
    seat = next(s["seat"] for s in player.get(f"/api/games/{game}").json()["seats"] if s["yours"])
    assert player.send(f"/api/games/{game}/resign", seat=seat).status_code == 200
    go_on(at, place)


def standing(player: Browser, place: str) -> list[tuple[str, str]]:
    """The names and points in the table."""
    rows = re.findall(r"<tr><td>\d+</td><td>([^<]*).*?</td><td>([^<]*)", player.get(place).text)
    return [(name.strip(), points) for name, points in rows]


def test_a_tournament_runs_to_its_table(at: Server) -> None:
    ann = Browser(at, "ann")
    place = create(ann)
    ben, cara = enter(at, place, ann, "Ben", "Cara <i>")
    stranger = Browser(at, "stranger")
    assert LINK.search(stranger.get(place).text) is None
    assert ann.post(f"{place}/start").status_code == 303
    assert board(ann, place) == board(ben, place) is not None
    assert board(cara, place) is None  # has the bye
    assert board(stranger, place) is None
    game = ann.get(f"/api/games/{board(ann, place)}").json()
    assert game["game"]["name"] == "hex:size=3"
    assert [seat["who"] for seat in game["seats"]] == ["Ann (you)", "Ben"]
    (dora,) = enter(at, place, ann, "Dora")  # late
    assert board(dora, place) is None
    assert "Projector" in stranger.get(place).text
    assert "Ann – Ben" in stranger.get(f"{place}/wall").text
    resign(at, place, ben)
    assert None not in [board(player, place) for player in (ann, ben, cara, dora)]
    second = ann.get(f"/api/games/{board(ann, place)}").json()
    assert second["game"]["name"] == "hex:size=4"
    assert ben.post(f"{place}/withdraw/1").status_code == 303
    go_on(at, place)
    for player in (dora, cara):
        if board(player, place):
            resign(at, place, player)
    go_on(at, place)
    text = stranger.get(place).text
    assert "has won" in text
    assert "<i>" not in text
    assert "Ben" in text
    assert "withdrawn" in text
    assert len(standing(ann, place)) == 4
    report = stranger.get(f"{place}/report").text
    assert report.startswith("012 Club night\n062 4\n092 arena\n")
    assert ann.post(f"{place}/withdraw/0").status_code == 409


def test_games_change_seats_within_a_meeting_and_survive_a_kill(at: Server) -> None:
    ann = Browser(at, "ann")
    place = create(ann, format="knock-out", number="2", games="hex:size=3")
    (ben,) = enter(at, place, ann, "Ben")
    ann.post(f"{place}/start")
    first = board(ann, place)
    resign(at, place, ben)
    second = board(ann, place)
    assert second not in (None, first)
    at.kill()
    at.start()
    assert board(ann, place) == board(ben, place) == second
    seats = ann.get(f"/api/games/{second}").json()["seats"]
    assert [seat["who"] for seat in seats] == ["Ben", "Ann (you)"]
    resign(at, place, ben)
    assert "Ann has won" in ben.get(place).text
    assert standing(ann, place) == [("Ann", "1"), ("Ben", "0")]


def test_a_board_noted_before_a_crash_is_opened_once(
    at: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Browser(at, "ann")
    place = create(ann)
    (ben,) = enter(at, place, ann, "Ben")
    rooms = at.app.state.rooms

    async def crash(*_: Any) -> None:
        raise RuntimeError("power cut")

    usual = rooms.create
    monkeypatch.setattr(rooms, "create", crash)
    with pytest.raises(RuntimeError):
        ann.post(f"{place}/start")
    monkeypatch.setattr(rooms, "create", usual)
    (noted,) = call(
        at, at.app.state.tournaments.find, place.rpartition("/")[2]
    ).stored.games.values()
    assert board(ann, place) is None  # no page opens before its game is there
    for player in (ann, ben, Browser(at, "stranger")):
        page = player.get(place)
        assert page.status_code == 200
        assert "Round 1</p>" in page.text
        assert noted not in page.text
    go_on(at, place)
    assert board(ben, place) == noted
    assert ann.get(f"/api/games/{noted}").status_code == 200


def test_a_bot_that_fails_forfeits(at: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(self: Driver) -> None:
        self._room.trouble = "the bot has ended"

    monkeypatch.setattr(Driver, "go_on", give_up)
    ann = Browser(at, "ann")
    place = create(ann, bots="1", rounds="1", plays="", format="round-robin")
    enter(at, place, ann, "Ben")
    ann.post(f"{place}/start")
    go_on(at, place)
    text = ann.get(place).text
    assert "Ben has won" in text
    assert "forfeit" in text


def test_a_tournament_that_cannot_go_on_holds_up_no_other(
    at: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = Browser(at, "Ann")
    places = [create(ann, bots="1", plays="on") for _ in range(2)]
    for place in places:
        assert ann.post(f"{place}/start").status_code == 303
    broken, tried, go_on = [place.rpartition("/")[2] for place in places], [], Tournaments.go_on

    async def fail(service: Tournaments, tournament_id: str) -> None:
        if tournament_id in broken:
            tried.append(tournament_id)
            raise ParlourError("this tournament is broken")
        await go_on(service, tournament_id)

    monkeypatch.setattr(Tournaments, "go_on", fail)
    until(lambda: set(tried) == set(broken))


def test_the_organizer_lets_forfeit_who_does_not_come(at: Server) -> None:
    ann = Browser(at, "ann")
    place = create(ann, rounds="1")
    (ben,) = enter(at, place, ann, "Ben")
    ann.post(f"{place}/start")
    game = board(ann, place)
    assert ben.post(f"{place}/forfeit/{game}/0").status_code == 403
    for wrong in (f"{place}/forfeit/nothing/0", f"{place}/forfeit/{'x' * 40}/1"):
        assert ann.post(wrong).status_code == 404
    assert ann.post(f"{place}/forfeit/{game}/5").status_code == 404
    assert ann.post(f"{place}/forfeit/{game}/1").status_code == 303
    go_on(at, place)
    assert "Ann has won" in ben.get(place).text
    assert ann.post(f"/games/{game}/delete").status_code == 409


def test_half_point_byes_are_requested_until_the_round_is_paired(at: Server) -> None:
    ann = Browser(at, "ann")
    place = create(ann, format="swiss", rounds="3")
    ben, cara, dan = enter(at, place, ann, "Ben", "Cara", "Dan")
    assert ben.post(f"{place}/bye/1/1").status_code == 303
    assert ben.post(f"{place}/bye/1/2").status_code == 409  # one is enough
    assert ben.post(f"{place}/no-bye/1/1").status_code == 303
    assert ben.post(f"{place}/bye/1/2").status_code == 303
    assert ann.post(f"{place}/bye/2/1").status_code == 303  # the organizer, for Cara
    assert cara.post(f"{place}/bye/3/1").status_code == 403
    for wrong in (f"{place}/bye/0/3", f"{place}/bye/0/9"):  # the last round, and none
        assert ann.post(wrong).status_code == 409
    assert "½ bye in round 2" in dan.get(place).text
    ann.post(f"{place}/start")
    assert board(cara, place) is None
    assert ann.post(f"{place}/no-bye/2/1").status_code == 409  # is paired
    resign(at, place, next(player for player in (ann, ben, dan) if board(player, place)))
    assert board(ben, place) is None
    assert board(cara, place) is not None
    assert "Ben – half-point bye" in ann.get(place).text
    report = ann.get(f"{place}/report").text.splitlines()
    assert [line[91:].count(" H") for line in report if line.startswith("001")] == [0, 1, 1, 0]
    arena = create(ann)
    assert ann.post(f"{arena}/bye/0/1").status_code == 409


def test_the_games_of_a_rated_tournament_count(at: Server) -> None:
    ann, ben, nobody = (Browser(at, name) for name in ("ann", "ben", "nobody"))
    form = {**FORM, "rated": "on", "games": "yavalath", "rounds": "1"}
    assert "choose one under You" in ann.post("/tournaments", **form).text
    ann.about(name="Anselm")
    place = create(ann, **form)
    entry = link(ann, place)
    assert nobody.post(entry, name="Anselm").status_code == 422
    ben.about(name="Berta")
    found = re.search(r"/me/join/[\w-]+/[\w-]+", ben.get("/me").text)
    assert found is not None
    other = Browser(at, "other")
    other.post(found[0])
    for browser in (ben, other):  # one person, in two browsers
        assert browser.post(entry, name="Somebody").status_code == 303
    names = [name for name, _ in re.findall(r"<tr><td>\d+</td><td>([^<]*)(<)", ann.get(place).text)]
    assert [name.strip() for name in names] == ["Anselm", "Berta"]
    ann.post(f"{place}/start")
    game = board(other, place)
    assert board(ben, place) == game is not None
    resign(at, place, other)
    assert re.search(r"Yavalath.*Anselm.*Berta", ann.get("/ratings").text, re.S)


def test_there_is_no_help_and_no_result_is_taken_back(at: Server) -> None:
    ann = Browser(at, "ann")
    place = create(ann, clock="")
    (ben,) = enter(at, place, ann, "Ben")
    ann.post(f"{place}/start")
    game = board(ann, place)
    assert 'data-do="hint"' not in ann.get(f"/games/{game}").text
    assert refused(ann.send(f"/api/games/{game}/hint")) == (409, "of-a-tournament")
    resign(at, place, ben)
    assert refused(ben.send(f"/api/games/{game}/undo", seat=1)) == (409, "of-a-tournament")


def test_tables_of_four_are_drawn_and_whoever_gives_up_is_last(at: Server) -> None:
    """A hidden game: nobody sees more on the tournament's page than onlookers."""
    ann = Browser(at, "ann")
    place = create(ann, format="tables", games="tiger-bridge", rounds="2", clock="")
    assert "The tables need 4 players" in ann.post(f"{place}/start").text
    players = {"Ann": ann} | dict(
        zip(("Ben", "Cara", "Dan"), enter(at, place, ann, "Ben", "Cara", "Dan"), strict=True)
    )
    assert ann.post(f"{place}/start").status_code == 303
    (game,) = {board(player, place) for player in players.values()}
    assert game is not None
    onlookers = [*players.values(), Browser(at, "stranger")]
    until(lambda: "chance to act" not in ann.get(place).text)
    seen = [re.findall(r'small-board">.*?</svg>', p.get(place).text, re.S) for p in onlookers]
    assert all(boards == seen[0] != [] for boards in seen)
    room = call(at, at.app.state.rooms.find, game)
    names = [seat.name for seat in room.game.seats]
    assert sorted(names) == sorted(players)
    for number, status in ((4, 404), (10, 404), (names.index("Ben"), 303)):
        assert ann.post(f"{place}/forfeit/{game}/{number}").status_code == status
    assert room.game.bots == [names.index("Ben")]  # a bot plays on
    (eve,) = enter(at, place, ann, "Eve")  # late
    ranks = {"Ben": 9, "Ann": 3, "Dan": 2, "Cara": 2}
    call(at, end, room, [Fraction(ranks[name]) for name in names])
    go_on(at, place)
    points = {"Ben": "0", "Ann": "3", "Dan": "3/2", "Cara": "3/2"}
    row = f"{' – '.join(names)}: {' : '.join(points[name] for name in names)}"
    assert row in ann.get(place).text
    assert ann.get(f"{place}/report").status_code == 409
    assert "/report" not in ann.get(place).text
    boards = [board(player, place) for player in (*players.values(), eve)]
    assert [boards.count(None), len({*boards})] == [1, 2]  # one of five has a bye


async def end(room: Room, scores: list[Fraction]) -> None:
    async with room.changing() as now:
        await room.save(room.game.end(Outcome(tuple(scores), "agreement"), now))


def test_two_services_note_each_board_once(at: Server) -> None:
    """As two servers with one database do; a pairing is checked again when it is noted."""
    ann = Browser(at, "ann")
    place = create(ann)
    (ben,) = enter(at, place, ann, "Ben")
    tournament_id, store = place.rpartition("/")[2], at.app.state.store
    services = [Tournaments(at.app.state.rooms) for _ in range(3)]
    old = call(at, services[0].find, tournament_id)
    running = replace(old.stored, state=tournament_store.RUNNING)

    async def go_on() -> None:
        await tournament_store.set_state(store, tournament_id, "open", "running")
        await asyncio.gather(*(service.go_on(tournament_id) for service in services))

    call(at, go_on)
    assert board(ann, place) == board(ben, place) is not None
    for stale in (
        lambda: tournament_store.reserve(store, running, {(1, 1, 1): "other"}),
        lambda: tournament_store.add_player(store, running, StoredPlayer("Cara")),
        lambda: tournament_store.withdraw_player(store, running, 0, 0),
        lambda: tournament_store.set_bye(store, running, 0, 1, True),
    ):
        with pytest.raises(Stale):
            call(at, stale)


@pytest.mark.long
@needs_postgres
def test_two_servers_on_one_postgresql_pair_each_round_once() -> None:
    """Both pair, and people come and go at both, at the same time."""

    async def play(url: str) -> None:
        stores = [Store(url), Store(url)]
        services = [Tournaments(Rooms(store, Bots(0))) for store in stores]
        names = [StoredPlayer(f"player {n}", browser=f"b{n}") for n in range(9)]
        settings = {"format": "swiss", "games": ["hex:size=3"], "rounds": 5, "number": 1}
        first = StoredTournament("cup", "Cup", settings, "", "owner", players=tuple(names))
        await tournament_store.create(stores[0], first)
        await asyncio.gather(*(service.start(first) for service in services))
        for number in range(1, 6):
            one, other = services
            late = StoredPlayer(f"late {number}", browser=f"l{number}")
            await asyncio.gather(
                one.go_on("cup"),
                other.go_on("cup"),
                one.join("cup", late),
                other.withdraw("cup", number),
            )
            await asyncio.gather(*(service.go_on("cup") for service in services))
            found = await one.find("cup")
            assert found.round == number
            met = [n for m in found.state.open for n in (m.one, m.other)]
            assert len(set(met)) == len(met)
            noted = {place[:2] for place in found.stored.games if place[0] == number}
            assert noted <= {m.place for m in found.state.rounds_so_far()[-1]}
            for game in found.open_games():
                await (await one.rooms.find(game)).forfeit(0)
            await asyncio.gather(*(service.go_on("cup") for service in services))
        assert (await services[1].find("cup")).stored.state == tournament_store.OVER
        for service in services:
            await service.rooms.close()
            service.store.close()

    with tempfile.TemporaryDirectory() as folder, postgres(Path(folder) / "postgres") as url:
        asyncio.run(play(url))


WRONG: list[tuple[dict[str, str], str]] = [
    ({"format": "roulette"}, "is no format"),
    ({"games": ""}, "1 to 10 games"),
    ({"games": "hex " * 11}, "1 to 10 games"),
    ({"games": "no-such-game"}, "no-such-game"),
    ({"games": "/tmp/mine.py"}, "mine.py"),
    ({"games": "chainn"}, "choose games for two"),
    ({"games": "tiger-bridge"}, "choose games for two, or tables"),
    ({"format": "tables"}, "3 or more players"),
    ({"format": "tables", "games": "tiger-bridge hex"}, "3 or more players"),
    ({"games": "hex:size=99"}, "size"),
    ({"rounds": "0"}, "expected 1 to 30"),
    ({"rounds": "²"}, "expected 1 to 30"),
    ({"rounds": "9" * 50}, "expected 1 to 30"),
    ({"number": "5"}, "expected 1 to 4"),
    ({"bots": "11"}, "levels from 1 to 10"),
    ({"bots": "engine:x"}, "levels from 1 to 10"),
    ({"bots": "1 " * 17}, "up to 16"),
    ({"clock": "sundial"}, "sundial"),
    ({"name": " \u200b "}, "enter the name"),
]


@pytest.mark.parametrize(("form", "words"), WRONG)
def test_forms_that_are_refused(at: Server, form: dict[str, str], words: str) -> None:
    answer = Browser(at, "ann").post("/tournaments", **{**FORM, **form})
    assert answer.status_code == 422
    assert words in answer.text


def test_a_swiss_that_could_not_be_paired_is_not_created(
    at: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "py4swiss.engines", None)
    answer = Browser(at, "ann").post("/tournaments", **{**FORM, "format": "swiss"})
    assert (answer.status_code, "parlour[tournaments]" in answer.text) == (422, True)


def test_who_may_do_what(at: Server) -> None:
    ann, eve = Browser(at, "ann"), Browser(at, "eve")
    place = create(ann)
    assert ann.post(f"{place}/start").status_code == 422  # alone
    (ben,) = enter(at, place, ann, "Ben")
    assert eve.post(link(ann, place)[:-3] + "xyz", name="Eve").status_code == 404
    for name in ("", "ben", "x" * 99 + "\u202e"):
        status = eve.post(link(ann, place), name=name).status_code
        assert status == (303 if len(name) > 50 else 422)
    for player in (ben, eve):
        assert player.post(f"{place}/start").status_code == 403
        assert player.post(f"{place}/withdraw/0").status_code == 403
    assert ann.post(f"{place}/withdraw/99").status_code == 404
    assert ann.get(f"{place}/report").status_code == 409
    for path in ("/tournaments/nothing", "/tournaments/nothing/wall", "/tournaments/nothing/board"):
        assert eve.get(path).status_code == 404
    ann.post(f"{place}/start")
    assert ann.post(f"{place}/start").status_code == 409


def test_knock_outs_and_round_robins_take_no_late_entries(at: Server) -> None:
    ann = Browser(at, "ann")
    place = create(ann, format="round-robin")
    enter(at, place, ann, "Ben")
    entry = link(ann, place)
    ann.post(f"{place}/start")
    assert Browser(at, "late").post(entry, name="Late").status_code == 409


def test_boards_of_hidden_games_show_onlookers_nothing(at: Server) -> None:
    ann = Browser(at, "ann")
    place = create(ann, games="naval-qi", clock="")
    players = [*enter(at, place, ann, "Ben"), ann, Browser(at, "stranger")]
    ann.post(f"{place}/start")

    def boards(player: Browser) -> list[str]:
        return re.findall(r'small-board">.*?</svg>', player.get(place).text, re.S)

    until(lambda: boards(ann) and "chance to act" not in boards(ann)[0])  # paired, and begun
    seen = [boards(player) for player in players]
    assert seen[0] == seen[1] == seen[2]  # a player sees there what everybody sees


# -- a club night ------------------------------------------------------------------------------------


class Guest:
    """A person with a browser of their own."""

    def __init__(self, served: ServerProcess, name: str) -> None:
        self.name, self.client = name, httpx.Client(base_url=served.url, timeout=60)

    def play(self, place: str, number: int) -> None:
        """Resign one's game of this round against somebody earlier in the alphabet.

        A round that is asked for after the game cannot be an earlier one.
        """
        game = self.client.get(f"{place}/board").json()["game"]
        if game is None or f"Round {number}</p>" not in self.client.get(place).text:
            return
        seats = self.client.get(f"/api/games/{game}").json()["seats"]
        (mine,), (theirs,) = ([s for s in seats if s["yours"] == own] for own in (True, False))
        if theirs["who"] < self.name:
            self.client.post(f"/api/games/{game}/resign", json={"seat": mine["seat"]})


@needs_chromium
@pytest.mark.long
def test_an_organizer_creates_and_starts_a_tournament(
    served: ServerProcess, browser: Chromium
) -> None:
    browser.open(f"{served.url}/tournaments")
    for name, text in (("name", "Ann"), ("bots", "1 1")):
        browser.driver.find_element(By.NAME, name).send_keys(text)
    browser.press("form.choose .button.main")
    until(lambda: "Link to join" in browser.text("main"))
    byes = "details:has([formaction*='/bye/'])"
    browser.press(f"{byes} summary")
    browser.script("document.querySelector('main h1').textContent = 'before'")
    until(lambda: browser.text("main h1") == "Club night")  # the page was refreshed
    assert browser.script(f'return document.querySelector("{byes}").open')
    browser.press("[formaction$='/bye/0/2']")
    until(lambda: "½ bye in round 2" in browser.text("main"))
    browser.press("form[action$='/start'] button")
    until(lambda: "/games/" in browser.driver.current_url)  # the board opens by itself
    until(lambda: "Your move" in browser.text("#status") or "to move" in browser.text("#status"))
    assert browser.errors() == []


@pytest.mark.long
def test_a_club_night_of_eight_browsers_survives_a_killed_server(tmp_path: Path) -> None:
    """A Swiss of three rounds with a withdrawal, a late entry and a power cut, to its final table."""
    served = ServerProcess(tmp_path)
    served.start()
    names = ["Ann", "Ben", "Cara", "Dan", "Eva", "Finn", "Gina"]
    guests = [Guest(served, name) for name in names]
    host = guests[0]
    form = {**FORM, "format": "swiss", "games": "hex:size=4", "rounds": "3"}
    place = host.client.post("/tournaments", data=form).headers["location"]
    found = LINK.search(host.client.get(place).text)
    assert found is not None
    for guest in guests[1:]:
        assert guest.client.post(found[0], data={"name": guest.name}).status_code == 303
    assert host.client.post(f"{place}/start").status_code == 303

    def text() -> str:
        return host.client.get(place).raise_for_status().text

    def play_round(number: int) -> None:
        def done() -> bool:
            for guest in guests:
                guest.play(place, number)
            return f"Round {number}</p>" not in text()

        until(done)

    late = Guest(served, "Hal")
    assert late.client.post(found[0], data={"name": "Hal"}).status_code == 303
    guests.append(late)
    play_round(1)
    until(lambda: "Round 2</p>" in text())

    def boards() -> list[str | None]:
        return [guest.client.get(f"{place}/board").json()["game"] for guest in guests]

    until(lambda: all(boards()))
    games = boards()
    served.kill()
    served.start()
    assert boards() == games
    assert late.client.get(f"{place}/board").json()["game"]
    number = names.index("Finn")
    assert guests[number].client.post(f"{place}/withdraw/{number}").status_code == 303
    play_round(2)
    play_round(3)
    until(lambda: "has won" in text())
    rows = re.findall(r"<tr><td>\d+</td><td>([^<]*).*?</td><td>([^<]*)", text())
    assert rows[0] == ("Ann", "3")
    assert {name.strip() for name, _ in rows} == {*names, "Hal"}
    report = host.client.get(f"{place}/report").text
    assert len([line for line in report.splitlines() if line.startswith("001")]) == 8
    assert "XXR 3" in report
    served.stop()
