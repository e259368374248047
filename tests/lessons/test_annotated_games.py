"""Every annotated game that ships: it replays, its marks agree with the review, its comments are plain."""

from __future__ import annotations

import re

import pytest

from parlour import records
from parlour.lessons.annotated_games import all_annotated_titles, annotated_games, mistakes
from parlour.lessons.course import WRONG
from parlour.review import GLYPHS
from tests.conftest import standard_games

FEWEST, MOST = 3, 5  # games of each
LARGEST = 500_000  # characters of all
AWKWARD = re.compile(
    r"\b(told|hardly|anew|nobody|somebody|for long|in turns|by turns|is gone|is had)\b"
    r"|\b(what|who|where) is (left|made|to move|to come)\b|\bstands? (for|there|here|beside|at|in)\b"
)
COST = GLYPHS[-1][0] - 0.01  # evaluations are rounded


def comments(tree: records.Tree) -> list[str]:
    return [text for node in tree.nodes() for text in node.comments if text]


@pytest.mark.parametrize("game_id", all_annotated_titles())
def test_annotated_games(game_id: str) -> None:
    trees = list(annotated_games(game_id))
    titles = [tree.tags["Event"] for tree in trees]
    assert tuple(titles) == all_annotated_titles()[game_id]
    assert len(set(titles)) == len(titles)
    assert FEWEST <= len(trees) <= MOST
    for tree in trees:
        assert tree.game.id == game_id
        assert tree.root.comments[1], "the first comment says what the game shows"
        assert len(comments(tree)) >= 3
        assert tree.end().outcome is not None or tree.tags["Result"] == "*"
        for text in comments(tree):
            assert re.search(r"[.!?]$", text), text
            assert not AWKWARD.search(text), text
        for mistake in mistakes(tree):
            assert mistake.better is not None, mistake.node.move
            assert not WRONG & set(mistake.better.glyphs)
            assert mistake.cost is None or mistake.cost >= COST, mistake.node.move


def test_there_are_a_hundred_and_some_for_each_game() -> None:
    assert set(all_annotated_titles()) == {name.partition(":")[0] for name in standard_games()}
    assert sum(map(len, all_annotated_titles().values())) >= 100


def test_they_are_small() -> None:
    sizes = [
        len(tree.write().text)
        for game_id in ("hex", "lines-of-action")
        for tree in annotated_games(game_id)
    ]
    assert max(sizes) * MOST * len(standard_games()) < LARGEST
