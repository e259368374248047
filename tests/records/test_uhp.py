"""Hive's game strings and PGN: read, written, refused; what they cannot hold is told."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour import records
from parlour.errors import BadForm
from parlour.records import Tree, read, recognise
from tests.conftest import option_sets

STRING = r"Base+MLP;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-"
PGN = r"""[GameType "Base+M"]
[Date "2024.01.02"]
[Event ""]
[White "Ann"]
[Black "Bo"]
[Result "BlackWins"]

{Before all.}
1. wS1
2. bM wS1/
{A Mosquito
at once}
3. wQ -wS1
4. bQ bM/

BlackWins
"""


def only(text: str) -> records.Item:
    (item,) = records.read(text)
    return item


def tree_of(text: str) -> Tree:
    item = only(text)
    assert item.error is None
    assert item.tree is not None
    return item.tree


def played(name: str, seed: int, plies: int) -> Tree:
    """The tree of a random game."""
    state, rng = parlour.game(name).start(), random.Random(seed)
    while state.outcome is None and len(state.history) < plies:
        state.play_code(rng.choice(state.codes()))
    return Tree.from_state(state)


# -- game strings ------------------------------------------------------------------------------------


def test_a_game_string_is_read_and_written() -> None:
    item = only(STRING)
    assert (item.form, item.error, item.notices) == ("uhp", None, [])
    assert item.tree is not None
    assert item.tree.game.name == "hive:pieces=MLP"
    assert item.tree.moves() == ("wS1", "bS1,wS1-", "wQ,-wS1", "bQ,bS1-")
    written = item.tree.write("uhp")
    assert (written.text, written.losses) == (f"{STRING}\n", ())


def test_any_true_reference_becomes_the_one_that_is_written() -> None:
    tree = tree_of(r"Base;InProgress;Black[3];wS1;bS1 wS1-;wQ \wS1;bQ bS1-;wA1 -wS1")
    assert tree.moves()[-1] == "wA1,/wQ"
    assert tree.root.child("wS1") is tree.root.add("wS1")
    last = tree.line()[-2]
    assert last.add("wA1,-wS1") is last.children[0]


def test_a_game_not_begun_and_one_that_was_given_up() -> None:
    assert tree_of("Base;NotStarted;White[1]").write("uhp").text == "Base;NotStarted;White[1]\n"
    given_up = tree_of("Base;WhiteWins;Black[1];wS1")
    assert given_up.tags["Result"] == "1-0"
    assert given_up.write("uhp").text == "Base;WhiteWins;Black[1];wS1\n"


def test_many_games_line_by_line() -> None:
    items = list(records.read(f"{STRING}\n\nBase;InProgress;Black[1];wA9\n{STRING}\r\n"))
    assert [item.error is None for item in items] == [True, False, True]
    assert [item.line for item in items] == [1, 3, 4]


def test_an_illegal_move_ends_the_line() -> None:
    item = only("Base;InProgress;White[2];wS1;bA2 wS1-;wA1 -wS1")
    assert item.error is not None
    assert (item.error.line, item.error.column) == (1, 30)
    assert item.tree is not None
    assert item.tree.moves() == ("wS1",)
    assert "wA1 -wS1" in item.tree.line()[-1].comments[1]


@pytest.mark.parametrize(
    "text",
    [
        "Base+X;InProgress;White[1]", "Base+MM;InProgress;White[1]", "Base;Running;White[1]",
        "Base;WhiteWins;White[2];wS1;bS1 wS1-;pass", "Base+MLPM;NotStarted;White[1]",
    ],
)  # fmt: skip
def test_broken_strings(text: str) -> None:
    first = "Base;NotStarted;White[1]\n"
    items = list(records.read(first + text))
    assert items[1].error is not None


def test_a_wrong_turn_or_standing_is_noticed() -> None:
    assert only("Base;InProgress;White[7];wS1").notices
    assert only("Base;InProgress;Black[1];wS1").notices == []


def test_a_result_that_the_moves_belie_is_told() -> None:
    games = (played("hive:pieces=MLP", seed, 60) for seed in range(100))
    tree = next(tree for tree in games if tree.end().outcome is not None)
    text = tree.write("uhp").text
    assert tree_of(text).tags["Result"] == tree.tags["Result"]
    told = next(word for word in ("WhiteWins", "BlackWins", "Draw") if word in text)
    other = "Draw" if told != "Draw" else "WhiteWins"
    assert only(text.replace(told, other)).error is not None


def test_what_a_game_string_cannot_hold_is_told() -> None:
    tree = tree_of(PGN)
    tree.root.add("wA1")
    tree.line()[0].glyphs = [1]
    losses = {(loss.node.move, loss.field) for loss in tree.write("uhp").losses}
    assert losses >= {("", "tags"), ("", "comments"), ("wS1", "glyphs"), ("wA1", "line")}


def test_what_is_no_hive_from_its_start_is_refused() -> None:
    with pytest.raises(BadForm):
        Tree("hex").write("uhp")
    text = parlour.game("hive").start().play("wS1").text
    with pytest.raises(BadForm):
        Tree("hive", position=text).write("uhp")


def test_the_pgn_of_hive_holds_a_position() -> None:
    begun = parlour.game("hive").start().play("wS1").text
    tree = Tree("hive", position=begun)
    tree.root.add("bS1,wS1-")
    text, losses = tree.write("pgn")
    again = tree_of(str(text))
    assert (again.position, again.moves(), losses) == (begun, ("bS1,wS1-",), ())


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        ("wS1; bS1 wS1-; wQ -wS1; bQ bS1-", "hive", 4),
        ("1. wM\n2. bS1 wM-\n3. wQ -wM\n", "hive:pieces=M", 3),
        ("wQ; bS1 wQ-; wA1 -wQ; bG9 wQ", "hive:queen_first=yes", 3),
    ],
)
def test_a_bare_list_of_moves_is_a_game(text: str, game: str, moves: int) -> None:
    [item] = read(text)
    assert item.tree is not None
    assert (item.tree.game.name, len(item.tree.moves())) == (game, moves)
    [guess] = recognise(text)
    assert (guess.game, guess.accepted) == (game, moves)
    assert (item.error is None) == (moves == guess.of)


# -- PGN -------------------------------------------------------------------------------------------


def test_hives_pgn_is_read_and_written() -> None:
    tree = tree_of(PGN)
    assert tree.game.name == "hive:pieces=M"
    assert tree.moves() == ("wS1", "bM,wS1/", "wQ,-wS1", "bQ,bM/")
    assert tree.root.comments == ("", "Before all.")
    assert tree.line()[1].comments == ("", "A Mosquito\nat once")
    assert (tree.tags["White"], tree.tags["Result"]) == ("Ann", "0-1")
    written = tree.write("pgn")
    assert written.losses == ()
    assert "\n2. bM wS1/\n{A Mosquito\nat once}\n3. wQ -wS1\n" in written.text
    assert tree_of(written.text).write("pgn").text == written.text


def test_variations_are_read_and_told_as_lost() -> None:
    tree = tree_of(PGN.replace("3. wQ", "(2. bS1 wS1-) 3. wQ"))
    assert [child.move for child in tree.line()[0].children] == ["bM,wS1/", "bS1,wS1-"]
    assert [loss.field for loss in tree.write("pgn").losses] == ["line"]


@pytest.mark.parametrize("name", [name for name in option_sets() if name.startswith("hive")])
@pytest.mark.parametrize("form", ["uhp", "pgn", "native", "sgf"])
def test_games_come_back_but_for_what_is_told(name: str, form: str) -> None:
    for seed in range(3):
        tree = played(name, seed, 40)
        written = tree.write(form)
        back = tree_of(written.text)
        if not any(loss.field in ("Game", "options") for loss in written.losses):
            assert written.losses == ()
            assert back.game.name == tree.game.name
            assert back.moves() == tree.moves()
            assert back.write(form).text == written.text


def test_it_is_recognised() -> None:
    assert records.recognise(STRING)[0].game == "hive:pieces=MLP"
    assert records.recognise(PGN)[0].game == "hive:pieces=M"
    moves = "1. wS1 bS1,wS1- 2. wQ,-wS1 bQ,bS1-"
    assert records.recognise(moves)[0].game == "hive"
