"""The commands with their arguments and help; a command imports what it needs when it runs."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from parlour.cli.arguments import Budget, GameName, Options, Position, Seed
from parlour.cli.contests.contests_app import contests
from parlour.cli.design.design_app import design
from parlour.cli.laboratory.lab_app import lab
from parlour.cli.records.records_app import records
from parlour.cli.server.server_app import server

FIRST = ("games", "rules", "play", "learn", "puzzle", "serve")  # in the list of commands


class PlayersFirst(TyperGroup):
    """The commands, with those that players need first."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands in their order."""
        names = super().list_commands(ctx)
        return [*FIRST, *(name for name in names if name not in FIRST)]


app = typer.Typer(
    name="parlour",
    cls=PlayersFirst,
    help="Plays, solves and measures board, card and dice games that few other programs implement.",
    epilog="Without a command: parlour serve. In this terminal: parlour play yavalath",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


app.add_typer(lab, name="lab")
app.add_typer(records)  # view, annotated, convert, recognise, review
app.add_typer(design)  # new, check, perft, playouts, bench, train, tables, solve, puzzles
app.add_typer(contests)  # ladder, tournament, match
app.add_typer(server)  # serve, backup, export, people, games, audit, durability


@app.callback()
def begin(context: typer.Context) -> None:
    """Without a command, start the web server."""
    if context.invoked_subcommand is None:
        from parlour.web.serve import ServeOptions, serve

        serve(ServeOptions())


@app.command()
def rules(game: GameName) -> None:
    """Show a game's rules and options."""
    from parlour.cli import catalogue_commands

    catalogue_commands.show_rules(game)


@app.command()
def findings(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's id: its findings in full.")
    ] = None,
) -> None:
    """Show the laboratory's answers to the inventors' questions. With a game, its pages."""
    from parlour.cli.laboratory import finding_commands

    finding_commands.show_findings(game)


@app.command()
def month(
    when: Annotated[
        str | None,
        typer.Argument(metavar="MONTH", help="A month, such as 2026-11.  [default: this one]"),
    ] = None,
) -> None:
    """Show the Game of the Month. It has a puzzle, an annotated game and a question."""
    from parlour.cli import showcase_commands

    showcase_commands.show_month(when)


@app.command()
def dossier(
    game: GameName,
    option: Options = None,
    to: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The HTML file.  [default: GAME.dossier.html]"),
    ] = None,
    paper: Annotated[str, typer.Option(metavar="PAPER", help="a4 or letter.")] = "a4",
) -> None:
    """Write a page to print about a game. It has answers, exact facts, rules in brief and boards."""
    from parlour.cli import showcase_commands

    showcase_commands.write_dossier(game, option or [], to, paper)


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game's id, or a .py file.")
    ] = None,
    option: Options = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", "-s", metavar="SEAT", help="Your seat: its name or number; none: only bots."
        ),
    ] = None,
    level: Annotated[
        int,
        typer.Option(
            "--level", "-l", min=1, max=10, metavar="1-10", help="How strong the bots are."
        ),
    ] = 3,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=PLAYER",
            help="Who plays in a seat: person, a level, strongest:seconds=1 or any player.",
        ),
    ] = None,
    people: Annotated[bool, typer.Option("--people", help="People play in all seats.")] = False,
    budget: Budget = None,
    position: Position = None,
    load: Annotated[str | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Save the game to this file after every move."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume the last unfinished game.")
    ] = False,
    seed: Seed = None,
    clock: Annotated[
        str | None,
        typer.Option(metavar="CLOCK", help="Play with a clock, such as swing:time=1m,reserve=30m."),
    ] = None,
) -> None:
    """Play a game in the terminal, against a bot or a friend."""
    from parlour.cli.session.play_command import PlayArguments, play_game

    play_game(
        PlayArguments(
            game,
            option or [],
            seat,
            level,
            player or [],
            people,
            budget,
            position,
            load,
            save,
            resume,
            seed,
            clock,
        )
    )


@app.command()
def moves(game: GameName, option: Options = None, position: Position = None) -> None:
    """List the legal moves of a position."""
    from parlour.cli import catalogue_commands

    catalogue_commands.list_moves(game, option or [], position)


@app.command()
def picture(
    game: GameName,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", metavar="KEY=VALUE", help="An option of the game; may be repeated."
        ),
    ] = None,
    position: Position = None,
    moves: Annotated[
        str | None,
        typer.Option(metavar="'M1 M2 …'", help="Play these moves first, separated by spaces."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="x.svg or x.png.  [default: SVG to the screen]"
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", "-s", metavar="SEAT", help="Draw the view of this seat: its name or number."
        ),
    ] = None,
    skin: Annotated[
        str, typer.Option(metavar="SKIN", help="default, wood, colour-blind, or a skin's folder.")
    ] = "default",
    size: Annotated[int, typer.Option(metavar="PIXELS", help="The longer side.")] = 480,
    coordinates: Annotated[
        bool, typer.Option(help="Show letters and numbers beside the board.")
    ] = True,
    flip: Annotated[bool, typer.Option("--flip", help="Turn the board round.")] = False,
    last: Annotated[bool, typer.Option(help="Mark the last move's cells.")] = True,
    mark: Annotated[
        list[str] | None, typer.Option(metavar="CELL", help="Highlight a cell; may be repeated.")
    ] = None,
    arrow: Annotated[
        list[str] | None, typer.Option(metavar="FROM:TO", help="Draw an arrow; may be repeated.")
    ] = None,
    view: Annotated[
        str | None,
        typer.Option(metavar="VIEW", help="Another view of the board, such as standing for y."),
    ] = None,
) -> None:
    """Draw a position as an SVG or PNG picture."""
    from parlour.cli.records.picture_command import PictureArguments, draw_picture
    from parlour.picture.viewpoint import Viewpoint

    draw_picture(
        game,
        PictureArguments(
            option or [],
            position,
            moves,
            output,
            seat,
            Viewpoint(
                flip=flip,
                coordinates=coordinates,
                view=view,
                skin=skin,
                size=size,
                last=last,
                marks=mark or [],
            ),
            arrow or [],
        ),
    )


@app.command()
def engine(
    game: GameName,
    protocol: Annotated[str, typer.Option(help="ugi, uci, usi, gtp, uhp or hub.")] = "ugi",
    player: Annotated[str, typer.Option(help="The bot that plays, as for `play`.")] = "",
    option: Options = None,
) -> None:
    """Run as an engine for another program. It speaks a protocol on standard input."""
    from parlour.cli.contests.engine_command import serve_engine

    serve_engine(game, option or [], protocol, player)


@app.command()
def mcp(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The folder of your game files.")
    ] = Path(),
) -> None:
    """Serve games, bots and checks to a language model. It speaks the Model Context Protocol."""
    from parlour.cli.assistant.mcp_server import serve_stdio

    serve_stdio(folder)


@app.command()
def data(
    game: GameName,
    out: Annotated[
        str, typer.Argument(metavar="FILE", help="The output: a .parquet, .arrow or .csv file.")
    ],
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="Games to play.")
    ] = 1000,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER", help="The player: once for all seats, or once for each."),
    ] = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The random seed.")] = 0,
    first: Annotated[
        int,
        typer.Option(
            min=0, metavar="NUMBER", help="The first game's number, to continue a series."
        ),
    ] = 0,
    max_moves: Annotated[
        int, typer.Option(min=1, metavar="NUMBER", help="Moves after which a game is stopped.")
    ] = 1000,
    workers: Annotated[
        int | None,
        typer.Option(min=1, metavar="NUMBER", help="Processes.  [default: one per processor]"),
    ] = None,
    planes: Annotated[
        bool, typer.Option("--planes", help="Write observations as a column too.")
    ] = False,
    records: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the games of this file; none are played."),
    ] = None,
) -> None:
    """Write games of bots, or recorded ones, as a table. Its columns: positions, moves, values, results."""
    from parlour.adapters.data import GameSeries
    from parlour.cli.console import chosen_game
    from parlour.cli.design.data_command import write

    series = GameSeries(
        chosen_game(game, option or []),
        tuple(player or ["random"]),
        number,
        first,
        seed,
        max_moves,
        planes,
        None if records is None else Path(records),
    )
    write(series, out, workers)


@app.command()
def learn(game: GameName) -> None:
    """Learn a game in a few steps on the board."""
    from parlour.cli.session.learn_command import learn

    learn(game)


@app.command()
def puzzle(
    game: GameName,
    number: Annotated[
        int | None,
        typer.Option(
            "--number",
            "-n",
            min=1,
            metavar="NUMBER",
            help="Start here.  [default: only today's]",
        ),
    ] = None,
) -> None:
    """Solve puzzles: find the winning move."""
    from parlour.cli.records.puzzle_commands import solve_puzzles

    solve_puzzles(game, number)


def add_game_commands() -> None:
    """Add the commands of games: a game's folder may have a Typer `commands` in commands.py."""
    home = import_module("parlour.games")
    for path in sorted(Path(home.__path__[0]).glob("*/commands.py")):
        module = import_module(f"{home.__name__}.{path.parent.name}.{path.stem}")
        app.add_typer(module.commands)


add_game_commands()
