"""Batches of games as arrays, the form in which games are played, sent and stored."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.lab.trace import MORE

Row = npt.NDArray[Any]
Scores = tuple[Fraction, ...]
Ending = tuple[Scores, str]  # and the reason
Telling = tuple[tuple[str, str], ...]  # details: their names and texts

_ROWS = ("seeds", "lengths", "turns", "words", "choices", "values", "seated", "ended", "told")
PLAIN = b"\0"  # the first byte of a batch that is not compressed; no zlib stream begins so
_NARROW = ((np.int8, 1 << 7), (np.int16, 1 << 15), (np.int32, 1 << 31))  # and what they are below


@dataclass(frozen=True)
class PlayedGame:
    """One game just played: its rows as in a Trace."""

    seed: int
    players: tuple[str, ...]
    turns: Sequence[int]
    words: Sequence[int]
    choices: Sequence[int]
    values: Sequence[Sequence[float]] | None
    scores: Scores
    reason: str
    details: Mapping[str, str]


@dataclass(frozen=True)
class GameBatch:
    """The games of an arm from number `first` on.

    For each game: its seed in `seeds`, the number of its entries of `turns` and `words` in `lengths`,
    and indices into the short tables `seatings` (`seated`), `endings` (`ended`) and, if there are
    details, `tellings` (`told`). The entries of all games are concatenated: `turns` and `words`; for
    each ply `choices` and, if all games were analysed, `values` with a column for each seat. Integers
    have any type that is wide enough.
    """

    first: int
    seeds: Row
    lengths: Row
    turns: Row
    words: Row
    choices: Row
    values: Row | None
    seatings: tuple[tuple[str, ...], ...]
    seated: Row
    endings: tuple[Ending, ...]
    ended: Row
    tellings: tuple[Telling, ...] = ()
    told: Row | None = None

    @property
    def count(self) -> int:
        """How many games there are."""
        return len(self.seeds)

    @classmethod
    def of(cls, first: int, games: Sequence[PlayedGame]) -> GameBatch:
        """The batch of these games, one or more, analysed all or none."""
        seatings = tuple(dict.fromkeys(game.players for game in games))
        endings = tuple(dict.fromkeys((game.scores, game.reason) for game in games))
        details = [tuple(game.details.items()) for game in games]
        values = [row for game in games for row in game.values or ()]
        seats = len(games[0].scores)
        return cls(
            first,
            np.array([game.seed for game in games], np.int64),
            np.array([len(game.turns) for game in games], np.int32),
            np.array([turn for game in games for turn in game.turns], np.int8),
            np.array([word for game in games for word in game.words], np.int64),
            np.array([n for game in games for n in game.choices], np.int32),
            None if games[0].values is None else np.array(values, np.float32).reshape(-1, seats),
            seatings,
            np.array([seatings.index(game.players) for game in games], np.int32),
            endings,
            np.array([endings.index((game.scores, game.reason)) for game in games], np.int32),
            *(distinct(details) if any(details) else ((), None)),
        )

    def part(self, begin: int, end: int) -> GameBatch:
        """The games from number `begin` to before `end`, which are all in it."""
        games = slice(begin - self.first, end - self.first)
        ends = [0, *np.cumsum(self.lengths).tolist()]
        entries = slice(ends[games.start], ends[games.stop])
        plies = [0, *np.cumsum(self.turns != MORE).tolist()]
        some = slice(plies[entries.start], plies[entries.stop])
        return replace(
            self,
            first=begin,
            seeds=self.seeds[games],
            lengths=self.lengths[games],
            turns=self.turns[entries],
            words=self.words[entries],
            choices=self.choices[some],
            values=None if self.values is None else self.values[some],
            seated=self.seated[games],
            ended=self.ended[games],
            told=None if self.told is None else self.told[games],
        )

    def games(self) -> Iterator[dict[str, Any]]:
        """Each game's data, by the names of the fields of a Trace."""
        ends = np.cumsum(self.lengths).tolist()
        plies = np.concatenate([[0], np.cumsum(self.turns != MORE)])
        begin = 0
        for i, end in enumerate(ends):
            scores, reason = self.endings[self.ended[i]]
            some = slice(plies[begin], plies[end])
            yield {
                "players": self.seatings[self.seated[i]],
                "number": self.first + i,
                "seed": int(self.seeds[i]),
                "turns": self.turns[begin:end],
                "words": self.words[begin:end],
                "choices": self.choices[some],
                "scores": scores,
                "reason": reason,
                "details": {} if self.told is None else dict(self.tellings[self.told[i]]),
                "values": None if self.values is None else self.values[some],
            }
            begin = end


def pack(batch: GameBatch, level: int) -> bytes:
    """The batch as bytes: each row in the narrowest type that holds it; `level` is zlib's, 0 for none.

    If two seats alternate in every game, which is common, turns are omitted.
    """
    rows = {name: getattr(batch, name) for name in _ROWS}
    if _is_by_turns(batch.turns, batch.lengths):
        rows["turns"] = None
    narrow = {
        name: row.astype(narrowest(row), copy=False)
        for name, row in rows.items()
        if row is not None
    }
    about = {
        "first": batch.first,
        "seatings": batch.seatings,
        "endings": [[list(map(str, scores)), reason] for scores, reason in batch.endings],
        "tellings": batch.tellings,
        "rows": {name: [row.dtype.str, list(row.shape)] for name, row in narrow.items()},
    }
    header = json.dumps(about, ensure_ascii=False).encode()
    parts: list[Any] = [len(header).to_bytes(4, "little"), header]
    parts += [np.ascontiguousarray(row).data for row in narrow.values()]
    return zlib.compress(b"".join(parts), level) if level else b"".join([PLAIN, *parts])


def unpack(data: bytes) -> GameBatch:
    """The batch from the bytes of `pack`.

    Older batches have the ``details`` of each game in a row of their own.
    """
    plain = memoryview(data)[1:] if data[:1] == PLAIN else memoryview(zlib.decompress(data))
    end = 4 + int.from_bytes(plain[:4], "little")
    about = json.loads(bytes(plain[4:end]))
    rows: dict[str, Any] = dict.fromkeys(_ROWS)
    for name, (kind, shape) in about["rows"].items():
        dtype = np.dtype(kind)
        count = int(np.prod(shape, dtype=int))
        rows[name] = np.frombuffer(plain, dtype, count, end).reshape(shape)
        end += count * dtype.itemsize
    if rows["turns"] is None:
        rows["turns"] = _by_turns(rows["lengths"])
    tellings = tuple(tuple(map(tuple, row)) for row in about.get("tellings", ()))
    if about.get("details"):
        tellings, rows["told"] = distinct([tuple(one.items()) for one in about["details"]])
    return GameBatch(
        first=about["first"],
        seatings=tuple(map(tuple, about["seatings"])),
        endings=tuple((tuple(map(Fraction, row)), reason) for row, reason in about["endings"]),
        tellings=tellings,
        **rows,
    )


def _by_turns(lengths: Row) -> Row:
    """The turns of games of these lengths in which seats 0 and 1 alternate, 0 first."""
    ends = np.cumsum(lengths, dtype=np.int64)
    places = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - lengths, lengths)
    return (places & 1).astype(np.int8)


def _is_by_turns(turns: Row, lengths: Row) -> bool:
    """Whether `turns` are such; quicker than making them."""
    begins = np.cumsum(lengths[lengths > 0], dtype=np.int64)[:-1]
    changes = turns[1:] != turns[:-1]
    within = np.count_nonzero(changes) - np.count_nonzero(changes[begins - 1])
    return bool(
        len(turns)
        and turns[0] == 0
        and not turns[begins].any()
        and within == len(changes) - len(begins)
        and turns.min() == 0
        and turns.max() <= 1
    )


def distinct(tellings: Sequence[Telling]) -> tuple[tuple[Telling, ...], Row]:
    """The distinct items, and the index of each item among them."""
    places = {telling: place for place, telling in enumerate(dict.fromkeys(tellings))}
    return tuple(places), np.array([places[telling] for telling in tellings], np.int32)


def narrowest(row: Row) -> np.dtype[Any]:
    """The row in the narrowest integer type that holds it; other rows unchanged."""
    if row.dtype.kind != "i" or row.dtype.itemsize == 1 or not len(row):
        return row.dtype
    low, high = int(row.min()), int(row.max())
    fits = (kind for kind, bound in _NARROW if -bound <= low and high < bound)
    return np.dtype(next(fits, row.dtype))
