"""Email notifications of correspondence games: your turn, a deadline, the end.

The database remembers sent notifications, so that only one of several servers sends each. A
notification goes to one address and names no other player.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import SQLAlchemyError

from parlour.clocks.deadlines import format_moment
from parlour.language import ENGLISH, speaking
from parlour.play.game_clock import GameClock
from parlour.table.outcome import headline
from parlour.web.common.mail import BadMail
from parlour.web.common.post_office import PostOffice
from parlour.web.play.clock_timer import ClockTimer, Now
from parlour.web.play.room import Room
from parlour.web.store.correspondence import Running, running
from parlour.web.store.game_store import Store
from parlour.web.store.letters import count_notification
from parlour.web.store.persons import Person, of_game
from parlour.web.store.schema import notices, person_browsers, persons

log = logging.getLogger("parlour.web.play.notifications")

REMINDER = 86_400_000  # ms before a deadline

# Plies, turn, whether the clock has started, whether the game is over.
GameStatus = tuple[int, int | None, bool, bool]


@dataclass(frozen=True)
class GameNotification:
    """A notification for a seat; each `what` is sent once. `deadline` in ms UTC."""

    game_id: str
    what: str
    seat: int
    subject: str
    text: str = ""
    deadline: int | None = None


class Notifications:
    """Sends notifications by email; does nothing without a post office."""

    def __init__(self, store: Store, post: PostOffice | None, now: Now) -> None:
        self._store, self._post, self._now = store, post, now
        self._status: dict[str, GameStatus] = {}
        self._expected: dict[str, GameNotification] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.reminders = ClockTimer(now, self._remind)

    async def start(self) -> None:
        """Schedule reminders for the games of everyone who gets email."""
        if self._post is not None:
            for game in await self._store.read(_readers_games):
                self._expect(game.id, game.title, game.clock.timing.seat, game.clock)
            self.reminders.start()

    async def close(self) -> None:
        """Stop after posting pending notifications."""
        await self.reminders.close()
        await self.wait_until_posted()

    async def wait_until_posted(self) -> None:
        """Wait until pending notifications are posted or have failed."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def follow(self, room: Room) -> None:
        """Send notifications after a possible change of a game."""
        clock = room.game.clock
        if self._post is None or clock is None or not clock.is_calendar:
            return
        ply, title = room.game.position.ply, room.game.position.game.title
        outcome = room.game.outcome
        status = (ply, room.game.turn, clock.has_begun, outcome is not None)
        before = self._status.setdefault(room.id, status)
        self._status[room.id] = status
        self._expect(room.id, title, room.game.turn, clock)
        if status == before or not clock.has_begun:
            return
        if outcome is not None:
            with speaking(ENGLISH):  # letters go to several people
                words = f"{headline(room.game.position.game.seat_names, outcome)}."
            for seat in room.game.people:
                self._schedule(
                    GameNotification(room.id, f"{ply} over {seat}", seat, f"{title} is over", words)
                )
            del self._status[room.id]
        elif room.game.turn is not None and room.game.position.is_last_public:
            subject = f"{title}: it is your move"
            self._schedule(
                GameNotification(
                    room.id, f"{ply} turn", room.game.turn, subject, "", clock.deadline
                )
            )

    def _expect(self, game_id: str, title: str, seat: int | None, clock: GameClock) -> None:
        """Schedule a reminder a day before a deadline, or halfway to it if that is later."""
        deadline = clock.deadline
        if deadline is None or seat is None:
            self.reminders.set(game_id, None)
            self._expected.pop(game_id, None)
            return
        what = f"{deadline} soon"
        subject = f"{title}: your move is due soon"
        self._expected[game_id] = GameNotification(game_id, what, seat, subject, "", deadline)
        left = deadline - clock.timing.events[-1][0]
        self.reminders.set(game_id, deadline - min(REMINDER, left // 2))

    async def _remind(self, game_id: str) -> None:
        self._schedule(self._expected.pop(game_id))

    def _schedule(self, notification: GameNotification) -> None:
        task = asyncio.create_task(self._send(notification))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, notification: GameNotification) -> None:
        assert self._post is not None
        try:
            reader = await self._store.write(
                lambda connection: self._claim(connection, notification)
            )
            if reader is None:
                return
            lines = [notification.text] if notification.text else []
            if notification.deadline is not None:
                zone = reader.absences.zone
                with speaking(ENGLISH):
                    due = format_moment(notification.deadline, zone, "UTC")
                lines.append(f"Deadline: {due}.")
            lines.append(f"{self._post.mailer.site}/games/{notification.game_id}")
            text = "\n\n".join(lines)
            self._post.post(reader.mail, notification.subject, text)
        except (BadMail, SQLAlchemyError) as error:
            more = {"game": notification.game_id, "why": str(error)}
            log.warning("a notification was not sent", extra=more)

    def _claim(self, connection: Connection, notification: GameNotification) -> Person | None:
        """Claim a notification; returns its reader, or None without one or if it is sent."""
        reader = of_game(connection, notification.game_id).get(notification.seat)
        if reader is None or not (reader.mail and reader.confirmed):
            return None
        row = {"game_id": notification.game_id, "what": notification.what}
        same = [notices.c[name] == value for name, value in row.items()]
        if connection.execute(select(notices.c.what).where(*same)).first() is not None:
            return None
        connection.execute(insert(notices), row)
        address = self._store.address_digest(reader.mail)
        return reader if count_notification(connection, self._now(), address) else None


def _readers_games(connection: Connection) -> list[Running]:
    """The running games of everyone who gets email."""
    found = (
        select(person_browsers.c.browser)
        .join(persons, persons.c.id == person_browsers.c.person_id)
        .where(persons.c.confirmed == 1)
    )
    return running(connection, connection.execute(found).scalars().all(), None)
