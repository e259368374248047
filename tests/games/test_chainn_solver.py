"""Chainn's solver against plain exhaustive search, its limits and its claims; planners."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.games.chainn import solver
from parlour.games.chainn.solver import ChainnSolution, _barred, plan, solve
from parlour.players import player

TOGETHER = "AC,2C,AD,2D/3C,KC,3D,KD/AH,2H,AS,2S/3H,KH,3S,KS"
TWO_MOVES = "AC,2C,AD,2D/3C,AS,3D,KD/AH,2H,KC,2S/3H,KH,3S,KS"


def dealt(seed: int, options: str = "") -> parlour.State:
    state = parlour.game(f"chainn{options}").start()
    return state.play(state.draw(seed))


def check(state: parlour.State, solution: ChainnSolution) -> None:
    """The line wins, with as many sequences and moves as it says."""
    assert solution.line is not None
    end = state.copy()
    for text in solution.line:
        end.play(text)
    assert end.outcome is not None
    assert end.outcome.reason == "contiguous"
    before, after = counts(state), counts(end)
    assert (solution.sequences, solution.moves) == (after[0] - before[0], after[1] - before[1])


def counts(state: parlour.State) -> tuple[int, int]:
    sequences, moves = next(f for f in reversed(state.text.split(" ")) if f[0] != "#").split("/")
    return int(sequences), int(moves)


def wins(state: parlour.State, moves: int, sequences: int) -> bool:
    """By plain play of every line: whether the game can be won within so much."""
    if state.outcome is not None:
        return state.outcome.reason == "contiguous"
    between = state.text.split(" ")[2] == "-"
    if moves == 0 or (between and sequences == 0):
        return False
    for text in state.moves():
        won = wins(state.play(text), moves - 1, sequences - between)
        state.undo()
        if won:
            return True
    return False


def test_fewest_moves_against_plain_search() -> None:
    found = []
    for seed in range(300):
        solution = solve(dealt(seed), "moves")
        if solution.moves <= 3:
            found.append(solution.moves)
            state = dealt(seed)
            check(state, solution)
            assert solution.proven
            assert wins(state, solution.moves, solution.sequences)
            assert not wins(state, solution.moves - 1, 9)
    assert len(found) >= 5


def test_fewest_sequences_against_plain_search() -> None:
    state = parlour.game("chainn").read(f"chainn {TWO_MOVES} - - - 0/0")
    solution = solve(state)
    assert (solution.sequences, solution.moves, solution.proven) == (1, 2, True)
    assert solution.line == ("b3-c2", "-b3") or solution.line == ("c2-b3", "-c2")
    assert str(solution) == "1 sequence, 2 moves (proven)"


def test_random_deals_are_solved_and_proven() -> None:
    for seed in range(25):
        state = dealt(seed)
        fewest_moves, fewest_sequences = solve(state, "moves"), solve(state, "sequences")
        for solution in (fewest_moves, fewest_sequences):
            check(state, solution)
            assert solution.proven
        assert fewest_moves.moves <= fewest_sequences.moves
        assert fewest_sequences.sequences <= fewest_moves.sequences


def test_the_options_say_what_is_counted() -> None:
    assert solve(dealt(3)) == solve(dealt(3), "sequences")
    assert solve(dealt(3, ":count=moves")) == solve(dealt(3), "moves")
    with pytest.raises(ValueError, match="sequences or moves"):
        solve(dealt(3), "cards")


def test_limits_are_kept() -> None:
    least = solve(dealt(0), "moves").moves
    tight = solve(dealt(0, f":move_limit={least}"), "moves")
    check(dealt(0, f":move_limit={least}"), tight)
    assert tight.moves == least
    hopeless = solve(dealt(0, f":move_limit={least - 1}"))
    assert hopeless.line is None
    assert hopeless.proven
    assert str(hopeless) == "cannot be won"
    one = solve(dealt(0, ":par_limit=1"), "moves")
    check(dealt(0, ":par_limit=1"), one)
    assert one.sequences == 1


def test_within_a_sequence() -> None:
    rng = random.Random(1)
    solved = 0
    for seed in range(20):
        state = dealt(seed)
        state.play(rng.choice(state.moves()))
        if state.turn == 0:
            solution = solve(state, "moves", nodes=2_000_000)
            if solution.line is not None:
                check(state, solution)
                solved += 1
    assert solved >= 3


def test_a_sequence_that_can_only_go_round_is_lost() -> None:
    layout = "KC,KD,2D,3D/2C,AC,2H,KH/2S,AH,AD,KS/3C,3H,AS,3S"
    state = parlour.game("chainn").read(f"chainn {layout} - - - 0/0")
    check(state, solve(state))
    solution = solve(state.play("b1-a1"))  # threes on three corners, a king on the fourth
    assert solution.line is None
    assert solution.proven


def test_no_position_is_made_to_stand_for_the_third_time() -> None:
    layout = "3S,KD,2D,3D/2C,AC,2H,KH/2S,AH,AD,KS/3C,KC,AS,3H"
    state = parlour.game("chainn").read(f"chainn {layout} - - - 0/0").play("a1-d4")
    for k, text in enumerate(("-d1", "-d4") * 6):
        assert len(_barred(state)) == max(0, k - 5)
        check(state, solve(state, "moves"))
        state.play(text)
    assert state.outcome is not None
    assert state.outcome.reason == "endless"


def test_what_is_decided_already() -> None:
    game = parlour.game("chainn")
    assert solve(game.read(f"chainn {TOGETHER} - - - 0/0")).line == ()
    lost = solve(game.read(f"chainn {TWO_MOVES} - - - 0/0").play("c1-b2"))  # KH under nothing: a 3
    assert lost.line is None
    assert lost.proven
    with pytest.raises(ValueError, match="dealt"):
        solve(game.start())


def test_honest_where_the_budget_is_too_small() -> None:
    solution = solve(dealt(0), nodes=10)
    assert solution.line is None
    assert not solution.proven
    assert str(solution) == "no line found; there may be one"


def test_planners_win() -> None:
    rng = random.Random(2)
    for ahead in (2, 4):
        state = dealt(5)
        while state.turn is not None:
            for text in plan(state, ahead, rng):
                state.play(text)
        assert state.outcome is not None
        assert state.outcome.reason == "contiguous"


def test_plain_python_plans_what_compiled_code_plans(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(4):
        state = dealt(seed)
        if seed % 2:
            state.play(state.moves()[10 * seed])
        monkeypatch.setattr(solver, "NEAR", 4)
        plain = [plan(state, ahead, random.Random(seed)) for ahead in (2, 4)]
        monkeypatch.setattr(solver, "NEAR", 0)
        assert plain == [plan(state, ahead, random.Random(seed)) for ahead in (2, 4)]


@pytest.mark.parametrize("level", range(1, 8))
def test_players_win_from_the_level_on_that_makes_no_blunders(level: int) -> None:
    """Weaker ones may be stuck, as beginners are."""
    state = dealt(6)
    bot = player(level, state.game, seed=3)
    while state.turn is not None:
        state.play(bot.choose(state))
    assert state.outcome is not None
    assert state.outcome.reason in ("contiguous", "stuck")
    assert state.outcome.reason == "contiguous" or bot.blunder


def test_a_planner_looks_one_move_ahead_at_least() -> None:
    with pytest.raises(parlour.BadPlayer, match="ahead=0: expected more than 0"):
        player("planner:ahead=0", parlour.game("chainn"))


def test_the_solver_says_what_it_proved() -> None:
    state = dealt(6, ":count=moves")
    bot = player("solver", state.game, seed=1)
    advice = bot.advise(state)
    assert advice.words == str(solve(state))
    assert advice.value == 1
    state.play(advice.move)
    assert bot.advise(state).line == advice.line[1:]


def test_the_solver_plays_on_where_all_is_lost() -> None:
    layout = "KC,KD,2D,3D/2C,AC,2H,KH/2S,AH,AD,KS/3C,3H,AS,3S"
    state = parlour.game("chainn").read(f"chainn {layout} - - - 0/0").play("b1-a1")
    bot = player("solver", state.game, seed=1)
    assert bot.advise(state).words == "cannot be won"
    assert bot.choose(state) in state.moves()
