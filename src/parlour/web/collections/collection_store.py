"""A collection: the games of one large file, in a SQLite file of its own with indices to search it.

It is written once, by `Filling`, and only read from then on. A position is found by its key
(`records.keys`); the table of positions is sorted by key, and holds for each place in a game the move
that was made there and the first seat's share of the points.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from parlour.errors import BadPosition
from parlour.kernel.layout import OVER
from parlour.records import Tree, seat_tag
from parlour.records.formats.native.native import DIALECT
from parlour.records.pgn_syntax import pgn_writing
from parlour.records.result import UNFINISHED, scores_of
from parlour.web.collections.pattern_search import (
    Pattern,
    States,
    TokenSpans,
    boards_of,
    both,
    first_plies,
    spans_of,
)

PAGE = 50  # games on a page
BATCH = 2000  # games that are written together

SCHEMA = """
CREATE TABLE games (
  id INTEGER PRIMARY KEY, game TEXT, first TEXT, others TEXT, event TEXT, date TEXT,
  result TEXT, score REAL, plies INTEGER, record BLOB
);
CREATE VIRTUAL TABLE words USING fts5(first, others, event, content='games', content_rowid='id',
  tokenize='unicode61 remove_diacritics 2', prefix='2 3');
CREATE TABLE troubles (words TEXT);
CREATE TABLE standing (
  game TEXT, cell TEXT, token TEXT, part INTEGER, spans BLOB, PRIMARY KEY (game, cell, token, part)
) WITHOUT ROWID;
CREATE TABLE seen (key INTEGER, game INTEGER, ply INTEGER, move TEXT, score REAL);
CREATE TABLE positions (
  key INTEGER, game INTEGER, ply INTEGER, move TEXT, score REAL, PRIMARY KEY (key, game, ply)
) WITHOUT ROWID;
"""
HAS_PATTERNS = "SELECT 1 FROM sqlite_master WHERE name = 'standing'"
INDICES = """
INSERT INTO positions SELECT * FROM seen ORDER BY key, game, ply;
DROP TABLE seen;
INSERT INTO words (words) VALUES ('rebuild');
CREATE INDEX games_by_result ON games (result, id);
CREATE INDEX games_by_plies ON games (plies, id);
CREATE INDEX games_by_date ON games (date, id);
PRAGMA optimize;
"""


class Filling:
    """A collection that is being written; `close` makes its indices."""

    def __init__(self, file: Path) -> None:
        self.count = 0
        self._standing: dict[str, TokenSpans | None] = {}  # by game; None: no board to be read
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=OFF")
        self._connection.execute("PRAGMA synchronous=OFF")  # what breaks off is thrown away
        self._connection.executescript(SCHEMA)
        self._connection.execute("BEGIN")

    def add(self, tree: Tree, keys: list[int], states: States) -> None:
        """Add a game with the keys and compiled states of its main line's positions, the root's first."""
        self.count += 1
        tags = _tags(tree, keys, states)
        first, *others = [tags.get(seat_tag(name), "") for name in tree.game.seat_names]
        score = _score(tags["Result"])
        moves = tree.moves()
        text = pgn_writing.write(tree, DIALECT, tags, tags["Result"]).text
        row = (
            self.count,
            tree.game.name,
            first,
            " – ".join(filter(None, others)),
            tags.get("Event", ""),
            tags.get("Date", ""),
            tags["Result"],
            score,
            len(moves),
            zlib.compress(text.encode("utf-8", "surrogatepass"), 1),
        )
        places = "?," * (len(row) - 1) + "?"
        self._connection.execute(f"INSERT INTO games VALUES ({places})", row)
        seen = zip(keys, [*moves, None], strict=True)
        self._connection.executemany(
            "INSERT INTO seen VALUES (?,?,?,?,?)",
            ((key, self.count, ply, move, score) for ply, (key, move) in enumerate(seen)),
        )
        name = tree.game.name
        if name not in self._standing:
            boards = boards_of(tree.game)
            self._standing[name] = None if boards is None else TokenSpans(boards)
        if (standing := self._standing[name]) is not None:
            standing.add(self.count, states)
        if self.count % BATCH == 0:
            self._keep_standing()
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN")

    def _keep_standing(self) -> None:
        for name, standing in self._standing.items():
            self._connection.executemany(
                "INSERT INTO standing VALUES (?,?,?,?,?)",
                (
                    (name, cell, token, self.count, spans)
                    for cell, token, spans in (standing.emptied() if standing else ())
                ),
            )

    def close(self, broken: int, troubles: list[str]) -> None:
        """Record the number of broken games and their errors; the file is then complete."""
        self._keep_standing()
        self._connection.executemany(
            "INSERT INTO troubles VALUES (?)", ((words,) for words in troubles)
        )
        self._connection.execute("COMMIT")
        self._connection.execute(f"PRAGMA user_version = {broken}")  # 0 unless it is set
        self._connection.executescript(INDICES)
        self._connection.close()


def _tags(tree: Tree, keys: list[int], states: States) -> dict[str, str]:
    """The tags of a record; its last position is asked for a result only where none was given."""
    given = tree.tags.given
    own = {"Game": tree.game.name} | ({} if tree.position is None else {"Position": tree.position})
    if "Result" in given:
        return {**own, **given}
    result = tree.tags["Result"] if _may_have_ended(tree, keys, states) else UNFINISHED
    return {**own, **given, "Result": result}


def _may_have_ended(tree: Tree, keys: list[int], states: States) -> bool:
    """Whether the game can be over: to be sure of that, it is played again by the plain rules."""
    game, repeats = tree.game, tree.game.spec.repeats
    return (
        tree.position is not None
        or states["turn"][-1] == OVER
        or bool(repeats and keys.count(keys[-1]) >= repeats)
        or bool(game.move_limit and len(keys) > game.move_limit)
    )


def _score(result: str) -> float | None:
    """The first seat's share of the points; None where the game has no result."""
    try:
        scores = scores_of(result)
    except (ValueError, ZeroDivisionError):
        return None
    if scores is None or not sum(scores):
        return None
    return float(scores[0] / sum(scores))


@dataclass(frozen=True)
class Wanted:
    """Which games are asked for; what is empty asks for nothing."""

    words: str = ""  # in players' names and events
    result: str = ""
    least: int | None = None  # moves
    most: int | None = None
    since: str = ""  # dates, as YYYY or YYYY.MM.DD
    until: str = ""
    key: int | None = None  # of a position that was reached
    pattern: Pattern = field(default_factory=dict)  # of cells in a position that was reached,
    game: str = ""  # and of which game it is
    page: int = 1


@dataclass(frozen=True)
class GameRow:
    """One game in a list."""

    number: int
    first: str
    others: str
    event: str
    date: str
    result: str
    plies: int
    ply: int | None = None  # where the position was reached


@dataclass(frozen=True)
class MoveStatistics:
    """A move made in a position: how often, and the first seat's share of the points after it."""

    move: str
    count: int
    score: float | None


@dataclass(frozen=True)
class SearchPage:
    """Games that were asked for: how many there are, and one page of them."""

    count: int
    lines: list[GameRow] = field(default_factory=list)


class Collection:
    """A collection that is whole."""

    def __init__(self, file: Path) -> None:
        self._address = f"{file.resolve().as_uri()}?mode=ro&immutable=1"

    def find(self, wanted: Wanted) -> SearchPage:
        """The games that are asked for, in the order of the file."""
        where, given = _conditions(wanted)
        columns = "g.id, g.first, g.others, g.event, g.date, g.result, g.plies"
        source = "games g"
        if wanted.key is not None:
            reached = "SELECT game, min(ply) AS ply FROM positions WHERE key = ? GROUP BY game"
            source = f"({reached}) p JOIN games g ON g.id = p.game"
            given = [wanted.key, *given]
            columns += ", p.ply"
        matched = self._matching(wanted.game, wanted.pattern) if wanted.pattern else None
        if matched is not None:
            source += " JOIN matched m ON m.game = g.id"
            columns += "" if wanted.key is not None else ", m.ply"
        condition = f" WHERE {' AND '.join(where)}" if where else ""
        with self._reading() as connection:
            if matched is not None:
                connection.execute(
                    "CREATE TEMP TABLE matched (game INTEGER PRIMARY KEY, ply INTEGER)"
                )
                connection.executemany("INSERT INTO matched VALUES (?, ?)", matched.items())
            (count,) = connection.execute(
                f"SELECT count(*) FROM {source}{condition}", given
            ).fetchone()
            rows = connection.execute(
                f"SELECT {columns} FROM {source}{condition} ORDER BY g.id LIMIT ? OFFSET ?",
                [*given, PAGE, PAGE * (wanted.page - 1)],
            )
            return SearchPage(count, [GameRow(*row) for row in rows])

    def _matching(self, game: str, pattern: Pattern) -> dict[int, int]:
        """The games that reach a position with this pattern, each with the first ply where it does.

        Raises BadPosition for a collection that was made before patterns were kept.
        """
        asked = "SELECT spans FROM standing WHERE game = ? AND cell = ? AND token = ? ORDER BY part"
        with self._reading() as connection:
            if not connection.execute(HAS_PATTERNS).fetchone():
                raise BadPosition(
                    "this collection cannot be searched by patterns yet: import its file once more"
                )
            rows = [
                spans_of(spans for (spans,) in connection.execute(asked, (game, cell, token)))
                for cell, token in pattern.items()
            ]
        found, *others = sorted(rows, key=lambda spans: len(spans[0]))
        for spans in others:
            found = both(found, spans)
        return first_plies(found)

    def tokens(self, game: str) -> set[str]:
        """What stood anywhere in the games of this name."""
        asked = "SELECT DISTINCT token FROM standing WHERE game = ?"
        with self._reading() as connection:
            if not connection.execute(HAS_PATTERNS).fetchone():
                return set()
            return {token for (token,) in connection.execute(asked, (game,))}

    def moves(self, key: int) -> list[MoveStatistics]:
        """The moves made in a position, the most frequent first."""
        asked = (
            "SELECT move, count(*), avg(score) FROM positions WHERE key = ? AND move IS NOT NULL "
            "GROUP BY move ORDER BY count(*) DESC, move LIMIT 60"
        )
        with self._reading() as connection:
            return [MoveStatistics(*row) for row in connection.execute(asked, [key])]

    def record(self, number: int) -> str | None:
        """The record of a game; None if there is none of this number."""
        with self._reading() as connection:
            row = connection.execute("SELECT record FROM games WHERE id = ?", [number]).fetchone()
        return None if row is None else zlib.decompress(row[0]).decode("utf-8", "surrogatepass")

    def games(self) -> dict[str, int]:
        """The names of the games in it, with how many there are of each, the most first."""
        asked = "SELECT game, count(*) FROM games GROUP BY game ORDER BY count(*) DESC"
        with self._reading() as connection:
            return dict(connection.execute(asked).fetchall())

    def broken(self) -> tuple[int, list[str]]:
        """The number of broken games in the file, and the errors reported."""
        with self._reading() as connection:
            (count,) = connection.execute("PRAGMA user_version").fetchone()
            try:
                rows = connection.execute("SELECT words FROM troubles").fetchall()
            except sqlite3.OperationalError:  # a collection from before troubles were kept
                rows = []
        return count, [words for (words,) in rows]

    def records(self) -> Iterator[str]:
        """All records, in the order of the file."""
        with self._reading() as connection:
            for (kept,) in connection.execute("SELECT record FROM games ORDER BY id"):
                yield zlib.decompress(kept).decode("utf-8", "surrogatepass")

    def _reading(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(self._address, uri=True))


def _conditions(wanted: Wanted) -> tuple[list[str], list[object]]:
    """The search as SQL with its values."""
    where: list[str] = []
    given: list[object] = []
    words = [word.replace('"', '""') for word in wanted.words.split()[:8]]
    if words:
        where.append("g.id IN (SELECT rowid FROM words WHERE words MATCH ?)")
        given.append(" ".join(f'"{word}"*' for word in words))
    for column, sign, value in (
        ("result", "=", wanted.result),
        ("plies", ">=", wanted.least),
        ("plies", "<=", wanted.most),
        ("date", ">=", wanted.since),
        ("date", "<=", f"{wanted.until}~" if wanted.until else ""),  # which comes after any day
    ):
        if value not in ("", None):
            where.append(f"g.{column} {sign} ?")
            given.append(value)
    return where, given
