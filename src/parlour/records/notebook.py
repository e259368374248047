"""A recorded game as HTML for a notebook: buttons step through the main line, without a script."""

from __future__ import annotations

from html import escape
from uuid import uuid4

from parlour.picture.annotated import Marks, annotated_svg
from parlour.records.pgn_syntax.numbering import number_of
from parlour.records.tree import Node, Tree

MOST = 40  # positions, the last ones of a longer game
STYLE = """<style>
.parlour-tree > input { position: absolute; opacity: 0; }
.parlour-tree > figure { display: none; margin: 0; }
.parlour-tree > input:checked + figure { display: block; }
.parlour-tree label { cursor: pointer; border: 1px solid; border-radius: 6px; }
.parlour-tree label { padding: 0 .7em; margin: 0 .3em; }
.parlour-tree > input:focus-visible + figure label { outline: 2px solid currentColor; }
.parlour-tree p { margin: .4em 0; white-space: pre-wrap; }
.parlour-tree pre { white-space: pre-wrap; }
</style>"""


def html_of(tree: Tree) -> str:
    """The positions of the main line, one of them to be seen at a time, the last first; then the record."""
    nodes = [] if tree.heard_by else [tree.root, *tree.line()][-MOST:]
    name = f"tree-{uuid4().hex[:8]}"
    steps = "".join(_step(node, name, n, len(nodes)) for n, node in enumerate(nodes))
    record = f"<pre>{escape(tree.write().text)}</pre>"
    if steps:
        record = f"<details><summary>The record</summary>{record}</details>"
    return f'{STYLE}<div class="parlour-tree">{steps}{record}</div>'


def _step(node: Node, name: str, number: int, count: int) -> str:
    """One position, and the buttons that lead to those beside it: arrow keys go there too."""
    move = escape(f"{number_of(node)} {node.move}" if node.parent else "The start")
    last = " checked" if number == count - 1 else ""
    drawn = annotated_svg(node.state(), Marks(node.cells, node.arrows, node.labels))
    ways = [
        f'<label for="{name}-{to}" title="{word}">{sign}</label>' if 0 <= to < count else ""
        for sign, word, to in (("‹", "back", number - 1), ("›", "on", number + 1))
    ]
    said = "".join(f"<p>{escape(text)}</p>" for text in node.comments if text)
    return (
        f'<input type="radio" name="{name}" id="{name}-{number}" aria-label="{move}"{last}>'
        f"<figure>{drawn}<p>{ways[0]} <strong>{move}</strong> {ways[1]}</p>{said}</figure>"
    )
