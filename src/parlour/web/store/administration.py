"""What administrators do with people and games, and people with what is theirs.

Each function works in a transaction. It counts changed games as new versions, so that a running
server reloads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from parlour.errors import ParlourError
from parlour.web.common.person_names import check_name, skeleton
from parlour.web.store import audit, person_store
from parlour.web.store.game_store import count_change, delete_game
from parlour.web.store.match_store import forget_name
from parlour.web.store.persons import Person, browsers_of, person_of
from parlour.web.store.renewals import renew
from parlour.web.store.schema import (
    chat,
    collections,
    games,
    holders,
    match_games,
    match_holders,
    matches,
    passkeys,
    person_browsers,
    persons,
    rated,
    seats,
    studies,
    study_editors,
    tournament_games,
    tournament_players,
    tournaments,
)
from parlour.web.store.stored_collections import delete_collection
from parlour.web.studies import study_store

DELETED = "(deleted)"  # in place of a deleted person's chat messages


class NotFound(ParlourError):
    """There is no such person or game, or several are meant."""


@dataclass(frozen=True)
class PersonSummary:
    """A person with the numbers of browsers, games, and finished rated games."""

    person: Person
    browsers: int
    games: int
    rated: int


def people(connection: Connection, search: str = "") -> list[PersonSummary]:
    """All people, or those whose names look as if they contained a text, by name."""
    rows = connection.execute(select(persons).order_by(persons.c.name, persons.c.id)).mappings()
    found = (person_of(row) for row in rows)
    wanted = skeleton(search)
    return [
        summary(connection, person)
        for person in found
        if not wanted or wanted in skeleton(person.name)
    ]


def summary(connection: Connection, person: Person) -> PersonSummary:
    """A person with numbers."""
    mine = select(seats.c.game_id).where(seats.c.person == person.id)
    over = select(games.c.id).where(games.c.reason.is_not(None))

    def count(table: object, *conditions: object) -> int:
        query = select(func.count()).select_from(table).where(*conditions)  # type: ignore[arg-type]
        return int(connection.execute(query).scalar_one())

    return PersonSummary(
        person,
        count(person_browsers, person_browsers.c.person_id == person.id),
        count(games, games.c.id.in_(mine)),
        count(rated, rated.c.game_id.in_(mine), rated.c.game_id.in_(over)),
    )


def find_person(connection: Connection, who: str) -> Person:
    """The person with this id or name; raises NotFound."""
    query = select(persons).where((persons.c.id == who) | (persons.c.folded == skeleton(who)))
    rows = connection.execute(query).mappings().all()
    exact = [row for row in rows if row["id"] == who] or rows
    if not exact:
        raise NotFound(f"there is nobody with the name or id {who:.60}: see parlour people list")
    return person_of(exact[0])


def rename(connection: Connection, actor: str, person: Person, name: str) -> Person:
    """Give a person another name, also in their games; raises BadName, BadPerson."""
    new = replace(person, name=check_name(name))
    person_store.save(connection, new)
    here = (seats.c.person == person.id) & (seats.c.name == person.name)
    for game_id in connection.execute(select(seats.c.game_id).where(here)).scalars().all():
        count_change(connection, game_id)
    connection.execute(update(seats).where(here).values(name=new.name))
    audit.note(connection, actor, "rename", person.id, f"{person.name} → {new.name}")
    return new


def sign_out(connection: Connection, person_id: str, keep: str) -> int:
    """Take a person from all browsers but `keep`, which gets all that is the person's.

    Returns how many. What a browser had before it was the person's stays there.
    """
    study_store.count_changes_of(connection, [person_id])
    others = [browser for browser in browsers_of(connection, person_id) if browser != keep]
    for game_id, seat in _seats_of(connection, person_id, others):
        here = (holders.c.game_id == game_id) & (holders.c.seat == seat)
        connection.execute(delete(holders).where(here, holders.c.browser.in_([*others, keep])))
        row = {"game_id": game_id, "seat": seat, "browser": keep}
        connection.execute(insert(holders), row)
        count_change(connection, game_id)
    for match_id, side in connection.execute(_match_sides_of(others)).all():
        here = (match_holders.c.match_id == match_id) & (match_holders.c.side == side)
        gone = match_holders.c.browser.in_([*others, keep])
        connection.execute(delete(match_holders).where(here, gone))
        row = {"match_id": match_id, "side": side, "browser": keep}
        connection.execute(insert(match_holders), row)
    for table in (matches, tournaments):
        connection.execute(update(table).where(table.c.owner.in_(others)).values(owner=keep))
    entered = update(tournament_players).where(tournament_players.c.browser.in_(others))
    connection.execute(entered.values(browser=keep))
    for table in (studies, collections):
        own = update(table).where(table.c.owner.in_(others), table.c.person == person_id)
        connection.execute(own.values(owner=keep))
    study_store.move_editors(connection, others, keep)
    connection.execute(delete(person_browsers).where(person_browsers.c.browser.in_(others)))
    renew(connection, person_store.link_purpose(person_id))
    audit.note(connection, person_id, "sign out", person_id, f"{len(others)} browsers")
    return len(others)


def remove_person(
    connection: Connection, actor: str, person: Person, browsers: Sequence[str]
) -> None:
    """Remove a person with studies and collections, also those of `browsers` and their invitations.

    Games with others and rated results stay, without the person's name and words.
    """
    mine = browsers_of(connection, person.id)
    for game_id, seat in _seats_of(connection, person.id):
        here = (chat.c.game_id == game_id) & (chat.c.seat == seat)
        connection.execute(update(chat).where(here).values(text=DELETED))
        _leave_game(connection, game_id, seat, person.id, mine)
    sat = seats.c.person == person.id
    running = select(games.c.id).where(games.c.reason.is_(None))
    connection.execute(update(seats).where(sat).values(name="", origin=None))
    connection.execute(update(seats).where(sat, seats.c.game_id.in_(running)).values(person=None))
    owned = studies.c.owner.in_(browsers) | (studies.c.person == person.id)
    for study_id in connection.execute(select(studies.c.id).where(owned)).scalars().all():
        study_store.delete_study(connection, study_id)
    for collection_id in collections_of(connection, person.id, browsers):
        delete_collection(connection, collection_id)
    for row in connection.execute(_match_sides_of(browsers)).all():
        forget_name(connection, row.match_id, row.side)
    for table in (study_editors, match_holders):
        connection.execute(delete(table).where(table.c.browser.in_(browsers)))
    entered = update(tournament_players).where(tournament_players.c.browser.in_(browsers))
    connection.execute(entered.values(browser="", name="(removed)"))
    for owned_by in (person_browsers, passkeys):
        connection.execute(delete(owned_by).where(owned_by.c.person_id == person.id))
    connection.execute(delete(persons).where(persons.c.id == person.id))
    audit.note(connection, actor, "remove", person.id)


def collections_of(
    connection: Connection, person_id: str, browsers: Sequence[str]
) -> Sequence[str]:
    """The ids of the collections of a person and of some browsers."""
    owned = collections.c.owner.in_(browsers) | (collections.c.person == person_id)
    return connection.execute(select(collections.c.id).where(owned)).scalars().all()


def _match_sides_of(browsers: Sequence[str]) -> Select[Any]:
    c = match_holders.c
    return select(c.match_id, c.side).where(c.browser.in_(browsers)).distinct()


def _seats_of(
    connection: Connection, person_id: str, browsers: Sequence[str] | None = None
) -> list[tuple[str, int]]:
    """The seats in which a person sits, perhaps only those that one of these browsers holds."""
    query = select(seats.c.game_id, seats.c.seat).where(seats.c.person == person_id).distinct()
    if browsers is not None:
        same = (holders.c.game_id == seats.c.game_id) & (holders.c.seat == seats.c.seat)
        query = query.join(holders, same).where(holders.c.browser.in_(browsers))
    return [(row.game_id, row.seat) for row in connection.execute(query)]


def _leave_game(
    connection: Connection, game_id: str, seat: int, person_id: str, browsers: Sequence[str]
) -> None:
    """Take browsers out of a seat; a game without other people, rating or match is deleted."""
    here = (holders.c.game_id == game_id) & holders.c.browser.in_(browsers)
    connection.execute(delete(holders).where(here, holders.c.seat == seat))
    count_change(connection, game_id)
    held = connection.execute(select(holders.c.seat).where(holders.c.game_id == game_id)).first()
    others = seats.c.person.is_not(None) & (seats.c.person != person_id)
    named = connection.execute(
        select(seats.c.seat).where(seats.c.game_id == game_id, others)
    ).first()
    if held is None and named is None and not _is_counted(connection, game_id):
        delete_game(connection, game_id)


def _is_counted(connection: Connection, game_id: str) -> bool:
    """Whether a game is rated or belongs to a match or tournament."""
    return any(
        connection.execute(select(table.c.game_id).where(table.c.game_id == game_id)).first()
        for table in (rated, match_games, tournament_games)
    )


# -- games -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StoredGameRow:
    """A stored game: when it began and changed, in seconds since 1970, its end, and its players."""

    id: str
    game: str
    created: float
    updated: float
    reason: str | None
    players: tuple[str, ...]


def stored_games(connection: Connection, most: int) -> list[StoredGameRow]:
    """The newest games."""
    query = select(games.c.id).order_by(games.c.created.desc()).limit(most)
    return [find_game(connection, game_id) for game_id in connection.execute(query).scalars().all()]


def find_game(connection: Connection, game_id: str) -> StoredGameRow:
    """The stored game with this id; raises NotFound."""
    row = connection.execute(select(games).where(games.c.id == game_id)).mappings().first()
    if row is None:
        raise NotFound(f"there is no game {game_id:.60}: see parlour games stored")
    sitting = select(seats).where(seats.c.game_id == game_id).order_by(seats.c.seat)
    players = tuple(
        seat["name"] or (f"bot {seat['player']}" if seat["player"] else "person")
        for seat in connection.execute(sitting).mappings()
    )
    return StoredGameRow(
        game_id, row["game"], row["created"], row["updated"], row["reason"], players
    )


def remove_game(connection: Connection, actor: str, game_id: str) -> None:
    """Delete a game for everybody; raises NotFound, also for a game of a match."""
    found = find_game(connection, game_id)
    query = select(match_games.c.match_id).where(match_games.c.game_id == game_id)
    match = connection.execute(query).scalar()
    if match is not None:
        raise NotFound(f"{game_id} belongs to the match {match} and cannot be removed")
    query = select(tournament_games.c.tournament_id).where(tournament_games.c.game_id == game_id)
    tournament = connection.execute(query).scalar()
    if tournament is not None:
        raise NotFound(f"{game_id} belongs to the tournament {tournament} and cannot be removed")
    connection.execute(delete(rated).where(rated.c.game_id == game_id))
    delete_game(connection, game_id)
    audit.note(
        connection, actor, "remove game", game_id, f"{found.game}: {', '.join(found.players)}"
    )
