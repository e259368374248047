"""The games of one variant at one budget as columns of numbers, the source of all measures.

Games are read in turn and dropped; about forty numbers remain of each, so 100,000 games take some
tens of megabytes.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import nan

import numpy as np
from numpy.typing import NDArray

from parlour.lab.experiment import Event
from parlour.lab.measures import replayed_game as replay
from parlour.lab.measures.analysis_facts import expectations, openness
from parlour.lab.measures.facts import PLAIN, Fact, leaves, points
from parlour.lab.measures.position_facts import Places, places
from parlour.lab.measures.replayed_game import BoardUse
from parlour.lab.measures.swing_facts import ANALYSED, SAMPLED
from parlour.lab.trace import Trace
from parlour.table.game import Game

Values = NDArray[np.float64]

BINS = 20  # parts of a game in profiles
MOST_WORDS = 1000  # of a column of words; where there are more, it is no use as a table
LOOKED_AT = (  # what is told of a game whose positions are looked at, as `Places.numbers` has it
    "positional-repetition",
    "situational-repetition",
    "move-distance",
    "response-distance",
    "space-bound",
)
OTHER = "others"  # all the words beyond


class WordColumn:
    """A column of words, kept as numbers."""

    def __init__(self) -> None:
        self.numbers = array("i")
        self.places: dict[str, int] = {}

    def append(self, word: str) -> None:
        """Add the next game's word."""
        if word not in self.places and len(self.places) >= MOST_WORDS:
            word = OTHER
        self.numbers.append(self.places.setdefault(word, len(self.places)))

    @property
    def words(self) -> list[str]:
        """The different words, in order of their first game."""
        return list(self.places)

    def column(self) -> NDArray[np.int32]:
        """Each game's word, as a place in `words`."""
        return np.array(self.numbers, dtype=np.int32)

    def common(self) -> list[tuple[str, int]]:
        """The words with how often they came, the commonest first."""
        counts = Counter(self.numbers)
        rows = [(word, counts[place]) for word, place in self.places.items()]
        return sorted(rows, key=lambda row: (-row[1], row[0]))


@dataclass
class Profile:
    """How something goes over a game, whose length counts as 1: sums in each of `BINS` parts."""

    total: Values = field(default_factory=lambda: np.zeros(BINS))
    squares: Values = field(default_factory=lambda: np.zeros(BINS))
    games: Values = field(default_factory=lambda: np.zeros(BINS))

    def add(self, at: Values, values: Values) -> None:
        """Add one game: `values` at the parts `at` (0 to 1) of it; a part counts once, by its mean."""
        bins = np.minimum((at * BINS).astype(np.int64), BINS - 1)
        count = np.bincount(bins, minlength=BINS)
        there = count > 0
        means = np.bincount(bins, values, BINS)[there] / count[there]
        self.total[there] += means
        self.squares[there] += means**2
        self.games[there] += 1

    @property
    def means(self) -> Values:
        """The mean of the games in each part, nan where there are none."""
        blank = np.full(BINS, nan)
        return np.asarray(np.divide(self.total, self.games, out=blank, where=self.games > 0))

    @property
    def errors(self) -> Values:
        """1.96 standard errors of the means."""
        n = np.maximum(self.games, 1)
        variance = np.maximum(0, self.squares / n - (self.total / n) ** 2)
        return np.asarray(1.96 * np.sqrt(variance / n))


class Arm:
    """The games of one variant at one budget, one number a game in each column.

    `points` and `scores` are rows of one number a seat; `columns` are by the names of facts; `reasons`,
    `first` (the first ply's text) and `details` are words. `mine` are the points of the seats that the
    budget's first player had, 0 to 1. `endings` are ends
    to be counted. `events` has for each event, in the games that were played again,
    how often each seat made such a move.
    """

    def __init__(
        self,
        game: Game,
        first_player: str = "",
        asked: Sequence[Event] = (),
        endings: Sequence[Event] = (),
        again: bool = True,
    ) -> None:
        self.game, self.first_player, self.again = game, first_player, again
        self.asked = {event.name: re.compile(event.pattern) for event in asked}
        self.endings = {event.name: re.compile(event.pattern) for event in endings}
        self.numbers = array("q")
        self.rows: dict[str, array[float]] = {fact.name: array("d") for fact in (*PLAIN, *ANALYSED)}
        self.rows |= {
            name: array("d")
            for name in ("captures", "coverage", "pieces", "mine", "leaves", *LOOKED_AT)
        }
        self.rows |= {f"ending:{name}": array("d") for name in self.endings}
        self._points, self._scores = array("d"), array("d")
        self.reasons, self.first = WordColumn(), WordColumn()
        self.details: dict[str, WordColumn] = {}
        self.event_rows = {name: array("d") for name in self.asked}
        self.first_events = {name: array("d") for name in self.asked}
        self.event_games = array("q")  # the places of the games that were played again
        self.sampled = {fact.name: array("d") for fact in SAMPLED}  # of the first games alone
        self.branching, self.openness = Profile(), Profile()
        self.different: set[int] = set()  # hashes of the games' plies: games that were played twice
        self._first_texts: dict[tuple[int, ...], str] = {}

    def add(self, trace: Trace) -> None:
        """Add a game."""
        seats = points(trace.scores)
        self._points.extend(seats)
        self._scores.extend(float(score) for score in trace.scores)
        for fact in (*PLAIN, *ANALYSED):
            self.rows[fact.name].append(self._fact(fact, trace))
        self.rows["mine"].append(self._mine(trace, seats))
        self.rows["leaves"].append(leaves(trace))
        if self.again and len(self) < replay.TEXTS_OF:
            for fact in SAMPLED:
                self.sampled[fact.name].append(self._fact(fact, trace))
        self.reasons.append(trace.reason)
        for name, pattern in self.endings.items():
            self.rows[f"ending:{name}"].append(float(ended_so(trace, pattern)))
        self._add_details(trace)
        self._add_profiles(trace)
        self.first.append(self._first_text(trace))
        self._add_played_again(trace)
        self.different.add(hash((trace.position, trace.words.tobytes())))
        self.numbers.append(trace.number)

    @staticmethod
    def _fact(fact: Fact, trace: Trace) -> float:
        return nan if fact.needs == "values" and trace.values is None else fact.of(trace)

    def _mine(self, trace: Trace, seats: tuple[float, ...]) -> float:
        own = [seat for seat, who in enumerate(trace.players) if who == self.first_player]
        if not own or len(own) == len(seats):
            return nan
        mine = sum(seats[seat] for seat in own) / len(own)
        theirs = sum(s for seat, s in enumerate(seats) if seat not in own) / (len(seats) - len(own))
        return mine / (mine + theirs) if mine + theirs else 0.5

    def _add_details(self, trace: Trace) -> None:
        for key in (*self.details, *(key for key in trace.details if key not in self.details)):
            words = self.details.setdefault(key, self._blank())
            words.append(trace.details.get(key, ""))

    def _blank(self) -> WordColumn:
        """A column that was empty in all games so far."""
        words = WordColumn()
        for _ in range(len(self)):
            words.append("")
        return words

    def _add_profiles(self, trace: Trace) -> None:
        counted = np.flatnonzero(trace.choices > 0)
        if len(counted):
            self.branching.add(counted / len(trace.choices), trace.choices[counted].astype(float))
        rows = expectations(trace)
        if len(rows):
            self.openness.add(np.arange(len(rows)) / len(rows), openness(rows))

    def _first_text(self, trace: Trace) -> str:
        """The text of the first ply, move or chance; texts of codes already met are remembered."""
        if not len(trace.turns):
            return ""
        more = np.flatnonzero(trace.turns[1:] == trace.movers[0])
        key = tuple(trace.words[: 1 if len(more) == 0 else int(more[0]) + 1].tolist()[:4])
        if key not in self._first_texts:
            if len(self._first_texts) >= MOST_WORDS:
                return OTHER
            state = next(trace.states())
            self._first_texts[key] = state.play_code(trace.codes[0])
        return self._first_texts[key]

    def _add_played_again(self, trace: Trace) -> None:
        place = len(self)
        texts = self.again and place < (replay.EVENTS_OF if self.asked else replay.TEXTS_OF)
        moves = trace.moves if texts else ()
        self.rows["captures"].append(replay.captures(trace) if texts else nan)
        if texts:
            self.event_games.append(place)
            for name, pattern in self.asked.items():
                found = replay.events(trace, moves, pattern)
                self.event_rows[name].extend(found.counts)
                self.first_events[name].extend((found.before, float(found.seat)))
        seen = self.again and place < replay.SCENES_OF and replay.has_board(self.game)
        board = replay.board(trace) if seen else BoardUse(nan, nan)
        self.rows["coverage"].append(board.covered)
        looked = places(trace) if seen else Places(nan, nan, nan, nan, 0, 0)
        for name, number in zip(LOOKED_AT, looked.numbers, strict=True):
            self.rows[name].append(number)
        self.rows["pieces"].append(board.change)

    def __len__(self) -> int:
        return len(self.numbers)

    def column(self, name: str) -> Values:
        """Each game's number, nan where it says nothing."""
        return np.array(self.rows[name])

    @property
    def points(self) -> Values:
        """Each game's points, a column a seat."""
        return np.array(self._points).reshape(-1, self.game.seats)

    @property
    def scores(self) -> Values:
        """Each game's scores as the game counts them, a column a seat."""
        return np.array(self._scores).reshape(-1, self.game.seats)

    def events(self, name: str) -> Values:
        """How often each seat made such a move, in the games `event_games`; a column a seat."""
        return np.array(self.event_rows[name]).reshape(-1, self.game.seats)

    def first_event(self, name: str) -> Values:
        """How many moves came before the first such move, and which seat made it (-1: none)."""
        return np.array(self.first_events[name]).reshape(-1, 2)

    def per_game(self, key: str) -> Values | None:
        """Each game's number of which the measure `key` is the mean; None for measures of other kinds."""
        kind, _, name = key.partition(":")
        seats = self.game.seat_names
        if kind in ("points", "score") and name in seats:
            rows = self.points if kind == "points" else self.scores
            return np.asarray(rows[:, seats.index(name)])
        if kind == "event":
            return self._event(name)
        if kind == "detail":
            return self._detail(name)
        if key in self.sampled:
            return np.pad(
                self.sampled[key], (0, len(self) - len(self.sampled[key])), constant_values=nan
            )
        column = "mine" if key == "first-player" else key
        return self.column(column) if column in self.rows else None

    def _event(self, name: str) -> Values | None:
        """Whether a game has such a move, how often (``:times``) or when first (``:when``)."""
        event, _, ending = name.rpartition(":")
        if name in self.asked:
            numbers = np.any(self.events(name) > 0, axis=1)
        elif event in self.asked and ending == "times":
            numbers = self.events(event).sum(axis=1)
        elif event in self.asked and ending == "when":
            numbers = self.first_event(event)[:, 0]
        else:
            return None
        column = np.full(len(self), nan)
        column[np.array(self.event_games, np.int64)] = numbers
        return column

    def _detail(self, name: str) -> Values | None:
        """Numbers that outcomes tell; None where they are none."""
        words = self.details.get(name)
        if words is None or not all(word.lstrip("-").isdecimal() for word in words.words if word):
            return None
        return np.array([float(word) if word else nan for word in words.words])[words.column()]

    def extremes(self, count: int = 3) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """The shortest and the longest games that were finished: their numbers and lengths."""
        length = self.column("length")
        done = np.flatnonzero(self.column("completion") == 1)
        order = done[np.argsort(length[done], kind="stable")]

        def labelled(places: NDArray[np.int64]) -> list[tuple[int, int]]:
            return [(self.numbers[i], int(length[i])) for i in places.tolist()]

        return labelled(order[:count]), labelled(order[::-1][:count])


def ended_so(trace: Trace, pattern: re.Pattern[str]) -> bool:
    """Whether a game ended in this way: by its reason or one of its details."""
    return any(pattern.search(text) for text in (trace.reason, *trace.details.values()))


def gather(
    traces: Iterable[Trace],
    game: Game,
    first_player: str = "",
    asked: Sequence[Event] = (),
    endings: Sequence[Event] = (),
    played_again: bool = True,
) -> Arm:
    """All the games as one arm; `played_again`: also what only texts and positions can tell."""
    arm = Arm(game, first_player, asked, endings, played_again)
    for trace in traces:
        arm.add(trace)
    return arm
