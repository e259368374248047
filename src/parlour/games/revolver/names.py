"""Bullets and hands of Revolver as text: ``9D``, and ``MF9M6D2F`` from the top."""

from __future__ import annotations

from collections.abc import Collection

PLAYERS = ("Blue", "Red", "Green", "Brown", "Purple", "Orange", "Black")  # by seat
RANKS = "123456789BDSM"
REGIONS = "DMGF"
KINDS = (
    "Fling", "Match", "Stepping-stones", "Crossing", "Gathering", "Stream", "River", "Bridge",
    "Primary River", "Foremost Bridge",
)  # fmt: skip
BULLETS = tuple(rank + region for rank in RANKS for region in REGIONS)

_NUMBER = {name: number for number, name in enumerate(BULLETS)}


def bullet_number(text: str) -> int:
    """The bullet with this name; raises ValueError."""
    if text not in _NUMBER:
        raise ValueError(
            f"{text!s:.20} is no bullet: expected a rank (M S D B 9 … 1) and a region (F G M D), as 9D"
        )
    return _NUMBER[text]


def hand_text(hand: int) -> str:
    """The bullets of a hand from the top, without separators; ``-`` for no hand."""
    return "".join(BULLETS[b] for b in reversed(range(len(BULLETS))) if hand >> b & 1) or "-"


def spelled(hand: int) -> str:
    """The bullets of a hand from the top, for readers: ``MF 9M 6D 2F``."""
    return " ".join(BULLETS[b] for b in reversed(range(len(BULLETS))) if hand >> b & 1)


def read_hand(text: str) -> int:
    """The hand of four bullets with this text; raises ValueError."""
    if len(text) != 8:
        raise ValueError(
            f"{text!s:.20} is no hand: expected four bullets from the top, as MF9M6D2F"
        )
    bullets = [bullet_number(text[i : i + 2]) for i in (0, 2, 4, 6)]
    if bullets != sorted(set(bullets), reverse=True):
        raise ValueError(f"the hand {text} is not four different bullets from the top")
    return sum(1 << bullet for bullet in bullets)


def read_hands(texts: list[str], who: Collection[int]) -> list[int]:
    """Hands by seat, ``-`` for each seat that is not in `who`; raises ValueError, also for duplicates."""
    hands, seen = [], 0
    for seat, text in enumerate(texts):
        if (text == "-") == (seat in who):
            raise ValueError(f"seat {seat} has {'no' if text == '-' else 'a'} hand: {text!s:.20}")
        hand = 0 if text == "-" else read_hand(text)
        if hand & seen:
            raise ValueError(f"the hand of seat {seat}, {text}, has a bullet that another has")
        seen |= hand
        hands.append(hand)
    return hands
