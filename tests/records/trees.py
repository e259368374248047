"""Random trees over random games, and whether two trees are the same."""

from __future__ import annotations

import random

from hypothesis import strategies as st

import parlour
from parlour.records import Node, Tree
from parlour.records.notes import noted
from parlour.table.player import random_move

# Texts that a form could take for something else.
AWKWARD = [
    "", "x", "a } b", " before", "behind ", "a\nb", "[%csl Gd4]", "[%foo bar]", "\\", "{", "(", ")", "%",
    '\n[Game "x"]', "a]b", "é♞", "\n", "\\}", "$1 ; 1-0 *", "  ", "\t", "a:b", "\r\n", "\n(;FF[4]", '"',
    "1. e4", "\ud800", "\x00", "\\]",
]  # fmt: skip
texts = st.sampled_from(AWKWARD) | st.text(max_size=12)
cells = st.sampled_from(["d4", "a10", "L1", "near-path", "west", "b2"])
colours = st.sampled_from("GRYB")


def grown(name: str, seed: int, plies: int = 24, spread: int = 3) -> Tree:
    """A random tree over a game: each new node hangs from one of the last `spread`."""
    rng = random.Random(f"{name} {seed}")
    tree = Tree(name)
    nodes = [tree.root]
    for _ in range(plies):
        node = rng.choice(nodes[-spread:])
        state = node.state()
        if state.outcome is None:
            chance = state.turn == parlour.CHANCE
            child = node.add(state.draw(rng) if chance else random_move(state, rng))
            if child not in nodes:
                nodes.append(child)
    return tree


def annotate(tree: Tree, data: st.DataObject) -> None:
    """Note something at most nodes of a tree, and tag it."""
    draw = data.draw
    for name in ("Event", "South", "Odd_1"):
        if draw(st.booleans()):
            tree.tags[name] = draw(texts)
    for node in tree.nodes():
        for note in draw(st.lists(st.sampled_from(sorted(NOTES)), max_size=3)):
            setattr(node, note, draw(NOTES[note]))


NOTES = {
    "comments": st.tuples(texts, texts),
    "glyphs": st.lists(st.integers(0, 255), max_size=3),
    "cells": st.dictionaries(cells, colours, max_size=3),
    "arrows": st.lists(st.tuples(cells, cells, colours), max_size=3),
    "labels": st.dictionaries(cells, texts, max_size=3),
    "clock": st.integers(0, 10**6) | st.floats(0, 10**6),
    "evaluation": st.sampled_from(["0.35", "#-3", "-1.2,20"]),
    "task": texts,
    "hint": texts,
}


def assert_same(ours: Tree, theirs: Tree) -> None:
    """Two trees have the same game, tags, moves and notes."""
    assert ours.game == theirs.game
    assert ours.position == theirs.position
    assert ours.tags == theirs.tags
    both = list(zip(ours.nodes(), theirs.nodes(), strict=True))
    for one, two in both:
        assert one.move == two.move
        assert one.seat == two.seat
        assert [child.move for child in one.children] == [child.move for child in two.children]
        assert noted(one) == noted(two), one
    assert shape(ours.root) == shape(theirs.root)


def shape(root: Node) -> list[int]:
    """How many children each node has, the root first."""
    return [len(node.children) for node in root.below()]
