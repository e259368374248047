"""The tree of a study, its nodes named by keys that stay the same whatever is changed around them."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from parlour.errors import BadRecord
from parlour.players.chance import chance_of_evaluation
from parlour.records import Node, Tree, first
from parlour.records.keys import key_of
from parlour.records.notes import noted
from parlour.records.pgn_syntax.numbering import numbered
from parlour.web.http.error_responses import Refused

ROOT = "start"
KEY = 12  # characters of a node's key
MOST_NODES = 5000
LARGEST = 1_000_000  # characters of a study's record
MOST_SAME = 8  # nodes with one position that a page is told of


class StudyTree:
    """A recorded game with its nodes by key: a node's key is made of the moves that lead to it."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.nodes: dict[str, Node] = {}
        self.keys: dict[Node, str] = {}
        self._positions: dict[Node, int] = {}
        self.add(tree.root)
        if len(self.nodes) > MOST_NODES:
            raise too_many()

    @classmethod
    def read(cls, text: str) -> StudyTree:
        """The tree of a record in the native form; raises BadRecord."""
        return cls(first(text)[0])

    @property
    def text(self) -> str:
        """The record in the native form."""
        return self.tree.write().text

    @property
    def has_positions(self) -> bool:
        """Whether it has positions: moves that were only heard have none."""
        return not self.tree.heard_by

    def node(self, key: str) -> Node:
        """The node with this key; raises Refused."""
        found = self.nodes.get(key)
        if found is None:
            raise Refused(404, "no-such-node", "That move is no longer in this study.")
        return found

    def add(self, top: Node) -> None:
        """Name a node, and all that are below it."""
        for node in top.below():
            key = ROOT if node.parent is None else key_after(self.keys[node.parent], node.move)
            self.nodes[key], self.keys[node] = node, key

    def play(self, node: Node, moves: Iterable[str]) -> Node:
        """The last node of a line of moves after `node`, new or there already; raises IllegalMove."""
        for text in moves:
            known = len(node.children)
            node = node.add(text)
            if node.parent and len(node.parent.children) > known:
                self.add(node)
                if len(self.nodes) > MOST_NODES:
                    self.remove(node)
                    raise too_many()
        return node

    def remove(self, node: Node) -> None:
        """Take a node, and all that are below it, out of the tree; raises BadRecord for the start."""
        node.remove()
        for gone in node.below():
            del self.nodes[self.keys.pop(gone)]
            self._positions.pop(gone, None)

    def payload(self) -> list[dict[str, Any]]:
        """The tree for a page: its nodes, the start first, each before those after it, main lines first."""
        places = {node: place for place, node in enumerate(self.tree.nodes())}
        same = self._transpositions() if self.has_positions else {}
        return [
            self._node_payload(node, number, places, same.get(node, []))
            for number, node in numbered(self.tree)
        ]

    def _transpositions(self) -> dict[Node, list[str]]:
        """By node the keys of all nodes with its position, itself included, where there are others."""
        alike: dict[int, list[Node]] = {}
        for node in self.tree.nodes():
            if node not in self._positions:
                self._positions[node] = key_of(self.tree.visit(node))
            alike.setdefault(self._positions[node], []).append(node)
        groups = [nodes for nodes in alike.values() if len(nodes) > 1]
        keys = [[self.keys[node] for node in nodes] for nodes in groups]
        return {node: row for nodes, row in zip(groups, keys, strict=True) for node in nodes}

    def _node_payload(
        self, node: Node, number: str, places: dict[Node, int], same: list[str]
    ) -> dict[str, Any]:
        before, after = node.comments
        told = {
            "number": number,
            "same": [key for key in same[:MOST_SAME] if key != self.keys[node]],
            "children": [places[child] for child in node.children],
            "before": before,
            "after": after,
            **{name: value for name, value in noted(node).items() if name in SHOWN},
        }
        if node.evaluation:
            told["chance"] = chance_of_evaluation(node.evaluation)
        full = {name: value for name, value in told.items() if value not in EMPTY}
        return {"key": self.keys[node], "move": node.move, "seat": node.seat, **full}


EMPTY: tuple[object, ...] = ("", None, [], {})  # what is not told
SHOWN = ("glyphs", "cells", "arrows", "labels", "clock", "evaluation", "task", "hint")


def key_after(key: str, move: str) -> str:
    """The key of the node to which `move` leads from the node with `key`."""
    made = blake2b(f"{key}\n{move}".encode(errors="surrogatepass"), digest_size=9).digest()
    return urlsafe_b64encode(made).decode()


def too_many() -> Refused:
    """A study cannot grow any more."""
    return Refused(413, "too-large", f"A study may have at most {MOST_NODES:,} moves.")


def checked_text(tree: Tree) -> str:
    """A tree's text in the native form, if a study may be so large; raises Refused, BadRecord."""
    text = tree.write().text
    if len(text) > LARGEST:
        raise Refused(413, "too-large", f"A study may have at most {LARGEST:,} characters.")
    again, _ = first(text)  # whatever cannot be read again is never kept
    if again.game.name != tree.game.name:
        raise BadRecord("this record does not come back as it was written")
    return text
