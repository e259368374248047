"""Everything has words: choices, moves, ends, and which pieces a hint may point at; asked of every game."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import parlour
from parlour.kernel.layout import CHANCE
from parlour.kernel.moves import Step
from parlour.table.outcome import Outcome
from parlour.table.player import has_few_moves
from parlour.table.telling import SHARED, ending_words, last_move, reason_words
from tests.conformance.test_laws import random_states
from tests.conftest import first_everyday, option_sets, standard_games

CODE = re.compile(
    r"[_={}/>]|[a-z][0-9]*:|:[a-z0-9]"
)  # what stands in move texts, and not in speech
LONGEST = 90  # characters of a move in words


def words_of(state: parlour.State) -> set[Step]:
    """The words that may be chosen in a state."""
    if not has_few_moves(state) or state.turn in (None, CHANCE):
        return set()
    return {step for move in state.legal for step in move.steps if step.kind == "word"}


@pytest.mark.parametrize("name", standard_games())
def test_every_choice_and_every_move_has_words(name: str) -> None:
    for end in random_states(name, games=1, plies=60, seed=3):
        state = end.copy()
        for ply in range(len(end.past)):
            for seat in (None, *range(end.game.seats)):
                told = last_move(end, seat, ply)
                assert len(told) <= LONGEST, told
                assert not CODE.search(told), told
        for _ in range(min(len(state.history), 40)):
            state.undo()
            for step in words_of(state):
                assert (
                    step.words[:1] != step.words[:1].lower()
                    or step.words[:1].isdigit()
                    or not step.text
                )
                assert not CODE.search(step.words), step


WHO_TWICE = re.compile(r"(.+) won: \1 ", re.IGNORECASE)

# A thousand deals may end in so many ways that listing them takes a minute.
FEW_ENDS = [name for name in option_sets() if "deals=1000" not in name]


@pytest.mark.parametrize("name", first_everyday(FEW_ENDS))
def test_every_end_is_told_in_words(name: str) -> None:
    game = parlour.game(name)
    for reason, rows in game.endings.possible.items():
        assert reason in game.notation.ENDED or reason in SHARED, f"{reason} has no words in ENDED"
        assert reason_words(game, reason)
        for scores in list(rows)[:6]:
            for you in ((), (0,), (game.seats - 1,), tuple(range(game.seats))):
                told = ending_words(game, Outcome(scores, reason), you)
                assert "{" not in told
                assert told.endswith(".")
                assert not WHO_TWICE.match(told), told


def test_an_end_is_told_to_whoever_reads_it() -> None:
    game = parlour.game("hex")
    won = Outcome((Fraction(1), Fraction(0)), "red-chain")
    assert ending_words(game, won, (0,)) == "You won: your chain joins top and bottom."
    assert ending_words(game, won, (1,)) == "You lost: Red's chain joins top and bottom."
    gone = Outcome((Fraction(0), Fraction(1)), "resignation")
    assert ending_words(game, gone, (0,)) == "You lost: you resigned."
    assert ending_words(game, gone) == "Blue won: Red resigned."
    four = Outcome((Fraction(1), Fraction(0)), "four-in-a-row")
    yavalath = parlour.game("yavalath")
    assert ending_words(yavalath, four) == "White won with four in a row."
    assert ending_words(yavalath, four, (1,)) == "You lost: White won with four in a row."
    half = Outcome((Fraction(1, 2),) * 2, "agreement")
    assert ending_words(game, half, (0,)) == "A draw: both sides agreed to a draw."


@pytest.mark.parametrize(
    ("name", "moves", "told"),
    [
        ("lines-of-action", ("b1-b3",), "b1 to b3"),
        ("lines-of-action", ("b1-b3", "h4-f2", "d1xf3"), None),
        ("hex", ("c3",), "c3"),
        ("hex", ("c3", "swap"), "swap sides"),
    ],
)
def test_moves_in_words(name: str, moves: tuple[str, ...], told: str | None) -> None:
    state = parlour.game(name).start()
    for move in moves:
        if move in state.moves():
            state.play(move)
    assert told is None or last_move(state, None).lower() == told
