"""All totals that the remaining games of a match can add up to.

The winner depends on side 0's lead in points and on a few flags, such as who has a decisive win. So
instead of enumerating the results, a set of possible leads is stored for each set of flags, as the
bits of an integer.
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
    """The possible totals of some games: bit i of a flag set's mask is the lead `least` + i."""

    masks: Mapping[int, int]
    least: int

    def plus(self, effects: Iterable[Effect]) -> Sums:
        """The totals with one more game, which can have any of the `effects`."""
        effects = tuple(effects)
        lowest = min(lead for lead, _ in effects)
        masks: dict[int, int] = {}
        for flags, mask in self.masks.items():
            for lead, more in effects:
                masks[flags | more] = masks.get(flags | more, 0) | mask << (lead - lowest)
        return Sums(masks, self.least + lowest)

    def signs(self) -> set[tuple[Sign, int]]:
        """Which side can be ahead, and with which flags."""
        return {
            (sign, flags)
            for flags, mask in self.masks.items()
            for sign, part in self._by_sign(mask, 0).items()
            if part
        }

    def turns(self, one: Effect, other: Effect) -> set[tuple[tuple[Sign, int], tuple[Sign, int]]]:
        """The outcomes if one more game ends this way, and those if it ended otherwise."""
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
