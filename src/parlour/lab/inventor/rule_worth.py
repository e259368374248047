"""What each kind of move is worth: points of a player who may not make it against one who may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from parlour.lab.report.results import Results
from parlour.lab.report.wording import signed
from parlour.lab.restricted_play import forbidden_kind
from parlour.lab.stats import Estimate, against_p, holm

EVEN = 0.5  # of the points, against an equal player
CARRIES = 0.25  # points that a kind of move is worth, from which it carries the game


@dataclass(frozen=True)
class RuleWorth:
    """A kind of move: `lost` are the points, as a share, that a player without it loses; `p` is corrected."""

    kind: str
    lost: Estimate
    p: float

    @property
    def is_clear(self) -> bool:
        """Whether having it clearly makes a difference."""
        return self.p < 0.05 and self.lost.value != 0

    @property
    def carries(self) -> bool:
        """Whether a player without it is lost."""
        return self.is_clear and self.lost.value >= CARRIES

    @property
    def harms(self) -> bool:
        """Whether players do better without it."""
        return self.is_clear and self.lost.value < 0

    @property
    def words(self) -> str:
        """The kind with its points."""
        low, high = (signed(end, True) for end in (self.lost.low, self.lost.high))
        return f"“{self.kind}” {signed(self.lost.value, True)} ({low} to {high})"


def worths(results: Results, variant: int = 0) -> list[RuleWorth]:
    """The kinds of moves that some player was forbidden, those that are worth most first."""
    found, raw = [], []
    for played in results.matches:
        kind = forbidden_kind(played.budget.players[0])
        if kind and played.place[0] == variant and "first-player" in played.measures:
            score = played.measures["first-player"].estimate
            lost = score.scaled(-1, EVEN)
            found.append(RuleWorth(kind, replace(lost, share=True), 1.0))
            column = played.arm.column("mine")
            raw.append(against_p(column[column == column], EVEN))
    corrected = holm(raw)
    found = [replace(worth, p=p) for worth, p in zip(found, corrected, strict=True)]
    return sorted(found, key=lambda worth: -worth.lost.value)


def worth_sentences(found: list[RuleWorth]) -> Iterator[str]:
    """The points that each kind of move is worth, in words."""
    if found:
        games = min(worth.lost.n for worth in found)
        listed = "; ".join(worth.words for worth in found)
        yield (
            f"Points lost by a player of middling strength who may not make such moves, in {games} "
            f"games or more: {listed}."
        )
