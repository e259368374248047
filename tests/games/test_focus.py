"""Focus: moves of stacks, reserves, ends, texts; whole games against the page's words told once more."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

import parlour
from parlour.kernel.layout import OVER, new_compiled, to_compiled
from parlour.search import playouts

ID = "focus"
PERFT = Path(__file__).parents[1] / "perft" / "focus.txt"
ABSENT = {"a1", "a2", "b1", "g1", "h1", "h2", "a7", "a8", "b8", "g8", "h7", "h8"}
READING = [f + r for r in "87654321" for f in "abcdefgh"]
SQUARES = sorted(set(READING) - ABSENT)
START = (
    "#,#,.,.,.,.,#,#/#,R,R,G,G,R,R,#/.,G,G,R,R,G,G,./.,R,R,G,G,R,R,./"
    ".,G,G,R,R,G,G,./.,R,R,G,G,R,R,./#,G,G,R,R,G,G,#/#,#,.,.,.,.,#,#"
)


def board(stacks: dict[str, str]) -> str:
    squares = ["#" if cell in ABSENT else stacks.get(cell, ".") for cell in READING]
    return "/".join(",".join(squares[i : i + 8]) for i in range(0, 64, 8))


def read(fields: str, **options: int) -> parlour.State:
    game = parlour.game(ID, **options)
    return game.read(f"{game.name} {fields}")


def position(turn: str, reserves: str = "0,0", **stacks: str) -> parlour.State:
    return read(f"{board(stacks)} {turn} {reserves}")


def stacks(state: parlour.State) -> dict[str, str]:
    squares = state.text.split(" ")[1].replace("/", ",").split(",")
    return {cell: stack for cell, stack in zip(READING, squares, strict=True) if stack not in ".#"}


def reserves(state: parlour.State) -> str:
    return state.text.split(" ")[3]


def end(state: parlour.State) -> str:
    assert state.outcome is not None
    return state.outcome.text


def moves_from(state: parlour.State, cell: str) -> list[str]:
    return [text.partition("-")[2] for text in state.moves() if text.startswith(f"{cell}-")]


# -- the page's words once more, square by square ---------------------------------------------------


class Slow:
    """A game as the page tells it: a dictionary of stacks, texts as moves."""

    def __init__(self, text: str) -> None:
        squares, turn, reserve = text.split(" ")[1:4]
        ranks = [rank.split(",") for rank in squares.split("/")]
        self.stacks = {
            "abcdefgh"[x] + str(8 - y): "" if stack == "." else stack
            for y, rank in enumerate(ranks)
            for x, stack in enumerate(rank)
            if stack != "#"
        }
        self.turn = turn
        self.reserve = dict(zip("RG", map(int, reserve.split(",")), strict=True))

    def ways(self, cell: str) -> list[list[str]]:
        """The squares of the file and the rank through a cell, outwards from it."""
        x, y = "abcdefgh".index(cell[0]), int(cell[1])
        lines = (
            [(x, v) for v in range(y + 1, 9)],
            [(x, v) for v in range(y - 1, 0, -1)],
            [(u, y) for u in range(x + 1, 8)],
            [(u, y) for u in range(x - 1, -1, -1)],
        )
        return [[f"{'abcdefgh'[u]}{v}" for u, v in line] for line in lines]

    def moves(self) -> list[str]:
        found = []
        for cell, stack in self.stacks.items():
            if stack.endswith(self.turn):
                for way in self.ways(cell):
                    for to in way[: len(stack)]:
                        if to in self.stacks:
                            found.append(f"{cell}-{to}")
        return sorted(found + (list(self.stacks) if self.reserve[self.turn] else []))

    def play(self, text: str) -> None:
        cell, _, to = text.partition("-")
        if to:
            number = next(way.index(to) for way in self.ways(cell) if to in way) + 1
            stack = self.stacks[cell]
            self.stacks[cell], moved = stack[:-number], stack[-number:]
        else:
            to, moved = cell, self.turn
            self.reserve[self.turn] -= 1
        stack = self.stacks[to] + moved
        while len(stack) > 5:
            if stack[0] == self.turn:
                self.reserve[self.turn] += 1
            stack = stack[1:]
        self.stacks[to] = stack
        self.turn = "G" if self.turn == "R" else "R"

    @property
    def fields(self) -> str:
        return f"{board({c: s for c, s in self.stacks.items() if s})} {self.turn} " + ",".join(
            str(self.reserve[side]) for side in "RG"
        )

    def perft(self, depth: int) -> int:
        moves = self.moves()
        if depth == 1:
            return len(moves)
        return sum(self.after(text).perft(depth - 1) for text in moves)

    def after(self, text: str) -> Slow:
        other = Slow(f"{ID} {self.fields}")
        other.play(text)
        return other


def random_text(rng: random.Random) -> str:
    """The fields of a position that need not come about in play: any stacks, any reserves."""
    share = rng.choice((0.02, 0.1, 0.5, 1))
    found = {
        cell: "".join(rng.choices("RG", k=rng.randint(1, 5)))
        for cell in SQUARES
        if rng.random() < share
    }
    return f"{board(found)} {rng.choice('RG')} {rng.choice((0, 0, 1, 7))},{rng.choice((0, 2))}"


def check_game(state: parlour.State, rng: random.Random, plies: int) -> None:
    """Play at random beside the slow rules."""
    slow = Slow(state.text)
    for _ in range(plies):
        moves = slow.moves()
        if not moves:
            loser = "RG".index(slow.turn)
            assert end(state) == f"#no-move:{loser},{1 - loser}"
        if state.turn is None:
            return
        assert " ".join(state.text.split(" ")[1:]) == slow.fields
        assert state.moves() == moves
        text = rng.choice(moves)
        state.play(text)
        slow.play(text)


def test_games_from_the_start() -> None:
    for seed in range(4):
        check_game(parlour.game(ID, move_limit=0).start(), random.Random(seed), 400)


def test_games_from_anywhere() -> None:
    ended = 0
    for seed in range(60):
        rng = random.Random(seed)
        state = read(random_text(rng), move_limit=0)
        check_game(state, rng, 60)
        ended += state.turn is None
    assert ended > 5


def test_counts_of_the_perft_suite() -> None:
    lines = [line for line in PERFT.read_text().splitlines() if not line.startswith("#")]
    assert len(lines) > 4
    for line in lines:
        name, _, counts = line.partition(" ; ")
        state = read(name.partition(" ")[2]) if "start" not in name else parlour.game(ID).start()
        assert [Slow(state.text).perft(d) for d in (1, 2)] == [int(n) for n in counts.split()[:2]]


# -- moves -----------------------------------------------------------------------------------------


def test_start() -> None:
    state = parlour.game(ID).start()
    assert state.text == f"{ID} {START} R 0,0"
    assert state.turn == 0
    assert state.game.seat_names == ("Red", "Green")
    assert len(stacks(state)) == 36
    assert len(state.moves()) == 18 * 4 - 4  # four ways each, but two for b7 and for g7


def test_as_many_squares_as_pieces() -> None:
    state = position("R", c3="GRR", h5="G").play("c3-c5")
    assert stacks(state) == {"c3": "G", "c5": "RR", "h5": "G"}
    state = position("R", c3="GRR", h5="G").play("c3-d3")
    assert stacks(state) == {"c3": "GR", "d3": "R", "h5": "G"}
    state = position("R", c3="GRR", h5="G").play("c3-c6")
    assert stacks(state) == {"c6": "GRR", "h5": "G"}


def test_moves_along_files_and_ranks_as_far_as_the_stack_is_high() -> None:
    state = position("R", d4="GGR", h5="G")
    assert moves_from(state, "d4") == [
        "a4", "b4", "c4", "d1", "d2", "d3", "d5", "d6", "d7", "e4", "f4", "g4",
    ]  # fmt: skip
    assert moves_from(position("R", b2="RRRRR", h5="G"), "b2") == [
        "b3", "b4", "b5", "b6", "b7", "c2", "d2", "e2", "f2", "g2",
    ]  # fmt: skip
    assert moves_from(position("R", c8="RRRRR"), "c8") == [
        "c3", "c4", "c5", "c6", "c7", "d8", "e8", "f8",
    ]  # fmt: skip


def test_over_anything_onto_anything() -> None:
    state = position("R", a4="RRR", b4="GGGGG", c4="R", d4="GR", h5="G").play("a4-d4")
    assert stacks(state) == {"b4": "GGGGG", "c4": "R", "d4": "GRRRR", "h5": "G"}


def test_the_top_piece_decides_whose_stack_it_is() -> None:
    state = position("R", c3="RG", d4="GR")
    assert {text[:2] for text in state.moves()} == {"d4"}
    assert {text[:2] for text in position("G", c3="RG", d4="GR").moves()} == {"c3"}


# -- more than five --------------------------------------------------------------------------------


def test_excess_goes_from_the_bottom() -> None:
    state = position("R", c3="GRR", c5="GRGRG", h5="G").play("c3-c5")
    assert stacks(state) == {"c3": "G", "c5": "GRGRR", "h5": "G"}
    assert reserves(state) == "1,0"  # the green piece is captured, the red one is Red's again
    state = position("G", c3="RRGGG", c6="RRGGR", h5="R").play("c3-c6")
    assert stacks(state) == {"c3": "RR", "c6": "GRGGG", "h5": "R"}
    assert reserves(state) == "0,1"


def test_five_pieces_stay() -> None:
    state = position("R", c3="RR", c5="GGR", h5="G").play("c3-c5")
    assert stacks(state) == {"c5": "GGRRR", "h5": "G"}
    assert reserves(state) == "0,0"


def test_a_stack_of_five_onto_one_of_five() -> None:
    state = position("R", c3="GGGGR", c8="RRRGG", h5="G").play("c3-c8")
    assert stacks(state) == {"c8": "GGGGR", "h5": "G"}
    assert reserves(state) == "3,0"


def test_placing_from_the_reserve() -> None:
    state = position("R", "2,1", c3="R", h5="G")
    assert [text for text in state.moves() if "-" not in text] == SQUARES
    state.play("c4")
    assert stacks(state) == {"c3": "R", "c4": "R", "h5": "G"}
    assert reserves(state) == "1,1"
    assert stacks(state.play("c3")) == {"c3": "RG", "c4": "R", "h5": "G"}
    assert reserves(state) == "1,0"
    assert not [text for text in position("R", "0,3", c3="R").moves() if "-" not in text]


def test_placing_on_a_stack_of_five() -> None:
    state = position("G", "0,1", c3="GRRRR").play("c3")
    assert stacks(state) == {"c3": "RRRRG"}
    assert reserves(state) == "0,1"
    state = position("G", "0,2", c3="RRRRR", d3="R").play("c3")
    assert stacks(state) == {"c3": "RRRRG", "d3": "R"}
    assert reserves(state) == "0,1"


# -- ends ------------------------------------------------------------------------------------------


def test_who_cannot_move_has_lost() -> None:
    state = position("R", c3="R", c4="G").play("c3-c4")
    assert end(state) == "#no-move:1,0"
    assert state.text == f"{ID} {board({'c4': 'GR'})} G 0,0 #no-move:1,0"
    assert parlour.game(ID).read(state.text).outcome == state.outcome
    assert read(f"{board({'c4': 'GR'})} G 0,0").text == state.text
    assert end(position("R", "0,4", c3="G")) == "#no-move:0,1"
    assert end(position("R")) == "#no-move:0,1"


def test_a_reserve_keeps_a_seat_in_the_game() -> None:
    state = position("R", "0,1", c3="R", c4="G").play("c3-c4")
    assert state.turn == 1
    assert state.moves() == SQUARES


def test_repetition() -> None:
    state = position("R", c3="R", c7="G")
    for number in range(2):
        for text in ("c3-c2", "c7-c6", "c2-c3", "c6-c7"):
            assert state.turn is not None, number
            state.play(text)
    assert end(state) == "#repetition:1/2,1/2"
    assert parlour.game(ID).read(state.text).outcome == state.outcome


def test_other_reserves_are_another_position() -> None:
    """Red places, Green's five go on top and capture the piece: only Red's reserve is not as before."""
    state = position("R", "7,0", c8="GGGGG")
    for _ in range(3):
        for text in ("c3", "c8-c3", "c8", "c3-c8"):
            assert state.turn is not None
            state.play(text)
    assert stacks(state) == {"c8": "GGGGG"}
    assert (state.turn, reserves(state)) == (0, "1,0")
    keys = {
        state.game.plain.rules.key(position(turn, reserve, c8="GGGGG", d2="R").record)
        for turn in "RG"
        for reserve in ("0,0", "1,0", "0,1")
    }
    assert len(keys) == 6


def test_move_limit() -> None:
    state = parlour.game(ID, move_limit=1).start().play("b3-b4")
    assert state.turn == 1
    assert end(state.play("f2-e2")) == "#move-limit:1/2,1/2"
    assert parlour.game(ID).chosen["move_limit"] == 300
    state = position("R", c3="R", c4="G")
    limited = parlour.game(ID, move_limit=1)
    state = limited.read(state.text.replace(ID, limited.name, 1)).play("c3-c2").play("c4-c3")
    assert end(state) == "#move-limit:1/2,1/2"


def test_winning_comes_before_the_move_limit() -> None:
    state = read(f"{board({'c3': 'G', 'c4': 'RRR', 'h5': 'R'})} R 0,0", move_limit=1)
    state.play("h5-h4").play("c3-c4")
    assert end(state) == "#move-limit:1/2,1/2"
    state = read(f"{board({'c3': 'G', 'd4': 'R'})} R 0,0", move_limit=1)
    assert end(state.play("d4-c4").play("c3-c4")) == "#no-move:0,1"


# -- refusals and texts ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("c3xc5", "a move is written c3-c5"),
        ("c3-c5-c6", "a move is written"),
        ("a1", "there is no square a1"),
        ("c3-k9", "there is no square k9"),
        ("d4", "Red has no piece in reserve"),
        ("d4-d5", "nothing stands on d4"),
        ("e5-e6", "Green owns the stack on e5"),
        ("c3-c3", "along a file or a rank"),
        ("c3-d4", "along a file or a rank"),
        ("c3-c6", "the stack on c3 has 2 pieces, so it goes no farther"),
        ("f1-f3", "the stack on f1 has 1 piece, so"),
    ],
)
def test_reasons_for_refusals(move: str, why: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=why):
        position("R", "0,1", c3="GR", e5="RG", f1="R").play(move)


PLAIN = board({"c3": "R", "d4": "G"})


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        (f"{PLAIN} R", "3 fields; expected 4"),
        (f"{PLAIN}", "no end of a game"),
        (f"{PLAIN} R 0,0 0", "5 fields"),
        (f"{PLAIN} r 0,0", "TURN is r"),
        (f"{PLAIN} RG 0,0", "TURN is RG"),
        (f"{PLAIN[2:]} R 0,0", "eight ranks"),
        (f"{PLAIN}/. R 0,0", "eight ranks"),
        (f"{PLAIN} R 0", "RESERVES is 0"),
        (f"{PLAIN} R 0,0,0", "RESERVES is 0,0,0"),
        (f"{PLAIN} R 00,0", "Red's reserve is 00"),
        (f"{PLAIN} R 0,", "Green's reserve is "),
        (f"{PLAIN} R -1,0", "Red's reserve is -1"),
        (f"{PLAIN} R 0,+1", r"Green's reserve is \+1"),
        (f"{PLAIN} R 0,{10**30}", "Green's reserve"),
        (f"{board({'c3': 'RX'})} R 0,0", "RX on c3"),
        (f"{board({'c3': 'r'})} R 0,0", "r on c3"),
        (f"{board({'c3': ''})} R 0,0", " on c3; expected"),
        (f"{board({'c3': 'R.'})} R 0,0", r"R\. on c3"),
        (f"{board({'c3': '#'})} R 0,0", "# on c3"),
        (f"{board({'c3': 'RRRRRR'})} R 0,0", "RRRRRR on c3; expected . or a stack of 1 to 5"),
        (f"{PLAIN.replace('#', '.', 1)} R 0,0", r"\. on a8; expected #"),
        (f"{PLAIN.replace('#', 'R', 1)} R 0,0", "R on a8; expected #"),
        (f"{board({'c3': 'R'})} G 0,0 #no-move:0,1", "itself shows #no-move:1,0"),
        (f"{board({'c3': 'R'})} G 0,0 #repetition:1/2,1/2", "itself shows #no-move:1,0"),
        (f"{PLAIN} R 0,0 #no-move:1/2,1/2", "no-move is scored"),
        (f"{PLAIN} R 0,0 #stalemate:0,1", "no game ends by stalemate"),
    ],
)
def test_bad_positions(fields: str, why: str) -> None:
    with pytest.raises(parlour.BadPosition, match=why):
        read(fields)


def test_any_number_of_pieces_may_stand_anywhere() -> None:
    full = board(dict.fromkeys(SQUARES, "GRGRR"))
    state = read(f"{full} R 999999999,0")
    assert state.text == f"{ID} {full} R 999999999,0"
    assert len(state.moves()) == len(state.codes()) == state.game.plain.rules.MAX_MOVES
    assert state.play("c4").text.split(" ")[3] == "999999998,0"


@pytest.mark.parametrize("text", ["#repetition:1/2,1/2", "#move-limit:1/2,1/2"])
def test_ends_that_the_board_does_not_show(text: str) -> None:
    state = read(f"{PLAIN} R 1,2 {text}")
    assert end(state) == text
    assert state.text == f"{ID} {PLAIN} R 1,2 {text}"
    assert state.moves() == []


@given(st.text(alphabet="RG.#,/ 019", max_size=30), st.integers(0, 3))
def test_broken_fields_are_bad_positions(text: str, field: int) -> None:
    fields = [PLAIN, "R", "0,0", "#repetition:1/2,1/2"]
    fields[field] = text
    try:
        state = read(" ".join(fields))
    except parlour.BadPosition as error:
        assert str(error)
    else:
        assert state.text.endswith(" ".join(fields))


def test_picture() -> None:
    state = position("R", "0,2", c3="GGR", d4="R", e5="RG")
    scene = state.scene()
    pieces = {cell.name: cell.pieces for cell in scene.cells}
    assert sorted(pieces) == SQUARES
    assert [(piece.text, piece.colour) for piece in pieces["c3"]] == [
        ("g", "green"), ("g", "green"), ("R", "red"),
    ]  # fmt: skip
    assert pieces["d5"] == ()
    assert scene.colours == ("red", "green")
    assert scene.notes == (
        "Red: 2 stacks, 0 in reserve, 13 captured.",
        "Green: 1 stack, 2 in reserve, 15 captured.",
    )
    crowd = position("R", "19,2", d4="R").scene()
    assert crowd.notes[1] == "Green: 0 stacks, 2 in reserve."


# -- laws ------------------------------------------------------------------------------------------


@given(st.integers(0, 10**6))
def test_a_move_keeps_the_movers_pieces(seed: int) -> None:
    """Nobody loses pieces by his own move, and nobody wins any by another's."""
    rng = random.Random(seed)
    state = read(random_text(rng))
    for _ in range(10):
        if state.turn is None:
            return
        seat, before = state.turn, _pieces(state)
        state.play(rng.choice(state.moves()))
        after = _pieces(state)
        assert after[seat] == before[seat]
        assert after[1 - seat] <= before[1 - seat]
        assert all(len(stack) <= 5 for stack in stacks(state).values())


def _pieces(state: parlour.State) -> list[int]:
    standing, reserve = "".join(stacks(state).values()), reserves(state).split(",")
    return [standing.count(side) + int(n) for side, n in zip("RG", reserve, strict=True)]


def states(count: int, seed: int) -> list[parlour.State]:
    """Running positions: some from games, some that came about in none."""
    rng = random.Random(seed)
    found = [read(random_text(rng)) for _ in range(count)]
    state = parlour.game(ID).start()
    for number in range(10 * count):
        if number % 10 == 0:
            found.append(state.copy())
        state.play(rng.choice(state.moves()))
    return [state for state in found if state.turn is not None]


def test_random_moves_are_uniform() -> None:
    rules = parlour.game(ID).compiled.rules
    out, rng = np.zeros(rules.MAX_MOVES, np.int64), np.array([7])
    crowded = 0
    for state in states(8, 3):
        s = new_compiled(rules.STATE)
        to_compiled(state.record, rules.STATE, s)
        moves = sorted(state.codes())
        crowded += len(moves) > 200
        drawn = [rules.random_move(s[0], out, rng) for _ in range(100 * len(moves))]
        counts = np.unique(drawn, return_counts=True)
        assert counts[0].tolist() == moves
        if len(moves) > 1:
            limit = chi2.ppf(0.99999, len(moves) - 1)
            assert ((counts[1] - 100) ** 2 / 100).sum() < limit
    assert crowded


def test_random_games_are_as_by_the_plain_way() -> None:
    """Playouts by `random_move` come to the means of playouts that draw from the listed moves."""
    state = position("R", c3="GR", c4="G", d4="R")
    rng = random.Random(1)
    slow = []
    for _ in range(1500):
        game = parlour.game(ID).plain.rules
        s, out = state.copy().record, [0] * game.MAX_MOVES
        for _ in range(40):
            if s.turn != OVER:
                game.play(s, out[rng.randrange(game.legal_moves(s, out))])
        slow.append(0.5 if s.turn != OVER else game.payoff(s, 0))
    limited = read(" ".join(state.text.split(" ")[1:]), move_limit=20)
    fast = playouts(limited, 40_000, 5)
    assert fast.scores[0] == pytest.approx(sum(slow) / len(slow), abs=4 * np.std(slow) / 1500**0.5)
    assert np.std(slow) > 0.05


def test_compiled_equals_plain() -> None:
    game = parlour.game(ID, move_limit=0)
    plain, rules = game.plain.rules, game.compiled.rules
    out, rng = np.zeros(rules.MAX_MOVES, np.int64), np.array([3])
    row, word = [0] * rules.MAX_MOVES, [3]
    for state in states(5, 4):
        twin, s = state.record, new_compiled(rules.STATE)
        to_compiled(twin, rules.STATE, s)
        for _ in range(40):
            n = plain.legal_moves(twin, row)
            assert rules.legal_moves(s[0], out) == n
            assert out[:n].tolist() == row[:n]
            assert rules.key(s[0]) == plain.key(twin)
            for seat in (0, 1):
                assert rules.evaluate(s[0], seat) == plain.evaluate(twin, seat)
                assert rules.evaluate(s[0], seat) == -rules.evaluate(s[0], 1 - seat)
            move = rules.random_move(s[0], out, rng)
            assert move == plain.random_move(twin, row, word)
            assert [rules.noisy(s[0], m) for m in row[:n]] == [
                plain.noisy(twin, m) for m in row[:n]
            ]
            rules.play(s[0], move)
            plain.play(twin, move)
            for name in rules.STATE.names:
                assert np.array_equal(s[name][0], getattr(twin, name))
            if twin.turn == OVER:
                break


def test_what_the_evaluation_counts() -> None:
    for state in states(20, 5):
        rules, s = state.game.plain.rules, state.record
        names = rules.BOARD.names
        for seat, side in enumerate("RG"):
            standing = "".join(stacks(state).values())
            assert rules.lead(s, seat) == 2 * standing.count(side) - len(standing)
            turned = Slow(state.text)
            turned.turn = side
            reached = {text.partition("-")[2] for text in turned.moves() if "-" in text}
            assert {names[i] for i in range(64) if rules.reach(s, seat) >> i & 1} == reached


def test_taking_a_stack_is_noisy() -> None:
    state = position("R", "1,0", c3="RRR", c4="G", c5="GG", c6="R", d3="RG")
    noisy = {
        state.game.notation.move_text(state.record, code)
        for code in state.codes()
        if state.game.plain.rules.noisy(state.record, code)
    }
    assert noisy == {"c3-c5", "c3-d3", "c6-c5", "c5", "d3"}


def test_more_of_anything_is_better() -> None:
    def value(reserve: str = "0,0", **stacks: str) -> int:
        state = position("R", reserve, h5="GG", **stacks)
        return int(state.game.plain.rules.evaluate(state.record, 0))

    heights = [value(c3="R" * height) for height in range(1, 6)]
    assert all(low < high for low, high in pairwise(heights))
    assert value(c3="RR", f6="R") > value(c3="RR")
    assert value(c3="RG", f6="R") > value(c3="G", f6="R")
    assert value("1,0", c3="R") > value(c3="R", f6="R")
    assert value("0,1", c3="R") < value(c3="R")
