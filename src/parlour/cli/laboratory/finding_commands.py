"""What `parlour findings` does."""

from __future__ import annotations

import json

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from parlour.cli.console import console
from parlour.errors import BadExperiment
from parlour.lab.finding_replay import stale
from parlour.lab.shipped_findings import (
    ShippedFinding,
    findings,
    findings_about,
    report_path,
)
from parlour.table import catalogue


def show_findings(game: str | None) -> None:
    """Print all questions with their answers, or a game's findings in full."""
    out = console()
    if not findings():
        raise BadExperiment("the findings are not installed: they come with Parlour's package")
    if game is None:
        out.print(_table())
        out.print("In full: parlour findings GAME")
        return
    found = findings_about(catalogue.game(game).id)
    if not found:
        known = dict.fromkeys(one for finding in findings() for one in finding.games)
        raise BadExperiment(
            f"there are no findings about {game}: they are about {', '.join(known)}"
        )
    for finding in found:
        _show(out, finding)


def _table() -> Table:
    """A row for each question."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("games", style="bold")
    table.add_column("question")
    table.add_column("answer")
    for finding in findings():
        for at, (question, answer) in enumerate(finding.answers):
            games = "" if at else ", ".join(finding.games)
            table.add_row(Text(games), Text(question), Text(answer))
    return table


def _show(out: Console, finding: ShippedFinding) -> None:
    """The questions and answers, what is stale, then the text."""
    out.print(Text(finding.title, "bold"))
    for question, answer in finding.answers:
        out.print(Text.assemble(f"{question} ", (f"{answer}.", "bold")))
    for name in finding.reports:
        stored = json.loads(report_path(name).read_text(encoding="utf-8"))
        if sentence := stale(stored, name):
            out.print(Text(f"{name}: {sentence}", style="yellow"))
    out.print()
    out.print(Markdown(finding.text))
