"""`parlour data`: write games of bots as a table for machine learning."""

from __future__ import annotations

import os
from pathlib import Path

from parlour.adapters.data import GameSeries, write_games
from parlour.cli.console import chosen_game, console
from parlour.cli.design.count_commands import progress_bar


def write(
    name: str,
    out: str,
    number: int,
    players: list[str],
    options: list[str],
    seed: int,
    first: int,
    max_moves: int,
    workers: int | None,
) -> None:
    """Play games and write them; Ctrl-C keeps those already written."""
    screen, game = console(), chosen_game(name, options)
    series = GameSeries(game, tuple(players), number, first, seed, max_moves)
    done = 0
    try:
        with progress_bar(screen, "games") as report:
            for done in write_games(series, Path(out), workers or os.cpu_count() or 1):
                report(done / number)
    except KeyboardInterrupt:
        screen.print(
            f"Stopped: {out} has games {first} to {first + done - 1}." if done else "Stopped."
        )
        raise
    screen.print(f"{done} games are in {out}.")
