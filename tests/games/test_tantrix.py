"""Tantrix: the set of tiles, forced spaces, restrictions, lines and loops, texts, refusals."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

import parlour
from parlour.games.tantrix import problems
from parlour.games.tantrix.board import COLOURS, NAMES, TURNS
from parlour.players import player
from parlour.puzzles import puzzles
from parlour.puzzles.help import refute
from parlour.puzzles.own import problem_of

ID = "tantrix"
FORCED = (
    "tantrix Y 0,-1:GBRRBG/0,0:BBYGYG/1,0:RYBRBY BBRRGG,BBRYYR,BBYYRR,BGBRRG,BRRBYY,GGYRRY/"
    "BBGRGR,BBGRRG,BBRGRG,BGBRGR,BRYBYR,GGRYYR"
)
TWO = (
    "tantrix R 0,0:BRBYYR/1,-1:YBRRYB BBRGRG,BBYGGY,BBYYRR,BRBRYY,BYBYGG,GGRYRY/"
    "BBYRYR,BGYBYG,BRBYRY,BYBYRR,GRYRGY,GYGYRR"
)
LOOP = (
    "tantrix R 0,0:BRRBYY/1,-1:RYYBBR BBGGRR,BBYRYR,BGBGYY,BGGRBR,BGRGBR,BYBYGG/"
    "BBGYGY,BBYYGG,BRBRGG,BRBYRY,BRBYYR,GRYRGY"
)


def read(position: str) -> parlour.State:
    return parlour.game(position.split()[0]).read(position)


def refused(position: str, move: str) -> str:
    """The reason for which a move is refused."""
    with pytest.raises(parlour.IllegalMove) as caught:
        read(position).play(move)
    assert caught.value.reason is not None
    return caught.value.reason


def points(state: parlour.State) -> list[int]:
    """The points of each seat's best line."""
    return [int(text) for text in state.game.notation.details(state.record).values()]


def test_the_page_says_in_words_what_a_tile_is_and_what_comes_next() -> None:
    state = read(FORCED)
    ((tile, cell, turned),) = (move.steps for move in state.legal)
    assert (tile.words, turned.turned) == ("Red bend, yellow bend, blue straight", 60)
    assert turned.words == "Red, blue, red, yellow, blue, yellow, clockwise from the upper right"
    prompt, given = state.game.notation.prompt, (("word", tile.text), ("cell", cell.text))
    assert "forced space" in prompt(state.record, ())
    assert [prompt(state.record, given[:n]) for n in (1, 2)] == [
        "Choose a space where it fits.",
        "Choose how it is turned.",
    ]
    first = parlour.game(ID).start().play_chance(Random(1))
    assert "first tile" in first.game.notation.prompt(first.record, ())


# -- the tiles -------------------------------------------------------------------------------------


def test_the_set_has_fourteen_tiles_of_each_three_colours() -> None:
    assert len(NAMES) == 56
    assert Counter(frozenset(name) for name in NAMES) == {
        frozenset(three): 14 for three in combinations(COLOURS, 3)
    }
    straight = Counter(sum(name[i] == name[i + 3] for i in range(3)) for name in NAMES)
    assert straight == {0: 4 * (2 + 6), 1: 4 * (3 + 3)}


def test_five_tiles_fit_three_colours_in_a_row_and_six_fit_two() -> None:
    fits = Counter(
        row
        for turns in TURNS
        for row in {(sides * 2)[i : i + 3] for sides in turns for i in range(6)}
    )
    for row in product(COLOURS, repeat=3):
        expected = {3: 5, 2: 6, 1: 0}[len(set(row))]
        assert fits["".join(row)] == expected, row


# -- turns -----------------------------------------------------------------------------------------


def test_hands_are_dealt_seat_by_seat_and_the_first_seat_begins() -> None:
    state = parlour.game(ID, players=3).start()
    for name in NAMES[:18]:
        assert state.turn == parlour.CHANCE
        state.play(name)
    assert state.turn == 0
    assert state.moves() == [f"0,0:{name}" for name in NAMES[:6]]
    assert state.play("0,0:BBGGRR").text.startswith("tantrix:players=3 R+? 0,0:BBGGRR ")
    assert state.play(NAMES[18]).turn == 1


def test_a_forced_space_goes_first_then_comes_the_free_move() -> None:
    state = read(FORCED)
    assert state.moves() == ["1,-1:RBRYBY"]
    state.play("1,-1:RBRYBY").play("BBYGGY")
    assert state.text.startswith("tantrix Y ")  # still the same seat, whose free move is due
    assert len(state.moves()) > 20


def test_forced_spaces_are_filled_after_the_free_move_too() -> None:
    lesson = (
        "tantrix R 0,-1:GBRRBG/0,0:BBYGYG BBRRGG,BBRYYR,BGBRRG,BRBYRY,BRRBYY,GGYRRY/"
        "BBGRGR,BBGRRG,BBRGRG,BGBRGR,BRYBYR,GGRYYR"
    )
    state = read(lesson).play("1,-2:RBYYBR").play("BBGGRR")
    assert (state.text.split()[1], state.moves()) == ("R+", ["1,-1:RYBRBY"])
    assert state.play("1,-1:RYBRBY").play("BBYGGY").turn == 1


# -- restrictions ----------------------------------------------------------------------------------


def test_no_third_side_of_a_colour_around_a_space() -> None:
    assert refused(TWO, "1,-2:RRBBYY") == "third"


@pytest.mark.parametrize(
    ("position", "move"),
    [
        (  # beside a forced space
            "tantrix Y -1,1:BBRRGG/0,-1:GBYYBG/0,0:BBGGRR "
            "BBRGGR,BBRYYR,BBYGGY,BGGRBR,BRRBYY,GRYRGY/BBRYRY,BGBYGY,BRBRYY,BRYRBY,BYBYRR,GGRRYY",
            "-1,-1:BBRYRY",
        ),
        (  # farther along its side
            "tantrix R -1,1:BYRYRB/0,0:BRBYYR/1,-2:RBBYYR/1,-1:YBRRYB "
            "BBRGRG,BBYGGY,BRBRYY,BRRBYY,BYBYGG,GGRYRY/BGBRRG,BGYBYG,BRBYRY,BYBYRR,GRYRGY,GYGYRR",
            "-2,1:GRGBBR",
        ),
    ],
)
def test_nothing_is_laid_along_a_controlled_side(position: str, move: str) -> None:
    assert refused(position, move) == "controlled"


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (TWO, "a1", "grammar"),
        (TWO, "1,-2:RRRBBB", "no-tile"),
        (TWO, "5,5:BBYGGY", "apart"),
        (TWO, "99,0:BBYGGY", "apart"),
        (TWO, "0,0:BBYGGY", "occupied"),
        (TWO, "0,1:BBYGGY", "no-match"),
        (TWO, "1,0:BBYRYR", "not-yours"),
        (FORCED, "0,-2:RBBGRG", "forced"),
        (FORCED, "0,1:BBGRGR", "no-match"),
    ],
)
def test_why_a_move_is_not_legal(position: str, move: str, reason: str) -> None:
    assert refused(position, move) == reason


# -- lines and ends --------------------------------------------------------------------------------


def test_a_loop_counts_twice() -> None:
    state = read(LOOP)
    assert points(state) == [2, 1]
    assert points(state.play("1,0:BGGRRB")) == [6, 1]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("tantrix B - -/-", "TURN"),
        ("tantrix R - -/-", "draws up to 6"),
        ("tantrix R? 1,0:BBGGRR -/-", "no tile on 0,0"),
        ("tantrix R? 0,0:BBGGRR/2,0:BBRGGR -/-", "hang together"),
        ("tantrix R? 0,0:BBGGRR/1,0:BBRRGG -/-", "do not match"),
        ("tantrix R? 0,0:BBGGRR/0,0:BBRGGR -/-", "two tiles on 0,0"),
        ("tantrix R? 0,0:BBGGRR BBGGRR/-", "twice"),
        ("tantrix R? 0,0:GGRRBB GGRRBB/-", "first in"),
        ("tantrix R? 0,0:BBGGRR -", "1 hands"),
        ("tantrix R? 0,0:BBGGRR -/-", "expected 5/6"),
        ("tantrix R? 0,0:BBGGRR/56,0:BBRGGR -/-", "farther"),
        (FORCED.replace(" Y ", " R+ "), "can fill no forced space"),
    ],
)
def test_texts_that_are_no_positions(text: str, part: str) -> None:
    with pytest.raises(parlour.BadPosition, match=part):
        read(text)


# -- the player ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["weaver", "weaver:width=2"])
def test_a_weaver_closes_the_loop(text: str) -> None:
    assert player(text, parlour.game(ID), seed=1).choose(read(LOOP)) == "1,0:BGGRRB"


def test_weavers_play_to_the_end() -> None:
    state = parlour.game(ID, players=3).start()
    bot = player("weaver:width=1", state.game, seed=1)
    while state.turn is not None:
        state.play(state.draw(1) if state.turn == parlour.CHANCE else bot.choose(state))
    best = points(state)
    assert state.outcome is not None
    assert state.outcome.reason == "all-placed"
    assert [score > 0 for score in state.outcome.scores] == [p == max(best) for p in best]
    assert len(state.game.notation.decisive(state.record)) >= max(best) // 2


# -- puzzles ---------------------------------------------------------------------------------------


def test_a_puzzle_is_proven_again_and_a_wrong_one_is_found_out() -> None:
    puzzle = puzzles(ID)[0]
    problem = problem_of(puzzle)
    assert problems.faults(problem) == []
    (right,) = problem.answers[()]
    other = next(move for move in problem.state.moves() if move != right)
    assert problems.faults(replace(problem, answers={(): (other,)})) == [f"{[right]} make the most"]
    most = max(problems.worth_of_moves(problem.state).values())
    assert str(most) in problem.aim
    words = refute(problem.state.copy().play(other)).words
    assert words.endswith(f"one tile makes {most}.")
