"""How a game ended: a score for each seat, and a reason."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from parlour.errors import BadPosition
from parlour.language import _, translate

_END = re.compile(r"#([a-z]+(?:-[a-z]+)*):([0-9/,]+)")

_SIGNS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


@dataclass(frozen=True)
class Outcome:
    """The scores by seat and the reason word; `details` are further facts about its end."""

    scores: tuple[Fraction, ...]
    reason: str
    details: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def text(self) -> str:
        """The end-of-game field of position texts, as ``#joined:1,0``."""
        return f"#{self.reason}:{','.join(map(str, self.scores))}"

    @classmethod
    def parse(cls, text: str) -> Outcome:
        """The outcome that an end-of-game field holds; raises BadPosition for any other text."""
        match = _END.fullmatch(text)
        try:
            scores = tuple(Fraction(part) for part in match[2].split(",")) if match else ()
        except (ValueError, ZeroDivisionError):
            scores = ()
        outcome = cls(scores, match[1] if match else "")
        if outcome.text != text:
            raise BadPosition(
                f"{text!s:.60} is no end of a game: expected #reason:scores, as #draw:1/2,1/2"
            )
        return outcome


def winner_takes_all(seats: int) -> frozenset[tuple[Fraction, ...]]:
    """The score rows in which one of the `seats` has 1 and the others 0."""
    return frozenset(tuple(Fraction(int(i == w)) for i in range(seats)) for w in range(seats))


def even_shares(seats: int) -> frozenset[tuple[Fraction, ...]]:
    """The one score row in which each of the `seats` has the same share of 1."""
    return frozenset([(Fraction(1, seats),) * seats])


def score_text(score: Fraction) -> str:
    """A score as people read it: ``½``, ``1``, ``2/5``."""
    return _SIGNS.get(score, str(score))


def headline(names: Sequence[str], outcome: Outcome, you: int | None = None) -> str:
    """Who won, in a few words, by the seats' names; `you` is the seat of whoever reads it, if one is."""
    scores = outcome.scores
    if len(scores) == 1:
        return _("Won") if scores[0] > 0 else _("Lost")
    best = max(scores)
    winners = [seat for seat, score in enumerate(scores) if score == best]
    if len(winners) == len(scores):
        return _("A draw")
    if winners == [you]:
        return _("You win")
    named = _(" and ").join(translate(names[seat]) for seat in winners)
    if len(winners) > 1:
        return _("%(names)s share the win", names=named)
    return _("%(name)s wins", name=named)
