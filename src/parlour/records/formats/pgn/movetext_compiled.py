"""Movetext of PGN read and replayed at once: the part that is compiled.

The loader binds it to the rules of the game whose moves are written so, which have `find_move` and
`text_kind`; `pgn_script` calls it. The text comes as the numbers of its characters. Each token of PGN's
syntax (see `dialect`) becomes an entry: of what kind it is, where it begins and ends. A run of legal moves
becomes one entry, of the places of the first and after the last in a row of moves. A word that is no legal
move is left to the caller, as is whatever is wrong with the text.

Variations are followed by a state for each depth: where its line has come to, and where it was a move before.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

from parlour.kernel.layout import OVER
from parlour.kernel.primitives import copy
from parlour.kernel.protocol import R

Work = Any  # what the script works on; see pgn.layout
Text = Any  # a row of characters' numbers
Entries = Any  # a row of words, FIELDS for each token

FIELDS = 3  # kind, start, end
HEAD = 4  # before the entries: where it stopped, how many moves, the main line's reason and winner
DEPTHS = 40  # how deep variations may lie in each other
KEPT = 128  # keys of past positions: more than LAST_QUIET, a power of two

MOVE, WORD, COMMENT, REST, OPEN, CLOSE, GLYPH, ODD, TAG, DEEP, UNCLOSED, NUMBER = range(12)
KIND_AT, SUFFIX_AT, SEAT_AT = 15, 17, 20  # in a move's value, above its code
LENGTH_AT, BEGUN_AT = 24, 32  # in a mark
MOST = 99  # characters of an evaluation
REPETITION = 1 << 8  # w.reason of a game ended by the third time

ILLEGAL = -2  # of a word that would be a move if the game were not over


def code_of(value: int) -> int:
    """The code of the move that a value is of."""
    return value & ((1 << KIND_AT) - 1)


def kind_of(value: int) -> int:
    """How the move's text is written, by the game's `text_kind`."""
    return value >> KIND_AT & 3


def suffix_of(value: int) -> int:
    """The glyph that a move was written with, 0 for none."""
    return value >> SUFFIX_AT & 7


def seat_of(value: int) -> int:
    """Who moved."""
    return value >> SEAT_AT


def mark_of(clock: int, length: int, begun: int) -> int:
    """What a comment says of a move: its clock, and where its evaluation stands."""
    return clock | length << LENGTH_AT | begun << BEGUN_AT


def clock_of(mark: int) -> int:
    """The seconds of a clock and 1, 0 without a clock."""
    return mark & ((1 << LENGTH_AT) - 1)


def length_of(mark: int) -> int:
    """How many characters the evaluation has, 0 without one."""
    return mark >> LENGTH_AT & 0xFF


def begun_of(mark: int) -> int:
    """Where the evaluation begins."""
    return mark >> BEGUN_AT


def begin(w: Work) -> None:
    """Go to the position in ``w.states[0]``."""
    w.depth = 0
    w.count[0] = 0
    w.moved[0] = 0
    copy(w.before[0], w.states[0])
    settle(w, 0)


def settle(w: Work, depth: int) -> None:
    """Note the position that a line has come to; see whether the game is over there."""
    s, keys = w.states[depth], w.keys[depth]
    count = w.count[depth]
    w.reason[depth] = 0
    key = R.key(s)
    keys[count & (KEPT - 1)] = key
    if s.turn != OVER:
        times = 1
        for back in range(4, min(count, s.quiet) + 1, 2):
            if keys[(count - back) & (KEPT - 1)] == key:
                times += 1
        if times > 2:
            w.reason[depth] = REPETITION
        else:
            R.judge_counts(s)
    if s.turn == OVER:
        w.reason[depth] = 1 + s.reason


def step(w: Work, m: int) -> None:
    """Make the legal move `m` in the present line."""
    depth = w.depth
    s = w.states[depth]
    copy(w.before[depth], s)
    R.advance(s, m)
    w.count[depth] += 1
    w.moved[depth] = 1
    settle(w, depth)


def enter(w: Work) -> None:
    """Begin a variation in place of the last move."""
    outer, inner = w.depth, w.depth + 1
    copy(w.states[inner], w.before[outer])
    copy(w.before[inner], w.before[outer])
    for i in range(KEPT):
        w.keys[inner][i] = w.keys[outer][i]
    w.count[inner] = w.count[outer] - w.moved[outer]
    w.moved[inner] = 0
    w.reason[inner] = 0 if w.moved[outer] else w.reason[outer]
    w.depth = inner


# -- tokens ----------------------------------------------------------------------------------------


def scan(
    w: Work, text: Text, at: int, entries: Entries, moves: Entries, marks: Entries, room: int
) -> int:
    """Read at most `room` tokens from `at` on into `entries` and `moves`; returns how many entries.

    A comment after a move that holds nothing but an evaluation and a clock becomes the move's mark.
    """
    size, n, made = len(text), 0, 0
    running = False  # whether the last entry is of moves
    while n < room and made < room:
        kind, start = NUMBER, at
        while kind == NUMBER and at < size:
            start = at
            kind = kind_at(text, at, size)
            at = end_of(text, at, size, kind)
        if kind == NUMBER:
            break
        if kind == WORD:
            value = read_word(w, text, start, at)
            if value >= 0:
                moves[made] = value
                marks[made] = 0
                made += 1
                if not running:
                    n = enter_token(entries, n, MOVE, made - 1, made)
                    running = True
                entries[HEAD + FIELDS * n - 1] = made
                continue
        elif kind == COMMENT and running and marks[made - 1] == 0:
            marks[made - 1] = mark_in(text, start + 1, at - 1)
            if marks[made - 1]:
                continue
        elif kind == OPEN:
            if w.depth + 1 == DEPTHS:
                kind = DEEP
            else:
                enter(w)
        elif kind == CLOSE and w.depth:
            w.depth -= 1
        n = enter_token(entries, n, kind, start, at)
        running = False
        if kind in (WORD, TAG, DEEP):  # a word may be a result, after which another game begins
            break
    entries[0], entries[1], entries[2], entries[3] = at, made, w.reason[0], w.states[0].winner
    return n


def enter_token(entries: Entries, n: int, kind: int, start: int, end: int) -> int:
    """Put the entry number `n`; returns the number of the next."""
    i = HEAD + FIELDS * n
    entries[i], entries[i + 1], entries[i + 2] = kind, start, end
    return n + 1


def mark_in(text: Text, at: int, end: int) -> int:
    """The mark of the evaluation and clock that a comment holds; 0 if it holds anything else, or neither."""
    clock, length, begun = 0, 0, 0
    at = past_blanks(text, at, end)
    if says(text, at, end, 101, 118, 97, 108):  # [%eval
        begun = at + 7
        at = begun
        while at < end and is_evaluation(text[at]):
            at += 1
        length = at - begun
        if length == 0 or length > MOST or at == end or text[at] != 93:
            return 0
        at = past_blanks(text, at + 1, end)
    if says(text, at, end, 99, 108, 107, 32):  # [%clk
        clock = seconds_at(text, at + 6, end) + 1
        at = find(text, at, end, 93) + 1
        if clock == 0:
            return 0
    if past_blanks(text, at, end) != end:
        return 0
    return mark_of(clock, length, begun)


def says(text: Text, at: int, end: int, a: int, b: int, c: int, d: int) -> bool:
    """Whether there is a command of these letters at `at`, with a blank after it (or as the last letter)."""
    if at + 8 > end or text[at] != 91 or text[at + 1] != 37:
        return False
    letters = text[at + 2] == a and text[at + 3] == b and text[at + 4] == c and text[at + 5] == d
    return letters and (
        d == 32 or text[at + 6] == 32
    )  # the bracket, the sign, three or four letters


def is_evaluation(sign: int) -> bool:
    """Whether a character may occur in an evaluation: a digit, ``+``, ``-``, ``.``, ``#``, ``,``, ``/``."""
    return 43 <= sign <= 57 or sign == 35


def seconds_at(text: Text, at: int, end: int) -> int:
    """The seconds of a clock such as ``0:04:11`` before a bracket; -1 if that is something else."""
    start, seconds = at, 0
    at = past_digits(text, at, end)
    if at == start or at - start > 3 or at + 7 > end:
        return -1
    for i in range(start, at):
        seconds = 10 * seconds + text[i] - 48
    for _ in range(2):
        if text[at] != 58 or not is_digit(text[at + 1]) or not is_digit(text[at + 2]):
            return -1
        part = 10 * (text[at + 1] - 48) + text[at + 2] - 48
        if part > 59:
            return -1
        seconds = 60 * seconds + part
        at += 3
    return seconds if text[at] == 93 else -1


def past_blanks(text: Text, at: int, end: int) -> int:
    while at < end and is_blank(text[at]):
        at += 1
    return at


def kind_at(text: Text, at: int, size: int) -> int:
    """What kind of token begins at `at`; NUMBER is also for what is passed over."""
    sign = text[at]
    if is_blank(sign):
        return NUMBER
    first = at == 0 or text[at - 1] == 10
    if sign == 37 and first:  # %
        return NUMBER
    if sign == 123:  # {
        return COMMENT if find(text, at, size, 125) < size else UNCLOSED
    if sign == 59:  # ;
        return REST
    if sign == 40:
        return OPEN
    if sign == 41:
        return CLOSE
    if sign == 36:  # $
        return GLYPH if at + 1 < size and is_digit(text[at + 1]) else ODD
    if sign in (33, 63) and ends_glyph(text, at, size):
        return GLYPH
    if sign == 91:  # [
        return TAG if first and begins_tag(text, at, size) else ODD
    if sign in (93, 125):
        return ODD
    if is_digit(sign):
        end = past_digits(text, at, size)
        if end < size and text[end] == 46 and not is_half_at(text, at, size):
            return NUMBER
    return WORD


def is_half_at(text: Text, at: int, size: int) -> bool:
    """Whether ``0.5-`` is here: the result of a draw, and no move number."""
    return at + 3 < size and text[at] == 48 and text[at + 2] == 53 and text[at + 3] == 45


def end_of(text: Text, at: int, size: int, kind: int) -> int:
    """Where the token of this kind that begins at `at` ends."""
    sign = text[at]
    if kind == NUMBER and is_blank(sign):
        while at < size and is_blank(text[at]):
            at += 1
        return at
    if kind == REST or (kind == NUMBER and sign == 37):
        return find(text, at, size, 10)
    if kind == NUMBER:
        at = past_digits(text, at, size)
        while at < size and text[at] == 46:
            at += 1
        return at
    if kind == COMMENT:
        return find(text, at, size, 125) + 1
    if kind == UNCLOSED:
        return size
    if kind == GLYPH:
        return past_digits(text, at + 1, size) if sign == 36 else ends_glyph(text, at, size)
    if kind == WORD:
        while at < size and is_word(text[at]):
            at += 1
        return at
    return at + 1


def find(text: Text, at: int, size: int, sign: int) -> int:
    while at < size and text[at] != sign:
        at += 1
    return at


def past_digits(text: Text, at: int, size: int) -> int:
    while at < size and is_digit(text[at]):
        at += 1
    return at


def ends_glyph(text: Text, at: int, size: int) -> int:
    """Where one or two signs ``!`` and ``?`` that stand alone end; 0 if they do not."""
    end = at
    while end < size and text[end] in (33, 63):
        end += 1
    alone = end == size or is_blank(text[end]) or text[end] in (40, 41, 123, 125)
    return end if alone and end - at < 3 else 0


def begins_tag(text: Text, at: int, size: int) -> bool:
    """Whether a tag's name and its quotation mark follow upon the bracket at `at`."""
    at += 1
    while at < size and is_blank(text[at]):
        at += 1
    start = at
    while at < size and not is_blank(text[at]) and text[at] not in (34, 91, 93):
        at += 1
    if at in (start, size) or not is_blank(text[at]):
        return False
    while at < size and is_blank(text[at]):
        at += 1
    return at < size and text[at] == 34


def is_digit(sign: int) -> bool:
    return 48 <= sign <= 57


def is_blank(sign: int) -> bool:
    """Whether a sign is what Python's regular expressions take for white space."""
    if sign < 128:
        return sign == 32 or 9 <= sign <= 13 or 28 <= sign <= 31
    if sign < 0x1680:
        return sign in (0x85, 0xA0)
    if 0x2000 <= sign <= 0x200A:
        return True
    return sign in (0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)


def is_word(sign: int) -> bool:
    """Whether a character may occur in a word: no blank, none of {}()[];$."""
    if sign in (123, 125, 40, 41, 91, 93, 59, 36):
        return False
    return not is_blank(sign)


# -- moves -----------------------------------------------------------------------------------------


def read_word(w: Work, text: Text, at: int, end: int) -> int:
    """Play the move that a word is: its value; below 0 if it is none."""
    depth = w.depth
    stop, suffix = end, 0
    while stop > at and text[stop - 1] in (33, 63):
        stop -= 1
    if stop < end:
        suffix = glyph(text[stop], text[stop + 1] if stop + 1 < end else 0)
    s = w.states[depth]
    m = R.find_move(s, text, at, stop)
    if m < 0:
        return m
    if w.reason[depth]:
        return ILLEGAL
    value = m | R.text_kind(s, m) << KIND_AT | suffix << SUFFIX_AT | s.next << SEAT_AT
    step(w, m)
    return value


def glyph(first: int, second: int) -> int:
    """The number of the glyph that a move's suffix is."""
    if second == 0:
        return 1 if first == 33 else 2
    if first == second:
        return 3 if first == 33 else 4
    return 5 if first == 33 else 6
