"""Every route of the site, asked about two games that a seat cannot tell apart.

Each game of a pair is on a server of its own, with the same visitors and the same time, so that all
that a visitor gets can be compared: status, headers, sizes and bytes.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from parlour.table.game import State
from parlour.web.app import create_app
from parlour.web.http.security import COOKIE
from parlour.web.routes import ROUTERS
from parlour.web.settings import Settings
from tests.conftest import at_length
from tests.web.leaks import VARYING
from tests.web.test_hidden_pairs import HIDDEN, pair
from tests.web.test_hidden_steps import DETOUR, ROW, START

NOW = 1_800_000_000_000
PARAMETER = re.compile(r"\{(\w+)(:\w+)?\}")
SECRET = re.compile(r"[A-Za-z0-9_-]{43}|[0-9a-f]{64}")
OF_THE_CATALOGUE = ("/game/", "/pictures", "/new", "/rules", "/learn", "/puzzles")  # no table's id
POSTS: dict[str, Any] = {
    "/api/games/{game_id}/study": {},
    "/api/games/{game_id}/review": {},
    "/api/games/{game_id}/conditions": {"lines": "if pass then pass"},
    "/api/games/{game_id}/preview": {"move": "a1"},
    "/api/games/{game_id}/draw": {},
    "/api/games/{game_id}/claim": {},
    "/api/games/{game_id}/undo": {},
    "/api/games/{game_id}/rematch": {},
}


class Site:
    """A server with one game, alone or of a match, and what its visitors get from it."""

    def __init__(self, client: TestClient) -> None:
        self.client, self.id, self.match_id = client, "", ""

    def begin_game(self, state: State, clock: str) -> None:
        """Start a game from a state; each seat has a visitor of its own."""
        client = self.client
        body = {
            "game": state.game.name,
            "seats": ["link"] * state.game.seats,
            "position": state.text,
            **({"clock": clock} if clock else {}),
        }
        created = client.post("/api/games", json=body, headers=_cookie("owner"))
        assert created.status_code == 201, created.text
        self.id = created.json()["id"]
        for link in created.json()["links"]:
            seat = _cookie(f"seat {link['seat']}")
            sat = client.post(link["path"], headers=seat, follow_redirects=False)
            assert sat.status_code == 303, sat.text

    def begin_match(self, game: str) -> None:
        """Start the first game of a match between two visitors."""
        form = {"group": "", "game": game, "games": "2", "side-0": "link", "side-1": "link"}
        owner = _cookie("owner")
        created = self.client.post("/matches", data=form, headers=owner, follow_redirects=False)
        assert created.status_code == 303, created.text
        path = created.headers["location"]
        self.match_id = path.rpartition("/")[2]
        links = re.findall(rf"{path}/join/\d/[\w-]+", self.client.get(path, headers=owner).text)
        assert len(links) == 2
        for seat, link in enumerate(links):
            self.client.post(link, headers=_cookie(f"seat {seat}"), follow_redirects=False)
        begun = self.client.post(
            f"{path}/games/1", headers=_cookie("seat 0"), follow_redirects=False
        )
        assert begun.status_code == 303, begun.text
        self.id = begun.headers["location"].rpartition("/")[2]

    def wait_for_turn(self) -> int:
        """The seat to move, once chance has played."""
        for _ in range(200):
            turn = int(self.client.get(f"/api/games/{self.id}").json()["turn"])
            if turn >= 0:
                return turn
            time.sleep(0.01)
        raise AssertionError("nobody came to move")

    def play(self, seat: int, text: str) -> None:
        """Play a move from the browser of a seat."""
        path = f"/api/games/{self.id}/moves"
        answer = self.client.post(path, json={"move": text}, headers=_cookie(f"seat {seat}"))
        assert answer.status_code == 200, answer.text

    def all_that(self, visitor: str) -> dict[str, bytes]:
        """What a visitor gets from each route that can name the game or list it."""
        return dict(self._answers(visitor))

    def _answers(self, visitor: str) -> Iterator[tuple[str, bytes]]:
        for path in self._paths():
            yield path, self._ask("GET", path, visitor)
        for path, body in POSTS.items():
            yield f"POST {path}", self._ask("POST", path, visitor, body)

    def _paths(self) -> list[str]:
        """The GET routes without parameters, or with the game's id as their only one."""
        paths = {
            route.path
            for router in ROUTERS
            for route in router.routes
            if isinstance(route, APIRoute)
            and "GET" in route.methods
            and {name for name, _ in PARAMETER.findall(route.path)} <= {"game_id"}
            and not route.path.startswith(OF_THE_CATALOGUE)
        }
        if self.match_id:
            paths |= {"/matches/{match_id}", "/matches/{match_id}/record"}
        return sorted(paths | {"/api/games/{game_id}/plies/3"})

    def _ask(self, method: str, path: str, visitor: str, body: Any = None) -> bytes:
        headers = _cookie(visitor) | {"Accept-Encoding": "identity"}
        ids = {"{game_id}": self.id, "{match_id}": self.match_id}
        address = re.sub(r"\{\w+\}", lambda found: ids[found[0]], path)
        answer = self.client.request(
            method, address, json=body, headers=headers, follow_redirects=False
        )
        sent = sorted(
            (name, value) for name, value in answer.headers.items() if name not in VARYING
        )
        whole = f"{answer.status_code} {sent}\n{answer.text}"
        whole = whole.replace(self.id, "ID").replace(self.match_id or "\0", "MATCH")
        return SECRET.sub("SECRET", whole).encode()


def _cookie(visitor: str) -> dict[str, str]:
    return {"Cookie": f"{COOKIE}={visitor.replace(' ', '-'):x<40}"}


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """A site of its own."""
    folder.mkdir()
    unlimited = 10_000
    settings = Settings(
        database=f"sqlite:///{folder / 'games.sqlite'}",
        workers=1,
        pace=0,
        rate=unlimited,
        burst=unlimited,
        new_games=unlimited,
    )
    app = create_app(settings, now=lambda: NOW)
    with TestClient(app, base_url="http://localhost") as client:
        yield Site(client)


def differences(one: Site, two: Site, visitor: str) -> list[str]:
    """The routes that tell a visitor one game from the other."""
    first, second = one.all_that(visitor), two.all_that(visitor)
    assert first.keys() == second.keys()
    assert len(first) > 20
    return [path for path in first if first[path] != second[path]]


@pytest.mark.parametrize("name", [HIDDEN[0], *map(at_length, HIDDEN[1:])])
def test_no_route_tells_a_pair_apart(tmp_path: Path, name: str) -> None:
    rng = random.Random(name)
    first, second, seat = pair(name, 60, rng)
    with served(tmp_path / "one") as one, served(tmp_path / "two") as two:
        one.begin_game(first, "")
        two.begin_game(second, "")
        for visitor in (f"seat {seat}", "stranger"):
            assert differences(one, two, visitor) == []
        others = [f"seat {other}" for other in range(first.game.seats) if other != seat]
        assert any(differences(one, two, other) for other in others)  # else nothing is compared


@pytest.mark.parametrize(
    "clock",
    [
        at_length(""),
        at_length("countdown:time=1h,increment=5s"),
        at_length("byo-yomi:time=1h,periods=3,period=10s"),
        "composite:deploy=1h30m,primary=1h30m,redeploy=30m,secondary=30m",
        at_length("calendar:bank=14d,per=1d,cap=14d"),
    ],
)
def test_no_route_tells_how_many_hidden_steps_were_made(tmp_path: Path, clock: str) -> None:
    with served(tmp_path / "one") as one, served(tmp_path / "two") as two:
        for site in (one, two):
            site.begin_game(START, clock)
        compare_hidden_steps(one, two, 0)


@pytest.mark.long
def test_no_page_of_a_match_tells_how_many_hidden_steps_were_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "SystemRandom", lambda: random.Random(1))  # the same seat begins
    with served(tmp_path / "one") as one, served(tmp_path / "two") as two:
        for site in (one, two):
            site.begin_match("naval-qi")
        one_turn, two_turn = one.wait_for_turn(), two.wait_for_turn()
        assert one_turn == two_turn
        compare_hidden_steps(one, two, one_turn)


def compare_hidden_steps(one: Site, two: Site, seat: int) -> None:
    """What the other seat and strangers get, before and after the seat's fleet is ready."""
    for text in ROW:
        one.play(seat, text)
    for text in [*DETOUR, *ROW]:
        two.play(seat, text)
    for move in ("ready", None):
        for visitor in (f"seat {1 - seat}", "stranger"):
            assert differences(one, two, visitor) == []
        if move is not None:
            one.play(seat, move)
            two.play(seat, move)
