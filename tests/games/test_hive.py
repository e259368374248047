"""Hive: placing, each piece's way, gaps, Pillbugs, ends, references, texts; OpenSpiel's rules beside ours."""

from __future__ import annotations

import random

import pyspiel
import pytest

import parlour
from parlour.games.hive.board import CELLS
from parlour.games.hive.picture import cell_name
from tests.conftest import share
from tests.oracles.hive import Slow

ID = "hive"


def position(board: str, turn: str = "w", last: str = "-", **options: str | int) -> parlour.State:
    """A position whose pieces may be given in any order and from anywhere."""
    game = parlour.game(ID, **({"pieces": "MLP"} | options))
    places = {}
    for entry in board.split("/"):
        place, names = entry.split(":")
        q, r = map(int, place.split(","))
        places[q, r] = names
    q0, r0 = min(places)
    moved = "/".join(f"{q - q0},{r - r0}:{places[q, r]}" for q, r in sorted(places))
    return game.read(f"{game.name} {turn} {moved} {last}")


def after(*moves: str, **options: str | int) -> parlour.State:
    state = parlour.game(ID, **options).start()
    for text in moves:
        state.play(text)
    return state


def moves_of(state: parlour.State, name: str) -> list[str]:
    """Where a piece may go."""
    return [text.partition(",")[2] for text in state.moves() if text.startswith(f"{name},")]


def end(state: parlour.State) -> str:
    assert state.outcome is not None
    return state.outcome.text


# -- options and placing ---------------------------------------------------------------------------


def test_the_standard_game() -> None:
    game = parlour.game(ID)
    assert (game.seats, game.move_limit, game.name) == (2, 0, "hive")
    assert game.start().text == "hive w - -"
    assert game.start().moves() == ["wA1", "wB1", "wG1", "wS1"]


def test_the_queen_may_come_first_by_option() -> None:
    assert after(queen_first="yes").moves() == ["wA1", "wB1", "wG1", "wQ", "wS1"]
    assert "bQ,wQ-" in after("wQ", queen_first="yes").moves()


@pytest.mark.parametrize("pieces", ["PM", "m", "", "MM", "LM"])
def test_sets_of_pieces_are_written_in_one_order(pieces: str) -> None:
    with pytest.raises(parlour.BadOption):
        parlour.game(ID, pieces=pieces)


def test_blacks_first_piece_lies_beside_whites() -> None:
    moves = after("wS1").moves()
    assert len(moves) == 24
    assert [text for text in moves if "bA1" in text] == [
        "bA1,-wS1", "bA1,/wS1", "bA1,\\wS1", "bA1,wS1-", "bA1,wS1/", "bA1,wS1\\",
    ]  # fmt: skip


def test_new_pieces_lie_beside_their_own_side_alone() -> None:
    state = after("wS1", "bS1,wS1-")
    assert moves_of(state, "wQ") == ["-wS1", "/wS1", "\\wS1"]


def test_pieces_of_a_kind_come_in_order_and_the_queen_is_the_fourth() -> None:
    state = after("wA1", "bA1,wA1-", "wA2,-wA1", "bA2,bA1-")
    assert "wA1,-wA2" not in state.moves()
    assert moves_of(state, "wA3")
    assert not moves_of(state, "wG2")
    state.play("wA3,-wA2").play("bA3,bA2-")
    assert {text[:2] for text in state.moves()} == {"wQ"}


def test_a_stack_has_the_top_pieces_colour_when_pieces_are_placed() -> None:
    board = "0,0:wQ/1,0:bA1,wB1/2,0:bQ"
    assert moves_of(position(board), "wA1") == ["-wQ", "/wQ", "\\wB1", "\\wQ", "wQ\\"]
    assert moves_of(position(board, "b"), "bA2") == ["bQ-", "bQ/", "bQ\\"]


# -- how they go -----------------------------------------------------------------------------------


def test_nothing_moves_before_the_own_queen_lies() -> None:
    state = after("wA1", "bQ,wA1-", queen_first="yes")
    assert moves_of(state, "wA1") == []
    assert moves_of(state.play("wG1,-wA1"), "bQ") == ["wA1/", "wA1\\"]


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("wS1", ["/bA1", "\\bA1"]),
        ("wG1", ["bA1-"]),
        ("wB1", ["/wQ", "\\wQ", "wQ"]),
        ("wL", ["/bQ", "\\bQ", "bQ\\", "bQ/"]),
        ("wP", ["/wQ", "\\wQ"]),
    ],
)
def test_how_each_piece_goes_along_a_row(name: str, places: list[str]) -> None:
    """From the left end of the row ``X wQ bQ bA1``, each told beside any piece."""
    state = position(f"0,0:{name}/1,0:wQ/2,0:bQ/3,0:bA1")
    told = sorted(state.copy().play(f"{name},{place}").text for place in places)
    found = [text for text in state.moves() if text.startswith(f"{name},")]
    assert sorted(state.copy().play(text).text for text in found) == told


def test_an_ant_goes_all_around() -> None:
    assert len(moves_of(position("0,0:wA1/1,0:wQ/2,0:bQ/3,0:bA1"), "wA1")) == 9


def test_a_gap_on_the_table_is_too_narrow() -> None:
    """The place in the ring is open to the right, where the ends of the ring leave no room."""
    state = position("0,1:wQ/0,2:bA1/1,0:bA2/1,2:bG1/2,0:bQ/3,0:wA1")
    state.copy().play("wA1,bQ/")
    with pytest.raises(parlour.IllegalMove):
        state.play("wA1,wQ-")


def test_a_beetle_does_not_pass_between_two_higher_stacks() -> None:
    between = "1,0:wQ/0,1:bA1,bB1/1,1:wB1/2,0:bA2{}/3,0:bQ"
    assert "wQ" in moves_of(position(between.format("")), "wB1")
    assert "wQ" not in moves_of(position(between.format(",bB2")), "wB1")


def test_what_holds_the_hive_together_is_pinned() -> None:
    state = position("0,0:wQ/1,0:wA1/2,0:bQ")
    assert moves_of(state, "wA1") == []
    with pytest.raises(parlour.IllegalMove, match="the hive would fall apart"):
        state.play("wA1,-wQ")


def test_a_mosquito_goes_like_its_neighbours_and_on_top_like_a_beetle() -> None:
    beside_mosquito = position("0,0:wM/1,0:bM/2,0:wQ/3,0:bQ")
    assert moves_of(beside_mosquito, "wM") == []
    beside_ant = position("0,0:wM/1,0:bA1/2,0:wQ/3,0:bQ")
    assert len(moves_of(beside_ant, "wM")) == 9
    on_top = position("0,0:bA1,wM/1,0:wQ/2,0:bQ")
    assert moves_of(on_top, "wM") == ["-bA1", "/bA1", "\\bA1", "\\wQ", "bA1\\", "wQ"]


def test_a_mosquito_beside_an_ant_goes_all_around_whatever_else_it_can() -> None:
    """It leaps to two places of the rim, and goes on from these as an Ant all the same."""
    white = "0,0:wM/0,1:wQ/1,1:wB2/1,2:wB1/1,3:wA1/2,-1:wG2/2,0:wG1/2,1:wS1"
    state = position(f"{white}/3,1:bG1/3,2:bM/4,1:bA2/4,2:bQ/4,3:bA1", "b", pieces="M")
    ant = position(f"{white}/3,1:bG1/3,2:bA3/4,1:bA2/4,2:bQ/4,3:bA1", "b", pieces="M")
    assert "bQ\\" in moves_of(state, "bM")
    assert set(moves_of(ant, "bA3")) <= set(moves_of(state, "bM"))


# -- Pillbugs --------------------------------------------------------------------------------------


def test_a_pillbug_moves_its_neighbours_of_either_side() -> None:
    state = position("0,0:wP/0,1:wQ/1,0:bA1/1,1:bQ")
    assert moves_of(state, "bA1") != []
    thrown = state.play(moves_text(state, "bA1"))
    assert thrown.text.endswith(" bA1")


def moves_text(state: parlour.State, name: str) -> str:
    return next(text for text in state.moves() if text.startswith(f"{name},"))


def test_what_just_came_is_not_thrown_and_what_was_thrown_rests() -> None:
    board = "0,0:wP/0,1:wQ/1,0:bA1/1,1:bQ"
    assert moves_of(position(board, last="bA1"), "bA1") == []
    assert moves_of(position(board, last="bQ"), "bA1") != []
    assert moves_of(position(board, "b"), "bA1") != []
    resting = position(board, "b", last="bA1")
    assert moves_of(resting, "bA1") == []
    with pytest.raises(parlour.IllegalMove, match="was moved in the turn before"):
        resting.play("bA1,-wP")


def test_a_pillbug_that_was_thrown_does_not_throw() -> None:
    board = "0,0:wP/0,1:wQ/1,0:bP/1,1:bQ"
    assert moves_of(position(board), "bP") != []
    assert moves_of(position(board, last="wP"), "bP") == []


def test_a_pinned_pillbug_throws() -> None:
    state = position("0,0:wQ/1,0:wP/2,0:bQ/2,-1:bA1", last="-")
    assert [text for text in state.moves() if text.startswith("wP,")] == []
    assert [text for text in state.moves() if text.startswith("bA1,")] != []


def test_nothing_that_is_covered_or_high_is_thrown() -> None:
    assert moves_of(position("0,0:wP/0,1:wQ,bB1/1,0:bA1/1,1:bQ"), "wQ") == []
    assert moves_of(position("0,0:wP/0,1:wQ,bB1/1,0:bA1/1,1:bQ"), "bB1") == []


def test_a_mosquito_beside_a_pillbug_throws_too() -> None:
    state = position("0,0:wM/0,1:bP/1,0:wQ/1,1:bQ")
    assert [text for text in state.moves() if text.startswith("bP,")] != []


# -- ends ------------------------------------------------------------------------------------------


def test_a_queen_that_is_surrounded_has_lost() -> None:
    ring = "0,1:wA1/0,2:bA1/1,0:wG1/1,1:bQ/1,2:bG1/2,0:wQ/3,0:wA2"
    state = position(ring, pieces="none")
    assert end(state.play("wA2,bQ-")) == "#queen-surrounded:1,0"
    assert state.game.read(state.text.rpartition(" ")[0]).text == state.text


def test_whoever_surrounds_her() -> None:
    ring = "0,1:wA1/0,2:bA1/1,0:wG1/1,1:wQ/1,2:bG1/2,0:bQ/3,0:wA2"
    assert end(position(ring, pieces="none").play("wA2,wQ-")) == "#queen-surrounded:0,1"


def test_both_at_once_is_a_draw() -> None:
    """A Grasshopper leaps into the one place that both Queens still have."""
    white = "0,1:wA1/0,2:bA1/1,0:wA2/1,1:wQ/1,2:bA2/2,0:wA3"
    black = "2,2:bA3/3,0:wS1/3,1:bQ/3,2:bS1/4,0:wS2/4,1:bS2/2,3:wG1"
    state = position(f"{white}/{black}", pieces="none")
    assert end(state.play("wG1,wQ-")) == "#both-surrounded:1/2,1/2"


def test_a_position_that_stands_for_the_third_time() -> None:
    state = after("wA1", "bA1,wA1-", "wQ,-wA1", "bQ,bA1-")
    for _ in range(2):
        state.play("wQ,\\wA1").play("bQ,bA1/").play("wQ,-wA1").play("bQ,bA1-")
    assert end(state) == "#repetition:1/2,1/2"


def test_a_hive_that_has_crawled_elsewhere_stands_again() -> None:
    """Two Queens that go round each other: the same hive, one place farther."""
    state = position("0,0:wQ/1,0:bQ", pieces="none")
    texts = [state.text.split(" ")[2]]
    for move in ("wQ,\\bQ", "bQ,wQ-", "wQ,\\bQ", "bQ,wQ-"):
        state.play(move)
        texts.append(state.text.split(" ")[2])
    assert texts[0] == texts[2] == texts[4]
    assert end(state) == "#repetition:1/2,1/2"


def test_the_move_limit() -> None:
    state = after("wA1", "bA1,wA1-", move_limit=1)
    assert end(state) == "#move-limit:1/2,1/2"


def test_who_has_no_move_passes() -> None:
    board = "0,0:wQ,bB1/1,0:bQ"
    state = position(board, pieces="none")
    assert state.moves() == ["pass"]
    assert state.play("pass").turn == 1
    with pytest.raises(parlour.IllegalMove, match="one passes only"):
        state.play("pass")


# -- references ------------------------------------------------------------------------------------


def test_any_true_reference_is_read_and_one_is_kept() -> None:
    """The first piece around the place, clockwise from the upper left, is the one that is kept."""
    state = after("wS1", "bS1,wS1-", "wQ,\\wS1", "bQ,bS1-")
    assert "wA1,/wQ" in state.moves()
    assert "wA1,-wS1" not in state.moves()
    assert state.play("wA1,-wS1").history[-1] == "wA1,/wQ"


@pytest.mark.parametrize(
    "text",
    ["wA1,wA1-", "wA1,-bQ-", "wA1,bQ", "wA1,bA1-", "wA1", "WA1,wQ-", "wA1 -wQ", "wA4,-wQ", "wQ1,-wS1", "",
     "wA1,,-wQ", "wA1,--wQ", "pass", "wM,-wQ"],
)  # fmt: skip
def test_what_is_no_reference_is_refused(text: str) -> None:
    state = after("wS1", "bS1,wS1-", "wQ,-wS1", "bQ,bS1-")
    with pytest.raises(parlour.IllegalMove):
        state.play(text)


def test_moves_are_values() -> None:
    state = after("wS1", "bS1,wS1-", "wQ,-wS1", "bQ,bS1-")
    placed = state.move("wA1,-wQ")
    assert [step.kind for step in placed.steps] == ["word", "cell"]
    moved = state.move("wQ,\\wS1")
    assert len(moved.moved[0]) == 2
    every = [move.steps for move in state.legal]
    assert len(set(every)) == len(every)


# -- texts -----------------------------------------------------------------------------------------


def test_equal_hives_have_equal_texts_wherever_they_began() -> None:
    one = after("wA1", "bA1,wA1-", "wQ,-wA1", "bQ,bA1-")
    other = after(
        "wA1", "bA1,wA1-", "wQ,-wA1", "bQ,bA1-", "wQ,\\wA1", "bQ,bA1/", "wQ,-wA1", "bQ,bA1-"
    )
    assert one.text == other.text == "hive w 0,0:wQ/1,0:wA1/2,0:bA1/3,0:bQ -"


BAD = [
    ("w", "1,0:wA1", "-"), ("w", "0,0:wA1/2,0:bA1", "-"), ("w", "0,0:wA2", "-"),
    ("w", "0,0:wA1/0,0:bA1", "-"), ("w", "0,0:wA1/1,0:wA1", "-"), ("w", "0,0:wA1,bA1", "-"),
    ("w", "1,0:bA1/0,0:wA1", "-"), ("x", "-", "-"), ("w", "", "-"), ("w", "0,0:", "-"),
    ("w", "0,0:wX1", "-"), ("w", "0,0:wQ1", "-"), ("w", "0,0", "-"), ("w", "0,+0:wA1", "-"),
    ("w", "0,-0:wA1", "-"), ("w", "0,0,0:wA1", "-"), ("w", "0,0:wA1/99,0:bA1", "-"), ("w", "-", "wA1"),
    ("w", "0,0:wA1", "bA1"), ("w", "0,0:wA1,bB1", "wA1"), ("w", "0,0:wA1", ""), ("b", "0,0:wa1", "-"),
]  # fmt: skip


@pytest.mark.parametrize(("turn", "board", "last"), BAD)
def test_texts_that_are_refused(turn: str, board: str, last: str) -> None:
    game = parlour.game(ID, pieces="MLP")
    with pytest.raises(parlour.BadPosition):
        game.read(f"{game.name} {turn} {board} {last}")


def test_pieces_that_are_not_in_the_game_are_refused() -> None:
    for text in ("hive w 0,0:wM -", "hive:pieces=M w 0,0:wM wM", "hive:pieces=L w 0,0:wP -"):
        with pytest.raises(parlour.BadPosition):
            parlour.game(text.partition(" ")[0]).read(text)


def test_the_longest_hive_does_not_meet_itself() -> None:
    """All 28 pieces in a row, along each of the three axes: the ring of cells is wide enough."""
    kinds = ["Q", "S1", "S2", "B1", "B2", "G1", "G2", "G3", "A1", "A2", "M", "L", "P", "A3"]
    names = [seat + kind for kind in kinds for seat in "wb"]
    for q, r in ((1, 0), (0, 1), (1, -1)):
        board = "/".join(f"{q * i},{r * i}:{name}" for i, name in enumerate(names))
        state = position(board, last="bS1")
        assert state.game.read(state.text).text == state.text
        assert len(moves_of(state, "bA3")) == 0
        black = position(board, "b")
        assert len(moves_of(black, "bA3")) == 2 * 27 + 3


# -- OpenSpiel -------------------------------------------------------------------------------------


def compare_with_openspiel(pieces: str, seed: int, plies: int) -> int:
    """A random game in both, all legal moves compared; returns how many moves were only theirs.

    OpenSpiel lets pieces of a kind be placed in any order. And it lets a piece go now and then without
    which the hive falls apart; its board has an edge. All else is the same.
    """
    used = {"uses_mosquito": "M", "uses_ladybug": "L", "uses_pillbug": "P"}
    options = {name: letter in pieces for name, letter in used.items()}
    theirs = pyspiel.load_game("hive", options).new_initial_state()
    state, rng, more = parlour.game(ID, pieces=pieces).start(), random.Random(seed), 0
    while len(state.history) < plies and state.outcome is None:
        if theirs.is_terminal() and theirs.returns() == [0.0, 0.0]:
            return more  # OpenSpiel's board has an edge, and a hive that reaches it is drawn
        actions = {}
        for action in theirs.legal_actions():
            text = theirs.action_to_string(action).replace(" ", ",")
            try:
                actions[
                    state.code(text.lower() if "," not in text and text[0] in "pP" else text)
                ] = action
            except parlour.IllegalMove as error:
                assert "is placed before" in str(error) or "fall apart" in str(error)
                more += 1
        assert sorted(actions) == sorted(state.codes())
        code = rng.choice(sorted(actions))
        state.play_code(code)
        theirs.apply_action(actions[code])
    if state.outcome is None or state.outcome.reason != "repetition":
        assert theirs.is_terminal() == (state.outcome is not None)
    return more


@pytest.mark.parametrize("pieces", ["none", "MLP"])
def test_openspiel_has_the_same_moves(pieces: str) -> None:
    assert compare_with_openspiel(pieces, 1, 24) > 0


@pytest.mark.long
@pytest.mark.parametrize("pieces", ["none", "M", "L", "P", "ML", "MP", "LP", "MLP"])
def test_openspiel_has_the_same_moves_in_many_games(pieces: str) -> None:
    for seed in share(12):
        compare_with_openspiel(pieces, seed, 60)


def test_cells_have_names_however_far_the_hive_goes() -> None:
    names = {cell_name(cell) for cell in range(CELLS)}
    assert len(names) == CELLS
    assert {"a1", "z32", "af32"} <= names


@pytest.mark.parametrize("seed", range(2))
def test_any_true_reference_is_read(seed: int) -> None:
    """Beside any piece, also one that is covered; what is kept is the one spelling."""
    rng = random.Random(seed)
    options = {"pieces": rng.choice(["none", "MLP"])}
    state, slow = parlour.game("hive", **options).start(), Slow(**options)
    for ply in range(20):
        for name, to in slow.targets() if ply % 9 == 8 else []:
            for text in slow.spellings(name, to):
                assert state.copy().play(text).history[-1] == slow.spelt(name, to)
        move = rng.choice(slow.moves())
        slow.play(move)
        state.play(move)
        if slow.end:
            return


def test_hands_are_tiles_that_place_the_piece_due() -> None:
    state = parlour.game("hive", pieces="P").start()
    for move in ("wA1", "bS1,wA1-"):
        state.play(move)
    white, black = state.scene().picture.stocks
    assert [(item.text, item.count) for item in white.items] == [
        ("wQ", 1), ("wS1", 2), ("wB1", 2), ("wG1", 3), ("wA2", 2), ("wP", 1),
    ]  # fmt: skip
    assert [(item.label, item.count) for item in black.items][1] == ("Spider", 1)
