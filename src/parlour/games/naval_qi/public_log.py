"""What both seats hear, as text and as words: actions without their origins, reports, what Eagles see."""

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
    aimed,
    cell_of,
    crew_of,
    deed_of,
    ground_of,
    in_report,
    plate_of,
    reported,
    seen_as,
    seen_at,
    seen_in_word,
    target,
    target_count,
)

CALLED = (
    "Land 3×3", "Land 2×2", "Flagship", "Battleship", "Platform", "Large Ship", "Medium Ship",
    "Small Ship", "Eagle", "Bowman", "TigerGun", "Large Gun", "Standard Gun", "Underground Gun",
    "Shielding", "Repeating Gun",
)  # fmt: skip
COUNTING = "counting"
IDLE_END = 4  # no-actions one after the other that end the primary engagement
DEED_NAMES = {
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
    """The name of a position of a seat's sea; Siberia lies in the north."""
    return f"{files(sea)[cell // sea]}{cell % sea + 1 + (sea if seat == 0 else 0)}"


def positions(sea: int, seat: int) -> dict[str, int]:
    """The positions of a seat's sea by name, in ascending order, file first."""
    return {name_of(sea, seat, cell): cell for cell in range(sea * sea)}


def about(sea: int, cell: int) -> list[tuple[int, int]]:
    """The positions on the sea about `cell`, itself among them, each with its number from 0 to 8."""
    x, y = divmod(cell, sea)
    around = [(i, x - 1 + i // 3, y - 1 + i % 3) for i in range(9)]
    return [(i, ax * sea + ay) for i, ax, ay in around if 0 <= ax < sea and 0 <= ay < sea]


# -- writing ---------------------------------------------------------------------------------------


def targets_text(sea: int, seat: int, m: int) -> str:
    """The targets of a deed of `seat`, in the other's sea, joined by ``+``."""
    return "+".join(name_of(sea, 1 - seat, target(m, i)) for i in range(target_count(m)))


def action_text(sea: int, seat: int, deed: int, m: int) -> str:
    """An action as it is heard: what it is and its targets. `deed` is a deed or a gun's kind."""
    if deed in GUN_NAMES:
        return f"{GUN_NAMES[deed]}>{targets_text(sea, seat, m)}"
    if deed == SEND:
        return f"eagle>{targets_text(sea, seat, m)}"
    return DEED_NAMES[deed]


def report_text(first: int, second: int) -> str:
    """The report that two words hold."""
    parts = [
        f"{name}*{n}" for name, n in zip(REPORT_NAMES, _numbers(first, second), strict=False) if n
    ]
    parts += [f"hit-{NAMES[kind]}*{sections}" for kind, sections in _struck(first, second)]
    return ",".join(parts) or "none"


def _numbers(first: int, second: int) -> list[int]:
    """How many of each thing that can be reported two words tell."""
    return [int(reported(first, second, i)) for i in range(REPORTED)]


def _struck(first: int, second: int) -> list[tuple[int, int]]:
    """The ships that were struck and not sunk: each one's kind and how many of its sections."""
    numbers = _numbers(first, second)[STRUCK:]
    return [way for way, n in zip(STRUCK_WAYS, numbers, strict=True) for _ in range(n)]


def seen_text(sea: int, seat: int, cell: int, first: int, second: int) -> str:
    """What an Eagle over `cell` of the sea of `seat` reports."""
    shown = [(name_of(sea, seat, at), seen_at(first, second, i)) for i, at in about(sea, cell)]
    return ",".join(
        f"{name}{GROUNDS[ground_of(what)]}{OCCUPANTS[crew_of(what)]}{'^' if plate_of(what) else ''}"
        for name, what in shown
    )


def entry_text(sea: int, what: int, first: int, second: int) -> str:
    """An entry of a record's log as it is heard."""
    actor, deed = cell_of(what), deed_of(what)
    if deed == SEES:
        return f"{actor}:sees={seen_text(sea, 1 - actor, target(what, 0), first, second)}"
    report = f"={report_text(first, second)}" if deed in GUN_NAMES else ""
    return f"{actor}:{action_text(sea, actor, deed, what)}{report}"


# -- in words --------------------------------------------------------------------------------------


def entry_words(sea: int, what: int, first: int, second: int) -> str:
    """An entry of a record's log in words, as "Standard Gun at b1, b6: plate lost, Battleship hit"."""
    actor, deed = cell_of(what), deed_of(what)
    at = targets_text(sea, actor, what).replace("+", ", ") if target_count(what) else ""
    if deed == SEES:
        return f"the Eagle over {at} has reported"
    if deed in GUN_NAMES:
        return f"{CALLED[deed]} at {at}: {report_words(first, second)}"
    deeds = {SEND: f"sends an Eagle to {at}", SHOOT: "shoots it down", SAIL: "the Flagship moves"}
    return deeds.get(deed, "does nothing")


def report_words(first: int, second: int) -> str:
    """The report that two words hold, in words."""
    parts = []
    for name, n in zip(REPORT_NAMES, _numbers(first, second), strict=False):
        called = "plate" if name == "plate" else CALLED[NAMES.index(name.removeprefix("sunk-"))]
        done = "sunk" if name.startswith("sunk-") else "lost"
        if n:
            parts.append(f"{n} {called}s {done}" if n > 1 else f"{called} {done}")
    for kind, sections in _struck(first, second):
        parts.append(f"{CALLED[kind]} hit" + (f" in {sections} places" if sections > 1 else ""))
    return ", ".join(parts) or "nothing hit"


# -- reading ---------------------------------------------------------------------------------------


@dataclass
class Heard:
    """What a HEARD field tells: counters, and its entries as a record's log has them.

    `entries` are (what, first word, second word) in order; `turn` is the seat that acts next, `eagle`
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


def read_heard(text: str, sea: int, first: int) -> Heard:
    """Read a HEARD field of a game in which the seat `first` goes first; raises BadPosition."""
    heard = Heard(sea, first)
    for number, entry in enumerate(text.split(";") if text != "-" else (), 1):
        try:
            _read_entry(heard, entry, first)
        except _Wrong as wrong:
            raise BadPosition(f"entry {number} of HEARD, {entry!s:.60}: {wrong}") from None
    return heard


class _Wrong(Exception):
    """What is wrong with an entry."""


def _read_entry(heard: Heard, entry: str, first: int) -> None:
    if entry == COUNTING:
        if heard.counted or heard.idle != IDLE_END:
            raise _Wrong("the counting comes once, after four no-actions in a row")
        heard.counted, heard.idle, heard.turn = True, 0, 1 - first
        return
    if heard.idle == IDLE_END:
        raise _Wrong("after four no-actions the first counting comes, or the end")
    actor, colon, what = entry.partition(":")
    if not colon or actor not in ("0", "1"):
        raise _Wrong("expected 0: or 1:, the seat that acts, or counting")
    action, equals, report = what.partition("=")
    if action == "sees":
        _read_seen(heard, int(actor), report)
    elif int(actor) != heard.turn:
        raise _Wrong(f"it is the turn of seat {heard.turn}")
    else:
        _read_action(heard, action, report if equals else None)


def _read_seen(heard: Heard, actor: int, report: str) -> None:
    if heard.eagle < 0 or actor == heard.turn:
        raise _Wrong("no Eagle of this seat is under way")
    expected = about(heard.sea, heard.eagle)
    cells = report.split(",")
    if len(cells) != len(expected):
        raise _Wrong(f"{len(cells)} positions; expected {len(expected)}")
    words = [0, 0]
    for (i, at), cell in zip(expected, cells, strict=True):
        match = _CELL.fullmatch(cell)
        name = name_of(heard.sea, heard.turn, at)
        if match is None or match[1] != name:
            raise _Wrong(f"{cell!s:.20}; expected {name} and what is there, as {name}#b^")
        code = seen_as(GROUNDS.index(match[2]), OCCUPANTS.index(match[3]), int(bool(match[4])))
        words[i >= 5] |= seen_in_word(code, i)
    heard.entries.append((aimed(SEES, actor, 1, heard.eagle, 0, 0), words[0], words[1]))
    heard.eagle = -1


def _read_action(heard: Heard, action: str, report: str | None) -> None:
    name, arrow, listed = action.partition(">")
    deed = next((d for d, text in (DEED_NAMES | GUN_NAMES).items() if text == name), SEES)
    is_gun = deed in GUN_NAMES
    if deed == SEES or (bool(arrow), report is not None) != (is_gun or deed == SEND, is_gun):
        raise _Wrong(
            "expected an action, guns and Eagles with > and targets, guns with = and a report"
        )
    if (deed == REPEATINGGUN) != heard.counted:
        raise _Wrong("before the counting there is no fire, after it nothing else")
    if heard.eagle >= 0 and deed != SHOOT:
        raise _Wrong("the Eagle that was sent last reports first")
    if deed == SHOOT and heard.eagle < 0:
        raise _Wrong("no Eagle was sent last")
    if deed == NO_ACTION and heard.turns == 0:
        raise _Wrong("the first turn of all is no no-action")
    if deed == SAIL:
        if heard.moved[heard.turn]:
            raise _Wrong("the Flagship moves once")
        heard.moved[heard.turn] = True
    what = _aim(heard, deed, listed) if arrow else aimed(deed, heard.turn, 0, 0, 0, 0)
    first, second = _read_report(report) if report is not None else (0, 0)
    if deed != NO_ACTION:
        heard.entries.append((what, first, second))
    heard.eagle = target(what, 0) if deed == SEND else -1
    heard.idle = heard.idle + 1 if deed == NO_ACTION else 0
    heard.turns += 1
    heard.volleys += heard.counted
    heard.turn = 1 - heard.turn


def _aim(heard: Heard, deed: int, listed: str) -> int:
    """The code of an action at these targets."""
    places = positions(heard.sea, 1 - heard.turn)
    names = listed.split("+")
    most = MOST_TARGETS.get(deed, 1)
    least = 3 if deed == REPEATINGGUN else 1
    if any(name not in places for name in names) or not least <= len(names) <= most:
        raise _Wrong(f"expected {least} to {most} targets in the other's sea, joined by +")
    targets = [places[name] for name in names]
    if targets != sorted(targets):
        raise _Wrong("targets ascend, file first")
    return aimed(deed, heard.turn, len(targets), *[*targets, 0, 0][:3])


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
            raise _Wrong(f"{part!s:.30} is nothing that is reported")
    if report_text(*words) != text:
        raise _Wrong(f"the report is written {report_text(*words)}")
    return words[0], words[1]


def _add(words: list[int], i: int, n: int, part: str) -> None:
    if reported(words[0], words[1], i) + n > FIELD_MASK[i]:
        raise _Wrong(f"{part}: no projectile does so much")
    words[FIELD_WORD[i]] += int(in_report(n, i))
