"""Every game in OpenSpiel, as ``parlour_ID`` (https://openspiel.readthedocs.io, the extra ``openspiel``).

Importing this module registers them all: ``pyspiel.load_game("parlour_hex(size=5)")``. A game in a file is
registered by ``register("my_game.py")``, which returns its name. Options whose values are numbers are
integer parameters, the others strings; ``position`` is a position text to begin with. Actions are indices
(`parlour.adapters.actions`), returns those of `parlour.adapters.episode.returns`.

Chance outcomes that the game lists have their exact probabilities. Where there are too many to list (a
pack of cards), `DEALS` of them, drawn once for all from the seeds 0 to ``DEALS - 1``, are equally likely;
another number is asked for by the parameter ``deals_drawn``, so that a tree becomes small enough to be
walked whole.
An information state is what the seat has heard of every move, and its view; an observation its view alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from parlour.adapters.actions import Actions
from parlour.adapters.episode import returns
from parlour.adapters.observations import Observations
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
POSITION = "position"
LONGEST = (
    1 << 20
)  # plies that no game exceeds, as OpenSpiel is given them, where the rules know no bound
PREFIX = "parlour_"


def short_name(game_id: str) -> str:
    """The name of a game in OpenSpiel."""
    return PREFIX + game_id.replace("-", "_")


class _Due:
    """What may be played in one position, found once for it and all its copies.

    The legal moves by their indices; at a chance event, its outcomes with their probabilities, which may
    be thousands, or None if they are too many to list.
    """

    def __init__(self) -> None:
        self.found: Mapping[int, str] | None = None
        self.listed: list[tuple[str, Fraction]] | None = None
        self.asked = False

    def moves(self, actions: Actions, state: State) -> Mapping[int, str]:
        if self.found is None:
            self.found = actions.legal(state)
        return self.found

    def outcomes(self, state: State) -> list[tuple[str, Fraction]] | None:
        if not self.asked:
            self.listed, self.asked = state.chances(), True
        return self.listed

    def __deepcopy__(self, memo: object) -> _Due:
        return self


class ParlourState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel's algorithms work with it."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.game_of: ParlourGame = game
        self.inner: State = game.first.copy()
        self.due = _Due()
        self.heard = [""] * game.inner.seats  # what each seat has heard, a line for each ply

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's numbers for chance and the end."""
        if self.inner.turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.inner.turn == CHANCE else self.inner.turn

    def _moves(self) -> Mapping[int, str]:
        return self.due.moves(self.game_of.actions, self.inner)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._moves()) if player == self.inner.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes that are due, with their probabilities."""
        listed = self.due.outcomes(self.inner)
        if listed is None:
            deals = self.game_of.deals
            return [(number, 1 / deals) for number in range(deals)]
        return [(number, float(chance)) for number, (_, chance) in enumerate(listed)]

    def _outcome(self, action: int) -> str:
        listed = self.due.outcomes(self.inner)
        return self.inner.draw(random.Random(action)) if listed is None else listed[action][0]

    def _text(self, action: int) -> str:
        if self.inner.turn == CHANCE:
            return self._outcome(action)
        text = self._moves().get(action)
        return self.game_of.actions.text(self.inner, action) if text is None else text  # it raises

    def _apply_action(self, action: int) -> None:
        text = self._text(action)
        if self.inner.game.spec.hidden:
            code = self.inner.code(text)
            for seat in range(len(self.heard)):
                self.heard[seat] += f"{self.inner.heard(code, seat)}\n"
        self.inner.play(text)
        self.due = _Due()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.due.outcomes(self.inner) is None:
            return f"deal {action}"
        return self._text(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.inner.turn is None

    def returns(self) -> list[float]:
        """What each seat has; nothing before the end."""
        outcome = self.inner.outcome
        return list(returns(outcome.scores)) if outcome else [0.0] * self.inner.game.seats

    def __str__(self) -> str:
        return str(self.inner.text)

    def information(self, seat: int) -> str:
        """All that a seat has heard since the start, and what it sees now."""
        if self.inner.game.spec.hidden:
            return self.heard[seat] + self.inner.view(seat)
        return "\n".join((*self.inner.history, self.inner.view(seat)))

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float] | None = None
    ) -> ParlourState:
        """A state that `player` cannot tell from this one, drawn by the rules' `redeal`.

        `sampler` gives numbers from 0 to 1, as OpenSpiel's searches pass it.
        """
        other: ParlourState = self.clone()
        if self.inner.game.spec.hidden and not self.is_terminal():
            word = int((sampler or random.random)() * (1 << 62))
            record = self.inner.copied_record()
            self.inner.game.plain.rules.redeal(record, player, [word])
            other.inner = State(self.inner.game, record, counted=self.inner.counted)
            other.due = _Due()
        return other


class _Observer:
    """What a seat sees of a state: as a tensor, and as text."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self._observations = Observations(game)
        self._recalls = perfect_recall
        self.tensor = self._observations.of(game.start(), None).astype("float32").ravel()
        self.dict = {"observation": self.tensor.reshape(self._observations.shape)}

    def set_from(self, state: ParlourState, player: int) -> None:
        """Fill the tensor."""
        self.dict["observation"][...] = self._observations.of(state.inner, player)

    def string_from(self, state: ParlourState, player: int) -> str:
        """The text."""
        return state.information(player) if self._recalls else state.inner.view(player)


class ParlourGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; `inner` is Parlour's own."""

    address = ""  # the name by which every process finds the game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {name: str(value) for name, value in (params or {}).items() if str(value)}
        self.deals = _deals(given.get(DRAWN, str(DEALS)))
        own = {name: value for name, value in given.items() if name not in (DRAWN, POSITION)}
        self.inner = find_game(self.address, **own)
        self.first = self.inner.read(given[POSITION]) if POSITION in given else self.inner.start()
        self.actions = Actions(self.inner)
        super().__init__(
            _type(self.address), _info(self.inner, self.actions.n, self.deals), params or {}
        )

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
        typed[POSITION] = self.first.text
        drawn = {DRAWN: self.deals} if _has_chance(self.inner) else {}
        return _load, (self.address, typed | drawn)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """An observer; it recalls all it has heard if the type asks for perfect recall."""
        return _Observer(self.inner, bool(iig_obs_type and iig_obs_type.perfect_recall))


def _load(address: str, chosen: dict[str, Any]) -> Any:
    """A pickled game again, in this process or another."""
    return pyspiel.load_game(_registered(address), chosen)


def _deals(text: str) -> int:
    if not (text.isdecimal() and len(text) < 7 and int(text)):
        raise BadOption(f"{DRAWN}={text!s:.20}: expected a whole number from 1 to 999999")
    return int(text)


def _info(game: Game, actions: int, deals: int) -> Any:
    rules, seats = game.plain.rules, game.seats
    most = float(rules.HIGHEST) * seats
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=max(deals, int(rules.MAX_OUTCOMES)) if _has_chance(game) else 0,
        num_players=seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if seats > 1 else None,
        max_game_length=min(int(rules.LONGEST), LONGEST),
    )


def _has_chance(game: Game) -> bool:
    return "draw" in game.plain.given


def _type(address: str) -> Any:
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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={name: _default(option) for name, option in game.options.items()}
        | {POSITION: ""}
        | ({DRAWN: DEALS} if _has_chance(game) else {}),
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
        pyspiel.register_game(_type(address), made)
        _addresses[short] = address
    return short


REGISTERED = register()
