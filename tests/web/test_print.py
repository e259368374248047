"""The page that prints a game, and the files to make one."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient


@pytest.mark.parametrize("name", ["chainn", "hive", "naval-qi", "tantrix", "tiger-chequers", "y"])
def test_a_game_has_sheets(server: TestClient, name: str) -> None:
    text = server.get(f"/game/{name}/print?part=rules").text
    parts = [part.partition('"')[0] for part in text.split('name="part" value="')[1:]]
    assert "rules" in parts
    shown = server.get(f"/game/{name}/print", params={"part": parts, "paper": "letter"})
    assert shown.status_code == 200
    assert ("279.4mm" in shown.text) is (len(parts) > 1)
    assert "paper-letter.css" in shown.text


def test_options_change_the_board(server: TestClient) -> None:
    cells = server.get("/game/hex/print", params={"options": "size=5", "part": "board"}).text
    assert cells.count('class="cell') == 25
    assert "size=5" in cells


def test_what_cannot_be_printed_is_refused(server: TestClient) -> None:
    for query, words in (
        ("paper=a3", "a3 is no size of paper"),
        ("part=money", "board, pieces, rules"),
        ("options=size%3D99", "size=99 is not allowed"),
        ("options=sizes", "sizes"),
        ("part=board&" * 13, ""),
        ("options=" + "x" * 201, ""),
    ):
        page = server.get(f"/game/hex/print?{query}")
        assert page.status_code == 422, query
        assert words.lower() in page.text.lower()
    assert server.get("/game/nothing/print").status_code == 404
    assert server.post("/game/hex/print").status_code == 405


def test_models_are_files(server: TestClient) -> None:
    assert "/game/y/models/board.stl" in server.get("/game/y/print").text
    made = server.get("/game/y/models/board.stl?options=size%3D3")
    assert made.headers["content-type"] == "model/stl"
    assert 'filename="y-board.stl"' in made.headers["content-disposition"]
    drawn = server.get("/game/y/models/board.svg?options=size%3D3")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    for path in ("y/models/other.stl", "hex/models/board.stl", "y/models/..%2Fboard.stl"):
        assert server.get(f"/game/{path}").status_code == 404
    assert server.get("/game/y/models/board.stl?options=size%3D0").status_code == 422
