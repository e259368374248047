"""A tournament on disk, one result a line, so that an interrupted one can resume."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any

from parlour.errors import BadTournament
from parlour.tournaments.bot_pairs import Work, play
from parlour.tournaments.tournament import Tournament
from parlour.tournaments.tournament_plan import TournamentPlan
from parlour.tournaments.tournament_results import PairResult

_SCORE = re.compile(r"[0-9]{1,6}(/[1-9][0-9]{0,5})?")


class TournamentFile:
    """A tournament that writes its results to `path` as they come; the first line is the plan.

    Raises BadTournament if the file belongs to another plan or cannot be read.
    """

    def __init__(self, plan: TournamentPlan, path: Path) -> None:
        self.path = path
        self.tournament = Tournament(plan)
        header = json.dumps(_header(plan), sort_keys=True, ensure_ascii=False)
        lines = self._whole_lines() if path.exists() else []
        if not lines:
            _ = self.tournament.rounds  # a start that fails leaves no file behind
            self._write(header)
            return
        if lines[0] != header:
            raise BadTournament(
                f"{path} has the results of another plan: move it away to start over"
            )
        for number, line in enumerate(lines[1:], 2):
            self.tournament.add(_result(line, f"{path}, line {number}"))

    def add(self, result: PairResult) -> None:
        """Add a result and write it to the file; raises BadTournament."""
        self.tournament.add(result)
        scores = [str(score) for score in result.scores]
        forfeit = {"forfeit": True} if result.forfeit else {}
        self._write(json.dumps({"place": list(result.place), "scores": scores, **forfeit}))

    def play(self, work: Work, workers: int = 1) -> Iterator[PairResult]:
        """Play all games of bots, round after round; saves each result before it yields it."""
        return play(self.tournament, work, workers, self.add)

    def _write(self, line: str) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _whole_lines(self) -> list[str]:
        """The complete lines of the file; truncates an incomplete last one."""
        try:
            data = self.path.read_bytes()
            whole = data[: data.rfind(b"\n") + 1]
            if whole != data:
                os.truncate(self.path, len(whole))
            return whole.decode("utf-8").split("\n")[:-1]
        except (OSError, ValueError) as error:
            raise BadTournament(f"{self.path} cannot be read: {error}") from error


def _header(plan: TournamentPlan) -> dict[str, Any]:
    """The plan as the first line has it, without what is usual.

    Requested byes are not in it: they can be added until their round is paired.
    """
    header = asdict(plan)
    if not plan.tables:
        del header["tables"]  # as files of earlier versions
    for entrant in header["entrants"]:
        del entrant["byes"]
        for name, usual in (("first", 1), ("last", None)):
            if entrant[name] == usual:
                del entrant[name]
    return header


def _result(line: str, where: str) -> PairResult:
    """The result on a line; raises BadTournament."""
    try:
        row: Any = json.loads(line)
        number, table = row["place"]
        if type(number) is not int or type(table) is not int:
            raise TypeError
        scores = tuple(_fraction(text) for text in row["scores"])
        return PairResult((number, table), scores, row.get("forfeit") is True)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadTournament(f"{where}: this is no result") from error


def _fraction(text: object) -> Fraction:
    if not isinstance(text, str) or not _SCORE.fullmatch(text):
        raise BadTournament(f"{text!r:.40} is no score: expected a number, as 1/2")
    return Fraction(text)


def parse_result(text: str) -> PairResult:
    """Parse a result as a person enters it: round.table=scores, such as 2.1=1,1/2."""
    found = re.fullmatch(r"([1-9][0-9]{0,3})\.([1-9][0-9]{0,3})=(.+)", text)
    if found is None:
        raise BadTournament(f"{text!r:.40} is no result: expected round.table=scores, as 2.1=1,1/2")
    place = int(found[1]), int(found[2])
    return PairResult(place, tuple(_fraction(part) for part in found[3].split(",")))
