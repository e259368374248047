"""The commands of the web server, with their arguments and help."""

from __future__ import annotations

from typing import Annotated

import typer

server = typer.Typer()


Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="The database.  [default: the user's own]"),
]


@server.command()
def serve(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE…", help="Your own games, one file each, such as my_game.py."),
    ] = None,
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="The address to listen on; 0.0.0.0 for the network."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="NUMBER", help="The port; 0 for any free one."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="A permitted host name; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy trusted to report the client's address; may be repeated.",
        ),
    ] = None,
    laboratory: Annotated[
        bool,
        typer.Option("--laboratory", help="Allow experiments in the browser from this machine."),
    ] = False,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The database, such as postgresql+psycopg://…"),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=64, metavar="NUMBER", help="Processes for bots.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the lobby in the browser.")] = True,
    log_level: Annotated[
        str, typer.Option(metavar="LEVEL", help="debug, info, warning or error.")
    ] = "warning",
    engines: Annotated[
        bool, typer.Option("--engines", help="Offer the programs of engines.toml as opponents.")
    ] = False,
) -> None:
    """Play in the browser: start a server on this machine."""
    from parlour.web import serve as server

    server.serve(
        server.ServeOptions(
            host=host,
            port=port,
            names=tuple(name or ()),
            proxies=tuple(proxy or ()),
            files=tuple(files or ()),
            laboratory=laboratory,
            database=database,
            workers=workers,
            browser=browser,
            log_level=log_level,
            engines=engines,
        )
    )


@server.command()
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file for the copy.")],
    database: Database = None,
) -> None:
    """Copy the web server's database, even while it is in use."""
    from parlour.cli.server import backup_commands

    backup_commands.back_up(file, database)


@server.command()
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file for the records.")],
    database: Database = None,
    collections: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Also write each collection to a file in this folder."),
    ] = None,
) -> None:
    """Write all games of the web server to a file, as records."""
    from parlour.cli.server import backup_commands

    backup_commands.export(file, database, collections)


@server.command()
def durability(
    kills: Annotated[int, typer.Option(min=0, metavar="NUMBER", help="Servers to kill.")] = 20,
    moves: Annotated[
        int, typer.Option(min=1, metavar="NUMBER", help="Moves to acknowledge at least.")
    ] = 2_000,
    database: Annotated[
        str,
        typer.Option(
            metavar="DATABASE",
            help="sqlite, postgresql (a server of its own), or the URL of an empty database.",
        ),
    ] = "sqlite",
    servers: Annotated[
        int, typer.Option(min=1, max=16, metavar="NUMBER", help="Servers; PostgreSQL only.")
    ] = 1,
    seed: Annotated[int, typer.Option(metavar="NUMBER", help="The random seed.")] = 0,
    faults: Annotated[
        str, typer.Option(metavar="LIST", help="Other faults, such as bots,full-disk; or none.")
    ] = "all",
    folder: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="A new folder to keep the history and database in."),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Play nothing: check a kept history again."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Report in JSON.")] = False,
) -> None:
    """Kill servers while clients play, and check what they lose. Nothing acknowledged may be lost."""
    from parlour.cli.server import durability_command

    durability_command.measure_durability(
        durability_command.DurabilityArguments(
            kills, moves, database, servers, seed, faults, folder, check, as_json
        )
    )


# -- administration --------------------------------------------------------------------------------

people = typer.Typer(help="List, show, rename and remove the people of a web server.")
stored_games = typer.Typer(
    help="List the games: id, title, seats, options, goal. Or manage those on a web server.",
    invoke_without_command=True,
)

Who = Annotated[str, typer.Argument(metavar="WHO", help="A person's name or id.")]
StoredId = Annotated[str, typer.Argument(metavar="ID", help="The id of a game on the server.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Number = Annotated[int, typer.Option("--number", "-n", min=1, help="How many, the newest first.")]


@people.command("list")
def list_people(
    search: Annotated[str, typer.Argument(metavar="TEXT", help="Part of a name.")] = "",
    database: Database = None,
) -> None:
    """List people: id, games, rated games, name."""
    from parlour.cli.server import people_commands

    people_commands.list_people(search, database)


@people.command("show")
def show_person(who: Who, database: Database = None) -> None:
    """Show a person, with entries of the audit log."""
    from parlour.cli.server import people_commands

    people_commands.show_person(who, database)


@people.command("rename")
def rename_person(
    who: Who,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name; '' for none.")],
    database: Database = None,
) -> None:
    """Give a person another name."""
    from parlour.cli.server import people_commands

    people_commands.rename_person(who, name, database)


@people.command("remove")
def remove_person(who: Who, yes: Yes = False, database: Database = None) -> None:
    """Remove a person with name, email, days off, studies and seats."""
    from parlour.cli.server import people_commands

    people_commands.remove_person(who, yes, database)


@stored_games.callback()
def list_games(context: typer.Context) -> None:
    """Without a command, list the games that can be played."""
    if context.invoked_subcommand is None:
        from parlour.cli import catalogue_commands

        catalogue_commands.list_games()


@stored_games.command("stored")
def list_stored_games(number: Number = 20, database: Database = None) -> None:
    """List the newest games on a web server."""
    from parlour.cli.server import people_commands

    people_commands.list_stored_games(number, database)


@stored_games.command("show")
def show_stored_game(game_id: StoredId, database: Database = None) -> None:
    """Show a game on a web server."""
    from parlour.cli.server import people_commands

    people_commands.show_stored_game(game_id, database)


@stored_games.command("remove")
def remove_stored_game(game_id: StoredId, yes: Yes = False, database: Database = None) -> None:
    """Delete a game on a web server for everybody."""
    from parlour.cli.server import people_commands

    people_commands.remove_stored_game(game_id, yes, database)


@server.command()
def audit(
    number: Number = 50,
    about: Annotated[str, typer.Option(metavar="ID", help="Only about this person or game.")] = "",
    database: Database = None,
) -> None:
    """Show the audit log of a web server. It says who changed or withdrew what."""
    from parlour.cli.server import people_commands

    people_commands.show_audit_log(number, about, database)


server.add_typer(people, name="people")
server.add_typer(stored_games, name="games")
