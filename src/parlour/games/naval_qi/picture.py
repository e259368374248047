"""The picture of NavalQi: two seas and the Great Divide, as a player sees them, and the last reports.

A player's own sea is shown in full; of the opponent's, what Eagles reported and where shots fell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from parlour.games.naval_qi.items import (
    AT_ROLL,
    COST,
    DEPLOYING,
    ENDED,
    KIND_OF,
    KINDS,
    NAMES,
    PRIMARY,
    REACH,
    REDEPLOYING,
    REPEATINGGUN,
    SEES,
    SHIP_KINDS,
    STANDING,
    TIGERGUN,
    UNDERGROUNDGUN,
    action_of,
    cell_of,
    crew_of,
    ground_of,
    plate_of,
    sighting_at,
    target,
    target_count,
)
from parlour.games.naval_qi.stock import crew_piece, plate_piece, ship_piece, stock_of
from parlour.games.naval_qi.text.log_text import (
    GROUNDS,
    OCCUPANTS,
    about,
    entry_words,
    files,
    name_of,
    positions,
)
from parlour.kernel.layout import Record
from parlour.kernel.scene import Cell, Label, Piece, Scene, rectangle

COLOURS = ("orange", "white")
SEATS = ("Siberian", "Bengal")
DIVIDE = 2  # the height of the Great Divide in ranks
RECENT = 6  # the number of reports shown
STAGES = {
    AT_ROLL: "The roll: who goes first",
    DEPLOYING: "Primary phase: spending and deployment",
    PRIMARY: "Primary engagement",
    REDEPLOYING: "Secondary phase: re-deployment",
    ENDED: "The battle is over",
}
SHOT_AT, STRUCK = Piece("x", "grey", "splash"), Piece("*", "red", "strike")
TONES = ("sea", "land")


def scene(rules: Any, s: Record, seat: int | None) -> Scene:
    """Both seas as `seat` may see them; everything is revealed at the end."""
    sea = rules.SEA
    cells: list[Cell] = []
    labels = [Label(letter, x, -1) for x, letter in enumerate(files(sea))]
    for owner in (1, 0):
        south = 0 if owner else sea + DIVIDE
        shown = (
            _open_sea(rules, s, owner)
            if seat == owner or s.stage == ENDED
            else _known_sea(rules, s, owner)
        )
        for cell, at in enumerate(shown):
            x, y = divmod(cell, sea)
            figures = _figures(sea, shown, cell, COLOURS[owner])
            tone = "unknown" if at.what < 0 else TONES[ground_of(at.what) == 1]
            name = name_of(sea, owner, cell)
            cells.append(Cell(name, x, south + y, at.shade, at.pieces, figures, tone))
        labels += [Label(name_of(sea, owner, y)[1:], -1, south + y) for y in range(sea)]
    middle = ((sea - 1) / 2, sea + (DIVIDE - 1) / 2)
    labels.append(Label("~ The Great Divide ~", *middle, "terminal"))
    both = Scene(
        "square",
        tuple(cells),
        tuple(labels),
        COLOURS,
        tuple(_notes(rules, s, seat)),
        (rectangle(-0.5, sea - 0.3, sea - 0.5, sea + DIVIDE - 0.7, "divide"),),
        (Label("The Great Divide", *middle, "divide", size=0.7),),
        pile="layers",
    )
    return replace(both, picture=_own_sea(rules, s, seat, both)) if _places(s, seat) else both


def _places(s: Record, seat: int | None) -> bool:
    """Whether this player sees what he places: his own sea alone, and what he can still take."""
    return seat is not None and s.stage in (DEPLOYING, REDEPLOYING)


def _own_sea(rules: Any, s: Record, seat: int | None, both: Scene) -> Scene:
    """A player's own sea, as large as the page allows, with the stock of items."""
    assert seat is not None
    names = positions(rules.SEA, seat)
    cells = tuple(cell for cell in both.cells if cell.name in names)
    low, high = min(cell.y for cell in cells), max(cell.y for cell in cells)
    ranks = [label for label in both.labels if label.x < 0 and low <= label.y <= high]
    files = [label._replace(y=low - 1) for label in both.labels if label.y < 0]
    return replace(
        both,
        cells=cells,
        labels=(*ranks, *files),
        notes=(),
        areas=(),
        captions=(),
        stocks=(stock_of(rules, s, seat, COLOURS[seat]),),
    )


@dataclass(frozen=True)
class VisibleCell:
    """A cell's shade and pieces. For pictures: its sighting (-1 for unknown) and any shot."""

    shade: str
    pieces: tuple[Piece, ...]
    what: int = -1
    shot: tuple[Piece, ...] = ()


def _figures(sea: int, shown: list[VisibleCell], cell: int, colour: str) -> tuple[Piece, ...]:
    """The pieces of a position in a picture, lowest first: ship section, damage, item, plate, shot."""
    at = shown[cell]
    if at.what < 0:
        return at.shot
    ground, crew = ground_of(at.what), crew_of(at.what)
    found = [_section(sea, shown, cell, colour)] if ground > 1 else []
    if ground > 1 and ground & 1:
        found.append(Piece("", "red", "damage"))
    if crew:
        found.append(crew_piece(crew, colour))
    if plate_of(at.what):
        found.append(plate_piece(colour))
    return (*found, *at.shot)


def _section(sea: int, shown: list[VisibleCell], cell: int, colour: str) -> Piece:
    """A section of a ship, drawn as an end or a middle depending on the visible sections beside it."""
    kind = _ship(shown[cell])
    x, y = divmod(cell, sea)
    beside = ((0, 1), (1, 0), (0, -1), (-1, 0))
    joined = [
        n
        for n, (dx, dy) in enumerate(beside)
        if 0 <= x + dx < sea and 0 <= y + dy < sea and _ship(shown[(x + dx) * sea + y + dy]) == kind
    ]
    return ship_piece(kind, colour, joined)


def _ship(at: VisibleCell) -> int:
    """The kind of a visible ship section, 0 for none."""
    ground = ground_of(at.what)
    return ground // 2 + 1 if at.what >= 0 and ground > 1 else 0


def _open_sea(rules: Any, s: Record, owner: int) -> list[VisibleCell]:
    """A sea in full."""
    found: list[VisibleCell] = []
    for cell in range(rules.CELLS):
        what = rules.sighting(s, owner, cell)
        found.append(_visible_cell(what, owner))
    return found


def _to_deploy(rules: Any, s: Record, seat: int) -> list[str]:
    """What a player has spent, or has still to put back."""
    row = slice(seat * KINDS, (seat + 1) * KINDS)
    count, afloat = list(s.count[row]), list(s.afloat[row])
    if s.stage == DEPLOYING:
        spent = sum(n * int(COST[kind]) for kind, n in enumerate(count))
        ships = sum(count[kind] * int(COST[kind]) for kind in SHIP_KINDS)
        least, most = rules.LEAST_ON_SHIPS, rules.MOST_ON_SHIPS
        return [f"Chests: {spent} of {rules.CHESTS} spent, {ships} of {least} to {most} on ships"]
    if s.stage == REDEPLOYING:
        left = {NAMES[kind]: afloat[kind] - count[kind] for kind in SHIP_KINDS}
        left[NAMES[REPEATINGGUN]] = 1 - count[REPEATINGGUN]
        return ["To be put: " + (", ".join(f"{n} {k}" for k, n in left.items() if n) or "nothing")]
    return []


def _visible_cell(what: int, owner: int) -> VisibleCell:
    """A position as an Eagle would see it."""
    ground, item, plate = ground_of(what), crew_of(what), plate_of(what)
    text = GROUNDS[ground] if ground > 1 or (ground and not item) else ""
    text += OCCUPANTS[item] if item < len(OCCUPANTS) else "R"
    text += "^" if plate else ""
    shade = ("light", "dark")[ground] if ground < 2 else "light"
    return VisibleCell(shade, (Piece(text, COLOURS[owner]),) if text else (), what)


def _known_sea(rules: Any, s: Record, owner: int) -> list[VisibleCell]:
    """A sea as the opponent or a spectator knows it from the public log; later entries override."""
    shown = [VisibleCell("plain", ())] * rules.CELLS
    for i in range(s.logged):
        what, first, second = s.log[3 * i : 3 * i + 3]
        actor, action = cell_of(what), action_of(what)
        if actor == owner:
            continue
        if action == SEES:
            for n, at in about(rules.SEA, target(what, 0)):
                shown[at] = _visible_cell(sighting_at(first, second, n), owner)
        elif TIGERGUN <= action <= UNDERGROUNDGUN or action == REPEATINGGUN:
            for n in range(target_count(what)):
                for at in within(rules.SEA, target(what, n), reach_of_kind(action)):
                    shot = (STRUCK if first or second else SHOT_AT,)
                    shown[at] = replace(shown[at], pieces=shot, shot=shot)
    for at in range(rules.CELLS):
        if s.missed[owner * rules.CELLS + at]:
            shown[at] = replace(shown[at], pieces=(SHOT_AT,), shot=(SHOT_AT,))
    return shown


def reach_of_kind(kind: int) -> int:
    """The range of the strike of a gun of this kind."""
    return int(REACH[STANDING[kind]]) if KIND_OF[STANDING[kind]] == kind else 0


def within(sea: int, cell: int, reach: int) -> list[int]:
    """The positions of the sea at most `reach` king's steps from `cell`."""
    x, y = divmod(cell, sea)
    xs = range(max(x - reach, 0), min(x + reach + 1, sea))
    ys = range(max(y - reach, 0), min(y + reach + 1, sea))
    return [ax * sea + ay for ax in xs for ay in ys]


def _notes(rules: Any, s: Record, seat: int | None) -> list[str]:
    notes = [STAGES.get(s.stage, "Secondary engagement")]
    if seat is not None:
        notes += _to_deploy(rules, s, seat)
    if s.stage == PRIMARY and s.eagle >= 0:
        notes.append(f"An Eagle is over {name_of(rules.SEA, s.turn, s.eagle)}.")
    for i in range(max(0, s.logged - RECENT), s.logged):
        what, first, second = s.log[3 * i : 3 * i + 3]
        notes.append(f"{SEATS[cell_of(what)]}: {entry_words(rules.SEA, what, first, second)}")
    return notes
