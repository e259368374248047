"""Render a report from its saved JSON figures, without the games.

The page has all the figures: answers, measures with intervals, differences, ladders, luck, tables and
the course of the games. Only the distributions of lengths need the games themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import nan
from typing import Any

import numpy as np
from jinja2 import TemplateError
from markupsafe import Markup

from parlour.errors import BadExperiment
from parlour.lab.compare import SENTENCES
from parlour.lab.finding_replay import stale
from parlour.lab.report import plots as figures
from parlour.lab.report import wording as words
from parlour.lab.report.plots import Curve, IntervalMark, MarkGroup
from parlour.lab.report.report_page import ComparisonRow, Plot, Question, environment

StoredReport = dict[str, Any]  # a part of the figures

# what JSON of another shape leads to
WRONG = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
CLEAR = 0.05  # below it a difference is there, all comparisons considered
COURSES = {
    "branching_over_the_game": (
        "Choice over the game",
        "Legal moves at a move, mean of the games.",
    ),
    "uncertainty_over_the_game": (
        "Uncertainty over the game",
        "How open the result is to the analysis: 1 even, 0 settled.",
    ),
}


def kept_page(text: str, name: str = "these figures") -> str:
    """The page for the JSON figures in `text`; raises BadExperiment for any other text."""
    try:
        stored = json.loads(text)
        return environment.get_template("kept.html").render(
            stored=stored,
            stale=stale(stored, name),
            variants=list(_places(stored, "variant")),
            colours=figures.COLOURS,
            shares={
                m["measure"] for arm in stored["arms"] for m in arm["measures"] if _is_share(m)
            },
            measures=list(_measures(stored)),
            declared=[_question_row(stored, c) for c in stored.get("contrasts", ())],
            strengths=list(_strengths(stored)),
            courses=list(_courses(stored)),
            ladders=list(_ladders(stored)),
            questions=list(_questions(stored)),
            number=_number,
            interval=lambda e, share=False: words.interval(
                _value(e["low"]), _value(e["high"]), share
            ),
        )
    except (*WRONG, TemplateError) as error:
        raise BadExperiment(f"{name}: no report of an experiment as JSON ({error})") from error


def _question_row(stored: StoredReport, c: StoredReport) -> dict[str, str]:
    """A row of the table of declared questions."""
    share = any(
        _is_share(m)
        for arm in stored["arms"]
        for m in arm["measures"]
        if m["measure"] == c["measure"]
    )

    def reach(d: StoredReport) -> str:
        value, low, high = (words.signed(_value(d[end]), share) for end in ("value", "low", "high"))
        return f"{value} ({low} to {high})"

    def twice(corrected: str, alone: str) -> str:
        return f"{words.p_words(_value(c[corrected]))}, {words.p_words(_value(c[alone]))}"

    return {
        "question": str(c["question"]),
        "answer": str(c["told"]).removeprefix(f"{c['question']} ").partition(". ")[0],
        "players": ", ".join(c["players"]),
        "difference": reach(c["difference"]),
        "p": twice("p_corrected", "p"),
        "margin": twice("p_of_the_margin_corrected", "p_of_the_margin") if c["margin"] else "–",
        "seen": words.signed(_value(c["could_have_been_seen"]), share)[1:],
        "doubling": reach(c["by_doubling"]) if c["by_doubling"] else "–",
    }


def _strengths(stored: StoredReport) -> Iterator[Plot]:
    """Each main measure against strength."""
    firsts = {m["measure"]: m for arm in _own(stored) for m in arm["measures"]}
    for curve in stored.get("strengths", ()):
        rows = [
            figures.StrengthLine(
                row["variant"],
                [
                    (float(p["effort"]), _value(p["value"]), _value(p["low"]), _value(p["high"]))
                    for p in row["points"]
                    if p["effort"] and p["value"] is not None
                ],
                at,
            )
            for at, row in enumerate(curve["rows"][: figures.COLOURS])
        ]
        drawn = [row for row in rows if len({x for x, *_ in row.points}) > 1]
        if drawn:
            first = firsts[curve["measure"]]
            svg = figures.against_strength(
                first["title"], drawn, _percent if _is_share(first) else _plain
            )
            note = f"{first['unit']}; nodes or simulations a move"
            yield Plot(first["title"], Markup(svg), note)


def _value(number: float | None) -> float:
    return nan if number is None else float(number)


def _number(number: float | None, share: bool = False) -> str:
    return words.number(_value(number), share)


def _is_share(measure: StoredReport) -> bool:
    return bool(measure["unit"].startswith("of "))


def _own(stored: StoredReport) -> list[StoredReport]:
    """The arms that were played for their own sake."""
    return [arm for arm in stored["arms"] if arm["purpose"] == "play"]


def _places(stored: StoredReport, what: str) -> dict[str, int]:
    """The variants or budgets, in the order in which they come."""
    return {name: at for at, name in enumerate(dict.fromkeys(arm[what] for arm in _own(stored)))}


def _measures(stored: StoredReport) -> Iterator[Plot]:
    """What the variants were compared by, or every measure of a single one, of all arms."""
    known = dict.fromkeys(m["measure"] for arm in _own(stored) for m in arm["measures"])
    wanted = dict.fromkeys(c["measure"] for c in stored["comparisons"]) or known
    for key in wanted:
        groups = [
            MarkGroup(variant, tuple(_marks(stored, key, variant, at)))
            for variant, at in _places(stored, "variant").items()
        ]
        shown = [group for group in groups if group.marks]
        first = [m for arm in _own(stored) for m in arm["measures"] if m["measure"] == key][0]  # noqa: RUF015  (an IndexError says what is wrong)
        share = _is_share(first)
        bounds = (0.0, 1.0) if share else (-float("inf"), float("inf"))
        svg = figures.intervals(first["title"], shown, _percent if share else _plain, bounds)
        yield Plot(first["title"], Markup(svg), first["unit"])


def _marks(stored: StoredReport, key: str, variant: str, colour: int) -> Iterator[IntervalMark]:
    budgets = _places(stored, "budget")
    for arm in _own(stored):
        for measure in arm["measures"] if arm["variant"] == variant else ():
            if measure["measure"] == key:
                strong = budgets[arm["budget"]] == max(budgets.values())
                note = f"{variant} · {arm['budget']}, {measure['games']} games"
                yield _mark(measure, colour, _is_share(measure), strong, note)


def _mark(
    e: StoredReport, colour: int, share: bool, strong: bool = True, note: str = ""
) -> IntervalMark:
    value, low, high = (_value(e[end]) for end in ("value", "low", "high"))
    return IntervalMark(value, low, high, colour, strong, note, words.number(value, share))


def _percent(x: float) -> str:
    return f"{100 * x:.4g}%"


def _plain(x: float) -> str:
    return f"{x:g}" if abs(x) < 1e5 else f"{x:.0e}"


def _courses(stored: StoredReport) -> Iterator[Plot]:
    """How things go over the game, with each variant's strongest players."""
    strongest = {arm["variant"]: arm for arm in _own(stored)}
    for key, (title, note) in COURSES.items():
        rows = []
        for at, (variant, arm) in enumerate(list(strongest.items())[: figures.COLOURS]):
            means = np.array([_value(x) for x in arm[key]])
            if np.isfinite(means).any():
                rows.append(Curve(f"{variant} · {arm['budget']}", means, np.zeros(len(means)), at))
        if rows:
            yield Plot(title, Markup(figures.curves(title, rows, _plain)), note)


def _ladders(stored: StoredReport) -> Iterator[Plot]:
    for at, ladder in enumerate(stored["ladders"]):
        groups = [MarkGroup(rung["name"], (_mark(rung, at, True),)) for rung in ladder["rungs"]]
        svg = figures.intervals(ladder["variant"], groups, _percent, (0.0, 1.0), 0.5)
        note = "Points of the player with the larger budget; beyond the line more thought wins."
        e = ladder.get("elo_for_each_doubling")  # which reports of before have not
        if e is not None:
            low, high = (nan if e[end] is None else e[end] for end in ("low", "high"))
            note += f" {words.ladder_words(e['value'], low, high, ladder['skill_trace'])}"
        yield Plot(f"Depth: {ladder['variant']}", Markup(svg), note)


def _questions(stored: StoredReport) -> Iterator[Question]:
    """The table of comparisons."""
    titles = {m["measure"]: m["title"] for arm in stored["arms"] for m in arm["measures"]}
    shares = {m["measure"] for arm in stored["arms"] for m in arm["measures"] if _is_share(m)}
    for s in stored["strength"]:
        alike = [c for c in stored["comparisons"] if c["measure"] == s["measure"]]
        ends = [abs(_value(c[end])) for c in alike for end in ("low", "high")]
        reach = 1.1 * max(filter(np.isfinite, ends), default=1.0) or 1.0
        own = [c for c in alike if (c["one"], c["other"]) == (s["one"], s["other"])]
        lines = tuple(_line(c, reach, s["measure"] in shares) for c in own)
        sentence = SENTENCES[s["answer"]]
        title = titles[s["measure"]]
        yield Question(title, s["one"], s["other"], lines, sentence, s["answer"] == "turns")


def _line(c: StoredReport, reach: float, share: bool) -> ComparisonRow:
    value, low, high, p = (_value(c[k]) for k in ("difference", "low", "high", "p_corrected"))
    clear = p < CLEAR
    stored = [words.signed(x, share) for x in (value, low, high)]
    return ComparisonRow(
        c["budget"],
        Markup(figures.small_interval(value, low, high, reach, clear)),
        f"{stored[0]} ({stored[1]} to {stored[2]})",
        words.p_words(p),
        clear,
        c["effect_in_words"] if clear else "",
    )
