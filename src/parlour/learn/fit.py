"""Fitting an evaluation to games: logistic regression, one position at a time.

Each position is to be valued so that the logistic function of the value says what its seat may expect,
a mixture of the game's result and of what its search expected. (J. Duchi, E. Hazan, Y. Singer, "Adaptive
Subgradient Methods", 2011.) The order is drawn by a seed, so that the same data give the same weights.
Tables are learnt by AdaGrad; a network's units, if there are any, beside them by Adam.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.learn.patterns import Patterns, fold_singles, symmetries
from parlour.learn.playing import Rows
from parlour.learn.selfplay import WHOLE
from parlour.search.evaluation.network_compiled import FULL, ONE
from parlour.search.evaluation.ntuple_compiled import FINE, HAND_FINE
from parlour.search.evaluation.ntuple_model import Model, code_count

Floats = npt.NDArray[np.float64]

RATES = (
    0.2,
    0.05,
    0.02,
)  # of the first pass, tried in turn: the more of chance in results, the slower
FADING = 0.7  # of each pass to the one before
LIFT = 8.0  # how much faster single cells and counts are learnt than patterns, which refine them
DAMPING = 10.0  # what AdaGrad's sums of squares begin with: rare entries are learnt slowly
HELD_OUT = 0.05  # of the positions, to see what a fit is worth
COUNT_SIZE = 0.25  # counts are made so much smaller, to be of the size of other features
WORD = 32767  # the largest word of 16 bits
PHASE_TAIL = (
    0.02  # of the positions have fewer pieces than the emptiest phase, or more than the fullest
)


@dataclass(frozen=True)
class Data:
    """Positions to learn from, by row: codes, counts, seat, the hand's value, the search's, the result."""

    codes: npt.NDArray[np.int16]
    counts: npt.NDArray[np.int16]
    seat: npt.NDArray[np.int64]
    hand: Floats
    value: Floats
    result: Floats  # 0 to 1

    @classmethod
    def of(cls, rules: Any, rows: Rows) -> Data:
        """The data of the rows of `playing.Arena.positions`, each position once."""
        cells, width = rules.CODED_CELLS, rules.CODED_CELLS + rules.EXTRAS
        seen = rows[:, : width + 1].astype(np.int16)
        _, kept = np.unique(
            seen.view(f"V{seen.itemsize * seen.shape[1]}").ravel(), return_index=True
        )
        rows = rows[np.sort(kept)]
        return cls(
            rows[:, :cells].astype(np.int16),
            rows[:, cells:width].astype(np.int16),
            rows[:, width].copy(),
            rows[:, width + 1].astype(np.float64),
            rows[:, width + 2].astype(np.float64),
            (rows[:, width + 3] / WHOLE + 1) / 2,
        )

    @classmethod
    def joined(cls, parts: Sequence[Data]) -> Data:
        """All positions of `parts`."""
        names = ("codes", "counts", "seat", "hand", "value", "result")
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    @property
    def scale(self) -> float:
        """How many units of the search's values make the odds e times as good."""
        return scale_of(self.value, self.result)


@dataclass(frozen=True)
class Fitted:
    """A model, and how well it and the searches that it learnt from foretell results held out.

    The errors are mean squares, of results from 0 to 1; `rate` is the one of RATES that was best.
    """

    model: Model
    error: float
    search_error: float
    rate: float


def logistic(x: Any) -> Any:
    """The logistic function: the probability with log-odds `x`."""
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def scale_of(values: Floats, results: Floats) -> float:
    """How many units of value make the odds e times as good: a logistic fit without a constant."""
    from scipy.optimize import minimize_scalar  # slow to import

    def loss(log_scale: float) -> float:
        p = np.clip(logistic(values / np.exp(log_scale)), 1e-9, 1 - 1e-9)
        return float(-(results * np.log(p) + (1 - results) * np.log(1 - p)).mean())

    return float(np.exp(minimize_scalar(loss, bounds=(0, 12), method="bounded").x))


def fit(
    rules: Any,
    made: Patterns,
    parts: Sequence[Data],
    *,
    trust: float,
    scale: float,
    use_hand: bool,
    passes: int,
    seed: int,
    units: int = 0,
) -> Fitted:
    """A model fitted to the data of several sources, each with search values on a scale of its own.

    `trust` is the weight of results beside what searches expected; `scale` says how many units of the
    model's values are to make the odds e times as good. `units` are the hidden units of a network beside
    the tables.
    """
    from parlour.learn.descent import Examples, descend, values_of  # imports Numba

    data = Data.joined(parts)
    searched = np.concatenate([logistic(part.value / part.scale) for part in parts])
    phase = phases(data.codes)
    x = Examples(
        data.codes,
        data.counts.astype(np.float64) * COUNT_SIZE,
        data.seat,
        data.hand / scale * float(use_hand),
        phase[np.count_nonzero(data.codes, axis=1)] / FULL,
        trust * data.result + (1 - trust) * searched,
    )
    where = indices(rules, made)
    test = held_out(parts)
    train = np.flatnonzero(~np.isin(np.arange(len(data.codes)), test))
    least = np.inf
    for tried in RATES:
        rng = np.random.default_rng(seed)
        found, sums = np.zeros((where.bias + 2, 2)), np.full((where.bias + 2, 2), DAMPING)
        by_hand = np.array([float(use_hand), DAMPING])
        learner = new_learner(rules, units, seed)
        for number in range(passes):
            pace = tried * FADING**number
            order = rng.permutation(train)
            descend(x, order, where, found, sums, by_hand, learner, pace, LIFT, number)
        said = np.zeros(len(test))
        values_of(x, test, where, found, by_hand, learner, said)
        loss = float(((logistic(said) - x.target[test]) ** 2).mean())
        if loss < least:
            least, rate, weights, hand, values = loss, tried, found, by_hand, said
            network = learner.units
    return Fitted(
        exported(rules, made, where, weights, float(hand[0]), phase, scale, network),
        float(((logistic(values) - data.result[test]) ** 2).mean()),
        float(((searched[test] - data.result[test]) ** 2).mean()),
        rate,
    )


def held_out(parts: Sequence[Data]) -> npt.NDArray[np.int64]:
    """The last positions of each part: whole games, of which no other positions are learnt from."""
    ends = np.cumsum([len(part.codes) for part in parts])
    return np.concatenate(
        [
            np.arange(end - max(int(len(part.codes) * HELD_OUT), 1), end)
            for part, end in zip(parts, ends, strict=True)
        ]
    )


def phases(codes: npt.NDArray[np.int16]) -> Any:
    """The fullness of a board by its number of pieces, from 0 to FULL, as these positions spread."""
    low, high = np.quantile(np.count_nonzero(codes, axis=1), [PHASE_TAIL, 1 - PHASE_TAIL])
    count = np.arange(codes.shape[1] + 1)
    part = np.clip((count - low) / max(high - low, 1.0), 0, 1)
    return np.rint(part * FULL).astype(np.int64)


def indices(rules: Any, made: Patterns) -> Any:
    """Where the weights of all features lie."""
    from parlour.learn.descent import Indices

    seats = 1 if rules.SEATS_ALIKE else 2
    apart = made.entries * (seats - 1)
    cells = rules.CODED_CELLS * code_count(rules)
    count = (made.entries + cells) * seats
    patterns = (made.first, made.pattern, made.steps, made.base, made.tie, made.singles)
    single = made.entries * seats
    return Indices(*patterns, apart, single, cells * (seats - 1), count, count + rules.EXTRAS)


def new_learner(rules: Any, units: int, seed: int) -> Any:
    """Untrained hidden units, with the state of their optimizer."""
    from parlour.learn.descent import Learner
    from parlour.learn.units import new_units, nothing_like

    rng = np.random.default_rng(seed)
    new = new_units(rules.CODED_CELLS, code_count(rules), units, rng)
    images = np.array(symmetries(rules.CELL_PLACES, rules.CELL_SYMMETRY), np.int64)
    return Learner(new, nothing_like(new), nothing_like(new), nothing_like(new), images)


def exported(
    rules: Any,
    made: Patterns,
    where: Any,
    weights: Floats,
    hand: float,
    phase: Any,
    scale: float,
    units: Any,
) -> Model:
    """The model of these weights: ties undone, single cells and the bias folded into the tables.

    Where values are large, as those of hand-written evaluations that count in thousands, a weight is
    kept in coarser steps, so that none is cut off at 16 bits.
    """
    seats = 1 if rules.SEATS_ALIKE else 2
    cells = rules.CODED_CELLS * code_count(rules)
    tables = []
    for seat in range(seats):
        table = weights[seat * made.entries : (seat + 1) * made.entries][made.tie]
        single = where.single + seat * cells
        fold_singles(made, table, weights[single : single + cells])
        first = made.base[0]
        others = made.base[made.base > first]
        end = int(others.min()) if len(others) else made.entries
        biases = weights[where.bias :]
        bias = biases[seat] if seats == 2 else biases.mean(axis=0)
        table[first:end] += bias / np.count_nonzero(made.base == first)
        tables.append(table)
    tied = np.concatenate(tables)
    fine = scale * (1 << FINE)
    largest = max(float(np.abs(part).max(initial=0)) * fine for part in (tied, units.out))
    grain = max(ceil(largest / WORD), 1)
    fine /= grain
    shape = rules.CODED_CELLS, code_count(rules), units.out.shape[1]
    counts = weights[where.counts : where.counts + rules.EXTRAS] * COUNT_SIZE
    return Model(
        first=made.first.astype(np.int32),
        pattern=made.pattern.astype(np.int32),
        steps=(made.steps * 2).astype(np.int32),
        base=(made.base * 2).astype(np.int32),
        weights=in_words(tied * fine).ravel(),
        phase=phase.astype(np.int16),
        count_weights=np.rint(counts * fine).astype(np.int32).ravel(),
        hand=round(hand * (1 << HAND_FINE)),
        scale=scale,
        grain=grain,
        unit_weights=in_words(units.weights * ONE).reshape(shape),
        unit_bias=np.rint(units.bias * ONE).astype(np.int32),
        unit_out=in_words(units.out * fine),
    )


def blank(rules: Any, made: Patterns, units: int = 0) -> Model:
    """An untrained model of these patterns with `units` hidden units."""
    where = indices(rules, made)
    phase = np.zeros(rules.CODED_CELLS + 1, np.int64)
    network = new_learner(rules, units, 0).units
    return exported(rules, made, where, np.zeros((where.bias + 2, 2)), 0.0, phase, 1.0, network)


def in_words(values: Floats) -> npt.NDArray[np.int16]:
    """Rounded to 16 bits."""
    return np.clip(np.rint(values), -WORD, WORD).astype(np.int16)
