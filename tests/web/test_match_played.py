"""A whole group played in the browser's interface against a bot that thinks, every move of it."""

from __future__ import annotations

import random
import re
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.matches.recorded import read_match
from parlour.table.outcome import score_text
from tests.web.test_matches import begun, next_game, score

TOSSED = {"group": "twindraughts-group", "settings": "toss=rebound"}
PATIENCE = 300  # seconds for one answer of a bot, whose game may have to be compiled


def wait(client: TestClient, address: str) -> dict[str, Any]:
    """A game as it is told when the person is to move or it is over."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        told: dict[str, Any] = client.get(address).json()
        if told["may_move"] or told["outcome"]:
            return told
        time.sleep(0.05)
    raise AssertionError(f"the bot does not answer: {told['trouble']}")


def play_to_its_end(client: TestClient, address: str, rng: random.Random) -> None:
    """Play the person's moves in a game at random until it is over."""
    told = wait(client, address)
    state = parlour.game(told["game"]["name"]).start()
    while not told["outcome"]:
        for _, text in told["moves"][len(state.history) :]:
            state.play(text)
        answer = client.post(f"{address}/moves", json={"move": rng.choice(state.moves())})
        assert answer.status_code == 200, answer.text
        told = wait(client, address)


@pytest.mark.long
def test_a_twindraughts_group_is_played_to_its_bonus(server: TestClient) -> None:
    server.cookies.clear()
    match, rng = begun(server, **TOSSED, **{"side-1": "1"}), random.Random(1)
    played = 0
    while following := re.search(r"Play game (\d+):", server.get(match).text):
        played += 1
        assert int(following[1]) == played
        play_to_its_end(server, next_game(server, match, played), rng)
    held, trees = read_match(server.get(f"{match}/record").text)
    assert played in (3, 4)  # with a tie-break
    assert sorted(trees) == list(range(1, played + 1))
    assert held.bonus is not None
    assert sum(held.points) == 1 + 1 + 2 + 4
    assert held.outcome == (held.points, held.bonus)
    name = ("side 1", "bot, level 1")[held.bonus]
    page = server.get(match).text
    assert f"{name} won the match." in page
    assert f"includes the bonus of {name}" in page
    assert score(server, match) == [score_text(points) for points in held.points]
