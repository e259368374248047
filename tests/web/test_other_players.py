"""Texts that are hard to read, from clients that hang up, slow nobody else's moves."""

from __future__ import annotations

import json
import socket
import statistics
import time
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.web.driving import ServerProcess, until

MARKS = ("$1 ", "* ", "! ", "1-0 ", "1/2-1/2 ", "{[%cal Ga1a2]} ", ". ")
HARD = [f'[Event "x"]\n\n1. a1 b2 {mark * (198_000 // len(mark))}' for mark in MARKS]
TANGLED = [f'[Event "x"]\n\n{row * 34}' for row in (";", "%;", "1.", "{;", "1-0 ;")]
MOVES = 60
QUICK, SLOWEST = 0.5, 3.0  # seconds: a busy machine takes 20 times what an idle one does


def post(url: str, path: str, body: object) -> Any:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{url}{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=300) as answer:
        return json.load(answer)


def hang_up(url: str, path: str, text: str) -> None:
    """Send a text, and close the connection before the answer comes."""
    address, body = urlsplit(url), json.dumps({"text": text}).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((address.hostname or "", address.port or 0)) as client:
        client.sendall(head.encode() + body)
        time.sleep(0.05)  # the server must have begun to read it


class Player:
    """Somebody who plays both sides of a game of Hex."""

    def __init__(self, url: str) -> None:
        self.url = url
        game = post(url, "/api/games", {"game": "hex:size=11,pie=no", "seats": ["link", "link"]})
        self.path = f"/api/games/{game['id']}/moves"
        self.secrets = [link["secret"] for link in game["links"]]
        self.cells = iter([f"{column}{row}" for row in range(1, 12) for column in "abcdefghijk"])
        self.ply = 0

    def move(self) -> float:
        """Play a move; the seconds until the server has acknowledged it."""
        headers = {
            "Content-Type": "application/json",
            "Authorization": f"Bearer {self.secrets[self.ply % 2]}",
        }
        self.ply += 1
        body = json.dumps({"move": next(self.cells)}).encode()
        request = urllib.request.Request(f"{self.url}{self.path}", body, headers)
        began = time.perf_counter()
        with urllib.request.urlopen(request, timeout=300):
            return time.perf_counter() - began


@pytest.fixture
def player(served: ServerProcess) -> Iterator[Player]:
    return Player(served.url)


@pytest.mark.long
def test_moves_stay_quick_while_hard_texts_are_read(served: ServerProcess, player: Player) -> None:
    post(served.url, "/api/studies", {"text": "a1 b2"})  # the fork server has started
    alone = statistics.median(player.move() for _ in range(20))
    for _ in range(4):
        for text in HARD:
            hang_up(served.url, "/api/studies", text)
    for text in TANGLED:
        hang_up(served.url, "/api/studies/recognise", text)
    took = []
    for _ in range(MOVES):
        took.append(player.move())
        time.sleep(0.05)
    assert statistics.median(took) < max(QUICK, 20 * alone), (alone, took)
    assert max(took) < SLOWEST + 20 * alone, (alone, took)

    def is_read() -> bool:
        began = time.perf_counter()
        post(served.url, "/api/studies", {"text": "a1 b2"})
        return time.perf_counter() - began < SLOWEST + 20 * alone

    until(is_read)  # nobody waits for texts whose clients have gone
    urllib.request.urlopen(f"{served.url}/", timeout=300).close()
