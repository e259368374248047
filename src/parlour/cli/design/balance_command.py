"""`parlour balance`: the balancing point of a TigerBridge deal, or of some of its hands."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

from parlour.cli.console import console
from parlour.cli.design.count_commands import progress_bar
from parlour.table.catalogue import hooks

SIDES = ("North–South", "East–West")
GAME = hooks("balance")


def show_balance(text: str, deals: int, seed: int | None) -> None:
    """Print the table of rounds, the marks bid by bid, and the balancing point."""
    out, hands = console(), GAME.read_hands(text)
    with progress_bar(out, "solving") as report:
        found = GAME.balance(hands, deals, seed, report)
    if found.deals > 1:
        out.print(f"Mean of {found.deals} deals with these hands; ± is the standard error.")
    _print_rounds(out, found)
    _print_steps(out, found)
    _print_point(out, found)


def _figure(mean: float, error: float, exact: bool) -> str:
    return f"{mean:g}" if exact else f"{mean:.2f} ± {error:.2f}"


def _print_rounds(out: Console, found: Any) -> None:
    table = Table(title="Rounds by crests and proclaimer", title_justify="left")
    table.add_column("")
    for seat in GAME.SEATS:
        table.add_column(seat, justify="right")
    for crests in reversed(range(len(GAME.CRESTS))):
        means, errors = found.rounds[crests], found.errors[crests]
        figures = [_figure(m, e, found.deals == 1) for m, e in zip(means, errors, strict=True)]
        table.add_row(GAME.NAMES[GAME.CRESTS[crests]], *figures)
    out.print(table)


def _print_steps(out: Console, found: Any) -> None:
    table = Table(title="Marks bid by bid", title_justify="left")
    for heading in ("Bid", "by", "marks", "to"):
        table.add_column(heading, justify="right" if heading == "marks" else "left")
    for step in found.steps():
        to = "" if step.marks == 0 else SIDES[step.marks < 0]
        marks = _figure(abs(step.marks), step.error, found.deals == 1)
        table.add_row(step.bid, SIDES[step.side], marks, to)
    out.print(table)


def _print_point(out: Console, found: Any) -> None:
    best = [found.best(side) for side in (0, 1)]
    for side, (crests, proclaimer) in enumerate(best):
        rounds = _figure(
            found.rounds[crests, proclaimer], found.errors[crests, proclaimer], found.deals == 1
        )
        out.print(
            f"{SIDES[side]} take {rounds} with {GAME.NAMES[GAME.CRESTS[crests]]} ({GAME.SEATS[proclaimer]})."
        )
    point, error = found.point
    out.print(f"The marks even out at {_figure(point, error, found.deals == 1)} rounds.")
