"""Writing KIF: headers or a drawn board, the main line, then every variation."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.records.formats.shogi.kif_words import ENDINGS, KEYS, TABLE, WON
from parlour.records.formats.shogi.shogi_notes import END, END_SPENT, comment_lines, spent_of
from parlour.records.formats.shogi.shogi_texts import USI, ending_of, named_by_start
from parlour.records.notes import noted
from parlour.records.tree import Node, Tree
from parlour.table.catalogue import hooks
from parlour.table.foreign_notation import KifHooks

HOOKS: KifHooks = hooks("kif")


def text_of(tree: Tree) -> str:
    """The whole tree as KIF, each variation after the line that it leaves."""
    number = int(USI.position_of(tree.root.state()).rpartition(" ")[2]) if _needs_board(tree) else 1
    lines = [
        "# KIF version=2.0 encoding=UTF-8",
        *_head(tree),
        TABLE,
        *comment_lines(tree.root, "*"),
    ]
    main = tree.line()
    lines += [*_line_texts(main, number), *_end_texts(tree, main, number)]
    waiting = _leaving(main)
    while waiting:
        nodes = list(waiting.pop().line())
        lines += ["", f"変化：{nodes[0].ply + number - 1}手"]
        lines += [*_line_texts(nodes, number), *_branch_end(nodes, number)]
        waiting += _leaving(nodes[1:])
    return "\n".join(lines) + "\n"


def _leaving(nodes: list[Node]) -> list[Node]:
    """The variations that leave a line, those that are to be written first at the end."""
    parents = [node.parent for node in nodes if node.parent is not None]
    return [child for parent in parents for child in reversed(parent.children[1:])]


def _needs_board(tree: Tree) -> bool:
    """Whether the beginning is no start, so that its board must be drawn."""
    return HOOKS.handicap_of(USI.position_of(tree.root.state())) is None


def _head(tree: Tree) -> Iterator[str]:
    start = tree.root.state()
    sfen = USI.position_of(start)
    if not named_by_start(tree):
        yield f"Game：{tree.game.name}"
    if (handicap := HOOKS.handicap_of(sfen)) is not None:
        yield f"手合割：{handicap}"
    sides = "先後" if " b " in sfen or handicap is None else "下上"
    ending = ending_of(tree, ENDINGS)
    for name, value in tree.tags.given.items():
        if ending and name in ("Result", "Termination"):
            continue
        key = KEYS.get(name, name)
        if name in ("Black", "White"):
            key = f"{sides[name == 'White']}手"
        yield f"{key}：{' '.join(value.splitlines())}"
    if handicap is None:
        yield from HOOKS.drawn_board(sfen)


def _line_texts(nodes: list[Node], first_number: int) -> Iterator[str]:
    """A line's moves with times and comments."""
    totals: dict[int | None, float] = {}
    for node in nodes[:1]:
        for earlier in node.path()[1:-1]:
            totals[earlier.seat] = totals.get(earlier.seat, 0) + float(spent_of(earlier) or 0)
    for node in nodes:
        assert node.parent is not None
        number = node.ply + first_number - 1
        before = node.tree.visit(node.parent)
        declared = node.move == USI.DECLARATION
        text = WON if declared else HOOKS.written_move(before, node.move, node.parent.move)
        spent = spent_of(node)
        if spent is not None:
            totals[node.seat] = totals.get(node.seat, 0) + float(spent)
            text = f"{text:　<7}{_time(spent, totals[node.seat])}"
        yield f"{number:4} {text}"
        yield from comment_lines(node, "*")


def _time(spent: str, total: float) -> str:
    """``( 0:16/00:00:16)``."""
    whole, dot, part = spent.partition(".")
    minutes, seconds = divmod(int(whole), 60)
    sums = int(total)
    hours = f"{sums // 3600:02}:{sums // 60 % 60:02}:{sums % 60:02}"
    return f"({minutes:2}:{seconds:02}{dot}{part}/{hours})"


def _end_time(nodes: list[Node]) -> str:
    """The time that ending a line took, if it is known, with all that its seat had then taken."""
    last = nodes[-1]
    spent = spent_of(last, END_SPENT)
    if spent is None:
        return ""
    earlier = [node for node in last.path()[1:] if node.seat != last.seat]
    total = sum(float(spent_of(node) or 0) for node in earlier) + float(spent)
    return f"　　{_time(spent, total)}"


def _end_texts(tree: Tree, nodes: list[Node], first_number: int) -> Iterator[str]:
    """How the main line ends: the word after its last move, and the line that tells the winner."""
    word = ending_of(tree, ENDINGS)
    plies = len(nodes)
    if nodes and nodes[-1].move == USI.DECLARATION:
        plies -= 1
    elif word:
        yield f"{plies + first_number:4} {word}{_end_time(nodes or [tree.root])}"
    else:
        yield from _branch_end(nodes, first_number)
    result = tree.tags["Result"]
    closing = {"1-0": "先手の勝ち", "0-1": "後手の勝ち"}.get(
        result, word if "1/2" in result else ""
    )
    if closing:
        yield f"まで{plies + first_number - 1}手で{closing}"


def _branch_end(nodes: list[Node], first_number: int) -> Iterator[str]:
    """The stored ending of a line."""
    for word in noted(nodes[-1]).get("kept", {}).get(END, ()) if nodes else ():
        said = " ".join(word.splitlines())
        yield f"{nodes[-1].ply + first_number:4} {said}{_end_time(nodes)}"
