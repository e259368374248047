"""RatedGame games of people with a name: who may begin them, what counts, the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sqlalchemy import text

from parlour.web.people.rating_pages import RatedGame, ratings
from parlour.web.play.rooms import LINK, GameRequest
from tests.web.table import refused
from tests.web.test_clocks import Server
from tests.web.test_people import Browser, at, call, server

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
    beside = ratings(
        [*won, *lost, RatedGame("hex", ("Ann", "bot, level 10"), (Fraction(1), Fraction(0)))]
    )
    assert beside["bot, level 10"].elo == 0
    lower = RatedGame("hex", ("bot, level 9", "bot, level 10"), (Fraction(0), Fraction(1)))
    both = ratings([RatedGame("hex", ("Ann", "bot, level 9"), (Fraction(1), Fraction(0))), lower])
    assert both["bot, level 9"].elo == 0 < both["bot, level 10"].elo
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
