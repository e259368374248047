"""Tables about an arm: endings, results by first ply, results by time of an event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from parlour.lab.measures.arm import OTHER, Arm
from parlour.lab.stats import Estimate, proportion, score_share

MOST_ROWS = 24  # of a table; a column of more different words than MOST_KINDS is none
MOST_KINDS = 200


@dataclass(frozen=True)
class TableRow:
    """One line: what it is about, how often it came, and the points of a seat in those games."""

    name: str
    share: Estimate
    points: Estimate | None = None


@dataclass(frozen=True)
class ArmTable:
    """Lines about an arm; `seat` is whose points they have; `more` says how many lines are omitted."""

    title: str
    rows: tuple[TableRow, ...]
    seat: str = ""
    more: int = 0


def tables(arm: Arm) -> Iterator[ArmTable]:
    """All tables of an arm that have something to tell."""
    if not len(arm):
        return
    yield _count_table("How the games ended", arm, arm.reasons.common())
    for key, words in arm.details.items():
        few = len(words.words) <= MOST_KINDS
        if few and not all(word.lstrip("-").isdecimal() for word in words.words if word):
            rows = [(word or "not stated", count) for word, count in words.common()]
            yield _count_table(f"Result: {key}", arm, rows)
    yield from _first(arm)
    for name in arm.asked:
        yield from _when(arm, name)


def _count_table(title: str, arm: Arm, counts: list[tuple[str, int]]) -> ArmTable:
    rows = tuple(TableRow(name, proportion(count, len(arm))) for name, count in counts[:MOST_ROWS])
    return ArmTable(title, rows, more=len(counts) - len(rows))


def _when(arm: Arm, name: str) -> Iterator[ArmTable]:
    """After how many moves the first such move came, and the points of the seat that made it."""
    found = arm.first_event(name)
    made = found[:, 1] >= 0
    if arm.game.seats < 2 or not made.any():
        return
    points = arm.points[np.array(arm.event_games)[made], found[made, 1].astype(int)]
    before = found[made, 0].astype(int)
    low = int(before.min())
    width = -(-(int(before.max()) - low + 1) // MOST_ROWS)
    part = (before - low) // width
    rows = tuple(
        TableRow(
            _span(low + int(at) * width, width),
            proportion(int((part == at).sum()), len(made)),
            score_share(points[part == at]),
        )
        for at in np.unique(part)
    )
    yield ArmTable(f"{name}: after this many moves", rows, "the seat that did")


def _span(first: int, width: int) -> str:
    return str(first) if width == 1 else f"{first} to {first + width - 1}"


def _first(arm: Arm) -> Iterator[ArmTable]:
    """The points of the first seat after each first move, or first outcome of chance."""
    common = [row for row in arm.first.common() if row[0] and row[0] != OTHER]
    if not 1 < len(common) <= MOST_KINDS:
        return
    first, points = arm.first.column(), arm.points[:, 0]
    rows = tuple(
        TableRow(word, proportion(count, len(arm)), score_share(points[first == place]))
        for word, count in common[:MOST_ROWS]
        for place in [arm.first.places[word]]
    )
    yield ArmTable("First ply", rows, arm.game.seat_names[0], len(common) - len(rows))
