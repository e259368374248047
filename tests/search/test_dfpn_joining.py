"""Df-pn by connections: it agrees with df-pn without, and what it claims is walked, not believed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.kernel.layout import OVER, Record, new_plain
from parlour.search.proof.dfpn_search import solve
from parlour.search.proof.proof_checker import BadProof, Goal
from parlour.search.proof.proof_checker_connection import beside, check_joining, covering, may_cede
from parlour.search.proof.provers import JoiningProver
from parlour.table.game import State
from tests.conftest import at_length

FEW = 1 << 12  # entries


def solved(state: State, **options: bool) -> parlour.search.proof.dfpn_search.Solution:
    """The solution by the plain rules; its proof holds."""
    found = solve(state, nodes=300_000, entries=FEW, compiled=False, **options)
    assert [proof.check(state).positions > 0 for proof in found.proofs] == [True]
    return found


def late(game: parlour.Game, rng: random.Random, empty: int) -> State:
    """A running position after random moves, with so many empty cells or a few less."""
    while True:
        state = game.start()
        while state.turn is not None and len(state.moves()) > empty:
            state.play(rng.choice(state.moves()))
        if state.turn is not None:
            return state


# -- the search ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, at_length(4)])
def test_openings_come_to_the_same_with_connections_and_without(size: int) -> None:
    game = parlour.game(f"hex:size={size},pie=no")
    for first in game.start().moves():
        state = game.start().play(first)
        found = solved(state)
        assert found.value == solve(state, compiled=size == 4, connections=False).value
        assert len(found.line) > 0


@settings(max_examples=25)
@given(
    st.sampled_from(["hex:size=4,pie=no", "y:size=5,pie=no", "hex:size=3", "hex:size=5"]),
    st.randoms(use_true_random=False),
)
def test_positions_come_to_the_same_with_connections_and_without(
    name: str, rng: random.Random
) -> None:
    state = late(parlour.game(name), rng, 8)
    assert solved(state).value == solved(state, connections=False).value


@pytest.mark.long
def test_the_second_player_wins_with_the_pie_rule() -> None:
    """The swap comes before connections are looked at, and colours change seats."""
    assert solved(parlour.game("hex:size=4").start()).value == 0


@pytest.mark.long
def test_compiled_and_plain_search_alike() -> None:
    state = parlour.game("hex:size=4").start()
    plain, compiled = (solve(state, compiled=way) for way in (False, True))
    assert plain.nodes > 1000
    assert (plain.value, plain.nodes, plain.line) == (compiled.value, compiled.nodes, compiled.line)
    assert plain.proofs[0].check(state) == compiled.proofs[0].check(state)


def test_gifts_change_nothing() -> None:
    """Cells given away where it is a win are no use: without them it is one all the same."""
    game, rng = parlour.game("hex:size=4,pie=no"), random.Random(3)
    goals = [Goal(seat, seat, True, Fraction(1)) for seat in range(2)]
    provers = [JoiningProver(game, goal, False, FEW, compiled=False) for goal in goals]
    given_away = 0
    for _ in range(12):
        state = late(game, rng, 8)
        value = solve(state, compiled=False, entries=FEW, connections=False).value
        mover = int(state.record.turn)
        poorer = State(game, state.copied_record())
        cells = provers[mover].cede(state.record)
        for cell in cells:
            game.plain.rules.place_stone(poorer.record, 1 - mover, cell)
        given_away += len(cells)
        if len(poorer.codes()) > 0:
            kept = solve(poorer, compiled=False, entries=FEW, connections=False).value
            assert kept == value
    assert given_away > 10


# -- the walk --------------------------------------------------------------------------------------------


def winning(name: str = "hex:size=4,pie=no") -> tuple[State, Goal, JoiningProver]:
    """A won position, what is to be proven of it, and who does."""
    state = parlour.game(name).start()
    goal = Goal(0, 0, True, Fraction(1))
    prover = JoiningProver(state.game, goal, False, FEW, compiled=False)
    assert prover.search(state.record, 100_000) == 1
    assert check_joining(state, goal, prover.move, prover.cede).positions > 10
    return state, goal, prover


def once(cells: Iterable[int]) -> Callable[[Record], list[int]]:
    """Cede these cells in the first position, and none later."""
    left = [list(cells)]
    return lambda record: left.pop() if left else []


@pytest.mark.parametrize("name", ["hex:size=3,pie=no", "y:size=3,pie=no"])
def test_a_carrier_with_a_cell_too_few_is_refused(name: str) -> None:
    """Of all that the way needs a cell is ceded besides."""
    state, goal, prover = winning(name)
    needless = prover.cede(state.record)
    cells = range(state.game.plain.rules.CELLS)
    check_joining(state, goal, prover.move, once(needless))
    for cell in set(cells) - set(needless):
        with pytest.raises(BadProof, match=r"ends otherwise|no legal move"):
            check_joining(state, goal, prover.move, once([*needless, cell]))


def test_a_wrong_key_is_refused() -> None:
    """The connection is there, but begins elsewhere."""
    state, goal, prover = winning()
    key = prover.move(state.record)

    def other(record: Record) -> int:
        if record.empty < 16:
            return prover.move(record)
        return next(code for code in State(state.game, record).codes() if code != key)

    with pytest.raises(BadProof):
        check_joining(state, goal, other, prover.cede)


def test_a_connection_that_is_none_is_refused() -> None:
    """Only a corner is kept, as if the prover were joined: there is no legal move, and it is no win."""
    state, goal, prover = winning("hex:size=3,pie=no")
    with pytest.raises(BadProof, match="there is no legal move"):
        check_joining(state, goal, lambda record: 0, once(range(1, 9)))
    with pytest.raises(BadProof, match="not empty"):
        check_joining(state, goal, prover.move, once([0, 0]))


def test_the_loser_proves_nothing() -> None:
    state, _, prover = winning("hex:size=3,pie=no")
    lost = Goal(1, 1, True, Fraction(1))
    with pytest.raises(BadProof):
        check_joining(state, lost, lambda record: State(state.game, record).codes()[0], prover.cede)


def test_where_nothing_can_be_given_away() -> None:
    for name in ("unlur", "yavalath", "hex:size=3,move_limit=5"):
        state = parlour.game(name).start()
        assert not may_cede(state)
        with pytest.raises(BadProof, match="cannot be given away"):
            check_joining(state, Goal(0, 0, True, Fraction(1)), lambda r: 0, lambda r: [])


# -- the principles that the walk rests on -----------------------------------------------------------------


def filled(game: parlour.Game, colours: list[int]) -> Record:
    """The end of a game with a full board."""
    rules, record = game.plain.rules, new_plain(game.plain.rules.STATE)
    rules.start(record)
    for cell, colour in enumerate(colours):
        rules.place_stone(record, colour, cell)
    rules.settle(record, [0])
    assert record.turn == OVER
    return record


NAMES = st.sampled_from(
    ["hex:size=4,pie=no", "hex:size=7,pie=no", "y:size=4,pie=no", "y:size=7,pie=no"]
)


@given(NAMES, st.data())
def test_a_stone_of_ones_own_never_harms(name: str, data: st.DataObject) -> None:
    game = parlour.game(name)
    cells = game.plain.rules.CELLS
    colours = data.draw(st.lists(st.integers(0, 1), min_size=cells, max_size=cells))
    winner = int(filled(game, colours).winner)
    colours[data.draw(st.integers(0, cells - 1))] = winner
    assert filled(game, colours).winner == winner


@given(NAMES, st.data())
def test_who_is_joined_is_told_by_what_chains_touch(name: str, data: st.DataObject) -> None:
    """The rules' ends agree with their LINKS, SIDES and GOALS; what decided is enough by itself."""
    game = parlour.game(name)
    rules = game.plain.rules
    cells = rules.CELLS
    colours = data.draw(st.lists(st.integers(0, 1), min_size=cells, max_size=cells))
    end = filled(game, colours)
    around = beside(rules)
    for colour in (0, 1):
        stones = {cell for cell in range(cells) if colours[cell] == colour}
        joined = False
        while stones:
            chain, due = set(), {min(stones)}
            while due:
                cell = due.pop()
                chain.add(cell)
                due |= {n for n in stones - chain if around[cell] >> n & 1}
            stones -= chain
            touched = 0
            for cell in chain:
                touched |= around[cell] >> cells
            joined |= any(touched & goal == goal for goal in rules.GOALS[colour])
        assert joined == (end.winner == colour)
    decided = {rules.BOARD.index[cell] for cell in game.notation.decisive(end)}
    winner = int(end.winner)
    alone = [winner if cell in decided else 1 - winner for cell in range(cells)]
    assert filled(game, alone).winner == winner


def test_chains_cover_what_was_touched() -> None:
    chains = [(0b0011, 1 << 8), (0b1110, 1 << 9)]
    assert covering(chains, []) == 0
    assert covering(chains, [0b0011]) == 1 << 8
    assert covering(chains, [0b0110, 0b0001]) == 1 << 9 | 1 << 8
    assert covering(chains, [0b0101]) is None
