"""Search a game's options for a goal, by successive halving or Bayesian optimization.

In successive halving every option set plays some games, and the better half by the goal plays more,
until few are left (Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, 2013).
In Bayesian optimization a model chooses which set plays next, for many sets and little time
(tree-structured Parzen estimators, Bergstra et al. 2011, as in Optuna). The remaining sets then play
fresh games, and only these are reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, inf, isnan, log2, nan

import numpy as np

from parlour.errors import BadOption, MissingExtra
from parlour.kernel.spec import Option, Value
from parlour.lab.experiment import Experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.measures.registry import PerGame, measure_of
from parlour.lab.stats import Estimate, mean, score_share
from parlour.table import catalogue
from parlour.table.game import Game

MOST_SETS = 200  # option sets that are searched
SEARCHES = ("halving", "bayes")
TRIES = 40  # choices of the model, at most
LEAST_TRY = 4  # games of each
LEAST_SEARCH = 40  # games for each option set, on the average
FINALISTS = 3  # that play fresh games at the end
NEAR = 0.05  # how near a share has to be to the one wanted, where the goal does not say
NEAR_PART = 0.1  # the same of other numbers, as a part of what is wanted
BALANCE = "balance"  # in a goal: the first seat's part of the points

_TERM = re.compile(
    r"(?P<name>[\w:-]+)\s*(?P<sign><=?|>=?|=)?\s*(?P<number>[0-9]+(?:\.[0-9]+)?)(?P<percent>\s*%)?"
    r"(?:\s*±\s*(?P<near>[0-9]+(?:\.[0-9]+)?)(?P<near_percent>\s*%)?)?"
)
_SPAN = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")


@dataclass(frozen=True)
class Term:
    """One thing that is wanted: `name` a measure; `sign` ``<``, ``>``, or ``=`` for as near as `near`."""

    text: str
    name: str
    sign: str
    number: float
    near: float

    def shortfall(self, value: float) -> float:
        """The distance of a mean from the goal, in units of the tolerance; 0 if it is met."""
        if isnan(value):
            return inf
        gap = value - self.number
        missed = {"<": max(0.0, gap), ">": max(0.0, -gap)}.get(self.sign, abs(gap))
        return missed / self.near

    def verdict(self, e: Estimate) -> str:
        """``met``, ``missed`` or ``open``: what the whole interval says."""
        ends = {"<": (-inf, self.number), ">": (self.number, inf)}
        low, high = ends.get(self.sign, (self.number - self.near, self.number + self.near))
        if low <= e.low and e.high <= high:
            return "met"
        return "missed" if e.high < low or e.low > high else "open"


def goal(text: str) -> tuple[Term, ...]:
    """The goal, as ``balance 0.5, draws < 5%, length 30±5``; raises BadOption."""
    return tuple(_term(part.strip()) for part in text.split(","))


def _term(text: str) -> Term:
    match = _TERM.fullmatch(text)
    if match is None:
        raise BadOption(
            f"{text!s:.60} is no goal: expected a measure and a number, as balance 0.5, draws < 5%, "
            "length 30±5"
        )
    number = float(match["number"]) / (100 if match["percent"] else 1)
    near = float(match["near"] or 0) / (100 if match["near_percent"] else 1)
    usual = NEAR if number <= 1 else NEAR_PART * number
    return Term(text, match["name"], (match["sign"] or "=")[0], number, near or usual)


def measured(experiment: Experiment, game: Game, term: Term) -> PerGame:
    """The number of each game that a term is about; raises BadExperiment for what the game has not."""
    seat = game.seat_names[0]
    name = f"points:{seat}" if term.name == BALANCE and game.seats > 1 else term.name
    return measure_of(experiment, game, name)


def option_rows(game: Game, given: Sequence[str]) -> dict[str, list[Value]]:
    """The values of options given as ``size=5..9`` or ``swap=yes,no``, by name; raises BadOption."""
    rows: dict[str, list[Value]] = {}
    for text in given:
        key, equals, values = text.partition("=")
        if not equals or key not in game.options:
            raise BadOption(f"{text!s:.60}: {game.id} has the options {', '.join(game.options)}")
        if key in rows:
            raise BadOption(f"the option {key} is given twice")
        rows[key] = [game.options[key].parse(value) for value in _values(values, game.options[key])]
    return rows


def option_sets(game: Game, given: Sequence[str]) -> list[dict[str, Value]]:
    """Every combination of the options given, as `option_rows` reads them; raises BadOption."""
    rows = option_rows(game, given)
    sets = [dict(zip(rows, row, strict=True)) for row in product(*rows.values())]
    if not 2 <= len(sets) <= MOST_SETS:
        raise BadOption(f"these are {len(sets)} option sets: expected 2 to {MOST_SETS}")
    return sets


def _values(text: str, option: Option) -> list[str]:
    """The values of a row: a span of whole numbers, or what commas part."""
    span = _SPAN.fullmatch(text)
    if span is None:
        return text.split(",")
    low, high = int(span[1]), int(span[2])
    if not low <= high < low + MOST_SETS:
        raise BadOption(
            f"{option.name}={text}: expected a span of {MOST_SETS} numbers at most, as 5..9"
        )
    return [str(number) for number in range(low, high + 1)]


@dataclass(frozen=True)
class OptionScore:
    """What an option set's games say of the goal; `variant` is its place in the experiment."""

    variant: int
    label: str
    games: int
    estimates: tuple[Estimate, ...]
    loss: float


def standing(
    experiment: Experiment, laboratory: Laboratory, variant: int, terms: Sequence[Term]
) -> OptionScore:
    """How an option set stands by the games that are kept of it."""
    shown = experiment.variants[variant]
    game = catalogue.game(shown.game)
    numbers = [measured(experiment, game, term) for term in terms]
    traces = laboratory.traces(experiment, variant, 0)
    rows = [[number.of(trace) for number in numbers] for trace in traces]
    columns = np.array(rows, float).reshape(-1, len(terms))
    estimates = tuple(
        (score_share if number.bounded else mean)(column[~np.isnan(column)])
        for number, column in zip(numbers, columns.T, strict=True)
    )
    means = [e.value if e.n else nan for e in estimates]
    loss = sum(term.shortfall(value) for term, value in zip(terms, means, strict=True))
    return OptionScore(variant, shown.label, len(rows), estimates, loss)


def check_goal(experiment: Experiment, terms: Sequence[Term]) -> None:
    """Raise BadExperiment for a goal about what some option set has not."""
    for shown in experiment.variants:
        for term in terms:
            measured(experiment, catalogue.game(shown.game), term)


def narrowed(experiment: Experiment, variants: Sequence[int], games: int) -> Experiment:
    """The experiment with `number` games and these variants only."""
    return replace(
        experiment,
        variants=tuple(experiment.variants[at] for at in variants),
        budgets=tuple(replace(budget, games=games) for budget in experiment.budgets),
    )


def rounds(sets: int, games: int) -> list[tuple[int, int]]:
    """How many option sets play in each round, and how many games each has by its end.

    `games` are those of the search together. Each round has the same part of them.
    """
    left, found, each = sets, [], 0
    count = max(1, ceil(log2(max(1.0, sets / FINALISTS))))
    for _ in range(count):
        each += max(2, games // (count * left))
        found.append((left, each))
        left = max(FINALISTS, ceil(left / 2))
    return found


def search(
    sets: int, plan: Sequence[tuple[int, int]], play: Callable[[list[int], int], list[OptionScore]]
) -> list[OptionScore]:
    """The option sets that are left, best first. `play` plays some up to a number of games each."""
    found: list[OptionScore] = []
    left = list(range(sets))
    for keep, games in plan:
        left = left[:keep]
        found = sorted(play(left, games), key=lambda s: (s.loss, s.variant))
        left = [one.variant for one in found]
    return found[:FINALISTS]


def bayesian(
    sets: Sequence[Mapping[str, object]],
    games: int,
    play: Callable[[list[int], int], list[OptionScore]],
) -> list[OptionScore]:
    """The best option sets, best first, of those that the model chose in `games` games together.

    A set that is chosen again plays as many games more. Seeded: the same games give the same choices, so
    that a search that was broken off goes on. Raises MissingExtra without Optuna.
    """
    try:
        import optuna
    except ImportError as error:
        raise MissingExtra(
            "--search bayes needs Optuna: install parlour with the extra tune, pip install 'parlour[tune]'"
        ) from error
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=1))
    rows = {key: list(dict.fromkeys(str(one[key]) for one in sets)) for key in sets[0]}
    places = {tuple(map(str, one.values())): at for at, one in enumerate(sets)}
    each = max(LEAST_TRY, games // TRIES)
    found: dict[int, OptionScore] = {}
    counts = [0] * len(sets)
    for _ in range(max(1, games // each)):
        trial = study.ask()
        at = places[tuple(str(trial.suggest_categorical(key, row)) for key, row in rows.items())]
        counts[at] += each
        (stands,) = play([at], counts[at])
        if not stands.games:
            break
        found[at] = stands
        study.tell(trial, stands.loss)
    return sorted(found.values(), key=lambda s: (s.loss, s.variant))[:FINALISTS]
