"""Compute everything in a report from the stored games."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import nan

import numpy as np
import scipy

import parlour
from parlour.lab.compare import Comparison, Strength, compare, strengths
from parlour.lab.contrast_answers import ArmMeasure, ContrastAnswer, answers
from parlour.lab.declared_questions import effort
from parlour.lab.experiment import Budget, Experiment, Variant
from parlour.lab.laboratory import Laboratory, identifier
from parlour.lab.measures import Arm, Measure, gather, measures
from parlour.lab.measures.arm import Values
from parlour.lab.measures.arm_tables import ArmTable, tables
from parlour.lab.measures.clarity import POSITIONS, clarity
from parlour.lab.measures.ladder_and_luck import BudgetRung, Luck, luck, rung
from parlour.lab.measures.registry import check_measures
from parlour.lab.measures.skill import SkillTrace, of_ladder, skill_trace
from parlour.lab.stats import (
    Contrast,
    Estimate,
    at_level,
    contrast,
    corrected,
    correlation_of_means,
    mean,
    permutation_p,
    sign_flip_p,
)
from parlour.lab.stopping import looks
from parlour.table import catalogue

# Shown in plots and compared where an experiment names no measures, in this order.
HEADLINES = (
    "points",
    "score",
    "draws",
    "completion",
    "length",
    "branching",
    "decision-moves",
    "captures",
    "event",
    "ending",
    "detail",
    "lead-changes",
    "drama",
    "decisive-moment",
    "uncertainty",
)

TWO, TENFOLD = 2, 10  # players of a match, of whom the first has ten times as much to spend
BESIDE = (
    ":median",
    ":lower-quartile",
    ":upper-quartile",
    ":times",
)  # measures that say more of others


@dataclass(frozen=True)
class ArmResults:
    """An arm with its measures; `seconds` is the processor time of its games."""

    place: tuple[int, int]
    variant: Variant
    budget: Budget
    arm: Arm
    measures: dict[str, Measure]
    tables: tuple[ArmTable, ...]
    seconds: float
    versions: dict[str, object] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The variant's label and the budget's name."""
        return f"{self.variant.label} · {self.budget.name}"

    def examples(self, key: str) -> tuple[str, str]:
        """The games in which the number behind a measure was lowest and highest: their identifiers.

        Where a game has no such number of its own, the shortest and the longest game.
        """
        column = self.arm.per_game(key)
        if column is None or np.isnan(column).all():
            column = self.arm.column("length")
        return self._id(int(np.nanargmin(column))), self._id(int(np.nanargmax(column)))

    def _id(self, place: int) -> str:
        return identifier(*self.place, self.arm.numbers[place])


@dataclass(frozen=True)
class Ladder:
    """The rungs of one variant, weakest players first; each player has `factor` times as much to spend
    as the one below."""

    variant: str
    rungs: tuple[BudgetRung, ...]
    factor: float

    @property
    def per_doubling(self) -> Estimate:
        """Elo for each doubling of thought, over all rungs."""
        return of_ladder([rung.share for rung in self.rungs], self.factor)

    @property
    def trace(self) -> SkillTrace | None:
        """Ludii's skill trace, of two rungs or more."""
        shares = [rung.share.value for rung in self.rungs]
        return skill_trace(shares) if len(shares) > 1 else None


@dataclass(frozen=True)
class Replays:
    """The luck of one variant, from groups of replays."""

    variant: str
    budget: Budget
    luck: Luck


@dataclass(frozen=True)
class Results:
    """An experiment's arms of each purpose, and what they say beside each other."""

    experiment: Experiment
    played: tuple[ArmResults, ...]
    matches: tuple[ArmResults, ...]
    ladders: tuple[Ladder, ...]
    replays: tuple[Replays, ...]
    searches: tuple[str, ...] = ()

    @cached_property
    def headlines(self) -> list[str]:
        """The measures that are plotted, and which variants are compared by, the first being asked for."""
        experiment = self.experiment
        first = [] if experiment.precision is None else [experiment.precision.measure]
        known = dict.fromkeys(key for played in self.played for key in played.measures)
        wanted = [
            key for name in experiment.measures for key in _matching_measures(name, list(known))
        ]
        usual = [key for name in HEADLINES for key in _matching_measures(name, list(known))]
        shown = wanted or [key for key in usual if self._telling(key)]
        return list(dict.fromkeys([*(key for key in first if key in known), *shown]))

    def _telling(self, key: str) -> bool:
        """Whether a measure is informative: not the mirror image of another, not constant."""
        seats = {played.arm.game.seat_names for played in self.played}
        mirrored = any(len(names) == 2 and key.endswith(f":{names[1]}") for names in seats)
        shown = [p.measures[key].estimate for p in self.played if key in p.measures]
        same = all(e.value == shown[0].value for e in shown) and shown[0].value in (0, 1)
        return not (mirrored or same or key.endswith(BESIDE))

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """The variants against each other, by the headlines."""
        measured = {p.place: p.measures for p in self.played}
        with at_level(self.level):
            return compare(measured, self.headlines, self._between, self.experiment.all_pairs)

    def _between(self, key: str, one: tuple[int, int], other: tuple[int, int]) -> Contrast:
        """A measure in one arm minus that in another, tested on the games if it is their mean."""
        two = [
            measured
            for measured in (self.measured(one, key), self.measured(other, key))
            if measured is not None
        ]
        estimates = [measured.measure.estimate for measured in two]
        columns = [measured.column for measured in two if measured.column is not None]
        if len(columns) < 2:
            return contrast(estimates[0], estimates[1])
        if self.experiment.paired:
            return self._paired(key, one, other, estimates)
        known = [column[~np.isnan(column)] for column in columns]
        return contrast(
            estimates[0], estimates[1], tested=self._looked(permutation_p([(known[0], known[1])]))
        )

    def _paired(
        self, key: str, one: tuple[int, int], other: tuple[int, int], estimates: list[Estimate]
    ) -> Contrast:
        """The same for games that are paired by number."""
        two = [played for played in (self.find(*one), self.find(*other)) if played is not None]
        columns = [_by_number(played.arm, key) for played in two]
        most = max(len(column) for column in columns)
        padded = [np.pad(c, (0, most - len(c)), constant_values=nan) for c in columns]
        shares = all(estimate.share for estimate in estimates)
        correlation = correlation_of_means(padded[0], padded[1], shares)
        apart = padded[0] - padded[1]
        pairs = apart[~np.isnan(apart)]
        if len(pairs) < most:
            return contrast(estimates[0], estimates[1], correlation)
        p = self._looked(sign_flip_p(pairs))
        if shares:
            return contrast(estimates[0], estimates[1], correlation, p)
        nothing = Estimate(0.0, 0.0, 0.0, most, "given", estimates[1].deviation)
        return contrast(mean(pairs), nothing, tested=p)

    def _looked(self, p: float) -> float:
        """The p-value for as many looks as were taken at the games while they were played."""
        return min(1.0, looks(self.experiment) * p)

    @property
    def level(self) -> float:
        """How sure the intervals are, so that they hold at all looks together."""
        return corrected(looks(self.experiment))

    def measured(self, arm: tuple[int, int], key: str) -> ArmMeasure | None:
        """A measure of an arm, the experiment's own or a match's."""
        for played in (*self.played, *self.matches):
            if played.place == arm and key in played.measures:
                return ArmMeasure(played.measures[key], played.arm.per_game(key))
        return None

    def effort(self, budget: int) -> int | None:
        """The nodes or simulations a move of a budget's last player, who is the weaker one of a match."""
        player = self.experiment.budgets[budget].players[-1]
        return effort(player, catalogue.game(self.experiment.variants[0].game))

    @cached_property
    def answers(self) -> list[ContrastAnswer]:
        """The declared questions with their answers."""
        asked = self.experiment.contrasts
        with at_level(self.level):
            return answers(
                asked, self.budgets, self.measured, self._like_effort, looks(self.experiment)
            )

    def _like_effort(self, budget: int) -> int | None:
        """The effort of a budget's players if they are of the strongest's kind: others' do not compare."""
        kinds = [self.experiment.budgets[at].players[-1].partition(":")[0] for at in self.budgets]
        kind = self.experiment.budgets[budget].players[-1].partition(":")[0]
        return self.effort(budget) if not kinds or kind == kinds[-1] else None

    def tenfold(self, budget: int) -> list[ArmResults]:
        """The matches of players with ten times as much effort as those of a budget, against these."""
        own = self.effort(budget)
        return [p for p in self.matches if own and self._stronger(p, own)]

    def _stronger(self, match: ArmResults, own: int) -> bool:
        players = match.budget.players
        efforts = [effort(player, match.arm.game) for player in players]
        return len(efforts) == TWO and efforts == [TENFOLD * own, own]

    @cached_property
    def strengths(self) -> list[Strength]:
        """Whether the answers change with the players' strength."""
        return strengths(self.comparisons)

    @property
    def described(self) -> list[Measure]:
        """Each measure that some arm has, once."""
        arms = (*self.played, *self.matches)
        found = {key: measure for played in arms for key, measure in played.measures.items()}
        return list(found.values())

    def title(self, key: str) -> str:
        """The title of a measure."""
        return next(p.measures[key].title for p in self.played if key in p.measures)

    def find(self, variant: int, budget: int) -> ArmResults | None:
        """The arm of a variant and a budget, by their places."""
        return next((p for p in self.played if p.place == (variant, budget)), None)

    @property
    def variants(self) -> list[int]:
        """The places of the variants that were played."""
        return list(dict.fromkeys(p.place[0] for p in self.played))

    @property
    def budgets(self) -> list[int]:
        """The places of the budgets that were played, weak players first."""
        return list(dict.fromkeys(sorted(p.place[1] for p in self.played)))

    @property
    def games(self) -> int:
        """How many games there are in all arms but those of replays and ladders."""
        return sum(len(p.arm) for p in (*self.played, *self.matches))

    @property
    def versions(self) -> dict[str, str]:
        """The software versions of the games and of the report."""
        played = {str(k): str(v) for p in self.played for k, v in p.versions.items()}
        named = ("parlour", "commit", "python", "numba", "numpy")
        own = {"parlour": parlour.__version__, "python": sys.version.split()[0]}
        return {
            **own,
            **{name: played[name] for name in named if played.get(name)},
            "scipy": scipy.__version__,
        }


def _by_number(arm: Arm, key: str) -> Values:
    """What `Arm.per_game` has, at the places of the games' numbers; nothing where it has none."""
    column = arm.per_game(key)
    if column is None:
        return np.array([])
    found = np.full(max(arm.numbers) + 1, nan)
    found[np.array(arm.numbers)] = column
    return found


def _matching_measures(name: str, known: list[str]) -> list[str]:
    """The measures that are meant by a name: itself, or all that have it before their colon."""
    return [name] if name in known else [key for key in known if key.startswith(f"{name}:")]


def collect(experiment: Experiment, laboratory: Laboratory) -> Results:
    """The results of an experiment's stored games; arms without games are left out.

    Raises BadExperiment if there are no games, or for an unknown measure.
    """
    check_measures(experiment)
    laboratory.check_played(experiment)
    with at_level(corrected(looks(experiment))):
        arms = list(_arms(experiment, laboratory))
    by_purpose = {
        purpose: [p for p in arms if p.budget.purpose == purpose]
        for purpose in ("play", "match", "ladder", "luck")
    }
    return Results(
        experiment,
        tuple(by_purpose["play"]),
        tuple(by_purpose["match"]),
        tuple(_ladders(by_purpose["ladder"])),
        tuple(
            Replays(p.variant.label, p.budget, luck(p.arm.points[:, 0], p.budget.replays))
            for p in by_purpose["luck"]
        ),
        tuple(laboratory.searches(experiment)),
    )


def _arms(experiment: Experiment, laboratory: Laboratory) -> Iterator[ArmResults]:
    for place in experiment.arms:
        variant, budget = experiment.variants[place[0]], experiment.budgets[place[1]]
        is_played = budget.purpose in ("play", "match")
        arm = gather(
            laboratory.traces(experiment, *place, 0, _games_requested(experiment, budget)),
            catalogue.game(variant.game),
            budget.players[0],
            experiment.events if is_played else (),
            experiment.endings if is_played else (),
            played_again=is_played,
        )
        if len(arm):
            yield ArmResults(
                place,
                variant,
                budget,
                arm,
                {m.key: m for m in (*measures(arm), *_clarity(experiment, laboratory, place))},
                tuple(tables(arm)),
                laboratory.count_played(experiment, *place)[1],
                laboratory.versions(experiment, *place),
            )


def _games_requested(experiment: Experiment, budget: Budget) -> int | None:
    """How many games the file asks for, though more may be kept; None where a precision decides."""
    decided = experiment.precision is not None and budget.purpose == "play"
    return None if decided else budget.games


def _clarity(
    experiment: Experiment, laboratory: Laboratory, place: tuple[int, int]
) -> list[Measure]:
    """Clarity if the experiment names it, with the strongest of its own players."""
    own = [at for at, budget in enumerate(experiment.budgets) if budget.purpose == "play"]
    analysis = experiment.analysis
    if analysis is None or "clarity" not in experiment.measures or place[1] != max(own, default=-1):
        return []
    found = clarity(laboratory.traces(experiment, *place, 0, POSITIONS), analysis.player)
    return [measure for measure in found if measure.estimate.n]


def _ladders(rungs: list[ArmResults]) -> Iterator[Ladder]:
    for variant in dict.fromkeys(p.place[0] for p in rungs):
        own = [p for p in rungs if p.place[0] == variant]
        steps = tuple(rung(p.budget.name, p.arm) for p in own)
        yield Ladder(own[0].variant.label, steps, _factor(own[0]))


def _factor(rung: ArmResults) -> float:
    """How many times as much the first player of a rung spends as the second."""
    more, less = (float(re.sub(r"\D", "", word)) for word in rung.budget.name.split(" against "))
    return more / less
