"""The conduct of a game between seats: who may do what, and what follows, by values alone."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import parlour
from parlour.table.conduct import DRAW, UNDO, NotAllowed, Offer, Table, agrees_to_draw, told_nothing
from parlour.table.outcome import Outcome, headline, score_text

BOTH = frozenset({0, 1})
MINE = frozenset({0})


def hex_table(*moves: str, people: frozenset[int] = BOTH, **more: object) -> Table:
    state = parlour.game("hex:size=4,pie=no").start()
    for move in moves:
        state.play(move)
    return Table(state, people, **more)  # type: ignore[arg-type]


def refused(what: Callable[[], object]) -> str:
    with pytest.raises(NotAllowed) as found:
        what()
    assert str(found.value).endswith(".")
    return found.value.code


def test_only_the_seat_to_move_moves() -> None:
    table = hex_table("a1")
    assert table.seat_to_move(BOTH) == 1
    assert refused(lambda: table.seat_to_move(MINE)) == "not-your-turn"
    assert refused(lambda: table.seat_to_move(frozenset())) == "not-your-seat"
    over = hex_table("a1", agreed=table.agreement())
    assert refused(lambda: over.seat_to_move(BOTH)) == "game-over"


def test_taking_back_goes_to_where_a_held_seat_was_to_move() -> None:
    table = hex_table("a1", "b2", "c3")
    assert table.take_back(MINE) == Offer(UNDO, 0, 2, MINE)
    assert table.take_back(frozenset({1})) == Offer(UNDO, 1, 1, frozenset({1}))
    assert not table.is_settled(table.take_back(MINE))
    assert table.waits_for(table.take_back(MINE)) == {1}
    alone = hex_table("a1", "b2", "c3", people=MINE)
    assert alone.is_settled(alone.take_back(MINE))
    assert refused(lambda: hex_table("a1").take_back(frozenset({1}))) == "nothing-to-undo"
    assert refused(lambda: table.take_back(frozenset())) == "not-your-seat"


def test_an_agreed_end_alone_is_taken_back() -> None:
    ended = Outcome((Fraction(0), Fraction(1)), "resignation")
    for people in (BOTH, MINE):  # nothing is hidden: a bot may play on as well
        table = hex_table("a1", "b2", people=people, agreed=ended)
        assert not table.lies_open
        assert table.take_back(MINE).ply == 2


def hidden(people: frozenset[int], **more: object) -> Table:
    state = parlour.game("naval-qi").start()
    while state.turn == parlour.CHANCE:
        state.play(state.draw(1))
    first = int(state.turn or 0)
    state.play(state.moves()[0] if state.moves() else "ready")
    assert state.turn == first
    return Table(state, people, **more)  # type: ignore[arg-type]


def test_a_hidden_games_end_opens_it_and_a_bot_does_not_play_on() -> None:
    table = hidden(BOTH)
    mover = int(table.state.turn or 0)
    _, ended = table.resignation(frozenset({mover}))
    assert ended is not None
    assert ended.scores[mover] == 0
    opened = Table(table.state, BOTH, ended)
    assert opened.lies_open
    assert opened.take_back(MINE) == Offer(UNDO, 0, len(table.state.past), MINE)
    assert not opened.is_settled(opened.take_back(MINE))  # all must agree, whoever asks
    bots = Table(table.state, MINE, ended)
    assert refused(lambda: bots.take_back(MINE)) == "lies-open"


def test_only_whoever_made_a_silent_move_takes_it_back() -> None:
    """What the other seat is answered does not depend on how many hidden steps there were."""
    table = hidden(BOTH)
    mover = int(table.state.turn or 0)
    assert told_nothing(table.state)
    assert table.take_back(frozenset({mover})).seat == mover
    other = frozenset({1 - mover})
    assert refused(lambda: table.take_back(other)) in ("nothing-to-undo", "told-something")


def dealt_solitaire() -> parlour.State:
    state = parlour.game("chainn").start()
    while state.turn == parlour.CHANCE:
        state.play(state.draw(1))
    return state


def test_resigning_and_who_plays_on() -> None:
    assert hex_table("a1").resignation(MINE)[1] == Outcome(
        (Fraction(0), Fraction(1)), "resignation"
    )
    assert hex_table("a1").resignation(BOTH) == hex_table("a1").resignation(BOTH, 1)
    three = Table(parlour.game("yavalath:players=3").start(), frozenset({0, 2}))
    assert three.resignation(frozenset({2})) == (2, None)
    assert refused(lambda: three.resignation(MINE, 2)) == "not-your-seat"
    one = Table(dealt_solitaire(), MINE)
    seat, ended = one.resignation(MINE)
    assert (seat, ended) == (0, Outcome((Fraction(0),), "resignation"))


def test_a_draw_is_offered_at_ones_turn_and_answered_by_all() -> None:
    table = hex_table("a1")
    offer = table.draw(frozenset({1}))
    assert offer == Offer(DRAW, 1, 1, frozenset({1}))
    assert refused(lambda: table.draw(MINE)) == "not-your-turn"
    asked = hex_table("a1", offer=offer)
    assert refused(lambda: asked.made(offer)) == "already-offered"
    assert refused(lambda: asked.answered(frozenset({1}), True)) == "your-own-offer"
    assert asked.answered(MINE, False) is None
    agreed = asked.answered(MINE, True)
    assert agreed is not None
    assert asked.is_settled(agreed)
    assert asked.agreement() == Outcome((Fraction(1, 2),) * 2, "agreement")
    assert refused(lambda: table.answered(MINE, True)) == "no-offer"
    one = Table(dealt_solitaire(), MINE)
    assert refused(lambda: one.draw(MINE)) == "no-draw"


def test_bots_agree_where_they_stand_clearly_worse() -> None:
    assert [agrees_to_draw(value) for value in (None, 0.5, 0.61, 1.0)] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("text", ["", "undo", "undo 0 1", "undo a 1 ", "bribe 0 1 ", "draw 0 1 x"])
def test_a_damaged_offer_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Offer.read(text)


def test_an_offer_is_kept_as_text() -> None:
    for offer in (Offer(UNDO, 2, 40, frozenset({2, 0})), Offer(DRAW, 0, 0)):
        assert Offer.read(offer.text) == offer


def test_the_winner_in_words() -> None:
    names = ("Red", "Blue")
    won = Outcome((Fraction(1), Fraction(0)), "red-chain")
    assert headline(names, won) == "Red wins"
    assert headline(names, won, you=0) == "You win"
    assert headline(names, won, you=1) == "Red wins"
    three = ("White", "Black", "Red")
    assert headline(three, Outcome.parse("#full-board:0,1/2,1/2")) == "Black and Red share the win"
    assert headline(three, Outcome.parse("#full-board:1/3,1/3,1/3")) == "A draw"
    assert headline(("You",), Outcome.parse("#solved:1")) == "Won"
    assert headline(("You",), Outcome.parse("#stuck:0")) == "Lost"
    assert [score_text(Fraction(n, 4)) for n in range(5)] == ["0", "¼", "½", "¾", "1"]
