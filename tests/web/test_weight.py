"""How much a game's page is: the page, its style and its scripts, as they are sent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import parlour.web

MOST = 150_000  # bytes
STATIC = Path(parlour.web.__file__).parent / "static"
IMPORTED = re.compile(r"""(?:from|import) ["'](\./[a-z]+\.js)["']""")


def _scripts(path: Path, found: set[Path]) -> set[Path]:
    """A module and all that it imports."""
    if path not in found:
        found.add(path)
        for name in IMPORTED.findall(path.read_text(encoding="utf-8")):
            _scripts((path.parent / name).resolve(), found)
    return found


def _sent(server: TestClient, path: str) -> int:
    answer = server.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200, path
    assert answer.headers.get("content-encoding") == "gzip" or len(answer.content) < 1000, path
    return int(answer.headers["content-length"])


@pytest.mark.parametrize("game", ["hex", "naval-qi", "tiger-bridge", "merlins-chain"])
def test_a_games_page_is_light(server: TestClient, game: str) -> None:
    seats = ["here", *["random"] * (parlour.game(game).seats - 1)]
    started = server.post("/api/games", json={"game": game, "seats": seats}).json()
    scripts = _scripts(STATIC / "table" / "main.js", set())
    assert len(scripts) > 15
    paths = [f"/static/{path.relative_to(STATIC)}" for path in scripts]
    whole = sum(_sent(server, path) for path in (started["path"], "/static/parlour.css", *paths))
    server.cookies.clear()
    assert whole < MOST


def test_answers_to_programs_are_sent_as_they_are(server: TestClient) -> None:
    answer = server.get("/api/catalogue", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize("name", ["parlour.css", "study/study.css"])
def test_texts_have_one_scale_of_sizes(name: str) -> None:
    """All sizes are of the scale that the style sheet begins with; in a line, small or none."""
    sizes = re.findall(r"font-size: ([^;}]*)", (STATIC / name).read_text(encoding="utf-8"))
    scale = {f"var(--{step})" for step in ("tiny", "small", "text", "lead", "head", "title")}
    assert {size.removesuffix(" !important") for size in sizes} <= {*scale, ".85em", "0"}


@pytest.mark.parametrize("name", ["parlour.css", "study/study.css"])
def test_spaces_have_one_scale(name: str) -> None:
    """Spaces between things are steps of the scale, or go with the size of a text (em)."""
    style = (STATIC / name).read_text(encoding="utf-8")
    spaces = re.findall(r"(?:margin|padding|gap)[a-z-]*: ([^;}]*)", style)
    assert [space for space in spaces if re.search(r"\drem", space)] == []
