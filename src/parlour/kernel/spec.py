"""The description of a game: its name, seats and options, and how options become parameters of rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from parlour.errors import BadOption
from parlour.kernel.sgf_conventions import SgfConventions

Value = str | int
Chosen = Mapping[str, Value]  # an option set: the value of each option by name

WHOLE = range(10**12)  # "any whole number"
YES_NO = ("no", "yes")
DRAWS, AUTOMATIC, CLAIM = "draws", "automatic", "claim"  # the option of games with claims
Shelf = Literal["ours", "classic", "guest"]
SHELVES: tuple[Shelf, ...] = get_args(Shelf)  # in the order of lists of games

_NUMBER = re.compile(r"0|[1-9][0-9]*")


def _in_range(text: str, numbers: range) -> bool:
    """Whether `text` is one of the `numbers`, without leading zeros."""
    return bool(_NUMBER.fullmatch(text)) and len(text) < 20 and int(text) in numbers


@dataclass(frozen=True)
class Joined:
    """Allowed values of an option that is a list: numbers of a range joined by ``+``, or ``none``."""

    numbers: range

    def fits(self, text: str) -> bool:
        """Whether `text` is such a list, of any length."""
        return text == "none" or all(_in_range(part, self.numbers) for part in text.split("+"))


@dataclass(frozen=True)
class Numbered(Sequence[str]):
    """Allowed values of an option that is one of `words`, or `prefix` and a number of a range."""

    words: tuple[str, ...]
    prefix: str
    numbers: range

    def __len__(self) -> int:
        return len(self.words) + len(self.numbers)

    def __getitem__(self, place: Any) -> Any:
        return (*self.words, *(f"{self.prefix}{n}" for n in self.numbers))[place]

    def fits(self, text: str) -> bool:
        """Whether `text` is one of the words, or the prefix with such a number."""
        number = text.removeprefix(self.prefix)
        return text in self.words or (number != text and _in_range(number, self.numbers))


@dataclass(frozen=True)
class Option:
    """One option of a game. `allowed` is a tuple of words, a range, a `Joined` or a `Numbered`.

    If `default` is None, the default depends on other options, as `help` explains; the option is then
    part of an option set, and of the game's name, only if it is given.
    """

    name: str
    default: Value | None
    allowed: tuple[str, ...] | range | Joined | Numbered
    help: str

    def parse(self, given: object) -> Value:
        """Convert a text or a Python value to the option's value; raises BadOption."""
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
        """The allowed values, in words."""
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


_DRAWS = Option(
    DRAWS,
    AUTOMATIC,
    (AUTOMATIC, CLAIM),
    "whether draws by repetition and by counted moves come by themselves or must be claimed, as is "
    "usual at a table, in records and for engines",
)


@dataclass(frozen=True)
class Spec:
    """A game, apart from its rules, notation and picture, which are files in its folder.

    * `package`: the dotted name of the folder, which contains the sources `rules` and `notation`.
    * `seats`: the players' names, or a function of the option set that returns them.
    * `options`, `parameters`: the options, and the upper-case names that they replace in the rules file.
    * `defaults`: the defaults that depend on the options chosen so far.
    * `suggested`: the values that the form for a new game selects at first, where people who agree on
      nothing else do not play the default.
    * `check`: raises BadOption for options that exclude one another.
    * `levels`, `strongest`: the players of the lower levels (or of all ten) and of the highest, as texts
      for `parlour.players`, or functions of the option set.
    * `plain_simulations`: how many simulations a search makes for a move at most while it waits for the
      compiler, where plain rules make them slowly; 0: as many as are asked for.
    * `repetition`: whether the game ends when a position occurs for the `repetitions`-th time, for
      `repetition_reason`; the score is the rules' `limit_payoff`.
    * `claims`: the occurrence that ends a game whose draws must be claimed; such a game has the option
      `draws`, the rules the parameter CLAIMS and `claimable`. 0: no draw is ever claimed.
    * `count_options`: the option, 0 for none, that sets after how many moves a game ends, by reason.
    * `rules_count_moves`: the rules themselves apply the move limit (MOVE_LIMIT), since the position text
      contains the counts. Repetition takes precedence, so such rules define `advance` (play without the
      limit), `limit_reached`, and `draw_all` if a draw changes the position.
    * `alternating`: whether the players simply take turns.
    * `sides`: the number of partnerships (a player's is the seat number modulo `sides`); 0: no partners.
    * `hidden`: whether information is hidden. The rules then define `redeal`, the notation `view` and
      `observed_text`, and its `scene` takes a seat.
    * `appeal`: one line that makes a newcomer want to try it.
    * `shelf`: where lists of games show it: first the inventors' own games, then other modern games, last the
      guests that everybody knows.
    * `minutes`: the usual length of a game between experienced players; 0 if unknown.
    * `moves`: a regular expression that all move texts match, to reject texts quickly; "" matches any.
    * `sgf`: how SGF records represent the game.
    * `conventions`: the record formats (`pgn`), engine protocols (`uci`) and kinds of series that exist
      for this game, each with the module that has its hooks: a name in the game's folder, or a dotted
      one; "" if nothing is needed (see `table/foreign_notation.py`).
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
    claims: int = 0
    count_options: Mapping[str, str] = field(default_factory=dict, hash=False)
    rules_count_moves: bool = False
    alternating: bool = True
    sides: int = 0
    hidden: bool = False
    parameters: Callable[[Chosen], Mapping[str, Any]] = field(default=lambda chosen: {})
    defaults: Callable[[Chosen], Mapping[str, Value]] = field(default=lambda chosen: {})
    suggested: Mapping[str, Value] = field(default_factory=dict, hash=False)
    check: Callable[[Chosen], None] = field(default=lambda chosen: None)
    appeal: str = ""
    shelf: Shelf = "ours"
    tags: tuple[str, ...] = ()
    minutes: int = 0
    levels: tuple[str, ...] | Callable[[Chosen], tuple[str, ...]] = ()
    strongest: str | Callable[[Chosen], str] = ""
    plain_simulations: int = 0
    rules: str = "rules"
    notation: str = "notation"
    about: str = "about.md"
    moves: str = ""
    sgf: SgfConventions = field(default_factory=SgfConventions)
    conventions: Mapping[str, str] = field(default_factory=dict, hash=False)

    def looks_like_a_move(self, text: str) -> bool:
        """Whether a text may be a move of this game, judging by its form."""
        return not self.moves or re.fullmatch(self.moves, text, re.ASCII) is not None

    @property
    def repeats(self) -> int:
        """The number of occurrences of a position that ends the game; 0: never."""
        return self.repetitions if self.repetition else 0

    @property
    def all_options(self) -> dict[str, Option]:
        """The game's options by name, in alphabetical order, including `move_limit` and `draws`."""
        limit = Option(
            "move_limit", self.move_limit, WHOLE, "moves by each seat before a draw; 0 = none"
        )
        draws = (_DRAWS,) if self.claims else ()
        both = {option.name: option for option in (limit, *draws, *self.options)}
        return dict(sorted(both.items()))

    def choose(self, given: Mapping[str, object]) -> dict[str, Value]:
        """The full option set: the `given` values, and defaults for the others; raises BadOption."""
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
        """The default of each option that has one, in combination with the `chosen` options."""
        always = {n: o.default for n, o in self.all_options.items() if o.default is not None}
        return {**always, **self.defaults(chosen)}

    def name(self, chosen: Chosen) -> str:
        """The first field of position texts: the id, and options that differ from their defaults."""
        defaults = self.defaults_beside(chosen)
        changed = [
            f"{name}={chosen[name]}"
            for name in self.all_options
            if name in chosen and chosen[name] != defaults.get(name)
        ]
        return f"{self.id}:{','.join(changed)}" if changed else self.id

    def seat_names(self, chosen: Chosen) -> tuple[str, ...]:
        """The players' names for an option set, by seat."""
        return self.seats(chosen) if callable(self.seats) else self.seats

    def level_players(self, chosen: Chosen) -> tuple[str, ...]:
        """The players of the levels for an option set, from level 1 up; empty if the game has none."""
        return self.levels(chosen) if callable(self.levels) else self.levels

    def strongest_player(self, chosen: Chosen) -> str:
        """The player of the highest level for an option set; empty if the game names none."""
        return self.strongest(chosen) if callable(self.strongest) else self.strongest


def parse_options(text: str) -> dict[str, str]:
    """Split an option text ``key=value,…``; raises BadOption if it is malformed."""
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
