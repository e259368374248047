"""`parlour match`: the score of a match, and its games played in order at the terminal."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from parlour.cli.console import console
from parlour.cli.contests.tournament_commands import plain_table, points_text
from parlour.cli.session.line_input import lines_for
from parlour.cli.session.opponents import PlayerSetup
from parlour.cli.session.saved_games import Autosave
from parlour.cli.session.session import Session
from parlour.cli.session.session_commands import COMMANDS
from parlour.clocks.timing import Timing, displayed_ms, format_time
from parlour.errors import BadMatch
from parlour.matches import Match, shipped
from parlour.matches import match as find_match
from parlour.matches.fixture import LEVEL, Fixture
from parlour.matches.match_outlook import prospects
from parlour.matches.recorded import MATCH, NUMBER, SETTINGS, read_match, tags, with_result
from parlour.play.game_in_progress import PERSON
from parlour.records import Tree
from parlour.records import save as save_record

SIDES = ("side 0", "side 1")
NEUTRAL = "3"  # the level of players on neither side


def show_match(name: str, settings: list[str], results: list[str]) -> None:
    """Print the score of a match after these results, or from its record; raises BadMatch."""
    path = Path(name)
    if path.is_file() and path.suffix != ".toml":
        current, trees = read_match(path)
    else:
        group, given = _plan(name, settings)
        current, trees = find_match(group, **given), {}
    for text in results:
        current = _with_result(current, text)
    out, clocks = console(), {number: _clock(tree) for number, tree in trees.items()}
    _print_games(out, current, {number: text for number, text in clocks.items() if text})
    if not any(text.startswith("seed=") for text in settings):
        out.print(f"seed={current.seed} begins this match again")
    _print_score(out, current)


def play_match(name: str, settings: list[str], file: str, players: list[str]) -> None:
    """Play the games of a match in order, and save them all in a file.

    A file that is there is continued. Raises ParlourError.
    """
    out, path, sides = console(), Path(file).expanduser(), _players(players)
    group, given = _plan(name, settings)
    if path.exists():
        current, trees = read_match(path)
        told = {tag: next(iter(trees.values())).tags[tag] for tag in (MATCH, SETTINGS)}
    else:
        current, trees = find_match(group, **given), {}
        where = str(Path(group).resolve()) if group and group.endswith(".toml") else group
        told = tags(where, given | {"seed": current.seed}, 0)
    while current.outcome is None:
        fixture = next(f for f in current.fixtures if f.number not in current.results)
        out.print(f"Game {fixture.number}: {fixture.contest.game.name}", style="bold")
        session = _play(out, fixture, trees.get(fixture.number), sides)
        if session.state.game.name != fixture.contest.game.name:
            raise BadMatch("another game was loaded; the match is as it was")
        trees[fixture.number] = session.record()
        trees[fixture.number].tags.update(told | {NUMBER: str(fixture.number)})
        save_record(path, [tree for _, tree in sorted(trees.items())])
        if session.outcome is None:
            break
        current = with_result(current, fixture.number, session.outcome.scores, session.state)
    _print_games(out, current, {})
    _print_score(out, current)


def _play(out: Console, fixture: Fixture, begun: Tree | None, sides: tuple[str, ...]) -> Session:
    """Play one game of the match, or the rest of it."""
    game = fixture.contest.game
    players = [NEUTRAL if side is None else sides[side] for side in fixture.contest.sides]
    state = game.start() if begun is None else begun.end()
    lines = lines_for(out, {command: each.help for command, each in COMMANDS.items()})
    autosave = Autosave.new(game.id)
    session = Session(state, PlayerSetup(players), autosave, out, lines, COMMANDS)
    session.run()
    return session


def _players(texts: list[str]) -> tuple[str, ...]:
    """Who plays for each side: a person for side 0 and a bot for side 1, if nothing else is said."""
    found = {"0": PERSON, "1": NEUTRAL}
    for text in texts:
        side, equals, who = text.partition("=")
        if side not in found or not equals or not who:
            raise BadMatch(f"{text!s:.40} is no player of a side: expected 0=person or 1=5")
        found[side] = who
    return found["0"], found["1"]


def _plan(name: str, texts: list[str]) -> tuple[str | None, dict[str, object]]:
    """The group and its settings; with a number of games `name` is a game, and there is no group."""
    given = _settings(texts)
    if "games" in given and not name.endswith(".toml") and name not in shipped():
        return None, {"game": name, **given}
    return name, given


def _settings(texts: list[str]) -> dict[str, object]:
    given: dict[str, object] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or key in given:
            raise BadMatch(f"{text!s:.40} is not a setting: expected key=value, each key once")
        given[key] = int(value) if value.isdecimal() and len(value) < 10 else value
    return given


def _clock(tree: Tree) -> str:
    """What the clocks of a recorded game showed at the end; empty without a clock."""
    timing = Timing.of_tags(tree.tags, tree.game.seats)
    if timing is None or not timing.events:
        return ""
    face = timing.face(timing.events[-1][0])
    return " | ".join(format_time(displayed_ms(face, seat)) for seat in range(timing.clock.seats))


def _with_result(current: Match, text: str) -> Match:
    """The match after a result that is given as ``1=1,0`` or ``2=0,0,1@0``."""
    number, equals, scores = text.partition("=")
    scores, _, ahead = scores.partition("@")
    known = number.removeprefix("-").isdecimal() and ahead in ("", "0", "1", LEVEL)
    if not equals or not known:
        raise BadMatch(
            f"{text!s:.40} is not a result: expected number=scores, such as 1=1,0 or 2=…@0"
        )
    said = int(ahead) if ahead.isdecimal() else ahead or None
    return current.result(int(number), scores.split(","), said)


def _print_games(out: Console, current: Match, clocks: dict[int, str]) -> None:
    table = plain_table(current.group.title)
    headings = ("", "game", "seats", "scores", "matters", *(["clock"] if clocks else []))
    for heading in headings:
        table.add_column(heading)
    for place, game, sides in current.games:
        done = current.results.get(place)
        seats = " ".join("·" if side is None else f"{side}" for side in sides)
        matters = "critical" if place in current.critical else ""
        matters = matters or ("influential" if place in current.influential else "")
        scores = " ".join(map(str, done.scores)) if done else ""
        table.add_row(
            str(place), game, seats, scores, matters, *([clocks.get(place, "")] if clocks else [])
        )
    out.print(table)


def _print_score(out: Console, current: Match) -> None:
    out.print(f"points {points_text(current.points[0])} to {points_text(current.points[1])}")
    for sentence in prospects(current, SIDES):
        out.print(sentence, highlight=False)
    if current.outcome is not None:
        winner = current.outcome[1]
        out.print("a tie" if winner is None else f"{SIDES[winner]} has won")
        if current.bonus is not None:
            out.print(f"{SIDES[current.bonus]} has the bonus, which is included in the points")
