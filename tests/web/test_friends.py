"""Playing with friends: chat, onlookers, links with QR codes, your games and deleting one."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
import segno
from fastapi import Request
from starlette.testclient import TestClient

import parlour
from parlour.web.people.your_games import age
from parlour.web.play import invitations
from parlour.web.settings import Settings
from tests.web.table import Table, refused


def _seats(server: TestClient) -> Table:
    return Table(server, "hex:pie=no,size=3", "link", "link")


def test_what_is_said_is_heard_at_the_table_and_nowhere_else(server: TestClient) -> None:
    table = _seats(server)
    assert table.do(0, "say", text="  Good\nluck, <b>you</b>! ").status_code == 200
    assert table.do(1, "say", text="Thanks").status_code == 200
    line = [[0, "Good luck, <b>you</b>!"], [1, "Thanks"]]
    assert table.look(0)["chat"] == table.look(1)["chat"] == line
    assert table.look(None)["chat"] == []
    assert "Thanks" not in server.get(f"/games/{table.id}").text
    with server.websocket_connect(f"/api/games/{table.id}/live") as page:
        assert "Thanks" not in page.receive_text()


def test_who_may_say_what(server: TestClient) -> None:
    table = _seats(server)
    assert refused(table.do(None, "say", text="hello")) == (403, "not-your-seat")
    assert refused(table.do(0, "say", text="hello", seat=1)) == (403, "not-your-seat")
    assert refused(table.do(0, "say", text=" \n ")) == (422, "nothing-said")
    assert refused(table.do(0, "say", text="x" * 301))[0] == 422
    assert table.look(0)["chat"] == []


def test_chat_is_kept_and_does_not_touch_the_game(server: TestClient) -> None:
    table = _seats(server)
    table.do(0, "say", text="hello")
    assert table.move(0, "a1").status_code == 200
    rooms = server.app.state.rooms  # type: ignore[attr-defined]
    assert server.portal is not None
    saved = server.portal.call(rooms.store.load, table.id)
    assert saved.chat == [(0, "hello")]
    assert [text for _, text in saved.moves] == ["a1"]


# -- your games ------------------------------------------------------------------------------------


def _begin(server: TestClient, other: str) -> str:
    """A game of Hex of a new browser, which `server` is then; its id."""
    server.cookies.clear()
    body = {"game": "hex:pie=no,size=3", "seats": ["here", other]}
    return str(server.post("/api/games", json=body).json()["id"])


def test_your_games_say_against_whom_whose_turn_and_how_they_ended(server: TestClient) -> None:
    game = _begin(server, "1")
    lobby = server.get("/").text
    assert "bot, level 1 (Blue)" in lobby
    assert "Your move, 0 moves played" in lobby
    assert "just now" in lobby
    server.post(f"/api/games/{game}/resign", json={})
    assert re.search(r"(Blue won|You lost): [^<]*resign", server.get("/").text)
    server.cookies.clear()


def test_a_game_is_deleted_by_who_is_alone_in_it(server: TestClient) -> None:
    game = _begin(server, "1")
    assert server.post(f"/games/{game}/delete", follow_redirects=False).status_code == 303
    assert game not in server.get("/").text
    assert server.get(f"/api/games/{game}").status_code == 404
    server.cookies.clear()


def test_a_game_with_others_is_left_only_when_it_is_over(server: TestClient) -> None:
    game = _begin(server, "link")
    mine = dict(server.cookies)
    (link,) = re.findall(r"/join/[^\"]+", server.get(f"/games/{game}").text)
    assert 'href="/learn/' in server.get(link).text  # whoever has never heard of the game
    server.cookies.clear()
    assert server.post(f"/games/{game}/delete").status_code == 403
    server.post(link, data={"name": "Ann"})
    theirs = dict(server.cookies)
    assert server.post(f"/games/{game}/delete").status_code == 409
    server.post(f"/api/games/{game}/resign", json={})
    server.post(f"/games/{game}/delete")
    assert game not in server.get("/").text
    server.cookies.clear()
    server.cookies.update(mine)
    lobby = server.get("/").text
    assert game in lobby
    assert "Ann (Blue)" in lobby
    assert theirs != mine
    server.cookies.clear()


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(5, "just now"), (60, "1 minute ago"), (7300, "2 hours ago"), (90_000, "1 day ago")],
)
def test_ages(seconds: float, told: str) -> None:
    assert age(seconds) == told


# -- links -----------------------------------------------------------------------------------------


def _asked(host: str, listens: str) -> Request:
    app = SimpleNamespace(state=SimpleNamespace(settings=Settings(host=listens)))
    name, _, port = host.partition(":")
    return Request(
        {
            "type": "http",
            "app": app,
            "scheme": "http",
            "path": "/",
            "query_string": b"",
            "server": (name, int(port)),
            "headers": [(b"host", host.encode())],
        }
    )


@pytest.mark.parametrize(
    ("host", "listens", "origin"),
    [
        ("127.0.0.1:8650", "127.0.0.1", "http://127.0.0.1:8650"),
        ("localhost:8650", "0.0.0.0", "http://10.1.2.3:8650"),
        ("10.1.2.3:8650", "0.0.0.0", "http://10.1.2.3:8650"),
        ("games.example.org:80", "127.0.0.1", "http://games.example.org:80"),
    ],
)
def test_links_name_an_address_that_others_reach(
    monkeypatch: pytest.MonkeyPatch, host: str, listens: str, origin: str
) -> None:
    monkeypatch.setattr(invitations, "network_address", lambda: "10.1.2.3")
    found = invitations.origin_for_others(_asked(host, listens))
    assert found == origin
    assert invitations.is_local(found) == (host == "127.0.0.1:8650")


def test_an_invitation_has_its_qr_code(server: TestClient) -> None:
    game = _begin(server, "link")
    page = server.get(f"/games/{game}").text
    (link,) = re.findall(r'value="(http[^"]+/join/[^"]+)"', page)
    assert segno.make(link, error="m", micro=False).designator in ("5-M", "6-M", "7-M")
    assert str(invitations.qr_code(link)) in page
    assert "These links work on this machine only" in page
    server.cookies.clear()


def test_the_start_page_shows_the_board_of_the_options(server: TestClient) -> None:
    small, usual = (server.get(f"/pictures/hex.svg{query}") for query in ("?options=size%3D5", ""))
    assert small.text.count("data-cell") < usual.text.count("data-cell")
    assert server.get("/pictures/hex.svg?options=size%3D999").status_code == 404
    page = server.get("/new/twindraughts").text
    assert "how many ranks each side fills (2 or 3)" in page
    assert "10^12" not in page  # any whole number: that says nothing to anybody
    assert page.index("option-game") < page.index("more options") < page.index("option-draw_moves")


def test_without_an_agreement_stones_decide(server: TestClient) -> None:
    """The form of Stones of Fortune selects what its source says; the game's name keeps its defaults."""
    page = server.get("/game/stones-of-fortune").text
    assert re.findall(r'name="option-(\w+)" data-usual="cast"', page) == ["variation", "first"]
    assert "<option selected>cast</option>" in page
    assert parlour.game("stones-of-fortune").options["first"].default == "light"
