"""Self-play: what is compiled is played aside, so that Ctrl-C is heard."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import numpy as np

from parlour.learn.playing import Arena


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
