"""`parlour mcp`: games, bots and an inventor's checks as tools of the Model Context Protocol.

The client never gets a shell, starts no program of its choice and reads no file outside the folder. A game
file is a program, though: whoever may write into the folder decides what runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from io import TextIOWrapper
from pathlib import Path
from threading import Lock
from typing import Annotated, Any

import anyio
from anyio.to_thread import run_sync

from parlour.cli.assistant.client_games import ClientGames
from parlour.cli.assistant.game_folder import GameFolder
from parlour.errors import MissingExtra
from parlour.players.levels import LEVELS
from parlour.table import catalogue

try:
    from mcp.server.fastmcp import FastMCP
    from mcp.server.stdio import stdio_server
    from pydantic import Field
except ImportError:
    raise MissingExtra("this needs the extra `mcp`: pip install 'parlour[mcp]'") from None

INSTRUCTIONS = (
    "Board, card and dice games with exact rules and bots. Begin with list_games; read rules before you"
    " play. Moves are texts as legal_moves lists them. check and lab_ask test an inventor's game files."
)
CHECK_SECONDS = 300.0

GameName = Annotated[str, Field(description="an id from list_games, or a .py file of the folder")]
GameId = Annotated[str, Field(description="the game_id that new_game returned")]
Options = Annotated[
    dict[str, str | int], Field(description="options of the game, as rules lists them")
]
FileName = Annotated[str, Field(description="a .py file of the folder, without a path")]
Level = Annotated[int, Field(ge=1, le=LEVELS, description="1, a beginner, to 10, the strongest")]
Minutes = Annotated[float, Field(ge=0.3, le=60)]
OFTEN_EMPTY: dict[str, str | int] = {}


def build_server(folder: Path) -> FastMCP:
    """A server whose tools know the installed games and the files of `folder`."""
    files, games, turns = GameFolder(folder), ClientGames(), Lock()
    server = FastMCP("parlour", instructions=INSTRUCTIONS, log_level="WARNING")

    async def in_turn(work: Callable[[], Any]) -> Any:
        """Do some work in a thread, so that the server still answers; one at a time."""

        def alone() -> Any:
            with turns:
                return work()

        return await run_sync(alone)

    @server.tool()
    async def list_games() -> dict[str, Any]:
        """The games there are: installed ones by id, and the game files of the folder."""
        installed = [
            {"id": spec.id, "title": spec.title, "goal": spec.goal}
            for spec in catalogue.specs().values()
        ]
        return {"games": installed, "files": files.files}

    @server.tool()
    async def rules(game: GameName) -> dict[str, Any]:
        """A game's rules in Markdown, the names of its seats, and its options."""

        def read() -> dict[str, Any]:
            found = files.game(game, {})
            options = {
                name: {
                    "help": option.help,
                    "default": str(option.default),
                    "allowed": option.allowed_text,
                }
                for name, option in found.options.items()
            }
            return {"rules": found.about, "seats": list(found.seat_names), "options": options}

        return await in_turn(read)  # type: ignore[no-any-return]

    @server.tool()
    async def new_game(
        game: GameName, options: Options = OFTEN_EMPTY, seat: str = "", level: Level = 3
    ) -> dict[str, Any]:
        """Begin a game. With a `seat` you play it against bots of a `level`; without one, all seats."""

        def begin() -> dict[str, Any]:
            return games.begin(files.game(game, options), seat, level).show()

        return await in_turn(begin)  # type: ignore[no-any-return]

    @server.tool()
    async def show(game_id: GameId) -> dict[str, Any]:
        """The position as you may know it, the moves so far, whose turn it is, the outcome."""
        return await in_turn(lambda: games.find(game_id).show())  # type: ignore[no-any-return]

    @server.tool()
    async def legal_moves(game_id: GameId, beginning: str = "") -> dict[str, Any]:
        """Your legal moves, or those that begin with a text."""
        return await in_turn(  # type: ignore[no-any-return]
            lambda: games.find(game_id).legal_moves(beginning)
        )

    @server.tool()
    async def play(game_id: GameId, move: str) -> dict[str, Any]:
        """Play a legal move; chance and bots answer. The error for another move says why it is illegal."""

        def move_on() -> dict[str, Any]:
            found = games.find(game_id)
            found.play(move)
            return found.show()

        return await in_turn(move_on)  # type: ignore[no-any-return]

    @server.tool()
    async def ask_bot(game_id: GameId, level: Level = 5) -> dict[str, Any]:
        """The move that a bot would play for you here, and your chance of winning if it knows one."""
        return await in_turn(  # type: ignore[no-any-return]
            lambda: games.find(game_id).advise(level)
        )

    @server.tool()
    async def check(file: FileName) -> str:
        """Test a game file by random games, compiled and plain: the first fault, or what was found."""
        arguments = ["check", str(files.file(file)), "-n", "20"]
        return await run_sync(lambda: files.run(arguments, CHECK_SECONDS))

    @server.tool()
    async def lab_ask(file: FileName, minutes: Minutes = 1.0) -> str:
        """Let bots play a game file for some minutes : is it even, does skill tell, what is dead?

        The games stay in the folder `laboratory`; the same call again continues them.
        """
        arguments = ["lab", "ask", str(files.file(file)), "--hours", f"{minutes / 60:.4f}"]
        arguments += ["--folder", str(files.laboratory)]
        return await run_sync(lambda: files.run(arguments, 60 * minutes + CHECK_SECONDS))

    return server


def serve_stdio(folder: Path) -> None:
    """Serve one client on standard input and output until it leaves."""
    anyio.run(_serve, build_server(folder))


async def _serve(server: FastMCP) -> None:
    """As `FastMCP.run_stdio_async`, but what a game file prints goes to standard error."""
    out = anyio.wrap_file(TextIOWrapper(sys.stdout.buffer, encoding="utf-8"))
    with redirect_stdout(sys.stderr):
        async with stdio_server(stdout=out) as (hears, says):
            inner = server._mcp_server
            await inner.run(hears, says, inner.create_initialization_options())
