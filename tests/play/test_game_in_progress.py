"""A game in progress: who may do what, and what follows, by values alone."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import parlour
from parlour.play import conduct
from parlour.play.conduct import (
    DRAW,
    UNDO,
    NotAllowed,
    Offer,
    agreed_draw,
    agrees_to_draw,
    loss,
    revealed_nothing,
)
from parlour.play.game_clock import GameClock
from parlour.play.game_in_progress import BOT, PERSON, GameInProgress, Seat
from parlour.play.position import Position
from parlour.players.kinds import least_binding
from parlour.table.outcome import Outcome, headline, score_text

BOTH = frozenset({0, 1})
FIRST, SECOND = frozenset({0}), frozenset({1})


def start(
    name: str, people: frozenset[int] = BOTH, moves: tuple[str, ...] = (), **more: object
) -> GameInProgress:
    game = parlour.game(name)
    seats = tuple(Seat(PERSON) if i in people else Seat(BOT, "1") for i in range(game.seats))
    return GameInProgress(Position.replay(game, None, moves), seats, **more)  # type: ignore[arg-type]


def hex_game(*moves: str, people: frozenset[int] = BOTH, **more: object) -> GameInProgress:
    return start("hex:size=4,pie=no", people, moves, **more)


def timed(clock: str, *moves: str) -> GameInProgress:
    return hex_game(*moves, clock=GameClock.of(clock, "", 2)).start_clock(0)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(NotAllowed) as found:
        act()
    assert str(found.value).endswith(".")
    return found.value.code


def dealt(name: str, people: frozenset[int] = BOTH) -> GameInProgress:
    game = start(name, people)
    while game.turn == parlour.CHANCE:
        game = game.play(game.position.after(game.state.draw(1)), 0)
    return game


def test_only_the_player_to_move_moves() -> None:
    game = hex_game("a1")
    assert game.seat_to_move(BOTH) == 1
    assert refused(lambda: game.seat_to_move(FIRST)) == "not-your-turn"
    assert refused(lambda: game.seat_to_move(frozenset())) == "not-your-seat"
    over = game.end(agreed_draw(game.position.game), 0)
    assert refused(lambda: over.seat_to_move(BOTH)) == "game-over"


def test_undo_goes_back_to_the_owners_last_move() -> None:
    game = hex_game("a1", "b2", "c3")
    assert game.undo_offer(FIRST) == Offer(UNDO, 0, 2, FIRST)
    assert game.undo_offer(SECOND) == Offer(UNDO, 1, 1, SECOND)
    asked = game.propose(game.undo_offer(FIRST), 0)
    assert asked.position is game.position
    assert asked.unanswered == {1}
    alone = hex_game("a1", "b2", "c3", people=FIRST)
    assert alone.propose(alone.undo_offer(FIRST), 0).state.history == ("a1", "b2")
    assert refused(lambda: hex_game("a1").undo_offer(SECOND)) == "nothing-to-undo"
    assert refused(lambda: game.undo_offer(frozenset())) == "not-your-seat"
    assert refused(lambda: hex_game("a1", rated=True).undo_offer(FIRST)) == "rated"


def test_an_agreed_end_alone_is_undone() -> None:
    for people in (BOTH, FIRST):  # nothing is hidden: a bot may play on too
        ended = hex_game("a1", "b2", people=people).resign(people, 0)
        assert not ended.is_revealed
        offer = ended.undo_offer(FIRST)
        assert offer.ply == 2
        assert ended.carry_out(offer, 0).outcome is None


def hidden(people: frozenset[int]) -> GameInProgress:
    game = dealt("naval-qi", people)
    first = game.turn
    game = game.play(
        game.position.after(game.state.moves()[0] if game.state.moves() else "ready"), 0
    )
    assert game.turn == first
    return game


def test_a_hidden_games_end_reveals_it_and_a_bot_does_not_play_on() -> None:
    game = hidden(BOTH)
    mover = int(game.turn or 0)
    ended = game.resign(frozenset({mover}), 0)
    assert ended.outcome is not None
    assert ended.outcome.scores[mover] == 0
    assert ended.is_revealed
    offer = ended.undo_offer(FIRST)
    assert offer == Offer(UNDO, 0, len(game.state.past), FIRST)
    assert ended.propose(offer, 0).outcome is not None  # all must agree, whoever asks
    bots = replace(ended, seats=(Seat(PERSON), Seat(BOT, "1")))
    assert refused(lambda: bots.undo_offer(FIRST)) == "lies-open"


def test_only_the_player_who_made_a_silent_move_takes_it_back() -> None:
    """What the other player is answered does not depend on the number of hidden steps."""
    game = hidden(BOTH)
    mover = int(game.turn or 0)
    assert revealed_nothing(game.state)
    assert game.undo_offer(frozenset({mover})).seat == mover
    other = frozenset({1 - mover})
    assert refused(lambda: game.undo_offer(other)) in ("nothing-to-undo", "told-something")


def test_resigning_and_who_plays_on() -> None:
    lost = Outcome((Fraction(0), Fraction(1)), "resignation")
    game = hex_game("a1")
    assert game.resign(FIRST, 0).outcome == lost
    assert game.resign(BOTH, 0) == game.resign(BOTH, 0, 1)
    assert refused(lambda: game.resign(FIRST, 0, 1)) == "not-your-seat"
    three = start("yavalath:players=3", frozenset({0, 2})).resign(frozenset({2}), 0)
    assert (three.outcome, three.people, three.seats[2]) == (None, [0], Seat(BOT, "1"))
    one = dealt("chainn", FIRST).resign(FIRST, 0)
    assert one.outcome == Outcome((Fraction(0),), "resignation")


def test_a_draw_is_offered_on_ones_turn_and_answered_by_all() -> None:
    game = hex_game("a1")
    offer = game.draw_offer(SECOND)
    assert offer == Offer(DRAW, 1, 1, SECOND)
    assert refused(lambda: game.draw_offer(FIRST)) == "not-your-turn"
    asked = game.propose(offer, 0)
    assert asked.offer == offer
    assert refused(lambda: asked.propose(offer, 0)) == "already-offered"
    assert refused(lambda: asked.answer(SECOND, True, 0)) == "your-own-offer"
    assert asked.answer(FIRST, False, 0) == game
    agreed = asked.answer(FIRST, True, 0)
    assert agreed.outcome == Outcome((Fraction(1, 2),) * 2, "agreement")
    assert agreed.offer is None
    assert refused(lambda: game.answer(FIRST, True, 0)) == "no-offer"
    one = dealt("chainn", FIRST)
    assert refused(lambda: one.draw_offer(FIRST)) == "no-draw"
    assert asked.play(asked.position.after("b2"), 0).offer is None  # it lapses


def test_bots_agree_when_they_are_clearly_worse() -> None:
    found = [agrees_to_draw(value) for value in (None, 0.5, 0.61, 1.0)]
    assert found == [False, False, True, True]


@pytest.mark.parametrize("text", ["", "undo", "undo 0 1", "undo a 1 ", "bribe 0 1 ", "draw 0 1 x"])
def test_a_damaged_offer_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        Offer.read(text)


def test_an_offer_is_stored_as_text() -> None:
    for offer in (Offer(UNDO, 2, 40, frozenset({2, 0})), Offer(DRAW, 0, 0)):
        assert Offer.read(offer.text) == offer


# -- time --------------------------------------------------------------------------------------------


def test_with_two_players_the_other_wins_on_time() -> None:
    game = timed("countdown:time=1m")
    assert not game.is_due(59_999)
    assert game.catch_up(59_999, 1) is game
    ended = game.catch_up(60_000, 1)
    assert ended.outcome == Outcome((Fraction(0), Fraction(1)), "time")
    assert ended.clock is not None
    assert ended.clock.is_over
    assert refused(lambda: ended.undo_offer(FIRST)) == "clock"


def test_with_more_players_a_bot_plays_on() -> None:
    three = start(
        "yavalath:players=3",
        frozenset({0, 1, 2}),
        clock=GameClock.of("countdown:time=1m", "", 3),
    ).start_clock(0)
    late = three.catch_up(60_000, 1)
    assert (late.outcome, late.people) == (None, [1, 2])
    assert not late.is_due(10**9)


def test_a_limit_for_each_move_makes_the_move_and_starts_again() -> None:
    game = timed("per-move:time=2s")
    late = game.catch_up(2_000, 1)
    assert late.state.history == ("a1",)
    assert late.clock is not None
    assert (late.turn, late.clock.falls) == (1, 4_000)
    assert refused(lambda: late.undo_offer(FIRST)) == "clock"


def test_a_pause_gives_back_the_time() -> None:
    game = timed("countdown:time=1m").leave(10_000)
    assert not game.is_due(10**9)
    again = game.come_back(100_000)
    assert again.clock is not None
    assert again.clock.falls == 150_000


def test_undo_gives_back_the_time_of_the_moves() -> None:
    game = timed("countdown:time=1m")
    game = game.play(game.position.after("a1"), 10_000)
    back = game.carry_out(game.undo_offer(FIRST), 30_000)
    assert back.clock is not None
    assert back.clock.falls == 30_000 + 60_000


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


def test_agreed_ends_have_the_games_own_scores() -> None:
    """So that a match can take them: TigerChequers 3-0 and 1-1, NavalQi 4-0, later 2-0."""
    rows = {
        "hex:size=3": (("0", "1"), ("1/2", "1/2")),
        "tiger-chequers": (("0", "3"), ("1", "1")),
        "naval-qi": (("0", "4"), ("2", "2")),
        "naval-qi:points=win": (("0", "1"), ("1/2", "1/2")),
        "twindraughts": (("0", "1"), ("1/2", "1/2")),
    }
    for name, (lost, drawn) in rows.items():
        game = parlour.game(name)
        outcome = loss(game.start(), 0, "time")
        assert outcome is not None
        assert outcome.scores == tuple(map(Fraction, lost)), name
        assert agreed_draw(game).scores == tuple(map(Fraction, drawn)), name
    assert loss(parlour.game("tiger-bridge").start(), 0, "time") is None


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


def test_the_package_is_pure() -> None:
    """Only `wall_clock` reads the time; nothing waits, stores, sends, or draws lots."""
    impure = {"asyncio", "fastapi", "random", "rich", "socket", "sqlalchemy", "threading", "time"}
    for path in Path(conduct.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
        names |= {n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
        found = {name.partition(".")[0] for name in names} & impure
        assert found == ({"time"} if path.stem == "wall_clock" else set()), path
