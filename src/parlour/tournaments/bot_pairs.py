"""Play the meetings of bots as pairs of games with one opening, on all cores or a cluster."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from parlour.cluster import Cluster
from parlour.errors import ParlourError
from parlour.players import player
from parlour.players.game_runner import by_seat, run_game
from parlour.players.scores import seats_of_one
from parlour.table import catalogue
from parlour.table.game import Game, State
from parlour.table.player import Player
from parlour.tournaments.tables import table_points
from parlour.tournaments.tournament import Tournament
from parlour.tournaments.tournament_results import Meeting, Pair, PairResult, Place

log = logging.getLogger("parlour.tournaments")

Work = Callable[[Iterable["PairTask"]], Iterator[Pair]]

TRIES = 50  # openings to try until one does not end the game
AHEAD = 4  # pairs handed out for each worker before the next look at the results


@dataclass(frozen=True)
class PairTask:
    """Pair number `pair` of a meeting, or a table's game: what a worker needs to play it."""

    place: Place
    pair: int
    game: str
    players: tuple[str, ...]
    games: int
    opening: int
    budget: str | None
    seed: int


def play_pair(task: PairTask) -> Pair:
    """The scores of the first in a pair of games: same opening, same chance, seats swapped.

    At a table of three or more: the points by place of all.
    """
    game = catalogue.game(task.game)
    key = f"{task.seed} {task.place} {task.pair}"
    start = _opening(game, task.opening, random.Random(f"{key} opening"))
    if len(task.players) > 2:
        return _table_points(task, game, start, key)
    return tuple(_score(task, game, start.copy(), number, key) for number in range(task.games))


def _table_points(task: PairTask, game: Game, start: State, key: str) -> Pair:
    try:
        scores = _scores(task, game, start, task.players, f"{key} 0")
        return table_points(scores)
    except _Failed as failed:
        return table_points([Fraction(0)] * game.seats, {failed.seat})


def _score(task: PairTask, game: Game, start: State, number: int, key: str) -> Fraction:
    own = seats_of_one(game.seats, game.spec.sides, 2 * task.pair + number)
    one, other = task.players
    texts = [one if seat in own else other for seat in range(game.seats)]
    try:
        scores = _scores(task, game, start, texts, f"{key} {number}")
    except _Failed as failed:
        return Fraction(failed.seat not in own)
    mine = sum((scores[seat] for seat in own), Fraction(0)) / len(own)
    theirs = (sum(scores, Fraction(0)) - mine * len(own)) / (game.seats - len(own))
    return mine / (mine + theirs) if mine + theirs else Fraction(1, 2)


class _Failed(Exception):
    """The bot in `seat` cannot go on."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


def _scores(
    task: PairTask, game: Game, start: State, texts: Sequence[str], key: str
) -> Sequence[Fraction]:
    """The scores by seat of a game of these players; raises _Failed."""
    seeds = random.Random(key)
    chance = random.Random(f"{key.rpartition(' ')[0]} chance")  # the same in both games of a pair
    seated: list[Player] = []
    try:
        for text in texts:
            seated.append(player(text, game, seeds.getrandbits(31), task.budget))
        state = run_game(start, by_seat(seated), chance)
    except (ParlourError, OSError) as error:  # whoever fails forfeits; the tournament goes on
        failed = len(seated) if len(seated) < game.seats else start.turn
        log.warning("%s forfeits a game: %s", texts[failed or 0], error)
        raise _Failed(failed or 0) from error
    assert state.outcome is not None
    return state.outcome.scores


def _opening(game: Game, plies: int, rng: random.Random) -> State:
    """A position after `plies` random moves; the start if nearly all openings end the game."""
    for _ in range(TRIES):
        state = run_game(game.start(), lambda state: rng.choice(state.moves()), rng, moves=plies)
        if state.turn is not None:
            return state
    return game.start()


def bots_of(tournament: Tournament, meeting: Meeting) -> tuple[str, ...] | None:
    """The players' texts of a meeting of bots, by seat; None if a person takes part."""
    if meeting.other is None:
        return None
    bots = [tournament.plan.entrants[entrant].player for entrant in meeting.entrants]
    found = tuple(bot for bot in bots if bot is not None)
    return found if len(found) == len(bots) else None


def tasks(tournament: Tournament, most: int) -> list[PairTask]:
    """The pairs that bots can play now; at most `most` a meeting if a test may end it early."""
    plan, found = tournament.plan, []
    for meeting in tournament.open:
        bots = bots_of(tournament, meeting)
        if bots is None:
            continue
        begun = len(tournament.pairs(meeting))
        end = (plan.number + 1) // 2
        for pair in range(begun, min(end, begun + most) if plan.gain else end):
            games = min(2, plan.number - 2 * pair)
            found.append(
                PairTask(meeting.place, pair, plan.game(meeting.round), bots, games,
                     plan.opening, plan.budget, plan.seed)
            )  # fmt: skip
    return found


def play(
    tournament: Tournament, work: Work, workers: int, add: Callable[[PairResult], None]
) -> Iterator[PairResult]:
    """Play all games of bots, round after round; yields each result after passing it to `add`.

    Pairs that end after their meeting's test has settled are dropped.
    """
    while todo := tasks(tournament, AHEAD * workers):
        for task, scores in zip(todo, work(todo), strict=True):
            if any(task.place == meeting.place for meeting in tournament.open):
                result = PairResult(task.place, scores)
                add(result)
                yield result


def on_cores(workers: int) -> Work:
    """Play in `workers` processes of this machine; 1 means this process."""

    def work(todo: Iterable[PairTask]) -> Iterator[Pair]:
        if workers == 1:
            yield from map(play_pair, todo)
            return
        from joblib import Parallel, delayed

        pool = Parallel(workers, return_as="generator", pre_dispatch=2 * workers, batch_size=1)
        yield from pool(delayed(play_pair)(task) for task in todo)

    return work


def on_cluster(address: str) -> Work:
    """Play on the workers of the Dask scheduler at `address`; raises MissingExtra, ParlourError."""
    return partial(Cluster(address).in_order, play_pair)
