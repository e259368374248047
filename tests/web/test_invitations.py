"""Invitations between people: what they say, how their links close, and hints that all agree to."""

from __future__ import annotations

import html
import re

import pytest

from parlour.play.position import Position
from parlour.web.bots.worker import BotAnswer
from parlour.web.play.driver import Driver
from parlour.web.play.rooms import HERE, LINK, GameRequest
from tests.web.table import Table, refused
from tests.web.test_clocks import Server
from tests.web.test_people import Browser, at, call, server

__all__ = ["at", "server"]

HEX = "hex:size=5,pie=no"
FREE = re.compile(r'Send this link to .*?value="http://[^/]+(/join/[^"]+)"', re.S)
AGAIN = re.compile(r'Link for one more browser.*?value="http://[^/]+(/join/[^"]+)"', re.S)


def invited(at: Server, game: str = HEX, clock: str = "", name: str = "") -> tuple[Browser, str]:
    """A browser that has started a game with a friend, and its id."""
    one = Browser(at, "one")
    request = GameRequest(game, (HERE, LINK), name=name, clock=clock)
    return one, call(at, at.app.state.rooms.create, request, one.digest).id


def link_in(player: Browser, game: str, pattern: re.Pattern[str] = FREE) -> str:
    found = pattern.search(player.get(f"/games/{game}").text)
    assert found is not None
    return found[1]


def test_an_invitation_says_who_invites_to_which_game(at: Server) -> None:
    one, game = invited(at, clock="countdown:time=3m,increment=2s", name="Ann <b>")
    page = Browser(at, "two").get(link_in(one, game)).text
    words = " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())
    assert "Ann <b> invites you to play Blue" in words
    assert "Game Hex Options pie no, size 5 Clock 3+2: 3 minutes, and 2 seconds" in words
    assert "<b> invites" not in page


def test_a_link_closes_when_somebody_has_sat_down(at: Server) -> None:
    one, game = invited(at)
    link, two, three = link_in(one, game), Browser(at, "two"), Browser(at, "three")
    assert two.post(link).status_code == 303
    assert FREE.search(one.get(f"/games/{game}").text) is None
    assert three.post(link).headers["location"] == f"/games/{game}?link=closed"
    assert "you are looking on" in three.get(link).text
    assert three.get(f"/api/games/{game}").json()["view"] is None
    secret = {"Authorization": f"Bearer {link.rpartition('/')[2]}"}  # nor for a program
    assert at.client.get(f"/api/games/{game}", headers=secret).json()["view"] is None
    assert two.get(f"/api/games/{game}").json()["view"] == 1
    assert "you are looking on" not in two.get(f"/games/{game}?link=closed").text
    assert three.get(f"{link[:-3]}xyz").status_code == 404


def test_only_who_invited_opens_a_seat_again(at: Server) -> None:
    one, game = invited(at)
    two, three = Browser(at, "two"), Browser(at, "three")
    two.post(link_in(one, game))
    for player in (two, three):
        assert AGAIN.search(player.get(f"/games/{game}").text) is None
    again = link_in(one, game, AGAIN)
    assert three.post(again).status_code == 303
    assert three.get(f"/api/games/{game}").json()["view"] == 1
    assert two.get(f"/api/games/{game}").json()["view"] == 1
    assert Browser(at, "four").post(again).headers["location"].endswith("?link=closed")


def test_a_seat_with_hidden_information_is_not_opened_again(at: Server) -> None:
    one, game = invited(at, "naval-qi")
    Browser(at, "two").post(link_in(one, game))
    assert AGAIN.search(one.get(f"/games/{game}").text) is None


# -- hints -------------------------------------------------------------------------------------------


def hints(table: Table) -> list[object]:
    return [(table.look(seat)["shared_hint"] or {}).get("move") for seat in (0, 1, None)]


def test_a_hint_between_people_needs_agreement_and_all_see_it(
    at: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def advice(self: Driver, position: Position) -> BotAnswer:
        return BotAnswer(0, move="c3")

    monkeypatch.setattr(Driver, "advice", advice)
    table = Table(at.client, HEX, "link", "link")
    assert refused(table.do(1, "hint")) == (409, "not-your-turn")
    assert refused(table.do(None, "hint"))[0] == 403
    assert table.do(0, "hint").json() == {"result": "asked"}
    assert table.look(1)["offer"] == {
        "kind": "hint", "by": 0, "yours": False, "for_you": True, "opened": False,
    }  # fmt: skip
    assert refused(table.do(0, "answer", agree=True)) == (409, "your-own-offer")
    assert table.do(1, "answer", agree=False).status_code == 200
    assert hints(table) == [None] * 3
    table.do(0, "hint")
    assert table.do(1, "answer", agree=True).status_code == 200
    assert hints(table) == ["c3"] * 3
    assert table.move(0, "a1").status_code == 200
    assert hints(table) == [None] * 3


@pytest.mark.parametrize("game", ["naval-qi"])
def test_no_hints_between_people_where_they_would_show_secrets(at: Server, game: str) -> None:
    table = Table(at.client, game, "link", "link")
    table.wait_for_turn(0)
    assert refused(table.do(0, "hint")) == (409, "hidden")
    assert table.look(1)["offer"] is None
