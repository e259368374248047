"""The command `data`: games played by bots, written as a table for learning."""

from __future__ import annotations

import os
from pathlib import Path

from parlour.adapters.data import Series, write_games
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
    """Play the games and write them, with progress; Ctrl-C keeps what is written."""
    told, game = console(), chosen_game(name, options)
    series = Series(game, tuple(players), number, first, seed, max_moves)
    done = 0
    try:
        with progress_bar(told, "games") as part:
            for done in write_games(series, Path(out), workers or os.cpu_count() or 1):
                part(done / number)
    except KeyboardInterrupt:
        told.print(
            f"Broken off: {out} has games {first} to {first + done - 1}." if done else "Broken off."
        )
        raise
    told.print(f"{done} games are in {out}.")
