"""Reading the draughts set's position texts, and whether their fields go together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from parlour.errors import BadPosition
from parlour.games.draughts.board import (
    END_RANK_OF,
    HOME_RANK,
    NUMBERS,
)
from parlour.games.draughts.cards import CARD_BITS, is_drawing
from parlour.games.draughts.constants import (
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
from parlour.games.draughts.names import (
    CARDS,
    ELECTION_WORDS,
    ELECTIONS,
    FIELDS,
    FILES,
    RESULTS,
    SETS,
    SIDES,
)
from parlour.games.draughts.pieces import homeward_men, outward_men, pieces
from parlour.games.draughts.turns import card_set, is_decided, is_stuck, seat_of, verdict
from parlour.games.draughts.writing import (
    card_names,
    kinds_of,
    write,
)
from parlour.kernel.fields import expect, one_of, split_rows, whole
from parlour.kernel.layout import CHANCE, OVER, Record, new_plain
from parlour.kernel.primitives import copy, popcount
from parlour.kernel.protocol import R
from parlour.table.outcome import Outcome

_STREAK = re.compile(r"([dl])([1-9][0-9]{0,8})")
_TURN = re.compile(r"([0-3])([*dl])")

__compiled__ = True  # bound to the rules for the notation; nothing here is compiled


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    expect(fields, *FIELDS, *([CARDS] if R.CARD_ROUNDS > 1 else []))
    if fields[1].startswith("?") and R.CARD_ROUNDS == 1:
        _read_card(s, fields, end)
        return
    s.drawn = 0
    _read_sets(s, fields[2])
    _read_board(s, fields[0])
    _read_elected(s, fields[3])
    _read_counts(s, fields[5])
    _read_streaks(s, fields[4])
    if R.CARD_ROUNDS > 1:
        _read_cards_drawn(s, fields[6])
    drawing = fields[1] in ("?0", "?1")
    _read_turn(s, _turn_without_card(s, int(fields[1][1])) if drawing else fields[1])
    _check_sets(s)
    if drawing and (end is not None or is_decided(s)):
        raise BadPosition(f"TURN is {fields[1]}, and the game is over")
    if is_decided(s):
        _read_end(s, end)
        return
    if end is not None:
        raise BadPosition(f"{end.text}: by SETS {fields[2]} the game is still running")
    _check_running(s)
    if R.CARD_ROUNDS > 1 and drawing != is_drawing(s):
        expected = (
            f"?{s.side}, for a card is to be drawn" if not drawing else "no ?: none can be drawn"
        )
        raise BadPosition(f"TURN is {fields[1]}; expected {expected}")
    s.turn = CHANCE if drawing else seat_of(s)


def _read_cards_drawn(s: Record, text: str) -> None:
    """Read the cards that were drawn, by South's moves."""
    names, cards = [] if text == "-" else text.split(","), card_names()
    for name in names:
        if name not in cards:
            raise BadPosition(f"CARDS has {name!s:.20}; expected first moves such as {cards[0]}")
        if names.count(name) > 1:
            raise BadPosition(f"CARDS has {name} twice")
    turns = sum(min(made, R.CARD_ROUNDS) for made in s.made)
    if len(names) > turns:
        raise BadPosition(
            f"CARDS has {len(names)} cards, and {turns} moves were made while they last"
        )
    for place, name in enumerate(names):
        s.drawn |= (cards.index(name) + 1) << CARD_BITS * place


def _turn_without_card(s: Record, side: int) -> str:
    """The TURN of a seat for which a card is to be drawn, as it is where none is."""
    due = card_set(s, side)
    on = SETS[due][0] if R.PARALLEL and s.status[due] == IN_PLAY else "*"
    return f"{side + 2 * due if R.SEATS == 4 else side}{on}"


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
            _place_piece(s, f"{FILES[x]}{8 - y}", row[x])


def _place_piece(s: Record, name: str, found: str) -> None:
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
        raise BadPosition(f"{where} has a royal champion but no election made it one")
    made_royal = theirs in (RESETS, PROMOTES) and mine != PROMOTES
    if made_royal and royal != s.champ[2 * which + side]:
        elected = ELECTION_WORDS[theirs]
        raise BadPosition(
            f"{where} has a champion who is not royal, though the other elected {elected}"
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
    """Check that nothing here would have ended a set, or the game, as the turn began."""
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
        raise BadPosition("the set has ended, its reason is unknown: expected a field #reason:…")
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
