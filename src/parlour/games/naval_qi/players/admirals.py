"""NavalQi's own players: admirals that keep a map of what the other's sea may be like.

An admiral works on a record from which the other's sea is cleared: it knows the public log alone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from parlour.errors import BadPlayer
from parlour.games.naval_qi.items import (
    A_BOWMAN,
    A_LARGEGUN,
    A_REPEATER,
    A_TIGERGUN,
    AN_EAGLE,
    DEPLOYING,
    FIRE,
    NO_ACTION,
    NOBODY,
    PRIMARY,
    REDEPLOYING,
    REPEATINGGUN,
    SAIL,
    SECONDARY,
    SEES,
    SEND,
    SHOOT,
    SHOTS,
    STANDARD1,
    STEP_X,
    STEP_Y,
    UNDERGROUND1,
    action_at,
    action_of,
    aimed_action,
    cell_of,
    ground_of,
    ship_hits,
    sighting_at,
    target,
    target_count,
)
from parlour.games.naval_qi.players.deployments import (
    HARDEST,
    STYLES,
    least_deployment,
    ready_deployments,
)
from parlour.games.naval_qi.players.sea_model import KEPT, SeaModel
from parlour.games.naval_qi.text.log_text import about
from parlour.kernel.layout import Record, new_plain
from parlour.kernel.primitives import copy
from parlour.table.game import Game, State
from parlour.table.player import Advice, Player, Progress
from parlour.table.searcher import Searcher

Floats = npt.NDArray[np.float64]

QUICK = 40  # steps that the plain rules take in a second or two
MANY_OWN = 2  # sections and guns about an Eagle's target for which a Bowman shoots
HOPE = 0.02  # a section may lie where no walk puts one
SIGHT = 0.35  # what a position that an Eagle sees is worth at the most, in sections


def scrubbed(game: Game, record: Record, seat: int) -> Record:
    """A copy of the plain record without anything that `seat` may not know."""
    rules = game.plain.rules
    placing = game.plain.algorithm("parlour.games.naval_qi.placing")
    known = new_plain(rules.STATE)
    copy(known, record)
    placing.clear(known, 1 - seat, True)
    placing.forget_draft(known, 1 - seat)
    return known


class RandomFire(Player):
    """A random deployment, then any legal action, each as likely as another."""

    def decide(self, state: State, progress: Progress | None = None) -> Advice:
        if state.turn is None or state.turn < 0:
            raise ValueError("no seat is to move")
        if state.record.stage in (DEPLOYING, REDEPLOYING):
            return Advice(self.deploy(state))
        return (
            Advice(self.any_action(state)) if self.is_careless() else self.advise(state, progress)
        )

    def is_careless(self) -> bool:
        """Whether this move is one of those that are drawn at random."""
        return bool(self.blunder) and self.rng.random() < self.blunder

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        if state.record.stage in (DEPLOYING, REDEPLOYING):
            return Advice(self.deploy(state), words="a deployment at random")
        return Advice(self.any_action(state), words="drawn at random")

    def any_action(self, state: State) -> str:
        word = [self.rng.getrandbits(62)]
        code = self.game.plain.rules.random_move(state.record, [], word)
        return str(self.game.notation.move_text(state.record, code))

    def style(self) -> str:
        return self.rng.choice(list(STYLES))

    def deploy(self, state: State) -> str:
        """The next move of a deployment, continuing one that is under way."""
        seat, record = int(state.turn or 0), state.record
        done = tuple(record.draft[seat * self.game.plain.rules.DRAFT :][: record.drafted[seat]])
        if not self._plan or self._from != (record.stage, seat, done):
            style, seed = self.style(), self.rng.getrandbits(31)
            self._plan = [*ready_deployments(state, style, seed), "ready"]
        text = self._plan.pop(0)
        after = state.copy().play(text).record
        done = tuple(after.draft[seat * self.game.plain.rules.DRAFT :][: after.drafted[seat]])
        self._from = (record.stage, seat, done)
        return text

    _plan: list[str] = []  # noqa: RUF012 (never changed in place)
    _from: tuple[int, int, tuple[int, ...]] = (0, 0, ())


class Admiral(RandomFire, Searcher[SeaModel]):
    """Fires where a walk of `steps` among possible seas finds the most to hit.

    It deploys a `HARDEST` fleet with the chance `swarm`, else one in any style.
    """

    SETTINGS: ClassVar = {"steps": int, "swarm": float}

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        blunder: float = 0.0,
        steps: int = 2000,
        swarm: float = 1.0,
    ) -> None:
        super().__init__(game, seed, blunder)
        if steps < 1:
            raise BadPlayer(f"steps={steps}: expected more than 0")
        if not 0 <= swarm <= 1:
            raise BadPlayer(f"swarm={swarm:g}: expected a number from 0 to 1")
        self.steps, self.swarm = steps, swarm

    def new_search(self, compiled: bool) -> SeaModel:
        return SeaModel(self.game, self.rng, compiled=compiled)

    def is_small(self) -> bool:
        return self.steps <= QUICK

    def sample(self) -> str:
        return "admiral:steps=1"

    def compile(self) -> None:
        super().compile()
        self.new_search(compiled=True).compile_walks()

    def steps_now(self) -> int:
        """The steps of this turn's walks."""
        return min(self.steps, QUICK) if self.is_stopgap else self.steps

    def style(self) -> str:
        return HARDEST if self.rng.random() < self.swarm else super().style()

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        if state.turn is None or state.turn < 0:
            raise ValueError("no seat is to move")
        if state.record.stage in (DEPLOYING, REDEPLOYING):
            return Advice(self.deploy(state), words="deploys")
        known = scrubbed(self.game, state.record, state.turn)
        battle = _Battle(self, known, state.turn, progress)
        code, words = battle.action()
        return Advice(str(self.game.notation.move_text(state.record, code)), words=words)


class _Battle:
    """One engagement turn, thought over with what the seat knows."""

    def __init__(
        self, admiral: Admiral, known: Record, seat: int, progress: Progress | None
    ) -> None:
        self.admiral, self.s, self.seat = admiral, known, seat
        self.progress = progress
        self.game: Game = admiral.game
        self.rules: Any = self.game.plain.rules
        self.sea, self.cells = int(self.rules.SEA), int(self.rules.CELLS)

    def action(self) -> tuple[int, str]:
        """The code of an action, and why."""
        if self.s.stage == PRIMARY:
            reply = self.shoot_down() or self.sail_away()
            if reply:
                return reply
        chart = self.chart()
        choices = [choice for item, cell in self.items() for choice in self.uses(chart, item, cell)]
        if not choices:
            return NO_ACTION, "nothing is left to act with"
        _, code, words = max(choices, key=lambda choice: choice[0])
        return code, words

    def items(self) -> list[tuple[int, int]]:
        """What can act, one of each sort: the item and its position."""
        row = self.s.item[self.seat * self.cells : (self.seat + 1) * self.cells]
        return list(
            {item: (item, cell) for cell, item in enumerate(row) if item != NOBODY}.values()
        )

    # -- the own sea -------------------------------------------------------------------------------

    def shoot_down(self) -> tuple[int, str] | None:
        """Shoot at an Eagle over something worth hiding."""
        if self.s.eagle < 0:
            return None
        base = self.seat * self.cells
        near = [at for _, at in about(self.sea, self.s.eagle)]
        bowmen = [at for at in near if self.s.item[base + at] == A_BOWMAN]
        worth = sum(bool(self.s.hull[base + at]) + bool(self.s.item[base + at]) for at in near)
        if not bowmen or worth <= MANY_OWN:
            return None
        return action_at(SHOOT, bowmen[0]), "the Eagle would see too much"

    def sail_away(self) -> tuple[int, str] | None:
        """Move the Flagship once it is hit, or was seen."""
        flag = self.s.flag[self.seat]
        if flag < 0 or self.s.moved[self.seat] or not self.is_found(flag):
            return None
        placing = self.game.plain.algorithm("parlour.games.naval_qi.placing")
        ways = [
            step
            for step in range(8)
            if placing.may_sail(self.s, self.seat, STEP_X[step], STEP_Y[step])
        ]
        if not ways:
            return None
        return action_at(SAIL, self.admiral.rng.choice(ways)), "the Flagship is found out"

    def is_found(self, flag: int) -> bool:
        """Whether the Flagship is damaged, or an Eagle over it has just reported."""
        ship = self.s.ship[self.seat * self.cells + flag]
        if ship_hits(ship):
            return True
        i = self.s.logged - 1
        what = self.s.log[3 * i] if i >= 0 else 0
        if action_of(what) != SEES or cell_of(what) == self.seat:
            return False
        seen = [at for _, at in about(self.sea, target(what, 0))]
        return any(self.s.hull[self.seat * self.cells + at] == flag + 1 for at in seen)

    # -- the other's sea ---------------------------------------------------------------------------

    def chart(self) -> Floats:
        """The layers of `random_walk`: what is expected on each position, worths in sections.

        The mean of the walks that come to the fewest contradictions; of all in the secondary phase, whose
        volleys every sea explains.
        """
        model, steps = self.admiral.ready_search(), self.admiral.steps_now()
        walked = []
        for number in range(KEPT):
            walked.append(model.walk(self.s, self.seat, number, steps))
            if self.progress is not None:
                self.progress((number + 1) / KEPT)
        least = min(left for left, _ in walked)
        trusted = [tally for left, tally in walked if left == least or self.s.stage == SECONDARY]
        layers = model.algorithm
        chart: Floats = np.mean(trusted, axis=0).reshape(layers.LAYERS, self.cells)
        chart[layers.BARE_ITEM : layers.PLATED_ITEM + 1] /= 10
        return chart

    def uses(self, chart: Floats, item: int, cell: int) -> list[tuple[float, int, str]]:
        """The best use of an item: what it is worth, its code, why."""
        bare, plated, bare_item, plated_item, plate = chart
        if item == A_REPEATER:
            return [self.volley(self.unspent() * (bare + HOPE), item, cell)]
        soft = bare + bare_item + 0.15 * plate
        if item == AN_EAGLE:
            doubt = 4 * bare * (1 - bare) + 4 * plated * (1 - plated)
            return [self.best(SIGHT * self.summed(doubt, 1), SEND, cell, "to scout")]
        if item == A_TIGERGUN:
            hard = self.summed(bare + plated + bare_item + plated_item, 2)
            return [self.best(hard, FIRE, cell, "the most to devastate")]
        if item == A_LARGEGUN:
            return [self.best(self.summed(soft, 1), FIRE, cell, "the most about there to hit")]
        if item in range(STANDARD1, A_REPEATER):
            return [self.volley(soft, item, cell)]
        return []

    def unspent(self) -> Floats:
        """1 for each position that may hold an undamaged section in the secondary phase, else 0.

        None does that was fired at, for there are no plates, nor what an Eagle saw to be Land.
        """
        enemy = 1 - self.seat
        missed = self.s.missed[enemy * self.cells : (enemy + 1) * self.cells]
        open_ = np.array([float(not at) for at in missed])
        for i in range(self.s.logged):
            what, first, second = self.s.log[3 * i : 3 * i + 3]
            if cell_of(what) == enemy:
                continue
            if action_of(what) == REPEATINGGUN:
                open_[[target(what, k) for k in range(target_count(what))]] = 0
            elif action_of(what) == SEES:
                for n, at in about(self.sea, target(what, 0)):
                    if ground_of(sighting_at(first, second, n)) == 1:
                        open_[at] = 0
        return open_

    def best(self, worth: Floats, action: int, cell: int, why: str) -> tuple[float, int, str]:
        at = int(np.argmax(worth + 1e-6 * self.noise()))
        return (
            float(worth[at]),
            aimed_action(action, cell, 1, at, 0, 0),
            f"{why} ({worth[at]:.1f} expected)",
        )

    def volley(self, soft: Floats, item: int, cell: int) -> tuple[float, int, str]:
        """All projectiles of a gun, on as many positions as can be."""
        count = int(SHOTS[item])
        order = np.argsort(-(soft + 1e-6 * self.noise()), kind="stable")[:count]
        cells = sorted(int(at) for at in order)
        worth = float(soft[cells].sum())
        code = aimed_action(FIRE, cell, count, *[*cells, 0, 0][:3])
        delay = 0.5 if UNDERGROUND1 <= item < A_REPEATER else 1.0  # these are safe, and can wait
        return worth * delay, code, f"the likeliest to be hit ({worth:.1f} expected)"

    def summed(self, layer: Floats, reach: int) -> Floats:
        """Sums over the square about each position."""
        square = np.pad(layer.reshape(self.sea, self.sea), reach)
        width = 2 * reach + 1
        parts = [
            square[x : x + self.sea, y : y + self.sea] for x in range(width) for y in range(width)
        ]
        return np.asarray(sum(parts), np.float64).reshape(-1)

    def noise(self) -> Floats:
        rng: random.Random = self.admiral.rng
        return np.array([rng.random() for _ in range(self.cells)])


PLAYERS: Mapping[str, type[Player]] = {"random": RandomFire, "admiral": Admiral}


def suggested(state: State) -> tuple[str, ...]:
    """The styles of the deployments that are ready for the seat to move."""
    if state.turn is None or state.turn < 0 or state.record.stage not in (DEPLOYING, REDEPLOYING):
        return ()
    return tuple(STYLES)


def suggestions(state: State, seed: int) -> dict[str, list[str]]:
    """Ready deployments for the seat to move, by style: all their moves but the last, ``ready``."""
    return {style: ready_deployments(state, style, seed) for style in suggested(state)}


def late(state: State, seed: int) -> list[str]:
    """What is played for a seat that may act no more: the least that may stand, and ``ready``; no action.

    Where it must act, any action.
    """
    if state.record.stage in (DEPLOYING, REDEPLOYING):
        return [*least_deployment(state, seed), "ready"]
    idle = state.record.stage == PRIMARY and state.record.turns > 0
    return ["no-action" if idle else RandomFire(state.game, seed).any_action(state)]
