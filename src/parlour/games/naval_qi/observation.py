"""NavalQi as feature layers: a player's own sea, and public information about the opponent's.

Cells are the positions of one sea, file by file from the south. Other layers have one number for each
kind of item (in the order of NAMES) or each field of a report (REPORTED).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from parlour.games.naval_qi.items import (
    KIND_OF,
    KINDS,
    NAMES,
    REPEATINGGUN,
    REPORTED,
    SEES,
    SHIP_KINDS,
    SHOTS,
    TIGERGUN,
    UNDERGROUNDGUN,
    action_of,
    cell_of,
    crew_of,
    ground_of,
    plate_of,
    report_count,
    sighting_at,
    target,
    target_count,
)
from parlour.games.naval_qi.picture import reach_of_kind, within
from parlour.games.naval_qi.text.log_text import about
from parlour.kernel.layout import Record

CREW = sorted({int(kind) for kind in KIND_OF if kind >= 0})  # kinds that stand on positions
UNSEEN = -1

Rows = dict[str, list[int] | int]


def planes(rules: Any, s: Record, seat: int | None) -> Rows:
    """What `seat` knows; a spectator (None) has only public information about both seas."""
    own = 0 if seat is None else seat
    other = 1 - own
    mine, theirs = _sea(rules, s, own, seat is not None), _sea(rules, s, other, False)
    is_over = [int(cell == s.eagle) for cell in range(rules.CELLS)]
    nowhere = [0] * rules.CELLS
    stage: Rows = {
        "Eagle over own": is_over if s.turn == own else nowhere,
        "Eagle over other": is_over if s.turn == other else nowhere,
        "put": _placing_order(rules, s, seat),
        "items put": _of_kinds(s.count, seat),
        "to be put back": _of_kinds(s.afloat, seat),
        **{name: int(getattr(s, name)) for name in ("stage", "first", "turns", "idle", "counted")},
        "may sail": int(seat is not None and not s.moved[own]),
    }
    return {
        **{f"own {name}": row for name, row in mine.items()},
        **{f"other {name}": row for name, row in theirs.items()},
        **stage,
    }


def _of_kinds(counts: Any, seat: int | None) -> list[int]:
    """A player's counts by kind of item."""
    if seat is None:
        return [0] * KINDS
    return [int(n) for n in counts[seat * KINDS : (seat + 1) * KINDS]]


def _placing_order(rules: Any, s: Record, seat: int | None) -> list[int]:
    """While deploying: the number, from 1, of the last item placed at each POS."""
    row = [0] * rules.CELLS
    if seat is not None and rules.is_drafting(s):
        for i in range(s.drafted[seat]):
            row[cell_of(s.draft[seat * rules.DRAFT + i])] = i + 1
    return row


def _sea(rules: Any, s: Record, owner: int, is_open: bool) -> Rows:
    """What is known of a sea (everything if `is_open`), and the shots at it with their reports."""
    seen = [UNSEEN] * rules.CELLS
    shots, last, total = [0] * rules.CELLS, [0] * REPORTED, [0] * REPORTED
    for i in range(s.logged):
        what, first, second = s.log[3 * i : 3 * i + 3]
        action = action_of(what)
        if cell_of(what) == owner:
            continue
        if action == SEES:
            for n, at in about(rules.SEA, target(what, 0)):
                seen[at] = sighting_at(first, second, n)
        elif TIGERGUN <= action <= UNDERGROUNDGUN or action == REPEATINGGUN:
            for n in range(target_count(what)):
                for at in within(rules.SEA, target(what, n), reach_of_kind(action)):
                    shots[at] += 1
            last = [int(report_count(first, second, n)) for n in range(REPORTED)]
            total = [a + b for a, b in zip(total, last, strict=True)]
    if is_open:
        seen = [rules.sighting(s, owner, cell) for cell in range(rules.CELLS)]
    missed = s.missed[owner * rules.CELLS : (owner + 1) * rules.CELLS]
    return {
        **_layers(seen),
        "shots": shots,
        "missed": [int(entry > 0) for entry in missed],
        "last report": last,
        "losses": total,
    }


def _layers(seen: list[int]) -> Rows:
    """A layer for each thing that an Eagle can see; unseen positions are 0 in all of them."""

    def layer(number: Callable[[int], int]) -> list[int]:
        return [0 if what == UNSEEN else int(number(what)) for what in seen]

    def section(kind: int) -> list[int]:
        return layer(lambda what: ground_of(what) > 1 and ground_of(what) // 2 + 1 == kind)

    def standing(kind: int) -> list[int]:
        shots = [max(1, int(n)) if KIND_OF[item] == kind else 0 for item, n in enumerate(SHOTS)]
        return layer(lambda what: shots[crew_of(what)])

    return {
        "seen": layer(lambda what: 1),
        "land": layer(lambda what: ground_of(what) == 1),
        **{NAMES[kind]: section(kind) for kind in SHIP_KINDS},
        "damage": layer(lambda what: ground_of(what) > 1 and ground_of(what) & 1),
        **{NAMES[kind]: standing(kind) for kind in CREW},
        "plate": layer(plate_of),
    }
