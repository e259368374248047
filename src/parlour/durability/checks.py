"""All checks of a run: its history against what the database contains."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from parlour.durability.findings import DISAGREEING, LOST, Finding
from parlour.durability.game_checks import (
    FindGame,
    GameCase,
    check_appended,
    check_bot_game,
    check_chat,
    check_clock,
    check_duel,
    check_record,
)
from parlour.durability.history import OK, REFUSED, UNKNOWN, Operation, by_subject
from parlour.durability.rating_check import RATINGS, check_ratings
from parlour.durability.stored import Stored, StudyRows
from parlour.table.catalogue import game

# what clients start
DUEL, BOT_GAME, STUDY, MATCH = "duel", "bot game", "study", "match"
PERSON, IMPORT = "person", "import"
START = "start"
BEGIN = "begin"  # of a match's game
# codes of an answer that does not show what was there before
GONE = ("404", "no-such-game", "no-such-study", "damaged", "rules-changed")
SHOWN_CLOCK = ("falls", "legs")  # of a clock: what is compared with the stored events


@dataclass
class Verdict:
    """The result of the checks; `acknowledged` counts operations by kind."""

    acknowledged: dict[str, int] = field(default_factory=dict)
    unknown: int = 0
    refused: int = 0
    subjects: dict[str, int] = field(default_factory=dict)  # checked, by what they are
    findings: list[Finding] = field(default_factory=list)

    def count(self, kind: str) -> int:
        """The number of findings of a kind."""
        return sum(finding.kind == kind for finding in self.findings)


def check(
    operations: Sequence[Operation],
    stored: Stored,
    find_game: FindGame | None = None,
    time_was_set: bool = False,
) -> Verdict:
    """Check a history against what is stored; `time_was_set`: the servers' time has jumped."""
    find_game = find_game or cache(game)
    verdict = Verdict()
    for operation in operations:
        if operation.result == OK:
            count = verdict.acknowledged
            count[operation.kind] = count.get(operation.kind, 0) + 1
    verdict.unknown = sum(operation.result == UNKNOWN for operation in operations)
    verdict.refused = sum(operation.result == REFUSED for operation in operations)
    subjects = dict(by_subject(operations))
    for what, started in _started(operations).items():
        verdict.subjects[what] = len(started)
        for name, start in started.items():
            about = Subject(name, start, subjects.get(name, []))
            verdict.findings += _check_subject(what, about, stored, find_game, time_was_set)
    verdict.findings += _check_ratings(operations, stored)
    return verdict


def _check_ratings(operations: Sequence[Operation], stored: Stored) -> Iterator[Finding]:
    looks = [o for o in operations if o.subject == RATINGS and o.result == OK]
    rated = [
        (stored.games[start.answer["id"]], start.body["rated"])
        for start in operations
        if start.result == OK and "rated" in start.body and start.answer["id"] in stored.games
    ]
    if looks:
        yield from check_ratings(rated, map(tuple, looks[-1].answer["rows"]))


@dataclass(frozen=True)
class Subject:
    """Something that a client started: how, and all operations about it."""

    name: str
    start: Operation
    operations: Sequence[Operation]


def _started(operations: Iterable[Operation]) -> dict[str, dict[str, Operation]]:
    """What was acknowledged as started, by what it is and its name."""
    found: dict[str, dict[str, Operation]] = {}
    for operation in operations:
        if operation.result == OK and operation.kind in (START, BEGIN):
            what = DUEL if operation.kind == BEGIN else operation.body["what"]
            found.setdefault(what, {}).setdefault(operation.answer["id"], operation)
    return found


def _check_subject(
    what: str, about: Subject, stored: Stored, find_game: FindGame, time_was_set: bool
) -> Iterator[Finding]:
    for look in about.operations:
        if look.kind == "look" and look.result == REFUSED and look.answer["code"] in GONE:
            yield Finding(LOST, about.name, f"its page says {look.answer['code']}")
    if what == STUDY:
        yield from check_study(about.name, about.operations, stored.studies.get(about.name))
    elif what == MATCH:
        yield from check_match(about.name, about.operations, stored)
    elif what == PERSON:
        if about.name not in stored.people:
            yield Finding(LOST, about.name, "the name was acknowledged and is not there")
    elif what == IMPORT:
        yield from _check_import(about)
    else:
        case = GameCase(about.name, about.operations, stored.games.get(about.name))
        yield from (check_duel if what == DUEL else check_bot_game)(case)
        yield from check_chat(case)
        if case.stored is not None:
            yield from check_record(case.stored, find_game)
            yield from check_clock(case, find_game, time_was_set)


def _check_import(about: Subject) -> Iterator[Finding]:
    """A collection that was there is there, whole, when all is over."""
    sent = about.start.body["games"]
    for look in about.operations:
        if look.result == OK and look.answer["games"] != sent:
            words = f"the collection had {sent} games; its page says {look.answer['games']}"
            yield Finding(LOST, about.name, words)


def check_study(
    name: str, operations: Sequence[Operation], stored: StudyRows | None
) -> Iterator[Finding]:
    """Edits by several people: each acknowledged one is there once; none overwrote another."""
    if stored is None:
        yield Finding(LOST, name, "the study was acknowledged and is not there")
        return
    if stored.numbers != list(range(len(stored.numbers))):
        yield Finding(LOST, name, f"the stored edits have the numbers {stored.numbers}")
    if stored.done != len(stored.edits):
        words = f"{stored.done} edits are applied, {len(stored.edits)} are stored"
        yield Finding(DISAGREEING, name, words)
    edits = [operation for operation in operations if operation.kind == "edit"]
    comments = [edit for edit in map(json.loads, stored.edits) if edit["do"] == "comment"]
    yield from check_appended(name, "edit", edits, [edit["after"] for edit in comments])
    looks = [o for o in operations if o.kind == "look" and o.result == OK]
    if looks:
        yield from _check_shown(name, operations, comments, looks[-1].answer["comments"])


def _check_shown(
    name: str,
    operations: Sequence[Operation],
    comments: Sequence[dict[str, str]],
    shown: dict[str, str],
) -> Iterator[Finding]:
    """The study as it is shown after all: every added move, at each the last comment."""
    for operation in operations:
        if (
            operation.kind == "add"
            and operation.result == OK
            and operation.answer["at"] not in shown
        ):
            yield Finding(LOST, name, f"the added move {operation.answer['at']} is not there")
    for at, text in {comment["at"]: comment["after"] for comment in comments}.items():
        if shown.get(at) != text:
            words = f"the comment at {at} is {text} by the stored edits; shown is {shown.get(at)}"
            yield Finding(DISAGREEING, name, words)


def check_match(name: str, operations: Sequence[Operation], stored: Stored) -> Iterator[Finding]:
    """Games of a match: everybody who started one was led to the same game, which is stored."""
    games = stored.matches.get(name)
    if games is None:
        yield Finding(LOST, name, "the match was acknowledged and is not there")
        return
    for operation in operations:
        if operation.kind == "begin" and operation.result == OK:
            number, game_id = operation.body["number"], operation.answer["id"]
            if games.get(number) != game_id or game_id not in stored.games:
                words = f"game {number} was {game_id} for its player; stored is {games.get(number)}"
                yield Finding(LOST, name, words)
