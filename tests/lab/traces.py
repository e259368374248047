"""Traces for tests: games played at random, and games made up of values."""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np

import parlour
from parlour.kernel import chance_codes
from parlour.kernel.layout import CHANCE
from parlour.lab.trace import MORE, Trace
from parlour.table.game import State


def random_trace(name: str, number: int = 0, position: str = "") -> Trace:
    """A game of random moves, with the number of legal moves at each."""
    game = parlour.game(name)
    state = game.read(position) if position else game.start()
    rng = random.Random(number)
    turns: list[int] = []
    words: list[int] = []
    choices: list[int] = []
    while (turn := state.turn) is not None:
        legal = state.moves()
        text = state.draw(rng) if turn == CHANCE else rng.choice(legal)
        code = state.code(text)
        parts = chance_codes.split_code(code)
        turns += [turn] + [MORE] * (len(parts) - 1)
        words += parts
        choices.append(len(legal))
        state.play(text)
    return _trace(state, number, turns, words, choices, position)


def _trace(
    state: State,
    number: int,
    turns: list[int],
    words: list[int],
    choices: list[int],
    position: str,
) -> Trace:
    assert state.outcome is not None
    return Trace(
        id=f"1.1.{number + 1}",
        variant=state.game.name,
        players=("random",) * state.game.seats,
        budget=0,
        number=number,
        seed=number,
        turns=np.array(turns, np.int8),
        words=np.array(words, np.int64),
        choices=np.array(choices, np.int32),
        scores=state.outcome.scores,
        reason=state.outcome.reason,
        details=state.outcome.details,
        position=position,
    )


def told_trace(
    values: Sequence[Sequence[float]] | None = None,
    scores: Sequence[float | str] = (1, 0),
    reason: str = "won",
    choices: Sequence[int] = (5, 1, 3),
    turns: Sequence[int] | None = None,
    details: Mapping[str, str] | None = None,
    players: Sequence[str] = ("a", "b"),
    number: int = 0,
) -> Trace:
    """A game of which only these numbers are known."""
    plies = len(values) if values is not None else len(choices)
    moved = [i % len(scores) for i in range(plies)] if turns is None else turns
    return Trace(
        id=f"1.1.{number + 1}",
        variant="hex:size=3",
        players=tuple(players),
        budget=0,
        number=number,
        seed=number,
        turns=np.array(moved, np.int8),
        words=np.zeros(plies, np.int64),
        choices=np.array(choices if values is None else [2] * plies, np.int32),
        scores=tuple(Fraction(score) for score in scores),
        reason=reason,
        details=details or {},
        values=None if values is None else np.array(values, np.float32),
    )
