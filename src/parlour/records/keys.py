"""Keys of positions: equal where all that repetition compares is equal, for finding positions in many games.

A key is the rules' own hash of 64 bits. Along a line it is found by the compiled rules, where a move's
code means the same everywhere: a hundred times quicker than move by move at the table.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import chain, takewhile
from typing import Any

import numpy as np

from parlour.errors import ParlourError
from parlour.kernel import chance_codes
from parlour.kernel.layout import (
    CHANCE,
    MANY,
    OVER,
    new_compiled,
    new_plain,
    to_compiled,
    to_plain,
)
from parlour.records.replay import ALGORITHM, signed
from parlour.records.tree import Tree
from parlour.table.game import Game, State

GAMES, PLIES, SAMPLED = 6, 80, 10  # played to see whether texts have codes of their own
LONGEST = 4000  # plies of a line that are gone through by compiled rules


def key_of(state: State) -> int:
    """The key of a position."""
    return signed(int(state.game.plain.rules.key(state.record)))


@cache
def doubtful_codes(game: Game) -> frozenset[int] | None:
    """The codes that mean one move here and another there; None where these are many.

    Unless the notation says that there are none they are found out by playing at random; where most are
    such, as in Hive, it is seen soon.
    """
    if game.notation.TEXT_OF_CODE:
        return frozenset()
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
        self._state: Any = game.plain.rules.STATE
        room = game.plain.rules.MAX_MOVES
        doubtful = doubtful_codes(game) if compiled and room <= MANY else None
        self._doubtful = doubtful or frozenset()
        self._compiled = doubtful is not None
        if self._compiled:
            self._script: Any = game.compiled.algorithm(ALGORITHM)
            self._states = new_compiled(self._state, 2)
            self._room = np.zeros(max(room, 1), dtype=np.int64)
        self._words: dict[str, tuple[int, ...]] = {}  # of a move's usual code, by its text
        self._others: dict[
            str, list[tuple[int, ...]]
        ] = {}  # of codes that a text has here and there

    def along(self, tree: Tree) -> list[int]:
        """The keys of the root and of each node of the main line. Raises BadRecord if heard."""
        return self.positions(tree)[0]

    def positions(self, tree: Tree) -> tuple[list[int], Any]:
        """The keys and the compiled records of the root and of each node of the main line.

        The records are an array of shape (nodes,) and the rules' STATE. Raises BadRecord if heard.
        """
        nodes = [tree.root, *tree.line()]
        kept = new_compiled(self._state, len(nodes))
        if self._compiled and len(nodes) < LONGEST:
            keys = self._quickly(tree, [node.move for node in nodes[1:]], kept)
            if keys is not None:
                return keys, kept
        records = [tree.visit(node).record for node in nodes]
        for n, record in enumerate(records):
            to_compiled(record, self._state, kept[n : n + 1])
        return [signed(int(self.game.plain.rules.key(record))) for record in records], kept

    def _quickly(self, tree: Tree, texts: list[str], kept: Any) -> list[int] | None:
        """The keys by compiled rules, which write the records to `kept`; None where they refuse a move."""
        to_compiled(tree.beginning.record, self._state, kept)
        self._states[0] = kept[0]
        keys = np.zeros(len(texts) + 1, dtype=np.int64)
        keys[0] = key_of(tree.beginning)
        at = 0
        while at < len(texts):
            ahead = takewhile(bool, map(self._words.get, texts[at:]))
            known: list[tuple[int, ...]] = list(ahead)  # type: ignore[arg-type]  # none is None
            at += self._run(known, keys[at + 1 :], kept[at + 1 :])
            if at < len(texts):  # a text that is new, or means another move here than usual
                rows = keys[at + 1 :], kept[at + 1 :]
                if not any(self._run([words], *rows) for words in self._meant(texts[at])):
                    return None
                at += 1
        return keys.tolist()

    def _run(self, plies: list[tuple[int, ...]], keys: Any, kept: Any) -> int:
        """Make plies from where the compiled state stands; returns how many of them were legal."""
        words = np.array(list(chain.from_iterable(plies)) or [0], dtype=np.int64)
        ends = np.cumsum([0, *map(len, plies)], dtype=np.int64)
        seats = np.zeros(len(plies) + 1, dtype=np.int64)
        rows = (words, ends, len(plies), self._room, keys, seats, kept)
        return int(self._script.follow(self._states, *rows))

    def _meant(self, text: str) -> Iterator[tuple[int, ...]]:
        """The words of the moves that a text may be where the compiled state stands."""
        record = new_plain(self._state)
        to_plain(self._states, self._state, record)
        if record.turn == OVER:
            return
        move_text = self.game.notation.move_text
        if record.turn != CHANCE:
            for words in self._others.get(text, ()):
                if move_text(record, words[0]) == text:
                    yield words
        with suppress(ParlourError):
            yield self._learn(State(self.game, record), text)

    def _learn(self, state: State, text: str) -> tuple[int, ...]:
        """The words of a move in a state; all that are legal there are remembered. Raises IllegalMove."""
        words = tuple(chance_codes.split_code(state.code(text)))
        if state.turn != CHANCE:
            for code in state.codes():
                if code not in self._doubtful:
                    self._words.setdefault(
                        state.game.notation.move_text(state.record, code), (code,)
                    )
        if words[0] in self._doubtful or self._words.setdefault(text, words) != words:
            self._others.setdefault(text, []).append(words)
        return words
