"""What all engines have in common: a game, a position, a bot that thinks aside."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Protocol

from parlour.errors import BadOption
from parlour.players import player
from parlour.players.kinds import BUDGETS, spelled
from parlour.table.game import Game

LONGEST = 100_000  # characters of a command
CENTIPAWNS = 290.0  # that make the odds of winning e times as good
MATE = 30_000  # centipawns that are reported for a sure win


class Engine(Protocol):
    """A program that is spoken to in lines."""

    def hear(self, line: str) -> bool:
        """Answer a command; False once it was told to quit. Never raises: what is wrong is answered."""

    def close(self) -> None:
        """Stop thinking."""


def check_game(game: Game, protocol: str, *, only: tuple[str, ...] = ()) -> None:
    """Raise BadOption for a game that a protocol cannot speak of."""
    if only and game.id not in only:
        raise BadOption(f"{protocol} speaks of {', '.join(only)}, not of {game.id}")
    if game.seats != 2 or game.spec.hidden or game.has_chance:
        raise BadOption(
            f"{protocol} speaks of games of two seats without chance and without hidden information; "
            f"{game.name} is none"
        )


def centipawns(game: Game, value: float) -> int:
    """An expected score as hundredths of a pawn or a man."""
    share = value / float(game.plain.rules.HIGHEST)
    if not 0 < share < 1:
        return MATE if share >= 1 else -MATE
    return max(-MATE, min(MATE, round(CENTIPAWNS * math.log(share / (1 - share)))))


def settings(game: Game, bot: str) -> Mapping[str, str]:
    """What can be set of a bot besides its budget, and what it is set to: "" as it comes."""
    given = dict(
        part.split("=", 1) for part in spelled(bot, game).partition(":")[2].split(",") if part
    )
    names = (*player(bot, game).SETTINGS, "blunder")
    return {name: given.get(name, "") for name in names if name not in BUDGETS}


def with_setting(game: Game, bot: str, name: str, value: str) -> str:
    """The text of a bot with a setting changed, or taken away by ""; raises BadPlayer, BadOption.

    ``Player`` is the whole text.
    """
    if name.lower() == "player":
        player(value, game)
        return value
    allowed = settings(game, bot)
    if name not in allowed:
        raise BadOption(
            f"there is no option {name!s:.40}: there are {', '.join(['Player', *allowed])}"
        )
    kind, _, text = spelled(bot, game).partition(":")
    given = dict(part.split("=", 1) for part in text.split(",") if part) | {name: value}
    written = ",".join(f"{key}={value}" for key, value in given.items() if value)
    changed = f"{kind}:{written}" if written else kind
    player(changed, game)
    return changed


Say = Callable[[str], None]
