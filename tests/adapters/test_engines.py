"""Our bots as other people's engines, and other people's engines as our bots: both ends, and bad ones."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.adapters.engines import PROTOCOLS, engine
from parlour.errors import BadPlayer
from parlour.players import player
from parlour.players.programs import EngineFailed

OURS = f"{sys.executable} -m parlour engine"
GAMES = {"ugi": "hex:pie=no,size=3", "uci": "chess", "usi": "shogi", "gtp": "hex", "uhp": "hive"}
HERE = [name for name, game in GAMES.items() if game.partition(":")[0] in parlour.games()]


def talk(protocol: str, name: str, bot: str, *lines: str) -> list[str]:
    """What an engine answers to some lines, waiting for its moves."""
    said: list[str] = []
    speaking = engine(protocol, parlour.game(name), bot, said.append)
    for line in lines:
        speaking.hear(line)
        if line.startswith("go") and "infinite" not in line:
            speaking.thinking.wait()  # type: ignore[attr-defined]
    speaking.close()
    return said


def test_a_ugi_engine_plays() -> None:
    said = talk(
        "ugi",
        "hex:pie=no,size=3",
        "mcts:seconds=1",
        "ugi",
        "isready",
        "position startpos moves b2 c1",
        "go nodes 50",
        "query p1turn",
        "query gameover",
        "query result",
        "go infinite",
        "stop",
    )
    assert said[0].startswith("id name Parlour")
    assert "ugiok" in said
    assert "readyok" in said
    moves = [line.split()[1] for line in said if line.startswith("bestmove")]
    assert len(moves) == 2
    state = parlour.game("hex:pie=no,size=3").start().play("b2").play("c1")
    assert set(moves) <= set(state.moves())
    assert said.count("response true") == 1
    assert said.count("response false") == 1
    assert "response none" in said
    assert any(re.match(r"info .*nodes 50 nps \d+ time \d+ score cp -?\d+ pv ", x) for x in said)


def test_what_is_wrong_is_told_and_changes_nothing() -> None:
    said = talk(
        "ugi",
        "hex:pie=no,size=3",
        "mcts:seconds=1",
        "position startpos moves b2",
        "position startpos moves b2 b2",
        "position fen nonsense",
        "position",
        "go movetime soon",
        "query weather",
        "zap",
        "",
        "setoption name Colour value blue",
        "setoption name Player value nobody",
        "d",
    )
    assert "b2 is not a legal move" in said[0]
    assert len(said) == 9
    assert all(line.startswith("info string") for line in said)
    assert said[-1] == "info string " + parlour.game("hex:pie=no,size=3").start().play("b2").text


@pytest.mark.long
def test_a_uci_engine_writes_moves_as_uci_does() -> None:
    said = talk(
        "uci",
        "chess",
        "alphabeta:seconds=1",
        "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1 moves a7a8q",
        "d",
        "position fen 7k/P7/8/8/8/8/8/K7 w - - 0 1",
        "go depth 2",
    )
    assert "Q" in said[0]
    assert said[-1] == "bestmove a7a8q"


def test_a_gtp_engine_plays_hex() -> None:
    said = talk(
        "gtp",
        "hex",
        "mcts:seconds=1",
        "1 protocol_version",
        "boardsize 3",
        "play b b2",
        "2 play b a1",
        "undo",
        "known_command genmove",
        "final_score",
        "boardsize 99",
        "zap",
    )
    assert said[0] == "=1 2\n"
    assert said[3].startswith("?2 it is not the turn of b")
    assert said[5] == "= true\n"
    assert said[6].startswith("? cannot score")
    assert "from 3 to 19" in said[7]
    assert said[8] == "? unknown command\n"


def test_games_that_a_protocol_cannot_speak_of_are_refused() -> None:
    with pytest.raises(parlour.BadOption, match="hidden"):
        engine("ugi", parlour.game("tiger-bridge"), "1", print)
    with pytest.raises(parlour.BadOption, match="chess"):
        engine("uci", parlour.game("hex"), "1", print)
    with pytest.raises(parlour.BadOption, match="ugi, uci"):
        engine("morse", parlour.game("hex"), "1", print)
    with pytest.raises(parlour.BadPlayer, match="shogi"):
        player("usi:engine", parlour.game("hex"))
    with pytest.raises(parlour.BadPlayer, match="seconds=NUMBER"):
        player("ugi:engine", parlour.game("hex"), budget="nodes=5")


@given(st.lists(st.text(max_size=40), max_size=5), st.sampled_from(["ugi", "gtp"]))
def test_no_line_upsets_an_engine(lines: list[str], protocol: str) -> None:
    speaking = engine(protocol, parlour.game("hex:size=3"), "random", lambda line: None)
    for line in lines:
        speaking.hear(line)
    for word in ("play", "position", "boardsize", "setoption", "query", "time_left"):
        for line in lines:
            speaking.hear(f"{word} {line}")


def both_ends(protocol: str, moves: int) -> None:
    """A game of an engine of ours, as a player, against random moves."""
    game = parlour.game(GAMES[protocol])
    options = f"--protocol {protocol} --player mcts:simulations=5 {game.name}"
    bot = player(f"{protocol}:{OURS} {options}", game, budget="seconds=0.05")
    state, rng = game.start(), random.Random(protocol)
    for ply in range(moves):
        if state.turn is None:
            break
        state.play(bot.choose(state) if ply % 2 else rng.choice(state.moves()))
    assert len(state.history) > 3
    bot.close()  # type: ignore[attr-defined]


def test_both_ends_play_a_game() -> None:
    both_ends("ugi", 8)


@pytest.mark.long
@pytest.mark.parametrize("protocol", HERE)
def test_both_ends_play_a_game_by_every_protocol(protocol: str) -> None:
    assert set(PROTOCOLS) == set(GAMES)
    both_ends(protocol, 60)


BAD = {
    "dies": ("import sys; sys.exit(1)", "ended"),
    "cheats": (
        "import sys\nfor line in sys.stdin:\n"
        "  w = line.split()\n"
        "  print({'ugi': 'ugiok', 'isready': 'readyok', 'go': 'bestmove z9'}.get(w[0], ''), flush=True)",
        "answered z9",
    ),
    "floods": ("while True: print('x' * 1000)", "said more|ended"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_engine_is_ended_and_the_game_stands(kind: str, tmp_path: Path) -> None:
    program, why = BAD[kind]
    script = tmp_path / "engine.py"
    script.write_text(program)
    game = parlour.game("hex:size=3")
    bot = player(f"ugi:{sys.executable} {script}", game, budget="seconds=0.05")
    state = game.start()
    with pytest.raises(EngineFailed, match=why):
        bot.choose(state)
    assert state.history == ()
    assert bot._process is None or bot._process.process.poll() is not None  # type: ignore[attr-defined]


def test_an_engine_that_is_not_there_is_told() -> None:
    bot = player("ugi:/no/such/engine", parlour.game("hex"))
    with pytest.raises(EngineFailed, match="cannot be started"):
        bot.choose(parlour.game("hex").start())


SAYS_WHAT_IT_WAS_TOLD = """
import sys
told = []
for line in sys.stdin:
    words = line.split()
    if words[0] == "setoption":
        told.append(line.strip())
    print({"ugi": "ugiok", "isready": "readyok"}.get(words[0], ""), flush=True)
    if words[0] == "go":
        open(sys.argv[1], "w").write("|".join(told))
        print("bestmove a1", flush=True)
"""


def test_an_engine_is_named_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, told = tmp_path / "engine.py", tmp_path / "told"
    script.write_text(SAYS_WHAT_IT_WAS_TOLD)
    (tmp_path / "engines.toml").write_text(
        f"[mine]\nprotocol = 'ugi'\ncommand = '{sys.executable} {script} {told}'\n"
        "seconds = 0.25\noptions = { Threads = '2', Skill = 'low' }\n"
    )
    monkeypatch.setenv("PARLOUR_ENGINES", str(tmp_path / "engines.toml"))
    bot = player("engine:mine", parlour.game("hex:size=3"))
    assert bot.choose(parlour.game("hex:size=3").start()) == "a1"
    assert told.read_text() == "setoption name Threads value 2|setoption name Skill value low"
    assert (bot.name, bot.seconds) == ("engine:mine", 0.25)  # type: ignore[attr-defined]
    bot.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "has no engine mine: it has none"),
        ("[other]\n", "it has other"),
        ("[mine]\nprotocol = 'hub'\ncommand = 'x'\n", "line 2.*protocol.*ugi or uci"),
        ("[mine]\nprotocol = 'ugi'\n", "command"),
        ("[mine]\nprotocol = 'ugi'\ncommand = 'x'\nsecs = 1\n", "line 4.*secs"),
        ("[mine", "engines.toml"),
        ("mine = 3", "mine"),
    ],
)
def test_a_file_of_engines_is_read_strictly(
    text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "engines.toml").write_text(text)
    monkeypatch.setenv("PARLOUR_ENGINES", str(tmp_path / "engines.toml"))
    with pytest.raises(BadPlayer, match=why):
        player("engine:mine", parlour.game("hex:size=3"))
