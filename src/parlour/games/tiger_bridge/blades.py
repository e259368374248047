"""Blades, hands, bids and calls of TigerBridge as text."""

from __future__ import annotations

from parlour.games.tiger_bridge import rules

RANKS = "12345678PWSBT"
TERRITORIES = "RMLF"  # in rising order
CRESTS = "N" + TERRITORIES
NAMES = {"F": "Forests", "L": "Lakes", "M": "Mountains", "R": "Rivers", "N": "No Crests"}
BLADES = tuple(rank + where for where in TERRITORIES for rank in RANKS)
BIDS = tuple(f"{number}{crests}" for number in range(5, 10) for crests in CRESTS)
CALLS = (*BIDS, "decline", "tigerblade")

BLADE_CODES = {text: code for code, text in enumerate(BLADES)}
CALL_CODES = {text: rules.BID + i for i, text in enumerate(CALLS)}


def text_of(code: int) -> str:
    """The text of a move: a blade or a call."""
    return BLADES[code] if code < rules.BID else CALLS[code - rules.BID]


def call_words(text: str) -> str:
    """A call in words: a bid with the name of its crests."""
    return f"{text[0]} {NAMES[text[1]]}" if text in BIDS else text


def blades_in(hand: int) -> list[int]:
    """The blades of a hand: Forests, Lakes, Mountains, Rivers, each from the top."""
    return [blade for blade in range(rules.BLADES - 1, -1, -1) if hand >> blade & 1]


def hand_text(hand: int) -> str:
    """A hand as ``F.L.M.R`` with ranks from the top."""
    rows = dict.fromkeys(reversed(TERRITORIES), "")
    for blade in blades_in(hand):
        rows[BLADES[blade][1]] += BLADES[blade][0]
    return ".".join(rows.values())


def hand_of(text: str) -> int | None:
    """The hand with this text; None if it is not a hand."""
    rows = text.split(".")
    if len(rows) != len(TERRITORIES):
        return None
    blades = [rank + where for where, row in zip("FLMR", rows, strict=True) for rank in row]
    hand = sum({1 << BLADE_CODES[blade] for blade in blades if blade in BLADE_CODES})
    return hand if hand_text(hand) == text else None
