"""What is kept of games, and that it is kept when the store says so."""

from __future__ import annotations

import asyncio
import os
import queue
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.exc import IntegrityError, OperationalError

from parlour.play.game_in_progress import BOT, PERSON, Seat
from parlour.play.saved_game import GameChange, SavedGame
from parlour.web.http.error_responses import not_saved
from parlour.web.store import writer
from parlour.web.store.game_store import Store, StoreError
from parlour.web.store.writer import MaybeSaved, Stale, Writer


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'games.sqlite'}")
    yield opened
    opened.close()


def run(work: Callable[[], Awaitable[object]]) -> object:
    async def main() -> object:
        return await work()

    return asyncio.run(main())


def hex_game(name: str = "g1") -> SavedGame:
    return SavedGame(name, "hex", [Seat(PERSON, name="Ann"), Seat(BOT, "3")])


def moved(ply: int, *moves: tuple[int, str], **columns: str | None) -> GameChange:
    return GameChange(columns, ply, moves)


def test_a_game_comes_back_as_it_was(store: Store) -> None:
    async def work() -> None:
        await store.create(hex_game())
        assert await store.change("g1", 0, moved(0, (0, "a1"))) == 1
        await store.change("g1", 1, moved(1, (1, "swap"), offer="draw 0 2 "))
        await store.change("g1", 2, GameChange(holder=(0, "b1")))
        await store.change("g1", 3, GameChange(holder=(0, "b1"), seat=(0, {"name": "Bea"})))
        found = await store.load("g1")
        assert found is not None
        assert found.moves == [(0, "a1"), (1, "swap")]
        assert found.seats == [Seat(PERSON, name="Bea"), Seat(BOT, "3")]
        assert (found.offer, found.holders) == ("draw 0 2 ", {(0, "b1")})
        assert (found.version, found.gap) == (4, None)

    run(work)


def test_moves_can_be_cut_off_and_a_game_be_ended(store: Store) -> None:
    async def work() -> None:
        await store.create(hex_game())
        await store.change("g1", 0, moved(0, (0, "a1"), (1, "b2"), (0, "c3")))
        await store.change("g1", 1, moved(1, reason="resignation", scores="1,0"))
        found = await store.load("g1")
        assert found is not None
        assert (found.moves, found.reason, found.scores) == ([(0, "a1")], "resignation", "1,0")

    run(work)


def test_a_change_of_another_version_is_stale_and_does_nothing(store: Store) -> None:
    """What two servers did to each other: one goes back and on, the other plays on what it knew."""

    async def work() -> None:
        await store.create(hex_game())
        await store.change("g1", 0, moved(0, (0, "a1"), (1, "b2")))
        await store.change("g1", 1, moved(1))
        for late in (
            moved(2, (0, "c3")),
            moved(0),
            GameChange({"offer": "x"}),
            GameChange(holder=(0, "b")),
        ):
            with pytest.raises(Stale):
                await store.change("g1", 1, late)
        with pytest.raises(Stale):
            await store.change("g2", 0, moved(0, (0, "a1")))
        found = await store.load("g1")
        assert found is not None
        assert (found.moves, found.version) == ([(0, "a1")], 2)
        assert (found.offer, found.holders) == (None, set())

    run(work)


def test_a_gap_in_the_plies_is_seen(store: Store, tmp_path: Path) -> None:
    async def work() -> None:
        await store.create(hex_game())
        await store.change("g1", 0, moved(0, (0, "a1"), (1, "b2"), (0, "c3")))
        with sqlite3.connect(tmp_path / "games.sqlite") as connection:
            connection.execute("DELETE FROM moves WHERE ply = 1")
        found = await store.load("g1")
        assert found is not None
        assert found.gap == 1

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
        for name, holder in (("g1", "mine"), ("g2", "mine"), ("g3", "theirs")):
            await store.create(hex_game(name))
            await store.change(name, 0, GameChange(holder=(0, holder)))
        await store.change("g1", 1, moved(0, (0, "a1")))
        found = await store.recent("mine")
        assert [(s.id, s.plies, s.seats) for s in found] == [("g2", 0, (0,)), ("g1", 1, (0,))]

    run(work)


def test_one_failure_does_not_touch_what_is_written_beside_it(store: Store) -> None:
    async def work() -> None:
        await store.create(hex_game())
        await store.change("g1", 0, moved(0, (0, "a1")))
        results = await asyncio.gather(
            store.change("g1", 1, moved(1, (1, "b2"))),
            store.change("g1", 1, moved(1, (1, "late"))),
            store.change("g1", 2, moved(0, (0, "there already"))),
            store.change("g1", 2, moved(2, (0, "c3"))),
            return_exceptions=True,
        )
        assert results[0] == 2
        assert [type(r) for r in results[1:]] == [Stale, IntegrityError, int]
        found = await store.load("g1")
        assert found is not None
        assert [text for _, text in found.moves] == ["a1", "b2", "c3"]

    run(work)


def test_where_many_write_one_alone_waits_for_company(monkeypatch: pytest.MonkeyPatch) -> None:
    """And whoever writes alone, one thing after another, never waits."""
    late: list[int] = []  # how many come while one waits
    here = writer.Writer.__new__(writer.Writer)  # without its thread
    here._waiting, here._crowded = queue.SimpleQueue(), False

    def come(count: int) -> int:
        for _ in range(count):
            here._waiting.put(writer._Write(print, None))  # type: ignore[arg-type]
        return count

    monkeypatch.setattr(writer.time, "sleep", lambda seconds: come(late.pop()))
    shared = []
    for count, others in ((1, []), (1, []), (3, []), (2, []), (1, [1]), (1, [0]), (1, []), (1, [])):
        late += others
        come(count)
        shared.append(len(here._batch()[0]))
        assert not late
    assert shared == [1, 1, 3, 2, 2, 1, 1, 1]


def test_a_check_writes_and_reads_and_says_what_is_wrong(store: Store, tmp_path: Path) -> None:
    run(store.check)
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("ALTER TABLE games DROP COLUMN offer")
    with pytest.raises(StoreError, match=r"lacks games\.offer"):
        run(store.check)
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON pulse BEGIN "
            "SELECT RAISE(FAIL, 'database or disk is full'); END"
        )
    with pytest.raises(StoreError, match="disk is full"):
        run(store.check)


def test_a_check_sees_that_nothing_is_kept(store: Store, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "games.sqlite") as connection:
        connection.execute("CREATE TRIGGER gone AFTER INSERT ON pulse BEGIN DELETE FROM pulse; END")
    with pytest.raises(StoreError, match="does not save"):
        run(store.check)


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    opened = Store(f"sqlite:///{file}")
    run(lambda: opened.create(hex_game()))
    opened.close()
    with sqlite3.connect(file) as connection:
        connection.executescript(
            "ALTER TABLE games DROP COLUMN version; DROP TABLE pulse; "
            "ALTER TABLE games DROP COLUMN clock; ALTER TABLE games DROP COLUMN clock_events; "
            "ALTER TABLE games DROP COLUMN due; "
            "UPDATE parlour SET version = 1"
        )
    again = Store(f"sqlite:///{file}")
    assert again.key == opened.key
    assert run(lambda: again.change("g1", 0, moved(0, (0, "a1")))) == 1
    again.close()


def test_another_programs_database_is_refused_and_an_empty_file_told_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with sqlite3.connect(tmp_path / "theirs.sqlite") as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="another program's database: it has recipes"):
        Store(f"sqlite:///{tmp_path / 'theirs.sqlite'}")
    (tmp_path / "empty.sqlite").touch()
    Store(f"sqlite:///{tmp_path / 'empty.sqlite'}").close()
    assert "the database file is empty" in caplog.text


def test_the_file_is_its_owners_alone(store: Store, tmp_path: Path) -> None:
    assert stat.S_IMODE((tmp_path / "games.sqlite").stat().st_mode) == 0o600


@pytest.mark.parametrize("url", ["nonsense", "nodriver://x", "sqlite:////proc/none/x.sqlite"])
def test_a_database_that_cannot_be_opened(url: str) -> None:
    with pytest.raises((StoreError, OSError)):
        Store(url)


def test_another_version_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    Store(url).close()
    with sqlite3.connect(tmp_path / "old.sqlite") as connection:
        connection.execute("UPDATE parlour SET version = 99")
    with pytest.raises(StoreError, match="version 99"):
        Store(url)


WRITER = """
import asyncio, sys
from parlour.play.saved_game import GameChange, SavedGame, Seat
from parlour.web.store.game_store import Store

async def main():
    store = Store(sys.argv[1])
    await store.create(SavedGame("g", "hex", [Seat("person"), Seat("person")]))
    for ply in range(100000):
        await store.change("g", ply, GameChange({}, ply, [(ply % 2, f"move{ply}")]))
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
    assert isinstance(found, SavedGame)
    assert len(found.moves) >= told + 1
    assert [text for _, text in found.moves] == [f"move{i}" for i in range(len(found.moves))]


def test_a_database_lost_while_it_commits_may_have_saved(store: Store, tmp_path: Path) -> None:
    """The answer is neither that nothing has changed, nor a second try that finds the first's traces."""
    engine = create_engine(f"sqlite:///{tmp_path / 'games.sqlite'}")
    engine.dialect.name = "postgresql"  # whose commit can be sent without an answer
    writing, played = Writer(engine), list[int]()

    @event.listens_for(engine, "commit")
    def lose(connection: Connection) -> None:
        connection.connection.commit()
        raise OperationalError("COMMIT", {}, Exception("the server closed the connection"))

    def work(number: int) -> Callable[[Connection], None]:
        def insert(connection: Connection) -> None:
            played.append(number)
            connection.execute(text("INSERT INTO pulse VALUES (:s, 0)"), {"s": str(number)})

        return insert

    async def both() -> list[object]:
        writes = [writing.write(work(number)) for number in range(2)]
        return list(await asyncio.gather(*writes, return_exceptions=True))

    results = run(both)
    writing.close()
    assert isinstance(results, list)
    assert all(isinstance(result, MaybeSaved) for result in results)
    assert sorted(played) == [0, 1]
    assert not_saved(results[0]).code == "maybe-saved"
    assert not_saved(OperationalError("INSERT", {}, Exception("gone"))).code == "not-kept"
