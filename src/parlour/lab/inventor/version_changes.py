"""Compare how two versions of a game play: changes for the worse first, p-values corrected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from parlour.lab.inventor.rule_use import Use, use_of
from parlour.lab.inventor.rule_worth import RuleWorth, worths
from parlour.lab.laboratory import Laboratory
from parlour.lab.measures import Measure
from parlour.lab.report.results import ArmResults, Results
from parlour.lab.report.wording import interval, number, p_words, signed
from parlour.lab.restricted_play import forbidden_kind
from parlour.lab.stats import (
    Contrast,
    Estimate,
    contrast,
    heterogeneity_p,
    holm,
    permutation_p,
    pooled,
    proportion,
)

WORSE, NEUTRAL, BETTER = "worse", "other", "better"

# Which way is better: more (1) or less (-1); what is not named here is neither.
BETTER_IS = {
    "completion": 1,
    "draws": -1,
    "decision-moves": 1,
    "half-time": -1,
    "skill": 1,
}
COMPARED = (
    "completion",
    "draws",
    "length",
    "branching",
    "decision-moves",
    "captures",
    "lead-changes",
    "drama",
    "half-time",
    "decisive-moment",
    "uncertainty",
)
RANK = {WORSE: 0, NEUTRAL: 1, BETTER: 2}
AGREE = 0.1  # the p-value of unlike differences, below which strengths are not pooled


@dataclass(frozen=True)
class Change:
    """Something measured in both versions: `contrast` is new less old.

    It is of all strengths together if `is_pooled`, otherwise of the strongest players. `p` is corrected
    for all that was compared (Holm). `weaker` are the differences between weaker players, the weakest first.
    """

    title: str
    old: Estimate
    new: Estimate
    contrast: Contrast
    share: bool
    way: str
    p: float = 1.0
    weaker: tuple[float, ...] = ()
    is_pooled: bool = False

    @property
    def clear(self) -> bool:
        """Whether it is there, all comparisons considered."""
        return self.p < 0.05

    @property
    def sentence(self) -> str:
        """The change in words."""
        d, share = self.contrast, self.share
        change = f"{self.title}: {number(self.old.value, share)} before, {number(self.new.value, share)} now"
        points = " points" if share else ""
        gap = (
            f"{signed(d.value, share)}{points} ({signed(d.low, share)} to {signed(d.high, share)})"
        )
        return f"{change}, {gap}, {p_words(self.p)}."


def changes(results: Results, one: int = 0, other: int = 1) -> list[Change]:
    """What changed from one variant to another: clear changes for the worse first, then others."""
    old, new = (_by_strength(results, variant) for variant in (one, other))
    if not old or not new:
        return []
    found = (
        list(_measured(old, new))
        + list(_ends(old[-1], new[-1]))
        + list(_skill(results, one, other))
    )
    return _sorted(_corrected([change for change in found if not _is_constant(change)]))


def worth_changes(results: Results) -> list[Change]:
    """What kinds of moves are worth in both versions, corrected among themselves."""
    before, now = ({worth.kind: worth for worth in worths(results, at)} for at in (0, 1))
    both = [(before[kind], now[kind]) for kind in before if kind in now]
    return _sorted(_corrected([_worth_change(one, other) for one, other in both]))


def _worth_change(before: RuleWorth, now: RuleWorth) -> Change:
    title = f"Points lost without “{now.kind}”"
    difference = contrast(now.lost, before.lost)
    return Change(title, before.lost, now.lost, difference, True, NEUTRAL)


def _is_constant(change: Change) -> bool:
    """Whether every game of both versions has the same number: there is nothing to be compared."""
    return change.old.deviation == change.new.deviation == 0 and not change.contrast.value


def _corrected(found: list[Change]) -> list[Change]:
    corrected = holm([change.contrast.p for change in found])
    return [replace(change, p=p) for change, p in zip(found, corrected, strict=True)]


def _sorted(found: list[Change]) -> list[Change]:
    return sorted(found, key=lambda c: (not c.clear, RANK[c.way], -abs(c.contrast.effect), c.p))


def _by_strength(results: Results, variant: int) -> list[ArmResults]:
    return [played for played in results.played if played.place[0] == variant]


def _measured(old: list[ArmResults], new: list[ArmResults]) -> Iterator[Change]:
    seats = old[-1].arm.game.seat_names
    alike = seats == new[-1].arm.game.seat_names and len(seats) > 1
    for key in (*([f"points:{seats[0]}"] if alike else []), *COMPARED):
        pairs = [
            (before, after)
            for before, after in zip(old, new, strict=False)
            if key in before.measures and key in after.measures
        ]
        if pairs:
            yield _compared(key, pairs, len(seats))


def _compared(key: str, pairs: Sequence[tuple[ArmResults, ArmResults]], seats: int) -> Change:
    """The change of a measure: of all strengths together where they agree, else of the strongest."""
    differences = [
        contrast(after.measures[key].estimate, before.measures[key].estimate)
        for before, after in pairs
    ]
    is_pooled = len(pairs) > 1 and heterogeneity_p(differences) >= AGREE
    shown = pairs if is_pooled else pairs[-1:]
    one = pooled([before.measures[key].estimate for before, _ in shown])
    other = pooled([after.measures[key].estimate for _, after in shown])
    way = _way(key, one.value, other.value, seats)
    change = contrast(other, one, tested=_tested(key, shown))
    measure = pairs[-1][0].measures[key]
    weaker = tuple(difference.value for difference in differences[:-1])
    return Change(measure.title, one, other, change, measure.is_share, way, 1.0, weaker, is_pooled)


def _tested(key: str, pairs: Sequence[tuple[ArmResults, ArmResults]]) -> float | None:
    """The p-value by permutation within strengths; None if the measure is no mean of games."""
    columns = [[arm.arm.per_game(key) for arm in reversed(pair)] for pair in pairs]
    known = [[c[~np.isnan(c)] for c in pair if c is not None] for pair in columns]
    if any(len(pair) < 2 or min(map(len, pair)) < 2 for pair in known):
        return None
    return permutation_p([(after, before) for after, before in known])


def _way(key: str, old: float, new: float, seats: int) -> str:
    """Whether a change is for the better: for the points of a seat, nearer to an even share."""
    if key.startswith("points:"):
        gain = abs(old - 1 / seats) - abs(new - 1 / seats)
    else:
        gain = BETTER_IS.get(key, 0) * (new - old)
    return BETTER if gain > 0 else WORSE if gain < 0 else NEUTRAL


def _ends(old: ArmResults, new: ArmResults) -> Iterator[Change]:
    """How games end, each reason by itself."""
    counts = [dict(played.arm.reasons.common()) for played in (old, new)]
    reasons = sorted({*counts[0], *counts[1]})
    for reason in reasons if len(reasons) > 2 else reasons[:1] if len(reasons) == 2 else []:
        one, other = (
            proportion(count.get(reason, 0), len(played.arm))
            for count, played in zip(counts, (old, new), strict=True)
        )
        yield Change(f"Games that end by {reason}", one, other, contrast(other, one), True, NEUTRAL)


def _skill(results: Results, old: int, new: int) -> Iterator[Change]:
    """What ten times the thought scores at the top."""
    matches = [_match(results, variant) for variant in (old, new)]
    if matches[0] is not None and matches[1] is not None:
        one, other = matches[0].estimate, matches[1].estimate
        way = _way("skill", one.value, other.value, 2)
        title = "Points for ten times the thought, strong against middling"
        yield Change(title, one, other, contrast(other, one), True, way)


def _match(results: Results, variant: int) -> Measure | None:
    own = [
        p
        for p in results.matches
        if p.place[0] == variant
        and "first-player" in p.measures
        and not forbidden_kind(p.budget.players[0])
    ]
    return own[-1].measures["first-player"] if own else None


def used_changes(results: Results, laboratory: Laboratory) -> list[str]:
    """What the strongest players use of the rules in one version alone, in sentences.

    Both versions have games.
    """
    old, new = (_use(results, laboratory, variant) for variant in (0, 1))
    sentences = []
    for words, kinds in (
        ("No longer on offer", old.offered.keys() - new.offered.keys()),
        ("New on offer", new.offered.keys() - old.offered.keys()),
        ("On offer, and no longer played", set(new.dead) & old.played.keys()),
        ("Played, and not before though on offer", set(old.dead) & new.played.keys()),
    ):
        if kinds:
            sentences.append(f"{words}: {', '.join(sorted(kinds))}.")
    return sentences


def _use(results: Results, laboratory: Laboratory, variant: int) -> Use:
    strong = _by_strength(results, variant)[-1]
    return use_of(laboratory.traces(results.experiment, *strong.place), strong.arm.game)


def row(change: Change) -> tuple[str, ...]:
    """A line of a table: what, before, now, the difference, p, weaker players' differences."""
    d, share = change.contrast, change.share
    return (
        change.title,
        number(change.old.value, share),
        number(change.new.value, share),
        f"{signed(d.value, share)} ({interval(d.low, d.high, share)})",
        p_words(change.p),
        change.way if change.clear else "not clear",
        "all" if change.is_pooled else "strongest",
        ", ".join(signed(gap, share) for gap in change.weaker) or "–",
    )


HEADINGS = (
    "What",
    "Before",
    "Now",
    "Change (95%)",
    "p, corrected",
    "",
    "Strengths",
    "Weaker players",
)
