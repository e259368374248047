"""A month of correspondence: 200 games, weekends, summer time in three zones, ten servers that are killed."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from parlour.web.rooms import HERE, Wanted
from tests.oracles.clocks import QUARTER, slow_calendar
from tests.web.test_clocks import Server

DAY = 96 * QUARTER
ZONES = ("Europe/London", "America/New_York", "Australia/Sydney", "Asia/Kolkata")
GAMES, KILLS, DAYS, MOST_PLIES = 200, 10, 31, 12
RULE: dict[str, Any] = {"bank": 8 * DAY, "per": 2 * DAY, "cap": 10 * DAY, "off": {5, 6}}


class Month:
    """The games, and what every move that was acknowledged tells of them: (moment, 'turn', seat)."""

    def __init__(self, folder: Path) -> None:
        self.at = Server(folder)
        self.at.stop()
        self.at.now = round(datetime(2026, 3, 6, tzinfo=UTC).timestamp() * 1000)
        self.at.more = {"gives_back": False}  # time passes while a server is away
        self.at.start()
        self.events: dict[str, list[tuple[int, str, int]]] = {}
        self.moves: dict[str, list[str]] = {}
        self.zones: dict[str, str] = {}

    def call(self, work: Any, *given: Any) -> Any:
        return self.at.client.portal.call(work, *given)  # type: ignore[union-attr]

    def begin(self, zone: str) -> None:
        clock = f"calendar:bank=8d,per=2d,cap=10d,off=sat+sun,zone={zone}"
        wanted = Wanted("hex:size=7,pie=no", (HERE, HERE), clock=clock)
        room = self.call(self.at.app.state.rooms.create, wanted, "browser")
        self.events[room.id] = [(self.at.now, "turn", 0)]
        self.moves[room.id], self.zones[room.id] = [], zone

    def flag(self, game: str) -> tuple[int, int] | None:
        """The flag that has fallen by now, by the slow clock."""
        settings = {**RULE, "zone": self.zones[game]}
        flag: tuple[int, int] | None = slow_calendar(
            settings, self.events[game], self.at.now, self.at.now
        )[2]
        return flag

    def move(self, game: str, rng: random.Random) -> bool:
        """Move, if the game goes on: whether it did."""
        room = self.call(self.at.app.state.rooms.find, game)
        if room.outcome is not None:
            return False
        seat, text = room.turn, rng.choice(room.position.state.moves())
        self.call(room.move, frozenset({seat}), text, None)
        self.moves[game].append(text)
        self.events[game].append((self.at.now, "turn", 1 - seat))
        return True


@pytest.mark.long
def test_a_month_of_correspondence_with_nothing_lost(tmp_path: Path) -> None:
    rng, month = random.Random(2026), Month(tmp_path)
    for n in range(GAMES):
        month.begin(ZONES[n % len(ZONES)])
    games = list(month.events)
    lazy = set(rng.sample(games, GAMES // 4))  # who plays them stops after a few moves
    kills = set(rng.sample(range(DAYS * 4), KILLS))
    over: set[str] = set()
    for part in range(DAYS * 4):
        month.at.wait(6 * 4 * QUARTER)
        waiting = [
            game
            for game in games
            if len(month.moves[game]) < (2 if game in lazy else MOST_PLIES) and game not in over
        ]
        waiting.sort(key=lambda game: month.events[game][-1][0])  # the longest first
        for game in waiting[: rng.randrange(10, 20)]:
            if not month.move(game, rng):
                over.add(game)
        if part in kills:
            month.at.kill()
            month.at.now += rng.randrange(8) * QUARTER
            month.at.start()
    month.at.wait(0)
    fallen = 0
    for game in games:
        room = month.call(month.at.app.state.rooms.find, game)
        flag = month.flag(game)
        assert list(room.position.state.history) == month.moves[game]
        assert room.clock.timing.face(month.at.now).flag == flag
        assert (room.outcome is not None) == (flag is not None)
        if flag:
            fallen += 1
            assert room.outcome.reason == "time"
            assert room.outcome.scores[flag[0]] == 0
    assert len(lazy) <= fallen < GAMES / 2  # most games live
    month.at.stop()
