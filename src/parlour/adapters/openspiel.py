"""Every game in OpenSpiel, as ``parlour_ID`` (https://openspiel.readthedocs.io, the extra ``openspiel``).

Importing this module registers them all: ``pyspiel.load_game("parlour_hex(size=5)")``. A game in a file is
registered by ``register("my_game.py")``, which returns its name. Options whose values are numbers are
integer parameters, the others strings; ``position`` is a position text to begin with. Actions are indices
(`parlour.adapters.actions`), returns those of `parlour.adapters.episode.returns`.

Chance outcomes that the game lists have their exact probabilities. Where there are too many to list (a
pack of cards), `DEALS` of them, drawn once for all from the seeds 0 to ``DEALS - 1``, are equally likely;
another number is asked for by the parameter ``deals_drawn``, so that a tree becomes small enough to be
walked whole.

Random games of 5,000 plies step through plain rules, then through compiled ones, which takes a few seconds
once. Games with too many moves to be listed (NavalQi) stay plain.

An observation is a seat's view. An information state is all that the seat remembers: what it heard of every
move, what it saw at its own decisions, and its view now. As a tensor it has, for each decision of the seat,
the observation and 1 + the action that it chose, and last the present observation with a 0. Games with hidden
information whose `LONGEST` bounds this table have it; others where ``decisions_recalled`` gives its rows. A
game in which a seat decides more often raises ParlourError then.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from parlour.adapters.episode import returns
from parlour.adapters.observations import Observations
from parlour.adapters.seat_memory import Row, fill_table, row
from parlour.adapters.tree_positions import GameTree, TreePosition
from parlour.errors import BadOption, MissingExtra
from parlour.kernel.layout import CHANCE
from parlour.kernel.spec import Option
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import specs
from parlour.table.game import Game, State

try:
    import pyspiel
except ImportError as error:
    raise MissingExtra("OpenSpiel needs the extra: pip install 'parlour[openspiel]'") from error

DEALS = 4096
DRAWN = "deals_drawn"  # the parameter that changes it
RECALLED = "decisions_recalled"  # the rows of an information state's tensor
POSITION = "position"
ADDED = (DRAWN, RECALLED, POSITION)  # parameters that are no options of the game
LARGEST = 1 << 20  # numbers in an information state's tensor, unless its rows are asked for
TERMINAL, CHANCE_PLAYER = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)
LONGEST = (
    1 << 20
)  # plies that no game exceeds, as OpenSpiel is given them, where the rules know no bound
PREFIX = "parlour_"


def short_name(game_id: str) -> str:
    """The name of a game in OpenSpiel."""
    return PREFIX + game_id.replace("-", "_")


class ParlourState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel's algorithms work with it."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.game_of: ParlourGame = game
        self.at: TreePosition = game.root.copy()

    @property
    def inner(self) -> State:
        """The position as Parlour's own state, to be read only."""
        return self.at.state

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's numbers for chance and the end."""
        turn = self.at.turn
        if turn is None:
            return TERMINAL
        return CHANCE_PLAYER if turn == CHANCE else turn

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal if player == self.at.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes that are due, with their probabilities."""
        return self.at.chances()

    def _apply_action(self, action: int) -> None:
        self.at.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE_PLAYER and not self.at.is_listed():
            return f"deal {action}"
        return self.at.text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.at.turn is None

    def returns(self) -> list[float]:
        """What each seat has; nothing before the end."""
        if self.at.turn is not None:
            return [0.0] * self.game_of.inner.seats
        return list(returns(self.at.scores))

    def __str__(self) -> str:
        return str(self.inner.text)

    def information(self, seat: int) -> str:
        """All that a seat has heard since the start, and what it sees now.

        In a game with hidden information, also a digest of what it saw at its earlier decisions.
        """
        view = self.inner.view(seat)
        if self.inner.game.spec.hidden:
            memory = self.at.memories[seat]
            return f"{memory.heard}{memory.views}\n{view}"
        return "\n".join((*self.inner.history, view))

    def information_rows(self, seat: int) -> list[Row]:
        """The observations of a seat at its decisions, each with 1 + its action; the present one with 0."""
        see = self.at.tree.see
        assert see is not None
        return [*self.at.memories[seat].rows, row(see, self.inner, seat, 0)]

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float] | None = None
    ) -> ParlourState:
        """A state that `player` cannot tell from this one, drawn by the rules' `redeal`.

        `sampler` gives numbers from 0 to 1, as OpenSpiel's searches pass it.
        """
        other: ParlourState = self.clone()
        if self.inner.game.spec.hidden and not self.is_terminal():
            other.at = self.at.redeal(player, int((sampler or random.random)() * (1 << 62)))
        return other


class _Observer:
    """What a seat sees of a state, or all that it has seen: as a tensor, and as text."""

    def __init__(self, game: ParlourGame, recalls: bool) -> None:
        self._observations = Observations(game.inner)
        self._recalls = recalls
        self._rows = game.rows if recalls else 0
        shape = self._observations.shape
        if self._rows:
            shape = (self._rows, int(np.prod(shape)) + 1)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: ParlourState, player: int) -> None:
        """Fill the tensor."""
        if self._rows:
            fill_table(self.dict["observation"], state.information_rows(player))
        else:
            self.dict["observation"][...] = self._observations.of(state.inner, player)

    def string_from(self, state: ParlourState, player: int) -> str:
        """The text."""
        return state.information(player) if self._recalls else state.inner.view(player)


class ParlourGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; `inner` is Parlour's own."""

    address = ""  # the name by which every process finds the game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {name: str(value) for name, value in (params or {}).items() if str(value)}
        deals = _number(DRAWN, given.get(DRAWN, DEALS), 1)
        own = {name: value for name, value in given.items() if name not in ADDED}
        self.inner = find_game(self.address, **own)
        self.rows = _rows(self.inner, _number(RECALLED, given.get(RECALLED, 0), 0))
        first = self.inner.read(given[POSITION]) if POSITION in given else self.inner.start()
        self.root = TreePosition(GameTree(self.inner, deals, self.rows > 0), first)
        super().__init__(_type(self.address, self.rows > 0), _info(self.root.tree), params or {})

    def __deepcopy__(self, memo: object) -> ParlourGame:
        """The game itself, which never changes: OpenSpiel copies all that a state holds, very often."""
        return self

    def new_initial_state(self) -> ParlourState:
        """The start."""
        return ParlourState(self)

    def __reduce__(self) -> Any:
        options = self.inner.options
        typed = {
            name: value if isinstance(_default(options[name]), int) else str(value)
            for name, value in self.inner.chosen.items()
        }
        typed[POSITION] = self.root.state.text
        if _has_chance(self.inner):
            typed[DRAWN] = self.root.tree.deals
        if self.inner.spec.hidden:
            typed[RECALLED] = self.rows
        return _load, (self.address, typed)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """An observer; it recalls all it has heard if the type asks for perfect recall."""
        return _Observer(self, bool(iig_obs_type and iig_obs_type.perfect_recall))


def _load(address: str, chosen: dict[str, Any]) -> Any:
    """A pickled game again, in this process or another."""
    return pyspiel.load_game(_registered(address), chosen)


def _number(name: str, given: str | int, least: int) -> int:
    text = str(given)
    if not (text.isdecimal() and len(text) < 7 and int(text) >= least):
        raise BadOption(f"{name}={text!s:.20}: expected a whole number from {least} to 999999")
    return int(text)


def _rows(game: Game, wanted: int) -> int:
    """How many observations an information state has; 0: it has no tensor."""
    if not game.spec.hidden:
        return 0
    longest = int(game.plain.rules.LONGEST)
    size = int(np.prod(Observations(game).shape)) + 1
    return wanted or (longest + 1 if (longest + 1) * size <= LARGEST else 0)


def _info(tree: GameTree) -> Any:
    game = tree.game
    rules, seats = game.plain.rules, game.seats
    most = float(rules.HIGHEST) * seats
    return pyspiel.GameInfo(
        num_distinct_actions=tree.actions.n,
        max_chance_outcomes=max(tree.deals, int(rules.MAX_OUTCOMES)) if _has_chance(game) else 0,
        num_players=seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if seats > 1 else None,
        max_game_length=min(int(rules.LONGEST), LONGEST),
    )


def _has_chance(game: Game) -> bool:
    return "draw" in game.plain.given


def _type(address: str, recalls: bool) -> Any:
    game = find_game(address)
    spec = game.spec
    kinds = pyspiel.GameType
    several = game.seats > 1
    return kinds(
        short_name=short_name(game.id),
        long_name=spec.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if _has_chance(game)
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if spec.hidden
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if several else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(10, game.seats),
        min_num_players=1 if not several else 2,
        provides_information_state_string=True,
        provides_information_state_tensor=recalls,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={name: _default(option) for name, option in game.options.items()}
        | {POSITION: ""}
        | ({DRAWN: DEALS} if _has_chance(game) else {})
        | ({RECALLED: 0} if spec.hidden else {}),
    )


def _default(option: Option) -> int | str:
    """A parameter's default, which tells OpenSpiel its type: a number, or "" for "as the game has it"."""
    return option.default if isinstance(option.default, int) else ""


_addresses: dict[
    str, str
] = {}  # the games that are registered: their addresses, by their names there


def register(*files: str) -> Sequence[str]:
    """Register the games of these files, or without any all installed games; their names in OpenSpiel.

    A file's game replaces a game of the same name that was registered before.
    """
    return [_registered(name) for name in files or specs()]


def _registered(name: str) -> str:
    """The name in OpenSpiel of the game with this id or in this file, registered if it was not."""
    game = find_game(name)
    address, short = game.address, short_name(game.id)
    if _addresses.get(short) != address:
        made = type(short, (ParlourGame,), {"address": address, "__module__": __name__})
        globals()[short] = made  # where pickles look for it
        pyspiel.register_game(_type(address, _rows(game, 0) > 0), made)
        _addresses[short] = address
    return short


REGISTERED = register()
