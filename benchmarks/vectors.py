"""Step thousands of games at once, beside pgx (https://github.com/sotetsuk/pgx) on the CPU.

`python benchmarks/vectors.py` measures random legal moves a second of `parlour.adapters.vector`,
with one and two threads, and saves them as JSON in benchmarks/results. If pgx is installed (it
needs JAX and is in none of our extras: `pip install pgx 'jax[cpu]'`), it plays Hex, chess and shogi
in the same run, in alternation, both with an observation at every step: it draws random moves by
masks inside the compiled step and restarts finished games, as ours does. JAX uses as many threads as it
likes, so compare processor
time.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from parlour.adapters import vector

RESULTS = Path(__file__).parent / "results" / "vectors.json"
GAMES = {
    "yavalath": 5e6,
    "lines-of-action": 1e6,
    "english-draughts": 2e6,
}  # moves a second to reach
BOTH = {"hex:pie=no,size=11": "hex", "chess": "chess", "shogi": "shogi"}
N = 4096  # games at once
SECONDS = 1.0  # of a round
ROUNDS = 3

Step = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One game's result: moves a second of wall and processor time, medians."""

    name: str
    by: str
    rate: float
    per_processor_second: float
    target: float
    load: float


def ours(name: str, threads: int) -> tuple[Step, int]:
    """A step of all our games, and their number."""
    games = vector(name, n=N, threads=threads, seed=1, observations=True)
    return lambda: games.step(games.random_actions()), N


def theirs(name: str, n: int) -> tuple[Step, int]:
    """A step of pgx: random legal moves and restarted games, compiled as one."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def go_on(state, key):  # type: ignore[no-untyped-def]
        key, drawn, begun = jax.random.split(key, 3)
        odds = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(drawn, odds, axis=-1)
        return step(state, actions, jax.random.split(begun, n)), key

    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), n))]
    held.append(jax.random.PRNGKey(2))

    def one() -> None:
        held[:] = go_on(*held)
        jax.block_until_ready(held[0].current_player)

    return one, n


def rates(step: Step, n: int) -> tuple[float, float]:
    """Moves a second of wall time and of processor time, in one round."""
    begun, used, steps = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - begun < SECONDS:
        step()
        steps += 1
    moves = steps * n
    return moves / (time.perf_counter() - begun), moves / (time.process_time() - used)


def measured(name: str, sides: dict[str, tuple[Step, int]], target: float = 0.0) -> list[Row]:
    """Both sides in alternation, after a first step of each that compiles."""
    for step, _ in sides.values():
        step()
    found: dict[str, list[tuple[float, float]]] = {by: [] for by in sides}
    for _ in range(ROUNDS):
        for by, (step, n) in sides.items():
            found[by].append(rates(step, n))
    load = os.getloadavg()[0]
    return [
        Row(name, by, *map(statistics.median, zip(*rounds, strict=True)), target, load)
        for by, rounds in found.items()
    ]


def main() -> None:
    """Measure, print and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="games with this in their names")
    parser.add_argument("--pgx-games", type=int, default=512, help="games at once of pgx")
    given = parser.parse_args()
    rows: list[Row] = []
    for name, target in GAMES.items():
        if given.only in name:
            sides = {f"ours, {t} thread{'s'[: t - 1]}": ours(name, t) for t in (1, 2)}
            rows += measured(name, sides, target)
    for name, pgx_name in BOTH.items():
        if given.only in name:
            both = {"ours, 2 threads": ours(name, 2)}
            try:
                both["pgx"] = theirs(pgx_name, given.pgx_games)
            except ImportError:
                print(f"pgx is not installed: {name} is measured alone")
            rows += measured(name, both)
    table = Table("game", "by", "moves a second", "a processor second", "to reach", "load")
    for row in rows:
        target = f"{row.target:,.0f}" if row.target else ""
        figures = (f"{row.rate:,.0f}", f"{row.per_processor_second:,.0f}", target)
        table.add_row(row.name, row.by, *figures, f"{row.load:.1f}")
    Console().print(table)
    if not given.only:
        RESULTS.write_text(json.dumps([asdict(row) for row in rows], indent=2) + "\n")


if __name__ == "__main__":
    main()
