"""Write the answers as a self-contained page, and as JSON for other programs."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from jinja2 import Environment, PackageLoader, select_autoescape
from markupsafe import Markup

from parlour.lab.cost import seconds_a_move
from parlour.lab.inventor.inventor_answers import BAD, GOOD, OPEN, InventorAnswer, to_mend
from parlour.lab.inventor.inventor_plan import THOUGHT
from parlour.lab.report import plots as figures
from parlour.lab.report.report_page import environment as report_pages
from parlour.lab.report.results import Results
from parlour.lab.report.wording import number

environment = Environment(
    loader=PackageLoader("parlour.lab.inventor"),
    autoescape=select_autoescape(),
    trim_blocks=True,
    lstrip_blocks=True,
)

MARKS = {GOOD: "in order", BAD: "look at this", OPEN: "for you to judge"}


def write_answers(answers: list[InventorAnswer], results: Results, folder: Path) -> list[Path]:
    """Write the page and its JSON beside the report of the same games; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for ending, text in (
        ("html", as_page(answers, results)),
        ("json", as_json(answers, results)),
    ):
        path = folder / f"{results.experiment.name}.answers.{ending}"
        path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


@dataclass(frozen=True)
class PageRow:
    """A line of a table; `style` is ``worse``, ``better`` or empty, `link` where its first text leads."""

    texts: tuple[str, ...]
    style: str = ""
    link: str = ""


@dataclass(frozen=True)
class PageTable:
    """A table; the last `extra` columns appear on pages only, which are wide."""

    title: str
    note: str
    headings: tuple[str, ...]
    rows: tuple[PageRow, ...]
    extra: int = 0


@dataclass(frozen=True)
class ReportPage:
    """A page of sentences and tables: `lead` first, `methods` last, `report` the page with all figures."""

    title: str
    question: str
    lead: tuple[str, ...]
    tables: tuple[PageTable, ...]
    methods: tuple[str, ...]
    report: str = ""


def write_page(content: ReportPage, folder: Path, name: str) -> list[Path]:
    """Write the page and the same content as JSON; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    style = Markup(report_pages.get_template("report.css").render())
    page = environment.get_template("comparison.html").render(**vars(content), style=style)
    written = [folder / f"{name}.answers.html", folder / f"{name}.answers.json"]
    written[0].write_text(page, encoding="utf-8")
    written[1].write_text(json.dumps(asdict(content), ensure_ascii=False) + "\n", encoding="utf-8")
    return written


def as_json(answers: list[InventorAnswer], results: Results) -> str:
    """The answers, with the experiment's file."""
    content = {
        "experiment": results.experiment.name,
        "game": results.experiment.variants[0].label,
        "answers": [asdict(answer) for answer in answers],
        "file": results.experiment.text,
    }
    return json.dumps(content, ensure_ascii=False) + "\n"


def as_page(answers: list[InventorAnswer], results: Results) -> str:
    """The whole page."""
    return environment.get_template("answers.html").render(
        results=results,
        title=results.experiment.variants[0].label,
        question=games_words(results),
        answers=[(answer, figure(answer, results)) for answer in answers],
        mend=to_mend(answers),
        warnings=warnings(results),
        methods=methods(results),
        marks=MARKS,
        style=Markup(report_pages.get_template("report.css").render()),
        report=f"{results.experiment.name}.html",
    )


def figure(answer: InventorAnswer, results: Results) -> Markup | None:
    """The answer's measure at each strength."""
    arms = [p for p in results.played if answer.key in p.measures]
    if len(arms) < 2:
        return None
    share = arms[0].measures[answer.key].is_share
    marks = []
    for p in arms:
        e = p.measures[answer.key].estimate
        mark = figures.IntervalMark(
            e.value, e.low, e.high, 0, p is arms[-1], label=number(e.value, share)
        )
        marks.append(figures.MarkGroup(p.budget.name, (mark,)))
    bounds = (0.0, 1.0) if share else (0.0, float("inf"))
    even = 1 / arms[0].arm.game.seats if answer.key.startswith("points:") else None
    show = (lambda x: f"{100 * x:.4g}%") if share else (lambda x: f"{x:g}")
    return Markup(figures.intervals(arms[0].measures[answer.key].title, marks, show, bounds, even))


def games_words(results: Results) -> str:
    """The number of games by players, in words."""
    rows = ", ".join(f"{len(p.arm):,} {p.budget.name}" for p in results.played)
    matches = sum(len(p.arm) for p in results.matches)
    more = f", and {matches:,} between players of different strength" if matches else ""
    return f"Games played: {rows}{more}."


def warnings(results: Results) -> list[str]:
    """Warnings that limit the answers."""
    found = []
    strong = results.played[-1]
    seconds = _seconds_a_move(results)
    if seconds < THOUGHT[0] / 2:
        found.append(
            f"The strongest players thought {seconds:.2g} seconds a move; with more --hours they think "
            f"up to {THOUGHT[1]:g}, and may answer otherwise."
        )
    missing = [
        b.name
        for at, b in enumerate(results.experiment.budgets)
        if results.experiment.budgets[at].purpose == "play"
        and not any(p.budget is b for p in results.played)
    ]
    if missing:
        found.append(f"Not played yet: {', '.join(missing)}.")
    if len(strong.arm) < strong.budget.games:
        found.append(
            f"{len(strong.arm):,} of {strong.budget.games:,} games of the strongest were played: the "
            "same command goes on."
        )
    repeated = 1 - len(strong.arm.different) / len(strong.arm)
    if repeated > 0.05:
        found.append(
            f"{number(repeated, True)} of the strongest players' games repeat another move by move: "
            "there are fewer games than it seems, and intervals are narrower than they should be."
        )
    return found


def _seconds_a_move(results: Results) -> float:
    """What the strongest spent on a move, an analysis of the games included."""
    strong = results.played[-1]
    return seconds_a_move(strong.seconds, float(strong.arm.column("length").sum()))


def methods(results: Results) -> list[str]:
    """Who played, and what the words mean."""
    players = "; ".join(f"{p.budget.name} is {p.budget.players[0]}" for p in results.played)
    sentences = [
        f"Three players, each thinking ten times as long as the one before: {players}. The strongest spent "
        f"{_seconds_a_move(results):.2g} seconds of one processor on a move.",
        "Figures in brackets are 95% intervals: they cover chance, not what better players would "
        "find. Whether an answer moves with strength is tested for the strongest against the weakest, "
        "corrected for the number of answers (Holm). A game counts as even where the whole interval is "
        "within five points of an even share.",
        "Elo for each doubling is the score of ten times the thought, as Elo's formula has it, divided by "
        "the 3.32 doublings in ten. Kinds of moves and lines of the rules are looked up in the first games "
        "of the strongest players, played again: what they never used may still matter to others.",
    ]
    analysis = results.experiment.analysis
    if analysis is not None:
        sentences.append(
            f"Who is ahead is what {analysis.player} expects in the first {analysis.games} games of each "
            "strength; 0.05 of the score is a lead."
        )
    if results.experiment.opening:
        sentences.append(
            f"The first {results.experiment.opening} moves of every game were drawn at random, as these "
            "players leave nothing to chance."
        )
    return sentences
