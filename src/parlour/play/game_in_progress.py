"""A game in progress as a value: its players, position, clock, offers and end.

Every event is a method that takes what happened, and when, and returns the next value. An event that
is not allowed raises an error. Nothing here waits, stores or displays: servers and terminals do.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

from parlour.clocks.absences import Absences
from parlour.errors import IllegalMove
from parlour.language import _
from parlour.play.conditional_moves import ConditionalMoves, parse_conditional_moves
from parlour.play.conduct import (
    CAUTIOUS,
    DRAW,
    HINT,
    TIME,
    UNDO,
    NotAllowed,
    Offer,
    agreed_draw,
    loss,
    not_yours,
    revealed_nothing,
)
from parlour.play.game_clock import GameClock
from parlour.play.position import Position
from parlour.players.kinds import late_moves
from parlour.table.game import Game, State
from parlour.table.outcome import Outcome

PERSON, BOT = "person", "bot"


@dataclass(frozen=True)
class Seat:
    """Who plays in a seat: a person, perhaps with a name, or a bot by its player's text."""

    kind: str
    player: str = ""
    name: str = ""


@dataclass(frozen=True)
class GameInProgress:
    """A game with its players. `owned` below are the seats of the person who acts; `now` is ms UTC."""

    position: Position
    seats: tuple[Seat, ...]
    clock: GameClock | None = None
    agreed: Outcome | None = None  # an end by agreement, resignation or time, not by the rules
    offer: Offer | None = None
    conditional: Mapping[int, ConditionalMoves] = field(default_factory=dict)  # by seat
    rated: bool = False

    @property
    def state(self) -> State:
        """The state of the position, which is read only."""
        return self.position.state

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.position.state.outcome or self.agreed

    @property
    def turn(self) -> int | None:
        """The seat to move, CHANCE, or None when the game is over."""
        return None if self.outcome is not None else self.position.turn

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def bots(self) -> list[int]:
        """The seats of bots."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == BOT]

    @property
    def is_revealed(self) -> bool:
        """Whether hidden information has been opened: it is, at the end of a hidden game."""
        return self.position.game.spec.hidden and self.outcome is not None

    # -- moves ---------------------------------------------------------------------------------------

    def seat_to_move(self, owned: Set[int]) -> int:
        """The seat to move, which must be owned. Raises NotAllowed."""
        self._check_running()
        turn = self.turn
        if turn is None or turn not in owned:
            _check_owner(owned)
            raise NotAllowed("not-your-turn", "It is not your turn.")
        return turn

    def play(self, after: Position, now: int) -> GameInProgress:
        """Make the moves that lead to `after`; an offer lapses, and conditional moves reply."""
        return self._advance(after, now).reply(now)

    def _advance(self, after: Position, now: int) -> GameInProgress:
        history = after.state.history
        return replace(
            self,
            position=after,
            offer=None,
            clock=self.clock and self.clock.follow(self.position, after, now),
            conditional={s: c for s, c in self.conditional.items() if c.remaining(history)},
        )

    def reply(self, now: int) -> GameInProgress:
        """Play the conditional moves of the player to move, if there are any for this position."""
        game = self
        while game.turn is not None and (moves := game.conditional.get(game.turn)) is not None:
            (text, *_), *_ = moves.remaining(game.state.history)
            try:
                after = game.position.after(text)
            except IllegalMove:  # the rules, in a user's file, have changed
                return game._set_conditional(game.turn, None)
            game = game._advance(after, now)
        return game

    def conditional_seat(self, owned: Set[int]) -> int | None:
        """The owned seat that may enter conditional moves in this game; None: there is none."""
        ours = owned & set(self.people)
        fits = self.clock is not None and self.clock.is_calendar and len(self.seats) == 2
        if not fits or self.position.game.spec.hidden or len(ours) != 1 or self.outcome is not None:
            return None
        return min(ours)

    def conditional_lines(self, owned: Set[int]) -> list[str]:
        """The owner's conditional moves from the current position."""
        seat = self.conditional_seat(owned)
        moves = None if seat is None else self.conditional.get(seat)
        lines = () if moves is None else moves.remaining(self.state.history)
        return [" ".join(line) for line in lines]

    def enter_conditional_moves(self, owned: Set[int], text: str) -> GameInProgress:
        """Replace the owner's conditional moves by lines of text. Raises NotAllowed, BadConditions."""
        seat = self.foreseeing_seat(owned)
        return self._set_conditional(seat, parse_conditional_moves(self.position, seat, text))

    def foreseeing_seat(self, owned: Set[int]) -> int:
        """The owned seat that may enter conditional moves now. Raises NotAllowed."""
        seat = self.conditional_seat(owned)
        if seat is None:
            raise NotAllowed(
                "no-conditions",
                "Conditional moves are for correspondence games of two players without hidden "
                "information.",
            )
        if self.turn == seat:
            raise NotAllowed("your-turn", "It is your turn: make your move first.")
        return seat

    def _set_conditional(self, seat: int, moves: ConditionalMoves | None) -> GameInProgress:
        others = {s: c for s, c in self.conditional.items() if s != seat}
        return replace(self, conditional=others if moves is None else {**others, seat: moves})

    # -- taking back ---------------------------------------------------------------------------------

    def undo_offer(self, owned: Set[int]) -> Offer:
        """The offer to go back to the owner's last move, or to undo an agreed end. Raises NotAllowed.

        With hidden information only a move that revealed nothing can be taken back. Once the end has
        revealed everything, a game against bots cannot go on.
        """
        if self.rated:
            raise NotAllowed("rated", "Moves cannot be taken back in a rated game.")
        _check_owner(owned)
        self._check_clock_allows_undo()
        if self.agreed is not None:
            if self.is_revealed and self.bots:
                raise NotAllowed(
                    "lies-open",
                    "The game has ended and hidden information is revealed: a bot cannot play on.",
                )
            return Offer(UNDO, min(owned), len(self.state.past), frozenset(owned))
        ply, seat = self._last_move_of(owned)
        mine = self.state.turn in owned and revealed_nothing(self.state)
        if self.state.game.spec.hidden and not mine:
            raise NotAllowed(
                "told-something",
                "Here you can take back only your own last move, and only if it showed you nothing "
                "new.",
            )
        return Offer(UNDO, seat, ply, frozenset(owned))

    def _check_clock_allows_undo(self) -> None:
        if self.clock is None:
            return
        if self.outcome is not None and self.outcome.reason == TIME:
            raise NotAllowed("clock", "A game lost on time cannot be taken back.")
        if self.clock.restarts:
            raise NotAllowed("clock", "With a time limit for each move, no move can be taken back.")

    def _last_move_of(self, owned: Set[int]) -> tuple[int, int]:
        """The number of plies before the last move of an owned seat, and that seat."""
        for ply in range(len(self.state.past) - 1, -1, -1):
            seat = int(self.state.past[ply].record.turn)
            if seat in owned:
                return ply, seat
        raise NotAllowed("nothing-to-undo", "There is no move of yours to take back.")

    def go_back(self, ply: int, now: int) -> GameInProgress:
        """Go back to the position after `ply` plies; an agreed end is undone."""
        before = self.position.back(ply)
        clock = self.clock and self.clock.go_back(self.position, before, now)
        return replace(self, position=before, agreed=None, offer=None, conditional={}, clock=clock)

    # -- offers --------------------------------------------------------------------------------------

    def draw_offer(self, owned: Set[int]) -> Offer:
        """The offer of a draw by the player to move. Raises NotAllowed."""
        _check_owner(owned)
        self._check_running()
        if self.state.game.seats < 2:
            raise NotAllowed("no-draw", "A game for one player has no draw offers.")
        turn = self.turn
        if turn is None or turn not in owned:
            raise NotAllowed("not-your-turn", "Offer a draw when it is your turn.")
        return Offer(DRAW, turn, len(self.state.past), frozenset(owned))

    def hint_offer(self, owned: Set[int]) -> Offer:
        """The request of the player to move for a hint, which all people see. Raises NotAllowed.

        With hidden information a hint would show what one player knows.
        """
        if self.rated:
            raise NotAllowed("rated", "Hints are not available in a rated game.")
        seat = self.seat_to_move(owned)
        if self.position.game.spec.hidden and not set(self.people) <= owned:
            raise NotAllowed(
                "hidden", "There are no hints here: they would show hidden information."
            )
        return Offer(HINT, seat, len(self.state.past), frozenset(owned))

    def claimable(self, owned: Set[int]) -> Outcome | None:
        """The draw that the owner of seats may claim, on the move or after it; None if there is none."""
        return self.state.claimable if owned and self.outcome is None else None

    def claim(self, owned: Set[int], now: int, move: str | None = None) -> GameInProgress:
        """Claim a draw, by the player to move also with the `move` that brings it about.

        Raises NotAllowed, IllegalMove.
        """
        _check_owner(owned)
        self._check_running()
        if move is not None:
            self.seat_to_move(owned)
            after = self._advance(self.position.after(move), now)
            if after.outcome is None and after.claimable(owned) is None:
                raise NotAllowed("no-claim", f"{move} brings no draw to claim.")
            return after if after.outcome is not None else after.claim(owned, now)
        draw = self.claimable(owned)
        if draw is None:
            raise NotAllowed("no-claim", _no_claim(self.position.game))
        return self.end(draw, now)

    def propose(self, offer: Offer, now: int) -> GameInProgress:
        """Make an offer, or carry it out at once if all people have agreed. Raises NotAllowed."""
        if set(self.people) <= offer.agreed:
            return self.carry_out(offer, now)
        if self.offer == offer:
            raise NotAllowed("already-offered", "You have asked already; wait for the answer.")
        return replace(self, offer=offer)

    def carry_out(self, offer: Offer, now: int) -> GameInProgress:
        """Do what was offered."""
        if offer.kind == DRAW:
            return self.end(agreed_draw(self.position.game), now)
        if offer.kind == HINT:  # who runs the game shows it
            return self if self.offer is None else replace(self, offer=None)
        return self.go_back(offer.ply, now)

    def answer(self, owned: Set[int], agrees: bool, now: int) -> GameInProgress:
        """Accept or decline the offer. Raises NotAllowed."""
        _check_owner(owned)
        if self.offer is None:
            raise NotAllowed("no-offer", "The offer is no longer open.")
        if not agrees:
            return replace(self, offer=None)
        if owned <= self.offer.agreed:
            raise NotAllowed("your-own-offer", "The others have to answer your offer.")
        return self.propose(replace(self.offer, agreed=self.offer.agreed | owned), now)

    @property
    def unanswered(self) -> frozenset[int]:
        """The people's seats that have not agreed to the offer yet."""
        return frozenset() if self.offer is None else frozenset(self.people) - self.offer.agreed

    # -- ends and players ----------------------------------------------------------------------------

    def resign(self, owned: Set[int], now: int, seat: int | None = None) -> GameInProgress:
        """Resign `seat`, by default the one to move; with more than two seats a bot plays on there.

        Raises NotAllowed.
        """
        _check_owner(owned)
        self._check_running()
        if seat is None:
            seat = self.turn if self.turn in owned else min(owned)
        _check_owner(owned & {seat})
        assert seat is not None
        outcome = loss(self.state, seat, "resignation")
        return self.seat_bot(seat) if outcome is None else self.end(outcome, now)

    def end(self, outcome: Outcome, now: int) -> GameInProgress:
        """End the game otherwise than by its rules."""
        clock = self.clock and self.clock.stop(now)
        return replace(self, agreed=outcome, offer=None, clock=clock)

    def seat_bot(self, seat: int, player: str = CAUTIOUS) -> GameInProgress:
        """Let a bot play on in a seat."""
        return replace(self._seat(seat, Seat(BOT, player)), offer=None)

    def name_player(self, seat: int, name: str) -> GameInProgress:
        """Give the person in a seat a name."""
        return self._seat(seat, replace(self.seats[seat], name=name))

    def _seat(self, seat: int, player: Seat) -> GameInProgress:
        return replace(self, seats=(*self.seats[:seat], player, *self.seats[seat + 1 :]))

    # -- time ----------------------------------------------------------------------------------------

    def is_due(self, now: int) -> bool:
        """Whether `catch_up` has something to do: a flag has fallen, or an absence begins or ends."""
        due = None if self.clock is None or self.outcome is not None else self.clock.due
        return due is not None and due <= now

    def catch_up(self, now: int, seed: int) -> GameInProgress:
        """What follows from time alone: absences, the fall of a flag, the end of a phase's time.

        A late player loses, or is replaced by a bot, or a move is made for that player; `seed` is for
        the choice of that move.
        """
        if self.clock is None or not self.is_due(now):
            return self
        clock = self.clock.catch_up(now)
        game, seat = self._set_clock(clock), clock.flag(now)
        if seat is None:
            return game._play_late_moves(now, seed)
        if clock.restarts:
            return game._set_clock(clock.restart(now, self.position))._play_late(now, seed)
        outcome = loss(self.state, seat, TIME)
        if outcome is not None:
            return game.end(outcome, now)
        return game.seat_bot(seat)._set_clock(clock.stop(now))

    def _play_late_moves(self, now: int, seed: int) -> GameInProgress:
        game = self
        while game.clock is not None and game.outcome is None and game.clock.is_late(now):
            game, seed = game._play_late(now, seed), seed + 1
        return game

    def _play_late(self, now: int, seed: int) -> GameInProgress:
        """Make the moves of a player who is out of time."""
        moves = late_moves(self.state.copy(), seed)
        return self._advance(self.position.play_all(moves), now)

    def start_clock(self, now: int, present: Set[int] | None = None) -> GameInProgress:
        """Start the clock, unless it has been started, or people are missing from `present`."""
        if self.clock is None or (present is not None and not present >= set(self.people)):
            return self
        return self._set_clock(self.clock.begin(now, self.position))

    def leave(self, now: int) -> GameInProgress:
        """Pause the clock: the players or the server leave."""
        clock = self.clock
        return self if clock is None or not clock.runs else self._set_clock(clock.leave(now))

    def come_back(self, now: int, give_back: bool = True) -> GameInProgress:
        """Go on after a pause or an outage, whose time is given back, or has passed."""
        clock = self.clock
        if clock is None or not clock.runs:
            return self
        resumed = clock.resume(now, give_back)
        same = resumed.timing.events == clock.timing.events
        return self if same else self._set_clock(resumed)

    def wake(self, now: int) -> GameInProgress:
        """After loading: absences so far, and conditional replies that a crash may have prevented."""
        return self._set_clock(self.clock and self.clock.catch_up(now)).reply(now)

    def observe_absences(self, absences: Mapping[int, Absences], now: int) -> GameInProgress:
        """The players' days off and vacations are these from now on."""
        if self.clock is None or absences == self.clock.absences:
            return self
        return self._set_clock(self.clock.observe(absences, now))

    def _set_clock(self, clock: GameClock | None) -> GameInProgress:
        return self if clock is self.clock else replace(self, clock=clock)

    def _check_running(self) -> None:
        if self.outcome is not None:
            raise NotAllowed(
                "game-over", _("The game is over (%(reason)s).", reason=self.outcome.reason)
            )


def _no_claim(game: Game) -> str:
    """Why there is no draw to claim."""
    if not game.has_claims:
        return "In this game no draw is claimed: draws come by themselves or by agreement."
    return "There is no draw to claim now. You may offer one."


def _check_owner(owned: Set[int]) -> None:
    if not owned:
        raise not_yours()
