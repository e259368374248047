"""Arguments that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game's id (see `parlour games`), or a .py file."),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="KEY=VALUE", help="An option of the game; may be repeated."
    ),
]
Position = Annotated[
    str | None,
    typer.Option(
        "--position", "-p", metavar="TEXT", help="Start from this position text, with its options."
    ),
]
Budget = Annotated[
    str | None,
    typer.Option(metavar="BUDGET", help="How long bots think: 2s, 500 (simulations), nodes=20000."),
]
Seed = Annotated[
    int | None, typer.Option(metavar="NUMBER", help="Make chance and bots repeatable.")
]
