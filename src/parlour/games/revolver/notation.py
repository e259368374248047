"""Revolver's moves, deals, positions and views as text, why a move is not legal, and the picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import cos, pi, sin
from typing import TYPE_CHECKING

from parlour.errors import BadPosition, IllegalMove
from parlour.games.revolver.hands import kind, rarity
from parlour.games.revolver.names import (
    BULLETS,
    KINDS,
    bullet_number,
    hand_text,
    read_hand,
    read_hands,
)
from parlour.kernel.chance import join, split
from parlour.kernel.fast import highest
from parlour.kernel.fields import expect, one_of, whole
from parlour.kernel.layout import CHANCE, OVER, Record, new_plain
from parlour.kernel.moves import Given, Move, Refusal, cell_steps, refuse, said
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene, fan, oval
from parlour.table.outcome import Outcome, even_shares, winner_takes_all

if TYPE_CHECKING:
    from parlour.table.state import State

PHASES = (
    "cut", "enter", "deal", "contest", "ricochet", "auction", "discard", "stepup", "rematch", "over",
)  # fmt: skip
STATUSES = "gedwlfo"
WORDS = (
    "enter", "withdraw", "leave", "decline", "place", "raise", "match", "no-bid", "reserve",
)  # fmt: skip
MOST_MARKS = 10**9  # of all players together, in a position that is read: nine digits

REFUSALS = {
    "theirs": "that bullet is not yours",
    "silver": "the Silver Bullet is taken, and one of your own discarded for it",
    "no-bullet": "no bullet is chosen now; seat {seat} is asked: {asked}",
    "discard": "the Silver Bullet is taken for one of your own: discard:, and the bullet, as 9D",
    "reserve": "the Reserve is issued once, to who has no marks at all",
    "marks": "you have {marks} marks",
    "bid": "a bid is 1 to {higher} above the highest, which is {bid}",
    "entered": "this round was entered before the deal",
    "extra": "nobody may withdraw from an extra round",
    "withdrawn": "nobody may withdraw more than {most} times",
    "entrance": "entering takes {entrance} marks, and you have {marks}",
    "not-now": "nothing is placed now",
    "match": "now you match the highest placing, or decline",
    "place": "place, or decline",
    "nobody-placed": "nobody has placed yet",
    "price": "that takes {asked} marks, and you have {marks}",
}

_BID = re.compile(r"bid:(0|[1-9][0-9]{0,8})")
_SEATS = range(R.SEATS)


# -- moves -----------------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """A word, ``bid:N``, ``discard:9D``, or all that was cut or dealt."""
    if s.turn == CHANCE:
        return _cut_text(m) if s.phase == R.CUT else _deal_text(s, split(m), None)
    if m >= R.BID:
        return f"bid:{m - R.BID}"
    return f"discard:{BULLETS[m - R.DISCARD]}" if m >= R.DISCARD else WORDS[m]


def move(s: Record, m: int) -> Move:
    """A word, or the bullet that is discarded, chosen in the hand."""
    text = move_text(s, m)
    if s.turn == CHANCE or m < R.DISCARD:
        return said(text, text.replace("-", " ") if s.turn != CHANCE else "")
    if m >= R.BID:
        return said(text, f"bid {m - R.BID}", m)
    return Move(text, cell_steps(_lies(s, s.seat, m - R.DISCARD)))


def spoken(s: Record, m: int) -> str:
    """A call, or the bullet that is discarded."""
    if s.turn == CHANCE:
        return _dealing(s)
    if R.DISCARD <= m < R.BID:
        return f"discards {BULLETS[m - R.DISCARD]}"
    return f"bid {m - R.BID}" if m >= R.BID else WORDS[m].replace("-", " ")


def overheard(s: Record, m: int, seat: int | None) -> str:
    """Others' hands and discards are not heard of."""
    return _dealing(s) if s.turn == CHANCE else "discards a bullet"


def _dealing(s: Record) -> str:
    return "bullets are cut for the first deal" if s.phase == R.CUT else "the bullets are dealt"


def _lies(s: Record, seat: int, bullet: int) -> str:
    """The cell of a hand in which one of its bullets lies, the highest first."""
    return f"{seat}.{(s.hand[seat] >> bullet).bit_count()}"


def binding(s: Record, m: int) -> int:
    """To stay out of it binds least; of bullets the lowest is discarded, of bids the lowest made."""
    return 0 if m in (R.DECLINE, R.NO_BID, R.WITHDRAW) else m + 1


def heard(s: Record, m: int, seat: int | None) -> str:
    """The move or outcome as `seat` hears of it: of a deal its own hand, of a discard its own."""
    if s.turn == CHANCE and s.phase == R.DEAL:
        return _deal_text(s, split(m), (seat,))
    if s.turn != CHANCE and R.DISCARD <= m < R.BID and s.seat != seat:
        return "discard:?"
    return move_text(s, m)


def heard_cells(s: Record, m: int, seat: int | None) -> tuple[str, ...]:
    """None: where a discarded bullet lay, the hand has closed up."""
    return ()


def _cut_text(cut: int) -> str:
    return "cut:" + ",".join(BULLETS[R.cut_bullet(cut, seat)] for seat in _SEATS)


def _deal_text(s: Record, words: Sequence[int], seen: Collection[int | None] | None) -> str:
    """A deal with the hands of the seats that are `seen`; with all, and the Silver Bullet, if None."""
    hands = dict(zip(_entrants(s), words[:-1], strict=True))
    texts = [
        hand_text(hands.get(i, 0)) if seen is None or i in seen or i not in hands else "?"
        for i in _SEATS
    ]
    return "/".join([f"deal:{texts[0]}", *texts[1:], hand_text(words[-1]) if seen is None else "?"])


def _entrants(s: Record) -> list[int]:
    return [seat for seat in _SEATS if s.status[seat] == R.IN]


def read_draw(s: Record, text: str) -> int:
    """The code of the cut or deal with this text; raises IllegalMove that says what is wrong."""
    try:
        return _read_cut(text) if s.phase == R.CUT else _read_deal(s, text)
    except ValueError as error:
        raise IllegalMove(f"{text!s:.90}: {error}") from error


def _read_cut(text: str) -> int:
    names = text.removeprefix("cut:").split(",")
    if not text.startswith("cut:") or len(names) != R.SEATS:
        raise ValueError(f"expected cut: and {R.SEATS} bullets joined by commas")
    bullets = [bullet_number(name) for name in names]
    if len(set(bullets)) < R.SEATS:
        raise ValueError("no bullet is cut twice")
    return sum(R.cut_by(seat, bullet) for seat, bullet in enumerate(bullets))


def _read_deal(s: Record, text: str) -> int:
    parts = text.removeprefix("deal:").split("/")
    if not text.startswith("deal:") or len(parts) != R.SEATS + 1:
        raise ValueError(f"expected deal:, {R.SEATS} hands and the Silver Bullet, joined by /")
    entrants = _entrants(s)
    hands = read_hands(parts[:-1], entrants)
    silver = _silver(parts[-1], hands)
    return join([*(hands[seat] for seat in entrants), 1 << silver])


def _silver(text: str, hands: Sequence[int]) -> int:
    """The Silver Bullet with this name, which is in none of the hands; raises ValueError."""
    silver = bullet_number(text)
    if any(hand >> silver & 1 for hand in hands):
        raise ValueError(f"the Silver Bullet {text} is in a hand too")
    return silver


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """A bullet that is not to be chosen."""
    kind, name = given[-1]
    if kind == "word":
        return None
    if s.phase != R.DISCARDING:
        asked = ASKED[s.phase].rstrip("?.")
        return refuse(REFUSALS, "no-bullet", seat=s.seat, asked=asked)
    return refuse(REFUSALS, "silver" if name == "silver" else "theirs")


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played, in words."""
    bid = _BID.fullmatch(text)
    if s.phase == R.AUCTION and bid:
        return _no_bid(s, int(bid[1]))
    if s.phase == R.DISCARDING:
        return refuse(REFUSALS, "discard")
    if text == "reserve":
        return refuse(REFUSALS, "reserve")
    if text in ("enter", "withdraw", "leave"):
        return _no_entry(s, text)
    if text in ("place", "raise", "match"):
        return _no_placing(s, text)
    return None


def _no_bid(s: Record, bid: int) -> Refusal:
    if bid > s.marks[s.seat]:
        return refuse(REFUSALS, "marks", marks=s.marks[s.seat])
    return refuse(REFUSALS, "bid", higher=R.HIGHER, bid=s.bid)


def _no_entry(s: Record, text: str) -> Refusal:
    if s.phase != R.ENTERING:
        return refuse(REFUSALS, "entered")
    if text == "withdraw":
        return refuse(REFUSALS, "extra" if R.is_extra(s) else "withdrawn", most=R.WITHDRAWALS)
    return refuse(REFUSALS, "entrance", entrance=R.ENTRANCE, marks=s.marks[s.seat])


def _no_placing(s: Record, text: str) -> Refusal:
    if s.phase not in (R.CONTEST, R.RICOCHET, R.STEP_UP, R.REMATCH):
        return refuse(REFUSALS, "not-now")
    matching, most = s.phase in (R.RICOCHET, R.REMATCH), R.highest_placed(s)
    if matching != (text == "match"):
        return refuse(REFUSALS, "match" if matching else "place")
    if text == "raise" and most == 0:
        return refuse(REFUSALS, "nobody-placed")
    step = R.step_of(s)
    asked = {"match": most - s.placed[s.seat], "place": max(most, step), "raise": most + step}[text]
    return refuse(REFUSALS, "price", asked=asked, marks=s.marks[s.seat])


# -- writing position texts ------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields ROUND PHASE DEALER TURN SEATS AUCTION HANDS DISCARD LAST MOVES."""
    return _fields(s, None)


def view(state: State, seat: int | None) -> str:
    """The position text with ``?`` for each hand and bullet that `seat` may not know."""
    fields = [state.game.name, *_fields(state.record, (seat,))]
    return " ".join(fields + ([state.outcome.text] if state.outcome else []))


def _fields(s: Record, seen: Collection[int | None] | None) -> list[str]:
    """The fields as the seats that are `seen` see them; all if None."""
    return [
        str(s.round),
        PHASES[s.phase],
        _seat_text(s.dealer),
        _seat_text(s.seat),
        "/".join(_standing(s, seat) for seat in _SEATS),
        "-" if s.bidder == R.NONE else f"{s.bid}@{s.bidder}",
        _hands_text(s, seen),
        _discard_text(s, seen),
        _last_text(s),
        str(s.moves),
    ]


def _seat_text(seat: int) -> str:
    return "-" if seat == R.NONE else str(seat)


def _standing(s: Record, seat: int) -> str:
    status = STATUSES[s.status[seat]]
    rows = (s.marks, s.reserve, s.withdrawals, s.barrel, s.placed)
    return ".".join([status, *(str(row[seat]) for row in rows)])


def _hands_text(s: Record, seen: Collection[int | None] | None) -> str:
    if s.silver == R.NONE:
        return "-"
    hands = [
        hand_text(hand) if seen is None or seat in seen or hand == 0 else "?"
        for seat, hand in enumerate(s.hand)
    ]
    return "/".join([*hands, BULLETS[s.silver] if seen is None or s.turned else "?"])


def _discard_text(s: Record, seen: Collection[int | None] | None) -> str:
    if s.discard == R.NONE:
        return "-"
    return f"{s.bidder}:{BULLETS[s.discard] if seen is None or s.bidder in seen else '?'}"


def _last_text(s: Record) -> str:
    if not s.played:
        return "-"
    silver = "-" if s.last_silver == R.NONE else BULLETS[s.last_silver]
    shown = [
        hand_text(hand) + (f"!{hand_text(dealt)}" if dealt else "")
        for hand, dealt in zip(s.last_hand, s.last_rarity, strict=True)
    ]
    return "/".join([_seat_text(s.last_winner), *shown, silver])


# -- reading position texts ------------------------------------------------------------------------


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
    s.phase = PHASES.index(one_of(text, PHASES, "PHASE"))
    s.turned = int(R.AUCTION <= s.phase <= R.REMATCH)


def _read_dealer(s: Record, text: str) -> None:
    s.dealer = _read_seat(text, "DEALER")


def _read_turn(s: Record, text: str) -> None:
    s.seat = _read_seat(text, "TURN")
    s.turn = OVER if s.phase == R.ENDED else CHANCE if s.seat == R.NONE else s.seat


def _read_seat(text: str, what: str) -> int:
    allowed = ("-", *map(str, _SEATS))
    return allowed.index(one_of(text, allowed, what)) - 1


def _read_seats(s: Record, text: str) -> None:
    seats = text.split("/")
    if len(seats) != R.SEATS:
        raise BadPosition(f"SEATS has {len(seats)} seats; expected {R.SEATS}")
    for seat, standing in enumerate(seats):
        parts = standing.split(".")
        if len(parts) != 6:
            raise BadPosition(
                f"seat {seat} is {standing!s:.40}; expected "
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
    s.bidder = int(one_of(seat, tuple(map(str, _SEATS)), "the seat in AUCTION"))
    if s.bid == 0:
        raise BadPosition("the bid in AUCTION is 0; expected 1 or more")


def _read_hands(s: Record, text: str) -> None:
    if text == "-":
        return
    parts = text.split("/")
    if len(parts) != R.SEATS + 1:
        raise BadPosition(f"HANDS has {len(parts)} parts; expected {R.SEATS} and the Silver Bullet")
    hands = read_hands(parts[:-1], [i for i in _SEATS if parts[i] != "-"])
    s.silver = _silver(parts[-1], hands)
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
    shown, rarities = zip(*(_shown(part) for part in parts[1:-1]), strict=True)
    hands = read_hands(list(shown), [i for i in _SEATS if shown[i] != "-"])
    dealt = read_hands(list(rarities), [i for i in _SEATS if rarities[i] != "-"])
    for seat in _SEATS:
        s.last_hand[seat], s.last_rarity[seat] = hands[seat], dealt[seat]
    if parts[-1] != "-":
        s.last_silver = bullet_number(parts[-1])
    _check_last(s)


def _shown(text: str) -> tuple[str, str]:
    """What LAST has of a seat: its hand at the showdown, and the rarity that it was dealt."""
    hand, mark, dealt = text.partition("!")
    if mark and not rarity(read_hand(dealt)):
        raise ValueError(f"{dealt} in LAST is no rarity")
    return hand, dealt or "-"


def _check_last(s: Record) -> None:
    """A showdown has two hands or more, the winner's among them, and the Silver Bullet turned up."""
    shown = [seat for seat in _SEATS if s.last_hand[seat]]
    if shown and (len(shown) == 1 or s.last_winner not in shown or s.last_silver == R.NONE):
        raise BadPosition(
            "LAST shows hands; then it has two or more, the winner's, and the Silver Bullet"
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
    """What holds at any time of who is in the game."""
    if sum(s.marks) + sum(s.barrel) >= MOST_MARKS:
        raise BadPosition(f"SEATS has more marks than {MOST_MARKS - 1} in all")
    for seat in _SEATS:
        status, empty = s.status[seat], s.marks[seat] == 0 and s.reserve[seat] == 0
        if R.still_in(s, seat) if empty else status == R.FINISHED:
            raise BadPosition(
                f"seat {seat} is {_standing(s, seat)}; f is who has no marks and no Reserve, and no other"
            )
        if status == R.SITS_OUT and not R.is_extra(s):
            raise BadPosition(
                f"seat {seat} sits out; expected that only in a round above {R.ROUNDS}"
            )
        if status == R.WITHDREW and (R.is_extra(s) or s.withdrawals[seat] == 0):
            raise BadPosition(f"seat {seat} is {_standing(s, seat)}; a withdrawal is counted, and "
                              "there is none in an extra round")  # fmt: skip
    if R.players_left(s) == 0:
        raise BadPosition("nobody is left in SEATS; expected one player at the least")


def _check_phase(s: Record, phase: int) -> None:
    """Check that all fields are as they can be in `phase`."""
    if phase == R.CUT:
        _check_cut(s)
        return
    if s.dealer == R.NONE:
        raise BadPosition("DEALER is -; expected a seat")
    if (s.seat == R.NONE) != (phase == R.DEAL):
        raise BadPosition(f"TURN is {_seat_text(s.seat)} in PHASE {PHASES[phase]}")
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
    """Before the deal: seats up to TURN have spoken, the dealer speaks last."""
    if s.silver != R.NONE or s.bidder != R.NONE:
        raise BadPosition(f"PHASE is {PHASES[phase]}; then AUCTION, HANDS and DISCARD are -")
    spoken = R.SEATS if phase == R.DEAL else R.place_of(s, s.seat)
    for seat in _SEATS:
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
            raise BadPosition(f"seat {seat} is {_standing(s, seat)} in PHASE {PHASES[phase]}")
    if phase == R.DEAL and R.how_many(s, R.IN) < 2:
        raise BadPosition("PHASE is deal with fewer than two entrants")
    if s.status[s.dealer] != (R.IN if phase == R.DEAL else R.ASKED):
        raise BadPosition(f"DEALER is {s.dealer}, who is {_standing(s, s.dealer)}")
    if phase == R.ENTERING and s.status[s.seat] != R.ASKED:
        raise BadPosition(f"TURN is {s.seat}, who is {_standing(s, s.seat)}")


def _check_dealt(s: Record, phase: int) -> None:
    """After the deal: who has a hand, and what is in the barrels."""
    if s.silver == R.NONE:
        raise BadPosition(f"HANDS is - in PHASE {PHASES[phase]}")
    for seat in _SEATS:
        status, held = s.status[seat], s.hand[seat] != 0
        fits = {R.IN: held, R.DECLINED: held, R.ASKED: False, R.FINISHED: True}.get(
            status, not held
        )
        if not fits:
            raise BadPosition(
                f"seat {seat} is {_standing(s, seat)} and has {'a' if held else 'no'} hand"
            )
        if not _barrel_fits(s, phase, seat):
            raise BadPosition(
                f"seat {seat} is {_standing(s, seat)}: what is in its BARREL cannot be"
            )
    if not s.hand[s.dealer]:
        raise BadPosition(f"DEALER is {s.dealer}, who has no hand")
    if s.status[s.seat] != R.IN or R.how_many(s, R.IN) < 2:
        raise BadPosition(f"TURN is {s.seat}; expected one of two or more with STATUS e")


def _barrel_fits(s: Record, phase: int, seat: int) -> bool:
    """The entrance, a bid that was paid, what is placed now, and from the auction on what was before."""
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
    """AUCTION and DISCARD: none before the auction; then a bidder who can pay; then who has paid."""
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
            f"AUCTION is {s.bid}@{bidder} in PHASE {PHASES[phase]} with TURN {_seat_text(s.seat)}"
        )
    discarded = s.discard != R.NONE
    may = phase >= R.STEP_UP and bidder != R.NONE
    must = may and s.status[bidder] != R.FINISHED
    if discarded > may or discarded < must:
        raise BadPosition(
            f"DISCARD is {_discard_text(s, None)} in PHASE {PHASES[phase]}; it is there once the "
            "highest bidder has taken the Silver Bullet"
        )


def _check_placed(s: Record, phase: int) -> None:
    """In a pass seats up to TURN have placed or are out; in a ricochet they have matched."""
    if phase in (R.AUCTION, R.DISCARDING):
        return
    most = R.highest_placed(s)
    for seat in _SEATS:
        acted = R.place_of(s, seat) < R.place_of(s, s.seat)
        status, placed = s.status[seat], s.placed[seat]
        if phase in (R.CONTEST, R.STEP_UP):
            passed = acted or placed == 0
            fits = passed and (status != R.IN or (placed > 0) == acted)
            fits = fits and (phase == R.STEP_UP or acted or status != R.DECLINED)
        else:
            fits = status != R.IN or (placed == most if acted else placed > 0)
        if not fits:
            raise BadPosition(
                f"seat {seat} is {_standing(s, seat)} in PHASE {PHASES[phase]} with TURN {s.seat}"
            )
    if phase in (R.RICOCHET, R.REMATCH) and s.placed[s.seat] == most:
        raise BadPosition(f"TURN is {s.seat}, who has placed as much as the highest")


def _read_end(s: Record) -> None:
    """Find out why the game is over: one player, the rounds, or else the move limit cut it short."""
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
    """Whether a round is over and no other begun."""
    on_table = any(s.barrel) or any(s.placed) or s.silver != R.NONE or s.bidder != R.NONE
    return not on_table and s.seat == R.NONE


def _check_cut_short(s: Record) -> None:
    """The position is one of some phase; the Silver Bullet was turned up if AUCTION shows a bid."""
    refused = None
    for phase in range(R.ENTERING, R.ENDED):
        try:
            _check_phase(s, phase)
        except BadPosition as error:
            refused = error
        else:
            s.turned = int(s.bidder != R.NONE)
            return
    raise BadPosition(f"PHASE is over by the move limit, and the fields fit no phase: {refused}")


ENDED = {
    "last-player": "nobody else was left in the game",
    "rounds": "{winner} had the most marks after the last round",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores; some share the win if none can be ahead."""
    shares = {
        tuple(Fraction(one, sum(level)) for one in level)
        for level in product((0, 1), repeat=R.SEATS)
        if any(level)
    }
    reasons: dict[str, Collection[tuple[Fraction, ...]]] = {
        "last-player": winner_takes_all(R.SEATS),
        "rounds": shares,
    }
    if R.MOVE_LIMIT:
        reasons["move-limit"] = even_shares(R.SEATS)
    return reasons


def details(s: Record) -> dict[str, str]:
    """The marks of each seat at the end, its unissued Reserve issued: what it may carry forward."""
    return {"marks": "+".join(str(s.marks[i] + R.RESERVED * s.reserve[i]) for i in _SEATS)}


# -- the picture -----------------------------------------------------------------------------------

COLOURS = ("blue", "red", "green", "brown", "purple", "orange", "black")  # by seat
INKS = {"F": "green", "G": "orange", "M": "black", "D": "red"}  # of bullets, by region
FORMS = {"F": "card forest", "G": "card grassland", "M": "card mountain", "D": "card desert"}
BACK = Piece("??", "grey", "back")
TABLE = (4.3, 3.1)  # half its width and height where the hands lie, in a picture
SAID = ("to say", "in", "declined", "withdrew", "left", "finished", "sits out")
BESIDE = 40  # columns of what is said beside a hand
ASKED = (
    "The bullets are to be cut for the first dealer.",
    "enter, withdraw or leave?",
    "The bullets are to be dealt.",
    "contest: place, raise or decline?",
    "ricochet: match or decline?",
    "a bid for the Silver Bullet?",
    "which bullet is discarded for the Silver Bullet?",
    "step-up: place, raise or decline?",
    "ricochet: re-match or decline?",
    "The game is over.",
)


def scene(s: Record, seat: int | None) -> Scene:
    """The seats from the top down, each with its bullets as `seat` sees them; last the Silver Bullet."""
    rows = [(i, k, R.SEATS - i) for i in _SEATS for k in range(R.LENGTH)]
    cells = [Cell(f"{i}.{k + 1}", k, y, pieces=_card(s, i, k, seat)) for i, k, y in rows]
    silver = () if s.silver == R.NONE else (_face(s.silver) if s.turned else BACK,)
    cells.append(Cell("silver", 0, 0, pieces=silver))
    labels = [Label(f"{'D' if i == s.dealer else ' '} {i}", -1, R.SEATS - i) for i in _SEATS]
    labels += [Label(f"{_beside(s, i):<{BESIDE}}", 8, R.SEATS - i) for i in _SEATS]
    labels.append(Label(f"{'the Silver Bullet':<{BESIDE}}", 5, 0))
    notes = tuple(_notes(s, seat))
    return Scene(
        "card",
        tuple(cells),
        tuple(labels),
        COLOURS[: R.SEATS],
        notes,
        picture=_table(s, seat, cells, notes),
    )


def _table(s: Record, seat: int | None, cells: list[Cell], notes: tuple[str, ...]) -> Scene:
    """The same cells about a round table, clockwise from `seat` at the bottom, the Silver Bullet inside."""
    laid: list[Cell] = []
    captions = [Label(notes[0], 0.0, -TABLE[1] - 1.5, "name")]
    for i in _SEATS:
        turn = -pi / 2 - 2 * pi * (i - (seat or 0)) / R.SEATS
        x, y = TABLE[0] * cos(turn), TABLE[1] * sin(turn)
        hand = [(cell.name, cell.pieces) for cell in cells[R.LENGTH * i : R.LENGTH * (i + 1)]]
        held = [(name, pieces[0]) for name, pieces in hand if pieces]
        laid += fan(held, x, y, (0.44, 0.0))
        dealer = " (deals)" if i == s.dealer else ""
        captions.append(Label(f"Seat {i}{dealer}", x, y + 0.72, "name", size=0.26))
        captions.append(Label(" ".join(_beside(s, i).split()), x, y - 0.72, "name", size=0.22))
    laid.append(replace(cells[-1], x=0.0, y=0.0))
    captions.append(Label("Silver Bullet", 0.0, 0.72, "name", size=0.22))
    if sum(s.barrel):
        captions.append(Label(f"in the barrels {sum(s.barrel)}", 0.0, -0.72, "name", size=0.22))
    felt = oval(0.0, 0.0, TABLE[0] - 1.3, TABLE[1] - 1.2, "felt-light")
    colours = COLOURS[: R.SEATS]
    return Scene("card", tuple(laid), (), colours, notes, (felt,), tuple(captions))


def _face(bullet: int) -> Piece:
    text = BULLETS[bullet]
    return Piece(text, INKS[text[1]], FORMS[text[1]])


def _card(s: Record, holder: int, place: int, seat: int | None) -> tuple[Piece, ...]:
    """The bullet of a hand at a place from the top: its face for the holder, its back for others."""
    if s.silver == R.NONE or s.hand[holder] == 0 or s.status[holder] == R.FINISHED:
        return ()
    if holder != seat:
        return (BACK,) if s.status[holder] == R.IN else ()
    hand = R.final_hand(s, holder)
    for _ in range(place):
        hand ^= 1 << highest(hand)
    return (_face(highest(hand)),)


def _beside(s: Record, seat: int) -> str:
    """What is said of a seat beside its hand."""
    reserve = "+50" if s.reserve[seat] else ""
    words = f"{'>' if seat == s.seat else ' '} {SAID[s.status[seat]]:<9}{s.marks[seat]}{reserve}"
    return words + (f"  barrel {s.barrel[seat]}" if s.barrel[seat] else "")


def _notes(s: Record, seat: int | None) -> list[str]:
    """What is asked, what one's own hand is, what is in the barrels, and what the last round showed."""
    extra = f", extra round {s.round - R.ROUNDS}" if R.is_extra(s) else f" of {R.ROUNDS}"
    asked = ASKED[s.phase] if s.seat == R.NONE or s.phase == R.ENDED else _question(s)
    notes = [f"Round {min(s.round, R.ROUNDS)}{extra}. {asked}"]
    if s.bidder != R.NONE:
        notes.append(f"Highest bid: {s.bid} by seat {s.bidder}.")
    if sum(s.barrel):
        notes.append(f"In all barrels: {sum(s.barrel)}.")
    if seat is not None and s.silver != R.NONE and s.hand[seat]:
        notes.append(_own_hand(s, seat))
    return notes + _last_notes(s)


def _question(s: Record) -> str:
    """What the seat to move is asked, with the marks that it takes."""
    most, placed = R.highest_placed(s), s.placed[s.seat]
    price = {
        R.ENTERING: f" To enter takes {R.ENTRANCE}.",
        R.CONTEST: f" To place takes {max(most, 5)}.",
        R.RICOCHET: f" To match takes {most - placed}.",
        R.STEP_UP: f" To place takes {max(most, 10)}.",
        R.REMATCH: f" To match takes {most - placed}.",
    }.get(s.phase, "")
    return f"Seat {s.seat}: {ASKED[s.phase]}{price}"


def _own_hand(s: Record, seat: int) -> str:
    hand = R.final_hand(s, seat)
    note = f"Your hand: {hand_text(hand)}, {KINDS[kind(hand)]}."
    earned = rarity(s.hand[seat])
    return note + (f" You were dealt a rarity: {earned} from each player." if earned else "")


def _last_notes(s: Record) -> list[str]:
    """What the last round showed."""
    if not s.played:
        return []
    winner = "nobody won" if s.last_winner == R.NONE else f"seat {s.last_winner} won"
    shown = [
        f"{i} {hand_text(hand)} {KINDS[kind(hand)]}" for i, hand in enumerate(s.last_hand) if hand
    ]
    notes = [
        f"Last round: {winner}{'' if shown else ' unseen' if s.last_winner != R.NONE else ''}."
    ]
    if shown:
        notes.append("Shown: " + ", ".join(shown) + ".")
    rarities = [f"{i} {hand_text(hand)}" for i, hand in enumerate(s.last_rarity) if hand]
    return notes + (["Rarities: " + ", ".join(rarities) + "."] if rarities else [])
