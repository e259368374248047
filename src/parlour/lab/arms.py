"""The key of an arm, which identifies its games, and the seeds of the games.

An arm's key covers everything that determines its games: after a change of a player, an option or the
rules' code, new games are played and the old ones stay. The code of the searches is not in the key,
since most changes of it change no game; its digest is stored with the games instead.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from parlour.kernel.primitives import mix
from parlour.lab.experiment import Budget, Experiment, Variant
from parlour.lab.lab_players import spelled_out
from parlour.players.kinds import NONE, own_players
from parlour.table import catalogue
from parlour.table.game import Game

SEEDS = (1 << 63) - 1
SEARCHES = ("parlour.search", "parlour.players")


def variant_game(variant: Variant) -> Game:
    """The game of a variant."""
    return catalogue.game(variant.game)


def arm_key(experiment: Experiment, variant: Variant, budget: Budget) -> str:
    """A digest of everything that determines the games of a variant at a budget."""
    game = variant_game(variant)
    analysis = experiment.analysis if budget.purpose == "play" else None
    analyst = "" if analysis is None else (spelled_out(analysis.player, game), analysis.games)
    parts = (
        *_chances(experiment, variant, budget),
        _rules_digest(game),
        [spelled_out(text, game) for text in budget.players],
        budget.fixed,
        experiment.opening,
        experiment.paired,
        analyst,
    )
    return sha256(repr(parts).encode()).hexdigest()


@cache
def search_digest(game: Game) -> str:
    """A digest of the sources of searches and players, including a game's own players."""
    packages = [*SEARCHES, *([game.spec.package] if own_players(game) is not NONE else [])]
    folders = [Path(str(resources.files(package))) for package in packages]
    files = [file for folder in folders for file in folder.rglob("*.py")]
    texts = sorted((f.name, f.read_text(encoding="utf-8")) for f in files)
    return sha256(repr(texts).encode()).hexdigest()


def arm_seed(experiment: Experiment, variant: Variant, budget: Budget) -> int:
    """The seed from which the seeds of an arm's games derive."""
    parts = (experiment.seed,) if experiment.paired else _chances(experiment, variant, budget)
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "little", signed=True)


def game_seed(arm: int, number: int) -> int:
    """The seed of game `number` of the arm with seed `arm`: 0 to 2^63 - 1."""
    return mix(arm, number) & SEEDS


def _chances(experiment: Experiment, variant: Variant, budget: Budget) -> tuple[object, ...]:
    """What distinguishes the chances of one arm from those of another."""
    game = variant_game(variant)
    players = tuple(spelled_out(text, game) for text in budget.players)
    groups = (budget.purpose, budget.replays, budget.after, budget.keep)
    begin = (game.name, variant.position, variant.force, variant.force_chance)
    return (experiment.seed, *begin, players, groups)


def _rules_digest(game: Game) -> str:
    """A digest of the sources of a game's rules and of its parameters."""
    plain = game.plain
    texts = sorted((source.module, source.text) for source in plain.sources)
    return sha256(repr((texts, game.parameters)).encode()).hexdigest()
