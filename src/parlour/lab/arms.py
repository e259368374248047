"""The key of an arm, which identifies its games, and the seeds of the games.

An arm's key covers everything that determines its games: after a change of a player, an option or the
rules' code, new games are played and the old ones stay. The code of the searches is not in the key,
since most changes of it change no game; a digest of all code is stored with the games instead.
"""

from __future__ import annotations

import ast
import subprocess
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
LEARNT = ("*.weights.npz", "*.chances.json")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
HERE = Path(__file__).parent


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
def code_digest(game: Game) -> str:
    """A digest of the code that chooses moves: rules, searches, players, evaluations and weights.

    Comments and docstrings do not count.
    """
    packages = [*SEARCHES, *([game.spec.package] if own_players(game) is not NONE else [])]
    rules = sorted((source.module, bare_code(source.text)) for source in game.plain.sources)
    parts = ([_package_code(package) for package in packages], rules, game.parameters)
    return sha256(repr((parts, _learnt_files(game))).encode()).hexdigest()


@cache
def _package_code(package: str) -> list[tuple[str, str]]:
    files = Path(str(resources.files(package))).rglob("*.py")
    return sorted((file.name, bare_code(file.read_text(encoding="utf-8"))) for file in files)


def _learnt_files(game: Game) -> list[tuple[str, str]]:
    """The names and digests of what was learnt of a game, beside its rules."""
    folder = Path(str(game.plain.source.path)).parent
    files = [file for kind in LEARNT for file in folder.glob(f"{game.id}{kind}")]
    return sorted((file.name, sha256(file.read_bytes()).hexdigest()) for file in files)


def bare_code(text: str) -> str:
    """A source without docstrings, lines of comments and empty lines."""
    skipped: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            skipped.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    lines = [line for at, line in enumerate(text.splitlines(), 1) if at not in skipped]
    return "\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("#"))


@cache
def commit() -> str:
    """The commit of a checkout whose code runs; empty for an installed package."""
    command = ["git", "rev-parse", "HEAD"]
    try:
        found = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return found.stdout.strip() if found.returncode == 0 else ""


def plays_alike(one: Game, other: Game) -> bool:
    """Whether two games have the same rules and options, so that all their arms are the same."""
    return one.name == other.name and _rules_digest(one) == _rules_digest(other)


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
