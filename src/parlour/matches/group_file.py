"""Group files in TOML: a list of games with their worth, the bonus and the tie-break.

docs/play/matches.md describes such a file. An error names the line and the key.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from os import PathLike
from pathlib import Path
from random import Random

from parlour.errors import BadMatch
from parlour.matches.fixture import AHEAD, POINTS, SCORES, Contest, Fixture, first_in
from parlour.matches.group import Bonus, Group, TieBreak
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game
from parlour.toml_lines import TomlSource, TomlTable

FOLDER = Path(__file__).parent / "groups"
MOST_GAMES = 100
MOST_BEFORE = 20
DRAWN = "drawn"  # an order that the match draws
GAMES_WON = "games-won"
NEEDS = "decisive-win"
MORE_PLAYERS = f"{AHEAD} is for games with more players than the two"

_NUMBER = re.compile(r"[0-9]{1,6}(/[1-9][0-9]{0,3})?")


@dataclass(frozen=True)
class Planned:
    """A game of a group's file without its seats; `game` None is an empty place."""

    game: Game | None
    worth: Fraction
    by: str
    extra: Game | None = None


def shipped() -> list[str]:
    """The names of the groups shipped with Parlour."""
    return sorted(file.stem for file in FOLDER.glob("*.toml"))


def read_group(name: object, settings: Mapping[str, object], seed: int = 0) -> Group:
    """Read a group by its name or path, with its settings; `seed` is for what is drawn. Raises BadMatch."""
    if not isinstance(name, (str, PathLike)):
        raise BadMatch("a group is named by a text or a path")
    text = str(name)
    if text in shipped():
        return _group((FOLDER / f"{text}.toml").read_text(encoding="utf-8"), text, settings, seed)
    if not text.endswith(".toml"):
        known = ", ".join(shipped())
        raise BadMatch(
            f"there is no group {text:.60}: there are {known}, and files ending in .toml"
        )
    try:
        content = Path(text).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadMatch(f"{text:.200} cannot be read: {error}") from error
    return _group(content, text, settings, seed)


def group_of_text(text: object, settings: Mapping[str, object], seed: int = 0) -> Group:
    """The group that the text of a group file describes; raises BadMatch."""
    if not isinstance(text, str):
        raise BadMatch("the text of a group file is a text")
    return _group(text, "the group", settings, seed)


def refuse_files(text: str) -> None:
    """Raise BadMatch if the text of a group's file could name the file of a game, which would be run."""
    if ".py" in text.casefold() or "\\" in text:
        raise BadMatch("this group has games by their ids only, without backslashes or files")


def _group(text: str, name: str, settings: Mapping[str, object], seed: int = 0) -> Group:
    table = TomlSource(text, name, BadMatch).table
    title = table.text("title", Path(name).stem)
    games = table.tables("games")
    if not 1 <= len(games) <= MOST_GAMES:
        table.refuse("games", f"expected 1 to {MOST_GAMES} games, each under [[games]]")
    planned = _choose([_planned(t) for t in games], table, settings, name, seed)
    fixtures: list[Fixture] = []
    for plan in planned:
        if plan.game:
            contest = Contest(plan.game, len(fixtures) % 2, plan.worth, plan.by, plan.extra)
            fixtures.append(Fixture(len(fixtures) + 1, contest))
    bonus = _bonus(table.table("bonus"), planned) if table.has("bonus") else None
    tie_break = None
    if table.has("tie-break"):
        tie_break = _tie_break(table.table("tie-break"), len(fixtures) % 2, bonus)
    table.check_all_used()
    if not fixtures:
        raise BadMatch(f"{name}: all places for games are empty")
    practice = _practice(table.table("settings"), settings)
    return Group(title, tuple(fixtures), bonus, tie_break, practice=practice)


def _practice(known: TomlTable, settings: Mapping[str, object]) -> tuple[Fixture, ...]:
    """The games before the first, numbered back from 0, the earliest first."""
    found: list[Fixture] = []
    for key in known.values:
        setting = known.table(key)
        if not setting.has("before"):
            continue
        count = settings.get(key, 0)
        if type(count) is not int or not 0 <= count <= MOST_BEFORE:
            raise BadMatch(
                f"{key} is {count!r:.40}: expected a whole number from 0 to {MOST_BEFORE}"
            )
        game = _game(setting, "before", setting.text("before"))
        found += [Fixture(n, Contest(game, first_in(n))) for n in range(1 - count, 1)]
    return tuple(found)


def _planned(table: TomlTable) -> Planned:
    text = "" if table.values.get("game") == "" else table.text("game")
    game = _game(table, "game", text) if table.has("game") and text else None
    extra = _game(table, "extra", table.text("extra")) if table.has("extra") else None
    by = table.word("points", SCORES, POINTS)
    plan = Planned(game, _points(table, "worth", "1"), by, extra)
    if extra and (by != AHEAD or extra.seats != 2):
        table.refuse("extra", f'expected a game of two, where points = "{AHEAD}"')
    if plan.by == AHEAD and game and game.seats < 3:
        table.refuse("points", MORE_PLAYERS)
    table.check_all_used()
    return plan


def _game(table: TomlTable, key: str, text: str) -> Game:
    found = table.attempt(key, lambda: find_game(text))
    if found.seats < 2:
        table.refuse(key, f"{found.name} is a game for one; a match has two sides")
    return found


def _points(table: TomlTable, key: str, default: str | None) -> Fraction:
    """A number of points, as 2 or "1/2"."""
    what = 'points, as 2 or "1/2"'
    value = table.values.get(key, default) if table.has(key) or default is not None else None
    if value is None:
        table.refuse("", f"{key} is missing: expected {what}")
    if isinstance(value, bool) or not _NUMBER.fullmatch(str(value)):
        table.refuse(key, f"expected {what}")
    return Fraction(str(value))


def _bonus(table: TomlTable, planned: list[Planned]) -> Bonus:
    """The bonus; `level` counts empty places, the number that it becomes does not."""
    won = table.values.get("points") == GAMES_WON and table.has("points")
    points = None if won else _points(table, "points", None)
    needs = table.word("needs", "", (NEEDS,)) if table.has("needs") else ""
    level = table.whole("level", None, 1, len(planned)) if table.has("level") else None
    if level is not None:
        played = [plan.game is not None for plan in planned]
        level = sum(played[:level]) if played[level - 1] else None
    tied = _points(table, "tied", "0")
    table.check_all_used()
    return Bonus(points, bool(needs), level, tied)


def _tie_break(table: TomlTable, first: int, bonus: Bonus | None) -> TieBreak:
    contest = Contest(_game(table, "game", table.text("game")), first)
    names = contest.game.seat_names
    favours = names.index(table.word("draw", "", names)) if table.has("draw") else None
    scores = table.word("bonus", "", (SCORES,)) if table.has("bonus") else ""
    if scores and not bonus:
        table.refuse("bonus", "the group has no [bonus]")
    table.check_all_used()
    return TieBreak(contest, favours, bool(scores))


def _choose(
    plans: list[Planned],
    table: TomlTable,
    settings: Mapping[str, object],
    name: str,
    seed: int,
) -> list[Planned]:
    """The games in their order, with the settings applied."""
    known = table.table("settings")
    for key in settings:
        if key not in known.values:
            there = ", ".join(known.values) or "none"
            raise BadMatch(f"{name} has no setting {key}: there are {there}")
    order = list(range(1, len(plans) + 1))
    chosen = list(plans)
    for key in known.values:
        setting = known.table(key)
        known.has(key)
        setting.text("help", "")
        if setting.has("place"):
            place = setting.whole("place", None, 1, len(plans))
            text = settings.get(key, "")
            if not isinstance(text, str):
                raise BadMatch(f"{key} is {text!r:.40}: expected a game's text")
            if text:
                plan = plans[place - 1]
                chosen[place - 1] = replace(plan, game=_game_for(key, text, plan.by))
        elif not setting.has("before"):
            order = _order(setting, key, len(plans), settings, seed)
        setting.check_all_used()
    return [chosen[number - 1] for number in order]


def _game_for(key: str, text: str, by: str) -> Game:
    """The game that a setting puts in a place whose points are counted so."""
    found = find_game(text)
    if by == AHEAD and found.seats < 3:
        raise BadMatch(f"{key} is {found.name}: {MORE_PLAYERS}")
    if by != AHEAD and found.seats != 2:
        raise BadMatch(f"{key} is {found.name}: expected a game for two")
    return found


def _order(
    setting: TomlTable, key: str, games: int, settings: Mapping[str, object], seed: int
) -> list[int]:
    """The order of the games for the setting's value, or one that the seed draws."""
    orders = setting.table("orders")
    for value, order in orders.values.items():
        orders.has(value)
        numbers = order if isinstance(order, list) else []
        if not all(type(n) is int for n in numbers) or sorted(numbers) != list(range(1, games + 1)):
            orders.refuse(value, f"expected the numbers 1 to {games} in some order")
    if not orders.values:
        setting.refuse("", "expected place = …, or orders = { word = [2, 1, 3], … }")
    allowed = (*orders.values, DRAWN)
    chosen = settings.get(key, setting.word("default", allowed[0], allowed))
    if not isinstance(chosen, str) or chosen not in allowed:
        raise BadMatch(f"{key} is {chosen!r:.40}: expected {' or '.join(allowed)}")
    if chosen == DRAWN and DRAWN not in orders.values:
        chosen = Random(f"{key} {seed}").choice(allowed[:-1])
    return list(orders.values[chosen])
