"""Chess moves as chess players write them (standard algebraic notation), by the plain rules."""

from __future__ import annotations

from types import ModuleType

from parlour.errors import IllegalMove
from parlour.kernel.bitboard import BOARD
from parlour.kernel.layout import Record
from parlour.records.formats.pgn.pgn_script import plain_script
from parlour.records.formats.pgn.san_script import AMBIGUOUS, KING, NO_MOVE, PAWN
from parlour.table.game import Game, State

SHOWN = 12  # legal moves that an error names


def read_san(state: State, word: str) -> str:
    """The rulebook's text of the move that a word means; raises IllegalMove.

    SAN, castling with letters or zeros, and squares from and to are read, the rulebook's texts among them.
    """
    if state.outcome is not None:
        raise IllegalMove(f"{word!s:.20}: the game is over ({state.outcome.reason})", move=word)
    script = plain_script(state.game)
    found = script.find_move(state.record, list(map(ord, word)), 0, len(word))
    if found >= 0:
        return str(state.game.notation.move_text(state.record, found))
    legal = sorted(san(state.game, state.record, m) for m in state.codes())
    shown = f"{', '.join(legal[:SHOWN])}{', …' if len(legal) > SHOWN else ''}"
    what = "is ambiguous" if found == AMBIGUOUS else "is not legal here"
    if found == NO_MOVE:
        what = "is no move"
    raise IllegalMove(f"{word!s:.20} {what}; expected one of {shown}", move=word)


def san(game: Game, s: Record, m: int) -> str:
    """The legal move `m` of the position `s`, with its sign of check or mate."""
    rules = game.plain.rules
    after = type(s)()
    for name in s.__slots__:
        value = getattr(s, name)
        setattr(after, name, list(value) if isinstance(value, list) else value)
    rules.advance(after, m)
    sign = "" if not after.checkers else "+" if after.turn >= 0 else "#"
    return f"{_bare(game, s, m)}{sign}"


def _bare(game: Game, s: Record, m: int) -> str:
    rules, script = game.plain.rules, plain_script(game)
    cell, to, into = rules.origin_of(m), rules.target_of(m), rules.promotion_of(m)
    if rules.men(s, s.next) >> to & 1:
        return "O-O" if to > cell else "O-O-O"
    kind = "PNBRQK".index(game.notation.kind(s, cell))
    capture = "x" if game.notation.captured(s, m) is not None else ""
    promotion = f"={' NBRQ'[into]}" if into else ""
    if kind == PAWN:
        return f"{BOARD.names[cell][0] + capture if capture else ''}{BOARD.names[to]}{promotion}"
    others = 0 if kind == KING else script.origins(s, kind, to) & ~(1 << cell)
    return f"{'PNBRQK'[kind]}{_told_apart(script, s, cell, to, others)}{capture}{BOARD.names[to]}"


def _told_apart(script: ModuleType, s: Record, cell: int, to: int, others: int) -> str:
    """The file or rank, or both, by which the man on `cell` differs from the `others` that can go to `to`."""
    rivals = [
        rival
        for rival in range(64)
        if others >> rival & 1 and script.legal_move(s, rival, to, 0) >= 0
    ]
    if not rivals:
        return ""
    name, names = BOARD.names[cell], [BOARD.names[rival] for rival in rivals]
    if all(rival[0] != name[0] for rival in names):
        return name[0]
    return name[1] if all(rival[1] != name[1] for rival in names) else name
