"""Finding games: by the folders of `parlour.games`, by entry points of other packages, by file."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import warnings
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from parlour.errors import BadOption, BadRules, UnknownGame
from parlour.kernel.spec import DRAWS, SHELVES, Spec, parse_options
from parlour.table.files import in_one_file, spec_in

if TYPE_CHECKING:
    from parlour.table.game import Game

__all__ = [
    "at_table",
    "file_spec",
    "game",
    "game_at_table",
    "games",
    "games_with",
    "hooks",
    "own_module",
    "similar_games",
    "specs",
    "unknown_game",
]

GROUP = "parlour.games"  # the entry points of packages that bring games: a module or a Spec each


@cache
def specs() -> dict[str, Spec]:
    """Every game that is installed, by id."""
    home = importlib.import_module("parlour.games")
    folders = [module.name for module in pkgutil.iter_modules(home.__path__) if module.ispkg]
    found = [importlib.import_module(f"parlour.games.{name}") for name in sorted(folders)]
    by_id: dict[str, Spec] = {}
    for source in [*found, *_brought()]:
        for spec in _specs_of(source):
            if spec.id in by_id:
                raise BadRules(
                    f"two games have the id {spec.id}: {by_id[spec.id].package}, {spec.package}"
                )
            by_id[spec.id] = spec
    return dict(sorted(by_id.items()))


def _brought() -> Iterator[ModuleType | Spec]:
    """What other packages bring; one that cannot be loaded is reported and left out."""
    from importlib.metadata import entry_points  # slow to import, and help needs it not

    for point in entry_points(group=GROUP):
        try:
            yield point.load()
        except Exception as error:  # it is somebody else's code: anything may be raised
            what = f"{type(error).__name__}: {error}"
            warnings.warn(
                f"the game {point.name} ({point.value}) is left out: {what}", stacklevel=2
            )


def _specs_of(source: ModuleType | Spec) -> tuple[Spec, ...]:
    found = (source,) if isinstance(source, Spec) else getattr(source, "GAMES", ())
    return tuple(spec if _has_folder(spec) else in_one_file(spec) for spec in found)


def _has_folder(spec: Spec) -> bool:
    return hasattr(importlib.import_module(spec.package), "__path__")


def listed_specs() -> list[Spec]:
    """All games as lists show them: the inventors' own first, guests last, a shelf's short ones first."""
    return sorted(
        specs().values(), key=lambda spec: (SHELVES.index(spec.shelf), spec.minutes or 99)
    )


def games() -> list[str]:
    """The ids of the games that are installed, sorted."""
    return list(specs())


def games_with(convention: str) -> tuple[str, ...]:
    """The ids of the games that declare a convention, such as `uci` or `pgn`, in their `Spec`."""
    return tuple(name for name, spec in specs().items() if convention in spec.conventions)


def hooks(convention: str, game_id: str = "") -> Any:
    """The module with a game's hooks for a convention, by default of the first game that declares it.

    `foreign_notation` has their types.
    """
    spec = specs()[game_id or games_with(convention)[0]]
    module = spec.conventions[convention]
    return importlib.import_module(module if "." in module else f"{spec.package}.{module}")


def own_module(game: Game, name: str) -> ModuleType | None:
    """The module of this name in a game's folder, such as ``players``; None if it has none."""
    return _module(f"{game.spec.package}.{name}") if game.spec.rules else None


@cache
def _module(name: str) -> ModuleType | None:
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name)


def game(name: str, /, **options: object) -> Game:
    """The game with this id and these options; `name` may also hold them, as ``id:key=value,…``.

    A name that ends in ``.py`` is the path of a game in one file. Raises UnknownGame, BadOption, and
    BadRules for a file that is no game.
    """
    from parlour.table.game import Game

    if not isinstance(name, str):
        raise UnknownGame("a game's name is a text")
    identifier, colon, given = name.partition(":")
    if identifier.endswith(".py"):
        spec: Spec | None = file_spec(identifier)
    else:
        spec = _in_files.get(identifier) or specs().get(identifier)
    if spec is None:
        raise unknown_game(identifier, specs())
    named = parse_options(given) if colon else {}
    for key in options:
        if key in named:
            raise BadOption(f"the option {key} is given twice")
    chosen = spec.choose({**named, **options})
    in_file = _in_files.get(spec.id) is spec
    source = sys.modules[spec.package].__file__ if in_file else spec.id
    _, colon, text = spec.name(chosen).partition(":")
    return Game(spec, chosen, (game, (f"{source}{colon}{text}",)))


def at_table(found: Game, name: str, **options: object) -> Game:
    """The `found` game, named so, as people play it: see `game_at_table`."""
    _, _, named = name.partition(":")
    says = DRAWS in options or (named != "" and DRAWS in parse_options(named))
    return found if says else found.with_claims or found


def game_at_table(name: str, /, **options: object) -> Game:
    """The game of this name as people play it: draws must be claimed, unless the name says otherwise.

    Raises what `game` raises.
    """
    return at_table(game(name, **options), name, **options)


def unknown_game(identifier: str, known: Iterable[str]) -> UnknownGame:
    """The error for an id that no game has, with the ids that it may have meant."""
    ids = list(known)
    meant = similar_games(identifier, ids)
    suggestion = f"did you mean {' or '.join(meant)}? There are" if meant else "there are"
    return UnknownGame(f"there is no game {identifier!s:.60}: {suggestion} {', '.join(ids)}")


def similar_games(identifier: str, known: Iterable[str]) -> list[str]:
    """At most three ids that contain a text, or are written much like it."""
    text, ids = identifier.lower(), list(known)
    containing = [each for each in ids if len(text) > 1 and text in each.replace("-", "")]
    return (containing or get_close_matches(text, ids, 3, 0.6))[:3]


_in_files: dict[str, Spec] = {}  # games in files that this process has loaded, by id


def file_spec(path: str, again: bool = False) -> Spec:
    """The game in one Python file, which has everything: the rules, ``GAME = Spec(…)``, and notation.

    Its about text is the file's docstring. From then on the process knows the game by its id too, even if
    an installed game has the same one: who develops a game names its file.
    `again`: the file is run again if it has changed since.
    """
    spec = spec_in(path, again)
    _in_files[spec.id] = spec
    return spec
