"""A match as one file: the records of its games, with the match and the game's number in tags."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from parlour.errors import BadMatch
from parlour.matches.fixture import AHEAD, LEVEL, Fixture
from parlour.matches.group_file import refuse_files
from parlour.matches.match import Match, match
from parlour.matches.series import ahead
from parlour.records import UNFINISHED, Tree, read
from parlour.records.game_result import scores_of as result_scores
from parlour.table.game import State

OLD_SEED = 0  # of matches from before they drew anything: it draws what was usual then
MATCH, SETTINGS, NUMBER = "Match", "MatchSettings", "MatchGame"  # the tags of a record


def tags(name: str | None, settings: Mapping[str, object], number: int) -> dict[str, str]:
    """The tags that link a record to its match."""
    return {MATCH: name or "", SETTINGS: json.dumps(dict(settings)), NUMBER: str(number)}


def told_match(found: Mapping[str, str]) -> Match:
    """The match that a record's tags describe, without results; raises BadMatch."""
    try:
        settings = json.loads(found[SETTINGS])
    except (KeyError, ValueError, RecursionError) as error:
        raise BadMatch("this record does not say to which match it belongs") from error
    if not isinstance(settings, dict):
        raise BadMatch(f"{SETTINGS} is {settings!r:.40}: expected an object")
    refuse_files(str(settings.get("group", "")))
    return match(found.get(MATCH) or None, **{"seed": OLD_SEED, **settings})


def with_result(held: Match, number: int, scores: tuple[Fraction, ...], state: State) -> Match:
    """The match with the result of a game that ended in `state`; raises BadMatch."""
    fixture = next((f for f in held.fixtures if f.number == number), None)
    return held.result(number, scores, fixture and who_was_ahead(fixture, state))


def who_was_ahead(fixture: Fixture, state: State) -> int | str | None:
    """The side that was ahead among neutral players, or level; None if that does not count."""
    contest = fixture.contest
    if contest.by != AHEAD or state.outcome is None:
        return None
    one = ahead(state, contest.sides.index(0), contest.sides.index(1))
    return LEVEL if one is None and contest.extra else one


def read_match(source: Path | str) -> tuple[Match, dict[int, Tree]]:
    """The match in a file of records, and the records by game number; raises BadMatch.

    A record without an end is a game in progress.
    """
    held: Match | None = None
    trees: dict[int, Tree] = {}
    for item in read(source):
        if item.error is not None:
            raise BadMatch(str(item.error)) from item.error
        if item.tree is None:
            continue
        if held is None:
            held = told_match(item.tree.tags)
        text = item.tree.tags.get(NUMBER, "")
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 5):
            raise BadMatch(f"{NUMBER} is {text!r:.40}: expected the number of a game")
        trees[int(text)] = item.tree
    if held is None:
        raise BadMatch("there is no record of a match")
    for number, tree in sorted(trees.items()):
        result = tree.tags.get("Result", UNFINISHED)
        if result != UNFINISHED:
            held = with_result(held, number, scores_of(tree), tree.end())
    return held, trees


def scores_of(tree: Tree) -> tuple[Fraction, ...]:
    """The final scores of a recorded game, by its rules or agreed; raises BadMatch."""
    outcome = tree.end().outcome
    try:
        scores = outcome.scores if outcome else result_scores(tree.tags.get("Result", UNFINISHED))
    except (ValueError, ZeroDivisionError):
        scores = None
    if scores is None:
        raise BadMatch("a recorded game of the match has no result")
    return scores
