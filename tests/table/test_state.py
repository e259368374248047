"""What the table does for all games: ends by repetition and move limit, end fields, options, errors."""

from __future__ import annotations

from fractions import Fraction

import pytest

import parlour

HALF = (Fraction(1, 2), Fraction(1, 2))


def loa(**options: object) -> parlour.State:
    return parlour.game("lines-of-action", **options).start()


def shuttled(times: int, **options: object) -> parlour.State:
    """Lines of Action after its first four plies have been made and taken back so many times."""
    state = loa(**options)
    for _ in range(times):
        for text in there_and_back(state):
            if state.turn is not None:
                state.play(text)
    return state


def there_and_back(state: parlour.State) -> list[str]:
    """Four plies that lead back to the same position, each seat moving one token there and back."""
    probe = state.copy()
    for first in probe.moves():
        a = probe.copy().play(first)
        for reply in a.moves():
            b = a.copy().play(reply)
            home = "-".join(reversed(first.split("-")))
            if "-" in first and home in b.moves():
                c = b.copy().play(home)
                away = "-".join(reversed(reply.split("-")))
                if "-" in reply and away in c.moves():
                    return [first, reply, home, away]
    raise AssertionError("no such plies")


def test_a_position_for_the_third_time_is_a_draw() -> None:
    state = shuttled(1)
    assert state.outcome is None
    state = shuttled(2)
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.scores) == ("repetition", HALF)
    assert len(state.history) == 8
    assert state.turn is None
    assert state.text.endswith(" #repetition:1/2,1/2")
    state.undo()
    assert state.outcome is None
    assert state.turn == 1


def test_repetition_counts_from_the_position_that_was_read() -> None:
    text = shuttled(1).text
    state = parlour.game("lines-of-action").read(text)
    for ply in there_and_back(state):
        state.play(ply)
    assert state.outcome is None
    for ply in there_and_back(state):
        state.play(ply)
    assert state.outcome is not None


def test_a_copy_keeps_its_own_count() -> None:
    state = shuttled(1)
    other = state.copy()
    for ply in there_and_back(state):
        other.play(ply)
    assert other.outcome is not None
    assert state.outcome is None


def test_the_move_limit_is_each_seats() -> None:
    state = loa(move_limit=2)
    for _ in range(3):
        state.play(state.moves()[0])
    assert state.outcome is None
    state.play(state.moves()[0])
    assert state.outcome is not None
    assert (state.outcome.reason, state.outcome.scores) == ("move-limit", HALF)
    with pytest.raises(parlour.IllegalMove, match="the game is over"):
        state.play("b1-b3")
    assert state.undo().outcome is None


def test_no_move_limit() -> None:
    state = loa(move_limit=0)
    assert state.game.name == "lines-of-action:move_limit=0"


START = "lines-of-action .xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx. x"


def test_the_end_field() -> None:
    game = parlour.game("lines-of-action")
    for field in ("#repetition:1/2,1/2", "#move-limit:1/2,1/2", "#joined:0,1"):
        state = game.read(f"{START} {field}")
        assert state.turn is None
        assert state.moves() == []
        assert state.text == f"{START} {field}"
    for field in (
        "#",
        "#joined",
        "#joined:1",
        "#joined:1/2,1/2",
        "#joined:2/2,0",
        "#joined:1,0,0",
        "#time:1,0",
        "#resigned:1,0",
        "#both-joined:1/2,1/2",
        "#full-board:1/2,1/2",
        "#joined:1,0 ",
        "#joined:01,0",
        "#joined:1,0 #joined:1,0",
    ):
        with pytest.raises(parlour.BadPosition):
            game.read(f"{START} {field}")
    with pytest.raises(parlour.BadPosition, match="no game ends by move-limit"):
        parlour.game("lines-of-action:move_limit=0").read(
            START.replace("action", "action:move_limit=0") + " #move-limit:1/2,1/2"
        )


def test_positions_name_their_game_exactly() -> None:
    game = parlour.game("lines-of-action", both="draw", blocked="pass")
    assert game.name == "lines-of-action:blocked=pass,both=draw"
    rest = START.partition(" ")[2]
    assert game.read(f"{game.name} {rest}").text == f"{game.name} {rest}"
    for wrong in (
        "lines-of-action",
        "lines-of-action:both=draw,blocked=pass",
        "lines-of-action:blocked=pass",
        "hex",
        "lines-of-action:blocked=pass,both=draw,move_limit=200",
    ):
        with pytest.raises(parlour.BadPosition, match="first field"):
            game.read(f"{wrong} {rest}")


@pytest.mark.parametrize(
    "text", ["", "lines-of-action", START + " ", " " + START, START + "\n", "é"]
)
def test_broken_position_texts(text: str) -> None:
    with pytest.raises(parlour.BadPosition):
        parlour.game("lines-of-action").read(text)


def test_options_are_checked() -> None:
    game = parlour.game("hex", size=5, pie=False)
    assert game.name == "hex:pie=no,size=5"
    assert parlour.game("hex:size=5,pie=no") == game
    assert game.options["size"].default == 11
    assert 19 in game.options["size"].allowed
    assert game.options["size"].help
    for text in ("hex:", "hex:size", "hex:size=", "hex:size=05", "hex:size=5,size=5", "hex:size=20",
                 "hex:size=+5", "hex:pie=maybe", "hex:pie=Yes", "hex:,", "hex:size=5,", "hex:=5",
                 "hex:size=5.0", "hex:move_limit=-1", "hex:move_limit=١"):  # fmt: skip
        with pytest.raises(parlour.BadOption):
            parlour.game(text)
    for value in (5.0, None, "5 ", True, [], 2):
        with pytest.raises(parlour.BadOption, match="size"):
            parlour.game("hex", size=value)
    with pytest.raises(parlour.BadOption, match="twice"):
        parlour.game("hex:size=5", size=5)
    for name in ("", "draughts", "Hex", "hex ", 5):
        with pytest.raises(parlour.UnknownGame):
            parlour.game(name)  # type: ignore[arg-type]


def test_errors_are_value_errors() -> None:
    for error in (parlour.IllegalMove, parlour.BadPosition, parlour.UnknownGame, parlour.BadOption):
        assert issubclass(error, ValueError)


def test_an_illegal_move_names_itself_and_what_is_legal() -> None:
    with pytest.raises(parlour.IllegalMove, match="b1-b4") as caught:
        loa().play("b1-b4")
    assert "b1-b3" in str(caught.value)
