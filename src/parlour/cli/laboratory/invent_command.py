"""`parlour lab invent`: breed new variants of a game."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

from rich.text import Text

from parlour.cli.console import chosen_game, console
from parlour.cli.laboratory.ask_commands import play_games, print_page, print_paths
from parlour.cli.laboratory.lab_commands import processors
from parlour.lab.answer_register import add_answer
from parlour.lab.breeding.archive import Archive
from parlour.lab.breeding.breeder import breed, first_games
from parlour.lab.breeding.breeding_page import breeding_page
from parlour.lab.breeding.candidate_games import CandidateGames, compile_players, options_text
from parlour.lab.breeding.genome import Genes, genes
from parlour.lab.breeding.trial import Trial, keep_trial, kept_trial, planned_trial
from parlour.lab.experiment import Experiment
from parlour.lab.inventor.answer_page import write_page
from parlour.lab.inventor.inventor_plan import stem_of
from parlour.lab.laboratory import Laboratory
from parlour.web.settings import DEFAULT_PORT

MOST_SHOWN = 10
SEARCH_SHARE = 0.75  # of the time; the rest is for fresh games of the best
GENERATION_SHARE = 0.5  # of the time, for the games of a generation
PILOTS = 3  # option sets that say what games cost
TRIAL = "trial.json"


def invent_game(
    name: str,
    option: list[str],
    hours: float,
    workers: int | None,
    folder: str | None,
    cluster: str | None,
    seed: int = 1,
) -> None:
    """Breed variants for the given time, continuing earlier work, and report the best."""
    out, laboratory, number = console(), Laboratory(folder), workers or processors()
    bred = genes(chosen_game(name, []), option)
    begun, seconds = time.monotonic(), 3600 * hours

    def play(experiment: Experiment, share: float = SEARCH_SHARE) -> None:
        until = begun + share * seconds
        if trial.compiles:
            compile_players(experiment, laboratory, until)
        play_games(out, laboratory, experiment, until, number, cluster)

    stem = stem_of("invent", bred.base, " ".join(option))
    trial = _plan(laboratory, stem, bred, seconds * number, seed)
    games = CandidateGames(bred, trial, laboratory, stem, play)
    archive, tried = Archive(), 0
    for archive, tried in breed(bred, games.judge, trial.population, seed):
        for best in archive.best(1):
            words = f"{options_text(best.genome)}, fitness {best.figures.fitness:.2f}"
            kinds = len(archive.cells)
            shown = f"{tried} option sets tried, {kinds} kinds of game; best {words}"
            out.print(Text(shown), style="dim")
    chosen = archive.best(MOST_SHOWN)
    if not chosen:
        out.print("Too few games for an answer; run the same command again to continue.")
        return
    last = replace(games, play=partial(play, share=1.0))
    figures = last.fresh_figures([one.genome for one in chosen])
    pairs = list(zip(chosen, figures, strict=True))
    fresh = [replace(one, figures=found) for one, found in pairs if found is not None]
    fresh.sort(key=lambda one: (-one.figures.fitness, -one.figures.promise))
    waiting = [one for one, found in pairs if found is None]
    server = f"http://127.0.0.1:{DEFAULT_PORT}"
    page = breeding_page(bred, games.trial, fresh, len(archive.cells), tried, server, waiting)
    final = games.fresh_experiment([one.genome for one in [*fresh, *waiting]])
    add_answer(laboratory, final, page.lead)
    print_page(out, page)
    print_paths(out, write_page(page, laboratory.folder_of(final), stem))


def _plan(laboratory: Laboratory, stem: str, bred: Genes, seconds: float, seed: int) -> Trial:
    """The trial of the first call with this seed, so that the search continues, or else a new one."""
    path = laboratory.folder / stem / (TRIAL if seed == 1 else f"{seed}.{TRIAL}")
    trial = kept_trial(path)
    if trial is None:
        trial = planned_trial(first_games(bred, PILOTS, seed), GENERATION_SHARE * seconds, seed)
        keep_trial(path, trial)
    return trial
