"""TigerBridge as text: moves, deals and positions, and what each player sees of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from parlour.errors import BadPosition, IllegalMove
from parlour.games.tiger_bridge import SEATS
from parlour.games.tiger_bridge.blades import (
    BLADE_CODES,
    BLADES,
    CALL_CODES,
    NAMES,
    RANKS,
    call_words,
    hand_of,
    hand_text,
    text_of,
)
from parlour.games.tiger_bridge.picture import is_seen, open_scene, scene, tall
from parlour.kernel.chance_codes import join_words, split_code
from parlour.kernel.fields import expect, one_of, whole
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.moves import Given, Move, Refusal, cell_steps, refuse, word_move
from parlour.kernel.protocol import R
from parlour.table.outcome import Outcome, even_shares

if TYPE_CHECKING:
    from parlour.table.game import State

__all__ = ["open_scene", "scene"]

PHASES = ("draw", "deal", "bid", "play", "over")
UNSEEN = "?"
VIEWS = {"tall": tall}  # other ways to look at the board, by name
REFUSALS = {
    "auction": "no blade is played before the auction is over",
    "tigerblade": "a TigerBlade is played in place of a third decline after a bid, once by each side",
    "higher": "a bid must be higher than {bid}",
    "bid": "a bid is 5 to 9 rounds and crests, in rising order N R M L F, as 7L; or decline",
    "blade": "a blade is its rank and its territory, as TF or 8R",
    "hand": "{seat}'s hand, from which a blade is due, has it not",
    "follow": "{seat} can follow {territory}",
    "place": "a blade is chosen in {seat}'s hand, from which one is due",
}


# -- moves and chance ------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """A blade, a call, ``draw:`` and four blades, or ``deal:`` and four hands."""
    return _chance_text(s, m, range(R.SEATS)) if s.turn == CHANCE else text_of(m)


def move(s: Record, m: int) -> Move:
    """A blade is chosen on its cell; a call is a word."""
    text = move_text(s, m)
    if s.turn == CHANCE:
        return word_move(text)
    return Move(text, cell_steps(text)) if m < R.BID else word_move(text, call_words(text), m)


def move_in_words(s: Record, m: int) -> str:
    """A blade or a call; hands are visible to their holders only."""
    if s.turn == CHANCE:
        return _dealing(s)
    return text_of(m) if m < R.BID else call_words(text_of(m))


def observed_move_in_words(s: Record, m: int, seat: int | None) -> str:
    """Only deals are partly hidden."""
    return _dealing(s)


def _dealing(s: Record) -> str:
    return "blades are drawn for the first deal" if s.phase == R.DRAW else "the blades are dealt"


def binding(s: Record, m: int) -> int:
    """Declining commits a player least; of blades, the lowest."""
    if m < R.BID:
        return m % len(RANKS)
    return 0 if m == R.DECLINE else 1


def observed_text(s: Record, m: int, seat: int | None) -> str:
    """The text as `seat` observes it: only its own hand of a deal."""
    return _chance_text(s, m, [seat]) if s.turn == CHANCE else text_of(m)


def _chance_text(s: Record, m: int, seen: Collection[int | None]) -> str:
    if s.phase == R.DRAW:
        return "draw:" + ",".join(BLADES[R.blade_drawn(m, seat)] for seat in range(R.SEATS))
    hands = split_code(m)
    hands.append(R.PACK & ~(hands[0] | hands[1] | hands[2]))
    return "deal:" + _hands_text(hands, seen)


def _hands_text(hands: Sequence[int], seen: Collection[int | None]) -> str:
    texts = (hand_text(hand) if seat in seen else UNSEEN for seat, hand in enumerate(hands))
    return "/".join(texts)


def read_draw(s: Record, text: str) -> int:
    """The code of ``draw:…`` or ``deal:…``; raises IllegalMove."""
    return _read_drawn(text) if s.phase == R.DRAW else _read_deal(text)


def _read_drawn(text: str) -> int:
    blades = text.removeprefix("draw:").split(",")
    different = {blade for blade in blades if blade in BLADE_CODES}
    if not text.startswith("draw:") or len(blades) != R.SEATS or len(different) != R.SEATS:
        raise IllegalMove(
            f"{text!s:.60} is no draw: expected draw: and four different blades, as draw:TF,8L,1R,5M"
        )
    return sum(R.draw_word(seat, BLADE_CODES[blade]) for seat, blade in enumerate(blades))


def _read_deal(text: str) -> int:
    given = text.removeprefix("deal:").split("/")
    hands = [hand for hand in map(hand_of, given) if hand is not None and hand.bit_count() == 13]
    if not text.startswith("deal:") or len(given) != R.SEATS or len(hands) != R.SEATS:
        raise IllegalMove(
            f"{text!s:.90} is no deal: expected deal: and from North four hands of 13 blades, joined by "
            "/, each F.L.M.R with ranks from the top"
        )
    if hands[0] | hands[1] | hands[2] | hands[3] != R.PACK:
        raise IllegalMove(f"{text!s:.90} is no deal: a blade is in two hands")
    return join_words(hands[:3])


def listed_move(text: str) -> str:
    """A move in lists: the deal and the draw without their blades."""
    return text.partition(":")[0]


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """A blade that cannot be played now, or a cell without a visible blade."""
    kind, name = given[-1]
    if kind == "word":
        return None
    if s.phase == R.CALL:
        return refuse(REFUSALS, "auction")
    if name not in BLADE_CODES:
        return refuse(REFUSALS, "place", seat=SEATS[R.next_hand(s)])
    return refusal(s, name)


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played."""
    if s.phase == R.CALL:
        return _no_call(s, text)
    if text not in BLADE_CODES:
        return refuse(REFUSALS, "blade")
    hand = R.next_hand(s)
    if not s.hands[hand] >> BLADE_CODES[text] & 1:
        return refuse(REFUSALS, "hand", seat=SEATS[hand])
    led = text_of(s.played[s.laid - s.laid % 4])[1]
    return refuse(REFUSALS, "follow", seat=SEATS[hand], territory=NAMES[led])


def _no_call(s: Record, text: str) -> Refusal:
    if text == "tigerblade":
        return refuse(REFUSALS, "tigerblade")
    if text in CALL_CODES and s.bid != R.NONE:
        return refuse(REFUSALS, "higher", bid=text_of(R.BID + s.bid))
    return refuse(REFUSALS, "bid")


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields PHASE DEALER POINTS MARKS TIGERBLADES DEALS MOVES HANDS CALLS PLAYED."""
    return _fields(s, range(R.SEATS))


def view(state: State, seat: int | None) -> str:
    """The position text with ``?`` for each hand that `seat` may not see."""
    s = state.record
    seen = [hand for hand in range(R.SEATS) if is_seen(s, seat, hand)]
    end = [] if state.outcome is None else [state.outcome.text]
    return " ".join([state.game.name, *_fields(s, seen), *end])


def _fields(s: Record, seen: Collection[int | None]) -> list[str]:
    return [
        PHASES[R.FINISHED if s.turn == OVER else s.phase],
        "-" if s.dealer == R.NONE else SEATS[s.dealer][0],
        *(f"{ns}-{ew}" for ns, ew in (s.points, s.marks, s.blades)),
        str(s.deals),
        str(s.moves),
        _hands_text(s.hands, seen) if s.phase in (R.CALL, R.PLAY) else "-",
        ",".join(map(text_of, s.calls[: s.called])) or "-",
        ",".join(map(text_of, s.played[: s.laid])) or "-",
    ]


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(
        fields, "PHASE", "DEALER", "POINTS", "MARKS", "TIGERBLADES", "DEALS", "MOVES",
        "HANDS", "CALLS", "PLAYED",
    )  # fmt: skip
    phase, dealer, points, marks, blades, deals, moves, *table = fields
    R.start(s)
    s.points[:] = _pair(points, "POINTS")
    s.marks[:] = _pair(marks, "MARKS")
    s.deals = whole(deals, "DEALS")
    s.moves = whole(moves, "MOVES")
    s.phase = PHASES.index(one_of(phase, PHASES, "PHASE"))
    over, won = s.phase == R.FINISHED, _is_won(s)
    if over and not won:
        s.phase = _cut_short(s, table[0])
    elif over != won:
        raise BadPosition(f"PHASE is {phase}; by POINTS and DEALS expected over")
    _read_dealer(s, dealer)
    _check_marks(s)
    _read_table(s, table, phase)
    _read_tigerblades(s, blades)
    _check_moves(s)
    if won:
        s.turn, s.reason = OVER, R.ALL_DEALT if R.DEALS else R.HOLDINGS
    else:
        R.judge_length(s)
    if over != (s.turn == OVER):
        raise BadPosition(f"PHASE is {phase}; by MOVES, {moves}, expected over")
    if end is not None and s.turn != OVER and end.reason in endings():
        raise BadPosition(f"{end.text}: the position does not show that end")


def _read_dealer(s: Record, text: str) -> None:
    if s.phase == R.DRAW:
        if R.DEALER != R.SEATS:
            raise BadPosition("PHASE is draw; chance draws for the deal only with dealer=draw")
        one_of(text, "-", "DEALER")
        return
    s.dealer = "NESW".index(one_of(text, "NESW", "DEALER"))


def _pair(text: str, what: str) -> list[int]:
    """Two numbers, North-South's first."""
    ns, _, ew = text.partition("-")
    return [whole(ns, f"North-South's part of {what}"), whole(ew, f"East-West's part of {what}")]


def _is_won(s: Record) -> bool:
    """Whether POINTS and DEALS show a finished game."""
    if R.DEALS:
        if s.points != [0, 0]:
            raise BadPosition("POINTS is 0-0 where the deals are counted: no holdings are won")
        if s.deals > R.DEALS:
            raise BadPosition(f"DEALS is {s.deals}; the game ends after {R.DEALS}")
        return bool(s.deals == R.DEALS)
    if max(s.points) > 2 or min(s.points) > 1:
        raise BadPosition("POINTS are holdings won: one side has two at most, the other one")
    return bool(max(s.points) == 2)


def _cut_short(s: Record, hands: str) -> int:
    """The phase in which the move limit ended the deal; bidding, unless CALLS shows more."""
    if not R.at_limit(s):
        raise BadPosition("PHASE is over; POINTS, DEALS and MOVES show no end")
    return R.DEAL if hands == "-" else R.CALL  # type: ignore[no-any-return]


def _check_marks(s: Record) -> None:
    if s.deals == 0 and (s.points != [0, 0] or s.marks != [0, 0]):
        raise BadPosition("DEALS is 0; then POINTS and MARKS are 0-0")
    if R.DEALS:
        return
    if s.phase == R.FINISHED and s.marks != [0, 0]:
        raise BadPosition("MARKS is 0-0 once the game is won")
    if R.wins_holding(max(s.marks), min(s.marks)):
        raise BadPosition("MARKS are of the running holding; these would have won it")


def _read_table(s: Record, table: Sequence[str], phase: str) -> None:
    """Read HANDS, CALLS and PLAYED by making the calls and playing the blades again."""
    hands, calls, played = table
    if s.phase not in (R.CALL, R.PLAY):
        if list(table) != ["-", "-", "-"]:
            raise BadPosition(f"PHASE is {phase}; then HANDS, CALLS and PLAYED are -")
        return
    s.phase = R.CALL
    _read_hands(s, hands)
    s.turn = R.caller(s)
    for text in _listed(calls):
        _call_again(s, text)
    if phase not in (PHASES[s.phase], PHASES[R.FINISHED]):
        raise BadPosition(f"PHASE is {phase}; by CALLS it is {PHASES[s.phase]}")
    laid = [0] * R.SEATS
    for text in _listed(played):
        laid[_lay_again(s, text)] += 1
    for seat, hand in enumerate(s.hands):
        if hand.bit_count() + laid[seat] != 13:
            raise BadPosition(
                f"{SEATS[seat]} has {hand.bit_count()} blades in HANDS and laid {laid[seat]} of PLAYED; "
                "expected 13 together"
            )


def _listed(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def _read_hands(s: Record, text: str) -> None:
    given = text.split("/")
    if len(given) != R.SEATS:
        raise BadPosition(f"HANDS has {len(given)} parts; expected four hands joined by /")
    for seat, part in enumerate(given):
        hand = hand_of(part)
        if hand is None:
            raise BadPosition(
                f"{SEATS[seat]}'s hand is {part!s:.40}; expected F.L.M.R with ranks of "
                "TBSWP87654321 from the top"
            )
        for other in range(seat):
            if hand & s.hands[other]:
                raise BadPosition(f"{SEATS[other]} and {SEATS[seat]} have the same blade")
        s.hands[seat] = hand


def _call_again(s: Record, text: str) -> None:
    if s.phase != R.CALL:
        raise BadPosition(f"{text!s:.20} in CALLS comes after the end of the bidding")
    legal = [R.BID + bid for bid in range(s.bid + 1, R.BIDS)] + [R.DECLINE]
    if R.may_double(s):
        legal.append(R.TIGERBLADE)
    if CALL_CODES.get(text) not in legal:
        raise BadPosition(f"{text!s:.20} in CALLS: {_no_call(s, text)}")
    if s.bid == R.NONE and s.declines == 3 and text == "decline":
        raise BadPosition("four declines without a bid in CALLS: that deal is over")
    R.call(s, CALL_CODES[text])


def _lay_again(s: Record, text: str) -> int:
    """Play a blade of PLAYED; returns from whose hand."""
    if s.phase != R.PLAY:
        raise BadPosition("PLAYED has blades before the bidding is over")
    if text not in BLADE_CODES:
        raise BadPosition(f"{text!s:.20} in PLAYED is no blade: expected rank and territory, as TF")
    blade = BLADE_CODES[text]
    if blade in s.played[: s.laid] or any(hand >> blade & 1 for hand in s.hands):
        raise BadPosition(f"{text} in PLAYED is there twice, or in HANDS")
    if s.laid == R.BLADES - 1:
        raise BadPosition("all blades in PLAYED: that deal is over")
    seat: int = R.next_hand(s)
    R.lay(s, blade)
    return seat


def _read_tigerblades(s: Record, text: str) -> None:
    """Read the TigerBlades of the whole game; CALLS has those of this deal."""
    now = list(s.blades)
    s.blades[:] = _pair(text, "TIGERBLADES")
    if max(s.blades) > R.TIGERBLADES:
        allowed = "1 for each side at most" if R.TIGERBLADES else "0-0 without tigerblades=yes"
        raise BadPosition(f"TIGERBLADES is {text!s:.20}; expected {allowed}")
    if any(have < must for have, must in zip(s.blades, now, strict=True)):
        raise BadPosition(f"TIGERBLADES is {text}; CALLS has a TigerBlade more")
    if s.deals == 0 and s.blades[:] != now:
        raise BadPosition(f"TIGERBLADES is {text}; CALLS of the first deal shows another number")


def _check_moves(s: Record) -> None:
    """Check that every finished deal had four calls or more."""
    here = s.called + s.laid
    if s.moves < here + 4 * s.deals or (s.deals == 0 and s.moves != here):
        raise BadPosition(
            f"MOVES is {s.moves}; CALLS and PLAYED have {here}, and each of {s.deals} deals before had "
            "four or more"
        )


# -- ends ------------------------------------------------------------------------------------------


class _MarksOfSides(Collection[tuple[Fraction, ...]]):
    """The scores of games with a number of deals: partners share their side's marks."""

    def __contains__(self, row: object) -> bool:
        if not isinstance(row, tuple) or len(row) != R.SEATS:
            return False
        return row[:2] == row[2:] and all(0 <= n <= R.HIGHEST and n == int(n) for n in row)

    def __len__(self) -> int:
        return int(R.HIGHEST + 1) ** 2

    def __iter__(self) -> Iterator[tuple[Fraction, ...]]:
        marks = [Fraction(n) for n in range(int(R.HIGHEST) + 1)]
        return ((ns, ew, ns, ew) for ns in marks for ew in marks)


ENDED = {
    "holdings": "by taking two holdings first",
    "deals": "with the most marks when all deals were played",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores."""
    reasons: dict[str, Collection[tuple[Fraction, ...]]] = {}
    if R.DEALS:
        reasons["deals"] = _MarksOfSides()
    else:
        sides = [(Fraction(a), Fraction(b)) for a, b in ((3, 0), (2, 1), (1, 2), (0, 3))]
        reasons["holdings"] = [(*pair, *pair) for pair in sides]
    if R.MOVE_LIMIT:
        reasons["move-limit"] = even_shares(R.SEATS)
    return reasons
