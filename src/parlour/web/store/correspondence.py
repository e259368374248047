"""Running games with clocks: their deadlines, without replaying the games."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from parlour.errors import ParlourError
from parlour.play.game_clock import GameClock
from parlour.table.catalogue import specs
from parlour.web.common.game_registry import registered_game
from parlour.web.store import persons
from parlour.web.store.persons import Person
from parlour.web.store.schema import games, holders

MOST = 500  # games


@dataclass(frozen=True)
class Running:
    """A game whose clock runs; `owners` has (seat, browser), `people` the known owners by seat."""

    id: str
    game: str
    clock: GameClock
    owners: frozenset[tuple[int, str]]
    people: dict[int, Person]

    @property
    def title(self) -> str:
        """The game's title."""
        return title(self.game)


def title(game: str) -> str:
    """The title of a game, given its name with options."""
    spec = specs().get(game.partition(":")[0])
    return spec.title if spec else game


def running(
    connection: Connection, browsers: Collection[str], most: int | None = MOST
) -> list[Running]:
    """The running games with clocks in which one of the browsers has a seat."""
    mine = select(holders.c.game_id).where(holders.c.browser.in_(sorted(browsers)))
    timed = (
        select(games.c.id, games.c.game, games.c.clock, games.c.clock_events)
        .where(games.c.id.in_(mine), games.c.reason.is_(None), games.c.clock_events != "")
        .order_by(games.c.due)
        .limit(most)
    )
    rows = connection.execute(timed).mappings().all()
    owners: dict[str, set[tuple[int, str]]] = {row["id"]: set() for row in rows}
    sitting = select(holders).where(holders.c.game_id.in_(sorted(owners)))
    for row in connection.execute(sitting).mappings():
        owners[row["game_id"]].add((row["seat"], row["browser"]))
    people = persons.by_game(connection, owners)
    found = (_running(row, frozenset(owners[row["id"]]), people.get(row["id"], {})) for row in rows)
    return [game for game in found if game is not None]


def _running(
    row: Any, owners: frozenset[tuple[int, str]], seated: dict[int, Person]
) -> Running | None:
    """A running game; None if its rules are missing or it is damaged."""
    absences = {seat: person.absences for seat, person in seated.items()}
    try:
        seats = registered_game(row["game"]).seats
        clock = GameClock.of(row["clock"], row["clock_events"], seats, absences)
    except ParlourError:
        return None
    return Running(row["id"], row["game"], clock, owners, seated)
