"""The value of a capture for a game's `noisy`: the capture and one recapture.

If the capturing piece can be recaptured and is worth more than its victim, the capture loses the
difference. Longer exchanges are ignored.
"""

from __future__ import annotations

__compiled__ = True
__inner__ = True

VICTIM = 16  # the weight of the victim against the capturer: most valuable victim, least attacker


def balance(won: int, risked: int, is_lost: bool) -> int:
    """The value of a capture; below 0 if it `is_lost`, that is, recaptured at a loss."""
    return won - risked if is_lost else max(VICTIM * won - risked, 1)
