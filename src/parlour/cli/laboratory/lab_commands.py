"""What the commands `parlour lab …` do."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from operator import itemgetter
from pathlib import Path
from statistics import fmean

from rich.console import Console
from rich.progress import BarColumn, TextColumn
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from parlour.cli.console import console
from parlour.cli.session.game_view import ending, table_view
from parlour.errors import BadExperiment
from parlour.lab import workers as hands
from parlour.lab.answer_register import add_answer, earlier_answers, register
from parlour.lab.contrast_power import ContrastPower, check_power, powers, size_words
from parlour.lab.cost import STRONG, Cost, costs, strongest
from parlour.lab.experiment import Experiment, read_experiment
from parlour.lab.finding_replay import games_path, note_replayed, stale, write_games
from parlour.lab.finding_replay import replay as replay_arms
from parlour.lab.laboratory import Laboratory
from parlour.lab.measures.registry import check_measures
from parlour.lab.report import collect, kept_page, verdict, write_results
from parlour.lab.running import WHOLE, Part, Progress, ProgressReport
from parlour.lab.running import run as run_experiment
from parlour.lab.shipped_findings import has_report, report_path, shipped_reports
from parlour.lab.stopping import enough
from parlour.lab.trace import Trace
from parlour.lab.unlike_players import planned_unlike_players
from parlour.picture.viewpoint import Viewpoint
from parlour.records import result_text, save

EVERY = 30.0  # seconds between lines about a run where there is no terminal

_PART = re.compile(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})")
_ARM = re.compile(r"([1-9][0-9]{0,3})\.([1-9][0-9]{0,3})")


def run(
    file: str, workers: int | None, folder: str | None, cluster: str | None, part: str | None
) -> None:
    """Play the missing games of an experiment, or of all in a folder, the cheapest first."""
    out, laboratory = console(), Laboratory(folder)
    number, own = workers or processors(), _part(part)
    work = chosen_work(number, cluster)
    if not Path(file).is_dir():
        _run(out, laboratory, find_experiment(file, laboratory), work, number, own)
        return
    left = {
        e.name: (e, sum(c.remaining for c in found)) for e, found in _costs(out, laboratory, file)
    }
    for experiment, seconds in sorted(left.values(), key=itemgetter(1)):
        if laboratory.is_running(experiment):
            out.print(Text(f"{experiment.name}: skipped, another process is playing it"), "dim")
            continue
        together = sum(seconds for _, seconds in left.values()) / own[1]
        summary = f"{len(left)} to go, about {_hours(together)} processor hours"
        out.print(
            Text(f"{summary}; next {experiment.name}, {_hours(seconds / own[1])}"), style="dim"
        )
        _run(out, laboratory, experiment, work, number, own)
        del left[experiment.name]


def _run(
    out: Console,
    laboratory: Laboratory,
    experiment: Experiment,
    work: hands.Work,
    number: int,
    part: Part,
) -> None:
    """Play the missing games of one experiment, and write its report."""
    check_measures(experiment)
    if not experiment.exploratory and not laboratory.is_complete(experiment):
        check_power(experiment, laboratory)
    out.print(Text(experiment.title, "bold"))
    out.print(Text(experiment.question))
    for earlier in earlier_answers(laboratory, experiment):
        out.print(Text(earlier.sentence), style="dim")
    for sentence in planned_unlike_players(experiment):
        out.print(Text(sentence), style="yellow")
    for sentence in laboratory.searches(experiment):
        folder_of = laboratory.folder_of(experiment)
        out.print(Text(f"{sentence} To start again, delete {folder_of}"), "yellow", soft_wrap=True)
    try:
        with bar(out, number) as report:
            run_experiment(experiment, laboratory, work, enough, report, number, part)
    except KeyboardInterrupt:
        saved = f"{laboratory.count(experiment):,} games are saved; run the same command again to continue."
        out.print(Text(f"Stopped. {saved}"), soft_wrap=True)
        raise
    _count(out, experiment, laboratory)
    _report(out, experiment, laboratory, None)


def chosen_work(workers: int, cluster: str | None = None) -> hands.Work:
    """Play on a Dask cluster, by the address of its scheduler, or in a number of processes."""
    if cluster is not None:
        return hands.on_cluster(cluster)
    return hands.here if workers == 1 else hands.in_processes(workers)


def _part(text: str | None) -> Part:
    """This machine's part, as ``2/5``; raises BadExperiment."""
    if text is None:
        return WHOLE
    match = _PART.fullmatch(text)
    if match is None or int(match[1]) > int(match[2]):
        raise BadExperiment(
            f"--part {text!s:.20}: expected this machine's number and the number of machines, such as 2/5"
        )
    return int(match[1]), int(match[2])


def merge(sources: list[str], folder: str | None) -> None:
    """Merge the games of other laboratories that this one lacks."""
    out, laboratory = console(), Laboratory(folder)
    for source in sources:
        for name, count in laboratory.merge(Laboratory(source)):
            out.print(Text(f"{name}: {count:,} games from {source}"), soft_wrap=True)


def cost(file: str, folder: str | None) -> bool:
    """Print the cost of an experiment, or each in a folder; whether all best bots are strong."""
    out, laboratory = console(), Laboratory(folder)
    whole, left, strong = 0.0, 0.0, True
    for experiment, found in _costs(out, laboratory, file):
        whole, left = whole + sum(c.whole for c in found), left + sum(c.remaining for c in found)
        out.print(_cost_table(experiment, found))
        if experiment.contrasts:
            out.print(_power_table(powers(experiment, laboratory)))
        top = strongest(experiment, found)
        if top is not None:
            strong = strong and top >= STRONG
            out.print(Text(_strong(top)), style="" if top >= STRONG else "yellow")
        for sentence in planned_unlike_players(experiment):
            out.print(Text(sentence), style="yellow")
        out.print()
    out.print(f"Total {_hours(whole)} processor hours, {_hours(left)} still to go.")
    return strong


def _costs(
    out: Console, laboratory: Laboratory, file: str
) -> Iterator[tuple[Experiment, list[Cost]]]:
    """The experiments of a file or a folder with their costs."""
    path = Path(file)
    files = sorted(map(str, path.glob("*.toml"))) if path.is_dir() else [file]
    if not files:
        raise BadExperiment(f"{file}: no experiments here: expected files NAME.toml")
    for one in files:
        experiment = find_experiment(one, laboratory)
        check_measures(experiment)
        with out.status(f"{experiment.name}: measuring the cost of a game …"):
            found = costs(experiment, laboratory)
        yield experiment, found


def _cost_table(experiment: Experiment, found: list[Cost]) -> Table:
    """A table with a row for each level of players, all variants together."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", title_justify="left")
    table.title = Text(experiment.title, "bold")
    table.add_column("players")
    for heading in ("seconds a move", "seconds a game", "games", "played", "hours left"):
        table.add_column(heading, justify="right", no_wrap=True)
    for at, budget in enumerate(experiment.budgets):
        arms = [c for c in found if c.budget == at]
        moves = [min(c.move for c in arms), max(c.move for c in arms)]
        table.add_row(
            Text(budget.name),
            " to ".join(dict.fromkeys(f"{seconds:.3g}" for seconds in moves)),
            f"{fmean(c.game for c in arms):.3g}",
            f"{sum(c.asked for c in arms):,}",
            f"{sum(c.kept for c in arms):,}",
            _hours(sum(c.remaining for c in arms)),
        )
    return table


def _power_table(found: list[ContrastPower]) -> Table:
    """A table with a row for each test of each declared question."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("question")
    for heading in ("games", "difference", "power", "games for 80%", "or difference"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found:
        kind = "ruled out: " if one.is_margin else ""
        table.add_row(
            Text(one.asked.question),
            f"{one.games:,}",
            f"{kind}{size_words(one, one.size)}",
            f"{100 * one.power:.0f}%",
            f"{one.games_wanted:,}",
            size_words(one, one.size_possible),
            style="" if one.is_enough else "yellow",
        )
    return table


def _strong(seconds: float) -> str:
    """Whether players with this thinking time are called strong, in words."""
    if seconds >= STRONG:
        return f"The strongest think at least {seconds:.2g} s a move."
    return (
        f"The strongest think {seconds:.2g} s a move in some game; only {STRONG:g} s or more is called "
        "strong."
    )


def _hours(seconds: float) -> str:
    """A time in hours, as text."""
    hours = seconds / 3600
    return f"{hours:.0f}" if hours >= 10 else f"{hours:.2f}"


def report(file: str, output: str | None, folder: str | None) -> None:
    """Write the report of the games so far, or the page of a finding, and print its answer."""
    if _is_finding(file) or file.endswith(".json"):
        _report_of_figures(console(), file, output)
        return
    experiment, laboratory = _find_played(file, folder)
    _report(console(), experiment, laboratory, output)


def _report(
    out: Console, experiment: Experiment, laboratory: Laboratory, folder: str | None
) -> None:
    results = collect(experiment, laboratory)
    answer = verdict(results)
    for sentence in (*answer, *results.searches):
        out.print(Text(sentence))
    add_answer(laboratory, experiment, answer)
    written = write_results(results, folder or laboratory.folder_of(experiment))
    if folder is not None:
        figures = next(path for path in written if path.suffix == ".json")
        written.append(write_games(experiment, laboratory, figures))
    for path in written:
        out.print(Text(str(path)), soft_wrap=True)


def _report_of_figures(out: Console, finding: str, folder: str | None) -> None:
    """Write the page of a finding from its figures: beside them, or of a shipped one here."""
    file = _figures_of(finding)
    text = file.read_text(encoding="utf-8")
    path = Path(folder or ("" if _is_finding(finding) else file.parent)) / f"{file.stem}.html"
    page = kept_page(text, file.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page, encoding="utf-8")
    stored = json.loads(text)
    for sentence in stored["answer"]:
        out.print(Text(sentence))
    if sentence := stale(stored, finding):
        out.print(Text(sentence, style="yellow"))
    out.print(Text(str(path)), soft_wrap=True)


def _figures_of(finding: str) -> Path:
    """The JSON of a finding: a report's file, or the name of a shipped one."""
    return report_path(finding) if _is_finding(finding) else Path(finding)


def _is_finding(name: str) -> bool:
    """Whether a finding of this name is shipped; raises BadExperiment for a name like theirs."""
    if has_report(name) or not name.startswith("questions/") or Path(name).exists():
        return has_report(name)
    known = ", ".join(name for name, _ in shipped_reports())
    raise BadExperiment(f"there is no finding {name!s:.60}: there are {known}")


def replay(finding: str, number: int, confirm: bool = False) -> bool:
    """Play some games of each arm of a finding again; whether all are the same.

    If they are, `confirm` notes in the report that the present code plays them; raises BadExperiment
    for a report without its raw games.
    """
    out = console()
    path = _figures_of(finding)
    if confirm and not games_path(path).is_file():
        raise BadExperiment(f"--confirm compares raw games; expected them in {games_path(path)}")
    same = True
    out.print(Text(finding, "bold"))
    for arm in replay_arms(path, number):
        same = same and not arm.unlike
        words = f"not the same: {', '.join(arm.unlike)}" if arm.unlike else "the same"
        out.print(Text(f"{arm.name} {arm.label}: {arm.checked} games, {words}"))
    out.print("All games are the same." if same else "The finding is stale: play it again.")
    if same and confirm:
        note_replayed(path)
    return same


def list_answers(folder: str | None) -> None:
    """Print every question with every answer that was given."""
    out = console()
    for given in register(Laboratory(folder)):
        when = given.date or "shipped"
        out.print(Text.assemble((given.question, "bold"), f" {given.experiment}, {when}:"))
        for sentence in given.answer:
            out.print(Text(f"  {sentence}"))


def find_experiment(file: str, laboratory: Laboratory) -> Experiment:
    """The experiment of a file, or of this name in the laboratory or among the shipped findings.

    Raises BadExperiment, OSError.
    """
    known = {experiment.name: experiment for experiment in laboratory.experiments()}
    if file in known and not Path(file).exists():
        return known[file]
    return read_experiment(report_path(file).with_suffix(".toml") if _is_finding(file) else file)


def _find_played(file: str, folder: str | None) -> tuple[Experiment, Laboratory]:
    """An experiment that has games, and its laboratory; raises BadExperiment, OSError."""
    laboratory = Laboratory(folder)
    experiment = find_experiment(file, laboratory)
    laboratory.check_played(experiment, file)
    return experiment, laboratory


def processors() -> int:
    """The number of processors available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


# -- progress --------------------------------------------------------------------------------------


@contextmanager
def bar(out: Console, workers: int) -> Iterator[ProgressReport]:
    """Show a progress bar with the remaining time; without a terminal, lines now and then."""
    if not out.is_terminal:
        yield _line_reporter(out, workers)
        return
    bar = Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
        TextColumn("{task.fields[left]}", style="dim"),
        console=out,
        transient=True,
    )
    with bar:
        task = bar.add_task("playing", total=1, left="")

        def report(progress: Progress) -> None:
            bar.update(
                task,
                description=_round(progress),
                total=progress.asked,
                completed=progress.done,
                left=_remaining(progress, workers),
            )

        yield report


def _line_reporter(out: Console, workers: int) -> ProgressReport:
    last = 0.0

    def report(progress: Progress) -> None:
        nonlocal last
        if time.monotonic() - last > EVERY:
            last = time.monotonic()
            left = _remaining(progress, workers)
            out.print(f"{_round(progress)}: {progress.done:,} of {progress.asked:,} games; {left}")

    return report


def _round(progress: Progress) -> str:
    return f"round {progress.round}" if progress.round else "playing"


def _remaining(progress: Progress, workers: int) -> str:
    """The remaining time, in words."""
    if progress.left is None:
        return "remaining time unknown"
    seconds = round(progress.left / workers)
    minutes, hours = seconds // 60 % 60, seconds // 3600
    if hours:
        return f"{hours} h {minutes:02} min left"
    return f"{minutes} min {seconds % 60:02} s left" if minutes else f"{seconds} s left"


# -- looking ---------------------------------------------------------------------------------------


def _count(out: Console, experiment: Experiment, laboratory: Laboratory) -> None:
    """Print the number of games of each arm."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("arm", "variant", "players"):
        table.add_column(heading)
    table.add_column("games", justify="right")
    for variant, budget in experiment.arms:
        count, _ = laboratory.count_played(experiment, variant, budget)
        shown, company = experiment.variants[variant], experiment.budgets[budget]
        table.add_row(
            f"{variant + 1}.{budget + 1}", Text(shown.label), Text(company.name), f"{count:,}"
        )
    out.print(table)


def list_experiments(folder: str | None) -> None:
    """Print the experiments in the laboratory."""
    out, laboratory = console(), Laboratory(folder)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("experiment", style="bold", no_wrap=True)
    table.add_column("games", justify="right", no_wrap=True)
    table.add_column("arms", justify="right", no_wrap=True)
    table.add_column("question")
    found = laboratory.experiments()
    for experiment in found:
        arms = list(experiment.arms)
        count = laboratory.count(experiment)
        table.add_row(experiment.name, f"{count:,}", str(len(arms)), Text(experiment.question))
    if found:
        out.print(table)
    else:
        out.print(
            f"There are no experiments in {laboratory.folder}. To run one: parlour lab run FILE"
        )


def list_games(file: str, arm: str | None, number: int, folder: str | None) -> None:
    """Print `number` games of each arm of an experiment: players, length, result."""
    out = console()
    experiment, laboratory = _find_played(file, folder)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("game", "variant", "players"):
        table.add_column(heading)
    table.add_column("moves", justify="right")
    for heading in ("result", "reason"):
        table.add_column(heading, no_wrap=True)
    for variant, budget in _arms(experiment, arm):
        label = experiment.variants[variant].label
        for trace in laboratory.traces(experiment, variant, budget, 0, number):
            table.add_row(trace.id, Text(label), Text(_players(trace)), *_ended(trace))
    out.print(table if table.rows else f"No game of arm {arm} has been played yet.")


def _arms(experiment: Experiment, arm: str | None) -> list[tuple[int, int]]:
    """The arm of a text such as ``2.1``, or all; raises BadExperiment."""
    arms = list(experiment.arms)
    if arm is None:
        return arms
    match = _ARM.fullmatch(arm)
    found = [a for a in arms if match and (a[0] + 1, a[1] + 1) == (int(match[1]), int(match[2]))]
    if not found:
        last_variant, last_budget = arms[-1]
        raise BadExperiment(
            f"there is no arm {arm!s:.20}: arms are 1.1 to {last_variant + 1}.{last_budget + 1}"
        )
    return found


def _players(trace: Trace) -> str:
    same = len(set(trace.players)) == 1
    return trace.players[0] if same else " / ".join(trace.players)


def _ended(trace: Trace) -> tuple[str, str, str]:
    return str(trace.length), result_text(trace.scores), trace.reason


def show(file: str, game: str, ply: int | None, output: str | None, folder: str | None) -> None:
    """Print a game: its position after `ply` plies or at the end, and its record; or save the record."""
    out = console()
    experiment, laboratory = _find_played(file, folder)
    trace = laboratory.trace(experiment, game)
    if output is not None:
        save(output, [trace.record])
        out.print(Text(f"{output}  (parlour play --load {output})"), soft_wrap=True)
        return
    state = trace.final.copy()
    while ply is not None and len(state.history) > ply:
        state.undo()
    out.print(table_view(out, state, trace.players, Viewpoint()))
    if state.outcome is not None:
        out.print(ending(state, trace.players, state.outcome))
    out.print()
    print(trace.record.write().text)
