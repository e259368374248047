"""`parlour mcp`, as the SDK's own client sees it: in memory, and once as a process."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

pytest.importorskip("mcp")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.memory import create_connected_server_and_client_session

import parlour
from parlour.cli.assistant.game_folder import GameFolder
from parlour.cli.assistant.mcp_server import build_server
from parlour.cli.design.starter import new_game

Call = Callable[..., Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game file, beside one that is out of bounds."""
    inside = tmp_path / "games"
    inside.mkdir()
    new_game(str(inside / "my_game"), "board")
    (tmp_path / "secret.py").write_text("raise SystemExit('this ran')\n")
    (inside / "link.py").symlink_to(tmp_path / "secret.py")
    (inside / "notes.txt").write_text("no game")
    return inside


@pytest.fixture
def call(folder: Path) -> Call:
    """Call one of the server's tools: its answer, or ``error: `` and the words."""
    server = build_server(folder)

    async def ask(tool: str, given: dict[str, Any]) -> Any:
        async with create_connected_server_and_client_session(server) as session:
            return answer(await session.call_tool(tool, given))

    return lambda tool, **given: anyio.run(ask, tool, given)


def answer(result: Any) -> Any:
    text = result.content[0].text
    if result.isError:
        return f"error: {text}"
    return json.loads(text) if text.startswith("{") else text


def test_a_client_finds_a_game_and_plays_it_against_a_bot(call: Call) -> None:
    listed = call("list_games")
    assert {game["id"] for game in listed["games"]} == set(parlour.games())
    assert "Hex" in call("rules", game="hex")["rules"]
    begun = call("new_game", game="hex", options={"size": 3, "pie": "no"}, seat="Blue", level=1)
    number = begun["game_id"]
    assert (begun["to_move"], len(begun["moves_so_far"])) == ("Blue", 1)
    found = call("legal_moves", game_id=number)
    assert found["count"] == len(found["moves"]) == 8
    assert call("legal_moves", game_id=number, beginning="a")["moves"] == [
        move for move in found["moves"] if move.startswith("a")
    ]
    assert call("ask_bot", game_id=number, level=1)["move"] in found["moves"]
    taken = begun["moves_so_far"][0]
    assert f"{taken} is not a legal move" in call("play", game_id=number, move=taken)
    shown = call("play", game_id=number, move=found["moves"][0])
    assert len(shown["moves_so_far"]) == 3
    assert shown == call("show", game_id=number)


def test_a_game_of_the_folder_is_played_to_its_end(call: Call) -> None:
    shown = call("new_game", game="my_game.py")
    for _ in range(100):
        if shown["outcome"]:
            break
        move = call("legal_moves", game_id=shown["game_id"])["moves"][0]
        shown = call("play", game_id=shown["game_id"], move=move)
    assert set(shown["outcome"]) == {"reason", "scores"}
    assert "the game is over" in call("play", game_id=shown["game_id"], move="a1")


def test_what_is_hidden_from_the_clients_seat_stays_hidden(call: Call) -> None:
    assert "seat=: expected one of North" in call("new_game", game="tiger-bridge")
    shown = call("new_game", game="tiger-bridge", seat="North", level=1)
    assert "/?/?/?" in shown["position"]
    assert shown["moves_so_far"][0].endswith("/?/?/?")


@pytest.mark.parametrize(
    "name",
    [
        "link.py",
        "../secret.py",
        "/etc/passwd",
        "notes.txt",
        "nobody.py",
        "my_game.py:size=5",
        "a\0.py",
    ],
)
@pytest.mark.parametrize("tool", ["rules", "check"])
def test_files_outside_the_folder_and_what_is_no_game_file_are_refused(
    call: Call, tool: str, name: str
) -> None:
    said = call(tool, **{"rules": {"game": name}, "check": {"file": name}}[tool])
    assert said.startswith("error: ")
    assert "no game file of this folder; it has my_game.py" in said or "see list_games" in said


@pytest.mark.parametrize(
    ("tool", "given", "why"),
    [
        ("new_game", {"game": "hex", "options": {"size": 99}}, "size"),
        ("new_game", {"game": "hex", "seat": "White"}, "expected one of"),
        ("new_game", {"game": "hex", "level": 11}, "less than or equal to 10"),
        ("new_game", {"game": "uci:/bin/sh"}, "list_games"),
        ("ask_bot", {"game_id": "game-9"}, "begin one with new_game"),
        ("ask_bot", {"game_id": "game-9", "level": "uci:/bin/sh"}, "valid integer"),
    ],
)
def test_what_cannot_be_is_refused(call: Call, tool: str, given: dict[str, Any], why: str) -> None:
    assert why in call(tool, **given)


@pytest.mark.long
def test_a_file_is_checked(call: Call, folder: Path) -> None:
    assert "passed: 20 random games" in call("check", file="my_game.py")
    (folder / "broken.py").write_text("GAME = 3\n")
    assert "broken.py" in call("check", file="broken.py")


def test_the_laboratory_is_asked_within_the_folder(
    call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameFolder, "run", lambda self, given, seconds: f"{seconds} {given}")
    path = str(folder / "my_game.py")
    asked = ["lab", "ask", path, "--hours", "0.0500", "--folder", str(folder / "laboratory")]
    assert call("lab_ask", file="my_game.py", minutes=3) == f"480.0 {asked}"
    assert "less than or equal to 60" in call("lab_ask", file="my_game.py", minutes=600)
    (folder / "laboratory").symlink_to("/tmp")
    assert "laboratory is a link" in call("lab_ask", file="my_game.py")


@pytest.mark.long
def test_a_process_serves_a_client_whatever_a_file_prints(folder: Path) -> None:
    file = folder / "my_game.py"
    file.write_text(file.read_text() + "\nprint('{} not a message')\n")
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "parlour", "mcp", str(folder)], env=dict(os.environ)
    )

    async def talk() -> Any:
        async with (
            stdio_client(command) as streams,
            ClientSession(*streams) as session,
        ):
            await session.initialize()
            tools = {tool.name for tool in (await session.list_tools()).tools}
            assert {"play", "check", "lab_ask"} <= tools
            return answer(await session.call_tool("new_game", {"game": "my_game.py"}))

    assert anyio.run(talk)["game"].startswith("my-game")
