"""Y: the page's rules, positions and refusals; what Y and Hex share against slow, plain twins."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2  # type: ignore[import-untyped]

import parlour
from parlour.kernel import protocol
from parlour.kernel.layout import OVER, new_compiled, new_plain, to_compiled
from parlour.kernel.loader import CompiledInstance, PlainInstance, SourceFile
from parlour.search.exhaustive.solve_search import winning_moves
from tests.conftest import at_length

RULES = "parlour.games.y_and_hex.rules"
EITHER_GAME = pytest.mark.parametrize("rhombus", [0, 1], ids=["y", "hex"])


def read(rows: str, turn: int = 0, extra: str = "-", end: str = "", size: int = 3) -> parlour.State:
    options = "" if size == 15 else f":size={size}"
    return parlour.game(f"y{options}").read(
        " ".join([f"y{options}", rows, str(turn), extra, end]).strip()
    )


def parameters(size: int, rhombus: int, pie: int = 0) -> tuple[tuple[str, int], ...]:
    return (("PIE", pie), ("RHOMBUS", rhombus), ("SIZE", size))


@cache
def plain(size: int, rhombus: int, pie: int = 0) -> Any:
    return PlainInstance(SourceFile.of_module(RULES), parameters(size, rhombus, pie)).rules


@cache
def compiled(size: int, rhombus: int, pie: int = 0) -> CompiledInstance:
    return CompiledInstance(SourceFile.of_module(RULES), parameters(size, rhombus, pie))


# -- the page's rules ----------------------------------------------------------------------------


def test_start() -> None:
    state = parlour.game("y").start()
    rows = "/".join("." * n for n in range(15, 0, -1))
    assert state.text == f"y {rows} 0 -"
    assert len(state.moves()) == 120
    assert state.game.seat_names == ("White", "Black")
    assert state.turn == 0


def test_seats_place_stones_in_turn_on_empty_cells() -> None:
    state = parlour.game("y:pie=no,size=4").start()
    assert state.play("b2").text == "y:pie=no,size=4 ..../.x./../. 1 -"
    assert state.moves() == ["a1", "a2", "a3", "a4", "b1", "b3", "c1", "c2", "d1"]
    assert state.play("d1").text == "y:pie=no,size=4 ..../.x./../o 0 -"


def test_a_corner_lies_on_both_its_sides() -> None:
    state = parlour.game("y:pie=no,size=3").start()
    for move in ("a1", "a2", "b1", "b2", "c1"):
        assert state.outcome is None
        state.play(move)
    assert state.text == "y:pie=no,size=3 xo./xo/x 1 - #y:1,0"
    assert state.turn is None


def test_second_seat_wins() -> None:
    state = parlour.game("y:pie=no,size=3").start()
    for move in ("c1", "a1", "b1", "a2", "b2", "a3"):
        state.play(move)
    assert state.outcome == parlour.Outcome((Fraction(0), Fraction(1)), "y")
    assert state.text.endswith(" 0 - #y:0,1")


# -- the pie rule --------------------------------------------------------------------------------


def test_swap_takes_the_stones_colour_and_the_other_seat_moves_next() -> None:
    state = parlour.game("y:size=3").start().play("b2")
    assert "swap" in state.moves()
    state.play("swap")
    assert state.text == "y:size=3 .../.x/. 0 swapped"
    assert state.scene().colours == ("black", "white")
    assert "swap" not in state.moves()
    state.play("a1")
    assert state.text == "y:size=3 o../.x/. 1 swapped"
    for move in ("a3", "c1", "a2", "b1"):
        state.play(move)
    assert state.text == "y:size=3 oxx/ox/o 1 swapped #y:1,0"


def test_swapped_colours_win_for_their_new_seats() -> None:
    state = parlour.game("y:size=3").start()
    for move in ("b2", "swap", "a1", "a3", "a2", "b1"):
        state.play(move)
    assert state.text == "y:size=3 oox/xx/. 0 swapped #y:0,1"


def test_swap_is_offered_once_and_to_the_second_seat_only() -> None:
    state = parlour.game("y").start()
    with pytest.raises(parlour.IllegalMove, match="only the second seat may swap"):
        state.play("swap")
    state.play("e4").play("e5")
    with pytest.raises(parlour.IllegalMove, match="right after the first stone"):
        state.play("swap")
    state = parlour.game("y:pie=no").start().play("e4")
    assert len(state.moves()) == 119
    with pytest.raises(parlour.IllegalMove, match="pie=no"):
        state.play("swap")


def test_swap_is_taken_back() -> None:
    state = parlour.game("y").start().play("e4").play("swap")
    assert state.undo().text == parlour.game("y").start().play("e4").text
    assert "swap" in state.moves()


def test_swap_counts_towards_the_move_limit() -> None:
    state = parlour.game("y:move_limit=1").start().play("e4").play("swap")
    assert state.outcome is not None
    assert state.outcome.text == "#move-limit:1/2,1/2"


# -- options, texts, refusals --------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 22, "03", "3.5", -3])
def test_sizes_out_of_range(size: object) -> None:
    with pytest.raises(parlour.BadOption, match="from 3 to 21"):
        parlour.game("y", size=size)


def test_largest_board_names_its_last_row() -> None:
    state = parlour.game("y:size=21").start()
    assert len(state.moves()) == 231
    assert "u1" in state.moves()


def test_refusals() -> None:
    state = parlour.game("y").start().play("e4")
    with pytest.raises(parlour.IllegalMove, match="there is a stone already"):
        state.play("e4")
    with pytest.raises(parlour.IllegalMove, match="no such cell"):
        state.play("e12")


def test_composed_positions_are_read_whatever_their_numbers_of_stones() -> None:
    assert read("xx./x./.", 0).turn == 0
    assert read("oo./o./.", 1).turn == 1
    assert "swap" not in read("o../../.", 1).moves()
    assert "swap" not in read("x../../.", 0).moves()
    assert "swap" not in read("x../../.", 1, "swapped").moves()
    assert "swap" in read("x../../.", 1).moves()
    assert read(".../../.", 1).play("a1").text == "y:size=3 o../../. 0 -"


def test_a_board_that_shows_a_winner_is_read_as_finished() -> None:
    assert read("xxx/../.", 0).text == "y:size=3 xxx/../. 0 - #y:1,0"
    assert read("xxx/../.", 1, "swapped").text == "y:size=3 xxx/../. 1 swapped #y:0,1"
    assert read("xxx/../.", 1, "swapped", "#y:0,1").moves() == []


def test_a_finished_game_that_the_board_does_not_show() -> None:
    assert read("xx./../.", 1, "-", "#y:1,0").outcome is not None
    limited = parlour.game("y:move_limit=1,size=3")
    assert limited.read("y:move_limit=1,size=3 x../o./. 0 - #move-limit:1/2,1/2").turn is None


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ((".../../..",), "row 3 of the board has 2 cells; expected 1"),
        ((".../..",), "the board has 2 rows; expected 3"),
        (("..z/../.",), "z in row 1"),
        ((".../../.", 2), "TURN is 2; expected 0 or 1"),
        ((".../../.", 0, "swap"), "EXTRA is swap; expected - or swapped"),
        (("xxx/../.", 1, "-", "#y:0,1"), "the position itself shows #y:1,0"),
        (("xxx/../.", 1, "-", "#move-limit:1/2,1/2"), "the position itself shows"),
        ((".../../.", 1, "-", "#y:1/2,1/2"), "y is scored"),
        ((".../../.", 1, "-", "#red-chain:1,0"), "no game ends by red-chain"),
        ((".../../.", 1, "-", "#move-limit:1/2,1/2"), "no game ends by move-limit"),
    ],
)
def test_reading_errors(fields: tuple[Any, ...], message: str) -> None:
    with pytest.raises(parlour.BadPosition, match=message):
        read(*fields)


def test_no_swapped_position_without_the_pie_rule() -> None:
    with pytest.raises(parlour.BadPosition, match="EXTRA is swapped; expected -"):
        parlour.game("y:pie=no,size=3").read("y:pie=no,size=3 .../../. 0 swapped")


def test_fields_are_counted() -> None:
    with pytest.raises(parlour.BadPosition, match="GAME ROWS TURN EXTRA"):
        parlour.game("y:size=3").read("y:size=3 .../../. 0")


# -- pictures ------------------------------------------------------------------------------------


def test_scene() -> None:
    scene = read("x.o/../.").scene()
    assert [cell.name for cell in scene.cells] == ["a1", "a2", "a3", "b1", "b2", "c1"]
    assert [piece.colour for cell in scene.cells for piece in cell.pieces] == ["white", "black"]
    assert scene.colours == ("white", "black")


@pytest.mark.parametrize(
    ("extra", "own", "first", "second"),
    [("-", "white", "wwb", "bbw"), ("swapped", "black", "wwb", "bbw")],
)
def test_the_second_player_assigns_the_colour_of_the_standing_board(
    extra: str, own: str, first: str, second: str
) -> None:
    """Both see their own stones in that colour, and no peg is ever turned."""
    state = read("xxo/../.", 1 if extra == "-" else 0, extra)
    for seat, expected in enumerate((first, second)):
        seen = state.game.notation.standing_board(state.scene(), seat)
        assert "".join(piece.colour[0] for cell in seen.cells for piece in cell.pieces) == expected
        assert seen.colours[seat] == own != seen.colours[1 - seat]
        assert f"You both play {own}" in seen.notes[0]


def test_the_first_stone_leaves_the_colour_to_the_second_player() -> None:
    standing = parlour.game("y:size=3").start().game.notation.standing_board
    seen = standing(read("x../../.", 1).scene(), 1)
    assert "assigns the colour" in seen.notes[0]
    assert "black" in seen.labels_of_moves["swap"]
    assert "You both" in standing(read("o../../.", 0, "swapped").scene(), 1).notes[0]


# -- who has won, against a search over neighbours -----------------------------------------------


def joins(rules: Any, colour: int, cells: set[int]) -> bool:
    """Whether one chain of `cells` reaches what `colour` must join, found cell by cell."""
    sides = rules.BOARD.sides
    if rules.RHOMBUS:
        sides = sides[colour::2]
    left = set(cells)
    while left:
        chain, edge = set(), {left.pop()}
        while edge:
            chain |= edge
            around = {int(n) for cell in edge for n in rules.BOARD.neighbours[cell]}
            edge = (around & cells) - chain
        left -= chain
        if all(any(side[cell] for cell in chain) for side in sides):
            return True
    return False


def board_of(rules: Any, colours: list[int]) -> Any:
    """A plain record with the colours 0 and 1 on the board, 2 for an empty cell."""
    s = new_plain(rules.STATE)
    rules.start(s)
    for cell, colour in enumerate(colours):
        if colour < 2:
            s.stones[colour * rules.WORDS + rules.WORD[cell]] |= rules.BIT[cell]
    s.empty = colours.count(2)
    return s


@EITHER_GAME
@given(data=st.data())
def test_winners_are_found_as_by_a_search_over_neighbours(rhombus: int, data: Any) -> None:
    rules = plain(data.draw(st.integers(2, 19)), rhombus)
    rng = random.Random(data.draw(st.integers()))
    weights = data.draw(st.sampled_from([(1, 1, 0), (3, 3, 1), (1, 1, 1), (4, 1, 0), (1, 4, 1)]))
    colours = rng.choices((0, 1, 2), weights, k=rules.CELLS)
    s = board_of(rules, colours)
    won = [rules.joined(s, colour) for colour in (0, 1)]
    for colour in (0, 1):
        cells = {cell for cell, there in enumerate(colours) if there == colour}
        assert won[colour] == joins(rules, colour, cells)
    assert sum(won) == 1 if 2 not in colours else sum(won) <= 1


@EITHER_GAME
@pytest.mark.parametrize("size", [2, 3])
def test_every_full_board_has_one_winner(rhombus: int, size: int) -> None:
    rules = plain(size, rhombus)
    for word in range(1 << rules.CELLS):
        colours = [word >> cell & 1 for cell in range(rules.CELLS)]
        s = board_of(rules, colours)
        for colour in (0, 1):
            cells = {cell for cell, there in enumerate(colours) if there == colour}
            assert rules.wins(s, colour) == joins(rules, colour, cells)
        assert rules.wins(s, 0) != rules.wins(s, 1)


@EITHER_GAME
@pytest.mark.parametrize("size", [2, 3, 9, 11, 16, 19])
def test_games_end_with_the_first_chain_that_joins(rhombus: int, size: int) -> None:
    rules = plain(size, rhombus, 1)
    for seed in range(4):
        s, out, rng = new_plain(rules.STATE), [0] * rules.MAX_MOVES, [seed]
        rules.start(s)
        cells: tuple[set[int], set[int]] = (set(), set())
        while s.turn != OVER:
            colour = s.turn ^ s.swapped
            move = rules.random_move(s, out, rng)
            rules.play(s, move)
            if move != rules.SWAP:
                cells[colour].add(move)
                assert (s.turn == OVER) == joins(rules, colour, cells[colour])
        assert rules.payoff(s, colour ^ s.swapped) == 1
        assert rules.payoff(s, 0) + rules.payoff(s, 1) == 1


# -- quick play to the end -----------------------------------------------------------------------


def share_won(finish: Any, rules: Any, s: Any, games: int, seed: int) -> float:
    """The share of `games` finished from the plain record `s` that seat 0 wins."""
    start, twin = new_compiled(rules.STATE), new_compiled(rules.STATE)
    to_compiled(s, rules.STATE, start)
    out, rng = np.zeros(rules.MAX_MOVES, np.int64), np.array([seed])
    won = 0
    for _ in range(games):
        twin[:] = start
        finish(twin[0], out, rng)
        won += rules.payoff(twin[0], 0)
    return won / games


def chance_of_seat_0(rules: Any, s: Any) -> Fraction:
    """The exact chance that seat 0 wins by random moves, from every possible game."""
    out = [0] * rules.MAX_MOVES
    known: dict[tuple[Any, ...], Fraction] = {}

    def chance(s: Any) -> Fraction:
        if s.turn == OVER:
            return Fraction(int(rules.payoff(s, 0)))
        here = (s.turn, s.swapped, *s.stones)
        if here not in known:
            moves = out[: rules.legal_moves(s, out)]
            known[here] = sum((chance(after(rules, s, m)) for m in moves), Fraction(0)) / len(moves)
        return known[here]

    return chance(s)


def after(rules: Any, s: Any, move: int) -> Any:
    following = new_plain(rules.STATE)
    protocol_copy(following, s)
    rules.play(following, move)
    return following


def protocol_copy(to: Any, source: Any) -> None:
    for name in source.__slots__:
        value = getattr(source, name)
        setattr(to, name, list(value) if isinstance(value, list) else value)


@EITHER_GAME
@pytest.mark.parametrize("seed", range(6))
def test_quick_games_are_won_as_often_as_the_exact_chance(rhombus: int, seed: int) -> None:
    rules = plain(3, rhombus, 1)
    rng = random.Random(seed)
    s = new_plain(rules.STATE)
    rules.start(s)
    out = [0] * rules.MAX_MOVES
    for _ in range(rng.randrange(3)):
        rules.play(s, rng.choice(out[: rules.legal_moves(s, out)]))
    if seed % 3 == 2:  # numbers of stones that no game has
        s = board_of(rules, rng.choices((0, 1, 2), (1, 0, 3), k=rules.CELLS))
        s.turn = s.next = seed & 1
    expected = float(chance_of_seat_0(rules, s))
    quick = compiled(3, rhombus, 1).rules
    games = 8000
    won = share_won(quick.finish, quick, s, games, seed)
    assert abs(won - expected) <= 5 * (expected * (1 - expected) / games) ** 0.5


@pytest.mark.long
@EITHER_GAME
def test_quick_games_are_won_as_often_as_those_played_move_by_move(rhombus: int) -> None:
    instance = compiled(11, rhombus, 1)
    move_by_move = instance.bind(SourceFile.of_module(protocol.__name__)).finish
    rules = instance.rules
    for stones in (0, 1, 30, 50):
        s = new_plain(rules.STATE)
        plain(11, rhombus, 1).start(s)
        out, rng = [0] * rules.MAX_MOVES, [stones]
        for _ in range(stones):
            plain(11, rhombus, 1).play(s, plain(11, rhombus, 1).random_move(s, out, rng))
        games = 4000
        slow = share_won(move_by_move, rules, s, games, 1)
        quick = share_won(rules.finish, rules, s, games, 2)
        share = (slow + quick) / 2
        assert abs(slow - quick) <= 5 * (2 * share * (1 - share) / games) ** 0.5


@EITHER_GAME
def test_boards_are_filled_evenly(rhombus: int) -> None:
    """Every way to fill the board with the right numbers of stones comes as often (chi-squared)."""
    rules = compiled(3, rhombus).rules
    free = 6
    colours = [2] * free + [0, 1, 1][: rules.CELLS - free]
    random.Random(3).shuffle(colours)
    start, twin = new_compiled(rules.STATE), new_compiled(rules.STATE)
    to_compiled(board_of(plain(3, rhombus), colours), rules.STATE, start)
    out, rng = np.zeros(rules.MAX_MOVES, np.int64), np.array([5])
    ways = list(combinations([i for i, c in enumerate(colours) if c == 2], free // 2))
    games = 150 * len(ways)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(games):
        twin[:] = start
        rules.fill(twin[0], 0, out, rng)
        words = twin[0]["stones"]
        mine = tuple(
            cell
            for cell, colour in enumerate(colours)
            if colour == 2 and words[rules.WORD[cell]] & rules.BIT[cell]
        )
        counts[mine] = counts.get(mine, 0) + 1
    assert sorted(counts) == ways
    spread = sum((n - 150) ** 2 / 150 for n in counts.values())
    assert spread < chi2.ppf(1 - 1e-6, len(ways) - 1)


@EITHER_GAME
def test_quick_games_are_the_same_compiled_and_plain(rhombus: int) -> None:
    rules, twin_rules = plain(7, rhombus, 1), compiled(7, rhombus, 1).rules
    twin, expected = new_compiled(rules.STATE), new_compiled(rules.STATE)
    word, twin_word = [9], np.array([9])
    for _ in range(200):
        s = new_plain(rules.STATE)
        rules.start(s)
        twin_rules.start(twin[0])
        plies = rules.finish(s, [0] * rules.MAX_MOVES, word)
        assert plies == twin_rules.finish(twin[0], np.zeros(rules.MAX_MOVES, np.int64), twin_word)
        to_compiled(s, rules.STATE, expected)
        assert expected.tobytes() == twin.tobytes()
        assert word[0] == twin_word[0]


# -- known numbers -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "wins", "cells"), [(2, 3, 3), (3, 3, 6), (4, 7, 10), at_length(5, 3, 15)]
)
def test_winning_first_moves_without_the_pie_rule(size: int, wins: int, cells: int) -> None:
    instance = compiled(size, 0)
    assert cells == instance.rules.CELLS
    assert len(winning_moves(instance)) == wins


def test_with_the_pie_rule_the_second_seat_can_always_win() -> None:
    assert winning_moves(compiled(4, 0, 1)) == []
