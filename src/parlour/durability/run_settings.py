"""The settings of a run: how many kills and moves, which faults, on which database."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random

from parlour.kernel.layout import CHANCE
from parlour.table.catalogue import game, specs


class Fault(StrEnum):
    """A fault besides killed servers."""

    BOTS = "bots"  # a bot's process is killed
    DATABASE = "database"  # the database server is killed
    FULL_DISK = "full-disk"  # no file can grow
    READ_ONLY = "read-only"  # the database refuses to write
    SLOW_DISK = "slow-disk"  # writes wait for a second
    CLOCK = "clock"  # the time of the servers jumps
    CUT = "cut"  # a client hangs up after its request
    DOUBLE = "double"  # a request arrives twice
    REORDER = "reorder"  # an old request arrives again, beside a new one


ALL_FAULTS = frozenset(Fault)
PLIES = 40  # of a random game that shows whether chance is to move


@dataclass(frozen=True)
class RunSettings:
    """What a run does; `tables` games are played at the same time."""

    folder: Path
    database: str  # sqlite, postgresql (a server of its own) or a URL
    kills: int = 20
    moves: int = 2_000
    servers: int = 1
    seed: int = 0
    tables: int = 16
    live: float = 0.1  # the share of games that are played over live connections
    faults: frozenset[Fault] = ALL_FAULTS
    games: tuple[str, ...] = field(default_factory=lambda: usual_games())


def usual_games() -> tuple[str, ...]:
    """The games of two players without hidden information or chance."""
    return tuple(spec.id for spec in specs().values() if not spec.hidden and _is_duel(spec.id))


def _is_duel(game_id: str) -> bool:
    """Whether two players alone are to move in a random game."""
    state, rng, turns = game(game_id).start(), Random(0), set[int | None]()
    for _ in range(PLIES):
        turns.add(state.turn)
        if state.turn is None or state.turn == CHANCE:
            break
        state.play(rng.choice(state.moves()))
    return state.game.seats == 2 and CHANCE not in turns
