"""What a rules file must give, what it may give, and what stands in for the rest.

A source that is written against any game's rules (a search, a game's notation) says
``from parlour.kernel.protocol import R``; when it is instantiated, `R` is bound to one game's rules.

This file is itself such a source: it is instantiated beside each rules file, and its functions stand
in for the optional ones that the file does not have.
"""

from __future__ import annotations

from typing import Any

from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng
from parlour.kernel.primitives import below

__compiled__ = True

R: Any = None  # the rules of one game; bound by the loader

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

HIGHEST = 1.0  # the highest score that a seat can have
LONGEST = (
    1 << 40
)  # no game has more plies than this; where a move limit is longer, it is not looked at
MOVE_CODES = (
    0  # the codes of moves lie below this; 0: several things are packed, and they lie far apart
)
MAX_OUTCOMES = 1  # how many outcomes of chance may be listed
FORCED_CAPTURES = False  # whether all legal moves are noisy as soon as one of them is
MARGIN = 0  # what a ply may cost in `evaluate`; alpha-beta trusts a lead of as much a ply, 0: none
GRADED = False  # whether ends between a win and a draw are common, so that they must be weighed
WIN_WORTH = 10_000  # what `evaluate` would say of a sure win, with chance or with graded ends


GOALS = ()  # for each colour the sets of sides of which it joins one, in games of connections
STONES_MAY_HARM = False  # whether in such a game a stone of one's own may do harm

# The board as evaluations that are learnt see it; the rules that declare one give all of these.
CODED_CELLS = 0  # how many cells `cells` tells of; 0 = the rules declare no board
PIECE_CODES = (
    0  # codes 1 to PIECE_CODES are pieces of the seat to move, the next PIECE_CODES the other's
)
OTHER_CODES = 0  # how many codes come after these, for pieces that are nobody's
CELL_PLACES = ()  # each cell's place (x, y) on the grid
CELL_SYMMETRY = "none"  # what the rules look alike under: "none", "mirror" (x turned over) or "all"
SEATS_ALIKE = True  # whether one evaluation does for both seats
EXTRAS = 0  # how many counts `extras` gives
KEPT_WORDS = 0  # how many words `changes` keeps of a position; 0 = `cells` is asked instead
BOARD_TELLS = False  # whether there can be endgame tables: from_cells makes positions of boards
SOLE_CODES = ()  # codes of pieces of which every running game has exactly one, as kings


def cells(s: Record, out: Moves) -> None:
    """Put the code of what stands on each cell into `out`, 0 for nothing, seen by the seat to move.

    Where seats go in opposite directions, the second seat's board is turned round.
    """


def changes(s: Record, kept: Moves, out: Moves) -> int:
    """Put cells and their codes in turn into `out` wherever a code may differ from that in `kept`: how many.

    `kept` has KEPT_WORDS words of the last position with the same seat to move, at first all 0 as if no cell
    had a code; they become those of `s`. Where most of a board stays as it was this is faster than `cells`.
    """
    return 0


def extras(s: Record, out: Moves) -> None:
    """Put EXTRAS counts into `out` that tell more of `s` than its board, seen by the seat to move."""


def may_stand(code: int, cell: int) -> bool:
    """Whether the piece `code` can be on `cell` in a running game, seen by the seat to move."""
    return True


def from_cells(s: Record, codes: Moves, seat: int) -> bool:
    """Make of `s` a position with fresh counts in which `seat` is to move and sees `codes`, as `cells` does.

    Whether there is such a running game; if not, `s` means nothing.
    """
    return False


def plies_left(s: Record) -> int:
    """After how many plies at the earliest the rules' own counts of moves can end the running game `s`."""
    return 1 << 40


def evaluate(s: Record, seat: int) -> int:
    """How good `s` looks for `seat`, in hundredths of a man or the like; without knowledge: even."""
    return 0


def noisy(s: Record, m: int) -> int:
    """What the legal move `m` wins at once if it is a capture or the like; 0 for all others.

    1 (or True) if no more is known; above that the more the earlier it is searched, in any unit. Below 0
    where it loses more than it wins: it is not looked at beyond the horizon.
    """
    return 0


def urgent(s: Record, out: Moves) -> int:
    """Whether the seat to move must answer a threat, as a check: how many moves may, written to `out`.

    All moves that are not listed lose at once. 0 where there is no such threat, or nothing is known of it;
    -1 where the seat to move can win at once itself, whatever threatens it.
    """
    return 0


def stands(s: Record, seat: int, m: int) -> bool:
    """Whether in the game of which `s` is the last position `seat` made the move `m`, sooner or later.

    For games in which what is put down stays; `m` is legal for `seat` in a position before `s`.
    """
    return False


def count_moves(s: Record, out: Moves) -> int:
    """How many legal moves `s` has; `out` has room for MAX_MOVES and may be written to."""
    return R.legal_moves(s, out)  # type: ignore[no-any-return]


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """One of the legal moves of `s`, each equally likely; `out` has room for MAX_MOVES."""
    return out[below(rng, R.legal_moves(s, out))]  # type: ignore[no-any-return]


def outcomes(s: Record, out: Moves, weights: Moves) -> int:
    """List the outcomes of chance in `out` and their weights in `weights`: how many; 0 = not listed."""
    return 0


def draw(s: Record, rng: Rng) -> int:
    """One outcome of chance, drawn as likely as it is; must be given by games with chance."""
    return 0


def unfinished(s: Record, m: int) -> bool:
    """Whether the outcome that the word `m`, drawn but not yet played, belongs to has more words."""
    return False


def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Make of `s` one of the states that `seat` cannot tell from it, as likely as each is."""


def view_key(s: Record, seat: int) -> int:
    """A hash of all that `seat` may know of `s`; without it, searches look at what was played alone."""
    return 0


def counts(s: Record, m: int) -> bool:
    """Whether the move `m`, about to be played in `s`, counts towards a move limit."""
    return True


def still_in(s: Record, seat: int) -> bool:
    """Whether `seat` is still in the game."""
    return True


def advance(s: Record, m: int) -> None:
    """Play `m`, but leave out the rules' own move counts, which `judge_counts` looks at later."""
    R.play(s, m)


def judge_counts(s: Record) -> None:
    """End the game `s` if the rules' own move counts say so; repetition comes before them."""


def judge_repetition(s: Record, plies: int) -> None:
    """End the game `s`, a position that now stands for the last time, if that is more than a draw.

    It stood for the first time that many moves of seats ago.
    """


def limit_reached(s: Record) -> bool:
    """Whether `s` is drawn by a move limit that the rules count themselves, outside `play`."""
    return False


def draw_all(s: Record, why: int) -> None:
    """End the game `s` as drawn, for reason number `why`, where more of it changes than its scores."""


def finish(s: Record, out: Moves, rng: Rng) -> int:
    """Play `s` to its end by random legal moves and draws; returns the number of plies."""
    plies = 0
    while s.turn != OVER:
        if s.turn == CHANCE:
            R.play(s, R.draw(s, rng))
        else:
            R.play(s, R.random_move(s, out, rng))
            plies += 1
    return plies


def rollout(s: Record, out: Moves, rng: Rng) -> int:
    """Play `s` to its end as a playout of a tree search: quickly, and as little foolishly as may be.

    Returns the number of plies. Used where no limit can bind; the moves need not be equally likely.
    """
    return R.finish(s, out, rng)  # type: ignore[no-any-return]


def limit_payoff(s: Record, seat: int) -> float:
    """The score of `seat` in a game that is drawn where it stands, by repetition or by a move limit."""
    return 1.0 / R.SEATS  # type: ignore[no-any-return]
