"""Unlur: the contract phase, lines and Ys made by either, position texts; and whole games against the
rules written a second time, by searching chains cell by cell."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import parlour
from parlour import BadOption, BadPosition, IllegalMove
from parlour.kernel.boards import HEXAGON_STEPS, hexagon

HALF = Fraction(1, 2)
BOARD = hexagon(4)  # rows a (4 cells) to g, d the longest


def position(stones: dict[str, str], turn: int, extra: str, size: int = 4) -> str:
    """The position text with the cells named in `stones` for each letter, parted by blanks."""
    game = parlour.game("unlur", size=size)
    board = hexagon(size)
    at = {board.index[name]: letter for letter, names in stones.items() for name in names.split()}
    rows: dict[str, str] = {}
    for cell, name in enumerate(board.names):
        rows[name[0]] = rows.get(name[0], "") + at.get(cell, ".")
    return f"{game.name} {'/'.join(rows.values())} {turn} {extra}"


def read(stones: dict[str, str], turn: int, extra: str, end: str = "") -> parlour.State:
    return parlour.game("unlur", size=4).read(position(stones, turn, extra) + end)


def ended(state: parlour.State) -> tuple[str, tuple[Fraction, ...]]:
    assert state.outcome is not None
    assert state.turn is None
    assert state.moves() == []
    return state.outcome.reason, state.outcome.scores


LINE = "d1 d2 d3 d4 d5 d6 d7"  # its ends are corners: on two sides each


# -- the contract phase --------------------------------------------------------------------------


def test_start() -> None:
    state = parlour.game("unlur").start()
    assert state.text == (
        "unlur ....../......./......../........./........../.........../"
        "........../........./......../......./...... 0 contract"
    )
    moves = state.moves()
    assert len(moves) == 61 + 1  # the interior is a board of size 5; pass
    assert "pass" in moves
    assert not {"a1", "a6", "f1", "f11", "k3", "b1", "b7"} & set(moves)
    assert {"b2", "f2", "f10", "j6"} <= set(moves)


def test_both_place_black_stones_until_one_passes() -> None:
    state = parlour.game("unlur", size=4).start().play("d4").play("c3")
    assert state.text == position({"x": "d4 c3"}, 0, "contract")
    assert state.scene().colours == ("black", "black")
    assert "pass and play Black" in state.game.notation.prompt(state.record, ())
    state.play("pass")
    assert state.game.notation.prompt(state.record, ()).startswith("You are White")
    assert state.text == position({"x": "d4 c3"}, 1, "0")  # seat 0 is Black; White moves next
    assert state.scene().colours == ("black", "white")
    assert "a1" in state.moves()
    assert "pass" not in state.moves()
    state.play("a1").play("g1")
    assert state.text == position({"x": "d4 c3 g1", "o": "a1"}, 1, "0")


def test_pass_on_the_very_first_turn() -> None:
    state = parlour.game("unlur", size=4).start().play("pass")
    assert state.text == position({}, 1, "0")
    assert len(state.moves()) == 37
    state = parlour.game("unlur", size=4).start().play("d4").play("pass")
    assert state.text == position({"x": "d4"}, 0, "1")


def test_with_the_interior_full_only_pass_is_left() -> None:
    state = parlour.game("unlur", size=3).start()
    for cell in ["b2", "b3", "c2", "c3", "c4", "d2", "d3"]:
        assert state.outcome is None
        state.play(cell)
    assert state.moves() == ["pass"]
    assert state.turn == 1
    state.play("pass")
    assert state.text.endswith(" 0 1")
    assert len(state.moves()) == 12


# -- ends ----------------------------------------------------------------------------------------


def corners_and_sides() -> dict[str, int]:
    table = BOARD.side_table()
    return {name: int(table[i]) for i, name in enumerate(BOARD.names)}


def test_a_corner_lies_on_both_its_sides() -> None:
    sides = corners_and_sides()
    assert sides["a1"] == 0b100001
    assert sides["d7"] == 0b000110
    assert sides["a2"] == 0b000001
    assert sides["d4"] == 0


@pytest.mark.parametrize(
    ("chain", "last"),
    [
        ("a2 b2 c3 d4 e4 f4", "g4"),  # bottom to top
        ("a2 b2 c3 d3 f3 g2", "e3"),
        ("c6 d6 d5 d4 d3 d2", "e1"),  # lower right to upper left
        ("b1 c2 d3 e3 e4 f4", "f5"),  # lower left to upper right
        ("d1 d2 d3 d4 d5 d6", "d7"),  # corner to corner
    ],
)
def test_white_wins_by_a_line_and_black_loses_by_it(chain: str, last: str) -> None:
    white = read({"o": chain}, 1, "0").play(last)
    assert ended(white) == ("line", (0, 1))
    assert ended(read({"x": chain}, 0, "0").play(last)) == ("made-line", (0, 1))
    assert ended(read({"x": chain}, 1, "1").play(last)) == ("made-line", (1, 0))
    assert parlour.game("unlur", size=4).read(white.text).text == white.text


def three_arms(first: int) -> list[str]:
    """A chain from the centre to the middles of the sides `first`, `first` + 2 and `first` + 4."""
    arms = ["d4"]
    for side in (first, first + 2, first + 4):
        cell = BOARD.index["d4"]
        while not BOARD.side_table()[cell]:
            options = [int(n) for n in BOARD.neighbours[cell]]
            # Straight out, away from both corners of that side.
            cell = max(options, key=lambda n: _towards(n, side % 6))
            arms.append(BOARD.names[cell])
    return list(dict.fromkeys(arms))


def _towards(cell: int, side: int) -> float:
    q, r = BOARD.places[cell]
    out = [-r, q, q + r, r, -q, -q - r][side]
    along = [2 * q + r, q + 2 * r, q - r, 2 * q + r, q + 2 * r, q - r][side]
    return out - 0.1 * abs(along)


@pytest.mark.parametrize("first", [0, 1])
def test_black_wins_by_a_y_and_white_loses_by_it(first: int) -> None:
    cells = three_arms(first)
    for last in ("d4", cells[-1]):
        chain = " ".join(cell for cell in cells if cell != last)
        assert ended(read({"x": chain}, 0, "0").play(last)) == ("y", (1, 0))
        assert ended(read({"x": chain}, 1, "1").play(last)) == ("y", (0, 1))
        assert ended(read({"o": chain}, 1, "0").play(last)) == ("made-y", (1, 0))


@pytest.mark.parametrize("first", [0, 1])
def test_ones_own_goal_goes_before_the_others(first: int) -> None:
    """The centre completes three arms, and a fourth opposite one: a Y and a line at once."""
    cells = [*three_arms(first), *three_arms(1 - first)[1:4]]
    chain = " ".join(cell for cell in dict.fromkeys(cells) if cell != "d4")
    both = read({"x": chain}, 0, "0").play("d4")
    assert ended(both) == ("y", (1, 0))
    assert ended(read({"o": chain}, 1, "0").play("d4")) == ("line", (0, 1))
    assert parlour.game("unlur", size=4).read(both.text).text == both.text


def test_three_sides_that_adjoin_are_no_y() -> None:
    state = read({"x": "a1 a2 a3 a4"}, 0, "0")  # four corner sides: lower left, bottom, lower right
    assert state.outcome is None
    assert state.play("b5").outcome is None


def test_a_full_board_shows_an_end() -> None:
    """As in Hex and Y, somebody has made a line or a Y on a full board, so it is never a draw."""
    rng = random.Random(3)
    game = parlour.game("unlur", size=4)
    for _ in range(200):
        cells = {name: rng.choice("xo") for name in BOARD.names}
        stones = {c: " ".join(n for n, colour in cells.items() if colour == c) for c in "xo"}
        try:
            assert game.read(position(stones, 0, "0")).outcome is not None
        except BadPosition as error:
            assert "two ends" in str(error)


def test_move_limit_counts_passes_and_contract_stones() -> None:
    state = parlour.game("unlur", size=4, move_limit=2).start()
    state.play("d4").play("pass").play("a1")
    assert ended(state.play("b1")) == ("move-limit", (HALF, HALF))
    state = parlour.game("unlur", size=4, move_limit=1).start().play("d4").play("d5")
    assert ended(state) == ("move-limit", (HALF, HALF))
    assert state.text.endswith(" 0 contract #move-limit:1/2,1/2")
    assert state.game.read(state.text).text == state.text


# -- position texts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "turn", "extra"),
    [
        ({}, 1, "contract"),
        ({"x": "d4"}, 0, "contract"),
        ({"x": "d4 a1"}, 0, "1"),
        ({"o": "d4 a1"}, 1, "1"),
        ({"x": "c3", "o": "d4 a1"}, 0, "0"),
    ],
)
def test_composed_positions(stones: dict[str, str], turn: int, extra: str) -> None:
    state = read(stones, turn, extra)
    assert state.outcome is None
    assert state.turn == turn
    assert state.text == position(stones, turn, extra)


@pytest.mark.parametrize(
    ("stones", "extra", "end"),
    [
        ({"o": LINE}, "0", "#line:0,1"),
        ({"o": LINE}, "1", "#line:1,0"),
        ({"x": LINE}, "1", "#made-line:1,0"),
        ({"x": " ".join(three_arms(0))}, "1", "#y:0,1"),
        ({"o": " ".join(three_arms(1))}, "1", "#made-y:0,1"),
    ],
)
@pytest.mark.parametrize("turn", [0, 1])
def test_ends_shown(stones: dict[str, str], turn: int, extra: str, end: str) -> None:
    """A position that shows its end is read as finished, with the end's field or without."""
    bare = position(stones, turn, extra)
    for text in (bare, f"{bare} {end}"):
        assert parlour.game("unlur", size=4).read(text).text == f"{bare} {end}"


def test_two_lines_side_by_side_need_the_field() -> None:
    stones = {"o": "a3 b4 c5 d6 e6 f5 g4", "x": "a2 b3 c4 d5 e5 f4 g3"}
    with pytest.raises(BadPosition, match="two ends"):
        read(stones, 0, "0")
    assert ended(read(stones, 0, "0", " #line:0,1")) == ("line", (0, 1))
    assert ended(read(stones, 0, "0", " #made-line:0,1")) == ("made-line", (0, 1))
    for end in (" #y:1,0", " #line:1,0"):
        with pytest.raises(BadPosition):
            read(stones, 0, "0", end)


@pytest.mark.parametrize(
    ("stones", "turn", "extra", "end", "why"),
    [
        ({}, 2, "contract", "", "TURN"),
        ({}, 0, "-", "", "EXTRA"),
        ({}, 0, "2", "", "EXTRA"),
        ({"o": "d4"}, 0, "contract", "", "no white stones"),
        ({"x": "a1"}, 0, "contract", "", "a1 lies on a side"),
        ({}, 0, "contract", " #line:1,0", "still on"),
        ({}, 0, "contract", " #full-board:1/2,1/2", "still on"),
        ({}, 0, "contract", " #move-limit:1/2,1/2", "no game ends"),
        ({}, 0, "0", " #line:1,0", "plays Black"),
        ({}, 0, "0", " #y:0,1", "plays Black"),
        ({}, 0, "1", " #made-line:0,1", "plays Black"),
        ({}, 0, "1", " #made-y:1,0", "plays Black"),
        ({"o": LINE}, 0, "1", " #made-y:0,1", "itself shows"),
        ({"o": LINE}, 0, "1", " #line:0,1", "itself shows"),
        ({"z": "a1"}, 0, "1", "", "z in row 1"),
    ],
)
def test_bad_positions(stones: dict[str, str], turn: int, extra: str, end: str, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        read(stones, turn, extra, end)


def test_refusals() -> None:
    state = parlour.game("unlur", size=4).start().play("d4")
    for text, why in [
        ("a1", "cells on a side stay empty"),
        ("d4", "there is a stone already"),
        ("d8", "no such cell"),
        ("swap", "no such cell"),
    ]:
        with pytest.raises(IllegalMove, match=why):
            state.play(text)
    with pytest.raises(IllegalMove, match="who plays Black is settled"):
        state.play("pass").play("pass")


def test_options() -> None:
    for bad in ("size=2", "size=11", "swap=yes"):
        with pytest.raises(BadOption):
            parlour.game(f"unlur:{bad}")


# -- the rules a second time ---------------------------------------------------------------------


class Twin:
    """The page's rules, chains searched anew at every move."""

    def __init__(self, size: int) -> None:
        self.board = hexagon(size)
        self.stones: dict[tuple[int, int], str] = {}
        self.turn = 0
        self.black: int | None = None
        self.end: tuple[str, tuple[int | Fraction, ...]] | None = None

    def sides_of(self, place: tuple[int, int]) -> set[int]:
        i = self.board.at[place]
        return {k for k, on in enumerate(self.board.sides) if on[i]}

    def moves(self) -> list[str]:
        free = [place for place in self.board.places if place not in self.stones]
        if self.black is None:
            free = [place for place in free if not self.sides_of(place)]
        names = [self.board.names[self.board.at[place]] for place in free]
        return sorted(names + (["pass"] if self.black is None else []))

    def chain(self, place: tuple[int, int]) -> set[int]:
        """The sides that the chain of the stone at `place` joins."""
        seen, todo, sides = {place}, [place], set()
        while todo:
            q, r = todo.pop()
            sides |= self.sides_of((q, r))
            for dq, dr in HEXAGON_STEPS:
                other = q + dq, r + dr
                if other not in seen and self.stones.get(other) == self.stones[place]:
                    seen.add(other)
                    todo.append(other)
        return sides

    def play(self, name: str) -> None:
        seat, self.turn = self.turn, 1 - self.turn
        if name == "pass":
            self.black = seat
            return
        place = self.board.places[self.board.index[name]]
        colour = "x" if self.black in (None, seat) else "o"
        self.stones[place] = colour
        sides = self.chain(place)
        line = any({k, k + 3} <= sides for k in range(3))
        y = {0, 2, 4} <= sides or {1, 3, 5} <= sides
        if colour == "o" and line:
            self.win("line", seat)
        elif colour == "x" and y:
            self.win("y", seat)
        elif line:
            self.win("made-line", 1 - seat)
        elif y:
            self.win("made-y", 1 - seat)
        elif len(self.stones) == len(self.board):
            self.end = "full-board", (HALF, HALF)

    def win(self, reason: str, seat: int) -> None:
        self.end = reason, (1 - seat, seat)

    def text(self) -> str:
        rows: dict[str, str] = {}
        for name, place in zip(self.board.names, self.board.places, strict=True):
            rows[name[0]] = rows.get(name[0], "") + self.stones.get(place, ".")
        extra = "contract" if self.black is None else self.black
        return f"{'/'.join(rows.values())} {self.turn} {extra}"


@pytest.mark.parametrize(("size", "games"), [(3, 60), (4, 25), (6, 6), (10, 1)])
def test_random_games_against_the_rules_a_second_time(size: int, games: int) -> None:
    rng = random.Random(size)
    reasons = set()
    for _ in range(games):
        state, twin = parlour.game("unlur", size=size).start(), Twin(size)
        while twin.end is None:
            moves = state.moves()
            assert moves == twin.moves()
            assert state.turn == twin.turn
            move = rng.choice(moves)
            state.play(move)
            twin.play(move)
            assert state.text.split(" #")[0].partition(" ")[2] == twin.text()
        assert ended(state) == twin.end
        reasons.add(twin.end[0])
    if size == 3:
        assert reasons >= {"line", "y", "made-line"}
