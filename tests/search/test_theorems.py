"""The quickest theorems of docs/research/theorems.md, proven and walked anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.theorems import WINS, Theorem, opening, pictures, theorems

SMALL = next(one for one in theorems() if one.game == "lines-of-action:size=4")
PAGE = (Path(__file__).parents[2] / "docs" / "research" / "theorems.md").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize(
    "theorem",
    [*theorems()[:2], SMALL, opening(5, "c3"), opening(5, "a2")],
    ids=lambda one: one.command[:60],
)
def test_the_theorem_is_proven_anew(theorem: Theorem) -> None:
    assert "|" in theorem.prove()


def test_every_theorem_names_a_position() -> None:
    assert len({theorem.command for theorem in theorems()}) == len(theorems()) > 50


def test_the_page_has_the_pictures_and_a_row_for_each_opening() -> None:
    assert pictures() in PAGE
    for theorem in theorems():
        if theorem.game.startswith(("hex", "y:", "lines", "unlur")):
            score = theorem.score
            assert f"| {theorem.label or f'`{theorem.command}`'} | {score} |" in PAGE


def test_the_board_turned_half_round_has_the_same_winning_first_stones() -> None:
    for size in (3, 4, 5, 6):
        cells = {("abcdef".index(cell[0]), int(cell[1]) - 1) for cell in WINS[size].split()}
        assert cells == {(size - 1 - x, size - 1 - y) for x, y in cells}
