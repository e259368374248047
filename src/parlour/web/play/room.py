"""One game at the table of the server: what its people do, when the clock says so, and its bots.

A room runs in the event loop. Whatever changes the game is done under its lock, by `kept_game`. What may
be done is `table.conduct`'s.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from parlour.errors import IllegalMove, ParlourError
from parlour.play.conditional_moves import parse_conditional_moves
from parlour.play.game_clock import now_ms
from parlour.play.position import Position
from parlour.play.saved_game import PERSON, GameChange, SavedGame
from parlour.players.kinds import late_moves, suggestions
from parlour.table.conduct import (
    DRAW,
    TIME,
    NotAllowed,
    Offer,
    agrees_to_draw,
    not_yours,
)
from parlour.web.bots.worker import Answer
from parlour.web.bots.worker_pool import Bots
from parlour.web.common.game_registry import known_game
from parlour.web.http.error_responses import Refused
from parlour.web.play.arrangement import Arrangements
from parlour.web.play.driver import Driver
from parlour.web.play.game_review import Reviewing
from parlour.web.play.lag import Quota
from parlour.web.play.stored_game import Keeping, KeptGame, elsewhere

MOST_SAID = 500  # lines of chat


class Room(KeptGame):
    """A game with its people and bots; made from what is kept of it. Raises Refused if that is damaged."""

    def __init__(
        self,
        saved: SavedGame,
        position: Position,
        store: Keeping,
        bots: Bots,
        pace: float = 0.0,
        now: Callable[[], int] = now_ms,
    ) -> None:
        super().__init__(saved, position, store, now)
        self.client = saved.owner or saved.id  # for whom its bots think; an address, if known
        self.arrangements = Arrangements()
        self.lock = asyncio.Lock()
        self.driver = Driver(self, bots, store.key, pace)
        self.reviewing = Reviewing(self, bots)
        self.barred = ""  # why it cannot go on before its file is mended
        self._quotas: dict[int, Quota] = {}  # of lag, by seat

    @property
    def is_watched(self) -> bool:
        """Whether anybody looks at the game now, or something is at work in it."""
        return self.is_looked_at or self.driver.is_at_work or self.lock.locked()

    # -- moves -----------------------------------------------------------------------------------------

    async def move(
        self, held: frozenset[int], text: str, seen: int | None, lag: int | None = None
    ) -> int:
        """Play a move for the seat to move, which must be held; `seen` is how many plies that has seen.

        `lag`: how many ms the move was on its way, as the page says. Returns how many plies the seat has
        seen then. Raises Refused, NotAllowed.
        """
        moment = self._made_at(held, lag)
        async with self._at_table(moment):
            seat = self._may_move(held, seen)
            try:
                after = self.position.after(text)
            except IllegalMove as error:
                raise Refused(422, "illegal-move", str(error)) from error
            await self.keep(after, moment)
        self.driver.go_on()
        return after.log_length(seat)

    async def take(
        self, held: frozenset[int], name: str, seen: int | None, lag: int | None = None
    ) -> int:
        """Play the row of moves that is ready under a name; as `move`. Raises Refused, NotAllowed."""
        moment = self._made_at(held, lag)
        async with self._at_table(moment):
            seat = self._may_move(held, seen)
            after = await asyncio.to_thread(_with_suggestion, self.position, name)
            await self.keep(after, moment)
        self.driver.go_on()
        return after.log_length(seat)

    def _made_at(self, held: frozenset[int], lag: int | None) -> int:
        """When the seat to move made the move that arrives now, if it is held: lag is allowed for."""
        now, seat = self.now(), self.turn
        if self.clock is None or seat not in held:
            return now
        return now - self._quotas.setdefault(seat, Quota()).take(lag)

    @property
    def due(self) -> int | None:
        """When something follows from the clock if nobody moves: a move on its way is waited for."""
        if self.clock is None or self.clock.due is None or self.outcome is not None:
            return None
        quota = None if self.turn is None else self._quotas.get(self.turn)
        return self.clock.due + (quota.open if quota else 0)

    def _may_move(self, held: frozenset[int], seen: int | None) -> int:
        seat = self.table.seat_to_move(held)
        if seen is not None and seen != self.position.log_length(seat):
            raise elsewhere()
        return seat

    async def keep(self, after: Position, moment: int | None = None) -> None:
        """Keep what is new in `after`, made at a moment or now; what was offered lapses. Raises Refused."""
        moment = self.now() if moment is None else moment
        if await self._time_is_out(moment):
            raise elsewhere()
        await self._follow(after, moment)
        await self.play_foreseen(moment)

    async def _follow(self, after: Position, moment: int) -> None:
        clock = self.clock and self.clock.followed(self.position, after, moment)
        await self.keep_plies(after, clock)

    # -- conditional moves -----------------------------------------------------------------------------

    def foreseer(self, held: frozenset[int]) -> int | None:
        """The held seat that may enter conditional moves in this game, whoever is to move; None: none."""
        ours = held & frozenset(self.people)
        fits = self.clock is not None and self.clock.is_calendar and len(self.seats) == 2
        if not fits or self.position.game.spec.hidden or len(ours) != 1 or self.outcome is not None:
            return None
        return min(ours)

    async def foresee(self, held: frozenset[int], text: str) -> None:
        """Keep what the held seat will answer, a line for each branch. Raises Refused, BadConditions."""
        async with self._at_table():
            seat = self.foreseer(held)
            if seat is None:
                raise Refused(
                    409,
                    "no-conditions",
                    "Conditional moves are for one of two seats, by correspondence, where nothing is hidden.",
                )
            if self.turn == seat:
                raise Refused(409, "your-turn", "It is your own move: make it first.")
            await self.keep_conditions(
                seat, await asyncio.to_thread(parse_conditional_moves, self.position, seat, text)
            )

    def foreseen(self, held: frozenset[int]) -> list[str]:
        """The lines that the held seat has entered, from where the game stands."""
        seat = self.foreseer(held)
        kept = None if seat is None else self.conditions.get(seat)
        return (
            []
            if kept is None
            else [" ".join(line) for line in kept.remaining(self.position.state.history)]
        )

    async def play_foreseen(self, moment: int) -> None:
        """Play what the seat to move has entered for this very case. Whoever calls has the lock."""
        while self.turn is not None and (kept := self.conditions.get(self.turn)) is not None:
            (answer, *_), *_ = kept.remaining(self.position.state.history)
            try:
                after = self.position.after(answer)
            except IllegalMove:  # the rules of a game's own file have changed
                await self.keep_conditions(self.turn, None)
                return
            await self._follow(after, moment)

    async def follow_file(self) -> None:
        """The game's own file has changed: go on by it as it is now; where that fails, stand still."""
        async with self.lock:
            texts = [entry.text for entry in self.position.log]
            begun = partial(Position.replay, known_game(self.position.game.name), self.start, texts)
            try:
                self.position = await asyncio.to_thread(begun)
                self.barred = self.trouble = ""
            except ParlourError as error:
                self.barred = str(error)
            self.changed()
        self.driver.go_on()

    async def catch_up(self, version: int) -> None:
        """Another server has changed the game: be where it is."""
        async with self.lock:
            if self.version < version:
                await self.reload()

    @asynccontextmanager
    async def _at_table(self, moment: int | None = None) -> AsyncIterator[None]:
        """Hold the lock, and be where the game is, if another server may have changed it.

        `moment`: when what is done was done, if not now.
        """
        async with self.lock:
            if self.store.is_shared and await self.store.version(self.id) > self.version:
                await self.reload()
            if self.barred:
                raise Refused(409, "rules-changed", self.barred)
            await self._time_is_out(moment)
            yield

    # -- what people agree on --------------------------------------------------------------------------

    async def undo(self, held: frozenset[int]) -> str:
        """Take back to where a held seat was last to move, or ask the other people: "done" or "asked"."""
        if self.rated:
            raise NotAllowed("rated", "In a rated game nothing is taken back.")
        async with self._at_table():
            if self.clock is not None and held:
                self._clock_may_go_back()
            result = await self._offered(self.table.take_back(held))
        self.driver.go_on()
        return "asked" if result == "asked" else "done"

    def _clock_may_go_back(self) -> None:
        if self.outcome is not None and self.outcome.reason == TIME:
            raise NotAllowed("clock", "A game that was lost on time is not gone back into.")
        if self.clock and self.clock.timing.clock.kind == "per-move":
            raise NotAllowed("clock", "With a time for each move none is taken back.")

    async def offer_draw(self, held: frozenset[int]) -> str:
        """Offer a draw: "agreed", "declined" (by bots), or "asked" where people must answer."""
        async with self._at_table():
            table = self.table
            offer, position = table.draw(held), self.position
        if table.has_bots and not await self._bots_agree(position):
            return "declined"
        async with self._at_table():
            if self.position is not position or self.outcome is not None:
                raise elsewhere()
            return await self._offered(offer)

    async def _bots_agree(self, position: Position) -> bool:
        found = await self.driver.advice(position)
        return agrees_to_draw(found.chance)

    async def answer(self, held: frozenset[int], agrees: bool) -> None:
        """Agree to what is offered, or decline it."""
        async with self._at_table():
            answered = self.table.answered(held, agrees)
            if answered is None:
                await self.keep_offer(None)
            else:
                await self._offered(answered)
        self.driver.go_on()

    async def _offered(self, offer: Offer) -> str:
        """Do what all have agreed to: "agreed"; ask those who have not: "asked"."""
        table = self.table
        if not table.is_settled(offer):
            await self.keep_offer(table.made(offer))
            return "asked"
        if offer.kind == DRAW:
            await self.end(table.agreement())
        else:
            await self.go_back(offer.ply)
        return "agreed"

    async def resign(self, held: frozenset[int], seat: int | None = None) -> None:
        """Give up a held seat; at a table of several a bot plays on in it."""
        async with self._at_table():
            seat, outcome = self.table.resignation(held, seat)
            if outcome is None:
                await self.seat_bot(seat, self.clock)
            else:
                await self.end(outcome)
        self.driver.go_on()

    async def say(self, held: frozenset[int], text: str, seat: int | None = None) -> None:
        """Say something to the others at the table, from a held seat. Raises Refused, NotAllowed."""
        words = " ".join(text.split())
        if not held or (seat is not None and seat not in held):
            raise not_yours()
        if not words:
            raise Refused(422, "nothing-said", "Write what is to be said.")
        async with self.lock:
            if len(self.chat) >= MOST_SAID:
                raise Refused(409, "too-long", f"At most {MOST_SAID} lines are said in a game.")
            speaker = seat if seat is not None else self.turn if self.turn in held else min(held)
            assert speaker is not None
            await self.write(GameChange(said=(len(self.chat), speaker, words)))
            self.chat.append((speaker, words))
            self.changed()

    # -- the clock -------------------------------------------------------------------------------------

    async def time_goes_on(self) -> None:
        """Do what follows if a seat's time is out."""
        async with self._at_table():
            self.timed(self)
        self.driver.go_on()

    async def _time_is_out(self, moment: int | None = None) -> bool:
        """Whether a seat's time is out; what follows is done. Whoever calls has the lock."""
        now = self.now() if moment is None else moment
        if self.clock is None or self.outcome is not None:
            return False
        await self._catch_up_with_absences(now)
        seat = self.clock.flag(now)
        if seat is None:
            return await self._stage_is_out(now)
        if self.clock.timing.clock.kind == "per-move":
            after = await asyncio.to_thread(_without, self.position)
            clock = self.clock.afresh(now, self.position).followed(self.position, after, now)
            await self.keep_plies(after, clock)
        elif (outcome := self.table.out_of_time(seat)) is not None:
            await self.end(outcome)
        else:
            await self.seat_bot(seat, self.clock.stopped(now))
        return True

    async def _catch_up_with_absences(self, now: int) -> None:
        clock = self.clock and self.clock.caught_up(now)
        if clock is not None and clock is not self.clock:
            await self.keep_clock(clock)

    async def fetched(self) -> None:
        """Before anybody sees a game that was fetched: what was to follow by itself does."""
        async with self.lock:
            await self._catch_up_with_absences(self.now())
            await self.play_foreseen(self.now())  # it may have been stopped between move and answer

    async def _stage_is_out(self, now: int) -> bool:
        """Whether seats could act no more in their phase; the table has then played for them."""
        played = False
        while self.clock is not None and self.outcome is None and self.clock.is_late(now):
            after = await asyncio.to_thread(_without, self.position)
            await self.keep_plies(after, self.clock.followed(self.position, after, now))
            played = True
        return played

    async def leave(self) -> None:
        """The server goes away: the clock stands."""
        async with self.lock:
            if self.clock is not None and self.clock.runs:
                await self.keep_clock(self.clock.left(self.now()))

    async def close(self) -> None:
        """Stop what is at work in the room."""
        await self.driver.close()
        await self.reviewing.close()

    async def come_back(self, started: int, given_back: bool) -> None:
        """The server was started again then: what the clock lost meanwhile is given back, or not."""
        async with self.lock:
            if self.clock is not None and self.clock.runs:
                clock = self.clock.resumed(started, given_back)
                if clock.timing.events != self.clock.timing.events:
                    await self.keep_clock(clock)

    async def hint(self, held: frozenset[int]) -> Answer:
        """What a good player would do for the seat to move, which must be held."""
        if self.rated:
            raise NotAllowed("rated", "In a rated game there are no hints.")
        async with self._at_table():
            self.table.seat_to_move(held)
            position = self.position
        return await self.driver.advice(position)

    # -- seats -----------------------------------------------------------------------------------------

    async def sit_down(self, seat: int, browser: str, name: str) -> None:
        """Give a person's seat to a browser, named by its digest, and perhaps a name to the person."""
        async with self._at_table():
            if self.seats[seat].kind != PERSON:
                raise Refused(409, "seat-taken", "A bot plays on in this seat.")
            if (seat, browser) in self.holders and not name:
                return
            named = (seat, {"name": name}) if name else None
            holders = self.holders | {(seat, browser)}
            clock = self.clock
            if clock is not None and set(self.people) <= {held for held, _ in holders}:
                clock = clock.begun(self.now(), self.position)
            columns = {} if clock is self.clock or clock is None else clock.kept
            await self.write(GameChange(columns, seat=named, holder=(seat, browser)))
            self.holders, self.clock = holders, clock
            if name:
                self.seats[seat] = replace(self.seats[seat], name=name)
            await self._observe_absences()
            self.changed()

    async def absences_changed(self) -> None:
        """Those who play have other days off from now on."""
        async with self._at_table():
            await self._observe_absences()

    async def _observe_absences(self) -> None:
        if self.clock is not None and self.clock.is_calendar:
            absences = await self.store.absences(self.holders)
            if absences != self.clock.absences:
                await self.keep_clock(self.clock.observing(absences, self.now()))

    async def follow_up(self, game_id: str) -> None:
        """Say which game is played next; whoever calls has the lock."""
        await self.write(GameChange({"next": game_id}))
        self.next = game_id
        self.changed()


def _without(position: Position) -> Position:
    """The position after what is played for a seat that may act no more."""
    return position.play_all(late_moves(position.state.copy(), _secret_seed()))


def _secret_seed() -> int:
    return random.SystemRandom().getrandbits(62)  # nobody else can know what is drawn with it


def _with_suggestion(position: Position, name: str) -> Position:
    """The position after the row of moves that is ready under a name; raises Refused."""
    rows = suggestions(position.state.copy(), _secret_seed())
    if name not in rows:
        raise Refused(404, "nothing-ready", "Nothing of that name is ready here.")
    return position.play_all(rows[name])
