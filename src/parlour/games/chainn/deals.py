"""Texts of cards, layouts and numbered deals of Chainn.

A layout's number, from 0 to 16! - 1, is its index in the lexicographic order of all layouts, read from
rank 4 down, with cards in the order of `CARDS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

from parlour.errors import IllegalMove

CARDS = tuple(rank + suit for rank in "A23K" for suit in "CDHS")
DEALS = factorial(16)  # how many layouts there are


def layout_text(cards: Sequence[str]) -> str:
    """A layout as sixteen names, read from rank 4 down, as in position texts."""
    return "/".join(",".join(cards[row : row + 4]) for row in (0, 4, 8, 12))


def deal_text(number: int) -> str:
    """The outcome of chance ``deal:…`` with this number; raises IllegalMove."""
    if type(number) is not int or not 0 <= number < DEALS:
        raise IllegalMove(f"there is no deal {number!s:.40}: deals are numbered 0 to {DEALS - 1}")
    left, cards = list(CARDS), []
    for k in range(15, -1, -1):
        skipped, number = divmod(number, factorial(k))
        cards.append(left.pop(skipped))
    return f"deal:{layout_text(cards)}"


def deal_number(text: str) -> int:
    """The number of the deal with the text ``deal:…``; raises IllegalMove."""
    rows = [row.split(",") for row in text.removeprefix("deal:").split("/")]
    cards = [card for row in rows for card in row]
    if not text.startswith("deal:") or [len(row) for row in rows] != [4, 4, 4, 4]:
        raise IllegalMove(
            f"{text!s:.90} is no deal: expected deal: and four rows of four cards, rows joined by /, "
            "cards by commas"
        )
    left, number = list(CARDS), 0
    for k, card in enumerate(cards):
        if card not in left:
            what = "twice" if card in CARDS else "which is no card"
            raise IllegalMove(f"{text!s:.90} is no deal: it has {card!s:.20} {what}")
        number += left.index(card) * factorial(15 - k)
        left.remove(card)
    return number
