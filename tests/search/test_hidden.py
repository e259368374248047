"""Searches where information is hidden: right play where it is known, and never a look at what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.errors import BadPlayer
from parlour.search.alphabeta.alphabeta_search import AlphaBeta
from parlour.search.mcts.determinized_search import Determinized
from parlour.search.mcts.ismcts_search import ISMCTS
from parlour.search.mcts.mcts_search import MCTS
from parlour.search.search_result import SearchResult
from tests.conftest import at_length
from tests.search.toys import toy

MOVES = {"p": "pass", "b": "bet"}


def dealt(cards: str, line: str = "") -> parlour.State:
    """Kuhn's poker after the deal and the moves of `line`."""
    state = toy("kuhn").start().play(f"deal:{cards}")
    for letter in line:
        state.play(MOVES[letter])
    return state


def told(result: SearchResult) -> object:
    return (result.moves, result.nodes)


def ismcts(state: parlour.State, compiled: bool = True) -> SearchResult:
    search = ISMCTS(state.game, entries=3000, seed=5, compiled=compiled)
    return search.search(state, simulations=2000)


def by_tree(state: parlour.State, compiled: bool = True) -> SearchResult:
    search = Determinized(state.game, seed=5, compiled=compiled)
    return search.search(state, deals=40, simulations=50)


def by_depth(state: parlour.State, compiled: bool = True) -> SearchResult:
    return Determinized(state.game, seed=5, compiled=compiled).search(state, deals=40, depth=4)


Search = Callable[..., SearchResult]
every_search = pytest.mark.parametrize(
    "search", [ismcts, *(at_length(f) for f in (by_tree, by_depth))]
)


@every_search
@pytest.mark.parametrize(
    "state",
    [
        dealt("QK"),
        *(
            at_length(state)
            for state in (dealt("KJ", "p"), dealt("JQ", "pb"), toy("guess").start().play("hide6"))
        ),
    ],
)
def test_compiled_and_plain_searches_are_the_same(search: Search, state: parlour.State) -> None:
    assert told(search(state)) == told(search(state, compiled=False))


@every_search
@pytest.mark.parametrize(
    ("cards", "line", "move"),
    [
        ("QJ", "b", "pass"),  # the lowest card can win nothing by calling
        ("KJ", "b", "pass"),
        ("QK", "b", "bet"),  # the highest can lose nothing
        ("JK", "b", "bet"),
        ("KQ", "pb", "bet"),
        ("JQ", "pb", "pass"),
    ],
)
def test_dominated_moves_are_not_played(search: Search, cards: str, line: str, move: str) -> None:
    """Every optimal strategy of Kuhn's poker has these moves for certain."""
    assert search(dealt(cards, line)).move == move


@every_search
@pytest.mark.parametrize("line", ["", "pb"])
def test_what_is_hidden_changes_nothing(search: Search, line: str) -> None:
    """A search finds the very same in states that its seat cannot tell apart."""
    assert told(search(dealt("QK", line))) == told(search(dealt("QJ", line)))


@every_search
def test_a_hidden_choice_changes_nothing(search: Search) -> None:
    low, high = (toy("guess").start().play(f"hide{n}").play("2") for n in (4, 7))
    assert told(search(low)) == told(search(high))


@pytest.mark.parametrize("chance", ["no", at_length("yes")])
def test_a_guess_is_chosen_for_what_it_tells(chance: str) -> None:
    """Halving wins for certain, guessing at once wins one game of seven: only ISMCTS sees why."""
    state = toy("guess", chance=chance).start().play("hide6")
    found = ISMCTS(state.game, exploration=1, seed=3).search(state, simulations=20_000)
    assert found.move == "4"
    assert found.value > 0.9
    state.play("4")
    found = ISMCTS(state.game, seed=2).search(state, simulations=5000)
    assert found.move == "6"
    blind = Determinized(state.game).search(state, deals=60, simulations=300)
    assert max(move.visits for move in blind.moves) < 30  # whatever the number is, it is "known"


def test_the_hider_is_one_who_cannot_be_foreseen() -> None:
    """The hider's moves lead to one node of the guesser's: it does not find the number in the tree."""
    start = toy("guess").start()
    found = ISMCTS(start.game, seed=3).search(start, simulations=20_000)
    assert (
        found.value < 0.35
    )  # for the hider, against a guesser who is told nothing but the answers


def test_a_full_table_does_no_harm() -> None:
    state = toy("guess").start().play("hide6")
    found = ISMCTS(state.game, entries=16).search(state, simulations=500)
    assert found.move in state.moves()


@pytest.mark.long
def test_moves_that_cannot_be_listed_are_drawn_bit_by_bit() -> None:
    start = toy("wide").start()
    results = [
        ISMCTS(start.game, seed=1, compiled=compiled).search(start, simulations=2000)
        for compiled in (True, False)
    ]
    assert told(results[0]) == told(results[1])
    assert 60 < len(results[0].moves) < 120  # twice the square root of the visits
    assert int(results[0].move) > 90_000  # more is better
    with pytest.raises(BadPlayer, match="ismcts copes"):
        Determinized(start.game)


def test_seconds_and_progress() -> None:
    state = dealt("QK")
    for search in (ISMCTS(state.game), Determinized(state.game)):
        budget: dict[str, Any] = {} if isinstance(search, ISMCTS) else {"simulations": 20}
        search.search(state, **{"simulations": 1} | budget, seconds=0.01)
        parts: list[float] = []
        found = search.search(state, seconds=0.1, progress=parts.append, **budget)
        assert 0.08 < found.seconds < 5
        assert found.nodes > 20
        assert parts == sorted(parts)
        assert 0 <= parts[0] <= parts[-1] <= 1


@pytest.mark.parametrize("search", [MCTS, AlphaBeta])
def test_searches_that_would_see_all_refuse(search: Callable[..., object]) -> None:
    with pytest.raises(BadPlayer, match="hidden in toy-kuhn; there are ismcts and determinized"):
        search(toy("kuhn"))


def test_nonsense_is_refused() -> None:
    state = dealt("QK")
    for search in (ISMCTS(state.game), Determinized(state.game)):
        with pytest.raises(BadPlayer, match="budget"):
            search.search(state)
    with pytest.raises(BadPlayer, match="budget"):
        Determinized(state.game).search(state, simulations=5, depth=2)
    for over in (toy("kuhn").start(), dealt("QK", "bb")):
        with pytest.raises(ValueError, match="to move"):
            ISMCTS(state.game).search(over, simulations=5)
        with pytest.raises(ValueError, match="to move"):
            Determinized(state.game).search(over, simulations=5)
