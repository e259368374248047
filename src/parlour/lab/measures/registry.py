"""One number a game, by the name of a measure: what a precision is asked of, and what is looked at early."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import nan

from parlour.errors import BadExperiment
from parlour.lab.experiment import Experiment
from parlour.lab.measures import replay
from parlour.lab.measures.facts import PLAIN, points
from parlour.lab.measures.opinions import BY_ANALYSIS
from parlour.lab.trace import Trace
from parlour.table import catalogue
from parlour.table.game import Game


@dataclass(frozen=True)
class PerGame:
    """A number from each game; `bounded`: it lies between 0 and 1; `even`: what an even game has."""

    of: Callable[[Trace], float]
    bounded: bool = False
    even: float | None = None


def per_game(experiment: Experiment, game: Game) -> dict[str, PerGame]:
    """The numbers that each game of a variant has, by the names of the measures that are their means."""
    found: dict[str, PerGame] = {}
    for fact in (*PLAIN, *BY_ANALYSIS):
        found[fact.name] = PerGame(fact.of, fact.is_share or fact.unit.startswith("of a game"))
    if game.seats > 1:
        for seat, name in enumerate(game.seat_names):
            found[f"points:{name}"] = PerGame(_points(seat), True, 1 / game.seats)
            found[f"score:{name}"] = PerGame(_score(seat))
    for event in experiment.events:
        pattern = re.compile(event.pattern)
        found[f"event:{event.name}"] = PerGame(_event(pattern), True)
    return found


def _points(seat: int) -> Callable[[Trace], float]:
    return lambda trace: points(trace.scores)[seat]


def _score(seat: int) -> Callable[[Trace], float]:
    return lambda trace: float(trace.scores[seat])


def _event(pattern: re.Pattern[str]) -> Callable[[Trace], float]:
    return lambda trace: float(any(replay.events(trace, trace.moves, pattern).counts))


def _detail(key: str) -> Callable[[Trace], float]:
    def number(trace: Trace) -> float:
        word = trace.details.get(key, "")
        return float(word) if word.lstrip("-").isdecimal() else nan

    return number


def measure_of(experiment: Experiment, game: Game, name: str) -> PerGame:
    """The number of that name; raises BadExperiment where the game has none."""
    if name.startswith("detail:"):
        return PerGame(_detail(name.removeprefix("detail:")))
    known = per_game(experiment, game)
    if name not in known:
        raise BadExperiment(
            f"{game.name} has no measure {name!s:.60}: it has {', '.join(known)}, detail:…"
        )
    return known[name]


def check_measures(experiment: Experiment) -> None:
    """Raise BadExperiment for a precision's measure that some variant has not."""
    if experiment.precision is not None:
        for variant in experiment.variants:
            measure_of(experiment, catalogue.game(variant.game), experiment.precision.measure)
