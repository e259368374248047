"""Boards that the server draws are dark on dark pages: pictures, puzzles, lessons, figures of rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient


@pytest.fixture
def night(server: TestClient) -> Iterator[TestClient]:
    """The server as a dark page asks it."""
    server.cookies.clear()
    server.cookies.set("scheme", "dark")
    yield server
    server.cookies.clear()


def _ground(page: str) -> list[str]:
    return re.findall('fill="(#[0-9a-f]{6})"', page)


@pytest.mark.parametrize("path", ["/puzzles/yavalath/1", "/learn/hex/1"])
def test_boards_of_puzzles_and_lessons(server: TestClient, night: TestClient, path: str) -> None:
    dark = night.get(path).text
    server.cookies.clear()
    light = server.get(path).text
    assert _ground(dark) != _ground(light)
    assert [" data-night" in page for page in (dark, light)] == [True, False]
    assert _ground(server.get(f"{path}?skin=night").text) == _ground(dark)


@pytest.mark.parametrize(
    "path", ["/pictures/hex.svg", "/rules/yavalath/figures/0.svg", "/puzzles/hex/1/picture.svg"]
)
def test_small_pictures_and_figures(server: TestClient, night: TestClient, path: str) -> None:
    """They are as their address says, whatever the page was when it was sent."""
    light, dark = (server.get(f"{path}{query}").text for query in ("", "?skin=night"))
    assert light.startswith("<svg")
    assert _ground(light) != _ground(dark)
    assert server.get(f"{path}?skin=/etc").text == light


def test_the_rules_ask_for_their_figures(server: TestClient) -> None:
    page = server.get("/rules/yavalath").text
    figures = re.findall(r'srcset="([^"]+)[?]skin=night"', page)
    assert figures
    for path in figures:
        assert server.get(path).headers["content-type"] == "image/svg+xml"
    assert server.get(f"/rules/yavalath/figures/{len(figures)}.svg").status_code == 404


def test_a_game_is_dark_before_any_script_runs(night: TestClient) -> None:
    body = {"game": "hex:pie=no,size=3", "seats": ["here", "1"]}
    game = night.post("/api/games", json=body).json()["id"]
    dark = night.get(f"/games/{game}").text
    night.cookies.set("scheme", "light")
    assert _ground(night.get(f"/games/{game}").text) != _ground(dark)
