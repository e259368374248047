"""The SQLite file with the games of one experiment, in batches by arm and number."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from parlour.errors import ParlourError
from parlour.lab.batch import GameBatch, pack, unpack

SEARCHES = "searches"  # of an arm: digests of the searches that played its games, in order
PAGE = 65536  # bytes; batches are long, and larger pages are written faster
ENOUGH = "enough"  # the name under which it is noted how many games of an arm were precise enough

LEVEL = 6  # zlib's, of batches that are cut

_TABLES = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS arms (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, about TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS batches (
    arm INTEGER NOT NULL REFERENCES arms, first INTEGER NOT NULL, count INTEGER NOT NULL,
    seconds REAL NOT NULL, data BLOB NOT NULL, PRIMARY KEY (arm, first)
);
"""


def gaps(spans: Iterable[tuple[int, int]], begin: int, end: int) -> list[tuple[int, int]]:
    """The numbers from `begin` to before `end` that are in none of the spans (first, count), in order."""
    found = []
    for first, count in [*spans, (end, 0)]:
        if begin < min(first, end):
            found.append((begin, min(first, end)))
        begin = max(begin, first + count)
    return found


class Games:
    """The file's tables: arms by key, and their batches; games are numbered from 0 in each arm.

    A batch is written whole or not at all. Raises ParlourError if the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._file = sqlite3.connect(path, timeout=60, isolation_level=None)
            self._file.execute(f"PRAGMA page_size = {PAGE}")
            # No write-ahead log: it would write every batch twice.
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.executescript(_TABLES)
        except sqlite3.DatabaseError as error:
            raise ParlourError(f"{path}: cannot be used to keep games: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def about(self, name: str) -> str | None:
        """What was noted under a name."""
        row = self._file.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        return None if row is None else row[0]

    def note(self, name: str, value: str) -> None:
        """Store a value under a name, replacing any earlier one."""
        self._file.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, value))

    def arm(self, key: str, about: Mapping[str, object]) -> int:
        """The number of the arm with this key; adds the arm if it is new."""
        found = self.known_arm(key)
        if found is not None:
            return found
        row = (key, json.dumps(about))
        self._file.execute("INSERT INTO arms (key, about) VALUES (?, ?)", row)
        return self.arm(key, about)

    def known_arm(self, key: str) -> int | None:
        """The number of the arm with this key, if there is one."""
        row = self._file.execute("SELECT id FROM arms WHERE key = ?", (key,)).fetchone()
        return None if row is None else row[0]

    def arm_about(self, arm: int) -> dict[str, object]:
        """The information stored with an arm when it was added."""
        row = self._file.execute("SELECT about FROM arms WHERE id = ?", (arm,)).fetchone()
        found: dict[str, object] = json.loads(row[0])
        return found

    def note_search(self, arm: int, digest: str) -> None:
        """Note the search that plays more games of an arm, if those of its other games are known."""
        about = self.arm_about(arm)
        known = about.get(SEARCHES, None if self.count_played(arm)[0] else [])
        if isinstance(known, list) and digest not in known:
            row = (json.dumps({**about, SEARCHES: [*known, digest]}), arm)
            self._file.execute("UPDATE arms SET about = ? WHERE id = ?", row)

    def add(self, arm: int, first: int, count: int, seconds: float, data: bytes) -> None:
        """Store a packed batch that took `seconds` to play; its game numbers must be new."""
        row = (arm, first, count, seconds, data)
        self._file.execute("INSERT INTO batches VALUES (?, ?, ?, ?, ?)", row)

    def spans(self, arm: int) -> list[tuple[int, int]]:
        """The first number and the count of each batch, in order."""
        query = "SELECT first, count FROM batches WHERE arm = ? ORDER BY first"
        return self._file.execute(query, (arm,)).fetchall()

    def count_played(self, arm: int) -> tuple[int, float]:
        """How many games an arm has, and the seconds of one processor that they took."""
        query = (
            "SELECT COALESCE(SUM(count), 0), COALESCE(SUM(seconds), 0) FROM batches WHERE arm = ?"
        )
        count, seconds = self._file.execute(query, (arm,)).fetchone()
        return int(count), float(seconds)

    def batches(self, arm: int, begin: int = 0, end: int | None = None) -> Iterator[GameBatch]:
        """The batches that contain games from number `begin` to before `end`, in order."""
        for first, count in self.spans(arm):
            if first + count > begin and (end is None or first < end):
                query = "SELECT data FROM batches WHERE arm = ? AND first = ?"
                yield unpack(self._file.execute(query, (arm, first)).fetchone()[0])

    def take(self, other: Games) -> int:
        """Copy the games of another file that are missing here; returns how many.

        Arms with the same key are the same.
        """
        taken = 0
        for key, about in other._file.execute("SELECT key, about FROM arms ORDER BY id").fetchall():
            theirs = other.known_arm(key)
            assert theirs is not None
            known = json.loads(about)
            searches = known.pop(SEARCHES, [])
            arm = self.arm(key, known)
            for digest in searches:
                self.note_search(arm, digest)
            for first, count in other.spans(theirs):
                taken += self._take(arm, other, theirs, first, count)
        return taken

    def _take(self, arm: int, other: Games, theirs: int, first: int, count: int) -> int:
        """Copy the missing games of one batch."""
        query = "SELECT seconds, data FROM batches WHERE arm = ? AND first = ?"
        seconds, data = other._file.execute(query, (theirs, first)).fetchone()
        missing = gaps([*self.spans(arm)], first, first + count)
        for begin, end in missing:
            whole = end - begin == count
            some = data if whole else pack(unpack(data).part(begin, end), LEVEL)
            self.add(arm, begin, end - begin, seconds * (end - begin) / count, some)
        return sum(end - begin for begin, end in missing)

    def is_held(self) -> bool:
        """Whether another process, or this one, plays for this experiment."""
        try:
            with self.lock():
                return False
        except ParlourError:
            return True

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the experiment against other processes; raises ParlourError if it is locked."""
        lock = sqlite3.connect(self.path.with_suffix(".lock"), timeout=0, isolation_level=None)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise ParlourError(
                f"{self.path.parent}: another process is running this experiment"
            ) from error
        try:
            yield
        finally:
            lock.close()
