"""What PBN and LIN share: a tree that begins with a deal, and the deal of a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from parlour.errors import BadForm
from parlour.records.tree import Tree
from parlour.table.catalogue import games_with, hooks
from parlour.table.foreign_notation import BridgeHooks

HOOKS: BridgeHooks = hooks("bridge")
(GAME,) = games_with("bridge")
NESW = ("North", "East", "South", "West")


def tree_of(hands: Sequence[str], first: str, tags: Mapping[str, str]) -> Tree:
    """A tree that begins with these hands of North, East, South and West; raises ParlourErrors."""
    return Tree(GAME, tags, HOOKS.position_of(hands, first))


def deal_of(tree: Tree, form: str) -> tuple[tuple[str, ...], str]:
    """The first deal of a tree, and the letter of who calls first; raises BadForm if there is none."""
    if tree.game.id != GAME or tree.heard_by:
        raise BadForm(f"{form} holds the hands of {GAME}, not of {tree.game.id}")
    for node in chain((tree.root,), tree.line()[:2]):
        state = node.state()
        if hands := HOOKS.hands_of(state):
            return hands, HOOKS.first_of(state)
    raise BadForm(f"{form} holds a deal before its first card; this tree has none")
