"""The commands, their arguments and their help; what each does is imported when it is run."""

from __future__ import annotations

from typing import Annotated

import typer

from parlour.cli.lab_app import lab
from parlour.cli.records_app import records

app = typer.Typer(
    name="parlour",
    help="Plays, solves and measures board, card and dice games that hardly anybody else implements.",
    epilog="Without a command: parlour serve. In the terminal: parlour play lines-of-action",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


app.add_typer(lab, name="lab")
app.add_typer(records)  # view, convert, recognise


@app.callback()
def begin(context: typer.Context) -> None:
    """Without a command, serve the browser parlour."""
    if context.invoked_subcommand is None:
        from parlour.web.serve import Asked, serve

        serve(Asked())


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game's id, as `parlour games` lists them, or a .py file."
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="KEY=VALUE", help="An option of the game; may be repeated."
    ),
]
Position = Annotated[
    str | None,
    typer.Option("--position", "-p", metavar="TEXT", help="Begin from this position text."),
]
Budget = Annotated[
    str | None,
    typer.Option(metavar="BUDGET", help="How long bots think: 2s, 500 (simulations), nodes=20000."),
]
Seed = Annotated[
    int | None, typer.Option(metavar="NUMBER", help="Make chance and bots repeatable.")
]


@app.command()
def games() -> None:
    """List the games: id, title, seats, options, goal."""
    from parlour.cli import shelf

    shelf.list_games()


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the file is to be called.")],
) -> None:
    """Write a game of your own to begin from: one file, and its lesson."""
    from parlour.cli.starter import new_game

    game, lesson = new_game(name)
    print(f"{game} is a game to begin from, {lesson} its lesson. Next:")
    print(f"  parlour check {game}    whether its rules are sound")
    print(f"  parlour play {game}     play it here")
    print(f"  parlour serve {game}    play it in the browser; it is read again when you save it")


@app.command()
def rules(game: GameName) -> None:
    """Show a game's rules and options."""
    from parlour.cli import shelf

    shelf.show_rules(game)


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
            "--level", "-l", min=1, max=10, metavar="1-10", help="How well the bots play."
        ),
    ] = 3,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT=PLAYER", help="Who has a seat: person, a level, or any player."),
    ] = None,
    people: Annotated[bool, typer.Option("--people", help="People have every seat.")] = False,
    budget: Budget = None,
    position: Position = None,
    load: Annotated[
        str | None, typer.Option(metavar="FILE", help="Go on with a saved game.")
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep the game in this file, move by move."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the last unfinished game.")
    ] = False,
    seed: Seed = None,
    clock: Annotated[
        str | None,
        typer.Option(metavar="CLOCK", help="Play by a clock, as swing:time=1m,reserve=30m."),
    ] = None,
) -> None:
    """Play a game here, against a bot or a friend."""
    from parlour.cli.play import Wanted, play_game

    play_game(
        Wanted(
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
    from parlour.cli import shelf

    shelf.list_moves(game, option or [], position)


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
        typer.Option(metavar="'M1 M2 …'", help="Play these moves first, parted by blanks."),
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
            "--seat", "-s", metavar="SEAT", help="What this seat may see: name or number."
        ),
    ] = None,
    skin: Annotated[
        str, typer.Option(metavar="SKIN", help="default, wood, colour-blind, or a skin's folder.")
    ] = "default",
    size: Annotated[int, typer.Option(metavar="PIXELS", help="The longer side.")] = 480,
    coordinates: Annotated[bool, typer.Option(help="Letters and numbers beside the board.")] = True,
    flip: Annotated[bool, typer.Option("--flip", help="Turn the board round.")] = False,
    last: Annotated[bool, typer.Option(help="Mark the last move's cells.")] = True,
    mark: Annotated[
        list[str] | None, typer.Option(metavar="CELL", help="Highlight a cell; may be repeated.")
    ] = None,
    arrow: Annotated[
        list[str] | None, typer.Option(metavar="FROM:TO", help="Draw an arrow; may be repeated.")
    ] = None,
    view: Annotated[
        str | None, typer.Option(metavar="VIEW", help="Another view, as y's: standing.")
    ] = None,
) -> None:
    """Draw a position as an SVG or PNG picture."""
    from parlour.cli.picture import Wanted, draw_picture
    from parlour.picture.viewpoint import Viewpoint

    draw_picture(
        game,
        Wanted(
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
def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(min=0, help="How many plies deep.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    option: Options = None,
    position: Position = None,
) -> None:
    """Count the lines of play of a given length."""
    from parlour.cli import measure

    measure.perft(game, depth, divide, option or [], position)


@app.command()
def playouts(
    game: GameName,
    number: Annotated[int, typer.Option("--number", "-n", min=1, help="How many games.")] = 1000,
    option: Options = None,
    position: Position = None,
    seed: Seed = None,
) -> None:
    """Play games at random: who wins, how long they are."""
    from parlour.cli import measure

    measure.playouts(game, number, option or [], position, seed)


@app.command()
def bench(game: GameName, option: Options = None) -> None:
    """Measure how fast a game runs on this machine."""
    from parlour.cli import measure

    measure.bench(game, option or [])


@app.command()
def ladder(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="Games for each pair.")
    ] = 40,
    players: Annotated[
        str | None,
        typer.Option(
            metavar="'1 2 …'", help="Who meets: neighbours in this row.  [default: levels]"
        ),
    ] = None,
    budget: Budget = None,
    option: Options = None,
    seed: Seed = None,
) -> None:
    """Let each level play against the one below."""
    from parlour.cli import ladder as matches

    matches.ladder(game, number, players, budget, option or [], seed)


@app.command()
def tournament(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A tournament's TOML file.")],
    tell: Annotated[
        list[str] | None,
        typer.Option(
            metavar="R.T=S,…", help="What the first scored at a table, as 2.1=1,1/2; repeatable."
        ),
    ] = None,
    results: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Where results are kept.  [default: FILE.results]"),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, max=1024, metavar="NUMBER", help="Processes.  [default: one a processor]"
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: its scheduler's address."),
    ] = None,
) -> None:
    """Play a tournament of bots and people; one that was broken off goes on where it stood."""
    from parlour.cli import tournament as commands

    commands.tournament(file, tell or [], results, workers, cluster)


@app.command()
def match(
    file: Annotated[str, typer.Argument(metavar="NAME", help="A group's name, or its TOML file.")],
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
) -> None:
    """Show how a match of two sides stands: points, bonus, which games still matter."""
    from parlour.cli import tournament as commands

    commands.match(file, setting or [], result or [])


@app.command()
def check(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, help="How many random games.")
    ] = 50,
    option: Options = None,
    seed: Seed = None,
) -> None:
    """Check the rules of a game, compiled and plain."""
    from parlour.cli import soundness

    soundness.check(game, number, option or [], seed)


Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Another database than the usual one of this user."),
]


@app.command()
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file for the copy.")],
    database: Database = None,
) -> None:
    """Copy the browser parlour's database, also while it is used."""
    from parlour.cli import kept

    kept.back_up(file, database)


@app.command()
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file for the records.")],
    database: Database = None,
) -> None:
    """Write all games of the browser parlour to a file, as records."""
    from parlour.cli import kept

    kept.export(file, database)


@app.command()
def serve(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE…", help="Games of your own in one file each, as my_game.py."),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Listen here; beyond this machine: 0.0.0.0.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="NUMBER", help="0 is any free port."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST", help="A host name by which it may be called; may be repeated."
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy in front of it, whose word on who asks is taken; may be repeated.",
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where games are kept, as postgresql+psycopg://…"),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=64, metavar="NUMBER", help="Processes for bots.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the lobby in the browser.")] = True,
    log_level: Annotated[
        str, typer.Option(metavar="LEVEL", help="debug, info, warning or error.")
    ] = "warning",
) -> None:
    """Play in the browser: start a server on this machine."""
    from parlour.web import serve as server

    server.serve(
        server.Asked(
            host=host,
            port=port,
            names=tuple(name or ()),
            proxies=tuple(proxy or ()),
            files=tuple(files or ()),
            database=database,
            workers=workers,
            browser=browser,
            log_level=log_level,
        )
    )


@app.command()
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
    out: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The weights.  [default: beside a game's .py file]"),
    ] = None,
) -> None:
    """Learn a game's evaluation by self-play; a run that was broken off goes on."""
    from parlour.cli.training import train as learn

    learn(game, hours, option or [], plan, folder, workers, out)


@app.command()
def tables(
    game: GameName,
    pieces: Annotated[
        int | None,
        typer.Option("--pieces", "-n", min=1, max=7, metavar="NUMBER", help="Build up to so many."),
    ] = None,
    option: Options = None,
) -> None:
    """Build a game's endgame tables, or show those there are; building goes on where it was broken off."""
    from parlour.cli.endgames import tables as endgames

    endgames(game, option or [], pieces)


@app.command()
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
    from parlour.cli.solving import solve as prove

    prove(game, option or [], position, (moves or "").split(), seconds, check)


@app.command()
def engine(
    game: GameName,
    protocol: Annotated[str, typer.Option(help="ugi, uci, usi, gtp or uhp.")] = "ugi",
    player: Annotated[str, typer.Option(help="The player that thinks, as for `play`.")] = "",
    option: Options = None,
) -> None:
    """Be an engine for another program: answer a protocol's commands on standard input."""
    from parlour.cli.engine import serve_engine

    serve_engine(game, option or [], protocol, player)


@app.command()
def data(
    game: GameName,
    out: Annotated[
        str, typer.Argument(metavar="FILE", help="The table: a .parquet or an .arrow file.")
    ],
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="Games to be played.")
    ] = 1000,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER", help="Who plays: once for all seats, or once for each."),
    ] = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="Decides all chance.")] = 0,
    first: Annotated[
        int, typer.Option(min=0, metavar="NUMBER", help="The first game's number, to go on.")
    ] = 0,
    max_moves: Annotated[
        int, typer.Option(min=1, metavar="NUMBER", help="Moves after which a game is broken off.")
    ] = 1000,
    workers: Annotated[
        int | None,
        typer.Option(min=1, metavar="NUMBER", help="Processes.  [default: one a processor]"),
    ] = None,
) -> None:
    """Write games played by bots as a table: positions, legal moves, moves, values, results."""
    from parlour.cli.table_of_games import write

    write(game, out, number, player or ["random"], option or [], seed, first, max_moves, workers)


@app.command()
def learn(game: GameName) -> None:
    """Learn a game in a few steps on the board."""
    from parlour.cli.learn import learn

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
            help="Begin here.  [default: only today's]",
        ),
    ] = None,
) -> None:
    """Solve puzzles: positions in which one move does it."""
    from parlour.cli.puzzling import solve_puzzles

    solve_puzzles(game, number)


@app.command()
def puzzles(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, metavar="NUMBER", help="How many.")
    ] = 10,
    option: Options = None,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="Decides the games.")] = 0,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where they go, the easiest first.")
    ] = None,
) -> None:
    """Make puzzles from games of bots, each proven by a search to the end."""
    from parlour.cli.puzzling import make_puzzles

    make_puzzles(game, option or [], number, seed, out)


@app.command()
def balance(
    hands: Annotated[
        str,
        typer.Argument(
            metavar="HANDS",
            help="Four hands of TigerBridge from North, joined by /, each F.L.M.R; ? = not known.",
        ),
    ],
    number: Annotated[
        int,
        typer.Option(
            "--number", "-n", min=2, metavar="NUMBER", help="Deals to draw for unknown hands."
        ),
    ] = 20,
    seed: Seed = None,
) -> None:
    """Find the balancing point of a deal of TigerBridge, or of some of its hands."""
    from parlour.cli.balance import show_balance

    show_balance(hands, number, seed)
