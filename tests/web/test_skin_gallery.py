"""The page of looks: every skin is drawn, one of one's own is tried and not kept, nonsense is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

import parlour
from parlour.picture.svg_skin import skins
from tests.web.table import refused

OWN = 'title = "Mine"\nlike = "wood"\n[board]\ndark = "#123456"\n'


def test_the_page_offers_every_skin_and_shows_every_game(server: TestClient) -> None:
    text = server.get("/looks", params={"skin": "night"}).text
    assert all(f'href="/looks?skin={name}"' in text for name in skins())
    assert all(f"/looks/night/{game}.svg" in text for game in parlour.games())
    assert server.get("/looks", params={"skin": "/etc"}).status_code == 404


@pytest.mark.parametrize("name", skins())
def test_a_game_is_drawn_in_a_skin(server: TestClient, name: str) -> None:
    answer = server.get(f"/looks/{name}/chess.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text != server.get(f"/looks/{skins()[name == skins()[0]]}/chess.svg").text


def test_what_there_is_no_picture_of(server: TestClient) -> None:
    assert server.get("/looks/wood/nothing.svg").status_code == 404
    assert server.get("/looks/..%2Fwood/chess.svg").status_code == 404


def test_a_skin_of_ones_own_is_tried_on_every_game(server: TestClient) -> None:
    told = server.post("/api/looks", json={"skin": OWN}).json()
    assert told["title"] == "Mine"
    assert sorted(told["pictures"]) == sorted(parlour.games())
    assert "#123456" in told["pictures"]["lines-of-action"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"skin": "dark ="}, "skin.toml is not TOML"),
        ({"skin": OWN, "forms": "[x"}, "forms.toml is not TOML"),
        ({"skin": '[board]\ndark = "<script>"'}, "expected a colour"),
        ({"skin": "[other]"}, "expected title, like, games"),
        ({"skin": OWN, "forms": '[man]\nbody = "M0 0 <"'}, "man"),
    ],
)
def test_what_is_wrong_with_a_skin_is_said(
    server: TestClient, body: dict[str, str], said: str
) -> None:
    answer = server.post("/api/looks", json=body)
    assert refused(answer)[0] == 422
    message = answer.json()["error"]["message"]
    assert said in message
    assert "/tmp" not in message


def test_too_much_is_refused(server: TestClient) -> None:
    assert refused(server.post("/api/looks", json={"skin": "#" * 100_001}))[0] == 422
    paths = "".join(f'[f{n}]\nbody = "M{"0 " * 1900}"\n' for n in range(20))
    heavy = "".join(f'{form} = "f0"\n' for form in ("man", "pawn", "rook", "stone", "bishop"))
    answer = server.post("/api/looks", json={"skin": f"[pieces]\n{heavy}", "forms": paths})
    assert answer.status_code in (200, 413)
    assert len(answer.content) < 10_000_000


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=30, deadline=None)
def test_nonsense_is_refused_in_words(server: TestClient, skin: str, forms: str) -> None:
    answer = server.post("/api/looks", json={"skin": f"{OWN}{skin}", "forms": forms})
    cannot_be_stored = "\0" in skin + forms
    assert answer.status_code in ((400,) if cannot_be_stored else (200, 422))
