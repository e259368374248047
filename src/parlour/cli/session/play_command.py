"""The command `play`: from its arguments to a game at the table."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from parlour.cli.background_work import Left
from parlour.cli.console import chosen_game, chosen_state, console
from parlour.cli.session.line_input import lines_for
from parlour.cli.session.opponents import Sitting, assigned, seated
from parlour.cli.session.saved_games import Keeper, last_unfinished
from parlour.cli.session.session import Session
from parlour.cli.session.session_commands import COMMANDS
from parlour.clocks.timing import Timing
from parlour.errors import BadPlayer, BadRecord, UnknownGame
from parlour.records import Tree, first, tags_of
from parlour.table.catalogue import game as find_game
from parlour.table.game import State
from parlour.table.phases import clock_for

Begun = tuple[State, Sitting, Keeper, Timing | None]


@dataclass(frozen=True)
class Wanted:
    """What was asked for on the command line."""

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


def play_game(wanted: Wanted) -> None:
    """Play what is wanted; raises ParlourError for what cannot be."""
    out = console()
    recorded = wanted.load or wanted.resume
    state, sitting, keeper, timing = _recorded(wanted) if recorded else _new(wanted)
    if wanted.clock is not None:
        timing = Timing(clock_for(state.game, wanted.clock))
    helps = {name: command.help for name, command in COMMANDS.items()}
    with suppress(Left):  # before the first move
        Session(state, sitting, keeper, out, lines_for(out, helps), COMMANDS, timing).run()


def _new(wanted: Wanted) -> Begun:
    if wanted.game is None:
        raise UnknownGame(
            "which game? `parlour games` lists them; as: parlour play lines-of-action"
        )
    game = chosen_game(wanted.game, wanted.options)
    state = chosen_state(game, wanted.position)
    players = assigned(game, wanted.seat, wanted.level, _given(wanted.players), wanted.people)
    file = _game_file(wanted.game)
    return state, Sitting(players, wanted.budget, wanted.seed, file), _keeper(wanted, game.id), None


def _game_file(name: str) -> str | None:
    """The path of a game that is named by its file."""
    path = name.partition(":")[0]
    return str(Path(path).resolve()) if path.endswith(".py") else None


def _given(texts: list[str]) -> dict[str, str]:
    given = {}
    for text in texts:
        seat, equals, who = text.partition("=")
        if not equals or not seat or not who:
            raise BadPlayer(f"{text!s:.60} is not a seat and its player: as White=person, 1=4")
        given[seat] = who
    return given


def _keeper(wanted: Wanted, game_id: str) -> Keeper:
    if wanted.save is None:
        return Keeper.new(game_id)
    path = Path(wanted.save).expanduser()
    if path.exists() and wanted.save != wanted.load:
        raise BadRecord(f"{path} exists; name a new file to keep the game in")
    return Keeper(path)


def _recorded(wanted: Wanted) -> Begun:
    """The game to go on with: of a named file, or the last unfinished one."""
    path = last_unfinished() if wanted.load is None else Path(wanted.load).expanduser()
    if path is None:
        raise BadRecord("there is no unfinished game to go on with")
    file = None
    if wanted.game is not None:
        find_game(wanted.game)  # from now on it is known by its id too
        file = _game_file(wanted.game)
    elif wanted.load is None:  # a record of our own; any other may name what it likes
        file = tags_of(path).get("File")
        if file:
            find_game(file)
    record, _ = first(path)
    state = record.end()
    players = _players(wanted, record, state)
    in_place = wanted.load is None and wanted.save is None
    keeper = Keeper(path) if in_place else _keeper(wanted, state.game.id)
    timing = Timing.of_tags(record.tags, state.game.seats)
    return state, Sitting(players, wanted.budget, wanted.seed, file), keeper, timing


def _players(wanted: Wanted, record: Tree, state: State) -> list[str]:
    """Those asked for; if nothing is asked, those of the record."""
    asked = wanted.seat is not None or wanted.players or wanted.people
    recorded = None if asked else seated(record)
    if recorded is not None:
        return recorded
    given = _given(wanted.players)
    return assigned(state.game, wanted.seat, wanted.level, given, wanted.people)
