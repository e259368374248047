"""`parlour tables`: build endgame tables, and list those built on this machine."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from parlour.cli.console import chosen_game, console
from parlour.search.endgame.endgame_table import (
    Tables,
    endgame_tables,
    material_text,
    piece_count,
    tables_folder,
)
from parlour.table.game import Game


def tables(name: str, options: list[str], pieces: int | None) -> None:
    """Build the tables of a game with at most `pieces` pieces, or list the existing ones.

    Raises BadTables for a game without tables, and for damaged tables.
    """
    out, game = console(), chosen_game(name, options)
    found = endgame_tables(game) if pieces is None else _build(out, game, pieces)
    if found is None:
        out.print(
            f"There are no tables of {game.name} here. To build some: parlour tables {game.name} --pieces 3"
        )
        return
    _show(out, found)


def _build(out: Console, game: Game, pieces: int) -> Tables:
    from parlour.search.endgame.endgame_builder import build

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as progress:
        task = progress.add_task("", total=1.0)
        return build(
            game,
            pieces,
            lambda label, part: progress.update(task, description=label, completed=part),
        )


def _show(out: Console, found: Tables) -> None:
    rows = Table(box=None, header_style="dim")
    for heading in ("pieces", "mover v other"):
        rows.add_column(heading, no_wrap=True)
    for heading in ("positions", "won", "drawn", "lost", "longest"):
        rows.add_column(heading, justify="right")
    for one in sorted(found.slices, key=lambda one: (piece_count(one.material), one.material)):
        figures = (one.positions, one.wins, one.draws, one.losses, one.longest)
        rows.add_row(
            str(piece_count(one.material)),
            material_text(found.game, one.material),
            *(f"{figure:,}" for figure in figures),
        )
    out.print(rows)
    total = sum(one.positions for one in found.slices)
    size = sum(one.numbers for one in found.slices) / 1e6
    out.print(
        f"{found.game.name}: {total:,} positions with up to {found.pieces} pieces, {size:.1f} MB."
    )
    out.print(str(tables_folder(found.game)), style="dim", soft_wrap=True)
