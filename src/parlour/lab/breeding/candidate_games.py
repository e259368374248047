"""The games that judge candidates: random ones sort out what does not work, bots play the rest.

Bots think longer where there is more to choose from: with as many simulations on every board, a large
one would look deep only because its players are too weak to see its short wins. A candidate's first
games say whether it gets more. All are ordinary experiments whose games are stored under the arm's key,
so a search that is run again plays only what is missing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from json import dumps

import numpy as np
from numpy.typing import NDArray

from parlour.kernel.spec import Value
from parlour.lab.arms import variant_game
from parlour.lab.breeding.archive import Figures
from parlour.lab.breeding.genome import Genes, Genome
from parlour.lab.breeding.trial import Players, Trial
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.inventor.inventor_plan import LONGEST, toml_table, with_limit
from parlour.lab.inventor.tuning import narrowed
from parlour.lab.lab_games import compile_player
from parlour.lab.laboratory import Laboratory
from parlour.lab.measures.facts import points
from parlour.lab.measures.registry import per_game
from parlour.lab.random_play import RANDOM
from parlour.lab.stats import proportion, score_share
from parlour.lab.trace import Trace
from parlour.table.game import Game

FEWEST_GAMES = 2  # of each kind, without which nothing is said of a candidate
FEWEST_ENDED = 0.5  # of random games: a candidate that ends more rarely is not played by bots
OWN, MATCH = 0, 1  # budgets: the strong bot against itself, and against the weak one

QUESTION = "Which variants are worth playing?"

Values = NDArray[np.float64]


def title_of(base: Game) -> str:
    """The title of a search and of its report."""
    return f"{base.title}: new variants"


def options_text(genome: Sequence[tuple[str, Value]]) -> str:
    """The options as a reader sees them."""
    return ", ".join(f"{name}={value}" for name, value in genome)


@dataclass(frozen=True)
class Judgement:
    """The figures of each candidate, None where there are none; `is_complete`: time was not up."""

    figures: Sequence[Figures | None]
    is_complete: bool


@dataclass(frozen=True)
class CandidateGames:
    """Plays and measures candidates; `play` plays an experiment until it is complete or time is up."""

    genes: Genes
    trial: Trial
    laboratory: Laboratory
    name: str
    play: Callable[[Experiment], None]

    def judge(self, genomes: Sequence[Genome]) -> Judgement:
        """The figures of each candidate, None for one that does not work or has too few games yet."""
        found: list[Figures | None] = [None] * len(genomes)
        choices = self.choices(genomes)
        if choices is None:
            return Judgement(found, False)
        working = [at for at, choice in enumerate(choices) if choice]
        for count in (FEWEST_GAMES, self.trial.first_games, self.trial.games):
            players = [self.trial.players(choices[at]) for at in working]
            chosen = [genomes[at] for at in working]
            judged = self.measure(chosen, players, self.trial.searched, count)
            for at, one in zip(working, judged.figures, strict=True):
                found[at] = one
            if not judged.is_complete:
                return Judgement(found, False)
            if count == self.trial.first_games:
                working = self._promising(working, found)
        return Judgement(found, True)

    def _promising(self, working: Sequence[int], found: Sequence[Figures | None]) -> list[int]:
        """The better half of those that work."""
        promise = {at: one.promise for at in working if (one := found[at]) is not None}
        order = sorted(promise, key=lambda at: -promise[at])
        return sorted(order[: -(-len(order) // 2)])

    def choices(self, genomes: Sequence[Genome]) -> list[float] | None:
        """The legal moves a move of random games, 0 for what does not work; None if time was up."""
        random = [_budget("random", RANDOM)]
        screening = self.experiment(genomes, random, self.trial.searched, self.trial.screened)
        if not self._is_played(screening):
            return None
        return [self._choice(screening, at) for at in range(len(genomes))]

    def measure(
        self, genomes: Sequence[Genome], players: Sequence[Players], seed: int, games: int
    ) -> Judgement:
        """The figures of candidates by so many games of these bots, or by those there was time for."""
        order = sorted(range(len(genomes)), key=lambda at: players[at])
        found: list[Figures | None] = [None] * len(genomes)
        is_complete = True
        for pair, alike in groupby(order, key=lambda at: players[at]):
            places = list(alike)
            experiment = self.trial_experiment([genomes[at] for at in places], pair, seed, games)
            is_complete = self._is_played(experiment) and is_complete
            for variant, at in enumerate(places):
                if self._has_games(experiment, variant):
                    found[at] = figures_of(experiment, self.laboratory, variant)
        return Judgement(found, is_complete)

    def fresh_figures(self, genomes: Sequence[Genome]) -> list[Figures | None]:
        """The figures of candidates by as many fresh games as there is time for."""
        found: list[Figures | None] = [None] * len(genomes)
        choices = self.choices(genomes)
        if choices is None:
            return found
        players = [self.trial.players(choice) for choice in choices]
        for games in self.trial.fresh_games:
            judged = self.measure(genomes, players, self.trial.fresh, games)
            found = list(judged.figures)
            if not judged.is_complete:
                break
        return found

    def fresh_experiment(self, genomes: Sequence[Genome]) -> Experiment:
        """The fresh games of candidates, between the bots of the first one."""
        choices = self.choices(genomes[:1])
        assert choices is not None
        players, games = self.trial.players(choices[0]), self.trial.fresh_games[-1]
        return self.trial_experiment(genomes, players, self.trial.fresh, games)

    def trial_experiment(
        self, genomes: Sequence[Genome], players: Players, seed: int, games: int
    ) -> Experiment:
        """The experiment of a weak and a strong bot; its analysis says who leads."""
        weak, strong = players
        own = _budget("strong", strong)
        match = toml_table("match", name="strong against weak", players=[strong, weak])
        most = max(self.trial.games, *self.trial.fresh_games)
        analysis = ["", "[analysis]", f"player = {dumps(weak)}", f"games = {most}"]
        experiment = self.experiment(genomes, [own, match, analysis], seed, most)
        return narrowed(experiment, range(len(genomes)), games)

    def experiment(
        self, genomes: Sequence[Genome], players: Sequence[list[str]], seed: int, games: int
    ) -> Experiment:
        """An experiment with these candidates and players."""
        lines = [
            f"title = {dumps(title_of(self.genes.base))}",
            f"question = {dumps(QUESTION)}",
            f"games = {games}",
            f"seed = {seed}",
            "exploratory = true",
        ]
        for genome in genomes:
            game = self.genes.game(genome)
            assert game is not None
            address = with_limit(game, LONGEST).address
            lines += toml_table("variant", game=address, label=options_text(genome))
        lines += [line for table in players for line in table]
        return parse_experiment("\n".join(lines) + "\n", self.name, stem=self.name)

    def _has_games(self, experiment: Experiment, variant: int) -> bool:
        """Whether a candidate has enough games of both kinds to say anything."""
        counts = (self.laboratory.count_played(experiment, variant, at)[0] for at in (OWN, MATCH))
        return min(counts) >= min(FEWEST_GAMES, experiment.budgets[OWN].games)

    def _is_played(self, experiment: Experiment) -> bool:
        """Play the missing games; whether all are there."""
        if not self.laboratory.is_complete(experiment):
            self.play(experiment)
        return self.laboratory.is_complete(experiment)

    def _choice(self, screening: Experiment, at: int) -> float:
        """The legal moves a move of a candidate's random games.

        0 where too few of them end, or where the same player wins them all.
        """
        traces = list(self.laboratory.traces(screening, at, 0))
        first = [points(trace.scores)[0] for trace in traces]
        ended = _column(screening, at, traces, "completion").mean() >= FEWEST_ENDED
        if not ended or min(first) == max(first):
            return 0.0
        choices = _column(screening, at, traces, "branching")
        return float(choices.mean()) if len(choices) else 1.0


def _budget(name: str, player: str) -> list[str]:
    return toml_table("budget", name=name, players=player)


def _column(experiment: Experiment, variant: int, traces: Sequence[Trace], name: str) -> Values:
    """A measure of each game, without those that it does not apply to."""
    measure = per_game(experiment, variant_game(experiment.variants[variant]))[name]
    column: Values = np.array([measure.of(trace) for trace in traces], np.float64)
    return np.asarray(column[~np.isnan(column)])


def figures_of(experiment: Experiment, laboratory: Laboratory, variant: int) -> Figures:
    """What the bots' games of a candidate say."""
    own = list(laboratory.traces(experiment, variant, OWN))
    strong = experiment.budgets[MATCH].players[0]
    match = [
        points(trace.scores)[trace.players.index(strong)]
        for trace in laboratory.traces(experiment, variant, MATCH)
    ]

    def column(name: str) -> Values:
        return _column(experiment, variant, own, name)

    ended, decided, choice = column("completion"), column("decided"), column("branching")
    return Figures(
        skill=score_share(np.array(match, float)),
        first=score_share(np.array([points(trace.scores)[0] for trace in own], float)),
        ended=proportion(int(ended.sum()), len(ended)),
        decided=proportion(int(decided.sum()), len(decided)),
        leader=score_share(column("half-time")),
        length=float(column("length").mean()),
        branching=float(choice.mean()) if len(choice) else 0.0,
    )


def compile_players(experiment: Experiment, laboratory: Laboratory, until: float) -> None:
    """Compile the players of the games that are missing, until a time of `time.monotonic`."""
    for variant, at in experiment.arms:
        budget = experiment.budgets[at]
        if laboratory.count_played(experiment, variant, at)[0] < budget.games:
            for text in {*budget.players} - {RANDOM}:
                if time.monotonic() < until:
                    compile_player(text, variant_game(experiment.variants[variant]))
