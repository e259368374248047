"""Evaluations that were learnt: the weights of `pattern_tables`, in files beside the games' rules.

A game's weights lie in ``ID.weights.npz`` in its folder (or beside the file of a game in one file). They
hold for the one choice of options that they were learnt with.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from parlour.errors import BadRules
from parlour.kernel.workspace import Layout
from parlour.search.evaluation.ntuple_compiled import EVEN, FRACTION, HAND_FINE, PAIR_BITS, PLUS
from parlour.table.game import Game

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import Rules
    from parlour.kernel.workspace import Words, WorkRecord

Ints = npt.NDArray[np.integer[Any]]
# What a damaged file may make zipfile, zlib, NumPy and JSON raise.
UNREADABLE = (
    *(OSError, ValueError, TypeError, LookupError, EOFError, RuntimeError, MemoryError),
    *(ArithmeticError, SyntaxError, BadZipFile, zlib.error),
)
ODDS_PLACES = 16  # places in `expectations` to odds that are e times as good
LARGEST = 1 << 24  # of the numbers that compiled code multiplies by
LATER = ("grain", "margin")  # numbers that older files lack
ARRAYS = ("first", "pattern", "steps", "base", "weights", "phase", "count_weights")
UNITS = ("unit_weights", "unit_bias", "unit_out")  # of the network, in the files of models with one


@dataclass(frozen=True)
class Model:
    """An evaluation by pattern tables, and a small network if there is one.

    Pattern number ``pattern[k]`` has the cell c for k from ``first[c]`` to ``first[c + 1]``, and a code on
    it adds ``steps[k, code]`` to its index, which is ``base[pattern]`` on an empty board. ``weights[index]``
    and the one after it are for a full and an empty board, in `grain` sixteenths of a unit; ``phase[n]`` is
    how full a board with n pieces is, of 64. ``count_weights`` are the same for the counts of `extras`.
    `hand` is the weight of the hand-written evaluation, in 256ths. `scale` is how many units make the odds
    e times as good. `margin` is what a ply may cost, in units: alpha-beta trusts a lead of as much a ply near
    its horizon; 0 where the rules file's `MARGIN` holds. `rough` says how near the hand-written evaluation
    comes: ``rough[0]`` 256ths of it and ``rough[1]`` to ``rough[2]`` units more are mostly the value; where
    all of these are outside the window the tables are not asked (lazy evaluation). If ``rough[0]`` is 0 they
    always are. `about` tells how the weights were made, as JSON.

    A code on a cell adds ``unit_weights[cell, code]`` to the sums of the network's hidden units, which are
    ``unit_bias[seat]`` on an empty board, in parts of `network.ONE`; ``unit_out`` has their weights for a
    full and an empty board. Without a network these have no units.
    """

    first: Ints
    pattern: Ints
    steps: Ints
    base: Ints
    weights: Ints
    phase: Ints
    count_weights: Ints
    hand: int
    scale: float
    about: str = "{}"
    grain: int = 1
    margin: int = 0
    rough: Ints = field(default_factory=lambda: np.zeros(3, np.int64))
    unit_weights: Ints = field(default_factory=lambda: np.zeros((0, 0, 0), np.int16))
    unit_bias: Ints = field(default_factory=lambda: np.zeros((2, 0), np.int32))
    unit_out: Ints = field(default_factory=lambda: np.zeros((2, 0), np.int16))

    @property
    def units(self) -> int:
        """How many hidden units the network has; 0 without one."""
        return int(self.unit_out.shape[-1])

    @property
    def lazy(self) -> bool:
        """Whether the tables are not always asked."""
        return bool(self.rough[0])

    @property
    def most(self) -> int:
        """How many patterns a cell is in at most; 1 where there are none."""
        return max(int(np.diff(self.first).max()), 1)

    @property
    def arrays(self) -> tuple[str, ...]:
        """The names of the arrays that decide values."""
        return (*ARRAYS, *(UNITS if self.units else ()))

    def takes_as_long_as(self, other: Model) -> bool:
        """Whether both take the same steps for a position: they differ in nothing but weights."""
        same = all(getattr(self, n).shape == getattr(other, n).shape for n in self.arrays)
        alike = self.lazy == other.lazy and bool(self.hand) == bool(other.hand)
        return self.units == other.units and same and alike

    @cached_property
    def digest(self) -> str:
        """A hash of all that decides values."""
        numbers = self.hand, self.scale, self.grain, self.margin, *map(int, self.rough)
        digest = hashlib.sha256(repr(numbers).encode())
        for name in self.arrays:
            array = np.ascontiguousarray(getattr(self, name), dtype=np.int64)
            digest.update(repr((name, array.shape)).encode() + array.tobytes())
        return digest.hexdigest()

    def save(self, path: Path) -> None:
        """Write the file; the same model gives the same bytes."""
        arrays = {name: getattr(self, name) for name in self.arrays}
        arrays |= {"hand": np.int64(self.hand), "scale": np.float64(self.scale)}
        arrays |= {"grain": np.int64(self.grain), "margin": np.int64(self.margin)}
        arrays |= {"rough": np.array(self.rough, np.int64)}
        arrays |= {"about": np.frombuffer(self.about.encode(), np.uint8)}
        np.savez_compressed(path, **arrays)

    @classmethod
    def load(cls, path: Path) -> Model:
        """Read a file; raises BadRules for one that cannot be read or is no model."""
        try:
            with np.load(path, allow_pickle=False) as data:
                names = (*ARRAYS, *(UNITS if UNITS[0] in data else ()))
                arrays: dict[str, Any] = {name: data[name] for name in names}
                about = data["about"].tobytes().decode()
                json.loads(about)["parameters"]
                later: dict[str, Any] = {name: int(data[name]) for name in LATER if name in data}
                later |= {"rough": data["rough"]} if "rough" in data else {}
                return cls(
                    **arrays,
                    hand=int(data["hand"]),
                    scale=float(data["scale"]),
                    about=about,
                    **later,
                )
        except UNREADABLE as trouble:
            raise BadRules(f"{path} is no file of weights: {trouble}") from None

    def check(self, rules: Rules) -> None:
        """Raise BadRules unless the model is one of this board: compiled code does not look again."""
        cells, last = rules.CODED_CELLS, len(self.pattern)
        plain = all(np.issubdtype(getattr(self, name).dtype, np.integer) for name in self.arrays)
        fits = (
            plain
            and self.first.shape == self.phase.shape == (cells + 1,)
            and self.steps.shape == (last, code_count(rules))
            and self.count_weights.shape == (2 * rules.EXTRAS,)
            and self.base.ndim == self.pattern.ndim == self.weights.ndim == 1
            and self.weights.dtype == np.int16
            and self.first[0] == 0
            and self.first[-1] == last
            and bool((np.diff(self.first) >= 0).all())
            and bool(((self.pattern >= 0) & (self.pattern < len(self.base))).all())
            and np.isfinite(self.scale)
            and self.scale > 0
            and 0 < self.grain <= LARGEST
            and 0 <= self.margin <= LARGEST
            and self._rough_fits()
            and (self.units == 0 or self._network_fits(cells, code_count(rules)))
        )
        if fits:
            fits = bool((self.base % 2 == 0).all() and (self.steps % 2 == 0).all())
        if fits:
            highest, lowest = self.base.astype(np.int64), self.base.astype(np.int64)
            np.add.at(highest, self.pattern, self.steps.max(axis=1))
            np.add.at(lowest, self.pattern, self.steps.min(axis=1))
            room = self.weights.size // (1 if rules.SEATS_ALIKE else 2)
            fits = bool(lowest.min() >= 0 and highest.max() + 1 < room)
        if not fits:
            raise BadRules("the weights were not made for this board: train them again")

    def _rough_fits(self) -> bool:
        """Whether laziness has three numbers of its size."""
        rough = np.asarray(self.rough)
        whole = rough.shape == (3,) and np.issubdtype(rough.dtype, np.integer)
        return whole and bool((np.abs(rough) <= LARGEST).all() and rough[1] <= rough[2])

    def _network_fits(self, cells: int, codes: int) -> bool:
        """Whether the network is one of this board."""
        return (
            self.unit_weights.shape == (cells, codes, self.units)
            and self.unit_bias.shape == self.unit_out.shape == (2, self.units)
            and self.unit_weights.dtype == self.unit_out.dtype == np.int16
            and self.unit_bias.dtype == np.int32
        )

    @property
    def story(self) -> dict[str, Any]:
        """What `about` tells."""
        about: dict[str, Any] = json.loads(self.about)
        return about


def weights_path(game: Game) -> Path:
    """Where a game's weights lie, whether there are any or not."""
    package = sys.modules[game.spec.package]
    assert package.__file__ is not None
    return Path(package.__file__).parent / f"{game.id}.weights.npz"


_shipped: dict[Path, Model | None] = {}
_checked: set[Path] = set()


def learnt_model(game: Game) -> Model | None:
    """The evaluation that was learnt for just these rules; None where there is none."""
    path = weights_path(game)
    if path not in _shipped:
        _shipped[path] = Model.load(path) if path.is_file() else None
    model = _shipped[path]
    if model is None or model.story["parameters"] != parameters_text(game):
        return None
    if path not in _checked:
        model.check(game.plain.rules)
        _checked.add(path)
    return model


def parameters_text(game: Game) -> str:
    """What tells a game's rules from those of its other options."""
    return repr(game.parameters)


def no_model(rules: Rules) -> Model:
    """A model that knows nothing but the hand-written evaluation: patterns of no weight."""
    cells, codes = rules.CODED_CELLS, code_count(rules)
    none = np.zeros(1, np.int64)
    return Model(
        first=np.zeros(cells + 1, np.int64),
        pattern=none,
        steps=np.zeros((1, codes), np.int64),
        base=none,
        weights=np.zeros(2, np.int16),
        phase=np.zeros(cells + 1, np.int64),
        count_weights=np.zeros(2 * rules.EXTRAS, np.int64),
        hand=1 << HAND_FINE,
        scale=1.0,
    )


def code_count(rules: Rules) -> int:
    """How many codes there are, 0 among them."""
    return int(1 + 2 * rules.PIECE_CODES + rules.OTHER_CODES)


def model_layout(rules: Rules, model: Model) -> Layout:
    """The fields of a work record in which `pattern_tables` evaluates by `model`."""
    word, cells, units = np.int64, rules.CODED_CELLS, max(model.units, 1)
    return [
        ("learnt", word),
        ("hand", word),
        ("rough", word, (3,)),
        ("grain", word),
        ("now", word, (cells,)),
        ("kept", word, (2, max(rules.KEPT_WORDS, 1))),
        ("changed", word, (2 * cells,)),
        ("codes", word, (2, cells)),
        ("filled", word, (2,)),
        ("at", np.int32, (2, len(model.base))),
        ("counts", word, (max(rules.EXTRAS, 1),)),
        ("patterns", word, (cells,)),
        ("pattern", np.int32, (cells, model.most)),
        ("steps", np.int32, (cells, code_count(rules), model.most)),
        ("pairs", np.int32, (model.weights.size // 2,)),
        ("phase", word, (cells + 1,)),
        ("count_weights", word, (max(model.count_weights.size, 1),)),
        ("steepness", word),
        ("expectations", word, (2 * EVEN + 1,)),
        ("unit_weights", np.int16, (max(model.unit_weights.size, 1),)),
        ("unit_sums", np.int32, (2, units)),
        ("unit_full", np.int16, (units,)),
        ("unit_empty", np.int16, (units,)),
    ]


def put_model(w: WorkRecord, rules: Rules, model: Model, most: int) -> None:
    """Let the searcher of the work record `w` evaluate by `model`, from the next position on.

    `most` is what a position that is as good as won is worth on the scale of results.
    """
    w.learnt, w.hand, w.grain = 1, model.hand, model.grain
    _fill(w.rough, model.rough)
    if model.margin:
        # Results are parts of a win there: no value rises faster by `expectation` than an even one's.
        unit = 1.0 if w.scale == 1 else most / (2 * model.scale)
        w.margin = round(model.margin * unit)
    w.steepness = round((ODDS_PLACES << FRACTION) / model.scale)
    leads = (np.arange(2 * EVEN + 1) - EVEN) / ODDS_PLACES
    _fill(w.expectations, np.rint(most * np.tanh(leads / 2)).astype(np.int64))
    pattern, steps = by_cell(model)
    _fill(w.patterns, np.diff(model.first))
    _fill(w.pattern, pattern)
    _fill(w.steps, steps)
    for name in ("phase", "count_weights"):
        _fill(getattr(w, name), getattr(model, name))
    _fill(w.pairs, paired(model.weights))
    apart = 0 if rules.SEATS_ALIKE else model.weights.size // 2
    for seat in range(2):
        w.filled[seat] = 0
        _fill(w.kept[seat], np.zeros(rules.KEPT_WORDS, np.int64))
        _fill(w.codes[seat], np.zeros(rules.CODED_CELLS, np.int64))
        _fill(w.at[seat], (model.base + seat * apart) // 2)
        _fill(w.unit_sums[seat], model.unit_bias[seat])
    _fill(w.unit_weights, model.unit_weights.ravel())
    _fill(w.unit_full, model.unit_out[0])
    _fill(w.unit_empty, model.unit_out[1])


def by_cell(model: Model) -> tuple[Ints, Ints]:
    """The patterns that each cell is in, and by cell and code what the code adds to their places in `paired`.

    What one code adds lies together, so that little of the processor's cache is read; 0 fills up the rows.
    """
    cells, codes = len(model.first) - 1, model.steps.shape[1]
    pattern = np.zeros((cells, model.most), np.int64)
    steps = np.zeros((cells, codes, model.most), np.int64)
    for cell in range(cells):
        start, end = model.first[cell], model.first[cell + 1]
        pattern[cell, : end - start] = model.pattern[start:end]
        steps[cell, :, : end - start] = model.steps[start:end].T // 2
    return pattern, steps


def paired(weights: Ints) -> Ints:
    """The weights for a full and an empty board, two in a word."""
    full, empty = weights[: len(weights) // 2 * 2].reshape(-1, 2).astype(np.int64).T
    return full + PLUS + (empty << PAIR_BITS)


def _fill(row: Words, values: Ints) -> None:
    """Copy an array into a row of either form."""
    if isinstance(row, np.ndarray):
        row[: len(values)] = values
    else:
        row[: len(values)] = values.tolist()
