"""Trees of chess and draughts, annotated at random, come back from PGN and PDN but for the losses told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour import records
from parlour.records import Tree
from parlour.records.notes import noted
from parlour.records.tree import Node

CASES = (
    ("pgn", "chess"),
    ("pgn", "chess:start=fischer-random-357"),
    ("pdn", "english-draughts"),
)
CELLS = st.sampled_from(["a1", "c3", "d4", "h8"])
COLOURS = st.sampled_from("GRYB")
TEXTS = st.text(
    alphabet=st.sampled_from('ab {}[]()%;\\"\n1.e4-$*é'), max_size=12
) | st.sampled_from(
    ["fine", "[%clk 0:00:01]", '[Event "x"]', '\n[Event "x"]', "1-0", "two  blanks"]
)
NOTES = st.fixed_dictionaries(
    {},
    optional={
        "comments": st.tuples(TEXTS, TEXTS),
        "glyphs": st.lists(st.integers(1, 200), max_size=3),
        "cells": st.dictionaries(CELLS, COLOURS, max_size=2),
        "arrows": st.lists(st.tuples(CELLS, CELLS, COLOURS), max_size=2),
        "labels": st.dictionaries(CELLS, TEXTS.filter(bool), max_size=2),
        "clock": st.integers(0, 99999) | st.sampled_from([0.5, 61.25]),
        "evaluation": st.sampled_from(["0.17", "#-3", "-1.5,20", "a]b"]),
        "task": TEXTS.filter(bool),
        "hint": TEXTS.filter(bool),
    },
)
STEPS = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99), NOTES), max_size=12)


def grown(game: str, steps: list[tuple[int, int, dict[str, Any]]], tags: dict[str, str]) -> Tree:
    """A tree grown step by step: from which node, by which move, with what noted."""
    tree = Tree(game, tags)
    nodes = [tree.root]
    for place, choice, notes in steps:
        node = nodes[-1 - place % 3] if len(nodes) > 3 and place % 4 == 0 else nodes[-1]
        moves = node.state().moves()
        if moves:
            child = node.add(moves[choice % len(moves)])
            for name, value in notes.items():
                setattr(child, name, value)
            nodes.append(child)
    return tree


def differences(mine: Tree, other: Tree) -> set[tuple[tuple[str, ...], str]]:
    """Where two trees differ in their notes, as (moves to the node, the note's name); moves must not."""
    found = set()
    waiting: list[tuple[Node, Node]] = [(mine.root, other.root)]
    while waiting:
        a, b = waiting.pop()
        assert [child.move for child in a.children] == [child.move for child in b.children]
        waiting += zip(a.children, b.children, strict=True)
        first, second = noted(a), noted(b)
        path = tuple(node.move for node in a.path())
        found |= {(path, n) for n in first.keys() | second.keys() if first.get(n) != second.get(n)}
    return found


@pytest.mark.parametrize(("form", "game"), CASES)
@settings(max_examples=60)
@given(steps=STEPS, tags=st.dictionaries(st.sampled_from(["Event", "Annotator", "ECO"]), TEXTS))
def test_trees_come_back_but_for_the_losses(
    form: str, game: str, steps: list[tuple[int, int, dict[str, Any]]], tags: dict[str, str]
) -> None:
    tree = grown(game, steps, tags)
    written = tree.write(form)
    items = list(records.read(written.text))
    assert len(items) == 1
    (item,) = items
    assert item.form == form
    assert item.error is None
    again = item.tree
    assert again is not None
    assert again.game == tree.game
    lost = {(tuple(node.move for node in loss.node.path()), loss.field) for loss in written.losses}
    assert differences(tree, again) <= lost
    if not any(field == "tags" for _, field in lost):
        assert again.tags == tree.tags
    assert (
        again.write(form).text
        == next(iter(records.read(again.write(form).text))).tree.write(form).text
    )  # type: ignore[union-attr]
    assert parlour.game(game) == again.game
