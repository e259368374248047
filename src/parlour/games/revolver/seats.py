"""The order in which players act in Revolver, and how much each has: bound to the rules by the loader."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from parlour.kernel.layout import Record
from parlour.kernel.protocol import R

__compiled__ = True


def order(s: Record, k: int) -> int:
    """The seat that is number `k`, from 0 to SEATS - 1, from the dealer's left."""
    seat: int = (s.dealer + 1 + k) % R.SEATS
    return seat


def place_of(s: Record, seat: int) -> int:
    """How many seats act before `seat` in each step."""
    k: int = (seat - s.dealer - 1) % R.SEATS
    return k


def next_seat(s: Record, seat: int, status: int) -> int:
    """The next seat to the left of `seat` with this status, `seat` itself last; NONE if there is none."""
    for k in range(1, R.SEATS + 1):
        other = (seat + k) % R.SEATS
        if s.status[other] == status:
            return other
    return R.NONE


def how_many(s: Record, status: int) -> int:
    """How many seats have this status."""
    n = 0
    for seat in range(R.SEATS):
        if s.status[seat] == status:
            n += 1
    return n


def still_in(s: Record, seat: int) -> bool:
    """Whether `seat` is still in the game."""
    return bool(s.status[seat] != R.LEFT and s.status[seat] != R.FINISHED)


def players_left(s: Record) -> int:
    """How many are still in the game."""
    return int(R.SEATS - how_many(s, R.LEFT) - how_many(s, R.FINISHED))


def highest_placed(s: Record) -> int:
    """The highest placing of this pass, whether or not its maker is still in."""
    most = 0
    for seat in range(R.SEATS):
        most = max(most, s.placed[seat])
    return most


def step_of(s: Record) -> int:
    """What is placed first, and what a raise adds."""
    return 5 if s.phase == R.CONTEST or s.phase == R.RICOCHET else 10


def worth(s: Record, seat: int) -> int:
    """The marks by which a game is won: with an unissued Reserve, without what was brought forward."""
    marks: int = s.marks[seat] + R.RESERVED * s.reserve[seat] - R.BROUGHT[seat]
    return marks


def is_extra(s: Record) -> bool:
    """Whether the round is one among players who were level."""
    return bool(s.round > R.ROUNDS)


def final_hand(s: Record, seat: int) -> int:
    """The hand of `seat`, with the Silver Bullet if that was taken."""
    hand: int = s.hand[seat]
    if s.discard != R.NONE and s.bidder == seat:
        hand ^= (1 << s.discard) | (1 << s.silver)
    return hand
