"""Pages in the reader's language: which one it is, and that nothing English is left in them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient

from parlour.language import ENGLISH, speaking, translate
from parlour.web.http.page_language import preferred_language
from tests.languages import catalogue, messages

# Pictures have their own words, and rules are English.
UNREAD = re.compile(r"<(script|style|svg|article)\b.*?</\1>|<details id=.rules.*?</details>", re.S)
ATTRIBUTES = ("alt", "aria-label", "placeholder", "title")


class Texts(HTMLParser):
    """The texts of a page that people read or hear."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.feed(UNREAD.sub("", page))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {value for name, value in attrs if name in ATTRIBUTES and value}

    def handle_data(self, data: str) -> None:
        self.found.add(" ".join(data.split()))


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("", ENGLISH),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en-GB,de;q=0.9", ENGLISH),
        ("xx,fr-CA;q=0.5,de;q=0.4", "fr"),
        ("*", ENGLISH),
        ("de;q=0", ENGLISH),
        ("de;q=nan, fr;q=;;=, \N{SNOWMAN};q=1, ,,;q", ENGLISH),
        ("../../de", ENGLISH),
        ("x," * 5000 + "de", ENGLISH),
        ("de," * 3000, "de"),
    ],
)
def test_the_browsers_wishes(header: str, code: str) -> None:
    assert preferred_language(header) == code


@pytest.fixture(scope="module")
def german(server: TestClient) -> dict[str, str]:
    """Pages in German, by their names."""
    wanted = {"Accept-Language": "de", "Cookie": ""}
    started = server.post("/api/games", json={"game": "hex", "seats": ["here", "random"]}).json()
    paths = {"game": "/game/hex", "table": started["path"], "home": "/", "you": "/me"}
    others = {name: f"/{name}" for name in ("puzzles", "puzzles/hex/1", "tournaments", "study")}
    return {name: server.get(path, headers=wanted).text for name, path in (paths | others).items()}


@pytest.mark.parametrize(
    "name",
    ["home", "game", "table", "you", "puzzles", "puzzles/hex/1", "tournaments", "study"],
)
def test_a_german_page_has_no_english_of_the_catalogue(german: dict[str, str], name: str) -> None:
    with speaking("de"):
        english = {m.id for m in messages(catalogue("de")) if not m.pluralizable}
        other = {text for text in english if translate(text) != text and len(text) > 3}
    page = german[name]
    assert '<html lang="de"' in page
    assert Texts(page).found & other == set()


def test_a_choice_goes_before_the_browsers_wishes(server: TestClient) -> None:
    sent = server.post("/appearance", data={"language": "fr"}, follow_redirects=False)
    server.cookies.clear()
    assert "language=fr" in sent.headers["set-cookie"]
    answer = server.get("/", headers={"Accept-Language": "de", "Cookie": "language=fr"})
    assert '<html lang="fr"' in answer.text
    assert '<option value="fr" lang="fr" selected>' in answer.text
    unknown = server.get("/", headers={"Accept-Language": "de", "Cookie": "language=../en"})
    assert '<html lang="de"' in unknown.text


def test_caches_know_what_a_page_depends_on(server: TestClient) -> None:
    answer = server.get("/learn", headers={"Accept-Language": "fr", "Cookie": ""})
    assert answer.headers["content-language"] == "fr"
    assert {"Accept-Language", "Cookie"} <= set(re.split(", *", answer.headers["vary"]))
    assert "words/fr.json" in answer.text


def test_the_scripts_get_their_words(server: TestClient) -> None:
    path = re.search(
        r'href="(/static/[^"]+/words/de.json)"',
        server.get("/", headers={"Accept-Language": "de", "Cookie": ""}).text,
    )
    assert path is not None
    answer = server.get(path[1])
    assert answer.json()["thinking…"] == "denkt …"
    assert "immutable" in answer.headers["cache-control"]


def test_each_viewer_of_a_game_is_told_in_their_own_language(server: TestClient) -> None:
    path = server.post("/api/games", json={"game": "hex", "seats": ["here", "here"]}).json()["path"]
    live = f"/api{path}/live"
    with (
        server.websocket_connect(live, headers={"Accept-Language": "de"}) as one,
        server.websocket_connect(live, headers={"Accept-Language": "fr"}) as other,
    ):
        names = [each.receive_json()["seats"][0]["name"] for each in (one, other)]
    assert names == ["Rot", "Rouge"]


def test_errors_are_in_the_readers_language(server: TestClient) -> None:
    german = {"Accept-Language": "de", "Cookie": ""}
    assert "Diese Seite gibt es nicht." in server.get("/nothing", headers=german).text
    refused = server.post("/api/games", json={"game": "nothing", "seats": []}, headers=german)
    assert refused.status_code in (404, 422)
    assert server.get("/api/games/nothing", headers=german).json()["error"]["message"] == (
        "Dieses Spiel gibt es nicht."
    )
