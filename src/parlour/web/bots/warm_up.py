"""Compile games in advance, at the lowest priority, so that visitors do not wait.

A separate process lets a bot of each kind make a first move: in the games started most often on this
server, then in all others in the lobby's order. The workers find the result in the cache, and `progress`
says how far it is. ``PARLOUR_AHEAD=0`` turns it off.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from sqlalchemy import create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from parlour.child_process import end_with, take_lowest_priority
from parlour.errors import ParlourError
from parlour.players import player
from parlour.players.levels import level_texts
from parlour.table.background_compiler import compiles_ahead
from parlour.table.catalogue import game, listed_specs
from parlour.web.settings import default_database
from parlour.web.store.schema import games

MOST_PLAYED = 8  # games, with their options, to compile first
LEVELS = 6  # the lowest levels, whose kinds of players are compiled
PROGRESS = re.compile(
    r"compiled (\d+) of (\d+) (.*)"
)  # a line of the process: games, and which is next


@dataclass(frozen=True)
class WarmUp:
    """The number of games compiled in advance, of all, and the one that is being compiled."""

    done: int
    games: int
    now: str = ""


_progress: list[WarmUp] = []  # the latest of this process's server


def progress() -> dict[str, object] | None:
    """How far compiling in advance is; None where nothing is compiled in advance."""
    return asdict(_progress[-1]) if _progress else None


@contextlib.contextmanager
def warm_up(database: str) -> Iterator[None]:
    """Compile in a process that ends with the server."""
    if not compiles_ahead():
        yield
        return
    # The database URL may contain a password, which a command line would show.
    environment = {**os.environ, "PARLOUR_DATABASE": database}
    process = subprocess.Popen(
        [sys.executable, "-m", __name__, str(os.getpid())],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    threading.Thread(target=follow, args=(process.stdout,), daemon=True).start()
    try:
        yield
    finally:
        process.kill()  # files in the cache are complete or absent
        process.wait()


def follow(lines: Iterable[str]) -> None:
    """Note the progress that the process prints, between what games' files may print."""
    for line in lines:
        if told := PROGRESS.fullmatch(line.rstrip("\n")):
            _progress[:] = [WarmUp(int(told[1]), int(told[2]), told[3])]


def games_to_compile(database: str) -> list[str]:
    """The names of all games: the most played first, the others as the lobby shows them."""
    found: list[str] = []
    with contextlib.suppress(SQLAlchemyError):
        query = select(games.c.game).group_by(games.c.game).order_by(func.count().desc())
        engine = create_engine(database)
        with engine.connect() as connection:
            found += connection.scalars(query.limit(MOST_PLAYED))
        engine.dispose()
    return list(dict.fromkeys([*found, *(spec.id for spec in listed_specs())]))


def compile_game(name: str) -> None:
    """Compile what a first move of the lower levels needs; raises ParlourError."""
    chosen = game(name)
    kinds: set[str] = set()
    for text in level_texts(chosen)[:LEVELS]:
        kind = text.partition(":")[0]
        if kind not in kinds:
            kinds.add(kind)
            player(text, chosen, seed=1).compile()


def main() -> None:
    """Compile the games while the server lives."""
    take_lowest_priority()
    end_with(int(sys.argv[1]))
    names = games_to_compile(default_database())
    for done, name in enumerate(names):
        print(f"compiled {done} of {len(names)} {name}", flush=True)
        with contextlib.suppress(ParlourError):  # a renamed game, or a deleted file
            compile_game(name)
    print(f"compiled {len(names)} of {len(names)} ", flush=True)


if __name__ == "__main__":
    main()
