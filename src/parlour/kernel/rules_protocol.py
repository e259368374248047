"""The type of a game's rules: what a search or a notation may use of `R` and of ``game.plain.rules``.

`parlour.kernel.protocol` has the defaults of the optional names. Bound to a game, a name leads to
the function of that name in ``games/NAME/rules.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from parlour.kernel.layers import Layers
from parlour.kernel.layout import Moves, Record, Rng


class Rules(Protocol):
    """The names that the rules of every game have."""

    STATE: np.dtype[Any]
    MAX_MOVES: int
    SEATS: int
    REASONS: tuple[str, ...]
    HIGHEST: float
    LONGEST: int
    MOVE_CODES: int
    MAX_OUTCOMES: int
    FORCED_CAPTURES: bool
    NARROW: bool
    MARGIN: int
    GRADED: bool
    WIN_WORTH: int
    GOALS: tuple[tuple[int, ...], ...]
    STONES_MAY_HARM: bool
    CODED_CELLS: int
    PIECE_CODES: int
    OTHER_CODES: int
    CELL_PLACES: tuple[tuple[int, int], ...]
    CELL_SYMMETRY: str
    SEATS_ALIKE: bool
    EXTRAS: int
    KEPT_WORDS: int
    BOARD_TELLS: bool
    SOLE_CODES: tuple[int, ...]
    LAYERS: tuple[str, ...]
    LAYER_CELLS: int

    def start(self, s: Record) -> None:
        """Make `s` the start of a game."""
        ...

    def legal_moves(self, s: Record, out: Moves) -> int:
        """Write the legal moves to `out`; returns the count."""
        ...

    def play(self, s: Record, m: int) -> None:
        """Play the legal move or outcome `m` in `s`."""
        ...

    def payoff(self, s: Record, seat: int) -> float:
        """The score of `seat` in the game that ended with `s`."""
        ...

    def key(self, s: Record) -> int:
        """A hash of the position, the player to move included."""
        ...

    def cells(self, s: Record, out: Moves) -> None:
        """Write the piece code of each cell to `out` (0 for empty), as the player to move sees it."""
        ...

    def changes(self, s: Record, kept: Moves, out: Moves) -> int:
        """Write cell, code, cell, code, … to `out` for each cell that may have changed; returns the count."""
        ...

    def extras(self, s: Record, out: Moves) -> None:
        """Write EXTRAS features besides the board to `out`, as the player to move sees them."""
        ...

    def observe(self, s: Record, seat: int, out: Layers) -> None:
        """Write the LAYERS, what `seat` (-1: a spectator) may know beside the coded board, to `out`."""
        ...

    def may_stand(self, code: int, cell: int) -> bool:
        """Whether the piece `code` can be on `cell` in a running game, as the player to move sees it."""
        ...

    def from_cells(self, s: Record, codes: Moves, seat: int) -> bool:
        """Fill `s` with the board `codes` as `seat`, the player to move, sees it, and with zero counts."""
        ...

    def plies_left(self, s: Record) -> int:
        """The least number of plies after which the rules' own move counts can end the running game `s`."""
        ...

    def evaluate(self, s: Record, seat: int) -> int:
        """The static evaluation of `s` for `seat`, in hundredths of a man or the like; default: even."""
        ...

    def noisy(self, s: Record, m: int) -> int:
        """The immediate gain of the legal move `m` if it is a capture or the like; 0 for quiet moves."""
        ...

    def urgent(self, s: Record, out: Moves) -> int:
        """Write the moves that may answer an immediate threat, such as check, to `out`; returns the count."""
        ...

    def stands(self, s: Record, seat: int, m: int) -> bool:
        """Whether `seat` made the move `m` at any time in the game that ended with `s` (an AMAF hit)."""
        ...

    def count_moves(self, s: Record, out: Moves) -> int:
        """The number of legal moves; `out` is scratch space for MAX_MOVES."""
        ...

    def random_move(self, s: Record, out: Moves, rng: Rng) -> int:
        """A legal move drawn uniformly; `out` is scratch space for MAX_MOVES."""
        ...

    def outcomes(self, s: Record, out: Moves, weights: Moves) -> int:
        """Write the outcomes of chance and their weights; returns the count, 0 if they cannot be listed."""
        ...

    def draw(self, s: Record, rng: Rng) -> int:
        """An outcome of chance, drawn by its probability; games with chance must define it."""
        ...

    def unfinished(self, s: Record, m: int) -> bool:
        """Whether the outcome has more words after `m`, which is drawn but not yet played."""
        ...

    def redeal(self, s: Record, seat: int, rng: Rng) -> None:
        """Resample `s` among all states that `seat` cannot distinguish from it, by their probability."""
        ...

    def view_key(self, s: Record, seat: int) -> int:
        """A hash of the information that `seat` has in `s`; default: searches use the moves played."""
        ...

    def counts(self, s: Record, m: int) -> bool:
        """Whether the move `m`, about to be played in `s`, counts towards the move limit."""
        ...

    def still_in(self, s: Record, seat: int) -> bool:
        """Whether `seat` is still in the game."""
        ...

    def advance(self, s: Record, m: int) -> None:
        """Play `m` without checking the rules' own move counts, which `judge_counts` does later."""
        ...

    def judge_counts(self, s: Record) -> None:
        """End the game `s` if the rules' own move counts require it; repetition takes precedence."""
        ...

    def judge_repetition(self, s: Record, plies: int) -> None:
        """End the game `s` on its final repetition, unless the result is a plain draw."""
        ...

    def claimable(self, s: Record) -> int:
        """The reason number of the draw that the counts of the running game `s` let a player claim, or -1."""
        ...

    def forget_counts(self, s: Record) -> None:
        """Set the counts that bring a draw near in the running game `s` back to 0."""
        ...

    def can_win(self, s: Record, seat: int) -> bool:
        """Whether `seat` could still win the running game `s` by any moves of all seats; if unsure, True."""
        ...

    def reopen(self, s: Record) -> None:
        """Give the turn in the ended game `s` to the seat that would move, if it may have a legal move."""
        ...

    def limit_reached(self, s: Record) -> bool:
        """Whether `s` is drawn by a move limit that the rules count outside `play`."""
        ...

    def draw_all(self, s: Record, why: int) -> None:
        """End the game `s` as a draw for reason number `why`, if that changes more than the scores."""
        ...

    def finish(self, s: Record, out: Moves, rng: Rng) -> int:
        """Play `s` to its end with random legal moves; returns the number of plies."""
        ...

    def rollout(self, s: Record, out: Moves, rng: Rng) -> int:
        """Play `s` to its end as a playout of a tree search; returns the number of plies."""
        ...

    def limit_payoff(self, s: Record, seat: int) -> float:
        """The score of `seat` in a game drawn by repetition or by a move limit at `s`."""
        ...


class BoundRules(Rules, Protocol):
    """Rules as `R`: an algorithm or a notation of one game also uses that game's own names."""

    def __getattr__(self, name: str) -> Any: ...


class ConnectionRules(Rules, Protocol):
    """The rules of a connection game: stones on cells that join sides of the board."""

    CELLS: int
    SIDES: Sequence[int]  # for each cell the sides that it touches, as bits
    LINKS: npt.NDArray[np.int64]  # for each cell and direction the neighbour, -1 for none
