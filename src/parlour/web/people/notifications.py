"""Notices by mail of games by correspondence: your turn, a deadline that comes near, the end.

Each is sent once, whichever of several servers comes to it first: what was sent is kept. A notice goes to
one address, its own reader's, and names no other person.
"""

from __future__ import annotations

import asyncio
import logging
import smtplib
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import SQLAlchemyError

from parlour.clocks.deadlines import format_moment
from parlour.play.game_clock import GameClock
from parlour.table.outcome import headline
from parlour.web.common.mail import Mailer
from parlour.web.play.clock_timer import ClockTimer, Now
from parlour.web.play.room import Room
from parlour.web.store.correspondence import Running, running
from parlour.web.store.game_store import Store
from parlour.web.store.persons import Person, people_of
from parlour.web.store.schema import holders, notices, person_browsers, persons

log = logging.getLogger("parlour.web.people.notifications")

BEFORE = 86_400_000  # ms before a deadline, of which is told

Seen = tuple[
    int, int | None, bool, bool
]  # plies, turn, whether the clock has begun, whether it is over


@dataclass(frozen=True)
class Notification:
    """A notification for a seat of a game; each `what` is sent once. `deadline` in ms UTC."""

    game_id: str
    what: str
    seat: int
    subject: str
    text: str = ""
    deadline: int | None = None


class Notices:
    """Sends notifications by a mailer; without one it sends nothing."""

    def __init__(self, store: Store, mailer: Mailer | None, now: Now) -> None:
        self._store, self._mailer = store, mailer
        self._seen: dict[str, Seen] = {}
        self._expected: dict[str, Notification] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.reminders = ClockTimer(now, self._remind)

    async def start(self) -> None:
        """Look after the deadlines of the games of all who get mail."""
        if self._mailer is not None:
            for game in await self._store.read(_of_readers):
                self._expect(game.id, game.title, game.clock.timing.seat, game.clock)
            self.reminders.start()

    async def close(self) -> None:
        """Stop; what is on its way is sent."""
        await self.reminders.close()
        await self.wait_until_sent()

    async def wait_until_sent(self) -> None:
        """Wait until what is on its way is sent, or has failed."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def follow(self, room: Room) -> None:
        """A game may have changed: tell whoever is concerned."""
        clock = room.game.clock
        if self._mailer is None or clock is None or not clock.is_calendar:
            return
        ply, title = room.game.position.ply, room.game.position.game.title
        over = room.game.outcome
        seen = (ply, room.game.turn, clock.has_begun, over is not None)
        before = self._seen.setdefault(room.id, seen)
        self._seen[room.id] = seen
        self._expect(room.id, title, room.game.turn, clock)
        if seen == before or not clock.has_begun:
            return
        if over is not None:
            words = f"{headline(room.game.position.game.seat_names, over)}."
            for seat in room.game.people:
                self._tell(
                    Notification(room.id, f"{ply} over {seat}", seat, f"{title} is over", words)
                )
            del self._seen[room.id]
        elif room.game.turn is not None:
            subject = f"{title}: it is your move"
            self._tell(
                Notification(room.id, f"{ply} turn", room.game.turn, subject, "", clock.deadline)
            )

    def _expect(self, game_id: str, title: str, seat: int | None, clock: GameClock) -> None:
        """Tell a seat of its deadline a day before, or half way to it where that is nearer."""
        deadline = clock.deadline
        if deadline is None or seat is None:
            self.reminders.set(game_id, None)
            self._expected.pop(game_id, None)
            return
        what = f"{deadline} soon"
        subject = f"{title}: your move is due soon"
        self._expected[game_id] = Notification(game_id, what, seat, subject, "", deadline)
        left = deadline - clock.timing.events[-1][0]
        self.reminders.set(game_id, deadline - min(BEFORE, left // 2))

    async def _remind(self, game_id: str) -> None:
        self._tell(self._expected.pop(game_id))

    def _tell(self, notice: Notification) -> None:
        task = asyncio.create_task(self._send(notice))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, notice: Notification) -> None:
        assert self._mailer is not None
        try:
            reader = await self._store.write(lambda connection: _claimed(connection, notice))
            if reader is None:
                return
            lines = [notice.text] if notice.text else []
            if notice.deadline is not None:
                zone = reader.absences.zone
                lines.append(f"Deadline: {format_moment(notice.deadline, zone, 'UTC')}.")
            lines.append(f"{self._mailer.site}/games/{notice.game_id}")
            text = "\n\n".join(lines)
            await asyncio.to_thread(self._mailer.send, reader.mail, notice.subject, text)
        except (OSError, smtplib.SMTPException, SQLAlchemyError) as error:
            more = {"game": notice.game_id, "why": type(error).__name__}  # and no address
            log.warning("a notice was not sent", extra=more)


def _claimed(connection: Connection, notice: Notification) -> Person | None:
    """The reader to notify; None: no confirmed address, or already notified."""
    held = select(holders.c.seat, holders.c.browser).where(holders.c.game_id == notice.game_id)
    rows = {(row[0], row[1]) for row in connection.execute(held)}
    reader = people_of(connection, rows).get(notice.seat)
    if reader is None or not (reader.mail and reader.confirmed):
        return None
    row = {"game_id": notice.game_id, "what": notice.what}
    same = [notices.c[name] == value for name, value in row.items()]
    if connection.execute(select(notices.c.what).where(*same)).first() is not None:
        return None
    connection.execute(insert(notices), row)
    return reader


def _of_readers(connection: Connection) -> list[Running]:
    """The running games of all who get mail."""
    found = (
        select(person_browsers.c.browser)
        .join(persons, persons.c.id == person_browsers.c.person_id)
        .where(persons.c.confirmed == 1)
    )
    return running(connection, connection.execute(found).scalars().all(), None)
