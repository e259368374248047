"""Findings that can be repeated: raw games beside a report, whether its code is stale, and replays.

`NAME.games.zip` beside a report's `NAME.json` has all its games, a member for each batch of an arm.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from parlour.errors import BadExperiment, ParlourError
from parlour.lab.arms import arm_seed, code_digest
from parlour.lab.batch import GameBatch, pack, unpack
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.games_file import LEVEL
from parlour.lab.lab_games import ArmTask, play
from parlour.lab.laboratory import Laboratory, identifier, place_of, traces_of
from parlour.lab.trace import Trace
from parlour.table import catalogue
from parlour.table.game import Game

NAMED = 10  # games of each arm that are played again
ENDING = ".games.zip"
REPLAYED = "replayed"  # of an arm: the digest of the last code that gave its games again

Arm = tuple[int, int]
Expected = dict[int, object]  # by a game's number: its moves, or how many they were


@dataclass(frozen=True)
class ReplayedArm:
    """An arm's games played again: how many, and the names of those that are others now."""

    name: str
    label: str
    checked: int
    unlike: tuple[str, ...]


def games_path(report: Path) -> Path:
    """Where the raw games of a report are."""
    return report.with_suffix(ENDING)


def write_games(experiment: Experiment, laboratory: Laboratory, report: Path) -> Path:
    """Write all games of an experiment beside its report; the same games give the same bytes."""
    path = games_path(report)
    with ZipFile(path, "w", ZIP_STORED) as archive:  # batches are compressed by themselves
        for arm in experiment.arms:
            for batch in laboratory.batches(experiment, *arm):
                name = identifier(*arm, batch.first)
                archive.writestr(ZipInfo(name), pack(batch, LEVEL))
    return path


def read_finding(path: Path) -> tuple[dict[str, Any], Experiment]:
    """The figures of a report and its experiment; raises BadExperiment."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        text = stored["file"]
    except (ValueError, LookupError, TypeError) as error:
        raise BadExperiment(f"{path}: expected a report's JSON ({error})") from error
    return stored, parse_experiment(text, str(path), path.parent, path.stem)


def stale(stored: dict[str, Any], command: str) -> str:
    """What makes a finding stale, in a sentence with what to run; empty where the code is the same."""
    run = f"To check its games: parlour lab replay {command}"
    if not all(_codes(arm) for arm in stored["arms"]):
        return f"Stale: it is not known which code chose the moves of these games. {run}"
    try:
        same = all(_codes(arm) == [code_digest(_game(arm))] for arm in stored["arms"])
    except ParlourError as error:
        return f"Stale: a game cannot be loaded any more ({error})."
    return "" if same else f"Stale: the code that chose the moves has changed since. {run}"


def note_replayed(path: Path) -> None:
    """Note in a report that the present code gives its games again, after a replay that did."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    for arm in stored["arms"]:
        arm[REPLAYED] = [code_digest(_game(arm))]
    path.write_text(json.dumps(stored, ensure_ascii=False) + "\n", encoding="utf-8")


def _codes(arm: dict[str, Any]) -> list[str]:
    """Digests of the code that is known to choose an arm's moves."""
    codes: list[str] = arm.get(REPLAYED) or arm.get("code") or []
    return codes


def _game(arm: dict[str, Any]) -> Game:
    return catalogue.game(arm["game"])


def replay(path: Path, most: int = NAMED) -> Iterator[ReplayedArm]:
    """Play at most `most` named games of each arm of a finding again, and compare them.

    They are compared move by move with the raw games; a report without these names its shortest and
    longest games, of which the lengths are compared. Raises BadExperiment.
    """
    stored, experiment = read_finding(path)
    kept = _raw_games(games_path(path), most)
    for arm in experiment.arms:
        expected = kept.get(arm) or _named_games(stored, arm, most)
        if expected:
            yield _replay_arm(experiment, arm, expected)


def _replay_arm(experiment: Experiment, arm: Arm, expected: Expected) -> ReplayedArm:
    variant, budget = experiment.variants[arm[0]], experiment.budgets[arm[1]]
    seed = arm_seed(experiment, variant, budget)
    unlike = []
    for number, known in expected.items():
        batch, _ = play(ArmTask(experiment, *arm, seed, number, 1))
        [game] = batch.games()
        moves = _moves(game)
        if known not in (moves, sum(turn >= 0 for turn, _ in moves)):
            unlike.append(identifier(*arm, number))
    label = f"{variant.label} · {budget.name}"
    return ReplayedArm(f"{arm[0] + 1}.{arm[1] + 1}", label, len(expected), tuple(unlike))


def _moves(game: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(game["turns"].tolist(), game["words"].tolist(), strict=True))


def kept_games(report: Path) -> Iterator[Trace]:
    """All raw games of a report, arm by arm; none without an archive. Raises BadExperiment."""
    _, experiment = read_finding(report)
    for arm, batch in _batches(games_path(report)):
        yield from traces_of(experiment, *arm, batch)


def _raw_games(path: Path, most: int) -> dict[Arm, Expected]:
    """The first games of each arm of an archive; none without one."""
    found: dict[Arm, Expected] = {}
    for arm, batch in _batches(path):
        own = found.setdefault(arm, {})
        for game in batch.games() if len(own) < most else ():
            if len(own) < most:
                own[game["number"]] = _moves(game)
    return found


def _batches(path: Path) -> Iterator[tuple[Arm, GameBatch]]:
    """The batches of an archive, each with its arm; raises BadExperiment for one that is damaged."""
    if not path.is_file():
        return
    try:
        with ZipFile(path) as archive:
            for name in archive.namelist():
                variant, budget, _ = place_of(name)
                yield (variant, budget), unpack(archive.read(name))
    except (BadZipFile, ValueError, KeyError, zlib.error) as error:
        raise BadExperiment(f"{path}: no archive of games ({error})") from error


def _named_games(stored: dict[str, Any], arm: Arm, most: int) -> Expected:
    """The numbers and lengths of the games that a report names."""
    named = [
        (place_of(game["game"]), game["moves"])
        for row in stored["arms"]
        for game in (*row["shortest"], *row["longest"])
    ]
    own = {number: moves for (*place, number), moves in named if tuple(place) == arm}
    return dict(list(own.items())[:most])
