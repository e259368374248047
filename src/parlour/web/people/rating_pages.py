"""Ratings of named people and of bots, for each game and its options."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from sqlalchemy import Connection, select

from parlour.errors import MissingExtra
from parlour.play.game_in_progress import BOT
from parlour.play.saved_game import read_scores
from parlour.tournaments.ratings import Rating, bradley_terry, many
from parlour.web.http.page_templates import option_words, page
from parlour.web.play.dependencies import rooms_of
from parlour.web.store import persons
from parlour.web.store.correspondence import title
from parlour.web.store.schema import games, holders, rated, seats

router = APIRouter(prefix="/ratings", include_in_schema=False)

MOST = 20_000  # newest rated games
LEVEL = "bot, level "


@dataclass(frozen=True)
class RatedGame:
    """A finished rated game: the names of the players and the scores, by seat."""

    game: str
    who: tuple[str, ...]
    scores: tuple[Fraction, ...]


@router.get("")
async def show(request: Request) -> HTMLResponse:
    rated_games = await rooms_of(request).store.read(_rated_games)
    tables = await asyncio.to_thread(
        lambda: [_table(name, rows) for name, rows in _by_game(rated_games)]
    )
    return page(request, "ratings.html", tables=tables)


def _by_game(rated_games: Iterable[RatedGame]) -> list[tuple[str, list[RatedGame]]]:
    """The rated games by game and options, the most played first."""
    groups: dict[str, list[RatedGame]] = {}
    for game in rated_games:
        groups.setdefault(game.game, []).append(game)
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def _table(name: str, played: Sequence[RatedGame]) -> dict[str, object]:
    """The table of a game for the page."""
    rows = sorted(ratings(played).items(), key=lambda row: (-row[1].elo, row[0]))
    return {"title": title(name), "options": option_words(name.partition(":")[2]), "rows": rows}


def ratings(played: Sequence[RatedGame]) -> dict[str, Rating]:
    """Ratings for one game: Bradley-Terry for two players, openskill for more.

    For two players they are in Elo, relative to the lowest bot level that played, or to the mean of the
    table without bots.
    """
    if any(len(game.who) != 2 for game in played):
        try:
            return many(
                [([[who] for who in game.who], [float(s) for s in game.scores]) for game in played]
            )
        except MissingExtra:
            return {}
    names = sorted({who for game in played for who in game.who})
    place = {name: n for n, name in enumerate(names)}
    levels = [name for name in names if name.startswith(LEVEL)]
    lowest = min(levels, key=lambda name: int(name.removeprefix(LEVEL)), default=None)
    elos = bradley_terry(
        len(names),
        [(place[g.who[0]], place[g.who[1]], _share(g.scores)) for g in played],
        None if lowest is None else place[lowest],
    )
    return dict(zip(names, elos, strict=True))


def bot_name(player: str) -> str:
    """A bot's name in the tables."""
    return f"{LEVEL}{player}" if player.isdecimal() else f"bot, {player}"


def _share(scores: Sequence[Fraction]) -> float:
    """The first player's score from 0 to 1; other points only decide who won."""
    one, other = scores
    if one + other == 1 and 0 <= one <= 1:
        return float(one)
    return 0.5 if one == other else float(one > other)


def _rated_games(connection: Connection) -> list[RatedGame]:
    """Finished rated games in which all players are bots or different named people."""
    over = (
        select(games.c.id, games.c.game, games.c.scores)
        .join(rated, rated.c.game_id == games.c.id)
        .where(games.c.reason.is_not(None), games.c.scores.is_not(None))
        .order_by(games.c.updated.desc())
        .limit(MOST)
    )
    rows = connection.execute(over).all()
    ids = select(rated.c.game_id)
    owners: dict[str, set[tuple[int, str]]] = {}
    for game_id, seat, browser in connection.execute(
        select(holders).where(holders.c.game_id.in_(ids))
    ):
        owners.setdefault(game_id, set()).add((seat, browser))
    bots: dict[str, dict[int, str]] = {}
    for row in connection.execute(select(seats).where(seats.c.game_id.in_(ids))).mappings():
        named = bot_name(row["player"]) if row["kind"] == BOT else ""
        bots.setdefault(row["game_id"], {})[row["seat"]] = named
    people = persons.by_browser(connection, (b for rows in owners.values() for _, b in rows))
    rated_games = []
    for game_id, name, scores in rows:
        sitting = persons.by_seat(people, owners.get(game_id, ()))
        who = tuple(
            bot or (sitting[seat].name if seat in sitting else "")
            for seat, bot in sorted(bots[game_id].items())
        )
        if all(who) and len(set(who)) == len(who):
            with suppress(ValueError):  # the scores are damaged
                rated_games.append(RatedGame(name, who, read_scores(scores)))
    return rated_games
