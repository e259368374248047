"""The commands for game designers: `new`, `check`, `perft`, `playouts`, `bench`, `train` and others."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli.arguments import GameName, Options, Position, Seed

design = typer.Typer()


@design.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the file is to be called.")],
) -> None:
    """Write a game of your own to begin from: one file, and its lesson."""
    from parlour.cli.design.starter import new_game

    game, lesson = new_game(name)
    print(f"{game} is a game to begin from, {lesson} its lesson. Next:")
    print(f"  parlour check {game}    whether its rules are sound")
    print(f"  parlour play {game}     play it here")
    print(f"  parlour serve {game}    play it in the browser; it is read again when you save it")


@design.command()
def check(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, help="How many random games.")
    ] = 50,
    option: Options = None,
    seed: Seed = None,
) -> None:
    """Check the rules of a game, compiled and plain."""
    from parlour.cli.design import check_command

    check_command.check(game, number, option or [], seed)


@design.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(min=0, help="How many plies deep.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    positions: Annotated[
        bool, typer.Option("--positions", help="Count different positions, at each depth.")
    ] = False,
    option: Options = None,
    position: Position = None,
) -> None:
    """Count the lines of play of a given length, or the positions that they come to."""
    from parlour.cli.design import count_commands

    if positions:
        count_commands.positions(game, depth, option or [], position)
        return
    count_commands.perft(game, depth, divide, option or [], position)


@design.command()
def playouts(
    game: GameName,
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="How many games.")] = 1000,
    option: Options = None,
    position: Position = None,
    seed: Seed = None,
) -> None:
    """Play games at random: who wins, how long they are."""
    from parlour.cli.design import count_commands

    count_commands.playouts(game, number, option or [], position, seed)


@design.command()
def bench(game: GameName, option: Options = None) -> None:
    """Measure how fast a game runs on this machine."""
    from parlour.cli.design import count_commands

    count_commands.bench(game, option or [])


@design.command()
def train(
    game: GameName,
    hours: Annotated[float, typer.Option(min=0, help="How long to learn at most.")] = 1.0,
    option: Options = None,
    plan: Annotated[
        str | None,
        typer.Option(metavar="KEY=VALUE,…", help="How to learn: games=2000,nodes=600,seed=1,…"),
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Where the run is kept.  [default: the user's data]"),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, metavar="NUMBER", help="Processes.  [default: one a processor]"),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: its scheduler's address."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The weights.  [default: beside a game's .py file]"),
    ] = None,
) -> None:
    """Learn a game's evaluation by self-play; a run that was broken off goes on."""
    from parlour.cli.design.train_command import train as learn

    learn(game, hours, option or [], plan, folder, workers, cluster, out)


@design.command()
def tables(
    game: GameName,
    pieces: Annotated[
        int | None,
        typer.Option("--pieces", "-n", min=1, max=7, metavar="NUMBER", help="Build up to so many."),
    ] = None,
    option: Options = None,
) -> None:
    """Build a game's endgame tables, or show those there are; building goes on where it was broken off."""
    from parlour.cli.design.endgame_command import tables as endgames

    endgames(game, option or [], pieces)


@design.command()
def solve(
    game: GameName,
    option: Options = None,
    position: Position = None,
    moves: Annotated[
        str | None,
        typer.Option(metavar="'M1 M2 …'", help="Play these moves first, parted by blanks."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--time", min=0, metavar="SECONDS", help="Search no longer.  [default: on]"),
    ] = None,
    check: Annotated[bool, typer.Option(help="Walk the whole proof by the plain rules.")] = True,
) -> None:
    """Prove what the seat to move can be sure of, and check the proof."""
    from parlour.cli.design.solve_command import solve as prove

    prove(game, option or [], position, (moves or "").split(), seconds, check)


@design.command()
def puzzles(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="How many.")
    ] = 10,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="Decides the games.")] = 0,
    players: Annotated[
        str, typer.Option(metavar="PLAYERS", help="Who play the games, separated by commas.")
    ] = "5,6",
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Where they go, the easiest first, after those there."),
    ] = None,
    endings: Annotated[
        bool, typer.Option("--endings", help="Ends of random games, by the game's endgame tables.")
    ] = False,
) -> None:
    """Make puzzles from games of bots, each proven by a search to the end."""
    from parlour.cli.records.puzzle_commands import make_puzzles

    make_puzzles(game, option or [], number, seed, players, out, endings)
