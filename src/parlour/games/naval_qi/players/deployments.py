"""Deployments made from a style and a seed: the moves that bring a seat from where it is to `ready`.

Land first, then the Flagship and the other ships, then what stands on them, shieldings last. A crowded
sea is packed: each ship goes where it leaves the most room. Where ships are put back into one, ways are
searched for.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from parlour.errors import BadPosition
from parlour.games.naval_qi.items import (
    BATTLESHIP,
    BOWMAN,
    COST,
    DEPLOYING,
    DIRECTIONS,
    EAGLE,
    FLAGSHIP,
    KINDS,
    LAND2,
    LAND3,
    LARGE,
    LARGEGUN,
    MEDIUM,
    PLATFORM,
    REDEPLOYING,
    REMOVE,
    REPEATINGGUN,
    SHIELD,
    SHIP_KINDS,
    SMALL,
    STANDARDGUN,
    TIGERGUN,
    UNDERGROUNDGUN,
    action_at,
    action_of,
    cell_of,
    direction_of,
    placement_code,
)
from parlour.kernel.layout import Record, new_plain
from parlour.kernel.primitives import copy
from parlour.table.game import Game, State

TRIES = 40  # random places that are looked at before all of them are
LOOKS = 3000  # that led to nothing, after which a search for a way to put ships back is given up
ATTEMPTS = 12  # seas that are begun before one is packed from the corners

Weights = Mapping[int, float]


@dataclass(frozen=True)
class Style:
    """What a deployment is like.

    `land` is the part of the sea that is Land, `blocks` the weights of its blocks; `fleet` from 0 (as few
    chests for ships as may be) to 1; `ships` and `arms` weigh what is bought; `hug`: ships lie beside Land.
    """

    land: float
    blocks: Weights
    fleet: float
    ships: Weights
    arms: Weights
    hug: bool = False


MIXED = {BATTLESHIP: 1.0, PLATFORM: 1.0, LARGE: 1.0, MEDIUM: 1.0, SMALL: 1.0}
SMALL_CRAFT = {BATTLESHIP: 0.3, PLATFORM: 0.3, LARGE: 1.0, MEDIUM: 2.0, SMALL: 4.0}
BALANCED = {EAGLE: 2.0, BOWMAN: 0.5, TIGERGUN: 0.5, LARGEGUN: 2.0, STANDARDGUN: 2.0,
            UNDERGROUNDGUN: 3.0, SHIELD: 1.0}  # fmt: skip
SKIRMISHING = {UNDERGROUNDGUN: 4.0, EAGLE: 2.0, STANDARDGUN: 1.0, LARGEGUN: 1.0}

HARDEST = "swarm"  # to sink: each Small Ship must be found for itself, and a hit tells of no other
STYLES: Mapping[str, Style] = {
    "spread": Style(0.14, {LAND2: 3.0, LAND3: 1.0}, 0.5, MIXED, BALANCED),
    "fortress": Style(
        0.25, {LAND3: 1.0}, 0.4, {BATTLESHIP: 2.0, PLATFORM: 2.0, LARGE: 1.0},
        {SHIELD: 5.0, UNDERGROUNDGUN: 3.0, BOWMAN: 1.0, EAGLE: 1.0, LARGEGUN: 1.0}, hug=True,
    ),
    "gun-line": Style(
        0.2, {LAND3: 3.0, LAND2: 1.0}, 0.0, MIXED,
        {TIGERGUN: 2.0, LARGEGUN: 3.0, STANDARDGUN: 2.0, UNDERGROUNDGUN: 2.0, EAGLE: 2.0},
    ),
    "skirmishers": Style(0.1, {LAND2: 1.0}, 1.0, SMALL_CRAFT, SKIRMISHING),
    HARDEST: Style(0.1, {LAND2: 1.0}, 1.0, {SMALL: 1.0}, SKIRMISHING),
    "eyes": Style(
        0.14, {LAND2: 1.0, LAND3: 1.0}, 0.2, MIXED,
        {EAGLE: 4.0, UNDERGROUNDGUN: 4.0, LARGEGUN: 2.0, BOWMAN: 1.0},
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Footprint:
    """A move that puts a ship, and as sets of positions where it would lie and that with what is about it."""

    move: int
    own: int
    about: int


LEAST = Style(0.0, {LAND2: 1.0}, 0.0, {}, {})  # what must stand, and nothing else


def ready_deployments(state: State, style: str, seed: int) -> list[str]:
    """The moves that bring the seat to move to a deployment of this style, without the last, ``ready``.

    What stands already is kept if that can be; else it is taken back first. While redeploying, every
    style puts the ships back at random. Raises ValueError for no style, or if nothing is being deployed;
    BadPosition if no way is found to put all ships back; a position that was read may be such.
    """
    if style not in STYLES:
        raise ValueError(f"there is no style {style!s:.40}: there are {', '.join(STYLES)}")
    record = state.record
    if state.turn is None or state.turn < 0 or record.stage not in (DEPLOYING, REDEPLOYING):
        raise ValueError("no seat is deploying")
    rng = random.Random(f"{style} {seed}")
    return _texts(state, _Deployer(state.game, record, rng).codes(STYLES[style]))


def least_deployment(state: State, seed: int) -> list[str]:
    """The moves that bring the seat to move to the least that may stand, without the last, ``ready``.

    Nothing where it may stand as it is. What stands already is kept if that can be. Raises BadPosition
    if no way is found to put all ships back.
    """
    deployer = _Deployer(state.game, state.record, random.Random(f"least {seed}"))
    return _texts(state, deployer.codes(LEAST))


def _texts(state: State, codes: list[int]) -> list[str]:
    """The texts of a row of moves from a state on."""
    texts = []
    ahead = new_plain(state.game.plain.rules.STATE)
    copy(ahead, state.record)
    for code in codes:
        texts.append(str(state.game.notation.move_text(ahead, code)))
        state.game.plain.rules.play(ahead, code)
    return texts


class _Deployer:
    """Deploys the seat to move on a copy of a record."""

    def __init__(self, game: Game, record: Record, rng: random.Random) -> None:
        self.rules: Any = game.plain.rules
        self.placing: ModuleType = game.plain.algorithm("parlour.games.naval_qi.placing")
        self.from_here, self.rng = record, rng
        self.seat = int(record.turn)
        self.cells = range(self.rules.CELLS)

    def codes(self, style: Style) -> list[int]:
        """The moves up to what may stand."""
        if self.from_here.stage == REDEPLOYING:
            return self.first_ready(self.put_back)
        return self.first_ready(lambda packed: self.deploy(style, packed))

    def first_ready(self, deploy: Any) -> list[int]:
        """The first try that may stand: on what stands already, then on a clear sea, at last packed."""
        removals = self.removals()
        for attempt in range(ATTEMPTS * 2):
            self.s = new_plain(self.rules.STATE)
            copy(self.s, self.from_here)
            self.done: list[int] = []
            for code in removals if attempt >= ATTEMPTS // 3 else ():
                self.play(code)
            deploy(attempt >= ATTEMPTS)
            if self.placing.is_ready(self.s, self.seat):
                return self.done
        if self.from_here.stage == REDEPLOYING:  # no game comes here, but a text may tell of it
            found = "no way was found to put every ship back"
            raise BadPosition(f"{found}; Land may leave too little room")
        raise AssertionError("a packed sea has room for the least that must stand")

    def removals(self) -> list[int]:
        """The moves that take back all that stands."""
        ahead = new_plain(self.rules.STATE)
        copy(ahead, self.from_here)
        found = []
        while ahead.drafted[self.seat]:
            last = ahead.draft[self.seat * self.rules.DRAFT + ahead.drafted[self.seat] - 1]
            found.append(action_at(REMOVE, cell_of(last)))
            self.rules.play(ahead, found[-1])
        return found

    def play(self, code: int) -> None:
        self.rules.play(self.s, code)
        self.done.append(code)

    # -- the primary phase -------------------------------------------------------------------------

    def deploy(self, style: Style, packed: bool) -> None:
        if packed or style is LEAST:
            self.place(FLAGSHIP, pack=True)
            self.pack_ships()
            if not self.count(LAND2) + self.count(LAND3):
                self.place(LAND2)
        else:
            self.form_land(style)
            self.place(FLAGSHIP, hug=style.hug)
            self.buy_ships(style)
        self.arm(style)

    def count(self, kind: int) -> int:
        return int(self.s.count[self.seat * KINDS + kind])

    def afloat(self, kind: int) -> int:
        return int(self.s.afloat[self.seat * KINDS + kind])

    def form_land(self, style: Style) -> None:
        """Land blocks for about the part of the sea that the style has."""
        wanted = max(4, style.land * self.rules.CELLS)
        area = 9 * self.count(LAND3) + 4 * self.count(LAND2)
        while area < wanted:
            kind = self.pick(style.blocks)
            if not self.place(kind):
                return
            area += 9 if kind == LAND3 else 4

    def buy_ships(self, style: Style) -> None:
        """Ships, the dearest kinds first, for what the style spends on them."""
        least, most = self.rules.LEAST_ON_SHIPS, self.rules.MOST_ON_SHIPS
        wanted = least + style.fleet * (most - least)
        planned = self.placing.spent_on_ships(self.s, self.seat)
        kinds: list[int] = []
        while planned < wanted:
            kinds.append(self.pick(style.ships))
            planned += int(COST[kinds[-1]])
        for kind in sorted(kinds):
            self.place(kind, hug=style.hug)
        while self.placing.spent_on_ships(self.s, self.seat) < least and self.place(SMALL):
            pass

    def pack_ships(self) -> None:
        """The least that must be spent, packed closely: the kinds that need the least room for their cost."""
        kinds = [BATTLESHIP, PLATFORM, LARGE, MEDIUM, SMALL]
        left = self.rules.LEAST_ON_SHIPS - self.placing.spent_on_ships(self.s, self.seat)
        while left > 0:
            found = [m for kind in kinds if COST[kind] <= left for m in self.places(kind)]
            if not found:
                return
            self.rng.shuffle(found)
            chosen = min(found, key=lambda m: self.room_taken(m) / COST[action_of(m)])
            self.play(chosen)
            left -= int(COST[action_of(chosen)])

    def arm(self, style: Style) -> None:
        """Spend the remaining budget by the style's weights; plates go where they cover ships."""
        arms = dict(style.arms)
        while arms:
            kind = self.pick(arms)
            if not (self.shield() if kind == SHIELD else self.place(kind)):
                del arms[kind]

    def shield(self) -> bool:
        """A shielding over the most sections and guns, if there is room for one."""
        return self.put_best(SHIELD, self.covered)

    def covered(self, m: int) -> int:
        """What the plates of a shielding would cover."""
        total = 0
        base = self.seat * self.rules.CELLS
        for cell in self.cells:
            if self.placing.is_near(cell, cell_of(m)):
                total += 3 * bool(self.s.hull[base + cell]) + bool(self.s.item[base + cell])
        return total

    # -- the secondary phase -----------------------------------------------------------------------

    def put_back(self, packed: bool) -> None:
        """Ships at random; on a packed sea by a search, which finds a way wherever there is one."""
        if packed:
            self.search_a_way()
        for kind in SHIP_KINDS:
            while self.placing.is_left(self.s, self.seat, kind) and self.place(kind):
                pass
        self.place(REPEATINGGUN)

    def search_a_way(self) -> None:
        """Put every ship back, depth first: the longest first, each where it takes the least room.

        Rows of ships and what stays open after them that led to nothing are not looked at again. After
        `LOOKS` of them it gives up: a position that was read may have more afloat than has room.
        """
        ships = [kind for kind in SHIP_KINDS for _ in range(self.afloat(kind) - self.count(kind))]
        ways = {kind: [self.footprint(m) for m in self.places(kind)] for kind in set(ships)}
        in_vain: set[tuple[int, int]] = set()

        def search(at: int, still_open: int) -> list[int] | None:
            if at == len(ships):
                return []
            if (at, still_open) in in_vain or len(in_vain) > LOOKS:
                return None
            fitting = [way for way in ways[ships[at]] if not way.own & ~still_open]
            self.rng.shuffle(fitting)
            for way in sorted(fitting, key=lambda w: (w.about & still_open).bit_count()):
                rest = search(at + 1, still_open & ~way.about)
                if rest is not None:
                    return [way.move, *rest]
            in_vain.add((at, still_open))
            return None

        for m in search(0, (1 << self.rules.CELLS) - 1) or ():
            self.play(m)

    def footprint(self, m: int) -> Footprint:
        """A ship's place as sets of positions."""
        own = sum(1 << cell for cell in self.sections(m))
        about = sum(1 << cell for cell in self.around(m, lambda at: True))
        return Footprint(m, own, about)

    # -- putting -----------------------------------------------------------------------------------

    def pick(self, weights: Weights) -> int:
        return self.rng.choices(list(weights), list(weights.values()))[0]

    def place(self, kind: int, hug: bool = False, pack: bool = False) -> bool:
        """Put one more item of the kind somewhere; whether there was one and room for it."""
        if not self.placing.is_left(self.s, self.seat, kind):
            return False
        if pack:
            return self.put_best(kind, lambda m: -self.room_taken(m))
        if hug:
            return self.put_best(kind, self.beside_land)
        for _ in range(TRIES):
            cell, d = self.rng.choice(self.cells), self.rng.randrange(int(DIRECTIONS[kind]))
            if self.placing.may_stand(self.s, self.seat, kind, cell, d):
                self.play(placement_code(kind, cell, d))
                return True
        return self.put_best(kind, lambda m: 0)

    def put_best(self, kind: int, worth: Any) -> bool:
        """Put an item of the kind where it is worth the most, chance choosing among equals."""
        if not self.placing.is_left(self.s, self.seat, kind):
            return False
        found = self.places(kind)
        if not found:
            return False
        self.rng.shuffle(found)
        self.play(max(found, key=worth))
        return True

    def places(self, kind: int) -> list[int]:
        """All places where an item of the kind may be put."""
        return [
            placement_code(kind, cell, d)
            for cell in self.cells
            for d in range(int(DIRECTIONS[kind]))
            if self.placing.may_stand(self.s, self.seat, kind, cell, d)
        ]

    def room_taken(self, m: int) -> int:
        """How many positions where ships may lie now a ship would take, on it and about it."""
        return len(self.around(m, self.is_open))

    def is_open(self, at: int) -> bool:
        """Whether a position of the sea is empty Sea and no ship is about it."""
        cell = at - self.seat * self.rules.CELLS
        return not self.s.ground[at] and not self.placing.touches_other(self.s, self.seat, cell, 0)

    def beside_land(self, m: int) -> int:
        """How many positions of Land lie about a ship."""
        return len(self.around(m, lambda at: bool(self.s.ground[at])))

    def sections(self, m: int) -> list[int]:
        """The positions that a ship would lie on."""
        kind, cell, d = action_of(m), cell_of(m), direction_of(m)
        return [
            self.placing.section_cell(kind, cell, d, i) for i in range(self.placing.LENGTH[kind])
        ]

    def around(self, m: int, wanted: Any) -> set[int]:
        base, found = self.seat * self.rules.CELLS, set()
        for section in self.sections(m):
            x, y = divmod(section, self.rules.SEA)
            for ax in range(max(x - 1, 0), min(x + 2, self.rules.SEA)):
                for ay in range(max(y - 1, 0), min(y + 2, self.rules.SEA)):
                    at = ax * self.rules.SEA + ay
                    if wanted(base + at):
                        found.add(at)
        return found
