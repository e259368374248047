"""The games that judge candidates: random ones sort out what does not work, bots play the rest.

Bots think longer where there is more to choose from: with as many simulations on every board, a large
one would look deep only because its players are too weak to see its short wins. A candidate's first
games say whether it gets more. All are ordinary experiments whose games are stored under the arm's key,
so a search that is run again plays only what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from json import dumps
from math import log2

import numpy as np
from numpy.typing import NDArray

from parlour.lab.arms import variant_game
from parlour.lab.breeding.archive import Figures
from parlour.lab.breeding.genome import Genes, Genome
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.inventor.inventor_plan import LONGEST, STEP, toml_table, with_limit
from parlour.lab.inventor.tuning import narrowed
from parlour.lab.laboratory import Laboratory
from parlour.lab.measures.facts import points
from parlour.lab.measures.registry import per_game
from parlour.lab.random_play import RANDOM
from parlour.lab.stats import proportion, score_share
from parlour.lab.trace import Trace
from parlour.players.kinds import SEES_ALL, kinds_of
from parlour.table.game import Game

WEAK = 4  # simulations a move for each legal move; the strong bot has ten times as many
SCREENED = 40  # random games of each candidate
GAMES = 24  # of a promising candidate: as many of strong against strong as of strong against weak
FIRST_GAMES = 8  # of every candidate: the better half of a generation plays on
FRESH = (12, 24, 48, 96)  # games of the best at the end: as many as there is time for
FEWEST_ENDED = 0.5  # of random games: a candidate that ends more rarely is not played by bots
OWN, MATCH = 0, 1  # budgets: the strong bot against itself, and against the weak one

QUESTION = "Which variants are worth playing?"

Values = NDArray[np.float64]
Players = tuple[str, str]  # the weak and the strong bot


@dataclass(frozen=True)
class Trial:
    """Who plays how many games of each candidate: the `kind` of bots, and `weak` simulations."""

    kind: str
    weak: float = WEAK  # for each legal move
    games: int = GAMES
    first_games: int = FIRST_GAMES
    screened: int = SCREENED
    fresh_games: Sequence[int] = FRESH
    seed: int = 1

    def players(self, choice: float) -> Players:
        """The weak and the strong bot of games with so many legal moves a move.

        Numbers of moves are rounded to powers of two, so that few candidates have bots of their own.
        """
        weak = max(1, round(self.weak * 2 ** round(log2(choice))))
        return (f"{self.kind}:simulations={weak}", f"{self.kind}:simulations={STEP * weak}")

    @property
    def searched(self) -> int:
        """The seed of the search's games."""
        return 2 * self.seed - 1

    @property
    def fresh(self) -> int:
        """The seed of the games that had no part in the search."""
        return 2 * self.seed


def trial_of(game: Game, seed: int = 1) -> Trial:
    """The usual trial of a game: tree searches of which one thinks ten times as long as the other."""
    return Trial(next((kind for kind in SEES_ALL if kind in kinds_of(game)), "ismcts"), seed=seed)


def title_of(base: Game) -> str:
    """The title of a search and of its report."""
    return f"{base.title}: new variants"


def options_text(genome: Genome) -> str:
    """The options as a reader sees them."""
    return ", ".join(f"{name}={value}" for name, value in genome)


@dataclass(frozen=True)
class CandidateGames:
    """Plays and measures candidates; `play` plays an experiment until it is complete or time is up."""

    genes: Genes
    trial: Trial
    laboratory: Laboratory
    name: str
    play: Callable[[Experiment], None]

    def judge(self, genomes: Sequence[Genome]) -> list[Figures | None] | None:
        """The figures of each candidate, None for one that does not work; None if time was up."""
        choices = self.choices(genomes)
        if choices is None:
            return None
        working = [at for at, choice in enumerate(choices) if choice]
        found: list[Figures | None] = [None] * len(genomes)
        for count in (self.trial.first_games, self.trial.games):
            players = [self.trial.players(choices[at]) for at in working]
            chosen = [genomes[at] for at in working]
            figures = self.measure(chosen, players, self.trial.searched, count)
            if figures is None:
                return None
            for at, one in zip(working, figures, strict=True):
                found[at] = one
            order = sorted(range(len(working)), key=lambda at: -figures[at].promise)
            working = [working[at] for at in sorted(order[: -(-len(order) // 2)])]
        return found

    def choices(self, genomes: Sequence[Genome]) -> list[float] | None:
        """The legal moves a move of random games, 0 for what does not work; None if time was up."""
        random = [_budget("random", RANDOM)]
        screening = self.experiment(genomes, random, self.trial.searched, self.trial.screened)
        if not self._is_played(screening):
            return None
        return [self._choice(screening, at) for at in range(len(genomes))]

    def measure(
        self, genomes: Sequence[Genome], players: Sequence[Players], seed: int, games: int
    ) -> list[Figures] | None:
        """The figures of candidates by so many games of these bots; None if time was up."""
        order = sorted(range(len(genomes)), key=lambda at: players[at])
        found = dict[int, Figures]()
        for pair, alike in groupby(order, key=lambda at: players[at]):
            places = list(alike)
            experiment = self.trial_experiment([genomes[at] for at in places], pair, seed, games)
            if not self._is_played(experiment):
                return None
            for variant, at in enumerate(places):
                found[at] = figures_of(experiment, self.laboratory, variant)
        return [found[at] for at in range(len(genomes))]

    def fresh_figures(self, genomes: Sequence[Genome]) -> list[Figures] | None:
        """The figures of candidates by as many fresh games as there is time for; None if there are none."""
        found: list[Figures] | None = None
        choices = self.choices(genomes)
        if choices is None:
            return None
        players = [self.trial.players(choice) for choice in choices]
        for games in self.trial.fresh_games:
            figures = self.measure(genomes, players, self.trial.fresh, games)
            if figures is None:
                break
            found = figures
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
