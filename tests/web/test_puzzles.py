"""Puzzles through the server: the lists, the puzzle of the day, right and wrong moves."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from parlour.games.tiger_bridge.blades import blades_in, text_of
from parlour.puzzles import Puzzle, puzzles
from tests.web.table import refused


@pytest.mark.long
def test_the_lists_lead_to_every_puzzle(server: TestClient) -> None:
    assert "/puzzles/hex" in server.get("/puzzles").text
    listed = server.get("/puzzles/hex").text
    for puzzle in puzzles("hex"):
        assert f'href="/puzzles/hex/{puzzle.number}"' in listed
    today = server.get("/puzzles/hex/today", follow_redirects=False)
    assert today.status_code == 303
    assert today.headers["location"].startswith("/puzzles/hex/")
    assert server.get("/puzzles/revolver").status_code == 404
    assert server.get("/puzzles/hex/99").status_code == 404


def test_a_puzzle_is_done_move_by_move(server: TestClient) -> None:
    puzzle = next(p for p in puzzles("hex") if p.length == 2)
    assert puzzle.title in server.get(f"/puzzles/hex/{puzzle.number}").text
    path, line = f"/api/puzzles/hex/{puzzle.number}", puzzle.tree.moves()
    wrong = next(m for m in puzzle.tree.root.state().moves() if m != line[0])
    told = server.post(f"{path}/moves", json={"move": wrong}).json()
    assert (told["right"], told["words"]) == (False, "That is not the solution. Try again.")
    told = server.post(f"{path}/moves", json={"move": line[0]}).json()
    assert told["right"]
    assert told["stands"]["played"] == list(line[:2])
    steps = {"played": list(line[:2]), "steps": []}
    assert line[2] in server.post(f"{path}/steps", json=steps).json()["cells"]
    told = server.post(f"{path}/moves", json={"move": line[2], "played": list(line[:2])}).json()
    assert told["stands"]["done"]
    assert refused(server.post(path, json={"played": [wrong]})) == (422, "not-in-this-puzzle")


def test_a_problem_of_cards_lies_face_up(server: TestClient) -> None:
    puzzle = puzzles("tiger-bridge")[0]
    stands = server.post("/api/puzzles/tiger-bridge/1", json={}).json()
    said = [piece for cell in stands["board"] for piece in cell["pieces"]]
    held = [text_of(blade) for hand in _hands(puzzle) for blade in blades_in(hand)]
    assert set(held) <= set(said)
    assert puzzle.title in server.get("/puzzles/tiger-bridge/1").text


def _hands(puzzle: Puzzle) -> list[int]:
    return list(puzzle.tree.root.state().record.hands)


def test_a_deal_is_played_freely_to_the_proven_best(server: TestClient) -> None:
    puzzle = puzzles("chainn")[0]
    path, line = "/api/puzzles/chainn/1", list(puzzle.tree.moves())
    done = server.post(f"{path}/moves", json={"move": line[-1], "played": line[:-1]}).json()
    assert done["stands"]["done"]
    assert "That is the best possible" in done["words"]
    own = puzzle.tree.root.state().moves()[0]
    went = server.post(f"{path}/moves", json={"move": own}).json()
    assert went["right"], "any legal move may be played"
    assert not went["stands"]["done"]
