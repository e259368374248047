"""Telling which game a text is of: by what it says, otherwise by trying all games with their rules."""

from __future__ import annotations

from parlour.records.detection import (
    Candidate,
    Guess,
    attempts,
    opening,
    other_starts,
    otherwise_spelled,
    words,
)
from parlour.records.formats.format_registry import format_of
from parlour.records.formats.sgf import sgf_moves, sgf_syntax
from parlour.records.pgn_syntax import pgn_reading
from parlour.records.pgn_syntax.dialect import (
    Dialect,
    dialect_of_suffix,
    dialects,
    other_game,
)
from parlour.records.pgn_syntax.pgn_chunks import chunks, joined
from parlour.records.record_items import Item
from parlour.records.source import Source


def recognise(text: str, suffix: str = "") -> list[Guess]:
    """The games that a text may be of, the likeliest first; of several games in it, the first counts.

    `suffix`: that of the text's file, as ``.pdn``.
    """
    source = Source(text)
    name, form = format_of(source.head, suffix)
    if name == "native" or (hasattr(form, "DIALECT") and not form.claims(source.head)):
        return _in_pgn_reading(source, dialect_of_suffix(suffix))
    item = next(iter(form.read(source)), None)
    if item is None or (item.tree is None and name != "sgf"):
        return []
    if item.tree is None and "not a game here" in str(item.error):
        return []
    if item.tree is None:
        game = next(sgf_syntax.games(Source(text)))
        tried = attempts(sgf_moves.main_line(game), known=sgf_moves.DIALECTS)
        return [attempt.guess for attempt in tried if attempt.accepted]
    return [_stated_guess(item)]


def why_unknown(text: str) -> str:
    """Why the first game of a text is none here, where it says which it is; "" where it does not."""
    source = Source(text)
    item = next(iter(format_of(source.head)[1].read(source)), None)
    if item is None or item.tree is not None or item.error is None:
        return ""
    return str(item.error) if "not a game here" in str(item.error) else ""


def _stated_guess(item: Item) -> Guess:
    """The guess for a game that says itself which it is."""
    assert item.tree is not None
    *_, last = item.tree.root.line()
    unplayed = _unplayed(str(item.error).partition(": ")[2], last.comments[1]) if item.error else 0
    line = item.error.line if item.error and unplayed else None
    return Guess(item.tree.game.name, last.ply, last.ply + unplayed, line)


def _unplayed(why: str, comment: str) -> int:
    """How many moves a line's last comment holds, after the words `why` they could not be played."""
    rest = comment.partition(f"{why}: ")[2]
    if rest[:1] == ";" or " ;" in rest:  # SGF's and UHP's moves
        return rest.partition(")")[0].lstrip(";").count(";") + 1
    return len(rest.split())


def _in_pgn_reading(source: Source, usual: Dialect | None) -> list[Guess]:
    for text, line in chunks(source.lines()):
        tags = pgn_reading.tags_at(text)
        begun = pgn_reading.end_of_tags(text)
        beginning = text[begun : begun + pgn_reading.BEGINNING]
        claims = [(one.claims(tags, beginning), one) for one in dialects()]
        likely, dialect = max(claims, key=lambda claim: claim[0])
        if likely > 0 and not tags:
            attempt = Candidate(dialect.tree(tags).game, dialect)
            moves = words(text, line, dialect, begun)
            attempt.run(moves)
            accepted = attempt.accepted
            if accepted < len(moves) and (other := otherwise_spelled(text, [dialect], accepted)):
                return [other.guess]
            return [one.guess for one in (*other_starts(dialect, moves, attempt), attempt)]
        if likely > 0:
            item = next(pgn_reading.read(Source(text)), None)
            if item is None or item.tree is None:
                return []
            if item.tree.heard_by:
                return [_stated_guess(item)]
            attempt = Candidate(item.tree.game, dialect.suited(tags))
            moves = words(text, line, attempt.dialect, begun)
            attempt.run(moves, item.tree.beginning.copy())
            return [attempt.guess]
        if other_game(tags, opening(joined(text[begun:]))):
            return []
        if moves := words(joined(text), line, begun=begun):
            tried = [one for one in attempts(moves, tags) if one.accepted]
            whole = [one for one in tried if one.accepted == len(moves) and one.dialect is usual]
            accepted = max((one.accepted for one in tried), default=0)
            if accepted < len(moves):
                other = otherwise_spelled(text[begun:], dialects(), accepted)
                whole = [other] if other is not None else whole
            return list(dict.fromkeys(one.guess for one in (*whole, *tried)))
    return []
