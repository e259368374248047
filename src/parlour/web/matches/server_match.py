"""Matches on the server: two sides, people or bots, who play the games of a group."""

from __future__ import annotations

import asyncio

from parlour.errors import BadMatch
from parlour.matches import Match, shipped
from parlour.matches import match as find_match
from parlour.matches.fixture import AHEAD
from parlour.matches.recorded import tags, with_result
from parlour.play.game_clock import canonical_clock
from parlour.play.saved_game import read_scores
from parlour.records import Tree
from parlour.web.common.game_registry import known_game
from parlour.web.common.secrets import derived, new_name
from parlour.web.http.error_responses import Refused
from parlour.web.matches import match_store
from parlour.web.matches.match_store import KeptMatch
from parlour.web.play.game_record import record_of
from parlour.web.play.room import Room
from parlour.web.play.rooms import HERE, LINK, GameRequest, Rooms

NEUTRAL = "3"  # the level of those who play for neither side
MOST = 20  # games of one match here


class StoredMatch:
    """A stored match with its results; `trouble` describes results that it cannot take."""

    def __init__(self, kept: KeptMatch, held: Match, trouble: str) -> None:
        self.kept, self.match, self.trouble = kept, held, trouble

    def names(self) -> list[str]:
        """What the sides are called."""
        return [
            name or (f"bot, level {who}" if who.isdecimal() else f"side {side + 1}")
            for side, (who, name) in enumerate(self.kept.sides)
        ]

    def held_by(self, browser: str) -> set[int]:
        """The sides for which a browser plays."""
        return {side for side, other in self.kept.holders if other == browser}


async def create(
    rooms: Rooms,
    name: str,
    settings: dict[str, object],
    sides: list[list[str]],
    clock: str,
    browser: str,
) -> str:
    """Begin a match, whose id it returns. Raises ParlourError."""
    if name and name not in shipped():
        raise BadMatch(f"there is no group {name:.60}: there are {', '.join(shipped())}")
    held = await asyncio.to_thread(_match, name, settings)
    if len(held.games) > MOST:
        raise BadMatch(f"a match here has at most {MOST} games")
    for fixture in held.group.fixtures if clock else ():
        canonical_clock(clock, fixture.contest.game)
    for who, _ in sides:
        if who not in (HERE, LINK) and not who.isdecimal():
            raise Refused(422, "bad-sides", f"{who:.20}: a side is {HERE}, {LINK} or a level.")
    if all(who.isdecimal() for who, _ in sides):
        raise Refused(422, "bad-sides", "A match of bots is a tournament: parlour tournament.")
    holders = {(side, browser) for side, (who, _) in enumerate(sides) if who == HERE}
    kept = KeptMatch(new_name(), name, settings, sides, browser, clock, holders)
    await match_store.create(rooms.store, kept)
    return kept.id


def _match(name: str, settings: dict[str, object]) -> Match:
    """The match before its first result. Raises ParlourError; games in files are not allowed."""
    if not name:
        settings = settings | {"game": known_game(str(settings.get("game", "")))}
    elif any("." in str(value) or "/" in str(value) for value in settings.values()):
        raise BadMatch("a setting is a word or a game that is known here")
    return find_match(name or None, **settings)


async def find(rooms: Rooms, match_id: str) -> StoredMatch:
    """The match as it stands; raises Refused if there is none."""
    kept = await match_store.load(rooms.store, match_id)
    if kept is None:
        raise Refused(404, "no-such-match", "There is no such match.")
    held, trouble = await asyncio.to_thread(_match, kept.name, kept.settings), ""
    for number, scores in sorted(kept.ended.items()):
        try:
            held = await _with_result(rooms, kept, held, number, scores)
        except BadMatch as error:
            trouble = f"Game {number} does not count: {error}"
    return StoredMatch(kept, held, trouble)


async def _with_result(
    rooms: Rooms, kept: KeptMatch, held: Match, number: int, scores: str
) -> Match:
    try:
        row = read_scores(scores)
    except ValueError as error:
        raise BadMatch(str(error)) from error
    fixture = next((f for f in held.fixtures if f.number == number), None)
    if fixture is None or fixture.contest.by != AHEAD:
        return held.result(number, row)
    room = await rooms.find(kept.games[number])
    return with_result(held, number, row, room.game.position.state)


async def begin(rooms: Rooms, table: StoredMatch, number: int, client: str) -> str:
    """Begin a game of the match, or find the one that was begun; its id. Raises Refused, ParlourError."""
    kept = table.kept
    if number in kept.games:
        return kept.games[number]
    fixture = next((f for f in table.match.fixtures if f.number == number), None)
    if fixture is None or table.match.outcome is not None:
        raise Refused(404, "no-such-game", "There is no such game in this match.")
    sides = fixture.contest.sides
    texts = tuple(NEUTRAL if side is None else _seat_text(kept.sides[side][0]) for side in sides)
    holders = {(seat, b) for seat, side in enumerate(sides) for s, b in kept.holders if s == side}
    wanted = GameRequest(fixture.contest.game.name, texts, None, "", client, kept.clock)
    room = await rooms.create(wanted, kept.owner, holders)
    return await match_store.begin(rooms.store, kept.id, number, room.id)


def _seat_text(who: str) -> str:
    return who if who.isdecimal() else LINK


def side_secret(rooms: Rooms, match_id: str, side: int) -> str:
    """The secret of a side's link."""
    return derived(rooms.store.key, f"match/{match_id}/{side}")


async def join(rooms: Rooms, table: StoredMatch, side: int, browser: str) -> None:
    """A browser plays for a side, in the games that were begun too."""
    await match_store.sit_down(rooms.store, table.kept.id, side, browser)
    for number, game_id in table.kept.games.items():
        room = await rooms.find(game_id)
        fixture = next(f for f in table.match.fixtures if f.number == number)
        for seat, of in enumerate(fixture.contest.sides):
            if of == side:
                await room.sit_down(seat, browser, "")


async def record(rooms: Rooms, table: StoredMatch) -> str:
    """The whole match as one file: the records of the games that were begun."""
    trees: list[Tree] = []
    for number, game_id in sorted(table.kept.games.items()):
        room: Room = await rooms.find(game_id)
        try:
            tree = record_of(room)
        except Refused:  # where information is hidden, when it is over
            continue
        tree.tags.update(tags(table.kept.name, table.kept.settings, number))
        trees.append(tree)
    return await asyncio.to_thread(lambda: "\n".join(tree.write().text for tree in trees))
