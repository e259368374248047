"""The command `durability`: plays on servers that are killed, and checks that nothing was lost."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.cli.console import console
from parlour.durability.findings import KINDS
from parlour.durability.run import DurabilityProgress, Report, Run, check_again
from parlour.durability.run_settings import ALL_FAULTS, Fault, RunSettings
from parlour.errors import ParlourError

MOST_SHOWN = 20  # findings


class BadFault(ParlourError):
    """There is no such fault."""


@dataclass(frozen=True)
class DurabilityArguments:
    """The arguments of the command."""

    kills: int
    moves: int
    database: str
    servers: int
    seed: int
    faults: str
    folder: str | None
    check: str | None
    as_json: bool


def measure_durability(arguments: DurabilityArguments) -> None:
    """Run and report; exit status 1 if a promise was broken."""
    if arguments.check is not None:
        report = check_again(Path(arguments.check), arguments.database)
        _show(report, arguments)
        sys.exit(0 if report.is_good else 1)
    given = arguments.folder
    folder = Path(given) if given else Path(tempfile.mkdtemp(prefix="parlour-durability-"))
    settings = RunSettings(
        folder.resolve(),
        arguments.database,
        arguments.kills,
        arguments.moves,
        arguments.servers,
        arguments.seed,
        faults=_faults(arguments.faults),
    )
    run = Run(settings, _show_progress)
    report = run.report()
    _show(report, arguments)
    if not report.is_good:
        print(f"History and database: {folder}", file=sys.stderr)
        sys.exit(1)
    if given is None:
        run.discard()


def _faults(text: str) -> frozenset[Fault]:
    """The faults in a list such as bots,full-disk; raises BadFault."""
    if text in ("all", "none"):
        return ALL_FAULTS if text == "all" else frozenset()
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in list(Fault):
            allowed = ", ".join(sorted(Fault))
            raise BadFault(f"{name!s:.30} is not a fault: choose all, none or some of {allowed}")
    return frozenset(map(Fault, names))


def _show_progress(progress: DurabilityProgress) -> None:
    minutes, seconds = divmod(round(progress.seconds), 60)
    print(
        f"{minutes}:{seconds:02}: {progress.kills:,} kills, {progress.moves:,} moves acknowledged",
        file=sys.stderr,
        flush=True,
    )


def _show(report: Report, arguments: DurabilityArguments) -> None:
    if arguments.as_json:
        print(json.dumps(report.payload, indent=2))
        return
    out, verdict = console(), report.verdict
    lines = [
        f"{'Interrupted: checked so far' if report.is_partial else 'Checked'} in "
        f"{report.seconds:,.0f} s on {report.database}",
        f"  killed servers         {report.kills:,}",
        f"  other faults           {_counts(report.faults)}",
        *(f"    skipped {fault}: {why}" for fault, why in sorted(report.skipped.items())),
        f"  acknowledged           {_counts(verdict.acknowledged)}",
        f"  without an answer      {verdict.unknown:,}",
        f"  rejected               {verdict.refused:,}",
        f"  server errors          {_counts(report.errors)}",
        f"  checked                {_counts(verdict.subjects)}",
        *(f"  {kind:<22} {verdict.count(kind):,}" for kind in KINDS),
        *(f"    {finding}" for finding in verdict.findings[:MOST_SHOWN]),
    ]
    if report.trouble:
        lines.append(f"  ended early: {report.trouble}")
    hidden = len(verdict.findings) - MOST_SHOWN
    if hidden > 0:
        lines.append(f"    and {hidden:,} more")
    for line in lines:
        out.print(line, markup=False, soft_wrap=True)


def _counts(counts: dict[str, int]) -> str:
    parts: Sequence[str] = [f"{count:,} {name}" for name, count in sorted(counts.items())]
    return ", ".join(parts) or "none"
