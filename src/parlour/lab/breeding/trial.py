"""The trial of a candidate: who plays how many games, by the time there is."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import log2
from pathlib import Path
from statistics import fmean

from parlour.lab.inventor.inventor_plan import LONGEST, STEP, cost_of_thought, decisions, with_limit
from parlour.lab.lab_games import compile_player
from parlour.players.kinds import SEES_ALL, kinds_of
from parlour.table.game import Game
from parlour.table.player import has_few_moves

WEAK = 4  # simulations a move for each legal move; the strong bot has ten times as many
SCREENED = 40  # random games of each candidate
GAMES = 24  # of a promising candidate: as many of strong against strong as of strong against weak
FIRST_GAMES = 8  # of every candidate: the better half of a generation plays on
POPULATION = 16  # candidates of a generation
FRESH = (2, 6, 12, 24, 48, 96)  # games of the best at the end: as many as there is time for

# Where a generation of these would take too long: thought, games and candidates as parts of the usual.
SMALLER = ((1, 1, 1), (1 / 2, 1, 1), (1 / 4, 1, 1), (1 / 8, 1 / 2, 3 / 4), (1 / 16, 1 / 4, 5 / 8))

PILOT_SHARE = 0.1  # of the time of a generation, after which no further pilot begins

Players = tuple[str, str]  # the weak and the strong bot
_Cost = tuple[float, float]


@dataclass(frozen=True)
class Trial:
    """Who plays how many games of each candidate: the `kind` of bots, and `weak` simulations."""

    kind: str
    weak: float = WEAK  # for each legal move
    games: int = GAMES
    first_games: int = FIRST_GAMES
    population: int = POPULATION
    compiles: bool = True  # before games, not beside them
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

    @property
    def simulations(self) -> float:
        """Simulations of a generation for each move of a game and each legal move.

        Each candidate has games of the strong bot with an analysis by the weak one, and of both.
        """
        games = self.population * (self.first_games + self.games) / 2
        return games * self.weak * (STEP + 1) * 1.5

    def smaller(self) -> Iterator[Trial]:
        """This trial, and smaller ones."""
        for thought, games, candidates in SMALLER:
            yield replace(
                self,
                weak=self.weak * thought,
                games=round(self.games * games),
                first_games=round(self.first_games * games),
                population=round(self.population * candidates),
            )


def trial_of(game: Game, seed: int = 1) -> Trial:
    """The usual trial of a game: tree searches of which one thinks ten times as long as the other."""
    return Trial(next((kind for kind in SEES_ALL if kind in kinds_of(game)), "ismcts"), seed=seed)


def planned_trial(games: Sequence[Game], seconds: float, seed: int = 1) -> Trial:
    """The usual trial if a generation takes at most so many processor seconds, otherwise a smaller one.

    Some `games` of the first generation say what thought and compiling cost, as many as there is time for.
    """
    usual, costs, begun = trial_of(games[0], seed), list[_Cost](), time.monotonic()
    for game in games:
        costs.append(_cost(game, usual))
        if time.monotonic() - begun > PILOT_SHARE * seconds:
            break
    thought, compiling = (fmean(each) for each in zip(*costs, strict=True))
    for one in usual.smaller():
        if one.simulations * thought + one.population * compiling <= seconds:
            return one
    return replace(one, compiles=one.population * compiling <= seconds)


def _cost(game: Game, trial: Trial) -> _Cost:
    """Seconds of a game in which each move has a simulation for each legal move, and of compiling."""
    game, player, begun = with_limit(game, LONGEST), trial.players(1)[1], time.process_time()
    compile_player(player, game)
    compiling = time.process_time() - begun
    states = decisions(game, random.Random(1))
    moves = fmean(3 * len(state.past) for state in states)
    choice = fmean(len(state.codes()) if has_few_moves(state) else 1 for state in states)
    return moves * choice * cost_of_thought(game, player, states), compiling


def kept_trial(path: Path) -> Trial | None:
    """The trial of an earlier call, so that the search continues; None if there is none to be read."""
    try:
        return Trial(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def keep_trial(path: Path, trial: Trial) -> None:
    """Keep the trial for later calls."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(trial)) + "\n", encoding="utf-8")
