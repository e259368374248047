"""Which arms of an experiment have players who know more of some variants of a game than of others.

A learned evaluation is for one set of options. Two variants of which one has it are not played alike,
and a difference between them may be the players'.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from parlour.lab.arms import variant_game
from parlour.lab.experiment import Budget, Experiment, Variant
from parlour.players.kinds import uses_learnt
from parlour.table.game import Game


def alike(player: str, games: Iterable[Game]) -> str:
    """The player without what was learnt of only some of these games."""
    knows = {uses_learnt(player, game) for game in games}
    return f"{player},learnt=0" if len(knows) > 1 else player


def planned_unlike_players(experiment: Experiment) -> Iterator[str]:
    """A sentence for each game and budget of an experiment whose players know unequally much."""
    arms = ((experiment.variants[v], experiment.budgets[b]) for v, b in experiment.arms)
    return unlike_players(arms)


def unlike_players(arms: Iterable[tuple[Variant, Budget]]) -> Iterator[str]:
    """A sentence for each game and budget of these arms whose players know unequally much."""
    knows: dict[tuple[str, str], dict[bool, list[str]]] = defaultdict(lambda: defaultdict(list))
    for variant, budget in arms:
        game = variant_game(variant)
        known = any(uses_learnt(text, game) for text in budget.players)
        knows[budget.name, game.id][known].append(variant.label)
    for (budget_name, _), labels in knows.items():
        if len(labels) > 1:
            some, others = (", ".join(dict.fromkeys(labels[known])) for known in (True, False))
            yield (
                f"Unlike players ({budget_name}): {some} is played with an evaluation that was "
                f"learnt, {others} without. learnt=0 in the players' text leaves it aside."
            )
