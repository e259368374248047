"""How near the hand-written evaluation comes to a learnt one: what lazy evaluation goes by.

In alpha-beta most positions are so good or so bad that an estimate settles them. The hand-written
evaluation, rescaled, is one; the training positions show its error.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.learn.fit import Data
from parlour.search.evaluation.network_compiled import FULL, ONE, UNIT_BITS
from parlour.search.evaluation.ntuple_compiled import FINE, HAND_FINE
from parlour.search.evaluation.ntuple_model import Model

Ints = npt.NDArray[np.integer[Any]]

SAMPLE = 100_000  # positions that are looked at, at most
BEYOND = 0.02  # of the positions, the value is further below the estimate, and of as many above


def rough(rules: Any, model: Model, data: Data) -> Ints:
    """`Model.rough` for a model, by positions; no laziness where the hand-written evaluation says nothing."""
    kept = np.arange(0, len(data.codes), -(-len(data.codes) // SAMPLE))
    hand, value = data.hand[kept], values(rules, model, data, kept).astype(np.float64)
    slope = float((hand * value).sum()) / max(float((hand * hand).sum()), 1.0)
    weight = round(slope * (1 << HAND_FINE))
    if weight == 0:
        return np.zeros(3, np.int64)
    error = value - weight * hand / (1 << HAND_FINE)
    least, most = np.quantile(error, [BEYOND, 1 - BEYOND])
    return np.array([weight, round(least), round(most)], np.int64)


def values(rules: Any, model: Model, data: Data, kept: Ints) -> Ints:
    """What the model says of the positions of these numbers, as `pattern_tables.table_value` has it."""
    codes, seat = data.codes[kept], data.seat[kept]
    apart = 0 if rules.SEATS_ALIKE else model.weights.size // 2
    at = model.base.astype(np.int64) + apart * seat[:, None]
    for cell in range(rules.CODED_CELLS):
        mine = slice(model.first[cell], model.first[cell + 1])
        at[:, model.pattern[mine]] += model.steps[mine, codes[:, cell]].T
    pair = np.stack([model.weights[at + k].sum(axis=1, dtype=np.int64) for k in range(2)])
    pair += (data.counts[kept].astype(np.int64) @ model.count_weights.reshape(-1, 2)).T
    phase = model.phase[np.count_nonzero(codes, axis=1)].astype(np.int64)
    fine = pair[0] * phase + pair[1] * (FULL - phase) + network_values(model, codes, seat, phase)
    hand = (model.hand * data.hand[kept].astype(np.int64)) >> HAND_FINE
    found: Ints = fine * model.grain // (FULL << FINE) + hand
    return found


def network_values(model: Model, codes: Ints, seat: Ints, phase: Ints) -> Ints:
    """What the network's units say, as `network.network_value` has it."""
    sums = model.unit_bias[seat].astype(np.int64)
    for cell in range(len(model.unit_weights)):
        sums += model.unit_weights[cell, codes[:, cell]]
    out = np.clip(sums, 0, ONE) @ model.unit_out.astype(np.int64).T
    found: Ints = (out[:, 0] * phase + out[:, 1] * (FULL - phase)) >> UNIT_BITS
    return found
