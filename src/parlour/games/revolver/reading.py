"""Read Revolver's position texts and check that their fields are consistent."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.errors import BadPosition
from parlour.games.revolver.hands import rarity
from parlour.games.revolver.names import (
    bullet_number,
    read_hand,
    read_hands,
)
from parlour.games.revolver.writing import (
    PHASES,
    STATUSES,
    discard_text,
    seat_text,
    status_text,
    write,
)
from parlour.kernel.fields import expect, one_of, whole
from parlour.kernel.layout import CHANCE, OVER, Record, new_plain
from parlour.kernel.protocol import R
from parlour.table.outcome import Outcome

__compiled__ = True  # bound to the rules for the notation; nothing here is compiled

MOST_MARKS = 10**9  # of all players together, in a position that is read: nine digits


def read_silver(text: str, hands: Sequence[int]) -> int:
    """The Silver Bullet with this name, which must be in no hand; raises ValueError."""
    silver = bullet_number(text)
    if any(hand >> silver & 1 for hand in hands):
        raise ValueError(f"the Silver Bullet {text} is in a hand too")
    return silver


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(fields, *_READERS)
    R.start(s)
    try:
        for reader, text in zip(_READERS.values(), fields, strict=True):
            reader(s, text)
    except BadPosition:
        raise
    except ValueError as error:
        raise BadPosition(str(error)) from error
    _check_seats(s)
    if s.phase == R.ENDED:
        _read_end(s)
        return
    if end is not None:
        raise BadPosition(f"{end.text}: PHASE is {PHASES[s.phase]}; expected over after the end")
    _check_phase(s, s.phase)
    if s.round == 1 and s.played:
        raise BadPosition("LAST is of a round before the first; expected -")
    if R.is_at_limit(s):
        raise BadPosition(
            f"MOVES is {s.moves}, which ends the game; but PHASE is {PHASES[s.phase]}"
        )


def _read_round(s: Record, text: str) -> None:
    s.round = whole(text, "ROUND")
    if not 1 <= s.round <= R.ROUNDS + R.EXTRA:
        raise BadPosition(f"ROUND is {text}; expected 1 to {R.ROUNDS + R.EXTRA}")


def _read_phase(s: Record, text: str) -> None:
    phases = PHASES if R.CONCEDE else PHASES[: R.SHOWDOWN]
    s.phase = PHASES.index(one_of(text, phases, "PHASE"))
    s.turned = int(s.phase >= R.AUCTION and s.phase != R.ENDED)


def _read_dealer(s: Record, text: str) -> None:
    s.dealer = _read_seat(text, "DEALER")


def _read_turn(s: Record, text: str) -> None:
    s.seat = _read_seat(text, "TURN")
    s.turn = OVER if s.phase == R.ENDED else CHANCE if s.seat == R.NONE else s.seat


def _read_seat(text: str, what: str) -> int:
    allowed = ("-", *map(str, range(R.SEATS)))
    return allowed.index(one_of(text, allowed, what)) - 1


def _read_seats(s: Record, text: str) -> None:
    seats = text.split("/")
    if len(seats) != R.SEATS:
        raise BadPosition(f"SEATS has {len(seats)} seats; expected {R.SEATS}")
    for seat, entry in enumerate(seats):
        parts = entry.split(".")
        if len(parts) != 6:
            raise BadPosition(
                f"seat {seat} is {entry!s:.40}; expected "
                "STATUS.MARKS.RESERVE.WITHDRAWALS.BARREL.PLACED"
            )
        s.status[seat] = STATUSES.index(one_of(parts[0], STATUSES, f"STATUS of seat {seat}"))
        s.marks[seat] = whole(parts[1], f"MARKS of seat {seat}")
        s.reserve[seat] = int(one_of(parts[2], "01", f"RESERVE of seat {seat}"))
        s.withdrawals[seat] = int(one_of(parts[3], "0123", f"WITHDRAWALS of seat {seat}"))
        s.barrel[seat] = whole(parts[4], f"BARREL of seat {seat}")
        s.placed[seat] = whole(parts[5], f"PLACED of seat {seat}")


def _read_auction(s: Record, text: str) -> None:
    if text == "-":
        return
    bid, at, seat = text.partition("@")
    if not at:
        raise BadPosition(f"AUCTION is {text!s:.40}; expected - or the highest bid, as 7@2")
    s.bid = whole(bid, "the bid in AUCTION")
    s.bidder = int(one_of(seat, tuple(map(str, range(R.SEATS))), "the seat in AUCTION"))
    if s.bid == 0:
        raise BadPosition("the bid in AUCTION is 0; expected 1 or more")


def _read_hands(s: Record, text: str) -> None:
    if text == "-":
        return
    parts = text.split("/")
    if len(parts) != R.SEATS + 1:
        raise BadPosition(f"HANDS has {len(parts)} parts; expected {R.SEATS} and the Silver Bullet")
    hands = read_hands(parts[:-1], [i for i in range(R.SEATS) if parts[i] != "-"])
    s.silver = read_silver(parts[-1], hands)
    for seat, hand in enumerate(hands):
        s.hand[seat] = hand


def _read_discard(s: Record, text: str) -> None:
    if text == "-":
        return
    seat, _, name = text.partition(":")
    s.discard = bullet_number(name)
    if s.bidder == R.NONE or seat != str(s.bidder) or not s.hand[s.bidder] >> s.discard & 1:
        raise BadPosition(
            f"DISCARD is {text!s:.40}; expected the seat of the highest bid and one of its bullets"
        )


def _read_last(s: Record, text: str) -> None:
    if text == "-":
        return
    parts = text.split("/")
    if len(parts) != R.SEATS + 2:
        raise BadPosition(
            f"LAST has {len(parts)} parts; expected the winner, {R.SEATS} hands and the Silver Bullet"
        )
    s.played = 1
    s.last_winner = _read_seat(parts[0], "the winner in LAST")
    shown, rarities = zip(*(_read_shown(part) for part in parts[1:-1]), strict=True)
    hands = read_hands(list(shown), [i for i in range(R.SEATS) if shown[i] != "-"])
    dealt = read_hands(list(rarities), [i for i in range(R.SEATS) if rarities[i] != "-"])
    for seat in range(R.SEATS):
        s.last_hand[seat], s.last_rarity[seat] = hands[seat], dealt[seat]
    if parts[-1] != "-":
        s.last_silver = bullet_number(parts[-1])
    _check_last(s)


def _read_shown(text: str) -> tuple[str, str]:
    """The entry of a player in LAST: the hand at the showdown, and the rarity that was dealt."""
    hand, mark, dealt = text.partition("!")
    if mark and not rarity(read_hand(dealt)):
        raise ValueError(f"{dealt} in LAST is no rarity")
    return hand, dealt or "-"


def _check_last(s: Record) -> None:
    """Check LAST: a showdown has the winner's hand, others unless they concede, and the Silver Bullet."""
    shown = [seat for seat in range(R.SEATS) if s.last_hand[seat]]
    few = len(shown) == 1 and not R.CONCEDE
    if shown and (few or s.last_winner not in shown or s.last_silver == R.NONE):
        least = "one" if R.CONCEDE else "two"
        raise BadPosition(
            f"LAST shows hands; then it has {least} or more, the winner's, and the Silver Bullet"
        )
    if s.last_winner == R.NONE and (any(s.last_rarity) or s.last_silver != R.NONE):
        raise BadPosition("LAST has no winner; then nothing was dealt, and it shows nothing")


def _read_moves(s: Record, text: str) -> None:
    s.moves = whole(text, "MOVES")


_READERS = {
    "ROUND": _read_round,
    "PHASE": _read_phase,
    "DEALER": _read_dealer,
    "TURN": _read_turn,
    "SEATS": _read_seats,
    "AUCTION": _read_auction,
    "HANDS": _read_hands,
    "DISCARD": _read_discard,
    "LAST": _read_last,
    "MOVES": _read_moves,
}


# -- whether the fields go together ----------------------------------------------------------------


def _check_seats(s: Record) -> None:
    """Check what holds in every phase."""
    if sum(s.marks) + sum(s.barrel) >= MOST_MARKS:
        raise BadPosition(f"SEATS has more marks than {MOST_MARKS - 1} in all")
    for seat in range(R.SEATS):
        status, empty = s.status[seat], s.marks[seat] == 0 and s.reserve[seat] == 0
        if R.still_in(s, seat) if empty else status == R.FINISHED:
            raise BadPosition(
                f"seat {seat} is {status_text(s, seat)}; f is who has no marks and no Reserve, and no other"
            )
        if status == R.SITS_OUT and not R.is_extra(s):
            raise BadPosition(
                f"seat {seat} sits out; expected that only in a round above {R.ROUNDS}"
            )
        if status == R.WITHDREW and (not R.may_withdraw(s) or s.withdrawals[seat] == 0):
            raise BadPosition(f"seat {seat} is {status_text(s, seat)}; a withdrawal is counted, and "
                              "there is none in an extra round or with two players")  # fmt: skip
    if R.players_left(s) == 0:
        raise BadPosition("SEATS has no player still in; expected at least one")


def _check_phase(s: Record, phase: int) -> None:
    """Check that all fields are possible in `phase`."""
    if phase == R.CUT:
        _check_cut(s)
        return
    if s.dealer == R.NONE:
        raise BadPosition("DEALER is -; expected a seat")
    if (s.seat == R.NONE) != (phase == R.DEAL):
        raise BadPosition(f"TURN is {seat_text(s.seat)} in PHASE {PHASES[phase]}")
    if R.players_left(s) == 1:
        raise BadPosition(f"one player is left, which ends the game; but PHASE is {PHASES[phase]}")
    if phase <= R.DEAL:
        _check_undealt(s, phase)
    else:
        _check_dealt(s, phase)
        _check_auction(s, phase)
        _check_placed(s, phase)


def _check_cut(s: Record) -> None:
    first = new_plain(R.STATE)
    R.start(first)
    if write(s) != write(first):
        raise BadPosition(f"with PHASE cut expected {' '.join(write(first))}")


def _check_undealt(s: Record, phase: int) -> None:
    """Before the deal: players up to TURN have answered; the dealer answers last."""
    if s.silver != R.NONE or s.bidder != R.NONE:
        raise BadPosition(f"PHASE is {PHASES[phase]}; then AUCTION, HANDS and DISCARD are -")
    spoken = R.SEATS if phase == R.DEAL else R.place_of(s, s.seat)
    for seat in range(R.SEATS):
        before = R.place_of(s, seat) < spoken
        allowed = (R.IN, R.WITHDREW) if before else (R.ASKED,)
        entered: tuple[int, ...] = (R.ENTRANCE,) if s.status[seat] == R.IN else (0,)
        if before and s.status[seat] == R.FINISHED:
            entered = (0, R.ENTRANCE)
        if (
            s.status[seat] not in (*allowed, R.LEFT, R.FINISHED, R.SITS_OUT)
            or s.barrel[seat] not in entered
            or s.placed[seat] != 0
        ):
            raise BadPosition(f"seat {seat} is {status_text(s, seat)} in PHASE {PHASES[phase]}")
    if phase == R.DEAL and R.how_many(s, R.IN) < 2:
        raise BadPosition("PHASE is deal with fewer than two entrants")
    if s.status[s.dealer] != (R.IN if phase == R.DEAL else R.ASKED):
        raise BadPosition(f"DEALER is {s.dealer}, who is {status_text(s, s.dealer)}")
    if phase == R.ENTERING and s.status[s.seat] != R.ASKED:
        raise BadPosition(f"TURN is {s.seat}, who is {status_text(s, s.seat)}")


def _check_dealt(s: Record, phase: int) -> None:
    """After the deal: who has a hand, and what is in the barrels."""
    if s.silver == R.NONE:
        raise BadPosition(f"HANDS is - in PHASE {PHASES[phase]}")
    for seat in range(R.SEATS):
        status, held = s.status[seat], s.hand[seat] != 0
        fits = {R.IN: held, R.DECLINED: held, R.ASKED: False, R.FINISHED: True}.get(
            status, not held
        )
        if not fits:
            raise BadPosition(
                f"seat {seat} is {status_text(s, seat)} and has {'a' if held else 'no'} hand"
            )
        if not _barrel_fits(s, phase, seat):
            raise BadPosition(
                f"seat {seat} is {status_text(s, seat)}: what is in its BARREL cannot be"
            )
    if not s.hand[s.dealer]:
        raise BadPosition(f"DEALER is {s.dealer}, who has no hand")
    if s.status[s.seat] != R.IN or R.how_many(s, R.IN) < 2:
        raise BadPosition(f"TURN is {s.seat}; expected one of two or more with STATUS e")


def _barrel_fits(s: Record, phase: int, seat: int) -> bool:
    """Whether a barrel has the entrance, a paid bid, the present placing and, later, earlier ones."""
    barrel, placed = s.barrel[seat], s.placed[seat]
    if s.hand[seat] == 0:
        allowed = (0, R.ENTRANCE) if s.status[seat] == R.FINISHED else (0,)
        return barrel in allowed and placed == 0
    bid = s.bid if phase >= R.DISCARDING and seat == s.bidder else 0
    least = R.ENTRANCE + placed + bid
    if phase in (R.CONTEST, R.RICOCHET):
        return bool(barrel == least)
    return bool(barrel >= least and (placed == 0 or phase >= R.STEP_UP))


def _check_auction(s: Record, phase: int) -> None:
    """Check AUCTION and DISCARD: nothing before the auction, a solvent bidder, a paid bid."""
    bidder = s.bidder
    if phase < R.AUCTION:
        fits = bidder == R.NONE
    elif phase == R.AUCTION:
        fits = bidder == R.NONE or (
            bidder != s.seat and s.status[bidder] == R.IN and s.bid <= s.marks[bidder]
        )
    elif phase == R.DISCARDING:
        fits = bidder == s.seat
    else:
        fits = bidder == R.NONE or s.hand[bidder] != 0
    if not fits:
        raise BadPosition(
            f"AUCTION is {s.bid}@{bidder} in PHASE {PHASES[phase]} with TURN {seat_text(s.seat)}"
        )
    discarded = s.discard != R.NONE
    may = phase >= R.STEP_UP and bidder != R.NONE
    must = may and s.status[bidder] != R.FINISHED
    if discarded > may or discarded < must:
        raise BadPosition(
            f"DISCARD is {discard_text(s, None)} in PHASE {PHASES[phase]}; it is there once the "
            "highest bidder has taken the Silver Bullet"
        )


def _check_placed(s: Record, phase: int) -> None:
    """In a pass players up to TURN have placed or are out; in a ricochet they have matched."""
    if phase in (R.AUCTION, R.DISCARDING):
        return
    most = R.highest_placed(s)
    for seat in range(R.SEATS):
        acted = R.place_of(s, seat) < R.place_of(s, s.seat)
        status, placed = s.status[seat], s.placed[seat]
        if phase == R.SHOWDOWN:
            fits = placed == 0
        elif phase in (R.CONTEST, R.STEP_UP):
            passed = acted or placed == 0
            fits = passed and (status != R.IN or (placed > 0) == acted)
            fits = fits and (phase == R.STEP_UP or acted or status != R.DECLINED)
        else:
            fits = status != R.IN or (placed == most if acted else placed > 0)
        if not fits:
            raise BadPosition(
                f"seat {seat} is {status_text(s, seat)} in PHASE {PHASES[phase]} with TURN {s.seat}"
            )
    if phase in (R.RICOCHET, R.REMATCH) and s.placed[s.seat] == most:
        raise BadPosition(f"TURN is {s.seat}, who has placed as much as the highest")


def _read_end(s: Record) -> None:
    """Find out why the game is over: one player left, the last round, or the move limit."""
    if R.players_left(s) == 1:
        s.reason = R.LAST_PLAYER
    elif R.is_at_limit(s) and not _is_cleared(s):
        s.reason = R.LIMIT
        _check_cut_short(s)
        return
    elif s.round < R.ROUNDS or (R.how_many_lead(s) > 1 and s.round < R.ROUNDS + R.EXTRA):
        raise BadPosition("PHASE is over; but the position shows no end")
    else:
        s.reason = R.BY_ROUNDS
    if not _is_cleared(s) or s.dealer == R.NONE:
        raise BadPosition(
            "PHASE is over: then DEALER is a seat, TURN, AUCTION, HANDS and DISCARD are -, and no "
            "barrel holds marks"
        )


def _is_cleared(s: Record) -> bool:
    """Whether a round is over and no other has begun."""
    on_table = any(s.barrel) or any(s.placed) or s.silver != R.NONE or s.bidder != R.NONE
    return not on_table and s.seat == R.NONE


def _check_cut_short(s: Record) -> None:
    """Check that the position fits some phase; with a bid, the Silver Bullet is turned up."""
    refused = None
    phases = [*range(R.ENTERING, R.ENDED), *([R.SHOWDOWN] if R.CONCEDE else [])]
    for phase in phases:
        try:
            _check_phase(s, phase)
        except BadPosition as error:
            refused = error
        else:
            s.turned = int(s.bidder != R.NONE)
            return
    raise BadPosition(f"PHASE is over by the move limit, and the fields fit no phase: {refused}")
