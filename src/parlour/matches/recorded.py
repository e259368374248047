"""A whole match as one file: the records of its games, each with the match and its number in tags."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from parlour.errors import BadMatch
from parlour.matches.fixture import AHEAD, Fixture
from parlour.matches.match import Match, match
from parlour.matches.series import ahead
from parlour.records import UNFINISHED, Tree, read
from parlour.records.result import scores_of as result_scores
from parlour.table.game import State

MATCH, SETTINGS, NUMBER = "Match", "MatchSettings", "MatchGame"  # the tags of a record


def tags(name: str | None, settings: Mapping[str, object], number: int) -> dict[str, str]:
    """What a record says of its match."""
    return {MATCH: name or "", SETTINGS: json.dumps(dict(settings)), NUMBER: str(number)}


def told_match(found: Mapping[str, str]) -> Match:
    """The match of which a record's tags tell, before its first result; raises BadMatch."""
    try:
        settings = json.loads(found[SETTINGS])
    except (KeyError, ValueError, RecursionError) as error:
        raise BadMatch("this record does not say to which match it belongs") from error
    if not isinstance(settings, dict):
        raise BadMatch(f"{SETTINGS} is {settings!r:.40}: expected an object")
    return match(found.get(MATCH) or None, **settings)


def with_result(held: Match, number: int, scores: tuple[Fraction, ...], state: State) -> Match:
    """The match after a game of it has ended so in a state; raises BadMatch."""
    fixture = next((f for f in held.fixtures if f.number == number), None)
    return held.result(number, scores, fixture and who_was_ahead(fixture, state))


def who_was_ahead(fixture: Fixture, state: State) -> int | None:
    """The side that was ahead among neutral players, where that is what counts; None: level, or not."""
    contest = fixture.contest
    if contest.by != AHEAD or state.outcome is None:
        return None
    return ahead(state, contest.sides.index(0), contest.sides.index(1))


def read_match(source: Path | str) -> tuple[Match, dict[int, Tree]]:
    """The match that a file of records tells, and the records by the games' numbers; raises BadMatch.

    A record that breaks off is a game that goes on.
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
        if not (text.isascii() and text.isdigit() and len(text) < 5):
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
    """The scores with which a recorded game ended, by its rules or at the table; raises BadMatch."""
    outcome = tree.end().outcome
    try:
        scores = outcome.scores if outcome else result_scores(tree.tags.get("Result", UNFINISHED))
    except (ValueError, ZeroDivisionError):
        scores = None
    if scores is None:
        raise BadMatch("a recorded game of the match has no result")
    return scores
