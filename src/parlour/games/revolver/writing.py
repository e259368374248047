"""Write Revolver's position texts and feature layers, as a player may see them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from parlour.games.revolver.names import (
    BULLETS,
    hand_text,
)
from parlour.kernel.layout import Record
from parlour.kernel.protocol import R

if TYPE_CHECKING:
    from parlour.table.game import State

__compiled__ = True  # bound to the rules for the notation; nothing here is compiled

PHASES = (
    "cut", "enter", "deal", "contest", "ricochet", "auction", "discard", "stepup", "rematch", "over",
    "showdown",
)  # fmt: skip
STATUSES = "gedwlfo"


def write(s: Record) -> list[str]:
    """The fields ROUND PHASE DEALER TURN SEATS AUCTION HANDS DISCARD LAST MOVES."""
    return _fields(s, None)


def view(state: State, seat: int | None) -> str:
    """The position text with ``?`` for each hand and bullet that `seat` may not know."""
    fields = [state.game.name, *_fields(state.record, (seat,))]
    return " ".join(fields + ([state.outcome.text] if state.outcome else []))


def _fields(s: Record, seen: Collection[int | None] | None) -> list[str]:
    """The fields as the players in `seen` see them; None: in full."""
    return [
        str(s.round),
        PHASES[s.phase],
        seat_text(s.dealer),
        seat_text(s.seat),
        "/".join(status_text(s, seat) for seat in range(R.SEATS)),
        "-" if s.bidder == R.NONE else f"{s.bid}@{s.bidder}",
        _hands_text(s, seen),
        discard_text(s, seen),
        _last_text(s),
        str(s.moves),
    ]


def seat_text(seat: int) -> str:
    return "-" if seat == R.NONE else str(seat)


def status_text(s: Record, seat: int) -> str:
    status = STATUSES[s.status[seat]]
    rows = (s.marks, s.reserve, s.withdrawals, s.barrel, s.placed)
    return ".".join([status, *(str(row[seat]) for row in rows)])


def _hands_text(s: Record, seen: Collection[int | None] | None) -> str:
    if s.silver == R.NONE:
        return "-"
    hands = [_hand_seen(s, seat, seen) for seat in range(R.SEATS)]
    return "/".join([*hands, BULLETS[s.silver] if seen is None or s.turned else "?"])


def _hand_seen(s: Record, seat: int, seen: Collection[int | None] | None) -> str:
    """The hand of `seat` as it was dealt; for others as it was shown, or ``?``."""
    if seen is None or seat in seen or s.hand[seat] == 0:
        return hand_text(s.hand[seat])
    return hand_text(R.final_hand(s, seat)) if R.has_shown(s, seat) else "?"


def discard_text(s: Record, seen: Collection[int | None] | None) -> str:
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
    return "/".join([seat_text(s.last_winner), *shown, silver])
