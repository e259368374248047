"""Writing the draughts set's position texts, and how a set stands."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.draughts.board import (
    NAMES,
    NUMBERS,
)
from parlour.games.draughts.cards import CARD_BITS, NUMBER_OF_CARDS, card_code
from parlour.games.draughts.code import origin_of, set_of, target_of
from parlour.games.draughts.constants import (
    DARK,
    DRAWN,
    ELECTS,
    IN_PLAY,
    LIGHT,
    NORTH,
    PROMOTES,
    REASONS,
    SOUTH,
    SOUTH_WON,
)
from parlour.games.draughts.names import (
    ELECTIONS,
    FILES,
    KINDS,
    RESULTS,
    SETS,
    SIDES,
)
from parlour.games.draughts.pieces import homeward_men, outward_men
from parlour.games.draughts.turns import seat_of
from parlour.kernel.boards import joined_bits
from parlour.kernel.layout import CHANCE, Record
from parlour.kernel.primitives import lowest
from parlour.kernel.protocol import R

__compiled__ = True  # bound to the rules for the notation; nothing here is compiled


def write(s: Record) -> list[str]:
    fields = [
        board_text(s),
        turn_text(s),
        sets_text(s),
        elected_text(s),
        ",".join(streak_text(s, side, s.streak[side]) for side in (SOUTH, NORTH)),
        ",".join(map(str, (*s.quiet, *s.made, *s.resets))),
    ]
    return [*fields, cards_text(s)] if R.CARD_ROUNDS > 1 else fields


def repeated(s: Record) -> list[str]:
    """What stands again in a repetition: streaks only while a limit can bind, and up to the limit."""
    fields = write(s)
    text = [*fields[:4], *fields[6:]]
    if R.STREAK and s.status[DARK] == IN_PLAY and s.status[LIGHT] == IN_PLAY:
        text += [streak_text(s, side, min(s.streak[side], R.STREAK)) for side in (SOUTH, NORTH)]
    return text


def board_text(s: Record) -> str:
    standing = letters_on(s)
    return "/".join(["".join([standing.get(name, ".") for name in row]) for row in ROWS])


ROWS = [[f"{x}{y}" for x in FILES] for y in range(8, 0, -1)]  # as position texts have them


def letter(s: Record, name: str) -> str:
    """What stands on a square: a piece's letter, South's in upper case, or a dot."""
    return letters_on(s).get(name, ".")


def letters_on(s: Record) -> dict[str, str]:
    """The letters of what stands on squares, by their names, South's in upper case."""
    found = {}
    for which in range(R.SETS):
        for side in (SOUTH, NORTH):
            p = 2 * which + side
            kinds = (outward_men(s, which, side), homeward_men(s, which, side), s.champ[p])
            for kind, squares in zip(KINDS, kinds, strict=False):
                while squares:
                    n = lowest(squares)
                    squares &= squares - 1
                    shown = "R" if s.royal[p] >> n & 1 else kind
                    found[NAMES[which][n]] = shown if side == SOUTH else shown.lower()
    return found


def codes_on(states: Any) -> Any:
    """What stands on the squares in many states, as BOARD lists them: a bit for each side and kind."""
    squares = [NUMBERS[f"{x}{y}"] for y in range(8, 0, -1) for x in FILES]
    found = np.zeros((len(states), len(squares)), dtype=np.int64)
    for which in range(R.SETS):
        columns = [column for column, square in enumerate(squares) if square[0] == which]
        sides = (2 * which, 2 * which + 1)
        words = [states[name][:, p] for name in ("up", "down", "champ", "royal") for p in sides]
        found[:, columns] = joined_bits(words, [squares[column][1] for column in columns])
    return found


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


def cards_text(s: Record) -> str:
    """The cards drawn so far, by South's moves."""
    names = card_names()
    return ",".join(names[i] for i in cards_drawn(s)) or "-"


def cards_drawn(s: Record) -> list[int]:
    """The numbers of the cards drawn so far, in order."""
    nibbles = [s.drawn >> at & 15 for at in range(0, 2 * CARD_BITS * R.CARD_ROUNDS, CARD_BITS)]
    return [nibble - 1 for nibble in nibbles if nibble]


def card_names() -> list[str]:
    """The names of all cards: South's moves."""
    codes = [card_code(i, SOUTH) for i in range(NUMBER_OF_CARDS)]
    return ["-".join(NAMES[set_of(m)][n] for n in (origin_of(m), target_of(m))) for m in codes]


def result_text(s: Record, which: int) -> str:
    """How it stands on a set, in words."""
    if s.status[which] == IN_PLAY:
        return "in play"
    winner = SIDES[s.status[which] - SOUTH_WON] if s.status[which] != DRAWN else ""
    text = f"won by {winner}" if winner else "drawn"
    return f"{text}, {REASONS[s.why[which]]}" if s.why[which] else text


def kinds_of(side: int) -> str:
    """The letters of the kinds that a side can have in this game."""
    has_champion = R.CHAMPIONS >> side & 1
    kinds = "MH" if R.HOMEWARD else "M"
    if R.END_RANK == PROMOTES or (has_champion and not R.ROYAL_START):
        kinds += "C"
    if has_champion and (R.ROYAL_START or R.END_RANK == ELECTS):
        kinds += "R"
    return kinds
