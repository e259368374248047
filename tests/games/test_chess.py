"""Chess: python-chess is the judge of moves, FEN and ends; then single rules, refusals, broken texts."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import pytest

import parlour
from parlour.games.chess.board import back_rank
from parlour.kernel.layout import new_compiled, to_compiled
from parlour.search import divide, perft
from tests.conftest import part, share

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def read(fen: str, options: str = "", end: str = "") -> parlour.State:
    name = f"chess:{options}" if options else "chess"
    return parlour.game(name).read(" ".join(filter(None, (name, fen, end))))


def reason(state: parlour.State) -> str | None:
    return None if state.outcome is None else state.outcome.reason


# -- beside python-chess ---------------------------------------------------------------------------


def text_of(board: chess.Board, move: chess.Move) -> str:
    """The rulebook's text of a move of python-chess."""
    cell, to = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if board.is_castling(move):
        return f"{cell}{'x' if board.chess960 else '-'}{to}"
    into = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
    return f"{cell}{'x' if board.is_capture(move) else '-'}{to}{into}"


def end_of(board: chess.Board) -> str | None:
    """The rulebook's reason for which a game of python-chess has ended."""
    ends = {
        "checkmate": board.is_checkmate(),
        "stalemate": board.is_stalemate(),
        "insufficient-material": board.is_insufficient_material(),
        "repetition": board.is_repetition(3),
        "fifty-moves": board.halfmove_clock >= 100,
    }
    return next((word for word, holds in ends.items() if holds), None)


def pair(rng: random.Random) -> tuple[parlour.State, chess.Board]:
    """The same start twice: the standard one, or a random one of fischer random chess."""
    if rng.random() < 0.5:
        return parlour.game("chess").start(), chess.Board()
    number = rng.randrange(960)
    game = parlour.game(f"chess:start=fischer-random-{number}")
    return game.start(), chess.Board.from_chess960_pos(number)


def compare_game(seed: int) -> Iterator[str | None]:
    """Play one random game on both boards, comparing all; gives the reason of its end after each move."""
    rng = random.Random(seed)
    state, board = pair(rng)
    taking = rng.choice((0, 0, 0.7))  # captures bring ends by what is left
    while True:
        fen = f"{state.game.name} {board.fen(en_passant='legal')}"
        moves = {text_of(board, move): move for move in board.legal_moves}
        assert reason(state) == end_of(board)
        if state.outcome is not None:
            assert state.text == f"{fen} {state.outcome.text}"
            if state.outcome.reason != "repetition":
                assert state.game.read(fen).text == state.text
            return
        assert state.text == fen
        assert state.moves() == sorted(moves)
        again = state.game.read(fen)
        assert (again.text, again.moves()) == (fen, state.moves())
        captures = [text for text in moves if "x" in text]
        chosen = rng.choice(captures if captures and rng.random() < taking else sorted(moves))
        state.play(chosen)
        board.push(moves[chosen])
        yield reason(state)


@pytest.mark.parametrize("seed", range(6))
def test_random_games_beside_python_chess(seed: int) -> None:
    assert [end for end in compare_game(seed) if end]


@pytest.mark.long
@pytest.mark.parametrize("block", share(8))
def test_many_random_games_beside_python_chess(block: int) -> None:
    for seed in range(1000 + 40 * block, 1040 + 40 * block):
        assert [end for end in compare_game(seed) if end]


def test_all_starts_are_python_chess() -> None:
    for number in range(960):
        board = chess.Board.from_chess960_pos(number)
        if number % 240 == 0:
            name = f"chess:start=fischer-random-{number}"
            assert parlour.game(name).start().text == f"{name} {board.fen()}"
        assert back_rank(number) == board.board_fen().split("/")[-1]


PLACED = (
    "4k3/8/8/8/8/8/8/4K3",
    "4k3/8/8/8/8/8/8/4KN2",
    "4k3/8/8/8/8/8/8/4KB2",
    "4k3/8/8/8/8/8/8/3NKN2",
    "4kn2/8/8/8/8/8/8/4KN2",
    "4kb2/8/8/8/8/8/8/4KB2",
    "2b1k3/8/8/8/8/8/8/4KB2",
    "4kb2/8/8/8/8/8/8/2B1K3",
    "4kq2/8/8/8/8/8/8/4KN2",
    "4kr2/8/8/8/8/8/8/4KN2",
    "4kq2/8/8/8/8/8/8/4KB2",
    "4kn2/8/8/8/8/8/8/4KB2",
    "4k3/8/8/8/8/8/8/B1B1K1B1",
    "4k3/8/8/8/8/8/8/BB2K3",
    "4k3/7p/8/8/8/8/8/4K3",
    "4k3/8/8/8/8/8/1Q6/4K3",
    "4kbb1/8/8/8/8/8/8/4KB2",
    "4kq2/8/8/8/8/8/8/3NKN2",
)


@pytest.mark.parametrize("placed", PLACED)
def test_insufficient_material_is_python_chess(placed: str) -> None:
    for turn in "wb":
        fen = f"{placed} {turn} - - 0 1"
        board = chess.Board(fen)
        if board.is_valid():
            assert reason(read(fen)) == end_of(board)


def random_placings(count: int, seed: int) -> Iterator[chess.Board]:
    """Positions of men put anywhere, with rights of castling where kings and rooks allow them."""
    rng = random.Random(seed)
    while count:
        board = chess.Board(None, chess960=True)
        cells = rng.sample(range(64), rng.randrange(3, 26))
        backs = [rng.randrange(8), 56 + rng.randrange(8)] if rng.random() < 0.5 else cells[:2]
        for colour, cell in zip((True, False), backs, strict=True):
            board.set_piece_at(cell, chess.Piece(chess.KING, colour))
        for cell in cells:
            pawns = 8 <= cell < 56
            kind = rng.choice((1, 1, 2, 3, 4, 4, 5) if pawns else (2, 3, 4, 4, 4, 5))
            if board.piece_at(cell) is None:
                board.set_piece_at(cell, chess.Piece(kind, rng.random() < 0.5))
        board.turn = rng.random() < 0.5
        board.castling_rights = board.rooks & (chess.BB_RANK_1 | chess.BB_RANK_8)
        board.castling_rights = board.clean_castling_rights()
        if not board.was_into_check() and len(board.pieces(6, True) | board.pieces(6, False)) == 2:
            count -= 1
            yield board


def check_placings(count: int, seed: int) -> None:
    for board in random_placings(count, seed):
        fen = board.fen(en_passant="legal")
        state = read(fen, "start=fischer-random-0")
        assert reason(state) == end_of(board)
        if state.outcome is None:
            assert state.text == f"chess:start=fischer-random-0 {fen}"
            assert state.moves() == sorted(text_of(board, move) for move in board.legal_moves)


def test_men_put_anywhere_beside_python_chess() -> None:
    check_placings(150, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 2 + part(40)))
def test_men_put_anywhere_beside_python_chess_at_length(seed: int) -> None:
    check_placings(2000, seed)


def test_counting_listing_and_the_pieces_own_reach_agree() -> None:
    """Three ways to the same moves: sets by manner, the list, and each man's own squares."""
    rules = parlour.game("chess:start=fischer-random-0").plain.rules
    for board in random_placings(60, 99):
        state = read(board.fen(en_passant="legal"), "start=fischer-random-0")
        if state.outcome is not None:
            continue
        s, out = state.record, [0] * rules.MAX_MOVES
        moves = out[: rules.legal_moves(s, out)]
        assert len(moves) == rules.count_moves(s, out)
        for cell in range(64):
            if rules.men(s, s.next) & ~s.kings & rules.BIT[cell]:
                squares = rules.targets(s, cell)
                passed = {s.passed} if rules.passing(s) & rules.BIT[cell] else set()
                reached = {to for to in range(64) if squares >> to & 1} | passed
                assert {m >> 6 & 63 for m in moves if m & 63 == cell} == reached


# -- single rules ----------------------------------------------------------------------------------


def test_start() -> None:
    state = parlour.game("chess").start()
    assert state.text == f"chess {START}"
    assert perft(state, 2, compiled=False) == 400
    assert state.game.seat_names == ("White", "Black")


def test_move_texts() -> None:
    state = read("r3k2r/1P6/8/3pP3/8/8/3Q4/R3K2R w KQkq d6 0 9")
    assert {"e1-g1", "e1-c1", "e5xd6", "d2xd5", "b7xa8=N", "b7-b8=Q"} < set(state.moves())
    taken = {move.text: move.captures for move in state.legal}
    assert taken["e5xd6"] == ("d5",)
    assert taken["b7xa8=N"] == ("a8",)
    castling = next(move for move in state.legal if move.text == "e1-c1")
    assert castling.moved == (("e1", "c1"), ("a1", "d1"))


def test_castling_as_the_king_taking_his_rook() -> None:
    state = read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 9", "start=fischer-random-518")
    assert {"e1xh1", "e1xa1"} < set(state.moves())
    assert "e1-g1" not in state.moves()
    assert state.play("e1xh1").text.split()[1] == "r3k2r/8/8/8/8/8/8/R4RK1"


def test_castling_may_be_the_only_move() -> None:
    state = read("6k1/8/8/8/8/5npr/5p1P/r1b2NKR w K - 0 60", "start=fischer-random-0")
    board = chess.Board(state.text.split(" ", 1)[1], chess960=True)
    assert state.moves() == sorted(text_of(board, move) for move in board.legal_moves)


def test_rooks_that_are_not_outermost_are_named_by_file() -> None:
    fen = "1k6/8/8/8/8/8/8/R1R1K1RR w GC - 0 1"
    assert read(fen, "start=fischer-random-0").text.endswith(fen)
    with pytest.raises(parlour.BadPosition, match="CASTLING"):
        read(fen.replace("GC", "KG"), "start=fischer-random-0")
    with pytest.raises(parlour.BadPosition, match="expected GC"):
        read(fen.replace("GC", "CG"), "start=fischer-random-0")


def test_en_passant_is_told_only_where_it_is_legal() -> None:
    state = parlour.game("chess").start()
    assert state.play("e2-e4").text.split()[4] == "-"
    state.play("a7-a6").play("e4-e5").play("d7-d5")
    assert state.text.split()[4] == "d6"
    pinned = read("8/8/8/8/k2p3Q/8/4P3/3K4 w - - 0 1").play("e2-e4")
    assert pinned.text.split()[4] == "-"


def test_repetition_with_en_passant_and_castling() -> None:
    """A position with a capture en passant is another one than the same without."""
    state = read("4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1").play("e2-e4")
    for _ in range(2):
        for text in ("g8-f6", "g1-f3", "f6-g8", "f3-g1"):
            assert state.outcome is None
            state.play(text)
    assert state.outcome is None
    for text in ("g8-f6",):
        state.play(text)
    assert reason(state) == "repetition"


def test_fifty_moves_and_what_comes_before() -> None:
    quiet = "7k/8/8/8/8/8/R7/K7 w - - 99 80"
    assert reason(read(quiet).play("a2-b2")) == "fifty-moves"
    mate = "7k/5K2/8/8/8/8/6R1/8 w - - 99 80"
    assert reason(read(mate).play("g2-h2")) == "checkmate"
    assert reason(read("7k/8/8/8/8/8/R7/K7 w - - 100 80")) == "fifty-moves"


def test_insufficient_material_before_repetition_and_in_perft() -> None:
    state = read("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1")
    lines = divide(state, 2, compiled=False)
    assert reason(state.play("e1xe2")) == "insufficient-material"
    assert lines["e1xe2"] == 5


def test_move_limit_counts_from_the_number() -> None:
    state = read("4k3/8/8/8/8/8/8/R3K3 w - - 0 30", "move_limit=30").play("a1-a2")
    assert state.outcome is None
    assert reason(state.play("e8-d8")) == "move-limit"
    assert reason(read("4k3/8/8/8/8/8/8/R3K3 w - - 0 31", "move_limit=30")) == "move-limit"


# -- refusals --------------------------------------------------------------------------------------

REFUSED = (
    (START, "e2e4", "written"),
    (START, "e7-e5", "Black has"),
    (START, "e3-e4", "no man"),
    (START, "e2-e5", "does not move there"),
    (START, "a1-a3", "no move"),
    ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7-a8", "becomes"),
    ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1-d2", "capture is written"),
    ("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1", "e2-d3", "uncover"),
    ("4k3/8/8/8/4r3/8/8/B3K3 w - - 0 1", "a1-b2", "in check"),
    ("3rk3/8/8/8/8/8/8/4K2R w - - 0 1", "e1-d1", "attacked on d1"),
)


@pytest.mark.parametrize(("fen", "text", "why"), REFUSED)
def test_refusals_say_why(fen: str, text: str, why: str) -> None:
    with pytest.raises(parlour.IllegalMove, match=why):
        read(fen).play(text)


BROKEN = (
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "7 ranks"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "rank 1"),
    ("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "is written"),
    ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rank 6"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w kq - 0 1", "0 kings for White"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w kq - 0 1", "2 kings for White"),
    ("Pnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", "pawn on rank 1 or 8"),
    ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "is attacked"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR g KQkq - 0 1", "TURN"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w QKkq - 0 1", "expected KQkq"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "expected KQkq"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w  - 0 1", "CASTLING"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1", "no king and rook for Q"),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "no such capture is legal"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e6 0 1", "stepped over"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", "rank 6"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", "NUMBER"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1 1", "0 moves were made"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 101 99", "ends when it is 100"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 00 1", "QUIET"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0", "fields"),
    (f"{START} #checkmate:1,0", "would be mated"),
    (f"{START} #fifty-moves:1/2,1/2", "still running"),
    (f"{START} #move-limit:1/2,1/2", "no game ends by"),
    ("7k/8/8/8/8/8/R7/K7 w - - 100 80 #stalemate:1/2,1/2", "shows"),
)


@pytest.mark.parametrize(("fen", "why"), BROKEN)
def test_broken_texts_say_why(fen: str, why: str) -> None:
    with pytest.raises(parlour.BadPosition, match=why):
        read(fen)


def test_ends_that_are_claimed() -> None:
    assert reason(read(START, end="#repetition:1/2,1/2")) == "repetition"
    full = "7k/8/8/8/8/8/R7/K7 w - - 100 80"
    assert reason(read(full, end="#repetition:1/2,1/2")) == "repetition"
    assert reason(read(full, end="#fifty-moves:1/2,1/2")) == "fifty-moves"


def test_options() -> None:
    with pytest.raises(parlour.BadOption, match="standard, or fischer-random-0 to"):
        parlour.game("chess:start=fischer-random-960")
    with pytest.raises(parlour.BadOption):
        parlour.game("chess:start=fischer-random-007")
    allowed = parlour.game("chess").options["start"].allowed
    assert len(allowed) == 961  # type: ignore[arg-type]
    assert allowed[1] == "fischer-random-0"  # type: ignore[index]


def test_the_board_as_codes() -> None:
    state = read("4k3/8/8/8/8/8/3P4/R3K3 b Q - 0 9")
    rules, out = state.game.plain.rules, [0] * 64
    rules.cells(state.record, out)
    assert {cell: out[cell] for cell in range(64) if out[cell]} == {4: 6, 51: 7, 56: 10, 60: 12}


# -- evaluation ------------------------------------------------------------------------------------


def test_evaluation_is_the_same_for_both_sides_and_compiled() -> None:
    game = parlour.game("chess")
    rules, s = game.compiled.rules, new_compiled(game.plain.rules.STATE)
    for board in random_placings(25, 5):
        board.castling_rights = 0
        if end_of(board) or board.ply() < board.halfmove_clock:
            continue
        record = read(board.fen()).record
        value = game.plain.rules.evaluate(record, 0)
        assert value == -game.plain.rules.evaluate(record, 1)
        assert value == game.plain.rules.evaluate(read(board.mirror().fen()).record, 1)
        to_compiled(record, game.plain.rules.STATE, s)
        assert rules.evaluate(s[0], 0) == value
