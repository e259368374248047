"""What moves of each game look like: a quick look, before a game's rules are tried on a text."""

from __future__ import annotations

import re

_SQUARE = "[a-h][1-8]"
_HEX_CELL = r"[a-u][1-9]\d?"
_SHAPES = {
    "chainn": r"deal:.*|(?:[a-d][1-4])?-[a-d][1-4]",
    "chess": rf"{_SQUARE}[-x]{_SQUARE}(?:=[QRBN])?",
    "focus": rf"{_SQUARE}(?:-{_SQUARE})?",
    "hex": rf"{_HEX_CELL}|swap",
    "hive": r"[wb][QSBGAMLP][1-3]?(?:,.*)?|pass",
    "lines-of-action": rf"{_SQUARE}[-x]{_SQUARE}|pass",
    "merger-chess": rf"{_SQUARE}(?:\{{.*\}})?[-x]{_SQUARE}.*",
    "merlins-chain": rf"[1-9]\d?@{_SQUARE}",
    "naval-qi": r"first:[01]|[a-z0-9]+(?:-[a-z]+)?:.*|ready|no-action",
    "revolver": r"(?:cut|deal|bid|discard):.*|enter|withdraw|leave|decline|place|raise|match|no-bid|reserve",
    "shogi": r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]|win",
    "stones-of-fortune": (
        r"(?:first|variation):.*|cast[123]|start-.*|[1-5](?:\+[1-5])*|[LD]\d+[-x][LD]\d+|pass"
    ),
    "tiger-bridge": r"(?:deal|draw):.*|[5-9][NRMLF]|[TBSWP1-8][FLMR]|decline|tigerblade",
    "tiger-chequers": rf"post:.*|guard|watch|{_SQUARE}(?:[-x]{_SQUARE})+.*|{_SQUARE}-(?:west|east)",
    "tumbling-down": rf"{_SQUARE}[->]{_SQUARE}",
    "unlur": rf"{_HEX_CELL}|pass",
    "y": rf"{_HEX_CELL}|swap",
    "yavalath": rf"{_HEX_CELL}|swap",
}
_DRAUGHTS = ("english-draughts", "twindraughts", "royal-draughts", "sovereign", "leopard-princess")
_SHAPES |= dict.fromkeys(_DRAUGHTS, rf"card:.*|{_SQUARE}(?:[-x]{_SQUARE})+(?::.*|@.*)?")
_COMPILED = {name: re.compile(shape, re.ASCII) for name, shape in _SHAPES.items()}


def may_be(name: str, words: list[str]) -> bool:
    """Whether words may be moves of a game: the first is, and most are; of unknown games they may."""
    shape = _COMPILED.get(name)
    if shape is None:
        return True
    fitting = sum(bool(shape.fullmatch(word)) for word in words)
    return bool(shape.fullmatch(words[0])) and 2 * fitting > len(words)
