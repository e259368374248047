"""`parlour season`: the matches of a season, played one after another and saved in a folder."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from parlour.cli.console import console
from parlour.cli.contests.match_command import SIDES, play_match
from parlour.cli.contests.tournament_commands import plain_table
from parlour.errors import BadMatch
from parlour.matches.recorded import read_match
from parlour.matches.season import Season, season
from parlour.table.outcome import score_text


def show_season(name: str, folder: str | None, play: bool, players: list[str]) -> None:
    """Print the story so far, the standings and the next match; or play that one. Raises BadMatch."""
    where = Path(folder).expanduser() if folder else None
    if play and where is None:
        raise BadMatch("to play a season, name the folder for its matches")
    current = _read(season(name), where)
    place = current.current
    if play and where is not None and place is not None:
        where.mkdir(parents=True, exist_ok=True)
        play_match(_group(current, place), [], str(_file(where, current, place)), players)
        current = _read(current, where)
    _print_season(console(), current)


def _read(current: Season, folder: Path | None) -> Season:
    """The season with the matches that a folder has."""
    for place in range(len(current.matches)):
        if folder is not None and (path := _file(folder, current, place)).is_file():
            current = current.with_match(place, read_match(path)[0])
    return current


def _group(current: Season, place: int) -> str:
    return current.story.chapters[place].group


def _file(folder: Path, current: Season, place: int) -> Path:
    return folder / f"{place + 1}-{_group(current, place)}.pgn"


def _print_season(out: Console, current: Season) -> None:
    """The story up to the match that is next, then the standings, at the end the ceremony."""
    story, last = current.story, current.current
    out.print(Text(story.title, "bold"))
    out.print(Text(f"{story.opening}\n"))
    for chapter in story.chapters[: None if last is None else last + 1]:
        out.print(Text.assemble((f"{chapter.season}. ", "bold"), f"{chapter.story}\n"))
    table = plain_table("Standings")
    for heading in ("", "contest", *SIDES, "winner"):
        table.add_column(heading)
    for chapter, one in zip(story.chapters, current.matches, strict=True):
        ended = one.outcome
        winner = "" if ended is None else "a tie" if ended[1] is None else SIDES[ended[1]]
        table.add_row(chapter.season, one.group.title, *map(score_text, one.points), winner)
    table.add_row("", "all", *map(score_text, current.points), "")
    out.print(table)
    if ceremony := current.ceremony(SIDES):
        out.print(Text(f"\n{ceremony}"))
