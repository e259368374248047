"""All games of the server: new ones, those at play, those that are fetched from the store when asked for."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass

from parlour.clocks.timing import write_events
from parlour.errors import BadPosition, ParlourError
from parlour.play.game_clock import GameClock, canonical_clock, now_ms
from parlour.play.game_in_progress import BOT, PERSON, Seat
from parlour.play.position import CHANCE_SEAT, Position
from parlour.play.saved_game import SavedGame
from parlour.players import player as make_player
from parlour.players import timed_texts
from parlour.records import Tree, first
from parlour.table.game import Game
from parlour.web.bots.worker_pool import Bots
from parlour.web.common.game_registry import GameFile
from parlour.web.common.mail import Mailer
from parlour.web.common.secrets import new_name, opens, seat_secret
from parlour.web.http.error_responses import Refused, damaged, unknown_game
from parlour.web.people import people
from parlour.web.people.notifications import Notices
from parlour.web.play.clock_timer import Flags, Now
from parlour.web.play.room import Room
from parlour.web.play.stored_game import replay_game
from parlour.web.store.game_store import Store

log = logging.getLogger("parlour.web.play.rooms")

HERE = "here"  # a person at this screen
LINK = "link"  # a person who gets a link
LONGEST_NAME = 40
KEPT = 250  # rooms in memory, if nobody looks at them
FRESH = 60.0  # seconds after its last use in which a room is kept: its page may be on its way
QUIET = 2.0  # seconds
LONGEST_RECORD = 2000  # moves of a record that is opened


@dataclass(frozen=True)
class Wanted:
    """A game to be started: its name with options, who sits where (HERE, LINK or a level), from where."""

    game: str
    seats: tuple[str, ...]
    position: str | None = None
    name: str = ""  # of the people at this screen
    client: str = ""  # the address of whoever asks
    clock: str = ""  # its text; none: no clock
    rated: bool = False  # whether it counts for ratings


class Rooms:
    """The rooms by the ids of their games; at most `limit` that nobody looks at are kept in memory."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        pace: float = 0.0,
        limit: int = KEPT,
        now: Now = now_ms,
        gives_back: bool = True,
        mailer: Mailer | None = None,
        engines: bool = False,
        fresh: float = FRESH,
    ) -> None:
        self.store, self.bots, self.pace, self.limit = store, bots, pace, limit
        self.fresh = fresh
        self.engines = engines
        self.now, self.flags = now, Flags(now, self._flag_falls)
        self.started, self.gives_back = now(), gives_back
        self.mailer, self.notices = mailer, Notices(store, mailer, now)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}

    async def create(
        self, wanted: Wanted, browser: str, holders: Iterable[tuple[int, str]] = ()
    ) -> Room:
        """Start a game; the people at this screen get their seats, `holders` theirs. Raises ParlourError."""
        if wanted.rated:
            await self._may_be_rated(wanted, browser)
        position = replay_game(wanted.game, wanted.position)
        game = position.game
        if position.state.outcome is not None:
            raise BadPosition("this position is the end of a game; there is nothing to play")
        seats = [
            _seat(text, game, wanted.name, self.engines) for text in _as_many(wanted.seats, game)
        ]
        here = {(i, browser) for i, text in enumerate(wanted.seats) if text == HERE} | set(holders)
        saved = SavedGame(
            new_name(), game.name, seats, position=wanted.position, owner=browser, holders=here
        )
        saved.rated = wanted.rated
        if wanted.clock.strip():
            saved.clock = canonical_clock(wanted.clock.strip(), game)
        return await self._open(saved, position, wanted.client)

    async def _may_be_rated(self, wanted: Wanted, browser: str) -> None:
        if not await people.name_of(self.store, browser):
            raise Refused(
                422, "no-name", "Rated games are for people with a name: take one under You."
            )
        if wanted.position is not None:
            raise Refused(422, "not-rated", "Rated games begin at the game's own beginning.")

    async def open_record(self, text: str, browser: str) -> Room:
        """The first recorded game of a text, to look back at and to go on with at this screen.

        Raises ParlourError.
        """
        tree, _ = await asyncio.to_thread(first, text)
        state = await asyncio.to_thread(tree.end)
        if len(state.history) > LONGEST_RECORD:
            raise Refused(
                413, "too-long", f"A record may have at most {LONGEST_RECORD} moves here."
            )
        game, start = state.game, tree.position
        saved = SavedGame(
            new_name(),
            game.name,
            [Seat(PERSON, name=_tagged(tree, name)) for name in game.seat_names],
            position=start,
            owner=browser,
            holders={(seat, browser) for seat in range(game.seats)},
        )
        saved.moves = [(CHANCE_SEAT, text) for text in state.history]
        position = await asyncio.to_thread(replay_saved, saved)
        saved.moves = [(entry.seat, entry.text) for entry in position.log]
        if state.outcome is not None:
            saved.reason = state.outcome.reason
            saved.scores = ",".join(map(str, state.outcome.scores))
        return await self._open(saved, position)

    async def rematch(self, room: Room) -> Room:
        """The same game again, everybody one seat on; the one that there is already, if there is one."""
        async with room.lock:
            if room.next is not None:
                return await self.find(room.next)
            if room.game.outcome is None:
                raise Refused(409, "game-goes-on", "The game is not over yet.")
            count = len(room.game.seats)
            seats = [room.game.seats[(i - 1) % count] for i in range(count)]
            holders = {((seat + 1) % count, browser) for seat, browser in room.holders}
            game = room.game.position.game
            saved = SavedGame(
                new_name(),
                game.name,
                seats,
                position=room.start,
                owner=room.owner,
                holders=holders,
                clock=room.game.clock.timing.clock.text if room.game.clock else None,
                rated=room.game.rated,
            )
            start = replay_game(game.name, room.start)
            again = await self._open(saved, start, room.client)
            await room.announce_rematch(again.id)
            return again

    async def _open(self, saved: SavedGame, position: Position, client: str = "") -> Room:
        if saved.clock is not None:
            saved.absences = await self.store.absences(saved.holders)
            timing = GameClock.of(saved.clock, "", position.game.seats, saved.absences)
            people = {i for i, seat in enumerate(saved.seats) if seat.kind == PERSON}
            if people <= {seat for seat, _ in saved.holders}:
                timing = timing.begin(self.now(), position)
            saved.clock_events, saved.due = write_events(timing.timing.events), timing.due
        await self.store.create(saved)
        room = self._new_room(saved, position)
        self._keep(room)
        room.client = client or room.client
        self._forget()
        room.driver.prepare()
        room.driver.go_on()
        return room

    async def delete(self, room: Room, browser: str) -> None:
        """Forget a game in which no other person sits; one that is over is left, for the others' sake.

        Raises Refused for one that goes on with others, or is rated.
        """
        if room.game.rated:
            raise Refused(409, "rated", "A rated game is kept: it counts.")
        async with room.lock:
            if all(holder == browser for _, holder in room.holders):
                await room.driver.close()
                await self.store.delete(room.id)
                self._rooms.pop(room.id, None)
                self.flags.put(room.id, None)
                return
            if room.game.outcome is None:
                raise Refused(409, "game-goes-on", "Others play in this game: resign it first.")
            await self.store.leave(room.id, browser)
            room.holders = {held for held in room.holders if held[1] != browser}
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
                raise damaged(f"what stands in {', '.join(saved.wrong)} cannot be read")
            try:
                position = await asyncio.to_thread(replay_saved, saved)
            except ParlourError as error:
                why = f"This game cannot be played on, its rules have changed: {error}"
                raise Refused(410, "rules-changed", why) from error
            room = self._new_room(saved, position)
            await self._give_back(room)
            await room.wake()
            self._keep(room)
            self._forget()
            return room
        finally:
            self._loading.pop(game_id, None)

    async def follow_file(self, file: GameFile) -> None:
        """Running games of a file that has changed go on by it as it is now, or stand still."""
        for room in list(self._rooms.values()):
            if file.spec is not None and room.game.position.game.id == file.spec.id:
                await room.follow_file()

    def are_quiet(self) -> bool:
        """Whether nobody has done or asked anything in the last while."""
        now = time.monotonic()
        return all(now - room.used > QUIET for room in self._rooms.values())

    def _new_room(self, saved: SavedGame, position: Position) -> Room:
        return Room(saved, position, self.store, self.bots, self.pace, self.now)

    def _keep(self, room: Room) -> None:
        room.on_clock_change = self._note_flag
        self._rooms[room.id] = room
        self._note_flag(room)

    # -- clocks --------------------------------------------------------------------------------------

    def _note_flag(self, room: Room) -> None:
        """The flag of a game will fall at another time, perhaps."""
        if room.game.clock is not None:
            self.flags.put(room.id, room.due)
        self.notices.follow(room)

    async def _flag_falls(self, game_id: str) -> None:
        try:
            room = await self.find(game_id)
            await room.check_clock()
        except Refused as error:
            if error.status == 503:  # another time it may be kept
                raise
            log.warning("a flag fell to no effect", extra={"game": game_id, "why": str(error)})

    async def start(self) -> None:
        """Look after the clocks of all games; only those are fetched in which something is due.

        The time of an outage is given back to a game when it is fetched, if the settings say so. Where
        servers share a database others may have gone on with the games: nothing is given back.
        """
        self.started = self.now()
        for game_id in await self.store.undated():
            self.flags.put(game_id, self.started)
        for game_id, due in (await self.store.deadlines()).items():
            self.flags.put(game_id, due)
        self.flags.start()
        await self.notices.start()

    def given_back(self, clock: GameClock) -> GameClock:
        """A kept clock as it will stand when its game is fetched."""
        if self.store.is_shared or not clock.is_idle_since(self.started):
            return clock
        return clock.resume(self.started, self.gives_back)

    async def _give_back(self, room: Room) -> None:
        """Give the time of the outage back to a game that was not at play since."""
        if (
            not self.store.is_shared
            and room.game.clock
            and room.game.clock.is_idle_since(self.started)
        ):
            try:
                await room.come_back(self.started, self.gives_back)
            except Refused as error:
                log.warning("a clock stands still", extra={"game": room.id, "why": str(error)})

    async def heard_of(self, game_id: str, version: int) -> None:
        """Another server has changed a game: be where it is, if it is at play here too."""
        room = self._rooms.get(game_id)
        if room is not None:
            await room.reload_newer(version)

    def _forget(self) -> None:
        """Let go of rooms that nobody looks at, those not used for the longest time first.

        One that was just fetched stays: who looks at it next must find the same.
        """
        spare = len(self._rooms) - self.limit
        if spare > 0:
            stale = time.monotonic() - self.fresh
            unwatched = [
                room for room in self._rooms.values() if not room.is_in_use and room.used <= stale
            ]
            for room in sorted(unwatched, key=lambda room: room.used)[:spare]:
                del self._rooms[room.id]

    def secret(self, room: Room, seat: int) -> str:
        """The secret of a seat's link."""
        return seat_secret(self.store.key, room.id, seat)

    def opens(self, room: Room, seat: int, secret: str) -> bool:
        """Whether `secret` is that of a seat."""
        return seat in range(len(room.game.seats)) and opens(self.store.key, room.id, seat, secret)

    async def close(self) -> None:
        """Stop what is at work."""
        await self.flags.close()
        await self.notices.close()
        await asyncio.gather(*(room.close() for room in self._rooms.values()))
        if not self.store.is_shared:
            for room in self._rooms.values():
                try:
                    await room.leave()
                except Refused as error:
                    log.warning("a clock runs on", extra={"game": room.id, "why": str(error)})


def replay_saved(saved: SavedGame) -> Position:
    """The position of a saved game. Raises ParlourError if the rules no longer allow its moves."""
    return replay_game(saved.game, saved.position, (text for _, text in saved.moves))


def _as_many(texts: tuple[str, ...], game: Game) -> tuple[str, ...]:
    if len(texts) != game.seats:
        raise Refused(422, "bad-seats", f"{game.name} has {game.seats} seats, not {len(texts)}.")
    return texts


def _seat(text: str, game: Game, name: str, engines: bool) -> Seat:
    if text in (HERE, LINK):
        return Seat(PERSON, name=name if text == HERE else "")
    named = engines and text.startswith("engine:")  # by the server's own file, never a command
    timed = timed_texts(game)
    if not text.isdecimal() and text not in ("random", *timed) and not named:
        allowed = ", ".join((HERE, LINK, "random", *timed))
        raise Refused(422, "bad-seats", f"{text!s:.20}: a seat is {allowed} or a level 1 to 10.")
    make_player(text, game, 0)
    return Seat(BOT, text)


def _tagged(tree: Tree, seat_name: str) -> str:
    from parlour.records import seat_tag

    return tree.tags.get(seat_tag(seat_name), "")[:LONGEST_NAME]
