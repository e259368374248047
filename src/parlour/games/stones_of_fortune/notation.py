"""Stones of Fortune as text: moves, casts and positions, reasons for refusals, and the picture."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from parlour.errors import BadPosition
from parlour.games.stones_of_fortune import VARIATIONS
from parlour.games.stones_of_fortune.circle import circular
from parlour.games.stones_of_fortune.code import (
    members_of,
    origin_of,
    side_of,
    stone_word,
    target_of,
)
from parlour.kernel.fields import expect, one_of, whole
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.moves import Given, Move, Refusal, path_move, refuse, word, word_move
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene, rectangle
from parlour.table.outcome import Outcome
from parlour.table.set_up import SetUp, Tokens

SIDES = ("Light", "Dark")
RINGS = "LD"
KINDS = "TAF"  # by the number of stones that move them, from one
NAMES = ("technician", "associate", "fellow")
SAYINGS = {
    "start-self": "start yourself",
    "start-other": "let the other start",
    "cast1": "cast one stone",
    "cast2": "cast two stones",
    "cast3": "cast three stones",
}
PATH = ("pit", "far-path", "mid-path", "near-path", "dark-gate", "dark-hall", "dark-tower")
POSITIONS = tuple(str(n) for n in range(1, 33))  # of each ring
MOST = 999  # the most members on one position in a text

REFUSALS = {
    "starts": "{side} won the cast and chooses who starts",
    "start-words": "{side} won the cast and chooses who starts: start-self or start-other",
    "says": "{side} chooses how many stones to cast",
    "cast-words": "{side} chooses how many stones to cast: cast1, cast2 or cast3",
    "none-left": "{side} has no {name} left to move",
    "passes": "no {name} can move, so {side} must pass",
    "can-move": "{a_name} can move, so passing is not allowed",
    "frozen": "captured members stay in the Frozen Lands",
    "path": "only Galahad walks the path, one step for each capture",
    "theirs": "the members on {cell} are {other}'s",
    "empty": "there is no member on {cell}",
    "ring": "{side}'s members stay on the ring {ring}",
    "nobody": "there is no {name} on {cell}, and {stones} for {name}s",
    "stuck": "every target of the {name} on {cell} already has two members",
    "distance": "{a_name} must move {steps} positions{way}",
    "limited": "{to} already has two members",
    "captures": "it is a capture, which is written {written}",
    "shared": "a member that leaves a shared position cannot capture",
    "not-one": "{captured} does not hold exactly one member",
}

_MEMBER_MOVE = re.compile(r"([LD])([1-9]|[12][0-9]|3[0-2])[-x]([LD])([1-9]|[12][0-9]|3[0-2])")
_STONES = re.compile(r"[1-5](?:\+[1-5]){0,2}")


def place(seat: int, n: int) -> str:
    """The name of a position on a player's ring, counted from 0."""
    return f"{RINGS[seat]}{n + 1}"


def cast_text(cast: int) -> str:
    """The stones of a cast, such as ``1+3+5``."""
    return "+".join(map(str, stones_of(cast)))


def stones_of(cast: int) -> tuple[int, ...]:
    """The numbers that the stones of a cast show, in ascending order."""
    sides = (side_of(cast, i) for i in range(3))
    return tuple(side for side in sides if side)


def cast_code(text: str) -> int:
    """The code of the cast with this text, whose stones ascend."""
    return sum(stone_word(int(stone), i) for i, stone in enumerate(text.split("+")))


# -- moves -----------------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """A member's move, ``pass``, ``cast1`` to ``cast3``, who starts, or the result of a cast."""
    if s.turn == CHANCE:
        return _cast_result_text(s, m)
    if s.phase == R.CHOOSE:
        return "start-self" if m == R.START_SELF else "start-other"
    if s.phase == R.SAY:
        return f"cast{m - R.CAST}"
    if m == R.PASS:
        return "pass"
    joint = "x" if R.captures(s, m) else "-"
    return place(s.seat, origin_of(m)) + joint + place(s.seat, target_of(m))


def move(s: Record, m: int) -> Move:
    """A member's move, a word, or a cast."""
    text = move_text(s, m)
    if s.turn == CHANCE and s.phase == R.CAST_STONES:
        return Move(text, (word(text),), cast=stones_of(m))
    if s.turn == CHANCE or s.phase in (R.CHOOSE, R.SAY) or m == R.PASS:
        return word_move(text, SAYINGS.get(text, ""))
    path = place(s.seat, origin_of(m)), place(s.seat, target_of(m))
    return path_move(text, path, (place(1 - s.seat, target_of(m)),) if R.captures(s, m) else ())


def _cast_result_text(s: Record, cast: int) -> str:
    if s.phase == R.CAST_VARIATION:
        return f"variation:{cast}"
    if s.phase == R.CAST_FIRST:
        return f"first:{side_of(cast, 0)},{side_of(cast, 1)}"
    return cast_text(cast)


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """Why no member can move from a position now, or to it."""
    if s.phase in (R.CHOOSE, R.SAY):
        return refuse(REFUSALS, "starts" if s.phase == R.CHOOSE else "says", side=SIDES[s.seat])
    if R.legal_moves(s, out := [0] * R.MAX_MOVES) and out[0] == R.PASS:
        return refuse(REFUSALS, "passes", name=NAMES[s.stones - 1], side=SIDES[s.seat])
    places = [text for _, text in given]
    if any(place.endswith("captured") for place in places):
        return refuse(REFUSALS, "frozen")
    if any(place[1:] not in POSITIONS for place in places):
        return refuse(REFUSALS, "path")
    origin, *others = (int(place[1:]) - 1 for place in places)
    if any(place[0] != RINGS[s.seat] for place in places):
        theirs = not others and R.total(s.ring[32 * (1 - s.seat) + origin])
        names = {"other": SIDES[1 - s.seat], "side": SIDES[s.seat], "ring": RINGS[s.seat]}
        return refuse(REFUSALS, "theirs" if theirs else "ring", cell=places[0], **names)
    if not R.total(s.ring[32 * s.seat + origin]):
        return refuse(REFUSALS, "empty", cell=places[0])
    wrong = _nobody(s, origin) or (_no_way(s, origin, others[0]) if others else None)
    if wrong or others:
        return wrong
    return refuse(REFUSALS, "stuck", name=NAMES[s.stones - 1], cell=places[0])


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played."""
    if s.phase == R.CHOOSE:
        return refuse(REFUSALS, "start-words", side=SIDES[s.seat])
    if s.phase == R.SAY:
        return _no_cast(s, text)
    match = _MEMBER_MOVE.fullmatch(text)
    if match is None:
        if text == "pass":
            return refuse(REFUSALS, "can-move", a_name=_a_or_an(NAMES[s.stones - 1]))
        grammar = f"{NAMES[s.stones - 1]}s move as L1-L31, with a capture as L4xL21"
        return Refusal("grammar", grammar)
    return _no_move(s, text, match)


def _no_cast(s: Record, text: str) -> Refusal:
    if text in ("cast1", "cast2", "cast3"):
        name = NAMES[int(text[-1]) - 1]
        return refuse(REFUSALS, "none-left", side=SIDES[s.seat], name=name)
    return refuse(REFUSALS, "cast-words", side=SIDES[s.seat])


def _no_move(s: Record, text: str, match: re.Match[str]) -> Refusal:
    ring, origin, to_ring, to = match[1], int(match[2]) - 1, match[3], int(match[4]) - 1
    if ring + to_ring != 2 * RINGS[s.seat]:
        return refuse(REFUSALS, "ring", side=SIDES[s.seat], ring=RINGS[s.seat])
    wrong = _nobody(s, origin) or _no_way(s, origin, to)
    if wrong:
        return wrong
    if "x" not in text:
        return refuse(REFUSALS, "captures", written=text.replace("-", "x"))
    shared = R.total(s.ring[32 * s.seat + origin]) > 1
    return refuse(REFUSALS, "shared" if shared else "not-one", captured=place(1 - s.seat, to))


def _nobody(s: Record, origin: int) -> Refusal | None:
    """A refusal if the kind that moves has no member on the position."""
    if R.kind(s.ring[32 * s.seat + origin], s.stones):
        return None
    name, cell = NAMES[s.stones - 1], place(s.seat, origin)
    return refuse(REFUSALS, "nobody", name=name, cell=cell, stones=_stones(s))


def _no_way(s: Record, origin: int, to: int) -> Refusal | None:
    """Why a member cannot move from one position to another."""
    steps = R.sum_of(s.cast)
    ahead = (to - origin) % 32 if s.seat == 1 else (origin - to) % 32
    if ahead != steps and (R.one_way(s) or 32 - ahead != steps):
        way = f" {'clockwise' if s.seat else 'counter-clockwise'}" if R.one_way(s) else ""
        name = _a_or_an(NAMES[s.stones - 1])
        return refuse(REFUSALS, "distance", a_name=name, steps=steps, way=way)
    if R.is_limited(s) and R.total(s.ring[32 * s.seat + to]) >= 2:
        return refuse(REFUSALS, "limited", to=place(s.seat, to))
    return None


def _stones(s: Record) -> str:
    return (
        "one stone is cast"
        if s.stones == 1
        else f"{('two', 'three')[s.stones - 2]} stones are cast"
    )


def _a_or_an(name: str) -> str:
    return f"{'an' if name[0] == 'a' else 'a'} {name}"


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields LIGHT DARK GALAHAD PHASE COUNTS."""
    return [
        _ring_text(s, 0),
        _ring_text(s, 1),
        PATH[s.galahad],
        _phase_text(s),
        f"{s.made[0]},{s.made[1]}",
    ]


def _ring_text(s: Record, seat: int) -> str:
    return "/".join(_letters(s.ring[32 * seat + n]) or "." for n in range(32))


def _letters(members: int) -> str:
    return "".join(kind * R.kind(members, k) for k, kind in enumerate(KINDS, 1))


def _phase_text(s: Record) -> str:
    if s.phase == R.CAST_VARIATION:
        return "variation"
    prefix = f"{VARIATIONS[s.variation]}/" if R.VARIATION == 4 else ""
    return prefix + _turn_text(s)


def _turn_text(s: Record) -> str:
    if s.phase == R.CAST_FIRST:
        return "first"
    what = {R.CHOOSE: "choose", R.SAY: "cast", R.CAST_STONES: f"cast{s.stones}"}
    return f"{s.seat}:{what.get(s.phase, cast_text(s.cast))}"


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(fields, "LIGHT", "DARK", "GALAHAD", "PHASE", "COUNTS")
    light, dark, galahad, phase, counts = fields
    R.start(s)
    _read_ring(s, 0, light)
    _read_ring(s, 1, dark)
    R.muster(s)
    s.galahad = PATH.index(one_of(galahad, PATH, "GALAHAD"))
    _read_counts(s, counts)
    _read_phase(s, phase)
    _check_counts(s)
    _judge(s, end)


def _read_ring(s: Record, seat: int, text: str) -> None:
    entries = text.split("/")
    if len(entries) != 32:
        raise BadPosition(
            f"{SIDES[seat].upper()} has {len(entries)} positions; expected 32, joined by /"
        )
    for n, entry in enumerate(entries):
        s.ring[32 * seat + n] = 0 if entry == "." else _read_members(entry, place(seat, n))


def _read_members(entry: str, where: str) -> int:
    members: int = sum(members_of(k, entry.count(kind)) for k, kind in enumerate(KINDS, 1))
    if entry == "" or _letters(members) != entry:
        raise BadPosition(
            f"{entry!s:.20} on {where}; expected . or a T, A or F for each member, in that order"
        )
    if len(entry) > MOST:
        raise BadPosition(f"{len(entry)} members on {where}; expected {MOST} at most")
    return members


def _read_counts(s: Record, text: str) -> None:
    light, comma, dark = text.partition(",")
    if not comma:
        raise BadPosition(
            f"COUNTS is {text!s:.40}; expected the moves of Light and of Dark, as 3,2"
        )
    s.made[0] = whole(light, "Light's moves in COUNTS")
    s.made[1] = whole(dark, "Dark's moves in COUNTS")


def _read_phase(s: Record, text: str) -> None:
    if R.VARIATION == 4:
        if text == "variation":
            return
        name, slash, text = text.partition("/")
        if not slash:
            raise BadPosition(
                f"PHASE is {name!s:.40}; expected variation, or one, a / and the phase"
            )
        R.vary(s, VARIATIONS.index(one_of(name, VARIATIONS, "the variation in PHASE")))
    if text == "first" and R.FIRST == 2:
        R.chance(s, R.CAST_FIRST)
        return
    seat, colon, what = text.partition(":")
    if not colon or seat not in ("0", "1"):
        before = "first, or " if R.FIRST == 2 else ""
        raise BadPosition(
            f"PHASE is {text!s:.40}; expected {before}a seat, 0 or 1, a colon and cast, "
            "cast1 to cast3, or the stones as 1+3"
        )
    _read_turn(s, int(seat), what)


def _read_turn(s: Record, seat: int, what: str) -> None:
    R.act(s, seat, R.SAY)
    if what == "choose" and R.FIRST == 2:
        R.act(s, seat, R.CHOOSE)
    elif what in ("cast1", "cast2", "cast3"):
        s.stones = int(what[-1])
        R.chance(s, R.CAST_STONES)
    elif _STONES.fullmatch(what) and what == "+".join(sorted(what.split("+"))):
        s.stones = len(what.split("+"))
        s.cast = cast_code(what)
        R.act(s, seat, R.MOVE)
    elif what != "cast":
        raise BadPosition(
            f"PHASE has {what!s:.40} after the seat; expected cast, cast1 to cast3, or one to three "
            "stones from 1 to 5, ascending, as 1+3+5" + (", or choose" if R.FIRST == 2 else "")
        )


def _check_counts(s: Record) -> None:
    """Check COUNTS: the players take turns, so the next one has as many moves as the other, or one less."""
    light, dark = s.made
    if s.phase in (R.CAST_VARIATION, R.CAST_FIRST, R.CHOOSE):
        if (light, dark) != (0, 0):
            raise BadPosition(f"COUNTS is {light},{dark} before the first move; expected 0,0")
        return
    behind = s.made[1 - s.seat] - s.made[s.seat]
    possible = (0, 1) if R.FIRST == 2 else (0,) if s.seat == R.FIRST else (1,)
    if behind not in possible:
        raise BadPosition(
            f"COUNTS is {light},{dark} with {SIDES[s.seat]} to play; the seats take turns, and "
            f"{('Light begins', 'Dark begins', 'either side may have begun')[R.FIRST]}"
        )


def _judge(s: Record, end: Outcome | None) -> None:
    """End the game if the position shows an end, as every end of this game does."""
    phase, turn = s.phase, s.turn
    R.judge(s)
    if s.turn == OVER and phase != R.SAY:
        reason = R.REASONS[s.reason]
        raise BadPosition(
            f"PHASE is {_phase_text(s)}, and the position shows the end {reason}; "
            f"expected {s.seat}:cast after the end"
        )
    if s.turn != OVER and end is not None:
        s.turn = turn
        raise BadPosition(f"{end.text}: by GALAHAD, the rings and COUNTS the game is still running")


ENDED = {
    "quest-successful": "Galahad reached the Tower, took the Dark King prisoner and sank the Golden Axe "
    "in the swamp",
    "quest-failed": "Galahad fell into the Pit, and Excalibur is the Dark King's",
    "quest-inconclusive": "the quest was broken off where Galahad stood",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores."""
    half, one, two = Fraction(1, 2), Fraction(1), Fraction(2)
    none = Fraction(0)
    return {
        "quest-successful": [(Fraction(4), none)],
        "quest-failed": [(none, Fraction(4))],
        "quest-inconclusive": [(two, none), (one, none), (half, half), (none, one), (none, two)],
    }


def details(s: Record) -> dict[str, str]:
    """The place of Galahad."""
    return {"galahad": PATH[s.galahad]}


def detail_in_words(name: str, text: str) -> str:
    """Where Galahad stands."""
    return f"Galahad stands {_where(text)}."


def _where(place: str) -> str:
    """A place of the path in a sentence."""
    return f"{'in' if place == PATH[0] else 'on'} the {place.replace('-', ' ').title()}"


# -- setting up by hand ----------------------------------------------------------------------------

GALAHAD = "G"


def _set_members(fields: Sequence[str]) -> Tokens:
    """The letters of the members by position, and Galahad on the path."""
    expect(fields, "LIGHT", "DARK", "GALAHAD", "PHASE", "COUNTS")
    board: Tokens = {fields[2]: [GALAHAD]} if fields[2] in PATH else {}
    for seat in range(2):
        for n, entry in enumerate(fields[seat].split("/")[:32]):
            if entry.strip("."):
                board[place(seat, n)] = [*entry.strip(".")]
    return board


def _with_members(fields: Sequence[str], board: Tokens) -> list[str]:
    """The fields with other members, and Galahad elsewhere."""
    path = [name for name in PATH if board.get(name)]
    wrong = [name for name in path if board[name] != [GALAHAD]]
    wrong += [name for name, tokens in board.items() if name not in PATH and GALAHAD in tokens]
    if wrong:
        raise BadPosition(f"{wrong[0]}: Galahad stands on the path, members on the rings")
    rings = [
        "/".join(
            "".join(sorted(board.get(place(seat, n), "."), key=f".{KINDS}".find)) for n in range(32)
        )
        for seat in range(2)
    ]
    return [*rings, path[0] if path else "-", *fields[3:]]


def _with_turn(fields: Sequence[str], seat: int) -> list[str]:
    """The fields with a side to cast, and its number of moves made to fit."""
    expect(fields, "LIGHT", "DARK", "GALAHAD", "PHASE", "COUNTS")
    variation, slash, _ = fields[3].rpartition("/")
    least = min((int(n) for n in re.findall(r"\d{1,6}", fields[4])), default=0)
    counts = [least, least]
    if R.FIRST != 2 and seat != R.FIRST:
        counts[R.FIRST] += 1
    return [*fields[:3], f"{variation}{slash}{seat}:cast", ",".join(map(str, counts))]


def _draw_token(token: str, cell: str) -> Piece:
    if token not in KINDS:
        return Piece(GALAHAD, COLOURS[0], "galahad")
    return Piece(token, COLOURS[cell.startswith(RINGS[1])], NAMES[KINDS.index(token)])


SETUP = SetUp(
    [*PATH, *(place(seat, n) for seat in range(2) for n in range(32))],
    [*KINDS, GALAHAD],
    _draw_token,
    _set_members,
    _with_members,
    _with_turn,
    unique=[GALAHAD],
    stacked=True,
)


def decisive(s: Record) -> list[str]:
    """Where Galahad stands."""
    return [PATH[s.galahad]] if s.turn == OVER else []


# -- the picture -----------------------------------------------------------------------------------

COLOURS = ("blue", "black")  # by seat
SCORES = ("0-4", "0-2", "0-1", "even", "1-0", "2-0", "4-0")  # by Galahad's place
PATH_TONES = ("pit", *("path",) * 3, *("castle",) * 3)
MUSTERED = (8, 4, 2)  # members of each kind that a side begins with
CROWD = 3  # the most members of a position drawn one by one


def scene(s: Record) -> Scene:
    """The two rings, the numbers of their positions inside, and Galahad's path in the middle.

    A single member is drawn with its kind and ``!`` in a critical conjunction (red) or ``+`` if sheltered
    (green), pairs facing pairs with ``=``. Groups of more than three show their number and kinds, and a note
    has the numbers by kind. Pictures show the members themselves, highlighted positions, and the path through
    the Dark Realm to the castle.
    """
    rings = [_position(s, seat, n) for seat in range(2) for n in range(32)]
    path = [
        Cell(name, 4, 1 + i, "plain", _on_path(s, i), _figures(s, i), PATH_TONES[i])
        for i, name in enumerate(PATH)
    ]
    numbers = [Label(str(n + 1), *_at(2, n)) for n in range(32)]
    names = [
        Label(f"{name:<10} {SCORES[i]:<7}", 6.5, 1 + i, "terminal") for i, name in enumerate(PATH)
    ]
    captions = [
        caption
        for i, name in enumerate(PATH)
        for caption in (
            Label(name.replace("-", " ").title(), 4.75, 1 + i, "name", "start", 0.36),
            Label(SCORES[i], 8.4, 1 + i, "name", "end", 0.36),
        )
    ]
    return Scene(
        "square",
        (*rings, *path),
        (*numbers, *names),
        COLOURS,
        tuple(_notes(s)),
        (
            rectangle(-0.5, -2.5, 11.5, 11.5, "light-ring"),
            rectangle(0.5, -1.5, 10.5, 10.5, "dark-ring"),
            rectangle(1.5, -0.5, 9.5, 9.5, "realm"),
            rectangle(3.4, 4.5, 4.6, 7.7, "castle-wall"),
            rectangle(3.4, 0.4, 4.6, 1.5, "pit-wall"),
        ),
        (*captions, Label("Frozen Lands", 2.4, 8.1, "name", "start", 0.36)),
        aside=tuple(_frozen(s)),
        pile="cluster",
    )


VIEWS = {"circular": circular}  # other ways to look at the board, by name


def _frozen(s: Record) -> Iterator[Cell]:
    """The members captured so far, a cell for each side and kind, beside the path to the castle."""
    for seat in range(2):
        for i, kind in enumerate(KINDS):
            count = MUSTERED[i] - sum(R.kind(s.ring[32 * seat + n], i + 1) for n in range(32))
            name = f"{SIDES[seat]} {NAMES[i]}s captured"
            lying = Piece(f"{kind}{count}" if count > 1 else kind, COLOURS[seat], NAMES[i])
            y = (7 - i, 1 + i)[seat]
            yield Cell(name, 2.9, y, tone="frozen", figures=(lying,) if count > 0 else ())


def _at(lane: int, n: int) -> tuple[int, int]:
    """The place of position `n` on a lane: 0 Light's ring, 1 Dark's inside it, 2 the numbers."""
    side, step = divmod(n, 8)
    return (
        (2 + step, 11 - lane),
        (11 - lane, 8 - step),
        (9 - step, lane - 2),
        (lane, 1 + step),
    )[side]


def _position(s: Record, seat: int, n: int) -> Cell:
    members, facing = s.ring[32 * seat + n], s.ring[32 * (1 - seat) + n]
    shade = "light" if is_sheltered(s, members, facing) else "plain"
    lit = "sheltered" if shade == "light" and members else ""
    return Cell(
        place(seat, n),
        *_at(seat, n),
        shade,
        _pieces(s, seat, members, facing),
        _members(seat, members),
        ("light-ring", "dark-ring")[seat],
        lit or ("", "critical", "inert")[_conjunction(s, n)],
    )


def _members(seat: int, members: int) -> tuple[Piece, ...]:
    """The members of a position; in a crowd one of each kind, with its number."""
    letters = _letters(members)
    if len(letters) <= CROWD:
        return tuple(Piece(kind, COLOURS[seat], NAMES[KINDS.index(kind)]) for kind in letters)
    counted = [(kind, letters.count(kind)) for kind in KINDS if kind in letters]
    return tuple(
        Piece(f"{kind}{count}", COLOURS[seat], NAMES[KINDS.index(kind)]) for kind, count in counted
    )


def is_sheltered(s: Record, members: int, facing: int) -> bool:
    """Whether at most one member is here and sheltered by the pair that it faces."""
    limited = s.variation in (0, 1)
    return bool(limited and R.total(members) <= 1 and R.total(facing) >= 2)


def _pieces(s: Record, seat: int, members: int, facing: int) -> tuple[Piece, ...]:
    here, there = R.total(members), R.total(facing)
    if here == 0:
        return ()
    letters = _letters(members)
    if here > CROWD:
        kinds = "".join(kind for kind in KINDS if kind in letters)
        return (Piece(str(here), COLOURS[seat]), Piece(kinds, COLOURS[seat]))
    if here == 1 and there == 1:
        return (Piece(f"{letters}!", "red"),)
    if is_sheltered(s, members, facing):
        return (Piece(f"{letters}+", "green"),)
    inert = "=" if here == there == 2 else ""
    return (Piece(letters + inert, COLOURS[seat]),)


def _on_path(s: Record, place: int) -> tuple[Piece, ...]:
    galahad = (Piece("G", COLOURS[0]),) if s.galahad == place else ()
    king = (Piece("K", COLOURS[1]),) if place == R.TOWER else ()
    return king + galahad


def _figures(s: Record, place: int) -> tuple[Piece, ...]:
    """Galahad and the Dark King in a picture."""
    names = {"G": "galahad", "K": "dark-king"}
    return tuple(piece._replace(kind=names[piece.text]) for piece in _on_path(s, place))


def _notes(s: Record) -> list[str]:
    """The next step, the conjunctions, the stances, and the moves made."""
    notes = [_due(s)]
    for what, wanted in (("Critical conjunctions", 1), ("Inert conjunctions", 2)):
        found = [str(n + 1) for n in range(32) if _conjunction(s, n) == wanted]
        if found:
            notes.append(f"{what}: {', '.join(found)}.")
    for seat in range(2):
        notes.append(_stances(s, seat))
    limit = f" of {s.limit}" if s.limit else ""
    notes.append(f"Moves made: Light {s.made[0]}, Dark {s.made[1]}{limit}.")
    return notes


def _conjunction(s: Record, n: int) -> int:
    """1 if single members face each other, 2 if both sides have two or more, otherwise 0."""
    light, dark = (R.total(s.ring[32 * seat + n]) for seat in range(2))
    return min(light, dark, 2) if light == dark == 1 or min(light, dark) >= 2 else 0


def _due(s: Record) -> str:
    side = SIDES[s.seat]
    if s.phase == R.CAST_VARIATION:
        return "Next: a stone is cast for the variation."
    if s.turn == OVER:
        return f"Galahad stands {_where(PATH[s.galahad])}."
    name = f"{VARIATIONS[s.variation].capitalize()}: "
    if s.phase == R.CAST_FIRST:
        return f"{name}each side casts a stone for who begins."
    if s.phase == R.CHOOSE:
        return f"{name}{side} won the cast and chooses who begins."
    if s.phase == R.SAY:
        return f"{name}{side} chooses how many stones to cast."
    kind = NAMES[s.stones - 1]
    if s.phase == R.CAST_STONES:
        return f"{name}{side} casts {s.stones} for {_a_or_an(kind)}."
    return f"{name}{side} cast {cast_text(s.cast)}; {_a_or_an(kind)} moves {R.sum_of(s.cast)}."


def _stances(s: Record, seat: int) -> str:
    """A side's members by stance; crowds by kind."""
    ring = [(place(seat, n), s.ring[32 * seat + n]) for n in range(32)]
    attacking = [name for name, members in ring if R.total(members) == 1]
    defensive = [_count_members(name, members) for name, members in ring if R.total(members) > 1]
    return (
        f"{SIDES[seat]} attacking: {' '.join(attacking) or 'none'}; "
        f"defensive: {' '.join(defensive) or 'none'}."
    )


def _count_members(name: str, members: int) -> str:
    if R.total(members) <= CROWD:
        return name
    return f"{name} ({_letters(members)})"
