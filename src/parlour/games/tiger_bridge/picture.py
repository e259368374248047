"""TigerBridge's card table: hands as a player sees them, the auction, the rounds, and the notes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from parlour.games.tiger_bridge import SEATS
from parlour.games.tiger_bridge.blades import BIDS, CRESTS, NAMES, blades_in, call_words, text_of
from parlour.kernel.layout import Record
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, LadderRung, Piece, Place, Scene, fan, oval

__compiled__ = True  # bound to the rules for the notation; nothing here is compiled

SIDES = ("North–South", "East–West")
COLOURS = {"F": "green", "L": "blue", "M": "brown", "R": "red"}
FORMS = {"F": "card forest", "L": "card lake", "M": "card mountain", "R": "card river"}
BACK = Piece("??", "grey", "back")

# In a terminal: where a hand lies, its left end and its upper row; where a blade of the round lies.
HANDS_AT = ((-2, 11), (4, 6), (-2, 1), (-8, 6))
ROUND_AT = ((0, 5), (1, 4), (0, 3), (-1, 4))


@dataclass(frozen=True)
class TablePlan:
    """Where everything lies on a picture's table, clockwise from whoever looks.

    `hands`: a hand's middle; `open`, `closed`: which way its blades lie if they are seen and if not;
    `names`: where its name stands and with which end; `played`: its blade of the round. `won`: the rounds
    of whoever looks and of the others; `kept`: the last full round, while the next one is played. The
    auction has a column for each player and a row for each time round. `foot`: where the marks stand;
    `size`: the height of letters; `beside`: how far above rounds their number stands.
    """

    hands: tuple[Place, ...]
    open: tuple[Place, ...]
    closed: tuple[Place, ...]
    names: tuple[tuple[float, float, str], ...]
    played: tuple[Place, ...]
    won: tuple[Place, Place]
    kept: Place
    felt: Place
    columns: tuple[float, ...]
    top: float
    rows: int
    foot: float | None = None
    size: float = 0.36
    beside: float = -0.68
    alone: bool = False


WIDE = TablePlan(
    hands=((0.0, -3.75), (-4.6, 0.0), (0.0, 3.75), (4.6, 0.0)),
    open=((0.66, 0.0), (0.0, -0.36), (0.6, 0.0), (0.0, -0.36)),
    closed=((0.26, 0.0), (0.0, -0.22), (0.26, 0.0), (0.0, -0.22)),
    names=((0.0, -2.9, "middle"), (-4.9, 2.95, "start"), (0.0, 2.9, "middle"), (4.9, 2.95, "end")),
    played=((0.0, -0.75), (-0.95, 0.0), (0.0, 0.75), (0.95, 0.0)),
    won=((-2.5, -1.0), (2.5, 1.1)),
    kept=(-2.3, 1.1),
    felt=(3.6, 2.4),
    columns=(-2.4, -0.8, 0.8, 2.4),
    top=1.55,
    rows=7,
    foot=-4.75,
)
NARROW = TablePlan(  # for a phone held upright: as wide as one large hand
    hands=((0.0, -3.52), (-2.5, 0.0), (0.0, 3.3), (2.5, 0.0)),
    open=((0.42, 0.0), (0.0, -0.3), (0.42, 0.0), (0.0, -0.3)),
    closed=((0.17, 0.0), (0.0, -0.17), (0.17, 0.0), (0.0, -0.17)),
    names=((0.0, -2.6, "middle"), (-2.85, 2.3, "start"), (0.0, 2.65, "middle"), (2.85, 2.3, "end")),
    played=((0.0, -0.65), (-0.75, 0.0), (0.0, 0.65), (0.75, 0.0)),
    won=((-1.25, -1.95), (1.15, 1.3)),
    kept=(-1.35, 1.3),
    felt=(2.1, 2.1),
    columns=(-1.65, -0.55, 0.55, 1.65),
    top=1.1,
    rows=5,
    size=0.3,
    beside=0.66,
)
AUCTION = replace(  # the same while bidding: of the hands only that of whoever looks
    NARROW,
    hands=((0.0, -2.35),) * 4,
    names=((0.0, -1.68, "middle"),) * 4,
    felt=(2.7, 1.45),
    top=0.85,
    rows=4,
    alone=True,
)
WIDEST = 0.75  # from one blade of a hand to the next
BACKS = 0.15  # from one round that was won to the next
SMALL = 0.3  # a height of letters
ROW = 0.52  # of the auction


def is_seen(s: Record, seat: int | None, hand: int) -> bool:
    """Whether `seat` (None: a spectator) sees the blades in `hand`."""
    return bool(R.sees(s, R.NONE if seat is None else seat, hand))


def scene(s: Record, seat: int | None) -> Scene:
    """The card table as `seat` sees it: hands by territory, or as a number of blades."""
    return _scene(s, seat, [hand for hand in range(R.SEATS) if is_seen(s, seat, hand)])


def open_scene(s: Record, seat: int | None) -> Scene:
    """The card table with all hands revealed, `seat` at the bottom."""
    return _scene(s, seat, range(R.SEATS))


def _scene(s: Record, seat: int | None, seen: Collection[int]) -> Scene:
    cells: list[Cell] = []
    labels: list[Label] = []
    for hand in range(R.SEATS):
        x, y = HANDS_AT[hand]
        labels.append(Label(_who(s, hand), x + 1, y + 1))
        if hand in seen:
            cells += _open_hand(s, hand, x, y)
            labels += [Label(where, x - 1, y - row) for row, where in enumerate("FLMR")]
        else:
            count = Piece(str(s.hands[hand].bit_count()), "grey")
            cells.append(Cell(f"{SEATS[hand]}'s blades", x, y, pieces=(count,)))
    cells += [cell._replace(x=x, y=y) for cell, (x, y) in zip(_round(s), ROUND_AT, strict=True)]
    notes = tuple(_notes(s))
    wide, narrow = (
        _table(s, seat, seen, notes, plan)
        for plan in (WIDE, AUCTION if s.phase == R.CALL else NARROW)
    )
    picture = replace(wide, picture=narrow)
    return Scene("card", tuple(cells), tuple(labels), notes=notes, picture=picture)


def tall(view: Scene, seat: int) -> Scene:
    """The table on a phone held upright."""
    assert view.picture is not None
    assert view.picture.picture is not None
    return view.picture.picture


def _open_hand(s: Record, hand: int, x: int, y: int) -> Iterator[Cell]:
    for row, where in enumerate("FLMR"):
        held = [text for text in map(text_of, blades_in(s.hands[hand])) if text[1] == where]
        for i, text in enumerate(held):
            yield Cell(_name(s, text), x + i, y - row, pieces=(_piece(text),))


# -- the table of a picture --------------------------------------------------------------------------


def _table(
    s: Record, seat: int | None, seen: Collection[int], notes: tuple[str, ...], plan: TablePlan
) -> Scene:
    """The hands around a table, `seat` at the bottom, face down unless they are `seen`."""
    below = 2 if seat is None else seat  # onlookers sit with South
    cells: list[Cell] = []
    captions = []
    if plan.foot is not None:
        captions, notes = [Label(notes[0], 0.0, plan.foot, "name", size=SMALL)], notes[1:]
    for hand in [below] if plan.alone else range(R.SEATS):
        at = (hand - below) & 3
        blades = _hand_cells(s, hand, hand in seen)
        lying = (plan.open if hand in seen else plan.closed)[at]
        if plan is not WIDE and hand in seen:  # fewer blades lie farther apart
            lying = (min(WIDEST, lying[0] * 12 / max(1, len(blades) - 1)), lying[1])
        cells += fan(blades, *plan.hands[at], lying)
        x, y, anchor = plan.names[at]
        captions.append(Label(_who(s, hand), x, y, "name", anchor, plan.size))
    if s.phase == R.CALL:
        captions += _auction(s, plan)
    elif s.phase == R.PLAY:
        for i, cell in enumerate(_round(s)):
            x, y = plan.played[(i - below) & 3]
            cells.append(cell._replace(x=x, y=y))
        cells += [*_trick_cells(s, below, plan), *_last_round(s, plan)]
        captions += _count_labels(s, below, plan)
    elif s.phase == R.FINISHED:
        captions.append(Label(_result(s), 0.0, 0.0, "name", size=0.5))
    felt = oval(0.0, 0.0, *plan.felt, "felt-light")
    heads = _ladder_heads() if s.phase == R.CALL else ()
    return Scene(
        "card",
        tuple(cells),
        notes=notes,
        areas=(felt,),
        captions=tuple(captions),
        ladder=_ladder(s),
        ladder_heads=heads,
    )


def _hand_cells(s: Record, hand: int, seen: bool) -> list[tuple[str, Piece]]:
    """A hand's blades by territory with their cells' names; their backs, if it is not `seen`."""
    if not seen:
        count = s.hands[hand].bit_count()
        return [(f"{SEATS[hand]}'s blade {i + 1}", BACK) for i in range(count)]
    texts = [text_of(blade) for blade in blades_in(s.hands[hand])]
    ordered = sorted(texts, key=lambda text: "FLMR".index(text[1]))
    return [(_name(s, text), _piece(text)) for text in ordered]


def _who(s: Record, seat: int) -> str:
    if s.phase != R.PLAY:
        return f"{SEATS[seat]} (dealer)" if seat == s.dealer else SEATS[seat]
    parts = {s.bidder: " (Proclaimer)", R.lookout(s): " (Lookout)"}
    return SEATS[seat] + parts.get(seat, "")


def _name(s: Record, text: str) -> str:
    """The name of a blade's cell; during bidding it must differ from a bid such as 5F."""
    return text if s.phase == R.PLAY else f"blade {text}"


def _piece(text: str) -> Piece:
    return Piece(text, COLOURS[text[1]], FORMS[text[1]])


def _result(s: Record) -> str:
    scores = s.marks if R.DEALS else s.points
    return f"{SIDES[0]} {scores[0]} : {scores[1]} {SIDES[1]}"


# -- the auction -----------------------------------------------------------------------------------


def _caller(s: Record, i: int) -> int:
    """The player who made call number `i` of the deal."""
    return int(s.dealer + 1 + i) & 3


def _auction(s: Record, plan: TablePlan) -> Iterator[Label]:
    """The calls, a column for each player and a row for each turn around the table; newest rows only."""
    for i in range(R.SEATS):
        yield Label(SEATS[_caller(s, i)], plan.columns[i], plan.top, "name", size=plan.size)
    hidden = max(0, (s.called + 3) // 4 - plan.rows)
    for i in range(4 * hidden, s.called):
        y = plan.top - ROW * (1 + i // 4 - hidden)
        call = text_of(s.calls[i])
        words = "–" if plan.alone and call == "decline" else call
        yield Label(words, plan.columns[i % 4], y, "name", size=plan.size)


def _ladder(s: Record) -> tuple[tuple[LadderRung, ...], ...]:
    """The bids in rising order, a row for each number of rounds, with their makers, during bidding."""
    if s.phase != R.CALL:
        return ()
    made = {text_of(m): SEATS[_caller(s, i)] for i, m in enumerate(s.calls[: s.called])}
    rungs = [LadderRung(text, call_words(text), made.get(text, ""), text[0]) for text in BIDS]
    wide = len(CRESTS)
    return tuple(tuple(rungs[i : i + wide]) for i in range(0, len(rungs), wide))


def _ladder_heads() -> tuple[tuple[str, Piece | None], ...]:
    """The crests of the ladder's columns, each with a card."""
    cards = {crests: Piece("", COLOURS[crests], FORMS[crests]) for crests in COLOURS}
    return tuple((NAMES[crests], cards.get(crests)) for crests in CRESTS)


# -- rounds ------------------------------------------------------------------------------------------


def _round(s: Record) -> list[Cell]:
    """The places of the round by seat; the last full one stays until the next begins."""
    first = s.laid - 4 if s.laid and s.laid % 4 == 0 else s.laid - s.laid % 4
    lying = {_layer(s, k): s.played[k] for k in range(first, s.laid)}
    return [
        Cell(text_of(lying[seat]), 0, 0, pieces=(_piece(text_of(lying[seat])),))
        if seat in lying
        else Cell(f"{SEATS[seat].lower()}'s place", 0, 0)
        for seat in range(R.SEATS)
    ]


def _layer(s: Record, k: int) -> int:
    """The hand from which blade number `k` of the visible round came."""
    if s.laid % 4:
        return int(s.leader + k) & 3
    return int(s.leader - R.best_of(s, s.laid - 4) + k) & 3


def _rounds_won(s: Record) -> tuple[int, int]:
    """The rounds that each side has taken."""
    taken = (s.won, s.laid // 4 - s.won)
    return taken if s.bidder % 2 == 0 else taken[::-1]


def _trick_cells(s: Record, below: int, plan: TablePlan) -> Iterator[Cell]:
    """The rounds that each side has taken, face down in its corner."""
    for side, count in enumerate(_rounds_won(s)):
        backs = [(f"{SIDES[side]}'s round {i + 1}", BACK) for i in range(count)]
        yield from fan(backs, *plan.won[(side - below) & 1], (BACKS, 0.0))


def _count_labels(s: Record, below: int, plan: TablePlan) -> Iterator[Label]:
    for side, count in enumerate(_rounds_won(s)):
        x, y = plan.won[(side - below) & 1]
        words = f"{SIDES[side]}: {count}"
        yield Label(words, x, y + plan.beside, "name", size=SMALL)
    if s.laid > 4 and s.laid % 4:
        yield Label("last round", plan.kept[0], plan.kept[1] + plan.beside, "name", size=SMALL)


def _last_round(s: Record, plan: TablePlan) -> list[Cell]:
    """The round before the current one, in order of play."""
    if s.laid < 4 or s.laid % 4 == 0:
        return []
    first = s.laid - s.laid % 4 - 4
    texts = map(text_of, s.played[first : first + 4])
    return fan([(text, _piece(text)) for text in texts], *plan.kept, (0.4, 0.0))


# -- in words ----------------------------------------------------------------------------------------


def _notes(s: Record) -> list[str]:
    return [_standing(s), *_deal_notes(s)]


def _standing(s: Record) -> str:
    marks = ", ".join(f"{side} {n}" for side, n in zip(SIDES, s.marks, strict=True))
    if R.DEALS:
        return f"Marks: {marks}. {s.deals} of {R.DEALS} deals played."
    return f"Marks: {marks}. Holdings: {s.points[0]}-{s.points[1]}."


def _deal_notes(s: Record) -> list[str]:
    if s.phase == R.DRAW:
        return ["Blades are to be drawn for the deal."]
    if s.phase == R.DEAL:
        return [f"{SEATS[s.dealer]} is to deal."]
    if s.phase == R.FINISHED:
        return []
    calls = [f"{SEATS[_caller(s, i)]} {text_of(m)}" for i, m in enumerate(s.calls[: s.called])]
    notes = [f"Calls: {', '.join(calls) or 'none yet'}."]
    if s.phase == R.PLAY:
        notes += _play_notes(s)
    return notes


def _play_notes(s: Record) -> list[str]:
    bid = text_of(R.BID + s.bid)
    doubled = ", doubled by a TigerBlade" if s.doubled else ""
    lost = s.laid // 4 - s.won
    hand = R.next_hand(s)
    for_lookout = f" from {SEATS[hand]}'s hand" if hand == R.lookout(s) else ""
    return [
        f"{SEATS[s.bidder]} proclaimed {bid[0]} rounds, crests {NAMES[bid[1]]}{doubled}: "
        f"{s.won} won, {lost} lost.",
        f"{SEATS[s.bidder if for_lookout else hand]} is to play{for_lookout}.",
    ]
