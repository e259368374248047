"""What a seat may see of a position, as an array.

A game whose rules declare a coded board (`cells` and `extras` of the rules protocol) and hide nothing is
seen as planes: an array of shape (layers, cells) of int16. Layer k - 1 is 1 on the cells with the code k,
so the first ``PIECE_CODES`` layers are the mover's own kinds of pieces, the next as many the other's; then
follow as many layers as there are counts in `extras`, each the same number on all cells; the last layer is
the number of the seat to move. Where seats go in opposite directions, the board is turned round for the
second.

Every other game is seen as the characters of the seat's view (`State.view`) as ASCII codes, an array of
shape (LENGTH,) of uint8 with zeros behind the end; of a longer view it has the end. Nothing else is known
to a seat than its view, so neither kind tells what is hidden.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.kernel.layout import CHANCE
from parlour.table.game import Game
from parlour.table.state import State

Observation = npt.NDArray[Any]

LENGTH = 1024  # characters of a view


class Observations:
    """How positions of a game are seen: `shape`, `dtype`, the lowest and the highest value."""

    def __init__(self, game: Game) -> None:
        rules = game.plain.rules
        self.game = game
        self.cells = 0 if game.spec.hidden else int(rules.CODED_CELLS)
        self.codes = 2 * int(rules.PIECE_CODES) + int(rules.OTHER_CODES)
        self.extras = int(rules.EXTRAS)
        self.shape: tuple[int, ...] = (LENGTH,)
        self.dtype: Any = np.uint8
        self.low, self.high = 0, 127
        if self.cells:
            self.shape = (self.codes + self.extras + 1, self.cells)
            self.dtype = np.int16
            self.low, self.high = -(1 << 15), (1 << 15) - 1

    def of(self, state: State, seat: int | None) -> Observation:
        """What `seat` sees (None: an onlooker), of shape `shape`; raises ValueError for no such seat."""
        return self._planes(state) if self.cells else self._characters(state.view(seat))

    def _characters(self, view: str) -> Observation:
        seen = np.zeros(LENGTH, np.uint8)
        told = view.encode("ascii", "replace")[-LENGTH:]
        seen[: len(told)] = np.frombuffer(told, np.uint8)
        return seen

    def _planes(self, state: State) -> Observation:
        planes = np.zeros(self.shape, np.int16)
        rules, record = self.game.plain.rules, state.record
        if state.turn in (None, CHANCE):
            return planes
        codes, counts = [0] * self.cells, [0] * self.extras
        rules.cells(record, codes)
        rules.extras(record, counts)
        found = np.array(codes)
        on = np.flatnonzero(found)
        planes[found[on] - 1, on] = 1
        for k, count in enumerate(counts):
            planes[self.codes + k] = np.clip(count, self.low, self.high)
        planes[-1] = state.turn
        return planes
