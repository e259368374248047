"""A game's rules and notation with its options chosen, loaded on first use: plain and compiled."""

from __future__ import annotations

import warnings
from collections.abc import Collection
from functools import cached_property
from types import FunctionType, ModuleType

from parlour.errors import BadRules
from parlour.kernel import default_notation
from parlour.kernel import notation as protocol
from parlour.kernel.loader import (
    CompiledInstance,
    Parameters,
    PlainInstance,
    SourceFile,
    execute,
)
from parlour.kernel.spec import CLAIM, DRAWS, Chosen, Spec
from parlour.table.endings import Endings

# Parts of the notation protocol that have a default.
_PARTS = {
    name
    for name, value in vars(protocol).items()
    if (name.isupper() and name not in ("R", "N", "REQUIRED", "GIVEN"))
    or (isinstance(value, FunctionType) and value.__module__ == protocol.__name__)
} - {*protocol.REQUIRED}

FORMER = {  # names of parts of the notation protocol before 0.2
    "spoken": "move_in_words",
    "overheard": "observed_move_in_words",
    "made": "moves_made",
    "entered": "entry_after",
    "told": "log_entries",
    "TELLS": "HAS_LOG",
    "heard": "observed_text",
    "heard_cells": "observed_cells",
    "standing": "contents",
}

_plain: dict[tuple[str, Parameters], PlainInstance] = {}
_compiled: dict[tuple[str, Parameters], CompiledInstance] = {}


class LoadedRules:
    """The rules of one game with one choice of its options."""

    def __init__(self, spec: Spec, chosen: Chosen) -> None:
        self.spec = spec
        self.chosen = dict(chosen)
        self.seat_names = spec.seat_names(chosen)
        self.seats = len(self.seat_names)
        self.parameters: Parameters = tuple(sorted(spec.parameters(chosen).items()))

    @property
    def move_limit(self) -> int:
        """Moves by each seat before the game is drawn; 0 = none, or the rules count for themselves."""
        return 0 if self.spec.rules_count_moves else int(self.chosen["move_limit"])

    @property
    def has_claims(self) -> bool:
        """Whether draws by repetition and by counted moves must be claimed."""
        return bool(self.spec.claims) and self.chosen[DRAWS] == CLAIM

    @property
    def repeats(self) -> int:
        """The number of occurrences of a position that ends the game; 0: never."""
        return self.spec.claims if self.has_claims else self.spec.repeats

    @property
    def has_chance(self) -> bool:
        """Whether something is drawn in it: with these options, not with others."""
        rules, given = self.plain.rules, self.plain.given
        return "draw" in given and (rules.MAX_OUTCOMES > 1 or "outcomes" not in given)

    @property
    def _source(self) -> SourceFile:
        return SourceFile.of_module(
            f"{self.spec.package}.{self.spec.rules}" if self.spec.rules else self.spec.package
        )

    @cached_property
    def plain(self) -> PlainInstance:
        """The rules as ordinary Python, with this game's parameters."""
        key = (self._source.module, self.parameters)
        if key not in _plain:
            _plain[key] = PlainInstance(self._source, self.parameters)
        return _plain[key]

    @property
    def is_compiled(self) -> bool:
        """Whether this process holds the compiled rules already."""
        return (self._source.module, self.parameters) in _compiled

    @property
    def compiled(self) -> CompiledInstance:
        """The rules compiled; their machine code comes from the cache or is made when first called."""
        key = (self._source.module, self.parameters)
        if key not in _compiled:
            _compiled[key] = CompiledInstance(self._source, self.parameters)
        return _compiled[key]

    @cached_property
    def notation(self) -> ModuleType:
        """Move texts, position texts and pictures, bound to the plain rules; see `kernel.notation`.

        A game in one file has them there, with defaults from `kernel.default_notation`.
        """
        if self.spec.notation:
            own = self.plain.bind(SourceFile.of_module(f"{self.spec.package}.{self.spec.notation}"))
        else:
            own = self.plain.rules
            if self.spec.hidden:
                _require_hiding(own, "redeal" in self.plain.given)
            if hasattr(own, "move") and not hasattr(own, "move_text"):
                vars(own)["move_text"] = lambda s, m: own.move(s, m).text
            _fill(own, self.plain.algorithm(default_notation.__name__), default_notation.PARTS)
        _accept_former_names(own)
        missing = [name for name in protocol.REQUIRED if not hasattr(own, name)]
        if missing:
            raise BadRules(f"{own.__file__} must define {', '.join(missing)}")
        if not hasattr(own, "GIVEN"):
            defaults = execute(SourceFile.of_module(protocol.__name__), rules=self.plain.rules)
            vars(defaults)["N"] = own
            vars(own)["GIVEN"] = _PARTS - _fill(own, defaults, _PARTS)
        return own

    @cached_property
    def endings(self) -> Endings:
        """How games end with these options."""
        rules, notation = self.plain.rules, self.notation
        limits = (self.move_limit, self.repeats, self.has_claims)
        return Endings(self.spec, rules, notation, self.seats, *limits)


def forget(module: str) -> None:
    """Let go of the rules of a file's module, in whose place there is another; running games keep theirs."""
    for kept in (_plain, _compiled):
        for key in [key for key in kept if key[0] == module]:
            del kept[key]


def _require_hiding(own: ModuleType, redeals: bool) -> None:
    """Raise BadRules if a hidden game's file lacks what keeps secrets: nothing is hidden by default."""
    missing = [] if redeals else ["redeal(s, seat, rng)"]
    if not hasattr(own, "observed_text"):
        missing.append("observed_text(s, m, seat)")
    if not hasattr(own, "hide") and not (hasattr(own, "view") and hasattr(own, "scene")):
        missing.append("hide(s, seat), or view(state, seat) and scene(s, seat)")
    if missing:
        raise BadRules(f"{own.__file__}: a game with hidden=True must define {', '.join(missing)}")


def _accept_former_names(own: ModuleType) -> None:
    """Let a game's file use the former names of parts of the notation protocol."""
    for former, name in FORMER.items():
        if hasattr(own, former) and not hasattr(own, name):
            setattr(own, name, getattr(own, former))
            what = f"{own.__file__}: {former} is called {name} now; the old name goes with 0.4"
            warnings.warn(what, DeprecationWarning, stacklevel=3)


def _fill(own: ModuleType, defaults: ModuleType, names: Collection[str]) -> set[str]:
    """Give `own` those names of `defaults` that it lacks; returns them."""
    lacking = {name for name in names if not hasattr(own, name)}
    for name in lacking:
        setattr(own, name, getattr(defaults, name))
    return lacking
