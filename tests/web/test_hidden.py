"""Hidden information: whatever a seat or an onlooker is sent depends only on what that seat may know."""

from __future__ import annotations

import json
import random

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.kernel.moves import Given
from parlour.picture.viewpoint import Viewpoint
from parlour.play.game_in_progress import PERSON, Seat
from parlour.play.position import Position
from parlour.play.saved_game import SavedGame
from parlour.table.catalogue import specs
from parlour.web.http.error_responses import Refused
from parlour.web.play.room import Room
from parlour.web.play.snapshot import ViewRequest, partial, past, snapshot
from tests.web.table import Table, refused

HIDDEN = [name for name, spec in specs().items() if spec.hidden]


class Nothing:
    """A store that keeps nothing."""

    key = "key"


def room_at(position: Position) -> Room:
    game = position.game
    seats = [Seat(PERSON) for _ in range(game.seats)]
    saved = SavedGame("g", game.name, seats)
    return Room(saved, position, Nothing(), None, now=lambda: 0)  # type: ignore[arg-type]


def played(name: str, plies: int, seed: int) -> Position:
    rng = random.Random(seed)
    position = Position(parlour.game(name).start())
    while position.ply < plies and position.turn is not None:
        state = position.state
        text = state.draw(rng) if position.turn == parlour.CHANCE else rng.choice(state.moves())
        position = position.after(text)
    return position


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_sent_is_made_of_what_the_viewer_may_know(name: str) -> None:
    """Every text that is sent is the viewer's own: its view, what it heard, its picture, its moves."""
    position = played(name, 12, seed=3)
    room = room_at(position)
    for seat in (None, *range(position.game.seats)):
        held = frozenset() if seat is None else frozenset({seat})
        request = ViewRequest.at(room, held, Viewpoint(seat))
        told = snapshot(room, request)
        assert told["view"] == seat
        assert told["position"] == position.state.view(seat)
        heard = position.log_for(seat)
        assert told["moves"] == [[h.seat, h.text] for h in heard]
        assert all(position.log[h.ply - 1].text_for(seat) == h.text for h in heard)
        assert told["ply"] == len(heard)
        assert told["may_move"] is (seat is not None and position.turn == seat)
        assert (told["next_parts"] is not None) is told["may_move"]
        earlier = past(room, request, len(heard) - 1)
        before = heard[-2].ply if len(heard) > 1 else 0
        assert earlier["position"] == played(name, before, seed=3).state.view(seat)


@pytest.mark.parametrize("name", HIDDEN)
def test_asking_for_another_seats_view_gives_ones_own(name: str) -> None:
    position = played(name, 12, seed=4)
    room = room_at(position)
    mine = snapshot(room, ViewRequest.at(room, frozenset({0}), Viewpoint(0)))
    assert snapshot(room, ViewRequest.at(room, frozenset({0}), Viewpoint(1))) == mine
    nobody = snapshot(room, ViewRequest.at(room, frozenset(), Viewpoint(1)))
    assert nobody["view"] is None
    assert nobody["position"] == position.state.view(None)


@pytest.mark.parametrize("name", HIDDEN)
def test_who_has_several_seats_sees_nothing_before_choosing_one(name: str) -> None:
    position = played(name, 12, seed=5)
    room = room_at(position)
    told = snapshot(room, ViewRequest.at(room, frozenset({0, 1}), Viewpoint(None)))
    assert told["view"] is None
    assert told["may_move"] is False


@pytest.mark.parametrize("plies", [3, 30])
@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_sent_tells_apart_what_the_viewer_cannot(name: str, plies: int) -> None:
    """All that is sent to a seat, refusals too, is the same in a state dealt anew for it."""
    position, rng = played(name, plies, seed=plies), random.Random(7)
    for seat in range(position.game.seats):
        state = position.state.copy()
        state.game.plain.rules.redeal(state.record, seat, [rng.getrandbits(63)])
        told = []
        for here in (position, Position(state, position.log)):
            room = room_at(here)
            request = ViewRequest.at(room, frozenset({seat}), Viewpoint(seat))
            told.append(json.dumps(snapshot(room, request)))
            if position.turn == seat:
                told[-1] += json.dumps([answers(room, step, request) for step in STEPS])
        assert told[0] == told[1], seat


STEPS: list[Given] = [("cell", "a1"), ("cell", "zz"), ("word", "decline"), ("word", "x")]


def answers(room: Room, step: Given, request: ViewRequest) -> object:
    try:
        return partial(room, [step], request)
    except Refused as error:
        return str(error)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_dealt_hand_is_sent_to_its_holder_alone(seed: int) -> None:
    """Two deals that one seat cannot tell apart are one and the same to it, byte by byte."""
    if "tiger-bridge" not in HIDDEN:
        pytest.skip("no card game with a listed deal is installed")
    game = parlour.game("tiger-bridge")
    deal = game.start().draw(seed)
    north, east, south, west = deal.removeprefix("deal:").split("/")
    for seat, other in ((0, (north, west, south, east)), (2, (east, north, south, west))):
        one = Position(game.start()).after(deal)
        two = Position(game.start()).after(f"deal:{'/'.join(other)}")
        told = [
            json.dumps(snapshot(room, ViewRequest.at(room, frozenset({seat}), Viewpoint(seat))))
            for room in (room_at(one), room_at(two))
        ]
        assert told[0] == told[1]


def test_the_record_of_a_hidden_game_is_kept_back_until_its_end(server: TestClient) -> None:
    table = Table(server, "revolver:players=5", *["link"] * 5)
    for seat in (0, None):
        answer = server.get(f"/api/games/{table.id}/record", headers=table.headers(seat))
        assert refused(answer) == (403, "hidden")
    server.cookies.clear()


def test_the_steps_of_another_seat_are_not_told(server: TestClient) -> None:
    table = Table(server, "revolver:players=5", *["link"] * 5)
    turn = table.look()["turn"]
    for seat in range(5):
        answer = table.do(seat, "steps", steps=[])
        assert answer.status_code == (200 if seat == turn else 409)
