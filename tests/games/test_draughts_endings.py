"""Endings of the draughts set by their tables: the source's champion and man against champion."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.draughts_endings import rows

from parlour.search.endgame.endgame_builder import build
from parlour.search.endgame.endgame_table import Tables, Value
from parlour.table.catalogue import game
from parlour.table.game import State
from tests.games.draughts_texts import board
from tests.games.test_draughts_proofs import LINE

pytestmark = pytest.mark.long
GAME = game("twindraughts:game=reset,sets=dark")
PAGE = Path(__file__).parents[2] / "docs" / "measurements" / "draughts-endings.md"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """Those of three pieces, in a data folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOUR_DATA", str(tmp_path_factory.mktemp("data")))
        yield build(GAME, 3)


def ending(plies: int) -> State:
    """The position after so many plies of the source's line."""
    state = GAME.read(f"{GAME.name} {board(a5='R', c5='M', b8='r')} 0* p,- --,-- -,- 0,0,0,0,0,0")
    for move in LINE[:plies]:
        state.play(move)
    return state


def test_the_sources_ending_is_perfect_play(tables: Tables) -> None:
    """No move of either side in it can be bettered."""
    assert tables.value(ending(0)) == Value("win", 21)
    for ply, text in enumerate(LINE):
        moves = tables.moves(ending(ply))
        assert moves[text] == next(iter(moves.values()))


@pytest.mark.parametrize(
    ("ply", "defence", "answers"),
    [
        (9, "b6-a5", {"d6-c7", "d6-e7"}),
        (13, "e7-f8", {"c7-d6", "c7-d8"}),
        (15, "f6-g7", {"d6-e5", "d6-e7"}),
        (19, "h4-g5", {"f4xh6"}),
    ],
)
def test_its_side_lines_hold(tables: Tables, ply: int, defence: str, answers: set[str]) -> None:
    moves = tables.moves(ending(ply).play(defence))
    assert answers <= {text for text, value in moves.items() if value.result == "win"}


def test_the_page_has_the_results_of_that_ending(tables: Tables) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert all(row in page for row in rows(tables.game.name, 3))
