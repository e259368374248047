"""What a capture wins or loses, as a game's `noisy` may tell it: one blow and the blow back.

A capture by a piece worth more than what it takes loses the difference where it can be taken back; no
further blows are looked at.
"""

from __future__ import annotations

__compiled__ = True
__inner__ = True

VICTIM = 16  # what is taken counts so many times as much as what takes it: great ones first, by small ones


def balance(won: int, risked: int, is_lost: bool) -> int:
    """What `noisy` says of a capture: below 0 if it `is_lost`, that is, taken back though worth more."""
    return won - risked if is_lost else max(VICTIM * won - risked, 1)
