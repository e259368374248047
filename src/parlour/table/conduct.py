"""The conduct of a game between seats: resigning, draws, taking back, and who must agree to what.

A `Table` is a value: the position, who has the seats, what was offered, and an end that was agreed on.
Nothing here waits, writes or draws; the web and the terminal do what it returns, and show it.
"""

from __future__ import annotations

import itertools
from collections.abc import Set
from dataclasses import dataclass, replace
from fractions import Fraction

from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.table.game import Game, State
from parlour.table.outcome import Outcome

ADVISER = "strongest:seconds=1"  # who gives hints, and says whether bots agree to a draw
CAUTIOUS = "1"  # the level of the bot that plays on for somebody who has left a table of several
HOPE = 0.4  # a bot whose chance of winning is less agrees to a draw

MOST_ROWS = 1000  # of scores for one reason, among which a draw's are looked for

UNDO, DRAW = "undo", "draw"
TIME = "time"  # the reason of an end because a seat's time is out


class NotAllowed(ParlourError):
    """Something that cannot be done at the table now: `code` is a word for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Offer:
    """Something to which all people must agree: to go back to `ply` plies, or to a draw."""

    kind: str
    seat: int
    ply: int
    agreed: frozenset[int] = frozenset()

    @property
    def text(self) -> str:
        """As it is kept."""
        return f"{self.kind} {self.seat} {self.ply} {','.join(map(str, sorted(self.agreed)))}"

    @classmethod
    def read(cls, text: str) -> Offer:
        """The offer that was kept as `text`; raises ValueError."""
        kind, seat, ply, agreed = text.split(" ")
        if kind not in (UNDO, DRAW):
            raise ValueError(f"{kind!s:.20} is no offer: expected {UNDO} or {DRAW}")
        return cls(kind, int(seat), int(ply), frozenset(map(int, filter(None, agreed.split(",")))))


@dataclass(frozen=True)
class Table:
    """A game with its seats: those of `people`, and bots'. `held` below are seats of whoever acts."""

    state: State
    people: frozenset[int]
    agreed: Outcome | None = None  # an end that the table made, not the rules
    offer: Offer | None = None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or at the table; None while it goes on."""
        return self.state.outcome or self.agreed

    @property
    def turn(self) -> int | None:
        """The seat to move, CHANCE, or None when the game is over, by its rules or at the table."""
        return None if self.outcome is not None else self.state.turn

    @property
    def has_bots(self) -> bool:
        """Whether any seat is a bot's."""
        return len(self.people) < self.state.game.seats

    @property
    def lies_open(self) -> bool:
        """Whether what was hidden can be read by now: a hidden game's record opens at its end."""
        return self.state.game.spec.hidden and self.outcome is not None

    def seat_to_move(self, held: Set[int]) -> int:
        """The seat to move, which must be held. Raises NotAllowed."""
        self._must_go_on()
        turn = self.turn
        if turn is None or turn not in held:
            self._must_sit(held)
            raise NotAllowed("not-your-turn", "It is not your turn.")
        return turn

    # -- going back ----------------------------------------------------------------------------------

    def take_back(self, held: Set[int]) -> Offer:
        """The offer to go back to where a held seat was last to move, or to before an agreed end.

        Where information is hidden, only a move that told nothing can be taken back; and once the
        end has opened the record, nothing against bots. Raises NotAllowed.
        """
        self._must_sit(held)
        if self.agreed is not None:
            if self.lies_open and self.has_bots:
                raise NotAllowed(
                    "lies-open",
                    "The game has ended and what was hidden lies open: a bot cannot play on.",
                )
            return Offer(UNDO, min(held), len(self.state.past), frozenset(held))
        ply, seat = self._last_of(held)
        mine = self.state.turn in held and told_nothing(self.state)
        if self.state.game.spec.hidden and not mine:
            raise NotAllowed(
                "told-something",
                "Where information is hidden, only a move of yours can be taken back that told you "
                "nothing, before anybody else has moved.",
            )
        return Offer(UNDO, seat, ply, frozenset(held))

    def _last_of(self, held: Set[int]) -> tuple[int, int]:
        """How many plies were played when a held seat was last to move, and that seat."""
        for ply in range(len(self.state.past) - 1, -1, -1):
            seat = int(self.state.past[ply].record.turn)
            if seat in held:
                return ply, seat
        raise NotAllowed("nothing-to-undo", "There is no move of yours to take back.")

    # -- ends that the table makes -------------------------------------------------------------------

    def resignation(self, held: Set[int], seat: int | None = None) -> tuple[int, Outcome | None]:
        """The seat that gives up, and the end of the game; None where a bot plays on (CAUTIOUS).

        `seat`, if several are held; else the one to move, or the first. Raises NotAllowed.
        """
        self._must_sit(held)
        self._must_go_on()
        if seat is None:
            turn = self.turn
            seat = turn if turn is not None and turn in held else min(held)
        elif seat not in held:
            raise not_yours()
        return seat, self._loss(seat, "resignation")

    def out_of_time(self, seat: int) -> Outcome | None:
        """The end of the game when a seat's time is out; None where a bot plays on (CAUTIOUS)."""
        return self._loss(seat, TIME)

    def _loss(self, seat: int, reason: str) -> Outcome | None:
        seats = self.state.game.seats
        if seats > 2:
            return None
        worth = self.state.game.notation.worth(self.state.record) or highest(self.state.game)
        return Outcome(tuple(worth * int(i != seat) for i in range(seats)), reason)

    def draw(self, held: Set[int]) -> Offer:
        """The offer of a draw by the seat to move, which must be held. Raises NotAllowed."""
        self._must_sit(held)
        self._must_go_on()
        if self.state.game.seats < 2:
            raise NotAllowed("no-draw", "In a game for one there is nobody to agree to a draw.")
        turn = self.turn
        if turn is None or turn not in held:
            raise NotAllowed("not-your-turn", "Offer a draw when it is your turn.")
        return Offer(DRAW, turn, len(self.state.past), frozenset(held))

    def agreement(self) -> Outcome:
        """The end by agreement: what the game gives for a draw; where it knows none, even shares."""
        game = self.state.game
        rows = itertools.chain(
            *(itertools.islice(rows, MOST_ROWS) for rows in game.endings.possible.values())
        )
        drawn = [row for row in rows if len(set(row)) == 1]
        even = (highest(game) / game.seats,) * game.seats
        return Outcome(max(drawn, default=even), "agreement")

    # -- answering -----------------------------------------------------------------------------------

    def made(self, offer: Offer) -> Offer:
        """The offer, if it is not the one that is being answered already. Raises NotAllowed."""
        if self.offer == offer:
            raise NotAllowed("already-offered", "The others have been asked already.")
        return offer

    def answered(self, held: Set[int], agrees: bool) -> Offer | None:
        """What is offered, with the held seats' agreement; None when it is declined. Raises NotAllowed."""
        self._must_sit(held)
        if self.offer is None:
            raise NotAllowed("no-offer", "There is nothing to agree to any more.")
        if not agrees:
            return None
        if held <= self.offer.agreed:
            raise NotAllowed("your-own-offer", "The others have to agree to your offer.")
        return replace(self.offer, agreed=self.offer.agreed | held)

    def is_settled(self, offer: Offer) -> bool:
        """Whether all people agree to an offer."""
        return self.people <= offer.agreed

    def waits_for(self, offer: Offer) -> frozenset[int]:
        """The people's seats that have not agreed yet."""
        return self.people - offer.agreed

    def _must_sit(self, held: Set[int]) -> None:
        if not held:
            raise not_yours()

    def _must_go_on(self) -> None:
        if self.outcome is not None:
            raise NotAllowed("game-over", f"The game is over ({self.outcome.reason}).")


def highest(game: Game) -> Fraction:
    """The highest score that a seat can have."""
    return Fraction(game.plain.rules.HIGHEST)


def not_yours() -> NotAllowed:
    """The seat is somebody else's."""
    return NotAllowed("not-your-seat", "This is not your seat.")


def agrees_to_draw(chance: float | None) -> bool:
    """Whether bots agree to a draw: the `chance` of winning of whoever offers it is clearly better."""
    return chance is not None and chance > 1 - HOPE


def least_binding(state: State) -> str:
    """The move that is made for a seat whose time for one move is out: what binds it least.

    Of several that bind as little, the first in the list.
    """
    notation, record = state.game.notation, state.record
    moves = ((notation.binding(record, m), notation.move_text(record, m)) for m in state.codes())
    text: str = min(moves)[1]
    return text


def told_nothing(state: State) -> bool:
    """Whether the last move was one by the seat to move that cannot have told it anything."""
    if not state.past or state.turn in (None, CHANCE):
        return False
    last = state.past[-1]
    heard = state.game.notation.heard(last.record, last.code, state.turn)
    return bool(last.record.turn == state.turn and heard == state.history[-1])
