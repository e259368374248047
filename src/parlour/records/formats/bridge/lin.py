"""LIN, the form of Bridge Base Online: ``qx|o1|md|3SAK…,S…,S…|sv|o|``: the deal of each board.

``md`` has the dealer, 1 for South and on clockwise, then the hands of South, West, North and East, suits by
their letters; the last hand may be left out. Names (``pn``) are those of South, West, North, East.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import BadRecord, ParlourError
from parlour.records.formats.bridge.bridge_deals import deal_of, tree_of
from parlour.records.losses import losses_of
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LARGEST_GAME, LONGEST_TAG
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written

_DEAL = re.compile(r"\bmd\|[1-4]S[AKQJT2-9]*+H", re.IGNORECASE)
_PAIR = re.compile(r"([a-z]{2})\|([^|]*+)\|", re.IGNORECASE)
_HAND = re.compile(
    r"(?:S([AKQJT2-9]*+))?(?:H([AKQJT2-9]*+))?(?:D([AKQJT2-9]*+))?(?:C([AKQJT2-9]*+))?"
)
SEATS = ("South", "West", "North", "East")
VULNERABLE = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
RANKS = "AKQJT98765432"


def claims(text: str) -> float:
    """A deal among pairs of a command and a value."""
    return 0.97 if _DEAL.search(text[:20_000]) else 0.0


def read(source: Source) -> Iterator[Item]:
    """The boards of a source, one for each line that has a deal, or for each deal of a line."""
    names, board, vulnerable, calls, begun = "", "", "", [""], 1
    deal = ""
    for number, line in enumerate(source.lines(), 1):
        if len(line) > LARGEST_GAME:
            yield oversized(number, "lin")
            continue
        for command, value in _PAIR.findall(line.replace("%7C", "|")):
            name = command.lower()
            if name in ("qx", "md") and deal:
                yield _item(deal, names, board, vulnerable, calls, begun)
                deal, board, vulnerable, calls = "", "", "", []
            if name == "md":
                deal, begun = value.strip(), number
            elif name == "pn":
                names = value
            elif name == "qx":
                board = value
            elif name == "ah":
                board = value.removeprefix("Board ").strip() or board
            elif name == "sv":
                vulnerable = value.strip().lower()
            elif name in ("mb", "pc") and sum(map(len, calls)) < LONGEST_TAG // 2:
                calls.append(f"{name}|{value}|")
    if deal:
        yield _item(deal, names, board, vulnerable, calls, begun)


def _item(deal: str, names: str, board: str, vulnerable: str, calls: list[str], line: int) -> Item:
    item = Item(line=line, form="lin")
    tags = dict(zip(SEATS, (name.strip() for name in names.split(",")), strict=False))
    tags |= {"Board": board[:LONGEST_TAG], "Vulnerable": VULNERABLE.get(vulnerable, "")}
    tags["Lin"] = "".join(calls)
    try:
        hands, first = _hands(deal)
        item.tree = tree_of(hands, first, {name: text for name, text in tags.items() if text})
    except ParlourError as error:
        item.broke(str(error), line)
    return item


def _hands(deal: str) -> tuple[list[str], str]:
    """The hands of North, East, South and West, and the letter of the dealer."""
    given = deal[1:].upper().split(",")
    hands = [_hand(text) for text in given if text]
    if deal[:1] not in "1234" or not deal or len(hands) not in (3, 4):
        raise BadRecord(
            f"the deal is {deal:.80}; expected a digit from 1 to 4 and three or four hands"
        )
    south, west, north, east = hands if len(hands) == 4 else (*hands, _rest_of_pack(hands))
    return [north, east, south, west], SEATS[int(deal[0]) - 1][0]


def _rest_of_pack(hands: list[str]) -> str:
    """The hand with the cards that these hands do not have."""
    suits = zip(*(hand.split(".") for hand in hands), strict=True)
    return ".".join("".join(rank for rank in RANKS if rank not in "".join(suit)) for suit in suits)


def _hand(text: str) -> str:
    match = _HAND.fullmatch(text)
    if match is None:
        raise BadRecord(
            f"the hand {text:.40} is not understood; expected suits, as SAKHQDJT9C8765432"
        )
    return ".".join(part or "" for part in match.groups())


def write(tree: Tree) -> Written:
    """The deal of a tree as a board on a line; calls and rounds are lost."""
    hands, first = deal_of(tree, "lin")
    north, east, south, west = hands
    tags = tree.tags.given
    names = ",".join(re.sub(r"[,|\n]", " ", tags.get(seat, "")) for seat in SEATS)
    dealer = [seat[0] for seat in SEATS].index(first) + 1
    letters = {name: letter for letter, name in VULNERABLE.items() if letter != "0"}
    vulnerable = letters.get(tags.get("Vulnerable", ""), "")
    board = re.sub(r"[|\n]", " ", tags.get("Board", ""))
    dealt = ",".join(
        "".join(f"{letter}{suit}" for letter, suit in zip("SHDC", hand.split("."), strict=True))
        for hand in (south, west, north, east)
    )
    parts = [f"qx|{board}|", f"pn|{names}|", f"md|{dealer}{dealt}|"]
    parts += [f"sv|{vulnerable}|" if vulnerable else "", tags.get("Lin", ""), "pg||"]
    text = "".join(parts).replace("\n", " ") + "\n"
    return Written(text, losses_of(tree, text, read))
