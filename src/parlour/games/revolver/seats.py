"""The order of players in Revolver and their possessions; bound to the rules by the loader."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from parlour.kernel.layout import Record
from parlour.kernel.protocol import R

__compiled__ = True


def order(s: Record, k: int) -> int:
    """Player number `k`, from 0 to SEATS - 1, counted from the dealer's left."""
    seat: int = (s.dealer + 1 + k) % R.SEATS
    return seat


def place_of(s: Record, seat: int) -> int:
    """The number of players who act before `seat` in each step."""
    k: int = (seat - s.dealer - 1) % R.SEATS
    return k


def next_seat(s: Record, seat: int, status: int) -> int:
    """The next player to the left of `seat` with this status, `seat` itself last; NONE if there is none."""
    for k in range(1, R.SEATS + 1):
        other = (seat + k) % R.SEATS
        if s.status[other] == status:
            return other
    return R.NONE


def how_many(s: Record, status: int) -> int:
    """The number of players with this status."""
    n = 0
    for seat in range(R.SEATS):
        if s.status[seat] == status:
            n += 1
    return n


def still_in(s: Record, seat: int) -> bool:
    """Whether `seat` is still in the game."""
    return bool(s.status[seat] != R.LEFT and s.status[seat] != R.FINISHED)


def players_left(s: Record) -> int:
    """The number of players still in the game."""
    return int(R.SEATS - how_many(s, R.LEFT) - how_many(s, R.FINISHED))


def highest_placed(s: Record) -> int:
    """The highest placing of this pass, even if its maker is out."""
    most = 0
    for seat in range(R.SEATS):
        most = max(most, s.placed[seat])
    return most


def step_of(s: Record) -> int:
    """The first placing, and the amount of a raise."""
    return 5 if s.phase == R.CONTEST or s.phase == R.RICOCHET else 10


def worth(s: Record, seat: int) -> int:
    """The marks that decide the game: with an unissued Reserve, without marks brought to the table."""
    marks: int = s.marks[seat] + R.RESERVED * s.reserve[seat] - R.BROUGHT[seat]
    return marks


def is_extra(s: Record) -> bool:
    """Whether this is an extra round between tied players."""
    return bool(s.round > R.ROUNDS)


def may_withdraw(s: Record) -> bool:
    """Whether there are withdrawals in this round: not between tied players, nor in a game of two."""
    return bool(R.SEATS > 2 and not is_extra(s))


def has_shown(s: Record, seat: int) -> bool:
    """Whether `seat` has shown his hand in the showdown that is going on."""
    if not R.CONCEDE or s.phase != R.SHOWDOWN or s.status[seat] != R.IN:
        return False
    return place_of(s, seat) < place_of(s, s.seat)


def final_hand(s: Record, seat: int) -> int:
    """The hand of `seat`, with the Silver Bullet if he took it."""
    hand: int = s.hand[seat]
    if s.discard != R.NONE and s.bidder == seat:
        hand ^= (1 << s.discard) | (1 << s.silver)
    return hand
