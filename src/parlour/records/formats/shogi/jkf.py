"""JKF, the JSON form of KIF that viewers of shogi keep: read only.

https://github.com/na2hiro/json-kifu-format: ``header``, ``initial`` and ``moves``, the first of which stands
for the beginning; a move's ``forks`` are lists of moves in its place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from parlour.errors import BadForm
from parlour.records.builder import Builder
from parlour.records.formats.shogi.csa import ENDINGS
from parlour.records.formats.shogi.csa import HOOKS as CSA
from parlour.records.formats.shogi.shogi_texts import GAME, begin_tree, end_by
from parlour.records.json_records import read_objects
from parlour.records.record_items import Item
from parlour.records.record_limits import DEEPEST
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written

_BEGIN = re.compile(r'\s*\{(?=[^\0]{0,4000}?"(?:initial|header|moves)"\s*:)')
PROMOTED = {"FU": "TO", "KY": "NY", "KE": "NK", "GI": "NG", "KA": "UM", "HI": "RY"}
PRESETS = {  # handicaps by the words of the form, as the game's options have them
    "HIRATE": "none", "KY": "lance", "KA": "bishop", "HI": "rook", "HIKY": "rook-lance", "2": "two",
    "4": "four", "6": "six", "8": "eight", "10": "ten",
}  # fmt: skip
HELD = ("HI", "KA", "KI", "GI", "KE", "KY", "FU")  # in the order of SFEN
OTHER = "OTHER"  # a position of its own
LETTERS = {"FU": "P", "KY": "L", "KE": "N", "GI": "S", "KI": "G", "KA": "B", "HI": "R", "OU": "K"}
LETTERS |= {promoted: f"+{LETTERS[man]}" for man, promoted in PROMOTED.items()}
TAGS = {
    "先手": "Black",
    "下手": "Black",
    "後手": "White",
    "上手": "White",
    "棋戦": "Event",
    "場所": "Site",
}
EXPECTED = "expected an object with moves, as JKF has it"


def claims(text: str) -> float:
    """A JSON object with JKF's parts."""
    return 0.9 if _BEGIN.match(text.lstrip("\ufeff")) and '"moves"' in text else 0.0


def read(source: Source) -> Iterator[Item]:
    """The one game of a source."""
    return read_objects(source, "jkf", _read, EXPECTED)


def _read(given: dict[str, Any], item: Item) -> None:
    item.tree = tree = _beginning(given.get("initial") or {"preset": "HIRATE"})
    for key, value in (given.get("header") or {}).items():
        tree.tags[TAGS.get(key, key)] = str(value)
    builder = Builder(tree, item)
    first, *moves = given["moves"]
    _comment(builder, first)
    _line(builder, moves, 0)
    builder.finish()


def _beginning(initial: dict[str, Any]) -> Tree:
    preset = initial["preset"]
    if preset == OTHER:
        return begin_tree(None, _sfen(initial["data"]))
    if preset not in PRESETS:
        known = ", ".join((*PRESETS, OTHER))
        raise BadForm(f"the preset {preset!s:.20} is not read; known are {known}")
    handicap = PRESETS[preset]
    return begin_tree(GAME if handicap == "none" else f"{GAME}:handicap={handicap}", None)


def _sfen(data: dict[str, Any]) -> str:
    """The SFEN of a position, whose board is given file by file from Black's right."""
    ranks = zip(*reversed(data["board"]), strict=True)
    rows = ["".join(map(_letter, rank)) or "9" for rank in ranks]
    board = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(rows))
    hands: list[dict[str, Any]] = data.get("hands") or []
    held = [
        (str(count) if count > 1 else "") + _letter({"color": colour, "kind": kind})
        for colour, hand in enumerate(hands)
        for kind in HELD
        if (count := int(hand.get(kind, 0)))
    ]
    return f"{board} {'bw'[int(data.get('color', 0))]} {''.join(held) or '-'} 1"


def _letter(man: dict[str, Any]) -> str:
    """A man as SFEN writes it; an empty square is one of a row of them."""
    if "kind" not in man:
        return "1"
    letters = LETTERS[str(man["kind"])]
    return letters.lower() if man.get("color") else letters


def _line(builder: Builder, moves: list[dict[str, Any]], depth: int) -> None:
    for entry in moves:
        if builder.broken:
            builder.rest(json.dumps(entry.get("move") or entry, ensure_ascii=False))
            continue
        here = builder.node
        if "move" in entry:
            _move(builder, entry["move"])
        elif not depth and (ending := ENDINGS.get(f"%{entry.get('special')}")) is not None:
            end_by(builder, ending)
        _comment(builder, entry)
        for fork in entry.get("forks") or ():
            if depth < DEEPEST // 4 and not builder.refusal:
                builder.branch_at(here)
                _line(builder, fork, depth + 1)
                builder.close()


def _move(builder: Builder, move: dict[str, Any]) -> None:
    raw = json.dumps(move, ensure_ascii=False)
    origin, to, piece = move.get("from"), move["to"], str(move["piece"])
    square = f"{int(origin['x'])}{int(origin['y'])}" if origin else "00"
    kind = PROMOTED.get(piece, piece) if move.get("promote") else piece
    target = f"{int(to['x'])}{int(to['y'])}{kind}"

    def read() -> str:
        sign = "-" if builder.turn else "+"
        return CSA.read_move(builder.record, builder.turn, f"{sign}{square}{target}")

    builder.play(raw, builder.item.line, read=read)


def _comment(builder: Builder, entry: dict[str, Any]) -> None:
    if texts := entry.get("comments"):
        builder.comment(builder.node, after="\n".join(map(str, texts)))


def write(tree: Tree) -> Written:
    """Never: KIF says the same."""
    raise BadForm("jkf is read only; write kif")
