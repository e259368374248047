"""Thousands of games stepped at once, compiled: for learning and for statistics.

``games = vector("yavalath", n=4096)`` has for every game a row in NumPy arrays that are never copied:

* ``masks`` (n, actions), int8: 1 where an action is legal; actions are those of `parlour.adapters.actions`;
* ``turns`` (n,), int64: the seat to move;
* ``observations`` (n, layers, cells), int16, with ``observations=True``: what the seat to move sees, as
  `parlour.adapters.observations` describes it; ``names`` are the names of the layers;
* ``boards`` (n, cells), int64: codes of the pieces, where the rules declare a coded board;
* ``states`` (n,), the rules' own records, field by field, for everything else;
* ``moves`` (n, MAX_MOVES), int64, the codes of the ``counts`` (n,) legal moves;
* after a step: ``scores`` (n, seats), float64, and ``ended`` (n,), int8: 1 for a game that the step ended, 2
  for one cut off at `max_plies`, else 0. Such a game has already restarted.

Games end as at the table: by the rules, by repetition, by the move limit.
Hidden information is not hidden from whoever reads `states`; it is in `observations`.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.adapters.actions import Actions
from parlour.adapters.episode import resolve_game
from parlour.adapters.observations import Observations
from parlour.adapters.vector_arrays import VectorArrays
from parlour.adapters.vector_steps import GRACE
from parlour.errors import IllegalMove
from parlour.kernel.layout import MANY, new_compiled, new_plain, to_plain
from parlour.table.game import Game

MAX_PLIES = 1000  # after which a game is broken off, unless another number is given
NO_LIMIT = 1 << 40  # moves of a seat where there is no limit
WIDEST = 1 << 16  # legal moves; games that may have more cannot be stepped so


def vector(
    game: Game | str,
    n: int = 4096,
    threads: int = 1,
    *,
    learner: int | None = None,
    max_plies: int = MAX_PLIES,
    seed: int = 0,
    observations: bool = False,
    **options: Any,
) -> Vector:
    """`n` games of one kind, stepped by `threads` threads.

    With a `learner`, a seat, all other seats are played at random within a step. `max_plies` cuts a game
    off, at the learner's next turn if there is one. Raises ValueError for numbers below 1, a seat that there
    is not, a game with too many moves to be listed, or one whose observations are not compiled.
    """
    return Vector(resolve_game(game, options), n, threads, learner, max_plies, seed, observations)


class Vector:
    """The games; see the module's own text for what its arrays hold."""

    def __init__(
        self,
        game: Game,
        n: int,
        threads: int,
        learner: int | None,
        max_plies: int,
        seed: int,
        observations: bool,
    ) -> None:
        if min(n, threads, max_plies) < 1:
            raise ValueError("n, threads and max_plies are whole numbers from 1")
        if learner is not None and learner not in range(game.seats):
            raise ValueError(
                f"there is no seat {learner!r}: seats are 0 to {game.seats - 1}, or None"
            )
        rules = game.plain.rules
        if min(MANY, WIDEST) < rules.MAX_MOVES:
            raise ValueError(
                f"{game.id} may have {rules.MAX_MOVES} moves; at most {WIDEST} are listed"
            )
        seen = Observations(game)
        if observations and not (seen.cells and seen.is_compiled):
            raise ValueError(f"{game.id} declares no compiled observation (LAYERS and observe)")
        self.game, self.n, self.names = game, n, seen.names
        self._steps = game.compiled.algorithm("parlour.adapters.vector_steps")
        self._room = vector_arrays(
            game,
            n,
            -1 if learner is None else learner,
            max_plies,
            seen.shape if observations else None,
        )
        self._room.rng[:, 0] = np.random.default_rng(seed).integers(1 << 62, size=n)
        self._slices = [(int(a), int(b)) for a, b in _slices(n, threads)]
        self._pool = ThreadPoolExecutor(len(self._slices))
        self._actions = np.zeros(n, np.int64)
        self.masks, self.turns, self.boards = self._room.masks, self._room.turns, self._room.boards
        self.states, self.moves, self.counts = (
            self._room.states,
            self._room.moves,
            self._room.counts,
        )
        self.scores, self.ended = self._room.scores, self._room.ended
        self.observations = self._room.observations
        self.reset()

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return int(self.masks.shape[1])

    def reset(self) -> None:
        """Restart all games."""
        self._all(lambda a, b: self._steps.reset(self._room, a, b))

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for each game, in an array of shape (n,) that the next call overwrites."""
        self._all(lambda a, b: self._steps.choose(self._room, self._actions, a, b))
        return self._actions

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int8]]:
        """Play an action in each game; returns ``scores`` and ``ended``.

        Raises ValueError for an array of another shape, and IllegalMove where an action is not legal: in
        those games nothing was played, in the others the step is made.
        """
        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise ValueError(f"actions has shape {given.shape}; expected ({self.n},)")
        if given.dtype.kind not in "iu":
            raise IllegalMove(f"actions are whole numbers, not {given.dtype}")
        given = np.ascontiguousarray(given, np.int64)
        wrong = self._all(lambda a, b: self._steps.step(self._room, given, a, b))
        if any(wrong):
            raise IllegalMove(f"{sum(wrong)} of {self.n} actions are not legal: see masks")
        return self.scores, self.ended

    def text(self, number: int, action: int) -> str:
        """The text of a legal action in game `number`; raises IllegalMove."""
        if not (0 <= action < self.actions and self.masks[number, action]):
            raise IllegalMove(f"action {action} is not legal in game {number}: see masks")
        code = int(action)
        if not self.game.plain.rules.MOVE_CODES:
            at = np.flatnonzero(self._room.numbers[number, : self.counts[number]] == action)[0]
            code = int(self.moves[number, at])
        state = new_plain(self.game.plain.rules.STATE)
        to_plain(self.states[number : number + 1], self.game.plain.rules.STATE, state)
        return str(self.game.notation.move_text(state, code))

    def _all(self, work: Any) -> list[int]:
        """Run `work` on every slice of games side by side, the first in the thread that asks."""
        others = [self._pool.submit(work, *part) for part in self._slices[1:]]
        return [int(work(*self._slices[0]) or 0), *(int(w.result() or 0) for w in others)]


def vector_arrays(
    game: Game, n: int, learner: int, most: int, seen: tuple[int, ...] | None
) -> VectorArrays:
    """The arrays for `n` games; `seen` is the shape of an observation."""
    rules, spec, word = game.plain.rules, game.spec, np.int64
    together = not spec.alternating
    limit = min(game.move_limit or NO_LIMIT, NO_LIMIT) * (game.seats if together else 1)
    moves = np.zeros((n, rules.MAX_MOVES), word)
    return VectorArrays(
        states=new_compiled(rules.STATE, n),
        masks=np.zeros((n, Actions(game).n), np.int8),
        moves=moves,
        numbers=moves if rules.MOVE_CODES else np.zeros_like(moves),
        counts=np.zeros(n, word),
        turns=np.zeros(n, word),
        boards=np.zeros((n, rules.CODED_CELLS), word),
        extras=np.zeros((n, rules.EXTRAS), word),
        observations=np.zeros((n, *(seen or (0, 0))), np.int16),
        scores=np.zeros((n, game.seats)),
        ended=np.zeros(n, np.int8),
        plies=np.zeros(n, word),
        left=np.zeros((n, game.seats), word),
        keys=np.zeros((n, most + GRACE + 2 if game.endings.repeats else 0), word),
        stood=np.zeros(n, word),
        rng=np.zeros((n, 1), word),
        is_hidden=int(spec.hidden),
        learner=learner,
        most=most,
        limit=limit,
        together=int(together),
        rules_count=int(spec.rules_count_moves),
        limit_reason=_reason(rules, "move-limit"),
        repetitions=game.endings.repeats,
        repetition_reason=_reason(rules, spec.repetition_reason),
    )


def _reason(rules: Any, word: str) -> int:
    """The rules' number for a reason of an end, -1 if they have none."""
    return rules.REASONS.index(word) if word in rules.REASONS else -1


def _slices(n: int, threads: int) -> list[tuple[int, int]]:
    edges = np.linspace(0, n, min(n, threads) + 1).astype(int)
    return list(pairwise(edges))
