"""Games by names that come from outside: only installed ones. A name never makes the server run a file."""

from __future__ import annotations

from parlour.errors import UnknownGame
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import specs
from parlour.table.game import Game


def known_game(name: str, **options: object) -> Game:
    """The installed game with this id and these options; raises UnknownGame, BadOption."""
    identifier = name.partition(":")[0]
    if identifier not in specs():
        raise UnknownGame(f"there is no game {identifier:.60}: there are {', '.join(specs())}")
    return find_game(name, **options)
