"""Bots in processes of their own: they answer, report that they compile, and are replaced when they die."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import parlour
from parlour.web.bots import worker, worker_pool
from parlour.web.bots.worker import BotAnswer, BotGame, BotTask, TaskKind, Worker
from parlour.web.bots.worker_pool import Bots, BotsHealth, BotTrouble


def with_bots(work: Callable[[Bots], Awaitable[None]], workers: int = 1) -> None:
    async def main() -> None:
        bots = Bots(workers)
        await bots.start()
        try:
            await asyncio.wait_for(work(bots), 300)
        finally:
            await bots.close()

    asyncio.run(main())


def ask(
    bots: Bots,
    what: TaskKind = "choose",
    table: str = "t1",
    moves: tuple[str, ...] = (),
    player: str = "random",
    report: Callable[[BotAnswer], None] | None = None,
    game: str = "hex:size=3",
) -> Awaitable[BotAnswer]:
    return bots.ask(what, BotGame(table, game, None, moves), player, 1, report)


def test_moves_are_legal_and_the_state_is_played_on() -> None:
    async def work(bots: Bots) -> None:
        state = parlour.game("hex:size=3").start()
        while state.turn is not None:
            answer = await ask(bots, moves=state.history)
            assert answer.code == state.code(answer.move)
            state.play(answer.move)
        back = await ask(bots, moves=("a1", "b2"))  # after moves were taken back
        assert back.move in parlour.game("hex:size=3").start().play("a1").play("b2").moves()

    with_bots(work)


def test_a_worker_that_is_slow_is_busy_and_one_that_stays_silent_is_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(bots: Bots) -> None:
        (first,) = bots._workers
        while (await bots.check()).slow:  # a new worker may take longer than it is asked to
            pass
        assert await bots.check() == BotsHealth(alive=1, slow=False, waiting=0)
        os.kill(first.process.pid or 0, signal.SIGSTOP)
        monkeypatch.setattr(worker_pool, "PATIENCE", 0.1)
        assert await bots.check() == BotsHealth(alive=1, slow=True, waiting=0)
        first.heard -= worker_pool.SILENCE
        with pytest.raises(BotTrouble, match="no bot process has answered"):
            await bots.check()
        os.kill(first.process.pid or 0, signal.SIGKILL)

    with_bots(work)


def test_health_does_not_wait_for_bots_that_think() -> None:
    async def work(bots: Bots) -> None:
        await ask(bots)
        thinking = [
            asyncio.ensure_future(ask(bots, table=f"t{i}", player="mcts:seconds=600", game="hex"))
            for i in range(worker_pool.AT_WORK + 2)
        ]
        found = await bots.check()
        while found.slow or found.waiting < 2:  # on a busy machine; `with_bots` gives up at last
            await asyncio.sleep(0.05)
            found = await bots.check()
        assert found == BotsHealth(alive=1, slow=False, waiting=2)
        assert not any(one.done() for one in thinking)
        for one in thinking:
            one.cancel()

    with_bots(work)


def test_trouble_is_told_and_the_worker_goes_on() -> None:
    async def work(bots: Bots) -> None:
        with pytest.raises(BotTrouble, match="there is no player"):
            await ask(bots, player="nobody")
        with pytest.raises(BotTrouble, match="not a legal move"):
            await ask(bots, moves=("z9",))
        assert (await ask(bots, table="t2")).move

    with_bots(work)


@pytest.mark.long
def test_compiling_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    reports: list[BotAnswer] = []

    async def work(bots: Bots) -> None:
        await ask(bots, what="ready", player="mcts:simulations=2", report=reports.append)

    with_bots(work)
    assert reports
    assert reports[-1].compiled > 3


@pytest.mark.long
def test_a_dead_worker_is_replaced_and_its_task_done_again() -> None:
    async def work(bots: Bots) -> None:
        await ask(bots)
        (pid,) = (worker.process.pid for worker in bots._workers)
        assert pid is not None
        # compiled, and too large to be proven: the answer cannot come before the time is up
        await ask(bots, what="ready", player="mcts:seconds=3", game="hex:size=11")
        thinking = ask(bots, table="t2", player="mcts:seconds=3", game="hex:size=11")
        waiting = asyncio.ensure_future(thinking)
        await asyncio.sleep(0.3)
        assert not waiting.done()
        os.kill(pid, signal.SIGKILL)
        assert (await waiting).move
        assert bots.alive == 1
        assert [worker.process.pid for worker in bots._workers] != [pid]

    with_bots(work)


def test_advice_has_its_reasons() -> None:
    async def work(bots: Bots) -> None:
        answer = await ask(bots, what="advise", player="mcts:simulations=50")
        assert answer.move
        assert "simulations" in answer.words or "proven" in answer.words

    with_bots(work)


def test_a_file_without_end_stops_no_bots_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "RULES_PATIENCE", 1.0)
    monkeypatch.setattr(worker_pool, "LOOK", 0.1)
    path = tmp_path / "endless.py"
    path.write_text("while True: pass\n")

    async def work(bots: Bots) -> None:
        await ask(bots)
        sheet = BotGame("t2", "endless", None, (), (str(path), "its package"))
        endless = [asyncio.ensure_future(bots.ask("choose", sheet, "random", 1)) for _ in range(4)]
        await asyncio.sleep(0.1)
        begun = time.monotonic()
        await ask(bots)
        assert time.monotonic() - begun < 5
        await bots.check()  # a worker that answers this may work at nothing else
        for one in endless:
            with pytest.raises(BotTrouble, match=r"endless.py takes too long"):
                await one
        await ask(bots)
        assert len(bots._workers) == 2

    with_bots(work)


class Pipe:
    """Takes what a worker says."""

    def send(self, answer: BotAnswer) -> None:
        assert not answer.error


def test_players_are_forgotten_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest first; those at play go on, and while there is room all are kept."""
    here = Worker(Pipe())  # type: ignore[arg-type]
    monkeypatch.setattr(worker, "resident_memory", lambda: 0)
    for number in range(40):
        here._work(
            BotTask(number, "choose", BotGame(f"t{number}", "hex:size=3", None, ()), "random", 1)
        )
    assert len(here._players) == 40
    given_back = [40]  # freed memory stays with the process until it is asked for
    monkeypatch.setattr(worker, "trim_memory", lambda: given_back.append(len(here._players)))
    monkeypatch.setattr(worker, "resident_memory", lambda: given_back[-1] * here._memory // 30 + 1)
    here.drop_players()
    assert [key[0] for key in here._players] == [f"t{number}" for number in range(11, 40)]
    monkeypatch.setattr(worker, "resident_memory", lambda: here._memory + 1)
    here.drop_players()
    assert len(here._players) == worker.LATEST


def test_how_much_memory_a_process_has_is_known_where_the_system_tells() -> None:
    assert worker.resident_memory() > 1 << 20 or not worker.STATM.exists()
    worker.trim_memory()


WAITS_FOR_A_FILE = """
import os, sys, time
for line in sys.stdin:
    word = line.split()[0]
    while word == "go" and not os.path.exists(sys.argv[1]):
        time.sleep(0.01)
    print({"ugi": "ugiok", "isready": "readyok", "go": "bestmove a1"}.get(word, ""), flush=True)
"""


@pytest.mark.parametrize("what", ["choose", "advise", "several", "review"])
def test_nobody_waits_for_an_outside_engine_but_who_asked(what: TaskKind, tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(WAITS_FOR_A_FILE)
    here, now = Worker(Pipe()), tmp_path / "now"  # type: ignore[arg-type]
    engine = f"ugi:{sys.executable} {tmp_path / 'engine.py'} {now}"

    def asked(number: int, what: TaskKind, player: str) -> threading.Thread:
        sheet = BotGame(f"t{number}", "hex:size=3", None, ("b2",))
        thread = threading.Thread(
            target=here._work, args=(BotTask(number, what, sheet, player, 1),), daemon=True
        )
        thread.start()
        return thread

    slow = asked(1, what, engine)
    deadline = time.monotonic() + 60
    while here._scheduler._is_busy or not here._players:  # until it waits for the engine
        assert time.monotonic() < deadline
        time.sleep(0.01)
    quick = asked(2, "choose", "random")
    quick.join(60)
    assert not quick.is_alive()
    assert slow.is_alive()
    now.touch()
    slow.join(60)
    assert not slow.is_alive()
    here._players.popitem(last=False)[1].close()
