"""Reports of experiments: a self-contained HTML page, and the same figures as JSON and CSV."""

from __future__ import annotations

from pathlib import Path

from parlour.lab.experiment import Experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.report.report_data import as_csv, as_json
from parlour.lab.report.report_page import as_page
from parlour.lab.report.results import Results, collect
from parlour.lab.report.saved_report import kept_page
from parlour.lab.report.wording import verdict

__all__ = [
    "Results",
    "as_csv",
    "as_json",
    "as_page",
    "collect",
    "kept_page",
    "verdict",
    "write_report",
    "write_results",
]


def write_report(experiment: Experiment, laboratory: Laboratory, folder: str | Path) -> list[Path]:
    """Write the report of an experiment's kept games into a folder: the page, the JSON, the CSV.

    The same games give the same files, byte for byte. Raises BadExperiment where there is no game, OSError.
    """
    return write_results(collect(experiment, laboratory), folder)


def write_results(results: Results, folder: str | Path) -> list[Path]:
    """Write a report whose figures are worked out already."""
    written = []
    Path(folder).mkdir(parents=True, exist_ok=True)
    for ending, make in (("html", as_page), ("json", as_json), ("csv", as_csv)):
        path = Path(folder) / f"{results.experiment.name}.{ending}"
        path.write_text(make(results), encoding="utf-8")
        written.append(path)
    return written
