"""The search: generations of children of the archive's best, each option set tried once.

Seeded: the same figures give the same children, so a search that was interrupted continues from its games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from parlour.lab.breeding.archive import Archive, Elite, Figures
from parlour.lab.breeding.genome import Genes, Genome

POPULATION = 16  # candidates of a generation
CROSSED = 0.5  # how often a child has two parents
TRIES = 50  # for each candidate, to find an option set that is new and that the game accepts

Judge = Callable[[Sequence[Genome]], Sequence[Figures | None] | None]


def breed(
    genes: Genes, judge: Judge, population: int = POPULATION, seed: int = 1
) -> Iterator[tuple[Archive, int]]:
    """Yield the archive and the number of option sets tried after each generation.

    Ends when no new option set is found, or when `judge` has no more time.
    """
    rng, archive, seen = random.Random(seed), Archive(), set[Genome]()
    while generation := _generation(genes, archive, seen, population, rng):
        figures = judge(generation)
        if figures is None:
            return
        for genome, found in zip(generation, figures, strict=True):
            if found is not None:
                archive.add(Elite(genome, found))
        yield archive, len(seen)


def _generation(
    genes: Genes, archive: Archive, seen: set[Genome], population: int, rng: random.Random
) -> list[Genome]:
    """New option sets that the game accepts; the game's own is the very first."""
    found: list[Genome] = []
    for _ in range(TRIES * population):
        if len(found) == population:
            break
        genome = _child(genes, archive, rng) if seen else genes.start
        if genome not in seen:
            seen.add(genome)
            if genes.game(genome) is not None:
                found.append(genome)
    return found


def _child(genes: Genes, archive: Archive, rng: random.Random) -> Genome:
    """A mutated child of elites, each as likely as any other; at random as long as there are none."""
    parents = [elite.genome for elite in archive.cells.values()]
    if not parents:
        return genes.draw(rng)
    child = rng.choice(parents)
    if rng.random() < CROSSED:
        child = genes.cross(child, rng.choice(parents), rng)
    return genes.mutate(child, rng)
