"""Open seats in the lobby: listed while their page is open, taken with one tap, by one person."""

from __future__ import annotations

import re
from contextlib import ExitStack

import pytest

from parlour.web.play import challenges
from tests.web.test_clocks import Server
from tests.web.test_people import Browser, at, server
from tests.web.test_withdrawn_access import watch

__all__ = ["at", "server"]

FORM = {"option-size": "5", "seat-0": "here", "seat-1": "anyone", "clock": "countdown:time=10m"}
SEAT = re.compile(r'action="/challenges/([\w-]+)"')


def offered(player: Browser, **form: str) -> str:
    """The id of the game that a browser gets for its form."""
    answer = player.post("/new/hex", **FORM, **form)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"].rpartition("/")[2])


def seats(player: Browser) -> list[str]:
    return SEAT.findall(player.get("/").text)


def test_a_stranger_takes_an_open_seat_with_one_tap(
    at: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "PATIENCE", 600.0)  # no page is open
    one, two, three = (Browser(at, name) for name in ("one", "two", "three"))
    one.about(name="Ann")
    game = offered(one)
    assert seats(one) == []  # one's own is no opponent
    assert "Anyone in the lobby can sit down" in one.get(f"/games/{game}").text
    assert "Yours" in one.get("/challenges").text
    words = " ".join(re.sub("<[^>]*>", " ", two.get("/challenges").text).split())
    assert "Hex – Ann 10+0: 10 minutes each · size 5 · you play Blue" in words
    assert seats(two) == [game]
    assert one.post(f"/challenges/{game}").status_code == 409
    assert two.post(f"/challenges/{game}").headers["location"] == f"/games/{game}"
    assert two.get(f"/api/games/{game}").json()["view"] == 1
    assert three.post(f"/challenges/{game}").status_code == 404
    assert seats(three) == []


def test_a_challenge_lapses_when_its_page_is_gone(
    at: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    game = offered(one)
    with ExitStack() as page:
        page.enter_context(watch(one, f"/api/games/{game}/live")).receive_json()
        monkeypatch.setattr(challenges, "PATIENCE", 0.0)
        assert seats(two) == [game]
        told = two.get(f"/api/games/{game}").json()["seats"]
        assert [seat["away"] for seat in told] == [False, False]
    assert two.get(f"/api/games/{game}").json()["seats"][0]["away"]
    assert seats(two) == []
    assert two.post(f"/challenges/{game}").status_code == 404


def test_who_looks_for_an_opponent_finds_one_on_the_same_terms(at: Server) -> None:
    one, two, three = (Browser(at, name) for name in ("one", "two", "three"))
    game = offered(one)
    assert offered(one) != game  # not oneself
    assert offered(three, **{"own-clock": "countdown:time=1m"}) != game
    assert offered(two) == game
    assert two.get(f"/api/games/{game}").json()["view"] == 1


def test_rated_challenges_need_a_name(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    assert one.post("/new/hex", **FORM, rated="on").status_code == 422
    one.about(name="Annika")
    game = offered(one, rated="on")
    assert two.post(f"/challenges/{game}").status_code == 422
    two.about(name="Benno")
    assert two.post(f"/challenges/{game}").status_code == 303


def test_games_that_are_no_challenges_cannot_be_taken(at: Server) -> None:
    one, two = Browser(at, "one"), Browser(at, "two")
    private = one.post("/new/hex", **{**FORM, "seat-1": "link"}).headers["location"][7:]
    for name in (private, "nothing", "x" * 40):
        assert two.post(f"/challenges/{name}").status_code == 404
    assert two.get(f"/api/games/{private}").json()["view"] is None
