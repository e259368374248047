"""Who plays in which seat, as the command line and recorded games say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from parlour.errors import BadPlayer
from parlour.play.game_in_progress import PERSON
from parlour.players import Player, player
from parlour.records import Tree, seat_tag
from parlour.table.game import Game


def make_bot(text: str, game: Game, seed: int, budget: str | None = None) -> Player:
    """The player called `text`, with a budget from the command line. Raises BadPlayer."""
    return player(text, game, seed, None if budget is None else player_budget(budget))


def player_budget(text: str) -> str:
    """A budget in the players' spelling: ``2s`` is seconds, a number simulations; ``key=value`` stays."""
    if "=" in text:
        return text
    return f"seconds={text.removesuffix('s')}" if text.endswith("s") else f"simulations={text}"


def title_of(text: str) -> str:
    """The name of a player in records."""
    return f"level {text}" if text.isdecimal() else text


@dataclass(frozen=True)
class PlayerSetup:
    """Who plays: PERSON or a player's text for each seat; the bots' budget and seed; the game's file."""

    players: list[str]
    budget: str | None = None
    seed: int | None = None
    file: str | None = None  # the path of a game in one file

    def tags(self, game: Game, players: Sequence[str]) -> dict[str, str]:
        """The tags of a record: the date and who plays now, so that play can go on from it."""
        found = {"Date": f"{date.today():%Y.%m.%d}"}
        for name, who in zip(game.seat_names, players, strict=True):
            found[seat_tag(name)] = title_of(who)
        for name, who in zip(game.seat_names, players, strict=True):
            found[f"{seat_tag(name)}Type"] = "human" if who == PERSON else "program"
        if self.file:
            found["File"] = self.file
        return found


def recorded_players(record: Tree) -> list[str] | None:
    """The players of a record that Parlour wrote; None for other records."""
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
    """The seat with this name, beginning of a name, or number; raises BadPlayer."""
    if text.isdecimal() and int(text) < game.seats:
        return int(text)
    found = [i for i, name in enumerate(game.seat_names) if name.lower().startswith(text.lower())]
    if len(found) != 1:
        names = ", ".join(f"{name} ({i})" for i, name in enumerate(game.seat_names))
        raise BadPlayer(f"{game.id} has no seat {text!s:.40}; the seats are {names}")
    return found[0]


def assign_players(
    game: Game, seat: str | None, level: int, given: Mapping[str, str], people: bool
) -> list[str]:
    """A player for each seat: those `given` by seat, a person at `seat`, bots elsewhere.

    By default the person takes the first free seat; the seat ``none`` leaves the game to bots. With
    `people`, people play in all free seats. Raises BadPlayer.
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
