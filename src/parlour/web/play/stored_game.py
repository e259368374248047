"""A game on the server: a change is stored first, then made here, then shown.

A crash can never lose a move that anybody has seen. Changes are made under the game's lock.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from parlour.kernel.layout import CHANCE
from parlour.play.game_in_progress import PERSON, GameInProgress
from parlour.play.position import CHANCE_SEAT, Position, Viewer
from parlour.play.saved_game import GameChange, SavedGame, difference
from parlour.play.wall_clock import now_ms
from parlour.web.common.board_drawing import lies_far
from parlour.web.common.game_registry import apply_rules, registered_game
from parlour.web.http.error_responses import Refused, damaged, not_saved
from parlour.web.store.game_store import Store
from parlour.web.store.writer import Stale

log = logging.getLogger("parlour.web.play.room")

MOST_PLIES = 20_000


class StoredGame:
    """A game in progress with its stored copy and its watchers. Raises Refused for damaged data."""

    def __init__(
        self,
        saved: SavedGame,
        position: Position,
        store: Store,
        now: Callable[[], int] = now_ms,
    ) -> None:
        self.id, self.owner, self.start = saved.id, saved.owner, saved.position
        self.client = saved.owner or saved.id  # for fair scheduling of bots; an address, if known
        self.is_removed = False
        self.withdrawn = 0  # how often somebody lost access to a seat
        self.trouble = ""  # why bots cannot go on
        self.barred = ""  # why nobody can move: the game's own file is broken
        self.used = time.monotonic()
        self.store, self.now = store, now
        self.lock = asyncio.Lock()
        self.on_clock_change: Callable[[Any], None] = lambda game: None
        self._present: Counter[str] = Counter()  # open pages by browser
        self._watchers: set[Callable[[], None]] = set()
        self._far: dict[int, bool] = {}
        self.holders: set[tuple[int, str]] = set()
        self.renewals: Mapping[int, int] = {}
        self._load(saved, position)
        self._notified_clock = self.game.clock

    def _load(self, saved: SavedGame, position: Position) -> None:
        try:
            self.game: GameInProgress = saved.at(position)
        except (ValueError, ZeroDivisionError) as error:
            raise damaged(f"its seats, offer, scores or clock cannot be read ({error})") from error
        self.version = saved.version
        self.next, self.chat = saved.next, saved.chat
        self._set_access(saved.holders, saved.renewals)

    def _set_access(self, holders: set[tuple[int, str]], renewals: Mapping[int, int]) -> None:
        """Who has the seats, and how often the links to seats were renewed."""
        if self.holders - holders or self.renewals != renewals:
            self.withdrawn += 1
        self.holders, self.renewals = holders, renewals

    def lose_access(self, browser: str) -> None:
        """A browser has left its seats."""
        left = {holder for holder in self.holders if holder[1] == browser}
        self._set_access(self.holders - left, self.renewals)
        self.notify_watchers()

    # -- looking -------------------------------------------------------------------------------------

    def seats_of(self, browser: str) -> frozenset[int]:
        """The seats owned by a browser, given by its digest."""
        return frozenset(
            seat
            for seat, owner in self.holders
            if owner == browser and self.game.seats[seat].kind == PERSON
        )

    def is_taken(self, seat: int) -> bool:
        """Whether a person's seat has an owner."""
        return any(taken == seat for taken, _ in self.holders)

    def is_upside_down(self, seat: Viewer) -> bool:
        """Whether a player's pieces are at the far side of the board, which is then turned round."""
        if seat is None:
            return False
        if seat not in self._far:
            position = self.game.position
            first = next((n for n, m in enumerate(position.log) if m.seat != CHANCE_SEAT), None)
            if first is None and self.game.turn == CHANCE:
                return False
            start = position if first is None else position.back(first)
            self._far[seat] = lies_far(start.scene(seat), seat)
        return self._far[seat]

    @property
    def is_looked_at(self) -> bool:
        """Whether anybody is watching the game."""
        return bool(self._watchers)

    def is_present(self, browser: str) -> bool:
        """Whether a browser has the game's page open."""
        return self._present[browser] > 0

    def is_attended(self, seat: int) -> bool:
        """Whether a person who plays in a seat has the game's page open."""
        return any(taken == seat and self.is_present(browser) for taken, browser in self.holders)

    @contextmanager
    def attended_by(self, browser: str) -> Iterator[None]:
        """Note that a browser has the game's page open; the other players see it."""
        self._note_page(browser, 1)
        try:
            yield
        finally:
            self._note_page(browser, -1)

    def _note_page(self, browser: str, more: int) -> None:
        before = self.is_present(browser)
        self._present[browser] += more
        if before != self.is_present(browser) and self.seats_of(browser):
            self.notify_watchers()

    def watch(self, notify: Callable[[], None]) -> Callable[[], None]:
        """Call `notify` at every change; returns the function that ends this."""
        self._watchers.add(notify)
        return lambda: self._watchers.discard(notify)

    def notify_watchers(self) -> None:
        """Notify the watchers, and the clock timer if the clock has changed."""
        self.used = time.monotonic()
        if self.game.clock is not self._notified_clock:
            self._notified_clock = self.game.clock
            self.on_clock_change(self)
        for notify in list(self._watchers):
            notify()

    # -- changing ------------------------------------------------------------------------------------

    async def save(
        self,
        after: GameInProgress,
        holder: tuple[int, str] | None = None,
        origin: str | None = None,
    ) -> None:
        """Store the next value of the game, then make it current and notify. Raises Refused.

        `holder`: a seat and the digest of the browser that has taken it, from `origin`; the seat's link
        is closed by that.
        """
        before = self.game
        if after is before and holder is None:
            return
        if after.position.ply > MOST_PLIES:
            raise Refused(409, "too-long", f"A game can have at most {MOST_PLIES} moves here.")
        closed = holder[0] if holder is not None and holder not in self.holders else None
        await self.write(replace(difference(before, after, holder, origin), renewed=closed))
        self.game = after
        if holder is not None:
            self.holders = self.holders | {holder}
        if closed is not None:
            self.renewals = {**self.renewals, closed: self.renewals.get(closed, 0) + 1}
        if after.position is not before.position or after.agreed is not before.agreed:
            self.trouble = ""
        self.notify_watchers()

    async def write(self, change: GameChange) -> None:
        """Store a change, which the caller then makes here too. Raises Refused."""
        try:
            self.version = await self.store.change(self.id, self.version, change)
        except Stale as error:
            await self.reload()
            raise position_changed() from error
        except SQLAlchemyError as error:
            log.exception("a change could not be stored", extra={"game": self.id})
            raise not_saved(error) from error

    async def reload(self) -> None:
        """Load the stored game if its version is newer."""
        saved = await self.store.load(self.id)
        if saved is not None and saved.version > self.version:
            texts = [text for _, text in saved.moves]
            self._load(saved, await asyncio.to_thread(self.game.position.sync, texts))
            self.trouble = ""
            self.notify_watchers()

    async def reload_newer(self, version: int) -> None:
        """Load the stored game if another server has stored a newer version."""
        async with self.lock:
            if self.version < version:
                await self.reload()

    @asynccontextmanager
    async def changing(self, moment: int | None = None) -> AsyncIterator[int]:
        """Hold the lock with the game up to date; gives the time of the event: `moment`, or now."""
        async with self.lock:
            if self.store.is_shared and await self.store.version(self.id) > self.version:
                await self.reload()
            if self.barred:
                raise Refused(409, "rules-changed", self.barred)
            now = self.now() if moment is None else moment
            await self.catch_up(now)
            yield now

    @asynccontextmanager
    async def acting(self, moment: int | None = None) -> AsyncIterator[int]:
        """As `changing`, for the owner of seats; raises Refused if access was withdrawn meanwhile."""
        before = self.withdrawn
        async with self.changing(moment) as now:
            if self.withdrawn != before:
                raise position_changed()
            yield now

    async def catch_up(self, now: int) -> bool:
        """Apply what follows from time alone; whether more than the clock has changed."""
        before = self.game
        if not before.is_due(now):
            return False
        seed = random.SystemRandom().getrandbits(62)  # nobody can guess what is chosen with it
        after = await asyncio.to_thread(before.catch_up, now, seed)
        await self.save(after)
        same_players = after.seats is before.seats and after.agreed is before.agreed
        return after.position is not before.position or not same_players

    async def play(self, after: Position, moment: int | None = None) -> None:
        """Make the moves that lead to `after`, at `moment` or now. The lock is owned. Raises Refused."""
        now = self.now() if moment is None else moment
        if await self.catch_up(now):
            raise position_changed()
        await self.save(await apply_rules(after.game, self.game.play, after, now))


def position_changed() -> Refused:
    """The error for an action on an outdated position."""
    return Refused(409, "position-changed", "The position has changed; look again.")


def replay_game(name: str, start: str | None, texts: Iterable[str] = ()) -> Position:
    """The position after `texts` of the game `name`, from its start or a position text.

    Raises ParlourError.
    """
    return Position.replay(registered_game(name), start, texts)
