"""Read TOML tables strictly; every error names the file, the line and the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn, TypeVar

from parlour.errors import BadExperiment, ParlourError

Path = tuple[str | int, ...]  # keys, and places in rows of tables
T = TypeVar("T")

ALIKE = 0.7  # by difflib's measure: so much alike is a key to the one that is meant

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]#]+?)\s*\]")
_KEY = re.compile(r"\s*([\w.\"' -]+?)\s*=")


class TomlSource:
    """A TOML text with the line of each key."""

    def __init__(self, text: str, name: str, error: type[ParlourError] = BadExperiment) -> None:
        self.name, self.error = name, error
        try:
            self.values = tomllib.loads(text)
        except (ValueError, RecursionError) as wrong:  # ValueError: also numbers out of all reason
            raise error(f"{name}: {wrong}") from wrong
        self.lines = dict(_key_lines(text))

    @property
    def table(self) -> TomlTable:
        """The whole file."""
        return TomlTable(self, (), self.values)

    def refuse(self, path: Path, message: str) -> NoReturn:
        """Raise the source's error for the value at `path`."""
        place = path
        while place and place not in self.lines:
            place = place[:-1]
        line = f", line {self.lines[place]}" if place else ""
        key = ".".join(str(part) for part in path if isinstance(part, str))
        raise self.error(f"{self.name}{line}: {f'{key}: ' if key else ''}{message}")


def _key_lines(text: str) -> Iterable[tuple[Path, int]]:
    """The path and the first line of each key that a line-by-line scan finds."""
    above: Path = ()
    counts: dict[Path, int] = {}
    seen: set[Path] = set()
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.match(line)
        key = _KEY.match(line)
        if header is not None:
            above = _parts(header[2])
            if header[1] == "[[":
                counts[above] = counts.get(above, -1) + 1
                above = (*above, counts[above])
            path = above
        elif key is not None:
            path = (*above, *_parts(key[1]))
        else:
            continue
        for end in range(1, len(path) + 1):
            if path[:end] not in seen:
                seen.add(path[:end])
                yield path[:end], number


def _parts(dotted: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


class TomlTable:
    """One table, read key by key; `check_all_used` rejects the other keys."""

    def __init__(self, source: TomlSource, path: Path, values: Mapping[str, Any]) -> None:
        self.source, self.path, self.values = source, path, values
        self.taken: list[str] = []

    def refuse(self, key: str, message: str) -> NoReturn:
        """Raise the source's error for the value of `key`."""
        self.source.refuse((*self.path, key) if key else self.path, message)

    def has(self, key: str) -> bool:
        """Whether the key is there; marks it as used."""
        self.taken.append(key)
        return key in self.values

    def text(self, key: str, default: str | None = None, longest: int = 2000) -> str:
        """A text that is not empty."""
        value = self._value(key, default, "a text in quotation marks")
        if value is default and isinstance(default, str):
            return default
        if not isinstance(value, str) or not value.strip() or len(value) > longest:
            self.refuse(key, f"expected a text in quotation marks, not {_quote(value)}")
        return value

    def whole(self, key: str, default: int | None, least: int, most: int) -> int:
        """A whole number from `least` to `most`."""
        what = f"a whole number from {least} to {most}"
        value = self._value(key, default, what)
        if type(value) is not int or not least <= value <= most:
            self.refuse(key, f"expected {what}, not {_quote(value)}")
        return value

    def wholes(self, key: str, default: tuple[int, ...], least: int, most: int) -> tuple[int, ...]:
        """A list of whole numbers from `least` to `most`."""
        what = f"a row of whole numbers from {least} to {most}"
        value = self._value(key, default, what)
        row = value if isinstance(value, (list, tuple)) else [value]
        if not all(type(number) is int and least <= number <= most for number in row):
            self.refuse(key, f"expected {what}, not {_quote(value)}")
        return tuple(row)

    def number(self, key: str, default: float | None, least: float, most: float) -> float:
        """A number from `least` to `most`."""
        what = f"a number from {least:g} to {most:g}"
        value = self._value(key, default, what)
        if type(value) not in (int, float) or not least <= value <= most:
            self.refuse(key, f"expected {what}, not {_quote(value)}")
        return float(value)

    def yes(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self._value(key, default, "true or false")
        if not isinstance(value, bool):
            self.refuse(key, f"expected true or false, not {_quote(value)}")
        return value

    def word(self, key: str, default: str, allowed: Iterable[str]) -> str:
        """One of the `allowed` words."""
        value = self._value(key, default, "a word")
        if value not in tuple(allowed):
            self.refuse(key, f"expected {' or '.join(allowed)}, not {_quote(value)}")
        return str(value)

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A text, or a list of texts, as a list."""
        what = "a text or a row of texts"
        value = self._value(key, default, what)
        row = [value] if isinstance(value, str) else value
        if not isinstance(row, (list, tuple)) or not all(isinstance(t, str) and t for t in row):
            self.refuse(key, f"expected {what}, not {_quote(value)}")
        return tuple(row)

    def table(self, key: str) -> TomlTable:
        """The table of that key; an empty one if it is missing."""
        value = self._value(key, {}, "a table")
        if not isinstance(value, dict):
            self.refuse(key, f"expected a table, [{key}], not {_quote(value)}")
        return TomlTable(self.source, (*self.path, key), value)

    def tables(self, key: str) -> list[TomlTable]:
        """The tables of that key, [[key]]."""
        rows = self._value(key, [], "tables")
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.refuse(key, f"expected tables, each under [[{key}]]")
        return [TomlTable(self.source, (*self.path, key, i), row) for i, row in enumerate(rows)]

    def attempt(self, key: str, make: Callable[[], T]) -> T:
        """Call `make`; its own errors about the value of `key` get the file and the line."""
        try:
            return make()
        except self.source.error:
            raise
        except (ValueError, OSError) as error:
            self.refuse(key, str(error))

    def check_all_used(self) -> None:
        """Refuse keys that were not used."""
        for key in self.values:
            if key not in self.taken:
                known = ", ".join(dict.fromkeys(self.taken))
                self.refuse(key, f"there is no such key here; there are {known}")

    def _value(self, key: str, default: object, what: str) -> Any:
        if not self.has(key):
            if default is None:
                self._miss(key, what)
            return default
        return self.values[key]

    def _miss(self, key: str, what: str) -> NoReturn:
        """Refuse a table that lacks the key; suggests a similar key that is there."""
        others = [other for other in self.values if other not in self.taken]
        for other in get_close_matches(key, others, 1, ALIKE):
            self.refuse(other, f"there is no such key here; is {key} meant, {what}?")
        self.refuse("", f"{key} is missing: expected {what}")


def _quote(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
