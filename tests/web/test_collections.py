"""Collections of many games: taken in, listed, searched, opened; keys of positions as the rules have them."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing
from functools import reduce
from pathlib import Path

import numpy as np
import pytest
from starlette.testclient import TestClient

import parlour
from parlour.errors import BadPosition
from parlour.records import Tree
from parlour.records.keys import Keys, doubtful_codes
from parlour.web.collections.collection_import import fill
from parlour.web.collections.collection_store import Collection, GameFilter
from parlour.web.collections.pattern_search import (
    CodedBoards,
    TextBoards,
    TokenSpans,
    boards_of,
    first_plies,
    intersect,
    palette,
    parse_pattern,
    spans_of,
)
from parlour.web.studies.position_editor import layout

GAMES = """[Game "hex:size=5"]
[Red "Ann Élan"]
[Blue "Bob"]
[Date "2001.02.03"]
[Result "1-0"]

1. a1 b2 2. c3 1-0

[Game "hex:size=5"]
[Red "Bob"]
[Blue "Cleo"]
[Date "2010"]
[Result "0-1"]

1. c3 b2 2. a1 d4 0-1

[Game "hex:size=5"]
[Event "Open"]

1. a1 z9
"""


def played(name: str, seed: int, plies: int = 30) -> Tree:
    state, drawn = parlour.game(name).start(), random.Random(seed)
    for _ in range(plies):
        if state.turn is None:
            break
        state.play_code(drawn.choice(state.codes()))
    return Tree.from_state(state)


@pytest.mark.long
@pytest.mark.parametrize("name", ["hex:size=3,pie=no", "lines-of-action"])
def test_compiled_keys_are_the_rules_own(name: str) -> None:
    """The same along any line; where a code means several moves, nothing is compiled."""
    game = parlour.game(name)
    quick, slow = Keys(game, compiled=True), Keys(game)
    for seed in range(4):
        tree = played(name, seed)
        assert quick.along(tree) == slow.along(tree)
    assert doubtful_codes(parlour.game("hive")) is None


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    folder: Path = tmp_path_factory.mktemp("collection")
    source, target, said = folder / "games.pgn", folder / "games.sqlite", []
    source.write_text(GAMES, encoding="utf-8")
    fill(source, target, said.append)
    assert said[-1]["games"] == 3
    assert said[-1]["broken"] == 1
    return Collection(target)


def test_broken_games_are_counted_and_told(collection: Collection) -> None:
    count, troubles = collection.broken()
    assert count == 1
    assert [words.partition(":")[0] for words in troubles] == ["game 3"]
    assert "z9" in troubles[0]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1. f3 e5 2. g4 Qh4# *", "0-1"),
        ("1. f3 e5 2. g4 *", "*"),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", "1/2-1/2"),
        ('[FEN "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"]\n\n1. Qg7# *', "1-0"),
    ],
)
def test_a_game_without_a_result_gets_what_its_last_position_shows(
    tmp_path: Path, text: str, result: str
) -> None:
    source, target = tmp_path / "a.pgn", tmp_path / "a.sqlite"
    source.write_text(text + "\n")
    fill(source, target, lambda told: None)
    with closing(sqlite3.connect(target)) as made:
        assert made.execute("SELECT result FROM games").fetchall() == [(result,)]


def test_games_are_found_by_what_is_asked(collection: Collection) -> None:
    def numbers(**asked: object) -> list[int]:
        return [line.number for line in collection.find(GameFilter(**asked)).lines]  # type: ignore[arg-type]

    assert numbers() == [1, 2, 3]
    assert numbers(words="bob") == [1, 2]
    assert numbers(words="elan") == [1]
    assert numbers(words='an" OR bob') == []
    assert numbers(result="0-1") == [2]
    assert numbers(least=3, most=3) == [1]
    assert numbers(since="2001.02.04", until="2010") == [2]
    assert numbers(page=2) == []


def test_positions_are_found_whatever_way_they_came_about(collection: Collection) -> None:
    game = parlour.game("hex:size=5")
    keys = Keys(game)
    tree = Tree(game)
    node = tree.root
    for move in ("c3", "b2", "a1"):
        node = node.add(move)
    reached = collection.find(GameFilter(key=keys.along(tree)[-1]))
    assert [(line.number, line.ply) for line in reached.lines] == [(1, 3), (2, 3)]
    start = collection.moves(keys.along(tree)[0])
    assert [(move.move, move.count, move.score) for move in start] == [
        ("a1", 2, 1.0),
        ("c3", 1, 0.0),
    ]


def test_positions_are_found_by_a_pattern_of_cells(collection: Collection) -> None:
    def found(pattern: dict[str, str], **more: object) -> list[tuple[int, int | None]]:
        wanted = GameFilter(pattern=pattern, game="hex:size=5", **more)  # type: ignore[arg-type]
        return [(line.number, line.ply) for line in collection.find(wanted).lines]

    assert found({"a1": "x"}) == [(1, 1), (2, 3), (3, 1)]
    assert found({"a1": "x", "c3": "x"}) == [(1, 3), (2, 3)]
    assert found({"a1": ".", "c3": "x"}) == [(2, 1)]
    assert found({"a1": "x", "b2": "o"}, result="0-1") == [(2, 3)]
    assert found({"a1": "o"}) == []


def test_a_collection_made_before_patterns_says_so(tmp_path: Path) -> None:
    source, made = tmp_path / "games.txt", tmp_path / "older.sqlite"
    source.write_text(GAMES, encoding="utf-8")
    fill(source, made, lambda told: None)
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("DROP TABLE standing")
    with pytest.raises(BadPosition, match="import its file again"):
        Collection(made).find(GameFilter(pattern={"a1": "x"}, game="hex:size=5"))


def test_a_pattern_holds_where_every_cell_of_it_does() -> None:
    """Random games of chess, patterns out of their own positions, against a look at every position."""
    game, drawn = parlour.game("chess"), random.Random(3)
    boards = boards_of(game)
    assert boards is not None
    standing, keys = TokenSpans(boards), Keys(game)
    rows = []
    for number in range(1, 4):
        records = keys.positions(played("chess", number))[1]
        standing.add(number, records)
        rows.append(boards.along(records))
    kept = {(cell, token): spans_of([spans]) for cell, token, spans in standing.flush()}
    tokens = list(boards.tokens)
    for _ in range(40):
        row = drawn.choice(drawn.choice(rows))
        places = drawn.sample(range(len(boards.cells)), 4)
        spans = [kept[boards.cells[place], tokens[row[place]]] for place in places]
        reached = {
            number: int(plies[0])
            for number, board in enumerate(rows, 1)
            if len(plies := np.flatnonzero((board[:, places] == row[places]).all(axis=1)))
        }
        assert first_plies(reduce(intersect, spans)) == reached


def test_patterns_of_games_whose_text_is_no_row_of_cells() -> None:
    def last(name: str, moves: str) -> dict[str, str]:
        state = parlour.game(name).start()
        for move in moves.split():
            state.play(move)
        boards = boards_of(state.game)
        assert boards is not None
        row = boards.row(state.record)
        tokens = list(boards.tokens)
        return {cell: tokens[n] for cell, n in zip(boards.cells, row, strict=True)}

    hive = last("hive", "wS1 bS1,wS1- wQ,-wS1 bQ,bS1-")
    assert (hive["wQ-"], hive["-wS1"], hive["bS1-"]) == ("wS1", "wQ", "bQ")
    assert (hive["wQ"], hive["bA1"], hive["/wQ"]) == (".", "hand", ".")
    assert last("hive", "wS1 bS1,wS1- wQ,-wS1 bQ,bS1- wB1,-wQ bA1,bQ- wB1,wQ")["wQ"] == "wB1"
    tigers = last("tiger-chequers", "")
    assert (tigers["e1"], tigers["e8"], tigers["e5"]) == ("K", "k", ".")


@pytest.mark.parametrize(
    "name",
    ["chainn", "hive", "merger-chess", "merlins-chain", "stones-of-fortune", "tiger-chequers"],
)
def test_every_cell_that_is_shown_is_told(name: str) -> None:
    game = parlour.game(name)
    boards, choices = boards_of(game), palette(game)
    assert boards is not None
    assert bool(choices["palette"]) != bool(choices["help"])
    for token in choices["palette"][:3]:
        cell = boards.cells[0]
        assert parse_pattern(f"{cell}:{token['text']}", game) == {cell: token["text"]}


@pytest.mark.parametrize("name", ["hex:size=5", "hive", "merger-chess"])
def test_a_token_that_stands_nowhere_is_told(name: str) -> None:
    game = parlour.game(name)
    boards = boards_of(game)
    assert boards is not None
    cell = boards.cells[0]
    with pytest.raises(
        BadPosition, match=r"Zz in .*:Zz does not occur; expected \. for an empty cell"
    ):
        parse_pattern(f"{cell}:Zz", game)
    assert parse_pattern(f"{cell}:Zz", game, {"Zz"}) == {cell: "Zz"}


@pytest.mark.parametrize("text", ["z9:x", "a1", "a1:"])
def test_what_is_no_pattern_is_told(text: str) -> None:
    with pytest.raises(BadPosition, match=r"expected a cell and its content, e\.g\. a1:"):
        parse_pattern(text, parlour.game("hex:size=5"))


@pytest.mark.long
def test_a_file_is_taken_in_and_its_games_are_studied(server: TestClient) -> None:
    server.cookies.clear()
    taken = server.post("/api/collections", content=GAMES.encode())
    assert taken.status_code == 202
    path = taken.json()["path"]
    end = time.monotonic() + 60
    while "Reading the file" in (page := server.get(path)).text:
        assert time.monotonic() < end
        time.sleep(0.2)
    assert "3 games" in page.text
    assert "1 broken game was saved" in page.text
    assert "z9" in page.text
    assert "Ann Élan – Bob" in page.text
    line = server.get(path, params={"line": "c3 b2"})
    assert "1 game<" in line.text
    pattern = server.get(path, params={"pattern": "a1:x c3:x"})
    assert "2 games<" in pattern.text
    assert "is not valid in a pattern" in server.get(path, params={"pattern": "z9:x"}).text
    assert "not a legal move" in server.get(path, params={"line": "z9"}).text
    made = server.post(f"/api{path}/games/2".replace("collection/", "collections/"))
    assert made.status_code == 201
    study = server.get(made.json()["path"].replace("/study/", "/api/studies/")).json()
    assert study["title"] == "Bob – Cleo"
    assert server.get("/collection/nothing").status_code == 404
    server.cookies.clear()


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "chess",
        "shogi",
        "hex:size=7",
        "y",
        "focus",
        "lines-of-action",
        "twindraughts",
        "chess:start=fischer-random-300",
    ],
)
def test_boards_told_by_numbers_are_those_of_the_position_text(name: str) -> None:
    """Along random games; and the compiled keys, castling and captures among them, are the rules' own."""
    game = parlour.game(name)
    coded, found = boards_of(game), layout(game)
    assert isinstance(coded, CodedBoards)
    assert found is not None
    written, quick, slow = TextBoards(game, found), Keys(game, compiled=True), Keys(game)
    for seed in range(3):
        tree = played(name, seed, plies=80)
        keys, states = quick.positions(tree)
        assert keys == slow.along(tree)
        rows = [
            [list(boards.tokens)[token] for row in boards.along(states) for token in row]
            for boards in (coded, written)
        ]
        assert rows[0] == rows[1]
