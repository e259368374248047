"""Tournament files in TOML: entrants, games and form. docs/play/tournaments.md lists the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.errors import BadTournament
from parlour.players import player
from parlour.table import catalogue
from parlour.toml_lines import TomlSource, TomlTable

ROUND_ROBIN, SWISS, KNOCK_OUT, ARENA, LADDER, TABLES = FORMATS = (
    "round-robin",
    "swiss",
    "knock-out",
    "arena",
    "ladder",
    "tables",
)
FEWEST_SEATS = 3  # of the games of a table event
MOST_ENTRANTS = 500
MOST_ROUNDS = 1000
MOST_GAMES = 100_000  # in a meeting


@dataclass(frozen=True)
class Entrant:
    """A bot, whose `player` `parlour.players.player` reads, or a person without `player`.

    `first`: the first round of a late entry; `last`: the last one before a withdrawal; `byes`: the
    rounds in which a half-point bye was requested.
    """

    name: str
    player: str | None = None
    first: int = 1
    last: int | None = None
    byes: tuple[int, ...] = ()

    def is_entered(self, round_number: int) -> bool:
        """Whether the entrant has come and not gone in a round."""
        return self.first <= round_number and (self.last is None or round_number <= self.last)

    def has_bye(self, round_number: int) -> bool:
        """Whether the entrant has a requested bye in a round."""
        return round_number in self.byes and self.is_entered(round_number)

    def is_in(self, round_number: int) -> bool:
        """Whether the entrant plays in a round."""
        return self.is_entered(round_number) and not self.has_bye(round_number)


@dataclass(frozen=True)
class TournamentPlan:
    """The settings of a tournament; entrants are in the order of their seeds.

    A meeting has `number` games, in pairs from one opening of `opening` random plies with the seats
    swapped. Round r plays `games`[r - 1], and the list repeats. With `gain`, in Elo, a meeting ends as
    soon as a sequential test decides whether the first is that much better or worse. `tables`: how many
    sit at a table of each game of a table event.
    """

    title: str
    format: str
    entrants: tuple[Entrant, ...]
    games: tuple[str, ...]
    rounds: int = 1
    number: int = 2
    opening: int = 0
    budget: str | None = None
    seed: int = 0
    gain: float = 0.0
    tables: tuple[int, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names."""
        return tuple(entrant.name for entrant in self.entrants)

    def game(self, round_number: int) -> str:
        """The game of a round."""
        return self.games[(round_number - 1) % len(self.games)]

    def seats(self, round_number: int) -> int:
        """How many meet in a round: two, or those at a table."""
        return self.tables[(round_number - 1) % len(self.tables)] if self.tables else 2


def check_tables(form: str, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats of a table event's games, none for other formats; raises BadTournament."""
    if form != TABLES:
        return ()
    if min(seats) < FEWEST_SEATS:
        raise BadTournament(f"{TABLES} are for games of {FEWEST_SEATS} or more players")
    return tuple(seats)


def read_plan(path: str | Path) -> TournamentPlan:
    """Read a tournament file; raises BadTournament, which names the line and the key."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadTournament(f"{str(path)[:200]} cannot be read: {error}") from error
    return plan_of(text, str(path))


def plan_of(text: str, name: str) -> TournamentPlan:
    """Parse the text of a tournament file; raises BadTournament."""
    table = TomlSource(text, name, BadTournament).table
    form = table.word("format", ROUND_ROBIN, FORMATS)
    games = table.texts("games")
    found = [table.attempt("games", lambda text=text: catalogue.game(text)) for text in games]  # type: ignore[misc]
    at_tables = table.attempt("games", lambda: check_tables(form, [g.seats for g in found]))
    if any(game.seats < 2 for game in found):
        table.refuse("games", "expected games for two or more")
    budget = table.text("budget", "") or None
    rounds = table.whole("rounds", 1, 1, MOST_ROUNDS)
    entrants = tuple(_entrant(row, form, rounds) for row in table.tables("players"))
    fewest = max(at_tables, default=2)
    if not fewest <= len(entrants) <= MOST_ENTRANTS:
        words = f"expected {fewest} to {MOST_ENTRANTS} players, each under [[players]]"
        table.refuse("players", words)
    if len({entrant.name for entrant in entrants}) < len(entrants):
        table.refuse("players", "two players have the same name")
    for row, entrant in zip(table.tables("players"), entrants, strict=True):
        for game in found if entrant.player else ():
            row.attempt("player", lambda e=entrant, g=game: player(e.player or "", g, 0, budget))  # type: ignore[misc]
    plan = TournamentPlan(
        title=table.text("title", Path(name).stem or "tournament"),
        format=form,
        entrants=entrants,
        games=tuple(game.name if game.address == game.name else text
                    for game, text in zip(found, games, strict=True)),
        rounds=rounds,
        number=table.whole("number", 1 if at_tables else 2, 1, 1 if at_tables else MOST_GAMES),
        opening=table.whole("opening", 0, 0, 100),
        budget=budget,
        seed=table.whole("seed", 0, 0, 2**31 - 1),
        gain=table.number("gain", 0.0, 0.0, 0.0 if at_tables else 400.0),
        tables=at_tables,
    )  # fmt: skip
    table.check_all_used()
    return plan


def _entrant(table: TomlTable, form: str, rounds: int) -> Entrant:
    bot = table.text("player", "") or None
    name = table.text("name", bot or "", 60)
    if not name:
        table.refuse("", "expected player, a bot, or name, a person")
    byes = table.wholes("byes", (), 1, rounds)
    if byes and form != SWISS:
        table.refuse("byes", "only a Swiss has requested byes")
    table.check_all_used()
    return Entrant(name, bot, byes=byes)
