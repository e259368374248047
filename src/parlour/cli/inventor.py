"""What `parlour lab ask`, `tune` and `diff` do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import takewhile

from rich.console import Console
from rich.text import Text

from parlour.cli.console import chosen_game, console
from parlour.cli.lab import bar, processors
from parlour.lab import workers as hands
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.inventor.answers import BAD, GOOD, Answer, ask, to_mend
from parlour.lab.inventor.page import games_words, warnings, write_answers
from parlour.lab.inventor.plan import experiment_text, name_of, pilot, plan
from parlour.lab.laboratory import Laboratory
from parlour.lab.playing import Task
from parlour.lab.report import collect, write_results
from parlour.lab.running import run as run_experiment
from parlour.lab.stopping import enough
from parlour.lab.workers import Done, Work
from parlour.table.game import Game

MARKS = {GOOD: ("✓", "green"), BAD: ("!", "bold yellow")}


def ask_game(
    name: str, option: list[str], hours: float, workers: int | None, folder: str | None
) -> None:
    """Play what the time allows, go on where it stood, and answer the inventor's questions."""
    out, laboratory, number = console(), Laboratory(folder), workers or processors()
    game = chosen_game(name, option)
    experiment = planned(out, laboratory, name, game, hours, number)
    _play(out, laboratory, experiment, hours, number)
    results = collect(experiment, laboratory)
    if not results.played:
        out.print("Too few games were played to say anything; the same command goes on.")
        return
    answers = ask(results, laboratory)
    _tell(out, answers, len(results.played[-1].arm))
    out.print(Text(games_words(results)), style="dim")
    for sentence in warnings(results):
        out.print(Text(sentence), style="yellow")
    where = laboratory.folder_of(experiment)
    for path in (*write_answers(answers, results, where), *write_results(results, where)):
        if path.suffix == ".html":
            out.print(Text(str(path)), soft_wrap=True)


def planned(
    out: Console, laboratory: Laboratory, name: str, game: Game, hours: float, workers: int
) -> Experiment:
    """The experiment for this game and this time: the one that is kept, or a new one."""
    stem = name_of(game, hours)
    path = laboratory.folder / stem / f"{stem}.toml"
    if path.is_file():
        text = path.read_text(encoding="utf-8")
    else:
        out.print(Text(f"{game.title}: trying how long its games are and what thought costs …"))
        tried = pilot(game)
        text = experiment_text(name, game, tried, plan(game, tried, 3600 * hours * workers), hours)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return parse_experiment(text, str(path), path.parent, stem)


def _play(
    out: Console, laboratory: Laboratory, experiment: Experiment, hours: float, workers: int
) -> None:
    """Play until all is played or the time is up; games of earlier runs count with their time."""
    spent = sum(laboratory.played(experiment, *arm)[1] for arm in experiment.arms)
    until = time.monotonic() + 3600 * hours - spent / workers
    work = hands.here if workers == 1 else hands.in_processes(workers)
    try:
        with bar(out, workers) as told:
            run_experiment(experiment, laboratory, timed(work, until), enough, told, workers)
    except KeyboardInterrupt:
        count = laboratory.count(experiment)
        out.print(f"Broken off: {count:,} games are kept. The same command goes on.")
        if not count:
            raise


def timed(work: Work, until: float) -> Work:
    """The work, of which nothing is begun after a time of `time.monotonic`."""

    def limited(tasks: Iterator[Task]) -> Iterator[Done]:
        yield from work(takewhile(lambda _: time.monotonic() < until, tasks))

    return limited


def _tell(out: Console, answers: list[Answer], games: int) -> None:
    """Print the answers, what is to be mended last, where it is seen."""
    for answer in answers:
        mark, style = MARKS.get(answer.verdict, ("·", "dim"))
        out.print(Text.assemble((f"{mark} ", style), (f"{answer.question} ", "bold"), answer.short))
        for sentence in answer.more:
            out.print(Text(f"  {sentence}"), style="dim")
    mend = to_mend(answers)
    out.print()
    if not mend:
        out.print(f"Nothing calls for a change, as far as {games} games of the strongest tell.")
    for answer in mend:
        out.print(Text.assemble(("Look at this: ", "bold"), answer.question, " ", answer.advice))
