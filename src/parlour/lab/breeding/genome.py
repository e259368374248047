"""Option sets as genomes: drawn at random, mutated, crossed; what the game refuses is no candidate."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.errors import BadOption, ParlourError
from parlour.kernel.spec import Joined, Option, Value
from parlour.lab.inventor.tuning import option_rows
from parlour.table.game import Game

MOST_VALUES = 64  # of an option: one with more is bred only where its values are given
NEIGHBOUR = 0.5  # how often a mutated number moves by one step

Genome = tuple[tuple[str, Value], ...]  # each bred option with its value


@dataclass(frozen=True)
class Genes:
    """The options that are bred, each with its values in order; `base` has the values of all others."""

    base: Game
    values: Mapping[str, tuple[Value, ...]]

    @property
    def start(self) -> Genome:
        """The base's own option set."""
        return self.genome(self.base.chosen)

    def genome(self, chosen: Mapping[str, Value]) -> Genome:
        """The genome with these values."""
        return tuple((name, chosen[name]) for name in self.values)

    def game(self, genome: Genome) -> Game | None:
        """The game with these options; None if it refuses them, or if other players would play it."""
        try:
            found = self.base.variant(**dict(genome))
            found.start()
        except ParlourError:
            return None
        return found if found.seat_names == self.base.seat_names else None

    def accepted(self, genome: Genome, rng: random.Random) -> Genome:
        """The genome with values of the base in place of some, until the game accepts it."""
        found, own = dict(genome), dict(self.start)
        changed = [name for name in found if found[name] != own[name]]
        rng.shuffle(changed)
        while changed and self.game(self.genome(found)) is None:
            name = changed.pop()
            found[name] = own[name]
        return self.genome(found)

    def draw(self, rng: random.Random) -> Genome:
        """Values drawn at random."""
        return tuple((name, rng.choice(row)) for name, row in self.values.items())

    def cross(self, one: Genome, other: Genome, rng: random.Random) -> Genome:
        """Each value from one of two parents."""
        return tuple(rng.choice(pair) for pair in zip(one, other, strict=True))

    def mutate(self, genome: Genome, rng: random.Random) -> Genome:
        """The same with one other value, and now and then with more."""
        found = dict(genome)
        while True:
            name = rng.choice(list(self.values))
            found[name] = self._other_value(name, found[name], rng)
            if rng.random() < NEIGHBOUR:
                return self.genome(found)

    def _other_value(self, name: str, value: Value, rng: random.Random) -> Value:
        """Another value of an option: of numbers often the next one."""
        row = self.values[name]
        if value in row and isinstance(value, int) and rng.random() < NEIGHBOUR:
            step = rng.choice((-1, 1))
            return row[min(max(row.index(value) + step, 0), len(row) - 1)]
        return rng.choice([each for each in row if each != value])


def genes(game: Game, given: Sequence[str] = ()) -> Genes:
    """The options to breed: all with few values, or those `given` as ``size=5..9`` or ``swap=yes,no``.

    A given option with a single value is fixed. Raises BadOption for a game that cannot be bred.
    """
    if game.seats != 2:
        raise BadOption(
            f"{game.name} is for {game.seats}: only games for two players are bred, as a strong "
            "bot meets a weak one"
        )
    rows = option_rows(game, given)
    fixed = {name: row[0] for name, row in rows.items() if len(row) == 1}
    usual = {option.name: _few_values(option) for option in game.spec.options}
    bred = {name: tuple(rows.get(name, row)) for name, row in {**usual, **rows}.items()}
    values = {
        name: row
        for name, row in bred.items()
        if len(row) > 1 and (name in game.chosen or name in rows)
    }
    if not values:
        raise BadOption(
            f"{game.name} has nothing to breed: expected a game with an option of 2 to "
            f"{MOST_VALUES} values, or --option KEY=VALUES"
        )
    outside = {n: row[0] for n, row in values.items() if game.chosen.get(n) not in row}
    return Genes(game.variant(**fixed, **outside), values)


def _few_values(option: Option) -> tuple[Value, ...]:
    """The values of an option, if they are few."""
    allowed = option.allowed
    few = not isinstance(allowed, Joined) and len(allowed) <= MOST_VALUES
    return tuple(allowed) if few and not isinstance(allowed, Joined) else ()
