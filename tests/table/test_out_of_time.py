"""What follows when a seat's time is out."""

from __future__ import annotations

from fractions import Fraction

import parlour
from parlour.table.conduct import Table, least_binding


def test_of_two_seats_the_other_wins() -> None:
    table = Table(parlour.game("hex:size=3").start(), frozenset({0, 1}))
    outcome = table.out_of_time(0)
    assert outcome is not None
    assert (outcome.scores, outcome.reason) == ((Fraction(0), Fraction(1)), "time")


def test_of_many_seats_a_bot_plays_on() -> None:
    state = parlour.game("tiger-bridge").start()
    assert Table(state, frozenset({0})).out_of_time(0) is None


def test_the_least_binding_move() -> None:
    """To decline where one can; else the lowest card, numbers below pictures."""
    state = parlour.game("tiger-bridge").start()
    state.play(state.draw(3))
    assert least_binding(state) == "decline"
    state.play("5N")
    for _ in range(3):
        state.play("decline")
    order = "12345678PWSBT"
    lowest = min(order.index(card[0]) for card in state.moves())
    assert order.index(least_binding(state)[0]) == lowest
    assert least_binding(parlour.game("hex:size=3").start()) == "a1"


def test_ends_at_the_table_have_the_games_own_scores() -> None:
    """So that a match can take them: TigerChequers 3-0 and 1-1, NavalQi 4-0, later 2-0."""
    rows = {
        "hex:size=3": (("0", "1"), ("1/2", "1/2")),
        "tiger-chequers": (("0", "3"), ("1", "1")),
        "naval-qi": (("0", "4"), ("2", "2")),
        "naval-qi:points=win": (("0", "1"), ("1/2", "1/2")),
        "twindraughts": (("0", "1"), ("1/2", "1/2")),
    }
    for game, (lost, drawn) in rows.items():
        table = Table(parlour.game(game).start(), frozenset({0, 1}))
        outcome = table.out_of_time(0)
        assert outcome is not None
        assert outcome.scores == tuple(map(Fraction, lost)), game
        assert table.agreement().scores == tuple(map(Fraction, drawn)), game
