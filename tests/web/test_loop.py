"""No request holds the event loop: everybody else's moves wait for it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.records import Tree
from parlour.web.app import create_app
from parlour.web.http.gc_control import no_full_collections
from parlour.web.reading.reading_process import ReadingLimits
from parlour.web.settings import Settings
from tests.web.loop_lag import LoopLag, held, loop_lag
from tests.web.site import site_routes, things

MOST = 0.1  # seconds: twice what is allowed, as other tests slow this one down
LINES, LENGTH = 30, 110  # of a large study
CELLS = [f"{column}{row}" for column in "abcdefghijklmnopqrs" for row in range(1, 20)]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


def large_record() -> str:
    """A record with many variations and comments, nearly as long as a text may be."""
    drawn, tree = random.Random(1), Tree("hex:size=19,pie=no")
    for _ in range(LINES):
        node = tree.root
        for ply, cell in enumerate(drawn.sample(CELLS, LENGTH)):
            node = node.grow(cell, ply % 2)
            node.comments = ("", "a comment of several words on the move")
    return tree.write().text


def long_game() -> str:
    """A record of a long game."""
    drawn, state = random.Random(1), parlour.game("lines-of-action").start()
    while state.turn is not None and len(state.history) < 1500:
        state.play(drawn.choice(state.moves()))
    return Tree.from_state(state).write().text


class Site:
    """A server with large things, and the lag of its loop."""

    def __init__(self, client: TestClient, lag: LoopLag) -> None:
        self.client, self.lag = client, lag
        self.names = things(client)
        study = client.post("/api/studies", json={"text": large_record()})
        game = client.post("/api/records", json={"text": long_game()})
        assert (study.status_code, game.status_code) == (201, 201), (study.text, game.text)
        self.names |= {"study_id": study.json()["id"], "game_id": game.json()["id"]}
        nodes = client.get(f"/api/studies/{self.names['study_id']}").json()["nodes"]
        self.names["key"] = nodes[LENGTH]["key"]

    def held(self, method: str, address: str, body: bytes | None = None, kind: str = "") -> float:
        """The seconds for which a request holds the loop."""
        headers = {"Content-Type": kind} if kind else {}

        def request() -> None:
            self.client.request(
                method, address, content=body, headers=headers, follow_redirects=False
            )

        return held(self.lag, request, MOST)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("loop")
    patient = ReadingLimits(
        seconds=300, patience=900.0, niceness=0
    )  # other tests may keep the machine busy
    settings = Settings(
        database=f"sqlite:///{folder / 'x'}",
        workers=1,
        pace=0,
        rate=10_000,
        burst=10_000,
        new_games=10_000,
        reading=patient,
        study_reading=patient,
    )
    with (
        no_full_collections(),  # as in a server, and unlike other tests
        TestClient(create_app(settings), base_url="http://localhost") as client,
        loop_lag(client) as lag,
    ):
        yield Site(client, lag)


@pytest.mark.long
def test_no_page_holds_the_loop(site: Site) -> None:
    long = {}
    for route in site_routes():
        if route.method != "GET" or "laboratory" in route.path:
            continue
        for game in parlour.games() if "game_id" in route.in_path else [""]:
            names = site.names | ({} if "/games/" in route.path else {"game_id": game})
            address = route.address(names)
            long[address] = site.held("GET", address)
            if "/games/" in route.path:
                break
    assert len(long) > 150
    assert max(long.values()) <= MOST, sorted(long.items(), key=lambda row: -row[1])[:9]


@pytest.mark.long
def test_a_large_study_does_not_hold_the_loop(site: Site) -> None:
    study, key = f"/study/{site.names['study_id']}", site.names["key"]
    api = f"/api/studies/{site.names['study_id']}"
    long = {
        address: site.held("GET", address)
        for address in (
            *(f"{study}/record?form={form}" for form in ("native", "pgn", "sgf")),
            *(f"{study}/{name}" for name in (f"line/{key}.gif", f"strip/{key}.svg", "print")),
            *(f"{api}/losses/sgf", api, study, f"{study}/embed/{key}.html"),
        )
    }
    edit = f'{{"edit": {{"do": "comment", "at": "{key}", "after": "{"x" * 9000}"}}}}'.encode()
    long["edit"] = site.held("POST", f"{api}/edits", edit, JSON["Content-Type"])
    for name in ("undo", "redo", "copy"):
        long[name] = site.held("POST", f"{api}/{name}")
    assert max(long.values()) <= MOST, long


@pytest.mark.long
def test_large_bodies_do_not_hold_the_loop(site: Site) -> None:
    text = large_record()[:190_000]
    kinds = {
        "json": (f'{{"text": "{"a" * 190_000}"}}', JSON),
        "escapes": (f'{{"text": "{chr(92)}u00e9{(chr(92) + "u00e9") * 40_000}"}}', JSON),
        "form": (f"text={text.replace(' ', '+')}", FORM),
        "percents": (f"text={'%41' * 80_000}", FORM),
        "fields": ("&".join(f"a{n}={'b' * 1000}" for n in range(199)), FORM),
        "brackets": ("[" * 250_000, JSON),
        "numbers": (f"[{'1,' * 120_000}1]", JSON),
    }
    long = {}
    for name, (body, headers) in kinds.items():
        for address in ("/study", "/api/studies", "/api/positions", "/me", "/records"):
            place = f"{name} {address}"
            long[place] = site.held("POST", address, body.encode(), headers["Content-Type"])
    long["decode"] = site.held("POST", "/api/studies/decode", text.encode())
    assert max(long.values()) <= MOST, sorted(long.items(), key=lambda row: -row[1])[:9]


@pytest.mark.long
def test_new_boards_do_not_hold_the_loop(site: Site) -> None:
    """Their rules are loaded on the way."""
    sizes = itertools.count(5)

    def start() -> None:
        body = {"game": f"hex:size={next(sizes)}", "seats": ["here", "here"]}
        assert site.client.post("/api/games", json=body).status_code == 201

    assert held(site.lag, start, MOST) <= MOST
