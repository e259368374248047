"""Positions set up by hand: what is learnt of position texts, and what the page is told."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.web.studies.position_editor import EMPTY, STYLES, layout

READ = ("chess", "hex:size=5", "focus", "english-draughts", "royal-draughts")


@pytest.mark.parametrize("name", READ)
def test_every_token_is_where_the_board_has_it(name: str) -> None:
    """Putting a piece into the text puts it on that cell, wherever that is a position."""
    game = parlour.game(name)
    found = layout(game)
    assert found is not None
    start = game.start()
    fields = start.text.split(" ")
    tokens = [STYLES[found.style](row) for row in fields[found.field].split("/")]
    standing = {cell.name for cell in start.scene(None).cells if cell.pieces}
    said = {
        cell
        for cells, row in zip(found.rows, tokens, strict=True)
        for cell, token in zip(cells, row, strict=True)
        if cell and token != EMPTY
    }
    assert said == standing
    assert {token.text for token in found.palette} >= {
        token for row in tokens for token in row if token not in (EMPTY, "#")
    }
    assert found.turn_field is not None
    assert found.turns[start.turn or 0] == fields[found.turn_field]


@pytest.mark.parametrize("name", ["english-draughts", "royal-draughts", "sovereign"])
def test_an_end_that_shows_what_decided_it_hides_no_layout(name: str) -> None:
    """Collections would read such games' boards from their scenes, some ten times as slowly."""
    assert layout(parlour.game(name)) is not None


def test_a_position_is_judged_at_once(server: TestClient) -> None:
    fine = server.post("/api/positions", json={"text": "hex:size=3 xo./.../... 0 -"}).json()
    assert fine["fine"]
    assert fine["words"] == "Red to move"
    wrong = server.post("/api/positions", json={"text": "hex:size=3 xq./.../... 0 -"}).json()
    assert not wrong["fine"]
    assert "q" in wrong["words"]
    assert not server.post("/api/positions", json={"text": "nothing at all"}).json()["fine"]
    assert not server.post("/api/positions", json={"text": ""}).json()["fine"]
    hidden = parlour.game("naval-qi").start().text
    assert server.post("/api/positions", json={"text": hidden}).status_code == 422


def test_the_page_is_for_games_that_lie_open(server: TestClient) -> None:
    page = server.get("/study/setup", params={"game": "hex:size=5"})
    assert page.status_code == 200
    assert "palette" in page.text
    assert server.get("/study/setup", params={"game": "tiger-bridge"}).status_code == 422
    assert server.get("/study/setup", params={"game": "none"}).status_code == 422
    broken = server.get("/study/setup", params={"position": "hex:size=5 nonsense"})
    assert "expected" in broken.text
    assert layout(parlour.game("hive")) is None
