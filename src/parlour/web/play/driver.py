"""What goes on by itself in a room: chance is drawn, bots think and move, advice is given.

Where information is hidden, a bot's move is shown at a time that tells nothing of what it thought about.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
import weakref
from dataclasses import dataclass
from typing import Protocol

from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.play.game_clock import GameClock
from parlour.play.position import Position
from parlour.play.saved_game import Seat
from parlour.players.beside import compiles_ahead
from parlour.table.conduct import ADVISER
from parlour.table.outcome import Outcome
from parlour.web.bots.worker import Answer, Sheet, What
from parlour.web.bots.worker_pool import Bots, BotTrouble
from parlour.web.common.game_registry import own_file
from parlour.web.common.secrets import bot_seed
from parlour.web.http.error_responses import Refused

ADVICE = -1  # in a seat's place, where advice gets its seed
STROKE = 0.03  # seconds; bots' moves are shown at strokes, so that what many cost is paid together

log = logging.getLogger("parlour.web.play.room")


class DrivenRoom(Protocol):
    """What a driver needs of its room."""

    id: str
    client: str
    start: str | None
    seats: list[Seat]
    position: Position
    clock: GameClock | None
    lock: asyncio.Lock
    barred: str
    trouble: str

    @property
    def turn(self) -> int | None: ...

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def people(self) -> list[int]: ...

    @property
    def bots(self) -> list[int]: ...

    @property
    def is_looked_at(self) -> bool: ...

    def changed(self) -> None: ...

    async def keep(self, after: Position) -> None: ...


@dataclass
class Thinking:
    """A bot at work: since when, and what is known of its progress."""

    seat: int
    since: float
    compiled: int = 0
    part: float = 0.0


class Driver:
    """Plays for chance and bots in one room; `key` is what their seeds are made of.

    `pace` is the time after which a bot's move is shown. Where information is hidden, one that takes
    longer is shown after twice, four times, … that time.
    """

    def __init__(self, room: DrivenRoom, bots: Bots, key: str, pace: float) -> None:
        self.thinking: Thinking | None = None
        self._of = weakref.ref(room)
        self._bots, self._key, self._pace = bots, key, pace
        self._driving: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None

    @property
    def _room(self) -> DrivenRoom:
        """The room, which has this and not the other way round: one that is forgotten is freed at once."""
        room = self._of()
        assert room is not None, "the room is gone"
        return room

    @property
    def is_at_work(self) -> bool:
        """Whether a bot is thinking."""
        return self.thinking is not None

    def go_on(self) -> None:
        """See to it that chance and bots act when they are due."""
        room = self._room
        if not room.barred and (self._driving is None or self._driving.done()):
            self._driving = asyncio.create_task(self._drive(room))

    def prepare(self) -> None:
        """Let the bots get ready (the game may have to be compiled) before their first turn."""
        room = self._room
        if room.bots and room.turn in room.people and self._preparing is None and compiles_ahead():
            self._preparing = asyncio.create_task(self._prepare(room, room.bots[0]))

    async def _prepare(self, room: DrivenRoom, seat: int) -> None:
        try:
            await self._think("ready", room.position, seat)
        except BotTrouble as error:
            log.warning("a bot could not get ready", extra={"game": room.id, "why": str(error)})

    async def _drive(self, room: DrivenRoom) -> None:
        """Play for chance and bots until a person is to move or the game is over."""
        while room.turn is not None and (room.turn == CHANCE or room.turn in room.bots):
            try:
                if room.turn == CHANCE:
                    await self._chance()
                else:
                    await self._bot(room.turn)
            except Refused as error:
                if (
                    error.code != "position-changed"
                ):  # else the game is played by another server too
                    self._stand_still(error)
                    return
            except ParlourError as error:
                self._stand_still(error)
                return

    def _stand_still(self, error: Exception) -> None:
        room = self._room
        log.warning("the game stands still", extra={"game": room.id, "why": str(error)})
        hidden = room.position.game.spec.hidden  # a reason might tell what only one seat knows
        room.trouble = "a bot cannot go on" if hidden else str(error)
        room.changed()

    async def _chance(self) -> None:
        room = self._room
        async with room.lock:
            if room.turn == CHANCE:
                text = room.position.state.draw(random.SystemRandom())
                await room.keep(room.position.after(text))

    async def _bot(self, seat: int) -> None:
        """Play all that a bot plays before anybody else hears of it: one move, or a whole set-up."""
        if self._preparing is not None:  # what is being compiled need not be compiled twice
            await asyncio.wait({self._preparing})
        room, begun = self._room, time.monotonic()
        position = after = room.position
        while after.turn == seat and (after is position or not after.is_last_public):
            answer = await self._think("choose", after, seat)
            after = after.after(answer.move, answer.code)
        now = time.monotonic()
        await asyncio.sleep(to_stroke(self._moment(now - begun), now))
        async with room.lock:
            if room.position is position and room.outcome is None:
                await room.keep(after)

    def _moment(self, taken: float) -> float:
        """How long to wait with a move that took so many seconds to find.

        In an open game a reply takes a moment, for those who look on, unless a clock runs.
        """
        room = self._room
        if room.position.game.spec.hidden:
            return rest(taken, self._pace)
        if room.clock is not None or not room.is_looked_at:
            return 0.0
        return max(0.0, self._pace - STROKE - taken)  # the stroke comes a little later

    async def _think(self, what: What, position: Position, seat: int) -> Answer:
        """Ask a bot, and show meanwhile that it is at work."""
        room = self._room
        thinking = Thinking(seat, time.monotonic())

        def told(report: Answer) -> None:
            thinking.compiled, thinking.part = report.compiled, report.part
            room.changed()

        self.thinking = thinking  # shown with the first report; most bots have answered before
        try:
            seed = bot_seed(self._key, room.id, seat)
            player = room.seats[seat].player
            return await self._bots.ask(what, self.sheet(position), player, seed, told, room.client)
        finally:
            if self.thinking is thinking:
                self.thinking = None
                if what == "ready":
                    room.changed()

    async def advice(self, position: Position) -> Answer:
        """What the game's best player would do in a position, for the seat to move. Raises Refused."""
        seed = bot_seed(self._key, self._room.id, ADVICE)
        try:
            return await self._bots.ask(
                "advise", self.sheet(position), ADVISER, seed, client=self._room.client
            )
        except BotTrouble as error:
            raise Refused(503, "no-advice", str(error)) from error

    def sheet(self, position: Position) -> Sheet:
        """What the bots must know of a position."""
        room = self._room
        game, history = position.game, position.state.history
        return Sheet(room.id, game.name, room.start, history, own_file(game))

    async def close(self) -> None:
        """Stop what is at work in the game."""
        tasks = [t for t in (self._driving, self._preparing) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def rest(taken: float, pace: float) -> float:
    """How long to wait after `taken` seconds until pace, or twice, four times, … that, has passed."""
    if pace <= 0:
        return 0.0
    until = pace
    while until < taken:
        until *= 2
    return until - taken


def to_stroke(seconds: float, now: float) -> float:
    """How long until the first stroke of all games that is at least so many seconds away; 0 stays 0."""
    return seconds and math.ceil((now + seconds) / STROKE) * STROKE - now
