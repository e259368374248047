"""Backups of the database, and exports of all games as records."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from parlour.clocks.timing import Timing
from parlour.errors import ParlourError
from parlour.play.game_clock import GameClock
from parlour.play.game_in_progress import BOT, Seat
from parlour.play.saved_game import SavedGame, read_scores
from parlour.records import Tree, result_text, seat_tag
from parlour.records.record_files import written_file
from parlour.records.timed import noted
from parlour.table.game import Game, State
from parlour.web.common.game_registry import registered_game
from parlour.web.store.game_store import Store
from parlour.web.store.schema import StoreError, database_file
from parlour.web.store.stored_collections import FOLDER, PART, READY

PRIVATE = 0o600  # the permissions of copies and exports, which contain hidden information


def back_up(database: str, target: Path) -> int:
    """Copy a SQLite database into a new file, even while it is in use, and check the copy.

    The files of its collections go into the copy; a server that opens it takes them out again.
    Returns the number of games. Raises StoreError, OSError.
    """
    source = database_file(database)
    if source is None:
        raise StoreError("only SQLite databases can be backed up; for PostgreSQL use pg_dump")
    if not source.is_file():
        raise StoreError(f"there is no database {source}")
    if target.exists():
        raise StoreError(f"{target} exists; name a new file for the copy")
    unfinished = target.with_name(f".{target.name}.part")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=PRIVATE)
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(unfinished)) as new:
            old.backup(new)
            _copy_collections(source.parent / FOLDER, new)
            status = new.execute("PRAGMA integrity_check").fetchone()[0]
            if status != "ok":
                raise StoreError(f"the copy is damaged: {status}")
            count: int = new.execute("SELECT count(*) FROM games").fetchone()[0]
        unfinished.replace(target)
    except sqlite3.Error as error:
        raise StoreError(f"the database cannot be copied: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return count


def _copy_collections(folder: Path, copy: sqlite3.Connection) -> None:
    """Save the files of a database's collections in its copy, unless they are there."""
    if not copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'collection_parts'").fetchone():
        return  # a database of an earlier version
    lacking = copy.execute(
        "SELECT id FROM collections WHERE state = ? "
        "AND id NOT IN (SELECT collection_id FROM collection_parts)",
        [READY],
    )
    for (name,) in lacking.fetchall():
        with contextlib.suppress(FileNotFoundError), (folder / f"{name}.sqlite").open("rb") as file:
            parts = enumerate(iter(partial(file.read, PART), b""))
            rows = ((name, number, content) for number, content in parts)
            copy.executemany("INSERT INTO collection_parts VALUES (?, ?, ?)", rows)
    copy.commit()


@dataclass
class ExportResult:
    """The number of exported games, and the problems of damaged ones by id."""

    count: int = 0
    wrong: dict[str, str] = field(default_factory=dict)


def export(database: str, target: Path) -> ExportResult:
    """Export all games to one file, damaged ones up to the error. Raises OSError."""
    if (file := database_file(database)) is not None and not file.is_file():
        raise StoreError(f"there is no database {file}")
    store, result = Store(database), ExportResult()
    try:
        with written_file(target, PRIVATE) as out:
            for text in _records(store, result):
                out.write(text if result.count == 1 else f"\n{text}")
    finally:
        store.close()
    return result


def _records(store: Store, result: ExportResult) -> Iterator[str]:
    for saved in store.every_game():
        try:
            text = _record(saved, result)
        except (ParlourError, ValueError) as error:
            result.wrong[saved.id] = str(error)
            continue
        result.count += 1
        yield text


def _record(saved: SavedGame, result: ExportResult) -> str:
    """The record of a game, up to its first illegal move."""
    game = registered_game(saved.game)
    state = game.start() if saved.position is None else game.read(saved.position)
    whole = saved.moves if saved.gap is None else saved.moves[: saved.gap]
    if saved.wrong:
        result.wrong[saved.id] = f"written without damaged columns: {', '.join(saved.wrong)}"
    if saved.gap is not None:
        result.wrong[saved.id] = f"move {saved.gap + 1} is missing; written up to there"
    for number, (_, text) in enumerate(whole, 1):
        try:
            state.play(text)
        except ParlourError as error:
            result.wrong[saved.id] = f"written up to move {number}: {error}"
            break
    tags = {"Site": saved.id, **seat_tags(game, saved.seats)}
    with contextlib.suppress(ValueError):
        if state.outcome is None and saved.reason and saved.scores and saved.id not in result.wrong:
            score = result_text(read_scores(saved.scores))
            tags |= {"Result": score, "Termination": saved.reason}
    timing = None
    if saved.clock is not None:
        timing = GameClock.of(saved.clock, saved.clock_events or "", game.seats).timing
    return _text(state, tags, timing)


def _text(state: State, tags: dict[str, str], timing: Timing | None) -> str:
    tree = Tree.from_state(state, tags)
    return (noted(tree, timing) if timing else tree).write().text


def seat_tags(game: Game, seats: Sequence[Seat]) -> dict[str, str]:
    """The tags of a record with the players."""
    return {
        seat_tag(name): seat.name or (_bot(seat.player) if seat.kind == BOT else "person")
        for name, seat in zip(game.seat_names, seats, strict=False)
    }


def _bot(text: str) -> str:
    return f"level {text}" if text.isdecimal() else text.removeprefix("engine:")
