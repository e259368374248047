"""A month of correspondence: 200 games, weekends, vacations, summer time, ten servers that are killed."""

from __future__ import annotations

import multiprocessing
import random
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.oracles.clocks import QUARTER, is_day_off
from tests.web.month_server import serve

DAY = 96 * QUARTER
ZONES = ("Europe/London", "America/New_York", "Australia/Sydney", "Asia/Kolkata")
GAMES, PEOPLE, KILLS, PARTS, MOST_PLIES = 200, 40, 10, 31 * 4, 12
BEGIN = round(datetime(2026, 3, 6, tzinfo=UTC).timestamp() * 1000)
BANK, PER, CAP, OFF = 8 * DAY, 2 * DAY, 10 * DAY, {5, 6}
CELLS = [f"{row}{n}" for row in "abcdefg" for n in range(1, 8)]


class Player:
    """Somebody with two days off in the week, and perhaps a vacation."""

    def __init__(self, number: int, rng: random.Random) -> None:
        self.browser, self.zone = f"browser {number}", rng.choice(ZONES)
        self.off = rng.sample(range(7), 2) if number % 2 else []
        self.vacation: tuple[date, date] | None = None
        if number % 4 == 1:
            first = date(2026, 3, 8) + timedelta(days=rng.randrange(20))
            self.vacation = first, first + timedelta(days=rng.randrange(2, 9))

    def is_absent(self, t: int) -> bool:
        """Worked out from the local date, quarter by quarter."""
        day = _local_date(t, self.zone)
        away = self.vacation is not None and self.vacation[0] <= day <= self.vacation[1]
        return day.weekday() in self.off or away


@cache
def _local_date(t: int, zone: str) -> date:
    return datetime.fromtimestamp(t / 1000, UTC).astimezone(ZoneInfo(zone)).date()


class Game:
    """A game as those who play it know it: the moves that were acknowledged, and when each was made."""

    def __init__(self, name: str, zone: str, players: tuple[Player, Player]) -> None:
        self.name, self.zone, self.players = name, zone, players
        self.moves: list[str] = []
        self.moments: list[int] = []
        self.is_over = False

    def flag(self, now: int) -> tuple[int, int] | None:
        """The flag that has fallen by now, quarter by quarter."""
        bank, seat, moments = [BANK, BANK], 0, list(self.moments)
        for t in range(BEGIN, now, QUARTER):
            while moments and moments[0] == t:
                moments.pop(0)
                bank[seat] = max(bank[seat], min(bank[seat] + PER, CAP))
                seat = 1 - seat
            if not is_day_off(t, OFF, self.zone) and not self.players[seat].is_absent(t):
                bank[seat] -= QUARTER
            if bank[seat] == 0:
                return seat, t + QUARTER
        return None

    def next_move(self, rng: random.Random) -> tuple[int, str]:
        return len(self.moves) % 2, rng.choice([c for c in CELLS if c not in self.moves])

    def played(self, text: str, now: int) -> None:
        self.moves.append(text)
        self.moments.append(now)


class Server:
    """The server's process; `now` is its time. The process that all come of has imported everything."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now = folder, BEGIN
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(["tests.web.month_server"])
        self.start()

    def start(self) -> None:
        self.pipe, other = self.context.Pipe()
        self.process = self.context.Process(target=serve, args=(self.folder, self.now, other))
        self.process.start()
        other.close()

    def ask(self, *what: Any) -> None:
        self.pipe.send(what)

    def answer(self) -> Any:
        return self.pipe.recv()

    def told(self, *what: Any) -> Any:
        self.ask(*what)
        return self.answer()

    def wait(self, ms: int) -> None:
        self.now += ms
        self.told("wait", self.now)

    def kill(self) -> None:
        """With SIGKILL: the process can do nothing about it."""
        self.process.kill()
        self.process.join()


def _begin(server: Server, rng: random.Random) -> list[Game]:
    people = [Player(number, rng) for number in range(PEOPLE)]
    for one in people:
        vacations = [one.vacation] if one.vacation else []
        server.told("person", one.browser, one.zone, one.off, vacations)
    games = []
    for number in range(GAMES):
        zone, (one, other) = ZONES[number % len(ZONES)], rng.sample(people, 2)
        clock = f"calendar:bank=8d,per=2d,cap=10d,off=sat+sun,zone={zone}"
        name = server.told("begin", clock, [one.browser, other.browser])
        games.append(Game(name, zone, (one, other)))
    return games


def _play(server: Server, games: list[Game], rng: random.Random, killed: bool) -> None:
    """A move in each game, all on their way at once; the server is killed among them, or answers all."""
    sent = [(game, *game.next_move(rng)) for game in games]
    for game, seat, text in sent:
        server.ask("move", game.name, seat, text)
    heard = rng.randrange(len(sent)) if killed else len(sent)
    for game, _, text in sent[:heard]:
        if server.answer():
            game.played(text, server.now)
        else:
            game.is_over = True
    if killed:
        made = server.now
        server.kill()
        server.now += rng.randrange(8) * QUARTER
        server.start()
        for game, _, text in sent[heard:]:  # nobody knows of these: the server says
            if server.told("look", game.name)["history"] == (*game.moves, text):
                game.played(text, made)


@pytest.mark.long
def test_a_month_of_correspondence_with_nothing_lost(tmp_path: Path) -> None:
    rng, server = random.Random(2026), Server(tmp_path)
    games = _begin(server, rng)
    lazy = set(rng.sample(range(GAMES), GAMES // 4))  # who plays these stops after two moves
    limits = {game: 2 if n in lazy else MOST_PLIES for n, game in enumerate(games)}
    kills = set(rng.sample(range(4, PARTS - 1), KILLS))
    for part in range(PARTS):
        server.wait(6 * 4 * QUARTER)
        waiting = [g for g in games if len(g.moves) < limits[g] and not g.is_over]
        waiting.sort(key=lambda game: game.moments[-1:])  # the longest first
        _play(server, waiting[: rng.randrange(10, 20)], rng, part in kills)
    server.wait(0)
    fallen = 0
    for game in games:
        told, flag = server.told("look", game.name), game.flag(server.now)
        assert told["history"] == tuple(game.moves)
        assert told["flag"] == flag
        assert (told["over"] is None) == (flag is None)
        if flag:
            fallen += 1
            assert told["over"] == ["time", *("01" if flag[0] == 0 else "10")]
    assert GAMES / 10 < fallen < GAMES / 2  # most games live
    server.kill()
