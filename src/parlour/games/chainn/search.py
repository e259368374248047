"""Search for a shortest solution of Chainn: depth-first with a limit that the caller raises.

During a sequence the card in hand is stored on the empty space, so putting it under another card swaps two
cells, and a layout is always sixteen cards of four bits each in one word.

The bound is admissible: a suit needs at least as many placements as it has cards outside its largest
possible body of four cells, and a move places one card.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from parlour.games.chainn.code import STEP, origin_of, step_move, target_of
from parlour.games.chainn.rules import is_connected
from parlour.kernel.primitives import below, lowest, shr, wrap
from parlour.kernel.protocol import R

DEEPEST = 64  # no line is longer
LARGE = 1 << 30
BETWEEN = -1  # the empty space of a node between sequences

# The columns of a node: the layout; the cells of each suit, sixteen bits each, without the card in hand;
# the empty space; the place of the card in hand; sequences begun; moves still to be tried (the cells
# that a card in hand reaches, or the next start of a sequence); the move that led here.
COLUMNS = 7
LAYOUT, SUITS, EMPTY, PLACE, BEGUN, UNTRIED, MOVE = 0, 1, 2, 3, 4, 5, 6

# What `search` returns where it finds no line.
TOO_SHORT, NO_LINE, OUT_OF_NODES = -1, -2, -3


def _needs() -> Any:
    """For each set of three or four cells the number of placements that a suit on them still needs.

    A card in hand is one of them. Two bits each, 32 to a word: an array of shape (2048,).
    """
    fours = [sum(1 << cell for cell in four) for four in combinations(range(16), 4)]
    bodies = [four for four in fours if is_connected(four)]
    words = [0] * 2048
    for mask in fours + [sum(1 << cell for cell in three) for three in combinations(range(16), 3)]:
        need = 4 - max((mask & body).bit_count() for body in bodies)
        words[mask >> 5] |= need << 2 * (mask & 31)
    return np.array([wrap(word) for word in words])


NEEDS = _needs()


def search(node: Any, barred: Any, nodes: Any, most_moves: int, most_sequences: int) -> int:
    """Look for a line from ``node[0]`` to a won layout within these numbers of moves and sequences.

    `node` has shape (DEEPEST + 1, COLUMNS); `barred`, of shape (n, COLUMNS), has positions of the current
    sequence that must not recur; ``nodes[0]`` is counted down. Returns the length of the line, whose moves
    are in column MOVE from row 1 on; otherwise TOO_SHORT if a longer line may exist, NO_LINE if none
    does, or OUT_OF_NODES.
    """
    cut = False
    depth = 0
    enter(node, 0, most_moves)
    while depth >= 0:
        move = next_move(node, depth)
        if move < 0:
            depth -= 1
            continue
        if nodes[0] == 0:
            return OUT_OF_NODES
        nodes[0] -= 1
        advance(node, depth, move)
        left = most_moves - depth - 1
        needed = need(node[depth + 1, SUITS])
        if node[depth + 1, EMPTY] == BETWEEN:
            if needed == 0:
                return depth + 1
            if node[depth + 1, BEGUN] == most_sequences:
                continue
            needed = max(needed, 2)
        if needed > left:
            cut = True
        elif not (is_repeated(node, depth) or is_barred(barred, node, depth)):
            depth += 1
            enter(node, depth, left)
    return TOO_SHORT if cut else NO_LINE


def best_sequence(node: Any, line: Any, most_moves: int, rng: Any) -> int:
    """Find the sequence from ``node[0]`` whose end leaves the suits in least need of placements.

    Sequences have at most `most_moves` moves. Of equally good ones the shortest is chosen, then a random
    one. `line`, of length DEEPEST, receives its moves. Returns their number, 0 if no sequence ends in time.
    """
    least, shortest, ties = LARGE, LARGE, 0
    depth = 0
    enter(node, 0, most_moves)
    while depth >= 0:
        move = next_move(node, depth)
        if move < 0:
            depth -= 1
            continue
        advance(node, depth, move)
        depth += 1
        if node[depth, EMPTY] != BETWEEN:
            if depth < most_moves and not is_repeated(node, depth - 1):
                enter(node, depth, most_moves - depth)
            else:
                depth -= 1
            continue
        needed = need(node[depth, SUITS])
        if needed < least or (needed == least and depth < shortest):
            least, shortest, ties = needed, depth, 0
        if needed == least and depth == shortest:
            ties += 1
            if below(rng, ties) == 0:
                for k in range(depth):
                    line[k] = node[k + 1, MOVE]
        depth -= 1
    return shortest if ties > 0 else 0


def is_repeated(node: Any, depth: int) -> bool:
    """Whether the node after `depth` occurred before on the path, as in no shortest line."""
    earlier = depth
    while earlier >= 0 and not is_same(node[earlier], node[depth + 1]):
        earlier -= 1
    return earlier >= 0


def is_barred(barred: Any, node: Any, depth: int) -> bool:
    """Whether the node after `depth` is barred."""
    if node[depth + 1, BEGUN] != node[0, BEGUN]:
        return False
    k = len(barred) - 1
    while k >= 0 and not is_same(barred[k], node[depth + 1]):
        k -= 1
    return k >= 0


def is_same(a: Any, b: Any) -> bool:
    """Whether two nodes are the same position."""
    equal: bool = a[LAYOUT] == b[LAYOUT] and a[EMPTY] == b[EMPTY] and a[PLACE] == b[PLACE]
    return equal


def enter(node: Any, depth: int, left: int) -> None:
    """List the moves to try at a node with `left` moves to go."""
    empty = node[depth, EMPTY]
    if empty == BETWEEN:
        node[depth, UNTRIED] = 0
        return
    layout, place = node[depth, LAYOUT], node[depth, PLACE]
    cells = R.REACH[card(layout, place) // 4 + 1, place]
    if left == 1 or card(layout, empty) >= R.KINGS:
        cells &= 1 << empty
    node[depth, UNTRIED] = cells


def next_move(node: Any, depth: int) -> int:
    """Remove and return the next move to try at a node; -1 if there is none."""
    untried = node[depth, UNTRIED]
    if node[depth, EMPTY] != BETWEEN:
        node[depth, UNTRIED] = untried & (untried - 1)
        return step_move(lowest(untried)) if untried else -1
    layout = node[depth, LAYOUT]
    while untried < STEP and (
        card(layout, origin_of(untried)) >= R.KINGS or origin_of(untried) == target_of(untried)
    ):
        untried += 1
    node[depth, UNTRIED] = untried + 1
    return untried if untried < STEP else -1


def advance(node: Any, depth: int, move: int) -> None:
    """Make the node after `move`, one row further."""
    layout, suits, empty = node[depth, LAYOUT], node[depth, SUITS], node[depth, EMPTY]
    begun = node[depth, BEGUN]
    to = target_of(move)
    place = to
    if empty == BETWEEN:
        empty = origin_of(move)
        begun += 1
        suits ^= bit(card(layout, empty), empty)
    suits ^= bit(card(layout, empty), to)
    if to == empty:
        empty = BETWEEN
        place = 0
    else:
        suits ^= bit(card(layout, to), to)
        layout = exchange(layout, empty, to)
    node[depth + 1, LAYOUT] = layout
    node[depth + 1, SUITS] = suits
    node[depth + 1, EMPTY] = empty
    node[depth + 1, PLACE] = place
    node[depth + 1, BEGUN] = begun
    node[depth + 1, MOVE] = move


def card(layout: int, cell: int) -> int:
    """The card on a cell of a layout."""
    return shr(layout, 4 * cell) & 15


def exchange(layout: int, a: int, b: int) -> int:
    """The layout with the cards of two cells exchanged."""
    both = card(layout, a) ^ card(layout, b)
    return layout ^ wrap(both << 4 * a) ^ wrap(both << 4 * b)


def bit(of: int, cell: int) -> int:
    """The bit in column SUITS for the card `of` on `cell`."""
    return wrap(1 << 16 * (of % 4) + cell)


def need(suits: int) -> int:
    """A lower bound on the placements until every suit is connected."""
    total = 0
    for suit in range(4):
        mask = shr(suits, 16 * suit) & 0xFFFF
        total += shr(NEEDS[mask >> 5], 2 * (mask & 31)) & 3
    return total
