"""Challenges: free seats that anyone may take while the page of whoever offers them is open.

They are in memory only: a challenge lapses with its page, and with the server.
"""

from __future__ import annotations

import time

from parlour.web.play.room import Room

PATIENCE = 10.0  # seconds for a page to load, or to come back
MOST = 50  # listed


class Challenges:
    """The games with a seat that anyone may take, the oldest first."""

    def __init__(self) -> None:
        self._offered: dict[str, tuple[Room, float]] = {}  # with when its page was last seen

    def offer(self, room: Room) -> None:
        """List a game until its seats are taken or its page is closed."""
        self._offered[room.id] = room, time.monotonic()

    def listed(self) -> list[Room]:
        """The games to list now."""
        now = time.monotonic()
        for room, seen in list(self._offered.values()):
            if room.is_present(room.owner or ""):
                self._offered[room.id] = room, now
            elif now - seen > PATIENCE:
                del self._offered[room.id]
            if room.is_removed or room.game.outcome is not None or free_seat(room) is None:
                self._offered.pop(room.id, None)
        return [room for room, _ in self._offered.values()][:MOST]

    def find(self, game_id: str) -> Room | None:
        """The listed game with this id."""
        return next((room for room in self.listed() if room.id == game_id), None)

    def fitting(self, game: str, clock: str | None, rated: bool, browser: str) -> Room | None:
        """A game that another player offers on the same terms."""
        return next(
            (
                room
                for room in self.listed()
                if room.owner != browser
                and room.start is None
                and terms(room) == (game, clock, rated)
            ),
            None,
        )


def terms(room: Room) -> tuple[str, str | None, bool]:
    """A game with its options, its clock's text, and whether it is rated."""
    clock = room.game.clock
    text = None if clock is None else clock.timing.clock.text
    return room.game.position.game.name, text, room.game.rated


def free_seat(room: Room) -> int | None:
    """The first seat that waits for a person."""
    return next((seat for seat in room.game.people if not room.is_taken(seat)), None)
