"""The search: generations of children of the archive's best, each option set tried once.

Seeded: the same figures give the same children, so a search that was interrupted continues from its games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from parlour.lab.breeding.archive import Archive, Elite
from parlour.lab.breeding.candidate_games import Judgement
from parlour.lab.breeding.genome import Genes, Genome
from parlour.lab.breeding.trial import POPULATION
from parlour.table.game import Game

CROSSED = 0.5  # how often a child has two parents
TRIES = 50  # for each candidate, to find an option set that is new and that the game accepts

Judge = Callable[[Sequence[Genome]], Judgement]


def breed(
    genes: Genes, judge: Judge, population: int = POPULATION, seed: int = 1
) -> Iterator[tuple[Archive, int]]:
    """Yield the archive and the number of option sets that have played, after each generation.

    Ends when no new option set is found, or when `judge` has no more time; then the last generation
    counts as far as it was judged.
    """
    rng, archive, seen, tried = random.Random(seed), Archive(), set[Genome](), 0
    while generation := _generation(genes, archive, seen, population, rng):
        judged = judge(generation)
        if not judged.is_complete and not any(judged.figures):
            return
        for genome, found in zip(generation, judged.figures, strict=True):
            if found is not None:
                archive.add(Elite(genome, found))
        tried += len(generation)
        yield archive, tried
        if not judged.is_complete:
            return


def first_games(genes: Genes, count: int, seed: int = 1) -> list[Game]:
    """The games with the first option sets that a search tries."""
    found = _generation(genes, Archive(), set(), count, random.Random(seed))
    return [game for genome in found if (game := genes.game(genome)) is not None]


def _generation(
    genes: Genes, archive: Archive, seen: set[Genome], population: int, rng: random.Random
) -> list[Genome]:
    """New option sets that the game accepts; the game's own is the very first.

    Where most are refused, as options exclude one another, the later ones are made acceptable.
    """
    found: list[Genome] = []
    for tried in range(2 * TRIES * population):
        if len(found) == population:
            break
        genome = _child(genes, archive, rng) if seen else genes.start
        if tried >= TRIES * population:
            genome = genes.accepted(genome, rng)
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
