"""Playing through the interface, as tests do."""

from __future__ import annotations

import time
from typing import Any

import httpx
from starlette.testclient import TestClient


class Table:
    """A game on the server, with the secrets of its people's seats; a seat of None is an onlooker."""

    def __init__(self, server: TestClient, game: str, *seats: str, **more: Any) -> None:
        self.server = server
        self.server.cookies.clear()
        body = {"game": game, "seats": list(seats), **more}
        answer = server.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        self.id = answer.json()["id"]
        self.secrets = {link["seat"]: link["secret"] for link in answer.json()["links"]}
        self.links = {link["seat"]: link["path"] for link in answer.json()["links"]}
        self.server.cookies.clear()

    def headers(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"Authorization": f"Bearer {self.secrets[seat]}"}

    def look(self, seat: int | None = None, path: str = "", **query: Any) -> dict[str, Any]:
        answer = self.server.get(
            f"/api/games/{self.id}{path}", headers=self.headers(seat), params=query
        )
        self.server.cookies.clear()
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def do(self, who: int | None, what: str, **body: Any) -> httpx.Response:
        answer = self.server.post(
            f"/api/games/{self.id}/{what}", json=body, headers=self.headers(who)
        )
        self.server.cookies.clear()
        return answer

    def move(self, seat: int | None, text: str) -> httpx.Response:
        return self.do(seat, "moves", move=text)

    def wait_for_turn(self, seat: int, seconds: float = 90) -> dict[str, Any]:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            told = self.look(seat)
            if told["may_move"] or told["outcome"]:
                return told
            time.sleep(0.05)
        raise AssertionError(f"seat {seat} did not come to move: {told['trouble']}")


def refused(answer: httpx.Response) -> tuple[int, str]:
    """The status and the code of a refusal."""
    return answer.status_code, answer.json()["error"]["code"]
