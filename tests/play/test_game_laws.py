"""Laws of a game in progress: a random run of events, its replay, and its stored copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.errors import ParlourError
from parlour.play.game_clock import GameClock
from parlour.play.game_in_progress import PERSON, GameInProgress, Seat
from parlour.play.position import Position
from parlour.play.saved_game import SavedGame, difference

GAME = parlour.game("hex:size=3,pie=no")
CLOCKS = [None, "countdown:time=20s,increment=2s", "per-move:time=5s", "calendar:bank=1m,per=10s"]

Event = Callable[[GameInProgress, int], GameInProgress]


def new_game(clock: str | None) -> GameInProgress:
    seats = (Seat(PERSON), Seat(PERSON))
    value = None if clock is None else GameClock.of(clock, "", 2)
    return GameInProgress(Position(GAME.start()), seats, value).start_clock(0)


def move(n: int) -> Event:
    def play(game: GameInProgress, now: int) -> GameInProgress:
        seat = game.seat_to_move({0, 1})
        moves = game.state.moves()
        assert game.turn == seat
        return game.play(game.position.after(moves[n % len(moves)]), now)

    return play


def conditional(seat: int, n: int) -> Event:
    def enter(game: GameInProgress, now: int) -> GameInProgress:
        moves = game.state.moves()
        text = " ".join(moves[(n + i) % len(moves)] for i in range(2)) if len(moves) > 1 else ""
        return game.enter_conditional_moves({seat}, text)

    return enter


seats = st.sampled_from([0, 1])
events = st.one_of(
    st.builds(move, st.integers(0, 8)),
    st.builds(move, st.integers(0, 8)),
    st.builds(lambda s: lambda game, now: game.propose(game.undo_offer({s}), now), seats),
    st.builds(lambda s: lambda game, now: game.propose(game.draw_offer({s}), now), seats),
    st.builds(lambda s, yes: lambda game, now: game.answer({s}, yes, now), seats, st.booleans()),
    st.builds(lambda s: lambda game, now: game.resign({s}, now), seats),
    st.builds(
        lambda s, n: lambda game, now: game.name_player(s, f"N{n}"), seats, st.integers(0, 3)
    ),
    st.just(lambda game, now: game.leave(now)),
    st.just(lambda game, now: game.come_back(now)),
    st.builds(conditional, seats, st.integers(0, 8)),
)
runs = st.lists(st.tuples(events, st.integers(0, 8_000)), max_size=20)


def facts(game: GameInProgress) -> tuple[Any, ...]:
    """A game as comparable facts."""
    clock = None if game.clock is None else (game.clock.timing.clock.text, game.clock.timing.events)
    log = [(entry.seat, entry.text) for entry in game.position.log]
    return log, game.state.text, game.seats, clock, game.outcome, game.offer, dict(game.conditional)


def step(game: GameInProgress, event: Event, now: int) -> GameInProgress:
    game = game.catch_up(now, seed=now)
    try:
        return event(game, now)
    except ParlourError:
        return game


def run(clock: str | None, row: list[tuple[Event, int]]) -> GameInProgress:
    game, now = new_game(clock), 0
    for event, passed in row:
        now += passed
        game = step(game, event, now)
    return game


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CLOCKS), runs)
def test_the_same_events_give_the_same_value(
    clock: str | None, row: list[tuple[Event, int]]
) -> None:
    assert facts(run(clock, row)) == facts(run(clock, row))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CLOCKS), runs)
def test_an_event_leaves_the_value_before_it_as_it_was(
    clock: str | None, row: list[tuple[Event, int]]
) -> None:
    """Whether it is accepted or refused."""
    game, now = new_game(clock), 0
    for event, passed in row:
        now += passed
        before = facts(game)
        after = step(game, event, now)
        assert facts(game) == before
        game = after


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CLOCKS), runs)
def test_the_stored_changes_rebuild_the_game(
    clock: str | None, row: list[tuple[Event, int]]
) -> None:
    """The differences from value to value, stored one after the other, load as the last value."""
    game, now = new_game(clock), 0
    saved = SavedGame("g", GAME.name, list(game.seats), clock=clock)
    if game.clock is not None:
        saved.clock_events = str(game.clock.columns["clock_events"])
    for event, passed in row:
        now += passed
        after = step(game, event, now)
        change = difference(game, after)
        for name, value in change.columns.items():
            setattr(saved, name, value)
        if change.ply is not None:
            saved.moves[change.ply :] = change.moves
        if change.seat is not None:
            saved.seats[change.seat[0]] = Seat(**change.seat[1])
        for seat, moves in change.conditions.items():
            saved.conditions.pop(seat, None)
            if moves is not None:
                saved.conditions[seat] = moves
        game = after
    position = Position.replay(GAME, None, [text for _, text in saved.moves])
    assert facts(saved.at(position)) == facts(game)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(CLOCKS[1:]), runs)
def test_after_catching_up_nothing_is_due(clock: str, row: list[tuple[Event, int]]) -> None:
    game = run(clock, row)
    late = game.catch_up(10**9, seed=1)
    assert not late.is_due(10**9)
    assert late.catch_up(10**9, seed=2) is late
