"""What `parlour month` and `parlour dossier` do."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from rich.text import Text

from parlour.cli.console import chosen_game, console
from parlour.errors import BadOption
from parlour.records.record_files import written_file
from parlour.showcase.dossier import dossier
from parlour.showcase.month import game_of_the_month

_MONTH = re.compile(r"([1-9]\d{3})-(0[1-9]|1[0-2])")


def show_month(text: str | None) -> None:
    """Print the Game of the Month, with the commands for its parts; raises BadOption."""
    day = date.today() if text is None else _month(text)
    found, out = game_of_the_month(day), console()
    number, title = found.annotated
    name = found.spec.id
    out.print(Text(f"{day:%B %Y}: {found.spec.title}", "bold"))
    out.print(f"{found.spec.appeal or found.spec.goal}\n")
    for words, command in (
        (f"Puzzle: {found.puzzle.title}", f"puzzle {name} --number {found.puzzle.number}"),
        (f"Annotated game: {title}", f"view {name} --number {number}"),
        (f"Question: {found.question}", f"{'findings' if found.finding else 'lab ask'} {name}"),
    ):
        out.print(Text(words))
        out.print(Text(f"  parlour {command}", "dim"))


def _month(text: str) -> date:
    match = _MONTH.fullmatch(text)
    if match is None:
        raise BadOption(f"{text!s:.20} is no month: expected year and month, as 2026-11")
    return date(int(match[1]), int(match[2]), 1)


def write_dossier(name: str, options: list[str], to: str | None, paper: str) -> None:
    """Write a game's dossier as one HTML file and print its path."""
    game = chosen_game(name, options)
    path = Path(to or f"{game.id}.dossier.html").expanduser()
    text = dossier(game, paper)
    with written_file(path) as file:
        file.write(text)
    print(path)
