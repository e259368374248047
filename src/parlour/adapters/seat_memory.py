"""What each seat of a game with hidden information remembers: perfect recall, for information states."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from parlour.adapters.observations import Observations
from parlour.errors import ParlourError
from parlour.kernel.moves import SILENT
from parlour.table.game import State

Row = npt.NDArray[np.float32]


@dataclass(frozen=True)
class SeatMemory:
    """What one seat remembers of the plies so far.

    `heard` has a line for each ply of which it heard. At each of its own decisions it also had a view,
    kept as a digest of all of them in `views`, and an observation, kept in `rows` with the action that it
    chose.
    """

    heard: str = ""
    views: str = ""
    rows: tuple[Row, ...] = ()

    def hear(self, text: str) -> SeatMemory:
        """The memory after a ply; of a silent one nothing is remembered, not even that it was made."""
        heard = self.heard if text == SILENT else f"{self.heard}{text}\n"
        return SeatMemory(heard, self.views, self.rows)

    def decide(self, view: str, rows: tuple[Row, ...]) -> SeatMemory:
        """The memory of a decision: the view, and the row of the observation and the action, if any."""
        digest = hashlib.blake2b(f"{self.views}{view}".encode(), digest_size=8).hexdigest()
        return SeatMemory(self.heard, digest, (*self.rows, *rows))


Memories = tuple[SeatMemory, ...]


def remember(
    before: Memories, state: State, code: int, action: int, see: Observations | None
) -> Memories:
    """What the seats remember after `code`, the action `action`, is played in `state`.

    With `see`, observations are remembered too.
    """
    after = [memory.hear(state.heard(code, seat)) for seat, memory in enumerate(before)]
    if state.turn is not None and state.turn >= 0:
        rows = (row(see, state, state.turn, 1 + action),) if see else ()
        after[state.turn] = after[state.turn].decide(state.view(state.turn), rows)
    return tuple(after)


def row(see: Observations, state: State, seat: int, chosen: int) -> Row:
    """An observation of `seat` as a row of numbers, then what it chose: 1 + the action, or 0."""
    return np.append(see.of(state, seat).ravel(), chosen).astype(np.float32)


def fill_table(table: npt.NDArray[np.float32], rows: Sequence[Row]) -> None:
    """Write rows to a table, with zeros behind them; raises ParlourError if there are too many."""
    if len(rows) > len(table):
        raise ParlourError(
            f"a seat has decided {len(rows)} times, and its information state has room for"
            f" {len(table)}: load the game with a larger decisions_recalled"
        )
    table[...] = 0
    table[: len(rows)] = rows
