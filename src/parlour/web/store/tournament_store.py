"""Tournaments in the database: settings, players, boards."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert, select, update

from parlour.play.game_in_progress import BOT
from parlour.web.store.game_store import Store
from parlour.web.store.schema import (
    games,
    seats,
    tournament_byes,
    tournament_games,
    tournament_players,
    tournaments,
)
from parlour.web.store.writer import Stale

T = TypeVar("T")

OPEN, RUNNING, OVER = "open", "running", "over"
Board = tuple[int, int, int]  # round, table, and the game's number in the meeting


@dataclass(frozen=True)
class StoredPlayer:
    """A person, with the digests of a browser and an address, or a bot; `first` to `byes`: rounds."""

    name: str
    player: str = ""
    browser: str = ""
    origin: str = ""
    first: int = 1
    last: int | None = None
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class StoredTournament:
    """A tournament; `games` has the ids of begun games by board, `ended` ends and scores by id.

    `bots`: who plays in the seats of bots, by game and seat, also those that replaced a player.
    """

    id: str
    title: str
    settings: dict[str, Any]
    clock: str
    owner: str
    state: str = OPEN
    players: tuple[StoredPlayer, ...] = ()
    games: dict[Board, str] = field(default_factory=dict)
    ended: dict[str, tuple[str, str]] = field(default_factory=dict)
    bots: dict[tuple[str, int], str] = field(default_factory=dict)

    @property
    def pairing(self) -> tuple[str, tuple[StoredPlayer, ...], int]:
        """All on which the next pairing depends beside results: state, players, and rounds paired."""
        return self.state, self.players, max((board[0] for board in self.games), default=0)


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
    row = {"tournament_id": tournament_id, "number": number, **vars(player)}
    del row["byes"]  # a table of its own
    return row


async def load(store: Store, tournament_id: str) -> StoredTournament | None:
    """The tournament with this id."""
    return await store.read(lambda connection: _load(connection, tournament_id))


def _load(connection: Connection, tournament_id: str) -> StoredTournament | None:
    here = tournaments.c.id == tournament_id
    row = connection.execute(select(tournaments).where(here)).mappings().first()
    if row is None:
        return None
    p, g, b = tournament_players.c, tournament_games.c, tournament_byes.c
    players = connection.execute(
        select(p.name, p.player, p.browser, p.origin, p.first, p.last)
        .where(p.tournament_id == tournament_id)
        .order_by(p.number)
    )
    asked = select(b.number, b.round).where(b.tournament_id == tournament_id).order_by(b.round)
    byes = connection.execute(asked).all()
    boards = connection.execute(
        select(g.round, g.board, g.number, g.game_id).where(g.tournament_id == tournament_id)
    ).all()
    ended = connection.execute(
        select(games.c.id, games.c.reason, games.c.scores)
        .join(tournament_games, g.game_id == games.c.id)
        .where(g.tournament_id == tournament_id, games.c.reason.is_not(None))
    )
    seated = connection.execute(
        select(seats.c.game_id, seats.c.seat, seats.c.player)
        .join(tournament_games, g.game_id == seats.c.game_id)
        .where(g.tournament_id == tournament_id, seats.c.kind == BOT)
    )
    return StoredTournament(
        row["id"],
        row["title"],
        json.loads(row["settings"]),
        row["clock"],
        row["owner"],
        row["state"],
        tuple(
            StoredPlayer(*one, tuple(bye.round for bye in byes if bye.number == number))
            for number, one in enumerate(players)
        ),
        {(place[0], place[1], place[2]): place[3] for place in boards},
        {e[0]: (e[1], e[2]) for e in ended},
        {(game_id, seat): player for game_id, seat, player in seated},
    )


async def _change(store: Store, before: StoredTournament, work: Callable[[Connection], T]) -> T:
    """Change a tournament; raises Stale if it was changed or paired since `before`.

    The row of the tournament is locked: servers that share the database take turns.
    """

    def locked(connection: Connection) -> T:
        here = select(tournaments.c.id).where(tournaments.c.id == before.id)
        connection.execute(here.with_for_update())
        now = _load(connection, before.id)
        if now is None or now.pairing != before.pairing:
            raise Stale
        return work(connection)

    return await store.write(locked)


async def add_player(store: Store, before: StoredTournament, player: StoredPlayer) -> None:
    """Add a player; raises Stale."""
    row = _row(before.id, len(before.players), player)
    await _change(store, before, lambda c: c.execute(insert(tournament_players), row))


async def withdraw_player(store: Store, before: StoredTournament, number: int, last: int) -> None:
    """Note a player's last round; raises Stale."""
    p = tournament_players.c
    here = (p.tournament_id == before.id) & (p.number == number)
    change = update(tournament_players).where(here).values(last=last)
    await _change(store, before, lambda connection: connection.execute(change))


async def set_bye(
    store: Store, before: StoredTournament, number: int, bye: int, wanted: bool
) -> None:
    """Note that a player wants a bye in a round, or no longer; raises Stale."""
    row = {"tournament_id": before.id, "number": number, "round": bye}

    def work(connection: Connection) -> None:
        connection.execute(delete(tournament_byes).filter_by(**row))
        if wanted:
            connection.execute(insert(tournament_byes), row)

    await _change(store, before, work)


async def set_state(store: Store, tournament_id: str, before: str, after: str) -> bool:
    """Start or end a tournament; whether it was in the state before."""
    here = (tournaments.c.id == tournament_id) & (tournaments.c.state == before)
    change = update(tournaments).where(here).values(state=after)
    return bool(await store.write(lambda connection: connection.execute(change).rowcount))


async def reserve(store: Store, before: StoredTournament, boards: Mapping[Board, str]) -> None:
    """Note the ids of boards before their games are created; raises Stale."""
    rows = [
        {
            "tournament_id": before.id,
            "round": round_number,
            "board": table,
            "number": number,
            "game_id": game_id,
        }
        for (round_number, table, number), game_id in boards.items()
    ]

    def work(connection: Connection) -> None:
        g = tournament_games.c
        noted = select(g.round, g.board, g.number).where(g.tournament_id == before.id)
        if any(place in boards for place in map(tuple, connection.execute(noted))):
            raise Stale  # by another server
        connection.execute(insert(tournament_games), rows)

    await _change(store, before, work)


async def running(store: Store) -> list[str]:
    """The ids of the tournaments that run."""
    query = select(tournaments.c.id).where(tournaments.c.state == RUNNING)
    return await store.read(lambda connection: list(connection.execute(query).scalars()))


async def of_game(store: Store, game_id: str) -> str | None:
    """The tournament of a game."""
    query = select(tournament_games.c.tournament_id).where(tournament_games.c.game_id == game_id)
    return await store.read(lambda connection: connection.execute(query).scalar())


async def of_browsers(
    store: Store, browsers: Collection[str], limit: int = 10
) -> list[tuple[str, str]]:
    """The ids and titles of the tournaments that browsers play in or organize, newest first."""
    p = tournament_players.c
    mine = tournaments.c.id.in_(select(p.tournament_id).where(p.browser.in_(browsers)))
    query = (
        select(tournaments.c.id, tournaments.c.title)
        .where(mine | tournaments.c.owner.in_(browsers))
        .order_by(tournaments.c.created.desc())
        .limit(limit)
    )
    return await store.read(lambda connection: [(r[0], r[1]) for r in connection.execute(query)])
