"""Move texts, position texts, results and pictures of the whole draughts set."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import product

from parlour.errors import BadPosition
from parlour.games.draughts.board import (
    END_RANK_OF,
    HOME_RANK,
    NAMES,
    NUMBERS,
)
from parlour.games.draughts.code import (
    choice_of,
    direction,
    is_placed,
    jump_count,
    origin_of,
    placed_set,
    placed_square,
    set_of,
    shifted,
    target_of,
)
from parlour.games.draughts.pieces import homeward_men, outward_men, pieces
from parlour.games.draughts.turns import is_decided, is_stuck, sated, seat_of, verdict
from parlour.games.draughts.words import (
    BLOCKADE,
    CLEARANCE,
    DARK,
    DRAWN,
    ELECTS,
    END_RANK_REACHED,
    IN_PLAY,
    LIGHT,
    MOVE_LIMIT_REACHED,
    NO_PROGRESS,
    NORTH,
    PROMOTES,
    REASONS,
    REBOUNDS,
    REPETITION,
    RESETS,
    RETURN,
    ROYAL_CAPTURE,
    SOUTH,
    SOUTH_WON,
    UNUSED,
    WINS,
)
from parlour.kernel.fast import copy, lowest, popcount
from parlour.kernel.fields import expect, one_of, split_rows, whole
from parlour.kernel.layout import CHANCE, OVER, Record, new_plain
from parlour.kernel.moves import Given, Move, Refusal, cell_steps, refuse, word
from parlour.kernel.protocol import R
from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.table.outcome import Outcome, even_shares, winner_takes_all

SIDES = ("South", "North")
COLOURS = ("white", "black")
SETS = ("dark", "light")
FILES = "abcdefgh"
RESULTS = "p01=-"  # by status
ELECTIONS = "-bsr"  # by what is elected
ELECTION_WORDS = ("", "rebound", "reset", "royal")
ELECTION_LABELS = {
    "rebound": "Rebound, turning homeward",
    "reset": "Reset your man",
    "royal": "Become royal",
}
KINDS = "MHCR"  # man, homeward man, champion, royal champion
KIND_FORMS = {"M": "man", "H": "homeward-man", "C": "champion", "R": "royal-champion"}
KIND_WORDS = {"M": "man", "H": "homeward man", "C": "champion", "R": "royal champion"}
FIELDS = ("BOARD", "TURN", "SETS", "ELECTED", "STREAKS", "COUNTS")

GRAMMAR = (
    "a move is d2-c3, or a capture with every landing square c3xe5xg7, :reset or the like, @b1"
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
    "placed": "nobody is placed on {to}",
    "unfinished": "the move goes on: every landing square and what happens on the end rank is written",
}
WAYS = {"M": "diagonally forward", "H": "diagonally homeward", "C": "diagonally", "R": "diagonally"}

_STREAK = re.compile(r"([dl])([1-9][0-9]{0,8})")
_TURN = re.compile(r"([0-3])([*dl])")
_MOVE = re.compile(r"([a-h][1-8])(?:-[a-h][1-8]|(?:x[a-h][1-8])+)(?::[a-z]+)?(?:@[a-h][1-8])?")

# -- moves -------------------------------------------------------------------------------------------


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
    return None


# -- position texts: writing -------------------------------------------------------------------------


def write(s: Record) -> list[str]:
    return [
        board_text(s),
        turn_text(s),
        sets_text(s),
        elected_text(s),
        ",".join(streak_text(s, side, s.streak[side]) for side in (SOUTH, NORTH)),
        ",".join(map(str, (*s.quiet, *s.made, *s.resets))),
    ]


def repeated(s: Record) -> list[str]:
    """What stands again in a repetition: streaks only while a limit can bind, and up to the limit."""
    text = write(s)[:4]
    if R.STREAK and s.status[DARK] == IN_PLAY and s.status[LIGHT] == IN_PLAY:
        text += [streak_text(s, side, min(s.streak[side], R.STREAK)) for side in (SOUTH, NORTH)]
    return text


def board_text(s: Record) -> str:
    return "/".join("".join(letter(s, f"{x}{y}") for x in FILES) for y in range(8, 0, -1))


def letter(s: Record, name: str) -> str:
    """What stands on a square: a piece's letter, South's in upper case, or a dot."""
    which, n = NUMBERS[name]
    if which >= R.SETS:
        return "."
    for side in (SOUTH, NORTH):
        p = 2 * which + side
        kinds = (outward_men(s, which, side), homeward_men(s, which, side), s.champ[p])
        for kind, squares in zip(KINDS, kinds, strict=False):
            if squares >> n & 1:
                kind = "R" if s.royal[p] >> n & 1 else kind
                return kind if side == SOUTH else kind.lower()
    return "."


def turn_text(s: Record) -> str:
    if s.turn == CHANCE:
        return f"?{s.side}"
    on = SETS[s.due][0] if R.PARALLEL and s.status[s.due] == IN_PLAY else "*"
    return f"{seat_of(s)}{on}"


def sets_text(s: Record) -> str:
    return ",".join(RESULTS[s.status[which]] for which in (DARK, LIGHT))


def elected_text(s: Record) -> str:
    letters = "".join(ELECTIONS[end] for end in s.elected)
    return f"{letters[:2]},{letters[2:]}"


def streak_text(s: Record, side: int, length: int) -> str:
    return f"{SETS[s.streak_set[side]][0]}{length}" if length else "-"


# -- position texts: reading -------------------------------------------------------------------------


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    expect(fields, *FIELDS)
    if fields[1].startswith("?"):
        _read_card(s, fields, end)
        return
    s.card = -1
    _read_sets(s, fields[2])
    _read_board(s, fields[0])
    _read_elected(s, fields[3])
    _read_counts(s, fields[5])
    _read_streaks(s, fields[4])
    _read_turn(s, fields[1])
    _check_sets(s)
    if is_decided(s):
        _read_end(s, end)
        return
    if end is not None:
        raise BadPosition(f"{end.text}: by SETS {fields[2]} the game is still running")
    _check_running(s)
    s.turn = seat_of(s)


def _read_card(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """A position in which a card is to be drawn: the start, or the start with South's card played."""
    one_of(fields[1], ("?0", "?1"), "TURN")
    if not R.CARDS:
        raise BadPosition(f"TURN is {fields[1]}: there are no cards in this game")
    if end is not None:
        raise BadPosition(f"{end.text}: a card is to be drawn, the game is still running")
    R.start(s)
    if fields[1] == "?1":
        codes = [0] * R.MAX_OUTCOMES
        first = new_plain(R.STATE)
        copy(first, s)
        for code in codes[: R.outcomes(first, codes, [0] * R.MAX_OUTCOMES)]:
            copy(s, first)
            R.advance(s, code)
            if write(s)[0] == fields[0]:
                break
    if write(s) != list(fields):
        raise BadPosition(
            f"{' '.join(fields)!s:.200}: a card is drawn at the start, and again after South's: "
            f"as in {' '.join(write(s))}"
        )


def _read_sets(s: Record, text: str) -> None:
    light = "p01=" if R.SETS == 2 else "-"
    one_of(text, [f"{a},{b}" for a, b in product("p01=", light)], "SETS")
    s.status[DARK], s.status[LIGHT] = RESULTS.index(text[0]), RESULTS.index(text[2])
    if s.status[LIGHT] == UNUSED or not (R.FIRST_WIN or R.PHASES):
        return
    if R.PHASES and sorted((text[0], text[2])) in (["=", "p"],):
        raise BadPosition(f"SETS is {text}: a draw ends the whole game")
    if R.FIRST_WIN and text in ("0,1", "1,0"):
        raise BadPosition(f"SETS is {text}: the first set won ends the game")


def _read_board(s: Record, text: str) -> None:
    rows = split_rows(text, [8] * 8, ".MHCRmhcr")
    for (y, row), x in product(enumerate(rows), range(8)):
        if row[x] != ".":
            _put(s, f"{FILES[x]}{8 - y}", row[x])


def _put(s: Record, name: str, found: str) -> None:
    """Put the piece with the letter `found` on a square."""
    which, n = NUMBERS[name]
    kind, side = found.upper(), SOUTH if found.isupper() else NORTH
    if which >= R.SETS:
        raise BadPosition(f"{found} on {name}: only the dark set is used")
    if kind not in kinds_of(side):
        raise BadPosition(
            f"{found} on {name}: {SIDES[side]} has only {kinds_of(side)} in this game"
        )
    p, square = 2 * which + side, 1 << n
    if kind in "CR":
        s.champ[p] |= square
        s.royal[p] |= square if kind == "R" else 0
    elif (kind == "M") == (side == SOUTH):
        s.up[p] |= square
    else:
        s.down[p] |= square


def kinds_of(side: int) -> str:
    """The letters of the kinds that a side can have in this game."""
    has_champion = R.CHAMPIONS >> side & 1
    kinds = "MH" if R.HOMEWARD else "M"
    if R.END_RANK == PROMOTES or (has_champion and not R.ROYAL_START):
        kinds += "C"
    if has_champion and (R.ROYAL_START or R.END_RANK == ELECTS):
        kinds += "R"
    return kinds


def _read_elected(s: Record, text: str) -> None:
    letters = "-" if R.END_RANK != ELECTS else "-bsr" if R.ROYAL_CHOICE else "-bs"
    pairs = [a + b for a, b in product(letters, letters) if a == b or not R.FIRST_ONLY]
    one_of(
        text, [f"{a},{b}" for a, b in product(pairs, pairs if R.SETS == 2 else ["--"])], "ELECTED"
    )
    s.elected[:] = [ELECTIONS.index(c) for c in text.replace(",", "")]
    if R.END_RANK == ELECTS:
        for which, side in product(range(R.SETS), (SOUTH, NORTH)):
            _check_elected(s, which, side)


def _check_elected(s: Record, which: int, side: int) -> None:
    """Homeward men and royal champions are there by elections only."""
    mine, theirs = s.elected[2 * which + side], s.elected[2 * which + 1 - side]
    royal = s.royal[2 * which + side]
    where = f"{SIDES[side]} on the {SETS[which]} set"
    if homeward_men(s, which, side) and mine != REBOUNDS:
        raise BadPosition(f"{where} has a homeward man but has not elected rebound")
    if royal and theirs not in (RESETS, PROMOTES):
        raise BadPosition(f"{where} has a royal champion but nobody has made him one")
    if theirs == RESETS and royal != s.champ[2 * which + side]:
        raise BadPosition(
            f"{where} has a champion who is not royal, though the other elected reset"
        )


def _read_counts(s: Record, text: str) -> None:
    counts = [whole(part, "a number of COUNTS") for part in text.split(",")]
    if len(counts) != 6:
        raise BadPosition(f"COUNTS has {len(counts)} numbers; expected 6")
    s.quiet[:], s.made[:], s.resets[:] = counts[:2], counts[2:4], counts[4:]
    if sum(s.quiet) > sum(s.made):
        raise BadPosition(f"COUNTS {text}: more plies without progress than moves made")
    if R.SETS == 1 and s.quiet[LIGHT]:
        raise BadPosition(f"COUNTS {text}: plies on the light set, which is not used")
    longest = sum(s.quiet) if R.PHASES else max(s.quiet)
    if R.DRAW_MOVES and longest > 2 * R.DRAW_MOVES:
        raise BadPosition(f"COUNTS {text}: more than {2 * R.DRAW_MOVES} plies without progress")
    for side in (SOUTH, NORTH):
        _check_resets(s, side)


def _check_resets(s: Record, side: int) -> None:
    resets = s.resets[side]
    elected = RESETS in s.elected[side::2] if R.END_RANK == ELECTS else R.END_RANK == RESETS
    if resets and not elected:
        raise BadPosition(f"COUNTS: {SIDES[side]} has made {resets} resets without having any")
    if resets > s.made[side]:
        raise BadPosition(f"COUNTS: {SIDES[side]} has made more resets than moves")
    if R.RESET_LIMIT and resets > R.RESET_LIMIT:
        raise BadPosition(f"COUNTS: {SIDES[side]} has made more than {R.RESET_LIMIT} resets")


def _read_streaks(s: Record, text: str) -> None:
    parts = text.split(",")
    if len(parts) != 2:
        raise BadPosition(f"STREAKS is {text!s:.40}; expected two parts such as d2 or -")
    for side, part in enumerate(parts):
        match = _STREAK.fullmatch(part)
        if match is None and part != "-":
            raise BadPosition(f"STREAKS is {text!s:.40}; expected parts such as d2 or -")
        s.streak_set[side] = "dl".index(match[1]) if match else 0
        s.streak[side] = int(match[2]) if match else 0
        _check_streak(s, side, part)


def _check_streak(s: Record, side: int, part: str) -> None:
    made, streak = s.made[side], s.streak[side]
    if s.streak_set[side] >= R.SETS:
        raise BadPosition(f"STREAKS: {part} is on the light set, which is not used")
    if streak > made or (made and not streak) or (R.SETS == 1 and streak != made):
        raise BadPosition(f"STREAKS: {part} of {SIDES[side]}, who has made {made} moves")


def _read_turn(s: Record, text: str) -> None:
    match = _TURN.fullmatch(text)
    seat = int(match[1]) if match else R.SEATS
    in_play = [which for which in range(R.SETS) if s.status[which] == IN_PLAY]
    places = [SETS[which][0] for which in in_play] if R.PARALLEL and in_play else ["*"]
    if match is None or seat >= R.SEATS or match[2] not in places:
        raise BadPosition(
            f"TURN is {text!s:.20}; expected a seat from 0 to {R.SEATS - 1} and {' or '.join(places)}"
        )
    s.side = seat & 1
    if match[2] in "dl":
        s.due = "dl".index(match[2])
    elif R.SEATS == 4:
        s.due = seat >> 1
    if seat != seat_of(s):
        raise BadPosition(f"TURN is {text}: seat {seat} does not play on the {SETS[s.due]} set")


def _check_sets(s: Record) -> None:
    """A set in play has pieces of both sides and no end that shows; of an ended one, one may be left."""
    for which in range(R.SETS):
        left = [pieces(s, which, side) for side in (SOUTH, NORTH)]
        where = f"the {SETS[which]} set"
        if s.status[which] == IN_PLAY:
            for side in (SOUTH, NORTH):
                if not left[side]:
                    raise BadPosition(
                        f"{SIDES[side]} has no piece on {where}, which SETS has in play"
                    )
                if reached_goal(s, which, side):
                    raise BadPosition(f"{SIDES[side]} has won {where}, which SETS has in play")
            continue
        winner = s.status[which] - SOUTH_WON
        if popcount(left[0] | left[1]) > 1 or any(left[i] for i in (0, 1) if i != winner):
            raise BadPosition(
                f"{where} has ended: expected no piece there but one of the winner's at most"
            )


def reached_goal(s: Record, which: int, side: int) -> bool:
    """Whether a piece stands where its coming wins the set."""
    if R.END_RANK == WINS:
        racers = pieces(s, which, side) if R.ANY_PIECE_WINS else outward_men(s, which, side)
        return bool(racers & END_RANK_OF[side])
    return bool(homeward_men(s, which, side) & HOME_RANK[side])


def _check_running(s: Record) -> None:
    """Nothing that ends a set, or the game, as a turn begins stands here."""
    if R.limit_reached(s):
        raise BadPosition(f"COUNTS: both sides have made the {R.MOVE_LIMIT} moves that are allowed")
    in_play = [which for which in range(R.SETS) if s.status[which] == IN_PLAY]
    stuck = [which for which in in_play if is_stuck(s, which, s.side)]
    if R.PHASES and stuck == in_play:
        raise BadPosition(f"{SIDES[s.side]} has no move: the game is drawn")
    for which in [] if R.PHASES else stuck:
        if not R.PARALLEL or which == s.due:
            raise BadPosition(
                f"{SIDES[s.side]} is blockaded on the {SETS[which]} set, which SETS has in play"
            )
    quiet = sum(s.quiet) if R.PHASES else max(s.quiet[which] for which in in_play)
    if R.DRAW_MOVES and quiet >= 2 * R.DRAW_MOVES:
        raise BadPosition(f"COUNTS: {quiet} plies without progress are a draw")


# -- ends --------------------------------------------------------------------------------------------


def _read_end(s: Record, end: Outcome | None) -> None:
    """The game is over by SETS: find out why, with what the end field says."""
    s.turn = OVER
    if R.SETS == 2:
        s.reason = verdict(s)
        return
    possible = possible_reasons(s)
    known = [r for r in possible if end is None or REASONS[r] == end.reason]
    if not known:
        words = " or ".join(REASONS[r] for r in possible) or "no way to win"
        raise BadPosition(f"{end.text if end else 'the ended set'}: the position shows {words}")
    if end is None and (len(possible) > 1 or possible == [REPETITION]):
        raise BadPosition(
            "the set has ended, its reason cannot be told: expected a field #reason:…"
        )
    s.reason = s.why[DARK] = known[0]


def possible_reasons(s: Record) -> list[int]:
    """Why the one set may have ended, by what the position shows."""
    if s.status[DARK] == DRAWN:
        if R.DRAW_MOVES and s.quiet[DARK] == 2 * R.DRAW_MOVES:
            return [NO_PROGRESS]
        return [REPETITION, MOVE_LIMIT_REACHED] if R.limit_reached(s) else [REPETITION]
    winner = s.status[DARK] - SOUTH_WON
    loser = 1 - winner
    if reached_goal(s, DARK, winner):
        return [END_RANK_REACHED if R.END_RANK == WINS else RETURN]
    if not pieces(s, DARK, winner):  # the loser has moved, and lost his last man
        return [CLEARANCE] if RESETS in (R.END_RANK, s.elected[loser]) else []
    if s.quiet[DARK]:
        return [BLOCKADE]
    aims = R.END_RANK != ELECTS or s.elected[winner] in (RESETS, PROMOTES)
    royal = [ROYAL_CAPTURE] if aims and "R" in kinds_of(loser) else []
    return [*royal, BLOCKADE] if R.CLEARANCE_NAMED in royal else [*royal, CLEARANCE, BLOCKADE]


ENDED = {
    "clearance": "all of {losers} pieces were captured",
    "blockade": "{loser} had no move left",
    "royal-capture": "{losers} royal piece was captured",
    "end-rank": "{winners} royal piece reached the end rank",
    "return": "{winners} royal piece came home again",
    "stalemate": "no move was left",
    "no-progress": "forty moves each went by without a capture or a man's move",
    "major-win": "{winner} won both phases",
    "minor-win": "{winner} won one phase, the other was drawn",
    "level-contest": "each side won a phase",
    "drawn-contest": "no phase was won",
    "decisive-win": "{winner} won both sets",
    "partial-win": "{winner} won one set, the other was drawn",
    "first-win": "{winner} won a set first",
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
    """Each set's own result and, where it is known, the reason."""
    return {SETS[which]: result_text(s, which) for which in range(R.SETS)}


def result_text(s: Record, which: int) -> str:
    """How it stands on a set, in words."""
    if s.status[which] == IN_PLAY:
        return "in play"
    winner = SIDES[s.status[which] - SOUTH_WON] if s.status[which] != DRAWN else ""
    text = f"won by {winner}" if winner else "drawn"
    return f"{text}, {REASONS[s.why[which]]}" if s.why[which] else text


# -- pictures ----------------------------------------------------------------------------------------


def scene(s: Record) -> Scene:
    cells = [
        Cell(
            f"{f}{y + 1}",
            x,
            y,
            "dark" if (x + y) % 2 == 0 else "light",
            _standing(s, f"{f}{y + 1}"),
            tone="" if s.status[(x + y) % 2] in (IN_PLAY, UNUSED) else "finished",
        )
        for y in range(8)
        for x, f in enumerate(FILES)
    ]
    files = [Label(f, x, -1.0) for x, f in enumerate(FILES)]
    ranks = [Label(str(y + 1), -1.0, y) for y in range(8)]
    colours = COLOURS * (R.SEATS // 2)
    return Scene(
        "square", tuple(cells), (*files, *ranks), colours, tuple(notes(s)), legend=legend()
    )


def _standing(s: Record, name: str) -> tuple[Piece, ...]:
    found = letter(s, name)
    if found == ".":
        return ()
    side, kind = SOUTH if found.isupper() else NORTH, found.upper()
    homeward = (180.0, 0.0)[side] if kind == "H" else None  # he points the way that he goes
    return (Piece(found, COLOURS[side], KIND_FORMS[kind], homeward),)


def legend() -> str:
    """What the letters mean."""
    kinds = [k for k in KINDS if k in kinds_of(SOUTH) + kinds_of(NORTH)]
    words = ", ".join(f"{k.lower()} {KIND_WORDS[k]}" for k in kinds)
    return f"{words}; South's are capital letters"


def notes(s: Record) -> Iterator[str]:
    """What the board does not show."""
    for which in range(R.SETS):
        yield from _set_notes(s, which)
    if R.PARALLEL and s.turn >= 0:
        yield f"{SIDES[s.side]} must move on the {SETS[s.due]} set"
    if R.STREAK and s.status[DARK] == s.status[LIGHT] == IN_PLAY:
        for side in (SOUTH, NORTH):
            if s.streak[side]:
                yield (
                    f"{SIDES[side]} has made {s.streak[side]} of at most {R.STREAK} moves in succession "
                    f"on the {SETS[s.streak_set[side]]} set"
                )
    if R.RESET_LIMIT:
        left = (f"{SIDES[i]} {max(R.RESET_LIMIT - s.resets[i], 0)}" for i in (SOUTH, NORTH))
        yield f"resets left: {', '.join(left)}"


def _set_notes(s: Record, which: int) -> Iterator[str]:
    if s.status[which] != IN_PLAY:
        yield f"{SETS[which]} set: {result_text(s, which)}"
        return
    elected = [ELECTION_WORDS[s.elected[2 * which + side]] for side in (SOUTH, NORTH)]
    parts = [f"{SIDES[side]} elected {word}" for side, word in enumerate(elected) if word]
    if not parts and R.END_RANK == ELECTS:
        parts = ["nobody has elected yet"]
    if s.quiet[which] and R.DRAW_MOVES:
        parts.append(f"{s.quiet[which]} of {2 * R.DRAW_MOVES} plies without progress")
    if parts:
        yield f"{SETS[which]} set: {'; '.join(parts)}"
