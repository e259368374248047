"""The register: every question that was asked here, with every answer that was given, in order.

`register.jsonl` in the laboratory's folder has a line for each answer; lines are only added. The answers of
shipped findings count as given before, and so do those that were withdrawn, in `findings/withdrawn.jsonl`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from parlour.errors import ParlourError
from parlour.lab.experiment import Experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.shipped_findings import shipped_reports, withdrawn_answers

FILE = "register.jsonl"


@dataclass(frozen=True)
class RegisteredAnswer:
    """A question `about` some games with one answer; `date` is empty for shipped findings."""

    date: str
    experiment: str
    about: str
    question: str
    games: int
    answer: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """When it was asked, and what came out, in short."""
        when = self.date or "in a shipped finding"
        first = self.answer[0] if self.answer else "no answer"
        return f"Asked before ({self.experiment}, {when}, {self.games:,} games): {first}"


def add_answer(laboratory: Laboratory, experiment: Experiment, answer: Sequence[str]) -> None:
    """Add an answer, unless it is the last one that this experiment gave."""
    games = laboratory.count(experiment)
    today = datetime.now(UTC).date().isoformat()
    given = RegisteredAnswer(
        today,
        experiment.name,
        _about(variant.game for variant in experiment.variants),
        experiment.question,
        games,
        tuple(answer),
    )
    last = [one for one in _noted(laboratory) if one.experiment == experiment.name][-1:]
    if last and (last[0].games, last[0].answer) == (games, given.answer):
        return
    laboratory.folder.mkdir(parents=True, exist_ok=True)
    with (laboratory.folder / FILE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(given), ensure_ascii=False) + "\n")


def register(laboratory: Laboratory) -> list[RegisteredAnswer]:
    """All answers: those of shipped findings, then those given here, the oldest first."""
    return [*_shipped(), *_noted(laboratory)]


def earlier_answers(laboratory: Laboratory, experiment: Experiment) -> list[RegisteredAnswer]:
    """The answers to an experiment's question about its games, or by an experiment of its name."""
    asked = _about(variant.game for variant in experiment.variants), experiment.question.casefold()
    return [
        one
        for one in register(laboratory)
        if (one.about, one.question.casefold()) == asked or one.experiment == experiment.name
    ]


def _about(games: Iterable[str]) -> str:
    """The games without their options."""
    return ", ".join(dict.fromkeys(name.partition(":")[0] for name in games))


def _noted(laboratory: Laboratory) -> Iterator[RegisteredAnswer]:
    return _read(laboratory.folder / FILE)


def _read(path: Path) -> Iterator[RegisteredAnswer]:
    if not path.is_file():
        return
    for at, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            row = json.loads(line)
            yield RegisteredAnswer(**{**row, "answer": tuple(row["answer"])})
        except (ValueError, TypeError, LookupError) as error:
            raise ParlourError(f"{path}, line {at}: no registered answer ({error})") from error


def _shipped() -> Iterator[RegisteredAnswer]:
    yield from _read(withdrawn_answers())
    for name, stored in shipped_reports():
        games = sum(arm["games"] for arm in stored["arms"])
        about = _about(arm["game"] for arm in stored["arms"])
        yield RegisteredAnswer("", name, about, stored["question"], games, tuple(stored["answer"]))
