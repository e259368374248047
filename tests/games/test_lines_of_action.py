"""Lines of Action: the page's rules one by one, positions, refusals, and the rules against a plain twin."""

from __future__ import annotations

import random

import numpy as np
import pytest
from scipy.stats import chi2  # type: ignore[import-untyped]

import parlour
from parlour.kernel.layout import OVER, new_compiled, to_compiled

START = ".xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx."
STUCK = "xo....../oo....../......../......../......../......../oo....../xo......"  # for Black
FULL = "/".join(["xoxoxoxo"] * 8)  # nobody can move, nobody is joined


def read(board: str, turn: str = "x", end: str = "", options: str = "") -> parlour.State:
    name = f"lines-of-action:{options}" if options else "lines-of-action"
    return parlour.game(name).read(" ".join(filter(None, (name, board, turn, end))))


def rows(black: str, white: str) -> str:
    """A board from the cells of Black's and of White's tokens."""
    at = {cell: side for side, cells in (("x", black), ("o", white)) for cell in cells.split()}
    return "/".join("".join(at.get(f"{f}{r}", ".") for f in "abcdefgh") for r in range(8, 0, -1))


# -- starts and moves ----------------------------------------------------------------------------


def test_standard_start() -> None:
    state = parlour.game("lines-of-action").start()
    assert state.text == f"lines-of-action {START} x"
    assert len(state.moves()) == 36
    assert {"b1-b3", "b1-d3", "b1-h1"} < set(state.moves())


def test_scrambled_eggs() -> None:
    state = parlour.game("lines-of-action", setup="scrambled-eggs").start()
    board = rows("b1 d1 f1 c8 e8 g8 a3 a5 a7 h2 h4 h6", "c1 e1 g1 b8 d8 f8 a2 a4 a6 h3 h5 h7")
    assert state.text == f"lines-of-action:setup=scrambled-eggs {board} x"


@pytest.mark.parametrize(
    ("options", "board"),
    [
        ("size=4", ".xx./o..o/o..o/.xx."),
        ("size=5,setup=scrambled-eggs", ".xox./o...o/x...x/o...o/.xox."),
    ],
)
def test_a_smaller_board_has_fewer_tokens(options: str, board: str) -> None:
    state = parlour.game(f"lines-of-action:{options}").start()
    assert state.text.split()[1] == board
    size = len(board.split("/"))
    assert len(state.scene().cells) == size * size
    with pytest.raises(parlour.IllegalMove, match=f"cells are a1 to {'abcdefgh'[size - 1]}{size}"):
        state.play("h8-h7")


def perft(state: parlour.State, depth: int) -> int:
    if depth == 1:
        return len(state.moves())
    return sum(perft(state.copy().play(move), depth - 1) for move in state.moves())


def test_perft() -> None:
    assert perft(parlour.game("lines-of-action").start(), 2) == 1244


def test_all_moves_of_one_token() -> None:
    """As in the source: four squares to a capture over an own token, two to the north-east, no more."""
    state = read(rows("e3 d4 f2 e1 a3 b3 c3 h8", "a7 d2 e4"))
    assert [move for move in state.moves() if move.startswith("e3")] == ["e3-g5", "e3xa7"]


def test_lone_token_goes_one_square() -> None:
    moves = read(rows("d4 h7", "a8 b3")).moves()
    around = ("c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5")
    assert [move for move in moves if move.startswith("d4")] == [f"d4-{cell}" for cell in around]


def test_capture() -> None:
    state = read(rows("a1 h5", "c1 b7 g7")).play("a1xc1")
    assert state.text == f"lines-of-action {rows('c1 h5', 'b7 g7')} o"


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("b1-b2", "there are 2 tokens on that line, it must move 2 squares;"),
        ("c1-f1", "there are 6 tokens on that line, it must move 6 squares, which leaves"),
        ("b1-f1", "there are 6 tokens on that line, it must move 6 squares;"),
        ("d5-d6", "there is no token on d5;"),
        ("a2-c2", "White has the token on a2;"),
        ("b1-c3", "a token moves in a straight line;"),
        ("b1-b1", "a token moves in a straight line;"),
        ("b1-b9", "b9 is not on the board: cells are a1 to h8;"),
        ("b1xb3", "there is no token to capture on b3: write - for x;"),
        ("pass", "there is no passing;"),
        ("b1 b3", "a move is two cells joined by - or, for a capture, by x,"),
    ],
)
def test_refusals_at_the_start(move: str, why: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=f"^{move} is not a legal move: {why}"):
        parlour.game("lines-of-action").start().play(move)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("a1-c1", "it would jump the opposing token on b1;"),
        ("a1-a3", "it would land on its own side's token on a3;"),
        ("a3-c3", "it captures the token on c3: write x for -;"),
        ("h7-h5", "there is 1 token on that line, it must move 1 square;"),
    ],
)
def test_refusals(move: str, why: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=why):
        read(rows("a1 a3 h7", "b1 c3 f6")).play(move)


def test_refused_pass() -> None:
    state = parlour.game("lines-of-action:blocked=pass").start()
    with pytest.raises(parlour.IllegalMove, match="only a seat that cannot move passes"):
        state.play("pass")


# -- ends ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "move", "options", "end"),
    [
        # the mover joins, quietly and by a capture that leaves the other side apart
        (rows("a1 b3 h1", "h8 d8"), "h1-f1", "", None),
        (rows("a1 c2", "h8 d8"), "a1-b1", "", "#joined:1,0"),
        (rows("a1 c2", "c1 d8 h8"), "a1xc1", "", "#joined:1,0"),
        # the capture joins the other side only
        (rows("a1 h5", "c1 g7 g8"), "a1xc1", "", "#joined:0,1"),
        (rows("a1 h5", "c1 g7"), "a1xc1", "", "#joined:0,1"),
        # both at once, also by leaving a single token
        (rows("a1 c2", "c1 g7 g8"), "a1xc1", "", "#joined:1,0"),
        (rows("a1 c2", "c1 g7 g8"), "a1xc1", "both=draw", "#both-joined:1/2,1/2"),
        (rows("a1 c2", "c1 g7"), "a1xc1", "", "#joined:1,0"),
        (rows("a1 c2", "c1 g7"), "a1xc1", "both=draw", "#both-joined:1/2,1/2"),
        (rows("a1 h5", "c1 g7"), "a1xc1", "both=draw", "#joined:0,1"),
    ],
)
def test_joined(board: str, move: str, options: str, end: str | None) -> None:
    state = read(board, options=options)
    state.play(move)
    assert (state.outcome and state.outcome.text) == end
    assert bool(state.moves()) == (end is None)


def test_white_joins() -> None:
    state = read(rows("a1 e5 h1", "a8 c7"), "o").play("a8-b8")
    assert state.outcome
    assert state.outcome.scores == (0, 1)
    assert state.text.endswith(" x #joined:0,1")


BLOCKING = rows("a1 a8", "b1 a2 b2 b8 a7 d7")  # White's d7-b7 makes it STUCK


def test_blocked_loses() -> None:
    state = read(BLOCKING, "o").play("d7-b7")
    assert state.text == f"lines-of-action {STUCK} x #no-move:0,1"


def test_blocked_passes() -> None:
    state = read(BLOCKING, "o", options="blocked=pass").play("d7-b7")
    assert state.moves() == ["pass"]
    state.play("pass")
    assert state.text == f"lines-of-action:blocked=pass {STUCK} o"
    assert "pass" not in state.moves()


def test_both_sides_blocked_pass_until_the_position_stands_thrice() -> None:
    state = read(FULL, options="blocked=pass")
    for _ in range(4):
        assert state.outcome is None
        state.play("pass")
    assert state.text.endswith(" x #repetition:1/2,1/2")
    assert not state.undo().outcome


def test_passes_count_towards_the_move_limit() -> None:
    state = read(FULL, options="blocked=pass,move_limit=1").play("pass").play("pass")
    assert state.text.endswith(" x #move-limit:1/2,1/2")


def test_repetition() -> None:
    state = parlour.game("lines-of-action").start()
    for move in ("b1-b3", "a2-c2", "b3-b1", "c2-a2") * 2:
        assert state.outcome is None
        state.play(move)
    assert state.outcome
    assert state.outcome.text == "#repetition:1/2,1/2"


# -- position texts ------------------------------------------------------------------------------

APART = rows("a1 h5", "c1 g7")
X_JOINED = rows("a1 b2", "c7 h8")
O_JOINED = rows("a1 h5", "c7 c8")
BOTH_JOINED = rows("a1 b2", "c7 c8")


@pytest.mark.parametrize(
    ("board", "turn", "options", "end"),
    [
        (X_JOINED, "x", "", "#joined:1,0"),
        (X_JOINED, "o", "", "#joined:1,0"),
        (O_JOINED, "x", "both=draw", "#joined:0,1"),
        (O_JOINED, "o", "", "#joined:0,1"),
        (BOTH_JOINED, "x", "", "#joined:0,1"),
        (BOTH_JOINED, "o", "", "#joined:1,0"),
        (BOTH_JOINED, "x", "both=draw", "#both-joined:1/2,1/2"),
        (BOTH_JOINED, "o", "both=draw", "#both-joined:1/2,1/2"),
        (rows("a1", "h8"), "x", "", "#joined:0,1"),
        (rows("a1", "h8 c3"), "x", "", "#joined:1,0"),
        (STUCK, "x", "", "#no-move:0,1"),
        (FULL, "o", "", "#no-move:1,0"),
        # a side that is joined has not lost for want of moves
        (rows("a1", "b1 a2 b2 h8"), "x", "", "#joined:1,0"),
        (rows("a1 h8", "b1 a2 b2"), "x", "", "#joined:0,1"),
    ],
)
def test_position_shows_its_end(board: str, turn: str, options: str, end: str) -> None:
    state = read(board, turn, options=options)
    assert state.turn is None
    assert state.moves() == []
    assert state.text.endswith(f" {board} {turn} {end}")
    assert read(board, turn, end, options).text == state.text
    for other in ("#joined:1,0", "#joined:0,1", "#repetition:1/2,1/2", "#move-limit:1/2,1/2"):
        if other != end:
            with pytest.raises(parlour.BadPosition, match="the position itself shows"):
                read(board, turn, other, options)


@pytest.mark.parametrize(
    "end", ["#repetition:1/2,1/2", "#move-limit:1/2,1/2", "#joined:1,0", "#no-move:0,1"]
)
def test_ends_that_the_board_does_not_show(end: str) -> None:
    state = read(APART, "o", end)
    assert state.turn is None
    assert state.text == f"lines-of-action {APART} o {end}"


@pytest.mark.parametrize(
    ("options", "end"),
    [
        ("", "#both-joined:1/2,1/2"),
        ("blocked=pass", "#no-move:0,1"),
        ("both=draw", "#both-joined:1,0"),
        ("move_limit=0", "#move-limit:1/2,1/2"),
        ("", "#joined:1/2,1/2"),
        ("", "#joined:1"),
        ("", "#resigned:1,0"),
        ("", "#joined:2/2,0"),
        ("", "joined:1,0"),
    ],
)
def test_impossible_ends(options: str, end: str) -> None:
    with pytest.raises(parlour.BadPosition):
        read(APART, "x", end, options)


@pytest.mark.parametrize(
    ("board", "turn", "why"),
    [
        (APART, "b", "TURN is b; expected x or o"),
        (APART, "", "2 fields; expected 3: GAME BOARD TURN"),
        (APART[2:], "x", "row 1 of the board has 6 cells; expected 8"),
        (APART + "/........", "x", "the board has 9 rows; expected 8"),
        (APART.replace("o", "O"), "x", "O in row 2 of the board"),
        (rows("", "a1 h8"), "x", "Black has no token"),
        (rows("a1 h8", ""), "x", "White has no token"),
        (rows("", ""), "x", "Black has no token"),
    ],
)
def test_broken_positions(board: str, turn: str, why: str) -> None:
    with pytest.raises(parlour.BadPosition, match=why):
        read(board, turn)


def test_corners_and_a_crowded_board() -> None:
    """The highest bit of the word, and more tokens than a game begins with."""
    assert "h8-g7" in read(rows("h8 a2", "h1 a8")).moves()
    board = "/".join(["oo.xxxxx"] + ["xx.xxxxx"] * 6 + ["xx.xxx.o"])
    state = read(board, "x")
    assert state.text == f"lines-of-action {board} x"
    assert set(twin_moves(twin_board(state), "x")) == set(state.moves())


def test_scene() -> None:
    scene = parlour.game("lines-of-action").start().scene()
    pieces = {cell.name: cell.pieces[0].text for cell in scene.cells if cell.pieces}
    assert len(scene.cells) == 64
    assert (pieces["b1"], pieces["a2"]) == ("x", "o")
    assert [cell.shade for cell in scene.cells[:2]] == ["dark", "light"]
    assert scene.notes[0] == "Black: 12 tokens in 2 bodies"


# -- the rules against a twin, and compiled against plain ----------------------------------------

Twin = dict[tuple[int, int], str]


def twin_board(state: parlour.State) -> Twin:
    ranks = state.text.split()[1].split("/")
    return {(x, 7 - y): c for y, row in enumerate(ranks) for x, c in enumerate(row) if c != "."}


def twin_moves(board: Twin, side: str) -> list[str]:
    """The legal moves, found square by square."""
    found = []
    for (x, y), token in board.items():
        for dx, dy in [
            (i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if token == side and (i or j)
        ]:
            count = sum((x + k * dx, y + k * dy) in board for k in range(-7, 8))
            way = [(x + k * dx, y + k * dy) for k in range(1, count + 1)]
            at = [board.get(cell, ".") for cell in way]
            on_board = 0 <= way[-1][0] < 8 and 0 <= way[-1][1] < 8
            if on_board and at[-1] != side and set(at[:-1]) <= {side, "."}:
                names = [f"{'abcdefgh'[i]}{j + 1}" for i, j in ((x, y), way[-1])]
                found.append(("-" if at[-1] == "." else "x").join(names))
    return sorted(found)


def twin_joined(board: Twin, side: str) -> bool:
    left = {cell for cell, token in board.items() if token == side}
    queue = [left.pop()]
    while queue:
        x, y = queue.pop()
        near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
        left -= near
        queue += near
    return not left


@pytest.mark.parametrize("options", ["", "blocked=pass,both=draw,setup=scrambled-eggs"])
def test_against_a_twin(options: str) -> None:
    rng = random.Random(options)
    for _ in range(6):
        state = parlour.game(f"lines-of-action:{options}" if options else "lines-of-action").start()
        while state.outcome is None:
            board, side = twin_board(state), "xo"[state.turn or 0]
            assert state.moves() == twin_moves(board, side)
            assert not twin_joined(board, "x")
            assert not twin_joined(board, "o")
            state.play(rng.choice(state.moves()))
        joined = tuple(twin_joined(twin_board(state), side) for side in "xo")
        assert (state.outcome.reason in ("joined", "both-joined")) == any(joined)
        if joined in ((True, False), (False, True)):
            assert state.outcome.scores == joined


def test_random_moves_are_uniform() -> None:
    rules = parlour.game("lines-of-action").compiled.rules
    out, rng = np.zeros(rules.MAX_MOVES, np.int64), np.array([7])
    s = new_compiled(rules.STATE)
    rules.start(s[0])
    for _ in range(5):
        for _ in range(17):
            rules.play(s[0], rules.random_move(s[0], out, rng))
        moves = sorted(out[: rules.legal_moves(s[0], out)].tolist())
        drawn = [rules.random_move(s[0], out, rng) for _ in range(200 * len(moves))]
        counts = np.unique(drawn, return_counts=True)
        assert counts[0].tolist() == moves
        assert ((counts[1] - 200) ** 2 / 200).sum() < chi2.ppf(0.9999, len(moves) - 1)


def test_random_move_of_a_blocked_seat_is_the_pass() -> None:
    game = parlour.game("lines-of-action:blocked=pass")
    rules, s = game.compiled.rules, new_compiled(game.compiled.rules.STATE)
    to_compiled(game.read(f"{game.name} {STUCK} x").record, rules.STATE, s)
    out = np.zeros(rules.MAX_MOVES, np.int64)
    assert rules.random_move(s[0], out, np.array([1])) == rules.PASS


def test_compiled_equals_plain() -> None:
    game = parlour.game("lines-of-action")
    plain, rules = game.plain.rules, game.compiled.rules
    out, rng = np.zeros(rules.MAX_MOVES, np.int64), np.array([3])
    row, word = [0] * rules.MAX_MOVES, [3]
    s, twin = new_compiled(rules.STATE), game.start().record
    rules.start(s[0])
    while twin.turn != OVER:
        n = plain.legal_moves(twin, row)
        assert rules.legal_moves(s[0], out) == n
        assert out[:n].tolist() == row[:n]
        assert rules.key(s[0]) == plain.key(twin)
        for seat in (0, 1):
            assert rules.evaluate(s[0], seat) == plain.evaluate(twin, seat)
            assert rules.evaluate(s[0], seat) == -rules.evaluate(s[0], 1 - seat)
        move = rules.random_move(s[0], out, rng)
        assert move == plain.random_move(twin, row, word)
        assert rules.noisy(s[0], move) == plain.noisy(twin, move)
        rules.play(s[0], move)
        plain.play(twin, move)
        assert all(getattr(twin, name) == s[name][0] for name in rules.STATE.names)
    assert [rules.payoff(s[0], i) for i in (0, 1)] == [plain.payoff(twin, i) for i in (0, 1)]
