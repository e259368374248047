"""Random playouts and perft of a position: how games end by chance, and how many lines there are."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE
from parlour.search.interrupting import interruptible
from parlour.search.room import REACH, put, work_record
from parlour.table.game import Game
from parlour.table.state import State

Progress = Callable[[float], None]  # told from time to time which part of the work is done, 0 to 1

SLICE_SECONDS = 0.05  # compiled code runs about so long before Python has a look at the clock


@dataclass(frozen=True)
class Playouts:
    """What random games came to: how many, each seat's mean score, all plies, seconds they took."""

    count: int
    scores: tuple[float, ...]
    plies: int
    seconds: float

    @property
    def rate(self) -> float:
        """Playouts a second."""
        return self.count / self.seconds


def playouts(
    start: Game | State,
    count: int,
    seed: int = 0,
    *,
    progress: Progress | None = None,
    compiled: bool = True,
) -> Playouts:
    """Play `count` games at random from a game's start, or from a state.

    Every legal move is as likely as another; chance has its own probabilities. A game that reaches its
    move limit is drawn; repetition is not looked at. Raises ValueError for a `count` below 1.
    """
    if count < 1:
        raise ValueError("at least one game must be played")
    state = start.start() if isinstance(start, Game) else start
    algorithm = instance(state.game, compiled).algorithm("parlour.search.playout")
    w = playout_room(state, compiled)
    w.rng[0] = seed
    algorithm.many(w, 0)  # compiles it
    seconds = run_in_slices(lambda n: algorithm.many(w, n), count, progress)
    return Playouts(count, tuple(float(total) / count for total in w.scores), int(w.plies), seconds)


def playout_room(state: State, compiled: bool) -> Any:
    """The work record of `playout.many`, set to begin at `state`."""
    rules = state.game.plain.rules
    word = np.int64
    layout = [
        *((name, word) for name in ("plies", "limited", "together")),
        ("states", rules.STATE, (2,)),
        ("moves", word, (rules.MAX_MOVES,)),
        ("rng", word, (1,)),
        ("left", word, (2, rules.SEATS)),
        ("scores", np.float64, (rules.SEATS,)),
    ]
    w = work_record(layout, compiled)
    put(w.states, 0, state.record, rules.STATE.names)
    left = moves_left(state)
    for seat, n in enumerate(left):
        w.left[0][seat] = n
    w.limited = REACH if min(left) < rules.LONGEST else 0
    w.together = int(not state.game.spec.alternating)
    return w


def moves_left(state: State) -> list[int]:
    """The moves that each seat has left before the move limit, REACH where there is none.

    Where seats do not simply alternate, each entry has what is left for all together.
    """
    limit, seats = state.game.move_limit, state.game.seats
    if limit == 0:
        return [REACH] * seats
    if not state.game.spec.alternating:
        return [limit * seats - sum(state.counted)] * seats
    return [limit - made for made in state.counted]


def run_in_slices(run: Callable[[int], Any], count: int, progress: Progress | None) -> float:
    """Call `run` with numbers that add up to `count`, each taking a blink of time: seconds in all."""
    begun = time.perf_counter()
    done, size = 0, 1
    while done < count:
        size = min(size, count - done)
        before = time.perf_counter()
        run(size)
        done += size
        if progress is not None:
            progress(done / count)
        if time.perf_counter() - before < SLICE_SECONDS:
            size *= 2
    return max(time.perf_counter() - begun, 1e-9)


def instance(game: Game, compiled: bool) -> Any:
    """The compiled or the plain instance of the game's rules."""
    return game.compiled if compiled else game.plain


def refuse_hidden(game: Game, search: str, face_up: bool = False) -> None:
    """Raise BadPlayer where a search would look at what its seat may not know, unless all lies `face_up`."""
    if game.spec.hidden and not face_up:
        raise BadPlayer(
            f"{search} would see what is hidden in {game.name}; there are ismcts and determinized"
        )


def perft(state: State, depth: int, *, compiled: bool = True) -> int:
    """How many lines of exactly `depth` plies there are from `state`.

    Each listed outcome of a chance event is a ply. As elsewhere in perft, lines are those of the bare
    rules: repetition and the move limit end none. Raises ValueError for a depth below 0, and where
    chance has outcomes that cannot be listed.
    """
    if depth == 0:
        return 1
    return sum(divide(state, depth, compiled=compiled).values())


def divide(
    state: State, depth: int, *, progress: Progress | None = None, compiled: bool = True
) -> dict[str, int]:
    """The lines that `perft` counts, by their first move's text, in order of text.

    Raises ValueError for a depth below 1, and where chance has outcomes that cannot be listed.
    """
    if depth < 1:
        raise ValueError("a line has one ply at least; expected a depth from 1")
    algorithm = instance(state.game, compiled).algorithm("parlour.search.leaves")
    w = _perft_room(state, depth, compiled)
    n = 0 if state.turn is None else int(algorithm.listed(w))
    if state.turn == CHANCE and n == 0:
        raise ValueError("the outcomes of chance cannot be listed")
    found: dict[str, int] = {}
    for i in range(n):
        text = state.game.notation.move_text(state.record, int(w.moves[0][i]))
        found[text] = 1 if depth == 1 else _below(algorithm, w, i, depth, compiled)
        if w.unlisted:
            raise ValueError("the outcomes of a chance event to come cannot be listed")
        if progress is not None:
            progress((i + 1) / n)
    return dict(sorted(found.items()))


def _below(algorithm: Any, w: Any, i: int, depth: int, compiled: bool) -> int:
    """The lines below the root's move number `i`; Ctrl-C ends it at once."""

    def count() -> int:
        return int(algorithm.below_move(w, i, depth))

    def stop() -> None:
        w.stop = 1

    return interruptible(count, stop) if compiled else count()


def _perft_room(state: State, depth: int, compiled: bool) -> Any:
    rules = state.game.plain.rules
    width = max(rules.MAX_MOVES, rules.MAX_OUTCOMES)
    # The depth is rounded up: each size of room is another type, and compiled anew.
    plies = max(16, 1 << (depth - 1).bit_length())
    layout = [
        ("unlisted", np.int64),
        ("stop", np.int64),
        ("states", rules.STATE, (plies,)),
        ("moves", np.int64, (plies, width)),
        ("weights", np.int64, (rules.MAX_OUTCOMES,)),
    ]
    w = work_record(layout, compiled)
    put(w.states, 0, state.record, rules.STATE.names)
    return w
