"""Games of lichess and lishogi: their JSON, studies and exports."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parlour import records


def read(given: object) -> records.Item:
    (item,) = records.read(given if isinstance(given, str) else json.dumps(given))
    return item


def chess(**more: Any) -> dict[str, Any]:
    return {"id": "abc", "variant": "standard", "moves": "e4 e5 Nf3", **more}


def test_a_game_of_chess() -> None:
    players = {"white": {"user": {"name": "A"}}, "black": {"userId": "b"}}
    item = read(chess(createdAt=0, players=players, winner="black", status="outoftime"))
    assert (item.form, item.error) == ("lichess", None)
    assert item.tree is not None
    assert item.tree.moves() == ("e2-e4", "e7-e5", "g1-f3")
    tags = item.tree.tags
    assert (tags["White"], tags["Black"], tags["Date"]) == ("A", "b", "1970.01.01")
    assert (tags["Result"], tags["Termination"]) == ("0-1", "time")
    assert tags["Site"] == "https://lichess.org/abc"


def test_fischer_random_chess_from_its_position() -> None:
    fen = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1"
    item = read(chess(variant="chess960", initialFen=fen, moves="b3 b6 O-O O-O"))
    assert item.error is None
    assert item.tree is not None
    assert item.tree.moves()[2:] == ("f1xg1", "f8xg8")


def test_games_on_lines_of_their_own() -> None:
    lines = [json.dumps(chess()), json.dumps(chess(variant="crazyhouse")), "{", json.dumps(chess())]
    items = list(records.read("\n".join(lines)))
    assert [item.tree and len(item.tree.moves()) for item in items] == [3, None, None, 3]
    assert "crazyhouse (Variant): not a game here" in str(items[1].error)
    assert items[2].error is not None
    assert items[2].error.line == 3


def test_a_game_of_shogi() -> None:
    players = {"sente": {"user": {"name": "A"}}, "gote": {"aiLevel": 3}}
    given = {"id": "x", "moves": "7g7f 3c3d", "players": players, "winner": "sente"}
    item = read({**given, "variant": "standard", "status": "resign"})
    assert item.error is None
    assert item.tree is not None
    assert (item.tree.game.id, item.tree.moves()) == ("shogi", ("7g7f", "3c3d"))
    assert (item.tree.tags["Black"], item.tree.tags["White"]) == ("A", "3")
    assert (item.tree.tags["Result"], item.tree.tags["Termination"]) == ("1-0", "resignation")
    assert "chushogi (variant): not a game here" in str(
        read({**given, "variant": "chushogi"}).error
    )


def test_an_illegal_move_ends_the_game() -> None:
    item = read(chess(moves="e4 e5 Qh9 Nc6"))
    assert item.tree is not None
    assert len(item.tree.moves()) == 2
    assert "Qh9 is no move" in str(item.error)


@pytest.mark.parametrize(
    "given",
    [
        chess(moves=3),
        chess(players=[1]),
        chess(players={"white": 3}),
        chess(initialFen="x"),
        chess(createdAt=10**30),
        [3],
        [None],
        '{"moves": "' + "e4 " * 100,
        '{"moves": "e4", "x": ' + "[" * 100_000,
    ],
)
def test_no_json_breaks_the_reader(given: object) -> None:
    assert read(given).error is not None


STUDY = """[Event "Mine: Chapter 1"]
[Result "*"]
[Variant "From Position"]
[Annotator "https://lichess.org/@/x"]
[StudyName "Mine"]
[ChapterName "Chapter 1"]
[FEN "8/8/8/8/4k3/8/1Q6/K7 w - - 0 1"]
[SetUp "1"]
[Orientation "white"]

{ Intro. } { [%csl Gd4][%cal Gb2b4] }
1. Qb4+ $1 { good } { [%eval 3.2] [%clk 0:01:00] } (1. Qc3 { hm } 1... Kd5) 1... Kd5 *
"""


def test_a_chapter_of_a_study() -> None:
    item = read(STUDY)
    assert (item.error, item.notices) == (None, [])
    assert item.tree is not None
    tags = item.tree.tags
    assert (tags["StudyName"], tags["ChapterName"]) == ("Mine", "Chapter 1")
    first = item.tree.line()[0]
    assert (item.tree.root.comments[1], first.comments[1], first.glyphs) == ("Intro.", "good", [1])
    assert len(item.tree.root.children) == 2


LISHOGI = """開始日時：2021/05/01 10:00:00
棋戦：Rated Rapid game
場所：https://lishogi.org/AbCdEfGh
持ち時間：10分+30秒
先手：a
後手：b
手合割：平手
手数----指手---------消費時間--
   1   ７六歩(77)   (0:05/0:0:5)
   2   ３四歩(33)   (0:05/0:0:5)
   3   投了   (0:02/0:0:2)
"""


def test_a_game_that_lishogi_exports() -> None:
    item = read(LISHOGI)
    assert (item.error, item.notices) == (None, [])
    assert item.tree is not None
    assert item.tree.moves() == ("7g7f", "3c3d")
    assert item.tree.tags["Site"] == "https://lishogi.org/AbCdEfGh"
    assert item.tree.tags["Result"] == "0-1"
