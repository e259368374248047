"""What is kept of games, and that it is kept when the store says so."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from parlour.web.store import BOT, PERSON, Saved, Seat, Store, StoreError


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    yield opened
    opened.close()


def run(work: Callable[[], Awaitable[object]]) -> object:
    async def main() -> object:
        return await work()

    return asyncio.run(main())


def hex_game(name: str = "g1") -> Saved:
    return Saved(name, "hex", [Seat(PERSON, name="Ann"), Seat(BOT, "3")])


def test_a_game_comes_back_as_it_was(store: Store) -> None:
    async def work() -> None:
        await store.create(hex_game())
        await store.add_moves("g1", 0, [(0, "a1")])
        await store.add_moves("g1", 1, [(1, "swap")], offer="draw:0")
        await store.hold("g1", 0, "b1")
        await store.hold("g1", 0, "b1")
        found = await store.load("g1")
        assert found is not None
        assert found.moves == [(0, "a1"), (1, "swap")]
        assert found.seats == hex_game().seats
        assert (found.offer, found.holders) == ("draw:0", {(0, "b1")})

    run(work)


def test_moves_can_be_cut_off_and_a_game_be_ended(store: Store) -> None:
    async def work() -> None:
        await store.create(hex_game())
        await store.add_moves("g1", 0, [(0, "a1"), (1, "b2"), (0, "c3")])
        await store.cut_moves("g1", 1, reason="resignation", scores="1,0")
        found = await store.load("g1")
        assert found is not None
        assert (found.moves, found.reason, found.scores) == ([(0, "a1")], "resignation", "1,0")

    run(work)


def test_the_key_of_secrets_is_kept(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'kept.sqlite'}"
    first, again = Store(url), Store(url)
    other = Store(f"sqlite:///{tmp_path / 'other.sqlite'}")
    assert first.key == again.key != other.key
    for opened in (first, again, other):
        opened.close()


def test_recent_games_are_the_browsers_own(store: Store) -> None:
    async def work() -> None:
        for name in ("g1", "g2", "g3"):
            await store.create(hex_game(name))
        await store.hold("g1", 0, "mine")
        await store.hold("g2", 0, "mine")
        await store.hold("g3", 0, "theirs")
        await store.add_moves("g1", 0, [(0, "a1")])
        found = await store.recent("mine")
        assert [(s.id, s.plies, s.seats) for s in found] == [("g1", 1, (0,)), ("g2", 0, (0,))]

    run(work)


def test_one_failure_does_not_touch_what_is_written_beside_it(store: Store) -> None:
    async def work() -> None:
        await store.create(hex_game())
        await store.add_moves("g1", 0, [(0, "a1")])
        results = await asyncio.gather(
            store.add_moves("g1", 1, [(1, "b2")]),
            store.add_moves("g1", 0, [(0, "again")]),
            store.add_moves("g1", 2, [(0, "c3")]),
            return_exceptions=True,
        )
        assert [type(r) for r in results] == [type(None), IntegrityError, type(None)]
        found = await store.load("g1")
        assert found is not None
        assert [text for _, text in found.moves] == ["a1", "b2", "c3"]

    run(work)


def test_the_file_is_its_owners_alone(store: Store, tmp_path: Path) -> None:
    assert stat.S_IMODE((tmp_path / "games.sqlite").stat().st_mode) == 0o600


@pytest.mark.parametrize("url", ["nonsense", "nodriver://x", "sqlite:////proc/none/x.sqlite"])
def test_a_database_that_cannot_be_opened(url: str) -> None:
    with pytest.raises((StoreError, OSError)):
        Store(url)


def test_another_version_is_refused(tmp_path: Path) -> None:
    import sqlite3

    url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    Store(url).close()
    with sqlite3.connect(tmp_path / "old.sqlite") as connection:
        connection.execute("UPDATE parlour SET version = 99")
    with pytest.raises(StoreError, match="version 99"):
        Store(url)


WRITER = """
import asyncio, sys
from parlour.web.store import Saved, Seat, Store

async def main():
    store = Store(sys.argv[1])
    await store.create(Saved("g", "hex", [Seat("person"), Seat("person")]))
    for ply in range(100000):
        await store.add_moves("g", ply, [(ply % 2, f"move{ply}")])
        print(ply, flush=True)

asyncio.run(main())
"""


def test_every_move_that_was_told_to_be_kept_survives_a_kill(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        told = -1
        while told < 40:
            told = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        rest = process.stdout.read().split("\n")
        told = max([told, *(int(line) for line in rest[:-1])])
    store = Store(url)
    found = run(lambda: store.load("g"))
    store.close()
    assert isinstance(found, Saved)
    assert len(found.moves) >= told + 1
    assert [text for _, text in found.moves] == [f"move{i}" for i in range(len(found.moves))]
