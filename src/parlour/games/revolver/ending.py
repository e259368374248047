"""How rounds and games of Revolver end; bound to the rules by the loader."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from parlour.games.revolver.hands import rarity, strength
from parlour.games.revolver.seats import (
    final_hand,
    how_many,
    is_extra,
    next_seat,
    order,
    players_left,
    still_in,
    worth,
)
from parlour.kernel.layout import OVER, Record
from parlour.kernel.protocol import R

__compiled__ = True


def won_unseen(s: Record) -> bool:
    """Award the round to the only player left in, if there is just one; returns whether that was so."""
    if how_many(s, R.IN) > 1:
        return False
    _win(s, next_seat(s, 0, R.IN), 0)
    return True


def showdown(s: Record) -> None:
    """Award the round to the highest hand still in."""
    winner = R.NONE
    best = -1
    for seat in range(R.SEATS):
        if s.status[seat] == R.IN and strength(final_hand(s, seat)) > best:
            best = strength(final_hand(s, seat))
            winner = seat
    _win(s, winner, 1)


def _win(s: Record, winner: int, shown: int) -> None:
    """Give the barrels to the winner, pay rarities, and end the round."""
    take_barrels(s, winner)
    round_over(s, winner, shown)


def take_barrels(s: Record, seat: int) -> None:
    """Give all barrels to `seat`; they are lost if it is NONE."""
    for other in range(R.SEATS):
        if seat != R.NONE:
            s.marks[seat] += s.barrel[other]
        s.barrel[other] = 0


def round_over(s: Record, winner: int, shown: int) -> None:
    """Record what the round showed (hands if `shown`), pay rarities, and continue or end the game."""
    s.played = 1
    s.last_winner = winner
    s.last_silver = s.silver if s.turned else R.NONE
    for seat in range(R.SEATS):
        s.last_hand[seat] = final_hand(s, seat) if shown and s.status[seat] == R.IN else 0
        s.last_rarity[seat] = s.hand[seat] if rarity(s.hand[seat]) > 0 else 0
    for k in range(R.SEATS):
        if s.last_rarity[order(s, k)] != 0 and still_in(s, order(s, k)):
            collect(s, order(s, k), rarity(s.last_rarity[order(s, k)]))
    R.clear_table(s)
    if players_left(s) == 1:
        end(s, R.LAST_PLAYER)
    elif s.round >= R.ROUNDS and (how_many_lead(s) == 1 or s.round == R.ROUNDS + R.EXTRA):
        end(s, R.BY_ROUNDS)
    else:
        _next_round(s)


def collect(s: Record, holder: int, marks: int) -> None:
    """Pay the holder of a rarity from all other players, from each as far as his marks go."""
    for payer in range(R.SEATS):
        if payer != holder and still_in(s, payer) and s.status[payer] != R.SITS_OUT:
            paid = min(marks, s.marks[payer])
            s.marks[payer] -= paid
            s.marks[holder] += paid
            R.finish_if_empty(s, payer)


def leading(s: Record) -> int:
    """The highest worth among the players still in the game."""
    most = -(1 << 62)
    for seat in range(R.SEATS):
        if still_in(s, seat):
            most = max(most, worth(s, seat))
    return most


def leads(s: Record, seat: int) -> bool:
    """Whether no player still in the game is ahead of `seat`, who is in it too."""
    return bool(still_in(s, seat) and worth(s, seat) == leading(s))


def how_many_lead(s: Record) -> int:
    """The number of players tied for the lead."""
    n = 0
    for seat in range(R.SEATS):
        if leads(s, seat):
            n += 1
    return n


def _next_round(s: Record) -> None:
    """Begin the next round; only tied leaders play an extra round."""
    s.round += 1
    for seat in range(R.SEATS):
        if still_in(s, seat):
            s.status[seat] = R.SITS_OUT if is_extra(s) and not leads(s, seat) else R.ASKED
    s.dealer = next_seat(s, s.dealer, R.ASKED)
    R.act(s, R.ENTERING, next_seat(s, s.dealer, R.ASKED))


def end(s: Record, reason: int) -> None:
    """End the game. If the move limit ends it, `seat` remains the player who would be next.

    The position text then has no step: the Silver Bullet counts as turned up once there is a bid.
    """
    s.phase = R.ENDED
    s.turn = OVER
    s.reason = reason
    if reason == R.LIMIT:
        s.turned = 1 if s.bidder != R.NONE else 0
    else:
        s.seat = R.NONE
