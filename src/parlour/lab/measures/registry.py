"""The measures that give one number a game: a precision or an interim look can refer to them by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import nan

from parlour.errors import BadExperiment
from parlour.lab.experiment import Experiment
from parlour.lab.measures import replayed_game as replay
from parlour.lab.measures.arm import ended_so
from parlour.lab.measures.facts import PLAIN, points
from parlour.lab.measures.measure import LOOKS
from parlour.lab.measures.swing_facts import ANALYSED, SAMPLED
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
    for fact in (*PLAIN, *ANALYSED, *SAMPLED):
        found[fact.name] = PerGame(fact.of, fact.is_share or fact.unit.startswith("of a game"))
    if game.seats > 1:
        for seat, name in enumerate(game.seat_names):
            found[f"points:{name}"] = PerGame(_points(seat), True, 1 / game.seats)
            found[f"score:{name}"] = PerGame(_score(seat))
    for event in experiment.events:
        pattern = re.compile(event.pattern)
        found[f"event:{event.name}"] = PerGame(_event(pattern), True)
    for ending in experiment.endings:
        found[f"ending:{ending.name}"] = PerGame(_ending(re.compile(ending.pattern)), True)
    return found


def _points(seat: int) -> Callable[[Trace], float]:
    return lambda trace: points(trace.scores)[seat]


def _score(seat: int) -> Callable[[Trace], float]:
    return lambda trace: float(trace.scores[seat])


def _event(pattern: re.Pattern[str]) -> Callable[[Trace], float]:
    return lambda trace: float(any(replay.events(trace, trace.moves, pattern).counts))


def _ending(pattern: re.Pattern[str]) -> Callable[[Trace], float]:
    return lambda trace: float(ended_so(trace, pattern))


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


# What is told beside the numbers of single games; `per_game` has the others.
BESIDE = (
    "balance",
    "length:lower-quartile",
    "length:median",
    "length:upper-quartile",
    "captures",
    "coverage",
    "pieces",
    "first-player",
    "tree-leaves",
    "clarity:narrowness",
    "clarity:spread",
)
OF_EVENTS = ("", ":times", ":when", ":points")


def measure_names(experiment: Experiment, game: Game) -> list[str]:
    """The measures that a variant may have, but for details, whose names are the game's own."""
    events = [f"event:{event.name}{end}" for event in experiment.events for end in OF_EVENTS]
    sampled = [*(fact.name for fact in SAMPLED), *(key for key, *_ in LOOKS)]
    return list(dict.fromkeys([*per_game(experiment, game), *events, *BESIDE, *sampled]))


def check_measures(experiment: Experiment) -> None:
    """Raise BadExperiment for a measure that is asked for and that no variant can have.

    A precision's has a number for each game of every variant. Elsewhere all measures of a kind are meant
    by the word before their colon.
    """
    games = [catalogue.game(variant.game) for variant in experiment.variants]
    if experiment.precision is not None:
        for game in games:
            measure_of(experiment, game, experiment.precision.measure)
    known = dict.fromkeys(name for game in games for name in measure_names(experiment, game))
    allowed = {*known, *(name.partition(":")[0] for name in known), "detail"}
    asked = [*experiment.measures, *(contrast.measure for contrast in experiment.contrasts)]
    for name in asked:
        if name not in allowed and not name.startswith("detail:"):
            raise BadExperiment(
                f"{games[0].name} has no measure {name!s:.60}: it has {', '.join(known)}, detail:…"
            )
