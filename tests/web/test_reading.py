"""Text that people send is read in processes with limits: nobody else waits for it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from multiprocessing import forkserver
from pathlib import Path
from typing import TypeVar

import pytest
import uvicorn
from fastapi import FastAPI, Request

import parlour
from parlour.records import Tree, as_heard
from parlour.web.http.error_responses import Refused
from parlour.web.reading.readers import NotRead, Readers
from parlour.web.reading.reading_process import ENDS_OF_TIME, ReadingLimits
from parlour.web.studies.study_reading import guess_games, import_study
from parlour.web.studies.study_tree import StudyTree
from tests.web import slow_reading
from tests.web.driving import until

T = TypeVar("T")

LIMITS = ReadingLimits(seconds=1, patience=20.0, megabytes=200, niceness=0)


def reading(work: Callable[[Readers], Awaitable[T]], limits: ReadingLimits = LIMITS) -> T:
    """The result of work with readers of text."""

    async def run() -> T:
        readers = Readers(limits)
        try:
            return await work(readers)
        finally:
            readers.close()

    return asyncio.run(run())


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def pids(file: Path) -> list[int]:
    return [int(line) for line in file.read_text().split()] if file.exists() else []


# -- limits ------------------------------------------------------------------------------------------


def test_a_text_is_read_in_another_process() -> None:
    found = reading(lambda readers: readers.read("me", slow_reading.process))
    assert found != os.getpid()
    until(lambda: not lives(found))


def test_reading_ends_when_its_processor_time_is_used_up() -> None:
    with pytest.raises(NotRead, match="takes too long: 1 s are allowed") as refused:
        reading(lambda readers: readers.read("me", slow_reading.match_for_ever, ";" * 40))
    assert (refused.value.status, refused.value.code) == (422, "too-long-to-read")


def test_reading_ends_when_nobody_will_wait_longer(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    hasty = replace(LIMITS, patience=0.5)
    with pytest.raises(NotRead, match="takes too long"):
        reading(lambda readers: readers.read("me", slow_reading.sleep, 60.0, str(mark)), hasty)
    until(lambda: not any(map(lives, pids(mark))))


def test_reading_ends_when_its_memory_is_used_up() -> None:
    assert reading(lambda readers: readers.read("me", slow_reading.hoard, 100)) == 100 << 20
    with pytest.raises(NotRead, match="too much memory: 200 MB are allowed") as refused:
        reading(lambda readers: readers.read("me", slow_reading.hoard, 300))
    assert (refused.value.status, refused.value.code) == (422, "too-much-memory")


def test_a_process_that_dies_is_a_text_that_cannot_be_read() -> None:
    async def work(readers: Readers) -> int:
        with pytest.raises(NotRead, match="This text cannot be read"):
            await readers.read("me", slow_reading.die)
        with pytest.raises(Refused, match="This text cannot be read"):
            await readers.read("me", slow_reading.stumble, "x")
        return await readers.read("me", slow_reading.length, "text")

    assert reading(work) == 4


def test_a_fork_server_that_was_killed_is_started_again() -> None:
    async def work(readers: Readers) -> int:
        await readers.read("me", slow_reading.length, "text")
        os.kill(forkserver._forkserver._forkserver_pid, signal.SIGKILL)  # type: ignore[attr-defined]
        return await readers.read("me", slow_reading.length, "text")

    assert reading(work) == 4


def test_refusals_come_back_in_words() -> None:
    with pytest.raises(Refused, match="there is no game in x") as refused:
        reading(lambda readers: readers.read("me", slow_reading.refuse, "x"))
    assert (refused.value.status, refused.value.code) == (422, "bad-record")
    assert not isinstance(refused.value, NotRead)


def test_no_text_runs_a_file(tmp_path: Path) -> None:
    file, mark = tmp_path / "evil.py", tmp_path / "ran"
    file.write_text(f"open({str(mark)!r}, 'w')")
    with pytest.raises(Refused, match="not run only to be looked at"):
        reading(lambda readers: readers.read("me", slow_reading.run_file, str(file)))
    text = f'[Game "{file}"]\n\n1. a1 b2 *'
    with suppress(Refused):
        reading(lambda readers: readers.read("me", guess_games, text))
    with suppress(Refused):
        reading(lambda readers: readers.read("me", import_study, text, "", 1))
    assert not mark.exists()


# -- turns -------------------------------------------------------------------------------------------


def test_a_client_has_one_text_at_a_time_and_others_do_not_wait_for_it(tmp_path: Path) -> None:
    mark = tmp_path / "pid"

    async def work(readers: Readers) -> None:
        greedy = [
            asyncio.create_task(readers.read("greedy", slow_reading.sleep, 60.0, str(mark)))
            for _ in range(5)
        ]
        while not pids(mark):
            await asyncio.sleep(0.02)
        assert await readers.read("other", slow_reading.length, "text") == 4
        assert len(pids(mark)) == 1
        for task in greedy:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)
        assert await readers.read("greedy", slow_reading.length, "text") == 4

    reading(work)
    assert len(pids(mark)) == 1
    until(lambda: not lives(pids(mark)[0]))


def test_the_queue_is_bounded(tmp_path: Path) -> None:
    limits = replace(LIMITS, waiting=3, waiting_of_client=2)
    mark = str(tmp_path / "pid")

    async def work(readers: Readers) -> None:
        async def start(client: str) -> asyncio.Task[float]:
            task = asyncio.create_task(readers.read(client, slow_reading.sleep, 60.0, mark))
            await asyncio.sleep(0)
            return task

        waiting = [await start("a"), await start("a")]
        with pytest.raises(NotRead, match="Your other texts") as refused:
            await readers.read("a", slow_reading.length, "text")
        assert refused.value.status == 429
        waiting.append(await start("b"))
        with pytest.raises(NotRead, match="Many people's texts") as refused:
            await readers.read("c", slow_reading.length, "text")
        assert refused.value.status == 503
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert await readers.read("c", slow_reading.length, "text") == 4

    reading(work, limits)


# -- clients that go away ----------------------------------------------------------------------------


@pytest.fixture
def slow_server() -> Iterator[int]:
    """The port of a server with one route, which sleeps in a reading process."""
    app = FastAPI()
    readers = Readers(LIMITS)

    @app.post("/slow")
    async def slow(request: Request) -> float:
        mark = (await request.body()).decode()
        return await readers.read_for(request, slow_reading.sleep, 60.0, mark)

    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(10)
    readers.close()


def test_reading_ends_when_its_client_hangs_up(slow_server: int, tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    body = str(mark).encode()
    head = f"POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", slow_server)) as client:
        client.sendall(head + body)
        (pid,) = until(lambda: pids(mark))
        assert lives(pid)
    until(lambda: not lives(pid), 10)


# -- what comes back ---------------------------------------------------------------------------------


def annotated() -> Tree:
    """A game with variations, a start of its own and every kind of note."""
    game = parlour.game("hex:size=5,pie=no")
    tree = Tree(game, {"Event": "x", "Odd": "y"}, game.start().play("a1").play("b2"))
    first = tree.root.add("c3").add("d4")
    first.comments, first.glyphs, first.clock = ("before", "after"), [1, 14], 61.0
    first.cells, first.arrows, first.labels = {"a1": "G"}, [("a1", "b2", "R")], {"c3": "A"}
    first.evaluation, first.task, first.hint = "+0.5", "do it", "so"
    other = tree.root.add("d3")
    other.add("c4").add("c3")
    other.add("a5")
    return tree


def with_chance() -> Tree:
    state = parlour.game("stones-of-fortune").start()
    while len(state.history) < 8 and state.turn is not None:
        state.play(state.draw() if state.turn == parlour.CHANCE else state.moves()[0])
    return Tree.from_state(state)


def from_one_view() -> Tree:
    state = parlour.game("naval-qi").start()
    for _ in range(4):
        state.play(state.draw() if state.turn == parlour.CHANCE else state.moves()[0])
    return as_heard(state, 0)


@pytest.mark.parametrize("make", [lambda: Tree("chess"), annotated, with_chance, from_one_view])
def test_a_packed_tree_is_the_same_tree(make: Callable[[], Tree]) -> None:
    study = StudyTree(make())
    again = StudyTree.unpack(study.pack())
    assert again.text == study.text
    assert again.node_list() == study.node_list()
    assert again.tree.heard_by == study.tree.heard_by
    if study.has_positions:
        for one, other in zip(study.tree.nodes(), again.tree.nodes(), strict=True):
            assert one.state().text == other.state().text


# -- files of games ----------------------------------------------------------------------------------


def import_file(folder: Path, limits: str, work: str) -> tuple[int, str]:
    """Import a file with other limits and work: the exit status, and what the process reports."""
    (folder / "games.pgn").write_text("1. e4 e5 *")
    code = (
        "from pathlib import Path; from parlour.web.collections import collection_import as c; "
        f"{limits}; c.fill = {work}; c.fill_within_limits(Path('games.pgn'), Path('x.sqlite'), 1 << 30)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=60
    )
    return run.returncode, run.stdout


def test_importing_a_file_ends_when_its_time_or_memory_is_used_up(tmp_path: Path) -> None:
    status, _ = import_file(tmp_path, "c.MOST_SECONDS = 2", "lambda *_: sum(iter(int, 1))")
    assert status in ENDS_OF_TIME
    _, words = import_file(tmp_path, "c.MEGABYTES = 100", "lambda *_: bytearray(200 << 20)")
    assert "100 MB are allowed" in words
