"""Differences between two snapshots of a game: most of a board stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The changes from `before` to `after`, which has the same names; empty if there are none.

    ``{"set": {name: value}, "lists": {name: [length, [[index, value], …]]}}``: new values, and for lists
    that existed before, their length and new items.
    """
    new = {name: value for name, value in after.items() if value != before[name]}
    lists = {
        name: _list_changes(before[name], value)
        for name, value in new.items()
        if isinstance(value, list) and isinstance(before[name], list)
    }
    values = {name: value for name, value in new.items() if name not in lists}
    return {key: found for key, found in (("set", values), ("lists", lists)) if found}


def _list_changes(before: list[Any], after: list[Any]) -> list[Any]:
    same = len(before)
    new = [
        [i, value]
        for i, value in enumerate(after)
        if i >= same or (value is not before[i] and value != before[i])
    ]
    return [len(after), new]
