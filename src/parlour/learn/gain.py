"""Whether one evaluation is better than another: a sequential test over pairs of games.

A pair is two games from one opening with the seats changed; its score, 0 to 1, varies far less than two
games of their own would.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log, log10, sqrt

CONFIDENCE = 1.959964  # standard deviations of a 95% interval
GAIN = 20.0  # Elo that a gain is at least to have, to be found
ERROR = 0.05  # how often no gain is taken for one, and a gain for none
LIKELIER = 1.0  # the log of how much likelier a gain must be when the pairs are used up
AT_ONCE = 10  # pairs between looks


@dataclass(frozen=True)
class GainMatch:
    """The scores of pairs of games, each 0 to 1."""

    scores: tuple[float, ...] = ()

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return len(self.scores)

    @property
    def share(self) -> float:
        """The mean score."""
        return sum(self.scores) / max(self.pairs, 1)

    @property
    def _variance(self) -> float:
        """Of a pair's score; two decided pairs are added, so that it is never zero."""
        spread = sum((score - self.share) ** 2 for score in self.scores)
        return (spread + 0.5) / (self.pairs + 2)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share."""
        reach = CONFIDENCE * sqrt(self._variance / max(self.pairs, 1))
        return max(self.share - reach, 0.0), min(self.share + reach, 1.0)

    @property
    def odds(self) -> float:
        """The logarithm of how much likelier a gain of GAIN Elo makes the scores than none.

        Wald's ratio for normal means with the variance observed, as in testing chess programs.
        """
        none, gain = 0.5, 1 / (1 + 10 ** (-GAIN / 400))
        return self.pairs * (gain - none) * (2 * self.share - none - gain) / (2 * self._variance)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{elo(self.share):+.0f} ({elo(low):+.0f} to {elo(high):+.0f}), {2 * self.pairs} games"
        )


def elo(share: float) -> float:
    """How many Elo points a share of the points is worth, at most 800."""
    share = min(max(share, 0.01), 0.99)
    return -400 * log10(1 / share - 1)


def sequential(play: Callable[[int], list[float]], most: int) -> tuple[GainMatch, bool]:
    """Play pairs until it is settled whether there is a gain, or `most` are played: the match, and that.

    `play` plays that many more pairs. If the test is still undecided, it is a gain if that is `LIKELIER`:
    by a simulation of 300 pairs that finds one where there is none in a tenth of tests, and `train` asks
    for two.
    """
    match, bound = GainMatch(), log((1 - ERROR) / ERROR)
    while match.pairs < most and -bound < match.odds < bound:
        match = GainMatch((*match.scores, *play(min(AT_ONCE, most - match.pairs))))
    return match, match.odds > LIKELIER
