"""What can still come of games that are not played: not one by one, but all that they can add up to.

Who wins depends on the sum of what side 0 is ahead in points and on a few flags (who has made a decisive
win, say). So instead of every order of every result, the sums that can come about are kept, as the bits
of a whole number for each set of flags.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Effect = tuple[
    int, int
]  # what a result adds to the lead of side 0, in a group's smallest unit; flags
Sign = int  # -1, 0, 1


@dataclass(frozen=True)
class Sums:
    """All that some games can add up to: bit i of the mask of some flags is the lead `least` + i."""

    masks: Mapping[int, int]
    least: int

    def plus(self, effects: Iterable[Effect]) -> Sums:
        """These games and one more, which can have any of the `effects`."""
        effects = tuple(effects)
        lowest = min(lead for lead, _ in effects)
        masks: dict[int, int] = {}
        for flags, mask in self.masks.items():
            for lead, more in effects:
                masks[flags | more] = masks.get(flags | more, 0) | mask << (lead - lowest)
        return Sums(masks, self.least + lowest)

    def signs(self) -> set[tuple[Sign, int]]:
        """Who can be ahead, and with which flags."""
        return {
            (sign, flags)
            for flags, mask in self.masks.items()
            for sign, part in self._by_sign(mask, 0).items()
            if part
        }

    def turns(self, one: Effect, other: Effect) -> set[tuple[tuple[Sign, int], tuple[Sign, int]]]:
        """What can be if one more game ends so, and what then would be if it ended otherwise."""
        found = set()
        for flags, mask in self.masks.items():
            others = self._by_sign(mask, other[0])
            for sign, part in self._by_sign(mask, one[0]).items():
                for turned, also in others.items():
                    if part & also:
                        found.add(((sign, flags | one[1]), (turned, flags | other[1])))
        return found

    def _by_sign(self, mask: int, more: int) -> dict[Sign, int]:
        """The leads of `mask` which, with `more` added, are below, at and above zero."""
        zero = max(-self.least - more, -1)
        if zero < 0:
            return {-1: 0, 0: 0, 1: mask}
        return {
            -1: mask & ((1 << zero) - 1),
            0: mask & (1 << zero),
            1: mask >> (zero + 1) << (zero + 1),
        }


NOTHING = Sums({0: 1}, 0)
