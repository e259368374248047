"""PBN, Portable Bridge Notation: the deal of each board; auction and play are kept as tags.

https://www.tistis.nl/pbn: tags as PGN has them, of which some begin a section of lines. The result of a
board counts tricks, so it is the tag Tricks here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import BadRecord, ParlourError
from parlour.records.formats.bridge.bridge_deals import NESW, deal_of, tree_of
from parlour.records.losses import losses_of
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LARGEST_GAME, LONGEST_TAG, MOST_TAGS, tag_too_long
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written

_TAG = re.compile(r'\[\s*(\w{1,40})\s+"([^"]*+)"\s*\]\s*\Z')
_DEAL_TAG = re.compile(r'^[^\S\n]*+\[\s*Deal\s+"[NESW]:', re.MULTILINE | re.IGNORECASE)
_SECTION = re.compile(r"^(?:Auction|Play|\w*Table)$")
LETTERS = "NESW"
RENAMED = {"Result": "Tricks"}
OWN = ("Deal", "Dealer", "Game", "Position")  # tags that the tree has by itself
FIRST = ("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer")
AS_BEFORE = ("#", "##")  # the value of the board before


def claims(text: str) -> float:
    """A tag Deal with a first hand's seat."""
    return 0.98 if _DEAL_TAG.search(text[:20_000]) else 0.0


def read(source: Source) -> Iterator[Item]:
    """The boards of a source."""
    board, before = _Board(1), _Board(1)
    for number, raw in enumerate(source.lines(), 1):
        line = raw.strip("\ufeff\r\n\t ")
        tag = _TAG.match(line)
        if board.has_begun and (not line or (tag and tag[1] in board.tags and not board.section)):
            yield board.item(before)
            board, before = _Board(number), board
        if line and line[0] not in "%;":
            board.take(line, tag, number)
    if board.has_begun:
        yield board.item(before)


class _Board:
    """The tags of a board being read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: dict[str, str] = {}
        self.section = ""  # the tag to which lines belong
        self.size: int = 0
        self.odd: list[tuple[str, int]] = []

    @property
    def has_begun(self) -> bool:
        return bool(self.tags)

    def take(self, line: str, tag: re.Match[str] | None, number: int) -> None:
        self.size += len(line)
        if tag and tag[1] not in self.tags and len(self.tags) < MOST_TAGS:
            if not self.tags:
                self.line = number
            self.tags[tag[1]] = tag[2]
            self.section = tag[1] if _SECTION.match(tag[1]) else ""
        elif tag is None and self.section and self.size <= LONGEST_TAG:
            self.tags[self.section] += f"\n{line}"
        elif len(self.odd) < 3:
            self.odd.append((line, number))

    def item(self, before: _Board) -> Item:
        """The item of the board; `before` has the values that are said to be the same."""
        if self.size > LARGEST_GAME:
            return oversized(self.line, "pbn")
        item = Item(line=self.line, form="pbn")
        for name, value in self.tags.items():
            if value in AS_BEFORE:
                self.tags[name] = before.tags.get(name, "?")
            elif len(value) > LONGEST_TAG:
                item.broke(tag_too_long(name, len(value)), self.line)
                self.tags[name] = value[:LONGEST_TAG]
        for line, number in self.odd:
            item.notice(f"{line:.60} is not understood", number, 1)
        try:
            hands = _hands(self.tags.get("Deal", ""))
            first = self.tags.get("Dealer", "N").strip().upper()[:1]
            kept = {
                RENAMED.get(name, name): value
                for name, value in self.tags.items()
                if name not in OWN and value != "?"
            }
            item.tree = tree_of(hands, first if first in LETTERS and first else "N", kept)
        except ParlourError as error:
            item.broke(str(error), self.line)
        return item


def _hands(deal: str) -> list[str]:
    """The hands of North, East, South and West in a tag Deal, as ``N:AK.… … … …``."""
    first, _, rest = deal.strip().upper().partition(":")
    given = rest.split()
    if first not in LETTERS or not first or len(given) != 4:
        raise BadRecord(
            f'the tag Deal is {deal:.80}; expected "N:" and four hands, as AKQ.JT9.876.5432'
        )
    if "-" in given:
        raise BadRecord("a hand of this deal is unknown; expected all four")
    at = LETTERS.index(first)
    return [given[(seat - at) % 4] for seat in range(4)]


def write(tree: Tree) -> Written:
    """The deal of a tree as a board; calls and rounds are lost."""
    hands, first = deal_of(tree, "pbn")
    given = {name: value for name, value in tree.tags.given.items() if name not in OWN}
    tags = {"Event": "", "Site": "", "Date": "", "Board": "", **dict.fromkeys(NESW, "")}
    names = {own: name for name, own in RENAMED.items()}
    tags = {name: given.get(name, "?") for name in tags}
    tags |= {"Dealer": first, "Vulnerable": given.get("Vulnerable", "None")}
    tags["Deal"] = f"N:{' '.join(hands)}"
    tags |= {
        names.get(name, name): v
        for name, v in given.items()
        if name not in (*tags, *names.values())
    }
    ordered = sorted(tags, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    lines = []
    for name in ordered:
        value, _, section = tags[name].partition("\n")
        if re.fullmatch(r"\w{1,40}", name) and '"' not in value:
            lines.append(f'[{name} "{value}"]')
            lines += section.splitlines()
    text = "\n".join(lines) + "\n"
    return Written(text, losses_of(tree, text, read))
