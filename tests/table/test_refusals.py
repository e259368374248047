"""Refusals as values: what an IllegalMove carries, and what wrong clicks are told, case by case."""

from __future__ import annotations

import pytest

import parlour
from parlour.kernel.moves import Refusal
from parlour.table.entry import possible_entry
from parlour.table.refusals import USUAL, why_not


def told(position: str, *clicks: str) -> Refusal:
    """What is told of the last of some clicks in a position, a text or the name of a game."""
    game = parlour.game(position.split(" ")[0])
    state = game.read(position) if " " in position else game.start()
    given = [("cell", name) for name in clicks]
    with pytest.raises(ValueError, match="no legal move"):
        possible_entry(state, given)  # type: ignore[arg-type]
    return why_not(state, given)  # type: ignore[arg-type]


def test_an_illegal_move_carries_its_reason() -> None:
    with pytest.raises(parlour.IllegalMove) as caught:
        parlour.game("lines-of-action").start().play("b1-b2")
    error = caught.value
    assert (error.move, error.reason) == ("b1-b2", "distance")
    assert error.near
    assert set(error.near) <= set(parlour.game("lines-of-action").start().moves())
    assert "there are 2 tokens on that line, it must move 2 squares" in str(error)


def test_grammar_is_told_to_who_typed() -> None:
    with pytest.raises(parlour.IllegalMove, match="a move is written") as caught:
        parlour.game("focus").start().play("c3c5")
    assert caught.value.reason == "grammar"


def test_after_the_end_and_at_chance() -> None:
    over = parlour.game("hex:pie=no,size=3").read(
        "hex:pie=no,size=3 x.o/x.o/x.. 1 - #red-chain:1,0"
    )
    with pytest.raises(parlour.IllegalMove) as caught:
        over.play("b2")
    assert caught.value.reason == "game-over"
    with pytest.raises(parlour.IllegalMove) as caught:
        parlour.game("stones-of-fortune:first=cast").start().play("cast1")
    assert caught.value.reason == "no-outcome"


@pytest.mark.parametrize(
    ("position", "clicks", "reason", "words"),
    [
        ("lines-of-action", ["a1"], "empty", "there is no token on a1"),
        ("lines-of-action", ["b1", "b2"], "distance", "it must move 2 squares"),
        ("focus", ["c1"], "empty", "Red has no piece in reserve"),
        ("focus", ["Green's reserve"], "their-reserve", "Green's reserve is Green's"),
        (
            "chess rnb1kbnr/pppppppp/8/8/7q/8/PPPPP1PP/RNBQKBNR w KQkq - 0 3",
            ["a2"],
            "check",
            "check",
        ),
        ("chess 4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", ["e2"], "pinned", "uncover"),
        ("hex:pie=no,size=3 x../.../... 1 -", ["a1"], "stone", "a stone already"),
        ("unlur", ["a1"], "side", "until a player passes"),
    ],
)
def test_wrong_clicks(position: str, clicks: list[str], reason: str, words: str) -> None:
    why = told(position, *clicks)
    assert why.reason == reason
    assert words in why.text


def test_a_compulsory_capture_is_told() -> None:
    state = parlour.game("english-draughts").start()
    for move in ("a3-b4", "d6-c5"):
        state.play(move)
    why = why_not(state, [("cell", "c3")])
    assert (why.reason, why.sentence) == ("capture", "There is a capture to be made.")


def test_a_board_tells_what_a_game_does_not() -> None:
    """A notation without words of its own: games in one file have none."""
    state = parlour.game("tumbling-down").start()
    state.game.notation.why_not, own = lambda s, given: None, state.game.notation.why_not
    try:
        found = {cell: why_not(state, [("cell", cell)]).reason for cell in ("e4", "a1", "h8")}
        assert found == {"e4": "empty", "a1": "stuck", "h8": "theirs"}
        assert why_not(state, [("cell", "a1"), ("cell", "zz")]).reason == "no-cell"
        assert why_not(state, [("cell", "a1"), ("cell", "a1")]).reason == "same"
        assert why_not(state, [("cell", "a1"), ("cell", "b1")]).reason == "own"
        assert why_not(state, [("cell", "a1"), ("cell", "d5")]).reason == "way"
        assert why_not(state, [("word", "x")]).reason == "no-word"
    finally:
        state.game.notation.why_not = own
    assert {"occupied", "barred", "word"} <= USUAL.keys()
