"""Records of Abstract Play's games in its JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from parlour import records


def record(name: str, moves: Sequence[Any], variants: Sequence[str] = (), **more: Any) -> str:
    """A record of two players, of whom the first won."""
    players = [{"name": "A", "userid": "1", "result": 1}, {"name": "B", "userid": "2", "result": 0}]
    header = {
        "game": {"name": name, "variants": list(variants)},
        "site": {"name": "Abstract Play", "gameid": "x"},
        "date-start": "2025-01-02T00:00:00Z",
        "date-end": "2025-01-03T00:00:00Z",
        "date-generated": "2025-01-03T00:00:00Z",
        "players": players,
        **more,
    }
    rounds = [list(moves[at : at + 2]) for at in range(0, len(moves), 2)]
    return json.dumps({"header": header, "moves": rounds})


def read(text: str) -> records.Item:
    (item,) = records.read(text)
    return item


def test_hex_counts_its_rows_from_the_bottom() -> None:
    item = read(record("Hex", ["a1", "b2", None, {"move": "c3", "sequence": 1}], ["size-11"]))
    assert (item.form, item.error) == ("abstract-play", None)
    assert item.tree is not None
    assert (item.tree.game.name, item.tree.moves()) == ("hex", ("a11", "b10", "c9"))
    tags = item.tree.tags
    assert (tags["Red"], tags["Blue"], tags["Result"]) == ("A", "B", "1-0")
    assert (tags["Site"], tags["Date"]) == ("Abstract Play x", "2025-01-02")


@pytest.mark.parametrize("mark", ["pie-invoked", "pied"])
def test_players_are_those_after_a_swap(mark: str) -> None:
    item = read(record("Hex", ["a1", "b2"], **{mark: True}))
    assert item.tree is not None
    assert (item.tree.game.name, item.tree.moves()) == ("hex:size=13", ("a13", "swap", "b12"))
    assert (item.tree.tags["Red"], item.tree.tags["Result"]) == ("B", "0-1")


@pytest.mark.parametrize(
    ("name", "moves", "variants", "game"),
    [
        ("Lines of Action", ["b8-b6", "a2-c2"], ["classic"], "lines-of-action"),
        ("Lines of Action", ["c1-c3"], ["classic", "scrambled"], "lines-of-action:setup=scrambled-eggs"),
        ("Yavalath", ["b4", "a2", "e5"], [], "yavalath"),
        ("Unlur", ["c4", "d4"], [], "unlur:size=8"),
        ("Focus", ["b3-a3", "d3-d2"], [], "focus"),
    ],
)  # fmt: skip
def test_other_games(name: str, moves: list[str], variants: list[str], game: str) -> None:
    item = read(record(name, moves, variants))
    assert item.error is None
    assert item.tree is not None
    assert (item.tree.game.name, len(item.tree.moves())) == (game, len(moves))


@pytest.mark.parametrize(
    ("name", "named"),
    [("Amazons", "Amazons (Abstract Play)"), ("Lines of Action", "another board than classic")],
)
def test_games_that_are_not_here_are_named(name: str, named: str) -> None:
    text = record(name, ["a1"])
    assert f"{named}: not a game here" in str(read(text).error)
    assert named in records.why_unknown(text)


def test_records_in_a_list() -> None:
    both = f"[{record('Yavalath', ['b4'])},{record('Amazons', ['b4'])}]"
    assert [item.tree is not None for item in records.read(both)] == [True, False]


def test_an_illegal_move_ends_the_game() -> None:
    item = read(record("Yavalath", ["b4", "z9", "a1"]))
    assert item.tree is not None
    assert item.tree.moves() == ("b4",)
    assert "z9 is not a legal move" in str(item.error)


@pytest.mark.parametrize(
    "text",
    [
        record("Hex", ["a1"], players=[1, 2]),
        record("Hex", ["a1"], players=[]),
        record("Hex", ["a1"], ["size-99"]),
        record("Hex", ["a1"], game=3),
        record("Hex", [3.5, {}]),
        record("Hex", ["a1"]).replace('"moves": [', '"moves": [3, '),
        '{"header": {"players": []}, "moves": []}',
        '{"header": {"players": [' + "[" * 100_000,
    ],
)
def test_no_json_breaks_the_reader(text: str) -> None:
    assert read(text).error is not None
