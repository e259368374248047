"""Move texts of the whole draughts set, why a move is not legal, and how games end."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction

from parlour.games.draughts.board import (
    NAMES,
    NUMBERS,
)
from parlour.games.draughts.code import (
    choice_of,
    direction,
    is_placed,
    jump_count,
    jumped,
    origin_of,
    placed_set,
    placed_square,
    set_of,
    shifted,
    target_of,
)
from parlour.games.draughts.constants import (
    BLOCKADE,
    CLEARANCE,
    ELECTS,
    END_RANK_REACHED,
    IN_PLAY,
    NORTH,
    REASONS,
    RETURN,
    ROYAL_CAPTURE,
    SOUTH,
    WINS,
)
from parlour.games.draughts.names import (
    ELECTION_LABELS,
    ELECTION_WORDS,
    KIND_WORDS,
    SETS,
    SIDES,
)
from parlour.games.draughts.picture import one_above_the_other, scene, side_by_side
from parlour.games.draughts.pieces import pieces
from parlour.games.draughts.reading import read
from parlour.games.draughts.turns import sated
from parlour.games.draughts.writing import (
    codes_on,
    kinds_of,
    letter,
    letters_on,
    repeated,
    result_text,
    write,
)
from parlour.kernel.layout import CHANCE, OVER, Record, new_plain
from parlour.kernel.moves import Given, Move, Refusal, cell_steps, refuse, word
from parlour.kernel.primitives import copy, lowest
from parlour.kernel.protocol import R
from parlour.table.outcome import even_shares, winner_takes_all

__all__ = ["codes_on", "read", "repeated", "scene", "write"]

CLEARS = True  # sets that are finished
PIECE_LETTERS = "MC" + "H" * R.HOMEWARD + "R" * R.ROYALS
VIEWS = (  # other ways to look at the board, by name
    {"two-boards": side_by_side, "two-boards-tall": one_above_the_other} if R.SETS == 2 else {}
)

GRAMMAR = "".join(
    (
        "a move is d2-c3, or a capture with every landing square, c3xe5xg7",
        "; a first man to arrive elects :rebound or the like" if R.END_RANK == ELECTS else "",
        "; a man that is placed adds its square, @b1" if R.CHOICES else "",
    )
)
REFUSALS = {
    "nobody": "{side} has no piece on {cell}",
    "unused": "{cell} is not used: all pieces keep to the dark squares",
    "empty": "nothing stands on {cell}",
    "theirs": "{other} has the piece on {cell}",
    "ended": "the {set} set is no longer in play",
    "due": "it is the turn on the {due} set",
    "capture": "there is a capture to be made",
    "streak": "after {streak} moves in succession on the {set} set it is the other's turn",
    "other-set": "there is a capture to be made on the {other_set} set",
    "stuck": "the {piece} on {cell} has no move",
    "slanting": "pieces move diagonally: {to} is not on a diagonal of {cell}",
    "occupied": "{to} is occupied",
    "way": "a {piece} goes one square {ways}, or jumps over an opposing piece to the square behind it",
    "placed": "no piece is placed on {to}",
    "written": "that way the move is {like}",
    "unfinished": "the move goes on: every landing square and what happens on the end rank is written",
}
WAYS = {"M": "diagonally forward", "H": "diagonally homeward", "C": "diagonally", "R": "diagonally"}

_CELL = re.compile("[a-h][1-8]")
_MOVE = re.compile(r"([a-h][1-8])(?:-[a-h][1-8]|(?:x[a-h][1-8])+)(?::[a-z]+)?(?:@[a-h][1-8])?")

# -- moves -------------------------------------------------------------------------------------------


TEXT_OF_CODE = True


def move_text(s: Record, m: int) -> str:
    which = set_of(m)
    if jump_count(m):
        text = "x".join(NAMES[which][n] for n in landings(m))
    else:
        text = f"{NAMES[which][origin_of(m)]}-{NAMES[which][target_of(m)]}"
    if s.turn == CHANCE:
        return f"card:{text}"
    if choice_of(m):
        text += f":{ELECTION_WORDS[choice_of(m)]}"
    if is_placed(m):
        text += f"@{NAMES[placed_set(m)][placed_square(m)]}"
    return text


def move(s: Record, m: int) -> Move:
    """The way, what is elected on the end rank, and where a man who ends elsewhere is placed."""
    names, text = NAMES[set_of(m)], move_text(s, m)
    path = tuple(names[n] for n in (landings(m) if jump_count(m) else (origin_of(m), target_of(m))))
    captures = tuple(names[n] for n in jumps(m))
    if s.turn == CHANCE:
        return Move(text, (word(text, "by the card"),), captures, (path,))
    steps = [*cell_steps(*path)]
    if choice_of(m):
        chosen = ELECTION_WORDS[choice_of(m)]
        steps.append(word(chosen, ELECTION_LABELS[chosen]))
    placed = (NAMES[placed_set(m)][placed_square(m)],) if is_placed(m) else ()
    return Move(text, (*steps, *cell_steps(*placed)), captures, (path,), placed)


def jumps(m: int) -> Iterator[int]:
    """The squares that a capture jumps over, in order."""
    at = 1 << origin_of(m)
    for i in range(jump_count(m)):
        over = shifted(at, direction(m, i))
        yield lowest(over)
        at = shifted(over, direction(m, i))


def landings(m: int) -> Iterator[int]:
    """The squares that a capture starts from and lands on, in order."""
    at = 1 << origin_of(m)
    yield lowest(at)
    for i in range(jump_count(m)):
        at = shifted(shifted(at, direction(m, i)), direction(m, i))
        yield lowest(at)


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """A piece that has no move now, or a square to which it does not go."""
    if given[-1][0] == "word":
        return None
    name, *others = (text for kind, text in given if kind == "cell")
    which, n = NUMBERS[name]
    found = letter(s, name)
    names = {"cell": name, "other": SIDES[1 - s.side], "to": others[-1] if others else ""}
    if which >= R.SETS:
        return refuse(REFUSALS, "unused", **names)
    if not pieces(s, which, s.side) >> n & 1:
        return refuse(REFUSALS, "empty" if found == "." else "theirs", **names)
    names |= {"piece": KIND_WORDS[found.upper()], "ways": WAYS[found.upper()]}
    if not others:
        return _no_turn(s, which, name) or refuse(REFUSALS, "stuck", **names)
    return refuse(REFUSALS, _no_target(s, which, name, others), **names)


def _no_turn(s: Record, which: int, name: str) -> Refusal | None:
    """Why no piece of the seat to move on this set moves now, or not the one on the square `name`."""
    names = {"set": SETS[which], "due": SETS[s.due], "other_set": SETS[1 - which]}
    if s.status[which] != IN_PLAY:
        return refuse(REFUSALS, "ended", **names)
    if R.PARALLEL and which != s.due:
        return refuse(REFUSALS, "due", **names)
    out = [0] * R.MAX_MOVES
    legal = out[: R.legal_moves(s, out)]
    if any(set_of(m) == which for m in legal):
        return refuse(REFUSALS, "capture") if jump_count(legal[0]) else None
    if sated(s) == which:
        return refuse(REFUSALS, "streak", streak=R.STREAK, **names)
    return refuse(REFUSALS, "other-set", **names)


def _no_target(s: Record, which: int, name: str, others: Sequence[str]) -> str:
    """Why the piece on the square `name` does not go on to the last of the `others`."""
    to = others[-1]
    if len(others) > 1 and letter(s, to) == "." and NUMBERS[to][0] < R.SETS:
        return "placed" if NUMBERS[to][0] != which else "way"
    if NUMBERS[to][0] != which:
        return "slanting"
    if letter(s, to) != ".":
        return "occupied"
    out = [0] * R.MAX_MOVES
    captures = jump_count(out[0]) if R.legal_moves(s, out) else 0
    near = abs(ord(to[0]) - ord(name[0])) == abs(ord(to[1]) - ord(name[1])) == 1
    return "capture" if captures and near else "way"


def refusal(s: Record, text: str) -> Refusal | None:
    """Why a text is no legal move."""
    parts = _MOVE.fullmatch(text)
    if parts is None:
        return Refusal("grammar", GRAMMAR)
    which, n = NUMBERS[parts[1]]
    if which >= R.SETS or not pieces(s, which, s.side) >> n & 1:
        return refuse(REFUSALS, "nobody", side=SIDES[s.side], cell=parts[1])
    wrong = _no_turn(s, which, parts[1])
    if wrong and (wrong.reason != "capture" or "x" not in text):
        return wrong
    out = [0] * R.MAX_MOVES
    legal = out[: R.legal_moves(s, out)]
    if any(move_text(s, m).startswith(text) for m in legal):
        return refuse(REFUSALS, "unfinished")
    path = tuple(_CELL.findall(text.partition("@")[0]))
    like = [known.text for known in (move(s, m) for m in legal) if known.moved[0] == path]
    if like:
        return refuse(REFUSALS, "written", like=" or ".join(like))
    return why_not(s, tuple(("cell", cell) for cell in path))


# -- ends --------------------------------------------------------------------------------------------


ENDED = {
    "clearance": "all of {losers} pieces were captured",
    "blockade": "{loser} had no move left",
    "royal-capture": "{losers} royal piece was captured",
    "end-rank": "a man of {winners} came to the end rank",
    "return": "{winners} man came home again",
    "stalemate": "no move was left",
    "no-progress": f"{R.DRAW_MOVES} moves each went by without a capture or a man's move",
    "major-win": "with both phases, and the Princess accepts {winners} suit",
    "minor-win": "with one phase, the other was drawn; the Princess may accept {winners} suit or not",
    "level-contest": "each side won a phase; the Princess will most likely decline both suits",
    "drawn-contest": "no phase was won, and the Princess declines both suits",
    "decisive-win": "with both sets",
    "partial-win": "with one set, the other was drawn",
    "first-win": "by winning a set first",
    "level-game": "each side won a set",
    "draw": "neither set was won",
}


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """Every reason for which a game of these options can end, with the scores that it can have."""
    win, draw, partial = _rows(1, 0), _rows("1/2", "1/2"), _rows("3/4", "1/4")
    if R.PHASES:
        return {
            "major-win": _rows(2, 0),
            "minor-win": _rows("3/2", "1/2"),
            "level-contest": _rows(1, 1),
            "drawn-contest": draw,
        }
    if R.FIRST_WIN:
        return {"first-win": win if R.TEAMS else winner_takes_all(4), "draw": draw}
    if R.SETS == 2:
        return {"decisive-win": win, "partial-win": partial, "level-game": draw, "draw": draw}
    won = dict.fromkeys(_set_reasons(), win)
    drawn = {"repetition": draw}
    if R.DRAW_MOVES:
        drawn["no-progress"] = draw
    if R.MOVE_LIMIT:
        drawn["move-limit"] = draw
    return {**won, **drawn}


def _rows(one: int | str, other: int | str) -> frozenset[tuple[Fraction, ...]]:
    """The score rows in which one side has `one` and the other `other`; every seat has its side's."""
    if not R.TEAMS and one == other:
        return even_shares(R.SEATS)
    pair = (Fraction(one), Fraction(other))
    return frozenset(row * (R.SEATS // 2) for row in (pair, pair[::-1]))


def _set_reasons() -> list[str]:
    """Why one set can be won."""
    kinds = kinds_of(SOUTH) + kinds_of(NORTH)
    reasons = [CLEARANCE, BLOCKADE] if R.CLEARANCE_NAMED == CLEARANCE else [BLOCKADE]
    reasons += [ROYAL_CAPTURE] * ("R" in kinds) + [RETURN] * ("H" in kinds)
    reasons += [END_RANK_REACHED] * (R.END_RANK == WINS)
    return [REASONS[reason] for reason in reasons]


def details(s: Record) -> dict[str, str]:
    """Each set's own result and, where it is known, the reason; of one set the outcome says all."""
    sets = range(R.SETS) if R.SETS > 1 else ()
    return {SETS[which]: result_text(s, which) for which in sets}


def detail_in_words(name: str, text: str) -> str:
    """The result of a set, as beside the board."""
    return f"{name} set: {text.replace('-', ' ')}"


def shown_end(before: Record, m: int, s: Record) -> Record:
    """The finished position with the pieces of the sets that ended now, which the rules take off."""
    shown, counted = new_plain(R.STATE), new_plain(R.STATE)
    copy(shown, s)
    copy(counted, before)
    counted.quiet = [0, 0]  # so that the count of moves without progress ends nothing
    R.advance(counted, m)
    for which in range(R.SETS):
        if before.status[which] != IN_PLAY:
            continue
        if counted.status[which] == IN_PLAY:
            _put_back(shown, counted, which, 0, 0)
        elif which == set_of(m):
            _put_back(shown, before, which, jumped(m) | 1 << origin_of(m), 1 << target_of(m))
        else:
            _put_back(shown, before, which, 0, 0)
    return shown


def _put_back(shown: Record, source: Record, which: int, gone: int, target: int) -> None:
    """Add a set's pieces in `source` but for the squares `gone` to what the rules left of it.

    Where they left nothing (a draw), the piece that moved comes to the square `target`.
    """
    left = pieces(shown, which, SOUTH) | pieces(shown, which, NORTH)
    for side in (SOUTH, NORTH):
        p = 2 * which + side
        for row, kept in zip(_rows_of(shown), _rows_of(source), strict=True):
            moved = 0 if left or side != source.side or not kept[p] & gone else target
            row[p] |= kept[p] & ~gone | moved


def _rows_of(s: Record) -> tuple[list[int], ...]:
    return s.up, s.down, s.champ, s.royal


def decisive(s: Record) -> list[str]:
    """The pieces that won the sets: the rules leave them on the board."""
    return sorted(letters_on(s)) if s.turn == OVER else []


# -- observations ----------------------------------------------------------------------------------
