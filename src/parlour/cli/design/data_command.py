"""`parlour data`: write games of bots as a table for machine learning."""

from __future__ import annotations

import os
from pathlib import Path

from parlour.adapters.data import GameSeries, write_games
from parlour.cli.console import console
from parlour.cli.design.count_commands import progress_bar


def write(
    series: GameSeries,
    out: str,
    workers: int | None,
) -> None:
    """Write games, played or recorded; Ctrl-C keeps those already written."""
    screen, done = console(), 0
    try:
        with progress_bar(screen, "games") as report:
            for done in write_games(series, Path(out), workers or os.cpu_count() or 1):
                report(0 if series.records else done / series.count)
    except KeyboardInterrupt:
        screen.print(
            f"Stopped: {out} has games {series.first} to {series.first + done - 1}."
            if done
            else "Stopped."
        )
        raise
    screen.print(f"{done} games are in {out}.")
