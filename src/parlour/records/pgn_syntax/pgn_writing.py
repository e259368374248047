"""Writing a tree in PGN's syntax: tags, and movetext in lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from parlour.records.notes import noted
from parlour.records.pgn_syntax.comments import write_comments
from parlour.records.pgn_syntax.dialect import Dialect
from parlour.records.pgn_syntax.numbering import numbering
from parlour.records.tree import Node, Tree
from parlour.records.written import Loss, Written
from parlour.table.game import NULL_MOVE

WIDTH = 80  # of lines of moves, as PGN has it


def write(
    tree: Tree,
    dialect: Dialect,
    tags: Mapping[str, str],
    result: str,
    move: Callable[[Node], str] | None = None,
) -> Written:
    """A tree in PGN's syntax.

    `tags` are those to be written, `result` the word at the end; `move` gives a node's word, by default
    `Dialect.written_move`. Tags with impossible names are listed as lost.
    """
    losses: list[Loss] = []
    head = []
    for name, value in tags.items():
        if re.fullmatch(r'[^\s"\[\]]+', name):
            head.append(f'[{name} "{_quoted(value, dialect.escapes)}"]')
        else:
            losses.append(Loss(tree.root, "tags", f"{name}: {value}"))
    words = _words(tree, dialect, move or (lambda node: _plain_word(tree, dialect, node)))
    body = _filled([*_attached(words), result])
    return Written("\n".join([*head, "", *body]) + "\n", tuple(losses))


def _plain_word(tree: Tree, dialect: Dialect, node: Node) -> str:
    if (
        node.move == NULL_MOVE
        or tree.heard_by
        or type(dialect).written_move is Dialect.written_move
    ):
        return node.move
    assert node.parent is not None
    return dialect.written_move(tree.visit(node.parent), node.move)


def _quoted(value: str, escapes: bool) -> str:
    """A tag's value with its quotation marks and backslashes escaped, on one line."""
    value = value.replace("\\", "\\\\").replace('"', '\\"')
    if escapes:
        return value.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    return " ".join(value.split()) if not value.isprintable() else value


def _words(tree: Tree, dialect: Dialect, move: Callable[[Node], str]) -> Iterator[str]:
    """The movetext's words: numbers, moves, glyphs, comments, parentheses."""
    yield from _root_words(tree, dialect)
    opened = True
    first = tree.beginning.turn if dialect.first_has_number else 0
    for sign, node, number in numbering(tree, max(first or 0, 0)):
        if node is None:
            opened = sign == "("
            yield sign
            continue
        if number.endswith("...") and not (opened or dialect.repeats_numbers):
            number = ""
        opened = False
        if node._notes is None:
            yield from (number, move(node)) if number else (move(node),)
            continue
        before, after = write_comments(node, dialect.escapes)
        if before and not sign:
            yield "{}"  # else it would be taken for the comment after the move before
        if before:
            yield f"{{{before}}}"
        if number:
            yield number
        yield move(node)
        yield from (f"${glyph}" for glyph in noted(node).get("glyphs", ()))
        if after:
            yield f"{{{after}}}"


def _root_words(tree: Tree, dialect: Dialect) -> Iterator[str]:
    """What stands before the first move; see `pgn_reading`."""
    yield from (f"${glyph}" for glyph in noted(tree.root).get("glyphs", ()))
    before, after = write_comments(tree.root, dialect.escapes)
    first = tree.root.children[0] if tree.root.children else None
    follows = bool(first and noted(first).get("comments", ("",))[0])
    if before:
        yield f"{{{before}}}"
    if before or after or follows:
        yield f"{{{after}}}"
    if before and not follows:
        yield "{}"


def _attached(words: Iterable[str]) -> Iterator[str]:
    """Words with parentheses attached to what they enclose."""
    held, opening = "", ""
    for word in words:
        if word == "(":
            opening += word
            continue
        if word == ")":
            held += word
            continue
        if held:
            yield held
        held, opening = opening + word, ""
    if held:
        yield held


def _filled(words: Iterable[str]) -> Iterator[str]:
    """Words in lines of at most `WIDTH`, where they allow it; none is broken."""
    line: list[str] = []
    room = WIDTH
    for word in words:
        if line and len(word) + 1 > room:
            yield " ".join(line)
            line, room = [], WIDTH
        room -= len(word) + bool(line)
        line.append(word)
    yield " ".join(line)
