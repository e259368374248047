"""Shogi: python-shogi and OpenSpiel are judges of moves and SFEN; then single rules, ends, broken texts.

What the judges do not know: python-shogi lets a pawn's drop mate where only pinned men could take it, and
does not tell perpetual check; OpenSpiel ends a game when a king has entered the camp.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
import shogi

import parlour
from parlour.games.shogi.board import NAMES
from parlour.search.alphabeta.alphabeta_compiled import WIN
from parlour.search.alphabeta.alphabeta_search import AlphaBeta
from parlour.search.mcts.mcts_search import MCTS
from tests.conftest import share

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
HANDICAPS = {
    "lance": "lnsgkgsn1/1r5b1",
    "bishop": "lnsgkgsnl/1r7",
    "rook": "lnsgkgsnl/7b1",
    "rook-lance": "lnsgkgsn1/7b1",
    "two": "lnsgkgsnl/9",
    "four": "1nsgkgsn1/9",
    "six": "2sgkgs2/9",
    "eight": "3gkg3/9",
    "ten": "4k4/9",
}


def read(sfen: str, options: str = "", end: str = "") -> parlour.State:
    name = f"shogi:{options}" if options else "shogi"
    return parlour.game(name).read(" ".join(filter(None, (name, sfen, end))))


def reason(state: parlour.State) -> str | None:
    return None if state.outcome is None else state.outcome.reason


def play(state: parlour.State, *lines: str) -> parlour.State:
    for text in " ".join(lines).split():
        state.play(text)
    return state


# -- beside python-shogi and OpenSpiel -----------------------------------------------------------------


def pinned_takers(board: shogi.Board, text: str) -> bool:
    """Whether a pawn's drop checks, and some of the men that could take it cannot, being pinned."""
    board.push_usi(text)
    found = board.is_checkmate() and bool(
        board.attacker_mask(board.turn, shogi.Move.from_usi(text).to_square)
    )
    board.pop()
    return found


def compare_game(seed: int) -> Iterator[int]:
    """Play one random game on both boards, comparing all; gives the number of positions compared."""
    rng = random.Random(seed)
    handicap = rng.choice(("none", *HANDICAPS))
    state = parlour.game("shogi", handicap=handicap).start()
    board = shogi.Board(" ".join(state.text.split(" ")[1:]))
    prefer = rng.choice(("", "", "+", "*"))  # promotions and drops bring mates
    while True:
        theirs = {move.usi() for move in board.legal_moves}
        ours = state.moves()
        assert state.text.split(" #")[0] == f"{state.game.name} {board.sfen()}"
        repeated = board.is_fourfold_repetition()
        if state.outcome is not None:
            assert reason(state) in ("checkmate", "repetition", "perpetual-check")
            assert (reason(state) == "checkmate") == (not theirs)
            assert repeated or not theirs
            return
        assert not repeated
        more = theirs.symmetric_difference(ours)
        assert all(
            text[:2] == "P*" and text in theirs and pinned_takers(board, text) for text in more
        )
        if rng.random() < 0.1:
            again = state.game.read(state.text)
            assert (again.text, again.moves()) == (state.text, ours)
        liked = [text for text in ours if prefer in text]
        chosen = rng.choice(liked if liked and rng.random() < 0.5 else ours)
        state.play(chosen)
        board.push_usi(chosen)
        yield 1


def test_random_games_beside_python_shogi() -> None:
    compared = 0
    for seed in range(100):
        for _ in compare_game(seed):
            compared += 1
            if compared % 100 == 0:
                break
        if compared >= 700:
            break
    assert compared >= 700


@pytest.mark.long
@pytest.mark.parametrize("block", share(4))
def test_many_random_games_beside_python_shogi(block: int) -> None:
    assert sum(sum(compare_game(seed)) for seed in range(8 * block, 8 * block + 8)) > 1000


@pytest.mark.long
@pytest.mark.parametrize("seed", share(40))
def test_random_games_beside_open_spiel(seed: int) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    rng = random.Random(seed)
    state, theirs = parlour.game("shogi").start(), pyspiel.load_game("shogi").new_initial_state()
    while state.turn is not None and not theirs.is_terminal():
        actions = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
        assert state.moves() == sorted(actions)
        chosen = rng.choice(state.moves())
        state.play(chosen)
        theirs.apply_action(actions[chosen])
        board_and_turn = state.text.split(" ")[1:3]  # hands and numbers it writes in its own way
        assert board_and_turn == str(theirs).split(" ")[:2]
    if state.outcome is not None:
        assert [2 * float(score) - 1 for score in state.outcome.scores] == theirs.returns()


# -- starts and options --------------------------------------------------------------------------------


def test_starts() -> None:
    assert parlour.game("shogi").start().text == f"shogi {START}"
    for handicap, rows in HANDICAPS.items():
        rest = START.split("/", 2)[2].replace(" b ", " w ")
        name = f"shogi:handicap={handicap}"
        assert parlour.game(name).start().text == f"{name} {rows}/{rest}"


def test_options() -> None:
    game = parlour.game("shogi:move_limit=5,handicap=two,impasse=27-points")
    assert game.name == "shogi:handicap=two,impasse=27-points,move_limit=5"
    for options in ("handicap=three", "impasse=yes", "impasse=24-points", "time=1", "handicap=2"):
        with pytest.raises(parlour.BadOption):
            parlour.game(f"shogi:{options}")


# -- single rules --------------------------------------------------------------------------------------


def test_a_pawn_is_dropped_on_files_without_one() -> None:
    state = read("4k4/9/9/4p4/9/9/P3P4/9/4K4 b P 1")
    files = {text[2] for text in state.moves() if text.startswith("P*")}
    assert files == set("1234678")
    assert "P*2a" not in state.moves()
    assert {
        text[2] for text in read("4k4/9/9/9/9/9/P3+P4/9/4K4 b P 1").moves() if "*" in text
    } == set("12345678")


def test_dead_men() -> None:
    moves = read("4k4/P8/1LN6/2N6/9/9/9/9/4K4 b NLP 1").moves()
    assert "9b9a" not in moves
    assert "9b9a+" in moves
    assert "8c8a" not in moves
    assert {"8c8b", "8c8b+", "8c8a+"} <= set(moves)
    assert {"7d6b+", "7d8b+"} <= set(moves)
    assert not {"7d6b", "7d8b", "7c8a", "N*1b", "N*1a", "L*1a", "P*1a"} & set(moves)
    assert {"N*1c", "L*1b", "P*1b"} <= set(moves)


def test_promotion_is_into_within_and_out_of_the_camp() -> None:
    moves = read("4k4/1S7/9/S8/9/9/9/9/4K4 b - 1").moves()
    assert {"9d9c", "9d9c+", "8b7c+", "8b7a+", "8b9a"} <= set(moves)
    assert "9d8e+" not in moves
    out = read("4k4/9/R8/9/9/9/9/9/4K4 b - 1").moves()
    assert {"9c9i+", "9c9i", "9c1c+"} <= set(out)
    gold = read("4k4/9/G8/+B8/9/9/9/9/4K4 b - 1").moves()
    assert not [text for text in gold if text.endswith("+")]


def test_a_pawn_may_not_be_dropped_to_mate() -> None:
    assert "P*1b" not in read("8k/6G2/8L/9/9/9/9/9/K8 b P 1").moves()
    assert "P*1b" in read("8k/9/8L/9/9/9/9/9/K8 b P 1").moves()
    assert reason(play(read("8k/6G2/8L/9/9/9/9/9/K8 b G 1"), "G*1b")) == "checkmate"
    for moved in ("1c1b", "1c1b+"):
        assert reason(play(read("8k/6G2/8P/8L/9/9/9/9/K8 b - 1"), moved)) == "checkmate"


def test_a_pawn_moved_to_mate_is_legal() -> None:
    state = play(read("7lk/6G2/8P/9/9/9/9/9/K7L b - 1"), "1c1b")
    assert reason(state) == "checkmate"
    assert state.text == "shogi 7lk/6G1P/9/9/9/9/9/9/K7L w - 2 #checkmate:1,0"


def test_a_pinned_man_does_not_prevent_a_pawns_mate() -> None:
    """The silver on 2a could take the pawn on 1b, but the rook on 5a pins it to the king."""
    pinned = "4R2sk/6G2/8L/9/9/9/9/9/K8 b P 1"
    free = "7sk/6G2/8L/9/9/9/9/9/K8 b P 1"
    assert "P*1b" not in read(pinned).moves()
    assert "P*1b" in read(free).moves()
    assert "P*1b" in {move.usi() for move in shogi.Board(pinned).legal_moves}


def test_no_legal_move_loses_in_check_or_not() -> None:
    state = play(read("k8/2G6/9/1G7/9/9/9/9/K8 b - 1"), "8d8c")
    assert state.text.endswith("w - 2 #checkmate:1,0")
    assert not state.record.checkers
    assert read("k8/2G6/1G7/9/9/9/9/9/K8 w - 2").text == state.text


def test_check_must_be_met() -> None:
    state = read("4k4/9/9/9/4r4/9/9/4G4/4K4 b P 1")
    assert "5h4h" not in state.moves()
    assert "5h5g" in state.moves()
    double = read("4k4/9/9/9/4r4/9/3n5/9/4K4 b GS 1")
    assert all(text.startswith("5i") for text in double.moves())


# -- ends ----------------------------------------------------------------------------------------------

SHUFFLE = "2h3h 8b7b 3h2h 7b8b "


def test_repetition_is_the_fourth_time() -> None:
    state = play(parlour.game("shogi").start(), SHUFFLE * 2)
    assert reason(state) is None
    play(state, SHUFFLE)
    assert state.text == f"shogi {START[:-1]}13 #repetition:1/2,1/2"
    assert read(f"{START[:-1]}13", end="#repetition:1/2,1/2").text == state.text
    state.undo()
    assert reason(state) is None


CHECKED = "4k4/9/9/9/9/9/9/9/R3K4 b - 1"


def test_perpetual_check_loses() -> None:
    """Whether the position stands again by a check or by a flight from it."""
    for line in ("9i9a " + "5a5b 9a9b 5b5a 9b9a " * 3, "9i9b 5a6a " + "9b9a 6a6b 9a9b 6b6a " * 3):
        *moves, last = line.split()
        state = play(read(CHECKED), *moves)
        assert reason(state) is None
        state.play(last)
        assert state.text.endswith("#perpetual-check:0,1")
        assert state.game.read(state.text).text == state.text


def test_a_pause_in_the_checks_makes_it_a_draw() -> None:
    state = play(read(CHECKED), "9i9a 5a5b 9a9i 5b5a " * 3)
    assert reason(state) == "repetition"


def test_what_came_before_the_first_time_does_not_count() -> None:
    """The first move is quiet; from the position's first time on all of Black's are checks."""
    state = play(read(CHECKED), "9i8i 5a5b 8i8b", "5b5a 8b8a 5a5b 8a8b " * 3)
    assert reason(state) == "perpetual-check"


IMPASSE = "1K7/+R+RBB5/PPPPPPPP1/9/9/9/9/9/4k4 b 4G 1"


def test_declaring_by_the_27_point_rule() -> None:
    state = read(IMPASSE, "impasse=27-points")
    assert "win" in state.moves()
    play(state, "win")
    assert state.text.endswith("w 4G 2 #impasse:1,0")
    assert state.game.read(state.text).text == state.text
    assert "win" not in read(IMPASSE).moves()


@pytest.mark.parametrize(
    ("sfen", "may"),
    [
        (IMPASSE.replace("4G", "G"), True),  # 20 + 8 + 1 = 29
        (IMPASSE.replace("4G", "-"), True),  # 28
        (IMPASSE.replace("PPPPPPPP1", "PPPPPPP2").replace("4G", "-"), False),  # 27
        (IMPASSE.replace("PPPPPPPP1", "PPPPPP3").replace("4G", "2G"), True),  # ten men, 28
        (IMPASSE.replace("PPPPPPPP1", "PPPPP4").replace("4G", "4G"), False),  # nine men
        (IMPASSE.replace("1K7", "9").replace("PPPPPPPP1/9", "PPPPPPPP1/1K7"), False),
        (IMPASSE.replace("1K7", "1Kg6").replace("4G", "3G"), False),  # in check
        ("4K4/9/9/9/9/9/pppppppp1/+r+rbb5/1k7 w - 2", True),
        ("4K4/9/9/9/9/9/ppppppp2/+r+rbb5/1k7 w - 2", True),  # 27 are enough for White
        ("4K4/9/9/9/9/9/pppppp3/+r+rbb5/1k7 w - 2", False),
    ],
)
def test_what_a_declaration_needs(sfen: str, may: bool) -> None:
    assert ("win" in read(sfen, "impasse=27-points").moves()) == may


def test_white_counts_the_handicap() -> None:
    sfen = "4K4/9/9/9/9/9/pppppppp1/+rbb6/1k7 w - 2"  # 23 points
    assert "win" not in read(sfen, "impasse=27-points").moves()
    assert "win" in read(sfen, "handicap=rook,impasse=27-points").moves()
    assert "win" not in read(sfen, "handicap=lance,impasse=27-points").moves()


def test_the_move_limit_counts_from_the_number() -> None:
    state = parlour.game("shogi:move_limit=2").start()
    assert reason(play(state, "7g7f 3c3d 2g2f 8c8d")) == "move-limit"
    read_in = read(START[:-1] + "4", "move_limit=2")
    assert reason(read_in) is None
    assert reason(play(read_in, "7g7f")) == "move-limit"
    assert reason(read(START[:-1] + "5", "move_limit=2")) == "move-limit"


# -- position texts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sfen",
    [
        START.replace(" b ", " w "),
        "4k4/9/9/9/9/9/9/9/9 b RB2G2S2N2L9Prb2g2s2n2l9p 1",  # a problem, without Black's king
        "4k4/4+P4/4P4/9/9/9/9/9/9 b - 999999999",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    ],
)
def test_positions_that_are_read(sfen: str) -> None:
    assert read(sfen).text.startswith(f"shogi {sfen}")


@pytest.mark.parametrize(
    ("sfen", "word"),
    [
        (START[:-1] + "0", "NUMBER"),
        (START[:-1] + "01", "NUMBER"),
        (START.replace("1r5b1", "1r41b1"), "written"),
        (START.replace("1r5b1", "1r5b"), "squares"),
        (START.replace("1r5b1", "1r5b2"), "squares"),
        (START.replace("9/9/9", "9/9"), "rows"),
        (START.replace("ppppppppp", "ppppxpppp"), "row 3"),
        (START.replace("LNSGKGSNL", "LNS+GKGSNL"), "row 9"),
        (START.replace("LNSGKGSNL", "LNSG+KGSNL"), "row 9"),
        (START.replace(" - ", " P "), "19 pawns"),
        (START.replace("LNSGKGSNL", "LNSKKGSNL"), "2 kings"),
        (START.replace("b - 1", "c - 1"), "TURN"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 1P 1", "HANDS"),
        ("4k4/9/9/9/9/9/9/9/4K4 b PP 1", "HANDS"),
        ("4k4/9/9/9/9/9/9/9/4K4 b PR 1", "written"),
        ("4k4/9/9/9/9/9/9/9/4K4 b pP 1", "written"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 02P 1", "leading"),
        ("4k4/9/9/9/9/9/9/9/4K4 b K 1", "HANDS"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 19P 1", "HANDS"),
        ("4k4/9/9/9/9/9/9/9/4K4 b -  1", "fields"),
        ("4k4/9/9/9/9/9/9/9/4K4 b -", "fields"),
    ],
)
def test_positions_that_are_refused(sfen: str, word: str) -> None:
    with pytest.raises(parlour.BadPosition, match=word):
        read(sfen)


@pytest.mark.parametrize(
    ("sfen", "end"),
    [
        (START, "#checkmate:1,0"),
        (START, "#impasse:1,0"),
        (START, "#repetition:1,0"),
        (START, "#perpetual-check:1/2,1/2"),
        (START, "#perpetual-check:1,0"),  # White has just moved, and gives no check
        (START, "#move-limit:1/2,1/2"),
        ("k8/2G6/1G7/9/9/9/9/9/K8 w - 2", "#checkmate:0,1"),
        ("k8/2G6/1G7/9/9/9/9/9/K8 w - 2", "#repetition:1/2,1/2"),
    ],
)
def test_ends_that_are_belied(sfen: str, end: str) -> None:
    with pytest.raises(parlour.BadPosition):
        read(sfen, end=end)


def test_a_claimed_impasse_must_hold() -> None:
    after = IMPASSE.replace(" b 4G 1", " w 4G 2")
    assert reason(read(after, "impasse=27-points", "#impasse:1,0")) == "impasse"
    for sfen, end in (
        (after, "#impasse:0,1"),
        (IMPASSE, "#impasse:0,1"),
        (IMPASSE, "#impasse:1,0"),
    ):
        with pytest.raises(parlour.BadPosition):
            read(sfen, "impasse=27-points", end)


def test_a_claimed_perpetual_check() -> None:
    assert reason(read(START, end="#perpetual-check:0,1")) == "perpetual-check"
    assert reason(read("4k4/9/4R4/9/9/9/9/9/4K4 w - 2", end="#perpetual-check:0,1")) is not None


# -- refusals and steps --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sfen", "text", "why"),
    [
        (START, "e2-e4", "grammar"),
        (START, "P*5e+", "grammar"),
        (START, "P*5e", "not-in-hand"),
        (START, "5e5d", "empty"),
        (START, "3c3d", "not-yours"),
        (START, "7g7e", "unreachable"),
        (START, "2h5h+", "no-promotion"),
        (START, "8h7g", "occupied"),
        (START, "win", "no-rule"),
        ("4k4/P8/9/9/9/9/9/9/4K4 b P 1", "9b9a", "dead"),
        ("4k4/P8/9/9/9/9/9/9/4K4 b P 1", "P*8a", "dead"),
        ("4k4/P8/9/9/9/9/9/9/4K4 b P 1", "P*9d", "two-pawns"),
        ("4k4/P8/9/9/9/9/9/9/4K4 b P 1", "P*9b", "filled"),
        ("8k/6G2/8L/9/9/9/9/9/K8 b P 1", "P*1b", "pawn-mate"),
        ("4k4/9/9/4r4/9/9/9/4G4/4K4 b P 1", "5h4h", "in-check"),
        ("4k4/9/9/4r4/9/9/9/9/4K4 b P 1", "P*4h", "stays"),
    ],
)
def test_refusals(sfen: str, text: str, why: str) -> None:
    with pytest.raises(parlour.IllegalMove) as caught:
        read(sfen).play(text)
    assert caught.value.reason == why


def test_moves_as_values() -> None:
    state = read("4k4/1p7/P8/2S6/9/9/9/9/4K4 b P 1")
    values = {value.text: value for value in state.legal}
    drop = values["P*5e"]
    assert [step.text for step in drop.steps] == ["P*", "5e"]
    assert (drop.placed, drop.captures) == (("5e",), ())
    assert [step.text for step in values["7d7c+"].steps] == ["7d", "7c", "+"]
    assert [step.text for step in values["7d7c"].steps] == ["7d", "7c", "="]
    assert [step.text for step in values["7d8e"].steps] == ["7d", "8e"]
    assert values["7d7c"].moved == (("7d", "7c"),)
    assert {cell.name for cell in state.scene().aside} == {"P*"}


def test_the_board_as_codes() -> None:
    state = read("4k4/9/9/9/9/9/9/8p/4K3+R w G2p 2")
    rules, out, counts = state.game.plain.rules, [0] * 81, [0] * 14
    rules.cells(state.record, out)
    rules.extras(state.record, counts)
    names = {NAMES[square]: code for square, code in enumerate(out) if code}
    assert names == {"5a": 14 + 8, "9a": 14 + 14, "9b": 1, "5i": 8}
    assert counts == [2, *[0] * 6, *[0] * 6, 1]


def test_the_evaluation_is_the_same_for_both_sides() -> None:
    rng, evaluate = random.Random(4), parlour.game("shogi").plain.rules.evaluate
    assert evaluate(read(START.replace("LNSGKGSNL", "LNS1KGSNL")).record, 0) < -300
    for _ in range(20):
        state = parlour.game("shogi").start()
        for _ in range(rng.randrange(60)):
            state.play(rng.choice(state.moves()))
        board, turn, hands, _ = " ".join(state.text.split(" ")[1:5]).split(" ")
        turned = f"{board[::-1].swapcase()} {'bw'[turn == 'b']} - 1"
        if "+" in board or hands != "-" or state.outcome is not None:
            continue  # neither text can be turned round so simply
        assert evaluate(state.record, 0) == evaluate(read(turned).record, 1)
        assert evaluate(state.record, 0) == -evaluate(state.record, 1)


# -- players -------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_mate_in_one_is_found() -> None:
    state = read("8k/6G2/8L/9/9/9/9/9/K8 b G 1")
    for found in (
        AlphaBeta(state.game).search(state, depth=2).move,
        MCTS(state.game).search(state, simulations=2000).move,
    ):
        assert reason(state.copy().play(found)) == "checkmate"


@pytest.mark.long
def test_searches_know_that_perpetual_check_loses() -> None:
    """One more check ends the game, lost for who gives it; any other move of the rook does not."""
    state = play(read(CHECKED), "9i9a", "5a5b 9a9b 5b5a 9b9a " * 2, "5a5b 9a9b 5b5a")
    values = AlphaBeta(state.game).search(state, depth=2, every=True).values
    assert values["9b9a"] < -WIN // 4 < min(values["9b9i"], values["9b9c"])
    found = MCTS(state.game).search(state, simulations=3000).moves
    assert {value.move: (value.value, value.proven) for value in found}["9b9a"] == (0.0, True)
