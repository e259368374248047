"""The draughts set: one engine for English draughts and all that is built on it.

A variant is a choice of the parameters below; what they do not ask for is not compiled. The parts:
`board` the squares, `pieces` what stands where, `code` moves as words, `paths` steps and captures,
`arrival` the end rank, `turns` whose turn it is and how sets and the game end, `evaluation` how good
a position looks.
"""

from __future__ import annotations

from parlour.games.draughts.arrival import arrives, settle_arrival, wins_by_arriving
from parlour.games.draughts.board import (
    CHAMPION,
    FIRST_RANKS,
    HOME_RANK,
    STEPS,
    cards,
)
from parlour.games.draughts.cards import (
    NUMBER_OF_CARDS,
    after_move,
    can_be_drawn,
    card_code,
)
from parlour.games.draughts.cell_codes import (
    SQUARES_OF_A_SET,
    cells,
    extras,
    from_cells,
    may_stand,
    places,
    plies_left,
)
from parlour.games.draughts.code import (
    is_placed,
    jump_count,
    jumped,
    origin_of,
    placed_set,
    set_of,
    step_code,
    target_of,
)
from parlour.games.draughts.constants import (
    CLEARANCE,
    DARK,
    DRAWN,
    ELECTS,
    END_RANK_REACHED,
    IN_PLAY,
    LIGHT,
    MOVE_LIMIT_REACHED,
    NORTH,
    NORTH_WON,
    OPEN,
    PROMOTES,
    REASONS,
    REBOUNDS,
    RESETS,
    RETURN,
    ROYAL_CAPTURE,
    SOUTH,
    SOUTH_WON,
    UNUSED,
    WINS,
)
from parlour.games.draughts.evaluation import SET_WORTH, evaluate
from parlour.games.draughts.paths import list_steps, steppers
from parlour.games.draughts.pieces import homeward_men, outward_men, pieces
from parlour.games.draughts.turns import (
    draw_all,
    end_set,
    list_compelled,
    may_step,
    must_capture,
    next_turn,
    seat_of,
)
from parlour.kernel.layers import Layers, fill_layer
from parlour.kernel.layout import CHANCE, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix, popcount

__all__ = [
    "REASONS",
    "cells",
    "draw_all",
    "evaluate",
    "extras",
    "from_cells",
    "may_stand",
    "plies_left",
]

# -- what makes a variant ------------------------------------------------------------------------------

SETS = 1  # the dark set, or both
RANKS = 3  # how many ranks each side fills; men are reset to these
CHAMPIONS = 0  # which sides have champions from the start: 1 South, 2 North, 3 both
ROYAL_START = False  # whether these are royal
END_RANK = PROMOTES  # what becomes of men there, or ELECTS
ANY_PIECE_WINS = False  # with END_RANK = WINS: champions too, and it ends a capture
RESET_SQUARES = OPEN
RESET_LIMIT = 0  # resets allowed to each side; 0 = any number
REBOUND_TRANSFER = False
PROMOTION_TRANSFER = False
FIRST_ONLY = False  # elections: the first man on a set elects for both seats
ROYAL_CHOICE = False  # elections: promotion, with both champions royal, is a third choice
TRANSFERABLE = False  # elections: transfers, while both sets' elections are the same
PARALLEL = False  # turns go round the sets
STREAK = 0  # successive moves allowed on one set; 0 = any number
FIRST_WIN = False  # the first set won ends the game
PHASES = False  # Leopard Princess: sets are phases, draws end all, there is no blockade
CLEARANCE_NAMED = CLEARANCE  # how a clearance is called
CARDS = False  # the first moves of each side are drawn,
CARD_ROUNDS = 1  # so many of them
SEATS = 2  # or 4, a seat for each side and set
TEAMS = True  # four seats: partners share their side's score
DRAW_MOVES = 40  # moves by each side on a set without progress; 0 = any number
MOVE_LIMIT = 200  # moves by each side; 0 = any number

# -- what follows from them ----------------------------------------------------------------------------

ROYALS = ROYAL_START or END_RANK == ELECTS
CHOICES = END_RANK in (ELECTS, RESETS) or REBOUND_TRANSFER or PROMOTION_TRANSFER
HOMEWARD = END_RANK in (ELECTS, REBOUNDS)
CARD_MOVES = cards(RANKS - 1)
MAX_MOVES = (2048 if CHOICES else 640) if SETS == 2 else (1024 if CHOICES else 320)
MAX_OUTCOMES = NUMBER_OF_CARDS if CARDS else 1
HIGHEST = 2.0 if PHASES else 1.0
GRADED = SETS == 2 and not FIRST_WIN
WIN_WORTH = 2 * SET_WORTH if GRADED else 10_000
LONGEST = 2 * MOVE_LIMIT if MOVE_LIMIT else 1 << 40
FORCED_CAPTURES = True
NARROW = SETS == 1 and not ROYALS
CODED_CELLS = SQUARES_OF_A_SET * SETS
PIECE_CODES = 2 + HOMEWARD + ROYALS
CELL_PLACES = places(SETS)
EXTRAS = 3 if SETS == 1 else 6
BOARD_TELLS = SETS == 1 and END_RANK != ELECTS and RESET_LIMIT == 0
SOLE_CODES = (PIECE_CODES, 2 * PIECE_CODES) if ROYAL_START and CHAMPIONS == 3 else ()

STATE = record(
    turn=1,
    side=1,  # the side to move, SOUTH or NORTH
    due=1,  # Parallel play: the set to be moved on; else 0
    reason=1,
    drawn=1,  # the cards drawn so far (see `cards`)
    up=2 * SETS,
    down=2 * SETS,
    champ=2 * SETS,
    royal=2 * SETS,
    status=2,  # by set: IN_PLAY, SOUTH_WON, …
    why=2,  # by set: why it ended, if that is known
    elected=4,  # by 2 * set + side: 0, or what becomes of its men on their end rank
    streak_set=2,  # by side: the set of its last moves,
    streak=2,  # and how many it has made there in succession
    quiet=2,  # by set: plies without progress
    made=2,  # by side: moves made
    resets=2,  # by side: men placed by reset
)


def start(s: Record) -> None:
    s.side, s.due, s.reason, s.drawn = SOUTH, DARK, 0, 0
    for p in range(2 * SETS):
        _lay_out(s, p)
        s.royal[p] = s.champ[p] if ROYAL_START else 0
    for p in range(4):
        s.elected[p] = 0
    for i in range(2):
        s.status[i] = IN_PLAY if i < SETS else UNUSED
        s.why[i] = s.streak_set[i] = s.streak[i] = 0
        s.quiet[i] = s.made[i] = s.resets[i] = 0
    s.turn = CHANCE if CARDS else seat_of(s)


def _lay_out(s: Record, p: int) -> None:
    """Set up the pieces of row `p`, 2 * set + side."""
    side = p & 1
    champions = CHAMPION[side] if (CHAMPIONS >> side) & 1 else 0
    men = FIRST_RANKS[RANKS, side] & ~champions
    s.champ[p] = champions
    s.up[p] = men if side == SOUTH else 0
    s.down[p] = men if side == NORTH else 0


# -- moves ---------------------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    n = list_compelled(s, out)
    return n if n > 0 else _list_free(s, out)


def _list_free(s: Record, out: Moves) -> int:
    """List the steps of the seat to move, which has no capture to make."""
    n = 0
    for which in range(SETS):
        if may_step(s, which):
            n = list_steps(s, which, s.side, out, n)
    return n


def count_moves(s: Record, out: Moves) -> int:
    """How many legal moves there are: steps are counted without a list."""
    n = list_compelled(s, out)
    if n > 0:
        return n
    if CHOICES and _may_choose(s):
        return _list_free(s, out)
    return _count_steps(s, DARK) + (_count_steps(s, LIGHT) if SETS == 2 else 0)


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """One of the legal moves, each equally likely: steps are counted and picked without a list."""
    if must_capture(s):
        return out[below(rng, list_compelled(s, out))]  # type: ignore[no-any-return]
    if CHOICES and _may_choose(s):
        return out[below(rng, _list_free(s, out))]  # type: ignore[no-any-return]
    dark = _count_steps(s, DARK)
    light = _count_steps(s, LIGHT) if SETS == 2 else 0
    i = below(rng, dark + light)
    return _pick_step(s, DARK, i) if i < dark else _pick_step(s, LIGHT, i - dark)


def _may_choose(s: Record) -> bool:
    """Whether a man of the side to move can step onto his end rank."""
    men = _can_arrive(s, DARK)
    if SETS == 2:
        men |= _can_arrive(s, LIGHT)
    return men != 0


def _can_arrive(s: Record, which: int) -> int:
    """The men who can step onto their end rank, whether the turn is on their set or not."""
    d = 2 * s.side
    ready = steppers(s, which, s.side, d) | steppers(s, which, s.side, d + 1)
    return ready & outward_men(s, which, s.side) & FIRST_RANKS[2, 1 - s.side]  # type: ignore[no-any-return]


def _count_steps(s: Record, which: int) -> int:
    if not may_step(s, which):
        return 0
    n = 0
    for d in range(4):
        n += popcount(steppers(s, which, s.side, d))
    return n


def _pick_step(s: Record, which: int, i: int) -> int:
    """Step `i`, from 0, of the side to move on a set."""
    able, step, first, counted = 0, 0, 0, 0
    for d in range(4):
        here = steppers(s, which, s.side, d)
        if i >= counted:
            able, step, first = here, STEPS[d], counted
        counted += popcount(here)
    for _ in range(i - first):
        able &= able - 1
    return step_code(which, lowest(able), lowest(able) + step)


def noisy(s: Record, m: int) -> bool:
    """Whether the move is a capture."""
    return jump_count(m) > 0


# -- playing -------------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    advance(s, m)
    if s.turn >= 0 and limit_reached(s):
        draw_all(s, MOVE_LIMIT_REACHED)


def limit_reached(s: Record) -> bool:
    """Whether both sides have made as many moves as are allowed."""
    return MOVE_LIMIT > 0 and s.made[0] >= MOVE_LIMIT and s.made[1] >= MOVE_LIMIT


def advance(s: Record, m: int) -> None:
    """Play a move or a card, and all that it brings about but for the move limit."""
    side, which = s.side, set_of(m)
    drawn = s.turn == CHANCE
    man = not (s.champ[2 * which + side] >> origin_of(m)) & 1
    over = jumped(m) if jump_count(m) else 0
    if over:
        _take(s, which, 1 - side, over)
    _keep_counts(s, m, side, man or over != 0)
    stands = target_of(m) + (which << 6)
    why = _won_by(s, m, side, man, over)
    if man and arrives(s, which, side, m):
        _lift(s, 2 * which + side, origin_of(m))
        stands = settle_arrival(s, m, side, why != 0)
    else:
        _shift(s, 2 * which + side, origin_of(m), target_of(m))
    if over and ROYALS:
        s.royal[2 * which + 1 - side] &= ~over
    if why:
        end_set(s, which, SOUTH_WON + side, why, 1 << target_of(m))
    elif CHOICES and man and pieces(s, which, side) == 0:
        end_set(s, which, NORTH_WON - side, CLEARANCE_NAMED, 0)
    next_turn(s, which, stands)
    if CARDS:
        after_move(s, m, side, drawn)


def _take(s: Record, which: int, side: int, over: int) -> None:
    """Take a side's jumped pieces off; the marks of royal champions are left till the move is judged."""
    p = 2 * which + side
    s.up[p] &= ~over
    s.down[p] &= ~over
    s.champ[p] &= ~over


def _lift(s: Record, p: int, square: int) -> None:
    s.up[p] &= ~(1 << square)
    s.down[p] &= ~(1 << square)


def _shift(s: Record, p: int, origin: int, target: int) -> None:
    """Bring the piece of row `p` on `origin` to `target`, whatever it is."""
    flip = (1 << origin) ^ (1 << target)
    s.up[p] ^= flip & -((s.up[p] >> origin) & 1)
    s.down[p] ^= flip & -((s.down[p] >> origin) & 1)
    s.champ[p] ^= flip & -((s.champ[p] >> origin) & 1)
    if ROYALS:
        s.royal[p] ^= flip & -((s.royal[p] >> origin) & 1)


def _won_by(s: Record, m: int, side: int, man: bool, over: int) -> int:
    """Why the move `m` wins its set, or 0; the jumped pieces are off, he has not moved yet."""
    which, origin, target = set_of(m), 1 << origin_of(m), 1 << target_of(m)
    if ROYALS and over & s.royal[2 * which + 1 - side]:
        return ROYAL_CAPTURE
    if HOMEWARD and target & HOME_RANK[side] and origin & homeward_men(s, which, side):
        return RETURN
    if END_RANK == WINS and wins_by_arriving(side, target_of(m), not man):
        return END_RANK_REACHED
    if over and pieces(s, which, 1 - side) == 0:
        return CLEARANCE_NAMED
    return 0


def _keep_counts(s: Record, m: int, side: int, progress: bool) -> None:
    """Count the move `m`: moves made, the streak on its set, plies without progress."""
    which = set_of(m)
    s.made[side] += 1
    if s.streak_set[side] == which:
        s.streak[side] += 1
    else:
        s.streak_set[side] = which
        s.streak[side] = 1
    if not progress:
        s.quiet[which] += 1
        return
    s.quiet[which] = 0
    if PHASES:
        s.quiet[1 - which] = 0
    if CHOICES and is_placed(m):
        s.quiet[placed_set(m)] = 0


# -- cards ---------------------------------------------------------------------------------------------


def outcomes(s: Record, out: Moves, weights: Moves) -> int:
    n = 0
    for i in range(NUMBER_OF_CARDS):
        if can_be_drawn(s, i):
            out[n] = card_code(i, s.side)
            weights[n] = 1
            n += 1
    return n


def draw(s: Record, rng: Rng) -> int:
    possible = 0
    for i in range(NUMBER_OF_CARDS):
        possible |= can_be_drawn(s, i) << i
    for _ in range(below(rng, popcount(possible))):
        possible &= possible - 1
    return card_code(lowest(possible), s.side)


# -- results -------------------------------------------------------------------------------------------


def payoff(s: Record, seat: int) -> float:
    """The score of `seat`, sets still in play counting as drawn."""
    side = seat & 1
    if not TEAMS:
        return _first_winner_score(s, seat)
    mine, theirs, even = 0, 0, 0
    for which in range(SETS):
        mine += s.status[which] == SOUTH_WON + side
        theirs += s.status[which] == NORTH_WON - side
        even += s.status[which] == DRAWN or s.status[which] == IN_PLAY
    if PHASES:
        return mine + (0.5 if even else 0.0)
    if FIRST_WIN:
        return 0.5 + 0.5 * ((mine > 0) - (theirs > 0))
    return (2 * mine + even) / (2.0 * SETS)


def _first_winner_score(s: Record, seat: int) -> float:
    """Four seats, each for itself: the winner of the first set won has all.

    Two sets are won at once only by blockade, first on the set on which the blockaded seat was due.
    """
    which = s.due
    if s.status[which] != SOUTH_WON and s.status[which] != NORTH_WON:
        which = 1 - which
    if s.status[which] != SOUTH_WON and s.status[which] != NORTH_WON:
        return 0.25
    return 1.0 if seat == 2 * which + s.status[which] - SOUTH_WON else 0.0


def limit_payoff(s: Record, seat: int) -> float:
    return payoff(s, seat)


def key(s: Record) -> int:
    """A hash of the position but for its counts; streaks only while a limit on them can bind."""
    h = s.side | (s.due << 1) | (s.status[0] << 2) | (s.status[1] << 5)
    for p in range(4):
        h |= s.elected[p] << (8 + 2 * p)
    if STREAK > 0 and s.status[0] == IN_PLAY and s.status[1] == IN_PLAY:
        for i in range(2):
            h |= (min(s.streak[i], STREAK) * 2 + s.streak_set[i]) << (16 + 8 * i)
    if CARD_ROUNDS > 1:
        h = mix(h, s.drawn)
    h = mix(h, _pieces_key(s, DARK))
    return mix(h, _pieces_key(s, LIGHT)) if SETS == 2 else h


def _pieces_key(s: Record, which: int) -> int:
    """A hash of what stands on a set."""
    p = 2 * which
    h = mix(s.up[p], s.down[p + 1])
    if HOMEWARD:
        h = mix(mix(h, s.down[p]), s.up[p + 1])
    h = mix(mix(h, s.champ[p]), s.champ[p + 1])
    if ROYALS and (END_RANK == PROMOTES or ROYAL_CHOICE):  # else all champions of a side are alike
        h = mix(mix(h, s.royal[p]), s.royal[p + 1])
    return h


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = (*("side", "due", "status", "elected", "streak set", "streak", "quiet", "made", "resets"),)
LAYER_CELLS = CODED_CELLS


def observe(s: Record, seat: int, out: Layers) -> None:
    """What the pieces do not tell, by set and side in the rules' order: elections, streaks, counters."""
    fill_layer(out, 0, s.side)
    fill_layer(out, 1, s.due)
    for k in range(2):
        out[2, k] = s.status[k]
        out[4, k] = s.streak_set[k]
        out[5, k] = s.streak[k]
        out[6, k] = s.quiet[k]
        out[7, k] = s.made[k]
        out[8, k] = s.resets[k]
    for k in range(4):
        out[3, k] = s.elected[k]
