"""Positions of games whose notation says how their pieces are put on cells: by `SETUP` and on the page."""

from __future__ import annotations

import random
from typing import Any

import pytest
from starlette.testclient import TestClient

import parlour
from parlour.web.studies.position_editor import board_of_tokens, fields_of, set_up_palette

GAMES = (
    "chainn", "merger-chess", "merlins-chain", "stones-of-fortune", "tiger-chequers", "hive", "tantrix",
)  # fmt: skip
GARBAGE = [*"aZ/,.:-=19#@ G?é", ""]


def played(name: str, plies: int) -> parlour.State:
    rng = random.Random(plies)
    state = parlour.game(name).start()
    while state.turn is not None and len(state.history) < plies:
        chance = state.turn == parlour.CHANCE
        state.play(state.draw(rng) if chance else rng.choice(state.moves()))
    return state.game.read(state.text)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_and_written_again_is_the_same(name: str) -> None:
    state = played(name, 20)
    set_up = state.game.notation.SETUP
    fields = fields_of(state.text)
    board = set_up.board(fields)
    assert set_up.board(set_up.write(fields, board)) == board
    shown = {cell.name: len(cell.pieces) for cell in state.scene(None).cells if cell.pieces}
    drawn = board_of_tokens(state.game, fields).cells
    if name not in ("merlins-chain", "chainn", "stones-of-fortune"):  # these show more than tokens
        assert {cell.name: len(cell.pieces) for cell in drawn if cell.pieces} == shown
    assert all(token.drawn for token in set_up_palette(state.game))


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("hive", "tantrix")])
def test_a_position_is_built_piece_by_piece(name: str) -> None:
    """From an empty board to that of a game, however wrong it is on the way.

    Hive's cells are counted from the least place: they move as it grows. Tantrix's tiles turn.
    """
    set_up, wanted = parlour.game(name).notation.SETUP, played(name, 20)
    goal = set_up.board(fields_of(wanted.text))
    fields = set_up.write(fields_of(wanted.text), {})
    for cell, tokens in goal.items():
        for token in tokens:
            fields = set_up.place_token(fields, cell, token.partition("=")[0])
    built = set_up.board(fields)
    assert {cell: [t.partition("=")[0] for t in tokens] for cell, tokens in built.items()} == {
        cell: [t.partition("=")[0] for t in tokens] for cell, tokens in goal.items()
    }


@pytest.mark.parametrize("name", GAMES)
def test_garbled_texts_are_refused_and_break_nothing(name: str) -> None:
    rng = random.Random(name)
    state = played(name, 12)
    set_up, cells = state.game.notation.SETUP, [cell.name for cell in state.scene(None).cells]
    for _ in range(150):
        text = list(state.text)
        for _ in range(rng.choice([1, 2, 5])):
            at = rng.randrange(len(text))
            text[at : at + rng.choice([0, 1, 9])] = rng.choice(GARBAGE)
        fields = "".join(text).split(" ")[1:]
        try:
            after = set_up.place_token(
                fields, rng.choice([*cells, "zz"]), rng.choice(set_up.tokens)
            )
            board_of_tokens(state.game, after)
            if set_up.turn is not None:
                set_up.turn(after, 1)
        except parlour.BadPosition:
            continue
        assert not any(" " in field for field in after)


def judged(server: TestClient, text: str, **changes: Any) -> dict[str, Any]:
    told: dict[str, Any] = server.post("/api/positions", json={"text": text, **changes}).json()
    return told


def test_putting_taking_and_swapping() -> None:
    set_up = parlour.game("merlins-chain").notation.SETUP
    empty = set_up.write(["-", "0"], {})
    one = set_up.place_token(empty, "a1", "2")
    assert one[1] == "1", "the numbers of pieces say whose turn it is"
    assert set_up.place_token(one, "a1", "2") == empty
    assert set_up.place_token(one, "a1", "") == empty
    two = set_up.place_token(one, "b1", "1")
    assert set_up.board(set_up.place_token(two, "a1", "1")) == {"a1": ["1"], "b1": ["2"]}
    with pytest.raises(parlour.BadPosition, match="cannot be put"):
        set_up.place_token(one, "a1", "65")
    with pytest.raises(parlour.BadPosition, match="no piece can be put on a9"):
        set_up.place_token(one, "a9", "4")


def test_fields_follow_from_the_pieces(server: TestClient) -> None:
    start = parlour.game("tiger-chequers").start().text
    told = judged(server, start, put=["e4", "g"])
    assert told["fine"]
    assert told["text"].endswith(" w SLsl - 0 guard 1"), (
        "a game that runs, with the TigerLancer out"
    )
    told = judged(server, told["text"], put=["a1", ""])
    assert " w Lsl " in told["text"], "without a Tower there is no castling"
    assert judged(server, told["text"], turn=1)["turn"] == 1
    merged = judged(server, parlour.game("merger-chess").start().text, put=["d5", "e1"])
    assert merged["fine"]
    assert " w kq - " in merged["text"]
    stones = judged(server, parlour.game("stones-of-fortune").start().text, turn=1)
    assert stones["text"].endswith(" 1:cast 1,0")
    fallen = judged(server, stones["text"], put=["pit", "G"])
    assert fallen["fine"]
    assert fallen["over"]


def test_a_wrong_board_is_shown_with_what_is_wrong(server: TestClient) -> None:
    start = parlour.game("tiger-chequers").start().text
    told = judged(server, start, put=["d1", ""])
    assert not told["fine"]
    assert "South has 0 Queens" in told["words"]
    assert "<svg" in told["picture"]
    (corner,) = (cell for cell in told["board"] if cell["name"] == "d1")
    assert corner["pieces"] == []
    cleared = judged(server, parlour.game("hive").start().text, clear=True)
    assert cleared["fine"]
    assert judged(server, "hive w nonsense -", put=["q17", "wQ"])["words"].startswith("BOARD has")


def test_tiles_match_turn_and_fill_hands(server: TestClient) -> None:
    text = judged(server, parlour.game("tantrix", players=3).start().text, clear=True)["text"]
    assert text.startswith("tantrix:players=3 R - "), "hands are dealt, and the first seat plays"
    first = judged(server, text, put=["be57", "BBRRYY"])
    assert first["fine"]
    second = judged(server, first["text"], put=["bf57", "BBGGRR"])
    assert second["fine"], "turned so that it matches"
    assert "1,0:GRRBBG" in second["text"]
    turned = judged(server, second["text"], put=["bf57", "BBGGRR"])
    assert "1,0:GGRRBB" in turned["text"], "which matches too"
    turned = judged(server, turned["text"], put=["bf57", "BBGGRR"])
    assert not turned["fine"]
    assert "do not match" in turned["words"]
    assert "<svg" in turned["picture"]
    moved = judged(server, second["text"], put=["be57", ""])
    assert " 0,0:GRRBBG " in moved["text"], "places are counted from a tile that is there"
    apart = judged(server, first["text"], put=["bj57", "BBGGRR"])
    assert "do not all hang together" in apart["words"]
    assert judged(server, second["text"], turn=2)["turn"] == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"put": ["a1"]},
        {"put": "a1"},
        {"put": ["a1", "x" * 41]},
        {"put": ["a1", 3]},
        {"turn": -1},
        {"turn": "w"},
        {"clear": 3},
        {"other": 1},
    ],
)
def test_bad_changes_are_refused(server: TestClient, changes: dict[str, Any]) -> None:
    text = parlour.game("hive").start().text
    answer = server.post("/api/positions", json={"text": text, **changes})
    assert answer.status_code == 422
    assert not judged(server, text, turn=7)["fine"]
    assert not judged(server, text, put=["a1", "zz"])["fine"]


def test_the_page_has_the_palette_of_such_a_game(server: TestClient) -> None:
    page = server.get("/study/setup", params={"game": "merger-chess"}).text
    assert "b1: White knight" in page
    wrong = server.get("/study/setup", params={"position": "merger-chess e4:e2 w - - 0 0"}).text
    assert "expected all 32 pieces" in wrong
