"""The Game of the Month: a game with a puzzle, an annotated game and a question, chosen by the date."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from parlour.kernel.spec import Spec
from parlour.lab.shipped_findings import ShippedFinding, findings_about
from parlour.lessons.annotated_games import annotated_titles
from parlour.puzzles import Puzzle, has_puzzles, puzzles
from parlour.table.catalogue import specs

STRIDE = 7  # puzzles from one turn to the next
USUAL_QUESTION = "Is it even, does it end, does skill tell?"


@dataclass(frozen=True)
class GameOfTheMonth:
    """A game in its turn: whenever it comes again, its puzzle, annotated game and question are others."""

    spec: Spec
    turn: int

    @property
    def puzzle(self) -> Puzzle:
        """The month's puzzle; neighbours in the file are alike."""
        found = puzzles(self.spec.id)
        return found[self.turn * STRIDE % len(found)]

    @property
    def annotated(self) -> tuple[int, str]:
        """The number and title of an annotated game."""
        titles = annotated_titles(self.spec.id)
        number = self.turn % len(titles)
        return number + 1, titles[number]

    @property
    def finding(self) -> ShippedFinding | None:
        """What the laboratory knows about one of the inventor's questions; None without findings."""
        found = findings_about(self.spec.id)
        return found[self.turn % len(found)] if found else None

    @property
    def question(self) -> str:
        """The question for the laboratory."""
        return self.finding.question if self.finding else USUAL_QUESTION


def game_of_the_month(day: date) -> GameOfTheMonth:
    """The game of a day's month: all have their turn before one comes again."""
    found = candidates()
    turn, place = divmod(day.year * 12 + day.month - 1, len(found))
    return GameOfTheMonth(found[place], turn)


def candidates() -> list[Spec]:
    """The games of the house that have puzzles and annotated games, in an order that mixes families."""
    own = (spec for spec in specs().values() if spec.shelf != "guest")
    found = [spec for spec in own if has_puzzles(spec.id) and annotated_titles(spec.id)]
    return sorted(found, key=lambda spec: sha256(spec.id.encode()).digest())
