"""Keys of positions: equal where all that repetition compares is equal, for finding positions in many games.

A key is the rules' own hash of 64 bits. Along a line it is found by the compiled rules, where a move's
code means the same everywhere: a hundred times quicker than move by move at the table.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.kernel import chance
from parlour.kernel.layout import (
    CHANCE,
    MANY,
    Record,
    all_plain,
    new_compiled,
    new_plain,
    to_compiled,
    to_plain,
)
from parlour.records.following import ALGORITHM, signed
from parlour.records.tree import Node, Tree
from parlour.table.game import Game
from parlour.table.state import State

GAMES, PLIES, SAMPLED = 6, 80, 10  # played to see whether texts have codes of their own
LONGEST = 4000  # plies of a line that are gone through by compiled rules


def key_of(state: State) -> int:
    """The key of a position."""
    return signed(int(state.game.plain.rules.key(state.record)))


@cache
def doubtful_codes(game: Game) -> frozenset[int] | None:
    """The codes that mean one move here and another there; None where these are many.

    Found out by playing at random. Where most are such, as in Hive, it is seen soon.
    """
    drawn, texts, doubtful = random.Random(11), dict[int, str](), set[int]()
    for _ in range(GAMES):
        state = game.start()
        for _ in range(PLIES):
            if state.turn is None:
                break
            if state.turn == CHANCE:
                state.play(state.draw(drawn))
                continue
            for code in drawn.sample(legal := state.codes(), min(len(legal), SAMPLED)):
                text = state.game.notation.move_text(state.record, code)
                bare = text.replace("x", "-")  # whether a move captures is the position's to say
                if texts.setdefault(code, bare) != bare:
                    doubtful.add(code)
            state.play_code(code)
    return frozenset(doubtful) if len(doubtful) * 20 <= len(texts) else None


class Keys:
    """Finds the keys along the main lines of one game's records; `compiled` is worth it for many."""

    def __init__(self, game: Game, compiled: bool = False) -> None:
        self.game = game
        rules = game.plain.rules
        doubtful = doubtful_codes(game) if compiled and rules.MAX_MOVES <= MANY else None
        self._doubtful = doubtful or frozenset()
        self._compiled = doubtful is not None
        if self._compiled:
            self._script: Any = game.compiled.algorithm(ALGORITHM)
            self._states = new_compiled(rules.STATE, 2)
            self._room = np.zeros(max(rules.MAX_MOVES, 1), dtype=np.int64)
        self._codes: dict[str, tuple[int, ...]] = {}  # words of a move's code, by its text

    def along(self, tree: Tree) -> list[int]:
        """The keys of the root and of each node of the main line. Raises BadRecord if heard."""
        return self.positions(tree)[0]

    def positions(self, tree: Tree) -> tuple[list[int], list[Record]]:
        """The keys and the plain records of the root and of each node of the main line.

        Raises BadRecord if heard.
        """
        nodes = [tree.root, *tree.line()]
        found = self._quickly(tree, nodes) if self._compiled and len(nodes) < LONGEST else None
        if found is not None:
            return found
        records = [tree.visit(node).record for node in nodes]
        return [signed(int(self.game.plain.rules.key(record))) for record in records], records

    def _quickly(self, tree: Tree, nodes: list[Node]) -> tuple[list[int], list[Record]] | None:
        """The same by compiled rules; None where a move's code is another one than usual."""
        known = [self._codes.get(node.move) or self._learn(tree, node) for node in nodes[1:]]
        rules = self.game.plain.rules
        to_compiled(tree.beginning.record, rules.STATE, self._states)
        found, records = [key_of(tree.beginning)], [tree.beginning.record]
        doubtful = [n for n, words in enumerate(known) if words[0] in self._doubtful]
        for begin, end in pairwise([0, *doubtful, len(known)]):
            if begin in doubtful and not self._means(known[begin][0], nodes[begin + 1].move):
                return None
            made = self._run(known[begin:end])
            if made is None:
                return None
            found += made[0]
            records += made[1]
        return found, records

    def _run(self, plies: list[tuple[int, ...]]) -> tuple[list[int], list[Record]] | None:
        """The keys and records after plies, made from where the compiled state stands.

        None if one is illegal.
        """
        count = len(plies)
        rules = self.game.plain.rules
        words = np.array([word for ply in plies for word in ply] or [0], dtype=np.int64)
        ends = np.cumsum([0, *map(len, plies)], dtype=np.int64)
        keys, seats = np.zeros((2, count + 1), dtype=np.int64)
        kept = new_compiled(rules.STATE, count)
        rows = (words, ends, count, self._room, keys, seats, kept)
        if self._script.follow(self._states, *rows) != count:
            return None
        return keys[:count].tolist(), all_plain(kept, rules.STATE)

    def _means(self, code: int, move: str) -> bool:
        """Whether a doubtful code is that of a move where the compiled state stands."""
        rules = self.game.plain.rules
        record = new_plain(rules.STATE)
        to_plain(self._states, rules.STATE, record)
        return bool(self.game.notation.move_text(record, code) == move)

    def _learn(self, tree: Tree, node: Node) -> tuple[int, ...]:
        assert node.parent is not None
        state = tree.visit(node.parent)
        try:
            code = state.code(node.move)
        except ParlourError:
            return (0,)  # no record has such a move; it is found to be illegal
        words = tuple(chance.split(code))
        self._codes[node.move] = words
        return words
