"""The report of a search for variants: the best, each with a link to play it."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import join
from urllib.parse import urlencode

from parlour.kernel.spec import parse_options
from parlour.lab.breeding.archive import SHORT, Elite
from parlour.lab.breeding.candidate_games import QUESTION, options_text, title_of
from parlour.lab.breeding.genome import Genes
from parlour.lab.breeding.trial import Trial
from parlour.lab.inventor.answer_page import PageRow, PageTable, ReportPage
from parlour.lab.inventor.inventor_plan import STEP
from parlour.lab.report.wording import interval, number
from parlour.lab.stats import Estimate
from parlour.table.game import Game

HEADINGS = (
    *("Options", "Fitness", "Strong beats weak", "First player", "Leader wins", "Length", "Choice"),
    *("Ended", "Decided", "Command"),
)


def breeding_page(
    genes: Genes,
    trial: Trial,
    fresh: Sequence[Elite],
    kinds: int,
    tried: int,
    server: str,
    waiting: Sequence[Elite] = (),
) -> ReportPage:
    """The page: `fresh` are the best with figures from fresh games, the fittest first.

    `waiting` have none yet, but those that chose them. Links lead to `server`, the address of `parlour
    serve`.
    """
    best = (fresh or waiting)[0]
    judged = "by fresh games" if fresh else "by the games that chose it"
    lead = (
        f"{tried} option sets were tried; {kinds} different kinds of game were found.",
        f"The best {judged}: {options_text(best.genome)}, with fitness "
        f"{number(best.figures.fitness)} of 1.",
        f"Play it: {_command('play', genes, best)}",
        f"Next: {_command('lab ask', genes, best)}",
    )
    alike, names = _alike([*fresh, *waiting])
    link = f"A link opens the game's page with these options while “{_serve(genes.base)}” runs." + (
        f" All have {alike}." if alike else ""
    )
    tables = (
        (
            "The most interesting variants",
            f"Each from {_count_words(fresh)} fresh games of strong bots, which had no part in choosing it. ",
            fresh,
        ),
        (
            "Chosen, without fresh games yet",
            f"Their figures, from {_count_words(waiting)} games, are those that chose them, so luck may "
            "flatter them. The same command goes on. ",
            waiting,
        ),
    )
    shown = tuple(
        PageTable(
            title, note + link, HEADINGS, tuple(_row(genes, o, names, server) for o in rows), 3
        )
        for title, note, rows in tables
        if rows
    )
    return ReportPage(title_of(genes.base), QUESTION, lead, shown, _methods(trial))


def _alike(elites: Sequence[Elite]) -> tuple[str, frozenset[str]]:
    """The options that all have alike, in words, and the names of the others; of one game all differ."""
    common = set(elites[0].genome).intersection(*(one.genome for one in elites))
    if len(elites) == 1:
        common = set()
    alike = [pair for pair in elites[0].genome if pair in common]
    return options_text(alike), frozenset(name for name, _ in elites[0].genome) - dict(alike).keys()


def _count_words(elites: Sequence[Elite]) -> str:
    """How many games they have of strong bots, as ``12`` or ``2 to 12``."""
    counts = sorted({one.figures.first.n for one in elites})
    return " to ".join(str(count) for count in dict.fromkeys((*counts[:1], *counts[-1:])))


def _methods(trial: Trial) -> tuple[str, ...]:
    return (
        "Kinds of games differ by length, the first player's share, choice and decided games (MAP-Elites). "
        "The best of each kind is here; where there are fewer kinds than rows, the next best follow.",
        f"Strong is {trial.kind} with {STEP * trial.weak:g} simulations a move for each legal move of a "
        f"random game, weak with {trial.weak:g}. In the search each option set played {trial.first_games} "
        f"games between strong bots and as many of strong against weak; the better half of each "
        f"generation played {trial.games}.",
        "Fitness is the product of: how far strong beats weak, how even the players are, how many games end "
        "by the rules, how many have a winner, and how often the player who leads at half-time fails to win "
        f"(which counts half), each at the worse end of its 95% interval; games of fewer than {SHORT} moves "
        "count less. It cannot say whether people enjoy a game.",
        "These bots are weak: ask the best again at three strengths.",
    )


def play_link(server: str, game: Game) -> str:
    """The address of the game's page with its options set."""
    named = game.name.partition(":")[2]
    options = parse_options(named) if named else {}
    query = urlencode({f"option-{name}": value for name, value in options.items()})
    return f"{server}/game/{game.id}" + (f"?{query}" if query else "")


def _row(genes: Genes, one: Elite, names: frozenset[str], server: str) -> PageRow:
    figures = one.figures
    game = genes.game(one.genome)
    assert game is not None
    shares = (figures.skill, figures.first, figures.leader)
    texts = (
        options_text([pair for pair in one.genome if pair[0] in names]),
        number(figures.fitness),
        *map(_share, shares),
        *(f"{mean:.0f}" for mean in (figures.length, figures.branching)),
        *map(_share, (figures.ended, figures.decided)),
        _command("play", genes, one),
    )
    return PageRow(texts, link=play_link(server, game))


def _share(e: Estimate) -> str:
    return f"{number(e.value, True)} ({interval(e.low, e.high, True)})" if e.n else "–"


def _command(what: str, genes: Genes, one: Elite) -> str:
    game = genes.game(one.genome)
    assert game is not None
    return f"parlour {what} {join([game.address])}"


def _serve(game: Game) -> str:
    """The command of the server on which the links work."""
    source = game.address.partition(":")[0]
    return "parlour serve" if source == game.id else f"parlour serve {join([source])}"
