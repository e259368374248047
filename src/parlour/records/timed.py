"""A record with the clock of its game."""

from __future__ import annotations

from parlour.clocks.timing import Timing
from parlour.kernel.layout import CHANCE
from parlour.records.tree import Tree


def noted(tree: Tree, timing: Timing) -> Tree:
    """The record with its clock: the tags, and what the clock showed after each move.

    Nothing beside the moves where the clock has not seen each: a `per-move` clock, whose events are those
    since the time was out last, and rows of moves that no other player hears.
    """
    tree.tags.update(timing.tags)
    made = [node for node in tree.line() if node.seat not in (None, CHANCE)]
    times = timing.times()
    if not timing.clock.restarts and len(made) == len(times):
        for node, (_, ms) in zip(made, times, strict=True):
            node.clock = ms / 1000
    return tree
