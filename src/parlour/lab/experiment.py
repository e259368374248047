"""An experiment: a question about games, and the games that answer it; read from a TOML file.

docs/invent/experiments.md describes the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise, product
from pathlib import Path

from parlour.errors import BadExperiment, BadPlayer
from parlour.kernel.spec import Value
from parlour.lab.declared_questions import Declared, declared
from parlour.lab.lab_players import check_player
from parlour.picture.html_table import html_table
from parlour.table import catalogue
from parlour.table.game import Game
from parlour.toml_lines import TomlSource, TomlTable

MOST_GAMES = 10**7
MOST_VARIANTS = 200
KEPT = ("position", "chance")  # what replays have in common
STEPS = 3  # strengths that are the fewest from which anybody sees where an answer is going


@dataclass(frozen=True)
class Variant:
    """A game with its options: `game` is the name by which it is found, `label` what reports call it.

    `options` are those that the file gives, `position` the text from which games begin, empty for the
    game's own start. With `force`, a regular expression, a seat that has such a move makes one of them,
    drawn at random; with `force_chance` chance is drawn again until its outcome is such.
    """

    game: str
    label: str
    options: Mapping[str, Value] = field(default_factory=dict, hash=False)
    position: str = ""
    force: str = ""
    force_chance: str = ""


@dataclass(frozen=True)
class Budget:
    """Who plays, and how many games of each variant.

    `players` is one text for all seats, or two or more that change seats from game to game unless
    `fixed`. `purpose` says what the games are for: ``play`` (the experiment's own budgets, weak to
    strong), ``match`` (players against each other), ``ladder`` (each the double of the next: `players`
    are the stronger and the weaker), ``luck`` (`games` come in groups of `replays`, which have the first
    `after` plies, or all of chance, in common: `keep`).
    """

    name: str
    players: tuple[str, ...]
    games: int
    purpose: str = "play"
    fixed: bool = False
    replays: int = 1
    after: int = 0
    keep: str = "position"


@dataclass(frozen=True)
class Precision:
    """When enough has been played: after each `round` of games of every variant that is asked.

    Enough is a 95% interval of `measure` that reaches no further than `within` to each side (0: not
    asked), or, with `clear`, that the variants' order by `measure` is settled; `most` games in any case.
    """

    measure: str
    most: int
    round: int
    within: float = 0.0
    clear: bool = False


@dataclass(frozen=True)
class Analysis:
    """A player that says before each ply what it expects, in the first `games` games of each ``play`` arm."""

    player: str
    games: int


@dataclass(frozen=True)
class Event:
    """Something to be counted: moves whose text, or ends of which the reason or a detail, in whole or in
    part is as `pattern` says."""

    name: str
    pattern: str


@dataclass(frozen=True)
class Experiment:
    """What an experiment file says; an arm is a variant at a budget, by their places in the rows.

    `measures` are the names of those that are asked for, all where it is empty. With `paired` a game's
    chances depend on its number alone, so that variants meet the same deals. The first `opening` moves
    of every game are drawn at random, so that players who leave nothing to chance play many games.
    `contrasts` are the questions that are answered first; with `all_pairs` every variant is compared
    with every other, and not only with the first where there are many. An `exploratory` one may be played
    with fewer games than its contrasts need.
    `text` is the file's, `folder` where it lies.
    """

    name: str
    title: str
    question: str
    variants: tuple[Variant, ...]
    budgets: tuple[Budget, ...]
    seed: int
    measures: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    endings: tuple[Event, ...] = ()
    precision: Precision | None = None
    analysis: Analysis | None = None
    paired: bool = False
    opening: int = 0
    contrasts: tuple[Declared, ...] = ()
    all_pairs: bool = False
    exploratory: bool = False
    text: str = field(default="", repr=False)
    folder: str = ""

    @property
    def arms(self) -> Iterator[tuple[int, int]]:
        """Every variant at every budget: the budgets of one variant after another."""
        yield from product(range(len(self.variants)), range(len(self.budgets)))

    def _repr_html_(self) -> str:
        """What Jupyter shows: the question, and the games asked of each arm."""
        rows = (
            (self.variants[v].label, budget.name, ", ".join(budget.players), budget.games)
            for v, b in self.arms
            for budget in [self.budgets[b]]
        )
        title = f"{self.title}: {self.question}"
        return html_table(title, ("variant", "budget", "players", "games"), rows)


def read_experiment(path: str | Path) -> Experiment:
    """The experiment of a TOML file; games in files of their own are found beside it.

    Raises BadExperiment, which names the line, the key and what is allowed; OSError.
    """
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadExperiment(f"{path}: expected a text in UTF-8") from error
    return parse_experiment(text, str(path), file.parent, file.stem)


def parse_experiment(
    text: str, name: str = "the experiment", folder: Path | None = None, stem: str = "experiment"
) -> Experiment:
    """The experiment of a TOML text; `name` is what complaints call it. Raises BadExperiment."""
    top = TomlSource(text, name).table
    folder = folder or Path()
    title = top.text("title", longest=200)
    question = top.text("question")
    seed = top.whole("seed", 1, 0, 2**53)
    precision = _precision(top)
    games = _games(top, precision)
    variants, made = _variants(top, folder)
    budgets = (
        *(own := [*_budgets(top, games, made), *_strengths(top, games, made)]),
        *_matches(top, games, made),
        *_tenfold(top, made),
        *_ladder(top, games, made),
        *_luck(top, made),
    )
    if not budgets:
        top.refuse(
            "", "there is no [[budget]] and no [strengths]: expected players, weak ones first"
        )
    _unlike(top, budgets)
    labels = [variant.label for variant in variants]
    experiment = Experiment(
        stem,
        title,
        question,
        variants,
        budgets,
        seed,
        top.texts("measures", ()),
        _events(top, "event"),
        _events(top, "ending"),
        precision,
        _analysis(top, made),
        top.yes("paired", False),
        top.whole("opening", 0, 0, 1000),
        declared(top, labels, [budget.name for budget in budgets], len(own)),
        top.yes("all_pairs", False),
        top.yes("exploratory", False),
        text,
        str(folder.resolve()),
    )
    top.check_all_used()
    return experiment


def _precision(top: TomlTable) -> Precision | None:
    if not top.has("precision"):
        return None
    table = top.table("precision")
    found = Precision(
        table.text("measure"),
        table.whole("most", None, 1, MOST_GAMES),
        table.whole("round", 100, 1, MOST_GAMES),
        table.number("within", 0.0, 0.0, 1e9),
        table.yes("clear", False),
    )
    if not found.within and not found.clear:
        table.refuse("", "expected within = a number above 0, or clear = true")
    table.check_all_used()
    return found


def _games(top: TomlTable, precision: Precision | None) -> int:
    if precision is None:
        return top.whole("games", None, 1, MOST_GAMES)
    if top.has("games"):
        top.refuse("games", "a precision is given: its most takes the place of games")
    return precision.most


# -- variants --------------------------------------------------------------------------------------


def _variants(top: TomlTable, folder: Path) -> tuple[tuple[Variant, ...], list[Game]]:
    """The variants, grids expanded, and their games."""
    found: dict[str, tuple[Variant, Game]] = {}
    tables = top.tables("variant")
    if not tables:
        top.refuse("", "there is no [[variant]]: expected one or more")
    for table in tables:
        for variant, game in _grid(table, folder):
            if variant.label in found:
                table.refuse("label", f"two variants are called {variant.label!r:.100}")
            found[variant.label] = variant, game
            if len(found) > MOST_VARIANTS:
                table.refuse("options", f"expected {MOST_VARIANTS} variants at most")
    return tuple(variant for variant, _ in found.values()), [game for _, game in found.values()]


def _grid(table: TomlTable, folder: Path) -> Iterator[tuple[Variant, Game]]:
    """A variant for each choice of the options that are given as rows."""
    name = table.text("game")
    label = table.text("label", "")
    position = table.text("position", "")
    forced = [_pattern(table, key, "") for key in ("force", "force_chance")]
    options = table.table("options")
    table.check_all_used()
    identifier, colon, given = name.partition(":")
    if identifier.endswith(".py"):
        identifier = table.attempt("game", lambda: str((folder / identifier).resolve()))
    plain = table.attempt("game", lambda: _find_game(identifier + colon + given, {}))
    rows = {key: _choices(options, key, plain) for key in options.values}
    for values in product(*rows.values()):
        chosen = dict(zip(rows, values, strict=True))
        game = table.attempt("options", lambda c=chosen: _find_game(identifier + colon + given, c))  # type: ignore[misc]
        if position:
            table.attempt("position", lambda g=game: g.read(position))  # type: ignore[misc]
        findable = identifier + game.name[len(game.id) :]
        shown = _label(table, label, game, chosen)
        yield Variant(findable, shown, {k: game.chosen[k] for k in chosen}, position, *forced), game


def _find_game(name: str, options: Mapping[str, object]) -> Game:
    return catalogue.game(name, **options)


def _choices(options: TomlTable, key: str, game: Game) -> list[Value]:
    """The values of an option that are given, one or a row."""
    value = options.values[key]
    row = value if isinstance(value, list) else [value]
    if not row:
        options.refuse(key, "expected a value, or a row of values")
    if key not in game.options:
        options.refuse(key, f"{game.id} has no such option: it has {', '.join(game.options)}")
    return options.attempt(key, lambda: [game.options[key].parse(one) for one in row])


def _label(table: TomlTable, label: str, game: Game, chosen: Mapping[str, object]) -> str:
    """What the file calls the variant, ``{option}`` standing for its value; or its title and options."""
    if not label:
        named = ", ".join(f"{key}={value}" for key, value in chosen.items())
        return f"{game.title}: {named}" if named else game.name
    words: dict[str, object] = {**game.chosen, "title": game.title}

    def value(match: re.Match[str]) -> str:
        if match[1] not in words:
            table.refuse("label", f"{{{match[1]}}} is none of {', '.join(words)}")
        return str(words[match[1]])

    return re.sub(r"\{(\w*)\}", value, label)


# -- who plays -------------------------------------------------------------------------------------


def _budgets(top: TomlTable, games: int, made: list[Game]) -> Iterator[Budget]:
    for table in top.tables("budget"):
        players = _players(table, made)
        number = table.whole("games", games, 1, MOST_GAMES)
        name = table.text("name", " and ".join(players))
        yield Budget(name, players, number, fixed=table.yes("fixed", False))
        table.check_all_used()


def _unlike(top: TomlTable, budgets: tuple[Budget, ...]) -> None:
    """Refuse budgets that differ by name or number of games alone: their games would be the same."""
    seen: dict[Budget, str] = {}
    for budget in budgets:
        bare = replace(budget, name="", games=0)
        if bare in seen:
            top.refuse("", f"{seen[bare]!r} and {budget.name!r} are the same players")
        seen[bare] = budget.name


def _matches(top: TomlTable, games: int, made: list[Game]) -> Iterator[Budget]:
    for table in top.tables("match"):
        players = _players(table, made)
        if len(players) < 2:
            table.refuse("players", "a match is between two players or more: expected a row")
        number = table.whole("games", games, 1, MOST_GAMES)
        name = table.text("name", " against ".join(players))
        yield Budget(name, players, number, "match", table.yes("fixed", False))
        table.check_all_used()


def _players(table: TomlTable, made: list[Game]) -> tuple[str, ...]:
    """The players of a table, which must suit every variant."""
    players = table.texts("players")
    if not players:
        table.refuse("players", "expected a player, or a row of players")
    for game in made:
        if len(players) not in (1, 2, game.seats):
            table.refuse(
                "players", f"expected one player, two, or {game.seats} for the seats of {game.name}"
            )
    _check(table, made, *players)
    return players


@dataclass(frozen=True)
class _Steps:
    """A ``[strengths]`` table: a player with budgets `spent`, each `factor` times the one before.

    `names` are what reports call them, empty where they are called by what they spend.
    """

    pattern: str
    spent: tuple[int, ...]
    names: tuple[str, ...]
    factor: int
    match: int
    beyond: int

    def player(self, spent: int) -> str:
        """The player with this budget."""
        return self.pattern.replace("{}", str(spent))

    def name(self, spent: int) -> str:
        """The name in a match of a player with this budget."""
        return dict(zip(self.spent, self.names, strict=False)).get(spent, f"{spent:,}")


def _steps(table: TomlTable) -> _Steps:
    pattern = _hollow(table)
    lowest = table.whole("from", None, 1, 10**9)
    factor = table.whole("factor", 10, 2, 100)
    steps = table.whole("steps", STEPS, STEPS, 8)
    match, beyond = (table.whole(key, 0, 0, MOST_GAMES) for key in ("match", "beyond"))
    spent = tuple(lowest * factor**step for step in range(steps))
    names = table.texts("names", ())
    if names and len(names) != steps:
        table.refuse("names", f"expected {steps} names, the weakest player's first")
    return _Steps(pattern, spent, names, factor, match, beyond)


def _strengths(top: TomlTable, games: int, made: list[Game]) -> Iterator[Budget]:
    """The experiment's own players at three strengths or more, each with `factor` times as much to spend."""
    if not top.has("strengths"):
        return
    table = top.table("strengths")
    steps = _steps(table)
    counts = _counts(table, games, len(steps.spent))
    table.check_all_used()
    for spent, number in zip(steps.spent, counts, strict=True):
        _check(table, made, steps.player(spent))
        name = steps.name(spent) if steps.names else f"{spent:,} a move"
        yield Budget(name, (steps.player(spent),), number)


def _counts(table: TomlTable, games: int, steps: int) -> list[int]:
    """How many games at each strength: one number, or a row of them."""
    given = table.values.get("games")
    if not isinstance(given, list):
        return [table.whole("games", games, 1, MOST_GAMES)] * steps
    table.has("games")
    good = len(given) == steps and all(type(n) is int and 1 <= n <= MOST_GAMES for n in given)
    if not good:
        table.refuse("games", f"expected a whole number from 1 on, or a row of {steps} such")
    return given


def _tenfold(top: TomlTable, made: list[Game]) -> Iterator[Budget]:
    """Matches of each strength against the one below, and of what is beyond the strongest against it."""
    if not top.has("strengths"):
        return
    table = top.table("strengths")
    steps = _steps(table)
    beyond = steps.spent[-1] * steps.factor
    numbers = dict.fromkeys(steps.spent[1:], steps.match) | {beyond: steps.beyond}
    for upper, number in numbers.items():
        lower = upper // steps.factor
        if number:
            _check(table, made, steps.player(upper))
            players = (steps.player(upper), steps.player(lower))
            name = f"{steps.name(upper)} against {steps.name(lower)}"
            yield Budget(name, players, number, "match")


def _check(table: TomlTable, made: list[Game], *players: str) -> None:
    """Refuse players that some variant has not."""
    for game in made:
        for text in players:
            table.attempt("players", lambda g=game, t=text: check_player(t, g))  # type: ignore[misc]


def _hollow(table: TomlTable) -> str:
    """A player with a place for its budget."""
    pattern = table.text("players")
    if pattern.count("{}") != 1:
        table.refuse("players", "expected a player with {} for its budget, as mcts:simulations={}")
    return pattern


def _ladder(top: TomlTable, games: int, made: list[Game]) -> Iterator[Budget]:
    """Budgets in which each player has `factor` times as much to spend as its opponent."""
    if not top.has("ladder"):
        return
    table = top.table("ladder")
    pattern = _hollow(table)
    lowest = table.whole("from", None, 1, 10**9)
    factor = table.whole("factor", 2, 2, 100)
    rungs = table.whole("rungs", None, 2, 30)
    number = table.whole("games", games, 1, MOST_GAMES)
    table.check_all_used()
    spent = [lowest * factor**rung for rung in range(rungs)]
    for lower, upper in pairwise(spent):
        players = (pattern.replace("{}", str(upper)), pattern.replace("{}", str(lower)))
        _check(table, made, *players)
        yield Budget(f"{upper} against {lower}", players, number, "ladder")


def _luck(top: TomlTable, made: list[Game]) -> Iterator[Budget]:
    """Games that are played again with other chances."""
    for table in top.tables("luck"):
        players = _players(table, made)
        replays = table.whole("replays", 20, 2, 10_000)
        groups = table.whole("groups", None, 1, MOST_GAMES // replays)
        keep = table.word("keep", "position", KEPT)
        after = table.whole("after", 0, 0, 10_000)
        if keep == "chance" and after:
            table.refuse("after", "where chance is kept, games differ from their start")
        name = table.text("name", f"luck: the same {keep}, {replays} times")
        yield Budget(name, players, groups * replays, "luck", True, replays, after, keep)
        table.check_all_used()


# -- what is asked ---------------------------------------------------------------------------------


def _analysis(top: TomlTable, made: list[Game]) -> Analysis | None:
    if not top.has("analysis"):
        return None
    table = top.table("analysis")
    text = table.text("player")
    for game in made:
        table.attempt("player", lambda g=game: _check_analyst(text, g))  # type: ignore[misc]
    found = Analysis(text, table.whole("games", 50, 1, MOST_GAMES))
    table.check_all_used()
    return found


def _check_analyst(text: str, game: Game) -> None:
    if text == "random":
        raise BadPlayer("a random player expects nothing; choose one that searches")
    check_player(text, game)


def _events(top: TomlTable, kind: str) -> tuple[Event, ...]:
    return tuple(_event(table) for table in top.tables(kind))


def _event(table: TomlTable) -> Event:
    found = Event(table.text("name", longest=100), _pattern(table, "pattern"))
    table.check_all_used()
    return found


def _pattern(table: TomlTable, key: str, default: str | None = None) -> str:
    """A regular expression."""
    found = table.text(key, default, longest=200)
    try:
        re.compile(found)
    except (re.error, OverflowError, RecursionError) as error:
        table.refuse(key, f"expected a regular expression: {error}")
    return found
