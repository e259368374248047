"""Compare with OpenSpiel in one run: random playouts, MCTS simulations, perft, and starting up.

`python benchmarks/speed.py` prints a table and saves it as JSON in benchmarks/results. Both sides
alternate, one thread each; a figure is the median of the rounds, a ratio that of the medians. Only
ratios are meaningful on another machine. `--only WORD` measures what has the word in its name.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import peer
from rich.console import Console
from rich.table import Table

import parlour
from parlour.players import player
from parlour.search import perft, playouts

RESULTS = Path(__file__).parent / "results" / "speed.json"
SECONDS = 1.0  # about so long for each side in each round
PERFT_UNIT = 1200  # the LOA playouts of OpenSpiel for which a draughts perft rate is given

Rate = Callable[[int, int], float]  # (count, seed) -> per second


@dataclass(frozen=True)
class Pair:
    """A measurement of ours and of theirs, and the target ratio."""

    name: str
    target: float
    ours: Rate
    theirs: Rate
    first_counts: tuple[int, int]


@dataclass(frozen=True)
class Row:
    """A row of the table: rates a second and their ratio."""

    name: str
    ours: float
    theirs: float
    ratio: float
    target: float


def our_playouts(name: str) -> Rate:
    return lambda count, seed: playouts(parlour.game(name), count, seed).rate


def our_simulations(name: str) -> Rate:
    game = parlour.game(name)

    def rate(count: int, seed: int) -> float:
        bot = player(f"mcts:simulations={count}", game, seed)
        state = game.start()
        begun = time.perf_counter()
        bot.choose(state)
        return count / (time.perf_counter() - begun)

    return rate


def their(measure: Callable[[str, int, int], float], name: str) -> Rate:
    return lambda count, seed: measure(name, count, seed)


PEERS = (
    # ours, theirs, targets for playouts and MCTS, first counts for ours and theirs
    ("lines-of-action", "lines_of_action", 50, 40, 20_000, 300),
    ("english-draughts", "checkers", 25, 25, 50_000, 2_000),
    ("chess", "chess", 8, 8, 10_000, 200),
    ("y:pie=no", "y(board_size=15)", 80, 25, 1_000_000, 10_000),
    ("hex:pie=no", "hex(board_size=11)", 40, 20, 500_000, 10_000),
)

PLAYOUTS_ONLY = (
    # ours, a game of theirs of like weight, target for playouts, first counts for ours and theirs
    ("tumbling-down", "lines_of_action", 15, 10_000, 300),
    ("focus", "lines_of_action", 3, 3_000, 300),
    ("twindraughts", "checkers", 8, 20_000, 2_000),
    ("merger-chess", "chess", 4, 2_000, 200),
    ("shogi", "shogi", 8, 500, 50),
    ("tiger-chequers", "chess", 4, 3_000, 200),
    ("merlins-chain", "chess", 3, 3_000, 200),
    # OpenSpiel breaks games off after 500 moves, so ours are given the same length.
    (
        "hive:move_limit=250",
        "hive(uses_mosquito=false,uses_ladybug=false,uses_pillbug=false)",
        5,
        1_000,
        40,
    ),
)


def pairs() -> list[Pair]:
    found = [
        Pair(f"{ours} playouts", target, our_playouts(ours),
             their(peer.playouts_per_second, theirs), (our_count, their_count))
        for ours, theirs, target, our_count, their_count in PLAYOUTS_ONLY
    ]  # fmt: skip
    for ours, theirs, playout_target, mcts_target, our_count, their_count in PEERS:
        found.append(
            Pair(f"{ours} playouts", playout_target, our_playouts(ours),
                 their(peer.playouts_per_second, theirs), (our_count, their_count))
        )  # fmt: skip
        found.append(
            Pair(f"{ours} MCTS", mcts_target, our_simulations(ours),
                 their(peer.simulations_per_second, theirs), (min(our_count, 50_000), their_count))
        )  # fmt: skip
    return found


def measure(pair: Pair, rounds: int) -> Row:
    """The medians of both sides over alternating rounds, after one round to warm up and set counts."""
    counts = [
        max(1, round(side(count, 1) * SECONDS))
        for side, count in zip((pair.ours, pair.theirs), pair.first_counts, strict=True)
    ]
    ours, theirs = [], []
    for seed in range(2, 2 + rounds):
        ours.append(pair.ours(counts[0], seed))
        theirs.append(pair.theirs(counts[1], seed))
    mine, its = statistics.median(ours), statistics.median(theirs)
    return Row(pair.name, mine, its, mine / its, pair.target)


def draughts_perft(rounds: int) -> Row:
    """Leaves a second of draughts perft 9, beside OpenSpiel's LOA playouts scaled to PERFT_UNIT."""
    state = parlour.game("english-draughts").start()
    perft(state, 5)
    ours, theirs = [], []
    for seed in range(1, 1 + rounds):
        begun = time.perf_counter()
        nodes = perft(state, 9)
        ours.append(nodes / (time.perf_counter() - begun))
        theirs.append(peer.playouts_per_second("lines_of_action", 1000, seed))
    mine, its = statistics.median(ours), statistics.median(theirs)
    return Row("english-draughts perft, leaves", mine, its, mine / its, 30_000_000 / PERFT_UNIT)


STARTING = "import parlour; from parlour.players import player; g = parlour.game('{game}'); {work}"
WORK = "print(player('mcts:simulations=100', g, 1).choose(g.start()))"


def starting(rounds: int) -> dict[str, float]:
    """Seconds for a process: `parlour --help`; first results of a game compiled cold, and warm."""
    found = {"parlour --help": _median_seconds([_script("parlour"), "--help"], rounds)}
    for game, *_ in PEERS:
        code = [sys.executable, "-c", STARTING.format(game=game, work=WORK)]
        with tempfile.TemporaryDirectory() as folder:
            found[f"{game}, cold"] = _seconds(code, folder)
            found[f"{game}, warm"] = _median_seconds(code, rounds, folder)
    return found


def _script(name: str) -> str:
    return str(Path(sys.executable).parent / name)


def _median_seconds(command: list[str], rounds: int, cache: str | None = None) -> float:
    return statistics.median(_seconds(command, cache) for _ in range(rounds))


def _seconds(command: list[str], cache: str | None = None) -> float:
    environment = {**os.environ, **({"PARLOUR_CACHE": cache} if cache else {})}
    begun = time.perf_counter()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def table(rows: list[Row]) -> Table:
    shown = Table("what", "ours/s", "OpenSpiel/s", "ratio", "to reach")
    for column in shown.columns[1:]:
        column.justify = "right"
    for row in rows:
        shown.add_row(
            row.name,
            f"{row.ours:,.0f}",
            f"{row.theirs:,.0f}",
            f"{row.ratio:,.1f}",
            f"{row.target:,.0f}",
        )
    return shown


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--only", default="", help="measure what has this word in its name")
    arguments.add_argument("--rounds", type=int, default=7)
    given = arguments.parse_args()
    console = Console()
    rows = []
    for pair in pairs():
        if given.only in pair.name:
            rows.append(measure(pair, given.rounds))
            console.print(f"{rows[-1].name}: {rows[-1].ratio:.1f}")
    if given.only in "english-draughts perft":
        rows.append(draughts_perft(given.rounds))
    console.print(table(rows))
    seconds = starting(given.rounds) if not given.only else {}
    for what, time_taken in seconds.items():
        console.print(f"{what}: {time_taken:.2f} s")
    if not given.only:
        keep(rows, seconds)


def keep(rows: list[Row], seconds: dict[str, float]) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    machine = f"{platform.processor() or platform.machine()}, Python {platform.python_version()}"
    found = {"machine": machine, "rates": [asdict(row) for row in rows], "seconds": seconds}
    RESULTS.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
