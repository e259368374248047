"""Self-play: what is compiled is played aside, so that Ctrl-C is heard."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np

from parlour.learn.playing import Arena
from parlour.search.interrupts import interruptible


def test_games_are_played_aside_from_the_thread_that_hears_ctrl_c() -> None:
    players: list[threading.Thread] = []

    def play_games(*_: Any) -> int:
        players.append(threading.current_thread())
        return 2

    def play_pair(*given: Any) -> int:
        players.append(threading.current_thread())
        given[-1][:] = 2000
        return 1

    arena: Any = Arena.__new__(Arena)
    arena.algorithm = SimpleNamespace(play_games=play_games, play_pair=play_pair)
    arena.rules = SimpleNamespace(CODED_CELLS=1, EXTRAS=0)
    arena.record = SimpleNamespace()
    arena._searcher = lambda model: None
    assert np.shape(arena.positions(None, 1, 1)) == (2, 5)
    assert arena.pairs(None, None, (1, 1), 1) == [1.0]
    assert len(players) == 2
    assert threading.main_thread() not in players


def test_speed_counts_the_processor_time_of_the_thread_that_plays() -> None:
    """Matches in equal time rest on it."""
    arena: Any = Arena.__new__(Arena)
    arena.record = SimpleNamespace(searched=0)

    def positions(model: None, nodes: int, games: int) -> None:
        def work() -> None:
            begun = time.process_time()
            while time.process_time() < begun + 0.02:
                arena.record.searched += 1

        interruptible(work, lambda: None)

    arena.positions = positions
    begun = time.process_time()
    speed = arena.speed(None, 1)
    assert speed < 3 * arena.record.searched / (time.process_time() - begun)
