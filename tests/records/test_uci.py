"""Positions and moves as engines get them: chess by its squares, shogi by its own."""

from __future__ import annotations

import pytest

import parlour
from parlour import records

FEN = "8/P6k/8/8/8/8/8/K7 w - - 0 1"


@pytest.mark.parametrize(
    ("line", "game", "moves"),
    [
        ("position startpos moves e2e4 e7e5 g1f3", "chess", 3),
        ("startpos moves e2e4", "chess", 1),
        (f"position fen {FEN} moves a7a8q h7g7", "chess", 2),
        (f"fen {FEN} moves a7a8n", "chess", 1),
        (f"{FEN} moves a7a8r", "chess", 1),
        (f"position fen {FEN}", "chess", 0),
        ("position startpos moves 7g7f 3c3d", "shogi", 2),
        ("position startpos", "shogi", 0),
    ],
)
def test_squares_tell_chess_from_shogi(line: str, game: str, moves: int) -> None:
    (item,) = records.read(line)
    assert (item.error, item.notices) == (None, [])
    assert item.tree is not None
    assert (item.tree.game.id, len(item.tree.moves())) == (game, moves)
    assert records.recognise(line)[0].game.partition(":")[0] == game


def test_castling_and_a_line_for_each_game() -> None:
    text = (
        "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1\nposition startpos moves d2d4"
    )
    first, second = records.read(text)
    assert first.tree is not None
    assert second.tree is not None
    assert first.tree.moves()[-1] == "e1-g1"
    assert second.tree.moves() == ("d2-d4",)


def test_what_is_wrong_is_an_error() -> None:
    (item,) = records.read("position startpos moves e2e4 e2e4 d7d5")
    assert item.tree is not None
    assert "line 1, column 30" in str(item.error)
    assert len(item.tree.moves()) == 1
    (item,) = records.read("position fen 8/8/8/8/8/8/8/8 w - - 0 1 moves e2e4")
    assert item.error is not None
    with pytest.raises(parlour.errors.BadForm, match="write pgn"):
        records.Tree("chess").write("uci")
