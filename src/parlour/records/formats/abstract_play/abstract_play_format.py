"""Records of abstractplay.com in JSON: a header with game, players and results, and rounds of moves.

https://github.com/AbstractPlay/recranks has the schema. A swap is a mark in the header, and the players are
those after it. Games with boards that are not here are named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from parlour.errors import BadForm
from parlour.records.builder import Builder, contradiction
from parlour.records.json_records import read_objects
from parlour.records.record_items import Item
from parlour.records.source import Source
from parlour.records.tags import seat_tag
from parlour.records.tree import Tree
from parlour.records.written import Written
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import hooks
from parlour.table.foreign_notation import AbstractPlayHooks

_BEGIN = re.compile(r'\s*[\[{](?=[^\0]{0,4000}?"header"\s*:)(?=[^\0]{0,4000}?"players"\s*:)')
SWAPPED = ("pie-invoked", "pied")
EXPECTED = "expected a record of Abstract Play with header and moves"

HOOKS: AbstractPlayHooks = hooks("abstract-play")


def claims(text: str) -> float:
    """A JSON object with a header that lists players."""
    return 0.95 if _BEGIN.match(text[:8000].lstrip("\ufeff")) else 0.0


def read(source: Source) -> Iterator[Item]:
    """The games of a source."""
    return read_objects(source, "abstract-play", _read, EXPECTED)


def _read(given: dict[str, Any], item: Item) -> None:
    header = given["header"]
    name, variants = (
        str(header["game"]["name"]),
        list(map(str, header["game"].get("variants") or ())),
    )
    if name not in HOOKS.NAMES:
        raise BadForm(f"{name:.40} (Abstract Play): not a game here")
    players, is_swapped = header["players"], any(header.get(mark) is True for mark in SWAPPED)
    options = HOOKS.options_of(name, variants, len(players), is_swapped)
    moves = [_text(move) for each in given["moves"] for move in each if move is not None]
    moves[1:1] = ["swap"] if is_swapped else []
    item.tree = Tree(find_game(HOOKS.NAMES[name], **options))
    builder = _play(item.tree, item, moves)
    _set_tags(item.tree, header, players[::-1] if is_swapped else players)
    if what := contradiction(builder):
        item.broke(what, item.line)


def _text(move: Any) -> str:
    text = move["move"] if isinstance(move, dict) else move
    return "".join(str(text).lower().split())


def _play(tree: Tree, item: Item, moves: Sequence[str]) -> Builder:
    builder = Builder(tree, item)
    for text in moves:
        builder.play(text, item.line, read=partial(HOOKS.read_move, tree.game, text))
    builder.finish()
    return builder


def _set_tags(tree: Tree, header: dict[str, Any], players: Sequence[dict[str, Any]]) -> None:
    for seat, player in zip(tree.game.seat_names, players, strict=True):
        tree.tags[seat_tag(seat)] = str(player["name"])
    site = header.get("site") or {}
    own = {
        "Event": header.get("event"),
        "Round": header.get("round"),
        "Site": f"{site.get('name', '')} {site.get('gameid', '')}".strip(),
        "Date": str(header.get("date-start", ""))[:10],
    }
    for name, value in own.items():
        if value:
            tree.tags[name] = str(value)
    results = [float(player["result"]) for player in players]
    if len(results) == 2:
        first, second = results
        decided = "1-0" if first > second else "0-1"
        tree.tags["Result"] = "1/2-1/2" if first == second else decided


def write(tree: Tree) -> Written:
    """Never: SGF says the same."""
    raise BadForm("abstract-play is read only; write sgf or native")
