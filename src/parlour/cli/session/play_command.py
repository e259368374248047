"""`parlour play`: a new or saved game at the terminal."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from parlour.cli.background_work import UserLeft
from parlour.cli.console import chosen_state, console
from parlour.cli.records.record_games import named_file
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


def play_game(arguments: PlayArguments) -> None:
    """Start or resume a game at the terminal; raises ParlourError."""
    out = console()
    recorded = arguments.load or arguments.resume
    state, setup, autosave, clock = _resume(arguments) if recorded else _new(arguments)
    if arguments.clock is not None:
        clock = GameClock(Timing(clock_for(state.game, arguments.clock)))
    helps = {name: command.help for name, command in COMMANDS.items()}
    with suppress(UserLeft):  # before the first move
        Session(state, setup, autosave, out, lines_for(out, helps), COMMANDS, clock).run()


def _new(arguments: PlayArguments) -> NewSession:
    if arguments.game is None:
        raise UnknownGame(
            "which game? `parlour games` lists them; for example: parlour play lines-of-action"
        )
    state = chosen_state(arguments.game, arguments.options, arguments.position, at_table=True)
    game = state.game
    players = assign_players(
        game, arguments.seat, arguments.level, _parse_players(arguments.players), arguments.people
    )
    file = _game_file(arguments.game)
    return (
        state,
        PlayerSetup(players, arguments.budget, arguments.seed, file),
        _autosave(arguments, game.id),
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


def _autosave(arguments: PlayArguments, game_id: str) -> Autosave:
    if arguments.save is None:
        return Autosave.new(game_id)
    path = Path(arguments.save).expanduser()
    if path.exists() and arguments.save != arguments.load:
        raise BadRecord(f"{path} exists; name a new file to save the game in")
    return Autosave(path)


def _resume(arguments: PlayArguments) -> NewSession:
    """Resume the game of a named file, or the last unfinished one."""
    path = last_unfinished() if arguments.load is None else Path(arguments.load).expanduser()
    if path is None:
        raise BadRecord("there is no unfinished game to resume")
    file = None
    if arguments.game is not None:
        find_game(arguments.game)  # registers its id too
        file = _game_file(arguments.game)
    elif arguments.load is None:  # only our own records are trusted to name a file
        file = tags_of(path).get("File")
        if file:
            find_game(file)
    else:
        _must_know_game(path)
    record, _ = first(path)
    state = record.end()
    players = _players(arguments, record, state)
    in_place = arguments.load is None and arguments.save is None
    autosave = Autosave(path) if in_place else _autosave(arguments, state.game.id)
    timing = Timing.of_tags(record.tags, state.game.seats)
    clock = None if timing is None else GameClock(timing)
    return state, PlayerSetup(players, arguments.budget, arguments.seed, file), autosave, clock


def _must_know_game(record: Path) -> None:
    """Raise BadRecord if the game is in a file that is not loaded, with the command that loads it."""
    game_id, named = named_file(record)
    if not named:
        return
    try:
        find_game(game_id)
    except UnknownGame as error:
        command = f"parlour play {quote(named)} --load {quote(str(record))}"
        raise BadRecord(
            f"{record} has a game of the file {named}; to load it: {command}"
        ) from error


def _players(arguments: PlayArguments, record: Tree, state: State) -> list[str]:
    """The players from the command line, or else from the record."""
    asked = arguments.seat is not None or arguments.players or arguments.people
    recorded = None if asked else recorded_players(record)
    if recorded is not None:
        return recorded
    given = _parse_players(arguments.players)
    return assign_players(state.game, arguments.seat, arguments.level, given, arguments.people)
