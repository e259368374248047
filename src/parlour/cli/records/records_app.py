"""The commands about recorded games: their arguments and help; what each does is imported when it is run."""

from __future__ import annotations

from typing import Annotated

import typer

records = typer.Typer()

Source = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A file of recorded games in any form; -: standard input."),
]


@records.command()
def view(
    file: Source,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="Which game of the file.")
    ] = 1,
    ply: Annotated[
        int | None,
        typer.Option(min=0, metavar="PLY", help="Show only the position after so many moves."),
    ] = None,
    boards: Annotated[
        str,
        typer.Option(
            metavar="WHICH", help="Boards at: ends, notes (where something is noted), all."
        ),
    ] = "notes",
) -> None:
    """Show a recorded game: its tags, moves, comments, variations and boards."""
    from parlour.cli.records.record_commands import view_game

    view_game(file, number, ply, boards)


@records.command()
def convert(
    file: Annotated[
        str,
        typer.Argument(metavar="IN", help="A file of recorded games, or a folder of such files."),
    ],
    out: Annotated[
        str | None,
        typer.Argument(
            metavar="OUT", help="Where they go.  [default: nothing is written, only told]"
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORM",
            help="native, sgf, pdn, pgn, kif, csa, usi, uhp.  [default: by OUT]",
        ),
    ] = None,
) -> None:
    """Write recorded games in another form; what was not read, or could not be kept, is told."""
    from parlour.cli.records.record_commands import convert_games

    convert_games(file, out, to)


@records.command()
def recognise(file: Source) -> None:
    """Tell which game a text is of, by what it says or by trying all games on its moves."""
    from parlour.cli.records.record_commands import recognise_text

    recognise_text(file)


@records.command()
def review(
    file: Source,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="Which game of the file.")
    ] = 1,
    seconds: Annotated[
        float, typer.Option(min=0.001, max=3600, metavar="SECONDS", help="For each move.")
    ] = 0.5,
    player: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Who looks back.  [default: the game's best]"),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="OUT", help="Where the game goes with its notes and variations."),
    ] = None,
) -> None:
    """Look back at a recorded game: the chance of winning move by move, and what cost most."""
    from parlour.cli.records.review_command import review_game

    review_game(file, number, seconds, player, out)
