"""Helpers for commands: the console, and games from their names and options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console

from parlour.errors import BadOption
from parlour.kernel.spec import parse_options
from parlour.picture.terminal import Screen
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import game_at_table
from parlour.table.game import Game, State

MARGIN = 2  # columns beside a board


def console() -> Console:
    """The terminal, or other standard output, without automatic highlighting."""
    return Console(highlight=False, emoji=False)


def screen(on: Console) -> Screen:
    """The colours and characters that a console can show."""
    colour = on.color_system is not None and not on.no_color
    return Screen(colour, on.options.ascii_only, on.width - MARGIN)


def chosen_game(name: str, options: Iterable[str], at_table: bool = False) -> Game:
    """The game `name` (an id, perhaps with options, or a file) with more ``key=value`` options.

    `at_table`: with draws that must be claimed, where nothing else is chosen.
    """
    given: dict[str, str] = {}
    for text in options:
        for key, value in parse_options(text).items():
            if key in given:
                raise BadOption(f"the option {key} is given twice")
            given[key] = value
    return game_at_table(name, **given) if at_table else find_game(name, **given)


def chosen_state(
    name: str, options: Sequence[str], position: str | None, at_table: bool = False
) -> State:
    """The start of the game `name` with `options`, or the state of a position text.

    The options that a position text names count if none are given beside it.
    """
    if position is None:
        return chosen_game(name, options, at_table).start()
    game = chosen_game(name, options)
    identifier, _, written = position.partition(" ")[0].partition(":")
    if written and identifier == game.id and not options and ":" not in name:
        game = chosen_game(name, [written])
    return game.read(position)
