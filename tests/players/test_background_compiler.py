"""Weak bots do not wait for the compiler: they begin with the plain rules, and play the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import parlour
from parlour.kernel.compilation.cache import _FunctionCache
from parlour.kernel.layout import CHANCE
from parlour.players import compiler_process, player
from parlour.players.beginner import Beginner
from parlour.players.searchers import MCTSPlayer
from parlour.table import background_compiler
from parlour.table.player import Player
from parlour.table.searcher import Searcher

PLIES = 8
SMALL = {
    "chess": "alphabeta:depth=1,noise=100",
    "english-draughts": "alphabeta:nodes=100,noise=17,learnt=0",
    "stones-of-fortune": "alphabeta:depth=1,noise=570",
    "hex": "rave:simulations=60",
    "unlur": "mcts:simulations=50",
}
ALMOST_NOTHING_TO_COMPILE = {"chainn", "naval-qi", "revolver", "tantrix", "tiger-bridge"}


def searcher(name: str, plain: bool) -> Searcher:  # type: ignore[type-arg]
    bot = player(SMALL[name], parlour.game(name), seed=3)
    assert isinstance(bot, Searcher)
    bot.search = bot.new_search(compiled=not plain)
    return bot


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_a_search_goes_on_compiled_as_if_it_always_had_been(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changing, compiled = searcher(name, plain=True), searcher(name, plain=False)
    waits = True
    monkeypatch.setattr(changing, "_waits", lambda: waits)
    state = parlour.game(name).start()
    for ply in range(PLIES):
        waits = ply < PLIES // 2
        while state.turn == CHANCE:
            state.play(state.draw(ply))
        move = compiled.decide(state)
        assert changing.decide(state) == move, ply
        assert changing.search.compiled != waits
        state.play(move.move)


def test_code_that_one_bot_has_loaded_serves_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server has a weak bot in each of many games: reading the cache takes most of a first move."""
    first, second = searcher("hex", plain=False), searcher("hex", plain=False)
    first.decide(parlour.game("hex").start())
    monkeypatch.setattr(_FunctionCache, "load_overload", None)  # nobody reads now
    assert second.search.is_made()


def thinker(bot: Player) -> Player:
    """The player that searches, also within a beginner."""
    return bot.other if isinstance(bot, Beginner) else bot


@pytest.mark.parametrize("name", sorted(parlour.games()))
def test_the_third_level_of_no_game_waits(name: str) -> None:
    bot = thinker(player("3", parlour.game(name), seed=1))
    small = isinstance(bot, Searcher) and bot.is_small()
    assert small or name in ALMOST_NOTHING_TO_COMPILE


def test_where_plain_simulations_are_slow_fewer_are_made_until_the_code_is_there() -> None:
    bot = player("rave:simulations=80", parlour.game("merlins-chain"), seed=1)
    assert isinstance(bot, MCTSPlayer)
    bot.search = bot.new_search(compiled=False)
    few = bot.game.spec.plain_simulations
    assert few > 0
    assert bot.simulations_now() == few
    bot.simulations = few - 1
    assert bot.simulations_now() == few - 1
    bot.simulations, bot.search.compiled = 80, True
    assert bot.simulations_now() == 80


def test_budgets_beyond_a_second_or_two_are_not_small() -> None:
    for text in ("alphabeta:seconds=0.1", "alphabeta:depth=2,seconds=9", "mcts:simulations=5000",
                 "alphabeta:depth=5", "alphabeta:nodes=5000", "mcts:simulations=10,threads=2"):  # fmt: skip
        bot = player(text, parlour.game("chess"), seed=1)
        assert isinstance(bot, Searcher)
        assert not bot.is_small(), text


def test_the_process_compiles_what_it_is_asked_for_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []
    monkeypatch.setattr(Searcher, "compile", lambda self: made.append(self.sample()))
    for name in ("hex", "chess"):
        bot = thinker(player("1", parlour.game(name), seed=1))
        assert isinstance(bot, Searcher)
        wish = background_compiler.wish_for(bot.game, bot.sample())
        assert compiler_process.answer(wish) == background_compiler.DONE
    assert made == ["rave:simulations=1", "alphabeta:depth=1,learnt=1"]
    wish = background_compiler.wish_for(parlour.game("hex"), "mcts:nothing=1")
    assert compiler_process.answer(wish).startswith(b"!mcts has no setting nothing")


PARENT = """
import subprocess, sys, time
from parlour.table.background_compiler import compiler_command
process = subprocess.Popen(compiler_command(), stdin=subprocess.PIPE, start_new_session=True)
print(process.pid, flush=True)
time.sleep(60)
"""


def wait_for_end(pid: int) -> None:
    """Wait until a process that is not this one's child has ended."""
    deadline = time.monotonic() + 20
    while is_running(pid):
        assert time.monotonic() < deadline, "it outlives its parent"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")  # where nobody reaps, an ended process stays as a zombie
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_the_process_never_outlives_its_parent() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    wait_for_end(pid)


ENDLESS = """
import sys, time
from parlour.child_process import end_with, limit_processor
{what}
while True:
    pass
"""


def test_a_busy_process_ends_with_its_parent() -> None:
    busy = ENDLESS.format(what="end_with(int(sys.argv[1]))")
    command = f"[sys.executable, '-c', {busy!r}, str(os.getpid())]"
    code = f"import os, subprocess, sys; print(subprocess.Popen({command}).pid)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    wait_for_end(int(found.stdout))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such signal")
def test_a_process_that_holds_the_interpreters_lock_ends_too() -> None:
    busy = (
        "import itertools; from parlour.child_process import end_with_thread_of_parent; "
        "end_with_thread_of_parent(); print(flush=True); sum(itertools.count())"
    )
    command = f"[sys.executable, '-c', {busy!r}]"
    code = (
        f"import subprocess, sys; p = subprocess.Popen({command}, stdout=subprocess.PIPE); "
        "p.stdout.readline(); print(p.pid)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    wait_for_end(int(found.stdout))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not limit processor time")
def test_a_job_is_bounded_in_time() -> None:
    busy = ENDLESS.format(what="limit_processor(1)")
    ended = subprocess.run([sys.executable, "-c", busy], timeout=60)
    assert ended.returncode == -signal.SIGXCPU


def test_where_no_process_can_be_started_nobody_waits_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none(*_: object, **__: object) -> None:
        raise OSError("no process")

    monkeypatch.setattr(background_compiler.subprocess, "Popen", none)
    assert not background_compiler.Compiler().ask(parlour.game("chess"), "alphabeta:depth=1")


def test_where_it_is_not_wanted_bots_wait_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = thinker(player("1", parlour.game("chess"), seed=1))
    assert isinstance(bot, Searcher)
    monkeypatch.setattr(bot, "new_search", lambda compiled: compiled)
    monkeypatch.setattr(bot, "is_small", lambda: True)
    assert os.environ["PARLOUR_AHEAD"] == "0"  # for all tests
    assert not bot._waits()


COLD = """
import parlour, time
from numba.core import event
from parlour.players import player

compiled = []
class Listener(event.Listener):
    def on_start(self, event): pass
    def on_end(self, event): compiled.append(event)
event.register("numba:compile", Listener())

state = parlour.game("yavalath").start()
bot = player("alphabeta:depth=1,noise=60", state.game, seed=1)
state.play(bot.choose(state))
assert not bot.search.compiled, "it waited"
while bot._waits():
    time.sleep(0.1)
state.play(bot.choose(state))
assert bot.search.compiled
assert not compiled, "what was compiled beside was not found"
"""


@pytest.mark.long
def test_on_an_empty_cache_a_weak_bot_answers_first_and_is_compiled_meanwhile(
    tmp_path: Path,
) -> None:
    environment = {**os.environ, "PARLOUR_CACHE": str(tmp_path)}
    del environment["PARLOUR_AHEAD"]
    subprocess.run([sys.executable, "-c", COLD], env=environment, check=True, timeout=1200)
    assert any(tmp_path.iterdir())


COMPLETE = """
import random, sys
import parlour
from parlour.kernel.compilation.compile_watch import leave_compiling_to_others
from parlour.players import player
from parlour.table.background_compiler import use_compiler

class Never:
    def ask(self, game, text):
        return False  # all has been compiled

leave_compiling_to_others()
use_compiler(Never())
game, rng = parlour.game(sys.argv[1]), random.Random(1)
state, bot = game.start(), player(sys.argv[2], game, seed=1)
while state.play_chance(rng).turn is not None and len(state.history) < 200:
    move = bot.choose(state) if state.turn == 0 else rng.choice(state.moves())
    state.play(move)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("chainn", "planner:ahead=2"),
        ("chainn", "solver:nodes=1000"),
        ("tiger-bridge:deals=1", "seeker:deals=1"),
        ("revolver:rounds=2", "reader:deals=1"),
    ],
)
def test_all_that_a_whole_game_needs_is_compiled(name: str, text: str, tmp_path: Path) -> None:
    """Not only what its first move needs: on a server nothing is compiled later."""
    environment = {**os.environ, "PARLOUR_CACHE": str(tmp_path)}
    wish = background_compiler.wish_for(parlour.game(name), text)
    code = f"from parlour.players.compiler_process import answer; print(answer({wish!r}))"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=1200)
    command = [sys.executable, "-c", COMPLETE, name, text]
    subprocess.run(command, env=environment, check=True, timeout=1200)
