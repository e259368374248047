"""`parlour ladder`: matches of each bot level against the one below."""

from __future__ import annotations

import random
from itertools import pairwise

from rich.table import Table
from rich.text import Text

from parlour.cli.console import chosen_game, console
from parlour.cli.design.count_commands import progress_bar
from parlour.cli.session.opponents import player_budget
from parlour.errors import BadPlayer
from parlour.players import level_texts, player
from parlour.players.scores import MatchScore
from parlour.table.game import Game
from parlour.tournaments import Entrant, Tournament, TournamentPlan
from parlour.tournaments.bot_pairs import on_cores, play
from parlour.tournaments.tournament_plan import LADDER


def ladder(
    name: str,
    number: int,
    players: str | None,
    budget: str | None,
    options: list[str],
    seed: int | None,
) -> None:
    """Print a table of matches: each player against the previous one.

    `players` are separated by spaces; by default they are the levels. Raises BadPlayer.
    """
    out, game = console(), chosen_game(name, options)
    levels = [str(number) for number, _ in enumerate(level_texts(game), 1)]
    row = players.split() if players else levels
    if len(row) < 2:
        raise BadPlayer('a ladder needs at least two players, such as --players "1 2 3"')
    budget_text = None if budget is None else player_budget(budget)
    for text in row:
        player(text, game, budget=budget_text)
    table = Table(title=Text(game.name, "bold"), box=None, padding=(0, 3, 0, 0), header_style="dim")
    for heading in ("player", "against", "games", "score", "95% interval"):
        table.add_column(heading, justify="left" if heading in ("player", "against") else "right")
    for (lower, upper), found in zip(
        pairwise(row), _play_ladder(game, row, number, budget_text, seed), strict=True
    ):
        low, high = found.interval
        interval = f"{low:.1%} to {high:.1%}"
        table.add_row(upper, lower, str(found.games), f"{found.share:.1%}", interval)
    out.print(table)


def _play_ladder(
    game: Game, row: list[str], number: int, budget: str | None, seed: int | None
) -> list[MatchScore]:
    """The result of each player against the previous one, over a number of games."""
    seed = random.SystemRandom().getrandbits(31) if seed is None else seed
    entrants = tuple(Entrant(f"{place} {text}", text) for place, text in enumerate(row))
    plan = TournamentPlan(game.name, LADDER, entrants, (game.address,), 1, number, 0, budget, seed)
    current, pairs = Tournament(plan), len(entrants) * ((number + 1) // 2)
    with progress_bar(console(), "ladder") as report:
        for done, _ in enumerate(play(current, on_cores(1), 1, current.add), 1):
            report(done / pairs)
    return [
        MatchScore(tuple(float(score) for pair in current.pairs(meeting) for score in pair))
        for meeting in current.rounds[0]
    ]
