"""Compiling ahead: at the lowest priority, what the next visitor would otherwise wait for.

A process of its own has a bot of each kind make the first move of the games begun most often on this server,
then of all in the lobby's order; what is compiled is found in the cache by the workers. ``PARLOUR_AHEAD=0``
leaves it out.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

from sqlalchemy import create_engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.players import player
from parlour.players.beside import compiles_ahead
from parlour.players.levels import level_texts
from parlour.table.catalogue import game, specs
from parlour.web.settings import default_database
from parlour.web.store.schema import games as begun

OFTENEST = 8  # games, with their options, that were begun most often
LEVELS = 6  # the levels, from the first, whose kinds of players are made ready
LOWEST = 19  # priority


@contextlib.contextmanager
def compiling_ahead(database: str) -> Iterator[None]:
    """Compile meanwhile, in a process that ends with the server."""
    if not compiles_ahead():
        yield
        return
    # The address of a database may have a password in it, which a command line would show.
    environment = {**os.environ, "PARLOUR_DATABASE": database}
    process = subprocess.Popen(
        [sys.executable, "-m", __name__],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.kill()  # files of the cache are whole or not there at all
        process.wait()


def worth_compiling(database: str) -> list[str]:
    """Names of games, those first that were begun most often; each once."""
    found: list[str] = []
    with contextlib.suppress(SQLAlchemyError):
        query = select(begun.c.game).group_by(begun.c.game).order_by(func.count().desc())
        engine = create_engine(database)
        with engine.connect() as connection:
            found += connection.scalars(query.limit(OFTENEST))
        engine.dispose()
    return list(dict.fromkeys([*found, *specs()]))


def compile_game(name: str) -> None:
    """Have everything compiled that a first move of the lower levels needs; raises ParlourError."""
    chosen = game(name)
    kinds: set[str] = set()
    for text in level_texts(chosen)[:LEVELS]:
        kind = text.partition(":")[0]
        if kind not in kinds:
            kinds.add(kind)
            player(text, chosen, seed=1).compile()


def main() -> None:
    """Compile what is worth it, for as long as the server lives."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    server = os.getppid()
    for name in worth_compiling(default_database()):
        if os.getppid() != server:
            return
        with contextlib.suppress(ParlourError):  # a game that was renamed, or whose file is gone
            compile_game(name)


if __name__ == "__main__":
    main()
