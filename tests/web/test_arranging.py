"""Pieces that lie anywhere until they are played: each viewer arranges them in his own sight."""

from __future__ import annotations

from random import Random

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.play.position import Position
from parlour.web.http.error_responses import Refused
from parlour.web.play.arrangement import Arrangements
from tests.web.driving import until
from tests.web.table import Table, refused

GAME = parlour.game("merlins-chain")
FILES = "abcdefgh"


def lying(arrangements: Arrangements, position: Position, viewer: str = "me") -> dict[str, int]:
    """The number on each cell as a viewer sees it."""
    scene = arrangements.scene(viewer, position, position)
    assert scene is not None
    return {cell.name: int(cell.pieces[0].text.rstrip("GW")) for cell in scene.cells}


def rises(board: dict[str, int]) -> bool:
    return all(
        board[f"{file}{rank}"] < board[f"{file}{rank + 1}"]
        for file in FILES
        for rank in range(1, 8)
    )


def test_any_valid_board_can_be_reached_by_hand() -> None:
    rng, position, arrangements = Random(5), Position(GAME.start()), Arrangements()
    for _ in range(6):
        position = position.after(rng.choice(position.state.moves()))
    wanted = lying(arrangements, position, "somebody who likes it so")
    free = [cell for cell, n in wanted.items() if f"@{cell}" not in "".join(position.state.history)]
    for _ in range(3000):  # stirred by exchanging two that may be exchanged
        one, other = rng.sample(free, 2)
        trial = wanted | {one: wanted[other], other: wanted[one]}
        wanted = trial if rises(trial) else wanted
    assert sum(wanted[cell] != n for cell, n in lying(arrangements, position).items()) > 20
    for cell in rng.sample(free, len(free)):
        arrangements.place("me", position, str(wanted[cell]), cell)
        assert rises(lying(arrangements, position))
    assert lying(arrangements, position) == wanted


def test_what_lies_there_stays_as_far_as_it_can() -> None:
    """A move disturbs what a viewer has arranged no more than it must; other viewers see their own."""
    position, arrangements = Position(GAME.start()), Arrangements()
    arrangements.place("me", position, "1", "h1")
    before = lying(arrangements, position)
    assert before["h1"] == 1
    assert lying(arrangements, position, "you")["h1"] != 1
    cell = next(cell for cell, number in before.items() if number == 40)
    after = position.after(f"40@{cell}")
    assert lying(arrangements, after) == before
    assert lying(arrangements, position.back(0)) == before


@pytest.mark.parametrize(
    ("piece", "cell", "why"),
    [
        ("1", "a8", "rise"),
        ("65", "a1", "not an unplayed piece"),
        ("", "a1", "not an unplayed piece"),
        ("1", "j1", "no cell"),
    ],
)
def test_what_cannot_lie_there(piece: str, cell: str, why: str) -> None:
    position, arrangements = Position(GAME.start()), Arrangements()
    before = lying(arrangements, position)
    with pytest.raises(Refused, match=why):
        arrangements.place("me", position, piece, cell)
    assert lying(arrangements, position) == before


def test_arranging_is_no_move_and_only_for_those_at_the_table(server: TestClient) -> None:
    table = Table(server, "merlins-chain", "link", "link")
    assert table.do(0, "arrange", piece="1", cell="h1").status_code == 200
    assert refused(table.do(0, "arrange", piece="1", cell="h8")) == (422, "not-valid")
    assert refused(table.do(None, "arrange", piece="1", cell="g1")) == (403, "not-your-seat")
    assert 'data-cell="h1"' in table.look(0)["picture"]
    mine, theirs = table.look(0), table.look(1)
    assert mine["picture"] != theirs["picture"]
    assert (mine["ply"], mine["position"]) == (0, theirs["position"])
    other = Table(server, "hex:size=3", "link", "link")
    assert refused(other.do(0, "arrange", piece="1", cell="a1")) == (409, "not-arrangeable")


def test_a_ready_deployment_is_taken(server: TestClient) -> None:
    table = Table(server, "naval-qi:chests=20,sea=8", "link", "link")
    until(lambda: table.look()["turn"] in (0, 1))
    seat = table.look()["turn"]
    told = table.look(seat)
    assert "spread" in told["ready"]
    assert table.look(1 - seat)["ready"] == []
    assert refused(table.do(seat, "take", name="nothing")) == (404, "nothing-ready")
    assert refused(table.do(1 - seat, "take", name="spread")) == (409, "not-your-turn")
    assert refused(table.do(seat, "take", name="spread", ply=0))[1] == "position-changed"
    ply = table.do(seat, "take", name="spread", ply=told["ply"]).json()["ply"]
    assert ply > told["ply"] + 3
    assert len(table.look(seat)["moves"]) == ply
    assert len(table.look(1 - seat)["moves"]) == 1, "of the other's deploying nothing is heard"


@pytest.mark.long
def test_where_information_is_hidden_what_was_heard_stays(server: TestClient) -> None:
    """Only a move that told its maker nothing can be taken back."""
    table = Table(server, "naval-qi:chests=20,sea=8", "link", "random")
    told = table.wait_for_turn(0)
    assert table.do(0, "take", name="spread", ply=told["ply"]).status_code == 200
    assert table.do(0, "undo").json() == {"result": "done"}
    table.move(0, "ready")
    table.wait_for_turn(0)
    assert refused(table.do(0, "undo")) == (409, "told-something")
