"""Pairs of games that a seat cannot tell apart: whatever the server sends it is the same, byte by byte.

The second game of a pair is dealt anew for the seat from the first. Compared are pages, the interface with
its errors and headers, pictures, records, live connections (whole and as changes), before and after moves.
NavalQi's hidden steps are compared in `test_hidden_steps`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.table.catalogue import specs
from parlour.table.game import State
from tests.web.leaks import everything
from tests.web.table import Table

HIDDEN = sorted(name for name, spec in specs().items() if spec.hidden)
FURTHER = 3  # moves that a pair goes on
LIVE = ("", "?changes=true", "?flip=true")


def played(name: str, plies: int, seed: int) -> State:
    """A state after so many plies, and as many more as it takes until a seat is to move."""
    rng = random.Random(seed)
    state = parlour.game(name).start()
    while len(state.history) < plies or state.turn == parlour.CHANCE:
        if state.turn is None:
            return played(name, plies, seed + 1)
        codes = [] if state.turn == parlour.CHANCE else state.codes()[:2000]
        if codes:
            state.play_code(rng.choice(codes))
        else:
            state.play(state.draw(rng))
    return played(name, plies, seed + 1) if state.turn is None else state


def dealt_anew(state: State, seat: int, rng: random.Random) -> State:
    """A state that the seat cannot tell from this one."""
    twin = state.copy()
    state.game.plain.rules.redeal(twin.record, seat, [rng.getrandbits(63)])
    return state.game.read(twin.text)


def pair(name: str, plies: int, rng: random.Random) -> tuple[State, State, int]:
    """Two states that differ, and a seat that cannot tell them apart."""
    for seed in range(plies, plies + 20):
        first = played(name, plies, seed)
        seats = list(range(first.game.seats))
        rng.shuffle(seats)
        for seat in seats:
            second = dealt_anew(first, seat, rng)
            if second.text != first.text:
                return first, second, seat
    raise AssertionError("nothing is hidden here")


def same_moves(one: State, two: State, seat: int, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Moves that both games allow and that the seat hears of in the same words; they are played."""
    for _ in range(FURTHER):
        if one.turn is None or one.turn == parlour.CHANCE:
            return
        texts = [one.game.notation.move_text(one.record, code) for code in one.codes()[:200]]
        rng.shuffle(texts)
        for text in texts:
            try:
                codes = one.code(text), two.code(text)
            except parlour.IllegalMove:
                continue
            if one.heard(codes[0], seat) == two.heard(codes[1], seat):
                turn = one.turn
                one.play(text)
                two.play(text)
                # what chance does differs, and what is opened may: then the seat can tell them apart
                if one.turn == parlour.CHANCE or one.view(seat) != two.view(seat):
                    return
                yield turn, text
                break
        else:
            return


@pytest.mark.parametrize(
    ("name", "plies"),
    [(name, plies) for name in HIDDEN for plies in (9, 30) if (name, plies) != ("naval-qi", 9)],
)
def test_a_pair_is_sent_the_same_bytes(server: TestClient, name: str, plies: int) -> None:
    rng = random.Random(f"{name} {plies}")
    first, second, seat = pair(name, plies, rng)
    links = ["link"] * first.game.seats
    tables = [Table(server, name, *links, position=state.text) for state in (first, second)]
    compare(server, tables, seat)
    for turn, text in same_moves(first.copy(), second.copy(), seat, rng):
        for table in tables:
            answer = table.move(turn, text)
            assert answer.status_code == 200, answer.text
        compare(server, tables, seat)


def compare(server: TestClient, tables: list[Table], seat: int) -> None:
    """What both games send to the seat, and on its live connections."""
    told, again = (everything(table, seat) | live(server, table, seat) for table in tables)
    assert told.keys() == again.keys()
    for asked in told:
        assert told[asked] == again[asked], asked


def live(server: TestClient, table: Table, seat: int) -> dict[str, bytes]:
    """The first messages of live connections."""
    found = {}
    for query in LIVE:
        headers = {**table.headers(seat), "Host": "localhost"}
        with server.websocket_connect(
            f"/api/games/{table.id}/live{query}", headers=headers
        ) as page:
            found[f"live{query}"] = page.receive_text().replace(table.id, "ID").encode()
    return found
