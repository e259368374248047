"""Play the games of an experiment; a game depends on its seed alone."""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache

from parlour.errors import ParlourError
from parlour.kernel import chance_codes
from parlour.kernel.layout import room_for_moves
from parlour.lab.arms import game_seed, variant_game
from parlour.lab.batch import GameBatch, PlayedGame
from parlour.lab.experiment import Budget, Experiment, Variant
from parlour.lab.lab_players import lab_player
from parlour.lab.random_play import RANDOM, RandomGames
from parlour.lab.trace import MORE
from parlour.players.game_runner import game_plies, run_game
from parlour.table.game import Game, State
from parlour.table.player import has_few_moves, random_move

DRAWS = 100_000  # of chance at most, until an outcome matches `force_chance`
COMPILED = 500  # games of an arm that make compiling its rules for random players worthwhile
PATIENT = 50  # games of an arm that wait for the compiler, which a busy machine may starve
RANDOM_ENDS = 20  # random games that show whether all ends share the same points
LONGEST_RANDOM = 2000  # plies of such a game

_NOTHING = r"(?!)"  # matches no text


@dataclass(frozen=True)
class ArmTask:
    """A number of games of an arm, from number `first` on; `seed` is the arm's."""

    experiment: Experiment
    variant: int
    budget: int
    seed: int
    first: int
    count: int

    @property
    def variant_played(self) -> Variant:
        """The variant that is played."""
        return self.experiment.variants[self.variant]

    @property
    def company(self) -> Budget:
        """Who plays."""
        return self.experiment.budgets[self.budget]


def play(task: ArmTask) -> tuple[GameBatch, float]:
    """Play the games of a task; returns them with the processor seconds they took."""
    begun = time.process_time()
    game = variant_game(task.variant_played)
    if plays_at_random(task):
        compiled = game.is_compiled or task.company.games >= COMPILED
        batch = _random_games(game, task.variant_played.position, compiled).play(
            task.seed, task.first, task.count
        )
    else:
        for text in set(task.company.players if task.company.games >= PATIENT else ()):
            compile_player(text, game)
        numbers = range(task.first, task.first + task.count)
        batch = GameBatch.of(task.first, [play_game(task, game, number) for number in numbers])
    return batch, time.process_time() - begun


@cache
def compile_player(text: str, game: Game) -> None:
    """Compile what a player needs in this process, not beside its games."""
    lab_player(text, game, seed=1).compile()


@lru_cache(maxsize=2)
def _random_games(game: Game, position: str, compiled: bool) -> RandomGames:
    """Plays an arm's tasks in turn, reusing memory."""
    return RandomGames(game.read(position) if position else game.start(), compiled)


def plays_at_random(task: ArmTask) -> bool:
    """Whether all moves of a task's games are random, so that compiled code can play them."""
    company, analysis = task.company, task.experiment.analysis
    analysed = company.purpose == "play" and analysis is not None and task.first < analysis.games
    free = not (task.variant_played.force or task.variant_played.force_chance)
    return set(company.players) == {RANDOM} and company.purpose != "luck" and free and not analysed


def _starting_state(task: ArmTask, game: Game) -> State:
    """The state in which a task's games begin."""
    return game.read(task.variant_played.position) if task.variant_played.position else game.start()


def play_game(task: ArmTask, game: Game, number: int) -> PlayedGame:
    """Play one game of the task's arm."""
    state = _starting_state(task, game)
    seating = seating_of(task.company, game.seats, number)
    notes = _Notes(_analyst(task, game, number))
    own, shared = _seeds(task, number)
    luck = task.company.purpose == "luck"
    table = _Table(task, game, seating, shared if luck else own)
    if task.company.keep == "chance":
        table.seat(own)
    after = task.company.after if luck else 0

    def choose(state: State) -> str:
        notes.analyse(state)
        notes.choices.append(choices_of(state))
        return table.move(state, len(notes.choices) - 1)

    def draw(state: State) -> str:
        notes.choices.append(0)
        return table.outcome(state)

    for ply in game_plies(state, choose, draw):
        notes.note(ply.record.turn, chance_codes.split_code(ply.code))
        if after and len(notes.choices) == after:
            table = _Table(task, game, seating, own)
    return notes.finished_game(own, seating, state)


class _Table:
    """Chance and the players of one game, all derived from a seed."""

    def __init__(self, task: ArmTask, game: Game, seating: Sequence[str], seed: int) -> None:
        self.game, self.seating = game, seating
        self.chance = random.Random(f"{seed} chance")
        self.opening = task.experiment.opening
        self.force = re.compile(task.variant_played.force or _NOTHING)
        self.force_chance = re.compile(task.variant_played.force_chance)
        self.seat(seed)

    def seat(self, seed: int) -> None:
        """Create the players, and the generator of openings and forced moves, from a seed."""
        rng = random.Random(f"{seed} players")
        self.players = [lab_player(text, self.game, rng.getrandbits(31)) for text in self.seating]
        self.drawn = random.Random(f"{seed} drawn")

    def outcome(self, state: State) -> str:
        """An outcome of chance that matches `force_chance`."""
        for _ in range(DRAWS):
            text = state.draw(self.chance)
            if self.force_chance.search(text):
                return text
        raise ParlourError(
            f"{self.game.name}: no outcome of chance matched {self.force_chance.pattern!r} in "
            f"{DRAWS} draws"
        )

    def move(self, state: State, made: int) -> str:
        """The move after `made` plies: random in the opening, then forced, then the player's."""
        if made < self.opening:
            return random_move(state, self.drawn)
        forced = [text for text in self._listed(state) if self.force.search(text)]
        assert state.turn is not None
        return self.drawn.choice(forced) if forced else self.players[state.turn].choose(state)

    def _listed(self, state: State) -> list[str]:
        """The moves to check for forced ones."""
        return state.moves() if self.force.pattern != _NOTHING and has_few_moves(state) else []


def seating_of(budget: Budget, seats: int, number: int) -> tuple[str, ...]:
    """The player of each seat in game `number`."""
    players = budget.players
    if len(players) == 1:
        return players * seats
    if len(players) == seats:
        turn = 0 if budget.fixed else number % seats
        return players[turn:] + players[:turn]
    one, other = players
    alone = 0 if budget.fixed else number // 2 % seats
    if not budget.fixed and number % 2:
        one, other = other, one
    return tuple(one if seat == alone else other for seat in range(seats))


def _seeds(task: ArmTask, number: int) -> tuple[int, int]:
    """The seed of a game, and the seed that its group of replays shares."""
    own = game_seed(task.seed, number)
    return own, game_seed(task.seed, -1 - number // task.company.replays)


def choices_of(state: State) -> int:
    """How many legal moves there are."""
    if has_few_moves(state):
        return len(state.moves())
    return room_for_moves(state.game.plain.rules, state.record)


# -- notes -----------------------------------------------------------------------------------------


@dataclass
class _Notes:
    """Notes on a game in progress."""

    analyst: _Analyst | None
    turns: list[int] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    values: list[list[float]] = field(default_factory=list)

    def analyse(self, state: State) -> None:
        """Note what the analyst expects before a move."""
        if self.analyst is not None:
            self.values.append(self.analyst.values(state))

    def note(self, turn: int, words: list[int]) -> None:
        """Note one ply, whose number of choices is noted already."""
        self.turns += [turn] + [MORE] * (len(words) - 1)
        self.words += words
        if self.analyst is not None and len(self.values) < len(self.choices):
            self.values.append([math.nan] * self.analyst.seats)

    def finished_game(self, seed: int, seating: tuple[str, ...], state: State) -> PlayedGame:
        """The finished game, whose last position is `state`."""
        assert state.outcome is not None
        values = None if self.analyst is None else self.values
        return PlayedGame(
            seed,
            seating,
            self.turns,
            self.words,
            self.choices,
            values,
            state.outcome.scores,
            state.outcome.reason,
            details_of(state),
        )


def details_of(state: State) -> dict[str, str]:
    """Further facts about a game's end; `merit` is a solitaire's own count, more being better."""
    assert state.outcome is not None
    notation = state.game.notation
    more = {"merit": str(notation.merit(state))} if "merit" in notation.GIVEN else {}
    return {**state.outcome.details, **more}


class _Analyst:
    """A player that evaluates positions for each seat."""

    def __init__(self, text: str, game: Game, seed: int) -> None:
        self.player = lab_player(text, game, seed)
        self.seats = game.seats
        self.highest = float(game.plain.rules.HIGHEST)
        self.total = _points(game)

    def values(self, state: State) -> list[float]:
        """The expected scores as fractions of the highest; NaN for seats without an estimate."""
        row = [math.nan] * self.seats
        value = self.player.advise(state).value
        if value is not None and state.turn is not None:
            row[state.turn] = value / self.highest
            if self.seats == 2 and self.total is not None:
                row[1 - state.turn] = (self.total - value) / self.highest
        return row


def _analyst(task: ArmTask, game: Game, number: int) -> _Analyst | None:
    analysis = task.experiment.analysis
    if analysis is None or task.company.purpose != "play" or number >= analysis.games:
        return None
    return _Analyst(analysis.player, game, number)


@lru_cache(maxsize=8)
def _points(game: Game) -> float | None:
    """The points that all seats share at every end; None if the sum varies.

    For a game that declares no ends, random games show them.
    """
    declared = [row for rows in dict(game.notation.endings()).values() for row in rows]
    sums = {sum(row) for row in declared or _random_ends(game)}
    return float(sums.pop()) if len(sums) == 1 else None


def _random_ends(game: Game) -> list[tuple[Fraction, ...]]:
    """The scores of the random games that end within the limit."""
    rng = random.Random(1)
    ends = [
        run_game(game.start(), lambda state: random_move(state, rng), rng, plies=LONGEST_RANDOM)
        for _ in range(RANDOM_ENDS)
    ]
    return [state.outcome.scores for state in ends if state.outcome is not None]
