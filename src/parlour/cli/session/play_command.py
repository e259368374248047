"""`parlour play`: a new or saved game at the terminal."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from parlour.cli.background_work import UserLeft
from parlour.cli.console import chosen_game, chosen_state, console
from parlour.cli.session.line_input import lines_for
from parlour.cli.session.opponents import PlayerSetup, assign_players, recorded_players
from parlour.cli.session.saved_games import Autosave, last_unfinished
from parlour.cli.session.session import Session
from parlour.cli.session.session_commands import COMMANDS
from parlour.clocks.timing import Timing
from parlour.errors import BadPlayer, BadRecord, UnknownGame
from parlour.play.game_clock import GameClock
from parlour.records import Tree, first, tags_of
from parlour.table.catalogue import game as find_game
from parlour.table.game import State
from parlour.table.phases import clock_for

NewSession = tuple[State, PlayerSetup, Autosave, GameClock | None]


@dataclass(frozen=True)
class PlayArguments:
    """The arguments of `parlour play`."""

    game: str | None
    options: list[str]
    seat: str | None
    level: int
    players: list[str]
    people: bool
    budget: str | None
    position: str | None
    load: str | None
    save: str | None
    resume: bool
    seed: int | None
    clock: str | None = None


def play_game(wanted: PlayArguments) -> None:
    """Start or resume a game at the terminal; raises ParlourError."""
    out = console()
    recorded = wanted.load or wanted.resume
    state, setup, autosave, clock = _resume(wanted) if recorded else _new(wanted)
    if wanted.clock is not None:
        clock = GameClock(Timing(clock_for(state.game, wanted.clock)))
    helps = {name: command.help for name, command in COMMANDS.items()}
    with suppress(UserLeft):  # before the first move
        Session(state, setup, autosave, out, lines_for(out, helps), COMMANDS, clock).run()


def _new(wanted: PlayArguments) -> NewSession:
    if wanted.game is None:
        raise UnknownGame(
            "which game? `parlour games` lists them; for example: parlour play lines-of-action"
        )
    game = chosen_game(wanted.game, wanted.options)
    state = chosen_state(game, wanted.position)
    players = assign_players(
        game, wanted.seat, wanted.level, _parse_players(wanted.players), wanted.people
    )
    file = _game_file(wanted.game)
    return (
        state,
        PlayerSetup(players, wanted.budget, wanted.seed, file),
        _autosave(wanted, game.id),
        None,
    )


def _game_file(name: str) -> str | None:
    """The path of a game named by its file."""
    path = name.partition(":")[0]
    return str(Path(path).resolve()) if path.endswith(".py") else None


def _parse_players(texts: list[str]) -> dict[str, str]:
    given = {}
    for text in texts:
        seat, equals, who = text.partition("=")
        if not equals or not seat or not who:
            raise BadPlayer(
                f"{text!s:.60} is not a seat and its player, such as White=person or 1=4"
            )
        given[seat] = who
    return given


def _autosave(wanted: PlayArguments, game_id: str) -> Autosave:
    if wanted.save is None:
        return Autosave.new(game_id)
    path = Path(wanted.save).expanduser()
    if path.exists() and wanted.save != wanted.load:
        raise BadRecord(f"{path} exists; name a new file to save the game in")
    return Autosave(path)


def _resume(wanted: PlayArguments) -> NewSession:
    """Resume the game of a named file, or the last unfinished one."""
    path = last_unfinished() if wanted.load is None else Path(wanted.load).expanduser()
    if path is None:
        raise BadRecord("there is no unfinished game to resume")
    file = None
    if wanted.game is not None:
        find_game(wanted.game)  # registers its id too
        file = _game_file(wanted.game)
    elif wanted.load is None:  # only our own records are trusted to name a file
        file = tags_of(path).get("File")
        if file:
            find_game(file)
    record, _ = first(path)
    state = record.end()
    players = _players(wanted, record, state)
    in_place = wanted.load is None and wanted.save is None
    autosave = Autosave(path) if in_place else _autosave(wanted, state.game.id)
    timing = Timing.of_tags(record.tags, state.game.seats)
    clock = None if timing is None else GameClock(timing)
    return state, PlayerSetup(players, wanted.budget, wanted.seed, file), autosave, clock


def _players(wanted: PlayArguments, record: Tree, state: State) -> list[str]:
    """The players from the command line, or else from the record."""
    asked = wanted.seat is not None or wanted.players or wanted.people
    recorded = None if asked else recorded_players(record)
    if recorded is not None:
        return recorded
    given = _parse_players(wanted.players)
    return assign_players(state.game, wanted.seat, wanted.level, given, wanted.people)
