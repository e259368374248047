"""Ratings of named people and of bots, for each game and its options.

A person or a bot is known by a key of its kind and id, never by a name, which anybody may choose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from sqlalchemy import Connection, select

from parlour.errors import MissingExtra
from parlour.play.game_in_progress import BOT, PERSON
from parlour.play.saved_game import read_scores
from parlour.tournaments.ratings import Rating, bradley_terry, many
from parlour.web.common.heavy_work import run_heavy
from parlour.web.http.page_templates import option_words, page
from parlour.web.play.dependencies import rooms_of
from parlour.web.store.correspondence import title
from parlour.web.store.schema import games, holders, persons, rated, seats

router = APIRouter(prefix="/ratings", include_in_schema=False)

MOST = 20_000  # newest rated games
FORMER = "former player"


@dataclass(frozen=True)
class RatedGame:
    """A finished rated game: the keys of the players and the scores, by seat.

    It is `marked` if two of its people seem to have played on one machine.
    """

    game: str
    who: tuple[str, ...]
    scores: tuple[Fraction, ...]
    marked: bool = False


def bot_key(player: str) -> str:
    """The key of a bot, by its player's text."""
    return f"{BOT}:{player}"


def person_key(person_id: str) -> str:
    """The key of a person."""
    return f"{PERSON}:{person_id}"


@router.get("")
async def show(request: Request) -> HTMLResponse:
    rated_games, names = await rooms_of(request).store.read(
        lambda connection: (_rated_games(connection), _names(connection))
    )
    tables = await run_heavy(
        lambda: [_table(name, rows, names) for name, rows in _by_game(rated_games)]
    )
    return page(request, "ratings.html", tables=tables)


def _by_game(rated_games: Iterable[RatedGame]) -> list[tuple[str, list[RatedGame]]]:
    """The rated games by game and options, the most played first."""
    groups: dict[str, list[RatedGame]] = {}
    for game in rated_games:
        groups.setdefault(game.game, []).append(game)
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def _table(name: str, played: Sequence[RatedGame], names: Mapping[str, str]) -> dict[str, object]:
    """The table of a game for the page."""
    marked = Counter(who for game in played if game.marked for who in game.who)
    rated_as = [(_display_name(who, names), who, r) for who, r in ratings(played).items()]
    rows = [
        {"name": name, "rating": rating, "marked": marked[who]}
        for name, who, rating in sorted(rated_as, key=lambda row: (-row[2].elo, row[0]))
    ]
    return {
        "title": title(name),
        "options": option_words(name.partition(":")[2]),
        "rows": rows,
        "marked": bool(marked),
    }


def _display_name(key: str, names: Mapping[str, str]) -> str:
    kind, _, player = key.partition(":")
    if kind == BOT:
        return f"bot, level {player}" if player.isdecimal() else f"bot, {player}"
    return names.get(player) or FORMER


def ratings(played: Sequence[RatedGame]) -> dict[str, Rating]:
    """Ratings for one game, by key: Bradley-Terry for two players, openskill for more.

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
    keys = sorted({who for game in played for who in game.who})
    place = {key: n for n, key in enumerate(keys)}
    levels = {key: level for key in keys if (level := _level(key)) is not None}
    lowest = min(levels, key=levels.__getitem__, default=None)
    elos = bradley_terry(
        len(keys),
        [(place[g.who[0]], place[g.who[1]], _share(g.scores)) for g in played],
        None if lowest is None else place[lowest],
    )
    return dict(zip(keys, elos, strict=True))


def _level(key: str) -> int | None:
    """The level of a bot that has one."""
    kind, _, player = key.partition(":")
    return int(player) if kind == BOT and player.isdecimal() else None


def _share(scores: Sequence[Fraction]) -> float:
    """The first player's score from 0 to 1; other points only decide who won."""
    one, other = scores
    if one + other == 1 and 0 <= one <= 1:
        return float(one)
    return 0.5 if one == other else float(one > other)


def _names(connection: Connection) -> dict[str, str]:
    """The names of all people, by id."""
    return {row.id: row.name for row in connection.execute(select(persons.c.id, persons.c.name))}


def _rated_games(connection: Connection) -> list[RatedGame]:
    """Finished rated games in which all players are bots or different people who sat down."""
    over = (
        select(games.c.id, games.c.game, games.c.scores)
        .join(rated, rated.c.game_id == games.c.id)
        .where(games.c.reason.is_not(None), games.c.scores.is_not(None))
        .order_by(games.c.updated.desc())
        .limit(MOST)
    )
    rows = connection.execute(over).all()
    ids = select(rated.c.game_id)
    sitting: dict[str, list[Any]] = {}
    for row in connection.execute(
        select(seats).where(seats.c.game_id.in_(ids)).order_by(seats.c.seat)
    ).mappings():
        sitting.setdefault(row["game_id"], []).append(row)
    shared = _games_of_one_browser(connection)
    rated_games = []
    for game_id, name, scores in rows:
        who = tuple(_key(row) for row in sitting[game_id])
        if all(who) and len(set(who)) == len(who):
            marked = game_id in shared or _have_one_origin(sitting[game_id])
            with suppress(ValueError):  # the scores are damaged
                rated_games.append(RatedGame(name, who, read_scores(scores), marked))
    return rated_games


def _key(seat: Any) -> str:
    """The key of the player in a seat; empty if nobody sat down."""
    if seat["kind"] == BOT:
        return bot_key(seat["player"])
    return person_key(seat["person"]) if seat["person"] else ""


def _have_one_origin(rows: Iterable[Any]) -> bool:
    """Whether two people sat down from the same address."""
    found = [row["origin"] for row in rows if row["kind"] == PERSON and row["origin"]]
    return len(set(found)) < len(found)


def _games_of_one_browser(connection: Connection) -> set[str]:
    """The rated games in which one browser has several seats."""
    held = select(holders.c.game_id, holders.c.browser, holders.c.seat).where(
        holders.c.game_id.in_(select(rated.c.game_id))
    )
    count = Counter((row[0], row[1]) for row in connection.execute(held))
    return {game_id for (game_id, _), seats_held in count.items() if seats_held > 1}
