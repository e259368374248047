"""`parlour balance`: the balancing point of a TigerBridge deal, or of some of its hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from parlour.games.tiger_bridge import SEATS

if TYPE_CHECKING:
    from rich.console import Console

    from parlour.games.tiger_bridge.balance import Balance

SIDES = ("North–South", "East–West")

commands = typer.Typer()


@commands.command()
def balance(
    hands: Annotated[
        str,
        typer.Argument(
            metavar="HANDS",
            help="Four hands of TigerBridge from North, joined by /, each F.L.M.R; ? = unknown.",
        ),
    ],
    number: Annotated[
        int,
        typer.Option(
            "--number", "-n", min=2, metavar="NUMBER", help="Deals to draw for unknown hands."
        ),
    ] = 20,
    seed: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Make the deals repeatable.")
    ] = None,
) -> None:
    """Find the balancing point of a TigerBridge deal. Some of its hands are enough."""
    from rich.console import Console
    from rich.progress import Progress

    from parlour.games.tiger_bridge.balance import balance, read_hands

    out, given = Console(highlight=False, emoji=False), read_hands(hands)
    with Progress(console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task("solving", total=1.0)
        found = balance(given, number, seed, lambda part: bar.update(task, completed=part))
    if found.deals > 1:
        out.print(f"Mean of {found.deals} deals with these hands; ± is the standard error.")
    _print_rounds(out, found)
    _print_steps(out, found)
    _print_point(out, found)


def _figure(mean: float, error: float, exact: bool) -> str:
    return f"{mean:g}" if exact else f"{mean:.2f} ± {error:.2f}"


def _print_rounds(out: Console, found: Balance) -> None:
    from rich.table import Table

    from parlour.games.tiger_bridge.blades import CRESTS, NAMES

    table = Table(title="Rounds by crests and proclaimer", title_justify="left")
    table.add_column("")
    for seat in SEATS:
        table.add_column(seat, justify="right")
    for crests in reversed(range(len(CRESTS))):
        means, errors = found.rounds[crests], found.errors[crests]
        figures = [_figure(m, e, found.deals == 1) for m, e in zip(means, errors, strict=True)]
        table.add_row(NAMES[CRESTS[crests]], *figures)
    out.print(table)


def _print_steps(out: Console, found: Balance) -> None:
    from rich.table import Table

    table = Table(title="Marks bid by bid", title_justify="left")
    for heading in ("Bid", "by", "marks", "to"):
        table.add_column(heading, justify="right" if heading == "marks" else "left")
    for step in found.steps():
        to = "" if step.marks == 0 else SIDES[step.marks < 0]
        marks = _figure(abs(step.marks), step.error, found.deals == 1)
        table.add_row(step.bid, SIDES[step.side], marks, to)
    out.print(table)


def _print_point(out: Console, found: Balance) -> None:
    from parlour.games.tiger_bridge.blades import CRESTS, NAMES

    best = [found.best(side) for side in (0, 1)]
    for side, (crests, proclaimer) in enumerate(best):
        rounds = _figure(
            found.rounds[crests, proclaimer], found.errors[crests, proclaimer], found.deals == 1
        )
        name = NAMES[CRESTS[crests]]
        out.print(f"{SIDES[side]} take {rounds} with {name} ({SEATS[proclaimer]}).")
    point, error = found.point
    out.print(f"The marks even out at {_figure(point, error, found.deals == 1)} rounds.")
