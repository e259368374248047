"""Reading players' texts: a level ``1`` to ``10``, or ``kind:setting=value,…`` such as ``mcts:seconds=0.5``.

``strongest:seconds=0.5`` is the game's best player with that budget, if it can be given one.

A game may bring kinds of its own, and rows of moves that a person may take whole: see `Own`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields

from parlour.errors import BadOption, BadPlayer
from parlour.kernel.spec import parse_options
from parlour.players.beginner import Beginner
from parlour.players.hidden import DeterminizedPlayer, ISMCTSPlayer
from parlour.players.levels import LEVELS, level_texts, strongest
from parlour.players.searchers import AlphaBetaPlayer, MCTSPlayer, RAVEPlayer
from parlour.search.evaluation.ntuple_model import learnt_model
from parlour.search.mcts.rave_search import has_rave
from parlour.table.catalogue import own_module
from parlour.table.game import Game, State
from parlour.table.game_instance import refuse_hidden
from parlour.table.player import Player, RandomPlayer

KINDS: Mapping[str, type[Player]] = {
    "random": RandomPlayer,
    "mcts": MCTSPlayer,
    "alphabeta": AlphaBetaPlayer,
    "ismcts": ISMCTSPlayer,
    "determinized": DeterminizedPlayer,
}
SEES_ALL = ("mcts", "alphabeta")  # players that must not play where information is hidden
STRONGEST = "strongest"  # a game's best player, with a budget
PROTOCOLS = (
    "ugi",
    "uci",
    "usi",
    "gtp",
    "uhp",
    "hub",
)  # by which other people's engines are spoken to
BUDGETS = ("simulations", "nodes", "depth", "seconds", "deals")
ERRORS = ("blunder", "oversight")  # parts of a player's moves that go wrong
LEVELLED = (*BUDGETS, "noise", *ERRORS)  # what makes a level of a kind
THINKING = (1, 3, 10)  # seconds for a move that are offered beside the levels
BUDGETED = {name: float if name == "seconds" else int for name in BUDGETS}

ON_OR_OFF = ("learnt",)
MOST, MOST_THREADS = 10**9, 256  # that settings may be
MOST_MEMORY = 1 << 16  # megabytes

_NUMBER = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,6})?")
_SETTINGS = re.compile(r";[A-Za-z][^=;]*=[^;]*$", re.ASCII)  # after an engine's command
_TIMED = re.compile(rf"{STRONGEST}:seconds=([0-9.]+)")


def player(
    text: str | int, game: Game, seed: int | None = None, budget: str | None = None
) -> Player:
    """The player that `text` names: a level, or a kind with its settings.

    `budget`, as ``seconds=0.5``, takes the place of the text's own budget. Without a seed it plays
    another game each time. Raises BadPlayer, which names what is allowed.
    """
    named = str(text)
    full = _level(named, game) if named.isdecimal() else named
    kind, _, given = full.partition(":")
    if kind in (*PROTOCOLS, "engine"):
        return _program(kind, given, game, budget)
    kinds = kinds_of(game)
    if kind == STRONGEST:
        kind, given = _strongest(given, game, kinds)
    if kind not in kinds and kind in SEES_ALL:
        refuse_hidden(game, f"the player {kind}")
    if kind not in kinds:
        example = "ismcts" if game.spec.hidden else "mcts"
        raise BadPlayer(
            f"there is no player {named!s:.60}: a player is a level 1 to {len(level_texts(game))}, "
            f"{STRONGEST}, or {', '.join(kinds)} with settings, as {example}:simulations=500"
        )
    settings = _options(given)
    if budget is not None:
        settings = {k: v for k, v in settings.items() if k not in BUDGETS} | _options(budget)
    seed = random.SystemRandom().getrandbits(31) if seed is None else seed
    values = _values(kind, kinds[kind].SETTINGS, settings)
    oversight = values.pop("oversight", 0.0)
    made = kinds[kind](game, seed, **values)
    if oversight:
        made = Beginner(made, oversight, seed)
    made.name = f"level {named}" if named.isdecimal() else named
    return made


def timed_texts(game: Game) -> tuple[str, ...]:
    """The game's strongest player with each time of THINKING; none where it cannot be given a time."""
    kind = strongest(game).partition(":")[0]
    if "seconds" not in kinds_of(game)[kind].SETTINGS:
        return ()
    return tuple(f"{STRONGEST}:seconds={seconds}" for seconds in THINKING)


def called(text: str) -> str:
    """What a player is called at the table: "level 3", "thinks 1 second"; another one by its text."""
    if text.isdecimal():
        return f"level {text}"
    timed = _TIMED.fullmatch(text)
    return f"thinks {timed[1]} {'second' if timed[1] == '1' else 'seconds'}" if timed else text


def _program(kind: str, given: str, game: Game, budget: str | None) -> Player:
    """Another program as a player, by its command or its name in the file of engines."""
    from parlour.players.engine_file import NamedEngine, engine  # few need processes and files
    from parlour.players.engine_players import PROGRAMS

    named, options = kind == "engine", {}
    if not named and (settings := _SETTINGS.search(given)):
        options = _options(settings[0][1:])
        given = given[: settings.start()]
        seconds = options.pop("seconds", None)
        budget = budget or (f"seconds={seconds}" if seconds else None)
    meant = engine(given, PROTOCOLS) if named else NamedEngine(kind, given, 1.0, options)
    made = PROGRAMS[meant.protocol](game, meant.command, meant.seconds, meant.options)
    made.name = f"{kind}:{given}"
    if budget is not None:
        name, _, amount = budget.partition("=")
        if name not in made.SETTINGS or not _NUMBER.fullmatch(amount) or float(amount) <= 0:
            allowed = " or ".join(f"{each}=NUMBER" for each in made.SETTINGS)
            raise BadPlayer(f"{budget!s:.40}: the budget of this engine is {allowed}, more than 0")
        made.think_for(name, float(amount))
    return made


def engines_for(game: Game) -> list[str]:
    """The engines of this machine's file that play a game, as texts; raises BadPlayer for the file."""
    from parlour.players.engine_file import engines

    texts = [f"engine:{name}" for name in engines(PROTOCOLS)]
    return [text for text in texts if _plays(text, game)]


def _plays(text: str, game: Game) -> bool:
    try:
        player(text, game)
    except BadPlayer:
        return False
    return True


def kinds_of(game: Game) -> Mapping[str, type[Player]]:
    """The kinds of players that there are for a game, its own among them.

    Where information is hidden, those that would see all are left out; `rave` plays games whose rules declare
    what it needs.
    """
    kinds = {k: v for k, v in KINDS.items() if not (game.spec.hidden and k in SEES_ALL)}
    if has_rave(game):
        kinds["rave"] = RAVEPlayer
    return {**kinds, **own_players(game).PLAYERS}


def suggestions(state: State, seed: int) -> dict[str, list[str]]:
    """What a game has ready for the seat to move, by name: rows of moves, such as a whole deployment."""
    return own_players(state.game).suggestions(state, seed)


def suggested(state: State) -> tuple[str, ...]:
    """The names in `suggestions`, without making them."""
    return own_players(state.game).suggested(state)


def late_moves(state: State, seed: int) -> list[str]:
    """The row of moves that is played for the seat to move when it may act no more."""
    return own_players(state.game).late(state, seed)


def least_binding(state: State) -> str:
    """The move made for a player whose time for one move is out: the one that commits least.

    Of several that commit equally little, the first in the list.
    """
    notation, record = state.game.notation, state.record
    moves = ((notation.binding(record, m), notation.move_text(record, m)) for m in state.codes())
    text: str = min(moves)[1]
    return text


@dataclass(frozen=True)
class Own:
    """What the file ``players.py`` in a game's folder may define, and the defaults.

    `PLAYERS`: its own kinds of players by name. ``suggestions(state, seed)``: rows of moves that are
    ready for the seat to move, by name; ``suggested(state)``: their names, without making them;
    ``late(state, seed)``: the row of moves that is played for a seat that may act no more.
    """

    PLAYERS: Mapping[str, type[Player]] = field(default_factory=dict)
    suggestions: Callable[[State, int], dict[str, list[str]]] = lambda state, seed: {}
    suggested: Callable[[State], tuple[str, ...]] = lambda state: ()
    late: Callable[[State, int], list[str]] = lambda state, seed: [least_binding(state)]


NONE = Own()


def own_players(game: Game) -> Own:
    """What a game's own file of players gives; NONE where there is no such file."""
    module = own_module(game, "players")
    if module is None:
        return NONE
    given = vars(module)
    return Own(**{part.name: given[part.name] for part in fields(Own) if part.name in given})


def _strongest(given: str, game: Game, kinds: Mapping[str, type[Player]]) -> tuple[str, str]:
    """The kind and settings of the game's best player, with the budgets that it can be given."""
    kind, _, settings = strongest(game).partition(":")
    asked = _options(given)
    _values(STRONGEST, BUDGETED, asked)
    able = {name: value for name, value in asked.items() if name in kinds[kind].SETTINGS}
    if not able:
        return kind, settings
    kept = {name: value for name, value in _options(settings).items() if name not in LEVELLED}
    return kind, ",".join(f"{name}={value}" for name, value in {**kept, **able}.items())


def expand(text: str, game: Game) -> str:
    """A text with levels and the strongest player expanded to kind and settings; raises BadPlayer."""
    kind, _, given = (_level(text, game) if text.isdecimal() else text).partition(":")
    if kind == STRONGEST:
        kind, given = _strongest(given, game, kinds_of(game))
    return f"{kind}:{given}" if given else kind


def uses_learnt(text: str, game: Game) -> bool:
    """Whether this player would evaluate by what was learnt of the game with its options."""
    kind, _, given = expand(text, game).partition(":")
    return kind == "alphabeta" and "learnt=0" not in given.split(",") and bool(learnt_model(game))


def _level(text: str, game: Game) -> str:
    """The player of a level; a number above a game's highest is the highest: matches are of several games."""
    levels = level_texts(game)
    if text not in map(str, range(1, LEVELS + 1)):
        raise BadPlayer(f"there is no level {text!s:.20}: levels are 1 to {len(levels)}")
    return levels[min(int(text), len(levels)) - 1]


def _options(text: str) -> dict[str, str]:
    try:
        return parse_options(text) if text else {}
    except BadOption as error:
        raise BadPlayer(str(error)) from error


def _values(kind: str, settings: Mapping[str, type], given: Mapping[str, str]) -> dict[str, float]:
    """The settings as numbers; raises BadPlayer for unknown ones and for what is no number above 0."""
    allowed = {**settings, **dict.fromkeys(ERRORS, float)}
    values: dict[str, float] = {}
    for name, text in given.items():
        if name not in allowed:
            raise BadPlayer(f"{kind} has no setting {name!s:.40}: it has {', '.join(allowed)}")
        whole = allowed[name] is int
        if not _NUMBER.fullmatch(text) or (whole and "." in text):
            raise BadPlayer(
                f"{name}={text!s:.40}: expected a {'whole number' if whole else 'number'}"
            )
        values[name] = allowed[name](text)
        least, most = bounds(name, allowed[name])
        if not least <= values[name] <= most:
            expected = "more than 0" if values[name] <= 0 < least else f"{least:g} to {most:,}"
            raise BadPlayer(f"{name}={text!s:.40}: expected {expected}")
    return values


def bounds(name: str, kind: type) -> tuple[float, int]:
    """The least and the most that a setting may be, an int or a float."""
    if name in (*ERRORS, *ON_OR_OFF):
        return 0, 1
    if name == "threads":
        return 1, MOST_THREADS
    if name == "memory":
        return 1, MOST_MEMORY
    if name in (*BUDGETS, "scale"):
        return (1 if kind is int else 1e-6), MOST
    return 0, MOST
