"""Solving Chainn: the fewest moves or the fewest sequences, proven; and plans that look less far."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType

import numpy as np
import numpy.typing as npt

from parlour.kernel.layout import CHANCE, OVER, Record, new_plain
from parlour.kernel.primitives import copy, wrap
from parlour.table import catalogue
from parlour.table.game import State

NODES = 100_000_000  # what a search may look at unless it is asked otherwise: some seconds
POSITIONS = 2_000  # how many are looked at to find that a sequence can only go round
BROAD = 6  # a planner looks at all sequences of so many moves at most
FARTHEST = 12  # how far a planner looks where nothing nearer ends the sequence under way
NEAR = 2  # moves ahead within which plain Python plans in less time than compiling takes

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ChainnSolution:
    """What `solve` found: a line of move texts to a won layout, or None.

    `moves` are the line's, `sequences` those completed in it, the one under way among them. `proven`:
    no line has fewer of what was counted; or, where there is no line, the game cannot be won any more.
    `nodes` is the number of positions examined.
    """

    line: tuple[str, ...] | None
    sequences: int
    moves: int
    proven: bool
    nodes: int

    def __str__(self) -> str:
        if self.line is None:
            return "cannot be won" if self.proven else "no line found; there may be one"
        counts = f"{_count_text(self.sequences, 'sequence')}, {_count_text(self.moves, 'move')}"
        return f"{counts} ({'proven' if self.proven else 'there may be fewer'})"


def _count_text(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def solve(state: State, count: str | None = None, nodes: int = NODES) -> ChainnSolution:
    """A line that wins with the fewest of `count`: ``sequences`` or ``moves`` (None: the game's own).

    Of lines with as few it is one with the fewest of the other. The game's `par_limit` and `move_limit`
    are kept, and no position of the sequence under way is repeated a second time. Examines
    at most `nodes` positions for each number of sequences. Raises ValueError before the deal, or for
    another `count`.
    """
    count = state.game.chosen["count"] if count is None else count  # type: ignore[assignment]
    if count not in ("sequences", "moves"):
        raise ValueError(f"count is {count!r}: expected sequences or moves")
    if state.turn == CHANCE:
        raise ValueError("the cards are still to be dealt")
    if state.outcome is not None:
        won = state.outcome.reason == "contiguous"
        return ChainnSolution(() if won else None, 0, 0, True, 0)
    if _goes_round(state):
        return ChainnSolution(None, 0, 0, True, 0)
    search = _Search(state, nodes)
    return search.fewest_moves() if count == "moves" else search.fewest_sequences()


class _Search:
    """One position to be solved, and how much may be looked at for each number of sequences."""

    def __init__(self, state: State, nodes: int, plain: bool = False) -> None:
        self.state, self.allowed, self.looked = state, nodes, 0
        self.algorithm = _algorithm(plain)
        columns, word = self.algorithm.COLUMNS, object if plain else np.int64
        self.node = np.zeros((self.algorithm.DEEPEST + 1, columns), word)
        self.node[0] = _row(state.record)
        self.barred = np.array(_barred(state), word).reshape(-1, columns)
        deepest = self.algorithm.DEEPEST
        moves = _remaining(state, "move_limit", state.record.moves)
        sequences = _remaining(state, "par_limit", state.record.sequences)
        self.limited = moves is not None and moves <= deepest
        self.most_moves = deepest if moves is None else min(moves, deepest)
        self.most_sequences = deepest if sequences is None else min(sequences, deepest)

    def fewest_moves(self) -> ChainnSolution:
        """The fewest moves; then the fewest sequences in which so few moves can do."""
        found = self.shortest(self.most_sequences)
        if found <= 0:
            return self.failure(found)
        solution = self.success(found)
        for sequences in range(1, solution.sequences):
            if self.look(found, sequences, self.budget()) > 0:
                return self.success(found)
        return solution

    def fewest_sequences(self) -> ChainnSolution:
        """The fewest sequences; then the fewest moves in that many."""
        solution, proven = self.fewest_moves(), True
        for sequences in range(1, solution.sequences):
            found = self.shortest(sequences)
            if found > 0:
                return replace(self.success(found), proven=proven)
            proven = proven and found != self.algorithm.OUT_OF_NODES
        return replace(solution, proven=proven and solution.proven, nodes=self.looked)

    def shortest(self, sequences: int) -> int:
        """The length of a shortest line in that many sequences, or the failure that `search` reports."""
        budget = self.budget()
        found: int = self.algorithm.TOO_SHORT
        moves = max(1, self.algorithm.need(self.node[0, self.algorithm.SUITS]))
        while found == self.algorithm.TOO_SHORT and moves <= self.most_moves:
            found = self.look(moves, sequences, budget)
            moves += 1
        return found

    def look(self, moves: int, sequences: int, budget: Ints) -> int:
        """Search once; the positions examined are charged to the budget."""
        before = int(budget[0])
        found = int(self.algorithm.search(self.node, self.barred, budget, moves, sequences))
        self.looked += before - int(budget[0])
        return found

    def budget(self) -> Ints:
        """A fresh allowance of nodes."""
        return np.array([self.allowed])

    def success(self, length: int) -> ChainnSolution:
        """The line that was found last."""
        codes = self.node[1 : length + 1, self.algorithm.MOVE].tolist()
        begun = int(self.node[length, self.algorithm.BEGUN])
        return ChainnSolution(_texts(self.state, codes), begun, length, True, self.looked)

    def failure(self, found: int) -> ChainnSolution:
        """No line: whether that is proven depends on what ended the search."""
        short = found == self.algorithm.TOO_SHORT and self.limited
        proven = short or found == self.algorithm.NO_LINE
        return ChainnSolution(None, 0, 0, proven, self.looked)


def plan(state: State, ahead: int, rng: random.Random) -> tuple[str, ...]:
    """The moves, to the end of one sequence or the limit, of a player that looks `ahead` moves ahead.

    Plays a line of `most` moves to a won layout (in one sequence, if sequences are counted);
    otherwise the sequence of at most that many that leaves the suits nearest to being together, chance
    choosing among equals.
    """
    search = _Search(state, NODES, plain=ahead <= NEAR)
    algorithm, node = search.algorithm, search.node
    most = 1 if state.game.chosen["count"] == "sequences" else search.most_sequences
    for moves in range(1, min(ahead, search.most_moves) + 1):
        found = search.look(moves, most, search.budget())
        if found > 0:
            return search.success(found).line or ()
    line = np.zeros(algorithm.DEEPEST, node.dtype)
    word = np.array([rng.getrandbits(63)], node.dtype)
    for moves in range(min(ahead, BROAD), FARTHEST + 1):
        found = algorithm.best_sequence(node, line, moves, word)
        if found > 0:
            return _texts(state, line[: min(found, search.most_moves)].tolist())
    return (rng.choice(state.moves()),)


# -- positions as the search has them --------------------------------------------------------------


@cache
def _algorithm(plain: bool) -> ModuleType:
    """The search; it is the same for all options, so it is bound to the standard game."""
    game = catalogue.game("chainn")
    return (game.plain if plain else game.compiled).algorithm("parlour.games.chainn.search")


def _remaining(state: State, option: str, used: int) -> int | None:
    """The remainder of a limit; None if there is none."""
    limit = int(state.game.chosen[option])
    return limit - used if limit else None


def _goes_round(state: State) -> bool:
    """Whether the sequence under way is seen to have no end: all that can come of it is known.

    Threes that chase each other from corner to corner are such a case.
    """
    rules = state.game.plain.rules
    waiting, seen = [state.record], {tuple(_row(state.record))}
    while waiting and len(seen) < POSITIONS:
        record = waiting.pop()
        out = [0] * rules.MAX_MOVES
        for code in out[: rules.legal_moves(record, out)]:
            after = new_plain(rules.STATE)
            copy(after, record)
            rules.play(after, code)
            if after.hand < 0 or record.hand < 0:
                return False
            if after.turn != OVER and tuple(_row(after)) not in seen:
                seen.add(tuple(_row(after)))
                waiting.append(after)
    return not waiting


def _row(record: Record) -> list[int]:
    """The position as a node of the search."""
    within = record.hand >= 0
    cards = list(record.cells)
    suits = sum(1 << 16 * (card % 4) + cell for cell, card in enumerate(cards) if card >= 0)
    if within:
        cards[record.empty] = record.hand
    layout = sum(card << 4 * cell for cell, card in enumerate(cards))
    place = record.place if within else 0
    return [wrap(layout), wrap(suits), record.empty, place, int(within), 0, 0]


def _barred(state: State) -> list[tuple[int, ...]]:
    """The positions of the sequence under way that have stood twice, as nodes."""
    stood: dict[tuple[int, ...], int] = {}
    past = state.copy()
    while past.record.hand >= 0:
        row = tuple(_row(past.record))
        stood[row] = stood.get(row, 0) + 1
        if not past.history:
            break
        past.undo()
    return [row for row, times in stood.items() if times >= 2]


def _texts(state: State, codes: list[int]) -> tuple[str, ...]:
    return tuple(state.game.notation.move_text(state.record, code) for code in codes)
