"""The tree of a study; its nodes have keys that stay the same when other nodes change."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from parlour.errors import BadRecord
from parlour.players.chance import chance_of_evaluation
from parlour.records import Node, Tree, first
from parlour.records.keys import key_of
from parlour.records.notes import Notes, noted
from parlour.records.pgn_syntax.numbering import numbered
from parlour.web.http.error_responses import Refused

ROOT = "start"
KEY = 12  # characters of a node's key
MOST_NODES = 5000
LARGEST = 1_000_000  # characters of a study's record
MOST_SAME = 8  # nodes with the same position to list


@dataclass(frozen=True)
class PackedTree:
    """A study's tree as plain data, its nodes in depth-first order.

    A node is its parent's index, move, seat and notes; `positions` are the keys of the positions,
    empty if the record shows one player's view.
    """

    game: str
    tags: dict[str, str]
    position: str | None
    nodes: list[tuple[int | None, str, int | None, Notes]]
    positions: list[int]


class StudyTree:
    """A recorded game with its nodes by key.

    A key is a hash of the study's secret and the moves up to the node: who does not know the study
    cannot find one. Studies of earlier versions have no secret.
    """

    def __init__(self, tree: Tree, secret: str = "") -> None:
        self.tree, self._secret = tree, secret
        self.nodes: dict[str, Node] = {}
        self.keys: dict[Node, str] = {}
        self._positions: dict[Node, int] = {}
        self.add(tree.root)
        if len(self.nodes) > MOST_NODES:
            raise too_many()

    @classmethod
    def read(cls, text: str, secret: str = "") -> StudyTree:
        """The tree of a record in the native format; raises BadRecord."""
        return cls(first(text)[0], secret)

    @classmethod
    def unpack(cls, packed: PackedTree, secret: str = "") -> StudyTree:
        """The tree that was packed; its moves are not tried again."""
        tree = Tree(packed.game, packed.tags, packed.position)
        nodes: list[Node] = []
        for parent, move, seat, notes in packed.nodes:
            node = tree.root if parent is None else nodes[parent].grow(move, seat)
            nodes.append(node)
            for name, value in notes.items():
                setattr(node, name, value)
        study = cls(tree, secret)
        study._positions = dict(zip(nodes, packed.positions, strict=False))
        return study

    def pack(self) -> PackedTree:
        """The tree as plain data, which can go from one process to another."""
        tree, nodes = self.tree, list(self.tree.nodes())
        places: dict[Node | None, int] = {node: place for place, node in enumerate(nodes)}
        rows = [(places.get(node.parent), node.move, node.seat, noted(node)) for node in nodes]
        positions = [self._position(node) for node in nodes] if self.has_positions else []
        return PackedTree(tree.game.name, dict(tree.tags.given), tree.position, rows, positions)

    @property
    def text(self) -> str:
        """The record in the native format."""
        return self.tree.write().text

    @property
    def has_positions(self) -> bool:
        """Whether its positions are known; a record from one player's view has none."""
        return not self.tree.heard_by

    def node(self, key: str) -> Node:
        """The node with this key; raises Refused."""
        node = self.nodes.get(key)
        if node is None:
            raise Refused(404, "no-such-node", "This move is no longer in the study.")
        return node

    def add(self, top: Node) -> None:
        """Assign keys to a node and its descendants."""
        for node in top.below():
            parent = node.parent
            key = ROOT if parent is None else key_after(self.keys[parent], node.move, self._secret)
            self.nodes[key], self.keys[node] = node, key

    def play(self, node: Node, moves: Iterable[str]) -> Node:
        """Add a line of moves, or follow it where it exists; returns its last node.

        Raises IllegalMove.
        """
        for text in moves:
            count = len(node.children)
            node = node.add(text)
            if node.parent and len(node.parent.children) > count:
                self.add(node)
                if len(self.nodes) > MOST_NODES:
                    self.remove(node)
                    raise too_many()
        return node

    def remove(self, node: Node) -> None:
        """Remove a node and its descendants; raises BadRecord for the root."""
        node.remove()
        for removed in node.below():
            del self.nodes[self.keys.pop(removed)]
            self._positions.pop(removed, None)

    def node_list(self) -> list[dict[str, Any]]:
        """The nodes as dictionaries, in depth-first order, main lines first."""
        places = {node: place for place, node in enumerate(self.tree.nodes())}
        same = self._transpositions() if self.has_positions else {}
        return [
            self._node_payload(node, number, places, same.get(node, []))
            for number, node in numbered(self.tree)
        ]

    def _transpositions(self) -> dict[Node, list[str]]:
        """For each position that occurs several times, the keys of its nodes, by node."""
        alike: dict[int, list[Node]] = {}
        for node in self.tree.nodes():
            alike.setdefault(self._position(node), []).append(node)
        groups = [nodes for nodes in alike.values() if len(nodes) > 1]
        keys = [[self.keys[node] for node in nodes] for nodes in groups]
        return {node: row for nodes, row in zip(groups, keys, strict=True) for node in nodes}

    def _position(self, node: Node) -> int:
        """The key of the position at a node."""
        if node not in self._positions:
            self._positions[node] = key_of(self.tree.visit(node))
        return self._positions[node]

    def _node_payload(
        self, node: Node, number: str, places: dict[Node, int], same: list[str]
    ) -> dict[str, Any]:
        before, after = node.comments
        payload = {
            "number": number,
            "same": [key for key in same[:MOST_SAME] if key != self.keys[node]],
            "children": [places[child] for child in node.children],
            "before": before,
            "after": after,
            **{name: value for name, value in noted(node).items() if name in NOTE_FIELDS},
        }
        if node.evaluation:
            payload["chance"] = chance_of_evaluation(node.evaluation)
        full = {name: value for name, value in payload.items() if value not in EMPTY}
        return {"key": self.keys[node], "move": node.move, "seat": node.seat, **full}


EMPTY: tuple[object, ...] = ("", None, [], {})  # values left out
NOTE_FIELDS = ("glyphs", "cells", "arrows", "labels", "clock", "evaluation", "task", "hint")


def key_after(key: str, move: str, secret: str = "") -> str:
    """The key of the node after `move` from the node with `key`, in the study with `secret`."""
    text = f"{key}\n{move}".encode(errors="surrogatepass")
    digest = blake2b(text, digest_size=9, key=secret.encode()[:64]).digest()
    return urlsafe_b64encode(digest).decode()


def too_many() -> Refused:
    """The study has too many moves."""
    return Refused(413, "too-large", f"A study may have at most {MOST_NODES:,} moves.")


def checked_text(tree: Tree) -> str:
    """A tree's text in the native format, checked for size; raises Refused, BadRecord."""
    text = tree.write().text
    if len(text) > LARGEST:
        raise Refused(413, "too-large", f"A study may have at most {LARGEST:,} characters.")
    again, _ = first(text)  # never save an unreadable text
    if again.game.name != tree.game.name:
        raise BadRecord("this record cannot be saved without changing its game")
    return text
