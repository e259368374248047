"""The command `ladder`: each level of a game's bots against the one below."""

from __future__ import annotations

from itertools import pairwise

from rich.table import Table
from rich.text import Text

from parlour.cli.console import chosen_game, console
from parlour.cli.measure import progress_bar
from parlour.cli.opponents import spelled_budget
from parlour.errors import BadPlayer
from parlour.players import level_texts, meet, player


def ladder(
    name: str,
    number: int,
    players: str | None,
    budget: str | None,
    options: list[str],
    seed: int | None,
) -> None:
    """Print a table of matches: each of the `players` against the one before it.

    `players` are texts parted by blanks; None stands for the levels. Raises BadPlayer.
    """
    out, game = console(), chosen_game(name, options)
    levels = [str(number) for number, _ in enumerate(level_texts(game), 1)]
    row = players.split() if players else levels
    if len(row) < 2:
        raise BadPlayer('a ladder needs two players or more, as --players "1 2 3"')
    spelled = None if budget is None else spelled_budget(budget)
    for text in row:
        player(text, game, budget=spelled)
    table = Table(title=Text(game.name, "bold"), box=None, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("player", "against", "games", "score", "95% interval"):
        table.add_column(heading, justify="left" if heading in ("player", "against") else "right")
    for lower, upper in pairwise(row):
        with progress_bar(out, f"{upper} against {lower}") as told:
            found = meet(game, upper, lower, number, seed, budget=spelled, progress=told)
        low, high = found.interval
        interval = f"{low:.1%} to {high:.1%}"
        table.add_row(upper, lower, str(found.games), f"{found.share:.1%}", interval)
    out.print(table)
