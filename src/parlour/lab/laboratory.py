"""The laboratory's folder: experiments and their games, each experiment with one SQLite file.

laboratory = Laboratory()
for trace in laboratory.traces(experiment, variant=0, budget=1): ...
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from parlour.data_folder import data_folder
from parlour.errors import BadExperiment, ParlourError
from parlour.lab.arms import arm_key, code_digest, variant_game
from parlour.lab.batch import GameBatch
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.games_file import ENOUGH, SEARCHES, Games
from parlour.lab.random_play import RANDOM
from parlour.lab.trace import Trace

GAMES = "games.sqlite"

_ID = re.compile(r"([1-9][0-9]{0,3})\.([1-9][0-9]{0,3})\.([1-9][0-9]{0,8})")


def default_folder() -> Path:
    """The folder ``laboratory`` in ``$PARLOUR_DATA``, or in the user's data folder."""
    return data_folder() / "laboratory"


def identifier(variant: int, budget: int, number: int) -> str:
    """The name of a game within its experiment: variant, budget and number, each counted from 1."""
    return f"{variant + 1}.{budget + 1}.{number + 1}"


def traces_of(
    experiment: Experiment, variant: int, budget: int, batch: GameBatch
) -> Iterator[Trace]:
    """The games of a batch of an arm."""
    shown = experiment.variants[variant]
    for part in batch.games():
        yield Trace(
            id=identifier(variant, budget, part["number"]),
            variant=shown.game,
            budget=budget,
            position=shown.position,
            **part,
        )


def place_of(game_id: str) -> tuple[int, int, int]:
    """The places of a game's name, as ``2.1.37``, counted from 0. Raises BadExperiment."""
    match = _ID.fullmatch(game_id)
    if match is None:
        raise BadExperiment(
            f"{game_id!s:.40} is no game's name: expected variant.budget.number, as 1.2.37"
        )
    variant, budget, number = (int(part) - 1 for part in match.groups())
    return variant, budget, number


@dataclass(frozen=True)
class ArmGames:
    """The first `count` games of an arm; every iteration reads them again, batch by batch."""

    laboratory: Laboratory
    experiment: Experiment
    variant: int
    budget: int
    count: int

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Trace]:
        return self.laboratory.traces(self.experiment, self.variant, self.budget, 0, self.count)


class Laboratory:
    """All experiments of a folder, by default `default_folder`."""

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = default_folder() if folder is None else Path(folder)

    def folder_of(self, experiment: Experiment) -> Path:
        """Where an experiment's games and reports are."""
        return self.folder / experiment.name

    def games(self, experiment: Experiment) -> Games:
        """The stored games; creates the file if necessary."""
        return Games(self.folder_of(experiment) / GAMES)

    def note(self, experiment: Experiment, games: Games) -> None:
        """Note with the games what experiment they were played for."""
        games.note("text", experiment.text)
        games.note("folder", experiment.folder)

    def experiments(self) -> list[Experiment]:
        """The experiments run here by name, as their files were in the last run."""
        kept = sorted(self.folder.glob(f"*/{GAMES}"))
        return [experiment for path in kept if (experiment := _read_experiment(path)) is not None]

    def unread(self) -> list[str]:
        """The names of experiments run here that can no longer be read."""
        kept = sorted(self.folder.glob(f"*/{GAMES}"))
        return [path.parent.name for path in kept if _read_experiment(path) is None]

    def merge(self, other: Laboratory) -> Iterator[tuple[str, int]]:
        """Copy the games that only the other laboratory has; yields each experiment with their number.

        Raises ParlourError if the experiment is running, or if there is none.
        """
        found = sorted(other.folder.glob(f"*/{GAMES}"))
        if not found:
            raise ParlourError(f"{other.folder}: no experiment was run there")
        for path in found:
            name = path.parent.name
            with closing(Games(path)) as theirs, closing(Games(self.folder / name / GAMES)) as ours:
                with ours.lock():
                    taken = ours.take(theirs)
                for what in ("text", "folder"):
                    if ours.about(what) is None and (noted := theirs.about(what)) is not None:
                        ours.note(what, noted)
            yield name, taken

    def is_running(self, experiment: Experiment) -> bool:
        """Whether the experiment is running."""
        path = self.folder_of(experiment) / GAMES
        if not path.is_file():
            return False
        with closing(Games(path)) as games:
            return games.is_held()

    def count_played(self, experiment: Experiment, variant: int, budget: int) -> tuple[int, float]:
        """The number of games of an arm, and the processor seconds they took."""
        with self._reading(experiment, variant, budget) as (games, arm):
            if games is None:
                return 0, 0.0
            count, seconds = games.count_played(arm)
            return min(count, _games_wanted(experiment, budget, games)), seconds

    def games_wanted(self, experiment: Experiment, budget: int) -> int:
        """The number of games wanted of each variant; with a precision, as many as were enough."""
        path = self.folder_of(experiment) / GAMES
        if not path.is_file():
            return experiment.budgets[budget].games
        with closing(Games(path)) as games:
            return _games_wanted(experiment, budget, games)

    def count(self, experiment: Experiment) -> int:
        """How many games there are of all arms together."""
        return sum(self.count_played(experiment, *arm)[0] for arm in experiment.arms)

    def is_complete(self, experiment: Experiment) -> bool:
        """Whether all games that the experiment asks for are stored."""
        return all(
            self.count_played(experiment, *arm)[0] >= self.games_wanted(experiment, arm[1])
            for arm in experiment.arms
        )

    def check_played(self, experiment: Experiment, file: str = "FILE") -> None:
        """Raise BadExperiment if there is no game, with the command that plays the `file`."""
        if not self.count(experiment):
            where = (
                "" if self.folder == default_folder() else f" --folder {quote(str(self.folder))}"
            )
            raise BadExperiment(
                f"{self.folder} has no games of {experiment.name} for its present file and rules; "
                f"to play them: parlour lab run {quote(file)}{where}"
            )

    def versions(self, experiment: Experiment, variant: int, budget: int) -> dict[str, object]:
        """The versions of Parlour, Python, NumPy and Numba that played an arm; empty if none did."""
        with self._reading(experiment, variant, budget) as (games, arm):
            return games.arm_about(arm) if games else {}

    def searches(self, experiment: Experiment) -> list[str]:
        """Sentences that name the arms played by other versions of the search."""
        found: dict[str, list[str]] = {}
        for variant, budget in experiment.arms:
            company = experiment.budgets[budget]
            thinks = set(company.players) != {RANDOM} or experiment.analysis is not None
            known = self.versions(experiment, variant, budget).get(SEARCHES)
            if thinks and isinstance(known, list) and known:
                own = code_digest(variant_game(experiment.variants[variant]))
                words = "several versions" if len(known) > 1 else "another version"
                if known != [own]:
                    found.setdefault(words, []).append(f"{variant + 1}.{budget + 1}")
        return [f"Played by {words} of the search: {', '.join(a)}." for words, a in found.items()]

    def traces(
        self,
        experiment: Experiment,
        variant: int,
        budget: int,
        begin: int = 0,
        end: int | None = None,
    ) -> Iterator[Trace]:
        """The games of an arm in order, from `begin` to before `end`, read batch by batch.

        Games of an earlier run beyond the number that the experiment asks for are left out.
        """
        for batch in self.batches(experiment, variant, budget, begin, end):
            yield from traces_of(experiment, variant, budget, batch)

    def batches(
        self,
        experiment: Experiment,
        variant: int,
        budget: int,
        begin: int = 0,
        end: int | None = None,
    ) -> Iterator[GameBatch]:
        """The same games in batches."""
        with self._reading(experiment, variant, budget) as (games, arm):
            if games is None:
                return
            asked = _games_wanted(experiment, budget, games)
            stop = asked if end is None else min(asked, end)
            for batch in games.batches(arm, begin, stop):
                first, last = max(begin, batch.first), min(stop, batch.first + batch.count)
                yield batch if last - first == batch.count else batch.part(first, last)

    @contextmanager
    def _reading(
        self, experiment: Experiment, variant: int, budget: int
    ) -> Iterator[tuple[Games | None, int]]:
        """The stored games and the arm's number among them; None and 0 if it has none."""
        path = self.folder_of(experiment) / GAMES
        if not path.is_file():
            yield None, 0
            return
        with closing(Games(path)) as games:
            arm = games.known_arm(_key(experiment, variant, budget))
            yield (None, 0) if arm is None else (games, arm)

    def arm(
        self, experiment: Experiment, variant: int, budget: int, count: int | None = None
    ) -> ArmGames:
        """All stored games of an arm, or the first `count`."""
        played, _ = self.count_played(experiment, variant, budget)
        count = played if count is None else min(count, played)
        return ArmGames(self, experiment, variant, budget, count)

    def trace(self, experiment: Experiment, game_id: str) -> Trace:
        """The game of an identifier, as ``2.1.37``: variant, budget, number. Raises BadExperiment."""
        variant, budget, number = place_of(game_id)
        if variant >= len(experiment.variants) or budget >= len(experiment.budgets):
            raise BadExperiment(
                f"{game_id}: {experiment.name} has variants 1 to {len(experiment.variants)} and "
                f"budgets 1 to {len(experiment.budgets)}"
            )
        for trace in self.traces(experiment, variant, budget, number, number + 1):
            return trace
        played, _ = self.count_played(experiment, variant, budget)
        raise BadExperiment(f"{game_id}: {played} games were played of {variant + 1}.{budget + 1}")


def _games_wanted(experiment: Experiment, budget: int, games: Games) -> int:
    """The number of games of an arm that the experiment asks for; with a precision, the sufficient number."""
    company = experiment.budgets[budget]
    if experiment.precision is None or company.purpose != "play":
        return company.games
    return min(company.games, int(games.about(ENOUGH) or company.games))


def _key(experiment: Experiment, variant: int, budget: int) -> str:
    return arm_key(experiment, experiment.variants[variant], experiment.budgets[budget])


def _read_experiment(path: Path) -> Experiment | None:
    """The experiment of a games file; None if it can no longer be read."""
    games = Games(path)
    text, folder = games.about("text"), games.about("folder")
    games.close()
    if text is None:
        return None
    try:
        return parse_experiment(text, str(path), Path(folder or "."), path.parent.name)
    except ParlourError:
        return None
