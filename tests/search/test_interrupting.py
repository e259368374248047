"""Ctrl-C ends compiled work at once, in a program as in a notebook."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import pytest

from parlour.search.interrupts import interruptible
from tests.conftest import at_length

BEGIN = """
import os, signal, threading, time
import parlour
from parlour.search.alphabeta import alphabeta_search
from parlour.search.exhaustive import perft_search, solve_search
from parlour.search.mcts import mcts_search
from parlour.search.random import playout_search
game = parlour.game("hex:size=9,pie=no")
"""
LONG = {  # what gets ready (it is compiled), and what would then take for ever
    "perft": ("perft_search.perft({}, 2)", "perft_search.perft({}, 12)"),
    "playouts": ("playout_search.playouts({}, 2)", "playout_search.playouts({}, 10**9)"),
    "mcts": (
        "mcts_search.MCTS(game).search({}, simulations=2)",
        "mcts_search.MCTS(game).search({}, simulations=10**9)",
    ),
    "alpha-beta": (
        "alphabeta_search.AlphaBeta(game).search({}, depth=1)",
        "alphabeta_search.AlphaBeta(game).search({}, depth=60)",
    ),
    "solving": (
        "solve_search.winning_moves(parlour.game('hex:size=3').compiled)",
        "solve_search.winning_moves(game.compiled)",
    ),
}
END = """
signal.signal(signal.SIGALRM, signal.default_int_handler)  # Ctrl-C, from within
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    {long}
except KeyboardInterrupt:
    print("stopped", flush=True)
    os._exit(0)
"""


@pytest.mark.long
@pytest.mark.parametrize(
    "what",
    [
        "perft",
        *(at_length(what) for what in ("alpha-beta", "playouts", "mcts", "solving")),
    ],
)
def test_ctrl_c_is_answered_at_once(what: str) -> None:
    ready, long = (text.format("game.start()") for text in LONG[what])
    code = BEGIN + ready + END.format(long=long)
    ended = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, timeout=240
    )
    assert ended.stdout == "stopped\n"


@pytest.mark.long
def test_a_notebooks_stop_button_is_answered_at_once() -> None:
    manager = pytest.importorskip("jupyter_client").KernelManager(kernel_name="python3")
    manager.start_kernel()
    try:
        client = manager.client()
        client.start_channels()
        client.wait_for_ready(60)

        def ended(cell: str, stop: bool) -> Any:
            # A kernel may throw away for a moment what follows an error, but for this.
            asked = client.execute(cell, stop_on_error=False)
            if stop:
                time.sleep(1)
                manager.interrupt_kernel()
            while (answer := client.get_shell_msg(timeout=120))["parent_header"]["msg_id"] != asked:
                pass
            return answer["content"]

        ready, long = (text.format("game.start()") for text in LONG["perft"])
        assert ended(BEGIN + ready, stop=False)["status"] == "ok"
        assert ended(long, stop=True)["ename"] == "KeyboardInterrupt"
        assert ended("game.start().text", stop=False)["status"] == "ok"
    finally:
        manager.shutdown_kernel(now=True)


def test_results_and_errors_come_through() -> None:
    assert interruptible(lambda: 5, lambda: None) == 5
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0, lambda: None)
