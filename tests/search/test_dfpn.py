"""Df-pn and the checking of proofs: known values, tables and exhaustive search as judges, false proofs."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

import parlour
from parlour.errors import BadPlayer
from parlour.kernel.layout import new_plain
from parlour.search.endgame.endgame_builder import build
from parlour.search.endgame.endgame_table import board_record, forget_tables
from parlour.search.exhaustive.solve_search import winning_moves
from parlour.search.proof import dfpn_compiled as dfpn
from parlour.search.proof.dfpn_search import Solution, solve
from parlour.search.proof.proof_checker import BadProof, Goal, check
from parlour.search.proof.provers import PLIES, Prover
from parlour.table.game import State


@pytest.fixture(autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No endgame tables."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path_factory.getbasetemp() / "none"))
    forget_tables()


def solved(state: State, nodes: int = 200_000) -> Solution:
    """The solution by the plain rules; all its proofs hold."""
    found = solve(state, nodes=nodes, entries=1 << 12, compiled=False, connections=False)
    for proof in found.proofs:
        proof.check(state)
    return found


def test_the_first_player_wins_hex() -> None:
    found = solved(parlour.game("hex:size=3,pie=no").start())
    assert found.value == 1
    assert len(found.proofs) == 1
    assert len(found.line) % 2 == 1


def test_a_lost_position_is_proven_from_the_other_side() -> None:
    game = parlour.game("hex:pie=no,size=3")
    found = solved(game.read("hex:pie=no,size=3 .x./.x./oo. 0 -"))
    assert found.value == 0
    assert [proof.goal.prover for proof in found.proofs] == [1]


@pytest.mark.long
def test_first_moves_are_won_as_exhaustive_search_says() -> None:
    """Every position of 3 x 3 Hex after one stone and some after three."""
    game, rng = parlour.game("hex:size=3,pie=no"), random.Random(2)
    for first in game.start().moves():
        state = game.start().play(first)
        if rng.random() < 0.5:
            state.play(rng.choice(state.moves())).play(rng.choice(state.moves()))
        wins = winning_moves(game.compiled, state.record)
        assert (solved(state).value == 1) == bool(wins)


def test_draws_are_proven_for_both_sides_and_may_go_round() -> None:
    game = parlour.game("english-draughts")
    state = ending(game, {3: 2, 28: 4})
    found = solved(state, 2_000_000)
    assert found.value == Fraction(1, 2)
    assert {proof.goal.prover for proof in found.proofs} == {0, 1}
    assert [proof.check(state).plies for proof in found.proofs] == [None, None]


def ending(game: parlour.Game, codes: dict[int, int]) -> State:
    """The position, the first seat to move, with these codes on these cells."""
    rules = game.plain.rules
    row, record = [0] * rules.CODED_CELLS, new_plain(rules.STATE)
    for cell, code in codes.items():
        row[cell] = code
    assert rules.from_cells(record, row, 0)
    return State(game, record)


def test_a_table_too_small_for_the_proof_changes_nothing() -> None:
    state = parlour.game("hex:size=3,pie=no").start()
    found = solve(state, entries=64, compiled=False, connections=False)
    assert found.value == 1
    assert found.proofs[0].check(state).positions > 16


def test_what_is_proven_keeps_its_first_proof_and_is_replaced_last() -> None:
    table = [0] * (4 * dfpn.BUCKET)  # one bucket
    proven, open_ = dfpn.both_numbers(0, dfpn.INFINITE), dfpn.both_numbers(3, 4)
    dfpn.keep(table, 1, proven, 11, 0)
    dfpn.keep(table, 1, proven, 12, 5)
    for key in (2, 3, 4, 5, 6):
        dfpn.keep(table, key, open_, 10 * key, 100 * key)
    assert table[dfpn.find(table, 1) + 2] == 11
    assert [key for key in range(1, 7) if dfpn.find(table, key) >= 0] == [1, 4, 5, 6]


def test_a_table_grows_while_there_is_room() -> None:
    game = parlour.game("lines-of-action:size=4")
    goal = Goal(0, 0, True, Fraction(1))
    prover = Prover(game, goal, False, entries=1 << 9, compiled=False)
    prover._table = prover._room_for(64)
    assert prover.search(game.start().record, 2000) == 1
    assert len(prover._table) == 4 * 256
    small, prover._table = prover._table, prover._room_for(512)
    dfpn.move_over(small, prover._table)
    assert set(prover._table[::4]) == set(small[::4])
    assert check(game.start(), goal, prover.move).plies == 3


@pytest.mark.long
def test_compiled_and_plain_search_alike() -> None:
    state = parlour.game("hex:size=3,pie=no").start()
    plain, compiled = (solve(state, compiled=way, connections=False) for way in (False, True))
    assert (plain.value, plain.nodes, plain.line) == (compiled.value, compiled.nodes, compiled.line)


@pytest.mark.long
def test_endgame_tables_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of two and three pieces, values from the tables, proofs from the search."""
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
    game, rng = parlour.game("english-draughts"), random.Random(9)
    tables = build(game, 3)
    ranks = game.plain.algorithm("parlour.search.endgame.endgame_indexing")
    board = board_record(game.plain.rules, False)
    scores = {"win": 1, "draw": Fraction(1, 2), "loss": 0}
    known = 0
    for _ in range(40):
        one = rng.choice(tables.slices)
        row, record = [0] * game.plain.rules.CODED_CELLS, new_plain(game.plain.rules.STATE)
        if not ranks.unrank(board, one.material, rng.randrange(one.numbers), row):
            continue
        if not game.plain.rules.from_cells(record, row, rng.randrange(2)):
            continue
        state = State(game, record)
        value = tables.value(state)
        assert value is not None
        by_tables = solve(state)
        assert by_tables.value == scores[value.result]
        if value.plies and value.plies < 30:
            seen = by_tables.proofs[0].check(state)
            assert seen.plies == value.plies
        monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "none"))
        forget_tables()
        found = solve(state, nodes=300_000)
        monkeypatch.setenv("PARLOUR_DATA", str(tmp_path))
        forget_tables()
        assert found.low <= scores[value.result] <= found.high
        known += found.value is not None
        for proof in found.proofs:
            try:
                proof.check(state)
            except BadProof as error:  # proofs do not see counts of moves; the walk does
                assert "a count of moves ends the game first" in str(error)
    assert known > 15


# -- false proofs ----------------------------------------------------------------------------------------


def test_false_proofs_are_found_out() -> None:
    game = parlour.game("hex:size=3,pie=no")
    state = game.start()
    goal = Goal(0, 0, True, Fraction(1))
    with pytest.raises(BadProof, match="no legal move"):
        check(state, goal, lambda record: 99)
    with pytest.raises(BadProof, match="ends otherwise"):
        check(state, goal, lambda record: State(game, record).codes()[0])
    prover = Prover(game, goal, cycles=False, entries=1 << 12, compiled=False)
    assert prover.search(state.record, 100_000) == 1
    assert check(state, goal, prover.move).positions > 10
    with pytest.raises(BadProof, match="ends otherwise"):
        check(state, Goal(0, 1, True, Fraction(1)), prover.move)


def test_a_win_must_not_come_back_to_a_position() -> None:
    game = parlour.game("english-draughts")
    state = ending(game, {3: 2, 28: 4})
    with pytest.raises(BadProof, match="comes back"):
        check(state, Goal(0, 0, True, Fraction(1)), lambda record: State(game, record).codes()[0])


def test_a_win_must_come_before_the_counts_end_the_game() -> None:
    game = parlour.game("english-draughts")
    state = ending(game, {0: 2, 31: 4})
    won = solved(state, 40_000)
    assert won.value == 1
    late = State(game, state.copied_record())
    late.record.quiet[0] = 79
    assert solved(late, 1000).value == Fraction(1, 2)
    with pytest.raises(BadProof, match=r"ends otherwise|count of moves"):
        won.proofs[0].check(late)


# -- what cannot be solved ---------------------------------------------------------------------------------


def test_chance_cannot_be_solved() -> None:
    state = parlour.game("stones-of-fortune").start()
    while state.turn == parlour.CHANCE:
        state.play(state.draw(1))
    with pytest.raises(BadPlayer, match="chance"):
        solve(state, nodes=100_000, entries=1 << 12, compiled=False)


@pytest.mark.parametrize("name", ["naval-qi", "tiger-bridge", "chainn"])
def test_games_that_cannot_be_solved(name: str) -> None:
    with pytest.raises(BadPlayer):
        solve(parlour.game(name).start(), nodes=1000, compiled=False)


def test_a_budget_leaves_bounds() -> None:
    state = parlour.game("lines-of-action").start()
    found = solve(state, nodes=2000, entries=1 << 12, compiled=False)
    assert found.value is None
    assert (found.low, found.high, found.proofs, found.line) == (0, 1, (), ())
    assert PLIES > 100


def test_an_ended_game_is_not_solved() -> None:
    over = parlour.game("y:size=3").read("y:size=3 xxx/../. 1 -")
    with pytest.raises(BadPlayer, match="no seat is to move"):
        solve(over)
