"""Learning a game's evaluation by generations: play, fit, test, and again.

Each generation plays games against itself with the best evaluation so far, fits tables to the latest of
them, and takes the best one's place if it wins a sequential test with as many nodes a move, and another
with as much time. All that is done is kept in a folder, from which a run that was broken off goes on.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from parlour.cluster import Cluster
from parlour.errors import BadOption, BadRules
from parlour.kernel.workspace import is_given
from parlour.learn.fit import Data, blank, fit
from parlour.learn.gain import GainMatch, sequential
from parlour.learn.lazy import rough
from parlour.learn.patterns import ENTRIES, patterns
from parlour.learn.playing import Arena, Openings, Rows
from parlour.search.evaluation.ntuple_model import (
    Ints,
    Model,
    learnt_model,
    parameters_text,
    weights_path,
)
from parlour.table import catalogue
from parlour.table.game import Game

BATCH = 100  # games played with one seed
MORE_GAMES = 4  # times as many are played after a generation that gained nothing
FIRST_TRUST, MORE_TRUST, MOST_TRUST = 0.3, 0.1, 0.8  # the weight of results, by generation
UNITS = (
    100.0  # of a value in which the odds are e times as good, where there is no hand-written one
)
SPEED_GAMES, SPEED_ROUNDS = 10, 3
MARGINS = (0.3, 0.15)  # tried in turn, in the units in which the odds are e times as good

ProgressReport = Callable[[str], None]


@dataclass(frozen=True)
class TrainingPlan:
    """What a run does: the same plan, seed and rules give the same weights, but for tests of time.

    `games` of self-play a generation, and more once one gained nothing, with `nodes` a move, from openings of
    `least` to `most` random plies; the latest `window` generations are learnt from in `passes`. `units` are
    a network's hidden units, beside the tables; 0 for none. `pairs` at most in a test, with `match_nodes` a
    move; without any, each generation is taken. `entries` is the size of a table at most, `hand` whether
    the hand-written evaluation is one of the things that are weighed. With `onward` the run begins with
    the weights that the game has, in place of the hand-written evaluation. After `patience` generations in a
    row that gained nothing the run ends.
    """

    games: int = 2000
    nodes: int = 600
    least: int = 2
    most: int = 10
    window: int = 3
    passes: int = 6
    pairs: int = 500
    match_nodes: int = 1000
    entries: int = ENTRIES
    hand: bool = True
    patience: int = 2
    units: int = 0
    onward: bool = False
    seed: int = 1


class TrainingRun:
    """One game's learning in a folder.

    `workers` processes share the games (or joblib's own backend does), or those of the Dask cluster whose
    scheduler is at the address `cluster`. Whoever plays them, they are the same.
    """

    def __init__(
        self,
        game: Game,
        plan: TrainingPlan,
        folder: Path,
        progress: ProgressReport = print,
        workers: int = 1,
        cluster: str | None = None,
    ) -> None:
        rules = game.plain.rules
        if not rules.CODED_CELLS or not is_given(rules.cells):
            raise BadRules(
                f"{game.id} declares no board to learn from: CODED_CELLS and cells(s, out)"
            )
        if game.seats != 2 or game.spec.hidden:
            raise BadRules(f"{game.id}: only games of two seats in which all lies open are learnt")
        if is_given(rules.draw) and not is_given(rules.outcomes):
            raise BadRules(f"{game.id}: games whose chance cannot be listed are not learnt")
        self.game, self.folder, self.progress, self.workers = game, folder, progress, workers
        self.cluster = None if cluster is None else Cluster(cluster)
        self.rules = rules
        self.plan = plan if is_given(rules.evaluate) else replace(plan, hand=False)
        self.patterns = patterns(rules, plan.entries)
        self.first = self._starting_model() if plan.onward else None
        folder.mkdir(parents=True, exist_ok=True)
        self._check_plan()
        self.log: list[dict[str, Any]] = self._read("log.json", [])
        self.best = Model.load(self.best_path) if self.best_path else None

    def _starting_model(self) -> Model:
        """The weights that the game has, if this plan can go on from them; raises BadOption."""
        model = learnt_model(self.game)
        if model is None:
            raise BadOption(f"onward=yes: there are no weights of {self.game.name} to go on from")
        shape = blank(self.rules, self.patterns, self.plan.units)
        alike = replace(shape, hand=int(self.plan.hand), rough=model.rough)
        if not alike.takes_as_long_as(model):
            made = {**asdict(TrainingPlan()), **model.story["plan"]}
            needed = f"entries={made['entries']},units={made['units']}"
            hand = "yes" if made["hand"] else "no"
            raise BadOption(
                f"onward=yes: the weights of {self.game.name} go on with {needed},hand={hand}"
            )
        return model

    def _read(self, name: str, default: Any) -> Any:
        path = self.folder / name
        return json.loads(path.read_text()) if path.is_file() else default

    def _check_plan(self) -> None:
        """A folder belongs to one plan of one game."""
        mine = {"game": self.game.name, **asdict(self.plan)}
        kept = self._read("plan.json", mine)
        kept = {**asdict(TrainingPlan()), **kept}  # of before there was a setting
        if kept != mine:
            differ = ", ".join(name for name in mine if kept.get(name) != mine[name])
            raise BadOption(f"{self.folder} has a run with other settings: {differ}")
        (self.folder / "plan.json").write_text(json.dumps(mine, indent=1) + "\n")

    @property
    def taken_path(self) -> Path | None:
        """Where the latest model that was taken is kept."""
        taken = [entry["generation"] for entry in self.log if entry["taken"]]
        return self.folder / f"model-{taken[-1]}.npz" if taken else None

    @property
    def best_path(self) -> Path | None:
        """Where the best model so far is kept, which may be the one that the run began with."""
        return self.taken_path or (weights_path(self.game) if self.first else None)

    # -- generations -----------------------------------------------------------------------------

    def until(self, end: float) -> Model | None:
        """Learn until the clock (`time.monotonic`) shows `end` or nothing is gained: the best model."""
        while time.monotonic() < end and not self.finished:
            if not self.generation(end):
                break
        return self.best

    @property
    def finished(self) -> bool:
        """Whether the last generations gained nothing."""
        last = self.log[-self.plan.patience :]
        return len(last) == self.plan.patience and not any(entry["taken"] for entry in last)

    def generation(self, end: float = float("inf")) -> bool:
        """One generation; False if time ran out before it had played. What it played is kept."""
        number = len(self.log)
        begun = time.process_time()
        for done, _ in enumerate(self._play(number), 1):
            self.progress(f"generation {number}: {done * BATCH} of {self.games(number)} games")
            if time.monotonic() > end and done * BATCH < self.games(number):
                return False
        data = [Data.of(self.rules, rows) for rows in self._latest(number)]
        even = self.best is None and not is_given(self.rules.evaluate)
        trust = 1.0 if even else self._trust(number)
        scale = self._scale(UNITS if even else data[0].scale)
        fitted = fit(
            self.rules,
            self.patterns,
            data,
            trust=trust,
            scale=scale,
            use_hand=self.plan.hand,
            passes=self.plan.passes,
            seed=self._seed(number, -1),
            units=self.plan.units,
        )
        entry: dict[str, Any] = {
            "generation": number,
            "positions": sum(len(part.codes) for part in data),
            "units": scale,
            "trust": trust,
            "error": fitted.error,
            "search_error": fitted.search_error,
            "rate": fitted.rate,
            "search_scale": data[-1].scale,
        }
        about, margin = self._about(entry), self.best.margin if self.best else 0
        model = replace(fitted.model, about=about, margin=margin)
        estimate = rough(self.rules, model, data[-1])
        if self.best and self.best.lazy:
            model = replace(model, rough=estimate)
        self.progress(f"generation {number}: squared error {fitted.error:.4f}; testing it")
        model, found = self._test(model, number, estimate)
        entry |= found
        if entry["taken"] and self._may_have_margin(model):
            model = self._with_margin(model, number, entry)
        model.save(self.folder / f"model-{number}.npz")
        entry["seconds"] = round(time.process_time() - begun, 1)
        self.log.append(entry)
        (self.folder / "log.json").write_text(json.dumps(self.log, indent=1) + "\n")
        if entry["taken"]:
            self.best = model
        self.progress(f"generation {number}: {summary(entry)}")
        return True

    def _trust(self, number: int) -> float:
        """The weight of results: it rises from generation to generation, also from those gone on from."""
        begun = FIRST_TRUST
        if self.first:
            before = self.first.story["generation"]["trust"]
            begun = self.log[0]["trust"] if self.log else before + MORE_TRUST
        return float(min(begun + MORE_TRUST * number, MOST_TRUST))

    def _scale(self, otherwise: float) -> float:
        """How much makes the odds e times as good: the same for all generations."""
        if self.log:
            return float(self.log[0]["units"])
        return self.first.scale if self.first else otherwise

    def _about(self, entry: dict[str, Any]) -> str:
        """How these weights were made: all that decides them, and nothing of the machine."""
        content = {
            "game": self.game.name,
            "parameters": parameters_text(self.game),
            "plan": asdict(self.plan),
            "generation": entry,
        }
        return json.dumps(content, sort_keys=True)

    # -- games -----------------------------------------------------------------------------------

    def _seed(self, generation: int, batch: int) -> int:
        return (self.plan.seed * 1000 + generation) * 100_000 + batch + 1

    def games(self, generation: int) -> int:
        """How many games a generation plays: MORE_GAMES times as many after each that gained nothing."""
        count = self.plan.games
        for entry in self.log[:generation]:
            count *= 1 if entry["taken"] else MORE_GAMES
        return count

    def _batches(self, generation: int) -> range:
        return range(-(-self.games(generation) // BATCH))

    def _file(self, generation: int, batch: int) -> Path:
        return self.folder / f"games-{generation}-{batch}.npy"

    def _play(self, number: int) -> Iterator[None]:
        """Play the batches of a generation that are not yet kept; tells after each."""
        batches = self._batches(number)
        missing = [b for b in batches if not self._file(number, b).exists()]
        yield from (None for b in batches if b not in missing)
        name = self.game.address
        asked = (
            SelfPlayBatch(name, self.best, self.plan, b, self._seed(number, b)) for b in missing
        )
        for batch, rows in self._play_batches(asked):
            np.save(self._file(number, batch), rows.astype(np.int32))
            yield

    def _play_batches(self, asked: Iterator[SelfPlayBatch]) -> Iterator[tuple[int, Rows]]:
        """The positions of the batches `asked` for with their numbers, as they are done."""
        if self.cluster:
            yield from self.cluster.as_done(play_batch, asked)
            return
        import joblib

        pool = joblib.Parallel(n_jobs=self.workers, return_as="generator_unordered")
        yield from pool(map(joblib.delayed(play_batch), asked))

    def _latest(self, number: int) -> Iterator[Rows]:
        """The positions of the latest generations, those of one together."""
        for generation in range(max(number - self.plan.window + 1, 0), number + 1):
            kept = [np.load(self._file(generation, b)) for b in self._batches(generation)]
            yield np.concatenate(kept).astype(np.int64)

    # -- tests -----------------------------------------------------------------------------------

    def _test(self, model: Model, number: int, estimate: Ints) -> tuple[Model, dict[str, Any]]:
        """Whether `model` takes the place of the best: won with equal nodes, then in equal time.

        In between laziness is tried, by the `estimate`: the model comes back with it if that gains.
        """
        if self.plan.pairs == 0:
            return model, {"taken": True}
        arena = arena_of(self.game, self.plan, self._seed(number, -2))
        nodes = self.plan.match_nodes
        even, better = sequential(
            lambda n: arena.pairs(model, self.best, (nodes, nodes), n), self.plan.pairs
        )
        found: dict[str, Any] = {"nodes": told_match(even), "taken": False}
        if not better:
            return model, found
        if estimate[0] and not model.lazy:
            lazy = replace(model, rough=estimate)
            ratio, timed, gains = self._in_equal_time(arena, lazy, model)
            found["lazy"] = {"speed": round(ratio, 3), "taken": gains, **told_match(timed)}
            model = lazy if gains else model
        ratio, timed, faster = self._in_equal_time(arena, model, self.best)
        found |= {"speed": round(ratio, 3), "time": told_match(timed), "taken": faster}
        return model, found

    def _in_equal_time(
        self, arena: Arena, one: Model, other: Model | None
    ) -> tuple[float, GainMatch, bool]:
        """A test of `one` against `other`: its nodes beside the other's, the match, and whether it gains."""
        nodes = self.plan.match_nodes
        ratio = speed_ratio(arena, one, other, nodes)
        share = round(nodes * ratio), nodes
        return ratio, *sequential(partial(arena.pairs, one, other, share), self.plan.pairs)

    def _may_have_margin(self, model: Model) -> bool:
        """Whether a margin is to be looked for: where one is used, and neither file nor model has one."""
        given_one = bool(self.rules.MARGIN or model.margin)
        return self.plan.pairs > 0 and not given_one and not self.rules.FORCED_CAPTURES

    def _with_margin(self, model: Model, number: int, entry: dict[str, Any]) -> Model:
        """`model` with the first of MARGINS that wins a test with equal nodes; `entry` then records it."""
        arena, nodes = arena_of(self.game, self.plan, self._seed(number, -3)), self.plan.match_nodes
        for part in MARGINS:
            tried = replace(model, margin=max(round(part * model.scale), 1))
            play = partial(arena.pairs, tried, model, (nodes, nodes))
            match, better = sequential(play, self.plan.pairs)
            if better:
                entry["margin"] = {"units": tried.margin, **told_match(match)}
                return tried
        return model


def arena_of(game: Game, plan: TrainingPlan, seed: int) -> Arena:
    """The arena of a plan's games."""
    shape = blank(game.plain.rules, patterns(game.plain.rules, plan.entries), plan.units)
    return Arena(game, shape, Openings(plan.least, plan.most), seed)


@dataclass(frozen=True)
class SelfPlayBatch:
    """A batch of self-play: all that another process, perhaps on another machine, needs to play it."""

    game: str
    model: Model | None
    plan: TrainingPlan
    number: int
    seed: int


def play_batch(batch: SelfPlayBatch) -> tuple[int, Rows]:
    """A batch's number and the positions of its games."""
    arena = arena_of(catalogue.game(batch.game), batch.plan, batch.seed)
    games = min(BATCH, batch.plan.games)
    return batch.number, arena.positions(batch.model, batch.plan.nodes, games)


def speed_ratio(arena: Arena, one: Model | None, other: Model | None, nodes: int) -> float:
    """How many nodes `one` searches in the time in which `other` searches one, by processor time.

    1 for two models that differ in nothing but weights: a measurement would only add its own error.
    """
    if one is not None and other is not None and one.takes_as_long_as(other):
        return 1.0
    ratios = [
        arena.speed(one, nodes, SPEED_GAMES) / arena.speed(other, nodes, SPEED_GAMES)
        for _ in range(SPEED_ROUNDS)
    ]
    return median(ratios)


def told_match(match: GainMatch) -> dict[str, Any]:
    """A match as the log has it."""
    low, high = match.interval
    return {
        "pairs": match.pairs,
        "share": match.share,
        "low": low,
        "high": high,
        "text": str(match),
    }


def summary(entry: dict[str, Any]) -> str:
    """One line on what a generation came to."""
    kinds = ("nodes", "lazy", "time", "margin")
    parts = [f"{kind} {entry[kind]['text']}" for kind in kinds if kind in entry]
    return "; ".join([*parts, "taken" if entry["taken"] else "not taken"])
