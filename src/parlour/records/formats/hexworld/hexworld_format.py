"""Links to boards of hexworld.org, as that site and PlayHex make them: ``…/board/#11c1,a2:sb4:rb``.

The number is the board's size, the letters after it say how the board is shown. A cell follows upon another
without a sign; ``:s`` swaps and moves the stone, ``:S`` swaps sides, ``:p`` passes, ``:rb`` and ``:fb`` are
Black's resignation and forfeit. What follows upon a second comma was taken back, but is part of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import BadForm, ParlourError
from parlour.kernel.cell_names import mirrored
from parlour.records.builder import Builder, contradiction
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LARGEST_GAME
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written
from parlour.table.catalogue import hooks
from parlour.table.foreign_notation import HexworldHooks

HOOKS: HexworldHooks = hooks("hexworld")
_LINK = re.compile(
    r"(?:\S{0,200}/(?:board|hexplorer)/?)?"
    r"#([0-9]{1,3})(?:x([0-9]{1,3}))?((?:[a-z][0-9]{0,3})*+),([a-zA-Z0-9:,]*+)\s*\Z"
)
_MOVES = re.compile(r"[a-z]{1,2}[0-9]{1,3}|:[rf][bw]|:[a-zA-Z]|,|.")
ENDINGS = {"r": "resignation", "f": "forfeit"}


def claims(text: str) -> float:
    """Its first line is such a link."""
    first = text[:LARGEST_GAME].lstrip("\ufeff\r\n\t ").partition("\n")[0]
    return 0.95 if _LINK.match(first) else 0.0


def read(source: Source) -> Iterator[Item]:
    """The games of a source, one for each line that is not blank."""
    for number, line in enumerate(source.lines(), 1):
        text = line.strip("\ufeff\r\n\t ")
        if len(text) > LARGEST_GAME:
            yield oversized(number, "hexworld")
        elif text:
            item = Item(line=number, form="hexworld")
            try:
                _read(text, item)
            except ParlourError as error:
                item.broke(str(error), number, 1)
            yield item


def _read(text: str, item: Item) -> None:
    match = _LINK.match(text)
    if match is None:
        raise BadForm(f"{text:.60} is no link to a board; expected hexworld.org/board/#11c1,a2b3…")
    files, ranks = int(match[1]), int(match[2] or match[1])
    item.tree = Tree(HOOKS.game_of(files, ranks))
    builder, is_mirrored, is_swapped = Builder(item.tree, item), False, False
    for token in _MOVES.finditer(match[4]):
        raw, column = token[0], match.start(4) + token.start() + 1
        if raw == ",":
            continue
        if builder.broken:
            builder.rest(raw)
        elif raw[:2] in (":r", ":f") and len(raw) == 3:
            _end(item.tree, raw, is_swapped)
        elif raw in (":s", ":S"):
            if builder.move("swap", item.line, column, raw):
                is_mirrored ^= raw == ":s"
                is_swapped ^= raw == ":S"
        else:
            cell = mirrored(raw) if is_mirrored and raw[0] != ":" else raw
            builder.move(cell, item.line, column, raw)
    builder.finish()
    if what := contradiction(builder):
        item.broke(what, item.line)


def _end(tree: Tree, raw: str, is_swapped: bool) -> None:
    """Set the result: Black is the first player unless the sides were swapped."""
    loser = (raw[2] == "w") ^ is_swapped
    tree.tags["Result"] = "1-0" if loser else "0-1"
    tree.tags["Termination"] = ENDINGS[raw[1]]


def write(tree: Tree) -> Written:
    """Never: SGF says the same."""
    raise BadForm("hexworld is read only; write sgf for games of Hex")
