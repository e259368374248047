"""UCI's positions with moves (``position startpos moves e2e4``), a game on a line.

Shogi's engines get the same words; its squares have the digit first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from parlour.errors import BadForm, ParlourError
from parlour.records.builder import Builder
from parlour.records.formats.pgn.pgn_format import DIALECT
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LARGEST_GAME
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written

_FEN = r"[1-8PNBRQKpnbrqk]+(?:/[1-8PNBRQKpnbrqk]+){7}(?![^\s])"
_MOVE = r"[a-h][1-8][a-h][1-8]"
_LINE = re.compile(
    rf"[ \t]*+(?:(?:position[ \t]+)?startpos[ \t]+(?:moves[ \t]+)?{_MOVE}|position[ \t]+fen[ \t]+{_FEN}"
    rf"|(?:fen[ \t]+)?{_FEN}[^\n]{{1,60}}?[ \t]moves[ \t]+{_MOVE})"
)
_WORD = re.compile(r"\S+")


def claims(text: str) -> float:
    """Its first line has a word of UCI and a move or FEN of chess."""
    return 0.98 if _LINE.match(text.lstrip("\ufeff\r\n\t ")) else 0.0


def read(source: Source) -> Iterator[Item]:
    """The games of a source, one for each line that is not blank."""
    for number, line in enumerate(source.lines(), 1):
        text = line.strip("\ufeff\r\n\t ")
        if text and not text.startswith("#"):
            yield oversized(number, "uci") if len(text) > LARGEST_GAME else _game(line, number)


def _game(line: str, number: int) -> Item:
    item = Item(line=number, form="uci")
    begun, _, moves = line.partition(" moves ")
    words = [word for word in begun.split() if word not in ("\ufeff", "position", "fen", "moves")]
    if words[:1] == ["startpos"]:
        fen, moves = "", moves or " ".join(words[1:])
    else:
        fen = " ".join(words)
    try:
        item.tree = DIALECT.tree({"FEN": fen} if fen else {})
    except ParlourError as error:
        item.broke(str(error), number, 1)
        return item
    builder = Builder(item.tree, item)
    first = len(line) - len(line[line.rfind(moves) :]) if moves else 0
    for word in _WORD.finditer(moves):
        builder.play(
            word[0], number, first + word.start() + 1, partial(_move_text, builder, word[0])
        )
    builder.finish()
    return item


def _move_text(builder: Builder, word: str) -> str:
    assert builder.state is not None
    return DIALECT.move_text(builder.state, word)


def write(tree: Tree) -> Written:
    """Never: PGN says the same."""
    raise BadForm("uci is read only; write pgn")
