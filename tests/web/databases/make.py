"""Plays a little on a server and stores its database as SQL, for the tests of migrations.

    python -m tests.web.databases.make tests/web/databases/5.sql

stores one of the present version. The older ones were made by the code of their time: 1 is of
release 0.1.0, 2 and 3 are of days between, 4 is of release 0.2.0. What a version lacks is passed over.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from parlour.web.app import create_app
from parlour.web.settings import Settings

ANN = "a" * 40  # the cookie of her browser


def start(client: TestClient, moves: list[str], **more: Any) -> tuple[str, dict[int, str]]:
    """A game with these moves; its id, and the secrets of the seats; ("", {}) if it cannot be had."""
    body = {"game": "hex:size=5,pie=no", "seats": ["link", "link"], **more}
    made = client.post("/api/games", json=body).json()
    secrets = {link["seat"]: link["secret"] for link in made.get("links", ())}
    for number, text in enumerate(moves if secrets else ()):
        act(client, f"/api/games/{made['id']}/moves", secrets[number % 2], move=text)
    return made.get("id", ""), secrets


def act(client: TestClient, path: str, secret: str, **body: Any) -> None:
    client.post(path, json=body, headers={"Authorization": f"Bearer {secret}"})


def play(client: TestClient) -> None:
    """Games that ended, that run, with clocks and chat; a person, a rated game, a match and so on."""
    client.cookies.set("parlour", ANN)
    client.post("/me", data={"name": "Ann", "zone": "Europe/Berlin", "off-sat": "on"})
    ended, secrets = start(client, ["a1", "b2", "c3"])
    act(client, f"/api/games/{ended}/resign", secrets[1])
    running, secrets = start(client, ["c3", "d4"])
    act(client, f"/api/games/{running}/say", secrets.get(0, ""), text="Hello")
    act(client, f"/api/games/{running}/undo", secrets[1])
    start(client, ["b1-b3"], game="lines-of-action")
    start(client, ["a1"], clock="countdown:time=1h")
    calendar, secrets = start(client, ["a1"], clock="calendar:bank=3d")
    act(client, f"/api/games/{calendar}/conditions", secrets.get(0, ""), lines="b2 c3")
    client.post("/api/games", json={"game": "hex:size=5", "seats": ["here", "random"]})
    client.post("/new/hex", data={"seat-0": "here", "seat-1": "link", "rated": "on"})
    client.post("/matches", data={"game": "hex:size=5", "games": "2", "side-1": "link"})
    tournament = {
        "games": "hex:size=5",
        "clock": "countdown:time=10m",
        "plays": "on",
        "name": "Ann",
    }
    client.post("/tournaments", data=tournament)
    study = client.post("/api/studies", json={"game": "hex:size=5,pie=no"}).json()
    edit = {"do": "add", "at": "start", "moves": ["c3"]}
    client.post(f"/api/studies/{study.get('id')}/edits", json={"edit": edit})


def main(target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite"
        settings = Settings(database=f"sqlite:///{file}", workers=1)
        with TestClient(create_app(settings), base_url="http://localhost") as client:
            play(client)
        with sqlite3.connect(file) as connection:
            target.write_text("\n".join(connection.iterdump()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
