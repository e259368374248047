"""A collection: the games of one large file, in a SQLite database of its own with indices.

`CollectionWriter` writes it once; afterwards it is read-only. Positions are found by their keys
(`records.keys`): the table `positions` is sorted by key and has, for each position of a game, the next
move and the first player's score.
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
from parlour.records.formats.native.native_format import DIALECT
from parlour.records.game_result import UNFINISHED, scores_of
from parlour.records.pgn_syntax import pgn_writing
from parlour.web.collections.pattern_search import (
    Pattern,
    States,
    TokenSpans,
    boards_of,
    first_plies,
    intersect,
    spans_of,
)

PAGE = 50  # games on a page
BATCH = 2000  # games in a transaction

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


class CollectionWriter:
    """Writes a new collection; `close` creates the indices."""

    def __init__(self, file: Path) -> None:
        self.count = 0
        self._spans: dict[str, TokenSpans | None] = {}  # by game; None: no readable board
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode=OFF")
        self._connection.execute("PRAGMA synchronous=OFF")  # an interrupted import is deleted
        self._connection.executescript(SCHEMA)
        self._connection.execute("BEGIN")

    def add(self, tree: Tree, keys: list[int], states: States) -> None:
        """Add a game, with the keys and compiled states of its main line from the root on."""
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
        if name not in self._spans:
            boards = boards_of(tree.game)
            self._spans[name] = None if boards is None else TokenSpans(boards)
        if (spans := self._spans[name]) is not None:
            spans.add(self.count, states)
        if self.count % BATCH == 0:
            self._save_spans()
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN")

    def _save_spans(self) -> None:
        for name, collected in self._spans.items():
            self._connection.executemany(
                "INSERT INTO standing VALUES (?,?,?,?,?)",
                (
                    (name, cell, token, self.count, spans)
                    for cell, token, spans in (collected.flush() if collected else ())
                ),
            )

    def close(self, broken: int, troubles: list[str]) -> None:
        """Save the number of broken games and the messages, and finish the file."""
        self._save_spans()
        self._connection.executemany(
            "INSERT INTO troubles VALUES (?)", ((words,) for words in troubles)
        )
        self._connection.execute("COMMIT")
        self._connection.execute(f"PRAGMA user_version = {broken}")  # 0 unless it is set
        self._connection.executescript(INDICES)
        self._connection.close()


def _tags(tree: Tree, keys: list[int], states: States) -> dict[str, str]:
    """The tags of a record; the result is computed if the record has none."""
    given = tree.tags.given
    own = {"Game": tree.game.name} | ({} if tree.position is None else {"Position": tree.position})
    if "Result" in given:
        return {**own, **given}
    result = tree.tags["Result"] if _may_have_ended(tree, keys, states) else UNFINISHED
    return {**own, **given, "Result": result}


def _may_have_ended(tree: Tree, keys: list[int], states: States) -> bool:
    """Whether the game may be over, so that replaying it by the plain rules is worthwhile."""
    game, repeats = tree.game, tree.game.spec.repeats
    return (
        tree.position is not None
        or states["turn"][-1] == OVER
        or bool(repeats and keys.count(keys[-1]) >= repeats)
        or bool(game.move_limit and len(keys) > game.move_limit)
    )


def _score(result: str) -> float | None:
    """The first player's share of the points; None without a result."""
    try:
        scores = scores_of(result)
    except (ValueError, ZeroDivisionError):
        return None
    if scores is None or not sum(scores):
        return None
    return float(scores[0] / sum(scores))


@dataclass(frozen=True)
class GameFilter:
    """Criteria for games; empty ones are ignored."""

    words: str = ""  # in players' names and events
    result: str = ""
    least: int | None = None  # moves
    most: int | None = None
    since: str = ""  # dates, as YYYY or YYYY.MM.DD
    until: str = ""
    key: int | None = None  # of a position in the game
    pattern: Pattern = field(default_factory=dict)  # of cells in a position of the game
    game: str = ""  # of the pattern
    page: int = 1


@dataclass(frozen=True)
class GameRow:
    """A row in the list of games."""

    number: int
    first: str
    others: str
    event: str
    date: str
    result: str
    plies: int
    ply: int | None = None  # of the position


@dataclass(frozen=True)
class MoveCount:
    """A move in a position: how often it was played, and the first player's average score."""

    move: str
    count: int
    score: float | None


@dataclass(frozen=True)
class GamePage:
    """A page of matching games, and how many match."""

    count: int
    lines: list[GameRow] = field(default_factory=list)


class Collection:
    """A complete collection."""

    def __init__(self, file: Path) -> None:
        self._address = f"{file.resolve().as_uri()}?mode=ro&immutable=1"

    def find(self, games: GameFilter) -> GamePage:
        """The matching games, in the order of the file."""
        where, values = _conditions(games)
        columns = "g.id, g.first, g.others, g.event, g.date, g.result, g.plies"
        source = "games g"
        if games.key is not None:
            reached = "SELECT game, min(ply) AS ply FROM positions WHERE key = ? GROUP BY game"
            source = f"({reached}) p JOIN games g ON g.id = p.game"
            values = [games.key, *values]
            columns += ", p.ply"
        matched = self._matching(games.game, games.pattern) if games.pattern else None
        if matched is not None:
            source += " JOIN matched m ON m.game = g.id"
            columns += "" if games.key is not None else ", m.ply"
        condition = f" WHERE {' AND '.join(where)}" if where else ""
        with self._connect() as connection:
            if matched is not None:
                connection.execute(
                    "CREATE TEMP TABLE matched (game INTEGER PRIMARY KEY, ply INTEGER)"
                )
                connection.executemany("INSERT INTO matched VALUES (?, ?)", matched.items())
            (count,) = connection.execute(
                f"SELECT count(*) FROM {source}{condition}", values
            ).fetchone()
            rows = connection.execute(
                f"SELECT {columns} FROM {source}{condition} ORDER BY g.id LIMIT ? OFFSET ?",
                [*values, PAGE, PAGE * (games.page - 1)],
            )
            return GamePage(count, [GameRow(*row) for row in rows])

    def _matching(self, game: str, pattern: Pattern) -> dict[int, int]:
        """The games with a position that matches the pattern, each with its first such ply.

        Raises BadPosition for a collection of an earlier version, without patterns.
        """
        query = "SELECT spans FROM standing WHERE game = ? AND cell = ? AND token = ? ORDER BY part"
        with self._connect() as connection:
            if not connection.execute(HAS_PATTERNS).fetchone():
                raise BadPosition(
                    "this collection cannot be searched by patterns yet: import its file again"
                )
            rows = [
                spans_of(spans for (spans,) in connection.execute(query, (game, cell, token)))
                for cell, token in pattern.items()
            ]
        matches, *others = sorted(rows, key=lambda spans: len(spans[0]))
        for spans in others:
            matches = intersect(matches, spans)
        return first_plies(matches)

    def tokens(self, game: str) -> set[str]:
        """All tokens on the boards of the games with this name."""
        query = "SELECT DISTINCT token FROM standing WHERE game = ?"
        with self._connect() as connection:
            if not connection.execute(HAS_PATTERNS).fetchone():
                return set()
            return {token for (token,) in connection.execute(query, (game,))}

    def moves(self, key: int) -> list[MoveCount]:
        """The moves made in a position, the most frequent first."""
        query = (
            "SELECT move, count(*), avg(score) FROM positions WHERE key = ? AND move IS NOT NULL "
            "GROUP BY move ORDER BY count(*) DESC, move LIMIT 60"
        )
        with self._connect() as connection:
            return [MoveCount(*row) for row in connection.execute(query, [key])]

    def record(self, number: int) -> str | None:
        """The record of a game; None if the number does not exist."""
        with self._connect() as connection:
            row = connection.execute("SELECT record FROM games WHERE id = ?", [number]).fetchone()
        return None if row is None else zlib.decompress(row[0]).decode("utf-8", "surrogatepass")

    def games(self) -> dict[str, int]:
        """The number of games by game name, the most frequent first."""
        query = "SELECT game, count(*) FROM games GROUP BY game ORDER BY count(*) DESC"
        with self._connect() as connection:
            return dict(connection.execute(query).fetchall())

    def broken(self) -> tuple[int, list[str]]:
        """The number of broken games in the file, and the messages about them."""
        with self._connect() as connection:
            (count,) = connection.execute("PRAGMA user_version").fetchone()
            try:
                rows = connection.execute("SELECT words FROM troubles").fetchall()
            except sqlite3.OperationalError:  # a collection of an earlier version
                rows = []
        return count, [words for (words,) in rows]

    def records(self) -> Iterator[str]:
        """All records, in the order of the file."""
        with self._connect() as connection:
            for (record,) in connection.execute("SELECT record FROM games ORDER BY id"):
                yield zlib.decompress(record).decode("utf-8", "surrogatepass")

    def _connect(self) -> closing[sqlite3.Connection]:
        return closing(sqlite3.connect(self._address, uri=True))


def _conditions(games: GameFilter) -> tuple[list[str], list[object]]:
    """The criteria as SQL conditions, and their values."""
    where: list[str] = []
    values: list[object] = []
    words = [word.replace('"', '""') for word in games.words.split()[:8]]
    if words:
        where.append("g.id IN (SELECT rowid FROM words WHERE words MATCH ?)")
        values.append(" ".join(f'"{word}"*' for word in words))
    for column, sign, value in (
        ("result", "=", games.result),
        ("plies", ">=", games.least),
        ("plies", "<=", games.most),
        ("date", ">=", games.since),
        ("date", "<=", f"{games.until}~" if games.until else ""),  # sorts after every day
    ):
        if value not in ("", None):
            where.append(f"g.{column} {sign} ?")
            values.append(value)
    return where, values
