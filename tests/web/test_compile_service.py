"""Compiling for bots: clients in turn, one job of each at a time, and never in front of a bot."""

from __future__ import annotations

import asyncio
import os
import pickle
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

import parlour
from parlour.child_process import LOWEST
from parlour.errors import BadRules
from parlour.kernel.compilation.compile_watch import (
    NotCompiled,
    leave_compiling_to_others,
    may_compile,
)
from parlour.players import player
from parlour.table import background_compiler
from parlour.table.background_compiler import use_compiler, wish_for
from parlour.table.searcher import STOPGAP_SECONDS, Searcher
from parlour.web.bots import compile_service
from parlour.web.bots.compile_service import CLIENT_WISHES, CompileSchedule, CompileService
from parlour.web.bots.worker import (
    BotAnswer,
    BotGame,
    BotTask,
    CompileRequest,
    CompileResult,
    ServerCompiler,
    TaskKind,
    Worker,
)
from tests.conftest import at_length, option_sets
from tests.web.driving import ServerProcess, until


def served(schedule: CompileSchedule, processes: int = 1) -> list[list[str]]:
    """The requests in rounds, each of which takes a second for all that run at once."""
    rounds = []
    while True:
        running = [wish for _ in range(processes) if (wish := schedule.next())]
        if not running:
            return rounds
        rounds.append([wish.decode() for wish in running])
        for wish in running:
            schedule.finish(wish, 1.0)


def test_clients_take_turns() -> None:
    schedule = CompileSchedule()
    for n in range(4):
        schedule.add(f"a{n}".encode(), "a")
    schedule.add(b"b0", "b")
    schedule.add(b"b1", "b")
    assert served(schedule) == [["a0"], ["b0"], ["a1"], ["b1"], ["a2"], ["a3"]]


def test_a_client_has_one_job_at_a_time() -> None:
    schedule = CompileSchedule()
    for n in range(3):
        schedule.add(f"a{n}".encode(), "a")
    schedule.add(b"b0", "b")
    assert served(schedule, processes=4) == [["a0", "b0"], ["a1"], ["a2"]]


def test_who_comes_late_has_saved_no_time_and_waits_for_none() -> None:
    schedule = CompileSchedule()
    for n in range(3):
        schedule.add(f"a{n}".encode(), "a")
    first = schedule.next()
    assert first == b"a0"
    schedule.finish(first, 100.0)
    schedule.add(b"b0", "b")
    assert schedule._used == {"a": 100.0, "b": 100.0}
    assert served(schedule) == [["a1"], ["b0"], ["a2"]]
    assert not schedule._used  # who asks for nothing is forgotten


def test_what_several_wait_for_is_compiled_once() -> None:
    schedule = CompileSchedule()
    schedule.add(b"same", "a")
    schedule.add(b"same", "b")
    schedule.add(b"b1", "b")
    assert schedule.next() == b"same"
    schedule.add(b"same", "c")  # it is being compiled
    assert schedule.next() == b"b1"
    schedule.finish(b"same", 1.0)
    schedule.finish(b"b1", 1.0)
    assert schedule.next() is None


def test_a_client_can_ask_for_so_much_at_once() -> None:
    schedule = CompileSchedule()
    for n in range(CLIENT_WISHES + 20):
        schedule.add(str(n).encode(), "a")
    assert len(served(schedule)) == CLIENT_WISHES


def test_results_are_told_and_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[bytes] = []

    async def compile_it(wish: bytes) -> str:
        compiled.append(wish)
        return "wrong" if wish == b"b" else ""

    monkeypatch.setattr(compile_service, "compile_in_process", compile_it)

    async def work() -> list[tuple[bytes, str]]:
        told: list[tuple[bytes, str]] = []
        service = CompileService(lambda wish, trouble: told.append((wish, trouble)), processes=1)
        for wish in (b"a", b"b", b"a"):
            service.ask(wish, "client")
        while service.at_work:
            await asyncio.sleep(0.01)
        service.ask(b"a", "another")
        await service.close()
        return told

    assert asyncio.run(work()) == [(b"a", ""), (b"b", "wrong"), (b"a", "")]
    assert compiled == [b"a", b"b"]


@pytest.mark.parametrize("command", [["false"], ["no such program"], ["sh", "-c", "exit 3"]])
def test_a_process_that_fails_is_told(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_service, "compiler_command", lambda: command)
    assert asyncio.run(compile_service.compile_in_process(b"x"))


def test_a_process_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_service, "compiler_command", lambda: ["sleep", "60"])
    monkeypatch.setattr(compile_service, "LONGEST", 0.1)
    found = asyncio.run(compile_service.compile_in_process(b"x"))
    assert found == compile_service.NO_ANSWER


# -- the worker's side -------------------------------------------------------------------------------


class Server:
    """Takes what a worker sends."""

    def __init__(self) -> None:
        self.sent: list[BotAnswer | CompileRequest] = []

    def send(self, message: BotAnswer | CompileRequest) -> None:
        self.sent.append(message)


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path_factory.mktemp("empty")))
    return Server()


@pytest.fixture
def worker(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    """A worker in this process, which compiles nothing."""
    found = Worker(server)  # type: ignore[arg-type]
    monkeypatch.setattr(background_compiler, "_shared", None)
    use_compiler(found.compiler)
    leave_compiling_to_others()
    yield found
    leave_compiling_to_others(False)


def asked(worker: Worker, kind: TaskKind, game: str, text: str, *moves: str) -> None:
    worker._work(BotTask(1, kind, BotGame("t1", game, None, moves), text, 1, client="ann"))


# A board that no other test compiles in this process.
GAME = "lines-of-action:size=5"


@pytest.mark.parametrize("text", ["3", "10", "alphabeta:depth=9", "mcts:simulations=100000"])
def test_a_bot_that_is_not_compiled_moves_by_the_plain_rules(
    text: str, worker: Worker, server: Server
) -> None:
    asked(worker, "choose", GAME, text)
    answer = server.sent[-1]
    assert isinstance(answer, BotAnswer)
    assert answer.move in parlour.game(GAME).start().moves(), answer
    requests = [sent for sent in server.sent if isinstance(sent, CompileRequest)]
    assert requests
    for request in requests:
        assert request.client == "ann"
        assert pickle.loads(request.wish)[0] == parlour.game(GAME)


def test_its_search_is_small_meanwhile(worker: Worker) -> None:
    bot = player("mcts:simulations=100000", parlour.game(GAME), seed=1)
    assert isinstance(bot, Searcher)
    assert bot.is_stopgap
    assert bot.seconds_now(None) == bot.seconds_now(9.0) == STOPGAP_SECONDS
    assert bot.seconds_now(0.1) == 0.1


def test_a_bot_prepares_by_asking_and_without_waiting(worker: Worker, server: Server) -> None:
    asked(worker, "ready", GAME, "10")
    *requests, answer = server.sent
    assert answer == BotAnswer(1)
    assert len({request.wish for request in requests if isinstance(request, CompileRequest)}) == 1


def test_code_that_has_been_compiled_is_not_asked_for_again(worker: Worker, server: Server) -> None:
    game = parlour.game(GAME)
    worker.compiler.receive(CompileResult(wish_for(game, "mcts:simulations=1"), ""))
    assert not worker.compiler.ask(game, "mcts:simulations=1")
    assert server.sent == []


def test_what_could_not_be_compiled_stays_plain() -> None:
    server = Server()
    compiler, game = ServerCompiler(server.send), parlour.game(GAME)
    compiler.receive(CompileResult(wish_for(game, "mcts:simulations=1"), "it took too long"))
    assert compiler.ask(game, "mcts:simulations=1")
    with pytest.raises(BadRules, match="it took too long"):
        compiler.wait(game, "mcts:simulations=1", lambda: None)


@pytest.mark.parametrize(("done", "size"), [at_length(True, 4), (False, 6)])
def test_a_bot_without_a_plain_form_waits_while_others_play(
    done: bool, size: int, worker: Worker, server: Server
) -> None:
    """If its code is not in the cache even then, as where none can be written, it is compiled here."""
    text, name = "determinized:deals=1,simulations=1", f"lines-of-action:size={size}"
    waiting = threading.Thread(target=asked, args=(worker, "choose", name, text), daemon=True)
    waiting.start()
    until(lambda: any(isinstance(sent, CompileRequest) for sent in server.sent))
    worker._work(BotTask(2, "choose", BotGame("t2", GAME, None, ()), "random", 1, client="bob"))
    moved = [sent.number for sent in server.sent if isinstance(sent, BotAnswer) and sent.done]
    assert moved == [2]
    trouble = "" if done else "it took too long"
    worker.compiler.receive(CompileResult(wish_for(parlour.game(name), text), trouble))
    waiting.join(120)
    answer = server.sent[-1]
    assert isinstance(answer, BotAnswer)
    assert bool(answer.move) == done
    assert ("it took too long" in answer.error) != done
    assert not may_compile()


def test_no_code_is_compiled_where_others_shall(worker: Worker) -> None:
    bot = player("determinized:deals=1,simulations=1", parlour.game(GAME), seed=1)
    with pytest.raises(NotCompiled):
        bot.choose(parlour.game(GAME).start())


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not say")
def test_a_compiling_process_steps_aside_for_its_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its priority counts only within the session of the server (`take_lowest_priority`)."""
    monkeypatch.setattr(compile_service, "sent", lambda wish: b"")  # it waits for a request

    async def work() -> tuple[int, int]:
        running = asyncio.create_task(compile_service.compile_in_process(b"waits"))
        found = None
        while found is None:
            await asyncio.sleep(0.05)
            found = next((pid for pid in children() if "compiler_process" in command_of(pid)), None)
        while os.getpriority(os.PRIO_PROCESS, found) < LOWEST and not running.done():
            await asyncio.sleep(0.05)
        session = os.getsid(found)
        running.cancel()
        return os.getpriority(os.PRIO_PROCESS, found), session

    priority, session = asyncio.run(work())
    assert priority == LOWEST
    assert session == os.getsid(0)


def children() -> list[int]:
    listed = Path(f"/proc/self/task/{threading.main_thread().native_id}/children").read_text()
    return [int(pid) for pid in listed.split()]


def command_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text()
    return ""


# -- all together ------------------------------------------------------------------------------------


def begin(client: httpx.Client, game: str, *seats: str) -> dict[str, Any]:
    answer = client.post("/api/games", json={"game": game, "seats": list(seats)})
    assert answer.status_code == 201, answer.text
    begun: dict[str, Any] = answer.json()
    return begun


def seconds_of_reply(client: httpx.Client, game: dict[str, Any]) -> float:
    """Plays a move on an empty cell; how long the bot takes."""
    headers = {"Authorization": f"Bearer {game['links'][0]['secret']}"}
    address = f"/api/games/{game['id']}"
    taken = {text for _, text, *_ in client.get(address, headers=headers).json()["moves"]}
    move = next(cell for row in "ab" for n in range(1, 8) if (cell := f"{row}{n}") not in taken)
    begun = time.monotonic()
    client.post(f"{address}/moves", json={"move": move}, headers=headers).raise_for_status()
    until(lambda: len(client.get(address, headers=headers).json()["moves"]) % 2 == 0)
    return time.monotonic() - begun


@pytest.mark.long
def test_bots_of_others_answer_while_twelve_games_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an empty cache; they waited for more than 45 seconds where compiling came first."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "empty"))
    monkeypatch.delenv("PARLOUR_AHEAD")
    names = {name.partition(":")[0]: name for name in option_sets() if ":" in name}
    del names["hex"]
    running = ServerProcess(tmp_path / "games")
    running.start()
    clients = [
        httpx.Client(
            base_url=running.url,
            timeout=60,
            transport=httpx.HTTPTransport(local_address=f"127.0.0.{number}"),
        )
        for number in (2, 3)
    ]
    many, one = clients
    try:
        until(lambda: one.get("/healthz").json()["status"] == "ok")
        game = begin(one, "hex:size=9", "link", "3")
        alone = [seconds_of_reply(one, game) for _ in range(7)]
        for name in list(names.values())[:12]:
            people = len(parlour.game(name).seat_names) - 1
            begin(many, name, "7", *["link"] * people)
        game = begin(one, "hex:size=10", "link", "3")
        beside = [seconds_of_reply(one, game) for _ in range(7)]
        health = one.get("/healthz")
        assert health.status_code == 200
        assert health.json()["status"] in ("ok", "busy")
        assert max(beside) < 15 + 2 * max(alone), (alone, beside)  # other tests may run beside this
    finally:
        running.stop()
