"""What is new in one telling of a game since the one before: most of a board stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """What makes `after` of `before`, which has the same names; empty if nothing does.

    ``{"set": {name: value}, "lists": {name: [length, [[index, value], …]]}}``: values that are new, and of
    lists that were there before their length and what is new in them.
    """
    new = {name: value for name, value in after.items() if value != before[name]}
    lists = {
        name: _in_list(before[name], value)
        for name, value in new.items()
        if isinstance(value, list) and isinstance(before[name], list)
    }
    values = {name: value for name, value in new.items() if name not in lists}
    return {key: found for key, found in (("set", values), ("lists", lists)) if found}


def _in_list(before: list[Any], after: list[Any]) -> list[Any]:
    same = len(before)
    new = [
        [i, value]
        for i, value in enumerate(after)
        if i >= same or (value is not before[i] and value != before[i])
    ]
    return [len(after), new]
