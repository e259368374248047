"""What `parlour findings` does."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from parlour.cli.console import console
from parlour.errors import BadExperiment
from parlour.lab.shipped_findings import PLAYERS, ShippedFinding, findings, findings_about
from parlour.table import catalogue


def show_findings(game: str | None) -> None:
    """Print all questions with their answers, or a game's findings: the answers, then their design."""
    out = console()
    if not findings():
        raise BadExperiment("the findings are not installed: they come with Parlour's package")
    if game is None:
        out.print(_table())
        out.print(PLAYERS)
        out.print(f"In full: parlour findings GAME. The games: {', '.join(_games())}")
        return
    found = findings_about(catalogue.game(game).id)
    if not found:
        raise BadExperiment(
            f"there are no findings about {game}: they are about {', '.join(_games())}"
        )
    for finding in found:
        _show_answer(out, finding)
    for finding in found:
        out.print(Rule(Text(finding.title)))
        out.print(Markdown(finding.design))


def _games() -> tuple[str, ...]:
    """The ids of all games that findings are about."""
    return tuple(dict.fromkeys(game for finding in findings() for game in finding.games))


def _table() -> Table:
    """A row for each question."""
    table = Table(box=None, padding=(0, 2, 1, 0), header_style="dim")
    table.add_column("question", ratio=2)
    table.add_column("answer", ratio=3)
    for finding in findings():
        table.add_row(Text(finding.title), Text(finding.answer))
    return table


def _show_answer(out: Console, finding: ShippedFinding) -> None:
    """What a person reads in a minute, and one line if it is stale."""
    out.print(Text(finding.title, "bold"))
    out.print(Markdown(_answer_text(finding)))
    if names := finding.stale_reports:
        out.print(Text("\nStale: other code, or code not known, chose the moves.", "yellow"))
        out.print(Text(f"To check: parlour lab replay {' '.join(names)}", "yellow"))
    out.print()


def _answer_text(finding: ShippedFinding) -> str:
    return f"""
> {finding.asked}

**{finding.answer}**

{finding.numbers}

* **What is not known**: {finding.unknown}
* **How far from masters**: {finding.masters}
* **What it means for players**: {finding.players}
"""
