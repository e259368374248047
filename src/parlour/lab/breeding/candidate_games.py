"""The games that judge candidates: random ones sort out what does not work, bots play the rest.

They are ordinary experiments whose games are stored under the arm's key, so a search that is run again plays
only what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from json import dumps

import numpy as np
from numpy.typing import NDArray

from parlour.lab.arms import variant_game
from parlour.lab.breeding.archive import Figures
from parlour.lab.breeding.genome import Genes, Genome
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.inventor.inventor_plan import LONGEST, STEP, toml_table, with_limit
from parlour.lab.laboratory import Laboratory
from parlour.lab.measures.facts import points
from parlour.lab.measures.registry import per_game
from parlour.lab.random_play import RANDOM
from parlour.lab.stats import proportion, score_share
from parlour.lab.trace import Trace
from parlour.players.kinds import SEES_ALL, kinds_of
from parlour.table.game import Game

WEAK = 200  # simulations a move; the strong bot has ten times as many
GAMES = 40  # of each candidate: random, strong against strong, strong against weak
FRESH = 4  # times as many games of the best at the end
FEWEST_ENDED = 0.5  # of random games: a candidate that ends more rarely is not played by bots
SEARCHED, FINAL = 1, 2  # seeds
OWN, MATCH = 0, 1  # budgets: the strong bot against itself, and against the weak one

QUESTION = "Which variants are worth playing?"

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Trial:
    """Who plays how many games of each candidate."""

    weak: str
    strong: str
    games: int = GAMES


def trial_of(game: Game, weak: int = WEAK, games: int = GAMES) -> Trial:
    """The usual trial of a game: tree searches of which one thinks ten times as long as the other."""
    kind = next((kind for kind in SEES_ALL if kind in kinds_of(game)), "ismcts")
    return Trial(f"{kind}:simulations={weak}", f"{kind}:simulations={STEP * weak}", games)


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
        screening = self.experiment(genomes, [_budget("random", RANDOM)], SEARCHED)
        if not self._is_played(screening):
            return None
        working = [at for at in range(len(genomes)) if self._works(screening, at)]
        found: list[Figures | None] = [None] * len(genomes)
        figures = self.measure([genomes[at] for at in working], SEARCHED) if working else []
        if figures is None:
            return None
        for at, one in zip(working, figures, strict=True):
            found[at] = one
        return found

    def measure(self, genomes: Sequence[Genome], seed: int) -> list[Figures] | None:
        """The figures of candidates by games of bots; None if time was up."""
        experiment = self.trial_experiment(genomes, seed)
        if not self._is_played(experiment):
            return None
        return [figures_of(experiment, self.laboratory, at) for at in range(len(genomes))]

    def trial_experiment(self, genomes: Sequence[Genome], seed: int) -> Experiment:
        """The experiment of bots; its analysis says who leads."""
        weak, strong = self.trial.weak, self.trial.strong
        games = self.trial.games * (FRESH if seed == FINAL else 1)
        own = _budget("strong", strong)
        match = toml_table("match", name="strong against weak", players=[strong, weak])
        analysis = ["", "[analysis]", f"player = {dumps(weak)}", f"games = {games}"]
        return self.experiment(genomes, [own, match, analysis], seed, games)

    def experiment(
        self, genomes: Sequence[Genome], players: Sequence[list[str]], seed: int, games: int = 0
    ) -> Experiment:
        """An experiment with these candidates and players."""
        lines = [
            f"title = {dumps(title_of(self.genes.base))}",
            f"question = {dumps(QUESTION)}",
            f"games = {games or self.trial.games}",
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

    def _works(self, screening: Experiment, at: int) -> bool:
        """Whether random games of a candidate end, and are not always won by the same player."""
        traces = list(self.laboratory.traces(screening, at, 0))
        first = [points(trace.scores)[0] for trace in traces]
        return _column(screening, at, traces, "completion").mean() >= FEWEST_ENDED and (
            min(first) < max(first)
        )


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
