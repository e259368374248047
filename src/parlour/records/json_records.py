"""Reading records in JSON: one object, a list of them, or one on each line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from parlour.errors import ParlourError
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LARGEST_GAME
from parlour.records.source import Source

# What a reader meets where a part of an object is not what it should be.
WRONG_FORM = (
    LookupError, AttributeError, TypeError, ValueError, ArithmeticError, RecursionError
)  # fmt: skip
Read = Callable[[dict[str, Any], Item], None]


def read_objects(source: Source, form: str, read_one: Read, expected: str) -> Iterator[Item]:
    """The items of a source, each of an object that `read_one` reads into an item's tree."""
    if _has_one_on_each_line(source.head):
        for number, line in enumerate(source.lines(), 1):
            if line.strip():
                yield from _items(line, number, form, read_one, expected)
    else:
        yield from _items(source.beginning(LARGEST_GAME + 1), 1, form, read_one, expected)


def _has_one_on_each_line(head: str) -> bool:
    """Whether the first line is an object by itself."""
    first = head.lstrip("\ufeff\r\n\t ").partition("\n")[0].strip()
    return first.startswith("{") and first.endswith("}")


def _items(text: str, line: int, form: str, read_one: Read, expected: str) -> Iterator[Item]:
    if len(text) > LARGEST_GAME:
        yield oversized(line, form)
        return
    try:
        given = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        item = Item(line=line, form=form)
        item.broke(f"{error!s:.200}; {expected}", line)
        yield item
        return
    for one in given if isinstance(given, list) else [given]:
        item = Item(line=line, form=form)
        try:
            read_one(one, item)
        except ParlourError as error:
            item.broke(f"{error!s:.300}", line)
        except WRONG_FORM:
            item.broke(f"a part of this record has another form; {expected}", line)
        yield item
