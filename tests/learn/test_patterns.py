"""Patterns of a board: symmetries, shared tables, weights that see what they should."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import parlour
from parlour.kernel.boards import hexagon, square
from parlour.learn.patterns import Patterns, cells_within, fold_singles, patterns, symmetries


def rules(places: tuple[tuple[int, int], ...], symmetry: str, kinds: int = 1) -> SimpleNamespace:
    return SimpleNamespace(
        CODED_CELLS=len(places),
        PIECE_CODES=kinds,
        OTHER_CODES=0,
        CELL_PLACES=places,
        CELL_SYMMETRY=symmetry,
    )


@pytest.mark.parametrize(
    ("places", "kind", "count"),
    [
        (square(8, 8).places, "all", 8),
        (square(5, 8).places, "all", 4),
        (square(8, 8).places, "mirror", 2),
        (square(8, 8).places, "none", 1),
        (hexagon(5).places, "all", 12),
    ],
)
def test_symmetries(places: tuple[tuple[int, int], ...], kind: str, count: int) -> None:
    found = symmetries(places, kind)
    assert len(set(found)) == count
    assert found[0] == tuple(range(len(places)))
    assert all(sorted(row) == list(range(len(places))) for row in found)


def test_a_pattern_has_as_many_cells_as_its_table_may_have_entries() -> None:
    assert cells_within(3, 20_000) == 9
    assert cells_within(5, 20_000) == 6
    assert cells_within(63, 20_000) == 2


def values(made: Patterns, codes: list[int], weights: np.ndarray) -> float:
    at = made.base.copy()
    for cell, code in enumerate(codes):
        for k in range(made.first[cell], made.first[cell + 1]):
            at[made.pattern[k]] += made.steps[k, code]
    return float(weights[made.tie[at]].sum())


@pytest.mark.parametrize(
    ("places", "kinds", "symmetry"),
    [
        (square(5, 5).places, 1, "all"),
        (square(4, 6).places, 2, "mirror"),
        (hexagon(3).places, 2, "all"),
    ],
)
def test_positions_that_look_alike_have_one_value(
    places: tuple[tuple[int, int], ...], kinds: int, symmetry: str
) -> None:
    made = patterns(rules(places, symmetry, kinds), entries=300)
    rng = np.random.default_rng(1)
    weights = rng.integers(0, 1000, made.entries)
    codes = rng.integers(0, 2 * kinds + 1, len(places)).tolist()
    expected = values(made, codes, weights)
    for row in symmetries(places, symmetry):
        image = [0] * len(places)
        for cell, to in enumerate(row):
            image[to] = codes[cell]
        assert values(made, image, weights) == expected
    assert values(made, [*codes[1:], codes[0]], weights) != expected


@pytest.mark.parametrize("name", ["english-draughts", "lines-of-action", "focus", "twindraughts"])
def test_patterns_of_games(name: str) -> None:
    """Every cell is seen with all its codes, no index leaves the tables, and single cells fold exactly."""
    board = parlour.game(name).plain.rules
    made = patterns(board)
    codes = made.steps.shape[1]
    assert len(made.base) <= 120
    highest = made.base.copy()
    for k, number in enumerate(made.pattern):
        highest[number] += made.steps[k].max()
    assert highest.max() < made.entries
    singles = np.random.default_rng(2).normal(size=(board.CODED_CELLS * codes, 2))
    singles[::codes] = 0
    weights = np.zeros((made.entries, 2))
    fold_singles(made, weights, singles)
    some = np.random.default_rng(3).integers(0, codes, board.CODED_CELLS)
    expected = singles[made.singles + some, 0].sum()
    at = made.base.copy()
    for cell, code in enumerate(some):
        for k in range(made.first[cell], made.first[cell + 1]):
            at[made.pattern[k]] += made.steps[k, code]
    assert weights[at, 0].sum() == pytest.approx(expected)
