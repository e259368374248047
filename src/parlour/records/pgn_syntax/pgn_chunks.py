"""Split a text in PGN's syntax into pieces of whole games, usually one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from parlour.records.record_limits import LARGEST_GAME, MOST_TAGS

TAG_LINE = re.compile(r'\s*\[\s*([^\s"\[\]]+)\s+["“„]')
_NEW_GAME = re.compile(r'\s*\[\s*(Game|Event)\s+"')
_PARTED = re.compile(r"^[^;{}\n]*+;[^;{}\n]*+;[^{}\n]*+$", re.MULTILINE)
NUMBERED_PARTS = re.compile(r";[^\S\n]*+\d{1,3}\.[^;{}\n]*+;[^\S\n]*+\d{1,3}\.")
_BRACES = re.compile(r"\\.|[{}]|;")
_ENDS_IN_RESULT = re.compile(
    r"(?:\*|(?<![0-9])[0-2][-–][0-2]|1/2-1/2|½-½|\.5-0\.5|[0-9]:[0-9])\s*$"
)


def chunks(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Pieces of the text that hold whole games, mostly one, with the lines where they begin.

    A piece ends where tags follow upon moves, a blank line upon a result, or, without moves, tags that were
    there already upon a blank line; a long one, where a line ends in a result. One that is larger than a
    game may be is cut off soon after that.
    """
    held: list[str] = []
    names: set[str] = set()  # of the piece's tags
    begun, inside, moves, ended, parted, size = 1, False, False, False, False, 0
    for number, line in enumerate(lines, 1):
        bare = line.strip()
        pattern = _NEW_GAME if inside else TAG_LINE
        tagged = pattern.match(line) if bare[:1] == "[" else None
        again = tagged is not None and not inside and parted and tagged[1] in names
        over = ended and not inside and (not bare or size > LARGEST_GAME // 2)
        if (tagged and (moves or inside)) or over or again:
            yield "".join(held), begun
            names.clear()
            held, begun, inside, moves, size = [], number, False, False, 0
        if size <= LARGEST_GAME:
            held.append(line)
            size += len(line)
        parted = not bare
        if tagged:
            ended = False
            if len(names) < MOST_TAGS:
                names.add(tagged[1])
        elif bare and (inside or moves or bare[0] != "["):
            if "{" in line or "}" in line:
                inside = _inside_after(line, inside)
            moves = moves or line[0] != "%"
            ended = not inside and bool(_ENDS_IN_RESULT.search(bare[-7:]))
    if held:
        yield "".join(held), begun


def joined(movetext: str) -> str:
    """Movetext with blanks for semicolons where these part moves: several stand on one line.

    Elsewhere a semicolon begins a comment, up to the line's end.
    """
    return movetext.replace(";", " ") if _PARTED.search(movetext) else movetext


def _inside_after(line: str, inside: bool) -> bool:
    """Whether a comment is open after a line, from whether one was before it."""
    if ";" not in line and "\\" not in line:
        return line.rfind("{") > line.rfind("}")
    for match in _BRACES.finditer(line):
        sign = match[0]
        if sign == ";" and not inside:
            return False
        if sign in "{}":
            inside = sign == "{"
    return inside
