"""Experiments on a Dask cluster: a scheduler and workers in processes of their own, one of them killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.errors import ParlourError
from parlour.lab.experiment import parse_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.running import Progress, run
from parlour.lab.workers import here, on_cluster
from parlour.tournaments import bot_pairs as playing
from parlour.tournaments.results_file import TournamentFile
from parlour.tournaments.tournament_plan import plan_of
from tests.tournaments.test_keeping import PLAN

GAMES = 160
TEXT = f"""
title = "Far away"
question = "Does it matter where games are played?"
games = {GAMES}
[[variant]]
game = "lines-of-action"
[[budget]]
players = "random:blunder=1"
"""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler's address, and its two workers."""
    place = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    beside = ["--scheduler-file", str(place), "--no-dashboard"]
    scheduler = subprocess.Popen(
        [*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", *beside], **quiet
    )
    options = ["--nthreads", "1", "--no-nanny", *beside]
    workers = [subprocess.Popen([*dask, "worker", *options], **quiet) for _ in range(2)]
    deadline = time.monotonic() + 30
    while not place.exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    yield json.loads(place.read_text())["address"], workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


@pytest.mark.long
def test_a_killed_worker_loses_nothing(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    experiment, killed = parse_experiment(TEXT), []

    def told(progress: Progress) -> None:
        if progress.done >= 10 and not killed:
            os.kill(workers[0].pid, signal.SIGKILL)
            killed.append(progress.done)

    run(experiment, Laboratory(tmp_path / "far"), on_cluster(address), lambda *_: True, told, 2)
    assert killed
    assert killed[0] < GAMES
    run(experiment, Laboratory(tmp_path / "near"), here, lambda *_: True)
    far, near = (
        list(Laboratory(tmp_path / name).traces(experiment, 0, 0)) for name in ("far", "near")
    )
    assert len(far) == GAMES
    assert far == near


@pytest.mark.long
def test_no_scheduler_is_told() -> None:
    with pytest.raises(ParlourError, match="there is no Dask scheduler at"):
        list(on_cluster("tcp://127.0.0.1:1")(iter(())))


@pytest.mark.long
def test_a_tournament_on_a_cluster_plays_the_same(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    plan = plan_of(PLAN, "a")
    here, far = TournamentFile(plan, tmp_path / "here"), TournamentFile(plan, tmp_path / "far")
    list(here.play(playing.on_cores(1)))
    list(far.play(playing.on_cluster(cluster[0]), 2))
    assert (tmp_path / "here").read_text() == (tmp_path / "far").read_text()
