"""`parlour engine`: a bot as an engine for other programs."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.adapters.engines import serve
from parlour.cli.console import chosen_game


def serve_engine(name: str, options: Sequence[str], protocol: str, bot: str) -> None:
    """Answer commands on standard input; the default `bot` is the game's strongest player."""
    game = chosen_game(name, options, at_table=True)
    serve(protocol, game, bot or "strongest:seconds=1")
