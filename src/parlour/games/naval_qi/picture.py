"""NavalQi as a picture: two seas and the Great Divide, each as a seat may see it, and the last reports.

A seat's own sea is shown in full; of the other's what its Eagles saw and where its shots fell.
"""

from __future__ import annotations

from typing import Any

from parlour.games.naval_qi.firing import seen_at
from parlour.games.naval_qi.heard import (
    GROUNDS,
    OCCUPANTS,
    about,
    entry_text,
    files,
    name_of,
)
from parlour.games.naval_qi.items import (
    AT_ROLL,
    DEPLOYING,
    ENDED,
    KIND_OF,
    PRIMARY,
    REACH,
    REDEPLOYING,
    REPEATINGGUN,
    SEES,
    STANDING,
    TIGERGUN,
    UNDERGROUNDGUN,
    target,
    target_count,
)
from parlour.kernel.records import Record
from parlour.kernel.scene import Cell, Label, Piece, Scene

COLOURS = ("orange", "blue")
SEATS = ("Siberian", "Bengal")
DIVIDE = 2  # ranks that the Great Divide takes
RECENT = 6  # reports that are shown
STAGES = {
    AT_ROLL: "The roll: who goes first",
    DEPLOYING: "Primary phase: spending and deployment",
    PRIMARY: "Primary engagement",
    REDEPLOYING: "Secondary phase: re-deployment",
    ENDED: "The battle is over",
}
SHOT_AT, STRUCK = Piece("x", "grey"), Piece("*", "red")


def scene(rules: Any, s: Record, seat: int | None) -> Scene:
    """Both seas as `seat` may see them; all is open at the end."""
    sea = rules.SEA
    cells: list[Cell] = []
    labels = [Label(letter, x, -1) for x, letter in enumerate(files(sea))]
    for owner in (1, 0):
        south = 0 if owner else sea + DIVIDE
        shown = (
            _open(rules, s, owner) if seat == owner or s.stage == ENDED else _known(rules, s, owner)
        )
        for cell, (shade, pieces) in enumerate(shown):
            x, y = divmod(cell, sea)
            cells.append(Cell(name_of(sea, owner, cell), x, south + y, shade, pieces))
        labels += [Label(name_of(sea, owner, y)[1:], -1, south + y) for y in range(sea)]
    labels.append(Label("~ The Great Divide ~", (sea - 1) / 2, sea + (DIVIDE - 1) / 2))
    return Scene("square", tuple(cells), tuple(labels), COLOURS, tuple(_notes(rules, s)))


Shown = tuple[str, tuple[Piece, ...]]  # a cell's shade and pieces


def _open(rules: Any, s: Record, owner: int) -> list[Shown]:
    """A sea in full."""
    found: list[Shown] = []
    for cell in range(rules.CELLS):
        what = rules.seen(s, owner, cell)
        found.append(_shown(what, owner))
    return found


def _shown(what: int, owner: int) -> Shown:
    """A position as an Eagle would see it."""
    ground, item, plate = what & 15, what >> 4 & 15, what >> 8
    text = GROUNDS[ground] if ground > 1 else ""
    text += OCCUPANTS[item] if item < len(OCCUPANTS) else "R"
    text += "^" if plate else ""
    shade = ("light", "dark")[ground] if ground < 2 else "light"
    return shade, (Piece(text, COLOURS[owner]),) if text else ()


def _known(rules: Any, s: Record, owner: int) -> list[Shown]:
    """A sea as the other seat, or an onlooker, knows it from what was heard, the last word first."""
    shown: list[Shown] = [("plain", ())] * rules.CELLS
    for i in range(s.logged):
        what, first, second = s.log[3 * i : 3 * i + 3]
        actor, deed = what >> 5 & 255, what & 31
        if actor == owner:
            continue
        if deed == SEES:
            for n, at in about(rules.SEA, target(what, 0)):
                shown[at] = _shown(seen_at(first, second, n), owner)
        elif TIGERGUN <= deed <= UNDERGROUNDGUN or deed == REPEATINGGUN:
            for n in range(target_count(what)):
                for at in _within(rules.SEA, target(what, n), reach_of(deed)):
                    shown[at] = shown[at][0], (STRUCK if first or second else SHOT_AT,)
    for at in range(rules.CELLS):
        if s.missed[owner * rules.CELLS + at]:
            shown[at] = shown[at][0], (SHOT_AT,)
    return shown


def reach_of(kind: int) -> int:
    """How far about its target a gun of this kind strikes."""
    return int(REACH[STANDING[kind]]) if KIND_OF[STANDING[kind]] == kind else 0


def _within(sea: int, cell: int, reach: int) -> list[int]:
    x, y = divmod(cell, sea)
    xs = range(max(x - reach, 0), min(x + reach + 1, sea))
    ys = range(max(y - reach, 0), min(y + reach + 1, sea))
    return [ax * sea + ay for ax in xs for ay in ys]


def _notes(rules: Any, s: Record) -> list[str]:
    notes = [STAGES.get(s.stage, "Secondary engagement")]
    if s.stage == PRIMARY and s.eagle >= 0:
        notes.append(f"An Eagle is over {name_of(rules.SEA, s.turn, s.eagle)}.")
    for i in range(max(0, s.logged - RECENT), s.logged):
        what, first, second = s.log[3 * i : 3 * i + 3]
        actor, _, told = entry_text(rules.SEA, what, first, second).partition(":")
        notes.append(f"{SEATS[int(actor)]}: {told.replace('=', ' = ')}")
    return notes
