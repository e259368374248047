"""Positions without moves, one on a line.

A line is a FEN of chess, with the operations of EPD if it has any (``bm Bb5; id "one";``), a FEN of
draughts, or a position text of any game. Operations become tags of their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import BadForm, BadRecord, ParlourError
from parlour.records.losses import losses_of
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LONGEST_TAG, MOST_TAGS
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written
from parlour.table import catalogue
from parlour.table.foreign_notation import PdnHooks, PgnHooks

PGN: PgnHooks = catalogue.hooks("pgn")
PDN: PdnHooks = catalogue.hooks("pdn")
(FEN_GAME,) = catalogue.games_with("pgn")

_FIELDS = re.compile(
    r"([1-8A-Za-z/]{15,90})\s+([wb])\s+([A-Ha-hKkQq]{1,4}|-)\s+([a-h][36]|-)"
    r"(?:\s+([0-9]{1,9})\s+([0-9]{1,9})(?=\s|\Z))?"
)
_SHORT = re.compile(r"([1-8A-Za-z/]{15,90})\s+([wb])(?:\s+([KkQq]{1,4}|-))?\s*\Z")
_OPERATION = re.compile(r"""\s*([A-Za-z]\w{0,30})\s*((?:"[^"]*+"|[^";]++)*+)(?:;|\Z)""")
_DRAUGHTS = re.compile(r"[WB]:[WB][Kk0-9]")
_FIRST = re.compile(r"[\ufeff\s]*+(?:#[^\n]*+\s*+)*+([^\n]*+)")
_QUOTED = re.compile(r'"([^"]*+)"\s*\Z')
COUNTERS = ("hmvc", "fmvn")  # operations that are fields of a FEN
TEXTS = ("id", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9")  # written in quotes
EXPECTED = "a FEN, with operations as bm Bb5; or a position text"


def claims(text: str) -> float:
    """Its first line, comments left out, is a position and nothing else."""
    found = _FIRST.match(text)
    line = found[1].strip()[: 10 * LONGEST_TAG] if found else ""
    return 0.97 if _is_position(line) else 0.0


def _is_position(line: str) -> bool:
    if PGN.is_fen(line):
        return _FIELDS.match(line) is not None or _SHORT.match(line) is not None
    if _DRAUGHTS.match(line):
        return PDN.is_fen(line)
    name, _, rest = line.partition(" ")
    if not rest or name.partition(":")[0] not in catalogue.specs():
        return False
    try:
        catalogue.game(name).read(line)
    except ParlourError:
        return False
    return True


def read(source: Source) -> Iterator[Item]:
    """The positions of a source, one for each line that is not blank."""
    for number, line in enumerate(source.lines(), 1):
        text = line.strip("\ufeff\r\n\t ")
        if len(text) > LONGEST_TAG:
            yield oversized(number, "epd")
        elif text and text[0] not in "#;%":
            item = Item(line=number, form="epd")
            try:
                item.tree = _tree(text, item)
            except ParlourError as error:
                item.broke(str(error), number, 1)
            yield item


def _tree(text: str, item: Item) -> Tree:
    if PGN.is_fen(text):
        return _chess(text, item)
    if _DRAUGHTS.match(text):
        name = PDN.position_of(text, PDN.USUAL)
        return Tree(name.partition(" ")[0], None, name)
    name = text.partition(" ")[0]
    if name.partition(":")[0] not in catalogue.specs():
        raise BadRecord(f"{text:.40} is no position; expected {EXPECTED}")
    return Tree(name, None, text)


def _chess(text: str, item: Item) -> Tree:
    match = _FIELDS.match(text) or _SHORT.match(text)
    if match is None:
        raise BadRecord(f"{text:.80} is no position; expected {EXPECTED}")
    tags: dict[str, str] = {}
    at = match.end()
    while at < len(text) and (found := _OPERATION.match(text, at)) and len(tags) < MOST_TAGS:
        quoted = _QUOTED.match(found[2])
        tags[found[1]] = quoted[1] if quoted else found[2].strip()
        at = found.end()
    if text[at:].strip():
        item.notice(f"{text[at:].strip():.80} is not understood", item.line, at + 1)
    fields = [field for field in match.groups() if field]
    if len(fields) == 4:
        fields += [tags.pop(name, usual) for name, usual in zip(COUNTERS, "01", strict=True)]
    fen = " ".join(fields)
    name, position = PGN.beginning(fen, FEN_GAME)
    tree = Tree(name, tags, position)
    if dropped := PGN.dropped_rights(fen, PGN.fen_of(tree.beginning)):
        item.notice(
            f"castling {dropped} is left out: no king and rook are there for all", item.line
        )
    return tree


def write(tree: Tree) -> Written:
    """The position that a tree begins with; its moves and notes are lost."""
    if tree.heard_by:
        raise BadForm("epd holds positions; this record has only what was public")
    if tree.game.id != FEN_GAME:
        text = f"{tree.beginning.text}\n"
        return Written(text, losses_of(tree, text, read))
    fields = PGN.fen_of(tree.beginning).split()
    operations = [f"{name} {count};" for name, count in zip(COUNTERS, fields[4:], strict=True)]
    for name, value in tree.tags.given.items():
        if _OPERATION.fullmatch(f"{name} x;") and not set(value) & set('";\n\r'):
            plain = value and name not in TEXTS and name[0].islower()
            operations.append(f"{name} {value};" if plain else f'{name} "{value}";')
    text = " ".join([*fields[:4], *operations]) + "\n"
    return Written(text, losses_of(tree, text, read))
