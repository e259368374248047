"""A game as the server keeps and shows it: first a change is kept, then it is made here, then it is shown.

So nobody ever sees a move that a crash could lose. Whoever changes it holds the room's lock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from typing import Any, Protocol

from sqlalchemy.exc import SQLAlchemyError

from parlour.clocks.absences import Absences
from parlour.kernel.layout import CHANCE
from parlour.play.conditional_moves import ConditionalMoves
from parlour.play.game_clock import GameClock, now_ms
from parlour.play.position import CHANCE_SEAT, Position, Viewer
from parlour.play.saved_game import (
    BOT,
    PERSON,
    GameChange,
    SavedGame,
    Seat,
    read_scores,
)
from parlour.table.conduct import CAUTIOUS, Offer, Table
from parlour.table.outcome import Outcome
from parlour.web.common.board_drawing import lies_far
from parlour.web.http.error_responses import Refused, damaged
from parlour.web.store.writer import Stale

log = logging.getLogger("parlour.web.play.room")

MOST_PLIES = 20_000


class Keeping(Protocol):
    """What a room asks of the store."""

    key: str

    @property
    def is_shared(self) -> bool: ...

    async def version(self, game_id: str) -> int: ...

    async def change(self, game_id: str, version: int, change: GameChange) -> int: ...

    async def load(self, game_id: str) -> SavedGame | None: ...

    async def absences(self, held: Collection[tuple[int, str]]) -> dict[int, Absences]: ...


class KeptGame:
    """A game with its seats, offers, clock and ends. Raises Refused if what is kept of it is damaged."""

    def __init__(
        self,
        saved: SavedGame,
        position: Position,
        store: Keeping,
        now: Callable[[], int] = now_ms,
    ) -> None:
        self.id, self.owner, self.start = saved.id, saved.owner, saved.position
        self.rated = saved.rated
        self.trouble = ""  # why the game stands still
        self.used = time.monotonic()
        self.store, self.now = store, now
        self.timed: Callable[[Any], None] = lambda game: None  # called when the clock has changed
        self._watchers: set[Callable[[], None]] = set()
        self._far: dict[int, bool] = {}
        self._take_over(saved, position)
        self._timed = self.clock  # as it was when `timed` was called last

    def _take_over(self, saved: SavedGame, position: Position) -> None:
        """Be at what is kept."""
        try:
            self.offer = Offer.read(saved.offer) if saved.offer else None
            self.agreed = _agreed(saved, position)
            self.clock = _clock(saved, position)
        except (ValueError, ZeroDivisionError) as error:
            raise damaged(f"its offer, scores or clock cannot be read ({error})") from error
        kinds = [seat.kind for seat in saved.seats]
        if len(kinds) != position.game.seats or set(kinds) - {PERSON, BOT}:
            raise damaged("its seats cannot be read")
        self.position, self.version = position, saved.version
        self.seats: list[Seat] = saved.seats
        self.holders, self.next, self.chat = saved.holders, saved.next, saved.chat
        self.conditions = saved.conditions

    # -- looking -------------------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The game with its seats, as it stands."""
        return Table(self.position.state, frozenset(self.people), self.agreed, self.offer)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules or at the table; None while it goes on."""
        return self.position.state.outcome or self.agreed

    @property
    def turn(self) -> int | None:
        """The seat to move, CHANCE, or None when the game is over, by its rules or at the table."""
        return None if self.outcome is not None else self.position.turn

    @property
    def people(self) -> list[int]:
        """The seats that people have."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def bots(self) -> list[int]:
        """The seats that bots have."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == BOT]

    def held_by(self, browser: str) -> frozenset[int]:
        """The seats that a browser has, named by its digest."""
        return frozenset(
            seat for seat, b in self.holders if b == browser and self.seats[seat].kind == PERSON
        )

    def is_taken(self, seat: int) -> bool:
        """Whether somebody has sat down in a person's seat."""
        return any(held == seat for held, _ in self.holders)

    def is_upside_down(self, seat: Viewer) -> bool:
        """Whether a seat sits at the far side of its board, and would rather look from there."""
        if seat is None:
            return False
        if seat not in self._far:
            begun = next(
                (n for n, e in enumerate(self.position.log) if e.seat != CHANCE_SEAT), None
            )
            if begun is None and self.turn == CHANCE:
                return False
            start = self.position if begun is None else self.position.back(begun)
            self._far[seat] = lies_far(start.scene(seat), seat)
        return self._far[seat]

    @property
    def is_looked_at(self) -> bool:
        """Whether anybody has the game before his eyes."""
        return bool(self._watchers)

    def watch(self, told: Callable[[], None]) -> Callable[[], None]:
        """Have `told` called at every change, until what is returned is called."""
        self._watchers.add(told)
        return lambda: self._watchers.discard(told)

    def changed(self) -> None:
        """Tell those who look on."""
        self.used = time.monotonic()
        if self.clock is not self._timed:
            self._timed = self.clock
            self.timed(self)
        for told in list(self._watchers):
            told()

    # -- keeping --------------------------------------------------------------------------------------

    async def keep_plies(self, after: Position, clock: GameClock | None) -> None:
        """Be at `after`, with its new plies kept; what was offered lapses. Raises Refused."""
        if after.ply > MOST_PLIES:
            raise Refused(409, "too-long", f"A game has at most {MOST_PLIES} moves here.")
        columns: dict[str, str | int | None] = {} if self.offer is None else {"offer": None}
        if clock is not None:
            columns |= clock.kept
        if after.state.outcome is not None:
            columns |= _kept_outcome(after.state.outcome)
        ply = self.position.ply
        new = [(entry.seat, entry.text) for entry in after.log[ply:]]
        history = after.state.history
        over = {seat: None for seat, kept in self.conditions.items() if not kept.remaining(history)}
        await self.write(GameChange(columns, ply, new, conditions=over))
        self.conditions = {s: kept for s, kept in self.conditions.items() if s not in over}
        self.position, self.offer, self.trouble, self.clock = after, None, "", clock
        self.changed()

    async def write(self, change: GameChange) -> None:
        """Keep a change; the caller, who has the lock, then makes it here too. Raises Refused."""
        try:
            self.version = await self.store.change(self.id, self.version, change)
        except Stale as error:
            await self.reload()
            raise elsewhere() from error
        except SQLAlchemyError as error:
            log.exception("a change could not be kept", extra={"game": self.id})
            raise Refused(
                503, "not-kept", "The change could not be kept; nothing changed."
            ) from error

    async def reload(self) -> None:
        """Be where the kept game is, if it is further on."""
        saved = await self.store.load(self.id)
        if saved is not None and saved.version > self.version:
            position = await asyncio.to_thread(
                self.position.sync, [text for _, text in saved.moves]
            )
            self._take_over(saved, position)
            self.trouble = ""
            self.changed()

    async def keep_offer(self, offer: Offer | None) -> None:
        """What is offered now; None: nothing any more."""
        await self.write(GameChange({"offer": None if offer is None else offer.text}))
        self.offer = offer
        self.changed()

    async def go_back(self, ply: int) -> None:
        """Be where the game was after `ply` plies; an end that was agreed on is undone."""
        before = self.position.back(ply)
        clock = self.clock and self.clock.back(self.position, before, self.now())
        nothing = {"offer": None, "reason": None, "scores": None}
        over = dict.fromkeys(self.conditions)
        await self.write(GameChange(nothing | (clock.kept if clock else {}), ply, conditions=over))
        self.position, self.agreed, self.offer, self.trouble = before, None, None, ""
        self.conditions = {}
        self.clock = clock
        self.changed()

    async def seat_bot(self, seat: int, clock: GameClock | None) -> None:
        """Have a bot play on in a seat."""
        sitter = {"kind": BOT, "player": CAUTIOUS, "name": ""}
        columns = {"offer": None} | (clock.kept if clock else {})
        await self.write(GameChange(columns, seat=(seat, sitter)))
        self.seats[seat], self.offer, self.clock = Seat(**sitter), None, clock
        self.changed()

    async def end(self, outcome: Outcome) -> None:
        """End the game at the table."""
        clock = self.clock and self.clock.stopped(self.now())
        columns = {"offer": None, **_kept_outcome(outcome), **(clock.kept if clock else {})}
        await self.write(GameChange(columns))
        self.agreed, self.offer, self.clock = outcome, None, clock
        self.changed()

    async def keep_conditions(self, seat: int, entered: ConditionalMoves | None) -> None:
        """What a seat will answer; nobody is told."""
        await self.write(GameChange(conditions={seat: entered}))
        self.conditions = {s: kept for s, kept in self.conditions.items() if s != seat}
        if entered is not None:
            self.conditions[seat] = entered

    async def keep_clock(self, clock: GameClock) -> None:
        """What the clock is now."""
        await self.write(GameChange(clock.kept))
        self.clock = clock
        self.changed()


def _clock(saved: SavedGame, position: Position) -> GameClock | None:
    """The clock of a kept game. Raises ValueError if it cannot be read."""
    if saved.clock is None:
        return None
    return GameClock.of(saved.clock, saved.clock_events or "", position.game.seats, saved.absences)


def elsewhere() -> Refused:
    """The game is not where whoever asks has seen it."""
    return Refused(409, "position-changed", "The position has changed; look again.")


def _kept_outcome(outcome: Outcome) -> dict[str, str | None]:
    return {"reason": outcome.reason, "scores": ",".join(map(str, outcome.scores))}


def _agreed(saved: SavedGame, position: Position) -> Outcome | None:
    """The end that the table made, if the kept game has one. Raises ValueError for damaged scores."""
    if saved.reason is None or position.state.outcome is not None:
        return None
    scores = read_scores(saved.scores)
    if len(scores) != position.game.seats:
        raise ValueError(f"{len(scores)} scores for {position.game.seats} seats")
    return Outcome(scores, saved.reason)
