"""The arrays of `vectors.py`, as compiled steps get them."""

from __future__ import annotations

from typing import Any, NamedTuple


class VectorArrays(NamedTuple):
    """The arrays that compiled steps work on, a row for each game."""

    states: Any
    masks: Any
    moves: Any
    numbers: Any  # the action of each of `moves`, where codes are no actions
    counts: Any
    turns: Any
    boards: Any
    extras: Any
    observations: Any  # no layers: none are made
    scores: Any
    ended: Any
    plies: Any
    left: Any  # the moves that each seat has before the move limit
    keys: Any  # of the positions so far, where repetition can end a game; `stood` says how many
    stood: Any
    rng: Any
    is_hidden: int
    learner: int  # the seat that is not played at random, -1: all seats
    most: int  # plies after which a game is broken off
    limit: int  # the move limit of a seat, or of all together
    together: int
    rules_count: int  # whether the rules count for the move limit themselves
    limit_reason: int  # the number of its reason if the rules have one, else -1
    repetitions: int  # how often a position must occur to end the game; 0: as often as it likes
    repetition_reason: int
