"""The commands `perft`, `playouts` and `bench`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from parlour.cli.console import chosen_game, chosen_state, console
from parlour.errors import BadPlayer, ParlourError
from parlour.search import divide as divide_search
from parlour.search import playouts as playout_search
from parlour.search.alphabeta.alphabeta_search import AlphaBeta
from parlour.search.mcts.mcts_search import MCTS
from parlour.table.game import Game, State

BENCH_SECONDS = 1.0  # for each figure
PERFT_DEEPEST = 12

ReportPart = Callable[[float], None]


@contextmanager
def progress_bar(out: Console, label: str) -> Iterator[ReportPart]:
    """Show a progress bar for the part of the work that is done, from 0 to 1."""
    bar = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=out,
        transient=True,
        disable=not out.is_terminal,
    )
    with bar:
        task = bar.add_task(label, total=None)
        yield lambda part: bar.update(task, total=1.0, completed=part)


def perft(name: str, depth: int, divided: bool, options: list[str], position: str | None) -> None:
    """Print the number of lines of `depth` plies; with `divided`, also for each first move."""
    out, state = console(), chosen_state(name, options, position)
    if depth == 0:
        out.print("perft 0: 1")
        return
    started = time.perf_counter()
    with progress_bar(out, f"perft {depth}") as report:
        found = _divide(state, depth, report)
    seconds = time.perf_counter() - started
    if divided:
        for move, count in found.items():
            out.print(f"{move}: {count}", markup=False)
    out.print(f"perft {depth}: [bold]{sum(found.values())}[/bold]  [dim]{seconds:.2f} s[/dim]")


def positions(name: str, depth: int, options: list[str], position: str | None) -> None:
    """Print the number of distinct positions at each depth."""
    from parlour.lab.measures.tree_size import positions_by_depth

    start = chosen_state(name, options, position)
    for plies, count in enumerate(positions_by_depth(start, depth)):
        print(f"{plies}: {count}")


def _divide(state: State, depth: int, report: ReportPart | None = None) -> dict[str, int]:
    try:
        return divide_search(state, depth, progress=report)
    except ParlourError:
        raise
    except ValueError as error:
        raise ParlourError(f"{state.game.name}: {error}") from error


def playouts(
    name: str, number: int, options: list[str], position: str | None, seed: int | None
) -> None:
    """Print the results of `number` random games."""
    out, state = console(), chosen_state(name, options, position)
    with progress_bar(out, "random games") as report:
        found = playout_search(state, number, _seed(seed), progress=report)
    table = Table(box=None, padding=(0, 3, 0, 0), show_header=False)
    table.add_row("games", f"{found.count:,}")
    for seat, score in zip(state.game.seat_names, found.scores, strict=True):
        table.add_row(f"{seat} scores", f"{score:.3f}")
    table.add_row("length", f"{found.plies / found.count:.1f} plies")
    table.add_row("speed", f"{found.rate:,.0f} games per second")
    out.print(table)


def _seed(seed: int | None) -> int:
    return random.SystemRandom().getrandbits(62) if seed is None else seed


def bench(name: str, options: list[str]) -> None:
    """Print the speed of a game's rules and searches on this machine, in one thread."""
    out, game = console(), chosen_game(name, options)
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("one thread")
    table.add_column("per second", justify="right")
    for label, measure in _FIGURES.items():
        with progress_bar(out, label):
            figure = measure(game)
        table.add_row(label, Text("–") if figure is None else Text(f"{figure:,.0f}", "bold"))
    out.print(Text(game.name, "bold"))
    out.print(table)


def _playouts_per_second(game: Game, compiled: bool = True) -> float:
    """The random games per second, measured for about BENCH_SECONDS."""
    count, rate = 1, 0.0
    while True:
        found = playout_search(game, count, seed=1, compiled=compiled)
        rate = found.rate
        if found.seconds >= BENCH_SECONDS / 2:
            return rate
        count = max(2 * count, int(rate * BENCH_SECONDS))


def _plain_playouts_per_second(game: Game) -> float:
    return _playouts_per_second(game, compiled=False)


def _perft_per_second(game: Game) -> float | None:
    """The perft leaves per second from the start; None if chance cannot be listed."""
    state, rate = _start_after_chance(game), 0.0
    try:
        divide_search(state, 2)  # compiles it
        for depth in range(2, PERFT_DEEPEST):
            started = time.perf_counter()
            leaves = sum(divide_search(state, depth).values())
            seconds = time.perf_counter() - started
            rate = leaves / seconds
            if seconds >= BENCH_SECONDS / 4 or leaves == 0:
                break
    except ValueError:
        return None
    return rate


def _simulations_per_second(game: Game) -> float:
    """The simulations per second of Monte Carlo tree search from the start."""
    searcher, state = MCTS(game), _start_after_chance(game)
    searcher.search(state, simulations=1)  # compiles it
    found = searcher.search(state, seconds=BENCH_SECONDS)
    return found.nodes / found.seconds


def _alpha_beta_per_second(game: Game) -> float | None:
    """The positions per second searched by alpha-beta from the start."""
    try:
        searcher, state = AlphaBeta(game), _start_after_chance(game)
        searcher.search(state, depth=1)
        found = searcher.search(state, seconds=BENCH_SECONDS)
    except BadPlayer:
        return None
    return found.nodes / found.seconds


def _start_after_chance(game: Game) -> State:
    """The start, after initial chance events."""
    return game.start().play_chance(random.Random(1))


_FIGURES: dict[str, Callable[[Game], float | None]] = {
    "random games": _playouts_per_second,
    "random games, uncompiled": _plain_playouts_per_second,
    "perft leaves": _perft_per_second,
    "MCTS simulations": _simulations_per_second,
    "alpha-beta positions": _alpha_beta_per_second,
}
