"""Step-by-step entry of actions: the acting item, then its targets. There are too many moves to list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from parlour.games.naval_qi.items import (
    A_BOWMAN,
    A_REPEATER,
    AN_EAGLE,
    FIRE,
    NO_ACTION,
    PRIMARY,
    SAIL,
    SECONDARY,
    SEND,
    SHOOT,
    SHOTS,
    STEP_X,
    STEP_Y,
    STEPS,
    action_at,
    aimed_action,
)
from parlour.games.naval_qi.text.log_text import name_of, positions
from parlour.kernel.layout import Record
from parlour.kernel.moves import STOP, Entry, Given, NowhereError, Step, word

SAILING = word("move-flagship", "move the Flagship")
RESTING = word("no-action", "no action")
WAYS = {
    "n": "north", "ne": "north-east", "e": "east", "se": "south-east",
    "s": "south", "sw": "south-west", "w": "west", "nw": "north-west",
}  # fmt: skip


def continue_action(
    rules: Any, s: Record, given: Sequence[Given], text_of: Callable[[int], str]
) -> Entry:
    """The possible continuations of an action after these steps; raises NowhereError."""
    here = Entry(tuple(given), cells=_starts(rules, s), words=_words(rules, s))
    for number in range(1, len(given) + 1):
        if given[number - 1][1] not in _offered(here, given[number - 1][0]):
            raise NowhereError(given[:number])
        here = _after(rules, s, given[:number], text_of)
    return here


def _offered(here: Entry, kind: str) -> Sequence[str]:
    return here.cells if kind == "cell" else [step.text for step in here.words]


def _starts(rules: Any, s: Record) -> tuple[str, ...]:
    """The positions of items that can act; in the secondary engagement, all targets."""
    if s.stage == SECONDARY:
        return tuple(sorted(positions(rules.SEA, 1 - s.turn)))
    row = s.item[s.turn * rules.CELLS : (s.turn + 1) * rules.CELLS]
    ready = [cell for cell, item in enumerate(row) if item and rules.item_ways(s, item, cell)]
    return tuple(sorted(name_of(rules.SEA, s.turn, cell) for cell in ready))


def _words(rules: Any, s: Record) -> tuple[Step, ...]:
    sailing = [SAILING] if s.stage == PRIMARY and _sails(rules, s) else []
    return (*sailing, *([RESTING] if s.stage == PRIMARY and s.turns > 0 else []))


def _sails(rules: Any, s: Record) -> list[int]:
    """The directions in which the Flagship can move."""
    return [i for i in range(8) if rules.may_sail(s, s.turn, int(STEP_X[i]), int(STEP_Y[i]))]


def _after(rules: Any, s: Record, given: Sequence[Given], text_of: Callable[[int], str]) -> Entry:
    """The entry after these steps, each of which was offered."""
    steps = tuple(given)
    (kind, first), names = steps[0], [text for _, text in steps]
    if first == RESTING.text:
        return Entry(steps, text_of(NO_ACTION))
    if kind == "word" and len(steps) == 1:
        ways = tuple(word(STEPS[i][0], WAYS[STEPS[i][0]], i) for i in _sails(rules, s))
        return Entry(steps, words=ways)
    if kind == "word":
        found = next(i for i in _sails(rules, s) if STEPS[i][0] == names[1])
        return Entry(steps, text_of(action_at(SAIL, found)))
    return _aiming(rules, s, steps, text_of)


def _aiming(
    rules: Any, s: Record, steps: tuple[Given, ...], text_of: Callable[[int], str]
) -> Entry:
    """The entry for an item on the first cell, or the Repeating Gun, with its targets so far."""
    own, other = positions(rules.SEA, s.turn), positions(rules.SEA, 1 - s.turn)
    row = s.item[s.turn * rules.CELLS : (s.turn + 1) * rules.CELLS]
    origin = row.index(A_REPEATER) if s.stage == SECONDARY else own[steps[0][1]]
    item = row[origin]
    if item == A_BOWMAN:
        return Entry(steps, text_of(action_at(SHOOT, origin)))
    targets = sorted(other[text] for kind, text in steps if kind == "cell" and text in other)
    most = 1 if item == AN_EAGLE else SHOTS[item]
    may_end = bool(targets) and item != A_REPEATER
    if len(targets) == most or (may_end and steps[-1] == ("word", STOP.text)):
        action = SEND if item == AN_EAGLE else FIRE
        code = aimed_action(action, origin, len(targets), *[*targets, 0, 0][:3])
        return Entry(steps, text_of(code))
    return Entry(steps, None, tuple(sorted(other)), (STOP,) * may_end)
