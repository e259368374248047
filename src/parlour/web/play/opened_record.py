"""A recorded game to look at or continue: what a reading process returns of its text."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.records import first, seat_tag
from parlour.web.http.error_responses import Refused

LONGEST_RECORD = 2000  # moves of an opened record


@dataclass(frozen=True)
class OpenedRecord:
    """The main line of a record: its game and start, the players' names, its moves and its end."""

    game: str
    position: str | None
    names: tuple[str, ...]
    moves: tuple[str, ...]
    reason: str | None
    scores: str | None


def read_record(text: str) -> OpenedRecord:
    """The first recorded game of a text. Raises ParlourError."""
    tree, _ = first(text)
    state = tree.end()
    if len(state.history) > LONGEST_RECORD:
        raise Refused(413, "too-long", f"A record may have at most {LONGEST_RECORD} moves here.")
    outcome = state.outcome
    return OpenedRecord(
        state.game.name,
        tree.position,
        tuple(tree.tags.get(seat_tag(name), "") for name in state.game.seat_names),
        tuple(state.history),
        None if outcome is None else outcome.reason,
        None if outcome is None else ",".join(map(str, outcome.scores)),
    )
