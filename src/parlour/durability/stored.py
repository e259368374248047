"""What the database contains after a run, as plain values for the checkers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, select

from parlour.play.conduct import Offer
from parlour.web.store.schema import (
    chat,
    games,
    match_games,
    matches,
    moves,
    open_engine,
    persons,
    rated,
    seats,
    studies,
    study_edits,
)


@dataclass
class GameRows:
    """A game's rows; moves have their ply, so that a gap shows."""

    id: str
    game: str
    position: str | None = None
    reason: str | None = None
    scores: str | None = None
    offer: str | None = None
    clock: str | None = None
    clock_events: str | None = None
    due: int | None = None
    rated: bool = False
    moves: list[tuple[int, int, str]] = field(default_factory=list)  # ply, seat, text
    chat: list[tuple[int, str]] = field(default_factory=list)  # seat, text
    seats: list[str] = field(default_factory=list)  # person or bot

    def show(self) -> dict[str, Any]:
        """The game as an answer to somebody who looks."""
        offer = None if self.offer is None else Offer.read(self.offer)
        return {
            "moves": [[seat, text] for _, seat, text in self.moves],
            "offer": None if offer is None else [offer.kind, offer.seat, offer.ply],
            "reason": self.reason,
        }


@dataclass
class StudyRows:
    """A study's edits; those after the first `done` are undone."""

    id: str
    done: int = 0
    edits: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)


@dataclass
class Stored:
    """All that a run left: games, studies, and the games of matches by number."""

    games: dict[str, GameRows] = field(default_factory=dict)
    studies: dict[str, StudyRows] = field(default_factory=dict)
    matches: dict[str, dict[int, str]] = field(default_factory=dict)
    people: set[str] = field(default_factory=set)  # their names


def read_stored(database: str) -> Stored:
    """Read a database. Raises StoreError, SQLAlchemyError."""
    engine = open_engine(database)
    try:
        with engine.connect() as connection:
            return _read(connection)
    finally:
        engine.dispose()


def _read(connection: Connection) -> Stored:
    found = Stored()
    names = ("id", "game", "position", "reason", "scores", "offer", "clock", "clock_events", "due")
    for row in _rows(connection, select(games)):
        found.games[row["id"]] = GameRows(**{name: row[name] for name in names})
    for row in _rows(connection, select(rated)):
        found.games[row["game_id"]].rated = True
    for row in _rows(connection, select(seats).order_by(seats.c.game_id, seats.c.seat)):
        found.games[row["game_id"]].seats.append(row["kind"])
    for row in _rows(connection, select(moves).order_by(moves.c.game_id, moves.c.ply)):
        found.games[row["game_id"]].moves.append((row["ply"], row["seat"], row["text"]))
    for row in _rows(connection, select(chat).order_by(chat.c.game_id, chat.c.number)):
        found.games[row["game_id"]].chat.append((row["seat"], row["text"]))
    for row in _rows(connection, select(studies)):
        found.studies[row["id"]] = StudyRows(row["id"], row["done"])
    for row in _rows(connection, select(study_edits).order_by(study_edits.c.number)):
        study = found.studies[row["study_id"]]
        study.edits.append(row["edit"])
        study.numbers.append(row["number"])
    found.people = {row["name"] for row in _rows(connection, select(persons.c.name))}
    for row in _rows(connection, select(matches.c.id)):
        found.matches[row["id"]] = {}
    for row in _rows(connection, select(match_games)):
        found.matches[row["match_id"]][row["number"]] = row["game_id"]
    return found


def _rows(connection: Connection, query: Select[Any]) -> Iterable[Any]:
    return connection.execute(query).mappings()
