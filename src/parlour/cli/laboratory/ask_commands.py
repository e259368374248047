"""`parlour lab ask`, `tune` and `diff`: questions of game inventors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from parlour.cli.console import chosen_game, console
from parlour.cli.laboratory.lab_commands import bar, chosen_work, processors
from parlour.errors import BadOption
from parlour.lab.answer_register import add_answer, earlier_answers
from parlour.lab.arms import plays_alike
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.inventor.answer_page import (
    ReportPage,
    games_words,
    warnings,
    write_answers,
    write_page,
)
from parlour.lab.inventor.comparison_page import changes_page, tuning_page
from parlour.lab.inventor.inventor_answers import (
    BAD,
    GOOD,
    InventorAnswer,
    ask,
    optional_rules,
    to_mend,
)
from parlour.lab.inventor.inventor_plan import (
    TRIED,
    Pilot,
    evenness,
    experiment_text,
    name_of,
    pilot,
    plan,
    rules_text,
    search_text,
    together,
    variant,
    without_rules,
)
from parlour.lab.inventor.solved_game import solved
from parlour.lab.inventor.tuning import (
    LEAST_SEARCH,
    SEARCHES,
    OptionScore,
    bayesian,
    check_goal,
    goal,
    narrowed,
    option_sets,
    rounds,
    search,
    standing,
)
from parlour.lab.inventor.version_changes import changes, used_changes, worth_changes
from parlour.lab.lab_games import ArmTask
from parlour.lab.laboratory import Laboratory
from parlour.lab.report import Results, collect, write_results
from parlour.lab.restricted_play import can_restrict
from parlour.lab.running import run as run_experiment
from parlour.lab.stopping import enough
from parlour.lab.workers import Done, Work
from parlour.table import catalogue
from parlour.table.game import Game

RULES_SHARE = 0.2  # of the time, for optional rules where a game has some
WIDE = 110  # columns of a terminal that has room for a whole table
MARKS = {GOOD: ("✓", "green"), BAD: ("!", "bold yellow")}


def ask_game(
    name: str, option: list[str], hours: float, workers: int | None, folder: str | None
) -> None:
    """Play games for the given time, continuing earlier work, and answer the inventor's questions."""
    out, laboratory, number = console(), Laboratory(folder), workers or processors()
    game = chosen_game(name, option)

    def write_plan() -> str:
        pilots = _run_pilots(out, [game])
        title, question = (
            f"{game.title}: an inventor asks",
            "Is it even, does skill tell, what is dead?",
        )
        variants = [variant(game, pilots, game.name)]
        chosen = plan(game, pilots, 3600 * hours * number)
        asked = evenness(game, game.name)
        return experiment_text(title, question, variants, game, pilots, chosen, asked)

    stem, offs = name_of("ask", game, hours), without_rules(game)
    experiment = _load_or_plan(laboratory, stem, write_plan)
    _print_earlier(out, laboratory, experiment)
    share = 1 - RULES_SHARE if offs else 1.0
    until = _until(laboratory, [experiment], share * hours, number)
    play_games(out, laboratory, experiment, until, number)
    results = collect(experiment, laboratory)
    if not results.played:
        out.print("Too few games for an answer; run the same command again to continue.")
        return
    answers = [*filter(None, [solved(game, 3600 * hours)]), *ask(results, laboratory)]
    if offs:
        rules = _rules_experiment(laboratory, stem, results, game, offs)
        until = _until(laboratory, [rules], RULES_SHARE * hours, number)
        play_games(out, laboratory, rules, until, number)
        if laboratory.count(rules):
            answers += filter(None, [optional_rules(collect(rules, laboratory))])
    add_answer(laboratory, experiment, [f"{one.question} {one.short}" for one in answers])
    _print_answers(out, answers, len(results.played[-1].arm))
    out.print(Text(games_words(results)), style="dim")
    for sentence in warnings(results):
        out.print(Text(sentence), style="yellow")
    where = laboratory.folder_of(experiment)
    print_paths(out, [*write_answers(answers, results, where), *write_results(results, where)])


def _rules_experiment(
    laboratory: Laboratory, stem: str, results: Results, game: Game, offs: list[Game]
) -> Experiment:
    """The experiment about optional rules, with the middling players of the main one."""
    middling = results.experiment.budgets[1]
    length = results.played[0].measures["length"].estimate.value

    def write_plan() -> str:
        return rules_text(game, length, offs, middling.players[0], middling.games)

    return _load_or_plan(laboratory, f"{stem}-rules", write_plan)


def diff_games(
    old: str, new: str, option: list[str], hours: float, workers: int | None, folder: str | None
) -> None:
    """Play two versions of a game, continuing earlier work, and report the changes, the worst first."""
    out, laboratory, number = console(), Laboratory(folder), workers or processors()
    games = [chosen_game(name, option) for name in (old, new)]
    if plays_alike(*games):
        raise BadOption(f"{old} and {new} have the same rules and options: nothing could differ")

    def write_plan() -> str:
        pilots = _run_pilots(out, games)
        labels = ("before", "now")
        variants = [variant(game, pilots, label) for game, label in zip(games, labels, strict=True)]
        title, question = (
            f"{games[1].title}: two versions",
            "What changed in play, and for the worse?",
        )
        chosen = plan(games[0], pilots, 3600 * hours * number, beside=games)
        asked = [*evenness(games[0], labels[0]), *evenness(games[1], labels[1])]
        return experiment_text(title, question, variants, games[0], pilots, chosen, asked)

    both = f"{old} {new}" if old != new else new
    experiment = _load_or_plan(laboratory, name_of("diff", games[1], hours, both), write_plan)
    _print_earlier(out, laboratory, experiment)
    play_games(out, laboratory, experiment, _until(laboratory, [experiment], hours, number), number)
    results = collect(experiment, laboratory)
    found = changes(results)
    if not found:
        out.print("Too few games for an answer; run the same command again to continue.")
        return
    page = changes_page(found, used_changes(results, laboratory), results, worth_changes(results))
    add_answer(laboratory, experiment, page.lead)
    print_page(out, page)
    where = laboratory.folder_of(experiment)
    print_paths(out, [*write_page(page, where, experiment.name), *write_results(results, where)])


def tune_game(
    name: str,
    option: list[str],
    wanted: str,
    hours: float,
    workers: int | None,
    folder: str | None,
    way: str = SEARCHES[0],
) -> None:
    """Search a game's options for a goal, then play fresh games of the best."""
    if way not in SEARCHES:
        raise BadOption(f"--search {way!s:.20}: expected {' or '.join(SEARCHES)}")
    out, laboratory, number = console(), Laboratory(folder), workers or processors()
    terms = goal(wanted)
    plain = chosen_game(name, [])
    sets = option_sets(plain, option)
    labels = [", ".join(f"{key}={value}" for key, value in one.items()) for one in sets]
    games = [catalogue.game(name, **one) for one in sets]
    more = " ".join([*option, wanted])
    stem = name_of("tune", plain, hours, more)

    def write_plan(seed: int) -> str:
        pilots = _run_pilots(out, [games[0], games[-1]])
        pilots = replace(pilots, moves=pilots.moves / 2)
        least = LEAST_SEARCH * len(games)
        chosen = plan(plain, pilots, 3600 * hours * number, least, beside=games)
        variants = [variant(game, pilots, label) for game, label in zip(games, labels, strict=True)]
        title, question = (
            f"{plain.title}: which options?",
            f"Which options come nearest to {wanted}?",
        )
        return search_text(title, question, variants, chosen.players[2], chosen.games, seed)

    searched = _load_or_plan(laboratory, f"{stem}-search", lambda: write_plan(1))
    check_goal(searched, terms)
    final = _load_or_plan(
        laboratory, stem, lambda: searched.text.replace("seed = 1\n", "seed = 2\n", 1)
    )
    until = _until(laboratory, [searched, final], hours, number)
    half = (until + time.monotonic()) / 2
    total = searched.budgets[0].games

    def play(whole: Experiment, variants: list[int], count: int, end: float) -> list[OptionScore]:
        play_games(out, laboratory, narrowed(whole, variants, count), end, number)
        shown = replace(whole, budgets=(replace(whole.budgets[0], games=count),))
        return [standing(shown, laboratory, at, terms) for at in variants]

    def try_variants(left: list[int], count: int) -> list[OptionScore]:
        return play(searched, left, count, half)

    if way == "bayes":
        found = bayesian(sets, total // 2, try_variants)
    else:
        found = search(len(sets), rounds(len(sets), total // 2), try_variants)
    if not found:
        out.print("Too few games for an answer; run the same command again to continue.")
        return
    best = [one.variant for one in found]
    fresh = play(final, best, max(2, total // (2 * len(best))), until)
    page = tuning_page(terms, found, fresh, searched, name, way)
    add_answer(laboratory, final, page.lead)
    print_page(out, page)
    print_paths(out, write_page(page, laboratory.folder_of(final), final.name))


def _run_pilots(out: Console, games: list[Game]) -> Pilot:
    """Measure game lengths and thinking costs; compiling may take a minute."""
    out.print(Text(f"{games[-1].title}: measuring game lengths and thinking costs …"))
    tried = together([pilot(game) for game in games])
    if not all(map(can_restrict, games)):
        tried = replace(tried, kinds=())
    if tried.endless:
        words = f"{tried.endless} of {TRIED * len(games)} random games did not end"
        out.print(Text(f"{words}: a move limit ends the games that follow."), style="yellow")
    return tried


def _load_or_plan(laboratory: Laboratory, stem: str, write_plan: Callable[[], str]) -> Experiment:
    """The stored experiment of that name, so that it continues, or else a new plan."""
    path = laboratory.folder / stem / f"{stem}.toml"
    if not path.is_file():
        text = write_plan()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return parse_experiment(path.read_text(encoding="utf-8"), str(path), path.parent, stem)


def _print_earlier(out: Console, laboratory: Laboratory, experiment: Experiment) -> None:
    """Print what came out when this was asked before."""
    for earlier in earlier_answers(laboratory, experiment)[-1:]:
        out.print(Text(earlier.sentence), style="dim")


def _until(
    laboratory: Laboratory, experiments: list[Experiment], hours: float, workers: int
) -> float:
    """The end of the time budget, by `time.monotonic`; the time of stored games counts."""
    spent = sum(laboratory.count_played(e, *arm)[1] for e in experiments for arm in e.arms)
    return time.monotonic() + 3600 * hours - spent / workers


def print_paths(out: Console, paths: list[Path]) -> None:
    """Print the paths of the written pages."""
    for path in paths:
        if path.suffix == ".html":
            out.print(Text(str(path)), soft_wrap=True)


def print_page(out: Console, page: ReportPage) -> None:
    """Print a page: its sentences and tables."""
    for sentence in page.lead:
        out.print(Text(sentence, style="bold"))
    for each in page.tables:
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", title_justify="left")
        shown = len(each.headings) - (each.extra if out.width < WIDE else 0)
        for heading in each.headings[:shown]:
            table.add_column(heading)
        for row in each.rows:
            style = {"worse": "yellow", "better": "green"}.get(row.style)
            table.add_row(*(Text(text) for text in row.texts[:shown]), style=style)
        out.print()
        out.print(Text(each.title, style="bold"))
        out.print(table)


def play_games(
    out: Console,
    laboratory: Laboratory,
    experiment: Experiment,
    until: float,
    workers: int,
    cluster: str | None = None,
) -> None:
    """Play until all games are played or the time is up."""
    work = chosen_work(workers, cluster)
    try:
        with bar(out, workers) as report:
            run_experiment(experiment, laboratory, limit_time(work, until), enough, report, workers)
    except KeyboardInterrupt:
        count = laboratory.count(experiment)
        out.print(f"Stopped: {count:,} games are saved. Run the same command again to continue.")
        raise


def limit_time(work: Work, until: float) -> Work:
    """The work, limited: no task starts after a time of `time.monotonic`."""

    def limited(tasks: Iterator[ArmTask]) -> Iterator[Done]:
        yield from work(takewhile(lambda _: time.monotonic() < until, tasks))

    return limited


def _print_answers(out: Console, answers: list[InventorAnswer], games: int) -> None:
    """Print what to look at first, with advice, then every answer with its details."""
    mend = to_mend(answers)
    if mend:
        out.print(Text("Look at this first:", "bold"))
    else:
        out.print(f"No change seems necessary, judging by {games} games of the strongest.")
    for answer in mend:
        _print_answer(out, answer)
        out.print(Text(f"  {answer.advice}"))
    out.print()
    for answer in answers:
        _print_answer(out, answer)
        for sentence in answer.more:
            out.print(Text(f"  {sentence}"), style="dim")
    out.print()


def _print_answer(out: Console, answer: InventorAnswer) -> None:
    mark, style = MARKS.get(answer.verdict, ("·", "dim"))
    out.print(Text.assemble((f"{mark} ", style), (f"{answer.question} ", "bold"), answer.short))
