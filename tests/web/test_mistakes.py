"""Learn from your mistakes: positions of a reviewed game, better moves, and why others fail."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from parlour.web.learning import refutations
from tests.web.driving import until
from tests.web.table import Table, refused

BLUNDER = ["b2", "b1", "c3", "c1", "a1", "a2"]  # Red, who had won, lets Blue block the top


@pytest.fixture(scope="module")
def table(server: TestClient) -> Table:
    """A reviewed game of Hex in which Red gave a won game away with the third move."""
    table = Table(server, "hex:size=3,pie=no", "link", "link")
    for ply, move in enumerate(BLUNDER):
        assert table.move(ply % 2, move).status_code == 200
    until(lambda: table.do(0, "review").json()["done"])
    return table


def test_a_better_move_than_the_mistake_is_found(table: Table) -> None:
    assert table.do(0, "review").json()["mistakes"] == 1
    stands = table.do(0, "mistakes/1").json()
    assert stands["task"] == "You played c3. Find a better move."
    again = table.do(0, "mistakes/1/moves", move="c3").json()
    assert not again["right"]
    assert "sure win" in again["words"]
    other = table.do(0, "mistakes/1/moves", move="a3").json()
    assert not other["right"]
    assert "with the best move it is" in other["words"]
    better = table.do(0, "mistakes/1/moves", move="c1").json()
    assert better["right"]
    assert better["stands"]["done"]
    assert table.do(0, "mistakes/1", played=["c1"]).json()["done"]
    assert "c1" in table.do(0, "mistakes/1/steps", steps=[]).json()["cells"]


def test_the_page_helps_and_shows_why_the_mistake_fails(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refutations, "REFUTER", "alphabeta:nodes=400")
    assert "c1" in table.do(0, "mistakes/1/hint").json()["cells"]
    line = table.do(0, "mistakes/1/solution").json()["line"]
    assert line[0] == "c1"
    why = table.do(0, "mistakes/1/refutation", move="c3").json()
    assert "Blue wins" in why["words"]
    played = ["c3", *why["line"]]
    assert table.do(0, "mistakes/1/board", played=played).status_code == 200
    shown = table.server.get(f"/games/{table.id}/mistakes/1", headers=table.headers(0))
    assert "Find a better move" in shown.text
    assert "mistake 1 of 1" in shown.text


def test_mistakes_are_their_players_own(table: Table) -> None:
    path = "mistakes/1"
    assert table.do(1, "review").json()["mistakes"] == 0
    assert refused(table.do(1, path)) == (404, "no-such-mistake")
    assert refused(table.do(None, path)) == (403, "not-your-seat")
    for body, code in (
        ({"what": "mistakes/2"}, (404, "no-such-mistake")),
        ({"what": "mistakes/0"}, (422, "bad-request")),
        ({"what": path, "played": ["a3"]}, (422, "not-in-this-step")),
        ({"what": f"{path}/moves", "move": "zz"}, (422, "illegal-move")),
        ({"what": f"{path}/moves", "move": "a1", "played": ["c1"]}, (409, "done")),
        ({"what": f"{path}/refutation", "move": "c1"}, (409, "right")),
        ({"what": f"{path}/board", "played": ["zz"]}, (422, "illegal-move")),
        ({"what": f"{path}/hint", "played": ["c1"] * 201}, (422, "bad-request")),
    ):
        what = body.pop("what")
        assert refused(table.do(0, what, **body)) == code, what
    going_on = Table(table.server, "hex:size=3,pie=no", "link", "link")
    assert refused(going_on.do(0, path)) == (409, "not-over")
