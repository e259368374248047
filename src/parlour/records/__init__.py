"""Recorded and annotated games: a tree, read from and written to several formats.

A `Tree` holds a game's positions, moves, variations and notes. `read` yields the games of a text, file or
stream in any format; `Tree.write` returns a text in one of the `FORMS`. To add a format, see
 `parlour.records.formats.format_registry`.
"""

from __future__ import annotations

from parlour.errors import BadForm, BadRecord
from parlour.kernel.moves import SILENT
from parlour.records.detection import Guess
from parlour.records.formats.format_registry import format_named, formats
from parlour.records.game_result import UNFINISHED, result_text
from parlour.records.notebook import html_of
from parlour.records.observed import as_heard, heard_texts
from parlour.records.recognition import recognise, why_unknown
from parlour.records.record_files import save
from parlour.records.record_items import Item, Notice
from parlour.records.record_reading import first, read, tags_of
from parlour.records.tags import seat_tag
from parlour.records.tree import HEARD, Node, Tree, install
from parlour.records.written import Loss, Written

FORMS = tuple(name for name, one in formats().items() if one.writes)  # that games are written in

install(write=lambda tree, name: format_named(name).write(tree), show=html_of)

__all__ = [
    "FORMS",
    "HEARD",
    "SILENT",
    "UNFINISHED",
    "BadForm",
    "BadRecord",
    "Guess",
    "Item",
    "Loss",
    "Node",
    "Notice",
    "Tree",
    "Written",
    "as_heard",
    "first",
    "heard_texts",
    "read",
    "recognise",
    "result_text",
    "save",
    "seat_tag",
    "tags_of",
    "why_unknown",
]
