"""A few random plies by the plain rules, so that a mistake in a rules file shows as Python's own error.

Compiled code does not check indices, and a compiler's messages are about types. So new rules are
played a little uncompiled before their machine code is trusted, and again when compiling fails.
"""

from __future__ import annotations

import time
from numbers import Real
from typing import Any

from parlour.errors import BadRules
from parlour.kernel.layout import CHANCE, OVER, Record, new_plain, room_for_moves
from parlour.kernel.primitives import below

SECONDS = 0.25


def rehearse(rules: Any, seconds: float = SECONDS, seed: int = 1) -> None:
    """Play random games by the plain `rules` for about `seconds`.

    Whatever the rules raise comes through with its own line; BadRules is raised where they run but
    break the protocol (no legal move in a running game, a move list longer than MAX_MOVES, an
    evaluation that is no number).
    """
    if not isinstance(rules.MARGIN, int) or rules.MARGIN < 0:
        raise BadRules(f"MARGIN is {rules.MARGIN!r}; expected a whole number from 0 on")
    end = time.perf_counter() + seconds
    rng = [seed]
    while time.perf_counter() < end:
        s = new_plain(rules.STATE)
        rules.start(s)
        while s.turn != OVER and time.perf_counter() < end:
            _step(rules, s, rng)
        if s.turn == OVER:
            for seat in range(rules.SEATS):
                rules.payoff(s, seat)


def _step(rules: Any, s: Record, rng: list[int]) -> None:
    """Ask everything that a search may ask of `s`, then play on at random."""
    rules.key(s)
    if s.turn == CHANCE:
        rules.outcomes(s, [0] * rules.MAX_OUTCOMES, [0] * rules.MAX_OUTCOMES)
        outcome = rules.draw(s, rng)
        rules.unfinished(s, outcome)
        rules.play(s, outcome)
        return
    if s.turn not in range(rules.SEATS):
        raise BadRules(f"s.turn is {s.turn}; expected a seat below {rules.SEATS}, CHANCE or OVER")
    out = [0] * room_for_moves(rules, s)
    n = rules.legal_moves(s, out)
    if n < 1:
        raise BadRules("legal_moves gives none in a game that is not over; play must end it")
    move = out[below(rng, n)]
    for seat in range(rules.SEATS):
        _number("evaluate", rules.evaluate(s, seat))
        rules.limit_payoff(s, seat)
        rules.still_in(s, seat)
    rules.cells(s, [0] * rules.CODED_CELLS)
    rules.extras(s, [0] * rules.EXTRAS)
    _number("noisy", rules.noisy(s, move))
    _number("urgent", rules.urgent(s, out))
    _number("stands", rules.stands(s, s.turn, move))
    rules.counts(s, move)
    rules.random_move(s, out, rng)
    rules.count_moves(s, out)
    rules.play(s, move)


def _number(name: str, value: object) -> None:
    """Raise BadRules where a function of the rules gives no number: it may end without a return."""
    if not isinstance(value, Real):
        raise BadRules(f"{name} gives {value!r}; expected a whole number")
