"""Long records: whatever takes a time that grows with a game's length is done aside from the event loop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.records import Tree
from parlour.web.play import rooms


def test_records_are_played_and_written_aside(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: dict[str, int] = {}

    def noting(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any) -> Any:
            used[name] = threading.get_ident()
            return work(*given)

        return noted

    monkeypatch.setattr(rooms, "replay_saved", noting("played", rooms.replay_saved))
    monkeypatch.setattr(Tree, "write", noting("written", Tree.write))
    state = parlour.game("hex:size=3,pie=no").start().play("a1").play("b2")
    text = Tree.from_state(state).write().text
    opened = server.post("/api/records", json={"text": text})
    assert opened.status_code == 201, opened.text
    assert server.get(f"/api/games/{opened.json()['id']}/record").status_code == 200
    assert server.portal is not None
    loop = server.portal.call(threading.get_ident)
    assert used.keys() == {"played", "written"}
    assert loop not in used.values()


def test_a_game_that_is_fetched_is_played_aside(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = server.post("/api/games", json={"game": "hex", "seats": ["link", "link"]}).json()
    server.app.state.rooms._rooms.clear()  # type: ignore[attr-defined]
    used = []
    replay = rooms.replay_saved
    monkeypatch.setattr(
        rooms, "replay_saved", lambda saved: (used.append(threading.get_ident()), replay(saved))[1]
    )
    assert server.get(f"/api/games/{started['id']}").status_code == 200
    assert server.portal is not None
    assert used
    assert server.portal.call(threading.get_ident) not in used
