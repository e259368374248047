"""Whether an experiment can answer what it declares: the power of each contrast at its number of games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parlour.errors import BadExperiment
from parlour.lab.arms import arm_seed, variant_game
from parlour.lab.declared_questions import Declared, Pool
from parlour.lab.experiment import Experiment
from parlour.lab.lab_games import ArmTask, play
from parlour.lab.laboratory import Laboratory
from parlour.lab.measures.registry import PerGame, measure_of
from parlour.lab.stats.power import (
    POWER,
    Test,
    games_needed,
    margin_power,
    power,
    sides,
    size_needed,
)
from parlour.lab.trace import Trace

Values = NDArray[np.float64]

FIVE_POINTS = 0.05  # the difference of shares that matters if none is named
TENTH = 0.1  # the same of other measures, as a part of their mean
ENOUGH = 20  # stored games that show what an arm's numbers are like
PILOT = 10  # games of the contrast's players, or the weakest, that show it otherwise
ERROR = 0.05


@dataclass(frozen=True)
class ContrastPower:
    """How likely a contrast finds a difference of `size`, or (`is_margin`) rules one out.

    `games` are those of an arm on the smaller side; `games_wanted` and `size_possible` would have the power.
    """

    asked: Declared
    is_margin: bool
    is_share: bool
    games: int
    size: float
    power: float
    games_wanted: int
    size_possible: float

    @property
    def is_enough(self) -> bool:
        """Whether the question can be answered."""
        return self.power >= POWER


def powers(experiment: Experiment, laboratory: Laboratory) -> list[ContrastPower]:
    """The power of each contrast whose measure has a number for each game."""
    asked = experiment.contrasts
    alpha = ERROR / max(1, len(asked) + sum(one.margin > 0 for one in asked))
    return [found for one in asked for found in _powers(experiment, laboratory, one, alpha)]


def check_power(experiment: Experiment, laboratory: Laboratory) -> None:
    """Raise BadExperiment for a contrast or margin that the planned games cannot answer."""
    weak = [found for found in powers(experiment, laboratory) if not found.is_enough]
    if weak:
        listed = "\n".join(f"  {words(found)}" for found in weak)
        raise BadExperiment(
            f"{experiment.name}: {len(weak)} declared questions cannot be answered with these games:\n"
            f"{listed}\nGive more games, another difference or margin, or fewer contrasts; or declare "
            "exploratory = true, so that the report calls its answers exploration"
        )


def words(found: ContrastPower) -> str:
    """A contrast's power, and what would do."""
    what = "rule out" if found.is_margin else "find"
    key = "margin" if found.is_margin else "difference"
    return (
        f"{found.asked.question} {found.games:,} games {what} a difference of "
        f"{size_words(found, found.size)} in {100 * found.power:.0f}% of cases: "
        f"{found.games_wanted:,} games would do, or {key} = {found.size_possible:.3g}."
    )


def size_words(found: ContrastPower, size: float) -> str:
    """A difference in words."""
    return f"{100 * size:.3g} points" if found.is_share else f"{size:.3g}"


def _powers(
    experiment: Experiment, laboratory: Laboratory, asked: Declared, alpha: float
) -> Iterator[ContrastPower]:
    number = _number(experiment, asked)
    if number is None:
        return
    sample = _sample(experiment, laboratory, asked, number)
    one, other = _games(experiment, asked.one), asked.other and _games(experiment, asked.other)
    drawn = sides(sample, number.bounded, one, other or 0, asked.against)
    tests: list[tuple[bool, float, Test]] = [
        (False, asked.difference or asked.margin or _usual(number, sample), power)
    ]
    if asked.margin:
        tests.append((True, asked.margin, margin_power))
    arms = len(asked.one.variants) * max(1, len(asked.one.budgets))
    for is_margin, size, test in tests:
        known = test(drawn, size, alpha)
        wanted, possible = drawn, size
        if known < POWER:
            wanted = games_needed(drawn, test, size, alpha)
            possible = size_needed(drawn, test, size, alpha)
        yield ContrastPower(
            asked,
            is_margin,
            number.bounded,
            drawn.one // arms,
            size,
            known,
            -(-wanted.one // arms),
            possible,
        )


def _usual(number: PerGame, sample: Values) -> float:
    """The difference that matters where the file names none."""
    return FIVE_POINTS if number.bounded else TENTH * abs(float(sample.mean())) or TENTH


def _number(experiment: Experiment, asked: Declared) -> PerGame | None:
    """The number of single games that a contrast is about; None if its measure has none."""
    game = variant_game(experiment.variants[asked.one.variants[0]])
    if asked.measure == "first-player":
        return PerGame(lambda trace: float("nan"), True, 0.5)
    try:
        return measure_of(experiment, game, asked.measure)
    except BadExperiment:
        return None


def _games(experiment: Experiment, pool: Pool) -> int:
    """How many games of a pool are planned."""
    own = [at for at, budget in enumerate(experiment.budgets) if budget.purpose == "play"]
    budgets = pool.budgets or tuple(own[-1:])
    return len(pool.variants) * sum(experiment.budgets[at].games for at in budgets)


def _sample(
    experiment: Experiment, laboratory: Laboratory, asked: Declared, number: PerGame
) -> Values:
    """What the numbers of single games are like: stored ones, wins and losses, or a pilot's."""
    own = [at for at, budget in enumerate(experiment.budgets) if budget.purpose == "play"]
    variant = asked.one.variants[0]
    for budget in (*asked.one.budgets, *reversed(own)):
        stored = _numbers(number, laboratory.traces(experiment, variant, budget))
        if len(stored) >= ENOUGH and (number.bounded is False or np.ptp(stored) > 0):
            return stored
    if number.bounded:
        even = 0.5 if asked.against is None else asked.against
        ones = round(100 * min(max(even, 0.01), 0.99))
        return np.repeat([1.0, 0.0], [ones, 100 - ones])
    first = (*asked.one.budgets, *own)[0]
    seed = arm_seed(experiment, experiment.variants[variant], experiment.budgets[first])
    batch, _ = play(ArmTask(experiment, variant, first, seed, 0, PILOT))
    shown = experiment.variants[variant]
    pilot = (
        Trace(id="", variant=shown.game, budget=first, position=shown.position, **part)
        for part in batch.games()
    )
    found = _numbers(number, pilot)
    return found if len(found) > 1 else np.array([0.0, 1.0])


def _numbers(number: PerGame, traces: Iterator[Trace]) -> Values:
    found = np.array([number.of(trace) for trace in traces], float)
    known: Values = found[~np.isnan(found)]
    return known
