"""The public log as text and in words: actions without their origins, reports, sightings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from parlour.errors import BadPosition
from parlour.games.naval_qi.items import (
    FIELD_MASK,
    FIELD_WORD,
    LARGEGUN,
    NAMES,
    NO_ACTION,
    REPEATINGGUN,
    REPORT_NAMES,
    REPORTED,
    SAIL,
    SEES,
    SEND,
    SHOOT,
    STANDARDGUN,
    STRUCK,
    STRUCK_WAYS,
    TIGERGUN,
    UNDERGROUNDGUN,
    action_of,
    aimed_action,
    cell_of,
    crew_of,
    ground_of,
    in_report,
    plate_of,
    report_count,
    sighting_at,
    sighting_code,
    sighting_in_word,
    target,
    target_count,
)

CALLED = (
    "Land 3×3", "Land 2×2", "Flagship", "Battleship", "Platform", "Large Ship", "Medium Ship",
    "Small Ship", "Eagle", "Bowman", "TigerGun", "Large Gun", "Standard Gun", "Underground Gun",
    "Shielding", "Repeating Gun",
)  # fmt: skip
COUNTING = "counting"
IDLE_END = 4  # consecutive no-actions that end the primary engagement
ACTION_NAMES = {
    SEND: "eagle",
    SHOOT: "bowman",
    SAIL: "flagship",
    NO_ACTION: "no-action",
    SEES: "sees",
}
GUN_NAMES = {kind: NAMES[kind] for kind in range(TIGERGUN, UNDERGROUNDGUN + 1)} | {
    REPEATINGGUN: "fire"
}
MOST_TARGETS = {TIGERGUN: 1, LARGEGUN: 1, STANDARDGUN: 2, UNDERGROUNDGUN: 3, REPEATINGGUN: 3}
GROUNDS = ("~", "#", *(letter + damage for letter in "FBPLMS" for damage in ("", "!")))
OCCUPANTS = ("", "e", "b", "t", "l", "s1", "s2", "u1", "u2", "u3")

_CELL = re.compile(r"([a-o][1-9][0-9]?)([~#]|[FBPLMS]!?)(|[ebtl]|s[12]|u[123])(\^?)")
_PART = re.compile(r"([a-z]+(?:-[a-z]+)?)\*([1-9][0-9]?)")


def files(sea: int) -> str:
    """The letters of the files."""
    return "abcdefghijklmno"[:sea]


def name_of(sea: int, seat: int, cell: int) -> str:
    """The name of a position of a player's sea; Siberia is in the north."""
    return f"{files(sea)[cell // sea]}{cell % sea + 1 + (sea if seat == 0 else 0)}"


def positions(sea: int, seat: int) -> dict[str, int]:
    """The positions of a player's sea by name, in ascending order, file first."""
    return {name_of(sea, seat, cell): cell for cell in range(sea * sea)}


def about(sea: int, cell: int) -> list[tuple[int, int]]:
    """The positions of the sea around `cell`, itself included, each with its number from 0 to 8."""
    x, y = divmod(cell, sea)
    around = [(i, x - 1 + i // 3, y - 1 + i % 3) for i in range(9)]
    return [(i, ax * sea + ay) for i, ax, ay in around if 0 <= ax < sea and 0 <= ay < sea]


# -- writing ---------------------------------------------------------------------------------------


def targets_text(sea: int, seat: int, m: int) -> str:
    """The targets of an action of `seat`, in the opponent's sea, joined by ``+``."""
    return "+".join(name_of(sea, 1 - seat, target(m, i)) for i in range(target_count(m)))


def action_text(sea: int, seat: int, action: int, m: int) -> str:
    """An action as observed: its name and targets. `action` is an action or a gun's kind."""
    if action in GUN_NAMES:
        return f"{GUN_NAMES[action]}>{targets_text(sea, seat, m)}"
    if action == SEND:
        return f"eagle>{targets_text(sea, seat, m)}"
    return ACTION_NAMES[action]


def report_text(first: int, second: int) -> str:
    """The text of a report in two words."""
    parts = [
        f"{name}*{n}" for name, n in zip(REPORT_NAMES, _numbers(first, second), strict=False) if n
    ]
    parts += [f"hit-{NAMES[kind]}*{sections}" for kind, sections in _struck_ships(first, second)]
    return ",".join(parts) or "none"


def _numbers(first: int, second: int) -> list[int]:
    """The fields of a report in two words."""
    return [int(report_count(first, second, i)) for i in range(REPORTED)]


def _struck_ships(first: int, second: int) -> list[tuple[int, int]]:
    """The ships that were hit and not sunk: kind and number of sections of each."""
    numbers = _numbers(first, second)[STRUCK:]
    return [way for way, n in zip(STRUCK_WAYS, numbers, strict=True) for _ in range(n)]


def sighting_text(sea: int, seat: int, cell: int, first: int, second: int) -> str:
    """What an Eagle over `cell` of the sea of `seat` reports."""
    shown = [(name_of(sea, seat, at), sighting_at(first, second, i)) for i, at in about(sea, cell)]
    return ",".join(
        f"{name}{GROUNDS[ground_of(what)]}{OCCUPANTS[crew_of(what)]}{'^' if plate_of(what) else ''}"
        for name, what in shown
    )


def entry_text(sea: int, what: int, first: int, second: int) -> str:
    """The text of an entry of the public log."""
    actor, action = cell_of(what), action_of(what)
    if action == SEES:
        return f"{actor}:sees={sighting_text(sea, 1 - actor, target(what, 0), first, second)}"
    report = f"={report_text(first, second)}" if action in GUN_NAMES else ""
    return f"{actor}:{action_text(sea, actor, action, what)}{report}"


# -- in words --------------------------------------------------------------------------------------


def entry_words(sea: int, what: int, first: int, second: int) -> str:
    """An entry of the log in words, as "Standard Gun at b1, b6: plate lost, Battleship hit"."""
    actor, action = cell_of(what), action_of(what)
    at = targets_text(sea, actor, what).replace("+", ", ") if target_count(what) else ""
    if action == SEES:
        return f"the Eagle over {at} has reported"
    if action in GUN_NAMES:
        return f"{CALLED[action]} at {at}: {report_words(first, second)}"
    actions = {SEND: f"sends an Eagle to {at}", SHOOT: "shoots it down", SAIL: "the Flagship moves"}
    return actions.get(action, "does nothing")


def report_words(first: int, second: int) -> str:
    """A report in words."""
    parts = []
    for name, n in zip(REPORT_NAMES, _numbers(first, second), strict=False):
        called = "plate" if name == "plate" else CALLED[NAMES.index(name.removeprefix("sunk-"))]
        done = "sunk" if name.startswith("sunk-") else "lost"
        if n:
            parts.append(f"{n} {called}s {done}" if n > 1 else f"{called} {done}")
    for kind, sections in _struck_ships(first, second):
        parts.append(f"{CALLED[kind]} hit" + (f" in {sections} places" if sections > 1 else ""))
    return ", ".join(parts) or "nothing hit"


# -- reading ---------------------------------------------------------------------------------------


@dataclass
class PublicLog:
    """The contents of a HEARD field: counters, and the entries as the record stores them.

    `entries` are (action, first word, second word) in order; `turn` is the player who acts next, `eagle`
    the target of an Eagle that has not reported, or -1; `volleys` counts the turns after the counting.
    """

    sea: int
    turn: int
    turns: int = 0
    idle: int = 0
    eagle: int = -1
    counted: bool = False
    volleys: int = 0
    moved: list[bool] = field(default_factory=lambda: [False, False])
    entries: list[tuple[int, int, int]] = field(default_factory=list)


def read_log(text: str, sea: int, first: int) -> PublicLog:
    """Read a HEARD field of a game in which the player `first` begins; raises BadPosition."""
    log = PublicLog(sea, first)
    for number, entry in enumerate(text.split(";") if text != "-" else (), 1):
        try:
            _read_entry(log, entry, first)
        except _Wrong as wrong:
            raise BadPosition(f"entry {number} of HEARD, {entry!s:.60}: {wrong}") from None
    return log


class _Wrong(Exception):
    """An error in an entry."""


def _read_entry(log: PublicLog, entry: str, first: int) -> None:
    if entry == COUNTING:
        if log.counted or log.idle != IDLE_END:
            raise _Wrong("counting must follow four no-actions in a row, and occurs once")
        log.counted, log.idle, log.turn = True, 0, 1 - first
        return
    if log.idle == IDLE_END:
        raise _Wrong("after four no-actions expected counting, or the end of the game")
    actor, colon, what = entry.partition(":")
    if not colon or actor not in ("0", "1"):
        raise _Wrong("expected counting, or the player who acts as 0: or 1:")
    action, equals, report = what.partition("=")
    if action == "sees":
        _read_sighting(log, int(actor), report)
    elif int(actor) != log.turn:
        raise _Wrong(f"expected seat {log.turn} to act")
    else:
        _read_action(log, action, report if equals else None)


def _read_sighting(log: PublicLog, actor: int, report: str) -> None:
    if log.eagle < 0 or actor == log.turn:
        raise _Wrong("this player has no Eagle in flight")
    expected = about(log.sea, log.eagle)
    cells = report.split(",")
    if len(cells) != len(expected):
        raise _Wrong(f"{len(cells)} positions; expected {len(expected)}")
    words = [0, 0]
    for (i, at), cell in zip(expected, cells, strict=True):
        match = _CELL.fullmatch(cell)
        name = name_of(log.sea, log.turn, at)
        if match is None or match[1] != name:
            raise _Wrong(f"{cell!s:.20}; expected {name} and its contents, as {name}#b^")
        code = sighting_code(
            GROUNDS.index(match[2]), OCCUPANTS.index(match[3]), int(bool(match[4]))
        )
        words[i >= 5] |= sighting_in_word(code, i)
    log.entries.append((aimed_action(SEES, actor, 1, log.eagle, 0, 0), words[0], words[1]))
    log.eagle = -1


def _read_action(log: PublicLog, text: str, report: str | None) -> None:
    name, arrow, listed = text.partition(">")
    action = next(
        (d for d, name_of_action in (ACTION_NAMES | GUN_NAMES).items() if name_of_action == name),
        SEES,
    )
    is_gun = action in GUN_NAMES
    if action == SEES or (bool(arrow), report is not None) != (is_gun or action == SEND, is_gun):
        raise _Wrong(
            "expected an action, guns and Eagles with > and targets, guns with = and a report"
        )
    if (action == REPEATINGGUN) != log.counted:
        raise _Wrong("fire is the only action after the counting, and is not allowed before it")
    if log.eagle >= 0 and action != SHOOT:
        raise _Wrong("the Eagle in flight must report first")
    if action == SHOOT and log.eagle < 0:
        raise _Wrong("there is no Eagle in flight to shoot at")
    if action == NO_ACTION and log.turns == 0:
        raise _Wrong("the first turn of the game cannot be no-action")
    if action == SAIL:
        if log.moved[log.turn]:
            raise _Wrong("the Flagship can move only once")
        log.moved[log.turn] = True
    what = _aim(log, action, listed) if arrow else aimed_action(action, log.turn, 0, 0, 0, 0)
    first, second = _read_report(report) if report is not None else (0, 0)
    if action != NO_ACTION:
        log.entries.append((what, first, second))
    log.eagle = target(what, 0) if action == SEND else -1
    log.idle = log.idle + 1 if action == NO_ACTION else 0
    log.turns += 1
    log.volleys += log.counted
    log.turn = 1 - log.turn


def _aim(log: PublicLog, action: int, listed: str) -> int:
    """The code of an action with these targets."""
    places = positions(log.sea, 1 - log.turn)
    names = listed.split("+")
    most = MOST_TARGETS.get(action, 1)
    least = 3 if action == REPEATINGGUN else 1
    if any(name not in places for name in names) or not least <= len(names) <= most:
        raise _Wrong(f"expected {least} to {most} targets in the opponent's sea, joined by +")
    targets = [places[name] for name in names]
    if targets != sorted(targets):
        raise _Wrong("targets must be in ascending order, file first")
    return aimed_action(action, log.turn, len(targets), *[*targets, 0, 0][:3])


def _read_report(text: str) -> tuple[int, int]:
    """A report as two words."""
    words = [0, 0]
    known, struck = list(REPORT_NAMES), [(f"hit-{NAMES[k]}", n) for k, n in STRUCK_WAYS]
    for part in text.split(",") if text != "none" else ():
        match = _PART.fullmatch(part)
        if match is None:
            raise _Wrong(
                f"{part!s:.30} in the report; expected none or WHAT*NUMBER, joined by commas"
            )
        name, n = match[1], int(match[2])
        if name in known:
            _add(words, known.index(name), n, part)
        elif (name, n) in struck:
            _add(words, STRUCK + struck.index((name, n)), 1, part)
        else:
            raise _Wrong(f"{part!s:.30} is not part of a report")
    if report_text(*words) != text:
        raise _Wrong(f"the report must be written {report_text(*words)}")
    return words[0], words[1]


def _add(words: list[int], i: int, n: int, part: str) -> None:
    if report_count(words[0], words[1], i) + n > FIELD_MASK[i]:
        raise _Wrong(f"{part}: more than any action can do")
    words[FIELD_WORD[i]] += int(in_report(n, i))
