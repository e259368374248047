"""Tumbling Down: steps, tumbles, kings, ends, texts."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.games.tumbling_down.evaluation import CAPTURE_NOW
from parlour.games.tumbling_down.stacks import height, top
from parlour.kernel.bitboard import BOARD, bits

ID = "tumbling-down"
CELLS = [f + r for r in "87654321" for f in "abcdefgh"]


def board(stacks: dict[str, str]) -> str:
    squares = [stacks.get(cell, ".") for cell in CELLS]
    return "/".join(",".join(squares[i : i + 8]) for i in range(0, 64, 8))


def position(turn: str, end: str = "", **stacks: str) -> parlour.State:
    return parlour.game(ID).read(f"{ID} {board(stacks)} {turn}{end}")


def stacks(state: parlour.State) -> dict[str, str]:
    squares = state.text.split(" ")[1].replace("/", ",").split(",")
    return {cell: stack for cell, stack in zip(CELLS, squares, strict=True) if stack != "."}


def end(state: parlour.State) -> str:
    assert state.outcome is not None
    return state.outcome.text


# A white and a black king far from everything.
FAR = {"a1": "WWWW", "h8": "BBBB"}


def test_full_start() -> None:
    state = parlour.game(ID).start()
    assert state.turn == 0
    standing = stacks(state)
    white = {cell: len(stack) for cell, stack in standing.items() if set(stack) == {"W"}}
    rows = (("a1",), ("a2", "b1"), ("a3", "b2", "c1"), ("a4", "b3", "c2", "d1"))
    single = ("a5", "b4", "c3", "d2", "e1")
    heights = {cell: n for n, row in zip((4, 3, 2, 2), rows, strict=True) for cell in row}
    assert white == heights | dict.fromkeys(single, 1)
    assert sum(white.values()) == 29
    mirror = {
        "hgfedcba"["abcdefgh".index(cell[0])] + str(9 - int(cell[1])): "B" * n
        for cell, n in white.items()
    }
    assert {cell: stack for cell, stack in standing.items() if stack[0] == "B"} == mirror


def test_short_start() -> None:
    standing = stacks(parlour.game(ID, setup="short").start())
    white = sorted((cell, len(stack)) for cell, stack in standing.items() if stack[0] == "W")
    assert [n for _, n in white] == [4, 3, 2, 1, 3, 2, 1, 2, 1, 1]
    assert sum(n for _, n in white) == 20
    assert len(standing) == 20


# -- steps and tumbles -----------------------------------------------------------------------------


def test_a_single_piece_steps_and_does_not_tumble() -> None:
    state = position("W", **FAR, d4="W")
    assert [m for m in state.moves() if m.startswith("d4")] == [
        "d4-c3", "d4-c4", "d4-c5", "d4-d3", "d4-d5", "d4-e3", "d4-e4", "d4-e5",
    ]  # fmt: skip


def test_a_step_takes_the_top_piece_onto_anything() -> None:
    state = position("W", **FAR, d4="BW", e5="BBW").play("d4-e5")
    assert stacks(state) == {**FAR, "d4": "B", "e5": "BBWW"}
    assert "d4-d5" in state.moves()
    assert not [m for m in state.moves() if m.startswith("e5")]


def test_who_has_the_top_piece_controls() -> None:
    state = position("W", **FAR, d4="WB", e5="BW")
    assert {m[:2] for m in state.moves()} == {"a1", "e5"}


def test_a_tumble_lays_the_top_piece_farthest() -> None:
    state = position("W", **FAR, b4="WBW").play("b4>c4")
    assert stacks(state) == {**FAR, "c4": "W", "d4": "B", "e4": "W"}
    state = position("W", **FAR, b4="WBW", d4="W", e4="BB").play("b4>c4")
    assert stacks(state) == {**FAR, "c4": "W", "d4": "WB", "e4": "BBW"}


def test_the_edge_stops_a_tumble() -> None:
    state = position("W", **FAR, f4="BWBW", h4="B").play("f4>g4")
    assert stacks(state) == {**FAR, "g4": "B", "h4": "BWBW"}
    state = position("W", **FAR, g7="WBW", h6="W").play("g7>h6")
    assert stacks(state) == {**FAR, "h6": "WWBW"}


def test_moves_at_the_edge() -> None:
    state = position("W", h8="BBB", a1="WW")
    assert state.moves() == ["a1-a2", "a1-b1", "a1-b2", "a1>a2", "a1>b1", "a1>b2"]


def stays(turn: str, **stacks: str) -> parlour.State:
    game = parlour.game(ID, tumble="stays")
    return game.read(f"{game.name} {board(stacks)} {turn}")


def test_the_bottom_piece_may_stay() -> None:
    state = stays("W", **FAR, b4="BWBW", d4="B").play("b4>c4")
    assert stacks(state) == {**FAR, "b4": "B", "c4": "W", "d4": "BB", "e4": "W"}
    assert "b4-b5" in state.moves()
    state = stays("W", **FAR, g4="WBW", h4="B").play("g4>h4")
    assert stacks(state) == {**FAR, "g4": "W", "h4": "BBW"}


def test_where_the_bottom_piece_stays_two_only_step() -> None:
    state = stays("W", **FAR, d4="WW")
    assert not [m for m in state.moves() if m.startswith("d4>")]
    with pytest.raises(parlour.IllegalMove, match="a stack of two can only step"):
        state.play("d4>d5")


def test_a_king_is_reached_one_square_less_far() -> None:
    assert stays("W", **FAR, d4="WW", f4="BBBB").play("d4-e4").turn == 1
    assert end(stays("W", **FAR, d4="WWW", f4="BBBB").play("d4>e4")) == "#king-captured:1,0"


# -- ends ------------------------------------------------------------------------------------------


def test_stepping_onto_a_king_wins() -> None:
    state = position("W", a1="WWW", d4="BB", e5="W", f6="B").play("e5-d4")
    assert end(state) == "#king-captured:1,0"
    assert state.text.split(" ")[2] == "B"
    assert parlour.game(ID).read(state.text).outcome == state.outcome


def test_a_shorter_stack_is_no_king() -> None:
    assert position("W", a1="WWW", d4="BB", e5="W", h8="BBB").play("e5-d4").turn == 1
    assert position("W", a1="WWW", d4="BBWB", e5="W", h8="BB").play("e5-d4").turn == 1


def test_any_of_several_kings_loses() -> None:
    assert (
        end(position("W", a1="WWW", d4="BB", e5="W", h8="BB").play("e5-d4")) == "#king-captured:1,0"
    )


def test_tumbling_onto_a_king_wins() -> None:
    state = position("B", h8="BBB", c3="BBB", d4="W", e5="WW", a1="W")
    assert end(state.play("c3>d4")) == "#king-captured:0,1"
    state = position("B", h8="BBBB", c3="BWWB", d4="W", e5="WW", f6="W")
    assert state.play("c3>d4").turn == 0  # White's own piece comes to lie on e5


def test_a_king_covered_is_captured_though_a_taller_one_is_left() -> None:
    """The black piece that the tumble lays on h8 makes a taller king than the one that is covered."""
    state = position("W", a1="WWW", e5="WBW", f6="W", g7="BB", d8="W", h8="BB")
    assert end(state.play("e5>f6")) == "#king-captured:1,0"


def test_losing_the_own_king() -> None:
    state = position("W", b2="WBWW", c3="W", d4="WWW", h8="BBBB").play("b2>c3")
    assert end(state) == "#king-lost:0,1"
    assert parlour.game(ID).read(state.text).outcome == state.outcome
    assert parlour.game(ID).read(state.text.rpartition(" #")[0]).turn == 1


def test_capturing_goes_before_losing() -> None:
    state = position("W", b2="WBW", d4="WW", e5="BB", h8="B", a8="W")
    assert end(state.play("b2>c3")) == "#king-captured:1,0"


def test_leaving_a_square_is_no_capture() -> None:
    state = position("W", a1="WWW", h8="BBB").play("a1>b2")
    assert state.turn == 1
    assert stacks(state) == {"b2": "W", "c3": "W", "d4": "W", "h8": "BBB"}


def test_kings_made_by_the_move_are_not_in_danger() -> None:
    """The white stack on c3 becomes the tallest as the one on a1 falls, and is covered in that move."""
    state = position("W", a1="WWBW", b2="B", c3="B", d4="W", e5="WW", h8="BB").play("a1>b2")
    assert state.turn == 1


def test_no_stack_of_ones_own_left() -> None:
    state = position("W", d4="W", e5="B", h8="BB").play("d4-e5")
    assert end(state) == "#no-king:0,1"
    assert state.text.split(" ")[2] == "B"
    game = parlour.game(ID)
    assert game.read(state.text).outcome == state.outcome
    assert game.read(state.text.rpartition(" #")[0]).text == state.text
    assert end(position("W", d4="W", e5="BB", h8="B").play("d4-e5")) == "#king-captured:1,0"


def test_repetition_and_move_limit() -> None:
    state = position("W", **FAR, d4="W", e8="B")
    for _ in range(2):
        for text in ("d4-d5", "e8-e7", "d5-d4", "e7-e8"):
            assert state.turn is not None
            state.play(text)
    assert end(state) == "#repetition:1/2,1/2"
    limited = parlour.game(ID, move_limit=1)
    state = limited.start().play("e1-f1").play("h4-h3")
    assert end(state) == "#move-limit:1/2,1/2"


# -- refusals and texts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("d4>d5", "a single piece does not tumble"),
        ("d4-d6", "d6 is not next to d4"),
        ("c3-c4", "nothing stands on c3"),
        ("e5-e6", "Black controls the stack on e5"),
        ("d4xd5", "a step is written"),
    ],
)
def test_reasons_for_refusals(move: str, why: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=why):
        position("W", **FAR, d4="W", e5="WB").play(move)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        (f"{board(FAR)} x", "TURN is x"),
        (f"{board(FAR)}", "fields"),
        (f"{board(FAR)[2:]} W", "eight ranks"),
        (f"{board({**FAR, 'd4': 'WX'})} W", "WX on d4"),
        (f"{board({**FAR, 'd4': 'w'})} W", "w on d4"),
        (f"{board({**FAR, 'd4': '.W'})} W", ".W on d4"),
        (f"{board({'d4': 'BW'})} B", "Black controls no stack"),
        (f"{board({})} W", "White controls no stack"),
        (f"{board({'d4': 'BBW', 'a1': 'W'})} B #repetition:1/2,1/2", "Black controls no stack"),
        (f"{board({'d4': 'BBW', 'a1': 'W'})} B #king-lost:0,1", "Black controls no stack"),
        (f"{board({**FAR, 'd4': 'W' * 70})} W", "78 pieces"),
        (f"{board(FAR)} W #no-king:0,1", "itself shows #no-king:1,0"),
        (f"{board(FAR)} W #king-captured:1,0", "itself shows #king-captured:0,1"),
        (f"{board(FAR)} W #king-lost:0,1", "itself shows #king-lost:1,0"),
        (f"{board({'a1': 'WW', 'd4': 'WB'})} W #repetition:1/2,1/2", "itself shows #no-king:1,0"),
    ],
)
def test_bad_positions(fields: str, why: str) -> None:
    with pytest.raises(parlour.BadPosition, match=why):
        parlour.game(ID).read(f"{ID} {fields}")


def test_ends_that_the_board_does_not_show() -> None:
    assert end(position("W", " #king-captured:0,1", **FAR)) == "#king-captured:0,1"
    assert end(position("W", " #king-lost:1,0", **FAR)) == "#king-lost:1,0"
    assert end(position("W", " #no-king:1,0", **FAR)) == "#no-king:1,0"
    assert end(position("B", " #king-captured:1,0", d4="BW")) == "#king-captured:1,0"
    assert end(position("W", "", a1="WW", d4="WB")) == "#no-king:1,0"


def test_the_picture_names_the_kings() -> None:
    scene = position("W", a1="WW", c3="WW", h8="BBB", d4="BW").scene()
    assert scene.notes == ("White's kings, 2 high: a1, c3.", "Black's king, 3 high: h8.")
    assert [p.text for c in scene.cells if c.name == "d4" for p in c.pieces] == ["x", "o"]


@pytest.mark.long
@pytest.mark.parametrize("tumble", ["falls", "stays"])
def test_a_king_that_can_be_captured_is_seen(tumble: str) -> None:
    rng = random.Random(3)
    for _ in range(4):
        state = parlour.game(ID, setup="short", tumble=tumble).start()
        while state.turn is not None and len(state.history) < 80:
            seen = state.game.plain.rules.evaluate(state.record, state.turn) == CAPTURE_NOW
            assert seen == captures(state)
            state.play(rng.choice(state.moves()))


@pytest.mark.long
@pytest.mark.parametrize("tumble", ["falls", "stays"])
def test_stacks_reach_what_their_moves_top(tumble: str) -> None:
    rng = random.Random(5)
    for _ in range(3):
        state = parlour.game(ID, tumble=tumble).start()
        reach = state.game.plain.algorithm("parlour.games.tumbling_down.attacks").reach
        while state.turn is not None and len(state.history) < 60:
            for name, cells in topped(state).items():
                cell = BOARD.index[name]
                assert reach(state.record.stack[cell], cell) == bits(sorted(cells)), (state, name)
            state.play(rng.choice(state.moves()))


def topped(state: parlour.State) -> dict[str, set[int]]:
    """For each stack of the seat to move, the cells on which its moves put a piece of that seat's on top."""
    found: dict[str, set[int]] = {}
    before, seat = list(state.record.stack), state.turn
    for move in state.moves():
        state.play(move)
        after = list(state.record.stack)
        cells = {
            i for i in range(64) if height(after[i]) > height(before[i]) and top(after[i]) == seat
        }
        found.setdefault(move[:2], set()).update(cells)
        state.undo()
    return found


def captures(state: parlour.State) -> bool:
    """Whether a legal move captures a king, by trying them all."""
    for move in state.moves():
        outcome = state.play(move).outcome
        state.undo()
        if outcome is not None and outcome.reason == "king-captured":
            return True
    return False
