"""Revolver's moves and deals as text, reasons for refusals, and the ends of games."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import product

from parlour.errors import IllegalMove
from parlour.games.revolver.names import (
    BULLETS,
    PLAYERS,
    bullet_number,
    hand_text,
    read_hands,
)
from parlour.games.revolver.picture import ASKED, scene, tall
from parlour.games.revolver.reading import read, read_silver
from parlour.games.revolver.writing import view, write
from parlour.kernel.chance_codes import join_words, split_code
from parlour.kernel.layout import CHANCE, Record
from parlour.kernel.moves import Given, Move, Refusal, cell_steps, refuse, word_move
from parlour.kernel.protocol import R
from parlour.table.outcome import even_shares, winner_takes_all

WORDS = (
    "enter", "withdraw", "leave", "decline", "place", "raise", "match", "no-bid", "reserve",
    "show", "concede",
)  # fmt: skip

__all__ = ["read", "scene", "view", "write"]

VIEWS = {"tall": tall}  # other ways to look at the board, by name
REFUSALS = {
    "theirs": "that bullet is not yours",
    "silver": "the Silver Bullet is taken, and one of your own discarded for it",
    "no-bullet": "no bullet is chosen now; {player} is asked: {asked}",
    "no-word": "that does not answer the request: {asked}",
    "discard": "the Silver Bullet is taken for one of your own: discard:, and the bullet, as 9D",
    "reserve": "the Reserve is issued once, to who has no marks at all",
    "marks": "you have {marks} marks",
    "bid": "a bid is 1 to {higher} above the highest, which is {bid}",
    "entered": "this round was entered before the deal",
    "extra": "no player may withdraw from an extra round",
    "two": "in a game of two no player may withdraw",
    "withdrawn": "no player may withdraw more than {most} times",
    "entrance": "entering takes {entrance} marks, and you have {marks}",
    "not-now": "nothing is placed now",
    "match": "now you match the highest placing, or decline",
    "place": "place, or decline",
    "nobody-placed": "no marks have been placed yet",
    "price": "that takes {asked} marks, and you have {marks}",
}

_BID = re.compile(r"bid:(0|[1-9][0-9]{0,8})")
_SEATS = range(R.SEATS)


# -- moves -----------------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """A word, ``bid:N``, ``discard:9D``, or everything that was cut or dealt."""
    if s.turn == CHANCE:
        return _cut_text(m) if s.phase == R.CUT else _deal_text(s, split_code(m), None)
    if m >= R.BID:
        return f"bid:{m - R.BID}"
    return f"discard:{BULLETS[m - R.DISCARD]}" if m >= R.DISCARD else WORDS[m]


def move(s: Record, m: int) -> Move:
    """A word, or the discarded bullet, chosen in the hand."""
    text = move_text(s, m)
    if s.turn == CHANCE or m < R.DISCARD:
        return word_move(text, text.replace("-", " ") if s.turn != CHANCE else "")
    if m >= R.BID:
        return word_move(text, f"bid {m - R.BID}", m)
    return Move(text, cell_steps(_lies(s, s.seat, m - R.DISCARD)))


def move_in_words(s: Record, m: int) -> str:
    """A call, or the discarded bullet."""
    if s.turn == CHANCE:
        return _dealing(s)
    if R.DISCARD <= m < R.BID:
        return f"discards {BULLETS[m - R.DISCARD]}"
    return f"bid {m - R.BID}" if m >= R.BID else WORDS[m].replace("-", " ")


def observed_move_in_words(s: Record, m: int, seat: int | None) -> str:
    """Opponents' hands and discards are hidden."""
    return _dealing(s) if s.turn == CHANCE else "discards a bullet"


def _dealing(s: Record) -> str:
    return "bullets are cut for the first deal" if s.phase == R.CUT else "the bullets are dealt"


def _lies(s: Record, seat: int, bullet: int) -> str:
    """The cell of a bullet in its hand, the highest bullet first."""
    return f"{seat}.{(s.hand[seat] >> bullet).bit_count()}"


def binding(s: Record, m: int) -> int:
    """Staying out commits a player least; then the lowest discard and the lowest bid."""
    return 0 if m in (R.DECLINE, R.NO_BID, R.WITHDRAW) else m + 1


def observed_text(s: Record, m: int, seat: int | None) -> str:
    """The move or outcome as `seat` observes it: its own hand of a deal, its own discards."""
    if s.turn == CHANCE and s.phase == R.DEAL:
        return _deal_text(s, split_code(m), (seat,))
    if s.turn != CHANCE and R.DISCARD <= m < R.BID and s.seat != seat:
        return "discard:?"
    return move_text(s, m)


def observed_cells(s: Record, m: int, seat: int | None) -> tuple[str, ...]:
    """None, since the hand closes up where a bullet was discarded."""
    return ()


def _cut_text(cut: int) -> str:
    return "cut:" + ",".join(BULLETS[R.cut_bullet(cut, seat)] for seat in _SEATS)


def _deal_text(s: Record, words: Sequence[int], seen: Collection[int | None] | None) -> str:
    """A deal with the hands of the players in `seen`; if None, all hands and the Silver Bullet."""
    hands = dict(zip(_entrants(s), words[:-1], strict=True))
    texts = [
        hand_text(hands.get(i, 0)) if seen is None or i in seen or i not in hands else "?"
        for i in _SEATS
    ]
    return "/".join([f"deal:{texts[0]}", *texts[1:], hand_text(words[-1]) if seen is None else "?"])


def _entrants(s: Record) -> list[int]:
    return [seat for seat in _SEATS if s.status[seat] == R.IN]


def read_draw(s: Record, text: str) -> int:
    """The code of the cut or deal with this text; raises IllegalMove."""
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
    return sum(R.cut_word(seat, bullet) for seat, bullet in enumerate(bullets))


def _read_deal(s: Record, text: str) -> int:
    parts = text.removeprefix("deal:").split("/")
    if not text.startswith("deal:") or len(parts) != R.SEATS + 1:
        raise ValueError(f"expected deal:, {R.SEATS} hands and the Silver Bullet, joined by /")
    entrants = _entrants(s)
    hands = read_hands(parts[:-1], entrants)
    silver = read_silver(parts[-1], hands)
    return join_words([*(hands[seat] for seat in entrants), 1 << silver])


def listed_move(text: str) -> str:
    """A move in lists, as "bid 9"; the cut and the deal without their bullets."""
    head, _, rest = text.replace("-", " ").partition(":")
    return head if "," in rest or "/" in rest else f"{head} {rest}".rstrip()


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """A bullet that cannot be chosen."""
    kind, name = given[-1]
    if kind == "word":
        return None
    if s.phase != R.DISCARDING:
        asked = ASKED[s.phase].rstrip("?.")
        return refuse(REFUSALS, "no-bullet", player=PLAYERS[s.seat], asked=asked)
    return refuse(REFUSALS, "silver" if name == "silver" else "theirs")


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played."""
    bid = _BID.fullmatch(text)
    if s.phase == R.AUCTION and bid:
        return _no_bid(s, int(bid[1]))
    if s.phase == R.DISCARDING:
        return refuse(REFUSALS, "discard")
    if s.phase == R.SHOWDOWN:
        return refuse(REFUSALS, "no-word", asked=ASKED[s.phase].rstrip("?."))
    if text == "reserve":
        return refuse(REFUSALS, "reserve")
    if text in ("enter", "withdraw", "leave"):
        return _no_entry(s, text)
    if text in ("place", "raise", "match"):
        return _no_placing(s, text)
    return refuse(REFUSALS, "no-word", asked=ASKED[s.phase].rstrip("?."))


def _no_bid(s: Record, bid: int) -> Refusal:
    if bid > s.marks[s.seat]:
        return refuse(REFUSALS, "marks", marks=s.marks[s.seat])
    return refuse(REFUSALS, "bid", higher=R.HIGHER, bid=s.bid)


def _no_entry(s: Record, text: str) -> Refusal:
    if s.phase != R.ENTERING:
        return refuse(REFUSALS, "entered")
    if text == "withdraw":
        if not R.may_withdraw(s):
            return refuse(REFUSALS, "extra" if R.is_extra(s) else "two")
        return refuse(REFUSALS, "withdrawn", most=R.WITHDRAWALS)
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


# -- ends --------------------------------------------------------------------------------------------

ENDED = {
    "last-player": "every other player had dropped out",
    "rounds": "with the most marks after the last round",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores; tied players share the win."""
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
    """Each player's marks at the end, his unissued Reserve included, which he may carry forward."""
    return {"marks": "+".join(str(s.marks[i] + R.RESERVED * s.reserve[i]) for i in _SEATS)}


def detail_in_words(name: str, text: str) -> str:
    """The marks of each player."""
    marks = zip(PLAYERS, text.split("+"), strict=False)
    return f"Marks: {', '.join(' '.join(each) for each in marks)}"
