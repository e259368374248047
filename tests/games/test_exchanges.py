"""What captures win in chess, shogi and TigerChequers: its sign beside python-chess, and beside the moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import chess
import pytest

import parlour
from parlour.games.shogi import code as shogi_code
from parlour.games.shogi import exchanges as shogi_exchanges
from parlour.games.tiger_chequers import exchanges as tiger_exchanges
from parlour.games.tiger_chequers.code import is_plain
from parlour.kernel.bitboard import BIT
from parlour.kernel.move_codes import origin_of, target_of

WORTH = {chess.PAWN: 10, chess.KNIGHT: 30, chess.BISHOP: 33, chess.ROOK: 50, chess.QUEEN: 83}


def positions(name: str, games: int) -> Iterator[parlour.State]:
    """The positions of random games in which a seat is to move."""
    game = parlour.game(name)
    for seed in range(games):
        rng = random.Random(seed)
        state = game.start()
        while state.turn is not None and len(state.history) < 150:
            if state.turn == parlour.CHANCE:
                state.play(state.draw(rng))
                continue
            yield state
            state.play(rng.choice(state.moves()))


def expected(board: chess.Board, move: chess.Move) -> int:
    """The sign of what a move wins, as python-chess sees its board."""
    if move.promotion or board.is_en_passant(move):
        return 1
    taken = board.piece_at(move.to_square)
    if taken is None or taken.color == board.turn:  # castling, told as the king's taking the rook
        return 0
    mover = board.piece_at(move.from_square)
    assert mover is not None
    loses = WORTH[taken.piece_type] < WORTH.get(mover.piece_type, 0)
    after = board.copy(stack=False)
    after.remove_piece_at(move.from_square)
    after.set_piece_at(move.to_square, mover)
    return -1 if loses and after.attackers(not board.turn, move.to_square) else 1


def test_the_sign_is_that_of_python_chess() -> None:
    """Every legal move of random games is quiet, a good capture or a bad one, as it is there."""
    seen = {-1: 0, 0: 0, 1: 0}
    for state in positions("chess", 1):
        board = chess.Board(" ".join(state.text.split()[1:7]))
        rules, record = state.game.plain.rules, state.record
        for move in board.legal_moves:
            cell, to = move.from_square, move.to_square
            codes = [c for c in state.codes() if (origin_of(c), target_of(c)) == (cell, to)]
            for code in codes:
                found = rules.noisy(record, code)
                sign = expected(board, move)
                assert (found > 0) - (found < 0) == sign, (state.text, move)
                seen[sign] += 1
    assert min(seen.values()) > 20


def shogi_exchange(record: Any, move: int) -> tuple[int, int, int]:
    """Where a plain capture goes, what it takes and what it risks; nothing where it is none."""
    to, taken = shogi_code.target_of(move), record.board[shogi_code.target_of(move)]
    if shogi_code.dropped(move) or move & shogi_code.PROMOTES or taken == 0:
        return to, 0, 0
    risked = record.board[shogi_code.origin_of(move)]
    return to, int(shogi_exchanges.WORTH_OF[taken]), int(shogi_exchanges.WORTH_OF[risked])


def tiger_exchange(record: Any, move: int) -> tuple[int, int, int]:
    """The same of TigerChequers."""
    to, worth = target_of(move), tiger_exchanges.worth
    if not is_plain(move):
        return to, 0, 0
    taken = worth(record, int(BIT[to]) & record.opposing)
    return to, taken, worth(record, int(BIT[origin_of(move)]))


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "exchange", "target"),
    [
        ("shogi", shogi_exchange, shogi_code.target_of),
        ("tiger-chequers", tiger_exchange, target_of),
    ],
)
def test_what_can_be_taken_back_at_a_loss_is_not_good(
    name: str, exchange: Callable[[Any, int], tuple[int, int, int]], target: Callable[[int], int]
) -> None:
    """A capture of a lesser piece that a legal answer takes back is not good, one of a greater is."""
    rules, bad, good = parlour.game(name).plain.rules, 0, 0
    for state in positions(name, 8):
        for code in state.codes():
            to, taken, risked = exchange(state.record, code)
            if not taken:
                continue
            worth = rules.noisy(state.record, code)
            assert worth != 0
            after = state.copy()
            after.play_code(code)
            answered = after.turn is not None and any(target(c) == to for c in after.codes())
            if taken < risked and answered:
                assert worth < 0, (state.text, code)
                bad += 1
            elif taken >= risked:
                assert worth > 0
                good += 1
    assert bad > 20
    assert good > 20
