"""Alpha-beta against plain minimax on small games, and its plain form against its compiled one."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE, OVER, new_plain
from parlour.kernel.primitives import copy
from parlour.kernel.workspace import LINE, words
from parlour.search.alphabeta.alphabeta_compiled import QUIET, WIN
from parlour.search.alphabeta.alphabeta_search import AlphaBeta
from tests.conftest import at_length

HERE = Path(__file__).parent
ROWS, DICE, RING = (str(HERE / f"{name}.py") for name in ("rows", "dice_race", "ring"))

SHAPES = [
    "",
    "gravity=yes,height=4,points=yes",
    "forced=yes,points=yes,stones=2",
    "gravity=yes,width=4,margin=5",
]
# Compiling for a shape takes seconds.
some_shapes = pytest.mark.parametrize(
    "shape", [SHAPES[0], *(at_length(shape) for shape in SHAPES[1:])]
)


def rows(shape: str) -> parlour.Game:
    return parlour.game(f"{ROWS}:{shape}" if shape else ROWS)


class Minimax:
    """Values for seat 0 by plain minimax, `depth` plies deep and then over noisy moves if `quiet`."""

    def __init__(self, game: parlour.Game, quiet: bool = True) -> None:
        self.R: Any = game.plain.rules
        self.quiet = quiet
        self.known: dict[Any, float] = {}

    def value(self, s: Any, depth: int, ply: int = 0) -> float:
        R = self.R
        if s.turn == OVER:
            value = int((R.payoff(s, 0) - R.payoff(s, 1)) * WIN)
            return value - ply * (value == WIN) + ply * (value == -WIN)
        depth = max(depth, -QUIET)
        key = R.key(s), s.turn, depth, ply
        if key not in self.known:
            self.known[key] = self.look(s, depth, ply)
        return self.known[key]

    def look(self, s: Any, depth: int, ply: int) -> float:
        R = self.R
        moves, weights = [0] * R.MAX_MOVES, [0] * R.MAX_MOVES
        if s.turn == CHANCE:
            moves, weights = [0] * R.MAX_OUTCOMES, [0] * R.MAX_OUTCOMES
            n = R.outcomes(s, moves, weights)
            values = [self.after(s, move, depth, ply) for move in moves[:n]]
            return sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
        moves = moves[: R.legal_moves(s, moves)]
        choose = max if s.turn == 0 else min
        if depth > 0:
            return choose(self.after(s, move, depth - 1, ply) for move in moves)
        loud = self.quiet and (R.FORCED_CAPTURES or depth > -QUIET)
        noisy = [move for move in moves if loud and R.noisy(s, move)]
        values = [self.after(s, move, depth - 1, ply) for move in noisy]
        if not values or not R.FORCED_CAPTURES:
            values.append(self.static(s))
        return choose(values)

    def static(self, s: Any) -> float:
        if self.R.MAX_OUTCOMES > 1:
            value = self.R.evaluate(s, 0) * (WIN // self.R.WIN_WORTH)
            return max(min(value, WIN * 9 // 10), -WIN * 9 // 10)
        return self.R.evaluate(s, 0)

    def after(self, s: Any, move: int, depth: int, ply: int) -> float:
        t = new_plain(self.R.STATE)
        copy(t, s)
        self.R.play(t, move)
        return self.value(t, depth, ply + 1)

    def values(self, state: parlour.State, depth: int) -> dict[str, float]:
        """Each legal move's value for the seat to move."""
        sign = 1 if state.turn == 0 else -1
        s = state.record
        return {t: sign * self.after(s, state.code(t), depth - 1, 0) for t in state.moves()}


@pytest.mark.parametrize("depth", [1, 3, at_length(20)])
@some_shapes
def test_values_are_minimax_values(shape: str, depth: int) -> None:
    game = rows(shape)
    expected = Minimax(game).values(game.start(), depth)
    search = AlphaBeta(game, reductions=False)
    found = search.search(game.start(), depth=depth, every=True)
    assert found.values == expected
    assert found.value == max(expected.values())
    assert expected[found.move] == found.value
    search.forget()
    best = search.search(game.start(), depth=depth)
    assert best.value == found.value
    assert expected[best.move] == best.value
    assert all(expected[move] <= value for move, value in best.values.items())


@pytest.mark.long
def test_a_margin_leaves_out_what_stands_far_above() -> None:
    """The smaller the margin the fewer positions; the plain form leaves out the same as the compiled one."""
    nodes = []
    for margin in (0, 150, 5):
        game = rows(f"gravity=yes,width=5,height=4,margin={margin}")
        found = AlphaBeta(game).search(game.start(), depth=6)
        plain = AlphaBeta(game, compiled=False).search(game.start(), depth=6)
        assert (found.nodes, found.value, found.move) == (plain.nodes, plain.value, plain.move)
        nodes.append(found.nodes)
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[2] < nodes[0] * 2 // 3


@some_shapes
def test_ends_are_the_same_with_reductions(shape: str) -> None:
    game = rows(shape)
    expected = Minimax(game).values(game.start(), 20)
    found = AlphaBeta(game).search(game.start(), depth=20)
    assert abs(found.value - max(expected.values())) < 20
    assert abs(expected[found.move] - max(expected.values())) < 20


@pytest.mark.parametrize("compiled", [True, False])
@some_shapes
def test_threads_find_the_same_ends(shape: str, compiled: bool) -> None:
    game = rows(shape)
    expected = Minimax(game, quiet=False).values(game.start(), 20)
    search = AlphaBeta(game, reductions=False, compiled=compiled)
    for threads in (2, 3):
        search.forget()
        found = search.search(game.start(), depth=20, threads=threads)
        assert found.value == max(expected.values()) == expected[found.move]


@pytest.mark.long
def test_threads_share_the_nodes_and_are_stopped_together() -> None:
    game = parlour.game("lines-of-action")
    search = AlphaBeta(game)
    found = search.search(game.start(), nodes=4000, threads=2)
    assert 2000 < found.nodes <= 4000 + 2 * 60
    assert found.move in game.start().moves()
    began = time.perf_counter()
    search.search(game.start(), seconds=0.2, threads=2)
    assert time.perf_counter() - began < 20


def test_an_entry_written_by_two_threads_is_nobodys() -> None:
    game = parlour.game(ROWS)
    search = AlphaBeta(game)
    search.search(game.start(), depth=4)
    value = search.search(game.start(), depth=4).value
    table = search._table
    table[2::4][table[0::4] != 0] = 1 - WIN  # another position's value
    assert search.search(game.start(), depth=4).value == value


@some_shapes
def test_plain_and_compiled_do_the_same(shape: str) -> None:
    game = rows(shape)
    compiled, plain = AlphaBeta(game), AlphaBeta(game, compiled=False)
    state = game.start()
    for depth in (3, 4):
        a, b = (search.search(state, depth=depth) for search in (compiled, plain))
        assert (a.line, a.value, a.nodes, a.values) == (b.line, b.value, b.nodes, b.values)
        state.play(a.move)


@pytest.mark.long
def test_plain_and_compiled_do_the_same_with_noise_and_a_node_budget() -> None:
    game = rows("gravity=yes,width=4")
    found = [
        AlphaBeta(game, noise=30, seed=5, compiled=compiled).search(game.start(), nodes=3000)
        for compiled in (True, False)
    ]
    a, b = found
    assert (a.line, a.value, a.nodes, a.values) == (b.line, b.value, b.nodes, b.values)
    assert a.nodes <= 3001 + 20


@pytest.mark.long
@pytest.mark.parametrize("depth", [1, 2, 3, 12])
def test_chance_is_averaged(depth: int) -> None:
    game = parlour.game(DICE)
    minimax = Minimax(game, quiet=False)
    for seed in range(4):
        state = game.start()
        while state.turn is not None:
            state.play(state.draw(seed))
            found = AlphaBeta(game, reductions=False).search(state, depth=depth, every=True)
            expected = minimax.values(state, depth)
            assert found.values == pytest.approx(expected, abs=20)
            best = AlphaBeta(game).search(state, depth=12)
            assert best.value == pytest.approx(max(minimax.values(state, 12).values()), abs=20)
            state.play(found.move)


@pytest.mark.long
def test_plain_and_compiled_do_the_same_with_chance() -> None:
    game = parlour.game(DICE)
    state = game.start().play("2")
    a, b = (AlphaBeta(game, compiled=c).search(state, depth=4) for c in (True, False))
    assert (a.line, a.value, a.nodes, a.values) == (b.line, b.value, b.nodes, b.values)


@pytest.mark.long
def test_the_distance_of_a_win_is_the_shortest() -> None:
    game = rows("gravity=yes,width=4")
    state = game.start()
    distances = []
    while state.turn is not None:
        found = AlphaBeta(game, reductions=False).search(state, depth=12)
        distances.append(found.distance)
        state.play(found.move)
    first = distances[0]
    assert first is not None
    assert len(distances) == first
    assert distances == [(first - i) * (1 if i % 2 == 0 else -1) for i in range(first)]


@pytest.mark.long
def test_blind_search_proves_the_same_with_fewer_positions() -> None:
    """What is proven within the depth: answers to threats beyond it are only looked at with open eyes."""
    game = parlour.game("lines-of-action")
    state = game.read(
        "lines-of-action ......../....o.../oo.x..../oo....../.x.o..../oxoxo.../..x.x.../........ x"
    )
    sighted, blind = (
        AlphaBeta(game, reductions=False, blind=blind).search(state, depth=3, every=True)
        for blind in (False, True)
    )
    proven = [
        {move: value for move, value in found.values.items() if abs(value) >= WIN - 3}
        for found in (sighted, blind)
    ]
    assert proven[0] == proven[1] != {}
    assert set(blind.values.values()) - set(proven[1].values()) == {0}
    assert blind.nodes < sighted.nodes


@pytest.mark.long
def test_the_line_is_played_out() -> None:
    game = rows("gravity=yes,width=4")
    found = AlphaBeta(game).search(game.start(), seconds=30)
    state = game.start()
    for move in found.line:
        state.play(move)
    assert state.outcome is not None
    assert state.outcome.scores[0] == 1
    assert found.seconds < 20


@pytest.mark.long
def test_a_return_is_a_draw() -> None:
    game = parlour.game(RING)
    found = AlphaBeta(game).search(game.start(), depth=40)
    assert found.value == 0  # round an even ring the hunter is in time for it, the hare walks away


@pytest.mark.long
def test_a_third_time_is_seen_through_the_history() -> None:
    game = parlour.game(RING)
    state = game.start()
    round_trip = ("1", "1", "-1", "-1")
    for text in (*round_trip, *round_trip[:3]):
        state.play(text)
    values = AlphaBeta(game).search(state, depth=1, every=True).values
    assert values == {"-1": 0, "1": -50}


@pytest.mark.long
def test_an_ending_that_was_lost_against_another_engine_is_held() -> None:
    """b8-a7, which a tenth of a second chose, loses."""
    board = ".m.m.m../......../.M....../....M.../.M....../......../.......m/......M."
    game = parlour.game("english-draughts")
    state = game.read(f"english-draughts {board} 1* p,- --,-- -,- 0,0,0,0,0,0")
    assert AlphaBeta(game).search(state, nodes=200_000).move == "d8-e7"
    plain, found = (AlphaBeta(game, compiled=c).search(state, depth=7) for c in (False, True))
    assert (plain.nodes, plain.value, plain.line) == (found.nodes, found.value, found.line)


@pytest.mark.long
def test_the_move_limit_is_seen() -> None:
    game = rows("gravity=yes,move_limit=4,width=4")
    assert AlphaBeta(game).search(game.start(), depth=12).value == 0
    longer = rows("gravity=yes,move_limit=5,width=4")
    assert AlphaBeta(longer).search(longer.start(), depth=12).distance == 9


@pytest.mark.long
def test_part_of_the_highest_score_is_part_of_a_win() -> None:
    game = rows("forced=yes,points=yes,stones=2")
    found = AlphaBeta(game).search(game.start().play("3"), depth=20)
    assert found.value == WIN // 3
    assert found.distance is None


@pytest.mark.parametrize("budget", [{"nodes": 1}, {"nodes": 50}, {"seconds": 0.0}])
def test_the_smallest_budget_gives_a_legal_move(budget: dict[str, Any]) -> None:
    game = rows("")
    found = AlphaBeta(game).search(game.start(), **budget)
    assert found.move in game.start().moves()
    assert found.line[0] == found.move


@pytest.mark.long
def test_time_is_kept() -> None:
    game = parlour.game(ROWS, width=5, height=5, row=5, gravity="yes")
    found = AlphaBeta(game).search(game.start(), seconds=0.1)
    assert found.depth >= 1
    assert 0.05 < found.seconds < 5


def test_what_cannot_be_searched_is_refused() -> None:
    game = rows("")
    with pytest.raises(BadPlayer, match="budget"):
        AlphaBeta(game).search(game.start())
    with pytest.raises(ValueError, match="no seat"):
        AlphaBeta(parlour.game(DICE)).search(parlour.game(DICE).start(), depth=1)


def test_a_bucket_of_the_table_is_a_line_of_the_cache_also_where_it_was_begun_uncompiled() -> None:
    searcher = AlphaBeta(parlour.game("hex:size=3"), table=1 << 6, compiled=False)
    searcher.search(parlour.game("hex:size=3").start(), depth=2)
    filled = list(searcher._table)
    searcher.compile()
    assert any(filled)
    assert searcher._table.tolist() == filled
    assert [row.ctypes.data % LINE for row in (searcher._table, words(40, True))] == [0, 0]
