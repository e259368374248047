"""Other people's programs at our protocols: engines as our players, and a client of our engine.

python-chess, pydraughts and uhp-utils are clients in `test_engines.py`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.players import player
from tests.conftest import npm_package

ENGINES = [  # game, player, Debian's package
    ("chess", "uci:{program} --uci", "gnuchess"),
    ("chess", "uci:{program}", "fairy-stockfish"),
    ("chess", "uci:{program}", "stockfish"),
    ("chess:start=fischer-random-137", "uci:{program}", "fairy-stockfish"),
    ("shogi", "usi:{program};UCI_Variant=shogi", "fairy-stockfish"),
]


def program(package: str) -> str:
    """The path of a program from Debian, whose games are often not on the path."""
    found = shutil.which(package) or shutil.which(package, path="/usr/games")
    if found is None:
        pytest.skip(f"there is no {package}: apt-get install {package}")
    return found


@pytest.mark.long
@pytest.mark.parametrize(("name", "text", "package"), ENGINES)
def test_a_foreign_engine_plays_against_ours(name: str, text: str, package: str) -> None:
    game = parlour.game(name)
    theirs = player(text.format(program=program(package)), game, budget="seconds=0.05")
    ours, state = player("random", game, seed=1), game.start()
    try:
        for number in range(24):
            if state.turn is None:  # the random player may be mated sooner
                return
            told = theirs.advise(state) if number % 2 else ours.advise(state)
            assert told.move in state.moves()
            assert number % 2 == 0 or told.line[:1] in ((), (told.move,))
            state.play(told.move)
        theirs.think_for("depth", 2)
        assert 1 <= theirs.advise(game.start()).depth <= 2
        if package != "gnuchess":  # which thinks until it is stopped
            theirs.think_for("nodes", 50)
            assert theirs.advise(game.start()).nodes < 10_000
    finally:
        theirs.close()  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_foreign_engine_hears_castling_of_chess960() -> None:
    """Without the option UCI_Chess960, which the player sets, it would not know the move."""
    game = parlour.game("chess:start=fischer-random-518")
    theirs = player(f"uci:{program('fairy-stockfish')}", game, budget="seconds=0.05")
    state = game.read(f"{game.name} r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1")
    try:
        state.play("e1xh1")
        assert theirs.advise(state).move in state.moves()
        state.play("e8xa8")
        assert theirs.choose(state) in state.moves()
    finally:
        theirs.close()  # type: ignore[attr-defined]


CONTROLLER = """
const {Controller} = require(process.argv[2])
async function main() {
  const engine = new Controller(process.argv[3], process.argv.slice(4))
  engine.start()
  const ask = async (name, ...args) => {
    const {error, content} = await engine.sendCommand({name, args})
    return (error ? '? ' : '= ') + content
  }
  const said = [await ask('protocol_version'), await ask('boardsize', '5')]
  said.push(await ask('play', 'black', 'c3'), await ask('play', 'black', 'c4'))
  for (let k = 0; k < 4; k++) said.push(await ask('genmove', k % 2 ? 'black' : 'white'))
  said.push(await ask('known_command', 'showboard'), await ask('showboard'))
  await engine.stop()
  console.log(JSON.stringify(said))
}
main()
"""


@pytest.mark.long
def test_a_foreign_client_plays_by_gtp(tmp_path: Path) -> None:
    """Sabaki's library, on which Go programs build."""
    package = npm_package("@sabaki/gtp@3", tmp_path)
    (tmp_path / "client.js").write_text(CONTROLLER)
    ours = [sys.executable, "-m", "parlour", "engine", "--protocol", "gtp", "--player", "random"]
    done = subprocess.run(
        ["node", str(tmp_path / "client.js"), str(package), *ours, "hex:pie=no"],
        capture_output=True,
        timeout=120,
        text=True,
        check=True,
    )
    said = json.loads(done.stdout)
    assert said[:3] == ["= 2", "= ", "= "]
    assert said[3] == "? it is not the turn of black"
    moves = {text.removeprefix("= ") for text in said[4:8]}
    assert len(moves) == 4
    assert moves < set(parlour.game("hex:pie=no,size=5").start().play("c3").moves())
    assert said[8] == "= true"
    assert "●" in said[9]
