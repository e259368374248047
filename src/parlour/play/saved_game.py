"""What is kept of a game, as values: the whole of it, one line about it, and what changes in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from parlour.clocks.absences import Absences
from parlour.play.conditional_moves import ConditionalMoves

PERSON, BOT = "person", "bot"


@dataclass
class Seat:
    """Who sits in a seat: a person, with a name perhaps, or a bot by its player's text."""

    kind: str
    player: str = ""
    name: str = ""


@dataclass
class SavedGame:
    """A game as it is kept; `version` counts its changes."""

    id: str
    game: str
    seats: list[Seat]
    position: str | None = None
    owner: str | None = None
    reason: str | None = None
    scores: str | None = None
    offer: str | None = None
    next: str | None = None
    clock: str | None = None  # its text
    clock_events: str | None = None
    due: int | None = None  # ms UTC
    updated: float = 0.0
    version: int = 0
    moves: list[tuple[int, str]] = field(default_factory=list)  # (seat or CHANCE_SEAT, text)
    holders: set[tuple[int, str]] = field(default_factory=set)  # (seat, digest of a browser's name)
    chat: list[tuple[int, str]] = field(default_factory=list)  # (seat, what was said)
    absences: dict[int, Absences] = field(default_factory=dict)  # by seat
    conditions: dict[int, ConditionalMoves] = field(default_factory=dict)  # by seat
    rated: bool = False
    gap: int | None = None  # the first ply that is missing though later ones are there
    wrong: tuple[
        str, ...
    ] = ()  # columns with values that are not of their types, which are left out


def read_scores(text: str | None) -> tuple[Fraction, ...]:
    """The scores by seat that were kept as text. Raises ValueError if they are damaged."""
    try:
        return tuple(map(Fraction, (text or "").split(",")))
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{text!s:.40} are no scores") from error


@dataclass(frozen=True)
class GameChange:
    """What is new in a game: columns of it, moves from `ply` on in place of those kept there, a seat.

    `seat` is a seat's number with its new columns, `holder` a seat's number with a browser's digest,
    `said` the number of what is said, the seat that says it, and the words;
    `conditions` by seat, None: none any more.
    """

    columns: Mapping[str, str | int | None] = field(default_factory=dict)
    ply: int | None = None
    moves: Sequence[tuple[int, str]] = ()
    seat: tuple[int, Mapping[str, str]] | None = None
    holder: tuple[int, str] | None = None
    said: tuple[int, int, str] | None = None
    conditions: Mapping[int, ConditionalMoves | None] = field(default_factory=dict)


@dataclass(frozen=True)
class GameSummary:
    """One line about a game that somebody plays."""

    id: str
    game: str
    begun: float  # seconds since 1970
    plies: int
    reason: str | None
    scores: str | None
    seats: tuple[int, ...]  # those that the person holds
    sitters: tuple[tuple[Seat, bool], ...] = ()  # all, each with whether somebody has sat down
