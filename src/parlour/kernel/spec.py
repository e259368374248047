"""What is said about a game in one place: its name, seats, options, and how options turn into rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parlour.errors import BadOption
from parlour.kernel.sgf_conventions import SgfConventions

Value = str | int
Chosen = Mapping[str, Value]  # an option set: every option's name and value

WHOLE = range(10**12)  # "any whole number"; a game that lasts longer has not been seen
YES_NO = ("no", "yes")

_NUMBER = re.compile(r"0|[1-9][0-9]*")


def _in_range(text: str, numbers: range) -> bool:
    """Whether `text` is one of the `numbers`, without leading zeros."""
    return bool(_NUMBER.fullmatch(text)) and len(text) < 20 and int(text) in numbers


@dataclass(frozen=True)
class Joined:
    """What an option may be that holds a row of numbers: numbers of a range joined by ``+``, or ``none``."""

    numbers: range

    def fits(self, text: str) -> bool:
        """Whether `text` is such a row, of any length."""
        return text == "none" or all(_in_range(part, self.numbers) for part in text.split("+"))


@dataclass(frozen=True)
class Numbered(Sequence[str]):
    """What an option may be that is one of a few `words`, or `prefix` with a number of a range."""

    words: tuple[str, ...]
    prefix: str
    numbers: range

    def __len__(self) -> int:
        return len(self.words) + len(self.numbers)

    def __getitem__(self, place: Any) -> Any:
        return (*self.words, *(f"{self.prefix}{n}" for n in self.numbers))[place]

    def fits(self, text: str) -> bool:
        """Whether `text` is one of the words, or such a word with a number."""
        number = text.removeprefix(self.prefix)
        return text in self.words or (number != text and _in_range(number, self.numbers))


@dataclass(frozen=True)
class Option:
    """One option of a game: `allowed` is a row of words, a range of whole numbers, a row of these, or words
    with a number at their end.

    A `default` of None: what holds depends on other options, as `help` says; the option is part of a
    choice, and of the game's name, only where it is given.
    """

    name: str
    default: Value | None
    allowed: tuple[str, ...] | range | Joined | Numbered
    help: str

    def parse(self, given: object) -> Value:
        """The value that `given` (its text, or a Python value) stands for; raises BadOption."""
        if isinstance(self.allowed, range):
            text = str(given) if type(given) in (int, str) else ""
            if _in_range(text, self.allowed):
                return int(text)
        elif isinstance(self.allowed, (Joined, Numbered)):
            if isinstance(given, str) and self.allowed.fits(given):
                return given
        else:
            word = {True: "yes", False: "no"}[given] if isinstance(given, bool) else given
            if isinstance(word, str) and word in self.allowed:
                return word
        raise BadOption(
            f"{self.name}={given!s:.40} is not allowed: {self.name} is {self.allowed_text}"
        )

    @property
    def allowed_text(self) -> str:
        """The allowed values in words."""
        if isinstance(self.allowed, Joined):
            numbers = self.allowed.numbers
            return f"none, or whole numbers from {numbers[0]} to {numbers[-1]} joined by +"
        if isinstance(self.allowed, Numbered):
            first, last = (f"{self.allowed.prefix}{self.allowed.numbers[i]}" for i in (0, -1))
            return f"{' or '.join(self.allowed.words)}, or {first} to {last}"
        if not isinstance(self.allowed, range):
            return " or ".join(self.allowed)
        if self.allowed == WHOLE:
            return "any whole number below 10^12 (0 = none)"
        if len(self.allowed) == 2:
            return f"{self.allowed[0]} or {self.allowed[1]}"
        return f"a whole number from {self.allowed[0]} to {self.allowed[-1]}"


@dataclass(frozen=True)
class Spec:
    """A game: all that is not its rules, notation and picture, which lie in files of its folder.

    `package` is the dotted name of the folder; ``rules`` and ``notation`` in it are the sources.
    `seats` are the seats' names, or give them for an option set. `parameters` gives the upper-case
    names that options replace in the rules file. `check` raises BadOption for options that do not go
    together. `levels` are the players of the lower levels (or of all ten), as texts that `parlour.players`
    reads, and `strongest` that of the highest, or they give them for an option set.
    `rules_count_moves`: the move limit is the rules' own (MOVE_LIMIT), since the position text holds
    the counts; so that repetition comes before it, such rules give the table `advance` (play without
    the limit) and `limit_reached`, and `draw_all` where a draw changes the position.
    `sides`: how many partnerships there are, seat number modulo it being the seat's; 0 where all play
    for themselves. `alternating`: seats simply alternate. `hidden`: seats do not see all; the rules
    then give `redeal`, the notation `view` and `heard`, and its `scene` is drawn for a seat.
    `repetition`: whether a position that has stood `repetitions` times ends the game.
    `repetition_reason`: the word for a game that ends by repetition, where the page has its own (its
    score is the rules' limit_payoff). `defaults` gives the defaults that depend on other options: it is
    called with those that are chosen so far. `minutes`: how long a game takes two who know it, about;
    0 if unknown. `moves` is a regular expression for the look of its moves, for a quick look at texts before
    the rules are tried on them; "" where any text may be one.

    `sgf` is how SGF records write the game. `conventions` names what elsewhere was made for this game:
    record formats (`pgn`), engine protocols (`uci`), kinds of series. `hooks` is the module in its
    folder with what these need of it.
    """

    id: str
    title: str
    goal: str
    package: str
    seats: tuple[str, ...] | Callable[[Chosen], tuple[str, ...]]
    options: tuple[Option, ...] = ()
    move_limit: int = 0
    repetition: bool = True
    repetitions: int = 3
    repetition_reason: str = "repetition"
    rules_count_moves: bool = False
    alternating: bool = True
    sides: int = 0
    hidden: bool = False
    parameters: Callable[[Chosen], Mapping[str, Any]] = field(default=lambda chosen: {})
    defaults: Callable[[Chosen], Mapping[str, Value]] = field(default=lambda chosen: {})
    check: Callable[[Chosen], None] = field(default=lambda chosen: None)
    tags: tuple[str, ...] = ()
    minutes: int = 0
    levels: tuple[str, ...] | Callable[[Chosen], tuple[str, ...]] = ()
    strongest: str | Callable[[Chosen], str] = ""
    rules: str = "rules"
    notation: str = "notation"
    about: str = "about.md"
    moves: str = ""
    sgf: SgfConventions = field(default_factory=SgfConventions)
    conventions: tuple[str, ...] = ()
    hooks: str = ""

    def looks_like_a_move(self, text: str) -> bool:
        """Whether a text has the look of a move of this game, or the game does not tell its moves' look."""
        return not self.moves or re.fullmatch(self.moves, text, re.ASCII) is not None

    @property
    def repeats(self) -> int:
        """How many times a position stands when that ends the game; 0: that never does."""
        return self.repetitions if self.repetition else 0

    @property
    def all_options(self) -> dict[str, Option]:
        """The game's options by name, in alphabetical order, `move_limit` among them."""
        limit = Option(
            "move_limit", self.move_limit, WHOLE, "moves by each seat before a draw; 0 = none"
        )
        both = {option.name: option for option in (limit, *self.options)}
        return dict(sorted(both.items()))

    def choose(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Every option with its value, those not in `given` at their defaults; raises BadOption."""
        options = self.all_options
        for name in given:
            if name not in options:
                raise BadOption(
                    f"{self.id} has no option {name!s:.40}: it has {', '.join(options)}"
                )
        parsed = {name: options[name].parse(value) for name, value in given.items()}
        chosen = dict(sorted({**self.defaults_beside(parsed), **parsed}.items()))
        self.check(chosen)
        return chosen

    def defaults_beside(self, chosen: Chosen) -> dict[str, Value]:
        """The default of every option that has one, beside the options that are `chosen`."""
        always = {n: o.default for n, o in self.all_options.items() if o.default is not None}
        return {**always, **self.defaults(chosen)}

    def name(self, chosen: Chosen) -> str:
        """The first field of position texts: the id and the options that are not at their defaults."""
        defaults = self.defaults_beside(chosen)
        changed = [
            f"{name}={chosen[name]}"
            for name in self.all_options
            if name in chosen and chosen[name] != defaults.get(name)
        ]
        return f"{self.id}:{','.join(changed)}" if changed else self.id

    def seat_names(self, chosen: Chosen) -> tuple[str, ...]:
        """The seats' names for an option set, by number."""
        return self.seats(chosen) if callable(self.seats) else self.seats

    def level_players(self, chosen: Chosen) -> tuple[str, ...]:
        """The players of the levels for an option set, from level 1 up; none where the game has none."""
        return self.levels(chosen) if callable(self.levels) else self.levels

    def strongest_player(self, chosen: Chosen) -> str:
        """The player of the highest level for an option set; empty where the game names none."""
        return self.strongest(chosen) if callable(self.strongest) else self.strongest


def parse_options(text: str) -> dict[str, str]:
    """Option texts ``key=value,…`` by name; raises BadOption where that form is broken."""
    given: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if not equals or not name or not value:
            raise BadOption(
                f"{part!s:.40} is not an option: options are key=value, joined by commas"
            )
        if name in given:
            raise BadOption(f"the option {name!s:.40} is given twice")
        given[name] = value
    return given
