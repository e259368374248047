"""Tournaments in the database: settings, players, boards."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from parlour.web.store.game_store import Store
from parlour.web.store.schema import (
    games,
    tournament_games,
    tournament_players,
    tournaments,
)

OPEN, RUNNING, OVER = "open", "running", "over"
Board = tuple[int, int, int]  # round, table, and the game's number in the meeting


@dataclass(frozen=True)
class StoredPlayer:
    """A person, with the digest of a browser, or a bot; `first` and `last`: rounds."""

    name: str
    player: str = ""
    browser: str = ""
    first: int = 1
    last: int | None = None


@dataclass(frozen=True)
class StoredTournament:
    """A tournament; `games` has the ids of begun games by board, `ended` ends and scores by id."""

    id: str
    title: str
    settings: dict[str, Any]
    clock: str
    owner: str
    state: str = OPEN
    players: tuple[StoredPlayer, ...] = ()
    games: dict[Board, str] = field(default_factory=dict)
    ended: dict[str, tuple[str, str]] = field(default_factory=dict)


async def create(store: Store, stored: StoredTournament) -> None:
    """Save a new tournament with its first players."""

    def work(connection: Connection) -> None:
        row = {
            "id": stored.id,
            "title": stored.title,
            "settings": json.dumps(stored.settings),
            "clock": stored.clock,
            "owner": stored.owner,
            "created": time.time(),
            "state": stored.state,
        }
        connection.execute(insert(tournaments), row)
        for number, player in enumerate(stored.players):
            connection.execute(insert(tournament_players), _row(stored.id, number, player))

    await store.write(work)


def _row(tournament_id: str, number: int, player: StoredPlayer) -> dict[str, Any]:
    return {"tournament_id": tournament_id, "number": number, **vars(player)}


async def load(store: Store, tournament_id: str) -> StoredTournament | None:
    """The tournament with this id."""
    return await store.read(lambda connection: _load(connection, tournament_id))


def _load(connection: Connection, tournament_id: str) -> StoredTournament | None:
    here = tournaments.c.id == tournament_id
    row = connection.execute(select(tournaments).where(here)).mappings().first()
    if row is None:
        return None
    p, g = tournament_players.c, tournament_games.c
    players = connection.execute(
        select(p.name, p.player, p.browser, p.first, p.last)
        .where(p.tournament_id == tournament_id)
        .order_by(p.number)
    )
    boards = connection.execute(
        select(g.round, g.board, g.number, g.game_id).where(g.tournament_id == tournament_id)
    ).all()
    ended = connection.execute(
        select(games.c.id, games.c.reason, games.c.scores)
        .join(tournament_games, g.game_id == games.c.id)
        .where(g.tournament_id == tournament_id, games.c.reason.is_not(None))
    )
    return StoredTournament(
        row["id"],
        row["title"],
        json.loads(row["settings"]),
        row["clock"],
        row["owner"],
        row["state"],
        tuple(StoredPlayer(*one) for one in players),
        {(b[0], b[1], b[2]): b[3] for b in boards},
        {e[0]: (e[1], e[2]) for e in ended},
    )


async def add_player(store: Store, tournament_id: str, player: StoredPlayer) -> int:
    """Add a player, unless the browser plays already; returns the number."""

    def work(connection: Connection) -> int:
        p = tournament_players.c
        here = p.tournament_id == tournament_id
        same = select(p.number).where(here, p.browser == player.browser, p.browser != "")
        there = connection.execute(same).scalar()
        if there is not None:
            return int(there)
        number = connection.execute(
            select(func.count()).select_from(tournament_players).where(here)
        ).scalar_one()
        connection.execute(insert(tournament_players), _row(tournament_id, number, player))
        return int(number)

    return await store.write(work)


async def change_player(
    store: Store, tournament_id: str, number: int, **columns: int | str | None
) -> None:
    """Change a player's columns: the last round of one who withdraws, or the browser."""
    p = tournament_players.c
    here = (p.tournament_id == tournament_id) & (p.number == number)
    change = update(tournament_players).where(here).values(**columns)
    await store.write(lambda connection: connection.execute(change))


async def set_state(store: Store, tournament_id: str, before: str, after: str) -> bool:
    """Start or end a tournament; whether it was in the state before."""
    here = (tournaments.c.id == tournament_id) & (tournaments.c.state == before)
    change = update(tournaments).where(here).values(state=after)
    return bool(await store.write(lambda connection: connection.execute(change).rowcount))


async def reserve(store: Store, tournament_id: str, board: Board, game_id: str) -> str:
    """Note the id of a board's game before it is created; returns the one noted first."""

    def work(connection: Connection) -> str:
        g = tournament_games.c
        round_number, table, number = board
        here = (g.tournament_id == tournament_id) & (g.round == round_number)
        place = here & (g.board == table) & (g.number == number)
        there = connection.execute(select(g.game_id).where(place)).scalar()
        if there is None:
            row = {
                "tournament_id": tournament_id,
                "round": round_number,
                "board": table,
                "number": number,
                "game_id": game_id,
            }
            connection.execute(insert(tournament_games), row)
        return str(there or game_id)

    return await store.write(work)


async def running(store: Store) -> list[str]:
    """The ids of the tournaments that run."""
    query = select(tournaments.c.id).where(tournaments.c.state == RUNNING)
    return await store.read(lambda connection: list(connection.execute(query).scalars()))


async def of_game(store: Store, game_id: str) -> str | None:
    """The tournament of a game."""
    query = select(tournament_games.c.tournament_id).where(tournament_games.c.game_id == game_id)
    return await store.read(lambda connection: connection.execute(query).scalar())


async def of_browser(store: Store, browser: str, limit: int = 10) -> list[tuple[str, str]]:
    """The ids and titles of the tournaments that a browser plays in or organizes, newest first."""
    p = tournament_players.c
    mine = tournaments.c.id.in_(select(p.tournament_id).where(p.browser == browser))
    query = (
        select(tournaments.c.id, tournaments.c.title)
        .where(mine | (tournaments.c.owner == browser))
        .order_by(tournaments.c.created.desc())
        .limit(limit)
    )
    return await store.read(lambda connection: [(r[0], r[1]) for r in connection.execute(query)])
