"""The rules protocol: REQUIRED names, and defaults for the optional ones.

A source that works with any game's rules (a search, a notation) imports `R` from here. When the loader
instantiates the source, it binds `R` to one game's rules.

This file is itself such a source. The loader instantiates it beside each rules file and uses its
functions for those that the rules file does not define.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.layers import Layers
from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng
from parlour.kernel.primitives import below

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import BoundRules

__compiled__ = True

R: BoundRules = None  # type: ignore[assignment]  # the rules of one game; bound by the loader

REQUIRED = (
    "STATE",
    "MAX_MOVES",
    "SEATS",
    "REASONS",
    "start",
    "legal_moves",
    "play",
    "payoff",
    "key",
)

HIGHEST = 1.0  # the highest score that a player can have
LONGEST = 1 << 40  # a bound on a game's plies; a longer move limit is ignored
MOVE_CODES = 0  # move codes are below this; 0: codes are packed bit fields, too sparse for tables
MAX_OUTCOMES = 1  # the most outcomes of chance that `outcomes` lists
FORCED_CAPTURES = False  # whether all legal moves are captures as soon as one of them is
NARROW = False  # whether so few moves are legal that alpha-beta prefers depth to breadth
MARGIN = 0  # a bound on the change of `evaluate` in a ply, for pruning in alpha-beta; 0: none
GRADED = False  # whether scores between a win and a draw are common, so that searches weigh them
WIN_WORTH = 10_000  # the value of a sure win in units of `evaluate`, with chance or graded scores


GOALS = ()  # in connection games, for each colour the sets of sides of which it must join one
STONES_MAY_HARM = False  # whether in such a game an extra stone can hurt its owner

# The board as learnt evaluations see it. Rules that declare one define all of these.
CODED_CELLS = 0  # the number of cells that `cells` writes; 0: the rules declare no board
PIECE_CODES = (
    0  # codes 1 to PIECE_CODES are the mover's pieces, the next PIECE_CODES the opponent's
)
OTHER_CODES = 0  # further codes, for pieces without an owner
CELL_PLACES = ()  # each cell's place (x, y) on the grid
CELL_SYMMETRY = "none"  # symmetry of the rules: "none", "mirror" (x reversed) or "all"
SEATS_ALIKE = True  # whether one evaluation serves both players
EXTRAS = 0  # the number of values that `extras` writes
KEPT_WORDS = 0  # words of a position that `changes` stores; 0: `cells` is used instead
BOARD_TELLS = False  # whether `from_cells` can make positions of boards, as endgame tables need
LAYERS = ()  # the names of the layers that `observe` writes
LAYER_CELLS = 0  # how many cells these layers have
SOLE_CODES = ()  # codes of pieces that every running game has exactly one of, such as kings


def cells(s: Record, out: Moves) -> None:
    """Write the piece code of each cell to `out` (0 for empty), as the player to move sees it.

    If the players move in opposite directions, the second player's board is turned round.
    """


def changes(s: Record, kept: Moves, out: Moves) -> int:
    """Write cell, code, cell, code, … to `out` for each cell that may have changed; returns the count.

    `kept` has KEPT_WORDS words of the last position with the same player to move (at first 0: an empty
    board). The function updates them to `s`. It is faster than `cells` if most of a board is unchanged.
    """
    return 0


def extras(s: Record, out: Moves) -> None:
    """Write EXTRAS features besides the board to `out`, as the player to move sees them."""


def observe(s: Record, seat: int, out: Layers) -> None:
    """Write the LAYERS, what `seat` (-1: a spectator) may know beside the coded board, to `out`.

    `out` has a row of numbers from -32768 to 32767 for each layer and is all zeros before.
    """


def may_stand(code: int, cell: int) -> bool:
    """Whether the piece `code` can be on `cell` in a running game, as the player to move sees it."""
    return True


def from_cells(s: Record, codes: Moves, seat: int) -> bool:
    """Fill `s` with the board `codes` as `seat`, the player to move, sees it, and with zero counts.

    Returns whether this is a running game; if not, the contents of `s` are undefined.
    """
    return False


def plies_left(s: Record) -> int:
    """The least number of plies after which the rules' own move counts can end the running game `s`."""
    return 1 << 40


def evaluate(s: Record, seat: int) -> int:
    """The static evaluation of `s` for `seat`, in hundredths of a man or the like; default: even."""
    return 0


def noisy(s: Record, m: int) -> int:
    """The immediate gain of the legal move `m` if it is a capture or the like; 0 for quiet moves.

    1 (or True) if the gain is unknown. Higher values, in any unit, are searched earlier. Below 0 if the
    capture loses material; quiescence search skips it.
    """
    return 0


def urgent(s: Record, out: Moves) -> int:
    """Write the moves that may answer an immediate threat, such as check, to `out`; returns the count.

    All other moves lose at once. 0 if there is no threat or it is unknown; -1 if the player to move can
    win at once, whatever the threat.
    """
    return 0


def stands(s: Record, seat: int, m: int) -> bool:
    """Whether `seat` made the move `m` at any time in the game that ended with `s` (an AMAF hit).

    For games of placement; `m` is legal for `seat` in a position before `s`.
    """
    return False


def count_moves(s: Record, out: Moves) -> int:
    """The number of legal moves; `out` is scratch space for MAX_MOVES."""
    return R.legal_moves(s, out)


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """A legal move drawn uniformly; `out` is scratch space for MAX_MOVES."""
    return out[below(rng, R.legal_moves(s, out))]  # type: ignore[no-any-return]


def outcomes(s: Record, out: Moves, weights: Moves) -> int:
    """Write the outcomes of chance and their weights; returns the count, 0 if they cannot be listed."""
    return 0


def draw(s: Record, rng: Rng) -> int:
    """An outcome of chance, drawn by its probability; games with chance must define it."""
    return 0


def unfinished(s: Record, m: int) -> bool:
    """Whether the outcome has more words after `m`, which is drawn but not yet played."""
    return False


def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Resample `s` among all states that `seat` cannot distinguish from it, by their probability."""


def view_key(s: Record, seat: int) -> int:
    """A hash of the information that `seat` has in `s`; default: searches use the moves played."""
    return 0


def counts(s: Record, m: int) -> bool:
    """Whether the move `m`, about to be played in `s`, counts towards the move limit."""
    return True


def still_in(s: Record, seat: int) -> bool:
    """Whether `seat` is still in the game."""
    return True


def advance(s: Record, m: int) -> None:
    """Play `m` without checking the rules' own move counts, which `judge_counts` does later."""
    R.play(s, m)


def judge_counts(s: Record) -> None:
    """End the game `s` if the rules' own move counts require it; repetition takes precedence."""


def judge_repetition(s: Record, plies: int) -> None:
    """End the game `s` on its final repetition, unless the result is a plain draw.

    The position first occurred `plies` moves of players ago.
    """


def claimable(s: Record) -> int:
    """The reason number of the draw that the counts of the running game `s` let a player claim, or -1."""
    return -1


def forget_counts(s: Record) -> None:
    """Set the counts that bring a draw near in the running game `s` back to 0."""


def can_win(s: Record, seat: int) -> bool:
    """Whether `seat` could still win the running game `s` by any moves of all seats; if unsure, True."""
    return True


def reopen(s: Record) -> None:
    """Give the turn in the ended game `s` to the seat that would move, if it may have a legal move."""


def limit_reached(s: Record) -> bool:
    """Whether `s` is drawn by a move limit that the rules count outside `play`."""
    return False


def draw_all(s: Record, why: int) -> None:
    """End the game `s` as a draw for reason number `why`, if that changes more than the scores."""


def finish(s: Record, out: Moves, rng: Rng) -> int:
    """Play `s` to its end with random legal moves; returns the number of plies."""
    plies = 0
    while s.turn != OVER:
        if s.turn == CHANCE:
            R.play(s, R.draw(s, rng))
        else:
            R.play(s, R.random_move(s, out, rng))
            plies += 1
    return plies


def rollout(s: Record, out: Moves, rng: Rng) -> int:
    """Play `s` to its end as a playout of a tree search; returns the number of plies.

    Moves need not be uniform. Used only if no limit can apply.
    """
    return R.finish(s, out, rng)


def limit_payoff(s: Record, seat: int) -> float:
    """The score of `seat` in a game drawn by repetition or by a move limit at `s`."""
    return 1.0 / R.SEATS
