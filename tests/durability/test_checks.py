"""The checkers find what is forged: each promise is broken in a made-up history, and reported."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from parlour.durability.checks import (
    BEGIN,
    BOT_GAME,
    DUEL,
    IMPORT,
    MATCH,
    PERSON,
    START,
    STUDY,
    Verdict,
    check,
)
from parlour.durability.findings import DISAGREEING, DOUBLED, LOST
from parlour.durability.history import NEVER, OK, REFUSED, UNKNOWN, Operation, read_history
from parlour.durability.rating_check import _rows, check_ratings, rows_in
from parlour.durability.stored import GameRows, Stored, StudyRows

GAME = "yavalath"
CELLS = ("a1", "b1", "c1", "d1")
T = 1_000_000


class Forged:
    """A history made up line by line: each request is answered before the next."""

    def __init__(self, what: str = DUEL) -> None:
        self.operations: list[Operation] = []
        self.place = 0
        self.add(START, START, {"what": what, "games": 3}, {"id": "g"})

    def add(
        self,
        subject: str,
        kind: str,
        body: dict[str, Any],
        answer: dict[str, Any] | None = None,
        result: str = OK,
    ) -> Forged:
        begun, self.place = self.place, self.place + 2
        ended = NEVER if result == UNKNOWN else begun + 1
        at = T + begun
        operation = Operation(subject, kind, body, result, answer or {}, begun, ended, at, at + 1)
        self.operations.append(operation)
        return self

    def together(self) -> Forged:
        """The last two were sent at the same time."""
        first, second = self.operations[-2:]
        self.operations[-1] = replace(second, begun=first.begun)
        return self

    def move(self, ply: int, text: str, result: str = OK, /, **answer: Any) -> Forged:
        body = {"seat": ply % 2, "move": text, "ply": ply}
        return self.add("g", "move", body, answer, result)

    def moves(self, count: int) -> Forged:
        for ply in range(count):
            self.move(ply, CELLS[ply])
        return self

    def ask(self, kind: str, seat: int, result: str = OK, **more: Any) -> Forged:
        return self.add("g", kind, {"seat": seat, **more}, {}, result)

    def say(self, text: str, result: str = OK) -> Forged:
        return self.add("g", "say", {"seat": 0, "text": text}, {}, result)

    def look(self, texts: Iterable[str], **more: Any) -> Forged:
        moves = [[ply % 2, text] for ply, text in enumerate(texts)]
        answer = {"moves": moves, "offer": None, "reason": None, **more}
        return self.add("g", "look", {}, answer)


def stored(count: int, **more: Any) -> GameRows:
    moves = [(ply, ply % 2, CELLS[ply]) for ply in range(count)]
    return GameRows("g", GAME, moves=moves, seats=["person", "person"], **more)


def verdict(forged: Forged, there: GameRows | None) -> Verdict:
    return check(forged.operations, Stored(games={} if there is None else {"g": there}))


def kinds(forged: Forged, there: GameRows | None) -> set[str]:
    return {finding.kind for finding in verdict(forged, there).findings}


def drawn() -> Forged:
    """A draw is offered and accepted."""
    return Forged().moves(2).ask("draw", 0).ask("answer", 1, agree=True)


# -- what is allowed -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forged", "there"),
    [
        (Forged().moves(3), stored(3)),
        (Forged().moves(3).move(3, "d1", UNKNOWN), stored(3)),
        (Forged().moves(3).move(3, "d1", UNKNOWN), stored(4)),
        (Forged().moves(3).move(3, "e1", REFUSED), stored(3)),
        (Forged().moves(2).move(2, "x", UNKNOWN).look(CELLS[:2]).move(2, "c1"), stored(3)),
        (Forged().moves(2).ask("undo", 1).ask("answer", 0, agree=True), stored(1)),
        (Forged().moves(2).ask("undo", 1).ask("answer", 0, UNKNOWN, agree=True), stored(1)),
        (
            Forged().moves(2).ask("undo", 1).ask("answer", 0, UNKNOWN, agree=True),
            stored(2, offer="undo 1 1 1"),
        ),
        (Forged().moves(2).ask("undo", 1).move(2, "c1"), stored(3)),
        (Forged().moves(2).ask("draw", 0).ask("answer", 1, agree=False), stored(2)),
        (drawn(), stored(2, reason="agreement", scores="1/2,1/2")),
        (Forged().moves(2).ask("resign", 0), stored(2, reason="resignation", scores="0,1")),
        (Forged().moves(1).move(1, "b1").ask("undo", 0).together(), stored(2, offer="undo 0 0 0")),
        (
            Forged().say("x").say("y", UNKNOWN).say("z"),
            stored(0, chat=[(0, "x"), (0, "z"), (0, "y")]),
        ),
    ],
)
def test_what_can_have_happened_is_not_reported(forged: Forged, there: GameRows) -> None:
    assert verdict(forged, there).findings == []


# -- what is not ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forged", "there", "found"),
    [
        # lost
        (Forged().moves(3), stored(2), LOST),
        (Forged().moves(3), None, LOST),
        (Forged().moves(3), replace(stored(3), moves=[(0, 0, "a1"), (2, 0, "c1")]), LOST),
        (Forged().say("x"), stored(0), LOST),
        # an undo that was never asked for takes nothing back
        (
            Forged().moves(2).ask("undo", 1, REFUSED).ask("answer", 0, agree=True),
            stored(1),
            DISAGREEING,
        ),
        # doubled
        (Forged().moves(2).move(1, "b1"), stored(2), DOUBLED),
        (Forged().say("x"), stored(0, chat=[(0, "x"), (0, "x")]), DOUBLED),
        # another than was acknowledged
        (Forged().moves(2).move(2, "d1"), stored(3), LOST),
        # refused, and done
        (Forged().moves(2).move(2, "c1", REFUSED), stored(3), DISAGREEING),
        (Forged().say("x", REFUSED), stored(0, chat=[(0, "x")]), DISAGREEING),
        # nobody's
        (Forged().moves(2), stored(3), DISAGREEING),
        (Forged(), stored(0, chat=[(0, "x")]), DISAGREEING),
        # seen, and gone again
        (Forged().moves(2).move(2, "c1", UNKNOWN).look(CELLS[:3]), stored(2), DISAGREEING),
        # seen late: it was acknowledged before
        (Forged().moves(2).look(CELLS[:1]).look(CELLS[:2]), stored(2), DISAGREEING),
        # the order of messages
        (Forged().say("x").say("y"), stored(0, chat=[(0, "y"), (0, "x")]), DISAGREEING),
        (
            Forged().say("x").say("u", UNKNOWN).say("y"),
            stored(0, chat=[(0, "y"), (0, "u"), (0, "x")]),
            DISAGREEING,
        ),
        # ends
        (Forged().moves(2).ask("resign", 0), stored(2), DISAGREEING),
        (Forged().moves(2), stored(2, reason="resignation", scores="0,1"), DISAGREEING),
        (
            Forged().moves(2).ask("resign", 0),
            stored(2, reason="resignation", scores="1/2,1/2"),
            DISAGREEING,
        ),
        (
            Forged().moves(2).ask("resign", 0),
            stored(2, reason="resignation", scores="x"),
            DISAGREEING,
        ),
        (Forged().moves(2), stored(2, reason="line", scores="1,0"), DISAGREEING),
        (drawn(), stored(2), DISAGREEING),
        # illegal moves
        (
            Forged().move(0, "a1").move(1, "a1"),
            replace(stored(2), moves=[(0, 0, "a1"), (1, 1, "a1")]),
            DISAGREEING,
        ),
    ],
)
def test_what_cannot_have_happened_is_reported(
    forged: Forged, there: GameRows | None, found: str
) -> None:
    assert found in kinds(forged, there)


def test_a_page_that_no_longer_opens_is_reported() -> None:
    gone, busy = ({"code": code} for code in ("damaged", "not-kept"))
    assert kinds(Forged().moves(2).add("g", "look", {}, gone, REFUSED), stored(2)) == {LOST}
    assert kinds(Forged().moves(2).add("g", "look", {}, busy, REFUSED), stored(2)) == set()


def test_losses_say_which_move_in_words() -> None:
    (finding,) = verdict(Forged().moves(3), stored(2)).findings
    assert str(finding) == "lost: g: move 3, c1, was acknowledged; stored is None"


# -- clocks --------------------------------------------------------------------------------------------


def clocked(events: str, due: int | None, count: int = 2, **more: Any) -> GameRows:
    return stored(count, clock="countdown:time=60s", clock_events=events, due=due, **more)


def timed(*moments: int) -> str:
    from parlour.clocks.timing import Timing, clock, write_events

    timing = Timing(clock("countdown:time=60s", 2))
    for ply, moment in enumerate(moments, 1):
        timing.turn(moment, ply % 2)
    return write_events(timing.events)


def test_clocks_agree_with_moves_and_events() -> None:
    forged, ends = Forged().moves(2), T + 60_004
    assert verdict(forged, clocked(timed(T + 2, T + 4), ends)).findings == []
    assert kinds(forged, clocked(timed(T + 2, T + 4), ends + 1)) == {DISAGREEING}  # the deadline
    assert kinds(forged, clocked(timed(T + 2), T + 60_002)) == {DISAGREEING}  # a turn is missing
    late = T + 90_000
    assert kinds(forged, clocked(timed(T + 2, late), late + 60_000)) == {DISAGREEING}
    assert kinds(forged, clocked("nonsense", ends)) == {DISAGREEING}
    shown = Forged().moves(2).look(CELLS[:2], clock={"falls": 5})
    assert kinds(shown, clocked(timed(T + 2, T + 4), ends)) == {DISAGREEING}


# -- other things --------------------------------------------------------------------------------------


def test_moves_against_bots() -> None:
    forged = Forged(BOT_GAME).move(0, "a1", ply=1).move(2, "c1", ply=3)
    assert verdict(forged, stored(4)).findings == []
    assert kinds(forged, stored(2)) == {LOST}
    assert kinds(forged, None) == {LOST}
    assert kinds(Forged(BOT_GAME).move(0, "d1", ply=1), stored(2)) == {LOST, DISAGREEING}


def edited(*texts: str, result: str = OK) -> Forged:
    forged = Forged(STUDY)
    for text in texts:
        forged.add("g", "edit", {"text": text, "at": "start"}, {"at": "start"}, result)
    return forged


def study(*texts: str) -> StudyRows:
    edits = [json.dumps({"do": "comment", "at": "start", "after": text}) for text in texts]
    return StudyRows("g", len(edits), edits, list(range(len(edits))))


@pytest.mark.parametrize(
    ("forged", "there", "found"),
    [
        (edited("x", "y"), study("x", "y"), set()),
        (edited("x", "y"), study("x"), {LOST}),
        (edited("x", "y"), None, {LOST}),
        (edited("x"), study("x", "x"), {DOUBLED}),
        (edited("x", "y"), study("y", "x"), {DISAGREEING}),
        (edited("x"), replace(study("x"), done=0), {DISAGREEING}),
        (edited("x"), replace(study("x"), numbers=[1]), {LOST}),
        (edited("x").add("g", "look", {}, {"comments": {"start": "w"}}), study("x"), {DISAGREEING}),
        (
            edited("x")
            .add("g", "add", {}, {"at": "k"})
            .add("g", "look", {}, {"comments": {"start": "x"}}),
            study("x"),
            {LOST},
        ),
    ],
)
def test_studies(forged: Forged, there: StudyRows | None, found: set[str]) -> None:
    findings = check(forged.operations, Stored(studies={} if there is None else {"g": there}))
    assert {finding.kind for finding in findings.findings} == found


@pytest.mark.parametrize(
    ("forged", "there", "found"),
    [
        (Forged(PERSON), Stored(people={"g"}), set()),
        (Forged(PERSON), Stored(), {LOST}),
        (Forged(IMPORT).add("g", "look", {}, {"games": 3}), Stored(), set()),
        (Forged(IMPORT).add("g", "look", {}, {"games": 2}), Stored(), {LOST}),
        (Forged(IMPORT).add("g", "look", {}, {"code": "404"}, REFUSED), Stored(), {LOST}),
        (Forged(MATCH), Stored(matches={"g": {}}), set()),
        (Forged(MATCH), Stored(), {LOST}),
    ],
)
def test_people_imports_and_matches(forged: Forged, there: Stored, found: set[str]) -> None:
    assert {finding.kind for finding in check(forged.operations, there).findings} == found


def test_everybody_is_led_to_the_same_game_of_a_match() -> None:
    forged = Forged(MATCH)
    for game_id in ("one", "two"):
        forged.add("g", BEGIN, {"number": 1}, {"id": game_id})
    games = {name: GameRows(name, GAME) for name in ("one", "two")}
    found = check(forged.operations, Stored(games=games, matches={"g": {1: "one"}})).findings
    assert [finding.kind for finding in found] == [LOST]


def test_histories_are_read_as_they_were_written(tmp_path: Any) -> None:
    from parlour.durability.history import History

    history = History(tmp_path / "history")
    one, two = history.send("g", "move", ply=0), history.send("g", "move", ply=1)
    history.note("kill")
    history.receive(two, "move", OK, {"ply": 2})
    history.receive(one, "move", UNKNOWN, {})
    history.send("g", "look")
    history.close()
    found = read_history((tmp_path / "history").read_text().splitlines())
    assert [o.result for o in found] == [UNKNOWN, OK, UNKNOWN]
    assert found[0].ended == found[2].ended == NEVER
    assert found[0].begun < found[1].begun < found[1].ended < found[2].begun
    assert history.acknowledged == {"move": 1}


def test_a_move_costs_no_more_than_the_time_that_has_passed() -> None:
    forged, ends = Forged().moves(4), T + 60_000
    moments = [T + 2, T + 4, T + 6, T + 8]
    assert verdict(forged, clocked(timed(*moments), ends + 6, 4)).findings == []
    moments[3] += 3_600_000  # the servers' time was set forward
    late = clocked(timed(*moments), moments[3] + 3_540_000, 4)
    found = check(forged.operations, Stored(games={"g": late}), time_was_set=True).findings
    assert any("cost" in finding.words for finding in found)


def rated(reason: str | None, counts: bool = True) -> tuple[GameRows, list[str]]:
    scores = None if reason is None else "1,0"
    return stored(2, reason=reason, scores=scores, rated=counts), ["Ann", "Ben"]


def test_ratings_follow_from_the_rated_games() -> None:
    two = [rated("resignation"), rated("resignation"), rated(None)]
    shown = [("Yavalath", "Ann", "+106", 2), ("Yavalath", "Ben", "-106", 2)]
    page = "".join(
        f'<tr><th scope="row">{name}</th><td>{elo}</td><td>x – y</td><td>{count} <b></b></td></tr>'
        for _, name, elo, count in shown
    )
    assert rows_in(f"<section><h2>Yavalath</h2>{page}</section>") == shown
    expected = set(_rows("yavalath", two[:2]))
    assert {row[1:2] + row[3:] for row in expected} == {("Ann", 2), ("Ben", 2)}
    assert {title for title, *_ in _rows("chess:draws=claim", two[:2])} == {"Chess"}
    assert list(check_ratings(two, expected)) == []
    assert len(list(check_ratings(two, []))) == 2
    assert len(list(check_ratings(two[1:], expected))) == 4  # each of two rows is not the other
    assert [f.kind for f in check_ratings([rated("resignation", counts=False)], [])] == [LOST]
