"""One recorded game: its tags, its moves, its result; made from a game played, or replayed into one."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from parlour.errors import BadRecord, ParlourError
from parlour.kernel.layout import CHANCE
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game
from parlour.table.state import State

UNFINISHED = "*"
HEARD = "Heard"  # the tag of a record of what one seat, or an onlooker, heard of the game
ONLOOKER = "onlooker"
SILENT = "-"  # what a seat hears of a move of which it hears nothing
WIDTH = 80  # of lines of moves, as PGN has it

_WORDS: dict[tuple[Fraction, ...], str] = {
    (Fraction(1), Fraction(0)): "1-0",
    (Fraction(0), Fraction(1)): "0-1",
    (Fraction(1, 2), Fraction(1, 2)): "1/2-1/2",
}
_FIRST_TAGS = ("Game", "Event", "Site", "Date", "Round")
_LAST_TAGS = ("Result", "Termination", "Position")


def result_text(scores: tuple[Fraction, ...] | None) -> str:
    """A result as records write it: ``1-0``, ``1/2-1/2``, ``3:3:0:0``; None is an unfinished game."""
    if scores is None:
        return UNFINISHED
    return _WORDS.get(scores) or ":".join(map(str, scores))


def seat_tag(name: str) -> str:
    """The tag under which a record names who plays the seat called `name`."""
    return re.sub(r"\W", "_", name)


@dataclass(frozen=True)
class Record:
    """A recorded game.

    `tags` hold at least Game; `moves` are the rulebook's texts, chance outcomes included, `numbers`
    the move number that is written before each (or nothing). `line` is where the record began in its
    file, `lines` where each move stands, `notices` what was in the file and is not kept.
    """

    tags: Mapping[str, str]
    moves: tuple[str, ...]
    result: str = UNFINISHED
    numbers: tuple[str, ...] = field(default=(), compare=False)
    line: int = field(default=1, compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False)
    notices: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def from_state(cls, state: State, tags: Mapping[str, str] | None = None) -> Record:
        """The record of the game that led to `state`.

        `tags` may name players, event and date, and give Result and Termination where the table ended
        the game (somebody resigned); where the rules did, theirs are written.
        """
        given = dict(tags or {})
        start, numbers = _walk_back(state)
        given["Game"] = state.game.name
        given.pop("Position", None)
        if start.text != state.game.start().text:
            given["Position"] = start.text
        if state.outcome is not None:
            given["Result"] = result_text(state.outcome.scores)
            given["Termination"] = state.outcome.reason
        given.setdefault("Result", UNFINISHED)
        order = [*_FIRST_TAGS, *(t for t in given if t not in _FIRST_TAGS + _LAST_TAGS)]
        kept = {tag: given[tag] for tag in [*order, *_LAST_TAGS] if tag in given}
        return cls(kept, state.history, given["Result"], numbers)

    @classmethod
    def as_heard(
        cls, state: State, seat: int | None, tags: Mapping[str, str] | None = None
    ) -> Record:
        """The record of the game that led to `state` as `seat` (None: an onlooker) heard of it.

        Its moves are what the seat heard of each, those that it heard nothing of (``-``) left out; its
        Position is what it saw. The tag Heard names the seat, and such a record cannot be replayed.
        Where nothing is hidden it is the whole record.
        """
        if not state.game.spec.hidden:
            return cls.from_state(state, tags)
        name = ONLOOKER if seat is None else state.game.seat_names[seat]
        whole = cls.from_state(state, {HEARD: name, **(tags or {})})
        kept = dict(whole.tags)
        if "Position" in kept:
            kept["Position"] = _walk_back(state)[0].view(seat)
        texts = zip(heard_texts(state, seat), whole.numbers, strict=True)
        heard = [(text, number) for text, number in texts if text != SILENT]
        moves, numbers = (tuple(column[i] for column in heard) for i in range(2))
        return replace(whole, tags=kept, moves=moves, numbers=numbers)

    @property
    def heard_by(self) -> str | None:
        """Whose hearing this is a record of, a seat's name or ``onlooker``; None if it is the whole game."""
        return self.tags.get(HEARD)

    @property
    def game(self) -> Game:
        """The game, with its options; raises BadRecord if there is none such.

        A game in one file must have been loaded before: a record never makes Python run a file.
        """
        name = self.tags.get("Game", "")
        if name.partition(":")[0].endswith(".py"):
            raise BadRecord(f"line {self.line}: {name:.80} is a file; expected the id of a game")
        try:
            return find_game(name)
        except ParlourError as error:
            raise BadRecord(f"line {self.line}: {error}") from error

    def state(self) -> State:
        """The state after the last move, with all the moves in its history.

        Raises BadRecord, which names the line, for a game, position or move that is not legal, for a
        result that is not the one the moves lead to, and for a record of what one seat heard
        (`heard_by`).
        """
        game = self.game
        if self.heard_by is not None:
            raise BadRecord(
                f"line {self.line}: the tag {HEARD} says that this is the game as heard by "
                f"{self.heard_by:.40}; it can be read, but not replayed without what was hidden"
            )
        try:
            state = game.read(self.tags["Position"]) if "Position" in self.tags else game.start()
        except ParlourError as error:
            raise BadRecord(f"line {self.line}: {error}") from error
        for place, text in enumerate(self.moves):
            self._replay(state, place, text)
        self._check_result(state)
        return state

    @property
    def text(self) -> str:
        """The record as it stands in a file: tags, an empty line, moves and result in short lines."""
        tags = [f'[{name} "{_quoted(value)}"]' for name, value in self.tags.items()]
        numbers = self.numbers or ("",) * len(self.moves)
        words = [
            f"{number} {move}".strip() for number, move in zip(numbers, self.moves, strict=True)
        ]
        moves = textwrap.wrap(
            " ".join([*words, self.result]),
            WIDTH,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return "\n".join([*tags, "", *moves]) + "\n"

    def _replay(self, state: State, place: int, text: str) -> None:
        try:
            state.play(text)
        except ParlourError as error:
            if text.isdecimal():  # a move number without its full stop
                return
            line = self.lines[place] if self.lines else self.line
            raise BadRecord(f"line {line}: move {place + 1}: {error}") from error

    def _check_result(self, state: State) -> None:
        if state.outcome is not None:
            reached = result_text(state.outcome.scores)
            if self.result not in (reached, UNFINISHED):
                raise BadRecord(
                    f"line {self.line}: the result is {self.result}; these moves end with {reached}"
                    f" ({state.outcome.reason})"
                )
        elif self.result != UNFINISHED and _seats_of(self.result) != state.game.seats:
            raise BadRecord(
                f"line {self.line}: the result is {self.result}; expected {state.game.seats} scores"
            )


def _seats_of(result: str) -> int:
    return 2 if "-" in result else len(result.split(":"))


def _quoted(value: str) -> str:
    """A tag's value on one line, with its quotation marks and backslashes escaped."""
    line = " ".join(value.split()) if not value.isprintable() else value
    return line.replace("\\", "\\\\").replace('"', '\\"')


def _walk_back(state: State) -> tuple[State, tuple[str, ...]]:
    """The state from which the history of `state` began, and the number before each of its moves."""
    back = state.copy()
    movers = []
    while back.history:
        back.undo()
        movers.append(back.turn)
    return back, _numbers(movers[::-1], state.game.seats)


def heard_texts(state: State, seat: int | None) -> tuple[str, ...]:
    """The moves and outcomes of the game that led to `state`, each as `seat` heard of it or SILENT."""
    back, heard = state.copy(), []
    while back.history:
        text = back.history[-1]
        back.undo()
        heard.append(back.heard(back.code(text), seat))
    return tuple(reversed(heard))


def _numbers(movers: list[int | None], seats: int) -> tuple[str, ...]:
    """A number before the first move of each round; a round ends when the turn comes back."""
    numbers, count, last = [], 0, seats
    for seat in movers:
        new = seat is not None and seat != CHANCE and (seat < last or seats == 1)
        if new:
            count += 1
        numbers.append(f"{count}{'...' if count == 1 and seat else '.'}" if new else "")
        last = last if seat is None or seat == CHANCE else seat
    return tuple(numbers)
