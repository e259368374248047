"""What the engines share: their interface, scores in centipawns, and the bot's settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from parlour.errors import BadOption
from parlour.players import player
from parlour.players.chance import LICHESS, odds
from parlour.players.engine_players import ProgramPlayer
from parlour.players.kinds import BUDGETS, bounds, expand
from parlour.table.game import Game
from parlour.table.player import Player

LONGEST = 100_000  # characters of a command
MATE = 30_000  # centipawns that are reported for a sure win


class Engine(Protocol):
    """A program that is spoken to in lines."""

    def hear(self, line: str) -> bool:
        """Answer a command; False after ``quit``. Never raises: errors are answers too."""

    def close(self) -> None:
        """Stop thinking."""


def centipawns(chance: float) -> int:
    """A chance of winning as hundredths of a pawn or a man, by lichess's scale."""
    if not 0 < chance < 1:
        return MATE if chance >= 1 else -MATE
    return round(odds(chance) / LICHESS)


@dataclass(frozen=True)
class Setting:
    """One of a bot's settings: its name, whether it is an int or a float, its bounds, and what it is."""

    name: str
    kind: type
    least: float
    most: int
    usual: str  # where nothing is said of it
    value: str


def settings(game: Game, bot: str) -> list[Setting]:
    """What can be set of a bot besides its budget; nothing of another program, whose text has its options."""
    made = player(bot, game)
    if isinstance(made, ProgramPlayer):
        return []
    _, _, text = expand(bot, game).partition(":")
    given = dict(part.split("=", 1) for part in text.split(",") if part)
    kinds = {name: kind for name, kind in made.SETTINGS.items() if name not in BUDGETS}
    return [
        _setting(made, name, kind, given) for name, kind in [*kinds.items(), ("blunder", float)]
    ]


def _setting(made: Player, name: str, kind: type, given: Mapping[str, str]) -> Setting:
    least, most = bounds(name, kind)
    found = made.usual(name)
    usual = f"{most if found is None else kind(found)}"  # None: without an end
    return Setting(name, kind, least, most, usual, given.get(name, usual))


def with_setting(game: Game, bot: str, name: str, value: str) -> str:
    """The text of a bot with a setting changed, or taken away by ""; raises BadPlayer, BadOption.

    ``Player`` is the whole text.
    """
    if name.lower() == "player":
        player(value, game)
        return value
    allowed = [setting.name for setting in settings(game, bot)]
    if name not in allowed:
        raise BadOption(
            f"there is no option {name!s:.40}: there are {', '.join(['Player', *allowed])}"
        )
    kind, _, text = expand(bot, game).partition(":")
    given = dict(part.split("=", 1) for part in text.split(",") if part) | {name: value}
    written = ",".join(f"{key}={value}" for key, value in given.items() if value)
    changed = f"{kind}:{written}" if written else kind
    player(changed, game)
    return changed


Say = Callable[[str], None]
