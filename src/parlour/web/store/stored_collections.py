"""Collections in the database: whose they are, how large, when used, and how their import goes.

The games of a collection are in a SQLite file of its own. Where servers share a database, and in
backups, the table `collection_parts` has the files too.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from parlour.web.store.game_store import Store
from parlour.web.store.persons import person_id_of
from parlour.web.store.schema import collection_parts, collections

FOLDER = "collections"  # beside the database
READING, READY, FAILED = "reading", "ready", "failed"
PART = 1 << 20  # bytes of a file in a row
DAY = 86_400.0  # seconds


@dataclass(frozen=True)
class StoredCollection:
    """A collection's row; times are in seconds UTC, the size in bytes."""

    id: str
    owner: str
    size: int
    state: str = READING
    games: int = 0
    summary: str = ""
    trouble: str = ""
    created: float = 0.0
    used: float = 0.0
    beat: float = 0.0
    person: str | None = None


async def create(store: Store, collection: StoredCollection) -> None:
    """Save a new collection of its owner's person; its times are now."""
    now = time.time()

    def work(connection: Connection) -> None:
        person = person_id_of(connection, collection.owner)
        row = {**vars(collection), "person": person, "created": now, "used": now, "beat": now}
        connection.execute(insert(collections), row)

    await store.write(work)


async def load(store: Store, collection_id: str) -> StoredCollection | None:
    """The collection with this id."""
    found = await _select(store, collections.c.id == collection_id)
    return found[0] if found else None


async def change(store: Store, collection_id: str, **columns: object) -> None:
    """Change columns of a collection; this is a sign of life."""
    changed = update(collections).where(collections.c.id == collection_id)
    changed = changed.values(beat=time.time(), **columns)
    await store.write(lambda connection: connection.execute(changed))


async def mark_used(store: Store, collection: StoredCollection) -> None:
    """Note, once a day, that a collection is in use."""
    if collection.used < time.time() - DAY:
        await change(store, collection.id, used=time.time())


async def remove(store: Store, collection_id: str) -> None:
    """Delete a collection's rows."""
    await store.write(lambda connection: delete_collection(connection, collection_id))


def delete_collection(connection: Connection, collection_id: str) -> None:
    """Delete a collection's rows within a transaction."""
    parts = collection_parts.c.collection_id == collection_id
    connection.execute(delete(collection_parts).where(parts))
    connection.execute(delete(collections).where(collections.c.id == collection_id))


async def every(store: Store) -> list[StoredCollection]:
    """All collections."""
    return await _select(store, collections.c.id.is_not(None))


async def of_browser(store: Store, browser: str) -> list[StoredCollection]:
    """The collections of a browser and its person, the latest first."""
    person = await store.read(lambda connection: person_id_of(connection, browser))
    owned = (collections.c.owner == browser) | (collections.c.person == (person or ""))
    return await _select(store, owned)


async def is_owned_by(store: Store, collection: StoredCollection, browser: str) -> bool:
    """Whether a collection is a browser's, or that of its person."""
    person = await store.read(lambda connection: person_id_of(connection, browser))
    return collection.owner == browser or (person is not None and person == collection.person)


async def total_size(store: Store) -> int:
    """The bytes of all collections."""
    query = select(func.coalesce(func.sum(collections.c.size), 0))
    return await store.read(lambda connection: int(connection.execute(query).scalar_one()))


async def _select(store: Store, condition: Any) -> list[StoredCollection]:
    query = select(collections).where(condition).order_by(collections.c.created.desc())
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [_collection(row) for row in rows]


def _collection(row: Row[Any]) -> StoredCollection:
    return StoredCollection(**row._mapping)


async def save_file(store: Store, collection_id: str, file: Path) -> None:
    """Save a collection's file in the database, in parts, so that other writes go on between them."""
    with file.open("rb") as source:
        number = 0
        while content := source.read(PART):
            row = {"collection_id": collection_id, "number": number, "content": content}
            await store.write(partial(_save_part, row))
            number += 1


def _save_part(row: dict[str, Any], connection: Connection) -> None:
    c = collection_parts.c
    same = (c.collection_id == row["collection_id"]) & (c.number == row["number"])
    connection.execute(delete(collection_parts).where(same))
    connection.execute(insert(collection_parts), row)


async def load_file(store: Store, collection_id: str, target: Path) -> bool:
    """Write a collection's file from its parts in the database; False if there are none."""
    number = 0
    with target.open("wb") as out:
        while content := await store.read(partial(_load_part, collection_id, number)):
            out.write(content)
            number += 1
    return number > 0


def _load_part(collection_id: str, number: int, connection: Connection) -> bytes | None:
    c = collection_parts.c
    query = select(c.content).where(c.collection_id == collection_id, c.number == number)
    return connection.execute(query).scalar()
