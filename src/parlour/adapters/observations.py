"""What a seat may see of a position, as an array.

Positions are seen as planes: an array of shape (layers, cells) of int16, whose layers have `names`. Where
the rules of a game that hides nothing declare a coded board (`cells` and `extras` of the rules protocol),
``own 1`` to ``own K`` are 1 on the cells of the mover's own kinds of pieces, ``other 1`` to ``other K`` on
the other's, then follow the codes without an owner and as many layers as there are counts in `extras`, each
the same number on all cells; where seats go in opposite directions, the board is turned round for the
second. Next come the layers that the game's rules declare (`LAYERS` and `observe`, or `planes` of the
notation, which vectors do not have; with hidden information those of the seat that looks), shorter ones
with zeros behind their end; then, with hidden information, ``seat``, who
looks (-1: an onlooker), and last ``turn``, the seat to move. Numbers outside int16 are cut to its ends.

A game that declares neither, as one of a file of your own may, is seen as the characters of the seat's view
(`State.view`) as ASCII codes, an array of shape (LENGTH,) of uint8 with zeros behind the end; of a longer
view it has the end. Nothing that is hidden from a seat is in either kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.adapters.observation_layers import HIGHEST, LOWEST
from parlour.kernel.layout import CHANCE, Record
from parlour.table.game import Game, State

Observation = npt.NDArray[Any]

LENGTH = 1024  # characters of a view


class Observations:
    """How positions of a game are seen: `shape`, `dtype`, `names`, the lowest and the highest value."""

    def __init__(self, game: Game) -> None:
        rules = game.plain.rules
        self.game = game
        self.hidden = bool(game.spec.hidden)
        self.is_compiled = "planes" not in game.notation.GIVEN
        self._observe = game.plain.algorithm("parlour.adapters.observation_layers").observe_position
        coded = 0 if self.hidden else int(rules.CODED_CELLS)
        self._codes, self._counts = [0] * int(rules.CODED_CELLS), [0] * int(rules.EXTRAS)
        declared: Mapping[str, Sequence[int] | int] = dict.fromkeys(
            rules.LAYERS, [0] * int(rules.LAYER_CELLS)
        )
        if not self.is_compiled:
            declared = self._declared(game.start().record, None)
        board = _coded_names(rules) if coded else ()
        looks = ("seat",) if self.hidden else ()
        self.names: tuple[str, ...] = (*board, *declared, *looks, "turn")
        lengths = {len(row) for row in declared.values() if not isinstance(row, int)}
        self.cells = max({coded} | lengths)
        if not self.cells:
            self.names = ()
        self.shape: tuple[int, ...] = (LENGTH,)
        self.dtype: Any = np.uint8
        self.low, self.high = 0, 127
        if self.cells:
            self.shape = (len(self.names), self.cells)
            self.dtype = np.int16
            self.low, self.high = LOWEST, HIGHEST

    def of(self, state: State, seat: int | None) -> Observation:
        """What `seat` sees (None: an onlooker), of shape `shape`; raises ValueError for no such seat."""
        return self._planes(state, seat) if self.cells else self._characters(state.view(seat))

    def _characters(self, view: str) -> Observation:
        seen = np.zeros(LENGTH, np.uint8)
        encoded = view.encode("ascii", "replace")[-LENGTH:]
        seen[: len(encoded)] = np.frombuffer(encoded, np.uint8)
        return seen

    def _declared(self, record: Record, seat: int | None) -> Mapping[str, Sequence[int] | int]:
        seen = (record, seat) if self.game.spec.hidden else (record,)
        planes: Mapping[str, Sequence[int] | int] = self.game.notation.planes(*seen)
        return planes

    def _planes(self, state: State, seat: int | None) -> Observation:
        planes = np.zeros(self.shape, np.int16)
        if state.turn in (None, CHANCE):
            return planes
        looks = -1 if seat is None else seat
        self._observe(state.record, looks, self.hidden, self._codes, self._counts, planes)
        if not self.is_compiled:
            declared = self._declared(state.record, seat)
            first = self.names.index(next(iter(declared))) if declared else 0
            for k, row in enumerate(declared.values(), first):
                length = self.cells if isinstance(row, int) else len(row)
                planes[k, :length] = np.clip(row, self.low, self.high)
        return planes


def _coded_names(rules: Any) -> Iterator[str]:
    """The names of the coded board's layers."""
    for whose in ("own", "other"):
        yield from (f"{whose} {k + 1}" for k in range(int(rules.PIECE_CODES)))
    yield from (f"code {k + 1}" for k in range(int(rules.OTHER_CODES)))
    yield from (f"count {k + 1}" for k in range(int(rules.EXTRAS)))
