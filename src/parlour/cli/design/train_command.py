"""`parlour train`: learn a game's evaluation, generation by generation."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import fields
from pathlib import Path

from parlour.cli.console import chosen_game, console
from parlour.data_folder import data_folder
from parlour.errors import BadOption
from parlour.kernel.spec import parse_options
from parlour.learn.report import write_report
from parlour.learn.train import TrainingPlan, TrainingRun
from parlour.search.evaluation.ntuple_model import weights_path


def train(
    name: str,
    hours: float,
    options: list[str],
    settings: str | None,
    folder: str | None,
    workers: int | None,
    cluster: str | None,
    out: str | None,
) -> None:
    """Learn for at most `hours`, or until it gets no better; an interrupted run continues.

    With `cluster`, a Dask scheduler's address, its workers play the games. Raises BadOption for unknown
    settings, BadRules for a game without a board, and MissingExtra or ParlourError if the cluster cannot
    be reached.
    """
    screen, game = console(), chosen_game(name, options)
    at = Path(folder) if folder else data_folder() / "learn" / game.id
    processes = workers or os.cpu_count() or 1
    run = TrainingRun(game, read_plan(settings), at, screen.print, processes, cluster)
    run.until(time.monotonic() + hours * 3600)
    report = write_report(run)
    if run.taken_path is None:
        screen.print(f"No improvement so far. Report: {report}")
        return
    to = Path(out) if out else weights_path(game) if name.endswith(".py") else at / "weights.npz"
    shutil.copyfile(run.taken_path, to)
    screen.print(f"The weights are in {to}. Report: {report}")


def read_plan(text: str | None) -> TrainingPlan:
    """The plan of ``games=2000,nodes=600``, whole numbers, and ``hand=no,onward=yes``; raises BadOption."""
    given = parse_options(text) if text else {}
    allowed = [field.name for field in fields(TrainingPlan)]
    switches = [field.name for field in fields(TrainingPlan) if isinstance(field.default, bool)]
    values: dict[str, int | bool] = {}
    for name, value in given.items():
        if name not in allowed:
            raise BadOption(
                f"there is no setting {name!s:.40}; the settings are {', '.join(allowed)}"
            )
        if name in switches and value in ("yes", "no"):
            values[name] = value == "yes"
        elif name not in switches and value.isdecimal() and len(value) < 10:
            values[name] = int(value)
        else:
            expected = "yes or no" if name in switches else "a whole number"
            raise BadOption(f"{name}={value!s:.40}: expected {expected}")
    return TrainingPlan(**values)  # type: ignore[arg-type]
