"""The form that creates a tournament."""

from __future__ import annotations

from parlour.errors import BadTournament
from parlour.language import mark
from parlour.play.game_clock import canonical_clock
from parlour.tournaments.pairing import swiss_engine
from parlour.tournaments.tournament_plan import (
    ARENA,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    TABLES,
    check_tables,
)
from parlour.web.common.game_registry import registered_game
from parlour.web.common.person_names import visible
from parlour.web.common.secrets import new_name
from parlour.web.play.dependencies import form_clock
from parlour.web.play.rooms import LONGEST_NAME
from parlour.web.store.tournament_store import StoredPlayer, StoredTournament

FORMATS = {
    SWISS: mark("Swiss"),
    ROUND_ROBIN: mark("Round robin"),
    KNOCK_OUT: mark("Knock-out"),
    ARENA: mark("Arena: rounds by the standings"),
    TABLES: mark("Tables of three or more, drawn each round"),
}
MOST_GAMES, MOST_ROUNDS, MOST_BOTS, MOST_PLAYERS = 10, 30, 16, 200
LEVELS = tuple(map(str, range(1, 11)))


def read_form(
    form: dict[str, str], browser: str, origin: str = "", own_name: str = ""
) -> StoredTournament:
    """The tournament that a form describes; `own_name` is that of the person. Raises ParlourError."""
    form_format = form.get("format", SWISS)
    if form_format not in FORMATS:
        raise BadTournament(f"{form_format!r:.40} is no format: choose {', '.join(FORMATS)}")
    if form_format == SWISS:
        swiss_engine()  # before anybody joins
    names = form.get("games", "").split()
    if not 1 <= len(names) <= MOST_GAMES:
        raise BadTournament(f"name 1 to {MOST_GAMES} games, with a space between two")
    games = [registered_game(name) for name in names]
    tables = check_tables(form_format, [game.seats for game in games])
    for game in games:
        if game.seats != 2 and not tables:
            raise BadTournament(
                f"{game.name} is for {game.seats} players: choose games for two, or tables"
            )
    clock = form_clock(form)
    clocks = {canonical_clock(clock, game) for game in games} if clock else {""}
    bots = form.get("bots", "").replace(",", " ").split()
    if len(bots) > MOST_BOTS or set(bots) - set(LEVELS):
        raise BadTournament(f"bots are up to {MOST_BOTS} levels from 1 to 10, such as 2 3 5")
    numbers = (f"Bot {n}, level {level}" for n, level in enumerate(bots, 1))
    players = [StoredPlayer(name, level) for name, level in zip(numbers, bots, strict=True)]
    rated = bool(form.get("rated"))
    if form.get("plays"):
        name = entry_name(form.get("name", ""), own_name, rated, ())
        players.insert(0, StoredPlayer(name, "", browser, origin))
    settings = {
        "format": form_format,
        "games": [game.name for game in games],
        "rounds": _whole(form, "rounds", MOST_ROUNDS, "rounds"),
        "number": 1 if tables else _whole(form, "number", 4, "games in a meeting"),
        "tables": tables,
        "rated": rated,
    }
    title = visible(form.get("title", ""))[:100] or "Club night"
    return StoredTournament(
        new_name(), title, settings, clocks.pop(), browser, players=tuple(players)
    )


def entry_name(text: str, own_name: str, rated: bool, players: tuple[StoredPlayer, ...]) -> str:
    """The name of a person who enters beside these players; where it counts, their own.

    Raises BadTournament.
    """
    if rated and not own_name:
        raise BadTournament("a rated tournament needs your name: choose one under You")
    name = own_name if rated else visible(text)[:LONGEST_NAME]
    if not name:
        raise BadTournament("enter the name under which you play")
    if name.casefold() in {player.name.casefold() for player in players}:
        raise BadTournament(f"{name} plays already: choose another name")
    if len(players) >= MOST_PLAYERS:
        raise BadTournament(f"a tournament here has at most {MOST_PLAYERS} players")
    return name


def _whole(form: dict[str, str], key: str, most: int, words: str) -> int:
    text = form.get(key, "1")
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= most):
        raise BadTournament(f"{text!r:.20} {words}: expected 1 to {most}")
    return int(text)
