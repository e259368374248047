"""Matches on the server: two sides, people or bots, play the games of a group."""

from __future__ import annotations

import asyncio
from functools import cache

from parlour.errors import BadMatch
from parlour.matches import Match, shipped
from parlour.matches import match as find_match
from parlour.matches.fixture import AHEAD
from parlour.matches.group_file import read_group, refuse_files
from parlour.matches.recorded import OLD_SEED, tags, with_result
from parlour.play.game_clock import canonical_clock
from parlour.play.saved_game import read_scores
from parlour.records import Tree
from parlour.web.common.game_registry import registered_game
from parlour.web.common.secrets import new_name
from parlour.web.http.error_responses import Refused
from parlour.web.play.game_record import record_of
from parlour.web.play.room import Room
from parlour.web.play.rooms import HERE, LINK, GameRequest, Rooms
from parlour.web.store import match_store
from parlour.web.store.match_store import StoredMatch

OWN_TITLE = "A match of your own"
NEUTRAL = "3"  # the level of players on neither side
MOST = 20  # games of a match on a server, beside those for practice
LONGEST_GROUP = 10_000  # characters of a group's file


class ServerMatch:
    """A stored match and its current state; `trouble` is about results that do not count."""

    def __init__(self, stored: StoredMatch, state: Match, trouble: str) -> None:
        self.stored, self.state, self.trouble = stored, state, trouble

    def names(self) -> list[str]:
        """The names of the sides."""
        return [
            name or (f"bot, level {who}" if who.isdecimal() else f"side {side + 1}")
            for side, (who, name) in enumerate(self.stored.sides)
        ]

    @property
    def open_sides(self) -> list[int]:
        """The sides that a player can still join by a link."""
        taken = {side for side, _ in self.stored.holders}
        return [
            side
            for side, (who, _) in enumerate(self.stored.sides)
            if who == LINK and side not in taken
        ]

    def sides_of(self, browser: str) -> set[int]:
        """The sides for which a browser plays."""
        return {side for side, other in self.stored.holders if other == browser}


async def create(
    rooms: Rooms,
    name: str,
    settings: dict[str, object],
    sides: list[list[str]],
    clock: str,
    browser: str,
) -> str:
    """Create a match; returns its id. Raises ParlourError."""
    if name and name not in shipped():
        raise BadMatch(f"there is no group {name:.60}: there are {', '.join(shipped())}")
    state = await asyncio.to_thread(_match, name, settings)
    if len(state.group.fixtures) > MOST:
        raise BadMatch(f"a match has at most {MOST} games")
    for fixture in state.group.fixtures if clock else ():
        canonical_clock(clock, fixture.contest.game)
    for who, _ in sides:
        if who not in (HERE, LINK) and not who.isdecimal():
            raise Refused(422, "bad-sides", f"{who:.20}: a side is {HERE}, {LINK} or a level.")
    if all(who.isdecimal() for who, _ in sides):
        raise Refused(
            422, "bad-sides", "A match needs a person; for bots only, use parlour tournament."
        )
    holders = {(side, browser) for side, (who, _) in enumerate(sides) if who == HERE}
    settings = settings | {"seed": state.seed}
    stored = StoredMatch(new_name(), name, settings, sides, browser, clock, holders)
    await match_store.create(rooms.store, stored)
    return stored.id


def _match(name: str, settings: dict[str, object]) -> Match:
    """The match before its first result, without games from files. Raises ParlourError."""
    if "group" in settings:
        _check_group(str(settings["group"]))
    elif not name:
        settings = settings | {"game": registered_game(str(settings.get("game", "")))}
    elif any("." in str(value) or "/" in str(value) for value in settings.values()):
        raise BadMatch("a setting is a word or the name of a game")
    return find_match(name or None, **settings)


def _check_group(text: str) -> None:
    """Refuse the text of a group's file that is too long or could name a game's file."""
    if len(text) > LONGEST_GROUP:
        raise BadMatch(f"a group's file has at most {LONGEST_GROUP:,} characters here")
    refuse_files(text)


def _with_seed(settings: dict[str, object]) -> dict[str, object]:
    """The settings of a stored match; older ones have no seed, since they drew nothing."""
    return {"seed": OLD_SEED, **settings}


@cache
def group_titles() -> dict[str, str]:
    """The shipped groups of games, and their titles."""
    return {name: read_group(name, {}).title for name in shipped()}


async def of_browser(rooms: Rooms, browser: str) -> list[tuple[str, str]]:
    """The ids and titles of the matches in which a browser plays, the latest first."""
    found = await match_store.of_browser(rooms.store, browser)
    return [(match_id, group_titles().get(name) or OWN_TITLE) for match_id, name in found]


async def find(rooms: Rooms, match_id: str) -> ServerMatch:
    """The match in its current state; raises Refused if it does not exist."""
    stored = await match_store.load(rooms.store, match_id)
    if stored is None:
        raise Refused(404, "no-such-match", "There is no such match.")
    state, trouble = await asyncio.to_thread(_match, stored.name, _with_seed(stored.settings)), ""
    for number, scores in sorted(stored.ended.items()):
        try:
            state = await _with_result(rooms, stored, state, number, scores)
        except BadMatch as error:
            trouble = f"Game {number} does not count: {error}"
    return ServerMatch(stored, state, trouble)


async def _with_result(
    rooms: Rooms, stored: StoredMatch, state: Match, number: int, scores: str
) -> Match:
    try:
        row = read_scores(scores)
    except ValueError as error:
        raise BadMatch(str(error)) from error
    fixture = next((f for f in state.fixtures if f.number == number), None)
    if fixture is None or fixture.contest.by != AHEAD:
        return state.result(number, row)
    room = await rooms.find(stored.games[number])
    return with_result(state, number, row, room.game.position.state)


async def begin(rooms: Rooms, match: ServerMatch, number: int, client: str) -> str:
    """Start a game of the match unless it is started; returns its id.

    Raises Refused, ParlourError.
    """
    stored = match.stored
    if number in stored.games:
        return stored.games[number]
    fixture = next((f for f in match.state.fixtures if f.number == number), None)
    if fixture is None or match.state.outcome is not None:
        raise Refused(404, "no-such-game", "There is no such game in this match.")
    sides = fixture.contest.sides
    texts = tuple(NEUTRAL if side is None else _seat_text(stored.sides[side][0]) for side in sides)
    holders = {(seat, b) for seat, side in enumerate(sides) for s, b in stored.holders if s == side}
    game_request = GameRequest(fixture.contest.game.name, texts, None, "", client, stored.clock)
    room = await rooms.create(game_request, stored.owner, holders)
    return await match_store.begin(rooms.store, stored.id, number, room.id)


def _seat_text(who: str) -> str:
    return who if who.isdecimal() else LINK


def side_purpose(match_id: str, side: int) -> str:
    """The purpose of a side's link."""
    return f"match/{match_id}/{side}"


async def join(rooms: Rooms, match: ServerMatch, side: int, browser: str) -> None:
    """Let a browser play for a side, also in games that have started."""
    await match_store.sit_down(rooms.store, match.stored.id, side, browser)
    for number, game_id in match.stored.games.items():
        room = await rooms.find(game_id)
        fixture = next(f for f in match.state.fixtures if f.number == number)
        for seat, of in enumerate(fixture.contest.sides):
            if of == side:
                await room.sit_down(seat, browser, "")


async def record(rooms: Rooms, match: ServerMatch) -> str:
    """The records of all started games, as one file."""
    trees: list[Tree] = []
    for number, game_id in sorted(match.stored.games.items()):
        room: Room = await rooms.find(game_id)
        try:
            tree = await asyncio.to_thread(record_of, room)
        except Refused:  # hidden information, not over yet
            continue
        tree.tags.update(tags(match.stored.name, match.stored.settings, number))
        trees.append(tree)
    return await asyncio.to_thread(lambda: "\n".join(tree.write().text for tree in trees))
