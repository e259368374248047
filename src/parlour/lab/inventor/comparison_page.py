"""The report on two versions or on a search of options: sentences, tables, design."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from parlour.lab.experiment import Experiment
from parlour.lab.inventor.answer_page import PageRow, PageTable, ReportPage, methods, warnings
from parlour.lab.inventor.tuning import SEARCHES, OptionScore, Term
from parlour.lab.inventor.version_changes import BETTER, HEADINGS, NEUTRAL, WORSE, Change, row
from parlour.lab.report.results import Results
from parlour.lab.report.wording import interval, number
from parlour.lab.stats import Estimate

WAYS = {  # how a search goes
    "halving": "In each round every one that is left plays as many games, and the better half by the goal "
    "goes on (successive halving)",
    "bayes": "A model of what the options bring chose which of them played next, from all that had been "
    "played (tree-structured Parzen estimators, Optuna's)",
}
KNOWN = 10  # games of each option set, without which nothing is recommended
STYLES = {WORSE: "worse", BETTER: "better", NEUTRAL: ""}


def changes_page(
    found: Sequence[Change], used: Sequence[str], results: Results, worth: Sequence[Change] = ()
) -> ReportPage:
    """The page about two versions; `worth` is what changed in the worth of kinds of moves."""
    clear = [change for change in found if change.clear]
    worse = [change for change in clear if change.way == WORSE]
    lead = [
        f"{len(clear)} of {len(found)} things compared changed clearly, {len(worse)} of them for the worse."
        if clear
        else f"None of {len(found)} things compared changed clearly. That is no proof that nothing did: "
        "see how wide the intervals are."
    ]
    lead += [change.sentence for change in (*clear[:6], *(one for one in worth if one.clear))]
    lead += [*used, *warnings(results)]
    rows = tuple(PageRow(row(c), STYLES[c.way] if c.clear else "") for c in found)
    note = (
        "The worst first, then other clear changes, then what is not clear. All strengths count "
        "together where they agree, otherwise the strongest players alone. The last column has the "
        "differences between weaker players, the weakest first."
    )
    sections = [
        "For the worse is: seats further from an even share, fewer games that end, more draws, fewer real "
        "decisions, leads that run away more, less that thought brings. Longer or shorter is neither.",
        "Strengths agree if their differences are not clearly unlike (Cochran's Q, p of 0.1 or more). What "
        "is the same number in every game of both versions is not compared.",
        f"p is corrected for all {len(found)} comparisons together (Holm): whoever believes those below 0.05 "
        "is wrong about any of them in at most one report of twenty.",
        *methods(results),
    ]
    tables = [PageTable("What changed in play", note, HEADINGS, rows, extra=1)]
    if worth:
        shown = tuple(PageRow(row(c), STYLES[c.way] if c.clear else "") for c in worth)
        about = (
            "Points that a player of middling strength loses who may not make a kind of move, corrected "
            "among themselves."
        )
        tables.append(PageTable("What moves are worth", about, HEADINGS, shown, extra=1))
    title = results.experiment.title
    report = f"{results.experiment.name}.html"
    return ReportPage(
        title, results.experiment.question, tuple(lead), tuple(tables), tuple(sections), report
    )


def tuning_page(
    terms: Sequence[Term],
    found: Sequence[OptionScore],
    fresh: Sequence[OptionScore],
    searched: Experiment,
    name: str,
    way: str = SEARCHES[0],
) -> ReportPage:
    """The page about a search: the best option set by the search, and what fresh games say of it."""
    best = fresh[0]
    lead = []
    fewest = min(best.games, *(one.games for one in found))
    if fewest < KNOWN:
        lead.append(
            f"It is not known which options are best: only {fewest} games of some were played, and "
            f"{KNOWN} are the least. The same command goes on."
        )
    for term, e in zip(terms, best.estimates, strict=True):
        if e.n and fewest >= KNOWN:
            words = {"met": "met", "missed": "missed", "open": "not clear yet"}[term.verdict(e)]
            lead.append(
                f"“{term.text}” is {words} with {best.label}: {_term_text(term, e)} in {e.n} fresh games."
            )
    if fewest >= KNOWN:
        option = " ".join(f"--option {part}" for part in best.label.split(", "))
        lead.append(f"Next: parlour lab ask {name} {option}")
    headings = ("Options", "Games", *(term.text for term in terms), "Short of the goal")
    tables = (
        PageTable(
            "Fresh games of the best",
            "In the order in which the search left them; these games had no part in choosing them.",
            headings,
            tuple(PageRow(_row(one, terms)) for one in fresh),
        ),
        PageTable(
            "What the search saw",
            "The last round. The best of many look better here than they are: they were chosen for it.",
            headings,
            tuple(PageRow(_row(one, terms)) for one in found),
        ),
    )
    player = searched.budgets[0].players[0]
    sections = (
        f"{len(searched.variants)} option sets, all seats played by {player}. {WAYS[way]}; the last few "
        "play as many fresh games together as the search took.",
        "Short of the goal: the distance of the means from the goal, each in units of its tolerance "
        "(five points of a share, a tenth of another number, or what the goal says after ±), added "
        "up. Figures in brackets are 95% intervals; a goal is met where all of the interval lies within it.",
        "All of it is at one strength: ask the best again at three.",
    )
    return ReportPage(searched.title, searched.question, tuple(lead), tables, sections)


def _row(one: OptionScore, terms: Sequence[Term]) -> tuple[str, ...]:
    cells = [_term_text(term, e) for term, e in zip(terms, one.estimates, strict=True)]
    short = number(one.loss) if isfinite(one.loss) else "–"
    return (one.label, f"{one.games:,}", *cells, short)


def _term_text(term: Term, e: Estimate) -> str:
    share = e.share or term.number <= 1
    return f"{number(e.value, share)} ({interval(e.low, e.high, share)})"
