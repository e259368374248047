"""Find what a format lost, by reading back the text that was written."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from parlour.records.notes import noted
from parlour.records.record_items import Item
from parlour.records.source import Source
from parlour.records.tree import Node, Tree
from parlour.records.written import Loss


def losses_of(tree: Tree, text: str, read: Callable[[Source], Iterator[Item]]) -> tuple[Loss, ...]:
    """What is missing or different when the written text of a tree is read back."""
    item = next(read(Source(text)), None)
    again = Tree(tree.game.id) if item is None or item.tree is None else item.tree
    return tuple(_find_losses(tree, again))


def _find_losses(tree: Tree, again: Tree) -> Iterator[Loss]:
    root = tree.root
    if again.game.name != tree.game.name:
        yield Loss(root, "Game", tree.game.name)
    own, other = (t.position or t.game.start().text for t in (tree, again))
    if own.partition(" ")[2] != other.partition(" ")[2]:
        yield Loss(root, "Position", own)
    for name, value in tree.tags.items():
        if name not in ("Game", "Position") and again.tags.get(name) != value:
            yield Loss(root, "tags", f"{name}: {value}")
    for name in again.tags:
        if name not in tree.tags and name != "Position":
            yield Loss(root, "tags", f"{name}: ")
    pairs = [(root, again.root)]
    while pairs:
        node, copy = pairs.pop()
        ours, back = noted(node), noted(copy)
        for note in {**ours, **back}:  # a text may also be taken for what it is not
            if back.get(note) != ours.get(note):
                yield Loss(node, note, note_text(ours.get(note, "")))
        kept = [child for child in node.children if copy.child(child.move)]
        for child in node.children:
            if child not in kept:
                yield Loss(child, "line", " ".join(after.move for after in child.line()))
                yield from _notes_below(child)
        if [child.move for child in kept] != [child.move for child in copy.children]:
            yield Loss(node, "order", " ".join(child.move for child in node.children))
        pairs += [(c, found) for c in reversed(kept) if (found := copy.child(c.move))]


def _notes_below(node: Node) -> Iterator[Loss]:
    """All that is noted in a line that is lost."""
    for lost in node.below():
        for note, value in noted(lost).items():
            yield Loss(lost, note, note_text(value))


def note_text(value: object) -> str:
    """A note as a text: the parts of a pair or list, joined."""
    if isinstance(value, dict):
        return ", ".join(f"{name}: {note_text(part)}" for name, part in value.items())
    if isinstance(value, tuple):
        return " ".join(filter(None, map(note_text, value)))
    return ", ".join(map(note_text, value)) if isinstance(value, list) else str(value)
