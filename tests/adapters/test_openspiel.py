"""OpenSpiel's own random simulation test, and its algorithms on our games."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts  # noqa: E402

import parlour  # noqa: E402
from parlour.adapters import openspiel  # noqa: E402
from parlour.adapters.tree_positions import PLAIN_PLIES, GameTree, TreePosition  # noqa: E402
from parlour.errors import ParlourError  # noqa: E402
from tests.conftest import standard_games  # noqa: E402

QUICK = ["hex", "chainn", "stones-of-fortune", "tiger-bridge"]
SLOW = sorted(standard_games())
DARK_HEX = Path(__file__).parents[2] / "examples" / "dark_hex.py"
SHORT = {"naval-qi": {"sea": 8, "chests": 20, "move_limit": 2}}


def simulate(game_id: str) -> None:
    game = pyspiel.load_game(openspiel.short_name(game_id), SHORT.get(game_id, {}))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game_id", QUICK)
def test_openspiels_own_simulation_passes(game_id: str) -> None:
    simulate(game_id)


@pytest.mark.long
@pytest.mark.parametrize("game_id", SLOW)
def test_openspiels_own_simulation_passes_for_every_game(game_id: str) -> None:
    simulate(game_id)


def test_types_are_told_as_they_are() -> None:
    kinds = pyspiel.GameType
    bridge = pyspiel.load_game("parlour_tiger_bridge").get_type()
    assert bridge.information == kinds.Information.IMPERFECT_INFORMATION
    assert bridge.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    hexes = pyspiel.load_game("parlour_hex", {"size": 5})
    assert hexes.get_type().chance_mode == kinds.ChanceMode.DETERMINISTIC
    assert hexes.num_distinct_actions() == 26
    assert hexes.get_type().utility == kinds.Utility.ZERO_SUM


def test_openspiels_search_plays_a_game() -> None:
    game = pyspiel.load_game("parlour_hex", {"size": 3, "pie": "no"})
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(7))
    bot = mcts.MCTSBot(game, 2.0, 30, evaluator, random_state=np.random.RandomState(7))
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sorted(state.returns()) == [-1.0, 1.0]


def test_information_states_follow_the_views() -> None:
    game = pyspiel.load_game("parlour_revolver")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    seat = state.current_player()
    assert state.information_state_string(seat) == state.information(seat)
    assert state.observation_string(seat) == state.inner.view(seat)


def test_a_game_with_options_is_written_and_read_as_one_text() -> None:
    game = pyspiel.load_game("parlour_hex(size=5,pie=no)")
    assert game.inner.name == "hex:pie=no,size=5"
    assert pyspiel.load_game(str(game)).inner.name == game.inner.name


def test_a_seat_cannot_tell_what_was_drawn_anew() -> None:
    state = pyspiel.load_game("parlour_tiger_bridge").new_initial_state()
    state.apply_action(11)
    anew = [state.resample_from_infostate(0, np.random.RandomState(k).rand) for k in range(5)]
    assert len({str(other) for other in anew}) > 1
    assert {other.information_state_string(0) for other in anew} == {
        state.information_state_string(0)
    }
    assert all(other.legal_actions() == state.legal_actions() for other in anew)


def test_openspiels_search_with_hidden_information_plays() -> None:
    game = pyspiel.load_game("parlour_revolver(players=5,rounds=1)")
    state, rng = game.new_initial_state(), np.random.RandomState(3)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=10,
        max_world_samples=-1,
        random_state=rng,
    )
    while not state.is_terminal():
        chance = state.is_chance_node()
        state.apply_action(state.chance_outcomes()[0][0] if chance else bot.step(state))
    assert sum(state.returns()) == 0


def test_regret_finds_what_cannot_be_exploited() -> None:
    begun = parlour.game("hex", size=3, pie="no").start()
    for text in ("b2", "a1", "c3", "a3"):
        begun.play(text)
    game = pyspiel.load_game("parlour_hex", {"size": 3, "pie": "no", "position": begun.text})
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 4


@pytest.mark.parametrize(
    ("given", "why"),
    [("deals_drawn=0", "999999"), ("decisions_recalled=-1", "0 to"), ("rounds=99", "1 to 15")],
)
def test_what_is_not_allowed_is_refused(given: str, why: str) -> None:
    with pytest.raises(ParlourError, match=why):
        pyspiel.load_game(f"parlour_revolver({given})")


STEPPED = ["hex:move_limit=5,size=4", "stones-of-fortune", "chainn"]


@pytest.mark.long
@pytest.mark.parametrize("name", STEPPED)
def test_compiled_positions_step_as_plain_ones(name: str) -> None:
    game, rng = parlour.game(name), random.Random(5)
    trees = [GameTree(game, 7, False) for _ in range(2)]
    trees[0].can_compile, trees[1].plies = False, PLAIN_PLIES + 1
    plain, compiled = (TreePosition(tree, game.start()) for tree in trees)
    while plain.turn is not None:
        assert (compiled.turn, compiled.legal) == (plain.turn, plain.legal)
        chance = plain.turn == parlour.CHANCE
        assert not chance or compiled.chances() == plain.chances()
        action = rng.choice([number for number, _ in plain.chances()] if chance else plain.legal)
        assert compiled.text(action) == plain.text(action)
        left, kept = compiled.copy(), compiled.legal
        plain.play(action)
        compiled.play(action)
        assert left.legal == kept
    assert compiled.turn is None
    assert compiled.scores == plain.scores
    assert compiled.state == plain.state


@pytest.mark.long
def test_compiled_positions_know_repetition() -> None:
    game = parlour.game("chess")
    tree = GameTree(game, 1, False)
    tree.plies = PLAIN_PLIES + 1
    at = TreePosition(tree, game.start().play("g1-f3").play("g8-f6"))
    for text in ["f3-g1", "f6-g8", "g1-f3", "g8-f6", "f3-g1"]:
        at.play(tree.actions.index(at.state, text))
    assert at.turn == 1
    at.play(tree.actions.index(at.state, "f6-g8"))
    assert (at.turn, at.scores) == (None, [0.5, 0.5])


def dark_hex(**options: int) -> pyspiel.Game:
    (name,) = openspiel.register(str(DARK_HEX))
    return pyspiel.load_game(name, options)


def test_information_states_recall_all_that_a_seat_has_seen() -> None:
    """Same text, same tensor, same earlier decisions and actions; and the other way round."""
    found: dict[str, set[tuple[bytes, tuple[str | int, ...]]]] = defaultdict(set)
    for state, past in histories(dark_hex(size=2).new_initial_state(), 4, ((), ())):
        seat = state.current_player()
        text = state.information_state_string(seat)
        tensor = np.array(state.information_state_tensor(seat), np.float32).tobytes()
        found[text].add((tensor, past[seat]))
    assert all(len(alike) == 1 for alike in found.values())
    tensors = [tensor for alike in found.values() for tensor, _ in alike]
    assert len(set(tensors)) == len(tensors) == 32


Past = tuple[tuple[str | int, ...], ...]


def histories(state: pyspiel.State, depth: int, past: Past) -> Iterator[tuple[pyspiel.State, Past]]:
    """The running states of a tree, each with the information and the actions of both seats before."""
    if state.is_terminal():
        return
    yield state, past
    seat = state.current_player()
    for action in state.legal_actions() if depth else ():
        more = list(past)
        more[seat] += (state.information_state_string(seat), action)
        yield from histories(state.child(action), depth - 1, tuple(more))


def test_information_state_tensors_have_room_or_are_not_there() -> None:
    assert dark_hex().information_state_tensor_shape() == [9, 17]
    state = dark_hex(decisions_recalled=1).new_initial_state()
    assert len(state.information_state_tensor(0)) == 17
    state.apply_action(0)
    state.apply_action(1)
    with pytest.raises(ParlourError, match="larger decisions_recalled"):
        state.information_state_tensor(0)
    kind = pyspiel.load_game("parlour_tiger_bridge").get_type()
    assert not kind.provides_information_state_tensor


BOUNDED = [
    ("parlour_tiger_bridge(deals=1)", 134),
    ("parlour_tiger_bridge(move_limit=3)", 26),
    ("parlour_revolver(players=5,move_limit=2)", 22),
    ("parlour_revolver(players=2,decisions_recalled=50)", 49),
    ("parlour_naval_qi(sea=8,chests=20,decisions_recalled=60)", 59),
]


@pytest.mark.parametrize(("name", "longest"), BOUNDED)
def test_games_that_are_bounded_or_asked_have_tensors(name: str, longest: int) -> None:
    game, rng = pyspiel.load_game(name), random.Random(4)
    rows, size = game.information_state_tensor_shape()
    assert game.get_type().provides_information_state_tensor
    assert rows == longest + 1
    state = game.new_initial_state()
    made = [0] * game.num_players()
    for _ in range(10):
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        if state.is_terminal():
            break
        seat, action = state.current_player(), rng.choice(state.legal_actions())
        table = np.reshape(state.information_state_tensor(seat), (rows, size))
        assert not table[made[seat] + 1 :].any()
        assert (table[: made[seat] + 1, :-1].any(axis=1)).all()
        state.apply_action(action)
        after = np.reshape(state.information_state_tensor(seat), (rows, size))
        assert after[made[seat], -1] == 1 + action
        made[seat] += 1
