"""The tables of the database, opening it, and migrating earlier versions."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    inspect,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError

log = logging.getLogger("parlour.web.store.game_store")

VERSION = 8  # of the tables
NETWORK = {  # so that a connection to a database that has vanished fails soon (libpq's parameters)
    "connect_timeout": 5,  # seconds
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # ms
}

tables = MetaData()
about = Table(
    "parlour",
    tables,
    Column("version", Integer, primary_key=True),
    Column("key", String(64), nullable=False),  # all secrets are derived from it
)
games = Table(
    "games",
    tables,
    Column("id", String(40), primary_key=True),
    Column("game", Text, nullable=False),
    Column("position", Text),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),  # counts changes of this game
    Column("reason", String(60)),  # of the end, by the rules or by agreement; null: running
    Column("scores", String(200)),
    Column("owner", String(64)),  # the digest of the browser that created the game
    Column("offer", Text),
    Column("next", String(40)),
    Column("clock", Text),  # its text; null: no clock
    Column("clock_events", Text),
    Column("due", BigInteger),  # ms UTC: the next deadline; null: none
)
seats = Table(
    "seats",
    tables,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("player", String(200), nullable=False, default=""),
    Column("name", String(60), nullable=False, default=""),
    Column("person", String(40), index=True),  # who sat down: results and days off are theirs
    Column("origin", String(64)),  # a digest of the address from which they did
)
holders = Table(
    "holders",
    tables,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("browser", String(64), primary_key=True, index=True),
)
moves = Table(
    "moves",
    tables,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
)
chat = Table(  # what people at a table say to each other
    "chat",
    tables,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
)
matches = Table(  # of two sides; results come from their games
    "matches",
    tables,
    Column("id", String(40), primary_key=True),
    Column("name", String(200), nullable=False),  # a group's name; empty: games of one kind
    Column("settings", Text, nullable=False),  # JSON
    Column("sides", Text, nullable=False),  # JSON: a player and a name for each side
    Column("clock", Text, nullable=False, default=""),
    Column("owner", String(64), nullable=False),
    Column("created", Float, nullable=False),
)
match_games = Table(
    "match_games",
    tables,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("game_id", ForeignKey("games.id"), nullable=False, index=True),
)
match_holders = Table(
    "match_holders",
    tables,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("browser", String(64), primary_key=True, index=True),
)
tournaments = Table(
    "tournaments",
    tables,
    Column("id", String(40), primary_key=True),
    Column("title", String(100), nullable=False),
    Column("settings", Text, nullable=False),  # JSON: format, games, rounds, number
    Column("clock", Text, nullable=False, server_default=""),
    Column("owner", String(64), nullable=False),  # the digest of the organizer's browser
    Column("created", Float, nullable=False),
    Column("state", String(10), nullable=False),  # open, running or over
)
tournament_players = Table(
    "tournament_players",
    tables,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # in seeding order, from 0
    Column("name", String(60), nullable=False),
    Column("player", String(200), nullable=False, server_default=""),  # of a bot; empty: a person
    Column("browser", String(64), nullable=False, server_default="", index=True),  # its digest
    Column("origin", String(64), nullable=False, server_default=""),  # a digest of their address
    Column("first", Integer, nullable=False, server_default="1"),  # round
    Column("last", Integer),  # round; null: has not withdrawn
)
tournament_games = Table(
    "tournament_games",
    tables,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),  # of the meeting's games, from 1
    Column("game_id", String(40), nullable=False, index=True),  # noted before the game is created
)
tournament_byes = Table(  # that players asked for
    "tournament_byes",
    tables,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the player
    Column("round", Integer, primary_key=True),
)
persons = Table(  # name, days off, email address
    "persons",
    tables,
    Column("id", String(40), primary_key=True),
    Column("name", String(60), nullable=False, default=""),
    Column("folded", String(60), unique=True),  # the name's skeleton; null: none
    Column("zone", String(60), nullable=False, default="UTC"),
    Column("off", String(30), nullable=False, default=""),  # weekdays, as sat+sun
    Column("vacations", Text, nullable=False, default=""),  # as 2026-03-01/2026-03-05, joined by +
    Column("changed", BigInteger, nullable=False, default=0),  # ms UTC: of zone or weekdays
    Column("since", String(10), nullable=False, server_default=""),  # the first day that can be off
    Column("mail", String(254), nullable=False, default=""),
    Column("confirmed", Integer, nullable=False, default=0),  # 1: the email address is confirmed
)
person_browsers = Table(
    "person_browsers",
    tables,
    Column("browser", String(64), primary_key=True),
    Column("person_id", ForeignKey("persons.id"), nullable=False, index=True),
)
passkeys = Table(  # public keys of people
    "passkeys",
    tables,
    Column("id", String(1400), primary_key=True),  # as browsers name it, in base64url
    Column("person_id", ForeignKey("persons.id"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),  # COSE
    Column("sign_count", BigInteger, nullable=False),  # at its last use
    Column("created", Float, nullable=False),
)
passkey_challenges = Table(  # the next use of a passkey signs one, once
    "passkey_challenges",
    tables,
    Column("browser", String(64), primary_key=True),
    Column("purpose", String(60), primary_key=True),
    Column("challenge", LargeBinary, nullable=False),
    Column("expires", Float, nullable=False, index=True),
)
rated = Table(  # games that count for ratings
    "rated",
    tables,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
)
conditions = Table(  # conditional moves
    "conditions",
    tables,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("ply", Integer, nullable=False),  # number of plies when they were entered
    Column("lines", Text, nullable=False),
)
notices = Table(  # sent notifications
    "notices",
    tables,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("what", String(60), primary_key=True),
)
studies = Table(
    "studies",
    tables,
    Column("id", String(40), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),  # the digest of a browser
    Column("person", String(40), index=True),  # whose browser it was: all their browsers own it
    Column("title", String(200), nullable=False),
    Column("game", Text, nullable=False),
    Column("open", Integer, nullable=False),  # 1: anyone with the link may view it
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("version", Integer, nullable=False),  # counts changes of this study
    Column("done", Integer, nullable=False),  # number of applied edits; later ones are undone
    Column("told", Text, nullable=False),  # messages about the import, one a line
    Column("base", Text, nullable=False),  # the tree before the edits, in the native format
    # in the keys of its nodes; empty until a study of an earlier version is opened
    Column("secret", String(64), nullable=False, server_default=""),
)
study_edits = Table(
    "study_edits",
    tables,
    Column("study_id", ForeignKey("studies.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("edit", Text, nullable=False),
)
study_editors = Table(
    "study_editors",
    tables,
    Column("study_id", ForeignKey("studies.id"), primary_key=True),
    Column("browser", String(64), primary_key=True, index=True),
)
links = Table(  # how often the secret of a link was renewed
    "links",
    tables,
    Column("purpose", String(120), primary_key=True),
    Column("renewed", Integer, nullable=False),
)
letters = Table(  # sent email, for limits a day; digests of addresses only
    "letters",
    tables,
    Column("number", Integer, primary_key=True),
    Column("day", Integer, nullable=False, index=True),  # since 1970
    Column("recipient", String(64), nullable=False),
    Column("sender", String(64), nullable=False),  # who caused it
)
audit = Table(  # what administrators did, and who gave or withdrew access
    "audit",
    tables,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),  # ms UTC
    Column("actor", String(60), nullable=False),
    Column("action", String(40), nullable=False),
    Column("subject", String(60), nullable=False),
    Column("words", Text, nullable=False, server_default=""),
)
collections = Table(  # of many games; each is a SQLite file of its own
    "collections",
    tables,
    Column("id", String(40), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),  # the digest of a browser; or empty
    Column("person", String(40), index=True),  # as of studies
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),  # when it was last opened, give or take a day
    Column("beat", Float, nullable=False),  # the last sign of life of a running import
    Column("state", String(10), nullable=False),
    Column("games", Integer, nullable=False),
    Column("summary", Text, nullable=False),  # of its games, for lists
    Column("trouble", Text, nullable=False),  # why the import failed
    Column("size", BigInteger, nullable=False),  # in bytes
)
collection_parts = Table(  # the files, where servers share a database, and in backups
    "collection_parts",
    tables,
    Column("collection_id", ForeignKey("collections.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)
pulse = Table(  # written by health checks
    "pulse",
    tables,
    Column("server", String(64), primary_key=True),
    Column("at", Float, nullable=False),
)


class StoreError(ParlourError):
    """The database cannot be used."""


def open_engine(url: str) -> Engine:
    """The engine of a database; raises StoreError."""
    try:
        file = database_file(url)
        if file is not None:
            _prepare_file(file)
        parsed = make_url(url)
        network = NETWORK if parsed.drivername == "postgresql+psycopg" else {}
        arguments = {name: value for name, value in network.items() if name not in parsed.query}
        engine = create_engine(parsed, pool_pre_ping=True, connect_args=arguments)
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise not_opened(error) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def not_opened(error: Exception) -> StoreError:
    """The error for a database that cannot be opened."""
    return StoreError(
        f"the database cannot be opened: {error}; expected a URL such as "
        "sqlite:///games.sqlite or postgresql+psycopg://user@host/name"
    )


def database_file(url: str) -> Path | None:
    """The file of a SQLite database; None for other databases.

    Raises SQLAlchemyError for an invalid URL, StoreError for a ``file:`` URL.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    if str(parsed.database).startswith("file:"):
        raise StoreError("the database cannot be opened: name its file by the path, without file:")
    return Path(str(parsed.database))


def _prepare_file(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if file.exists() and file.stat().st_size == 0:
        log.warning(
            "the database file is empty; creating a new database in it", extra={"file": file}
        )
    file.touch(mode=0o600)


def _prepare_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def missing_columns(connection: Connection) -> list[str]:
    """Missing tables and columns, such as ``games.offer``."""
    found, missing = inspect(connection), []
    for table in tables.sorted_tables:
        if not found.has_table(table.name):
            missing.append(table.name)
            continue
        there = {column["name"] for column in found.get_columns(table.name)}
        missing += [f"{table.name}.{c.name}" for c in table.columns if c.name not in there]
    return missing
