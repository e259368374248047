"""What a player is: it chooses moves, and may say what it thinks of a position."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import Any, ClassVar, TypeVar

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE, MANY, room_for_moves
from parlour.table.game import Game, State
from parlour.table.verdict import verdict

Progress = Callable[
    [float], None
]  # called from time to time with the part of the work done, 0 to 1


@dataclass(frozen=True)
class Advice:
    """A move, and why.

    `value` is the score that the seat to move may expect, None if the player has no idea; `line` are
    the moves that the player expects, its own first; `words` say how it came to that. `nodes` are the
    positions or simulations searched, `depth` the plies searched in full, 0 where unknown.

    `chance` is the chance of winning of the seat to move (see `players.chance`), 0 to 1, None if the player
    has no idea; `proven` says that it is certain, and then `distance` may be the plies to the end, negative
    for a loss.
    """

    move: str
    value: float | None = None
    line: tuple[str, ...] = ()
    words: str = ""
    nodes: int = 0
    depth: int = 0
    chance: float | None = None
    proven: bool = False
    distance: int | None = None

    def verdict(self, state: State) -> str:
        """What is expected of `state`, of which this was said, in words; "" without any idea."""
        assert state.turn is not None
        name = state.game.seat_names[state.turn]
        return verdict(self.chance, self.proven, self.distance, name)


F = TypeVar("F", bound=Callable[..., Any])

ONE_AT_A_TIME = ("advise", "decide", "choose", "compile", "prepare")


def _one_at_a_time(method: F) -> F:
    """The method of a player, such that its calls from several threads run in order."""

    @wraps(method)
    def run(self: Player, *given: Any, **more: Any) -> Any:
        with self._turn:
            return method(self, *given, **more)

    return run  # type: ignore[return-value]


class Player:
    """Chooses moves in one game; may remember what it found for its next move.

    Several threads may use one player: it thinks for them in order, and `stop` ends its thinking.

    `blunder` is the part of its moves that are drawn at random, `seed` settles its chances. A kind of
    player gives `advise`, and SETTINGS: what its text may set, each an int or a float. Raises BadPlayer
    for settings that do not go together or do not suit the game.
    """

    SETTINGS: ClassVar[Mapping[str, type]] = {}
    SEARCHES: ClassVar[
        tuple[type, ...]
    ] = ()  # that take the settings which it does not take itself
    name = ""  # the text that it was made from, or its level

    def __init__(self, game: Game, seed: int, blunder: float = 0.0) -> None:
        if not 0 <= blunder <= 1:
            raise BadPlayer(f"blunder={blunder:g}: expected a number from 0 to 1")
        self.game, self.blunder = game, blunder
        self.rng = random.Random(seed)
        self._turn = threading.RLock()

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles take turns of their own."""
        return {name: value for name, value in vars(self).items() if name != "_turn"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._turn = threading.RLock()

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for name in ONE_AT_A_TIME:
            if name in vars(cls):
                setattr(cls, name, _one_at_a_time(vars(cls)[name]))

    def __repr__(self) -> str:
        return f"<Player {self.name}>"

    @classmethod
    def usual(cls, name: str) -> float | None:
        """What a setting is where nothing is said of it; None: as if it were not there."""
        players = (kind for kind in cls.__mro__ if issubclass(kind, Player))
        found = (signature(made).parameters.get(name) for made in (*players, *cls.SEARCHES))
        return next((parameter.default for parameter in found if parameter is not None), None)

    def think_for(self, budget: str, amount: float) -> None:
        """Think for `amount` of a budget, as 0.5 of ``seconds``, from the next move on; what was found stays.

        Raises BadPlayer for a budget that this kind of player does not take.
        """
        if budget not in self.SETTINGS:
            raise BadPlayer(f"{self.name} takes no {budget}: it takes {', '.join(self.SETTINGS)}")
        setattr(self, budget, self.SETTINGS[budget](amount))

    def stop(self) -> None:
        """End what another thread lets it think of, where it can: it answers what it has found."""

    @_one_at_a_time
    def compile(self) -> None:
        """Have everything compiled that it needs: it thinks about the first move of a game."""
        state = self.game.start().play_chance(self.rng)
        if state.turn is not None:
            self.advise(state)

    def prepare(self) -> None:
        """Get ready before the first move: load the code that it needs, or have it compiled."""
        self.compile()

    @_one_at_a_time
    def choose(self, state: State, progress: Progress | None = None) -> str:
        """A legal move's text. Raises ValueError if no seat is to move."""
        return self.decide(state, progress).move

    @_one_at_a_time
    def decide(self, state: State, progress: Progress | None = None) -> Advice:
        """The move to play with what led to it: nothing where it is a blunder or the only move.

        Raises ValueError if no seat is to move.
        """
        if state.turn in (None, CHANCE):
            raise ValueError("no seat is to move")
        if self.blunder and self.rng.random() < self.blunder:
            return Advice(random_move(state, self.rng))
        only = the_only_move(state)
        return self.advise(state, progress) if only is None else Advice(only)

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        """What this player thinks of a state in which a seat is to move, blunders aside."""
        raise NotImplementedError

    def ranked(self, state: State) -> list[str]:
        """Moves that it has compared, the best first; at least the one that it advises."""
        return [self.advise(state).move]


class RandomPlayer(Player):
    """Plays any legal move, each as likely as another."""

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        return Advice(random_move(state, self.rng), words="drawn at random")


def random_move(state: State, rng: random.Random) -> str:
    """One of the legal moves, each as likely as another; where they are very many, none is listed."""
    if state.game.plain.rules.MAX_MOVES <= MANY:
        return rng.choice(state.moves())
    return unlisted_move(state, rng)


def unlisted_move(state: State, rng: random.Random) -> str:
    """One of the legal moves, each as likely as another, without a list of their texts."""
    rules = state.game.plain.rules
    out = [0] * room_for_moves(rules, state.record)
    code = rules.random_move(state.record, out, [rng.getrandbits(63)])
    text: str = state.game.notation.move_text(state.record, code)
    return text


def has_few_moves(state: State) -> bool:
    """Whether the legal moves are so few that they may be listed."""
    nobody_moves = state.turn in (None, CHANCE)
    return nobody_moves or room_for_moves(state.game.plain.rules, state.record) <= MANY


def the_only_move(state: State) -> str | None:
    """The one legal move; None if there are more, or may be very many."""
    if not has_few_moves(state):
        return None
    moves = state.moves()
    return moves[0] if len(moves) == 1 else None
