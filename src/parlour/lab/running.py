"""Run an experiment: play the missing games, in rounds if it asks for a precision.

Each game depends on its seed alone, so neither the number nor the order of workers matters. Stored
games are never played again. Rounds end at fixed numbers of games.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

import numba
import numpy

import parlour
from parlour.errors import BadExperiment
from parlour.lab.arms import arm_key, arm_seed, code_digest, commit, variant_game
from parlour.lab.experiment import Budget, Experiment, Variant
from parlour.lab.games_file import ENOUGH, Games, gaps
from parlour.lab.lab_games import ArmTask
from parlour.lab.laboratory import ArmGames, Laboratory
from parlour.lab.workers import Done, Work

SECONDS = 2.0  # a task, which is lost if the run is killed
SHORTEST = 0.05  # seconds a task at least, even of the last ones
LARGEST = 40_000  # games in a task

Arm = tuple[int, int]  # indices of a variant and a budget
Part = tuple[int, int]  # this machine's part: (1, 4) is the first quarter of each arm's games
WHOLE: Part = (1, 1)
Enough = Callable[[Experiment, Mapping[Arm, ArmGames]], bool]


@dataclass(frozen=True)
class Progress:
    """How far a run has come: games done and asked for in this round, and the time remaining, in
    processor seconds (None while some arm is unknown)."""

    done: int
    asked: int
    left: float | None
    round: int


ProgressReport = Callable[[Progress], None]


def run(
    experiment: Experiment,
    laboratory: Laboratory,
    work: Work,
    enough: Enough,
    report: ProgressReport = lambda progress: None,
    workers: int = 1,
    part: Part = WHOLE,
) -> None:
    """Play the missing games of an experiment; `enough` says after each round whether to stop.

    The last tasks are cut small for `workers` workers; `part` says which games are this machine's.
    Raises BadExperiment for a part of an experiment with a precision and for two arms alike,
    ParlourError if another process runs it, and what `work` raises. Finished games stay stored.
    """
    if experiment.precision is not None and part != WHOLE:
        raise BadExperiment(
            f"{experiment.name}: all games together decide how many are enough: with a "
            "[precision] one machine plays them all, without --part"
        )
    games = laboratory.games(experiment)
    try:
        with games.lock():
            _Run(experiment, laboratory, games, work, report, workers, part).play(enough)
    finally:
        games.close()


class _Run:
    """One run of an experiment."""

    def __init__(
        self,
        experiment: Experiment,
        laboratory: Laboratory,
        games: Games,
        work: Work,
        report: ProgressReport,
        workers: int,
        part: Part,
    ) -> None:
        self.experiment, self.laboratory, self.games = experiment, laboratory, games
        self.work, self.report, self.workers = work, report, workers
        self.part, self.round = part, 0
        _reject_twins(experiment)
        laboratory.note(experiment, games)
        self.arms = {arm: self._arm(*arm) for arm in experiment.arms}

    def play(self, enough: Enough) -> None:
        """Play all rounds."""
        precision = self.experiment.precision
        budgets = self.experiment.budgets
        wanted = {arm: budgets[arm[1]].games for arm in self.arms}
        if precision is not None:
            main = [arm for arm in self.arms if budgets[arm[1]].purpose == "play"]
            self._rounds(main, precision.round, precision.most, enough)
            wanted = {arm: n for arm, n in wanted.items() if arm not in main}
        self._reach(wanted)

    def _rounds(self, main: list[Arm], step: int, most: int, enough: Enough) -> None:
        """Play the arms `main` until they are precise enough, and note the number of games."""
        count = 0
        self.games.note(ENOUGH, str(most))
        while main and count < most:
            count = min(count + step, most)
            self.round += 1
            wanted = {arm: min(count, self.experiment.budgets[arm[1]].games) for arm in main}
            self._reach(wanted)
            arms = {arm: self.laboratory.arm(self.experiment, *arm, n) for arm, n in wanted.items()}
            if enough(self.experiment, arms):
                break
        self.games.note(ENOUGH, str(count))

    def _reach(self, wanted: Mapping[Arm, int]) -> None:
        """Play until each arm has its wanted number of games."""
        spans = {arm: self._own(count) for arm, count in wanted.items()}
        gaps = {arm: self._gaps(arm, span) for arm, span in spans.items()}
        plan = _Plan(
            gaps, {arm: self.games.count_played(self.arms[arm]) for arm in gaps}, self.workers
        )
        for (variant, budget), missing in gaps.items():
            if missing:
                game = variant_game(self.experiment.variants[variant])
                self.games.note_search(self.arms[variant, budget], code_digest(game))
        asked = sum(end - begin for begin, end in spans.values())
        self.report(Progress(asked - plan.missing, asked, plan.remaining, self.round))
        for done in self.work(self._tasks(plan)):
            arm = done.task.variant, done.task.budget
            self._keep(arm, done)
            plan.learn(arm, done.task.count, done.seconds)
            self.report(Progress(asked - plan.missing, asked, plan.remaining, self.round))

    def _keep(self, arm: Arm, done: Done) -> None:
        task = done.task
        self.games.add(self.arms[arm], task.first, task.count, done.seconds, done.data)

    def _tasks(self, plan: _Plan) -> Iterator[ArmTask]:
        seeds = {(v, b): arm_seed(self.experiment, *self._arm_of(v, b)) for v, b in plan.gaps}
        while (piece := plan.next()) is not None:
            arm, first, count = piece
            yield ArmTask(self.experiment, *arm, seeds[arm], first, count)

    def _own(self, count: int) -> tuple[int, int]:
        """This machine's part of the game numbers below `count`, as begin and end."""
        which, parts = self.part
        return count * (which - 1) // parts, count * which // parts

    def _gaps(self, arm: Arm, own: tuple[int, int]) -> list[tuple[int, int]]:
        """The missing numbers of a span, as spans; none crosses the end of the analysed games."""
        analysis = self.experiment.analysis
        edge = 0 if analysis is None else analysis.games
        spans = gaps(self.games.spans(self.arms[arm]), *own)
        cuts = [(a, edge, b) if a < edge < b else (a, b) for a, b in spans]
        return [span for cut in cuts for span in pairwise(cut)]

    def _arm_of(self, variant: int, budget: int) -> tuple[Variant, Budget]:
        return self.experiment.variants[variant], self.experiment.budgets[budget]

    def _arm(self, variant: int, budget: int) -> int:
        shown, company = self._arm_of(variant, budget)
        about = {"variant": shown.game, "players": company.players, **versions()}
        return self.games.arm(arm_key(self.experiment, shown, company), about)


def _reject_twins(experiment: Experiment) -> None:
    """Raise BadExperiment for two arms that would play the same games, which say nothing of each other."""
    known: dict[str, str] = {}
    for variant, budget in experiment.arms:
        shown, company = experiment.variants[variant], experiment.budgets[budget]
        label = f"{shown.label} · {company.name}"
        first = known.setdefault(arm_key(experiment, shown, company), label)
        if first is not label:
            raise BadExperiment(
                f"{first} and {label} would play the same games: leave out one of them"
            )


class _Plan:
    """The games still to play, cut into tasks of about SECONDS as timings become known."""

    def __init__(
        self,
        gaps: Mapping[Arm, list[tuple[int, int]]],
        played: Mapping[Arm, tuple[int, float]],
        workers: int,
    ) -> None:
        self.gaps = {arm: list(spans) for arm, spans in gaps.items()}
        self.played = dict(played)
        self.workers = workers
        self.missing_of = {arm: sum(b - a for a, b in spans) for arm, spans in gaps.items()}
        self.asked_of = dict(self.missing_of)
        self.ahead = {arm: 0.0 for arm, spans in gaps.items() if spans}

    @property
    def missing(self) -> int:
        """How many games are not yet done."""
        return sum(self.missing_of.values())

    @property
    def remaining(self) -> float | None:
        """The processor seconds that they will take."""
        paces = {arm: self._pace(arm) for arm, missing in self.missing_of.items() if missing}
        if None in paces.values():
            return None
        return sum(pace * self.missing_of[arm] for arm, pace in paces.items() if pace)

    def learn(self, arm: Arm, count: int, seconds: float) -> None:
        """Record the number of games of an arm and the seconds they took."""
        games, spent = self.played[arm]
        self.played[arm] = games + count, spent + seconds
        self.missing_of[arm] -= count

    def next(self) -> tuple[Arm, int, int] | None:
        """An arm, the first number and the count of the next task; None if nothing is left.

        The arm with the smallest share of games handed out comes next.
        """
        if not self.ahead:
            return None
        arm = min(self.ahead, key=self.ahead.__getitem__)
        spans = self.gaps[arm]
        first, end = spans.pop(0)
        count = min(end - first, self._size(arm))
        self.ahead[arm] += count / self.asked_of[arm]
        if first + count < end:
            spans.insert(0, (first + count, end))
        if not spans:
            del self.ahead[arm]
        return arm, first, count

    def _size(self, arm: Arm) -> int:
        pace = self._pace(arm)
        if pace is None:
            return 1
        fair = max(self.missing_of[arm] / (2 * self.workers), SHORTEST / pace)
        return max(1, min(int(SECONDS / pace), ceil(fair), LARGEST))

    def _pace(self, arm: Arm) -> float | None:
        games, seconds = self.played[arm]
        return max(seconds, 1e-6) / games if games else None


def versions() -> dict[str, str]:
    """The versions of the software that plays the games."""
    return {
        "parlour": parlour.__version__,
        "commit": commit(),
        "python": sys.version.split()[0],
        "numba": numba.__version__,
        "numpy": numpy.__version__,
    }
