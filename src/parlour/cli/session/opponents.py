"""Who sits where: people and players, as the command line and recorded games name them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from parlour.errors import BadPlayer
from parlour.players import Player, player
from parlour.records import Tree, seat_tag
from parlour.table.game import Game

PERSON = "person"


def make_bot(text: str, game: Game, seed: int, budget: str | None = None) -> Player:
    """The player called `text`; `budget` is as the command line has it. Raises BadPlayer."""
    return player(text, game, seed, None if budget is None else spelled_budget(budget))


def spelled_budget(text: str) -> str:
    """A budget as players know it: ``2s`` is seconds, a number simulations; ``key=value`` stays."""
    if "=" in text:
        return text
    return f"seconds={text.removesuffix('s')}" if text.endswith("s") else f"simulations={text}"


def title_of(text: str) -> str:
    """How a player is called at the table."""
    return f"level {text}" if text.isdecimal() else text


@dataclass
class Sitting:
    """Who has each seat: PERSON or a player's text; how bots are to think; which file the game is in."""

    players: list[str]
    budget: str | None = None
    seed: int | None = None
    file: str | None = None  # the path of a game in one file

    def tags(self, game: Game) -> dict[str, str]:
        """The tags that a record of the game gets: date and players, so that play can go on from it."""
        found = {"Date": f"{date.today():%Y.%m.%d}"}
        for name, who in zip(game.seat_names, self.players, strict=True):
            found[seat_tag(name)] = title_of(who)
        for name, who in zip(game.seat_names, self.players, strict=True):
            found[f"{seat_tag(name)}Type"] = "human" if who == PERSON else "program"
        if self.file:
            found["File"] = self.file
        return found


def seated(record: Tree) -> list[str] | None:
    """The players of a record that this program wrote; None if it does not say."""
    found = []
    for name in record.game.seat_names:
        kind = record.tags.get(f"{seat_tag(name)}Type")
        who = record.tags.get(seat_tag(name), "")
        if kind == "human":
            found.append(PERSON)
        elif kind == "program":
            found.append(who.removeprefix("level "))
        else:
            return None
    return found


def seat_number(game: Game, text: str) -> int:
    """The seat that a name, the beginning of one, or a number means; raises BadPlayer."""
    if text.isdecimal() and int(text) < game.seats:
        return int(text)
    found = [i for i, name in enumerate(game.seat_names) if name.lower().startswith(text.lower())]
    if len(found) != 1:
        names = ", ".join(f"{name} ({i})" for i, name in enumerate(game.seat_names))
        raise BadPlayer(f"{game.id} has no seat {text!s:.40}: it has {names}")
    return found[0]


def assigned(
    game: Game, seat: str | None, level: int, given: Mapping[str, str], people: bool
) -> list[str]:
    """A player for each seat: first those `given`, by seat; then a person at `seat`; bots elsewhere.

    Where no seat is named the person takes the first that is free; the seat ``none`` leaves the game to
    bots. With `people` a person has every free seat. Raises BadPlayer.
    """
    players: dict[int, str] = {}
    for name, who in given.items():
        players[seat_number(game, name)] = PERSON if who in (PERSON, "me", "you") else who
    free = [i for i in range(game.seats) if i not in players]
    if seat is None and free:
        players[free[0]] = PERSON
    elif seat is not None and seat.lower() != "none":
        players[seat_number(game, seat)] = PERSON
    return [players.get(i, PERSON if people else str(level)) for i in range(game.seats)]
