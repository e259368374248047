"""Learn the weights of a game's evaluation from its own games, and write them into its file.

    python benchmarks/evaluation_weights.py chess --games 6000

A game whose evaluation is a sum of weighed terms has `terms` with `weigh`, and `evaluation` with the
weights as text. Games of the present evaluation against itself, `--nodes` a move, give quiet positions
with the search's value and the game's result. A logistic regression on a mixture of both fits all
weights at once, for a full board and an empty one; batches held out say what the fit is worth.
`--folder` keeps the games, so that an interrupted run continues, and `--generation` tells apart those
of different weights: all of the folder are learnt from.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, identity, vstack

import parlour
from parlour.games.weighed_terms import empty_part, full_part, pair, places, weights_text
from parlour.kernel.workspace import work_record
from parlour.learn.fit import logistic, scale_of
from parlour.learn.playing import Arena, Openings
from parlour.learn.selfplay import WHOLE
from parlour.search.evaluation.ntuple_model import no_model

BATCH = 100  # games of one seed at most
HELD_OUT = 8  # one batch of so many is held out
DECIDED = 900  # beyond this value, who has still not won is no measure of what wins
AT_ONCE = 10_000  # positions that are counted before they are packed
LANES, LANE = 4, 16  # terms that are counted at once, and the bits of a count
DAMPING = 5.0  # how strongly a weight is held where it was
SMOOTHING = 50.0  # how strongly neighbours in rows and columns change alike
STEADINESS = 500.0  # how strongly neighbours in a single row do
COUPLING = 50.0  # how strongly a term's weights for a full and an empty board do

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


# -- games -----------------------------------------------------------------------------------------


def play(game: parlour.Game, folder: Path, generation: int, games: int, nodes: int) -> None:
    """Play what is missing of a generation's games."""
    shape = no_model(game.plain.rules)
    folder.mkdir(parents=True, exist_ok=True)
    for batch in range(-(-games // BATCH)):
        path = folder / f"{generation}-{batch}.npz"
        if not path.exists():
            arena = Arena(game, shape, Openings(), 1_000_000 * (generation + 1) + batch)
            rows = arena.positions(None, nodes, min(games, BATCH))
            np.savez_compressed(path, rows=rows.astype(np.int32))
            print(f"{path.name}: {len(rows)} positions", flush=True)


@dataclass(frozen=True)
class Positions:
    """What was played: codes and counts, the searches' values, the results, and whence they are."""

    rows: Ints
    hand: Floats
    value: Floats
    result: Floats
    generation: Ints
    held_out: npt.NDArray[np.bool_]  # whole batches, so that no game is on both sides

    @classmethod
    def read(cls, folder: Path) -> Positions:
        """The undecided positions of all batches, in order."""
        names = sorted(tuple(map(int, path.stem.split("-"))) for path in folder.glob("*-*.npz"))
        parts = [np.load(folder / f"{g}-{b}.npz")["rows"].astype(np.int64) for g, b in names]
        rows = np.concatenate(parts)
        sizes = [len(part) for part in parts]
        generation = np.repeat([g for g, _ in names], sizes)
        held_out = np.repeat(np.arange(len(names)) % HELD_OUT == 0, sizes)
        value, result = rows[:, -2].astype(np.float64), (rows[:, -1] / WHOLE + 1) / 2
        found = cls(rows, rows[:, -3].astype(np.float64), value, result, generation, held_out)
        return found.some(np.abs(value) <= DECIDED)

    def some(self, chosen: Any) -> Positions:
        """Those of these rows."""
        return Positions(*(getattr(self, field.name)[chosen] for field in fields(self)))

    @property
    def searched(self) -> Floats:
        """What the searches expected; each generation's values have a scale of their own."""
        expected = np.zeros(len(self.rows))
        for number in np.unique(self.generation):
            mine = self.generation == number
            value = self.value[mine]
            expected[mine] = logistic(value / scale_of(value, self.result[mine]))
        return expected


# -- terms -----------------------------------------------------------------------------------------


def counter(game: parlour.Game, terms: Any) -> Any:
    """A compiled function that counts each term of positions, and says how full their boards are.

    The evaluation is linear in its weights: a term's count is the sum with a weight of one for that
    term alone.
    """
    rules, compiled = game.compiled.rules, game.compiled.algorithm(terms.__name__)
    weigh, from_cells, size = compiled.weigh, rules.from_cells, terms.SIZE
    fullness = game.compiled.algorithm(f"{game.spec.package}.evaluation").fullness

    @numba.njit
    def count(s: Any, rows: Any, weights: Any, out: Any, full: Any) -> None:
        for i in range(len(rows)):
            full[i] = -1
            if not from_cells(s, rows[i], 0):
                continue
            full[i] = fullness(s)
            for first in range(0, size, LANES):
                last = min(first + LANES, size)
                for k in range(first, last):
                    weights[k] = 1 << (LANE * (k - first))
                value = weigh(s, weights)
                for k in range(first, last):
                    low = ((value + (1 << (LANE - 1))) & ((1 << LANE) - 1)) - (1 << (LANE - 1))
                    out[i, k] = low
                    value = (value - low) >> LANE
                    weights[k] = 0

    return count


def counted(game: parlour.Game, terms: Any, rows: Ints) -> tuple[csr_matrix, Floats, Ints]:
    """The terms' counts, how full boards are from 0 to 1, and which rows of `rows` these are of."""
    count = counter(game, terms)
    evaluation = importlib.import_module(f"{game.spec.package}.evaluation")
    s = work_record([("state", game.plain.rules.STATE, (1,))], compiled=True).state[0]
    parts, full = [], np.zeros(len(rows), np.int64)
    for first in range(0, len(rows), AT_ONCE):
        some = rows[first : first + AT_ONCE]
        out = np.zeros((len(some), terms.SIZE), np.int16)
        count(s, some, np.zeros(terms.SIZE, np.int64), out, full[first : first + len(some)])
        parts.append(csr_matrix(out.astype(np.float32)))
    good = np.flatnonzero(full >= 0)
    return vstack(parts, format="csr")[good], full[good] / evaluation.FULL, good


# -- fit -------------------------------------------------------------------------------------------


class Fit:
    """A logistic regression of `target` on counts: each term has a weight for full and empty boards."""

    def __init__(self, counts: csr_matrix, full: Floats, target: Floats, scale: float) -> None:
        self.counts, self.turned = counts, counts.T.tocsr()
        self.parts = np.stack([full, 1 - full], axis=1)
        self.target, self.scale = target, scale

    def chances(self, weights: Floats) -> Floats:
        """What these weights, a row a term, say of each position."""
        return np.asarray(logistic(self.values(weights) / self.scale))

    def values(self, weights: Floats) -> Floats:
        """Each position's value."""
        return np.asarray(((self.counts @ weights) * self.parts).sum(axis=1))

    def best(self, before: Floats, alike: csr_matrix, steps: int) -> Floats:
        """The weights that foretell best; those that few positions have stay near `before`.

        A row of `alike` is the difference of two neighbouring weights, times how strongly it is kept.
        """
        stiff = DAMPING * identity(len(before)) + alike.T @ alike
        couple = COUPLING * np.array([[1.0, -1.0], [-1.0, 1.0]])

        def loss(flat: Floats) -> tuple[float, Floats]:
            weights = flat.reshape(before.shape)
            p = np.clip(self.chances(weights * self.scale), 1e-9, 1 - 1e-9)
            off = weights - before / self.scale
            pull = stiff @ off + off @ couple
            logs = self.target * np.log(p) + (1 - self.target) * np.log(1 - p)
            slope = self.turned @ ((p - self.target)[:, None] * self.parts)
            total = float((off * pull).sum() - logs.sum())
            return total, np.asarray(slope + 2 * pull).ravel()

        first = before.ravel() / self.scale
        found = minimize(loss, first, jac=True, method="L-BFGS-B", options={"maxiter": steps})
        return np.asarray(found.x.reshape(before.shape) * self.scale)


def neighbours(terms: Any) -> csr_matrix:
    """The differences of neighbouring weights of each term, a row each, times how strongly they are kept."""
    pairs, strengths = [], []
    for name, at in places(terms.TERMS).items():
        shape = terms.TERMS[name]
        numbers = np.arange(at, at + np.prod(shape)).reshape(shape)
        for axis in range(len(shape)):
            before, after = np.delete(numbers, -1, axis), np.delete(numbers, 0, axis)
            pairs.append(np.stack([before.ravel(), after.ravel()], axis=1))
            strength = SMOOTHING if len(shape) > 1 else STEADINESS
            strengths.append(np.full(before.size, np.sqrt(strength)))
    columns, data = np.concatenate(pairs), np.outer(np.concatenate(strengths), [1.0, -1.0])
    rows = np.repeat(np.arange(len(columns)), 2)
    return csr_matrix((data.ravel(), (rows, columns.ravel())), (len(columns), terms.SIZE))


def brier(chances: Floats, results: Floats) -> float:
    """The mean squared error."""
    return float(((chances - results) ** 2).mean())


# -- weights ---------------------------------------------------------------------------------------


def unpacked(evaluation: Any) -> Floats:
    """The present weights, a row a term."""
    words = [int(word) for word in evaluation.WEIGHTS]
    return np.array([[full_part(word), empty_part(word)] for word in words], np.float64)


def write(evaluation: Any, text: str) -> None:
    """Put the weights into the evaluation's file."""
    path = Path(inspect.getfile(evaluation))
    before, _, rest = path.read_text(encoding="utf-8").partition('LEARNT = """\n')
    after = rest.partition('"""')[2]
    path.write_text(f'{before}LEARNT = """\n{text}\n"""{after}', encoding="utf-8")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("game", choices=("chess", "shogi"))
    arguments.add_argument("--games", type=int, default=6000, help="of this generation")
    arguments.add_argument("--nodes", type=int, default=1500, help="a move")
    arguments.add_argument("--generation", type=int, default=0)
    arguments.add_argument("--trust", type=float, default=0.7, help="the weight of results")
    arguments.add_argument("--steps", type=int, default=150, help="of the fit")
    arguments.add_argument("--folder", type=Path, default=Path("build/evaluation"))
    arguments.add_argument("--dry", action="store_true", help="leave the evaluation's file alone")
    given = arguments.parse_args()
    game = parlour.game(given.game)
    terms = importlib.import_module(f"{game.spec.package}.terms")
    evaluation = importlib.import_module(f"{game.spec.package}.evaluation")
    play(game, given.folder, given.generation, given.games, given.nodes)

    positions = Positions.read(given.folder)
    scale = scale_of(positions.hand, positions.result)
    counts, full, good = counted(game, terms, positions.rows)
    positions = positions.some(good)
    searched, result, test = positions.searched, positions.result, positions.held_out
    target = given.trust * result + (1 - given.trust) * searched
    before = unpacked(evaluation)
    learn = Fit(counts[~test], full[~test], target[~test], scale)
    check = Fit(counts[test], full[test], target[test], scale)
    fitted = learn.best(before, neighbours(terms), given.steps)
    print(f"{len(result)} positions, scale {scale:.0f}; squared errors of results, of targets")
    print(f"search: {brier(searched[test], result[test]):.5f}")
    for name, weights in (("before", before), ("fitted", fitted)):
        said = check.chances(weights)
        print(f"{name}: {brier(said, result[test]):.5f}, {brier(said, target[test]):.5f}")
    # Units stay what they were: all that is written in hundredths of a pawn still holds.
    fitted *= float(np.std(check.values(before)) / np.std(check.values(fitted)))
    words = [pair(*row) for row in np.rint(fitted).astype(int).tolist()]
    if not given.dry:
        write(evaluation, weights_text(words, terms.TERMS))


if __name__ == "__main__":
    main()
