"""Lines gone along by compiled rules are read as the table reads them, move by move."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace

import pytest

import parlour
from parlour.records import Tree, read
from parlour.table.catalogue import specs

AGAIN = {
    "shogi": ["5i5h", "5a5b", "5h5i", "5b5a"],
    "chess": ["b1-c3", "b8-c6", "c3-b1", "c6-b8"],
    "lines-of-action": ["b1-b3", "a2-c2", "b3-b1", "c2-a2"],
}


def annotated(name: str, seed: int, plies: int) -> Tree:
    """A random game with variations, comments and glyphs."""
    drawn, tree = random.Random(seed), Tree(name)
    ends = [tree.root]
    for _ in range(plies):
        node = ends[-1] if drawn.random() < 0.9 else drawn.choice(ends)
        state = node.state()
        if state.outcome is not None:
            continue
        node = node.add(drawn.choice(state.moves()))
        if drawn.random() < 0.1:
            node.comments = ("", "a comment")
        ends.append(node)
    return tree


def told(text: str) -> list[tuple[str, str, list[str]]]:
    """All that is read of a text."""
    return [
        (item.tree.write().text if item.tree else "", str(item.error), list(map(str, item.notices)))
        for item in read(text)
    ]


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "plies"),
    [
        ("hex:size=3", 12),
        ("focus", 40),
        ("shogi", 60),
        ("english-draughts", 60),
        ("chess", 60),
        ("chess:start=fischer-random-518", 40),
        ("lines-of-action", 40),
    ],
)
def test_followed_lines_are_the_same(
    name: str, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Comments, variations, ends, repetitions; illegal moves and results that are wrong."""
    trees = [annotated(name, seed, plies) for seed in range(4)]
    own = {"shogi": ("kif", "csa", "usi"), "english-draughts": ("pdn",)}
    for form in ("sgf", "native", *own.get(name, ())):
        text = ("/\n" if form == "csa" else "\n").join(tree.write(form).text for tree in trees)
        broken = text.replace(list(trees[0].nodes())[3].move, "z99", 3).replace("1-0", "0-1")
        again = " ".join(AGAIN.get(name, ()) * 5)
        uncaptured = re.sub("(?<=[a-h0-9])x(?=[a-h0-9])", "-", text)
        for each in (text, broken, uncaptured, f'[Game "{name}"]\n\n{again} *'):
            monkeypatch.setattr("parlour.records.builder.worth_following", lambda *_: False)
            slowly = told(each)
            monkeypatch.setattr("parlour.records.builder.worth_following", lambda *_: True)
            assert told(each) == slowly


def test_a_text_of_a_code_asks_no_position() -> None:
    """Where a notation declares it, texts are written without a look at the position."""
    blank = SimpleNamespace(turn=0)
    declared = 0
    for name in specs():
        game = parlour.game(name)
        if not game.notation.TEXT_OF_CODE or game.has_chance:
            continue
        declared += 1
        state, drawn = game.start(), random.Random(5)
        for _ in range(20):
            if state.outcome is not None:
                break
            for code in state.codes()[:50]:
                text = game.notation.move_text(state.record, code)
                assert game.notation.move_text(blank, code) == text
            state.play_code(drawn.choice(state.codes()))
    assert declared > 5
