"""RatedGame games of people with a name: who may begin them, what counts, the table."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from sqlalchemy import text

from parlour.web.people.rating_pages import RatedGame, ratings
from parlour.web.play.rooms import LINK, GameRequest
from parlour.web.store import person_store
from parlour.web.store.person_store import BadPerson
from parlour.web.store.persons import Person
from tests.web.table import refused
from tests.web.test_clocks import Server
from tests.web.test_people import Browser, at, call, link_of, server

__all__ = ["at", "server"]


def begin(at: Server, *players: Browser, rated: bool = True, name: str = "hex:size=5") -> Any:
    held = {(seat, player.digest) for seat, player in enumerate(players)}
    wanted = GameRequest(name, (LINK, LINK), rated=rated)
    return call(at, at.app.state.rooms.create, wanted, players[0].digest, held)


def resign(player: Browser, room: Any) -> None:
    assert player.send(f"/api/games/{room.id}/resign").status_code == 200


def test_only_rated_games_among_people_with_names_count(at: Server) -> None:
    ann, ben, nobody = (Browser(at, name) for name in ("ann", "ben", "nobody"))
    assert "No rated game has finished yet" in ann.get("/ratings").text
    ann.about(name="Ann <b>")
    ben.about(name="Ben")
    resign(ben, begin(at, ann, ben, rated=False))
    resign(nobody, begin(at, ann, nobody))
    begin(at, ann, ben)
    assert "No rated game has finished yet" in ann.get("/ratings").text
    for _ in range(3):
        resign(ben, begin(at, ann, ben))
    shown = nobody.get("/ratings").text
    assert shown.index("Ann &lt;b&gt;") < shown.index("Ben")
    assert "<td>3</td>" in shown
    assert "size 5" in shown
    resign(ann, begin(at, ben, ann, name="hex:size=6"))
    assert nobody.get("/ratings").text.count("<h2>Hex") == 2  # each option set has its own table


def test_a_rated_game_needs_a_name_and_has_no_hints_and_no_way_back(at: Server) -> None:
    ann, ben, nobody = (Browser(at, name) for name in ("ann", "ben", "nobody"))
    form = {"seat-0": "here", "seat-1": "link", "rated": "on"}
    answer = nobody.post("/new/hex", **form)
    assert (answer.status_code, "choose one under You" in answer.text) == (422, True)
    ann.about(name="Anna")
    begun = ann.post("/new/hex", **form)
    assert begun.status_code == 303
    page = ann.get(begun.headers["location"]).text
    assert "Rated" in page
    assert 'data-do="undo"' not in page
    room = begin(at, ann, ben)
    ann.send(f"/api/games/{room.id}/moves", move="a1")
    for what in ("undo", "hint"):
        assert refused(ann.send(f"/api/games/{room.id}/{what}")) == (409, "rated")
    resign(ann, room)
    assert ann.post(f"/games/{room.id}/delete").status_code == 409


def test_ratings_are_those_of_bradley_and_terry_with_their_interval() -> None:
    won = [RatedGame("hex", ("Ann", "Ben"), (Fraction(1), Fraction(0)))] * 9
    lost = [RatedGame("hex", ("Ben", "Ann"), (Fraction(1), Fraction(0)))] * 3
    found = ratings([*won, *lost])
    assert found["Ann"].elo == -found["Ben"].elo
    assert 150 < found["Ann"].elo - found["Ben"].elo < 250  # 3 to 1 is 191 where none is drawn
    assert found["Ann"].low < found["Ann"].elo < found["Ann"].high
    assert found["Ann"].games == 12
    beside = ratings([*won, *lost, RatedGame("hex", ("Ann", "bot:10"), (Fraction(1), Fraction(0)))])
    assert beside["bot:10"].elo == 0
    lower = RatedGame("hex", ("bot:9", "bot:10"), (Fraction(0), Fraction(1)))
    both = ratings([RatedGame("hex", ("Ann", "bot:9"), (Fraction(1), Fraction(0))), lower])
    assert both["bot:9"].elo == 0 < both["bot:10"].elo
    points = ratings([RatedGame("tiger-bridge", ("Ann", "Ben"), (Fraction(120), Fraction(80)))])
    assert points["Ann"].elo > points["Ben"].elo


def test_damaged_scores_of_one_game_leave_the_tables_and_lists_of_all_others(at: Server) -> None:
    ann, ben = (Browser(at, name) for name in ("ann", "ben"))
    ann.about(name="Ann")
    ben.about(name="Ben")
    rooms = [begin(at, ann, ben) for _ in range(2)]
    for room in rooms:
        resign(ben, room)
    damage = text("UPDATE games SET scores = '1/0,x' WHERE id = :id")
    spoil = {"id": rooms[0].id}
    call(at, at.app.state.store.write, lambda connection: connection.execute(damage, spoil))
    assert "<td>1</td>" in ann.get("/ratings").text
    assert "this saved game is damaged" in ann.get("/").text


def seats_of(room: Any, at: Server) -> list[str]:
    """The addresses of the links to a game's seats."""
    secret = at.app.state.rooms.secret
    return [f"/join/{room.id}/{seat}/{secret(room, seat)}" for seat in (0, 1)]


def test_a_bots_name_is_nobodys_and_never_joins_a_bots_results(at: Server) -> None:
    """Even a name that got into the database by other means leaves the tables whole."""
    ann, bot = Browser(at, "ann"), Browser(at, "bot")
    ann.about(name="Annegret")
    for name in ("bot, level x", "bot, level 1", "Bot Level 1", "b\u043et, level 1"):
        answer = bot.about(name=name)
        assert answer.status_code == 422, name
    bot.about(name="Robert")
    for player in ("2", "3"):
        wanted = GameRequest("hex:size=4", (LINK, player), rated=True)
        room = call(at, at.app.state.rooms.create, wanted, ann.digest, {(0, ann.digest)})
        resign(ann, room)
    resign(bot, begin(at, ann, bot, name="hex:size=4"))
    for name in ("bot, level x", "bot, level 2"):
        change = text("UPDATE persons SET name = :name WHERE name IN ('Robert', 'bot, level x')")
        call(at, at.app.state.store.write, lambda c, n=name, q=change: c.execute(q, {"name": n}))
        shown = ann.get("/ratings")
        assert (shown.status_code, shown.text.count(name)) == (200, 1 + (name == "bot, level 2"))
        table = shown.text.partition("size 4")[2].partition("</table>")[0]
        assert "<td>+0</td>" in table  # the lowest bot that played is the anchor
        assert "<td>-0</td>" not in table


def test_results_stay_those_of_the_person_who_sat_down(at: Server) -> None:
    one, two, third = (Browser(at, name) for name in ("one", "two", "third"))
    for player, name in ((one, "Onno"), (two, "Zwaantje"), (third, "Thirza")):
        player.about(name=name)
    before, during = (begin(at, one, two, name="hex:size=7") for _ in range(2))
    resign(two, before)
    assert two.post(link_of(third)).status_code == 303  # the loser's browser is Thirza's now
    resign(two, during)
    two.about(name="Thirza")
    shown = one.get("/ratings").text.partition("size 7")[2].partition("</table>")[0]
    assert ("Zwaantje" in shown, "Thirza" in shown) == (True, False)
    two.about(name="")  # nor does a name given up
    assert "Zwaantje" in one.get("/ratings").text


def test_nobody_chooses_afterwards_whether_a_rated_game_counts(at: Server) -> None:
    ann, ben, nobody = (Browser(at, name) for name in ("ann", "ben", "nobody"))
    ann.about(name="Anneke")
    ben.about(name="Bennie")
    wanted = GameRequest("hex:size=8", (LINK, LINK), rated=True)
    room = call(at, at.app.state.rooms.create, wanted, ann.digest, {(0, ann.digest)})
    link = seats_of(room, at)[1]
    secret = {"Authorization": f"Bearer {link.rpartition('/')[2]}"}
    program = at.client.post(f"/api/games/{room.id}/resign", json={}, headers=secret)
    assert program.status_code == 403  # without sitting down
    assert nobody.post(link).status_code == 422
    assert ann.post(link).status_code == 409  # against oneself
    assert ben.post(link, name="Somebody else").status_code == 303
    assert call(at, at.app.state.rooms.find, room.id).game.seats[1].name == "Bennie"
    nobody.about(name="Nobbie")
    again = seats_of(room, at)[1]  # as who invited may send it
    assert nobody.post(again).status_code == 409  # the seat is Ben's
    resign(ann, room)
    late = begin(at, ann, Browser(at, "empty"), name="hex:size=8")
    resign(ann, late)
    assert nobody.post(seats_of(late, at)[1]).status_code == 409
    shown = ann.get("/ratings").text.partition("size 8")[2].partition("</table>")[0]
    assert ("Bennie" in shown, "Nobbie" in shown) == (True, False)


def test_games_between_two_browsers_of_one_machine_are_marked(at: Server) -> None:
    ann, ben = Browser(at, "ann"), Browser(at, "ben")
    ann.about(name="Annelies")
    ben.about(name="Benedikt")

    def play(addresses: tuple[str, str]) -> str:
        wanted = GameRequest("hex:size=9", (LINK, LINK), rated=True)
        room = call(at, at.app.state.rooms.create, wanted, ann.digest)
        for seat, (player, address) in enumerate(zip((ann, ben), addresses, strict=True)):
            origin = at.app.state.store.address_digest(address)
            call(at, room.sit_down, seat, player.digest, "", origin)
        resign(ben, room)
        page: str = ann.get("/ratings").text.partition("size 9")[2]
        return page.partition("</section>")[0]

    assert "one machine" not in play(("192.0.2.1", "192.0.2.2"))
    shown = play(("192.0.2.1", "192.0.2.1"))
    assert ("one machine" in shown, "(1*)" in shown, "192.0.2" in shown) == (True, True, False)


def test_results_of_an_earlier_version_are_those_of_the_people_who_had_the_seats(
    tmp_path: Path,
) -> None:
    running = Server(tmp_path)
    ann, ben = Browser(running, "ann"), Browser(running, "ben")
    ann.about(name="Anneliese")
    ben.about(name="Benjamin")
    resign(ben, begin(running, ann, ben))
    before = ann.get("/ratings").text
    running.stop()
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("UPDATE seats SET person = NULL")
        connection.execute("UPDATE persons SET folded = lower(name)")
        connection.execute("UPDATE parlour SET version = 4")
    running.start()
    try:
        assert "Benjamin" in before
        assert ann.get("/ratings").text == before
        assert Browser(running, "other").about(name="Benjam\xedn").status_code == 422
    finally:
        running.stop()


def test_two_people_who_choose_one_name_at_the_same_time(at: Server) -> None:
    store = at.app.state.store
    both = [Browser(at, name) for name in ("first", "second")]

    async def choose(browser: str) -> Any:
        def edit(_: Any, person: Person) -> Person:
            return replace(person, name="Contested")

        return await person_store.change(store, browser, edit)

    async def race() -> list[Any]:
        return await asyncio.gather(*(choose(b.digest) for b in both), return_exceptions=True)

    assert [isinstance(found, BadPerson) for found in call(at, race)] == [False, True]
    assert "Contested" not in both[1].get("/me").text
