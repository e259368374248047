"""The game store: SQLite in the user's data folder, or another database by its SQLAlchemy URL.

Every change increments a game's version. A change names the version it is based on and raises Stale if
that is outdated, so that servers on one database never overwrite each other's changes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import (
    BigInteger,
    Connection,
    Select,
    Table,
    bindparam,
    cast,
    delete,
    extract,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from parlour.play.conditional_moves import ConditionalMoves
from parlour.play.game_in_progress import BOT, Seat
from parlour.play.saved_game import GameChange, GameSummary, SavedGame
from parlour.play.wall_clock import wall_ms
from parlour.web.common.secrets import derive_secret, seat_purpose
from parlour.web.store import persons
from parlour.web.store.game_claims import GameClaims
from parlour.web.store.migrations import create_tables
from parlour.web.store.persons import Person
from parlour.web.store.renewals import renew, renew_on_request, renewals
from parlour.web.store.schema import (
    StoreError,
    chat,
    conditions,
    games,
    holders,
    missing_columns,
    moves,
    notices,
    open_engine,
    person_browsers,
    pulse,
    rated,
    seats,
)
from parlour.web.store.server_notifications import NotificationListener, OnChange, notify
from parlour.web.store.writer import Stale, Writer

T = TypeVar("T")

CLOCKED = ("clock", "clock_events", "due")  # the columns of a game's clock


class Store:
    """The database. Raises StoreError if it cannot be opened or is of another version."""

    def __init__(self, url: str) -> None:
        self._engine = open_engine(url)
        try:
            self.key = create_tables(self._engine)
            with self._engine.connect() as connection:
                missing = missing_columns(connection)
        except SQLAlchemyError as error:
            raise StoreError(
                f"the database cannot be opened: {error.__cause__ or error}"
            ) from error
        if missing:
            raise StoreError(f"the database lacks {', '.join(missing)}")
        self._writer = Writer(self._engine)
        self._listener: NotificationListener | None = None
        has_claims = self._engine.dialect.name == "postgresql"
        self._claims = GameClaims(self._engine) if has_claims else None
        self._ahead = 0

    def close(self) -> None:
        """Finish waiting writes and close the database."""
        if self._listener is not None:
            self._listener.close()
        self._writer.close()
        if self._claims is not None:
            self._claims.close()
        self._engine.dispose()

    def listen(self, on_change: OnChange, on_resync: Callable[[], object]) -> None:
        """Report changes by other servers, in another thread (PostgreSQL only).

        `on_resync` looks for changes that were not reported; it may raise, and is then called again.
        """
        if self._engine.dialect.name == "postgresql":
            self._listener = NotificationListener(self._engine, on_change, on_resync)

    def address_digest(self, address: str) -> str:
        """The digest that is stored of an email or network address; it reveals none."""
        return derive_secret(self.key, f"origin/{address.casefold()}")

    # -- writing: each returns after the commit -----------------------------------------------------

    async def create(self, saved: SavedGame) -> None:
        """Save a new game."""
        await self.write(lambda connection: _create(connection, saved))

    async def change(self, game_id: str, version: int, change: GameChange) -> int:
        """Change a game of this version; returns the new version. Raises Stale, changing nothing."""
        return await self.write(lambda connection: _change(connection, game_id, version, change))

    async def delete(self, game_id: str) -> None:
        """Delete a game."""
        await self.write(lambda connection: delete_game(connection, game_id))

    async def leave(self, game_id: str, browser: str) -> None:
        """Take the seats of a game from a browser."""
        mine = delete(holders).where(holders.c.game_id == game_id, holders.c.browser == browser)
        await self.write(lambda connection: connection.execute(mine))

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the database at the same time."""
        return self._engine.dialect.name != "sqlite"

    @asynccontextmanager
    async def claim(self, game_id: str) -> AsyncIterator[bool]:
        """Claim a game, to play its bots; whether no other server plays them now."""
        if self._claims is None:
            yield True
            return
        taken = await asyncio.to_thread(self._claims.take, game_id)
        try:
            yield taken
        finally:
            if taken:
                await asyncio.to_thread(self._claims.give_back, game_id)

    # -- reading -------------------------------------------------------------------------------------

    async def version(self, game_id: str) -> int:
        """The version of a game; 0 if there is none."""
        query = select(games.c.version).where(games.c.id == game_id)
        return await self.read(lambda connection: connection.execute(query).scalar() or 0)

    async def versions(self, game_ids: Collection[str]) -> dict[str, int]:
        """The versions of games, by id."""
        query = select(games.c.id, games.c.version).where(games.c.id.in_(list(game_ids)))
        rows = await self.read(lambda connection: connection.execute(query).all())
        return {row.id: row.version for row in rows}

    async def load(self, game_id: str) -> SavedGame | None:
        """The complete game with this id."""
        return await self.read(lambda connection: _load(connection, game_id))

    async def people_with(self, owners: Collection[tuple[int, str]]) -> dict[int, Person]:
        """The people who take seats, given as (seat, browser), by seat."""
        return await self.read(lambda connection: persons.of_holders(connection, owners))

    async def people(self, game_id: str) -> dict[int, Person]:
        """The people who sit in a game, by seat."""
        return await self.read(lambda connection: persons.of_game(connection, game_id))

    def every_game(self) -> Iterator[SavedGame]:
        """All complete games, the oldest first."""
        with self._engine.connect() as connection:
            ids = connection.execute(select(games.c.id).order_by(games.c.created)).scalars().all()
            for game_id in ids:
                saved = _load(connection, game_id)
                if saved is not None:
                    yield saved

    async def recent(self, browser: str, limit: int = 24) -> list[GameSummary]:
        """The games of a browser: running ones first, newest first.

        The time of the last change is not used, because it would reveal hidden steps.
        """
        return await self.read(lambda connection: _recent(connection, browser, limit))

    async def deadlines(self) -> dict[str, int]:
        """The next deadlines of running games in ms UTC, by id."""
        query = select(games.c.id, games.c.due).where(
            games.c.reason.is_(None), games.c.due.is_not(None)
        )
        rows = await self.read(lambda connection: connection.execute(query).all())
        return {row.id: row.due for row in rows if isinstance(row.due, int)}  # others are damaged

    async def undated(self) -> list[str]:
        """The ids of running games with clocks whose deadline is unknown.

        They were saved by an earlier version, or before the machine's time was set back.
        """
        unknown = games.c.due.is_(None) | (games.c.updated > time.time())
        query = select(games.c.id).where(
            games.c.reason.is_(None), games.c.clock_events != "", unknown
        )
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def measure_clock(self) -> None:
        """Note by how many ms the database's clock is ahead of this machine's, if servers share it."""
        if self.is_shared:
            before = wall_ms()
            query = select(cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger))
            at = await self.read(lambda connection: connection.execute(query).scalar_one())
            self._ahead = at - (before + wall_ms()) // 2

    def now(self) -> int:
        """The time that all servers of this database share, in ms UTC."""
        return wall_ms() + self._ahead

    async def check(self) -> None:
        """Test writing and reading; raises StoreError."""
        server, now = derive_secret(self.key, "pulse")[:12], time.time()

        def work(connection: Connection) -> list[str]:
            connection.execute(delete(pulse).where(pulse.c.server == server))
            connection.execute(insert(pulse), {"server": server, "at": now})
            return missing_columns(connection)

        try:
            missing = await self.write(work)
            at = await self.read(lambda connection: connection.execute(select(pulse)).all())
        except SQLAlchemyError as error:
            raise StoreError(
                f"the database cannot be written: {error.__cause__ or error}"
            ) from error
        if missing:
            raise StoreError(f"the database lacks {', '.join(missing)}")
        if not at:
            raise StoreError("the database does not save data")
        if self._listener is not None and self._listener.failure:
            raise StoreError(f"changes by other servers are not received: {self._listener.failure}")

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` and commit; returns its result. It may raise Stale before any change."""
        return await self._writer.write(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of `work`."""

        def run() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(run)


# -- writing ---------------------------------------------------------------------------------------


def _create(connection: Connection, saved: SavedGame) -> None:
    now = time.time()
    names = ("id", "game", "position", "owner", "reason", "scores", "version", *CLOCKED)
    row = {name: getattr(saved, name) for name in names}
    connection.execute(insert(games), {**row, "created": now, "updated": now})
    rows = [
        {
            "game_id": saved.id,
            "seat": i,
            **vars(seat),
            "person": saved.people.get(i),
            "origin": saved.origins.get(i),
        }
        for i, seat in enumerate(saved.seats)
    ]
    connection.execute(insert(seats), rows)
    if saved.moves:
        connection.execute(insert(moves), _move_rows(saved.id, 0, saved.moves))
    for seat, browser in saved.holders:
        _hold(connection, saved.id, seat, browser)
    if saved.rated:
        connection.execute(insert(rated), {"game_id": saved.id})


# Statements for every move, built once.
_CHANGED = update(games).where(
    games.c.id == bindparam("its_id"), games.c.version == bindparam("its_version")
)
_PLAYED = insert(moves)


def _change(connection: Connection, game_id: str, version: int, change: GameChange) -> int:
    now = {"version": version + 1, "updated": time.time(), **change.columns}
    named = {**now, "its_id": game_id, "its_version": version}
    if connection.execute(_CHANGED, named).rowcount != 1:
        raise Stale
    if change.ply is not None:
        _replace_moves(connection, game_id, change.ply, change.moves)
    if change.seat is not None:
        seat, columns = change.seat
        there = (seats.c.game_id == game_id) & (seats.c.seat == seat)
        connection.execute(update(seats).where(there).values(**columns))
    if change.holder is not None:
        _hold(connection, game_id, *change.holder)
        _sit_down(connection, game_id, *change.holder, change.origin)
    for seat, browser in change.left:
        _leave(connection, game_id, seat, browser)
    if change.renewed is not None:
        by_sitting_down = change.holder is not None
        renewal = renew if by_sitting_down else renew_on_request
        renewal(connection, seat_purpose(game_id, change.renewed))
    if change.said is not None:
        number, seat, text = change.said
        row = {"game_id": game_id, "number": number, "seat": seat, "text": text}
        connection.execute(insert(chat), row)
    _replace_conditions(connection, game_id, change.conditions)
    notify(connection, game_id, version + 1)
    return version + 1


def count_change(connection: Connection, game_id: str) -> None:
    """Count a change that was made beside `Store.change`, so that servers reload the game."""
    changed = update(games).where(games.c.id == game_id)
    newer = changed.values(version=games.c.version + 1).returning(games.c.version)
    notify(connection, game_id, connection.execute(newer).scalar_one())


def delete_game(connection: Connection, game_id: str) -> None:
    """Delete a game."""
    for table in (chat, conditions, notices, moves, holders, seats):
        connection.execute(delete(table).where(table.c.game_id == game_id))
    connection.execute(delete(games).where(games.c.id == game_id))


def _replace_moves(
    connection: Connection, game_id: str, ply: int, new: Sequence[tuple[int, str]]
) -> None:
    """Replace the moves from number `ply` on by `new` ones."""
    if not new:
        later = (moves.c.game_id == game_id) & (moves.c.ply >= ply)
        connection.execute(delete(moves).where(later))
    else:
        connection.execute(_PLAYED, _move_rows(game_id, ply, new))


def _replace_conditions(
    connection: Connection, game_id: str, new: Mapping[int, ConditionalMoves | None]
) -> None:
    for seat, entered in new.items():
        there = (conditions.c.game_id == game_id) & (conditions.c.seat == seat)
        connection.execute(delete(conditions).where(there))
        if entered is not None:
            row = {"game_id": game_id, "seat": seat, "ply": entered.ply, "lines": entered.text}
            connection.execute(insert(conditions), row)


def _move_rows(game_id: str, ply: int, new: Sequence[tuple[int, str]]) -> list[dict[str, Any]]:
    return [
        {"game_id": game_id, "ply": ply + i, "seat": seat, "text": text}
        for i, (seat, text) in enumerate(new)
    ]


def _hold(connection: Connection, game_id: str, seat: int, browser: str) -> None:
    row = {"game_id": game_id, "seat": seat, "browser": browser}
    here = (
        (holders.c.game_id == game_id) & (holders.c.seat == seat) & (holders.c.browser == browser)
    )
    if connection.execute(select(holders.c.seat).where(here)).first() is None:
        connection.execute(insert(holders), row)


def _leave(connection: Connection, game_id: str, seat: int, browser: str) -> None:
    here = (holders.c.game_id == game_id) & (holders.c.seat == seat)
    connection.execute(delete(holders).where(here, holders.c.browser == browser))


def _sit_down(
    connection: Connection, game_id: str, seat: int, browser: str, origin: str | None
) -> None:
    """Note whose a seat is, once: nobody can put another person in that place later."""
    here = (seats.c.game_id == game_id) & (seats.c.seat == seat)
    query = select(person_browsers.c.person_id).where(person_browsers.c.browser == browser)
    person = connection.execute(query).scalar()
    for column, value in ((seats.c.person, person), (seats.c.origin, origin)):
        if value is not None:
            free = update(seats).where(here, column.is_(None))
            connection.execute(free.values({column: value}))


# -- reading ---------------------------------------------------------------------------------------


def _load(connection: Connection, game_id: str) -> SavedGame | None:
    wrong: set[str] = set()
    game_rows = _rows(connection, select(games).where(games.c.id == game_id), wrong)
    if not game_rows:
        return None
    row = game_rows[0]
    names = ("id", "position", "owner", "reason", "scores", "offer", "next", *CLOCKED)
    played = _of_game(moves, game_id).order_by(moves.c.ply)
    messages = _of_game(chat, game_id).order_by(chat.c.number)
    rows = _whole(connection, played, wrong)
    holding = {
        (h["seat"], h["browser"]) for h in _whole(connection, _of_game(holders, game_id), wrong)
    }
    foreseen = _whole(connection, _of_game(conditions, game_id), wrong)
    counts = select(rated.c.game_id).where(rated.c.game_id == game_id)
    people = persons.of_game(connection, game_id)
    return SavedGame(
        **{name: row[name] for name in names},
        game=row["game"] or "",
        version=row["version"] or 0,
        updated=row["updated"] or 0.0,
        seats=_seats(connection, game_id, wrong),
        moves=[(m["seat"], m["text"]) for m in rows],
        holders=holding,
        chat=[(line["seat"], line["text"]) for line in _whole(connection, messages, wrong)],
        absences={seat: person.absences for seat, person in people.items()},
        people={seat: person.id for seat, person in people.items()},
        renewals=_renewals(connection, game_id),
        conditions={c["seat"]: ConditionalMoves.read(c["ply"], c["lines"]) for c in foreseen},
        rated=connection.execute(counts).first() is not None,
        gap=_gap([m["ply"] for m in rows]),
        wrong=tuple(sorted(wrong)),
    )


def _of_game(table: Table, game_id: str) -> Select[Any]:
    return select(table).where(table.c.game_id == game_id)


def _rows(connection: Connection, query: Select[Any], wrong: set[str]) -> list[dict[str, Any]]:
    """Rows with None for values of the wrong type, which SQLite does not prevent.

    Adds the names of such columns, such as ``games.due``, to `wrong`.
    """
    columns = {column.name: column for column in query.selected_columns}
    rows = []
    for row in connection.execute(query).mappings():
        odd = [
            name
            for name, value in row.items()
            if value is not None and not isinstance(value, columns[name].type.python_type)
        ]
        wrong.update(str(columns[name]) for name in odd)
        rows.append({**row, **dict.fromkeys(odd)})
    return rows


def _whole(connection: Connection, query: Select[Any], wrong: set[str]) -> list[dict[str, Any]]:
    """The rows without values of the wrong type."""
    return [row for row in _rows(connection, query, wrong) if None not in row.values()]


def _seats(connection: Connection, game_id: str, wrong: set[str]) -> list[Seat]:
    columns = (seats.c.seat, seats.c.kind, seats.c.player, seats.c.name)  # never null
    query = select(*columns).where(seats.c.game_id == game_id).order_by(seats.c.seat)
    rows = _whole(connection, query, wrong)
    return [Seat(s["kind"], s["player"], s["name"]) for s in rows]


def _renewals(connection: Connection, game_id: str) -> dict[int, int]:
    """How often the links to the seats were renewed, by seat."""
    seat_count = select(func.count()).select_from(seats).where(seats.c.game_id == game_id)
    purposes = [
        seat_purpose(game_id, i) for i in range(connection.execute(seat_count).scalar_one())
    ]
    found = renewals(connection, purposes)
    return {seat: found[name] for seat, name in enumerate(purposes) if name in found}


def _gap(plies: Sequence[int]) -> int | None:
    """The first missing ply before later ones."""
    return next((ply for ply, there in enumerate(plies) if there != ply), None)


def _recent(connection: Connection, browser: str, limit: int) -> list[GameSummary]:
    owned = select(holders.c.game_id).where(holders.c.browser == browser)
    order = games.c.reason.is_not(None), games.c.created.desc()
    newest = select(games).where(games.c.id.in_(owned)).order_by(*order).limit(limit)
    rows = _rows(connection, newest, set())
    return [_summary(connection, row, browser) for row in rows]


def _summary(connection: Connection, row: dict[str, Any], browser: str) -> GameSummary:
    game_id = row["id"]
    plies = connection.execute(
        select(func.count()).select_from(moves).where(moves.c.game_id == game_id)
    ).scalar_one()
    owners = connection.execute(
        select(holders.c.seat, holders.c.browser).where(holders.c.game_id == game_id)
    ).all()
    taken = {seat for seat, _ in owners}
    sitters = enumerate(_seats(connection, game_id, set()))
    return GameSummary(
        game_id,
        row["game"] or "",
        row["created"] or 0.0,
        plies,
        row["reason"],
        row["scores"],
        tuple(sorted(seat for seat, holder in owners if holder == browser)),
        tuple((sitter, sitter.kind == BOT or seat in taken) for seat, sitter in sitters),
    )
