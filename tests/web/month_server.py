"""A server in a process of its own that can be killed; its time and what is asked come through a pipe.

An answer is given when what was asked is committed.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from parlour.clocks.absences import Absences
from parlour.web.play.rooms import LINK, GameRequest
from parlour.web.store import person_store
from tests.web.test_clocks import Server


class Month:
    """What can be asked of the server."""

    def __init__(self, folder: Path, now: int) -> None:
        self.at = Server(folder, now, gives_back=False)

    def call(self, work: Any, *given: Any) -> Any:
        return self.at.client.portal.call(work, *given)  # type: ignore[union-attr]

    def person(
        self, browser: str, zone: str, off: list[int], vacations: list[tuple[date, date]]
    ) -> None:
        """Somebody with his days off and vacations."""
        absences = Absences(zone, frozenset(off), tuple(vacations))
        self.call(
            person_store.change,
            self.at.app.state.store,
            browser,
            lambda _, person: replace(person, absences=absences),
        )

    def begin(self, clock: str, browsers: list[str]) -> str:
        """A game between two; its id."""
        wanted = GameRequest("hex:size=7,pie=no", (LINK, LINK), clock=clock)
        room = self.call(self.at.app.state.rooms.create, wanted, "", set(enumerate(browsers)))
        return str(room.id)

    def wait(self, now: int) -> None:
        """It is `now`; what is due is done."""
        self.at.wait(now - self.at.now)

    def move(self, game: str, seat: int, text: str) -> bool:
        """Move, if the game goes on: whether it did."""
        room = self.call(self.at.app.state.rooms.find, game)
        if room.game.outcome is not None:
            return False
        self.call(room.move, frozenset({seat}), text, None)
        return True

    def look(self, game: str) -> dict[str, Any]:
        """How a game stands."""
        room = self.call(self.at.app.state.rooms.find, game)
        over = room.game.outcome and [room.game.outcome.reason, *map(str, room.game.outcome.scores)]
        flag = room.game.clock.timing.face(self.at.now).flag
        return {"history": room.game.position.state.history, "over": over, "flag": flag}


def serve(folder: Path, now: int, asked: Connection) -> None:
    """Answer what comes, (method, …), until the process is killed."""
    month = Month(folder, now)
    while True:
        what, *given = asked.recv()
        asked.send(getattr(month, what)(*given))
