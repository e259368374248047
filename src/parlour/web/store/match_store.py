"""Matches in the database: their settings, sides and games."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field

from sqlalchemy import Connection, insert, select, update

from parlour.web.store.game_store import Store
from parlour.web.store.schema import games, match_games, match_holders, matches


@dataclass
class StoredMatch:
    """A match: a group's name or "", its settings, and a level or person and a name for each side.

    `games` has the ids of started games by number, `ended` the scores of finished ones.
    """

    id: str
    name: str
    settings: dict[str, object]
    sides: list[list[str]]
    owner: str
    clock: str = ""
    holders: set[tuple[int, str]] = field(
        default_factory=set
    )  # (side, digest of a browser's cookie)
    games: dict[int, str] = field(default_factory=dict)
    ended: dict[int, str] = field(default_factory=dict)


async def create(store: Store, stored: StoredMatch) -> None:
    """Save a new match."""
    row = {
        "id": stored.id,
        "name": stored.name,
        "settings": json.dumps(stored.settings),
        "sides": json.dumps(stored.sides),
        "owner": stored.owner,
        "clock": stored.clock,
        "created": time.time(),
    }

    def work(connection: Connection) -> None:
        connection.execute(insert(matches), row)
        for side, browser in stored.holders:
            _hold(connection, stored.id, side, browser)

    await store.write(work)


async def load(store: Store, match_id: str) -> StoredMatch | None:
    """The match with this id."""

    def work(connection: Connection) -> StoredMatch | None:
        query = select(matches).where(matches.c.id == match_id)
        row = connection.execute(query).mappings().first()
        if row is None:
            return None
        owners = select(match_holders.c.side, match_holders.c.browser)
        played = (
            select(match_games.c.number, games.c.id, games.c.reason, games.c.scores)
            .join(games, games.c.id == match_games.c.game_id)
            .where(match_games.c.match_id == match_id)
        )
        rows = connection.execute(played).all()
        return StoredMatch(
            row["id"],
            row["name"],
            json.loads(row["settings"]),
            json.loads(row["sides"]),
            row["owner"],
            row["clock"],
            {
                (h[0], h[1])
                for h in connection.execute(owners.where(match_holders.c.match_id == match_id))
            },
            {r[0]: r[1] for r in rows},
            {r[0]: r[3] for r in rows if r[2] is not None},
        )

    return await store.read(work)


async def begin(store: Store, match_id: str, number: int, game_id: str) -> str:
    """Save the game with this number; returns the existing one, if any."""

    def work(connection: Connection) -> str:
        here = (match_games.c.match_id == match_id) & (match_games.c.number == number)
        there = connection.execute(select(match_games.c.game_id).where(here)).scalar()
        if there is None:
            row = {"match_id": match_id, "number": number, "game_id": game_id}
            connection.execute(insert(match_games), row)
        return there or game_id

    return await store.write(work)


async def sit_down(store: Store, match_id: str, side: int, browser: str) -> None:
    """Let a browser play for a side."""
    await store.write(lambda connection: _hold(connection, match_id, side, browser))


def forget_name(connection: Connection, match_id: str, side: int) -> None:
    """Take away the name of a side."""
    here = matches.c.id == match_id
    sides = json.loads(connection.execute(select(matches.c.sides).where(here)).scalar_one())
    sides[side][1] = ""
    connection.execute(update(matches).where(here).values(sides=json.dumps(sides)))


async def of_game(store: Store, game_id: str) -> tuple[str, int] | None:
    """The match of a game, and the game's number in it."""
    query = select(match_games.c.match_id, match_games.c.number).where(
        match_games.c.game_id == game_id
    )

    def work(connection: Connection) -> tuple[str, int] | None:
        row = connection.execute(query).first()
        return None if row is None else (row[0], row[1])

    return await store.read(work)


async def of_browser(store: Store, browser: str, limit: int = 6) -> list[tuple[str, str]]:
    """The ids and names of the matches in which a browser plays, the latest first."""
    query = (
        select(matches.c.id, matches.c.name, matches.c.settings)
        .where(
            matches.c.id.in_(
                select(match_holders.c.match_id).where(match_holders.c.browser == browser)
            )
        )
        .order_by(matches.c.created.desc())
        .limit(limit)
    )

    def work(connection: Connection) -> list[tuple[str, str]]:
        return [(r[0], r[1] or _title(json.loads(r[2]))) for r in connection.execute(query)]

    return await store.read(work)


def _title(settings: dict[str, object]) -> str:
    return f"{settings['games']} games of {settings['game']}"


def _hold(connection: Connection, match_id: str, side: int, browser: str) -> None:
    row = {"match_id": match_id, "side": side, "browser": browser}
    here = [match_holders.c[name] == value for name, value in row.items()]
    if connection.execute(select(match_holders.c.side).where(*here)).first() is None:
        connection.execute(insert(match_holders), row)
