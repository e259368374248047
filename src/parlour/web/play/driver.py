"""The automatic side of a room: it draws for chance, asks the bots for moves, and gives advice.

With hidden information a bot's move appears at a time that reveals nothing about its thinking.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
import weakref
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.play.conduct import ADVISER, claims_draw
from parlour.play.position import Position
from parlour.table.background_compiler import compiles_ahead
from parlour.web.bots.worker import BotAnswer, BotGame, TaskKind
from parlour.web.bots.worker_pool import Bots, BotTrouble
from parlour.web.common.game_registry import source_file
from parlour.web.common.secrets import bot_seed
from parlour.web.http.error_responses import Refused
from parlour.web.play.stored_game import StoredGame

ADVICE = -1  # in a seat's place, for the seed of advice
CLAIMED = 1.0  # seconds between two looks at a game that another server plays
BEAT = 0.03  # seconds; bots' moves appear on common beats, so that many games share the cost

log = logging.getLogger("parlour.web.play.room")


@dataclass
class BotProgress:
    """A bot at work: since when, and how far it is."""

    seat: int
    since: float
    compiled: int = 0
    part: float = 0.0


class Driver:
    """Plays for chance and bots in one room; `key` goes into the bots' seeds.

    `pace` is the time after which a bot's move appears. With hidden information, a move that takes
    longer appears after two, four, … times as long.
    """

    def __init__(self, room: StoredGame, bots: Bots, key: str, pace: float) -> None:
        self.progress: BotProgress | None = None
        self._weak_room = weakref.ref(room)  # the room owns this: a forgotten room is freed at once
        self._bots, self._key, self._pace = bots, key, pace
        self._driving: asyncio.Task[None] | None = None
        self._preparing: asyncio.Task[None] | None = None

    @property
    def _room(self) -> StoredGame:
        room = self._weak_room()
        assert room is not None, "the room was dropped"
        return room

    @property
    def is_at_work(self) -> bool:
        """Whether a bot is thinking, or another server's is waited for."""
        is_driving = self._driving is not None and not self._driving.done()
        return is_driving or self.progress is not None

    def go_on(self) -> None:
        """Let chance and bots play while it is their turn."""
        room = self._room
        if not room.barred and (self._driving is None or self._driving.done()):
            self._driving = asyncio.create_task(self._drive(room))

    def prepare(self) -> None:
        """Let the bots prepare before their first turn: the game may have to be compiled."""
        room, game = self._room, self._room.game
        if game.bots and game.turn in game.people and self._preparing is None and compiles_ahead():
            self._preparing = asyncio.create_task(self._prepare(room, game.bots[0]))

    async def _prepare(self, room: StoredGame, seat: int) -> None:
        try:
            await self._ask("ready", room.game.position, seat)
        except BotTrouble as error:
            log.warning("a bot could not prepare", extra={"game": room.id, "why": str(error)})

    async def _drive(self, room: StoredGame) -> None:
        """Play for chance and bots, unless another server does; if that ends, go on in its place."""
        while self._automatic_turn() is not None:
            try:
                async with room.store.claim(room.id) as claimed:
                    if room.store.is_shared:  # what another server has played
                        await room.reload_newer(await room.store.version(room.id))
                    if claimed:
                        await self._play_on()
                if not claimed:
                    await asyncio.sleep(CLAIMED)
            except Refused as error:
                if error.code != "position-changed":  # else a person was faster, at another server
                    self._give_up(error)
                    return
            except (ParlourError, SQLAlchemyError) as error:
                self._give_up(error)
                return

    async def _play_on(self) -> None:
        """Play for chance and bots until a person is to move or the game is over."""
        while (turn := self._automatic_turn()) is not None:
            await (self._draw() if turn == CHANCE else self._play_bot(turn))

    def _automatic_turn(self) -> int | None:
        """The seat of the bot to move, or CHANCE; None if a person is to move or the game is over."""
        game = self._room.game
        return game.turn if game.turn == CHANCE or game.turn in game.bots else None

    def _give_up(self, error: Exception) -> None:
        room = self._room
        log.warning("the game cannot go on", extra={"game": room.id, "why": str(error)})
        hidden = room.game.position.game.spec.hidden  # the reason may reveal a secret
        room.trouble = "a bot cannot go on" if hidden else str(error)
        room.notify_watchers()

    async def _draw(self) -> None:
        room = self._room
        async with room.lock:
            if room.game.turn == CHANCE:
                text = room.game.state.draw(random.SystemRandom())
                await room.play(room.game.position.after(text))

    async def _play_bot(self, seat: int) -> None:
        """Play all that a bot plays before others see anything: one move, or a whole set-up."""
        if self._preparing is not None:  # do not compile twice
            await asyncio.wait({self._preparing})
        room, started = self._room, time.monotonic()
        position = after = room.game.position
        if position.state.claimable is not None and await self._claim(position, seat):
            return
        while after.turn == seat and (after is position or not after.is_last_public):
            answer = await self._ask("choose", after, seat)
            after = after.after(answer.move, answer.code)
        now = time.monotonic()
        await asyncio.sleep(until_beat(self._delay(now - started), now))
        async with room.lock:
            if room.game.position is position and room.game.outcome is None:
                await room.play(after)

    async def _claim(self, position: Position, seat: int) -> bool:
        """Claim the draw that is possible here, if the bot is worse off; whether it did."""
        room, unworn = self._room, position.state.unworn()
        file = source_file(position.game)
        game = BotGame(room.id, position.game.name, unworn.text, (), file)
        seed = bot_seed(self._key, room.id, ADVICE)
        answer = await self._bots.ask("advise", game, ADVISER, seed, client=room.client)
        if not claims_draw(answer.chance):
            return False
        async with room.lock:
            if room.game.position is position and room.game.outcome is None:
                await room.save(room.game.claim({seat}, room.now()))
        return True

    def _delay(self, taken: float) -> float:
        """The seconds to wait with a move that took `taken` seconds to find.

        In an open game the reply waits a moment for those who watch, unless a clock runs.
        """
        room = self._room
        if room.game.position.game.spec.hidden:
            return hidden_delay(taken, self._pace)
        if room.game.clock is not None or not room.is_looked_at:
            return 0.0
        return max(0.0, self._pace - BEAT - taken)  # the next beat comes a little later

    async def _ask(self, kind: TaskKind, position: Position, seat: int) -> BotAnswer:
        """Ask a bot, and show its progress meanwhile."""
        room = self._room
        progress = BotProgress(seat, time.monotonic())

        def report(answer: BotAnswer) -> None:
            progress.compiled, progress.part = answer.compiled, answer.part
            room.notify_watchers()

        self.progress = progress  # shown with the first report; most bots answer before
        try:
            seed = bot_seed(self._key, room.id, seat)
            player, game = room.game.seats[seat].player, bot_game(room, position)
            return await self._bots.ask(kind, game, player, seed, report, room.client)
        finally:
            if self.progress is progress:
                self.progress = None
                if kind == "ready":
                    room.notify_watchers()

    async def advice(self, position: Position) -> BotAnswer:
        """What the game's best player would do in a position. Raises Refused."""
        room = self._room
        seed = bot_seed(self._key, room.id, ADVICE)
        try:
            return await self._bots.ask(
                "advise", bot_game(room, position), ADVISER, seed, client=room.client
            )
        except BotTrouble as error:
            raise Refused(503, "no-advice", str(error)) from error

    async def close(self) -> None:
        """Stop what is at work."""
        tasks = [t for t in (self._driving, self._preparing) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def bot_game(room: StoredGame, position: Position) -> BotGame:
    """What the bots must know of a position of the room's game."""
    game, history = position.game, position.state.history
    return BotGame(room.id, game.name, room.start, history, source_file(game))


def hidden_delay(taken: float, pace: float) -> float:
    """The seconds from `taken` until one, two, four, … times the pace has passed."""
    if pace <= 0:
        return 0.0
    until = pace
    while until < taken:
        until *= 2
    return until - taken


def until_beat(seconds: float, now: float) -> float:
    """The seconds until the first common beat at least `seconds` away; 0 stays 0."""
    return seconds and math.ceil((now + seconds) / BEAT) * BEAT - now
