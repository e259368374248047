"""What a run of learning gained, as a page of Markdown with its curves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parlour.learn.curves import curves, gains
from parlour.learn.train import TrainingRun

HEAD = (
    "| generation | positions | trust in results | squared error | of the searches "
    "| equal nodes | speed | equal time | |"
)

TOGETHER = (
    "The generations that were taken gained {} in equal time, all together: the sum of their matches' Elo. "
    "Its interval, the band in the picture, reaches to each side the root of the sum of squares of what the "
    "matches' intervals reach. The same matches choose who is taken, so that the sum is rather too high."
)
GAINED = (
    "A whisker is the 95% interval of a generation's own match against the best before it. Hollow points "
    "were not taken; where equal nodes settled that, they are those of the match with equal nodes."
)
ERRORS = (
    "The errors are mean squares, in points from 0 to 1, of foretelling the results of games that were held "
    "out: by the evaluation that was fitted, and by the searches whose games they are."
)


def write_report(run: TrainingRun) -> Path:
    """Write ``report.md`` into the run's folder, a table of its generations; returns its path.

    Beside it lies ``report.svg`` with their curves, where there are any generations.
    """
    rows = [row(entry) for entry in run.log]
    lines = [
        f"# {run.game.title}: what was learnt",
        "",
        f"Elo over the evaluation before, with 95% intervals: at first {first(run)}.",
        f"The plan: {', '.join(f'{name} {value}' for name, value in vars(run.plan).items())}.",
        "",
        *curves_of(run),
        HEAD,
        "|" + "---|" * (HEAD.count("|") - 1),
        *rows,
    ]
    path = run.folder / "report.md"
    path.write_text("\n".join(lines) + "\n")
    return path


def curves_of(run: TrainingRun) -> list[str]:
    """The picture's place on the page, and what it shows; writes the picture."""
    if not run.log:
        return []
    (run.folder / "report.svg").write_text(curves(run.log) + "\n", encoding="utf-8")
    said, found = [], gains(run.log)
    if any(gain.taken for gain in found):
        last = found[-1]
        said.append(
            TOGETHER.format(f"{last.best:+.0f} Elo ({last.least:+.0f} to {last.most:+.0f})")
        )
    if found:
        said.append(GAINED)
    picture = "![What was gained, and the errors, by generation](report.svg)"
    return [picture, "", " ".join([*said, ERRORS]), ""]


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


def first(run: TrainingRun) -> str:
    """What a run's first generation is tested against."""
    return "the weights that the game had" if run.first else "the hand-written one, or none"


def outcome(entry: dict[str, Any]) -> str:
    """Whether a generation took the best one's place, and what laziness or a margin that was tried gained."""
    parts = ["taken" if entry["taken"] else "not taken"]
    if "lazy" in entry:
        found = entry["lazy"]
        parts.append(
            f"{'lazy' if found['taken'] else 'lazy it would gain nothing'}: {found['text']}"
        )
    if "margin" in entry:
        found = entry["margin"]
        parts.append(f"with a margin of {found['units']}: {found['text']}")
    return "; ".join(parts)
