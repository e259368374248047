"""Offers, refusals and agreed ends: the rules of conduct that hold for every game."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction

from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.table.game import Game, State
from parlour.table.outcome import Outcome

ADVISER = "strongest:seconds=1"  # the bot that gives hints and answers draw offers
CAUTIOUS = "1"  # the level of the bot that replaces a player who has left a game of several
HOPE = 0.4  # a bot with a lower chance of winning agrees to a draw

MOST_ROWS = 1000  # of scores for one reason, searched for those of a draw

UNDO, DRAW, HINT = "undo", "draw", "hint"
FORFEIT = "forfeit"  # the reason when a player does not come, withdraws, or fails
TIME = "time"  # the reason when a player's time has run out


class NotAllowed(ParlourError):
    """An action that is not allowed now: `code` is a word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Offer:
    """An offer that all people must agree to: to go back to `ply`, a draw, or a hint that all see."""

    kind: str
    seat: int
    ply: int
    agreed: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        """The stored text, for `read`."""
        return f"{self.kind} {self.seat} {self.ply} {','.join(map(str, sorted(self.agreed)))}"

    @classmethod
    def read(cls, text: str) -> Offer:
        """Parse the stored text; raises ValueError."""
        kind, seat, ply, agreed = text.split(" ")
        if kind not in (UNDO, DRAW, HINT):
            raise ValueError(f"{kind!s:.20} is not an offer: expected {UNDO}, {DRAW} or {HINT}")
        return cls(kind, int(seat), int(ply), frozenset(map(int, filter(None, agreed.split(",")))))


def not_yours() -> NotAllowed:
    """The error for a seat of another player."""
    return NotAllowed("not-your-seat", "This is not your seat.")


def highest(game: Game) -> Fraction:
    """The highest score that a player can get."""
    return Fraction(game.plain.rules.HIGHEST)


def loss(state: State, seat: int, reason: str) -> Outcome | None:
    """The end when a player resigns or runs out of time; None with more than two seats.

    It is a draw if the time runs out against a player who cannot win by any moves.
    """
    seats = state.game.seats
    if seats > 2:
        return None
    if reason == TIME and not all(_can_win(state, i) for i in range(seats) if i != seat):
        return Outcome(_drawn_scores(state.game), reason)
    worth = state.game.notation.worth(state.record) or highest(state.game)
    return Outcome(tuple(worth * int(i != seat) for i in range(seats)), reason)


def agreed_draw(game: Game) -> Outcome:
    """The end by agreement: the game's scores for a draw."""
    return Outcome(_drawn_scores(game), "agreement")


def _can_win(state: State, seat: int) -> bool:
    return bool(state.game.plain.rules.can_win(state.record, seat))


def _drawn_scores(game: Game) -> tuple[Fraction, ...]:
    """The game's scores for a draw, or else equal shares."""
    rows = itertools.chain(
        *(itertools.islice(rows, MOST_ROWS) for rows in game.endings.possible.values())
    )
    drawn = [row for row in rows if len(set(row)) == 1]
    even = (highest(game) / game.seats,) * game.seats
    return max(drawn, default=even)


def agrees_to_draw(chance: float | None) -> bool:
    """Whether bots agree to a draw: the player who offers it has a clearly better `chance` to win."""
    return chance is not None and chance > 1 - HOPE


def claims_draw(chance: float | None) -> bool:
    """Whether a bot claims a draw: it is worse off in the position, whatever was repeated or counted."""
    return chance is not None and chance < 0.5


def revealed_nothing(state: State) -> bool:
    """Whether the player to move made the last move too, and cannot have learned anything by it."""
    if not state.past or state.turn in (None, CHANCE):
        return False
    last = state.past[-1]
    seen = state.game.notation.observed_text(last.record, last.code, state.turn)
    return bool(last.record.turn == state.turn and seen == state.history[-1])
