"""A page of a report of which only the figures are kept, as `as_json` wrote them: no games are needed.

It has all that the figures have: answers, measures with intervals, differences, ladders, luck, tables, the
course of the games. Only what is drawn of single games, distributions of lengths, needs the games themselves.
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
from parlour.lab.report import figures, words
from parlour.lab.report.figures import Curve, Group, Mark
from parlour.lab.report.page import Figure, Line, Question, environment

Told = dict[str, Any]  # a part of the figures

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
    """The page of the figures in `text`; raises BadExperiment where it is no report's JSON."""
    try:
        told = json.loads(text)
        return environment.get_template("kept.html").render(
            told=told,
            variants=list(_places(told, "variant")),
            colours=figures.COLOURS,
            shares={m["measure"] for arm in told["arms"] for m in arm["measures"] if _is_share(m)},
            measures=list(_measures(told)),
            declared=[_asked(told, c) for c in told.get("contrasts", ())],
            strengths=list(_strengths(told)),
            courses=list(_courses(told)),
            ladders=list(_ladders(told)),
            questions=list(_questions(told)),
            number=_number,
            interval=lambda e, share=False: words.interval(
                _value(e["low"]), _value(e["high"]), share
            ),
        )
    except (*WRONG, TemplateError) as error:
        raise BadExperiment(f"{name}: no report of an experiment as JSON ({error})") from error


def _asked(told: Told, c: Told) -> dict[str, str]:
    """A row of the table of declared questions."""
    share = any(
        _is_share(m)
        for arm in told["arms"]
        for m in arm["measures"]
        if m["measure"] == c["measure"]
    )

    def reach(d: Told) -> str:
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


def _strengths(told: Told) -> Iterator[Figure]:
    """Each main measure against strength."""
    firsts = {m["measure"]: m for arm in _own(told) for m in arm["measures"]}
    for curve in told.get("strengths", ()):
        rows = [
            figures.Line(
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
            yield Figure(first["title"], Markup(svg), note)


def _value(number: float | None) -> float:
    return nan if number is None else float(number)


def _number(number: float | None, share: bool = False) -> str:
    return words.number(_value(number), share)


def _is_share(measure: Told) -> bool:
    return bool(measure["unit"].startswith("of "))


def _own(told: Told) -> list[Told]:
    """The arms that were played for their own sake."""
    return [arm for arm in told["arms"] if arm["purpose"] == "play"]


def _places(told: Told, what: str) -> dict[str, int]:
    """The variants or budgets, in the order in which they come."""
    return {name: at for at, name in enumerate(dict.fromkeys(arm[what] for arm in _own(told)))}


def _measures(told: Told) -> Iterator[Figure]:
    """What the variants were compared by, or every measure of a single one, of all arms."""
    known = dict.fromkeys(m["measure"] for arm in _own(told) for m in arm["measures"])
    wanted = dict.fromkeys(c["measure"] for c in told["comparisons"]) or known
    for key in wanted:
        groups = [
            Group(variant, tuple(_marks(told, key, variant, at)))
            for variant, at in _places(told, "variant").items()
        ]
        shown = [group for group in groups if group.marks]
        first = [m for arm in _own(told) for m in arm["measures"] if m["measure"] == key][0]  # noqa: RUF015  (an IndexError says what is wrong)
        share = _is_share(first)
        bounds = (0.0, 1.0) if share else (-float("inf"), float("inf"))
        svg = figures.intervals(first["title"], shown, _percent if share else _plain, bounds)
        yield Figure(first["title"], Markup(svg), first["unit"])


def _marks(told: Told, key: str, variant: str, colour: int) -> Iterator[Mark]:
    budgets = _places(told, "budget")
    for arm in _own(told):
        for measure in arm["measures"] if arm["variant"] == variant else ():
            if measure["measure"] == key:
                strong = budgets[arm["budget"]] == max(budgets.values())
                note = f"{variant} · {arm['budget']}, {measure['games']} games"
                yield _mark(measure, colour, _is_share(measure), strong, note)


def _mark(e: Told, colour: int, share: bool, strong: bool = True, note: str = "") -> Mark:
    value, low, high = (_value(e[end]) for end in ("value", "low", "high"))
    return Mark(value, low, high, colour, strong, note, words.number(value, share))


def _percent(x: float) -> str:
    return f"{100 * x:.4g}%"


def _plain(x: float) -> str:
    return f"{x:g}" if abs(x) < 1e5 else f"{x:.0e}"


def _courses(told: Told) -> Iterator[Figure]:
    """How things go over the game, with each variant's strongest players."""
    strongest = {arm["variant"]: arm for arm in _own(told)}
    for key, (title, note) in COURSES.items():
        rows = []
        for at, (variant, arm) in enumerate(list(strongest.items())[: figures.COLOURS]):
            means = np.array([_value(x) for x in arm[key]])
            if np.isfinite(means).any():
                rows.append(Curve(f"{variant} · {arm['budget']}", means, np.zeros(len(means)), at))
        if rows:
            yield Figure(title, Markup(figures.curves(title, rows, _plain)), note)


def _ladders(told: Told) -> Iterator[Figure]:
    for at, ladder in enumerate(told["ladders"]):
        groups = [Group(rung["name"], (_mark(rung, at, True),)) for rung in ladder["rungs"]]
        svg = figures.intervals(ladder["variant"], groups, _percent, (0.0, 1.0), 0.5)
        note = "Points of the player with the larger budget; beyond the line more thought wins."
        e = ladder.get("elo_for_each_doubling")  # which reports of before have not
        if e is not None:
            low, high = (nan if e[end] is None else e[end] for end in ("low", "high"))
            note += f" {words.ladder_words(e['value'], low, high, ladder['skill_trace'])}"
        yield Figure(f"Depth: {ladder['variant']}", Markup(svg), note)


def _questions(told: Told) -> Iterator[Question]:
    """The table of comparisons."""
    titles = {m["measure"]: m["title"] for arm in told["arms"] for m in arm["measures"]}
    shares = {m["measure"] for arm in told["arms"] for m in arm["measures"] if _is_share(m)}
    for s in told["strength"]:
        alike = [c for c in told["comparisons"] if c["measure"] == s["measure"]]
        ends = [abs(_value(c[end])) for c in alike for end in ("low", "high")]
        reach = 1.1 * max(filter(np.isfinite, ends), default=1.0) or 1.0
        own = [c for c in alike if (c["one"], c["other"]) == (s["one"], s["other"])]
        lines = tuple(_line(c, reach, s["measure"] in shares) for c in own)
        sentence = SENTENCES[s["answer"]]
        title = titles[s["measure"]]
        yield Question(title, s["one"], s["other"], lines, sentence, s["answer"] == "turns")


def _line(c: Told, reach: float, share: bool) -> Line:
    value, low, high, p = (_value(c[k]) for k in ("difference", "low", "high", "p_corrected"))
    clear = p < CLEAR
    told = [words.signed(x, share) for x in (value, low, high)]
    return Line(
        c["budget"],
        Markup(figures.small_interval(value, low, high, reach, clear)),
        f"{told[0]} ({told[1]} to {told[2]})",
        words.p_words(p),
        clear,
        c["effect_in_words"] if clear else "",
    )
