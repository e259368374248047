"""What an admiral believes of the other's sea, in either form: random walks that go on from turn to turn.

The functions are those of `random_walk`; what they work on is laid out here.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from parlour.games.naval_qi.inference.consistency import CHOICES, WAYS
from parlour.games.naval_qi.items import DEPLOYING, SECONDARY
from parlour.kernel.layout import Record, new_compiled, new_plain, to_compiled
from parlour.kernel.primitives import copy
from parlour.kernel.workspace import whole_numbers
from parlour.table.game import Game
from parlour.table.game_instance import instance, is_made

WALK = "parlour.games.naval_qi.inference.random_walk"
KEPT = 4  # walks that are kept from turn to turn, each at another sea
LOST, FEW = (
    8,
    4,
)  # contradictions with which a walk is given up: so many, and one for so much that was heard
STEPS_A_SEA = 10  # of the secondary engagement a sea is drawn for so many steps
FIRST = 6  # a new walk takes so many times the steps of one that goes on


class SeaModel:
    """The walks of one admiral, who draws their chances from `rng`."""

    def __init__(self, game: Game, rng: random.Random, *, compiled: bool = True) -> None:
        self.game, self.compiled, self._rng = game, compiled, rng
        self.algorithm: Any = instance(game, compiled).algorithm(WALK)
        self._rules: Any = game.plain.rules
        # By number: the contradictions that a walk left, its plan, the other's own choices.
        self._walks: dict[int, tuple[int, list[int], list[int]]] = {}

    def is_made(self) -> bool:
        """Whether the machine code of the walks is at hand."""
        record, tally = self._copy(new_plain(self._rules.STATE)), self._new_tally()
        return is_made(self.algorithm.walk_seas, record, 0, self._word(0), 1, 1, tally) and is_made(
            self.algorithm.sample_returns, record, 0, self._word(0), 1, tally
        )

    def compile(self) -> None:
        """Go on compiled; the walks are kept in a form that both understand."""
        self.algorithm, self.compiled = self.game.compiled.algorithm(WALK), True

    def stop(self) -> None:
        """It is never long."""

    def compile_walks(self) -> None:
        """Have compiled what the first moves of a game do not need: they deploy."""
        state = self.game.start()
        record, tally = self._copy(state.record), self._new_tally()
        record.stage = DEPLOYING
        self.algorithm.walk_seas(record, 0, self._word(1), 1, 0, tally)
        self.algorithm.sample_returns(record, 0, self._word(1), 0, tally)

    def walk(self, known: Record, seat: int, number: int, steps: int) -> tuple[int, Any]:
        """One walk: the contradictions left, and the mean sea."""
        _, left, tally = self.lay(known, seat, number, steps)
        counts = np.asarray(tally, np.int64)
        return left, counts[:-1] / max(1, int(counts[-1]))

    def lay(self, known: Record, seat: int, number: int, steps: int) -> tuple[Record, int, Any]:
        """The last sea of a walk, which goes on from where it ended, its contradictions, and the counts.

        `known` is what the `seat` knows. In the secondary phase what the primary phase left is a guess that
        is kept as long as nothing that is heard makes it worse; on its Land ships are put back as all volleys
        allow.
        """
        record = self._copy(known)
        record.stage = DEPLOYING
        left, tally = self._roam(record, known, seat, number, steps)
        if known.stage == SECONDARY:
            tally[:] = whole_numbers([0] * len(tally), self.compiled)
            times = steps // STEPS_A_SEA // KEPT + 1
            word = self._word(self._rng.getrandbits(62))
            self.algorithm.sample_returns(record, 1 - seat, word, times, tally)
        return record, left, tally

    def _roam(
        self, record: Record, known: Record, seat: int, number: int, steps: int
    ) -> tuple[int, Any]:
        """Walk on from the plan that is kept, if any, and keep where it ends.

        In the secondary phase use the stored map alone, if that is good enough.
        """
        enemy, draft = 1 - seat, int(self._rules.DRAFT)
        row, own = slice(enemy * draft, (enemy + 1) * draft), slice(CHOICES, CHOICES + WAYS)
        each = steps // KEPT + 1
        kept = self._walks.get(number)
        if kept is None:
            each *= FIRST
        else:
            before, record.draft[row], record.work[own] = kept
        word, tally = self._word(self._rng.getrandbits(62)), self._new_tally()
        if known.stage == SECONDARY and kept is not None:
            left = int(self.algorithm.walk_seas(record, enemy, word, 1, 1, tally))
            if left <= before:
                return left, tally
        left = int(self.algorithm.walk_seas(record, enemy, word, 1, each, tally))
        self._walks[number] = left, _numbers(record.draft[row]), _numbers(record.work[own])
        if left > LOST + known.logged // FEW:  # the next one begins anew
            del self._walks[number]
        return left, tally

    def _copy(self, known: Record) -> Record:
        """A copy of a plain record, in this model's form."""
        state = self._rules.STATE
        if self.compiled:
            twin = new_compiled(state).view(np.recarray)
            to_compiled(known, state, twin)
            return twin[0]
        record = new_plain(state)
        copy(record, known)
        return record

    def _new_tally(self) -> Any:
        count = int(self.algorithm.LAYERS) * int(self._rules.CELLS) + 1
        return whole_numbers([0] * count, self.compiled)

    def _word(self, value: int) -> Any:
        return whole_numbers([value], self.compiled)


def _numbers(row: Any) -> list[int]:
    """The numbers of a row of either form."""
    return [int(number) for number in row]
