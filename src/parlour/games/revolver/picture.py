"""Revolver as a picture: the hands around a table as a player sees them, and notes on the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi, sin

from parlour.games.revolver.hands import kind, rarity
from parlour.games.revolver.names import (
    BULLETS,
    KINDS,
    PLAYERS,
    spelled,
)
from parlour.kernel.layout import Record
from parlour.kernel.primitives import highest
from parlour.kernel.protocol import R
from parlour.kernel.scene import Area, Cell, Label, Piece, Place, Scene, fan, oval, rectangle

__compiled__ = True  # bound to the rules for the notation; nothing here is compiled


COLOURS = tuple(name.lower() for name in PLAYERS)  # by seat
INKS = {"F": "green", "G": "orange", "M": "black", "D": "red"}  # of bullets, by region
FORMS = {"F": "card forest", "G": "card grassland", "M": "card mountain", "D": "card desert"}
BACK = Piece("??", "grey", "back")
TABLE = (5.0, 3.9)  # half its width and height where the hands lie, in a picture
COLUMN, ROW, LOWEST = 2.6, 2.45, -1.8  # on a phone: how far apart the places of players are
SAID = ("to say", "in", "declined", "withdrew", "left", "finished", "sits out")
PLACE = (1.7, 1.12)  # half the width and height of a player's place at the table
STRIPE, RIM = (
    0.14,
    0.07,
)  # widths of its stripe in the player's colour, of its rim while he is asked
LINES = 0.78  # how far above and below the hand a place's two lines are
BARREL = (1.3, 0.36, 0.3)  # how far right of a place's middle; half its width and height
BESIDE = 40  # columns of what is said beside a hand
ASKED = (
    "The bullets are to be cut for the first dealer.",
    "enter, withdraw or leave?",
    "The bullets are to be dealt.",
    "place, raise or decline?",
    "match or decline?",
    "a bid for the Silver Bullet?",
    "which bullet is discarded for the Silver Bullet?",
    "place, raise or decline?",
    "re-match or decline?",
    "The game is over.",
    "show or concede?",
)
SHOTS = (  # the parts of a round, by phase, as players call them
    "",
    "first shot",
    "second shot",
    "third shot",
    "third shot, ricochet",
    "fourth shot",
    "fourth shot",
    "fifth shot",
    "fifth shot, ricochet",
    "",
    "sixth shot",
)


def scene(s: Record, seat: int | None) -> Scene:
    """The players from the top down, each with the bullets that `seat` sees; last the Silver Bullet."""
    rows = [(i, k, R.SEATS - i) for i in range(R.SEATS) for k in range(R.LENGTH)]
    cells = [Cell(f"{i}.{k + 1}", k, y, pieces=_card(s, i, k, seat)) for i, k, y in rows]
    silver = () if s.silver == R.NONE else (_face(s.silver) if s.turned else BACK,)
    cells.append(Cell("silver", 0, 0, pieces=silver))
    labels = [
        Label(f"{'D' if i == s.dealer else ' '} {PLAYERS[i]:<6}", -1.6, R.SEATS - i)
        for i in range(R.SEATS)
    ]
    labels += [Label(f"{_beside(s, i):<{BESIDE}}", 8, R.SEATS - i) for i in range(R.SEATS)]
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


def tall(view: Scene, seat: int) -> Scene:
    """The table on a phone held upright."""
    assert view.picture is not None
    assert view.picture.picture is not None
    return view.picture.picture


def _table(s: Record, seat: int | None, cells: list[Cell], notes: tuple[str, ...]) -> Scene:
    """The same cells around a round table, clockwise from `seat` at the bottom, the Silver Bullet inside."""
    felt = oval(0.0, 0.0, TABLE[0] - 1.6, TABLE[1] - 1.2, "felt-light")
    spots = [
        (TABLE[0] * cos(turn), TABLE[1] * sin(turn))
        for turn in (-pi / 2 - 2 * pi * k / R.SEATS for k in range(R.SEATS))
    ]
    wide = _laid(s, seat, cells, spots, (0.0, 0.0), 0.3)
    words = Label(notes[0], 0.0, -TABLE[1] - 1.5, "name", size=0.3)
    columns, middle = _columns()
    return replace(
        wide,
        areas=(felt, *wide.areas),
        captions=(words, *wide.captions),
        notes=notes[1:],
        picture=replace(_laid(s, seat, cells, columns, middle, 0.21), notes=notes),
    )


def _columns() -> tuple[list[Place], Place]:
    """The players' places in two columns, clockwise from the bottom, and that of the Silver Bullet."""
    rows, odd = divmod(R.SEATS - 1, 2)
    ys = [LOWEST + ROW * row for row in range(rows)]
    top = [(0.0, max(LOWEST + ROW * rows, 1.6))] if odd else []
    spots = [(0.0, LOWEST - ROW), *((-COLUMN, y) for y in ys), *top]
    spots += [(COLUMN, y) for y in reversed(ys)]
    return spots, (0.0, sum(ys) / rows if rows else LOWEST + 0.4)


def _laid(
    s: Record,
    seat: int | None,
    cells: list[Cell],
    spots: Sequence[Place],
    middle: Place,
    size: float,
) -> Scene:
    """The players at their places, the first at that of `seat`, and the Silver Bullet in the middle."""
    laid: list[Cell] = []
    captions: list[Label] = []
    areas: list[Area] = []
    for i in range(R.SEATS):
        x, y = spots[(i - (seat or 0)) % R.SEATS]
        hand = [(cell.name, cell.pieces) for cell in cells[R.LENGTH * i : R.LENGTH * (i + 1)]]
        held = [(name, pieces[0]) for name, pieces in hand if pieces]
        laid += fan(held, x, y, (0.6 if i == seat else 0.44, 0.0))
        areas += _place(s, i, x, y)
        captions += _lines(s, i, x, y)
    x, y = middle
    laid.append(cells[-1]._replace(x=x, y=y))
    captions.append(Label("Silver Bullet", x, y + 0.72, "name", size=size))
    if sum(s.barrel):
        captions.append(Label(f"in the barrels {sum(s.barrel)}", x, y - 0.74, "name", size=size))
    return Scene(
        "card",
        tuple(laid),
        colours=COLOURS[: R.SEATS],
        areas=tuple(areas),
        captions=tuple(captions),
    )


def _place(s: Record, player: int, x: float, y: float) -> list[Area]:
    """A player's place at the table: a sheet with a stripe in his colour, rimmed while he is asked."""
    wide, high = PLACE
    sheet = [rectangle(x - wide, y - high, x + wide, y + high, "space")]
    if player == s.seat:
        grown = (x - wide - RIM, y - high - RIM, x + wide + RIM, y + high + RIM)
        sheet.insert(0, rectangle(*grown, "last"))
    sheet.append(rectangle(x - wide, y - high, x - wide + STRIPE, y + high, COLOURS[player]))
    if s.barrel[player]:
        sheet.append(oval(x + BARREL[0], y - LINES, *BARREL[1:], "barrel"))
    return sheet


def _lines(s: Record, player: int, x: float, y: float) -> list[Label]:
    """Who sits there and what he did, his marks, and what is in his barrel."""
    left = x - PLACE[0] + 2 * STRIPE
    dealer = ", deals" if player == s.dealer else ""
    who = f"{PLAYERS[player]} {SAID[s.status[player]]}{dealer}"
    found = [
        Label(who, left, y + LINES, "name", "start", 0.3),
        Label(_purse(s, player), left, y - LINES, "name", "start", 0.28),
    ]
    if s.barrel[player]:
        found.append(Label(str(s.barrel[player]), x + BARREL[0], y - LINES, "name", size=0.28))
    return found


def _face(bullet: int) -> Piece:
    text = BULLETS[bullet]
    return Piece(text, INKS[text[1]], FORMS[text[1]])


def _card(s: Record, holder: int, place: int, seat: int | None) -> tuple[Piece, ...]:
    """One bullet of a hand: its face for the holder, its back for others."""
    if s.silver == R.NONE or s.hand[holder] == 0 or s.status[holder] == R.FINISHED:
        return ()
    if holder != seat and not R.has_shown(s, holder):
        return (BACK,) if s.status[holder] == R.IN else ()
    hand = R.final_hand(s, holder)
    for _ in range(place):
        hand ^= 1 << highest(hand)
    return (_face(highest(hand)),)


def _beside(s: Record, seat: int) -> str:
    """The text beside a player's hand."""
    reserve = "+50" if s.reserve[seat] else ""
    words = f"{'>' if seat == s.seat else ' '} {SAID[s.status[seat]]:<9}{s.marks[seat]}{reserve}"
    return words + (f"  barrel {s.barrel[seat]}" if s.barrel[seat] else "")


def _purse(s: Record, seat: int) -> str:
    """A player's marks, and the Reserve if he still has it."""
    reserve = " + 50" if s.reserve[seat] else ""
    return f"{s.marks[seat]}{reserve} marks"


def _notes(s: Record, seat: int | None) -> list[str]:
    """The question, the player's hand, the barrels, and the last round."""
    extra = f", extra round {s.round - R.ROUNDS}" if R.is_extra(s) else f" of {R.ROUNDS}"
    asked = ASKED[s.phase] if s.seat == R.NONE or s.phase == R.ENDED else _question(s)
    shot = f", {SHOTS[s.phase]}" if SHOTS[s.phase] else ""
    notes = [f"Round {min(s.round, R.ROUNDS)}{extra}{shot}. {asked}"]
    if s.bidder != R.NONE:
        notes.append(f"Highest bid: {s.bid} by {PLAYERS[s.bidder]}.")
    if sum(s.barrel):
        notes.append(f"In all barrels: {sum(s.barrel)}.")
    if seat is not None and s.silver != R.NONE and s.hand[seat]:
        notes.append(_own_hand(s, seat))
    return notes + _last_notes(s)


def _question(s: Record) -> str:
    """The question to the player to move, with its price in marks."""
    most, placed = R.highest_placed(s), s.placed[s.seat]
    price = {
        R.ENTERING: f" To enter takes {R.ENTRANCE}.",
        R.CONTEST: f" To place takes {max(most, 5)}.",
        R.RICOCHET: f" To match takes {most - placed}.",
        R.STEP_UP: f" To place takes {max(most, 10)}.",
        R.REMATCH: f" To match takes {most - placed}.",
    }.get(s.phase, "")
    return f"{PLAYERS[s.seat]}: {ASKED[s.phase]}{price}"


def _own_hand(s: Record, seat: int) -> str:
    hand = R.final_hand(s, seat)
    note = f"Your hand: {KINDS[kind(hand)]} ({spelled(hand)})."
    earned = rarity(s.hand[seat])
    return note + (f" You were dealt a rarity: {earned} from each player." if earned else "")


def _last_notes(s: Record) -> list[str]:
    """What the last round showed."""
    if not s.played:
        return []
    winner = "no winner" if s.last_winner == R.NONE else f"{PLAYERS[s.last_winner]} won"
    shown = [
        f"{PLAYERS[i]} {KINDS[kind(hand)]} ({spelled(hand)})"
        for i, hand in enumerate(s.last_hand)
        if hand
    ]
    notes = [
        f"Last round: {winner}{'' if shown else ' unseen' if s.last_winner != R.NONE else ''}."
    ]
    if shown:
        notes.append("Shown: " + ", ".join(shown) + ".")
    rarities = [f"{PLAYERS[i]} ({spelled(hand)})" for i, hand in enumerate(s.last_rarity) if hand]
    return notes + (["Rarities: " + ", ".join(rarities) + "."] if rarities else [])
