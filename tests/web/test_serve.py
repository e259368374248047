"""The server as a process of its own: killed in the middle of everything, stopped, its logs, its port."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import httpx
import pytest

import parlour
from parlour.errors import ParlourError
from parlour.web.serve import ServeOptions, serve
from parlour.web.store.game_store import StoreError
from tests.web.driving import ServerProcess, until

GAMES = 6
ACKNOWLEDGED = 60


class Player:
    """Two people's seats in one game, played by turns as quickly as moves are acknowledged."""

    def __init__(self, server: ServerProcess, number: int) -> None:
        self.server, self.rng = server, Random(number)
        self.state = parlour.game("hex:size=7").start()
        body = {"game": "hex:size=7", "seats": ["link", "link"]}
        started = httpx.post(f"{server.url}/api/games", json=body).json()
        self.address = f"{server.url}/api/games/{started['id']}"
        self.secrets = [link["secret"] for link in started["links"]]
        self.acknowledged: list[str] = []

    def play(self, enough: threading.Semaphore) -> None:
        """Play until the server is gone."""
        with httpx.Client(timeout=20) as client:
            while self.state.outcome is None:
                text = self.rng.choice(self.state.moves())
                headers = {"Authorization": f"Bearer {self.secrets[self.state.turn or 0]}"}
                try:
                    answer = client.post(
                        f"{self.address}/moves", json={"move": text}, headers=headers
                    )
                except httpx.TransportError:
                    return
                assert answer.status_code == 200, answer.text
                self.acknowledged.append(text)
                self.state.play(text)
                enough.release()

    def kept(self) -> list[str]:
        return [text for _, text in httpx.get(self.address, timeout=20).json()["moves"]]


@pytest.mark.long
def test_a_killed_server_has_every_acknowledged_move(tmp_path: Path) -> None:
    """kill -9 while several games are being played; started again, each goes on where it was."""
    server = ServerProcess(tmp_path)
    server.start()
    players = [Player(server, number) for number in range(GAMES)]
    enough = threading.Semaphore(0)
    with ThreadPoolExecutor(GAMES) as pool:
        played = [pool.submit(player.play, enough) for player in players]
        for _ in range(ACKNOWLEDGED):
            enough.acquire(timeout=30)
        server.kill()
        for future in played:
            future.result(30)
    server.start()
    try:
        for player in players:
            kept = player.kept()
            assert kept[: len(player.acknowledged)] == player.acknowledged
            assert len(kept) <= len(player.acknowledged) + 1  # one more may be on its way
            state = parlour.game("hex:size=7").start()
            for text in kept:
                state.play(text)
            if state.turn is not None:
                headers = {"Authorization": f"Bearer {player.secrets[state.turn]}"}
                move = {"move": state.moves()[0]}
                answer = httpx.post(f"{player.address}/moves", json=move, headers=headers)
                assert answer.json() == {"ply": len(kept) + 1}
    finally:
        server.stop()


@pytest.mark.long
def test_bots_and_chance_go_on_after_a_kill(tmp_path: Path) -> None:
    """A game that was left at a bot's or at chance's turn is played on when somebody comes back."""
    server = ServerProcess(tmp_path)
    server.start()
    body = {"game": "stones-of-fortune", "seats": ["random", "random"]}
    started = httpx.post(f"{server.url}/api/games", json=body).json()
    server.kill()
    server.start()
    try:
        address = f"{server.url}/api/games/{started['id']}"
        until(lambda: httpx.get(address, timeout=20).json()["outcome"])
    finally:
        server.stop()


@pytest.mark.long
def test_it_ends_in_good_order_and_its_logs_hold_no_secrets(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.start("--log-level", "info")
    body = {"game": "hex:size=5", "seats": ["link", "random"]}
    started = httpx.post(f"{server.url}/api/games", json=body).json()
    (link,) = started["links"]
    headers = {"Authorization": f"Bearer {link['secret']}"}
    httpx.get(f"{server.url}{link['path']}")
    httpx.post(f"{server.url}{link['path']}", data={"name": "Ann"})
    move = {"move": "c3"}
    httpx.post(f"{server.url}/api/games/{started['id']}/moves", json=move, headers=headers)
    httpx.get(f"{server.url}/api/games/{started['id']}", params={"secret": link["secret"]})
    asked = []  # until its bots answer
    until(
        lambda: asked.append(1) or httpx.get(f"{server.url}/healthz", timeout=120).json()["ok"], 120
    )
    assert server.stop() in (0, -15)
    logged = server.logged()
    lines = [json.loads(line) for line in logged.splitlines()]
    assert len([line for line in lines if line["event"] == "request"]) == 5 + len(asked)
    assert link["secret"] not in logged
    assert "Ann" not in logged
    assert not list(tmp_path.glob("*-wal"))  # all is in the database itself: it was closed


@pytest.mark.long
def test_two_servers_find_two_ports(tmp_path: Path) -> None:
    servers = [ServerProcess(tmp_path / name) for name in ("one", "two")]
    try:
        for server in servers:
            server.start()
        assert servers[0].port != servers[1].port
    finally:
        for server in servers:
            server.stop()


@pytest.mark.parametrize(
    "url", ["nonsense", "sqlite:////proc/nowhere/games.sqlite", "oracle9://a/b"]
)
def test_a_database_that_cannot_be_opened_is_told_before_all_else(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.web.serve.set_up", lambda level: None)  # it is for all the process
    with pytest.raises(
        StoreError, match=r"cannot be opened: .*; expected a URL such as sqlite:///"
    ):
        serve(ServeOptions(port=0, database=url, browser=False))


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sqlite://", "does not save games"),
        ("sqlite:///:memory:", "does not save games"),
        ("sqlite:///file:games.sqlite?uri=true", "name its file by the path"),
    ],
)
def test_a_database_that_no_lock_could_guard_is_not_served(
    url: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("parlour.web.serve.set_up", lambda level: None)
    with pytest.raises(ParlourError, match=words):
        serve(ServeOptions(port=0, database=url, browser=False))
    assert not list(tmp_path.iterdir())
