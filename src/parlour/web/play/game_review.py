"""The review of a finished game: a bot's process makes it, and the page gets its progress.

A review lives as long as its room; saved records then contain its notes.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from parlour.language import translate
from parlour.play.position import Position
from parlour.review import Judged, NoReview, Review, refuse
from parlour.table.familiar_moves import written_line, written_move
from parlour.table.game import State
from parlour.web.bots.worker import BotAnswer
from parlour.web.bots.worker_pool import Bots, BotTrouble
from parlour.web.http.error_responses import Refused
from parlour.web.play.driver import bot_game
from parlour.web.play.stored_game import StoredGame

SECONDS, LONGEST = 0.4, 20.0  # for each position, and for all together
PATIENCE = 1.0  # seconds that a page waits for progress
WORST = 5  # mistakes that are listed


class GameReview:
    """The review of one room's game."""

    def __init__(self, room: StoredGame, bots: Bots) -> None:
        self._weak_room, self._bots = weakref.ref(room), bots  # the room owns this
        self._task: asyncio.Task[BotAnswer] | None = None
        self._position: Position | None = None
        self.part = 0.0
        self.accepted: dict[int, set[str]] = {}  # by ply, other good moves that a player found

    @property
    def _room(self) -> StoredGame:
        room = self._weak_room()
        assert room is not None, "the room was dropped"
        return room

    @property
    def result(self) -> Review | None:
        """The review of the current position's game; None before it is done."""
        task = self._task
        if task is None or self._position is not self._room.game.position or not task.done():
            return None
        return None if task.cancelled() or task.exception() else task.result().review

    async def get(self) -> Review | None:
        """The review, started if need be; None while it goes on. Raises Refused."""
        room = self._room
        if room.game.outcome is None:
            raise Refused(409, "not-over", "A game can be reviewed when it is over.")
        if self._task is None or self._position is not room.game.position:
            self._position, self.part = room.game.position, 0.0
            self.accepted.clear()
            self._task = asyncio.create_task(self._ask(room, room.game.position))
        await asyncio.wait({self._task}, timeout=PATIENCE)
        if not self._task.done():
            return None
        try:
            return self._task.result().review
        except BotTrouble as error:
            self._task = None
            raise Refused(503, "no-review", str(error)) from error
        except NoReview as error:
            raise Refused(409, "no-review", f"{error}.") from error

    async def _ask(self, room: StoredGame, position: Position) -> BotAnswer:
        refuse(position.game)
        seconds = min(SECONDS, LONGEST / (len(position.state.history) + 1))

        def report(answer: BotAnswer) -> None:
            self.part = answer.part

        reviewer = f"strongest:seconds={seconds:.4f}"
        game = bot_game(room, position)
        return await self._bots.ask("review", game, reviewer, 0, report, room.client)

    async def close(self) -> None:
        """Cancel a review that goes on."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def mistakes(review: Review, owned: Collection[int]) -> list[Judged]:
    """The moves of these seats that cost most, in the order in which they were played."""
    own = [judged for judged in review.worst(len(review.judged)) if judged.seat in owned]
    return sorted(own[:WORST], key=lambda judged: judged.ply)


def review_payload(room: StoredGame, review: Review, owned: Collection[int]) -> dict[str, Any]:
    """A review for the page: the first player's chances by ply, and the moves that stand out in order."""
    names = room.game.position.game.seat_names
    marked = sorted((*review.worst(WORST), *review.finest()), key=lambda judged: judged.ply)
    return {
        "done": True,
        "part": 1.0,
        "name": translate(names[0]),
        "mistakes": len(mistakes(review, owned)),
        "chances": [None if chance is None else round(chance, 4) for chance in review.chances],
        "marked": [_marked(room.game.position.back(each.ply - 1).state, each) for each in marked],
    }


def as_written(before: State, judged: Judged) -> Judged:
    """A judged move and the best one as players write them in the position `before`."""
    move, best = written_move(before, judged.move), written_move(before, judged.best)
    return replace(judged, move=move, best=best)


def _marked(before: State, judged: Judged) -> dict[str, Any]:
    """A move that stands out, played in the position `before`; other moves are as players write them."""
    line = judged.line[:6] if judged.move != judged.best else ()
    return {
        "ply": judged.ply,
        "seat": judged.seat,
        "move": judged.move,
        "glyph": judged.glyph,
        "words": as_written(before, judged).words(translate(before.game.seat_names[judged.seat])),
        "line": written_line(before, line),
    }
