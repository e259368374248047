"""Puzzles through the server: the lists, the puzzle of the day, right and wrong moves."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from parlour.games.tiger_bridge.blades import blades_in, text_of
from parlour.puzzles import Puzzle, puzzles
from parlour.web.learning import refutations
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


def test_ten_in_a_row_to_the_end_of_their_lines_and_why_a_wrong_move_fails(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refutations, "REFUTER", "alphabeta:depth=2")
    for puzzle in puzzles("lines-of-action")[:10]:
        path, line = f"/api/puzzles/lines-of-action/{puzzle.number}", list(puzzle.tree.moves())
        wrong = next(m for m in puzzle.tree.root.state().moves() if m != line[0])
        assert not server.post(f"{path}/moves", json={"move": wrong}).json()["right"]
        why = server.post(f"{path}/refutation", json={"move": wrong}).json()
        shown = server.post(f"{path}/board", json={"played": [wrong, *why["line"]]})
        assert shown.status_code == 200
        assert why["words"].endswith(".")
        played: list[str] = []
        while len(played) < len(line):
            body = {"move": line[len(played)], "played": played}
            told = server.post(f"{path}/moves", json=body).json()
            assert told["right"]
            played = told["stands"]["played"]
        assert told["stands"]["done"]


def test_the_answer_to_a_move_that_loses_wins(server: TestClient) -> None:
    puzzle = next(p for p in puzzles("lines-of-action") if p.kind == "save")
    right = puzzle.tree.moves()[0]
    wrong = next(m for m in puzzle.tree.root.state().moves() if m != right)
    path = f"/api/puzzles/lines-of-action/{puzzle.number}"
    why = server.post(f"{path}/refutation", json={"move": wrong}).json()
    end = puzzle.tree.root.state().copy().play(wrong)
    for move in why["line"]:
        end.play(move)
    assert end.outcome is not None
    assert end.outcome.scores[puzzle.step.seat or 0] == 0
    assert "wins in" in why["words"]
    german = {"Accept-Language": "de"}
    why = server.post(f"{path}/refutation", json={"move": wrong}, headers=german).json()
    assert " gewinnt in " in why["words"]


def test_a_wrong_blade_is_answered_by_best_play(server: TestClient) -> None:
    puzzle = puzzles("tiger-bridge")[0]
    right = [child.move for child in puzzle.tree.root.children]
    wrong = next(m for m in puzzle.tree.root.state().moves() if m not in right)
    why = server.post("/api/puzzles/tiger-bridge/1/refutation", json={"move": wrong}).json()
    aim = int(puzzle.title.split("take ")[1].split()[0])
    taken = int(why["words"].split("takes ")[1].split()[0])
    assert 0 <= taken < aim


def test_a_hint_is_about_the_next_move_and_the_solution_is_the_rest(server: TestClient) -> None:
    puzzle = next(p for p in puzzles("hex") if p.length == 2)
    path, line = f"/api/puzzles/hex/{puzzle.number}", list(puzzle.tree.moves())
    hint = server.post(f"{path}/hint", json={}).json()
    assert line[0] in hint["cells"]
    assert len(hint["cells"]) > 1
    rest = server.post(f"{path}/solution", json={"played": line[:2]}).json()
    assert rest == {"played": line[:2], "line": line[2:], "written": line[2:]}
    first = puzzles("lines-of-action")[0].tree.moves()[0]
    assert server.post("/api/puzzles/lines-of-action/1/hint", json={}).json()["cells"] == [
        first[:2]
    ]
    own = puzzles("chainn")[0].tree.root.state().moves()[0]
    left = server.post("/api/puzzles/chainn/1/hint", json={"played": [own]}).json()
    assert "Start again" in left["words"]
    whole = server.post("/api/puzzles/chainn/1/solution", json={"played": [own]}).json()
    assert (whole["played"], whole["line"]) == ([], list(puzzles("chainn")[0].tree.moves()))


def test_the_board_is_turned_to_the_solver(server: TestClient) -> None:
    for seat in (0, 1):
        number = next(p.number for p in puzzles("chess") if p.step.seat == seat)
        board = server.post(f"/api/puzzles/chess/{number}", json={}).json()["board"]
        down = {cell["name"]: cell["y"] for cell in board}
        assert (down["a8"] > down["a1"]) is (seat == 1)


def test_help_with_what_is_no_puzzle_or_no_move_is_refused(server: TestClient) -> None:
    puzzle = puzzles("hex")[0]
    line = list(puzzle.tree.moves())
    for path, body, code in (
        ("hex/1/refutation", {"move": line[0]}, (409, "right")),
        ("hex/1/refutation", {"move": "zz"}, (422, "illegal-move")),
        ("hex/1/refutation", {"move": "a1", "played": line}, (409, "done")),
        ("chainn/1/refutation", {"move": "a1-a2"}, (409, "any-move")),
        ("hex/1/board", {"played": ["zz"]}, (422, "illegal-move")),
        ("hex/1/solution", {"played": ["zz"]}, (422, "not-in-this-puzzle")),
        ("hex/1/hint", {"played": [line[0]] * 201}, (422, "bad-request")),
        ("hex/99/hint", {}, (404, "no-such-puzzle")),
        ("revolver/1/solution", {}, (404, "no-puzzles")),
    ):
        assert refused(server.post(f"/api/puzzles/{path}", json=body)) == code, path
    assert server.get("/api/puzzles/hex/1/hint").status_code == 405
