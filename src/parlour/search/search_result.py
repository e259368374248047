"""The result of a search for the best move, whatever the method."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class MoveValue:
    """What a search knows of a move: the mover's expected score or evaluation.

    `visits` counts simulations, or votes of determinized searches.
    """

    move: str
    value: float
    visits: float = 0.0
    proven: bool = False


@dataclass(frozen=True, kw_only=True)
class SearchResult:
    """The best move and its value for the seat to move.

    `value` is a score in tree searches; in alpha-beta an evaluation in the game's units, beyond
    ``PROVEN`` a proven end. `moves` lists the searched moves: best first in tree searches, while
    alpha-beta gives upper bounds for all but the best unless it was asked for every value. `nodes`
    counts positions, simulations or sampled states of this search; `depth` is the last complete depth.
    `distance` is the number of plies to a proven win, negative for a loss.
    """

    move: str
    value: float
    moves: tuple[MoveValue, ...]
    line: tuple[str, ...] = ()
    nodes: int
    depth: int = 0
    seconds: float
    proven: bool = False
    distance: int | None = None

    @property
    def values(self) -> dict[str, float]:
        """The value of each searched move."""
        return {each.move: each.value for each in self.moves}
