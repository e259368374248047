"""USI's positions with moves (``position startpos moves 7g7f``) and lists of SFEN, a game on a line.

Only what stands on the line is held: the beginning and the moves of the main line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import ParlourError
from parlour.records.builder import Builder
from parlour.records.formats.shogi.shogi_texts import USI, begin_tree, is_shogi
from parlour.records.losses import losses_of
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LARGEST_GAME
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written

_LINE = re.compile(
    rf"[ \t]*(?:position[ \t]+)?(?:startpos\b|sfen[ \t]+{USI.ROWS}|{USI.ROWS}[ \t]+[bw]\b)"
)


def claims(text: str) -> float:
    """Its lines begin with words, or with an SFEN, that no other form has."""
    return 0.95 if _LINE.match(text.lstrip("\ufeff\r\n\t ")) else 0.0


def read(source: Source) -> Iterator[Item]:
    """The games of a source, one for each line that is not blank."""
    for number, line in enumerate(source.lines(), 1):
        text = line.strip("\ufeff\r\n\t ")
        if text.split() and not text.startswith("#"):  # nothing but odd blanks is no game either
            large = len(text) > LARGEST_GAME
            yield oversized(number, "usi") if large else _game(text, line, number)


def _game(text: str, line: str, number: int) -> Item:
    item = Item(line=number, form="usi")
    words = text.split()
    if words[0] == "position":
        words.pop(0)
    sfen = _taken_sfen(words)
    if words and words[0] == "moves":
        words.pop(0)
    declares = bool(words) and words[-1] == USI.DECLARATION
    try:
        tree = begin_tree(USI.game_of(sfen, declares), sfen)
    except ParlourError as error:
        item.tree = begin_tree(None, None)
        builder = Builder(item.tree, item)
        builder.illegal(str(error), number, 1, text)
        builder.finish()
        return item
    item.tree = tree
    builder = Builder(tree, item)
    at = 0
    for word in words:
        at = line.find(word, at)
        resigned = word == "resign" and not builder.broken
        if resigned and builder.state is not None and builder.state.turn is not None:
            tree.tags["Result"] = "0-1" if builder.state.turn == 0 else "1-0"
            tree.tags["Termination"] = "resignation"
        else:
            builder.play(word, number, at + 1)
        at += len(word)
    builder.finish()
    return item


def _taken_sfen(words: list[str]) -> str | None:
    """Take the beginning off a line's words: its SFEN, None for the start."""
    if words and words[0] == "startpos":
        words.pop(0)
        return None
    if words and words[0] == "sfen":
        words.pop(0)
    elif not words or "/" not in words[0]:
        return None
    fields = [words.pop(0) for _ in range(min(3, len(words)))]
    number = words.pop(0) if words and words[0].isdecimal() else "1"
    return " ".join([*fields, number])


def write(tree: Tree) -> Written:
    """One line; all else is reported as lost."""
    is_shogi(tree)
    sfen = USI.position_of(tree.root.state())
    words = ["position", "startpos" if USI.is_usual_start(sfen) else f"sfen {sfen}"]
    if moves := tree.moves():
        words += ["moves", *moves]
    if tree.tags.get("Termination") == "resignation":
        words += ["resign"] if moves else ["moves", "resign"]
    text = " ".join(words) + "\n"
    return Written(text, losses_of(tree, text, read))
