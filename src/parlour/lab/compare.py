"""Compare variants: differences, corrected p-values, and whether strength matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from parlour.lab.measures import Measure
from parlour.lab.stats import Contrast, Estimate, contrast, holm

Arm = tuple[int, int]  # a variant and a budget, by their places
Measured = Mapping[Arm, Mapping[str, Measure]]
Between = Callable[[str, Arm, Arm], Contrast]

ALL_PAIRS = (
    3  # with more variants each is compared with the first one only, unless all are asked for
)


@dataclass(frozen=True)
class Comparison:
    """A measure of the variant `one` minus that of `other` at a budget; `p` is corrected (Holm)."""

    key: str
    one: int
    other: int
    budget: int
    contrast: Contrast
    p: float = 1.0

    @property
    def clear(self) -> bool:
        """Whether the difference is significant after correction for all comparisons."""
        return self.p < 0.05


@dataclass(frozen=True)
class Strength:
    """Whether an answer stays the same as players grow stronger: `word`, and one sentence.

    ``holds``, ``turns``, ``grows``, ``shrinks``, ``fades``, ``appears``, ``nothing``, ``one budget``.
    """

    key: str
    one: int
    other: int
    word: str

    @property
    def sentence(self) -> str:
        """What it means."""
        return SENTENCES[self.word]


SENTENCES = {
    "holds": "the same with weak and with strong players",
    "turns": "the answer turns: weak and strong players disagree",
    "grows": "the same with all players, and more so with the stronger",
    "shrinks": "the same with all players, but less so with the stronger",
    "fades": "clear with weak players, not with the strongest",
    "appears": "clear with the strongest players only",
    "nothing": "no clear difference at any strength",
    "one budget": "asked at one strength only",
}


def pairs(variants: Sequence[int], all_pairs: bool = False) -> list[tuple[int, int]]:
    """The pairs of variants to compare: (one, other), the later minus the earlier."""
    if all_pairs or len(variants) <= ALL_PAIRS:
        return [(later, earlier) for earlier, later in combinations(variants, 2)]
    return [(later, variants[0]) for later in variants[1:]]


def compare(
    measured: Measured,
    keys: Sequence[str],
    between: Between | None = None,
    all_pairs: bool = False,
) -> list[Comparison]:
    """All comparisons of the measures `keys`, corrected together.

    `between` makes the contrast of a measure in two arms, by default from their two estimates.
    """
    found = list(_comparisons(measured, keys, between or _plainly(measured), all_pairs))
    corrected = holm([comparison.contrast.p for comparison in found])
    return [replace(c, p=p) for c, p in zip(found, corrected, strict=True)]


def _plainly(measured: Measured) -> Between:
    return lambda key, one, other: contrast(
        measured[one][key].estimate, measured[other][key].estimate
    )


def _comparisons(
    measured: Measured, keys: Sequence[str], between: Between, all_pairs: bool
) -> Iterator[Comparison]:
    variants = sorted({variant for variant, _ in measured})
    for key in keys:
        for one, other in pairs(variants, all_pairs):
            for budget in sorted({budget for _, budget in measured}):
                two = (one, budget), (other, budget)
                if all(key in measured.get(arm, {}) for arm in two):
                    yield Comparison(key, one, other, budget, between(key, *two))


def strengths(comparisons: Sequence[Comparison]) -> list[Strength]:
    """For each pair and measure: whether the answer stays as players grow stronger."""
    groups: dict[tuple[str, int, int], list[Comparison]] = {}
    for comparison in comparisons:
        key = (comparison.key, comparison.one, comparison.other)
        groups.setdefault(key, []).append(comparison)
    return [Strength(*key, _word(group)) for key, group in groups.items()]


def _word(comparisons: Sequence[Comparison]) -> str:
    """One word for a row of differences, the weakest players' first.

    ``turns`` needs only uncorrected intervals: a false warning is better than none.
    """
    if len(comparisons) < 2:
        return "one budget"
    by_budget = [c.contrast for c in comparisons]
    alone = [(c.low > 0) - (c.high < 0) for c in by_budget]
    if 1 in alone and -1 in alone:
        return "turns"
    signs = [sign * c.clear for sign, c in zip(alone, comparisons, strict=True)]
    if not any(signs):
        return "nothing"
    if not signs[-1]:
        return "fades"
    if not signs[0]:
        return "appears"
    change = contrast(_as_estimate(by_budget[-1]), _as_estimate(by_budget[0]))
    if not change.clear:
        return "holds"
    return "grows" if (change.value > 0) == (signs[-1] > 0) else "shrinks"


def _as_estimate(difference: Contrast) -> Estimate:
    return Estimate(difference.value, difference.low, difference.high, 1, "difference")


def even_at(measure: Measure, even: float) -> Contrast:
    """A measure minus its exact value in an even game."""
    level = Estimate(even, even, even, measure.estimate.n, "given", share=measure.estimate.share)
    return contrast(measure.estimate, level)
