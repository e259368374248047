"""Every game in OpenSpiel, as ``parlour_ID`` (https://openspiel.readthedocs.io, the extra ``openspiel``).

Importing this module registers them all: ``pyspiel.load_game("parlour_hex", {"size": "5"})``; options are
string parameters. Actions are indices (`parlour.adapters.actions`), returns those of
`parlour.adapters.episode.returns`.

Chance outcomes that the game lists have their exact probabilities. Where there are too many to list (a
pack of cards), `DEALS` of them, drawn once for all from the seeds 0 to ``DEALS - 1``, are equally likely.
An information state is what the seat has heard of every move, and its view; an observation its view alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from parlour.adapters.actions import Actions
from parlour.adapters.episode import returns
from parlour.adapters.observations import Observations
from parlour.errors import MissingExtra
from parlour.kernel.layout import CHANCE
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import specs
from parlour.table.game import Game
from parlour.table.state import State

try:
    import pyspiel
except ImportError as error:
    raise MissingExtra("OpenSpiel needs the extra: pip install 'parlour[openspiel]'") from error

DEALS = 4096
LONGEST = 1 << 20  # plies that OpenSpiel is told no game exceeds, where the rules know no bound
PREFIX = "parlour_"


def short_name(game_id: str) -> str:
    """The name of a game in OpenSpiel."""
    return PREFIX + game_id.replace("-", "_")


class ParlourState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel's algorithms work with it."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.game_of: ParlourGame = game
        self.inner: State = game.inner.start()
        self.heard: list[list[str]] = [[] for _ in range(game.inner.seats)]

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's numbers for chance and the end."""
        if self.inner.turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.inner.turn == CHANCE else self.inner.turn

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.game_of.actions.legal(self.inner)) if player == self.inner.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes that are due, with their probabilities."""
        listed = self.inner.chances()
        if listed is None:
            return [(number, 1 / DEALS) for number in range(DEALS)]
        return [(number, float(chance)) for number, (_, chance) in enumerate(listed)]

    def _outcome(self, action: int) -> str:
        listed = self.inner.chances()
        return self.inner.draw(random.Random(action)) if listed is None else listed[action][0]

    def _text(self, action: int) -> str:
        if self.inner.turn == CHANCE:
            return self._outcome(action)
        text: str = self.game_of.actions.text(self.inner, action)
        return text

    def _apply_action(self, action: int) -> None:
        text = self._text(action)
        if self.inner.game.spec.hidden:
            code = self.inner.code(text)
            for seat, log in enumerate(self.heard):
                log.append(self.inner.heard(code, seat))
        self.inner.play(text)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE and self.inner.chances() is None:
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
        known = self.heard[seat] if self.inner.game.spec.hidden else self.inner.history
        return "\n".join((*known, self.inner.view(seat)))


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

    game_id = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {name: str(value) for name, value in (params or {}).items() if str(value)}
        self.inner = find_game(self.game_id, **given)
        self.actions = Actions(self.inner)
        super().__init__(_type(self.game_id), _info(self.inner, self.actions.n), given)

    def new_initial_state(self) -> ParlourState:
        """The start."""
        return ParlourState(self)

    def __reduce__(self) -> Any:
        return _load, (self.game_id, self.inner.chosen)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """An observer; it recalls all it has heard if the type asks for perfect recall."""
        return _Observer(self.inner, bool(iig_obs_type and iig_obs_type.perfect_recall))


def _load(game_id: str, chosen: dict[str, Any]) -> Any:
    """A pickled game again."""
    return pyspiel.load_game(short_name(game_id), {k: str(v) for k, v in chosen.items()})


def _info(game: Game, actions: int) -> Any:
    rules, seats = game.plain.rules, game.seats
    most = float(rules.HIGHEST) * seats
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=max(DEALS, int(rules.MAX_OUTCOMES)) if _has_chance(game) else 0,
        num_players=seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if seats > 1 else None,
        max_game_length=min(int(rules.LONGEST), LONGEST),
    )


def _has_chance(game: Game) -> bool:
    return "draw" in game.plain.given


def _type(game_id: str) -> Any:
    spec = specs()[game_id]
    game = find_game(game_id)
    kinds = pyspiel.GameType
    several = game.seats > 1
    return kinds(
        short_name=short_name(game_id),
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
        max_num_players=_most_seats(game_id),
        min_num_players=1 if not several else 2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict.fromkeys(spec.all_options, ""),
    )


def _most_seats(game_id: str) -> int:
    return max(10, find_game(game_id).seats)


def register() -> Sequence[str]:
    """Register all games that are not registered yet; their names in OpenSpiel."""
    known = set(pyspiel.registered_names())
    names = []
    for game_id in specs():
        name = short_name(game_id)
        names.append(name)
        if name not in known:
            made = type(name, (ParlourGame,), {"game_id": game_id, "__module__": __name__})
            globals()[name] = made  # where pickles look for it
            pyspiel.register_game(_type(game_id), made)
    return names


REGISTERED = register()
