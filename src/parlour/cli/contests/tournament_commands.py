"""The command `tournament`."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from parlour.cli.console import console
from parlour.cli.design.count_commands import progress_bar
from parlour.records.record_files import written_file
from parlour.records.source import Source
from parlour.tournaments import Meeting, Tournament, read_plan
from parlour.tournaments.bot_pairs import on_cluster, on_cores
from parlour.tournaments.ratings import ratings
from parlour.tournaments.report_file import report
from parlour.tournaments.report_reading import TournamentReport, read_report
from parlour.tournaments.results_file import TournamentFile, parse_result
from parlour.tournaments.standings import cross_table, standings

REPORTS = (".trf", ".trfx")  # suffixes of FIDE's report files
LARGEST_REPORT = 5_000_000  # characters


def tournament(
    file: str,
    tells: list[str],
    results: str | None,
    workers: int | None,
    cluster: str | None,
    report_to: str | None = None,
) -> None:
    """Enter the given results, let bots play their games, and print the table; raises BadTournament.

    The report file is written if `report_to` names one. One of another program is only shown.
    """
    if Path(file).suffix.lower() in REPORTS:
        show_report(console(), read_report_file(Path(file)))
        return
    out, plan = console(), read_plan(file)
    store = TournamentFile(plan, Path(results or f"{file}.results"))
    for text in tells:
        store.add(parse_result(text))
    workers = workers or os.cpu_count() or 1
    work = on_cluster(cluster) if cluster else on_cores(workers)
    current = store.tournament
    with progress_bar(out, plan.title) as bar:
        for _ in store.play(work, workers):
            last = current.rounds[-1]
            bar(sum(map(current.is_done, last)) / len(last))
    show(out, current)
    if report_to:
        with written_file(report_to) as target:
            target.write(report(current))


def read_report_file(path: Path) -> TournamentReport:
    """The report in a file; raises BadTournament, OSError."""
    source = Source(path.expanduser())
    try:
        return read_report(source.beginning(LARGEST_REPORT))
    finally:
        source.close()


def show_report(out: Console, found: TournamentReport) -> None:
    """Print the standings of a report, with each entrant's rounds."""
    table = plain_table(found.title)
    headings = ("", "player", "points", "rating", *map(str, range(1, found.rounds + 1)))
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "player" else "right")
    ranked = sorted(
        found.entrants.values(), key=lambda one: (one.place or len(found.entrants), one.number)
    )
    for entrant in ranked:
        cells = [
            "" if game is None else f"{game.opponent or ''}{game.colour.strip('-')}{game.mark}"
            for game in entrant.games
        ]
        rating = "" if entrant.rating is None else str(entrant.rating)
        row = (str(entrant.number), entrant.name, points_text(entrant.points), rating, *cells)
        table.add_row(*map(Text, row))
    out.print(table)
    for notice in found.notices:
        out.print(notice, markup=False)


def show(out: Console, current: Tournament) -> None:
    """Print the standings, the cross table, the ratings and the open pairings."""
    rows, rated = standings(current), ratings(current)
    table = plain_table(current.plan.title)
    for heading in (
        "",
        "player",
        "points",
        "direct",
        "Buchholz",
        "S.-Berger",
        "won",
        "games",
        "rating",
    ):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for place, row in enumerate(rows, 1):
        rating = rated[row.entrant]
        spread = f"{rating.elo:+.0f} ± {rating.high - rating.elo:.0f}"
        ties = (row.points, row.direct, row.buchholz, row.sonneborn_berger)
        table.add_row(
            str(place),
            row.name,
            *map(points_text, ties),
            str(row.wins),
            points_text(row.game_points),
            spread,
        )
    out.print(table)
    cross = plain_table("Against each other")
    for heading in ("", "player", *map(str, range(1, len(rows) + 1))):
        cross.add_column(heading, justify="left" if heading == "player" else "right")
    for place, (row, cells) in enumerate(zip(rows, cross_table(current), strict=True), 1):
        cell_texts = ["" if cell is None else points_text(cell) for cell in cells]
        cell_texts[place - 1] = "×"
        cross.add_row(str(place), row.name, *cell_texts)
    out.print(cross)
    for meeting in current.open:
        out.print(_open_pairing(current, meeting), markup=False)


def _open_pairing(current: Tournament, meeting: Meeting) -> str:
    names = " against ".join(current.plan.names[entrant] for entrant in meeting.entrants)
    game = current.plan.game(meeting.round)
    return f"open: {meeting.round}.{meeting.table} {names}, {game}"


def plain_table(title: str) -> Table:
    return Table(title=Text(title, "bold"), box=None, padding=(0, 2, 0, 0), header_style="dim")


def points_text(points: Fraction) -> str:
    """A number of points as decimals, quarters in full."""
    return f"{float(points):.3f}".rstrip("0").rstrip(".")
