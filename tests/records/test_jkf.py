"""JKF, the JSON of shogi viewers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from parlour import records

FIRST = {"move": {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "color": 0, "piece": "FU"}}
SECOND = {"move": {"from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "color": 1, "piece": "FU"}}
TAKE = {
    "move": {"from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece": "KA", "promote": True},
    "comments": ["a trade"],
}
OTHER = {"move": {"from": {"x": 2, "y": 7}, "to": {"x": 2, "y": 6}, "piece": "FU"}}
BACK = {"move": {"from": {"x": 3, "y": 1}, "to": {"x": 2, "y": 2}, "piece": "GI"}}
DROP = {"move": {"to": {"x": 5, "y": 5}, "piece": "KA"}}
GAME: dict[str, Any] = {
    "header": {"先手": "A", "後手": "B"},
    "initial": {"preset": "HIRATE"},
    "moves": [
        {"comments": ["begun"]}, FIRST, SECOND, {**TAKE, "forks": [[OTHER]]}, BACK, DROP,
        {"special": "TORYO"},
    ],
}  # fmt: skip


def read(given: object) -> records.Item:
    (item,) = records.read(json.dumps(given, ensure_ascii=False))
    assert item.form == "jkf"
    return item


def test_a_game_with_a_fork() -> None:
    item = read(GAME)
    assert (item.error, item.notices) == (None, [])
    tree = item.tree
    assert tree is not None
    assert tree.moves() == ("7g7f", "3c3d", "8h2b+", "3a2b", "B*5e")
    assert tree.line()[1].children[1].move == "2g2f"
    assert tree.line()[2].comments[1] == "a trade"
    assert tree.root.comments[1] == "begun"
    assert (tree.tags["Black"], tree.tags["Result"]) == ("A", "1-0")
    assert tree.tags["Termination"] == "resignation"


def test_a_handicap_and_what_is_no_preset() -> None:
    item = read({"header": {}, "initial": {"preset": "4"}, "moves": [{}]})
    assert item.tree is not None
    assert item.tree.game.name == "shogi:handicap=four"
    item = read({"header": {}, "initial": {"preset": "zap"}, "moves": [{}]})
    assert "preset zap" in str(item.error)


def test_an_illegal_move_ends_its_line() -> None:
    item = read({"moves": [{}, FIRST, FIRST, SECOND]})
    assert item.tree is not None
    assert item.tree.moves() == ("7g7f",)
    assert item.error is not None
    assert '"FU"' in item.tree.line()[0].comments[1]


@pytest.mark.parametrize(
    "given",
    [
        {"moves": []},
        {"moves": 3},
        {"moves": [{}, {"move": 1}]},
        {"moves": [{}, {"move": {"to": {"x": "a", "y": 1}, "piece": "FU"}}]},
        {"moves": [{}, {"move": {"from": [], "to": None}}]},
        {"initial": 7, "moves": [{}]},
        {"header": [1], "moves": [{}]},
        {"moves": [{}, {"forks": 5}]},
    ],
)
def test_no_json_breaks_the_reader(given: object) -> None:
    assert read(given).error is not None


def test_text_that_is_cut_off_is_told() -> None:
    (item,) = records.read(json.dumps(GAME)[:-9])
    assert "expected an object with moves" in str(item.error)
    (item,) = records.read('{"moves": ' + "[" * 100_000)
    assert item.error is not None


def test_it_is_not_written() -> None:
    assert "jkf" not in records.FORMS
    with pytest.raises(records.BadForm, match="write kif"):
        records.Tree("shogi").write("jkf")


def test_a_position_of_its_own() -> None:
    board: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    board[4][0] = {"color": 1, "kind": "OU"}
    board[4][8] = {"color": 0, "kind": "OU"}
    board[0][2] = {"color": 0, "kind": "TO"}
    data = {"board": board, "color": 1, "hands": [{"KI": 1, "FU": 2}, {"HI": 1}]}
    item = read({"header": {}, "initial": {"preset": "OTHER", "data": data}, "moves": [{}]})
    assert (item.error, item.notices) == (None, [])
    assert item.tree is not None
    assert item.tree.beginning.text == "shogi 4k4/9/8+P/9/9/9/9/9/4K4 w G2Pr 1"
    data["board"] = board[:3]
    wrong = read({"initial": {"preset": "OTHER", "data": data}, "moves": [{}]})
    assert wrong.tree is None
    assert wrong.error is not None
