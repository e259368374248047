"""Hive's moves and positions as text, why a move is not legal, and the picture.

Moves are UHP's move strings with a comma for the blank. A move has one spelling that is written and, as
in UHP, any true one is read: see `reference` and `read_move`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction

from parlour.errors import BadPosition
from parlour.games.hive.board import (
    BEETLE,
    CELLS,
    EACH,
    KIND,
    MOSQUITO,
    NAMES,
    PIECES,
    PIECES_OF,
    QUEEN,
    WAYS,
    cell_at,
    place_of,
)
from parlour.games.hive.code import counted_from, move_code, piece_of, target_of
from parlour.games.hive.picture import (
    BUGS,
    Place,
    cell_name,
    draw_cells,
    draw_hive,
    draw_piece,
    opened,
)
from parlour.kernel.fields import expect, one_of
from parlour.kernel.layout import Record
from parlour.kernel.moves import Given, Move, Refusal, Step, cell_steps, refuse, word, word_move
from parlour.kernel.protocol import R
from parlour.kernel.scene import Scene
from parlour.table.outcome import Outcome, even_shares, winner_takes_all
from parlour.table.set_up import SetUp, Tokens

TURNS = "wb"
NUMBERS = {name: piece for piece, name in enumerate(NAMES) if R.USED >> KIND[piece] & 1}
CLIMBERS = (BEETLE, MOSQUITO)
WIDEST = 2 * EACH  # no hive reaches as far

# How a move tells its place beside a piece, by the way from that place to the piece.
SIGNS = ("{}\\", "/{}", "-{}", "\\{}", "{}/", "{}-")

GRAMMAR = (
    "a move is a piece and where it goes, as wA1,bQ- (right of the Queen), wA1,-bQ, wA1,bQ/, wA1,/bQ, "
    "wA1,\\bQ, wA1,bQ\\, or wB1,bQ (on top of her)"
)
REFUSALS = {
    "may-move": "one passes only without a legal move",
    "no-such": "there is no {name} in this game",
    "theirs": "{name} is not yours",
    "covered": "something lies on {name}",
    "queen-before": "no piece moves before your Queen is in the hive",
    "rests": "{name} was moved in the turn before",
    "pinned": "without {name} the hive would fall apart",
    "queen-now": "your fourth piece must be your Queen",
    "queen-first": "your first piece may not be your Queen",
    "order": "{before} is placed before {name}",
    "no-place": "its destination is missing",
    "not-there": "{name} is not in the hive",
    "choose": "no piece lies there: choose one in the hive, or one in hand and then its place",
    "stuck": "{name} has nowhere to go",
    "no-way": "{name} does not go there",
    "beside": "a new piece lies beside your own pieces and beside none of the other side",
}

_PIECE = "[wb](?:[SBGA][123]|[QMLP])"
_MOVE = re.compile(rf"({_PIECE})(?:,([-/\\])?({_PIECE})([-/\\])?)?")
_NUMBER = re.compile(r"0|-?[1-9][0-9]?")


# -- moves -----------------------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """``wS1``, ``bG1,-wS1``, ``wB1,bQ`` onto the Queen; ``pass``."""
    if m == R.PASS:
        return "pass"
    piece = piece_of(m)
    return ",".join([NAMES[piece], *reference(s, piece, target(s, m))])


def target(s: Record, m: int) -> int:
    """The cell to which a move brings its piece."""
    return target_of(m, R.anchor(s))


def reference(s: Record, piece: int, cell: int) -> list[str]:
    """How a move to a cell tells where that is: nothing for the very first piece.

    On top of others: the piece right below. Else, once the moving piece is lifted, the first of the six
    cells around that has pieces, clockwise from the upper left; of these the one on top.
    """
    under = R.top_at(s, cell)
    if under:
        return [NAMES[under - 1]]
    for way, sign in enumerate(SIGNS):
        top = R.top_at(s, R.beside(cell, way)) - 1
        if top == piece:
            top = R.beneath(s, piece) if s.level[piece] else -1
        if top >= 0:
            return [sign.format(NAMES[top])]
    return []


def read_move(s: Record, text: str) -> int | None:
    """The code of the legal move that `text` tells with any piece as its reference; None if there is none."""
    match = _MOVE.fullmatch(text)
    out = [0] * R.MAX_MOVES
    if match is None or match[1] not in NUMBERS:
        may_pass = text == "pass" and R.legal_moves(s, out) == 1 and out[0] == R.PASS
        return R.PASS if may_pass else None
    piece, cell = NUMBERS[match[1]], _told_cell(s, match)
    if cell is None or not R.is_listed(s, out, piece, cell):
        return None
    return counted_from(R.anchor(s), move_code(piece, cell))


def _told_cell(s: Record, match: re.Match[str]) -> int | None:
    """The cell that a move text names; None if it names none, or not as it must.

    A piece may also be told from where it stands before it moves, as nokamute does.
    """
    moving, before, name, after = match.groups()
    if name is None:
        return 0 if s.hive == 0 else None
    beside = NUMBERS.get(name, -1)
    if beside < 0 or s.place[beside] < 0 or (before and after):
        return None
    at: int = s.place[beside]
    if not before and not after:
        if name == moving:
            return None
        return at if R.top_at(s, at) == beside + 1 else None
    sign = f"{before}{{}}" if before else f"{{}}{after}"
    to: int = R.beside(at, SIGNS.index(sign) + 3)
    lifted = NUMBERS.get(moving, -1)
    return to if R.top_at(s, to) in (0, lifted + 1) else None


def move(s: Record, m: int) -> Move:
    """A piece in hand is named, one in the hive is shown by its cell; then comes the cell it goes to."""
    if m == R.PASS:
        return word_move("pass", "Pass")
    piece, to = piece_of(m), cell_name(target(s, m))
    if s.place[piece] < 0:
        name = word(NAMES[piece], f"{BUGS[KIND[piece]]} {NAMES[piece]}", piece)
        return Move(move_text(s, m), (name, Step(to)), placed=(to,))
    origin = cell_name(s.place[piece])
    return Move(move_text(s, m), cell_steps(origin, to), moved=((origin, to),))


# -- refusals --------------------------------------------------------------------------------------


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    (kind, first), *others = given
    if kind == "word":
        piece = NUMBERS.get(first, -1)
        if piece < 0:
            return None
        return _no_piece(s, piece) or refuse(REFUSALS, "beside")
    tops = (piece for piece in range(PIECES) if s.tops >> piece & 1)
    top = next((piece for piece in tops if cell_name(s.place[piece]) == first), -1)
    if top < 0:
        return refuse(REFUSALS, "choose")
    name = NAMES[top]
    return _no_piece(s, top) or refuse(REFUSALS, "no-way" if others else "stuck", name=name)


def refusal(s: Record, text: str) -> Refusal | None:
    """Why `text` cannot be played, in words."""
    if text == "pass":
        return refuse(REFUSALS, "may-move")
    match = _MOVE.fullmatch(text)
    if match is None:
        return Refusal("grammar", GRAMMAR)
    for name in (match[1], match[3]):
        if name is not None and name not in NUMBERS:
            return refuse(REFUSALS, "no-such", name=name)
    return _no_piece(s, NUMBERS[match[1]]) or _no_cell(s, match)


def _no_piece(s: Record, piece: int) -> Refusal | None:
    """What keeps the seat to move from moving or placing a piece at all."""
    name, seat = NAMES[piece], s.next
    own = PIECES_OF[seat] >> piece & 1
    if s.place[piece] < 0:
        return _no_placing(s, piece) if own else refuse(REFUSALS, "theirs", name=name)
    if not own and not R.WITH_PILLBUG:
        return refuse(REFUSALS, "theirs", name=name)
    if not s.tops >> piece & 1:
        return refuse(REFUSALS, "covered", name=name)
    if not s.hive >> seat * EACH & 1:
        return refuse(REFUSALS, "queen-before")
    if piece == s.last:
        return refuse(REFUSALS, "rests", name=name)
    return refuse(REFUSALS, "pinned", name=name) if R.is_pinned(s, piece) else None


def _no_placing(s: Record, piece: int) -> Refusal | None:
    may = R.placeable(s)
    if may >> piece & 1:
        return None
    if may == 1 << s.next * EACH:
        return refuse(REFUSALS, "queen-now")
    if KIND[piece] == QUEEN:
        return refuse(REFUSALS, "queen-first")
    return refuse(REFUSALS, "order", name=NAMES[piece], before=NAMES[piece - 1])


def _no_cell(s: Record, match: re.Match[str]) -> Refusal | None:
    """What is wrong with the place that a text tells."""
    moving, _, name, _ = match.groups()
    if name is None:
        return refuse(REFUSALS, "no-place") if s.hive else None
    if s.place[NUMBERS[name]] < 0:
        return refuse(REFUSALS, "not-there", name=name)
    if s.place[NUMBERS[moving]] < 0:
        return refuse(REFUSALS, "beside")
    return refuse(REFUSALS, "no-way", name=moving)


# -- position texts --------------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    """The fields TURN BOARD REST."""
    rest = "-" if s.last == R.NONE else NAMES[s.last]
    return [TURNS[s.next], _board_text(stacks_of(s)), rest]


def _board_text(stacks: dict[Place, list[int]]) -> str:
    """BOARD: the stacks by their places from the least one."""
    least = min(stacks, default=(0, 0))
    entries = [
        f"{q - least[0]},{r - least[1]}:{','.join(names_of(stacks[q, r]))}"
        for q, r in sorted(stacks)
    ]
    return "/".join(entries) or "-"


def names_of(stack: list[int]) -> list[str]:
    return [NAMES[piece] for piece in stack]


def stacks_of(s: Record) -> dict[Place, list[int]]:
    """The pieces of each occupied place from the bottom, the ring of cells being rolled out."""
    at: dict[int, Place] = {}
    if s.hive:
        occupied = {s.place[piece] for piece in range(PIECES) if s.place[piece] >= 0}
        first = R.anchor(s)
        at, new = {first: place_of(first)}, [first]
        for cell in new:
            for way, (q, r) in enumerate(WAYS):
                other = R.beside(cell, way)
                if other in occupied and other not in at:
                    at[other] = (at[cell][0] + q, at[cell][1] + r)
                    new.append(other)
    placed = sorted((s.level[piece], piece) for piece in range(PIECES) if s.place[piece] >= 0)
    stacks: dict[Place, list[int]] = {place: [] for place in at.values()}
    for _, piece in placed:
        stacks[at[s.place[piece]]].append(piece)
    return stacks


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields after GAME; raises BadPosition."""
    expect(fields, "TURN", "BOARD", "REST")
    R.start(s)
    s.next = TURNS.index(one_of(fields[0], TURNS, "TURN"))
    s.turn = s.next
    stacks = {} if fields[1] == "-" else _read_board(fields[1])
    _check_hive(stacks)
    for (q, r), pieces in stacks.items():
        for piece in pieces:
            R.lay(s, piece, cell_at(q, r))
    _read_last(s, fields[2])
    R.judge(s)


def _read_board(text: str) -> dict[Place, list[int]]:
    """The stacks in BOARD, by place."""
    stacks: dict[Place, list[int]] = {}
    for entry in text.split("/"):
        place, _, names = entry.partition(":")
        numbers = place.split(",")
        if len(numbers) != 2 or not all(map(_NUMBER.fullmatch, numbers)):
            raise BadPosition(
                f"BOARD has {entry!s:.40}; expected a place and pieces, as 1,-1:bQ,wB1"
            )
        q, r = map(int, numbers)
        if max(abs(q), abs(r)) >= WIDEST:
            raise BadPosition(f"{place} in BOARD is farther from 0,0 than a hive reaches")
        if (q, r) in stacks:
            raise BadPosition(f"BOARD has two entries for {place}")
        stacks[q, r] = [_read_piece(name) for name in names.split(",")]
    return stacks


def _read_piece(name: str) -> int:
    if name not in NUMBERS:
        raise BadPosition(f"{name!s:.20} in BOARD; expected {', '.join(NUMBERS)}")
    return NUMBERS[name]


def _check_hive(stacks: dict[Place, list[int]]) -> None:
    """Check that the pieces are one hive, each there once, climbers alone on others, numbers in order."""
    pieces = [piece for stack in stacks.values() for piece in stack]
    for piece in pieces:
        if pieces.count(piece) > 1:
            raise BadPosition(f"BOARD has {NAMES[piece]} twice")
        if piece and KIND[piece] == KIND[piece - 1] and piece - 1 not in pieces:
            raise BadPosition(f"BOARD has {NAMES[piece]} and not {NAMES[piece - 1]}")
    for stack in stacks.values():
        for piece in stack[1:]:
            if KIND[piece] not in CLIMBERS:
                raise BadPosition(f"{NAMES[piece]} lies on {NAMES[stack[0]]}; it cannot climb")
    reached = list(stacks)[:1]
    for q, r in reached:
        reached += {(q + u, r + v) for u, v in WAYS} & set(stacks) - set(reached)
    if len(reached) < len(stacks):
        raise BadPosition("BOARD is more than one hive")


def _read_last(s: Record, text: str) -> None:
    """Read REST: the piece that the move before placed or moved, where a Pillbug may be in the game."""
    if text == "-":
        return
    if not R.WITH_PILLBUG:
        raise BadPosition(f"REST is {text!s:.20}; expected - in a game without the Pillbug")
    if text not in NUMBERS or not s.tops >> NUMBERS[text] & 1:
        raise BadPosition(
            f"REST is {text!s:.20}; expected - or a piece of BOARD on which none lies"
        )
    s.last = NUMBERS[text]


ENDED = {
    "queen-surrounded": "{losers} Queen was surrounded",
    "both-surrounded": "both Queens were surrounded at once",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """The reasons for which a game ends, with their scores."""
    return {"queen-surrounded": winner_takes_all(2), "both-surrounded": even_shares(2)}


def decisive(s: Record) -> list[str]:
    """The cells of the Queens that are surrounded, and those around them."""
    found = []
    for seat in range(R.SEATS):
        if R.is_surrounded(s, seat):
            cell = s.place[seat * EACH]
            found += [cell_name(cell), *(cell_name(R.beside(cell, way)) for way in range(6))]
    return list(dict.fromkeys(found))


# -- the picture -----------------------------------------------------------------------------------

PATTERN = (
    "Places are written as in moves, then what lies there: wQ-:bA1 is the black Ant 1 right of the white "
    "Queen, wQ/: upper right of her, bQ\\:. nothing lower right of the black Queen, bQ:wB1 on top of her."
)


_AROUND = {name: [sign.format(name) for sign in SIGNS] for name in NAMES}  # places beside a piece


def contents(s: Record) -> dict[str, str]:
    """What lies on each piece and, on top, around it; ``hand`` for a piece that is not in the hive."""
    found: dict[str, str] = {}
    names = (".", *NAMES)  # the first for nothing
    above = {
        R.beneath(s, piece): piece
        for piece in range(PIECES)
        if s.place[piece] >= 0 and s.level[piece]
    }
    tops = {s.place[piece]: piece for piece in range(PIECES) if s.tops >> piece & 1}
    for name, piece in NUMBERS.items():
        cell, lies = s.place[piece], s.place[piece] >= 0
        found[name] = names[above.get(piece, -1) + 1] if lies else "hand"
        for way, text in enumerate(_AROUND[name]):
            found[text] = names[tops.get(R.beside(cell, way + 3), -1) + 1] if lies else "hand"
    return found


def _set_pieces(fields: Sequence[str]) -> Tokens:
    """The names of the pieces by cell."""
    expect(fields, "TURN", "BOARD", "REST")
    stacks = {} if fields[1] == "-" else _read_board(fields[1])
    return {cell_name(cell_at(q, r)): names_of(stack) for (q, r), stack in stacks.items()}


def _with_pieces(fields: Sequence[str], board: Tokens) -> list[str]:
    """The fields with other pieces, the hive being counted from its least place again."""
    stacks = _stacks(board)
    return [fields[0], _board_text(stacks), "-"]


def _stacks(board: Tokens) -> dict[Place, list[int]]:
    return {PLACES[name]: [NUMBERS[piece] for piece in tokens] for name, tokens in board.items()}


PLACES = {cell_name(cell): place_of(cell) for cell in range(CELLS)}
SETUP = SetUp(
    PLACES,
    list(NUMBERS),
    lambda name, cell: draw_piece(NUMBERS[name]),
    _set_pieces,
    _with_pieces,
    lambda fields, seat: [TURNS[seat], *fields[1:2], "-"],
    unique=list(NUMBERS),
    stacked=True,
    cells=lambda board: draw_cells(_stacks(board)),
)

VIEWS = {"stacks": opened}  # other ways to look at the board, by name


def scene(s: Record) -> Scene:
    """The hive, the empty cells around it, and in the notes what is in hand and what lies below."""
    return draw_hive(s, stacks_of(s), R.USED)
