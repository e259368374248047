"""Moves as numbers: a fixed index for every move of a game with its options.

Games whose moves' codes are small (``MOVE_CODES`` of their rules) use them as they are: the index of a
move is the same in every position, and the other way round. In the others a code packs several things
(the jumps of a capture, the pieces that split off). There a code below `n` is its own index, and a longer
one has a hash; where two legal moves of a position want the same index, the one with the higher code takes
the next that is free. So an index means the same move wherever that move is legal, but for such collisions,
and every legal move of a position has one of its own. Chess, Hive and Revolver never have collisions.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from parlour.errors import IllegalMove
from parlour.kernel.layout import CHANCE, MANY
from parlour.table.game import Game, State

Mask = npt.NDArray[np.int8]

SPARSE = 16  # indices for each move that a position can have, where codes are not small
LEAST, MOST = 1 << 12, 1 << 20  # of these indices


class Actions:
    """The numbering of a game's moves: `n` indices, from 0; `hashed` says which of the two kinds."""

    def __init__(self, game: Game) -> None:
        rules = game.plain.rules
        codes = int(rules.MOVE_CODES)
        self.game = game
        self.hashed = codes == 0
        self.n = codes or _room(int(rules.MAX_MOVES))
        self._first_choice = game.plain.algorithm("parlour.adapters.move_numbers").first_choice

    def legal(self, state: State) -> Mapping[int, str]:
        """The legal moves' texts by their indices; none at a chance event or after the end."""
        if state.turn in (None, CHANCE):
            return {}
        if not self.hashed:
            return {code: text for text, code in state.codes_by_text.items()}
        found: dict[int, str] = {}
        for code, text in sorted((code, text) for text, code in state.codes_by_text.items()):
            index = self._first_choice(code, self.n)
            while index in found:
                index = (index + 1) % self.n
            found[index] = text
        return found

    def mask(self, state: State) -> Mask:
        """An array of shape (n,): 1 where a legal move has that index, else 0."""
        mask = np.zeros(self.n, np.int8)
        mask[list(self.legal(state))] = 1
        return mask

    def text(self, state: State, index: int) -> str:
        """The text of the legal move with an index, a whole number; raises IllegalMove."""
        legal = self.legal(state)
        text = legal.get(whole_number(index))
        if text is None:
            raise illegal_action(index, sorted(legal))
        return text

    def index(self, state: State, text: str) -> int:
        """The index of a legal move; raises IllegalMove."""
        code = state.code(text)
        if not self.hashed:
            return code
        return next(index for index, move in self.legal(state).items() if move == text)


def illegal_action(index: int, legal: Sequence[int]) -> IllegalMove:
    """The error for an action that is none of the `legal` ones."""
    few = ", ".join(map(str, legal[:8]))
    more = ", …" if len(legal) > 8 else ""
    return IllegalMove(f"action {index} is no legal move here; legal are {few or 'none'}{more}")


def whole_number(action: object) -> int:
    """An action as an int; raises IllegalMove for what is not a whole number, such as 2.0 or True."""
    try:
        if isinstance(action, bool):
            raise TypeError
        return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalMove(f"an action is a whole number, not {action!r:.60}") from None


def _room(moves: int) -> int:
    """How many indices a game has whose moves are hashed: a power of two."""
    if moves > MANY:
        return MOST
    return min(MOST, max(LEAST, 1 << (SPARSE * moves - 1).bit_length()))
