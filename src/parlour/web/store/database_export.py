"""Exports: a copy of the whole database while it is in use, and all games as records."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from parlour.clocks.timing import Timing
from parlour.errors import ParlourError
from parlour.play.game_clock import GameClock
from parlour.play.game_in_progress import BOT, Seat
from parlour.play.saved_game import SavedGame, read_scores
from parlour.records import Tree, result_text, seat_tag
from parlour.records.timed import noted
from parlour.records.writing import written_file
from parlour.table.game import Game, State
from parlour.web.common.game_registry import known_game
from parlour.web.store.game_store import Store
from parlour.web.store.schema import StoreError, database_file


def back_up(database: str, target: Path) -> int:
    """Copy a SQLite database into a new file, also while a server uses it; returns how many games it has.

    The copy is checked. Raises StoreError, OSError.
    """
    source = database_file(database)
    if source is None:
        raise StoreError("only a SQLite database is copied so; PostgreSQL has pg_dump")
    if not source.is_file():
        raise StoreError(f"there is no database {source}")
    if target.exists():
        raise StoreError(f"{target} exists; name a new file for the copy")
    beside = target.with_name(f".{target.name}.part")
    beside.unlink(missing_ok=True)
    beside.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(beside)) as new:
            old.backup(new)
            found = new.execute("PRAGMA integrity_check").fetchone()[0]
            if found != "ok":
                raise StoreError(f"the copy is damaged: {found}")
            count: int = new.execute("SELECT count(*) FROM games").fetchone()[0]
        beside.replace(target)
    except sqlite3.Error as error:
        raise StoreError(f"the database cannot be copied: {error}") from error
    finally:
        beside.unlink(missing_ok=True)
    return count


@dataclass
class Exported:
    """How many games were written, and what is wrong with those that are not whole, by id."""

    count: int = 0
    wrong: dict[str, str] = field(default_factory=dict)


def export(database: str, target: Path) -> Exported:
    """Write all games as records to one file, those with damage as far as they go. Raises OSError."""
    if (file := database_file(database)) is not None and not file.is_file():
        raise StoreError(f"there is no database {file}")
    store, told = Store(database), Exported()
    try:
        with written_file(target) as out:
            for text in _records(store, told):
                out.write(text if told.count == 1 else f"\n{text}")
    finally:
        store.close()
    return told


def _records(store: Store, told: Exported) -> Iterator[str]:
    for saved in store.every_game():
        try:
            text = _record(saved, told)
        except (ParlourError, ValueError) as error:
            told.wrong[saved.id] = str(error)
            continue
        told.count += 1
        yield text


def _record(saved: SavedGame, told: Exported) -> str:
    """The record of a game as far as its moves can be played."""
    game = known_game(saved.game)
    state = game.start() if saved.position is None else game.read(saved.position)
    whole = saved.moves if saved.gap is None else saved.moves[: saved.gap]
    if saved.wrong:
        told.wrong[saved.id] = f"written without the data in {', '.join(saved.wrong)}"
    if saved.gap is not None:
        told.wrong[saved.id] = f"move {saved.gap + 1} is missing; written as far as that"
    for number, (_, text) in enumerate(whole, 1):
        try:
            state.play(text)
        except ParlourError as error:
            told.wrong[saved.id] = f"written as far as move {number}: {error}"
            break
    tags = {"Site": saved.id, **seat_tags(game, saved.seats)}
    with contextlib.suppress(ValueError):
        if state.outcome is None and saved.reason and saved.scores and saved.id not in told.wrong:
            result = result_text(read_scores(saved.scores))
            tags |= {"Result": result, "Termination": saved.reason}
    timing = None
    if saved.clock is not None:
        timing = GameClock.of(saved.clock, saved.clock_events or "", game.seats).timing
    return _text(state, tags, timing)


def _text(state: State, tags: dict[str, str], timing: Timing | None) -> str:
    tree = Tree.from_state(state, tags)
    return (noted(tree, timing) if timing else tree).write().text


def seat_tags(game: Game, seats: Sequence[Seat]) -> dict[str, str]:
    """The tags of a record that say who had which seat."""
    return {
        seat_tag(name): seat.name or (_bot(seat.player) if seat.kind == BOT else "person")
        for name, seat in zip(game.seat_names, seats, strict=False)
    }


def _bot(text: str) -> str:
    return f"level {text}" if text.isdecimal() else text.removeprefix("engine:")
