"""The commands `parlour lab …`, with their arguments and help."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli.arguments import GameName, Options

lab = typer.Typer(
    help="Study how games and variants play. Experiments play games and write reports.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

File = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="An experiment's TOML file, a folder of them (run, cost), or the name of an earlier one.",
    ),
]
Folder = Annotated[
    str | None,
    typer.Option(metavar="DIR", help="The folder of experiments.  [default: the user's data]"),
]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1, max=1024, metavar="NUMBER", help="Processes.  [default: one per processor]"
    ),
]
Hours = Annotated[
    float,
    typer.Option(min=0.005, max=1000, metavar="HOURS", help="The time budget, such as 8 or 0.25."),
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: its scheduler's address."),
]


@lab.command()
def run(
    file: File,
    workers: Workers = None,
    folder: Folder = None,
    cluster: Cluster = None,
    part: Annotated[
        str | None,
        typer.Option(metavar="K/N", help="Play only this machine's part, such as 2/5; see merge."),
    ] = None,
) -> None:
    """Play an experiment, or all in a folder, and write reports; interrupted ones continue."""
    from parlour.cli.laboratory import lab_commands as commands

    commands.run(file, workers, folder, cluster, part)


@lab.command()
def merge(
    laboratories: Annotated[
        list[str], typer.Argument(metavar="DIR...", help="Other machines' laboratories.")
    ],
    folder: Folder = None,
) -> None:
    """Merge the games played on other machines, without duplicates."""
    from parlour.cli.laboratory import lab_commands as commands

    commands.merge(laboratories, folder)


@lab.command()
def cost(file: File, folder: Folder = None) -> None:
    """Estimate the cost of an experiment, or all in a folder, and the strength of its best bots."""
    from parlour.cli.laboratory import lab_commands as commands

    if not commands.cost(file, folder):
        raise typer.Exit(1)


@lab.command()
def report(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="An experiment's TOML file or its name, a finding's name, or a report's JSON.",
        ),
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="DIR", help="The output folder.  [default: beside the games]"
        ),
    ] = None,
    folder: Folder = None,
) -> None:
    """Write the report of the games so far: a page, and its figures as JSON and CSV."""
    from parlour.cli.laboratory import lab_commands as commands

    commands.report(file, output, folder)


@lab.command()
def replay(
    findings: Annotated[
        list[str],
        typer.Argument(metavar="FINDING...", help="A report's JSON, or the name of a shipped one."),
    ],
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="Games of each arm.")
    ] = 10,
    confirm: Annotated[
        bool,
        typer.Option(
            "--confirm", help="If all are the same, note in the report that it is not stale."
        ),
    ] = False,
) -> None:
    """Play named games of findings again, and say whether they are the same."""
    from parlour.cli.laboratory import lab_commands as commands

    same = [commands.replay(finding, number, confirm) for finding in findings]
    if not all(same):
        raise typer.Exit(1)


@lab.command()
def register(folder: Folder = None) -> None:
    """List every question that was asked, with every answer that was given."""
    from parlour.cli.laboratory import lab_commands as commands

    commands.list_answers(folder)


@lab.command("list")
def list_experiments(folder: Folder = None) -> None:
    """List the experiments, with their questions and numbers of games."""
    from parlour.cli.laboratory import lab_commands as commands

    commands.list_experiments(folder)


@lab.command()
def games(
    file: File,
    arm: Annotated[
        str | None,
        typer.Option(metavar="V.B", help="Only this variant and budget, such as 2.1."),
    ] = None,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="Games of each arm.")
    ] = 20,
    folder: Folder = None,
) -> None:
    """List an experiment's games."""
    from parlour.cli.laboratory import lab_commands as commands

    commands.list_games(file, arm, number, folder)


@lab.command()
def show(
    file: File,
    game: Annotated[str, typer.Argument(metavar="GAME", help="variant.budget.number, as 2.1.37.")],
    ply: Annotated[
        int | None,
        typer.Option(min=0, metavar="NUMBER", help="The position after this number of plies."),
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
    from parlour.cli.laboratory import lab_commands as commands

    commands.show(file, game, ply, output, folder)


@lab.command()
def ask(
    game: GameName,
    option: Options = None,
    hours: Hours = 1.0,
    workers: Workers = None,
    folder: Folder = None,
) -> None:
    """Ask what an inventor asks: is it even, does it end, does skill tell, which rules are dead."""
    from parlour.cli.laboratory import ask_commands

    ask_commands.ask_game(game, option or [], hours, workers, folder)


@lab.command()
def tune(
    game: GameName,
    option: Annotated[
        list[str],
        typer.Option(
            "--option", "-o", metavar="KEY=VALUES", help="What to search: size=5..9, swap=yes,no."
        ),
    ],
    goal: Annotated[
        str, typer.Option(metavar="GOAL", help='The goal, such as "balance 0.5, draws < 5%".')
    ],
    hours: Hours = 1.0,
    workers: Workers = None,
    folder: Folder = None,
    search: Annotated[
        str, typer.Option(metavar="WAY", help="halving, or bayes for many options: extra tune.")
    ] = "halving",
) -> None:
    """Search a game's options for a goal; the best are judged by fresh games."""
    from parlour.cli.laboratory import ask_commands

    ask_commands.tune_game(game, option, goal, hours, workers, folder, search)


@lab.command()
def invent(
    game: GameName,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-o",
            metavar="KEY=VALUES",
            help="Limit or fix an option: size=5..9, swap=no.  [default: all with few values]",
        ),
    ] = None,
    hours: Hours = 1.0,
    workers: Workers = None,
    folder: Folder = None,
    cluster: Cluster = None,
    seed: Annotated[
        int,
        typer.Option(min=1, max=1_000_000, metavar="NUMBER", help="Another seed, another search."),
    ] = 1,
) -> None:
    """Breed new variants from a game's options; repeated commands continue."""
    from parlour.cli.laboratory import invent_command

    invent_command.invent_game(game, option or [], hours, workers, folder, cluster, seed)


@lab.command()
def diff(
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="The game as it was: a file, or an id.")
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The game as it is now.")],
    option: Options = None,
    hours: Hours = 1.0,
    workers: Workers = None,
    folder: Folder = None,
) -> None:
    """Tell what changed in play from one version of a game to another, the worst first."""
    from parlour.cli.laboratory import ask_commands

    ask_commands.diff_games(old, new, option or [], hours, workers, folder)
