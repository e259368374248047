"""Estimate the rounds of TigerBridge hands from lengths and high blades.

The weights are a least-squares fit to double-dummy tables of random deals (see
benchmarks/tiger_bridge_weights.py). The estimate for two partners' hands is off by about one round.
Hands are boolean arrays of shape (…, 4, 13): territories R, M, L, F, ranks from the lowest.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from parlour.games.tiger_bridge import rules

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

CRESTS = 5
HIGH = 6  # Tiger to 8: the ranks that are counted one by one

WEIGHTS: dict[str, Sequence[float]] = {
    "pair none": (-3.98, 0.117, -0.219, -0.04, 0.1, 0.151, 0.506, 0.818, 1.244, 2.195),
    "hand none": (3.732, -0.007, -0.011, 0.227, 0.437, 0.871, 1.573, -0.161),
    "pair crests": (
        -9.344,
        1.222,
        -0.578,
        0.237,
        -0.334,
        0.166,
        -0.134,
        0.016,
        0.168,
        0.272,
        0.637,
        0.937,
        1.376,
        1.897,
        0.019,
        0.095,
        0.295,
        0.556,
        0.982,
        1.649,
    ),
    "hand crests": (
        3.43,
        0.222,
        0.01,
        -0.059,
        0.11,
        -0.171,
        0.011,
        0.097,
        0.367,
        0.532,
        0.9,
        1.329,
        -0.014,
        -0.015,
        0.102,
        0.304,
        0.615,
        1.086,
    ),
}


def as_blades(hands: Sequence[int]) -> Bools:
    """Sets of blades as an array of shape (hands, 4, 13)."""
    words = np.array(hands, np.int64)
    bits = words[:, None] >> np.arange(rules.BLADES) & 1
    return bits.astype(np.bool_).reshape(-1, 4, 13)


def pair_rounds(one: Bools, two: Bools) -> Floats:
    """The rounds that partners take with each choice of crests: shape (n, 5)."""
    return _all_crests(pair_features, "pair", one, two)


def hand_rounds(hand: Bools) -> Floats:
    """The same, as one partner would guess it from his own hand."""
    return _all_crests(hand_features, "hand", hand)


def _all_crests(features, kind: str, *hands: Bools) -> Floats:  # type: ignore[no-untyped-def]
    columns = []
    for crests in range(CRESTS):
        weights = np.array(WEIGHTS[f"{kind} {'crests' if crests else 'none'}"])
        columns.append(features(*hands, crests) @ weights)
    return np.stack(columns, axis=-1)


def hand_features(hand: Bools, crests: int) -> Floats:
    """The features of a single hand: shape (n, features)."""
    lengths = hand.sum(axis=2).astype(np.float64)
    high = hand[:, :, -HIGH:].astype(np.float64)
    if crests == 0:
        return np.concatenate(
            [np.ones((len(hand), 1)), high.sum(axis=1), lengths.max(axis=1)[:, None]], axis=1
        )
    trump, side = crests - 1, [t for t in range(4) if t != crests - 1]
    own = lengths[:, trump]
    others = lengths[:, side]
    short = np.maximum(3 - others, 0).sum(axis=1)
    columns = [np.ones(len(hand)), own, own**2, short, short * own, others.max(axis=1)]
    return np.concatenate(
        [np.stack(columns, axis=1), high[:, trump], high[:, side].sum(axis=1)], axis=1
    )


def pair_features(one: Bools, two: Bools, crests: int) -> Floats:
    """The features of two partners' hands: shape (n, features)."""
    a, b = one.sum(axis=2).astype(np.float64), two.sum(axis=2).astype(np.float64)
    both = a + b
    high = (one | two)[:, :, -HIGH:].astype(np.float64)
    if crests == 0:
        longest = np.maximum(a, b).max(axis=1)
        weak = _weak(high, both)
        columns = [np.ones(len(one)), longest, np.maximum(both - 7, 0).sum(axis=1), weak]
        return np.concatenate([np.stack(columns, axis=1), high.sum(axis=1)], axis=1)
    trump, side = crests - 1, [t for t in range(4) if t != crests - 1]
    t, few = both[:, trump], np.minimum(a[:, trump], b[:, trump])
    ruffs = np.minimum(np.maximum(3 - a[:, side], 0).sum(axis=1), a[:, trump])
    ruffs += np.minimum(np.maximum(3 - b[:, side], 0).sum(axis=1), b[:, trump])
    long = np.maximum(both[:, side] - 7, 0).sum(axis=1)
    double = np.abs(a[:, side] - b[:, side]).sum(axis=1)
    columns = [
        np.ones(len(one)),
        t,
        np.maximum(t - 8, 0),
        np.maximum(7 - t, 0),
        few,
        ruffs,
        long,
        double,
    ]
    return np.concatenate(
        [np.stack(columns, axis=1), high[:, trump], high[:, side].sum(axis=1)], axis=1
    )


def _weak(high: Floats, both: Floats) -> Floats:
    """The number of territories without Tiger or Bear, weighted by what others have of them."""
    open_ = (high[:, :, -2:].sum(axis=2) == 0) * (13 - both)
    found: Floats = open_.sum(axis=1)
    return found
