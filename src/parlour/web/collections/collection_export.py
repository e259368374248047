"""Exports the games of all collections of a server as records."""

from __future__ import annotations

from pathlib import Path

from parlour.records.record_files import written_file
from parlour.web.collections.server_collections import Collections
from parlour.web.settings import Settings
from parlour.web.store import stored_collections
from parlour.web.store.database_export import PRIVATE
from parlour.web.store.game_store import Store
from parlour.web.store.stored_collections import READY


async def export_collections(database: str, folder: Path) -> int:
    """Write each collection to a file in `folder`; returns their number. Raises StoreError, OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    store, count = Store(database), 0
    collections = Collections(store, Settings(database))
    try:
        for stored in await stored_collections.every(store):
            if stored.state == READY:
                collection = await collections.open(stored.id)
                with written_file(folder / f"{stored.id}.pgn", PRIVATE) as out:
                    out.write("\n".join(collection.records()))
                count += 1
    finally:
        await collections.close()
        store.close()
    return count
