"""The commands for game designers, with their arguments and help."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli.arguments import GameName, Options, Position, Seed

design = typer.Typer()


@design.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the new file.")],
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="board, dice, hidden, cards or teams.")
    ] = "board",
) -> None:
    """Create a game of your own: one file, and its lesson."""
    from parlour.cli.design.starter import new_game

    game, lesson = new_game(name, kind)
    print(f"Created {game} and its lesson {lesson}. Next:")
    print(f"  parlour check {game}    check its rules")
    print(f"  parlour play {game}     play it in the terminal")
    print(f"  parlour serve {game}    play it in the browser; it reloads when you save it")


@design.command()
def check(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, help="The number of random games.")
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
    depth: Annotated[int, typer.Argument(min=0, help="The depth in plies.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    positions: Annotated[
        bool, typer.Option("--positions", help="Count the distinct positions at each depth.")
    ] = False,
    option: Options = None,
    position: Position = None,
) -> None:
    """Count the lines of play of a given length. `--positions` counts the positions they reach."""
    from parlour.cli.design import count_commands

    if positions:
        count_commands.positions(game, depth, option or [], position)
        return
    count_commands.perft(game, depth, divide, option or [], position)


@design.command()
def playouts(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, help="The number of games.")
    ] = 1000,
    option: Options = None,
    position: Position = None,
    seed: Seed = None,
) -> None:
    """Play random games: who wins, and how long they are."""
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
    hours: Annotated[float, typer.Option(min=0, help="The longest time to learn.")] = 1.0,
    option: Options = None,
    plan: Annotated[
        str | None,
        typer.Option(metavar="KEY=VALUE,…", help="Settings: games=2000,nodes=600,seed=1,…"),
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="The folder of the run.  [default: the user's data]"),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, metavar="NUMBER", help="Processes.  [default: one per processor]"),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: its scheduler's address."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="The file for the weights.  [default: beside a game's .py file]"
        ),
    ] = None,
) -> None:
    """Learn a game's evaluation by self-play. An interrupted run continues."""
    from parlour.cli.design.train_command import train as learn

    learn(game, hours, option or [], plan, folder, workers, cluster, out)


@design.command()
def tables(
    game: GameName,
    pieces: Annotated[
        int | None,
        typer.Option(
            "--pieces", "-n", min=1, max=7, metavar="NUMBER", help="Maximum number of pieces."
        ),
    ] = None,
    option: Options = None,
) -> None:
    """Build a game's endgame tables, or list them. Interrupted building continues."""
    from parlour.cli.design.endgame_command import tables as endgames

    endgames(game, option or [], pieces)


@design.command()
def solve(
    game: GameName,
    option: Options = None,
    position: Position = None,
    moves: Annotated[
        str | None,
        typer.Option(metavar="'M1 M2 …'", help="Play these moves first, separated by spaces."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--time", min=0, metavar="SECONDS", help="The time limit.  [default: none]"),
    ] = None,
    check: Annotated[
        bool, typer.Option(help="Verify the whole proof with the uncompiled rules.")
    ] = True,
) -> None:
    """Prove the score that the player to move can force. The proof is checked."""
    from parlour.cli.design.solve_command import solve as prove

    prove(game, option or [], position, (moves or "").split(), seconds, check)


@design.command()
def puzzles(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="The number of puzzles.")
    ] = 10,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The random seed.")] = 0,
    players: Annotated[
        str,
        typer.Option(metavar="PLAYERS", help="The bots that play the games, separated by commas."),
    ] = "5,6",
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The file to add them to, sorted from easy to hard."),
    ] = None,
    endings: Annotated[
        bool, typer.Option("--endings", help="Use endgame tables instead of games of bots.")
    ] = False,
) -> None:
    """Make puzzles from games of bots. Each is proven by a full search."""
    from parlour.cli.records.puzzle_commands import make_puzzles

    make_puzzles(game, option or [], number, seed, players, out, endings)
