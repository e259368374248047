"""Durations as texts, `1d12h` or `1m30s`, and as whole milliseconds."""

from __future__ import annotations

import re

from parlour.errors import BadClock

DAY = 86_400_000
UNITS = {"d": DAY, "h": 3_600_000, "m": 60_000, "s": 1_000, "ms": 1}
DIGITS = 15  # at most, of a number in a clock's text

_NUMBER = rf"(0|[1-9][0-9]{{0,{DIGITS - 1}}})"
_DURATION = re.compile("".join(f"(?:{_NUMBER}{unit}(?![a-z]))?" for unit in UNITS))
_COUNT = re.compile(rf"[1-9][0-9]{{0,{DIGITS - 1}}}")


def read_duration(text: str) -> int:
    """The milliseconds of a duration text; raises BadClock."""
    found = _DURATION.fullmatch(text) if text else None
    if found is None:
        raise BadClock(
            f"{text!s:.40} is not a duration: expected whole numbers of at most {DIGITS} digits with units, "
            f"largest first ({', '.join(UNITS)}), as 1m30s"
        )
    return sum(int(n or 0) * ms for n, ms in zip(found.groups(), UNITS.values(), strict=True))


def write_duration(ms: int) -> str:
    """The canonical text of a duration: the largest units first, without zero parts."""
    parts = []
    for unit, size in UNITS.items():
        number, ms = divmod(ms, size)
        if number:
            parts.append(f"{number}{unit}")
    return "".join(parts) or "0s"


def read_count(text: str) -> int:
    """A whole number from 1; raises BadClock."""
    if not _COUNT.fullmatch(text):
        raise BadClock(
            f"{text!s:.40} is not a count: expected a whole number from 1, of at most {DIGITS} digits"
        )
    return int(text)
