r"""The contents of a PGN comment's braces: text, and commands such as ``[%csl Gd4]``.

In the native form ``}`` is written ``\}``, a backslash twice; so are the brackets of a command's own
text, what would look like a command or a tag, and blanks at either end, so that every text comes back as
it was. Other programs' PGN knows no escapes: there a backslash is one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import quote, unquote

from parlour.records.notes import MOST_SECONDS, Notes, colour_letter, noted
from parlour.records.tree import Node

_COMMANDS = ("csl", "cal", "lab", "clk", "clock", "eval", "task", "hint", "kept")
LONGEST_PAIR = 1_000  # characters of two cells' names
_OWN = ("task", "hint", "kept", "eval")  # whose texts are free
# A command's text holds no other's beginning, so that none is looked through for each that does not end.
_COMMAND_TEXT = r"\[%([A-Za-z]++)(?:[ \t\r\n]++((?:[^\[\]\\]++|\[(?!%)|\\.)*+))?\]"
_COMMAND = {
    True: re.compile(rf"\\.|{_COMMAND_TEXT}", re.DOTALL),  # what is escaped begins no command
    False: re.compile(_COMMAND_TEXT, re.DOTALL),
}
_TO_ESCAPE = re.compile(r"[\\}]|\[(?=%[A-Za-z])|(?m:^)(?<!\A)\[|\A\s|\s\Z")
_ESCAPED = re.compile(r"\\([\\}\[\]\s])")
_CLOCK = re.compile(r"(\d+):([0-5]?\d):([0-5]?\d(?:\.\d+)?)")
_DRAUGHTS_CLOCKS = re.compile(r"([wWbB]?)(\d+:\d\d:\d\d)")  # lower case: of who has just moved
_USUAL = re.compile(  # what most comments are in which servers note evaluations and clocks
    r"\s*(?:\[%eval ([-+#0-9.,/]+)\])?\s*(?:\[%clk ([0-9]{1,3}):([0-5][0-9]):([0-5][0-9])\])?\s*"
)
_PAIR = re.compile(r"([a-z]+\d+)([a-z]+\d+)|([A-Z]+\d+)([A-Z]+\d+)", re.ASCII)
_SHORT = re.compile(
    r"[a-z]\d", re.ASCII
)  # cells of which two can run together, as on a chess board
_SAFE = (
    "+*'/@=<>!?#&()~^$;"  # what a cell or label may hold unquoted, beside letters, digits, _ and .
)


def escaped(text: str) -> str:
    """`text` as it stands between braces in the native form."""
    return _TO_ESCAPE.sub(r"\\\g<0>", text)


def unescaped(text: str) -> str:
    """The text that `escaped` wrote, blanks at its ends left out unless they were escaped."""
    kept = text.strip()
    if kept.endswith("\\"):  # an escaped blank ends it
        kept += text[len(text.rstrip()) :][:1]
    return _ESCAPED.sub(r"\1", kept)


def read_comment(
    inside: str, escapes: bool, cells: Iterable[str] = ()
) -> tuple[str, Notes, list[str]]:
    """The text of a comment, the notes that its commands give, and the commands not understood.

    `cells` are the names of the game's cells, where they are known: they tell where two names part.
    """
    undo = unescaped if escapes else str.strip
    notes: Notes = {}
    strange: list[str] = []
    if "[%" not in inside:
        return undo(inside), notes, strange
    usual = _USUAL.fullmatch(inside)
    if usual:
        evaluation, hours, minutes, seconds = usual.groups()
        if evaluation is not None:
            notes["evaluation"] = evaluation
        if hours is not None:
            notes["clock"] = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
        return "", notes, strange
    known = frozenset(cells)

    def take(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[0]
        name, value = match[1], undo(match[2] or "")
        if not escapes and name in _OWN:
            value = _unquoted(value)
        if name in _COMMANDS and _take(notes, name, value, known):
            return ""
        strange.append(match[0])
        return match[0]

    rest = _COMMAND[escapes].sub(take, inside)
    if notes and rest[:1] in (" ", "\t"):
        rest = rest[1:]
    return undo(rest), notes, strange


def write_comments(node: Node, escapes: bool = True) -> tuple[str, str]:
    """The insides of a node's two comments, the commands at the beginning of the second."""
    notes = noted(node)
    before, after = notes.get("comments", ("", ""))
    escape = escaped if escapes else _without_escapes
    commands = commands_of(notes, escapes)
    text = escape(after)
    return escape(before), f"{commands} {text}" if commands and text else commands or text


def commands_of(notes: Notes, escapes: bool = False) -> str:
    """The commands that say what is noted beside comments and glyphs."""
    return "".join(_commands(notes, _in_command if escapes else _plain_in_command))


def _without_escapes(text: str) -> str:
    """A comment's text as other programs read it: no brace that would end it, no line like a tag."""
    return re.sub(r"\n\s*\[", " [", text.replace("}", ")")) if "}" in text or "[" in text else text


def _take(notes: Notes, name: str, value: str, known: frozenset[str]) -> bool:
    """Add to `notes` what a command says; False if it cannot be understood."""
    parts = [part.strip() for part in value.split(",") if part.strip()]
    if name == "csl":
        coloured = [part for part in parts if len(part) > 1 and _is_colour(part[0])]
        cells = {_unquoted(part[1:]): part[0] for part in coloured}
        notes.setdefault("cells", {}).update(cells)
        return len(cells) == len(parts)
    if name == "cal":
        arrows = [arrow for part in parts if (arrow := _arrow(part, known))]
        notes.setdefault("arrows", []).extend(arrows)
        return len(arrows) == len(parts)
    if name == "lab":
        labels = dict(_label(part) for part in parts if ":" in part[:-1])
        notes.setdefault("labels", {}).update(labels)
        return len(labels) == len(parts)
    if name == "clk":
        seconds = seconds_of(value)
        if seconds is not None:
            notes["clock"] = seconds
        return seconds is not None
    if name == "clock":
        return _take_clocks(notes, value)
    if name == "kept":
        key, _, text = value.partition("=")
        notes.setdefault("kept", {}).setdefault(key, []).append(text)
        return True
    notes["evaluation" if name == "eval" else name] = value
    return bool(value)


def _take_clocks(notes: Notes, value: str) -> bool:
    """Add what PDN's clock command says: the time of who has just moved; the other's is kept as it stands."""
    words = value.split()
    clocks = [_DRAUGHTS_CLOCKS.fullmatch(word) for word in words]
    mine = [match for match in clocks if match and not match[1].isupper()]
    seconds = seconds_of(mine[0][2]) if len(mine) == 1 else None
    if seconds is None or None in clocks or len(words) > 2:
        return False
    notes["clock"] = seconds
    for word in words:
        if word != mine[0][0]:
            notes.setdefault("kept", {}).setdefault("clock", []).append(word)
    return True


def _is_colour(letter: str) -> bool:
    return "A" <= letter <= "Z"


def _arrow(part: str, known: frozenset[str]) -> tuple[str, str, str] | None:
    colour, pair = part[:1], part[1:]
    if not (colour and _is_colour(colour)) or len(pair) > LONGEST_PAIR:
        return None
    cut = [(pair[:at], pair[at + 1 :]) for at, sign in enumerate(pair) if sign == "-"]
    joined = _PAIR.fullmatch(pair)
    if not cut and joined:
        cut = [(joined[1] or joined[3], joined[2] or joined[4])]
    if not cut:
        cut = [(pair[:at], pair[at:]) for at in range(1, len(pair))]
        cut = [two for two in cut if two[0] in known and two[1] in known]
    sure = [two for two in cut if _unquoted(two[0]) in known and _unquoted(two[1]) in known]
    for start, end in sure or cut:
        if start and end:
            return _unquoted(start), _unquoted(end), colour
    return None


def _label(part: str) -> tuple[str, str]:
    text, _, cell = part.rpartition(":")
    return _unquoted(cell), _unquoted(text)


def _commands(notes: Notes, inside: Callable[[str], str]) -> Iterable[str]:
    if cells := notes.get("cells"):
        yield f"[%csl {','.join(colour_letter(c) + _quoted(cell) for cell, c in cells.items())}]"
    if arrows := notes.get("arrows"):
        yield f"[%cal {','.join(_arrow_text(*arrow) for arrow in arrows)}]"
    if labels := notes.get("labels"):
        yield f"[%lab {','.join(f'{_quoted(t)}:{_quoted(cell)}' for cell, t in labels.items())}]"
    if (clock := notes.get("clock")) is not None:
        yield f"[%clk {clock_text(clock)}]"
    for name, note in (("eval", "evaluation"), ("task", "task"), ("hint", "hint")):
        if note in notes:
            yield f"[%{name} {inside(notes[note])}]"
    for key, texts in notes.get("kept", {}).items():
        for text in texts:
            yield f"[%kept {inside(f'{key}={text}')}]"


def _in_command(text: str) -> str:
    return re.sub(r"[\\}\[\]]|\A\s|\s\Z", r"\\\g<0>", text)


def _plain_in_command(text: str) -> str:
    """A command's text where there are no escapes: what could end it is written as in URLs."""
    return re.sub(r"[\\{}\[\]%\r\n]|\A\s|\s\Z", _as_in_urls, text)


def _as_in_urls(match: re.Match[str]) -> str:
    return quote(match[0], safe="", errors="surrogatepass")


def _arrow_text(start: str, end: str, colour: str) -> str:
    between = "" if _SHORT.fullmatch(start) and _SHORT.fullmatch(end) else "-"
    return colour_letter(colour) + _quoted(start) + between + _quoted(end)


def _quoted(text: str) -> str:
    """A cell's name or a label's text, its odd characters as URLs have them: ``%2C`` is a comma."""
    return quote(text, safe=_SAFE, errors="surrogatepass").replace("-", "%2D")


def _unquoted(text: str) -> str:
    """The text that `_quoted` wrote; raises nothing on any other."""
    try:
        return unquote(text, errors="surrogatepass")
    except UnicodeDecodeError:
        return text


def seconds_of(text: str) -> float | None:
    """The seconds of a clock time such as ``0:04:11`` or ``1:02:03.5``; None if it is none."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        return None
    try:
        seconds = int(match[1]) * 3600 + int(match[2]) * 60 + Decimal(match[3])
    except (InvalidOperation, ValueError):
        return None
    if seconds >= MOST_SECONDS:
        return None
    return int(seconds) if seconds == int(seconds) else float(seconds)


def clock_text(seconds: float) -> str:
    """Seconds as ``0:04:11``, with as many decimal places as they have."""
    exact = Decimal(repr(seconds))
    whole = int(exact)
    rest = format(exact - whole, "f")[1:] if exact != whole else ""
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{rest}"


def join(texts: Iterable[Any]) -> str:
    """Several comments in one place, as one text."""
    return "\n".join(str(text) for text in texts if text)
