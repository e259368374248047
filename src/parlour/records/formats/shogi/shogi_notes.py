"""Notes at a node as the comment lines of KIF and CSA, both ways, and the time that a move took.

A node's comment is a row of lines. Other notes are written there as PGN's commands; so is
the comment before a move (``[%before …]``) and glyphs (``[%nag 1]``), which these forms do not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.records.builder import Builder, add_notes
from parlour.records.formats.shogi.shogi_texts import USI
from parlour.records.notes import noted
from parlour.records.pgn_syntax.comments import commands_of, read_comment
from parlour.records.tree import Node

SPENT = "spent"  # what is kept of the time that a move took, in seconds
END_SPENT = "end-spent"  # what is kept of the time that ending it took
END = "end"  # what is kept of a line's end

_OWN = re.compile(r"\[%(before|nag) ?(.*)\]")


def add_comment(builder: Builder, line: str) -> None:
    """Note one line of a comment where a builder stands."""
    node = builder.node
    own = _OWN.fullmatch(line)
    if own and own[1] == "before":
        builder.comment(node, before=own[2])
        return
    if own and own[1] == "nag" and re.fullmatch(r"[0-9]{1,6}(?:,[0-9]{1,6})*", own[2], re.ASCII):
        add_notes(node, {"glyphs": [int(glyph) for glyph in own[2].split(",")]})
        return
    text, notes, _ = read_comment(line, False, USI.CELLS)
    if notes:
        add_notes(node, notes)
    if text or not notes:
        builder.comment(node, after=text)


def comment_lines(node: Node, sign: str) -> Iterator[str]:
    """The lines that hold all that is noted at a node, each after `sign`."""
    notes = noted(node)
    before, after = notes.get("comments", ("", ""))
    if before:
        yield from (f"{sign}[%before {line}]" for line in _lines(before))
    if glyphs := notes.get("glyphs"):
        yield f"{sign}[%nag {','.join(map(str, glyphs))}]"
    kept = {
        name: texts
        for name, texts in notes.get("kept", {}).items()
        if name not in (SPENT, END, END_SPENT)
    }
    if commands := commands_of({**notes, "kept": kept}):
        yield sign + " ".join(commands.splitlines())
    if after:
        yield from (sign + line for line in _lines(after))


def _lines(text: str) -> list[str]:
    """A comment's lines; what would break a line but is no new line becomes a blank."""
    return [" ".join(line.splitlines()) for line in text.split("\n")]


def add_spent(node: Node, seconds: str, name: str = SPENT) -> None:
    """Keep how long a move took, or ending the line after it (`END_SPENT`)."""
    add_notes(node, {"kept": {name: [seconds]}})


def spent_of(node: Node, name: str = SPENT) -> str | None:
    """The seconds that a move took, or ending the line after it, as text; None if that is not known."""
    found = noted(node).get("kept", {}).get(name, [])
    return (
        found[0]
        if found and re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,6})?", found[0], re.ASCII)
        else None
    )
