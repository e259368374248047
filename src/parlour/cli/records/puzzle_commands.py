"""What the commands puzzle and puzzles do: solving a game's puzzles in the terminal, and making more."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from rich.text import Text

from parlour.cli.console import chosen_game, console
from parlour.cli.session.learn_command import take
from parlour.cli.session.line_input import lines_for
from parlour.errors import BadRecord
from parlour.puzzles import Puzzle, make, puzzle_of_the_day, puzzles, puzzles_in
from parlour.records.writing import written_file
from parlour.search.endgame.endgame_table import BadTables, endgame_tables
from parlour.table.catalogue import game as find_game

COMMANDS = {"moves": "what is legal", "skip": "go on with the next puzzle", "quit": "enough"}
HELP = "Type the move; `moves` lists what is legal, `skip` goes on, `quit` ends."


def solve_puzzles(name: str, number: int | None) -> None:
    """Take somebody through a game's puzzles, from `number` on or today's alone; raises BadRecord."""
    game, found = find_game(name), puzzles(find_game(name).id)
    today = puzzle_of_the_day(game.id, date.today())
    if today is None or (number is not None and number > len(found)):
        raise BadRecord(
            f"{game.title} has {len(found)} puzzles; `parlour puzzles {game.id}` makes more"
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
    """Make puzzles and print each; with a file, go on after those in it and write it at each.

    `endings`: of what the game's endgame tables know. Raises BadTables where there are none.
    """
    game, told = chosen_game(name, options), console()
    tables = endgame_tables(game) if endings else None
    if endings and tables is None:
        raise BadTables(f"{game.title} has no tables here; `parlour tables {game.id}` builds them")
    path = Path(out).expanduser() if out is not None else None
    made = list(puzzles_in(path)) if path is not None else list[Puzzle]()
    if path is not None:
        _write(made, path)  # where that cannot be, it is told before anything is sought
    for puzzle in make(
        game, number, seed, players=players.split(","), known=tuple(made), tables=tables
    ):
        made.append(puzzle)
        words = f"{len(made):>3}. {puzzle.title}  difficulty {puzzle.difficulty}"
        told.print(Text.assemble(words, (f"  {', '.join(puzzle.themes)}", "dim")))
        told.print(Text(f"     {puzzle.tree.position}", "dim"))
        if path is not None:
            _write(made, path)
    if out is not None:
        told.print(f"{len(made)} are in {out}.")


def _write(made: list[Puzzle], path: Path) -> None:
    """Write the puzzles to a file, the easiest first."""
    ordered = sorted(made, key=lambda puzzle: puzzle.difficulty)
    with written_file(path) as stream:
        stream.write("\n".join(puzzle.tree.write().text for puzzle in ordered))
