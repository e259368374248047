"""The commands `parlour lab …`: their arguments and help; what each does is imported when it is run."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli.arguments import GameName, Options

lab = typer.Typer(
    help="Ask how games and variants play: experiments, their games, their reports.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="An experiment's TOML file, or the name of one that was run."
    ),
]
Folder = Annotated[
    str | None,
    typer.Option(metavar="DIR", help="Where experiments are kept.  [default: the user's data]"),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, max=1024, metavar="NUMBER", help="Processes.  [default: one a processor]"),
]


@lab.command()
def run(
    file: File,
    workers: Workers = None,
    folder: Folder = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: its scheduler's address."),
    ] = None,
) -> None:
    """Play an experiment and write its report; one that was broken off goes on where it stood."""
    from parlour.cli import lab as commands

    commands.run(file, workers, folder, cluster)


@lab.command()
def report(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="An experiment's TOML file, the name of one that was run, or a report's JSON.",
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="DIR", help="Where to.  [default: beside the games]"
        ),
    ] = None,
    folder: Folder = None,
) -> None:
    """Write the report of the games that are there: a page, and its figures as JSON and CSV."""
    from parlour.cli import lab as commands

    commands.report(file, output, folder)


@lab.command("list")
def list_experiments(folder: Folder = None) -> None:
    """List the experiments that were run: how many games are played, what is asked."""
    from parlour.cli import lab as commands

    commands.list_experiments(folder)


@lab.command()
def games(
    file: File,
    arm: Annotated[
        str | None,
        typer.Option(metavar="V.B", help="Only these: variant and budget, as 2.1."),
    ] = None,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="So many of each.")
    ] = 20,
    folder: Folder = None,
) -> None:
    """List an experiment's games."""
    from parlour.cli import lab as commands

    commands.list_games(file, arm, number, folder)


@lab.command()
def show(
    file: File,
    game: Annotated[str, typer.Argument(metavar="GAME", help="variant.budget.number, as 2.1.37.")],
    ply: Annotated[
        int | None, typer.Option(min=0, metavar="NUMBER", help="The board after so many plies.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Save the record; parlour play --load FILE."
        ),
    ] = None,
    folder: Folder = None,
) -> None:
    """Open one game: the board and its record."""
    from parlour.cli import lab as commands

    commands.show(file, game, ply, output, folder)


@lab.command()
def ask(
    game: GameName,
    option: Options = None,
    hours: Annotated[
        float,
        typer.Option(
            min=0.005, max=1000, metavar="HOURS", help="How long it may play: 8, or 0.25."
        ),
    ] = 1.0,
    workers: Workers = None,
    folder: Folder = None,
) -> None:
    """Ask what an inventor asks: is it even, does it end, does skill tell, which rules are dead."""
    from parlour.cli import inventor

    inventor.ask_game(game, option or [], hours, workers, folder)
