"""Where games are kept: SQLite in the user's data folder, or any database that SQLAlchemy knows by URL.

All writing is done by one thread. What waits for it is written in one transaction, so that many games
share the cost of reaching the disk; nobody is told that a move is kept before that has happened.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.web.tokens import new_secret

T = TypeVar("T")

BATCH = 256  # writings that share a transaction
VERSION = 1  # of the tables

PERSON, BOT = "person", "bot"
CHANCE_SEAT = -1

_all = MetaData()
_about = Table(
    "parlour",
    _all,
    Column("version", Integer, primary_key=True),
    Column("key", String(64), nullable=False),  # of which the secrets of seats are made
)
_games = Table(
    "games",
    _all,
    Column("id", String(40), primary_key=True),
    Column("game", Text, nullable=False),
    Column("position", Text),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("reason", String(60)),  # how it ended, by the rules or at the table; null: it goes on
    Column("scores", String(200)),
    Column("owner", String(64)),  # the digest of the browser that began the game
    Column("offer", Text),
    Column("next", String(40)),
)
_seats = Table(
    "seats",
    _all,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("player", String(200), nullable=False, default=""),
    Column("name", String(60), nullable=False, default=""),
)
_holders = Table(
    "holders",
    _all,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("browser", String(64), primary_key=True, index=True),
)
_moves = Table(
    "moves",
    _all,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
)


class StoreError(ParlourError):
    """The database cannot be used."""


@dataclass
class Seat:
    """Who sits in a seat: a person, with a name perhaps, or a bot by its player's text."""

    kind: str
    player: str = ""
    name: str = ""


@dataclass
class Saved:
    """A game as it is kept."""

    id: str
    game: str
    seats: list[Seat]
    position: str | None = None
    owner: str | None = None
    reason: str | None = None
    scores: str | None = None
    offer: str | None = None
    next: str | None = None
    updated: float = 0.0
    moves: list[tuple[int, str]] = field(default_factory=list)  # (seat or CHANCE_SEAT, text)
    holders: set[tuple[int, str]] = field(default_factory=set)  # (seat, digest of a browser's name)


@dataclass(frozen=True)
class Summary:
    """One line about a game that somebody plays."""

    id: str
    game: str
    updated: float
    plies: int
    reason: str | None
    seats: tuple[int, ...]  # those that the person holds


class Store:
    """The database. Raises StoreError if it cannot be opened or is of another version."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        try:
            _all.create_all(self._engine)
            with self._engine.begin() as connection:
                self.key = _key(connection)
        except SQLAlchemyError as error:
            raise StoreError(
                f"the database cannot be opened: {error.__cause__ or error}"
            ) from error
        self._waiting: queue.SimpleQueue[_Writing | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is still waiting, and let go of the database."""
        self._waiting.put(None)
        self._writer.join()
        self._engine.dispose()

    # -- writing: each returns when it is committed --------------------------------------------------

    async def create(self, saved: Saved) -> None:
        """Keep a new game."""
        now = time.time()

        def work(connection: Connection) -> None:
            row = {
                "id": saved.id,
                "game": saved.game,
                "position": saved.position,
                "owner": saved.owner,
            }
            connection.execute(insert(_games), {**row, "created": now, "updated": now})
            seats = [{"game_id": saved.id, "seat": i, **vars(s)} for i, s in enumerate(saved.seats)]
            connection.execute(insert(_seats), seats)
            if saved.moves:
                connection.execute(insert(_moves), _move_rows(saved.id, 0, saved.moves))
            if saved.reason is not None:
                _set(connection, saved.id, reason=saved.reason, scores=saved.scores)
            for seat, browser in saved.holders:
                _hold(connection, saved.id, seat, browser)

        await self._write(work)

    async def add_moves(
        self, game_id: str, ply: int, moves: Sequence[tuple[int, str]], **changes: Any
    ) -> None:
        """Keep moves, the first of which is number `ply`, with changes of the game beside them."""

        def work(connection: Connection) -> None:
            connection.execute(insert(_moves), _move_rows(game_id, ply, moves))
            _set(connection, game_id, **changes)

        await self._write(work)

    async def cut_moves(self, game_id: str, ply: int, **changes: Any) -> None:
        """Forget the moves from number `ply` on."""

        def work(connection: Connection) -> None:
            connection.execute(
                delete(_moves).where(_moves.c.game_id == game_id, _moves.c.ply >= ply)
            )
            _set(connection, game_id, **changes)

        await self._write(work)

    async def change(self, game_id: str, **changes: Any) -> None:
        """Set columns of a game: reason, scores, offer, next."""
        await self._write(lambda connection: _set(connection, game_id, **changes))

    async def seat(self, game_id: str, seat: int, **changes: Any) -> None:
        """Set columns of a seat: kind, player, name."""
        here = (_seats.c.game_id == game_id) & (_seats.c.seat == seat)
        await self._write(
            lambda connection: connection.execute(update(_seats).where(here).values(**changes))
        )

    async def hold(self, game_id: str, seat: int, browser: str) -> None:
        """Give a seat to a browser, named by its digest; it may have it already."""
        await self._write(lambda connection: _hold(connection, game_id, seat, browser))

    # -- reading -------------------------------------------------------------------------------------

    async def load(self, game_id: str) -> Saved | None:
        """The game with this id, whole."""
        return await asyncio.to_thread(self._load, game_id)

    async def recent(self, browser: str, limit: int = 12) -> list[Summary]:
        """The games in which a browser has a seat, the latest first."""

        def work(connection: Connection) -> list[Summary]:
            held = select(_holders.c.game_id).where(_holders.c.browser == browser)
            newest = (
                select(_games)
                .where(_games.c.id.in_(held))
                .order_by(_games.c.updated.desc())
                .limit(limit)
            )
            rows = connection.execute(newest).mappings().all()
            return [_summary(connection, dict(row), browser) for row in rows]

        return await self._read(work)

    async def check(self) -> None:
        """Raise StoreError if the database does not answer."""
        try:
            await self._read(lambda connection: connection.execute(select(_about.c.version)).one())
        except SQLAlchemyError as error:
            raise StoreError("the database does not answer") from error

    async def _read(self, work: Callable[[Connection], T]) -> T:
        def run() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(run)

    def _load(self, game_id: str) -> Saved | None:
        with self._engine.connect() as connection:
            row = (
                connection.execute(select(_games).where(_games.c.id == game_id)).mappings().first()
            )
            if row is None:
                return None
            seats = select(_seats).where(_seats.c.game_id == game_id).order_by(_seats.c.seat)
            moves = (
                select(_moves.c.seat, _moves.c.text)
                .where(_moves.c.game_id == game_id)
                .order_by(_moves.c.ply)
            )
            holders = select(_holders.c.seat, _holders.c.browser).where(
                _holders.c.game_id == game_id
            )
            names = (
                "id",
                "game",
                "position",
                "owner",
                "reason",
                "scores",
                "offer",
                "next",
                "updated",
            )
            return Saved(
                **{name: row[name] for name in names},
                seats=[
                    Seat(s["kind"], s["player"], s["name"])
                    for s in connection.execute(seats).mappings()
                ],
                moves=[(m[0], m[1]) for m in connection.execute(moves)],
                holders={(h[0], h[1]) for h in connection.execute(holders)},
            )

    # -- the writing thread --------------------------------------------------------------------------

    async def _write(self, work: Callable[[Connection], object]) -> None:
        done: Future[None] = Future()
        self._waiting.put(_Writing(work, done))
        await asyncio.wrap_future(done)

    def _write_all(self) -> None:
        while True:
            batch, more = self._batch()
            if batch:
                self._commit(batch)
            if not more:
                return

    def _batch(self) -> tuple[list[_Writing], bool]:
        """All that waits, at least one; and whether more may come."""
        batch: list[_Writing] = []
        item = self._waiting.get()
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH or self._waiting.empty():
                return batch, True
            item = self._waiting.get()
        return batch, False

    def _commit(self, batch: list[_Writing]) -> None:
        """Write all in one transaction; if one fails, each in its own, so that it fails alone."""
        try:
            with self._engine.begin() as connection:
                for writing in batch:
                    writing.work(connection)
        except Exception as error:
            if len(batch) == 1:
                batch[0].fail(error)
                return
            for writing in batch:
                self._commit([writing])
            return
        for writing in batch:
            writing.succeed()


@dataclass
class _Writing:
    work: Callable[[Connection], object]
    done: Future[None]

    def succeed(self) -> None:
        if self.done.set_running_or_notify_cancel():
            self.done.set_result(None)

    def fail(self, error: Exception) -> None:
        if self.done.set_running_or_notify_cancel():
            self.done.set_exception(error)


def _engine(url: str) -> Engine:
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:"):
            file = Path(str(parsed.database))
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            file.touch(mode=0o600)
        engine = create_engine(parsed, pool_pre_ping=True)
    except (SQLAlchemyError, ImportError, OSError) as error:
        raise StoreError(
            f"the database cannot be opened: {error}; expected a URL, as "
            "sqlite:///games.sqlite or postgresql+psycopg://user@host/name"
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


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


def _key(connection: Connection) -> str:
    """The key from which secrets of seats are made; it is drawn when the tables are."""
    found = connection.execute(select(_about)).first()
    if found is None:
        key = new_secret()
        connection.execute(insert(_about), {"version": VERSION, "key": key})
        return key
    if found.version != VERSION:
        raise StoreError(f"the database is of version {found.version}; expected {VERSION}")
    return str(found.key)


def _move_rows(game_id: str, ply: int, moves: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    return [
        {"game_id": game_id, "ply": ply + i, "seat": seat, "text": text}
        for i, (seat, text) in enumerate(moves)
    ]


def _set(connection: Connection, game_id: str, **changes: Any) -> None:
    here = _games.c.id == game_id
    connection.execute(update(_games).where(here).values(updated=time.time(), **changes))


def _hold(connection: Connection, game_id: str, seat: int, browser: str) -> None:
    row = {"game_id": game_id, "seat": seat, "browser": browser}
    here = (
        (_holders.c.game_id == game_id)
        & (_holders.c.seat == seat)
        & (_holders.c.browser == browser)
    )
    if connection.execute(select(_holders.c.seat).where(here)).first() is None:
        connection.execute(insert(_holders), row)


def _summary(connection: Connection, row: dict[str, Any], browser: str) -> Summary:
    game_id = row["id"]
    plies = connection.execute(
        select(func.count()).select_from(_moves).where(_moves.c.game_id == game_id)
    ).scalar_one()
    held = connection.execute(
        select(_holders.c.seat).where(_holders.c.game_id == game_id, _holders.c.browser == browser)
    )
    seats = tuple(sorted(r[0] for r in held))
    return Summary(game_id, row["game"], row["updated"], plies, row["reason"], seats)
