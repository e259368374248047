"""Conditional moves: kept, played at once where they match, discarded where not, seen by nobody else."""

from __future__ import annotations

from typing import Any

from tests.web.table import refused
from tests.web.test_clocks import Server
from tests.web.test_people import DAY, Browser, again, at, game, server

__all__ = ["at", "server"]


def lines(player: Browser, room: Any) -> list[str]:
    found: list[str] = player.get(f"/api/games/{room.id}/conditions").json()["lines"]
    return found


def enter(player: Browser, room: Any, *rows: str) -> Any:
    return player.send(f"/api/games/{room.id}/conditions", lines="\n".join(rows))


def move(player: Browser, room: Any, text: str) -> Any:
    return player.send(f"/api/games/{room.id}/moves", move=text)


def played(at: Server, room: Any) -> str:
    return " ".join(again(at, room).game.position.state.history)


def test_a_tree_is_followed_as_far_as_it_goes_and_kept_over_a_kill(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    room = game(at, one, two)
    entered = enter(
        two, room, "if a1 then b2, if c3 then d4", "if a1 then b2 if e5 then d4", "a2 b1"
    )
    assert entered.json()["lines"] == ["a1 b2 c3 d4", "a1 b2 e5 d4", "a2 b1"]
    at.wait(DAY)
    assert move(one, room, "a1").status_code == 200
    assert played(at, room) == "a1 b2"
    face = again(at, room).game.clock.timing.face(at.now)  # type: ignore[union-attr]
    assert face.balances[1]["bank"] == 5 * DAY  # it took no time
    assert lines(two, room) == ["c3 d4", "e5 d4"]
    at.kill()
    at.start()
    assert lines(two, room) == ["c3 d4", "e5 d4"]
    assert move(one, room, "e5").status_code == 200
    assert played(at, room) == "a1 b2 e5 d4"
    assert lines(two, room) == []


def test_what_does_not_match_is_discarded(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    room = game(at, one, two)
    enter(two, room, "a1 b2")
    assert move(one, room, "c3").status_code == 200
    assert played(at, room) == "c3"
    move(two, room, "e5")
    move(one, room, "a1")
    assert (played(at, room), lines(two, room)) == ("c3 e5 a1", [])


def test_nobody_else_sees_them_on_any_route(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    room = game(at, one, two)
    before = one.get(f"/api/games/{room.id}").json()
    pages = [one.get(f"/games/{room.id}").text, one.get(f"/api/games/{room.id}/record").text]
    enter(two, room, "a1 b2 c3 d4")
    assert lines(one, room) == []
    assert lines(Browser(at, "nobody"), room) == []
    assert one.get(f"/api/games/{room.id}").json() == before
    assert [
        one.get(f"/games/{room.id}").text,
        one.get(f"/api/games/{room.id}/record").text,
    ] == pages
    move(one, room, "a1")
    assert "d4" not in str(one.get(f"/api/games/{room.id}").json()["moves"])


def test_both_may_foresee_and_a_taken_back_move_ends_it(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    room = game(at, one, two)
    enter(two, room, "a1 b2 c3 d4")
    move(one, room, "a1")
    assert enter(two, room, "c3 d4 e5 e4").status_code == 200
    assert one.send(f"/api/games/{room.id}/undo").json() == {"result": "asked"}
    assert two.send(f"/api/games/{room.id}/answer", agree=True).status_code == 200
    assert lines(two, room) == []
    move(one, room, "a1")
    assert played(at, room) == "a1"


def test_lines_that_cannot_be_played_are_refused_with_their_reason(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    room = game(at, one, two)
    for rows, words in (
        (["a1"], "must be your own"),
        (["a1 a1"], "a1 a1: "),
        (["z9 a1"], "z9"),
        (["a1 b2", "a1 b3 c3 d4"], "two replies, b2 and b3"),
        (["a1 b2"] * 41, "at most 40"),
    ):
        answer = enter(two, room, *rows)
        assert refused(answer) == (422, "bad-conditions"), rows
        assert words in answer.json()["error"]["message"]
    assert refused(enter(one, room, "a1 b2")) == (409, "your-turn")
    assert refused(enter(Browser(at, "nobody"), room, "a1 b2")) == (409, "no-conditions")
    enter(two, room, "a1 b2")
    assert enter(two, room, "").json() == {"lines": []}


def test_there_are_none_where_they_would_tell_or_by_another_clock(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    for name, clock in (("naval-qi", "calendar:bank=5d"), ("hex:size=5", "countdown:time=5m")):
        room = game(at, one, two, name=name, clock=clock)
        assert refused(enter(two, room, "a1 b2")) == (409, "no-conditions")
        assert 'id="conditions"' not in two.get(f"/games/{room.id}").text
    room = game(at, one, two)
    assert 'id="conditions"' in two.get(f"/games/{room.id}").text


def test_lines_are_entered_on_the_board(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    room = game(at, one, two)
    path = f"/api/games/{room.id}/conditions"
    first = two.send(f"{path}/board", moves=[]).json()
    assert (first["moves"], first["complete"]) == ([], False)
    assert "a1" in first["next_parts"]["cells"]
    after = two.send(f"{path}/board", moves=["a1"]).json()
    assert not after["complete"], "the last move must be one's own"
    assert two.send(f"{path}/steps", moves=["a1"], steps=[["cell", "b2"]]).json()["move"] == "b2"
    whole = two.send(f"{path}/board", moves=["a1", "b2"]).json()
    assert whole["complete"]
    assert len(whole["picture"]) > 1000
    assert played(at, room) == ""
    assert lines(two, room) == []


def test_a_line_on_the_board_is_refused_as_typed_ones_are(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    room = game(at, one, two)
    for what in ("board", "steps"):
        path = f"/api/games/{room.id}/conditions/{what}"
        assert refused(two.send(path, moves=["z9"])) == (422, "illegal-move")
        assert refused(two.send(path, moves=["a1"] * 61)) == (422, "bad-request")
        assert refused(two.send(path, lines="a1")) == (422, "bad-request")
        assert refused(one.send(path, moves=[])) == (409, "your-turn")
        assert refused(Browser(at, "nobody").send(path, moves=[])) == (409, "no-conditions")
        assert two.get(path).status_code == 405
    sea = game(at, one, two, name="naval-qi", clock="calendar:bank=5d")
    refusal = two.send(f"/api/games/{sea.id}/conditions/board", moves=[])
    assert refused(refusal) == (409, "no-conditions")
