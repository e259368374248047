"""Tree search that knows of moves made later: right answers, proofs, both forms, games of connections."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

import parlour
from parlour.errors import BadPlayer
from parlour.kernel.layout import new_plain
from parlour.players import player
from parlour.search.connection.connection_board import NONE
from parlour.search.connection.connection_board_tables import dead_cells, edge_codes
from parlour.search.exhaustive.solve_search import winning_moves
from parlour.search.mcts.rave_connection import NEARBY
from parlour.search.mcts.rave_search import RAVE
from tests.conftest import hours
from tests.one_file import write_game


def played(name: str, *texts: str) -> parlour.State:
    state = parlour.game(name).start()
    for text in texts:
        state.play(text)
    return state


def winners(state: parlour.State) -> list[str]:
    """The moves that force a win, by an exhaustive search."""
    codes = winning_moves(state.game.compiled, state.record)
    return [state.game.notation.move_text(state.record, code) for code in codes]


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        *("hex:size=4", "unlur:size=3,move_limit=6"),
        pytest.param("unlur:size=3", marks=hours),
        "merlins-chain:stop=decided,move_limit=20",
    ],
)
def test_compiled_and_plain_searches_are_the_same(name: str) -> None:
    """The same moves, visits, values, lines, tree and generator, also when the tree is kept."""
    told = []
    for compiled in (True, False):
        state = parlour.game(name).start()
        search = RAVE(state.game, edges=4000, seed=4, knowing=20, compiled=compiled)
        found = []
        for _ in range(5):
            if state.turn is not None:
                result = search.search(state, simulations=120)
                found.append((result.move, result.value, result.proven, result.moves, result.line))
                state.play(result.move)
        tree = search._trees[0]
        told.append((found, int(tree.pool[0]), int(tree.w.rng[0])))
    assert told[0] == told[1]


@pytest.mark.parametrize("texts", [("a1", "b3"), ("c1", "b2", "a2")])
def test_winning_moves_are_found(texts: tuple[str, ...]) -> None:
    """What is proven is so, by an exhaustive search; a winning move is chosen where there is one."""
    state = played("hex:size=4,pie=no", *texts)
    wins = winners(state)
    search = RAVE(state.game, edges=4000, knowing=10, compiled=False)
    found = search.search(state, simulations=250)
    assert (found.move in wins) == bool(wins)
    for move in found.moves:
        if move.proven:
            assert (move.value == 1) == (move.move in wins)


@pytest.mark.parametrize(("limit", "best"), [(2, 0.5), (3, 1.0)])
def test_a_move_limit_is_seen(limit: int, best: float) -> None:
    """A win that comes too late is none: what is proven is so, by trying all."""
    start = parlour.game("hex:pie=no,size=3", move_limit=limit).start().play("b2").play("a1")
    search = RAVE(start.game, edges=20_000, patience=2, compiled=False)
    found = search.search(start, simulations=2000)
    assert (found.value, found.proven) == (best, True)
    sure = [move for move in found.moves if move.proven]
    assert all(move.value == 1 - value(start.copy().play(move.move)) for move in sure)


def value(state: parlour.State) -> float:
    """The score of the seat to move when both play best, by trying all."""
    if state.outcome is not None:
        return float(state.outcome.scores[len(state.history) % 2])
    best = 0.0
    for text in state.moves():
        best = max(best, 1 - value(state.copy().play(text)))
        if best == 1:
            break
    return best


def test_a_stone_worth_swapping_is_swapped() -> None:
    search = RAVE(parlour.game("hex:size=3"), edges=4000, compiled=False)
    assert search.search(played("hex:size=3", "b2"), simulations=300).move == "swap"


def test_without_connections_results_are_proven_too() -> None:
    state = parlour.game("hex:pie=no,size=3").read("hex:pie=no,size=3 .x./.x./.o. 0 -")
    found = RAVE(state.game, edges=2000, knowing=0, compiled=False).search(state, simulations=2000)
    assert (found.value, found.proven) == (1, True)
    assert found.move in ("a3", "c2", "c3")


def test_the_second_look_at_connections_is_closer() -> None:
    """It proves a win in Hex 7x7 that the first, cheaper one does not see."""
    moves = ["g4", "b7", "b2", "d2", "f7", "c7", "f2", "c3", "a4", "a3", "c5", "d4", "g5"]
    state = played("hex:size=7,pie=no", *moves)
    search = RAVE(state.game, edges=200, knowing=10, compiled=False)
    assert not search.search(state, simulations=10 * NEARBY).proven
    found = search.search(state, simulations=1)
    assert (found.value, found.proven) == (1, True)


def test_a_tree_grows_slower_the_fuller_it_is() -> None:
    """A small pool is never full, and has room for what is visited most."""
    state = played("hex:size=5,pie=no", "a5")
    search = RAVE(state.game, edges=600, patience=2, knowing=0, compiled=False)
    search.search(state, simulations=300)
    soon = int(search._trees[0].pool[0])
    search.search(state, simulations=700)
    assert soon < int(search._trees[0].pool[0]) <= 600


def test_playouts_keep_bridges() -> None:
    """Two stones with two empty cells in common stay joined, and so do a stone and its edge."""
    state = played("hex:size=5,pie=no", "c3", "a5", "d1", "c2")  # between c3 and d1: d2 is left
    search = RAVE(state.game, edges=100, compiled=False)
    search.search(state, simulations=1)
    w, algorithm = (
        search._trees[0].w,
        state.game.plain.algorithm("parlour.search.connection.connection_board"),
    )
    cell = state.game.plain.rules.BOARD.index
    algorithm.back_to_root(w)
    assert algorithm.saving(w, 0, cell["c2"]) == cell["d2"]
    assert algorithm.saving(w, 1, cell["d1"]) == NONE


def test_dead_cells_change_nothing() -> None:
    """On 3x3 boards, by brute force: the same seat wins with a dead cell in either colour."""
    game, rng, seen = parlour.game("hex:size=3,pie=no"), random.Random(1), 0
    dead, rules = dead_cells(), game.plain.rules
    for _ in range(300):
        state = game.start()
        for _ in range(rng.randrange(3, 8)):
            if state.turn is not None:
                state.play(rng.choice(state.moves()))
        stones = [0] * 10
        rules.stones(state.record, stones)
        near = edge_codes(rules)
        for cell in range(9):
            around = sum(
                stones[rules.LINKS[cell, d]] << 2 * d for d in range(6) if rules.LINKS[cell, d] >= 0
            )
            if stones[cell] == 0 and dead[near[cell] | around]:
                seen += 1
                rest = [c for c in range(9) if c != cell and stones[c] == 0]
                for fill in product((1, 2), repeat=len(rest)):
                    full = stones[:9]
                    for other, colour in zip(rest, fill, strict=True):
                        full[other] = colour
                    assert winner(game, full, cell, 1) == winner(game, full, cell, 2)
    assert seen > 20


def winner(game: parlour.Game, colours: list[int], cell: int, colour: int) -> bool:
    """Whether the first colour has joined its sides on a full board."""
    rules, record = game.plain.rules, new_plain(game.plain.rules.STATE)
    rules.start(record)
    for c, stone in enumerate(colours):
        rules.place_stone(record, (colour if c == cell else stone) - 1, c)
    return bool(rules.wins(record, 0))


def test_contracts_are_made_and_joined_in_unlur() -> None:
    """In the contract phase a search may pass; later it makes a line that is there to be made."""
    game = parlour.game("unlur:size=3")
    search = RAVE(game, edges=500, compiled=False)
    assert search.search(game.start(), simulations=20).move in game.start().moves()
    state = played("unlur:size=3", "pass")
    while state.turn is not None:
        state.play(RAVE(game, edges=500, compiled=False).search(state, simulations=20).move)
    assert state.outcome is not None


@pytest.mark.long
@pytest.mark.parametrize("number", range(4))
def test_the_last_pieces_of_a_chain_are_played_well(number: int) -> None:
    """In Merlin's Chain, with few pieces left: the value is that of trying all, and so is the move's."""
    rng, state = random.Random(number), parlour.game("merlins-chain").start()
    while len(state.history) < 58:
        state.play(rng.choice(state.moves()))
    best = value(state)
    found = RAVE(state.game, edges=50_000, patience=2, seed=number).search(
        state, simulations=20_000
    )
    assert (found.value, found.proven) == (best, True)
    assert 1 - value(state.copy().play(found.move)) == best


@pytest.mark.parametrize("dice", [False, True])
def test_a_game_in_one_file_may_have_it(tmp_path: Path, dice: bool) -> None:
    """Four in Line, told which moves were made: a row is completed. With dice it is not offered."""
    path = Path(write_game(tmp_path, f"line_{dice}".lower()))
    told = "\n\ndef stands(s, seat, m):\n    return s.board[m] == 1 + seat\n"
    thrown = "\n\ndef draw(s, rng):\n    return 0\n"
    path.write_text(path.read_text() + told + thrown * dice)
    state = parlour.game(str(path)).start()
    for text in ("a1", "f6", "b1", "f5", "c1", "a6"):
        state.play(text)
    if dice:
        with pytest.raises(BadPlayer, match="there is no player rave"):
            player("rave:simulations=300", state.game)
    else:
        found = RAVE(state.game, edges=4000, compiled=False).search(state, simulations=300)
        assert (found.move, found.value, found.proven) == ("d1", 1, True)


def test_only_games_that_declare_what_it_needs_are_played_so() -> None:
    with pytest.raises(BadPlayer, match="neither GOALS nor stands"):
        RAVE(parlour.game("yavalath"))
    with pytest.raises(BadPlayer, match="there is no player rave"):
        player("rave:simulations=5", parlour.game("yavalath"))
    for name in ("y", "merlins-chain"):
        assert player("rave:simulations=5", parlour.game(name), seed=1).name == "rave:simulations=5"


@pytest.mark.parametrize("name", ["hex:size=4,pie=no", "y:size=6,pie=no"])
def test_moves_that_are_left_out_are_not_needed(name: str) -> None:
    """Whoever wins wins with one of the moves that a position is given in the tree: by trying all."""
    game, rng, fewer = parlour.game(name), random.Random(4), 0
    search = RAVE(game, edges=2000, knowing=0, compiled=False)
    for _ in range(60):
        state = game.start()
        for _ in range(rng.randrange(game.plain.rules.CELLS - 7, game.plain.rules.CELLS - 3)):
            if state.turn is not None:
                state.play(rng.choice(state.moves()))
        if state.turn is not None:
            kept = [move.move for move in search.search(state, simulations=1).moves]
            if len(kept) < len(state.moves()):
                fewer += 1
                assert max(1 - value(state.copy().play(move)) for move in kept) == value(state)
    assert fewer > 5


@pytest.mark.parametrize("name", ["hex:size=4,pie=no", "y:size=5,pie=no"])
def test_cells_that_are_filled_in_change_nothing(name: str) -> None:
    """The same colour wins the position as it is and filled in, whoever moves: by trying all."""
    game, rng, filled = parlour.game(name), random.Random(8), 0
    cells = game.plain.rules.CELLS
    for _ in range(40):
        state = game.start()
        for _ in range(cells - 5):
            if state.turn is not None:
                state.play(rng.choice(state.moves()))
        if state.turn is not None:
            search = RAVE(game, edges=200, patience=9, compiled=False)
            search.search(state, simulations=1)
            given = search._trees[0].w.given  # type: ignore[attr-defined]
            stones = [0] * (cells + 1)
            game.plain.rules.stones(state.record, stones)
            added = [c for c in range(cells) if (given[0][0] | given[1][0]) >> c & 1]
            assert not any(stones[c] for c in added)
            full = tuple(
                1 + (given[1][0] >> c & 1) if c in added else stones[c] for c in range(cells)
            )
            filled += len(added) > 0
            for mover in (0, 1):
                assert is_first_winner(game, full, mover) == is_first_winner(
                    game, tuple(stones[:cells]), mover
                )
    assert filled > 5


def is_first_winner(game: parlour.Game, colours: tuple[int, ...], mover: int) -> bool:
    """Whether the first colour joins its sides with `mover` to play, by filling the board in all ways."""
    empty = [c for c, colour in enumerate(colours) if colour == 0]
    if not empty:
        return winner(game, list(colours), -1, 0)
    found = (
        is_first_winner(game, (*colours[:c], mover + 1, *colours[c + 1 :]), 1 - mover)
        for c in empty
    )
    return all(found) if mover else any(found)


def test_a_win_by_connections_is_played_where_it_was_left_out() -> None:
    """Another move would capture its cell."""
    moves = "b1g2e2d2c3b7f2g6f3b6f4d3f5c7"
    state = played("hex:size=7,pie=no", *(moves[i : i + 2] for i in range(0, len(moves), 2)))
    kept = RAVE(state.game, edges=200, knowing=0, compiled=False).search(state, simulations=1)
    assert "e7" not in {move.move for move in kept.moves}
    found = RAVE(state.game, edges=200, compiled=False).search(state, simulations=2)
    assert (found.proven, found.value, found.move) == (True, 1, "e7")


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 14])
def test_what_is_proven_to_be_won_stays_so_whatever_is_answered(seed: int) -> None:
    """Also where connections proved it, which show no answer; the tree is kept from ply to ply."""
    game, rng = parlour.game("hex:size=8,pie=no"), random.Random(seed)
    state = game.start()
    for _ in range(6):
        state.play(rng.choice(state.moves()))
    search = RAVE(game, knowing=20, seed=seed, edges=20_000)
    won = search.search(state, simulations=2000)
    assert (won.proven, won.value) == (True, 1)
    state.play(won.move)
    for answer in state.moves():
        search = RAVE(game, knowing=20, seed=seed, edges=20_000)
        search.search(state.copy().undo(), simulations=2000)
        answered = search.search(state.copy().play(answer), simulations=20)
        assert (answered.proven, answered.value) == (True, 1), answer


@pytest.mark.long
@pytest.mark.parametrize("name", ["hex:size=4", "y:size=4,pie=no"])
def test_what_several_threads_prove_in_one_tree_is_true(name: str) -> None:
    """Also where the pool is small, and where the tree is kept; next to no simulation is lost."""
    game, rng, proven = parlour.game(name), random.Random(6), 0
    for seed in range(30):
        state = game.start()
        for _ in range(rng.randrange(2, 8)):
            if state.turn is not None:
                state.play(rng.choice(state.moves()))
        search = RAVE(game, edges=rng.choice((60, 20_000)), knowing=rng.choice((0, 5)), seed=seed)
        while state.turn is not None:
            won = bool(winners(state))
            found = search.search(state, simulations=3000, threads=4)
            proven += found.proven
            assert not found.proven or (found.value == 1) == won
            assert found.proven or sum(move.visits for move in found.moves) > 2700
            state.play(found.move)
    assert proven > 60
