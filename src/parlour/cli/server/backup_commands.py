"""The commands `backup` and `export`: copies of the web server's data."""

from __future__ import annotations

import asyncio
from pathlib import Path

from parlour.cli.console import console
from parlour.web.collections.collection_export import export_collections
from parlour.web.settings import default_database
from parlour.web.store import database_export


def back_up(file: str, database: str | None) -> None:
    """Copy the database into a new file."""
    path = Path(file).expanduser()
    count = database_export.back_up(database or default_database(), path)
    console().print(
        f"{path} now contains {_games(count)}. To use it: parlour serve --database URL, "
        f"sqlite:///{path.resolve()}",
        soft_wrap=True,
        markup=False,
    )


def export(file: str, database: str | None, collections: str | None) -> None:
    """Write all games as records, and the collections to files in a folder."""
    path, out, url = Path(file).expanduser(), console(), database or default_database()
    exported = database_export.export(url, path)
    out.print(f"{path} now contains {_games(exported.count)}.", soft_wrap=True, markup=False)
    if collections is not None:
        folder = Path(collections).expanduser()
        count = asyncio.run(export_collections(url, folder))
        words = "1 collection" if count == 1 else f"{count:,} collections"
        out.print(f"{folder} now contains {words}.", soft_wrap=True, markup=False)
    for game_id, error in exported.wrong.items():
        out.print(f"{game_id}: {error}", style="yellow", soft_wrap=True, markup=False)


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"
