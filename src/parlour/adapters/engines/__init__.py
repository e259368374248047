"""Our bots as engines for other programs: `parlour engine --protocol ugi|uci|usi|gtp|uhp|hub GAME`.

`lines` speaks the three protocols that look alike (UGI, UCI, USI), `gtp` the Go Text Protocol, `uhp` the
Universal Hive Protocol and `hub` that of the draughts engine Scan; all of them think by `thinking`. `serve`
reads commands until ``quit``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from parlour.adapters.engines.engine_settings import Engine
from parlour.adapters.engines.gtp_engine import GtpEngine
from parlour.adapters.engines.hub_engine import HubEngine
from parlour.adapters.engines.line_engine import UCI, UGI, USI, LineEngine
from parlour.adapters.engines.uhp_engine import UhpEngine
from parlour.errors import BadOption
from parlour.table.game import Game

Say = Callable[[str], None]

PROTOCOLS: dict[str, Callable[[Game, str, Say], Engine]] = {
    "ugi": lambda game, bot, say: LineEngine(game, bot, say, UGI),
    "uci": lambda game, bot, say: LineEngine(game, bot, say, UCI),
    "usi": lambda game, bot, say: LineEngine(game, bot, say, USI),
    "gtp": GtpEngine,
    "uhp": UhpEngine,
    "hub": HubEngine,
}


def engine(protocol: str, game: Game, bot: str, say: Say) -> Engine:
    """An engine that answers commands through `say`; raises BadOption where the game does not suit."""
    if protocol not in PROTOCOLS:
        raise BadOption(f"there is no protocol {protocol!s:.20}: there are {', '.join(PROTOCOLS)}")
    return PROTOCOLS[protocol](game, bot, say)


def serve(protocol: str, game: Game, bot: str, commands: Iterable[str] | None = None) -> None:
    """Answer commands, from standard input where none are given, until ``quit`` or their end."""

    def say(line: str) -> None:
        print(line, flush=True)

    speaking = engine(protocol, game, bot, say)
    if protocol == "uhp":
        speaking.hear("info")  # which an engine tells unasked when it is started
    for line in sys.stdin if commands is None else commands:
        if not speaking.hear(line):
            break
    speaking.close()
