"""Render a report as one self-contained HTML page: answer, plots, tables, methods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from parlour.lab.compare import Comparison
from parlour.lab.contrast_answers import ContrastAnswer
from parlour.lab.experiment import STEPS
from parlour.lab.measures import Arm, Measure
from parlour.lab.measures.arm_tables import ArmTable
from parlour.lab.report import plots as figures
from parlour.lab.report import wording as words
from parlour.lab.report.plots import Curve, IntervalMark, MarkGroup, Part, Sample
from parlour.lab.report.results import ArmResults, Results
from parlour.lab.stats import Estimate

environment = Environment(
    loader=PackageLoader("parlour.lab.report"),
    autoescape=select_autoescape(),
    trim_blocks=True,
    lstrip_blocks=True,
)

MOST_CURVES = figures.COLOURS  # variants in a plot of curves
MOST_FIRST = 14  # first moves in a plot
DRAWN = "drawn"
SHADES = (2, 4, 3, 7, 6, 1, 0)  # of parts of a whole, in order; the variants' own begin with 0
GREY = 5
FEW, FOR_MEANS = 20, 150  # games of an arm below which a warning says what intervals may miss
UNEQUAL = 2  # times as many games, and as much spread, from which tests are warned of


@dataclass(frozen=True)
class Plot:
    """A plot with what is written above and below it."""

    title: str
    svg: Markup
    words: str = ""
    legend: tuple[Part, ...] = ()


@dataclass(frozen=True)
class ComparisonRow:
    """A comparison of two variants at one budget."""

    budget: str
    plot: Markup
    difference: str
    p: str
    clear: bool
    size: str


@dataclass(frozen=True)
class Question:
    """Two variants compared by a measure: a line for each budget, and whether the answers agree."""

    title: str
    one: str
    other: str
    lines: tuple[ComparisonRow, ...]
    strength: str
    turns: bool


def as_page(results: Results) -> str:
    """The whole page."""
    return environment.get_template("report.html").render(
        results=results,
        experiment=results.experiment,
        variants=[results.experiment.variants[at].label for at in results.variants],
        answer=words.verdict(results),
        measures=[_headline(results, key) for key in results.headlines],
        declared=[_question_row(results, a) for a in results.answers],
        strengths=list(_strengths(results)),
        shapes=list(_shapes(results)),
        ladders=list(_ladders(results)),
        pointed=list(_pointed(results)),
        questions=list(_questions(results)),
        warnings=list(_warnings(results)),
        example=_example(results),
        estimate=words.estimate,
        interval=words.interval,
        number=words.number,
        colours=figures.COLOURS,
    )


def _show(measure: Measure) -> Callable[[float], str]:
    """How the numbers of a measure's axis are written."""
    if measure.is_share:
        return _percent
    return _plain


def _percent(x: float) -> str:
    return f"{100 * x:.4g}%"


def _plain(x: float) -> str:
    return f"{x:g}" if abs(x) < 1e5 else f"{x:.0e}"


def _headline(results: Results, key: str) -> Plot:
    """A measure of all variants at all budgets."""
    arms = [p for p in results.played if key in p.measures]
    measure = arms[0].measures[key]
    groups = [
        MarkGroup(
            results.experiment.variants[variant].label,
            tuple(_mark(p, key, results) for p in arms if p.place[0] == variant),
        )
        for variant in results.variants
    ]
    bounds = (0.0, 1.0) if measure.is_share else (-float("inf"), float("inf"))
    centre = 1 / arms[0].arm.game.seats if key.startswith("points:") else None
    shown = [group for group in groups if group.marks]
    svg = figures.intervals(measure.title, shown, _show(measure), bounds, centre)
    return Plot(measure.title, Markup(svg), f"{measure.words} ({measure.unit})")


def _question_row(results: Results, a: ContrastAnswer) -> dict[str, str]:
    """A row of the table of declared questions."""
    signed = partial(words.signed, share=a.is_share)
    d = a.contrast
    margin = f"{words.p_words(a.same_p)}, {words.p_words(a.raw_same_p)}" if a.asked.margin else "–"
    doubling = a.slope
    return {
        "question": a.asked.question,
        "answer": a.asked.words_of(a.word) or a.word,
        "players": ", ".join(results.experiment.budgets[b].name for b in a.budgets),
        "difference": f"{signed(d.value)} ({signed(d.low)} to {signed(d.high)})",
        "p": f"{words.p_words(a.p)}, {words.p_words(d.p)}",
        "margin": margin,
        "seen": signed(a.seen)[1:],
        "doubling": f"{signed(doubling.value)} ({signed(doubling.low)} to {signed(doubling.high)})"
        if doubling
        else "–",
    }


def _strengths(results: Results) -> Iterator[Plot]:
    """Each main measure against strength, where the players' efforts are counted."""
    for key in results.headlines:
        rows = [_against(results, key, variant) for variant in results.variants]
        drawn = [row for row in rows if len({x for x, *_ in row.points}) > 1][:MOST_CURVES]
        if drawn:
            first = next(p for p in results.played if key in p.measures).measures[key]
            svg = figures.against_strength(first.title, drawn, _show(first))
            yield Plot(first.title, Markup(svg), f"{first.unit}; nodes or simulations a move")


def _against(results: Results, key: str, variant: int) -> figures.StrengthLine:
    arms = [p for p in results.played if p.place[0] == variant and key in p.measures]
    at = [
        (float(effort), e.value, e.low, e.high)
        for p in arms
        if (effort := results.effort(p.place[1]))
        and np.isfinite((e := p.measures[key].estimate).value)
    ]
    label = results.experiment.variants[variant].label
    return figures.StrengthLine(label, sorted(at), results.variants.index(variant))


def _mark(played: ArmResults, key: str, results: Results) -> IntervalMark:
    measure = played.measures[key]
    e = measure.estimate
    note = f"{played.label}: {words.estimate(measure)}, {e.n} games"
    strong = played.place[1] == results.budgets[-1]
    label = words.number(e.value, measure.is_share)
    return IntervalMark(
        e.value, e.low, e.high, results.variants.index(played.place[0]), strong, note, label
    )


def _share_mark(share: Estimate, colour: int) -> IntervalMark:
    """A share with its number beside it."""
    label = words.number(share.value, True)
    return IntervalMark(share.value, share.low, share.high, colour, label=label)


def _strongest(results: Results) -> list[ArmResults]:
    """Each variant with the strongest players that it was played by."""
    found = {p.place[0]: p for p in results.played}
    return [found[variant] for variant in results.variants]


def _shapes(results: Results) -> Iterator[Plot]:
    """The plots of results, endings, lengths, and of the course of the games."""
    if not results.played:
        return
    yield from _results(results)
    yield from _endings(results)
    strongest = _strongest(results)
    samples = [Sample(p.label, p.arm.column("length"), i) for i, p in enumerate(strongest)]
    if any(np.ptp(sample.values) for sample in samples):
        svg = figures.distributions("Lengths", samples, _plain)
        note = (
            "Games by their number of moves; the bar below is the middle half, its line the median."
        )
        yield Plot("Lengths", Markup(svg), note)
    rows = [
        Curve(p.label, p.arm.branching.means, p.arm.branching.errors, i)
        for i, p in enumerate(strongest[:MOST_CURVES])
    ]
    svg = figures.curves("Choice over the game", rows, _plain)
    yield Plot("Choice over the game", Markup(svg), "Legal moves at a move, mean of the games.")
    open_still = [
        Curve(p.label, p.arm.openness.means, p.arm.openness.errors, i)
        for i, p in enumerate(strongest[:MOST_CURVES])
        if p.arm.openness.games.any()
    ]
    if open_still:
        svg = figures.curves("Uncertainty over the game", open_still, _plain)
        note = "How open the result is to the analysis: 1 even, 0 settled."
        yield Plot("Uncertainty over the game", Markup(svg), note)


def _results(results: Results) -> Iterator[Plot]:
    """Who won."""
    if any(p.arm.game.seats == 1 for p in results.played):
        return
    rows = []
    for p in results.played:
        names = p.arm.game.seat_names
        won = {name: float((p.arm.points[:, seat] == 1).mean()) for seat, name in enumerate(names)}
        won[DRAWN] = max(0.0, 1 - sum(won.values()))
        rows.append((p.label, won))
    yield _stacked("Who won", rows)


def _endings(results: Results) -> Iterator[Plot]:
    """Why games ended, where there are several reasons."""
    rows = [(p.label, _shares(p.arm)) for p in results.played]
    if len({name for _, shares in rows for name in shares}) > 1:
        yield _stacked("How games ended", rows)


def _shares(arm: Arm) -> dict[str, float]:
    return {word: count / len(arm) for word, count in arm.reasons.common()}


def _stacked(title: str, rows: list[tuple[str, dict[str, float]]]) -> Plot:
    """Shares of a whole, the same names in the same colours; the rarest names together."""
    totals: dict[str, float] = {}
    for _, shares in rows:
        for name, share in shares.items():
            totals[name] = totals.get(name, 0) + share
    order = [name for name in totals if totals[name] > 0]
    if title != "Who won":
        order.sort(key=lambda name: -totals[name])
    kept = order[: len(SHADES)]
    colours = {name: SHADES[at] for at, name in enumerate(kept)} | {DRAWN: GREY}
    drawn = []
    for label, shares in rows:
        parts = [Part(name, shares[name], colours[name]) for name in kept if shares.get(name)]
        rest = 1 - sum(part.share for part in parts)
        drawn.append((label, [*parts, Part("others", rest, GREY)] if rest > 1e-9 else parts))
    legend = [Part(name, 0, colours[name]) for name in kept]
    legend += [Part("others", 0, GREY)] if len(order) > len(kept) else []
    return Plot(title, Markup(figures.stacks(title, drawn)), legend=tuple(legend))


def _ladders(results: Results) -> Iterator[Plot]:
    for at, ladder in enumerate(results.ladders):
        groups = [MarkGroup(step.name, (_share_mark(step.share, at),)) for step in ladder.rungs]
        svg = figures.intervals(ladder.variant, groups, _percent, (0.0, 1.0), 0.5)
        note = "Points of the player with the larger budget; beyond the line more thought wins."
        e, trace = ladder.per_doubling, ladder.trace
        note += (
            f" {words.ladder_words(e.value, e.low, e.high, None if trace is None else trace.trace)}"
        )
        yield Plot(f"Depth: {ladder.variant}", Markup(svg), note)


def _pointed(results: Results) -> Iterator[Plot]:
    """Tables that tell points, with the strongest players: of first plies, and of when events came."""
    for at, p in enumerate(_strongest(results)):
        for table in p.tables:
            if table.seat:
                yield _points_after(p, table, at)


def _points_after(played: ArmResults, table: ArmTable, colour: int) -> Plot:
    rows = [row for row in table.rows[:MOST_FIRST] if row.points is not None]
    groups = [
        MarkGroup(
            f"{row.name}: {words.number(row.share.value, True)} of games",
            (_share_mark(row.points, colour),),
        )
        for row in rows
        if row.points is not None
    ]
    title = f"{table.title}: {played.label}"
    svg = figures.intervals(title, groups, _percent, (0.0, 1.0), 0.5)
    left = len(table.rows) - len(rows) + table.more
    note = f"Points of {table.seat}" + (f"; {left} rarer rows are left out." if left else ".")
    return Plot(title, Markup(svg), note)


def _questions(results: Results) -> Iterator[Question]:
    """The table of comparisons."""
    labels = [variant.label for variant in results.experiment.variants]
    for s in results.strengths:
        alike = [c for c in results.comparisons if c.key == s.key]
        reach = 1.1 * max(abs(e) for c in alike for e in (c.contrast.low, c.contrast.high))
        share = next(p.measures[s.key].is_share for p in results.played if s.key in p.measures)
        own = [c for c in alike if (c.one, c.other) == (s.one, s.other)]
        lines = tuple(_line(results, c, reach or 1.0, share) for c in own)
        turns = s.word == "turns"
        yield Question(
            results.title(s.key), labels[s.one], labels[s.other], lines, s.sentence, turns
        )


def _line(results: Results, c: Comparison, reach: float, share: bool) -> ComparisonRow:
    d = c.contrast
    signed = partial(words.signed, share=share)
    return ComparisonRow(
        results.experiment.budgets[c.budget].name,
        Markup(figures.small_interval(d.value, d.low, d.high, reach, c.clear)),
        f"{signed(d.value)} ({signed(d.low)} to {signed(d.high)})",
        words.p_words(c.p),
        c.clear,
        d.words if c.clear else "",
    )


def _warnings(results: Results) -> Iterator[str]:
    """Warnings that limit the conclusions."""
    if len(results.budgets) < STEPS and results.played:
        yield (
            f"Played at fewer than {STEPS} strengths: it is unknown whether stronger players would say "
            "the same."
        )
    if results.experiment.precision is not None:
        yield (
            "Playing stopped when enough was seen: intervals hold all the same, but differences that made "
            "it stop are likely to be smaller than they look."
        )
    yield from results.searches
    yield from _few_games(results)
    for s in results.strengths:
        if s.word == "turns":
            one, other = (results.experiment.variants[v].label for v in (s.one, s.other))
            yield f"{results.title(s.key)}, {one} and {other}: {s.sentence}."
    for p in results.played:
        repeated = 1 - len(p.arm.different) / len(p.arm)
        if repeated > 0.05:
            yield (
                f"{p.label}: {repeated:.0%} of the games repeat another move by move; intervals are "
                "narrower than they should be."
            )
        unfinished = 1 - p.arm.column("completion").mean()
        if unfinished > 0.05:
            yield f"{p.label}: {unfinished:.0%} of the games were broken off by the move limit."


def _few_games(results: Results) -> Iterator[str]:
    """Where intervals and tests hold less often than they say (docs/measurements/coverage.md)."""
    counts = [len(p.arm) for p in results.played]
    if counts and min(counts) < FEW:
        yield f"With fewer than {FEW} games intervals may hold less often than they say."
    if counts and min(counts) < FOR_MEANS:
        yield (
            f"With fewer than {FOR_MEANS} games a mean may miss rare, very long games, which its interval "
            "does not allow for: compare the quartiles."
        )
    for a in results.answers:
        if a.asked.other is not None and _is_unequal(a.one, a.other):
            yield (
                f"{a.asked.question} One side has far fewer games and spreads far more than the other: p "
                "may be too small."
            )


def _is_unequal(one: Estimate, other: Estimate) -> bool:
    """Whether the side with fewer games spreads more, both at least twofold."""
    few, many = sorted((one, other), key=lambda side: side.n)
    return many.n >= UNEQUAL * few.n and few.deviation >= UNEQUAL * many.deviation > 0


def _example(results: Results) -> str:
    """The identifier of some game."""
    arms = (*results.played, *results.matches)
    return arms[0].examples("length")[0] if arms else "1.1.1"
