"""The numbers of moves, as PGN writes them: a round ends when the turn comes back."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.layout import CHANCE
from parlour.records.notes import noted
from parlour.records.tree import Node, Tree


def numbers(tree: Tree) -> list[tuple[str, Node]]:
    """The main line's nodes, each with the number that is written before it, or "" where none is."""
    count, last, numbered = 0, tree.game.seats, []
    for node in tree.line():
        number, count, last = _number(node, count, last, tree.game.seats, False)
        numbered.append((number, node))
    return numbered


def number_of(node: Node) -> str:
    """The number of a node's move, as ``12.`` or ``12...``."""
    seats = node.tree.game.seats
    number, count, last = "", 0, seats
    for each in node.path():
        number, count, last = _number(each, count, last, seats, True)
    return number


def numbered(tree: Tree) -> Iterator[tuple[str, Node]]:
    """All nodes, each before its children, main lines first, with the number that each move has."""
    waiting = [(tree.root, 0, tree.game.seats)]
    while waiting:
        node, count, last = waiting.pop()
        number, count, last = _number(node, count, last, tree.game.seats, True)
        yield number, node
        waiting += [(child, count, last) for child in reversed(node.children)]


def numbering(tree: Tree, first: int = 0) -> Iterator[tuple[str, Node | None, str]]:
    """The nodes below the root in the order of PGN, each with the number before it, or "".

    A round begins with the seat `first`.

    Before and after a variation come ``("(", None, "")`` and ``(")", None, "")``; with a node comes ``""``
    if it follows directly upon another, otherwise ``"!"``: something stands between.
    """
    seats = tree.game.seats
    # What remains to be written: a parenthesis, or a node with the number of its round, the seat that
    # moved last, whether something stands before it, and whether its siblings are written after it.
    waiting: list[str | tuple[Node, int, int, bool, bool]] = []
    if tree.root.children:
        waiting.append((tree.root.children[0], 0, seats, True, True))
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, str):
            yield entry, None, ""
            continue
        node, count, last, apart, with_siblings = entry
        number, count_now, last_now = _number(node, count, last, seats, apart, first)
        yield "!" if apart else "", node, number
        others = node.parent.children[1:] if with_siblings and node.parent else []
        if node.children:
            parted = bool(others) or _has_after(node)
            waiting.append((node.children[0], count_now, last_now, parted, True))
        for other in reversed(others):
            waiting += [")", (other, count, last, True, False), "("]


def _has_after(node: Node) -> bool:
    """Whether a comment stands after a node's move; clocks and marks are written as one."""
    return bool(set(noted(node)) - {"glyphs", "comments"}) or bool(node.comments[1])


def _number(
    node: Node, count: int, last: int, seats: int, always: bool, first: int = 0
) -> tuple[str, int, int]:
    """The number to be written before a node's move; the round's number and the seat that moved last.

    A round ends when the turn comes back; `always` asks for its number in mid-round too.
    """
    seat = node.seat
    if seat is None or seat == CHANCE:
        return "", count, last
    seat = (seat - first) % seats
    if seat < last or seats == 1:
        count += 1
        return f"{count}{'...' if count == 1 and seat else '.'}", count, seat
    return f"{count}..." if always else "", count, seat
