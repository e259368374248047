"""Games as lichess.org and lishogi.org give them in JSON, one on a line: ``{"id":…,"moves":"e4 e5"}``.

Studies and single games come as PGN, KIF or CSA and are read as such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from parlour.errors import BadForm, BadRecord, ParlourError
from parlour.records.builder import Builder, contradiction
from parlour.records.formats.pgn.pgn_format import DIALECT
from parlour.records.formats.shogi.shogi_texts import USI, begin_tree
from parlour.records.json_records import read_objects
from parlour.records.record_items import Item
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written

_BEGIN = re.compile(r'\s*[\[{][^\0]{0,4000}?"moves"\s*:\s*"')
_SQUARES = re.compile(r"(?:[1-9][a-i]|[PLNSGBR]\*)[1-9][a-i]\+?")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SEATS = {"sente": "Black", "gote": "White", "white": "White", "black": "Black"}
ENDINGS = {"resign": "resignation", "outoftime": "time", "timeout": "time"}
EXPECTED = 'expected a game as lichess exports it, {"id":…,"moves":"e4 e5"}'


def claims(text: str) -> float:
    """Objects of JSON whose moves are one text."""
    begun = text[:6000].lstrip("\ufeff")
    return 0.93 if _BEGIN.match(begun) else 0.0


def read(source: Source) -> Iterator[Item]:
    """The games of a source."""
    return read_objects(source, "lichess", _read, EXPECTED)


def _read(given: dict[str, Any], item: Item) -> None:
    words = str(given["moves"]).split()
    is_shogi = "initialSfen" in given or (bool(words) and bool(_SQUARES.fullmatch(words[0])))
    item.tree = _shogi(given) if is_shogi else _chess(given)
    _set_tags(item.tree, given, is_shogi)
    builder = Builder(item.tree, item)
    for number, word in enumerate(words, 1):
        read = None if is_shogi else partial(_move_text, builder, number, word)
        builder.play(word, item.line, read=read)
    builder.finish()
    if what := contradiction(builder):
        item.broke(what, item.line)


def _move_text(builder: Builder, number: int, word: str) -> str:
    assert builder.state is not None
    try:
        return DIALECT.move_text(builder.state, word)
    except ParlourError as error:
        raise BadRecord(f"move {number}: {error}") from error


def _chess(given: dict[str, Any]) -> Tree:
    tags = {"Variant": str(given.get("variant", "standard"))}
    if fen := given.get("initialFen"):
        tags["FEN"] = str(fen)
    return DIALECT.tree(tags)


def _shogi(given: dict[str, Any]) -> Tree:
    variant = str(given.get("variant", "standard"))
    if variant not in ("standard", "fromPosition"):
        raise BadForm(f"{variant:.40} (variant): not a game here")
    sfen = given.get("initialSfen")
    return begin_tree(USI.game_of(str(sfen) if sfen else None, declared=False), sfen)


def _set_tags(tree: Tree, given: dict[str, Any], is_shogi: bool) -> None:
    site = "lishogi" if is_shogi else "lichess"
    if identity := given.get("id"):
        tree.tags["Site"] = f"https://{site}.org/{identity!s:.40}"
    if isinstance(begun := given.get("createdAt"), int):
        tree.tags["Date"] = f"{EPOCH + timedelta(milliseconds=begun):%Y.%m.%d}"
    for colour, player in (given.get("players") or {}).items():
        seat = SEATS.get(str(colour))
        name = (
            (player.get("user") or {}).get("name") or player.get("userId") or player.get("aiLevel")
        )
        if seat and name:
            tree.tags[seat] = str(name)
    status, winner = str(given.get("status", "")), SEATS.get(str(given.get("winner", "")))
    if winner:
        tree.tags["Result"] = "1-0" if winner == tree.game.seat_names[0] else "0-1"
    elif status in ("draw", "stalemate"):
        tree.tags["Result"] = "1/2-1/2"
    if status in ENDINGS:
        tree.tags["Termination"] = ENDINGS[status]


def write(tree: Tree) -> Written:
    """Never: PGN and KIF say the same."""
    raise BadForm("lichess is read only; write pgn for games of chess, kif for shogi")
