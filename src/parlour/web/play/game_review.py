"""Looking back at a game that is over: a bot's process reviews it, the page is sent how far it is.

A review is kept as long as its room is awake; the record that is saved then has its notes.
"""

from __future__ import annotations

import asyncio
import weakref
from typing import Any

from parlour.play.position import Position
from parlour.review import NoReview, Review, refuse
from parlour.web.bots.worker import Answer
from parlour.web.bots.worker_pool import Bots, BotTrouble
from parlour.web.http.error_responses import Refused
from parlour.web.play.driver import sheet_of
from parlour.web.play.stored_game import StoredGame

SECONDS, LONGEST = 0.4, 20.0  # for each position, and for all of them together
PATIENCE = 1.0  # seconds that a page waits for more news
WORST = 5  # dear moves that are listed


class Reviewing:
    """The review of one room's game."""

    def __init__(self, room: StoredGame, bots: Bots) -> None:
        self._reviewed, self._bots = weakref.ref(room), bots  # the room has this
        self._task: asyncio.Task[Answer] | None = None
        self._of: Position | None = None
        self.part = 0.0

    @property
    def _room(self) -> StoredGame:
        room = self._reviewed()
        assert room is not None, "the room is gone"
        return room

    @property
    def found(self) -> Review | None:
        """What was found of the game as it stands; None before that."""
        task = self._task
        if task is None or self._of is not self._room.game.position or not task.done():
            return None
        return None if task.cancelled() or task.exception() else task.result().review

    async def news(self) -> Review | None:
        """The review, begun if nobody has asked before; None while it goes on. Raises Refused."""
        room = self._room
        if room.game.outcome is None:
            raise Refused(409, "not-over", "A game is reviewed when it is over.")
        if self._task is None or self._of is not room.game.position:
            self._of, self.part = room.game.position, 0.0
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

    async def _ask(self, room: StoredGame, position: Position) -> Answer:
        refuse(position.game)
        seconds = min(SECONDS, LONGEST / (len(position.state.history) + 1))

        def told(report: Answer) -> None:
            self.part = report.part

        who = f"strongest:seconds={seconds:.4f}"
        sheet = sheet_of(room, position)
        return await self._bots.ask("review", sheet, who, 0, told, room.client)

    async def close(self) -> None:
        """Give up what is under way."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


def told(room: StoredGame, found: Review) -> dict[str, Any]:
    """A review as the page draws it: chances of the first seat by ply, the moves that stand out in order."""
    names = room.game.position.game.seat_names
    return {
        "done": True,
        "part": 1.0,
        "name": names[0],
        "chances": [None if chance is None else round(chance, 4) for chance in found.chances],
        "marked": [
            {
                "ply": judged.ply,
                "seat": judged.seat,
                "move": judged.move,
                "glyph": judged.glyph,
                "words": judged.words(names[judged.seat]),
                "line": list(judged.line[:6]) if judged.move != judged.best else [],
            }
            for judged in sorted(
                (*found.worst(WORST), *found.finest()), key=lambda judged: judged.ply
            )
        ],
    }
