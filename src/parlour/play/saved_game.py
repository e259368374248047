"""Games as they are stored: a whole game, a summary of one, and the changes between two values of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from parlour.clocks.absences import Absences
from parlour.play.conditional_moves import ConditionalMoves
from parlour.play.conduct import Offer
from parlour.play.game_clock import GameClock
from parlour.play.game_in_progress import BOT, PERSON, GameInProgress, Seat
from parlour.play.position import LoggedMove, Position
from parlour.table.outcome import Outcome


@dataclass
class SavedGame:
    """A stored game; `version` counts its changes."""

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
    chat: list[tuple[int, str]] = field(default_factory=list)  # (seat, message)
    people: dict[int, str] = field(default_factory=dict)  # ids of those who sat down, by seat
    renewals: dict[int, int] = field(default_factory=dict)  # of the links to seats
    origins: dict[int, str] = field(default_factory=dict)  # digests of their addresses, by seat
    absences: dict[int, Absences] = field(default_factory=dict)  # by seat
    conditions: dict[int, ConditionalMoves] = field(default_factory=dict)  # by seat
    rated: bool = False
    gap: int | None = None  # the first missing ply, if later ones exist
    wrong: tuple[str, ...] = ()  # columns left out because their values have the wrong type

    def at(self, position: Position) -> GameInProgress:
        """The game in progress, at the position that its moves lead to.

        Raises ValueError if an offer, the scores, the clock or the seats cannot be read.
        """
        kinds = [seat.kind for seat in self.seats]
        if len(kinds) != position.game.seats or set(kinds) - {PERSON, BOT}:
            raise ValueError(f"seats {kinds} for {position.game.seats} players")
        return GameInProgress(
            position,
            tuple(self.seats),
            self._clock(position),
            self._agreed(position),
            Offer.read(self.offer) if self.offer else None,
            dict(self.conditions),
            self.rated,
        )

    def _clock(self, position: Position) -> GameClock | None:
        if self.clock is None:
            return None
        events = self.clock_events or ""
        return GameClock.of(self.clock, events, position.game.seats, self.absences)

    def _agreed(self, position: Position) -> Outcome | None:
        """The stored end, if it is not one by the rules."""
        if self.reason is None or position.state.outcome is not None:
            return None
        scores = read_scores(self.scores)
        if len(scores) != position.game.seats:
            raise ValueError(f"{len(scores)} scores for {position.game.seats} seats")
        return Outcome(scores, self.reason)


def read_scores(text: str | None) -> tuple[Fraction, ...]:
    """The scores by seat from their stored text. Raises ValueError."""
    try:
        return tuple(map(Fraction, (text or "").split(",")))
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{text!s:.40} are not scores") from error


def outcome_columns(outcome: Outcome | None) -> dict[str, str | None]:
    """The columns of a stored game for its end."""
    if outcome is None:
        return {"reason": None, "scores": None}
    return {"reason": outcome.reason, "scores": ",".join(map(str, outcome.scores))}


@dataclass(frozen=True)
class GameChange:
    """Changes of a stored game: columns, moves that replace those from `ply` on, a seat, and more.

    `seat`: a seat's number and its new columns; `holder`: a seat's number and a browser's digest;
    `origin`: a digest of the address of that browser; `renewed`: a seat whose link has a new secret;
    `left`: seats and browsers that lose them; `said`: the number of a chat message, its seat and text;
    `conditions` by seat, None: removed.
    """

    columns: Mapping[str, str | int | None] = field(default_factory=dict)
    ply: int | None = None
    moves: Sequence[tuple[int, str]] = ()
    seat: tuple[int, Mapping[str, str]] | None = None
    holder: tuple[int, str] | None = None
    origin: str | None = None
    renewed: int | None = None
    left: Collection[tuple[int, str]] = ()
    said: tuple[int, int, str] | None = None
    conditions: Mapping[int, ConditionalMoves | None] = field(default_factory=dict)


def difference(
    before: GameInProgress,
    after: GameInProgress,
    holder: tuple[int, str] | None = None,
    origin: str | None = None,
) -> GameChange:
    """The change that turns the stored game `before` into `after`; `holder` has taken a seat too."""
    columns: dict[str, str | int | None] = {}
    if after.offer != before.offer:
        columns["offer"] = None if after.offer is None else after.offer.text
    if after.outcome != before.outcome:
        columns |= outcome_columns(after.outcome)
    if after.clock is not before.clock and after.clock is not None:
        columns |= after.clock.columns
    old, new = before.position.log, after.position.log
    same = _common_length(old, new)
    seats = [i for i, seat in enumerate(after.seats) if seat != before.seats[i]]
    return GameChange(
        columns,
        ply=None if same == len(old) == len(new) else same,
        moves=[(move.seat, move.text) for move in new[same:]],
        seat=(seats[0], dict(vars(after.seats[seats[0]]))) if seats else None,
        holder=holder,
        origin=origin,
        conditions={
            seat: after.conditional.get(seat)
            for seat in {**before.conditional, **after.conditional}
            if before.conditional.get(seat) is not after.conditional.get(seat)
        },
    )


def _common_length(old: Sequence[LoggedMove], new: Sequence[LoggedMove]) -> int:
    """The number of moves that two logs of one game share: a logged move is never in two places."""
    same = min(len(old), len(new))
    while same and old[same - 1] is not new[same - 1]:
        same -= 1
    return same


@dataclass(frozen=True)
class GameSummary:
    """One line about a person's game."""

    id: str
    game: str
    begun: float  # seconds since 1970
    plies: int
    reason: str | None
    scores: str | None
    seats: tuple[int, ...]  # the person's own
    sitters: tuple[tuple[Seat, bool], ...] = ()  # all, each with whether it is taken
