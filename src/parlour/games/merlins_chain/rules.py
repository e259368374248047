"""Rules of Merlin's Chain, compiled: which unplayed piece may be played where, by interval matching.

Only played pieces are part of a position. In each column they split the free cells into runs. A run between
the numbers `low` below it and `high` above it takes as many unplayed numbers, all between the two.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel.bitboard import nth_bit
from parlour.kernel.boards import square
from parlour.kernel.layers import Layers
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix, popcount, wrap

FILES = 8
RANKS = 8
CHAIN = 4  # pieces in a chain
DECIDED = 0  # 1: the game ends as soon as it is decided

SEATS = 2
REASONS = ("lowest-chain", "no-chain", "decided")
LOWEST_CHAIN, NO_CHAIN, EARLY = 0, 1, 2
NOBODY = -1

BOARD = square(FILES, RANKS)
CELLS = FILES * RANKS  # as many as pieces: numbers go from 1 to CELLS
TOP = CELLS + 1  # a number above all columns, as 0 is below them
NONE = TOP  # the rank if there is no chain
MOVE_CODES = CELLS * CELLS
MAX_MOVES = (CELLS + 1) // 2 * CELLS
LONGEST = CELLS

# Sets of numbers and of cells are words; number n is bit n - 1.
BIT = np.array([wrap(1 << n) for n in range(CELLS)], dtype=np.int64)
UP_TO = np.array([wrap((1 << min(n, CELLS)) - 1) for n in range(TOP + 1)], dtype=np.int64)
ALL = int(UP_TO[CELLS])
EVEN_AND_ODD = [[n for n in range(1, CELLS + 1) if n % 2 == seat] for seat in (0, 1)]
OWN = np.array([wrap(sum(1 << n - 1 for n in own)) for own in EVEN_AND_ODD], dtype=np.int64)

# Lines of CHAIN cells, and the numbers of those that go through each cell.
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))
WAYS = [
    [(x + i * dx, y + i * dy) for i in range(CHAIN)] for x, y in BOARD.places for dx, dy in STEPS
]
LINE_CELLS = [[BOARD.at[at] for at in way] for way in WAYS if all(at in BOARD.at for at in way)]
LINES = np.array(LINE_CELLS, dtype=np.int64)
LINE_BITS = np.array([wrap(sum(1 << c for c in line)) for line in LINE_CELLS], dtype=np.int64)
THROUGH = [[i for i, line in enumerate(LINE_CELLS) if cell in line] for cell in range(CELLS)]
MOST_THROUGH = max(len(found) for found in THROUGH)
LINES_AT = np.array([found + [-1] * (MOST_THROUGH - len(found)) for found in THROUGH])

# What lines are worth to `evaluate`, by their pieces; the lead; what is added to each line's margin.
WORTH = np.array([2, 8, 40, 200] + [0] * (CHAIN - 3), dtype=np.int64)
LEAD = 400
MARGIN = 16

# A run is called by the number above it, or by TOP plus its file if there is none.
RUNS = TOP + FILES

# `stones`: the cells with each seat's played pieces; `board`: their numbers by cell, 0 where free; `place`:
# the cells of played pieces by number - 1; `best`: each seat's lowest chain; `hash`: of what was played
# where. The fields from `low` on are scratch space, filled by `find_spans`.
STATE = record(
    turn=1, next=1, reason=1, winner=1, free=1, hash=1, best=2, stones=2, board=CELLS, place=CELLS,
    low=RUNS, room=RUNS, first=RUNS, shut=RUNS, over=TOP, slack=TOP, least=CELLS, most=CELLS, span=CELLS,
)  # fmt: skip


def start(s: Record) -> None:
    """Set up the board with no piece played, Green to move."""
    s.turn = 0
    s.next = 0
    s.reason = 0
    s.winner = NOBODY
    s.free = ALL
    s.hash = 0
    for seat in range(2):
        s.best[seat] = NONE
        s.stones[seat] = 0
    for cell in range(CELLS):
        s.board[cell] = 0
        s.place[cell] = 0
        s.span[cell] = 0
        s.least[cell] = 0
        s.most[cell] = 0
    for run in range(RUNS):
        s.low[run] = 0
        s.room[run] = 0
        s.first[run] = 0
        s.shut[run] = 0
    for number in range(TOP):
        s.over[number] = 0
        s.slack[number] = 0


# -- what may be played ----------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    """Write the moves, (number - 1) * CELLS + cell, to `out`; returns their number."""
    find_spans(s)
    count = 0
    for cell in range(CELLS):
        numbers = s.span[cell] & OWN[s.turn]
        while numbers:
            out[count] = lowest(numbers) * CELLS + cell
            count += 1
            numbers &= wrap(numbers - 1)
    return count


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """A legal move drawn uniformly: pieces and cells are drawn until one fits."""
    numbers = s.free & OWN[s.turn]
    cells = ALL & ~(s.stones[0] | s.stones[1])
    number_count = popcount(numbers)
    cell_count = popcount(cells)
    while True:
        number = 1 + nth_bit(numbers, below(rng, number_count))
        cell = nth_bit(cells, below(rng, cell_count))
        if fits(s, number, cell):
            return (number - 1) * CELLS + cell


def fits(s: Record, number: int, cell: int) -> bool:
    """Whether an unplayed `number` may be played on a free cell, so that the rest can still be arranged."""
    under = 0
    at = cell - FILES
    while at >= 0 and s.board[at] == 0:
        under += 1
        at -= FILES
    low = s.board[at] if at >= 0 else 0
    over = 0
    at = cell + FILES
    while at < CELLS and s.board[at] == 0:
        over += 1
        at += FILES
    high = s.board[at] if at < CELLS else TOP
    if number < low or number > high:
        return False
    if popcount(s.free & UP_TO[number - 1] & ~UP_TO[low]) < under:
        return False
    if popcount(s.free & UP_TO[high - 1] & ~UP_TO[number]) < over:
        return False
    return can_be_arranged(s, number, cell)


def can_be_arranged(s: Record, number: int, cell: int) -> bool:
    """Whether the unplayed pieces fit into the runs, with `number` (0: none) also played on `cell`.

    Runs take the lowest possible numbers, in order of the number above them: no other choice leaves more to
    later runs. The columns' played numbers must rise.
    """
    free = s.free
    if number:
        free ^= BIT[number - 1]
    played = ALL & ~free
    lows = 0  # the highest number so far in each column
    heights = 0  # the rank above it
    while played:
        n = lowest(played) + 1
        played &= wrap(played - 1)
        at = cell if n == number else s.place[n - 1]
        x = at % FILES
        y = at // FILES
        low = low_of(lows, x)
        room = y - height_of(heights, x)
        if room < 0:
            return False
        if room:
            taken = first_of(free & UP_TO[n] & ~UP_TO[low], room)
            if taken == 0:
                return False
            free ^= taken
        lows += low_word(n - low, x)
        heights += height_word(room + 1, x)
    for x in range(FILES):
        room = RANKS - height_of(heights, x)
        if room:
            taken = first_of(free & ~UP_TO[low_of(lows, x)], room)
            if taken == 0:
                return False
            free ^= taken
    return True


def low_of(lows: int, x: int) -> int:
    """A column's number in the packed `lows`, seven bits for each column."""
    return (lows >> 7 * x) & 127


def low_word(by: int, x: int) -> int:
    """The increment of the packed `lows` for a column."""
    return by << 7 * x


def height_of(heights: int, x: int) -> int:
    """A column's rank in the packed `heights`, four bits for each column."""
    return (heights >> 4 * x) & 15


def height_word(by: int, x: int) -> int:
    """The increment of the packed `heights` for a column."""
    return by << 4 * x


def first_of(numbers: int, count: int) -> int:
    """The lowest `count` of `numbers`; 0 if there are fewer."""
    if popcount(numbers) < count:
        return 0
    rest = numbers
    for _ in range(count):
        rest &= wrap(rest - 1)
    return numbers ^ rest


# All that may be played where, at once. Between two numbers L < H, let slack be the unplayed numbers there
# less the cells of the runs that must take theirs from there. By Hall's theorem an arrangement exists
# exactly if no slack is negative. Playing p on a cell of a run, with `under` free cells below it in the
# run and `over` above, parts the run in two and takes p away, so that is legal exactly if
#   under < slack(L, H) for all L <= low and p < H < high,
#   over < slack(L, H) for all low < L < p and H >= high,
#   0 < slack(L, H) for all low < L < p < H < high.
# For each cell these bound p from below, from above, and shut out what lies between some L and H.


def find_spans(s: Record) -> None:
    """Write the unplayed numbers, of both players, that may be played on each free cell to `s.span`."""
    find_runs(s)
    look_up(s)
    look_down(s)
    for cell in range(CELLS):
        s.span[cell] = 0
    for run in range(1, RUNS):
        cell = s.first[run]
        for _ in range(s.room[run]):
            numbers = s.free & UP_TO[s.most[cell]] & ~UP_TO[max(s.least[cell] - 1, s.low[run])]
            s.span[cell] = numbers & ~s.shut[run]
            cell += FILES


def find_runs(s: Record) -> None:
    """Write the number below each run, its room, its lowest cell, and the run below each number."""
    for run in range(RUNS):
        s.room[run] = 0
        s.shut[run] = 0
    for x in range(FILES):
        low = 0
        room = 0
        for y in range(RANKS + 1):
            cell = y * FILES + x
            above = TOP + x if y == RANKS else s.board[cell]
            if above:
                s.low[above] = low
                s.room[above] = room
                s.first[above] = cell - room * FILES
                s.over[low] = above
                low = above
                room = 0
            else:
                room += 1


def is_unplayed(s: Record, number: int) -> int:
    """1 if `number` is unplayed, else 0."""
    return 1 if s.free & BIT[number - 1] else 0


def look_up(s: Record) -> None:
    """From each number L under a run upwards: lower bounds of the run's cells, and forbidden numbers."""
    for high in range(TOP):
        s.slack[high] = CELLS
    for low in range(TOP):
        if low > 0 and (is_unplayed(s, low) or s.room[s.over[low]] == 0):
            continue
        slack = 0
        tight = low
        for high in range(low + 1, TOP):
            slack += is_unplayed(s, high - 1) if high - 1 > low else 0
            if s.room[high]:
                if s.low[high] >= low:
                    slack -= s.room[high]
                else:
                    s.shut[high] |= UP_TO[tight] & ~UP_TO[low]
            if slack == 0:
                tight = high - 1
            s.slack[high] = min(s.slack[high], slack)
        for run in range(TOP, RUNS):
            if s.low[run] < low:
                s.shut[run] |= UP_TO[tight] & ~UP_TO[low]
        if low > 0:
            bound_below(s, s.over[low])
        else:
            for run in range(1, RUNS):
                if s.low[run] == 0:
                    bound_below(s, run)


def bound_below(s: Record, run: int) -> None:
    """The least number that each cell of `run` may have, from the slacks above its low number."""
    high = min(run, TOP) - 1
    cell = s.first[run] + s.room[run] * FILES
    for under in range(s.room[run] - 1, -1, -1):
        cell -= FILES
        while high > s.low[run] and s.slack[high] > under:
            high -= 1
        s.least[cell] = high


def look_down(s: Record) -> None:
    """From each number H over a run downwards: upper bounds of the run's cells."""
    for low in range(TOP):
        s.slack[low] = CELLS
    for high in range(TOP, 0, -1):
        if high < TOP and s.room[high] == 0:
            continue
        slack = 0
        for low in range(high - 1, 0, -1):
            slack += is_unplayed(s, low + 1) if low + 1 < high else 0
            if not is_unplayed(s, low) and min(s.over[low], TOP) <= high:
                slack -= s.room[s.over[low]]
            s.slack[low] = min(s.slack[low], slack)
        if high < TOP:
            bound_above(s, high)
        else:
            for run in range(TOP, RUNS):
                bound_above(s, run)


def bound_above(s: Record, run: int) -> None:
    """The highest number that each cell of `run` may have, from the slacks below its high number."""
    high = min(run, TOP)
    low = s.low[run] + 1
    cell = s.first[run]
    for over in range(s.room[run] - 1, -1, -1):
        while low < high and s.slack[low] > over:
            low += 1
        s.most[cell] = low
        cell += FILES


# -- playing ---------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    """Play a piece and end the game if it is over."""
    flip(s, m)
    end_if_over(s)


def flip(s: Record, m: int) -> None:
    """Play a piece and pass the turn."""
    seat = s.turn
    place(s, seat, m // CELLS + 1, m % CELLS)
    s.turn = 1 - seat
    s.next = 1 - seat


def place(s: Record, seat: int, number: int, cell: int) -> None:
    """Put a piece of `seat` on a free cell and record the chains that it completes."""
    s.free ^= BIT[number - 1]
    s.stones[seat] |= BIT[cell]
    s.board[cell] = number
    s.place[number - 1] = cell
    s.hash ^= mix(number, cell + 1)
    for i in range(MOST_THROUGH):
        line = LINES_AT[cell, i]
        if line < 0:
            return
        if s.stones[seat] & LINE_BITS[line] == LINE_BITS[line]:
            rank = 0
            for k in range(CHAIN):
                rank = max(rank, s.board[LINES[line, k]])
            s.best[seat] = min(s.best[seat], rank)


def end(s: Record, reason: int, winner: int) -> None:
    """End the game."""
    s.turn = OVER
    s.reason = reason
    s.winner = winner


def end_if_over(s: Record) -> None:
    """End the game if all pieces are played, or if it is decided and decided games end."""
    leader = 0 if s.best[0] < s.best[1] else 1
    if s.free == 0:
        if s.best[0] == s.best[1]:
            end(s, NO_CHAIN, NOBODY)
        else:
            end(s, LOWEST_CHAIN, leader)
    elif DECIDED and s.best[0] != s.best[1]:
        find_spans(s)
        if s.best[leader] < lowest_hope(s, 1 - leader):
            end(s, EARLY, leader)


def lowest_hope(s: Record, seat: int) -> int:
    """A bound on the chains that `seat` has or can complete, each free cell considered on its own."""
    lowest_rank = NONE
    for line in range(len(LINES)):
        if s.stones[1 - seat] & LINE_BITS[line] == 0:
            lowest_rank = min(lowest_rank, hope(s, seat, line))
    return lowest_rank


def hope(s: Record, seat: int, line: int) -> int:
    """The lowest rank of a chain of `seat` on a line without opposing pieces, after `find_spans`.

    A free cell counts as the lowest own number that may be played there; NONE if there is none.
    """
    rank = 0
    for k in range(CHAIN):
        cell = LINES[line, k]
        number = s.board[cell]
        if number == 0:
            number = lowest(s.span[cell] & OWN[seat]) + 1
        rank = max(rank, number)
    return rank


def finish(s: Record, out: Moves, rng: Rng) -> int:
    """Play to the last piece by random moves; returns the plies.

    The winner of a decided game also wins it played to the end, so decisions are not checked here.
    """
    plies = 0
    while s.turn != OVER:
        flip(s, random_move(s, out, rng))
        plies += 1
        if s.free == 0:
            end_if_over(s)
    return plies


def stands(s: Record, seat: int, m: int) -> bool:
    """Whether the piece of the move `m`, one of `seat`, was played where it says."""
    return bool(s.board[m % CELLS] == m // CELLS + 1)


def evaluate(s: Record, seat: int) -> int:
    """By the lines on which each player can still undercut the lowest chain: fuller and lower is better."""
    find_spans(s)
    limit = min(s.best[0], s.best[1])
    value = 0
    if s.best[0] != s.best[1]:
        value = LEAD if s.best[seat] == limit else -LEAD
    for line in range(len(LINES)):
        own = popcount(s.stones[seat] & LINE_BITS[line])
        other = popcount(s.stones[1 - seat] & LINE_BITS[line])
        if other == 0:
            value += promise(own, limit - hope(s, seat, line))
        if own == 0:
            value -= promise(other, limit - hope(s, 1 - seat, line))
    return value


def promise(pieces: int, margin: int) -> int:
    """The value of a line with `pieces` pieces whose chain would undercut the lowest by a margin."""
    return 0 if margin <= 0 else WORTH[pieces] * (margin + MARGIN) // CELLS


def payoff(s: Record, seat: int) -> float:
    """1 for the winner, 0 for the loser, ½ each if nobody has a chain."""
    if s.winner == NOBODY:
        return 0.5
    return 1.0 if s.winner == seat else 0.0


def key(s: Record) -> int:
    """A hash of which piece was played where."""
    return mix(s.hash, s.next)


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = ("Green", "White")
LAYER_CELLS = CELLS


def observe(s: Record, seat: int, out: Layers) -> None:
    """The numbers of the played pieces, 0 elsewhere: even ones are Green's, odd ones White's."""
    for cell in range(CELLS):
        out[s.board[cell] % 2, cell] = s.board[cell]
