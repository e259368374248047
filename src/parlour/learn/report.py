"""What a run of learning gained, as a page of Markdown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parlour.learn.train import Run

HEAD = (
    "| generation | positions | trust in results | squared error | of the searches "
    "| equal nodes | speed | equal time | |"
)


def write_report(run: Run) -> Path:
    """Write ``report.md`` into the run's folder: a table of its generations. Returns its path."""
    rows = [row(entry) for entry in run.log]
    lines = [
        f"# {run.game.title}: what was learnt",
        "",
        f"Elo over the evaluation before, with 95% intervals: at first {first(run)}.",
        f"The plan: {', '.join(f'{name} {value}' for name, value in vars(run.plan).items())}.",
        "",
        HEAD,
        "|" + "---|" * (HEAD.count("|") - 1),
        *rows,
    ]
    path = run.folder / "report.md"
    path.write_text("\n".join(lines) + "\n")
    return path


def row(entry: dict[str, Any]) -> str:
    """A generation's row of the table."""
    nodes, timed = (entry.get(kind, {}).get("text", "–") for kind in ("nodes", "time"))
    cells = [
        entry["generation"],
        f"{entry['positions']:,}",
        f"{entry['trust']:.1f}",
        f"{entry['error']:.4f}",
        f"{entry['search_error']:.4f}",
        nodes,
        f"{entry['speed']:.2f}" if "speed" in entry else "–",
        timed,
        outcome(entry),
    ]
    return "| " + " | ".join(map(str, cells)) + " |"


def first(run: Run) -> str:
    """What a run's first generation is tested against."""
    return "the weights that the game had" if run.first else "the hand-written one, or none"


def outcome(entry: dict[str, Any]) -> str:
    """Whether a generation took the best one's place, and what laziness or a margin that was tried gained."""
    told = ["taken" if entry["taken"] else "not taken"]
    if "lazy" in entry:
        found = entry["lazy"]
        told.append(
            f"{'lazy' if found['taken'] else 'lazy it would gain nothing'}: {found['text']}"
        )
    if "margin" in entry:
        found = entry["margin"]
        told.append(f"with a margin of {found['units']}: {found['text']}")
    return "; ".join(told)
