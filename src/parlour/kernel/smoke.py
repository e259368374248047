"""Smoke test for rules: play random games uncompiled, so that mistakes raise ordinary Python errors.

Compiled code does not check indices, and compiler messages are about types. So the loader plays new
rules uncompiled for a moment before it compiles them, and again if compilation fails.
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

    Errors in the rules are raised unchanged. BadRules reports a violation of the protocol: no legal move
    in a running game, a move list longer than MAX_MOVES, an evaluation that is not a number.
    """
    if not isinstance(rules.MARGIN, int) or rules.MARGIN < 0:
        raise BadRules(f"MARGIN is {rules.MARGIN!r}; expected 0 or a positive whole number")
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
    """Call every function that a search may call for `s`, then play a random move."""
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
        raise BadRules("legal_moves returns no move in a running game; play must end the game")
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
    """Raise BadRules if a function of the rules returns no number, for instance for want of a return."""
    if not isinstance(value, Real):
        raise BadRules(f"{name} returns {value!r}; expected a whole number")
