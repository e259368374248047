"""Former names that game files may still import, with a warning."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any


def former_names(module: Mapping[str, Any], names: Mapping[str, str]) -> Callable[[str], Any]:
    """A module's ``__getattr__`` that finds what `names` maps its former names to."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module['__name__']!r} has no attribute {name!r}")
        what = (
            f"{module['__name__']}.{name} is called {names[name]} now; the old name goes with 0.4"
        )
        warnings.warn(what, DeprecationWarning, stacklevel=2)
        return module[names[name]]

    return find
