"""The rooms of all games of the server: created, loaded from the store on demand, dropped when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from parlour.clocks.timing import write_events
from parlour.errors import BadPosition, ParlourError
from parlour.matches.series import next_table
from parlour.play.game_clock import GameClock, canonical_clock
from parlour.play.game_in_progress import BOT, PERSON, Seat
from parlour.play.position import CHANCE_SEAT, Position
from parlour.play.saved_game import SavedGame
from parlour.play.wall_clock import now_ms
from parlour.players import player as make_player
from parlour.players import timed_texts
from parlour.table.game import Game
from parlour.web.bots.worker_pool import Bots
from parlour.web.common.game_registry import GameFile
from parlour.web.common.mail import Mailer
from parlour.web.common.post_office import PostOffice
from parlour.web.common.secrets import new_name, opens, seat_secret
from parlour.web.http.error_responses import Refused, damaged, unknown_game
from parlour.web.play.challenges import Challenges
from parlour.web.play.clock_timer import ClockTimer, Now
from parlour.web.play.notifications import Notifications
from parlour.web.play.opened_record import OpenedRecord
from parlour.web.play.room import Room
from parlour.web.play.stored_game import replay_game
from parlour.web.store import person_store
from parlour.web.store.game_store import Store

log = logging.getLogger("parlour.web.play.rooms")

HERE = "here"  # a person at this screen
LINK = "link"  # a person who gets a link
LONGEST_NAME = 40
IDLE_ROOMS = 250  # in memory
FRESH = 60.0  # seconds after its last use for which a room stays: its page may be on its way
SWEEP = 0.02  # of this time, between two looks for idle rooms
QUIET = 2.0  # seconds
BEGINNINGS = 6  # games that begin at once: people who play do not wait for more
REMEMBERED = 20  # closed links of a seat that still lead to its game
MOST_SEATS = 10  # that a game may have


@dataclass(frozen=True)
class GameRequest:
    """A game to create: its name with options, its players (HERE, LINK, a level or a bot), its start."""

    game: str
    seats: tuple[str, ...]
    position: str | None = None
    name: str = ""  # of the person at this screen
    client: str = ""  # the address of the requester
    clock: str = ""  # its text; empty: no clock
    rated: bool = False  # whether it counts for ratings
    names: tuple[str, ...] = ()  # of the people by seat, where they are known before
    origins: Mapping[int, str] = field(default_factory=dict)  # digests of their addresses, by seat
    id: str = ""  # chosen before; empty: a new one


class Rooms:
    """The rooms by the ids of their games; at most `limit` idle ones stay in memory."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        pace: float = 0.0,
        limit: int = IDLE_ROOMS,
        now: Now = now_ms,
        gives_back: bool = True,
        mailer: Mailer | None = None,
        engines: bool = False,
        fresh: float = FRESH,
    ) -> None:
        self.store, self.bots, self.pace, self.limit = store, bots, pace, limit
        self.fresh = fresh
        self.engines = engines
        self.now, self.clock_timer = now, ClockTimer(now, self._check_clock)
        self.started, self.gives_back = now(), gives_back
        self.post = None if mailer is None else PostOffice(mailer)
        self.notifications = Notifications(store, self.post, now)
        self.challenges = Challenges()
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._beginning = asyncio.Semaphore(BEGINNINGS)
        self._swept = 0.0  # when idle rooms were last looked for

    async def create(
        self, game_request: GameRequest, browser: str, holders: Iterable[tuple[int, str]] = ()
    ) -> Room:
        """Create a game; the person at this screen and `holders` get their seats. Raises ParlourError.

        Where very many begin at once, they do so in the order of their requests.
        """
        async with self._beginning:
            return await self._create(game_request, browser, holders)

    async def _create(
        self, game_request: GameRequest, browser: str, holders: Iterable[tuple[int, str]]
    ) -> Room:
        name = game_request.name
        if game_request.rated and not game_request.names:
            name = await self._check_rated(game_request, browser)
        position = await asyncio.to_thread(replay_game, game_request.game, game_request.position)
        game = position.game
        if position.state.outcome is not None:
            raise BadPosition("the game is over in this position")
        seats = [
            _seat(text, game, name, self.engines) for text in _check_count(game_request.seats, game)
        ]
        for seat, known in enumerate(game_request.names):
            seats[seat] = replace(seats[seat], name=known[:LONGEST_NAME])
        at_screen = [seat for seat, text in enumerate(game_request.seats) if text == HERE]
        here = {(seat, browser) for seat in at_screen} | set(holders)
        saved = SavedGame(
            game_request.id or new_name(),
            game.name,
            seats,
            position=game_request.position,
            owner=browser,
            holders=here,
        )
        saved.rated, saved.origins = game_request.rated, dict(game_request.origins)
        if game_request.client:
            saved.origins |= dict.fromkeys(
                at_screen, self.store.address_digest(game_request.client)
            )
        if game_request.clock.strip():
            saved.clock = canonical_clock(game_request.clock.strip(), game)
        return await self._open(saved, position, game_request.client)

    async def _check_rated(self, game_request: GameRequest, browser: str) -> str:
        """The name of the person who starts a rated game; raises Refused."""
        name = await person_store.name_of(self.store, browser)
        if not name:
            raise Refused(422, "no-name", "Rated games need a name: choose one under You.")
        if game_request.position is not None:
            raise Refused(422, "not-rated", "Rated games start from the game's usual start.")
        return name

    async def open_record(self, record: OpenedRecord, browser: str) -> Room:
        """Open a recorded game, to look at or continue. Raises ParlourError."""
        saved = SavedGame(
            new_name(),
            record.game,
            [Seat(PERSON, name=name[:LONGEST_NAME]) for name in record.names],
            position=record.position,
            owner=browser,
            holders={(seat, browser) for seat in range(len(record.names))},
            reason=record.reason,
            scores=record.scores,
        )
        saved.moves = [(CHANCE_SEAT, text) for text in record.moves]
        position = await asyncio.to_thread(replay_saved, saved)
        saved.moves = [(entry.seat, entry.text) for entry in position.log]
        return await self._open(saved, position)

    async def rematch(self, room: Room, keep: str | None = None) -> Room:
        """The rematch, created if need be: the same game, everybody one seat on.

        `keep`: the next table of a linked series in its place, where nobody moves; see `next_table`.
        """
        async with room.lock:
            if room.next is not None:
                return await self.find(room.next)
            if room.game.outcome is None:
                raise Refused(409, "game-goes-on", "The game is not over yet.")
            count = len(room.game.seats)
            on = 1 if keep is None else 0
            seats = [room.game.seats[(i - on) % count] for i in range(count)]
            holders = {((seat + on) % count, browser) for seat, browser in room.holders}
            game, begun = room.game.position.game, room.start
            if keep is not None:
                game, begun = next_table(game, room.game.outcome, keep), None
            saved = SavedGame(
                new_name(),
                game.name,
                seats,
                position=begun,
                owner=room.owner,
                holders=holders,
                clock=room.game.clock.timing.clock.text if room.game.clock else None,
                rated=room.game.rated,
            )
            start = await asyncio.to_thread(replay_game, game.name, begun)
            again = await self._open(saved, start, room.client)
            await room.announce_rematch(again.id)
            return again

    async def _open(self, saved: SavedGame, position: Position, client: str = "") -> Room:
        people = await self.store.people_with(saved.holders)
        saved.people = {seat: person.id for seat, person in people.items()}
        if saved.clock is not None:
            saved.absences = {seat: person.absences for seat, person in people.items()}
            taken = {seat for seat, _ in saved.holders}
            clock = saved.at(position).start_clock(self.now(), taken).clock
            assert clock is not None
            saved.clock_events, saved.due = write_events(clock.timing.events), clock.due
        await self.store.create(saved)
        room = self._new_room(saved, position)
        self._add(room)
        room.client = client or room.client
        self._drop_idle()
        room.driver.prepare()
        room.driver.go_on()
        return room

    async def delete(self, room: Room, browser: str) -> None:
        """Delete a game without other people; leave one that is over, for the sake of the others.

        Raises Refused for an unfinished game with others, or a rated one.
        """
        if room.game.rated:
            raise Refused(409, "rated", "A rated game cannot be deleted: it counts.")
        async with room.lock:
            if all(holder == browser for _, holder in room.holders):
                await room.driver.close()
                await self.store.delete(room.id)
                self._forget(room)
                return
            if room.game.outcome is None:
                raise Refused(409, "game-goes-on", "Others play in this game: resign first.")
            await self.store.leave(room.id, browser)
            room.lose_access(browser)

    def _forget(self, room: Room) -> None:
        """A game was removed: its pages are closed."""
        self._rooms.pop(room.id, None)
        self.clock_timer.set(room.id, None)
        room.is_removed = True
        room.notify_watchers()

    async def find(self, game_id: str) -> Room:
        """The room of a game; raises Refused if there is none."""
        room = self._rooms.get(game_id)
        if room is None:
            if game_id not in self._loading:
                self._loading[game_id] = asyncio.create_task(self._load(game_id))
            room = await asyncio.shield(self._loading[game_id])
        elif self.store.is_shared:
            await room.reload_newer(await self.store.version(game_id))
        room.used = time.monotonic()
        room.driver.go_on()
        return room

    async def _load(self, game_id: str) -> Room:
        try:
            saved = await self.store.load(game_id)
            if saved is None:
                raise unknown_game()
            if saved.gap is not None:
                raise damaged(f"move {saved.gap + 1} is missing, though later ones are there")
            if saved.wrong:
                raise damaged(f"values of {', '.join(saved.wrong)} cannot be read")
            try:
                position = await asyncio.to_thread(replay_saved, saved)
            except ParlourError as error:
                why = f"This game cannot continue because its rules have changed: {error}"
                raise Refused(410, "rules-changed", why) from error
            room = self._new_room(saved, position)
            await self._give_back(room)
            await room.wake()
            self._add(room)
            self._drop_idle()
            return room
        finally:
            self._loading.pop(game_id, None)

    async def follow_file(self, file: GameFile) -> None:
        """Continue the games of a changed file by its new rules, or bar them."""
        for room in list(self._rooms.values()):
            if file.spec is not None and room.game.position.game.id == file.spec.id:
                await room.follow_file()

    def are_quiet(self) -> bool:
        """Whether there have been no requests for a while."""
        now = time.monotonic()
        return all(now - room.used > QUIET for room in self._rooms.values())

    def _new_room(self, saved: SavedGame, position: Position) -> Room:
        return Room(saved, position, self.store, self.bots, self.pace, self.now)

    def _add(self, room: Room) -> None:
        room.on_clock_change = self._schedule
        self._rooms[room.id] = room
        self._schedule(room)

    # -- clocks --------------------------------------------------------------------------------------

    def _schedule(self, room: Room) -> None:
        """Note when the clock of a game needs attention next."""
        if room.game.clock is not None:
            self.clock_timer.set(room.id, room.due)
        self.notifications.follow(room)

    async def _check_clock(self, game_id: str) -> None:
        try:
            room = await self.find(game_id)
            await room.check_clock()
        except Refused as error:
            if error.status == 503:  # it may be stored later
                raise
            log.warning("a flag fell without effect", extra={"game": game_id, "why": str(error)})

    async def start(self) -> None:
        """Watch the clocks of all games; only games with something due are loaded.

        A loaded game gets back the time of the outage, if the settings say so, and unless servers share
        the database.
        """
        self.started = self.now()
        for game_id in await self.store.undated():
            self.clock_timer.set(game_id, self.started)
        await self._watch_deadlines()
        self.clock_timer.start()
        await self.notifications.start()

    async def _watch_deadlines(self) -> None:
        """Watch the clocks of games that are not in memory; other servers may have changed them."""
        for game_id, due in (await self.store.deadlines()).items():
            if game_id not in self._rooms:
                self.clock_timer.set(game_id, due)

    def resume_clock(self, clock: GameClock) -> GameClock:
        """A stored clock as it will be when its game is loaded."""
        return clock.resume(self.started, self.gives_back) if self._is_behind(clock) else clock

    def _is_behind(self, clock: GameClock) -> bool:
        """Whether nothing has happened in a stored game since the server started."""
        if self.store.is_shared:  # then others may have continued it
            return False
        return clock.is_idle_since(self.started) or clock.is_ahead_of(self.now())

    async def _give_back(self, room: Room) -> None:
        """Give a game back the time of the outage, if nothing has happened in it since."""
        if room.game.clock and self._is_behind(room.game.clock):
            try:
                await room.come_back(self.started, self.gives_back)
            except Refused as error:
                log.warning(
                    "a clock could not be resumed", extra={"game": room.id, "why": str(error)}
                )

    async def reload_newer(self, game_id: str, version: int) -> None:
        """Reload a game in memory that another server has changed."""
        room = self._rooms.get(game_id)
        if room is not None:
            await room.reload_newer(version)

    async def resync(self) -> None:
        """Reload all games in memory that other servers have changed, and watch new deadlines."""
        versions = await self.store.versions(list(self._rooms))
        for game_id, version in versions.items():
            await self.reload_newer(game_id, version)
        for room in [room for room in self._rooms.values() if room.id not in versions]:
            if not await self.store.version(room.id):  # else it has just begun
                self._forget(room)
        await self._watch_deadlines()

    def _drop_idle(self) -> None:
        """Drop idle rooms beyond the limit, the least recently used first; fresh ones stay."""
        spare, now = len(self._rooms) - self.limit, time.monotonic()
        if spare > 0 and now >= self._swept + self.fresh * SWEEP:
            self._swept, oldest = now, now - self.fresh
            idle = [
                room for room in self._rooms.values() if not room.is_in_use and room.used <= oldest
            ]
            for room in sorted(idle, key=lambda room: room.used)[:spare]:
                del self._rooms[room.id]

    def secret(self, room: Room, seat: int) -> str:
        """The secret in the link to a seat."""
        return seat_secret(self.store.key, room.id, seat, room.renewals.get(seat, 0))

    def opens(self, room: Room, seat: int, secret: str) -> bool:
        """Whether `secret` belongs to a seat."""
        renewed = room.renewals.get(seat, 0)
        known = seat in range(len(room.game.seats))
        return known and opens(self.store.key, room.id, seat, secret, renewed)

    def opened_once(self, room: Room, seat: int, secret: str) -> bool:
        """Whether `secret` belonged to a seat before its link was closed or renewed."""
        last = room.renewals.get(seat, 0)
        return any(
            opens(self.store.key, room.id, seat, secret, renewed)
            for renewed in range(max(0, last - REMEMBERED), last)
        )

    def is_seat_secret(self, game_id: str, secret: str) -> bool:
        """Whether `secret` belongs to a seat of a game, as far as that is known without loading it."""
        room = self._rooms.get(game_id)
        renewals = {} if room is None else room.renewals
        return any(
            opens(self.store.key, game_id, seat, secret, renewals.get(seat, 0))
            for seat in range(MOST_SEATS)
        )

    async def close(self) -> None:
        """Stop all rooms and pause their clocks."""
        await self.clock_timer.close()
        await self.notifications.close()
        if self.post is not None:
            await asyncio.to_thread(self.post.close)
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        if not self.store.is_shared:
            for room in self._rooms.values():
                try:
                    await room.leave()
                except Refused as error:
                    log.warning(
                        "a clock could not be paused", extra={"game": room.id, "why": str(error)}
                    )


def replay_saved(saved: SavedGame) -> Position:
    """The position of a saved game. Raises ParlourError if the rules no longer allow its moves."""
    return replay_game(saved.game, saved.position, (text for _, text in saved.moves))


def _check_count(texts: tuple[str, ...], game: Game) -> tuple[str, ...]:
    if len(texts) != game.seats:
        raise Refused(
            422, "bad-seats", f"{game.name} needs {game.seats} players, not {len(texts)}."
        )
    return texts


def _seat(text: str, game: Game, name: str, engines: bool) -> Seat:
    if text in (HERE, LINK):
        return Seat(PERSON, name=name if text == HERE else "")
    named = engines and text.startswith("engine:")  # from the server's own file, never a command
    timed = timed_texts(game)
    if not text.isdecimal() and text not in ("random", *timed) and not named:
        allowed = ", ".join((HERE, LINK, "random", *timed))
        raise Refused(
            422, "bad-seats", f"{text!s:.20} is not a player: choose {allowed}, or a level 1 to 10."
        )
    make_player(text, game, 0)
    return Seat(BOT, text)
