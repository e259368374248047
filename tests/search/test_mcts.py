"""Monte Carlo tree search: right answers, proofs, chance, repetition, budgets, the tree kept."""

from __future__ import annotations

import time
from functools import cache

import pytest

import parlour
from parlour.errors import BadPlayer
from parlour.search.mcts import mcts_search
from parlour.search.mcts.mcts_search import MCTS
from parlour.search.search_result import SearchResult
from tests.conftest import at_length
from tests.search.toys import toy


def played(game: parlour.Game, *texts: str) -> parlour.State:
    state = game.start()
    for text in texts:
        state.play(text)
    return state


SAME = [
    ("noughts", {}, ("b2",)),
    *(
        at_length(*case)
        for case in (
            ("three_nim", {"stones": 20}, ()),
            ("race", {}, ()),
            ("race", {"listed": "no"}, ()),
            ("race", {"move_limit": 3}, ("0",)),
            ("standoff", {}, ()),
            ("standoff", {"move_limit": 6}, ()),
        )
    ),
]


@pytest.mark.parametrize(("name", "options", "texts"), SAME)
def test_compiled_and_plain_searches_are_the_same(
    name: str, options: dict[str, object], texts: tuple[str, ...]
) -> None:
    """The same moves, visits, values, lines, tree and generator, also when the tree is kept."""
    game = toy(name, **options)
    found = []
    for compiled in (True, False):
        search, state = MCTS(game, edges=2000, seed=4, compiled=compiled), played(game, *texts)
        results = [search.search(state, simulations=300)]
        state.play(results[0].move)
        if state.turn == parlour.CHANCE:
            state.play("4")
        results.append(search.search(state, simulations=300))
        tree = search._trees[0]
        found.append((*map(told, results), int(tree.pool[0]), int(tree.w.rng[0])))
    assert found[0] == found[1]


def told(result: SearchResult) -> object:
    return (result.move, result.value, result.proven, result.moves, result.line, result.nodes)


@pytest.mark.parametrize(
    "game",
    [
        "hex:size=4",
        *(at_length(name) for name in ("lines-of-action", "yavalath:players=3")),
    ],
)
def test_real_games_are_searched_alike(game: str) -> None:
    state = parlour.game(game).start()
    a, b = (
        MCTS(state.game, edges=3000, seed=2, compiled=compiled).search(state, simulations=20)
        for compiled in (True, False)
    )
    assert told(a) == told(b)


def test_a_win_at_hand_is_proven() -> None:
    state = played(toy("noughts"), "a1", "a2", "b1", "b2")
    found = MCTS(state.game).search(state, simulations=2000)
    assert (found.move, found.value, found.proven) == ("c1", 1, True)
    assert found.nodes < 200
    assert found.line == ("c1",)


def test_the_only_defence_is_found() -> None:
    state = played(toy("noughts"), "a1", "b2", "b1")
    found = MCTS(state.game).search(state, simulations=20_000)
    assert (found.move, found.value, found.proven) == ("c1", 0.5, True)
    losing = {m.move for m in found.moves if m.proven and m.value == 0}
    assert losing <= {"a2", "c2", "a3", "b3", "c3"}


def test_noughts_are_a_draw() -> None:
    start = toy("noughts").start()
    found = MCTS(start.game).search(start, simulations=100_000)
    assert found.value == pytest.approx(0.5, abs=0.02)
    state = played(start.game, "b2", "a1")
    found = MCTS(start.game, exploration=1).search(state, simulations=100_000)
    assert (found.value, found.proven) == (0.5, True)


def test_a_lost_position_is_proven_lost() -> None:
    state = played(toy("noughts"), "a1", "c3", "a3", "c2", "c1")  # three rows are threatened
    found = MCTS(state.game).search(state, simulations=20_000)
    assert found.proven
    assert found.value == 0


@pytest.mark.long
@pytest.mark.parametrize("stones", [1, 2, 5, 7, 8])
def test_three_seats(stones: int) -> None:
    """Who can take the last stones at once does; the value is that of max^n where it is certain."""
    game = toy("three_nim", stones=stones)
    found = MCTS(game).search(game.start(), simulations=3000)
    if stones <= 2:
        assert (found.move, found.value, found.proven) == (str(stones), 1, True)
    if found.proven:
        assert found.value == nim_value(stones)


def nim_value(stones: int) -> float:
    """1 if who is to move can win whatever the others do, 0 if not even with their help."""
    return 1.0 if stones <= 2 else 0.0 if stones in (3, 4) else -1.0


@cache
def race_value(mine: int, other: int, depth: int = 24) -> tuple[float, float]:
    """The chance to win the race of who is to move, by stepping and by rolling, so many plies deep."""
    if depth == 0:
        return 0.5, 0.5
    step = 1.0 if mine + 2 >= 12 else 1 - max(race_value(other, mine + 2, depth - 1))
    rolls = 0.0
    for die in range(1, 7):
        to = max(0, mine - 3) if die == 1 else mine + die
        if to >= 12:
            rolls += 1
        elif die == 6:
            rolls += max(race_value(to, other, depth - 1))
        else:
            rolls += 1 - max(race_value(other, to, depth - 1))
    return step, rolls / 6


@pytest.mark.long
@pytest.mark.parametrize("listed", ["yes", "no"])
@pytest.mark.parametrize(("mine", "other"), [(0, 0), (9, 9), (8, 10), (10, 4), (5, 11)])
def test_chance_is_weighed(listed: str, mine: int, other: int) -> None:
    game = toy("race", listed=listed)
    name = game.start().text.split(" ")[0]
    state = game.read(f"{name} 0 0 0 {mine},{other}")
    found = MCTS(game, seed=1).search(state, simulations=60_000)
    step, roll = race_value(mine, other)
    assert found.value == pytest.approx(max(step, roll), abs=0.03)
    if abs(step - roll) > 0.03:
        assert found.move == ("0" if step > roll else "1")


def test_chance_can_be_proven() -> None:
    """At 10 the sure step wins; with 11 to 11 a roll wins in five cases of six, a step always."""
    game = toy("race")
    found = MCTS(game).search(game.read("toy-race 0 0 0 11,0"), simulations=3000)
    assert (found.move, found.value, found.proven) == ("0", 1, True)


@pytest.mark.long
def test_a_third_repetition_is_a_draw() -> None:
    """Who never yields cannot lose: stepping is proven to draw, and only that."""
    start = toy("standoff").start()
    found = MCTS(start.game).search(start, simulations=50_000)
    assert (found.move, found.value, found.proven) == ("0", 0.5, True)
    assert len(found.line) == 8
    yielding = next(m for m in found.moves if m.move == "1")
    assert (yielding.value, yielding.proven) == (0, True)


@pytest.mark.long
def test_positions_of_the_game_count_for_repetition() -> None:
    game = toy("standoff")
    state = game.start()
    for _ in range(7):
        state.play("0")
    found = MCTS(game).search(state, simulations=200)
    assert (found.move, found.value, found.proven) == ("0", 0.5, True)
    assert found.line == ("0",)


def test_the_move_limit_is_seen() -> None:
    start = toy("noughts", move_limit=1).start()
    found = MCTS(start.game).search(start, simulations=5000)
    assert found.proven
    assert found.value == 0.5


@pytest.mark.long
def test_the_tree_is_kept_between_moves() -> None:
    game = toy("three_nim", stones=40)
    search, state = MCTS(game), game.start()
    search.search(state, simulations=5000)
    state.play("1").play("2")
    again = search.search(state, simulations=10)
    assert sum(m.visits for m in again.moves) > 300
    assert again.nodes == 10
    fresh = search.search(game.start(), simulations=10)
    assert sum(m.visits for m in fresh.moves) == 10


@pytest.mark.long
def test_another_game_in_between_is_noticed() -> None:
    game = toy("three_nim", stones=40)
    search = MCTS(game)
    search.search(played(game, "1"), simulations=500)
    other = search.search(played(game, "2", "2"), simulations=10)
    assert sum(m.visits for m in other.moves) == 10


@pytest.mark.long
def test_taking_back_is_noticed() -> None:
    game = toy("three_nim", stones=40)
    search, state = MCTS(game), played(game, "1", "2")
    search.search(state, simulations=500)
    state.undo().play("1")
    assert sum(m.visits for m in search.search(state, simulations=10).moves) == 10


@pytest.mark.parametrize("edges", [4, 12, 60, 300])
def test_a_full_pool_does_no_harm(edges: int) -> None:
    state = played(toy("noughts"), "a1", "a2")
    search = MCTS(state.game, edges=edges)
    found = search.search(state, simulations=3000)
    assert search._trees[0].pool[0] <= edges
    assert found.move in state.moves()
    if edges > 4:
        assert found.value > 0.6
    state.play(found.move).play(state.moves()[0])
    assert search.search(state, simulations=300).move in state.moves()


def test_a_kept_tree_is_what_it_was() -> None:
    """Moving the root keeps every edge below it: its moves, visits, values and proofs."""
    game = toy("noughts")
    search, state = MCTS(game), game.start()
    search.search(state, simulations=3000)
    tree = search._trees[0]
    state.play("b2").play("a1")
    at = tree._edge_of(state)
    assert at is not None
    before = whole(tree, at)
    tree.prepare(state, search._settings, 1)
    assert whole(tree, 0) == before


def whole(tree: object, at: int) -> object:
    return [(tree._count_visits(i), whole(tree, i)) for i in tree._tried_edges(at)]  # type: ignore[attr-defined]


def test_threads_add_up() -> None:
    state = played(toy("noughts"), "b2")
    runs = [
        MCTS(state.game, seed=9).search(state, simulations=301, threads=2).moves for _ in range(2)
    ]
    assert runs[0] == runs[1]
    assert sum(m.visits for m in runs[0]) == 301


def test_threads_that_hardly_begin_add_up() -> None:
    """A move that no thread has tried has no mean to be weighed."""
    assert mcts_search._sum(*2 * [mcts_search._Counted(7, 0, 0.5, False)]).visits == 0


@pytest.mark.long
def test_seconds_are_kept() -> None:
    game = toy("three_nim", stones=59)
    search = MCTS(game)
    search.search(game.start(), simulations=1)
    told: list[float] = []
    begun = time.perf_counter()
    found = search.search(game.start(), seconds=0.2, progress=told.append)
    assert 0.15 < found.seconds <= time.perf_counter() - begun < 5
    assert found.nodes > 1000
    assert told == sorted(told)


@pytest.mark.long
def test_evaluations_stand_in_for_playouts() -> None:
    game = toy("race", listed="no")
    found = MCTS(game, cut=2, scale=10, edges=3000).search(game.start(), simulations=500)
    assert found.value == pytest.approx(0.5, abs=0.2)
    plain = MCTS(game, cut=2, scale=10, edges=3000, compiled=False)
    assert plain.search(game.start(), simulations=500).value == found.value


def test_nonsense_is_refused() -> None:
    game = toy("noughts")
    with pytest.raises(BadPlayer, match="budget"):
        MCTS(game).search(game.start())
    with pytest.raises(ValueError, match="to move"):
        MCTS(game).search(played(game, "a1", "a2", "b1", "b2", "c1"), simulations=5)
