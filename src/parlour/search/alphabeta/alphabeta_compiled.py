"""Alpha-beta for any game of two seats that gives `evaluate`: the part that is compiled.

Principal variation search in negamax form. Turns need not alternate: a value changes its sign only
where the seat to move changes. Chance nodes are averaged exactly, their windows narrowed by what the
outcomes not yet seen can still add (the Star1 bounds of Ballard, 1983).

Values are from -WIN to WIN. A win (the highest score) n plies from the root is WIN - n, and values
beyond PROVEN are such proven ends. Other ends are worth their part of WIN; an evaluation stays within
EVALUATION. `w` is the record of everything the search works on, laid out by `alphabeta_search`.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.primitives import copy, fetch_ahead, highest, mix
from parlour.kernel.protocol import R
from parlour.search.endgame.endgame_indexing import UNKNOWN, value_of
from parlour.search.evaluation.ntuple_compiled import HAND_FINE, expectation, table_value

if TYPE_CHECKING:
    from parlour.kernel.workspace import IntArray, Words, WorkRecord

__compiled__ = True

Work: TypeAlias = "WorkRecord"  # what a search works on; see alphabeta_search.layout
Frame: TypeAlias = "WorkRecord"  # what it knows of the node at one ply; see alphabeta_search.FRAME
Ends: TypeAlias = (
    "tuple[IntArray, Words | IntArray]"  # endgame tables: (material, start), and values
)
Table: TypeAlias = (
    "Words"  # four words an entry (sealed key, move, value, stamp), two entries a bucket
)

WIN = 1_000_000_000
PROVEN = WIN - 1000
EVALUATION = 10_000_000
UNPROVEN = WIN * 9 // 10  # the most that an evaluation says on the scale of results
PLIES = 128  # the longest line that is looked at
QUIET = 8  # plies of noisy moves looked at beyond the depth, where they are not forced
SEEN = 4096  # a power of two: places of the filter before the search for a repetition
SHALLOW = 6  # plies within which a node far above its window is not searched
HISTORY = 4096  # a power of two: places of the history table
SPARED = 3  # moves of a node that are searched first and not reduced
SPARED_NARROW = 1  # the same in games that are NARROW
WINDOW = 40  # how far from the last depth's value a depth's value is looked for first
WIDEST = 10_000  # beyond this a window is not narrowed at all

UPPER, LOWER, EXACT = 1, 2, 3  # what a stored value is of the true one
FINAL = 255 - QUIET  # stored as the depth of a value that no deeper search can change
NO_MOVE = -(1 << 62)
FIRST, WINNING, KILLER = 1 << 60, 1 << 50, 1 << 40  # ranks of moves: others are below KILLER
LOUD = 1000  # what noisy moves have ahead of the history of quiet ones, if no more is known of them


def search(
    w: Work, table: Table, ends: Ends, seat: int, ply: int, depth: int, alpha: int, beta: int
) -> int:
    """The value for `seat` of the state at `ply`, searched `depth` plies deep, then until it is quiet.

    Exact between `alpha` and `beta`, else a bound. If `w.stopped` is set on return it means nothing.
    """
    w.nodes += 1
    w.length[ply] = 0
    f = w.frames[ply]
    f.seat, f.depth, f.alpha, f.beta = seat, depth, alpha, beta
    if settled(w, table, ends, f, ply):
        return f.value
    for i in range(f.count):
        if not take(w, f, ply, i):
            break
        searched = False
        value = 0
        while not searched:
            value = (
                search(w, table, ends, f.other, ply + 1, f.deep - f.less, f.low, f.high) * f.sign
            )
            searched = suffices(f, value)
        if w.stopped != 0 or concludes(w, f, ply, i, value):
            break
    return conclude(w, table, f, ply)


# -- deeper and deeper -------------------------------------------------------------------------------


def deepen(w: Work, table: Table, ends: Ends, seat: int, deepest: int) -> int:
    """Search the root deeper and deeper until the budget is spent; the last depth that was completed."""
    depth = w.ahead
    while depth < deepest:
        opened = w.open
        search_depth(w, table, ends, seat, depth + 1)
        if w.stopped != 0:
            break
        depth += 1
        proven = abs(w.best) > PROVEN and WIN - abs(w.best) <= depth
        if w.open == opened or (proven and w.every == 0):
            break
    return depth


def search_depth(w: Work, table: Table, ends: Ends, seat: int, depth: int) -> None:
    """Search the root to one depth, first in a window about the last value."""
    low, high, margin = -WIN - 1, WIN + 1, WINDOW * w.scale
    if depth > 3 and w.every == 0 and abs(w.best) <= PROVEN:
        low, high = w.best - margin, w.best + margin
    while True:
        w.tried = 0
        value = search(w, table, ends, seat, 0, depth, low, high)
        note(w)
        if w.stopped != 0 or low < value < high:
            return
        margin *= 8
        if margin > WIDEST * w.scale or abs(value) > PROVEN:
            low, high = -WIN - 1, WIN + 1
        elif value <= low:
            low = value - margin
        else:
            high = value + margin


def note(w: Work) -> None:
    """Keep the best line, if the root has a new one, and the values of the moves searched."""
    n = w.length[0]
    if n == 0:
        return
    for i in range(n):
        w.best_line[i] = w.line[0][i]
    w.best_length = n
    for i in range(w.tried):
        if w.moves[0][i] == w.best_line[0]:
            w.best = w.values[i]
    if w.stopped == 0:
        w.noted = w.tried
        for i in range(w.tried):
            w.noted_moves[i] = w.moves[0][i]
            w.noted_values[i] = w.values[i]


# -- a node: what is known before its moves, each move, what came out ---------------------------------


def settled(w: Work, table: Table, ends: Ends, f: Frame, ply: int) -> bool:
    """Whether the value of the state at `ply` is known already; if not, its moves are listed."""
    s = w.states[ply]
    if s.turn == OVER:
        f.value = ended(s, f.seat, ply)
        return True
    if w.nodes > w.budget:
        w.stopped = 1
    if w.stopped != 0:
        return True
    if ply == PLIES - 1:
        f.value = static(w, s, f.seat, f.alpha, f.beta)
        return True
    if s.turn == CHANCE:
        return not list_outcomes(w, f, ply)
    if w.limited != 0 and w.left[ply][0] <= 0 and w.left[ply][1] <= 0:
        f.value = ended(s, f.seat, ply)
        return True
    if R.BOARD_TELLS:  # noqa: SIM102 - a constant: without tables nothing below is compiled
        if w.tabled != 0 and ply > 0 and tabled(w, ends, f, ply):
            return True
    f.key = R.key(s)
    fetch_ahead(table, bucket(table, f.key))
    if ply > 0:
        f.alpha = max(f.alpha, ply - WIN)
        f.beta = min(f.beta, WIN - ply - 1)
        f.value = f.alpha
        if f.alpha >= f.beta:
            return True
        if w.repeats != 0 and repeated(w, f, ply):
            f.value = ended(s, f.seat, ply)
            if s.turn == OVER:  # won or lost on this path alone, which proves nothing for others
                f.value //= 2
            return True
    if w.limited != 0:
        f.key = mix(mix(f.key, w.left[ply][0]), w.left[ply][1])
    if wins_at_once(w, f, ply):
        return True
    f.depth = max(f.depth, -QUIET)
    f.opened, f.least, f.still = w.open, f.alpha, -WIN - 1
    if f.depth <= 0 and w.blind == 0 and rests(w, f, ply):
        return True
    if remembered(w, table, f, ply):
        return True
    if f.depth <= 0 and w.blind != 0 and rests(w, f, ply):
        return True
    return not list_moves(w, f, ply)


def wins_at_once(w: Work, f: Frame, ply: int) -> bool:
    """Ask what is urgent at `ply`; whether the value is a win by the next move.

    On the principal variation the move is found again, so that the line goes to the end.
    """
    f.urgent = R.urgent(w.states[ply], w.moves[ply]) if ply > 0 else 0
    f.value = WIN - ply - 1
    return f.urgent < 0 and w.limited == 0 and f.beta - f.alpha == 1


def list_outcomes(w: Work, f: Frame, ply: int) -> bool:
    """List the chance outcomes at `ply`; if the rules list none, put the evaluation in their place."""
    s, weights = w.states[ply], w.ranks[ply]
    f.count = R.outcomes(s, w.moves[ply], weights)
    if f.count == 0:
        f.value = static(w, s, f.seat, f.alpha, f.beta)
        return False
    f.total, f.gained = 0, 0
    for i in range(f.count):
        f.total += weights[i]
    f.rest = f.total
    if ply > 0:
        w.path[w.base + ply - 1] = 0
    return True


def rests(w: Work, f: Frame, ply: int) -> bool:
    """Whether the evaluation is the value where the depth is used up: it is enough, or nothing is noisy.

    Not where a threat must be answered. Asked before the table of values, which is seldom in the processor's
    cache: most positions end here. In a proof, where the evaluation says nothing, the table is asked first.
    """
    s = w.states[ply]
    if f.urgent > 0 and w.blind == 0 and f.depth > -QUIET:
        return False
    if R.FORCED_CAPTURES:
        f.count = R.legal_moves(s, w.moves[ply])
        if R.noisy(s, w.moves[ply][0]):
            return False
        f.value = static(w, s, f.seat, f.alpha, f.beta)
        return True
    f.value = static(w, s, f.seat, f.alpha, f.beta)
    f.still = f.value
    f.alpha = max(f.alpha, f.value)
    return f.alpha >= f.beta or w.quiesce == 0 or f.depth == -QUIET


def list_moves(w: Work, f: Frame, ply: int) -> bool:
    """List and rank the moves at `ply`, unless its evaluation is far enough above the window."""
    s = w.states[ply]
    # Constants: where neither a file nor training can give a margin, nothing of it is compiled.
    if (R.MARGIN or R.CODED_CELLS) and not R.FORCED_CAPTURES:
        shallow = ply > 0 and 0 < f.depth <= SHALLOW
        if shallow and w.margin > 0 and f.urgent <= 0 and stands_above(w, f, ply):
            return False
    f.value = f.still
    if f.urgent > 0:
        f.count = f.urgent
    elif f.depth > 0 or not R.FORCED_CAPTURES:
        f.count = R.legal_moves(s, w.moves[ply])
    if f.depth > 3 and f.move == NO_MOVE and f.urgent <= 0:
        f.depth -= w.reduce
    rank(w, f, ply)
    if ply > 0:
        w.seen[w.path[w.base + ply - 1] & (SEEN - 1)] += 1
    return True


def stands_above(w: Work, f: Frame, ply: int) -> bool:
    """Whether the evaluation is above the window by a margin for each ply left, so that it is the value.

    Not where a proven end is at stake or on the line of best moves. Where captures are compulsory it is never
    asked: one may be due.
    """
    if w.reduce == 0 or w.blind != 0 or f.beta - f.alpha > 1 or abs(f.beta) > PROVEN:
        return False
    enough = f.beta + w.margin * f.depth
    value = static(w, w.states[ply], f.seat, enough - 1, enough)
    if value < enough:
        return False
    f.value = value
    return True


def take(w: Work, f: Frame, ply: int, i: int) -> bool:
    """Play the best ranked move (or the outcome) from `i` on at `ply`, and choose its window.

    False if it need not be looked at. All moves but the first are tried in a window of no width, some
    less deep, to refute them.
    """
    s, t, moves, ranks = w.states[ply], w.states[ply + 1], w.moves[ply], w.ranks[ply]
    chance = s.turn == CHANCE
    if not chance:
        bring_best(moves, ranks, i, f.count)
        if ranks[i] < 0:
            return False
    copy(t, s)
    if w.limited != 0:
        count(w, ply, not chance and R.counts(s, moves[i]))
    if R.BOARD_TELLS:  # noqa: SIM102 - a constant: without tables nothing below is compiled
        if w.tabled != 0:  # quiet moves leave as many pieces as there were; 0: to be counted
            w.pieces[ply + 1] = 0 if w.quiesce == 0 or R.noisy(s, moves[i]) else w.pieces[ply]
    R.play(t, moves[i])
    f.sign = -1 if t.turn == 1 - f.seat else 1
    f.other = 1 - f.seat if f.sign < 0 else f.seat
    f.less = 0
    if chance:
        share_window(f, ranks[i])
        return True
    f.deep = f.depth - 1
    if f.urgent > 0:
        f.deep += w.reduce  # an answer to a threat costs no ply
    f.floor = -WIN - 1 if ply == 0 and w.every != 0 else f.alpha
    f.wide = 1 if i == 0 or f.floor < f.alpha else 0
    if f.wide == 0 and w.reduce != 0 and ranks[i] < KILLER:
        f.less = reduction(f.depth, i, f.alpha)
    aim(f, f.beta if f.wide != 0 else f.floor + 1)
    return True


def share_window(f: Frame, weight: int) -> None:
    """The window for an outcome: beyond it, no values of the rest bring the mean back into the node's."""
    f.rest -= weight
    low = (f.alpha * f.total - f.gained - WIN * f.rest) // weight
    high = -((f.gained - WIN * f.rest - f.beta * f.total) // weight)
    f.floor = min(max(low, -WIN - 1), WIN)
    f.deep, f.wide = f.depth, 1
    aim(f, max(min(high, WIN + 1), -WIN))


def aim(f: Frame, top: int) -> None:
    """Set the window of the next search, from `f.floor` to `top`, in the view of who is next."""
    f.top = top
    f.low = f.floor if f.sign > 0 else -top
    f.high = top if f.sign > 0 else -f.floor


def suffices(f: Frame, value: int) -> bool:
    """Whether the value of a move needs no re-search, deeper or in a wider window."""
    if value <= f.floor or (f.less == 0 and (f.wide != 0 or value >= f.beta)):
        return True
    f.wide = 1 if f.less == 0 else 0
    f.less = 0
    aim(f, f.beta if f.wide != 0 else f.floor + 1)
    return False


def concludes(w: Work, f: Frame, ply: int, i: int, value: int) -> bool:
    """Take in the value of the move or outcome `i`; whether the others are of no more interest."""
    if w.states[ply].turn == CHANCE:
        f.gained += w.ranks[ply][i] * value
        bound = WIN * f.rest if value <= f.floor else -WIN * f.rest if value >= f.top else 0
        f.value = (f.gained + bound) // f.total
        return value <= f.floor or value >= f.top
    if ply == 0:
        w.values[i] = value
        w.tried = i + 1
    if value <= f.value:
        return False
    f.value = value
    f.move = w.moves[ply][i]
    if value <= f.alpha:
        return False
    f.alpha = value
    lengthen(w, ply, f.move)
    if value < f.beta:
        return False
    if f.depth > 0:
        praise(w, f, ply, i)
    return True


def conclude(w: Work, table: Table, f: Frame, ply: int) -> int:
    """The value that was found at `ply`, which is stored for later."""
    if w.states[ply].turn == CHANCE:
        return f.value
    if ply > 0:
        w.seen[w.path[w.base + ply - 1] & (SEEN - 1)] -= 1
    if w.stopped == 0:
        keep(w, table, f, ply)
    return f.value


def begin(w: Work) -> None:
    """Make ready for another search: let the history of moves fade, forget the path and killers."""
    for ply in range(PLIES):
        w.killers[ply][0] = NO_MOVE
        w.killers[ply][1] = NO_MOVE
    for seat in range(2):
        history = w.history[seat]
        for at in range(HISTORY):
            history[at] //= 4
    for at in range(SEEN):
        w.seen[at] = 0


# -- values --------------------------------------------------------------------------------------


def reward(lead: float, ply: int) -> int:
    """The value of an end at `ply` where the seat's score is `lead` above the other's."""
    value = int(lead / R.HIGHEST * WIN)
    if value == WIN:
        return WIN - ply
    if value == -WIN:
        return ply - WIN
    return value


def ended(s: Record, seat: int, ply: int) -> int:
    """The value of a game that is over, or ended where it stands by repetition or the move limit."""
    if s.turn == OVER:
        return reward(R.payoff(s, seat) - R.payoff(s, 1 - seat), ply)
    return reward(R.limit_payoff(s, seat) - R.limit_payoff(s, 1 - seat), ply)


def static(w: Work, s: Record, seat: int, low: int, high: int) -> int:
    """The evaluation of a running state, which leaves its line open for a deeper search.

    A learnt one that is very likely outside `low` to `high` may be a bound (lazy evaluation).
    """
    w.open += 1
    if w.blind != 0:
        return 0
    blur = ripple(w, s, seat) if w.noise > 0 else 0
    if R.CODED_CELLS:  # noqa: SIM102 - a constant: without a board nothing below is compiled
        if w.learnt != 0:
            return learnt(w, s, seat, blur, low, high)
    return on_scale(w, R.evaluate(s, seat) + blur)


def ripple(w: Work, s: Record, seat: int) -> int:
    """By how much an evaluation is blurred: always the same for one state and seed."""
    up: int = mix(R.key(s), w.seed) % (2 * w.noise + 1) - w.noise
    return up if seat == 0 else -up


def learnt(w: Work, s: Record, seat: int, blur: int, low: int, high: int) -> int:
    """The evaluation by the weights that were learnt, or a bound that the hand-written one gives of it."""
    sign = 1 if s.turn == seat else -1
    lazy = w.rough[0] != 0 and sign > 0
    hand = R.evaluate(s, s.turn) if lazy or w.hand != 0 else 0
    if lazy:
        about = ((w.rough[0] * hand) >> HAND_FINE) + blur
        bound = on_scale(w, about + w.rough[1])
        if bound >= high:
            return bound
        bound = on_scale(w, about + w.rough[2])
        if bound <= low:
            return bound
    return on_scale(w, sign * table_value(w, s, hand) + blur)


def on_scale(w: Work, value: int) -> int:
    """An evaluation on the scale of the search's values."""
    if R.CODED_CELLS:  # noqa: SIM102 - a constant: without a board nothing below is compiled
        if w.learnt != 0 and w.scale != 1:
            return expectation(w, value)
    most = EVALUATION if w.scale == 1 else UNPROVEN
    return min(max(value * w.scale, -most), most)


def tabled(w: Work, ends: Ends, f: Frame, ply: int) -> bool:
    """Whether endgame tables know the value of the running state at `ply`, before any limit.

    Most positions have too many pieces, as the one before had: these are not counted again.
    """
    if w.pieces[ply] > w.tabled:
        return False
    found = value_of(w.board, ends[0], ends[1], w.states[ply], w.shadow[0])
    w.pieces[ply] = w.board.count
    if found == UNKNOWN or (w.limited != 0 and found > min(w.left[ply][0], w.left[ply][1])):
        return False
    f.value = 0
    if found > 0:
        f.value = WIN - ply - found if found & 1 else ply + found - WIN
    return True


# -- the path from the root -----------------------------------------------------------------------


def repeated(w: Work, f: Frame, ply: int) -> bool:
    """Whether the key at `ply` stood on the path after the root, or so often before that it ends the game.

    One return within the search is as good as several: who can come back once can do so again. The key
    is put on the path now; rules that make more of a repetition than a draw have ended the game.
    """
    last = w.base + ply - 1
    w.path[last] = f.key
    if w.seen[f.key & (SEEN - 1)] != 0:
        for i in range(last):
            if w.path[i] == f.key:
                w.open += 1
                ago = w.ago[i] if i < w.base else w.base - 1 - i
                R.judge_repetition(w.states[ply], ply + ago)
                return True
    return False


def count(w: Work, ply: int, counts: bool) -> None:
    """Set the moves left after one at `ply`; where seats do not alternate they are left to all."""
    left, after = w.left[ply], w.left[ply + 1]
    for seat in range(2):
        mine = w.alternating == 0 or w.states[ply].turn == seat
        after[seat] = left[seat] - (1 if counts and mine else 0)


def lengthen(w: Work, ply: int, move: int) -> None:
    """Make `move` and the best line after it the best line from `ply`."""
    line, tail = w.line[ply], w.line[ply + 1]
    line[0] = move
    n = w.length[ply + 1]
    for i in range(n):
        line[i + 1] = tail[i]
    w.length[ply] = n + 1


# -- the table of values ---------------------------------------------------------------------------


def remembered(w: Work, table: Table, f: Frame, ply: int) -> bool:
    """Whether the table knows the value; if it has another one, its best move is known at least.

    A line of best moves is not cut short, except in games with chance, where windows are wide.
    """
    at = entry(w, table, f.key)
    f.move = NO_MOVE
    sealed, move, value, stamp = table[at], table[at + 1], table[at + 2], table[at + 3]
    if sealed ^ move ^ value ^ stamp != f.key:
        return False
    f.move = move
    f.value = value + (ply if value < -PROVEN else -ply if value > PROVEN else 0)
    sure = probe(f, stamp)
    if sure == 0 or ply == 0 or (w.scale == 1 and f.beta - f.alpha > 1):
        return False
    w.open += 2 - sure
    return True


def entry(w: Work, table: Table, key: int) -> int:
    """Where the entry of `key` begins; if there is none, where one may be put: the one worth less."""
    at = bucket(table, key)
    if sealed_key(table, at) == key:
        return at
    if sealed_key(table, at + 4) == key:
        return at + 4
    return at if worth(w, table[at + 3]) <= worth(w, table[at + 7]) else at + 4


def bucket(table: Table, key: int) -> int:
    """Where the two entries begin of which one may be for `key`."""
    return (key & (len(table) // 8 - 1)) * 8


def sealed_key(table: Table, at: int) -> int:
    """The key of an entry; no position's if two threads wrote it at once (Hyatt and Mann, 2002)."""
    return table[at] ^ table[at + 1] ^ table[at + 2] ^ table[at + 3]


def worth(w: Work, stamp: int) -> int:
    """How much a stored value is worth keeping: by depth, those of earlier searches after all others."""
    return stamp & 255 if stamp >> 10 == w.age else (stamp & 255) - 256


def probe(f: Frame, stamp: int) -> int:
    """Whether the stored `f.value` answers a search of this depth and window: 2 = for good, 1 = so far."""
    bound = stamp >> 8 & 3
    high = bound & LOWER and f.value >= f.beta
    low = bound & UPPER and f.value <= f.alpha
    if bound != EXACT and not high and not low:
        return 0
    proven = (bound == LOWER and f.value > PROVEN) or (bound == UPPER and f.value < -PROVEN)
    depth = (stamp & 255) - QUIET
    return 2 if proven or depth == FINAL else 1 if depth >= f.depth else 0


def keep(w: Work, table: Table, f: Frame, ply: int) -> None:
    """Store what the search of a node found; ends are stored by their distance from it."""
    bound = LOWER if f.value >= f.beta else UPPER if f.value <= f.least else EXACT
    depth = FINAL if w.open == f.opened else f.depth
    at = entry(w, table, f.key)
    value = f.value + (ply if f.value > PROVEN else -ply if f.value < -PROVEN else 0)
    stamp = (depth + QUIET) | bound << 8 | w.age << 10
    table[at] = f.key ^ f.move ^ value ^ stamp
    table[at + 1] = f.move
    table[at + 2] = value
    table[at + 3] = stamp


# -- the order of moves ----------------------------------------------------------------------------


def rank(w: Work, f: Frame, ply: int) -> None:
    """Rank the moves at `ply`: the table's, noisy ones that are known to win something, killers, by history.

    Noisy moves of which the rules say no more are only somewhat ahead of quiet ones, and may be killers: a
    game's captures need not be its best moves. At depth 0 and beyond quiet moves, and noisy ones that lose
    more than they win, are ranked below 0: they are not looked at, unless a threat must be answered.
    """
    moves, ranks, killers = w.moves[ply], w.ranks[ply], w.killers[ply]
    history = w.history[f.seat]
    for i in range(f.count):
        move = moves[i]
        noise = int(R.noisy(w.states[ply], move))
        if f.depth <= 0 and noise <= 0 and f.urgent <= 0:
            ranks[i] = -1
        elif move == f.move:
            ranks[i] = FIRST
        elif noise > 1:
            ranks[i] = WINNING + noise
        elif f.depth > 0 and move == killers[0]:
            ranks[i] = KILLER + 1
        elif f.depth > 0 and move == killers[1]:
            ranks[i] = KILLER
        else:
            ranks[i] = history[place(move)] + (LOUD if noise == 1 else 0)


def place(move: int) -> int:
    """Where the history table counts `move`."""
    return (move ^ move >> 12 ^ move >> 24) & (HISTORY - 1)


def bring_best(moves: Words, ranks: Words, i: int, n: int) -> None:
    """Exchange the move at `i` with the best ranked from `i` on."""
    best = ranks[i]
    for rank in ranks[i:n]:  # apart from finding it, so that several words are compared at once
        best = max(best, rank)
    j = i
    while ranks[j] != best:
        j += 1
    moves[i], moves[j] = moves[j], moves[i]
    ranks[i], ranks[j] = ranks[j], ranks[i]


def praise(w: Work, f: Frame, ply: int, i: int) -> None:
    """Remember that the move `i` refuted the position, and that the ones before it did not."""
    moves, killers, history = w.moves[ply], w.killers[ply], w.history[f.seat]
    if killers[0] != moves[i]:
        killers[1] = killers[0]
        killers[0] = moves[i]
    bonus = min(f.depth * f.depth, 400)
    for k in range(i + 1):
        at = place(moves[k])
        gain = bonus if k == i else -bonus
        history[at] += gain - history[at] * bonus // 16384
        history[at] = max(history[at], 0)


def reduction(depth: int, i: int, alpha: int) -> int:
    """How many plies less deep the move `i` of a node is tried first.

    None where a proven end is at stake, so that nothing shorter is overlooked.
    """
    late = i + SPARED - SPARED_NARROW if R.NARROW else i
    if depth < 3 or late < SPARED or alpha > PROVEN or alpha < -PROVEN:
        return 0
    return min(highest(depth) * highest(late) // 2, depth - 1)
