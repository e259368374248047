"""The commands for ladders, tournaments and matches, with their arguments and help."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli.arguments import Budget, GameName, Options, Seed

contests = typer.Typer()

SidePlayers = Annotated[
    list[str] | None,
    typer.Option(metavar="SIDE=PLAYER", help="Who plays for a side: 0=person, 1=5; repeatable."),
]


@contests.command()
def ladder(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="Games for each pair.")
    ] = 40,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="'1 2 …'", help="The players; neighbours play each other.  [default: levels]"
        ),
    ] = None,
    budget: Budget = None,
    option: Options = None,
    seed: Seed = None,
) -> None:
    """Let each bot level play against the one below."""
    from parlour.cli.contests import ladder_command as matches

    matches.ladder(game, number, players, budget, option or [], seed)


@contests.command()
def tournament(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A tournament's TOML file, or a report file (.trf) to show."
        ),
    ],
    tell: Annotated[
        list[str] | None,
        typer.Option(
            metavar="R.T=S,…",
            help="Scores of the first player at a table, as 2.1=1,1/2; repeatable.",
        ),
    ] = None,
    results: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The file for results.  [default: FILE.results]"),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, max=1024, metavar="NUMBER", help="Processes.  [default: one per processor]"
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: its scheduler's address."),
    ] = None,
    report: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write FIDE's report file (TRF16)."),
    ] = None,
) -> None:
    """Play a tournament of bots and people. An interrupted one continues."""
    from parlour.cli.contests import tournament_commands as commands

    commands.tournament(file, tell or [], results, workers, cluster, report)


@contests.command()
def match(
    file: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A group's name or TOML file, a match's record, or a game with -s games=4.",
        ),
    ],
    setting: Annotated[
        list[str] | None,
        typer.Option("--setting", "-s", metavar="KEY=VALUE", help="A setting of the group."),
    ] = None,
    result: Annotated[
        list[str] | None,
        typer.Option(
            "--result", "-r", metavar="N=S,S", help="A game's scores by seat, as 1=1,0; repeatable."
        ),
    ] = None,
    play: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Play the games one after another, saved in this file; one that exists goes on.",
        ),
    ] = None,
    player: SidePlayers = None,
) -> None:
    """Show the score of a match between two sides, or play it. It says which games still matter."""
    from parlour.cli.contests import match_command as commands

    if play is None:
        commands.show_match(file, setting or [], result or [])
    else:
        commands.play_match(file, setting or [], play, player or [])


@contests.command()
def season(
    folder: Annotated[
        str | None, typer.Argument(metavar="FOLDER", help="The folder of the season's matches.")
    ] = None,
    name: Annotated[
        str, typer.Option(metavar="SEASON", help="Which season's story.")
    ] = "new-camelot",
    play: Annotated[
        bool, typer.Option("--play", help="Play on: the games of the next match.")
    ] = False,
    player: SidePlayers = None,
) -> None:
    """Show a season of three matches, or play on. It has a story, standings and a ceremony."""
    from parlour.cli.contests import season_command

    season_command.show_season(name, folder, play, player or [])
