"""`parlour review`: review a recorded game with a bot."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.text import Text

from parlour.cli.background_work import run_in_background
from parlour.cli.console import console
from parlour.cli.records.record_commands import MOST_NOTICES
from parlour.cli.records.record_games import recorded_games
from parlour.errors import BadRecord
from parlour.players import player
from parlour.players.several import QUICK
from parlour.records import Tree
from parlour.records.formats.format_registry import format_for_suffix
from parlour.records.pgn_syntax.numbering import number_of
from parlour.records.record_files import written_file
from parlour.review import SIGNS, Judged, Review, annotate, review
from parlour.table.verdict import percent

BARS = "▁▂▃▄▅▆▇█"
WORST = 6  # mistakes listed


def review_game(file: str, number: int, seconds: float, who: str | None, out: str | None) -> None:
    """Review one game of a file, print the result, and write the game with notes to `out`."""
    item = next(islice(recorded_games(file), number - 1, None), None)
    if item is None:
        raise BadRecord(f"{file} has no game number {number}")
    tree = item.tree
    if tree is None:
        raise item.error or BadRecord(f"{file}: this game is unknown")
    bot = player(who or f"strongest:seconds={seconds:.6f}", tree.game)
    screen = console()
    label = f"Reviewing {len(tree.line())} moves…"
    quick = player(QUICK, tree.game)
    found = run_in_background(
        screen, label, lambda report: review(tree, bot, report, quick), leave=lambda: True
    )
    _print_review(screen, tree, found)
    if out is not None:
        annotate(tree, found)
        target = Path(out).expanduser()
        written = tree.write(format_for_suffix(target.suffix.lower()) or "native")
        with written_file(target) as stream:
            stream.write(written.text)
        for loss in written.losses[:MOST_NOTICES]:
            screen.print(Text(f"lost: {loss}", "yellow"))
        screen.print(Text(f"Saved the game with notes to {target}.", "dim"))


def _print_review(out: Console, tree: Tree, found: Review) -> None:
    names = tree.game.seat_names
    out.print(Text(graph(found.chances)))
    if tree.game.seats == 2:
        out.print(Text(f"{names[0]}'s chance of winning, move by move", "dim"))
    worst = found.worst(WORST)
    if not worst:
        out.print("No big mistakes.")
    line = [tree.root, *tree.line()]
    for judged in sorted((*worst, *found.finest()), key=lambda judged: judged.ply):
        out.print(_line(judged, number_of(line[judged.ply]), names[judged.seat]))


def _line(judged: Judged, number: str, name: str) -> Text:
    assert judged.glyph is not None
    line = Text.assemble(
        (f"{number:>6} ", "dim"),
        (f"{judged.move}{SIGNS[judged.glyph]} ", "bold"),
        judged.words(name),
    )
    if judged.move != judged.best and len(judged.line) > 1:
        line.append(f" {' '.join(judged.line[:WORST])}", "dim")
    return line


def graph(chances: tuple[float | None, ...]) -> str:
    """The chances as a row of bars, the last one as a number; unknown ones are blank."""
    bars = "".join(
        " " if chance is None else BARS[min(int(chance * len(BARS)), len(BARS) - 1)]
        for chance in chances
    )
    last = next((chance for chance in reversed(chances) if chance is not None), None)
    return bars if last is None else f"{bars} {percent(last, proven=last in (0.0, 1.0))}"
