"""What happened, in sentences: the last move, and how a game ended and why, for whoever reads it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from parlour.language import ENGLISH, _, language, mark, translate
from parlour.table.game import Game, State
from parlour.table.outcome import Outcome

MEANS = ("with ", "by ")
UNHEARD = "-"  # what a seat hears of a move of which it hears nothing

# The words for ends that any game may have; a game's own words for them go first.
SHARED = {
    "resignation": mark("{loser} resigned"),
    "forfeit": mark("{loser} forfeited"),
    "time": mark("{losers} time ran out"),
    "agreement": mark("both sides agreed to a draw"),
    "repetition": mark("the same position stood once too often"),
    "move-limit": mark("the limit of moves was reached"),
}


def last_move(state: State, seat: int | None, ply: int | None = None) -> str:
    """The newest move (or the one numbered `ply`, from 0) in words, as `seat` heard of it; "" if unheard."""
    past = state.past[-1 if ply is None else ply]
    notation = state.game.notation
    heard = notation.observed_text(past.record, past.code, seat)
    if heard == UNHEARD:
        return ""
    if heard != notation.move_text(past.record, past.code):
        return str(notation.observed_move_in_words(past.record, past.code, seat))
    return str(notation.move_in_words(past.record, past.code))


def reason_words(game: Game, reason: str) -> str:
    """The words for an end with this reason: a clause with names in braces; else the reason itself."""
    own: str | None = game.notation.ENDED.get(reason)
    return translate(own or SHARED.get(reason) or reason.replace("-", " "))


def ending_words(game: Game, outcome: Outcome, you: Collection[int] = ()) -> str:
    """How a game ended, as "You won: your chain joins top and bottom."; `you` are the reader's seats.

    Words that begin with one of MEANS go on from there: "You won with four in a row."
    """
    head = _head(game, outcome, you)
    clause = _clause(game, outcome, you)
    sentence = (
        f"{head} {clause}."
        if clause.startswith(MEANS)
        else _("%(head)s: %(clause)s.", head=head, clause=clause)
    )
    if not _has_lost(game, outcome, you):
        return sentence
    words = sentence if clause.startswith(MEANS) else f"{clause}."
    return _("You lost: %(words)s", words=words)


def _has_lost(game: Game, outcome: Outcome, you: Collection[int]) -> bool:
    """Whether the reader has one of several seats, and others won."""
    winners = _winners(outcome)
    return game.seats > 1 and len(you) == 1 and bool(winners) and not set(winners) & set(you)


def _head(game: Game, outcome: Outcome, you: Collection[int]) -> str:
    scores = outcome.scores
    if game.seats == 1:
        return _("You won") if scores[0] > 0 else _("Not won this time")
    winners = _winners(outcome)
    if not winners:
        return _("A draw")
    mine = set(winners) & set(you)
    if mine and (len(you) == 1 or mine == set(you)):
        return _("You won") if len(winners) == 1 or game.spec.sides else _("You share the win")
    return _("%(names)s won", names=_listed(_names(game, winners)))


def _clause(game: Game, outcome: Outcome, you: Collection[int]) -> str:
    """Why, with the names of whoever won and lost; "you" only where one seat is the reader's.

    Other languages use the names alone: there "you" has a form for each case.
    """
    winners = _winners(outcome)
    losers = [seat for seat in range(game.seats) if seat not in winners]
    here = (0,) if game.seats == 1 else you if len(you) == 1 else ()
    here = here if language() == ENGLISH else ()
    names = {
        "winner": _seat_list(game, winners, here),
        "loser": _seat_list(game, losers, here),
        "winners": _owning(game, winners, here),
        "losers": _owning(game, losers, here),
    }
    return reason_words(game, outcome.reason).format(**names)


def _winners(outcome: Outcome) -> list[int]:
    best = max(outcome.scores)
    found = [seat for seat, score in enumerate(outcome.scores) if score == best]
    return [] if len(found) == len(outcome.scores) else found


def _seat_list(game: Game, seats: Sequence[int], you: Collection[int]) -> str:
    if len(seats) == 1 and seats[0] in you:
        return "you"
    return _listed(_names(game, seats))


def _owning(game: Game, seats: Sequence[int], you: Collection[int]) -> str:
    if len(seats) == 1 and seats[0] in you:
        return "your"
    return f"{_listed(_names(game, seats))}'s"


def _names(game: Game, seats: Sequence[int]) -> list[str]:
    return [translate(game.seat_names[seat]) for seat in seats]


def _listed(names: Sequence[str]) -> str:
    return (
        names[0]
        if len(names) == 1
        else _("%(names)s and %(last)s", names=", ".join(names[:-1]), last=names[-1])
        if names
        else _("all")
    )
