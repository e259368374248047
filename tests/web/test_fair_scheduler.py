"""Taking turns: the time of a worker is shared evenly among clients, whatever they have in hand."""

from __future__ import annotations

import threading

import pytest

from parlour.web.bots import fair_scheduler
from parlour.web.bots.fair_scheduler import FairScheduler


class Clock:
    """Time that passes when somebody works."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


def test_clients_share_the_time_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    """One client has twelve long tasks at work; another's short one takes at most twice its own time."""
    clock, shared = Clock(), FairScheduler(slice_seconds=0.05)
    monkeypatch.setattr(fair_scheduler, "time", clock)
    finished: dict[str, float] = {}

    def task(client: str, name: str, seconds: float) -> None:
        shared.acquire(client)
        done = 0.0
        while done < seconds:
            clock.now += 0.01
            done += 0.01
            shared.yield_turn(client)
        finished[name] = clock.now
        shared.release(client)

    threads = [
        threading.Thread(target=task, args=("greedy", f"g{n}", 5.0), daemon=True) for n in range(12)
    ]
    threads.append(threading.Thread(target=task, args=("modest", "m", 0.9), daemon=True))
    shared.acquire("test")
    for thread in threads:
        thread.start()
    while len(shared.waiting) < len(threads):  # all are there before the first begins
        pass
    shared.release("test")
    for thread in threads:
        thread.join(60)
    assert len(finished) == 13
    assert finished["m"] <= 2 * 0.9 + 0.2
    assert max(finished.values()) > 30


def test_what_was_not_used_is_not_saved_up(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, shared = Clock(), FairScheduler(slice_seconds=0)
    monkeypatch.setattr(fair_scheduler, "time", clock)
    shared.acquire("early")
    clock.now = 100.0
    shared.release("early")
    assert not shared.used  # nobody is at work: nobody is owed anything


def test_only_the_next_thread_is_woken() -> None:
    """Many waiting threads cost nothing: each runs when it is its turn, in order of arrival."""
    shared, order = FairScheduler(), []

    def task(name: int) -> None:
        shared.acquire(f"client {name}")
        order.append((name, len(shared.waiting)))
        shared.release(f"client {name}")

    shared.acquire("test")
    threads = [threading.Thread(target=task, args=(name,), daemon=True) for name in range(20)]
    for place, thread in enumerate(threads, 1):
        thread.start()
        while len(shared.waiting) < place:
            pass
    shared.release("test")
    for thread in threads:
        thread.join(10)
    assert order == [(name, 19 - name) for name in range(20)]
    assert not shared.waiting
    assert not shared.used
