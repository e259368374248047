"""The search for an order: right of every true history, and of none from which a move was taken."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.durability.game_model import GameState, step
from parlour.durability.history import NEVER, OK, REFUSED, UNKNOWN, Operation
from parlour.durability.linearize import linearize

KINDS = ("move", "move", "move", "undo", "draw", "answer", "resign")


def true_history(
    rng: Random, kinds: tuple[str, ...], count: int
) -> tuple[list[Operation], GameState]:
    """What clients of a true server see, several of them at once, and the game at the end."""
    state, operations = GameState(), list[Operation]()
    for number in range(count):
        moment = 100 * number
        body = {
            "seat": rng.randrange(2),
            "ply": len(state.moves) - (rng.random() < 0.1),
            "move": f"m{number}",
            "agree": rng.random() < 0.7,
        }
        begun, ended = moment - rng.randrange(250), moment + rng.randrange(1, 250)
        operation = Operation("g", rng.choice(kinds), body, OK, {}, begun, ended)
        after = step(state, operation)
        if after is None:
            operation.result = REFUSED
        if rng.random() < 0.2:
            operation.result, operation.ended = UNKNOWN, NEVER
            after = after if rng.random() < 0.5 else None
        state = after or state
        operations.append(operation)
        if rng.random() < 0.2:
            operations.append(look(state, moment + 1, moment + 1 + rng.randrange(1, 98)))
    return operations, state


def look(state: GameState, begun: int = NEVER - 1, ended: int = NEVER - 1) -> Operation:
    seen = {"moves": list(state.moves), "offer": state.offer, "reason": state.end or None}
    return Operation("g", "look", {}, OK, seen, begun, ended)


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(0, 40))
def test_every_true_history_has_an_order(rng: Random, count: int) -> None:
    operations, state = true_history(rng, KINDS, count)
    assert linearize([*operations, look(state)], GameState(), step) is None


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 40))
def test_without_undo_no_order_explains_a_missing_move(rng: Random, count: int) -> None:
    operations, state = true_history(rng, ("move",), count)
    acknowledged = [operation for operation in operations if operation.result == OK]
    if any(operation.kind == "move" for operation in acknowledged):
        last = max(o.body["ply"] for o in acknowledged if o.kind == "move")
        shorter = GameState(state.moves[:last])
        assert linearize([*operations, look(shorter)], GameState(), step) is not None


def test_an_old_view_is_no_view() -> None:
    """A look that was sent after a move was acknowledged must show it."""
    move = Operation("g", "move", {"seat": 0, "ply": 0, "move": "a"}, OK, {}, 0, 1)
    assert linearize([move, look(GameState(), 2, 3)], GameState(), step) is not None
    assert linearize([move, look(GameState(), 0, 3)], GameState(), step) is None
