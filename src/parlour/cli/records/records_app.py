"""The commands for recorded games, with their arguments and help."""

from __future__ import annotations

from typing import Annotated

import typer

records = typer.Typer()

Source = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A file of recorded games in any format; - for standard input; a game for its annotated ones.",
    ),
]

AnyGame = Annotated[str | None, typer.Argument(metavar="GAME", help="A game's id.")]


@records.command()
def view(
    file: Source,
    number: Annotated[
        int,
        typer.Option(
            "--number", "-n", min=1, metavar="NUMBER", help="The game's number in the file."
        ),
    ] = 1,
    ply: Annotated[
        int | None,
        typer.Option(
            min=0, metavar="PLY", help="Show only the position after this number of moves."
        ),
    ] = None,
    boards: Annotated[
        str,
        typer.Option(metavar="WHICH", help="Where to show boards: ends, notes (at comments), all."),
    ] = "notes",
) -> None:
    """Show a recorded game. Tags, comments, variations and boards come with the moves."""
    from parlour.cli.records.record_commands import view_game

    view_game(file, number, ply, boards)


@records.command()
def annotated(game: AnyGame = None) -> None:
    """List the annotated games of a game, or of all. `view GAME --number N` shows one."""
    from parlour.cli.records.record_commands import list_annotated_games

    list_annotated_games(game)


@records.command()
def convert(
    file: Annotated[
        str,
        typer.Argument(metavar="IN", help="A file of recorded games, or a folder."),
    ],
    out: Annotated[
        str | None,
        typer.Argument(metavar="OUT", help="The output.  [default: dry run, report only]"),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORM",
            help="native, sgf, pdn, pgn, kif, csa, usi, uhp.  [default: by OUT]",
        ),
    ] = None,
) -> None:
    """Convert recorded games to another format. Errors and losses are reported."""
    from parlour.cli.records.record_commands import convert_games

    convert_games(file, out, to)


@records.command()
def recognise(file: Source) -> None:
    """Detect the game of a text. It looks at the tags, or replays the moves."""
    from parlour.cli.records.record_commands import recognise_text

    recognise_text(file)


@records.command()
def review(
    file: Source,
    number: Annotated[
        int,
        typer.Option(
            "--number", "-n", min=1, metavar="NUMBER", help="The game's number in the file."
        ),
    ] = 1,
    seconds: Annotated[
        float, typer.Option(min=0.001, max=3600, metavar="SECONDS", help="The time for each move.")
    ] = 0.5,
    player: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="The reviewing bot.  [default: the game's best]"),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="OUT", help="The output, with notes and variations."),
    ] = None,
) -> None:
    """Show what each move of a recorded game cost. The worst moves are listed."""
    from parlour.cli.records.review_command import review_game

    review_game(file, number, seconds, player, out)
