"""A report's figures for other programs: JSON with everything, CSV with a line for each measure."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from parlour.lab.contrast_answers import ContrastAnswer
from parlour.lab.games_file import SEARCHES
from parlour.lab.laboratory import identifier
from parlour.lab.measures import Measure
from parlour.lab.measures.arm_tables import ArmTable
from parlour.lab.report.results import ArmResults, Results
from parlour.lab.report.wording import answer, verdict
from parlour.lab.stats import Contrast, Estimate

FIELDS = (
    "experiment",
    "variant",
    "budget",
    "players",
    "measure",
    "title",
    "unit",
    "value",
    "low",
    "high",
    "games",
    "method",
    "source",
    "lowest_game",
    "highest_game",
)


def as_json(results: Results) -> str:
    """Everything in the report; numbers that do not exist are null."""
    experiment = results.experiment
    content = {
        "experiment": experiment.name,
        "title": experiment.title,
        "question": experiment.question,
        "seed": experiment.seed,
        "versions": results.versions,
        "answer": verdict(results),
        "contrasts": [_contrast(results, a) for a in results.answers],
        "strengths": [_curve(results, key) for key in results.headlines],
        "arms": [_arm(played) for played in (*results.played, *results.matches)],
        "comparisons": [
            {
                "measure": c.key,
                "one": experiment.variants[c.one].label,
                "other": experiment.variants[c.other].label,
                "budget": experiment.budgets[c.budget].name,
                "difference": _number(c.contrast.value),
                "low": _number(c.contrast.low),
                "high": _number(c.contrast.high),
                "p": _number(c.contrast.p),
                "p_corrected": _number(c.p),
                "effect": _number(c.contrast.effect),
                "effect_in_words": c.contrast.words,
            }
            for c in results.comparisons
        ],
        "strength": [
            {
                "measure": s.key,
                "one": experiment.variants[s.one].label,
                "other": experiment.variants[s.other].label,
                "answer": s.word,
            }
            for s in results.strengths
        ],
        "ladders": [
            {
                "variant": ladder.variant,
                "rungs": [
                    {"name": r.name, "elo": _number(r.elo), **_estimate(r.share)}
                    for r in ladder.rungs
                ],
                "elo_for_each_doubling": _estimate(ladder.per_doubling),
                "skill_trace": ladder.trace and _number(ladder.trace.trace),
            }
            for ladder in results.ladders
        ],
        "luck": [
            {
                "variant": r.variant,
                "budget": r.budget.name,
                "kept": r.budget.keep,
                "after": r.budget.after,
                "groups": r.luck.groups,
                "common": _estimate(r.luck.common),
            }
            for r in results.replays
        ],
        "file": experiment.text,
    }
    return json.dumps(content, ensure_ascii=False) + "\n"


def _contrast(results: Results, a: ContrastAnswer) -> dict[str, Any]:
    """A declared question with its answer."""
    names = [budget.name for budget in results.experiment.budgets]
    return {
        "question": a.asked.question,
        "measure": a.asked.measure,
        "answer": a.word,
        "told": answer(results, a),
        "players": [names[b] for b in a.budgets],
        "one": _estimate(a.one),
        "other": _estimate(a.other),
        "difference": _difference(a.contrast),
        "p": _number(a.contrast.p),
        "p_corrected": _number(a.p),
        "margin": a.asked.margin,
        "p_of_the_margin": _number(a.raw_same_p),
        "p_of_the_margin_corrected": _number(a.same_p),
        "could_have_been_seen": _number(a.seen),
        "by_strength": [
            {"players": names[s.budget], "effort": s.effort, **_difference(s.contrast)}
            for s in a.strengths
        ],
        "by_doubling": a.slope and _difference(a.slope),
        "p_of_the_slope_corrected": _number(a.slope_p),
        "straight_line": a.is_straight,
    }


def _difference(d: Contrast) -> dict[str, Any]:
    return {"value": _number(d.value), "low": _number(d.low), "high": _number(d.high)}


def _curve(results: Results, key: str) -> dict[str, Any]:
    """A measure against strength: a row of points for each variant."""
    return {
        "measure": key,
        "rows": [
            {
                "variant": results.experiment.variants[variant].label,
                "points": [
                    {"effort": results.effort(p.place[1]), **_estimate(p.measures[key].estimate)}
                    for p in results.played
                    if p.place[0] == variant and key in p.measures
                ],
            }
            for variant in results.variants
        ],
    }


def _arm(played: ArmResults) -> dict[str, Any]:
    shortest, longest = played.arm.extremes()
    return {
        "variant": played.variant.label,
        "game": played.variant.game,
        "budget": played.budget.name,
        "purpose": played.budget.purpose,
        "players": played.budget.players,
        "games": len(played.arm),
        "seconds": round(played.seconds, 1),
        "code": played.versions.get(SEARCHES, []),
        "shortest": [_game_json(played, *found) for found in shortest],
        "longest": [_game_json(played, *found) for found in longest],
        "measures": [_measure(played, m) for m in played.measures.values()],
        "tables": [_table(table) for table in played.tables],
        "branching_over_the_game": [_number(x) for x in played.arm.branching.means.tolist()],
        "uncertainty_over_the_game": [_number(x) for x in played.arm.openness.means.tolist()],
    }


def _game_json(played: ArmResults, number: int, length: int) -> dict[str, Any]:
    return {"game": identifier(*played.place, number), "moves": length}


def _measure(played: ArmResults, measure: Measure) -> dict[str, Any]:
    lowest, highest = played.examples(measure.key)
    return {
        "measure": measure.key,
        "title": measure.title,
        "unit": measure.unit,
        **_estimate(measure.estimate),
        "source": measure.source,
        "lowest_game": lowest,
        "highest_game": highest,
    }


def _estimate(e: Estimate) -> dict[str, Any]:
    value, low, high = _number(e.value), _number(e.low), _number(e.high)
    return {"value": value, "low": low, "high": high, "games": e.n, "method": e.method}


def _table(table: ArmTable) -> dict[str, Any]:
    rows = [
        {
            "name": row.name,
            "share": _estimate(row.share),
            **({} if row.points is None else {"points": _estimate(row.points)}),
        }
        for row in table.rows
    ]
    return {"title": table.title, "points_of": table.seat, "rows": rows, "left_out": table.more}


def _number(value: float) -> float | None:
    """A number short enough to be read; None for nan and the infinite."""
    return float(f"{value:.6g}") if isfinite(value) else None


def as_csv(results: Results) -> str:
    """A line for each measure of each arm."""
    out = io.StringIO()
    writer = csv.DictWriter(out, FIELDS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for played in (*results.played, *results.matches):
        arm: Mapping[str, Any] = {
            "experiment": results.experiment.name,
            "variant": played.variant.label,
            "budget": played.budget.name,
            "players": " / ".join(played.budget.players),
        }
        for measure in played.measures.values():
            writer.writerow({**arm, **_measure(played, measure)})
    return out.getvalue()
