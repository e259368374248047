"""Moves entered step by step: what may come next, and that every legal move can be reached."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import parlour
from parlour.kernel.moves import (
    Entry,
    Given,
    Move,
    NowhereError,
    Step,
    cell_steps,
    path_move,
    placement,
    word,
    word_move,
)
from parlour.table.entry import enter, possible_entry
from parlour.table.game import State
from parlour.table.player import random_move


def cell(name: str) -> Given:
    return ("cell", name)


def chosen(text: str) -> Given:
    return ("word", text)


def texts(steps: Sequence[Step]) -> list[str]:
    return [step.text for step in steps]


MOVES = [
    path_move("b1-b3", ("b1", "b3")),
    path_move("b1xd3", ("b1", "d3")),
    path_move("c1-c3", ("c1", "c3")),
]


def test_cells_lead_to_a_move() -> None:
    assert enter(MOVES).cells == ("b1", "c1")
    assert enter(MOVES, [cell("b1")]).cells == ("b3", "d3")
    assert enter(MOVES, [cell("b1"), cell("d3")]).move == "b1xd3"
    assert enter(MOVES, [cell("c1")]).move is None, "one cell alone may be a slip"
    assert enter(MOVES, [cell("c1")]).cells == ("c3",)


def test_a_step_and_a_tumble_to_one_cell_are_told_apart() -> None:
    moves = [
        Move("a1-b2", (*cell_steps("a1", "b2"), word("-", "step"))),
        Move("a1>b2", (*cell_steps("a1", "b2"), word(">", "tumble"))),
        Move("a1-a2", (*cell_steps("a1", "a2"), word("-", "step"))),
    ]
    both = enter(moves, [cell("a1"), cell("b2")])
    assert (both.move, both.cells, [step.words for step in both.words]) == (
        None,
        (),
        ["Step", "Tumble"],
    )
    assert enter(moves, [cell("a1"), cell("b2"), chosen(">")]).move == "a1>b2"
    assert enter(moves, [cell("a1"), cell("a2")]).move == "a1-a2", "there is nothing to be asked"


def test_a_capture_may_end_or_go_on() -> None:
    moves = [path_move("c3xe5", ("c3", "e5")), path_move("c3xe5xg7", ("c3", "e5", "g7"))]
    here = enter(moves, [cell("c3"), cell("e5")])
    assert (here.move, here.cells, texts(here.words)) == (None, ("g7",), [""])
    assert here.words[0].words == "Stop here"
    assert enter(moves, [cell("c3"), cell("e5"), chosen("")]).move == "c3xe5"
    assert enter(moves, [cell("c3"), cell("g7")]).move == "c3xe5xg7", "the last landing"


def test_ways_to_one_landing_are_told_by_their_texts() -> None:
    moves = [path_move("c3xe5xg3", ("c3", "e5", "g3")), path_move("c3xe1xg3", ("c3", "e1", "g3"))]
    here = enter(moves, [cell("c3"), cell("g3")])
    assert texts(here.words) == ["c3xe1xg3", "c3xe5xg3"]
    assert enter(moves, [cell("c3"), cell("g3"), chosen("c3xe5xg3")]).move == "c3xe5xg3"


def test_words_that_all_moves_share_are_passed_over() -> None:
    moves = [
        Move(f"a7-b8:reset@{to}", (*cell_steps("a7", "b8"), word("reset"), Step(to)))
        for to in ("b1", "d1")
    ]
    assert enter(moves, [cell("a7"), cell("b8")]).cells == ("b1", "d1")
    moves.append(Move("a7-b8:rebound", (*cell_steps("a7", "b8"), word("rebound"))))
    assert texts(enter(moves, [cell("a7"), cell("b8")]).words) == ["rebound", "reset"]
    assert enter(moves, [cell("a7"), cell("b8"), chosen("reset"), cell("d1")]).move is not None


def test_numbers_are_in_order_of_their_size() -> None:
    moves = [
        Move(f"{n}@c4", (Step("c4"), word(str(n), order=n)), placed=("c4",)) for n in (18, 2, 110)
    ]
    assert texts(enter(moves, [cell("c4")]).words) == ["2", "18", "110"]


def test_single_words() -> None:
    moves = [word_move("swap", "swap sides"), placement("c4"), placement("d4")]
    assert [step.words for step in enter(moves).words] == ["Swap sides"]
    assert enter(moves, [chosen("swap")]).move == "swap"
    assert enter(moves, [cell("d4")]).move == "d4"
    only = enter([word_move("pass")])
    assert (only.move, texts(only.words)) == (None, ["pass"]), "nothing plays by itself"
    assert enter([word_move("pass")], [chosen("pass")]).move == "pass"


@pytest.mark.parametrize("given", [[cell("h8")], [chosen("=")], [cell("b1"), cell("h8")]])
def test_steps_that_lead_nowhere(given: list[Given]) -> None:
    with pytest.raises(NowhereError, match="no legal move") as told:
        enter(MOVES, [*given, cell("a1")])
    assert told.value.given == tuple(given)


def walked(state: State, wanted: Move) -> str | None:
    """The move that somebody enters who wants `wanted`: its steps, but for those passed over."""
    given: list[Given] = []
    here = possible_entry(state)
    for step in wanted.steps:
        offered = here.cells if step.kind == "cell" else texts(here.words)
        if here.move is None and step.text in offered:
            given.append((step.kind, step.text))
            here = possible_entry(state, given)
    return here.move or ended(state, here)


def ended(state: State, here: Entry) -> str | None:
    """The move that ends here, where others would go on."""
    if "" not in texts(here.words):
        return None
    return possible_entry(state, [*here.given, chosen("")]).move


@pytest.mark.parametrize("name", parlour.games())
def test_every_legal_move_can_be_entered(name: str) -> None:
    state, rng = parlour.game(name).start(), random.Random(name)
    for ply in range(40):
        if state.turn is None:
            break
        if state.turn == parlour.CHANCE:
            state.play(state.draw(rng))
            continue
        if ply % 4 == 0:
            for _ in range(3):
                wanted = state.move(random_move(state, rng))
                assert walked(state, wanted) == wanted.text
        state.play(random_move(state, rng))


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
    volleys = [text for text in (random_move(state, rng) for _ in range(60)) if "+" in text]
    assert volleys
    for text in volleys:
        wanted = state.move(text)
        assert walked(state, wanted) == text
        given = [(step.kind, step.text) for step in wanted.steps]
        turned = [given[0], *reversed(given[1:])]
        if possible_entry(state, turned).move is None:
            turned.append(chosen(""))
        assert possible_entry(state, turned).move == text, "targets are given in any order"


def test_a_shot_may_end_after_each_target() -> None:
    state = in_battle()
    wanted = state.move("undergroundgun:a9>b3+c2")
    given = [(step.kind, step.text) for step in wanted.steps]
    here = possible_entry(state, given)
    assert (here.move, texts(here.words)) == (None, [""])
    assert possible_entry(state, [*given, chosen("")]).move == wanted.text
    for wrong in ([*given, chosen(""), cell("b3")], [*given, cell("a9")], [cell("b3")]):
        with pytest.raises(NowhereError):
            possible_entry(state, wrong)


def test_the_flagship_sails_and_a_turn_may_pass() -> None:
    state = in_battle()
    assert texts(possible_entry(state).words) == ["move-flagship"]
    ways = possible_entry(state, [chosen("move-flagship")])
    assert possible_entry(state, [*ways.given, chosen(ways.words[0].text)]).move in {
        f"move-flagship:{step.text}" for step in ways.words
    }


def test_the_other_seat_is_shown_the_targets_of_a_shot_alone() -> None:
    state = in_battle()
    mover = state.turn
    assert mover is not None
    state.play("undergroundgun:a9>b3+c2")
    assert state.last_cells(mover) == ("a9", "b3", "c2")
    assert state.last_cells(1 - mover) == state.last_cells(None) == ("b3", "c2")
