"""Yavalath: lines, swap, the duty to stop, players who are out, position texts; and whole games against
the rules written a second time, cell by cell."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

import parlour
from parlour import BadOption, BadPosition, IllegalMove
from parlour.games.yavalath import evaluation
from parlour.kernel.boards import Board, hexagon
from tests.conftest import at_length

LETTERS = "xoz"
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def position(stones: dict[str, str], turn: int, extra: str = "-", options: str = "") -> str:
    """The position text with the cells named in `stones` for each letter, parted by blanks."""
    game = parlour.game(f"yavalath:{options}" if options else "yavalath")
    board = hexagon(int(game.chosen["size"]))
    at = {board.index[name]: letter for letter, names in stones.items() for name in names.split()}
    rows: dict[str, str] = {}
    for cell, name in enumerate(board.names):
        rows[name[0]] = rows.get(name[0], "") + at.get(cell, ".")
    return f"{game.name} {'/'.join(rows.values())} {turn} {extra}"


def read(
    stones: dict[str, str], turn: int, extra: str = "-", options: str = "", end: str = ""
) -> parlour.State:
    name = f"yavalath:{options}" if options else "yavalath"
    return parlour.game(name).read(position(stones, turn, extra, options) + end)


def read3(stones: dict[str, str], turn: int, extra: str = "-", end: str = "") -> parlour.State:
    return read(stones, turn, extra, "players=3", end)


def ended(state: parlour.State) -> tuple[str, tuple[Fraction, ...]]:
    assert state.outcome is not None
    assert state.turn is None
    assert state.moves() == []
    return state.outcome.reason, state.outcome.scores


def full(board: Board, colours: int) -> dict[str, str]:
    """A full board without a three: xxoo along two axes and xoxo along the third, or xozxoz."""
    stones = dict.fromkeys(LETTERS[:colours], "")
    for name, (q, r) in zip(board.names, board.places, strict=True):
        value = q + 2 * r
        stones[LETTERS[value % 3 if colours == 3 else value % 4 // 2]] += f"{name} "
    return stones


def without(stones: dict[str, str], *cells: str) -> dict[str, str]:
    return {
        letter: " ".join(name for name in names.split() if name not in cells)
        for letter, names in stones.items()
    }


# -- two players ---------------------------------------------------------------------------------


def test_start() -> None:
    state = parlour.game("yavalath").start()
    assert state.text == (
        "yavalath ...../....../......./......../........./......../......./....../..... 0 -"
    )
    assert len(state.moves()) == 61
    assert parlour.game("yavalath", size=8).start().text.count(".") == 169
    assert len(parlour.game("yavalath", size=4).start().moves()) == 37


def test_forcing_move_of_the_source() -> None:
    """White threatens four; Black's only answer makes three of his own."""
    state = read({"x": "e1 e2", "o": "f3 g3"}, 0).play("e4")
    assert ended(state.copy().play("e3")) == ("three-in-a-row", (1, 0))
    assert len(state.moves()) == 56  # with two players there is no duty to stop
    assert ended(state.copy().play("a1").play("e3")) == ("four-in-a-row", (1, 0))


@pytest.mark.parametrize(
    ("stones", "move", "reason", "scores"),
    [
        ("e1 e2 e4", "e3", "four-in-a-row", (1, 0)),
        ("e1 e2 e4 e5", "e3", "four-in-a-row", (1, 0)),  # five
        ("e1 e2", "e3", "three-in-a-row", (0, 1)),
        ("e1 e3", "e2", "three-in-a-row", (0, 1)),
        ("e1 e2 e4 f3 g3", "e3", "four-in-a-row", (1, 0)),  # and a three elsewhere at once
        ("c1 d2 f3", "e3", "four-in-a-row", (1, 0)),
        ("f2 d3 c3", "e3", "four-in-a-row", (1, 0)),
        ("h1 i1", "g1", "three-in-a-row", (0, 1)),
        ("e8 e9", "e7", "three-in-a-row", (0, 1)),
    ],
)
def test_lines(stones: str, move: str, reason: str, scores: tuple[int, int]) -> None:
    state = read({"x": stones}, 0).play(move)
    assert ended(state) == (reason, scores)
    assert state.text.split(" ")[2] == "1"  # who would have been next
    assert parlour.game("yavalath").read(state.text).text == state.text


@pytest.mark.parametrize(("stones", "move"), [("e1 e2", "e4"), ("e8 f1", "e9"), ("a4 b1", "a5")])
def test_a_gap_or_the_edge_ends_a_line(stones: str, move: str) -> None:
    assert read({"x": stones}, 0).play(move).outcome is None


@pytest.mark.parametrize("size", range(4, 9))
def test_full_board(size: int) -> None:
    stones = full(hexagon(size), 2)
    state = read(without(stones, "a1"), int("a1" in stones["o"]), options=f"size={size}")
    assert ended(state.play("a1")) == ("full-board", (HALF, HALF))
    text = position(stones, 1, options=f"size={size}")
    read_back = parlour.game("yavalath", size=size).read(text)
    assert read_back.text.endswith(" 1 - #full-board:1/2,1/2")


# -- swap ----------------------------------------------------------------------------------------


def test_swap() -> None:
    state = parlour.game("yavalath", swap=True).start()
    assert "swap" not in state.moves()
    state.play("e5")
    assert len(state.moves()) == 61
    assert state.moves()[-1] == "swap"
    state.play("swap")
    assert state.text.split(" ")[2:] == ["0", "swapped"]
    assert state.scene().colours == ("black", "white")
    assert "swap" not in state.moves()
    state.play("a1")  # seat 0 places a black stone now
    assert state.text.split(" ")[1].startswith("o")
    state.undo().undo().play("a1").play("a2")
    assert "swap" not in state.moves()
    assert state.text.split(" ")[3] == "-"


def test_after_a_swap_the_seats_win_with_the_other_colour() -> None:
    state = read({"x": "e1 e2 e4", "o": "a1 a2"}, 1, "swapped", "swap=yes")
    assert ended(state.play("e3")) == ("four-in-a-row", (0, 1))
    state = read({"x": "e1 e2 e4", "o": "a1 a2"}, 0, "swapped", "swap=yes")
    assert ended(state.play("a3")) == ("three-in-a-row", (0, 1))
    assert ended(read({"x": "a1 a2 a3"}, 0, "swapped", "swap=yes")) == ("three-in-a-row", (1, 0))


def test_swap_is_offered_for_one_white_stone_only() -> None:
    for stones, turn, offered in [
        ({"x": "e5"}, 1, True),
        ({"x": "e5"}, 0, False),
        ({"o": "e5"}, 1, False),
        ({"x": "e5 a1"}, 1, False),
        ({}, 1, False),
    ]:
        assert ("swap" in read(stones, turn, options="swap=yes").moves()) is offered
    assert "swap" not in read({"x": "e5"}, 1).moves()


# -- three players -------------------------------------------------------------------------------


def test_the_next_player_must_be_stopped() -> None:
    state = read3({"o": "e1 e2 e4"}, 0)
    assert state.moves() == ["e3"]
    with pytest.raises(IllegalMove, match="Black would make four at e3: play e3"):
        state.play("a1")
    assert read3({"o": "e1 e2 e4"}, 2).moves() != ["e3"]  # Black is not next after Red
    assert len(read3({"z": "e1 e2 e4"}, 0).moves()) == 58  # nor Red after White


def test_ones_own_four_is_a_stop() -> None:
    state = read3({"x": "a1 a2 a4 i1 i3 i4", "o": "e1 e2 e4"}, 0)
    assert state.moves() == ["a3", "e3", "i2"]
    assert ended(state.play("a3")) == ("four-in-a-row", (1, 0, 0))


def test_two_fours_can_only_be_stopped_by_ones_own() -> None:
    black = "e1 e2 e4 g1 g2 g4"
    assert len(read3({"o": black}, 0).moves()) == 55
    state = read3({"o": black, "x": "a1 a2 a4"}, 0)
    assert state.moves() == ["a3"]
    with pytest.raises(IllegalMove, match="at e3 and g3: make four yourself at a3"):
        state.play("e3")


def test_one_cell_that_makes_two_fours_can_be_filled() -> None:
    assert read3({"o": "e1 e2 e4 c1 d2 f3"}, 0).moves() == ["e3"]


def test_a_stopping_move_may_put_its_maker_out() -> None:
    state = read3({"o": "e1 e2 e4", "x": "f3 g3"}, 0)
    assert state.moves() == ["e3"]
    state.play("e3")
    assert state.outcome is None
    assert state.text.split(" ")[2:] == ["1", "0"]
    state.play("a1")
    assert state.turn == 2
    state.play("a2")
    assert state.turn == 1  # White is passed over


def test_the_next_player_is_the_next_one_still_in() -> None:
    white = "a1 a2 a3"
    assert read3({"x": white, "z": "e1 e2 e4"}, 1, "0").moves() == ["e3"]
    assert read3({"x": white, "o": "e1 e2 e4"}, 2, "0").moves() == ["e3"]  # over White to Black
    assert len(read3({"o": "a1 a2 a3", "z": "e1 e2 e4"}, 2, "1").moves()) == 55


def test_with_two_left_a_three_elsewhere_is_no_stop() -> None:
    state = read3({"x": "a1 a2 a3", "o": "e1 e2 e4", "z": "i1 i2"}, 2, "0")
    assert state.moves() == ["e3"]


def test_last_left() -> None:
    state = read3({"x": "a1 a2 a3", "z": "i1 i2"}, 2, "0").play("i3")
    assert ended(state) == ("last-left", (0, 1, 0))
    assert state.text.split(" ")[2:] == ["1", "0,2", "#last-left:0,1,0"]
    # Forced to stop Black, Red makes three and leaves him alone.
    state = read3({"x": "a1 a2 a3", "o": "e1 e2 e4", "z": "f3 g3"}, 2, "0").play("e3")
    assert ended(state) == ("last-left", (0, 1, 0))


def test_four_wins_for_one_of_three() -> None:
    state = read3({"x": "a1 a2 a3", "z": "e1 e2 e4 f3 g3"}, 2, "0").play("e3")
    assert ended(state) == ("four-in-a-row", (0, 0, 1))
    assert state.text.split(" ")[2:] == ["1", "0", "#four-in-a-row:0,0,1"]


def test_full_board_of_three() -> None:
    stones = full(hexagon(4), 3)
    last = stones["z"].split()[0]
    state = read(without(stones, last), 2, "-", "players=3,size=4").play(last)
    assert ended(state) == ("full-board", (THIRD, THIRD, THIRD))


def three_on_the_last_cell() -> tuple[dict[str, str], str]:
    """A full board of size 4 in which only Red has a line of three, ended by the cell given."""
    stones = full(hexagon(4), 3)
    stones = without(stones, "a1", "a2", "a3")
    stones["z"] += " a1 a2 a3"
    return stones, "a3"


def test_a_three_on_the_last_cell_puts_its_maker_out_first() -> None:
    stones, last = three_on_the_last_cell()
    state = read(without(stones, last), 2, "-", "players=3,size=4").play(last)
    assert ended(state) == ("full-board", (HALF, HALF, 0))
    assert state.text.split(" ")[2:] == ["0", "2", "#full-board:1/2,1/2,0"]


def test_move_limit_is_shared_by_those_still_in() -> None:
    state = parlour.game("yavalath", players=3, move_limit=3).start()
    for move in ["a1", "e1", "i1", "a2", "e3", "i3", "a3"]:  # White is out with the third stone
        state.play(move)
    assert state.turn == 1
    assert state.play("e5").outcome is None
    assert ended(state.play("i5")) == ("move-limit", (0, HALF, HALF))
    assert state.text.split(" ")[2:] == ["1", "0", "#move-limit:0,1/2,1/2"]
    assert state.game.read(state.text).text == state.text


def test_who_goes_out_may_complete_the_move_limit() -> None:
    state = parlour.game("yavalath", players=3, move_limit=4).start()
    for move in ["a1", "e1", "i1", "c1", "e3", "i3", "c4", "f1", "g5", "c6", "f3"]:
        state.play(move)
    assert state.turn == 2
    assert state.outcome is None
    assert ended(state.copy().play("i2")) == ("move-limit", (HALF, HALF, 0))


# -- position texts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "turn", "extra", "options"),
    [
        ({"x": "a1 a2 i1", "o": "b1"}, 1, "-", ""),
        ({"o": "a1 a2 a4 c3"}, 0, "-", ""),
        ({"x": "a1"}, 0, "swapped", "swap=yes"),
        ({}, 1, "swapped", "swap=yes"),
        ({"z": "a1 a2"}, 2, "-", "players=3"),
        ({"z": "a1 a2 a3"}, 1, "2", "players=3"),
        ({}, 1, "2", "players=3"),  # how a seat came to be out is not asked
    ],
)
def test_composed_positions(stones: dict[str, str], turn: int, extra: str, options: str) -> None:
    state = read(stones, turn, extra, options)
    assert state.outcome is None
    assert state.turn == turn
    assert state.text == position(stones, turn, extra, options)


@pytest.mark.parametrize(
    ("stones", "turn", "extra", "options", "end"),
    [
        ({"x": "a1 a2 a3 a4"}, 1, "-", "", "#four-in-a-row:1,0"),
        ({"x": "a1 a2 a3 a4"}, 0, "-", "", "#four-in-a-row:1,0"),
        ({"o": "a1 a2 a3 a4 a5"}, 0, "-", "", "#four-in-a-row:0,1"),
        ({"o": "a1 a2 a3 a4"}, 0, "swapped", "swap=yes", "#four-in-a-row:1,0"),
        ({"x": "a1 a2 a3 a4 b1 c1"}, 1, "-", "", "#four-in-a-row:1,0"),
        ({"x": "a1 a2 a3"}, 1, "-", "", "#three-in-a-row:0,1"),
        ({"z": "a1 a2 a3 a4"}, 0, "-", "players=3", "#four-in-a-row:0,0,1"),
        ({"z": "a1 a2 a3 a4", "x": "i1 i2 i3"}, 1, "0", "players=3", "#four-in-a-row:0,0,1"),
        ({"x": "a1 a2 a3", "o": "i1 i2 i3"}, 2, "0,1", "players=3", "#last-left:0,0,1"),
        ({}, 0, "1,2", "players=3", "#last-left:1,0,0"),
    ],
)
def test_ends_shown(stones: dict[str, str], turn: int, extra: str, options: str, end: str) -> None:
    """A position that shows its end is read as finished, with the end's field or without."""
    bare = position(stones, turn, extra, options)
    game = parlour.game(bare.split(" ")[0])
    for text in (bare, f"{bare} {end}"):
        state = game.read(text)
        assert state.outcome is not None
        assert state.text == f"{bare} {end}"


@pytest.mark.parametrize(
    ("stones", "end"),
    [
        ({"x": "a1 a2 a3 a4", "o": "i1 i2 i3 i4"}, "#four-in-a-row:0,1"),
        ({"x": "a1 a2 a3 a4", "o": "i1 i2 i3"}, "#three-in-a-row:1,0"),
        ({"x": "a1 a2 a3", "o": "i1 i2 i3"}, "#three-in-a-row:1,0"),
    ],
)
def test_two_ends_shown_need_the_field(stones: dict[str, str], end: str) -> None:
    with pytest.raises(BadPosition, match="two ends"):
        read(stones, 0)
    with pytest.raises(BadPosition):
        read(stones, 0, end=" #full-board:1/2,1/2")
    assert read(stones, 0, end=f" {end}").text.endswith(end)


@pytest.mark.parametrize(
    ("stones", "turn", "extra", "end"),
    [
        ({"x": "a1 a2 a3"}, 1, "-", ""),  # a three, but not out
        ({"x": "a1 a2 a3", "o": "i1 i2 i3 i4"}, 1, "-", ""),
        ({"x": "a1 a2 a3 a4"}, 1, "0", ""),  # a four, but out
        ({"x": "a1 a2 a3"}, 0, "0", ""),  # the seat to move is out
        ({"x": "a1 a2 a3 a4"}, 1, "0,2", ""),
        ({"o": "a1 a2 a3 a4"}, 1, "0,2", ""),  # a four, and the others out
        ({}, 0, "0,1,2", ""),
        ({}, 0, "1,0", ""),
        ({}, 0, "1,1", ""),
        ({}, 0, "swapped", ""),
        ({}, 3, "-", ""),
        ({}, 0, "-", " #last-left:1,0,0"),
        ({}, 0, "1", " #last-left:1,0,0"),
        ({}, 0, "1", " #full-board:1/3,1/3,1/3"),
        ({}, 0, "-", " #full-board:1/2,1/2,0"),
        ({}, 0, "1", " #four-in-a-row:0,1,0"),
        ({}, 0, "1,2", " #four-in-a-row:1,0,0"),
        ({}, 0, "-", " #three-in-a-row:0,1/2,1/2"),
        ({}, 0, "-", " #move-limit:1/3,1/3,1/3"),  # there is none
    ],
)
def test_contradictions_of_three_players(
    stones: dict[str, str], turn: int, extra: str, end: str
) -> None:
    with pytest.raises(BadPosition):
        read3(stones, turn, extra, end)


def test_ends_that_the_board_does_not_show() -> None:
    state = read({}, 0, options="move_limit=9", end=" #move-limit:1/2,1/2")
    assert ended(state) == ("move-limit", (HALF, HALF))
    state = read({}, 0, "1", "move_limit=9,players=3", " #move-limit:1/2,0,1/2")
    assert ended(state) == ("move-limit", (HALF, 0, HALF))
    with pytest.raises(BadPosition):
        read({}, 0, "1", "move_limit=9,players=3", " #move-limit:1/3,1/3,1/3")


START = "...../....../......./......../........./......../......./....../....."


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"yavalath {START} 0", "fields"),
        (f"yavalath {START} 0 - -", "fields"),
        (f"yavalath {START} 2 -", "TURN is 2; expected 0 or 1"),
        (f"yavalath {START} w -", "TURN"),
        (f"yavalath {START} 0 swapped", "EXTRA is swapped; expected -"),
        (f"yavalath {START} 0 0", "EXTRA"),
        (f"yavalath {START[:-1]} 0 -", "row 9"),
        (f"yavalath {START}/. 0 -", "rows"),
        (f"yavalath z{START[1:]} 0 -", "z in row 1"),
        (f"yavalath X{START[1:]} 0 -", "X in row 1"),
        (f"yavalath:size=5 {START} 0 -", "first field"),
        (f"yavalath {START} 0 - #four-in-a-row:1/2,1/2", "scored"),
        (f"yavalath {START} 0 - #last-left:1,0", "no game ends by last-left"),
        (f"yavalath {START} 0 - #repetition:1/2,1/2", "no game ends by repetition"),
        (f"yavalath xxxx.{START[5:]} 0 - #four-in-a-row:0,1", "position itself shows"),
        (f"yavalath xxxx.{START[5:]} 0 - #three-in-a-row:0,1", "position itself shows"),
    ],
)
def test_bad_positions(text: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        parlour.game("yavalath").read(text)


def test_refusals() -> None:
    state = parlour.game("yavalath").start().play("e5")
    for text, why in [
        ("e5", "a white stone lies there"),
        ("e10", "no such cell"),
        ("swap", "swap=no"),
        ("", "no such cell"),
    ]:
        with pytest.raises(IllegalMove, match=why):
            state.play(text)
    with pytest.raises(IllegalMove, match="only Black may swap"):
        parlour.game("yavalath", swap=True).start().play("swap")


def test_options() -> None:
    with pytest.raises(BadOption, match="players=2 only"):
        parlour.game("yavalath", players=3, swap=True)
    for bad in ("size=3", "size=9", "players=1", "players=4", "swap=maybe"):
        with pytest.raises(BadOption):
            parlour.game(f"yavalath:{bad}")
    assert parlour.game("yavalath", players=3).seat_names == ("White", "Black", "Red")


# -- what searches ask -----------------------------------------------------------------------------


def worth(stones: dict[str, str], turn: int, seat: int) -> int:
    state = read(stones, turn)
    value: int = state.game.plain.rules.evaluate(state.record, seat)
    assert value == -state.game.plain.rules.evaluate(state.record, 1 - seat)
    return value


def test_evaluation_sees_what_the_next_stone_decides() -> None:
    gap = "e1 e2 e4"
    decided = 5000
    assert worth({"x": gap}, 0, 0) == decided
    assert abs(worth({"x": gap}, 1, 0)) < decided  # it can be stopped
    assert worth({"x": gap, "o": "f3 g3"}, 1, 0) == decided  # but by three only
    assert worth({"x": f"{gap} g1 g2 g4"}, 1, 0) == decided  # two gaps
    assert worth({"x": f"{gap} c1 d2 f3"}, 1, 0) < decided  # one gap of two lines
    assert worth({"x": gap, "o": "i1 i2 i4"}, 1, 0) == -decided  # who is to move is first


def test_evaluation_likes_room_for_four() -> None:
    assert worth({"x": "e1 e4"}, 1, 0) > worth({"x": "e1 a5"}, 1, 0)


def test_noisy_moves_make_prevent_or_threaten_four() -> None:
    state = read({"x": "e1 e2", "o": "g1 g2 g4"}, 0)
    rules = state.game.plain.rules
    noisy = {text for text in state.moves() if rules.noisy(state.record, state.code(text))}
    assert noisy == {"g3", "e4"}
    assert rules.noisy(read({"x": "e1 e2 e4"}, 0).record, hexagon(5).index["e3"])


# -- the rules a second time ---------------------------------------------------------------------


class Twin:
    """The page's rules, cell by cell and without any cleverness."""

    def __init__(self, size: int, players: int) -> None:
        self.board = hexagon(size)
        self.stones: dict[tuple[int, int], int] = {}
        self.players, self.turn = players, 0
        self.out: set[int] = set()
        self.end: tuple[str, tuple[Fraction, ...]] | None = None

    def longest(self, seat: int, place: tuple[int, int]) -> set[int]:
        """The lengths of the three lines of `seat` through `place`."""
        lengths = set()
        for dx, dy in ((1, 0), (0, 1), (-1, 1)):
            length = 1
            for sign in (1, -1):
                x, y = place[0] + sign * dx, place[1] + sign * dy
                while self.stones.get((x, y)) == seat:
                    length += 1
                    x, y = x + sign * dx, y + sign * dy
            lengths.add(length)
        return lengths

    def free(self) -> list[tuple[int, int]]:
        return [place for place in self.board.places if place not in self.stones]

    def following(self) -> int:
        seat = (self.turn + 1) % self.players
        while seat in self.out:
            seat = (seat + 1) % self.players
        return seat

    def stops(self, place: tuple[int, int]) -> bool:
        if max(self.longest(self.turn, place)) >= 4:
            return True
        self.stones[place] = self.turn
        safe = all(max(self.longest(self.following(), cell)) < 4 for cell in self.free())
        del self.stones[place]
        return safe

    def moves(self) -> list[str]:
        free = self.free()
        stopping = [place for place in free if self.stops(place)] if self.players == 3 else []
        return sorted(self.board.names[self.board.at[place]] for place in stopping or free)

    def play(self, name: str) -> None:
        seat, place = self.turn, self.board.places[self.board.index[name]]
        lengths = self.longest(seat, place)
        self.stones[place] = seat
        if max(lengths) >= 4:
            self.finish("four-in-a-row", {seat})
        elif 3 in lengths and self.players == 2:
            self.finish("three-in-a-row", {1 - seat})
        elif 3 in lengths:
            self.out.add(seat)
        left = set(range(self.players)) - self.out
        if self.end is None and len(left) == 1:
            self.finish("last-left", left)
        if self.end is None and not self.free():
            self.finish("full-board", left)
        self.turn = self.following()

    def finish(self, reason: str, winners: set[int]) -> None:
        shares = (Fraction(int(i in winners), len(winners)) for i in range(self.players))
        self.end = reason, tuple(shares)


@pytest.mark.parametrize(("size", "players"), [(4, 2), (5, 2), (8, 2), (4, 3), (5, 3)])
def test_random_games_against_the_rules_a_second_time(size: int, players: int) -> None:
    rng = random.Random(size)
    reasons = set()
    for _ in range(12):
        state = parlour.game("yavalath", size=size, players=players).start()
        twin = Twin(size, players)
        while twin.end is None:
            moves = state.moves()
            assert moves == twin.moves()
            assert state.turn == twin.turn
            avoiding = [m for m in moves if not _makes_three(twin, m)] or moves
            move = rng.choice(avoiding if rng.random() < 0.8 else moves)
            state.play(move)
            twin.play(move)
        assert ended(state) == twin.end
        assert state.text.split(" ")[2] == str(twin.turn)
        reasons.add(twin.end[0])
    assert len(reasons) > 1 or size == 8


def _makes_three(twin: Twin, move: str) -> bool:
    lengths = twin.longest(twin.turn, twin.board.places[twin.board.index[move]])
    return 3 in lengths and max(lengths) < 4


def kind(twin: Twin, seat: int, place: tuple[int, int], way: tuple[int, int]) -> str:
    """What an empty cell is to a seat along one axis, by looking at each four cells through it."""
    along = [(place[0] + i * way[0], place[1] + i * way[1]) for i in range(-3, 4)]
    has = [twin.stones.get(cell) if cell in twin.board.places else "edge" for cell in along]
    line = "".join(
        "x" if h == seat or i == 3 else "." if h is None else "#" for i, h in enumerate(has)
    )
    around = (
        len(line[:3]) - len(line[:3].rstrip("x")) + 1 + len(line[4:]) - len(line[4:].lstrip("x"))
    )
    if around >= 3:
        return "bad"
    fours = [line[i : i + 4].count("x") for i in range(4) if "#" not in line[i : i + 4]]
    return {0: "dead", 1: "open", 2: "pair", 3: "threat"}[max(fours, default=0)]


def slow_worth(twin: Twin) -> int | None:
    """The evaluation for the seat to move, cell by cell; None where somebody could make four at once."""
    free, counts = twin.free(), Counter[str]()
    for seat, sign in ((twin.turn, 1), (1 - twin.turn, -1)):
        for place in free:
            if max(twin.longest(seat, place)) >= 4:
                return None
            kinds = [kind(twin, seat, place, way) for way in ((1, 0), (0, 1), (-1, 1))]
            counts["bad"] += sign * ("bad" in kinds)
            counts.update({each: sign * kinds.count(each) for each in {*kinds} - {"bad"}})
    counts["turn"], counts["odd"] = 1, len(free) % 2
    weights = {name: getattr(evaluation, name.upper()) for name in counts if name != "open"}
    empty, cells = len(free), len(twin.board.places)
    worth = (counts[name] * (e * empty + f * (cells - empty)) for name, (e, f) in weights.items())
    return int(sum(worth) // (evaluation.FINE * cells))


@pytest.mark.parametrize("size", [4, 5, at_length(7)])
def test_evaluation_against_a_slow_one(size: int) -> None:
    rng, seen = random.Random(size), 0
    for _ in range(10):
        state, twin = parlour.game("yavalath", size=size).start(), Twin(size, 2)
        while twin.end is None:
            slow = slow_worth(twin)
            if slow is not None:
                assert state.game.plain.rules.evaluate(state.record, twin.turn) == slow
                seen += 1
            move = rng.choice(
                [m for m in state.moves() if not _makes_three(twin, m)] or state.moves()
            )
            state.play(move)
            twin.play(move)
    assert seen > 100
