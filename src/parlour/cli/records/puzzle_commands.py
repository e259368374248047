"""`parlour puzzle` and `parlour puzzles`: solve and make puzzles."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from rich.text import Text

from parlour.cli.console import chosen_game, console
from parlour.cli.session.learn_command import take
from parlour.cli.session.line_input import lines_for
from parlour.errors import BadRecord
from parlour.puzzles import Puzzle, make, puzzle_of_the_day, puzzles, puzzles_file, puzzles_in
from parlour.records.record_files import written_file
from parlour.search.endgame.endgame_table import BadTables, endgame_tables
from parlour.table.catalogue import game as find_game

COMMANDS = {
    "hint": "show a hint",
    "solution": "show the solution",
    "moves": "list the legal moves",
    "skip": "the next puzzle",
    "quit": "stop",
}
HELP = (
    "Type the move; `hint` helps, `solution` shows the line, `moves` lists the legal moves, `skip` goes to "
    "the next puzzle, `quit` stops."
)


def solve_puzzles(name: str, number: int | None) -> None:
    """Let a person solve a game's puzzles from `number` on, or only today's; raises BadRecord."""
    game = find_game(name)
    found, today = puzzles(name), puzzle_of_the_day(name, date.today())
    if today is None or (number is not None and number > len(found)):
        raise BadRecord(
            f"{game.title} has {len(found)} puzzles; `parlour puzzles {name} --out {puzzles_file(game)}` "
            "makes more"
        )
    out = console()
    lines = lines_for(out, COMMANDS)
    out.print(Text(HELP, "dim"))
    for puzzle in [today] if number is None else found[number - 1 :]:
        out.print()
        out.print(Text(f"{puzzle.number}. {puzzle.title}", "bold"))
        out.print(Text(f"difficulty {puzzle.difficulty} of 10", "dim"))
        if not take(out, lines, puzzle.step):
            return


def make_puzzles(
    name: str,
    options: list[str],
    number: int,
    seed: int,
    players: str,
    out: str | None,
    endings: bool = False,
) -> None:
    """Make puzzles and print each; with a file, add each to those in it.

    `endings`: from the game's endgame tables. Raises BadTables if there are none.
    """
    game, screen = chosen_game(name, options), console()
    tables = endgame_tables(game) if endings else None
    if endings and tables is None:
        raise BadTables(
            f"{game.title} has no tables here; `parlour tables {name} --pieces 3` builds them"
        )
    path = Path(out).expanduser() if out is not None else None
    made = list(puzzles_in(path)) if path is not None else list[Puzzle]()
    if path is not None:
        _write(made, path)  # so that an error appears before the search
    for puzzle in make(
        game, number, seed, players=players.split(","), known=tuple(made), tables=tables
    ):
        made.append(puzzle)
        words = f"{len(made):>3}. {puzzle.title}  difficulty {puzzle.difficulty}"
        screen.print(Text.assemble(words, (f"  {', '.join(puzzle.themes)}", "dim")))
        screen.print(Text(f"     {puzzle.tree.position}", "dim"))
        if path is not None:
            _write(made, path)
    if out is not None:
        screen.print(f"{out} now contains {len(made)} puzzles.")


def _write(made: list[Puzzle], path: Path) -> None:
    """Write the puzzles to a file, the easiest first."""
    ordered = sorted(made, key=lambda puzzle: puzzle.difficulty)
    with written_file(path) as stream:
        stream.write("\n".join(puzzle.tree.write().text for puzzle in ordered))
