"""Moves entered part by part: what may come next, and that every legal move can be reached."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import parlour
from parlour.players.player import random_move
from parlour.table import entry_many as many
from parlour.table.entry import Partial, Speller, Spelling, Step
from parlour.table.state import State

SQUARES = [f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)]


def entered(moves: list[str], *steps: Step) -> Partial:
    speller = Speller(SQUARES)
    return Partial([speller.spell(move) for move in moves], steps)


def cell(name: str) -> Step:
    return ("cell", name)


def part(text: str) -> Step:
    return ("part", text)


@pytest.mark.parametrize(
    ("text", "cells", "joints"),
    [
        ("b1-b3", ("b1", "b3"), ("", "-", "")),
        ("c3xe5xg7", ("c3", "e5", "g7"), ("", "x", "x", "")),
        ("c5xe3xg1=A", ("c5", "e3", "g1"), ("", "x", "x", "=A")),
        ("d2-c3:rebound", ("d2", "c3"), ("", "-", ":rebound")),
        ("a7-b8@b1", ("a7", "b8", "b1"), ("", "-", "@", "")),
        ("18@c4", ("c4",), ("18@", "")),
        ("-c4", ("c4",), ("-", "")),
        ("e5{b1,g1}-f7", ("e5", "f7"), ("", "{b1,g1}-", "")),
        ("e4xd5/c7,d8", ("e4", "d5"), ("", "x", "/c7,d8")),
        ("b7xa8/c7=QN", ("b7", "a8"), ("", "x", "/c7=QN")),
        ("pass", (), ("pass",)),
        ("battleship:c4h", ("c4",), ("battleship:", "h")),
        ("standardgun:c4>d5+d6", ("c4", "d5", "d6"), ("standardgun:", ">", "+", "")),
        ("a8-west", ("a8",), ("", "-west")),
        ("e5", ("e5",), ("", "")),
    ],
)
def test_spelling(text: str, cells: tuple[str, ...], joints: tuple[str, ...]) -> None:
    spelled = Speller(SQUARES).spell(text)
    assert (spelled.cells, spelled.joints) == (cells, joints)


def test_names_of_other_boards() -> None:
    speller = Speller(["L1", "L14", "TF", "a1", "a11"])
    assert speller.spell("L14xL1").cells == ("L14", "L1")
    assert speller.spell("cast1").cells == ()
    assert speller.spell("TF").cells == ("TF",)
    assert speller.spell("tigerblade").cells == ()
    assert speller.spell("a11").cells == ("a11",)


def test_two_clicks_make_a_plain_move() -> None:
    moves = ["b1-b3", "b1-d3", "b1xh1", "c1-c3"]
    assert entered(moves).cells == ("b1", "c1")
    assert entered(moves).parts == ()
    assert entered(moves, cell("b1")).cells == ("b3", "d3", "h1")
    assert entered(moves, cell("b1"), cell("h1")).move == "b1xh1"


def test_an_only_move_waits_for_its_target() -> None:
    assert entered(["c1-c3"], cell("c1")).move is None
    assert entered(["c1-c3"], cell("c1"), cell("c3")).move == "c1-c3"


def test_a_step_and_a_tumble_to_one_cell_are_told_apart() -> None:
    moves = ["a1-b2", "a1>b2", "a1-a2"]
    assert entered(moves, cell("a1")).parts == ("-", ">")
    asked = entered(moves, cell("a1"), cell("b2"))
    assert (asked.move, asked.parts) == (None, ("-", ">"))
    assert entered(moves, cell("a1"), cell("b2"), part(">")).move == "a1>b2"
    assert entered(moves, cell("a1"), part(">"), cell("b2")).move == "a1>b2"
    assert entered(moves, cell("a1"), cell("a2")).move == "a1-a2"


def test_a_jump_may_go_on_or_stop() -> None:
    moves = ["c3xe5", "c3xe5xg7", "c3xe5xc7"]
    twice = entered(moves, cell("c3"), cell("e5"))
    assert (twice.cells, twice.parts, twice.move) == (("c7", "g7"), ("",), None)
    assert entered(moves, cell("c3"), cell("e5"), part("")).move == "c3xe5"
    assert entered(moves, cell("c3"), cell("g7")).move == "c3xe5xg7"
    assert entered(["c3xe5xg7"], cell("c3"), cell("e5")).move == "c3xe5xg7"


def test_splits_and_promotions_are_asked_for() -> None:
    moves = ["e5-f7", "e5{b1}-f7", "e5{b1}-g6"]
    assert entered(moves, cell("e5"), cell("f7")).parts == ("-", "{b1}-")
    assert entered(moves, cell("e5"), part("{b1}-"), cell("g6")).move == "e5{b1}-g6"
    promoted = entered(["a7-a8=Q", "a7-a8=N"], cell("a7"), cell("a8"))
    assert promoted.parts == ("=N", "=Q")


def test_a_number_and_its_place_in_either_order() -> None:
    moves = ["8@c4", "18@c4", "18@d4"]
    assert entered(moves).parts == ("18@", "8@")
    assert entered(moves, part("18@")).cells == ("c4", "d4")
    assert entered(moves, cell("c4"), part("18@")).move == "18@c4"
    assert entered(moves, cell("d4")).move == "18@d4"


def test_words_beside_cells() -> None:
    moves = ["a1", "a2", "swap", "pass"]
    assert entered(moves).parts == ("pass", "swap")
    assert entered(moves, part("swap")).move == "swap"
    assert entered(["pass"]).parts == ("pass",)
    assert entered(["pass"], part("pass")).move == "pass"


@pytest.mark.parametrize("steps", [(cell("h8"),), (part("="),), (cell("a1"), cell("h8"))])
def test_steps_that_lead_nowhere(steps: tuple[Step, ...]) -> None:
    with pytest.raises(ValueError, match="no legal move"):
        entered(["a1-b2", "a1-a2", "b1-b2"], *steps)


def walked(state: State, wanted: str, moves: Sequence[Spelling], names: list[str]) -> str | None:
    """The move that somebody enters who wants `wanted`: clicks, and answers to what is asked."""
    steps: list[Step] = []
    clicks = list(Speller(names).spell(wanted).cells)
    for _ in range(12):
        partial = many.entered(state, moves, steps)
        if partial.move is not None:
            return partial.move
        if clicks and clicks[0] in partial.cells:
            steps.append(cell(clicks.pop(0)))
            continue
        fitting = [p for p in partial.parts if leads_to(state, moves, [*steps, part(p)], wanted)]
        if not fitting:
            return None
        steps.append(part(fitting[0]))
    return None


def leads_to(state: State, moves: Sequence[Spelling], steps: list[Step], wanted: str) -> bool:
    """Whether `wanted` is among what the steps can become (shots: their beginning is)."""
    after = many.entered(state, moves, steps)
    return after.move == wanted or any(wanted.startswith(text) for text in after.texts)


@pytest.mark.parametrize("name", parlour.games())
def test_every_legal_move_can_be_entered(name: str) -> None:
    state, rng = parlour.game(name).start(), random.Random(name)
    for ply in range(40):
        if state.turn is None:
            break
        if state.turn == parlour.CHANCE:
            state.play(state.draw(rng))
            continue
        names = cells_of(state)
        if ply % 4 == 0:
            moves = many.spelled_moves(state)
            for _ in range(3):
                wanted = random_move(state, rng)
                assert walked(state, wanted, moves, names) == wanted
        state.play(random_move(state, rng))


def cells_of(state: State) -> list[str]:
    seen = state.scene(state.turn)
    return [c.name for c in (*seen.cells, *seen.aside)]


def in_battle() -> State:
    """A small game of NavalQi in which both seats have deployed: guns with one, two and three shots."""
    items = ("land2:{}", "battleship:{}h", "battleship:{}h", "flagship:{}h", "undergroundgun:{}")
    north = ("a9", "a13", "a15", "a11", "a9")
    south = ("a1", "a5", "a7", "a3", "a1")
    state = parlour.game("naval-qi:chests=20,sea=8").start().play("first:0")
    for places in (north, south):
        for item, place in zip(items, places, strict=True):
            state.play(item.format(place))
        state.play("ready")
    return state


def test_shots_at_several_targets() -> None:
    state, rng = in_battle(), random.Random(1)
    moves, names = many.spelled_moves(state), cells_of(state)
    volleys = [text for text in (random_move(state, rng) for _ in range(60)) if "+" in text]
    assert volleys
    for wanted in volleys:
        assert walked(state, wanted, moves, names) == wanted
    once = volleys[0].partition("+")[0]
    head, _, first = once.partition(">")
    steps = [part(f"{head.partition(':')[0]}:"), cell(head.partition(":")[2]), cell(first)]
    given = [s for i, s in enumerate(steps) if i > 0]
    partial = many.entered(state, moves, given)
    assert (partial.move, partial.parts) == (None, ("",))
    assert many.entered(state, moves, [*given, part("")]).move == once
    with pytest.raises(ValueError, match="no legal move"):
        many.entered(state, moves, [*given, part(""), cell(first)])
    with pytest.raises(ValueError, match="no legal move"):
        many.entered(state, moves, [*given, cell(head.partition(":")[2])])
