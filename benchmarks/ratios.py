"""Compare a few speeds with those of the last release, by their ratios to fixed loops.

`python benchmarks/ratios.py` fails if a ratio has fallen by more than 15%, or 40% on a processor of
another model; `--save` stores the ratios of a release in benchmarks/results. Each speed is divided
by that of a loop that never changes, of compiled or of plain Python, so that the machine cancels
out. Both alternate in short rounds of processor time and the best round of each counts: other work
on the machine only makes a round slower. A measurement ends as soon as its ratio is good enough; a
ratio that has fallen is measured again a little later. Run it alone: processes share their caches.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np

import parlour
from parlour.adapters import vector
from parlour.records import Tree, read
from parlour.search import perft, playouts
from parlour.search.alphabeta.alphabeta_search import AlphaBeta
from parlour.search.mcts.mcts_search import MCTS

RESULTS = Path(__file__).parent / "results" / "ratios.json"
FALL = 0.15  # a ratio may fall by so much
FALL_ELSEWHERE = 0.4  # on another model of processor: caches and branches differ too
FEW, MOST = 3, 60  # rounds: at least, and until a ratio counts as fallen
SAVED = 30  # rounds for a release
TRIES, PAUSE = 3, 10  # measurements of a ratio that seems to have fallen, and seconds between them

Work = Callable[[], object]


@numba.njit()
def words(n: int) -> int:
    """The compiled loop: shifts, products and a table of 64 kB."""
    table, x, total = np.zeros(8192, np.uint64), np.uint64(1), np.uint64(0)
    for _ in range(n):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        table[x & np.uint64(8191)] += x
        total += table[x >> np.uint64(51)]
    return int(total)


def texts(n: int) -> int:
    """The plain loop: texts, dictionaries and lists."""
    seen: dict[str, list[int]] = {}
    for i in range(n):
        seen.setdefault(f"{i % 97}-{i % 13}", []).append(i)
    return sum(len(row) for row in seen.values())


def compiled_loop() -> object:
    """Some milliseconds of compiled code."""
    return words(4_000_000)


def plain_loop() -> object:
    """Some milliseconds of plain Python."""
    return texts(20_000)


@dataclass(frozen=True)
class Speed:
    """A speed: the work of a round, some milliseconds of it, beside a fixed loop."""

    name: str
    prepare: Callable[[], Work]
    loop: Work = compiled_loop

    @cached_property
    def work(self) -> Work:
        """The work, made when it is first needed."""
        return self.prepare()


def random_games(name: str, count: int) -> Callable[[], Work]:
    game = parlour.game(name)
    return lambda: lambda: playouts(game, count, 1)


def simulations(name: str) -> Work:
    """A tree search with a small tree, from the start."""
    state = parlour.game(name).start()
    return lambda: MCTS(state.game, edges=1 << 17, seed=1).search(state, simulations=4000)


def positions(name: str) -> Work:
    """An alpha-beta search with a small table, from the start."""
    state = parlour.game(name).start()
    search = AlphaBeta(state.game, table=1 << 14)

    def run() -> None:
        search.forget()
        search.search(state, nodes=20_000)

    return run


def leaves(name: str, depth: int) -> Callable[[], Work]:
    state = parlour.game(name).start()
    return lambda: lambda: perft(state, depth)


def vector_steps(name: str) -> Work:
    games = vector(name, n=512, threads=1, seed=1)
    return lambda: [games.step(games.random_actions()) for _ in range(20)]


def states(name: str) -> Work:
    """Moves listed and played from Python, by the plain rules."""

    def run() -> None:
        state = parlour.game(name).start()
        for ply in range(80):
            moves = state.moves()
            state.play(moves[ply * 7 % len(moves)])

    return run


def sgf(name: str) -> Work:
    """A game read and replayed."""
    state = parlour.game(name).start()
    for ply in range(60):
        moves = state.moves()
        state.play(moves[ply * 7 % len(moves)])
    text = Tree.from_state(state).write("sgf").text * 40
    return lambda: list(read(text))


SPEEDS = (
    Speed("hex playouts", random_games("hex", 100_000)),
    Speed("chess playouts", random_games("chess", 400)),
    Speed("lines-of-action playouts", random_games("lines-of-action", 1_000)),
    Speed("hex MCTS", lambda: simulations("hex")),
    Speed("english-draughts alpha-beta", lambda: positions("english-draughts")),
    Speed("chess perft", leaves("chess", 5)),
    Speed("hex vector", lambda: vector_steps("hex")),
    Speed("hex moves from Python", lambda: states("hex"), plain_loop),
    Speed("hex SGF", lambda: sgf("hex"), plain_loop),
)


def processor() -> str:
    """The model of the processor, as Linux has it; "" elsewhere."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text().splitlines() if known.is_file() else []
    rows = [line.partition(":") for line in lines]
    facts = {name.strip(): value.strip() for name, _, value in rows}
    return " ".join(facts.get(key, "") for key in ("model name", "cpu family", "model")).strip()


def seconds(work: Work) -> float:
    """Processor seconds."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def ratio(speed: Speed, enough: float | None, rounds: int) -> float:
    """The loop's best time by the work's, until it is `enough` or after all rounds."""
    speed.loop(), speed.work()  # compiles both
    works, loops, found = [], [], 0.0
    for done in range(1, rounds + 1):
        loops.append(seconds(speed.loop))
        works.append(seconds(speed.work))
        found = min(loops) / min(works)
        if enough is not None and done >= FEW and found >= enough:
            break
    return found


def compare(only: str, saved: dict[str, Any]) -> list[str]:
    """What has fallen, in words."""
    least = 1 - (FALL if saved["processor"] == processor() else FALL_ELSEWHERE)
    speeds, parts = [speed for speed in SPEEDS if only in speed.name], {}
    if not speeds:
        return [f"no speed has {only!r} in its name: there are {', '.join(s.name for s in SPEEDS)}"]
    for tried in range(TRIES):
        if tried and speeds:
            time.sleep(PAUSE)
        for speed in speeds:
            part = ratio(speed, least * saved[speed.name], MOST) / saved[speed.name]
            parts[speed.name] = max(part, parts.get(speed.name, 0.0))
            print(f"{speed.name}: {part:.2f} of {saved['version']}", flush=True)
        speeds = [speed for speed in speeds if parts[speed.name] < least]
    return [
        f"{speed.name} has {parts[speed.name]:.2f} of the speed of {saved['version']}"
        for speed in speeds
    ]


def main() -> None:
    """Compare with the last release, or save."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--save", action="store_true", help="store the ratios of this release")
    arguments.add_argument("--only", default="", help="speeds with this word in their names")
    given = arguments.parse_args()
    gc.disable()  # its time depends on all that the process has made before
    if given.save:
        found = {speed.name: round(ratio(speed, None, SAVED), 4) for speed in SPEEDS}
        about = {"version": parlour.__version__, "processor": processor()}
        RESULTS.write_text(json.dumps(about | found, indent=1) + "\n")
        print(json.dumps(found, indent=1))
        return
    sys.exit("; ".join(compare(given.only, json.loads(RESULTS.read_text()))) or None)


if __name__ == "__main__":
    main()
