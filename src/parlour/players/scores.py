"""Players against each other: games with the seats changing, and their score with its interval."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt

from parlour.players.game_runner import by_seat, run_game
from parlour.players.kinds import player
from parlour.table import catalogue
from parlour.table.game import Game, State
from parlour.table.player import Progress

CONFIDENCE = 1.959964  # standard deviations of a 95% interval


@dataclass(frozen=True)
class MatchScore:
    """How one player did against another: the points of each game, 0 to 1."""

    each: tuple[float, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.each)

    @property
    def points(self) -> float:
        """The points of all games."""
        return sum(self.each)

    @property
    def share(self) -> float:
        """The mean of the points, 0 to 1."""
        return self.points / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the share."""
        return wilson(self.points, self.games)

    def __str__(self) -> str:
        won, lost = sum(p > 0.5 for p in self.each), sum(p < 0.5 for p in self.each)
        low, high = self.interval
        even = self.games - won - lost
        return f"+{won} ={even} -{lost}: {self.share:.1%} ({low:.1%} to {high:.1%})"


def wilson(points: float, games: float, deviations: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's score interval for `points` out of `games`, draws counted as parts of a point; of 95%.

    Other intervals have other `deviations` of a normal law.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    """
    square = deviations**2
    share = points / games
    middle = share + square / (2 * games)
    reach = deviations * sqrt(share * (1 - share) / games + square / (4 * games**2))
    scale = 1 + square / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def meet(
    game: Game,
    one: str,
    other: str,
    number: int,
    seed: int | None = None,
    *,
    budget: str | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> MatchScore:
    """Let the player `one` play `number` games against `other`, in every seat in turn.

    With more than two seats it has one of them and `other` the rest, then the other way round; partners
    are players of the same kind. A game
    has one point, shared as the mean scores of the players' seats are: equals have half of the points.
    A solitaire is played by each alone, chance being the same; the better score has the point, and where
    scores are level the game's own count decides (its notation's `merit`), but between lost games.

    The same seed gives the same games, but for players that think by the clock. `workers` processes
    share the games. Raises BadPlayer for players that the game has not.
    """
    for text in (one, other):
        player(text, game, 0, budget)
    seed = random.SystemRandom().getrandbits(31) if seed is None else seed
    games = [(game.address, one, other, budget, n, seed) for n in range(number)]
    points = []
    for share in _play_meetings(games, workers):
        points.append(share)
        if progress is not None:
            progress(len(points) / number)
    return MatchScore(tuple(points))


_Meeting = tuple[str, str, str, str | None, int, int]  # game, players, budget, number, seed


def _play_meetings(games: list[_Meeting], workers: int) -> Iterator[float]:
    """The points of the first player in each game."""
    if workers == 1:
        yield from map(_points, games)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(_points, games)


def _points(meeting: _Meeting) -> float:
    """The points of the first player in one game."""
    name, one, other, budget, number, seed = meeting
    game = catalogue.game(name)
    rng = random.Random(f"{seed} {number}")
    if game.seats == 1:
        chance = rng.getrandbits(31)
        first, second = (_alone(game, text, budget, chance) for text in (one, other))
        return 0.5 + 0.5 * ((first > second) - (first < second))
    own = seats_of_one(game.seats, game.spec.sides, number)
    texts = [one if seat in own else other for seat in range(game.seats)]
    made = [player(text, game, rng.getrandbits(31), budget) for text in texts]
    scores = _scores(run_game(game.start(), by_seat(made), rng))
    mine = _mean([score for seat, score in enumerate(scores) if seat in own])
    theirs = _mean([score for seat, score in enumerate(scores) if seat not in own])
    return mine / (mine + theirs) if mine + theirs else 0.5


def _alone(game: Game, text: str, budget: str | None, seed: int) -> tuple[float, int]:
    """What one player comes to in a solitaire: the score, and the game's own count, more being better.

    To lose early is no merit.
    """
    choose = by_seat([player(text, game, seed, budget)])
    state = run_game(game.start(), choose, random.Random(seed))
    score = _scores(state)[0]
    return score, game.notation.merit(state) if score else 0


def seats_of_one(seats: int, sides: int, number: int) -> set[int]:
    """The seats of the first player in game `number`: a partnership's; else one of them, or all but one."""
    if sides:
        return {seat for seat in range(seats) if seat % sides == number % sides}
    if seats == 2:
        return {number % 2}
    alone = {number // 2 % seats}
    return alone if number % 2 == 0 else set(range(seats)) - alone


def _mean(scores: list[float]) -> float:
    return sum(scores) / len(scores)


def _scores(state: State) -> list[float]:
    """The scores by seat of a game that is over."""
    assert state.outcome is not None
    return [float(score) for score in state.outcome.scores]
