"""The commands `games`, `rules` and `moves`."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import chain

from rich.columns import Columns
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parlour.cli.console import chosen_game, chosen_state, console, screen
from parlour.kernel.layout import CHANCE
from parlour.kernel.spec import Joined, Spec
from parlour.picture.terminal import draw
from parlour.table.catalogue import specs
from parlour.table.game import Game
from parlour.table.player import has_few_moves
from parlour.table.rules_figures import parts

MANY_OUTCOMES = "chance decides; there are too many outcomes to list"
NARROW = 96  # columns, below which the table of games omits the goals


def list_games() -> None:
    """Print a table of the installed games."""
    out = console()
    if not out.is_terminal:
        for spec in specs().values():
            print(
                spec.id, spec.title, _seats(spec), ",".join(spec.all_options), spec.goal, sep="\t"
            )
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("id", "title", "seats", "options"):
        table.add_column(heading, no_wrap=heading != "options")
    wide = out.width >= NARROW
    if wide:
        table.add_column("goal", ratio=1)
    for spec in specs().values():
        names = ", ".join(name for name in spec.all_options if name != "move_limit")
        goal = [spec.goal] if wide else []
        table.add_row(Text(spec.id, "bold"), spec.title, _seats(spec), Text(names, "dim"), *goal)
    out.print(table)
    out.print("\n[dim]parlour rules GAME · parlour play GAME[/dim]")


def _seats(spec: Spec) -> str:
    """The number of seats, or its range if an option changes it."""
    counts = {len(spec.seat_names(spec.choose({})))}
    for option in spec.options:
        if option.name in ("players", "seats") and not isinstance(option.allowed, Joined):
            counts |= {int(value) for value in option.allowed}
    return f"{min(counts)}–{max(counts)}" if len(counts) > 1 else str(min(counts))


def show_rules(name: str) -> None:
    """Print a game's rules and options."""
    out, game = console(), chosen_game(name, [])
    width = min(out.width, 88)
    print_rules(out, game)
    out.print()
    out.print(options_table(game), width=width)


def print_rules(out: Console, game: Game) -> None:
    """Print a game's rules with their figures, the first with what its signs mean."""
    legends = {""}
    for part in parts(game):
        if isinstance(part, str):
            out.print(Markdown(part), width=min(out.width, 88))
            continue
        scene = part.state.scene(part.at.seat)
        marked = {*part.at.marks, *chain(*part.at.arrows)}
        out.print(Padding(draw(scene, replace(part.at, marks=marked), screen(out)), (1, 0, 0, 2)))
        if scene.legend not in legends:
            legends.add(scene.legend)
            out.print(Padding(Text(scene.legend, "dim"), (0, 0, 0, 2)))
        out.print(Padding(Text(part.caption, "dim"), (0, 0, 1, 2)), width=min(out.width, 88))


def options_table(game: Game) -> Table:
    """The options of a game: names, defaults, allowed values, help."""
    table = Table(
        title="Values of the options",
        title_justify="left",
        title_style="bold",
        box=None,
        padding=(0, 2, 0, 0),
    )
    table.add_column("option", style="bold", no_wrap=True)
    table.add_column("default", no_wrap=True)
    table.add_column("what it does, and its values")
    for name, option in game.options.items():
        default = "–" if option.default is None else str(option.default)
        table.add_row(
            name, default, Text.assemble(option.help, (f"  ({option.allowed_text})", "dim"))
        )
    return table


def list_moves(name: str, options: list[str], position: str | None) -> None:
    """Print the legal moves of a position, or its chance outcomes with their probabilities."""
    out, state = console(), chosen_state(name, options, position)
    if state.outcome is not None:
        print_lines(out, [f"The game is over: {state.outcome.text.lstrip('#')}"])
    elif state.turn == CHANCE:
        chances = state.chances()
        print_lines(out, [_chance(*chance) for chance in chances] if chances else [MANY_OUTCOMES])
    elif has_few_moves(state):
        print_lines(out, state.moves())
    else:
        count = state.game.plain.rules.count_moves(state.record, [])
        print_lines(out, [f"{count:,} moves, too many to list"])


def _chance(text: str, probability: Fraction) -> str:
    return f"{text}  {probability}"


def print_lines(out: Console, lines: list[str]) -> None:
    """Print texts in columns on a terminal, otherwise one per line."""
    if out.is_terminal:
        out.print(Columns([Text(line) for line in lines], padding=(0, 2)))
    else:
        for line in lines:
            print(line)
