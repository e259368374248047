"""The forms in which recorded games are read and written: one module each, found by the table below.

A form is a module in this folder with three functions:

* ``claims(text) -> float``: how likely the text, a source's beginning of at most 65,536 characters, is in
  this form: 0 not at all, 1 surely. Quick, and never raises. The likeliest form reads the source.
* ``read(source) -> Iterator[Item]``: the games of a `Source` (``source.lines()`` or ``source.read()``, in
  blocks), one at a time: nothing of a game is kept once it is given. Raises nothing: a broken game is an
  item with its ``error`` (``item.broke(what, line, column)``), what is not understood a notice
  (``item.notice(…)``), kept as a comment where that is possible. A `Builder` grows the tree: ``move``
  with the rulebook's text, ``open`` and ``close`` for variations, ``illegal`` and ``rest`` where a line
  breaks, ``finish`` at the end; ``add_notes`` notes at a node.
* ``write(tree) -> Written``: the text, and a `Loss` for each thing that the form cannot hold, which
  `parlour.records.losses.losses_of` finds by reading the text again. Raises BadForm where the form does
  not hold the tree's game.

A form with PGN's syntax (tags, moves, comments in braces, variations in parentheses) has besides a
``DIALECT``, see `dialect.Dialect`; its games are read by `pgn_reading.read` whichever of these forms
claims the text, each by the dialect that claims its tags. It need not claim texts: ``native`` does.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from parlour.errors import BadForm
from parlour.records.items import Item, Written
from parlour.records.source import Source

if TYPE_CHECKING:
    from parlour.records.tree import Tree

FORMS = ("native", "sgf", "pdn", "pgn", "kif", "csa", "usi", "uhp")
DIALECTS = ("native", "pdn", "pgn", "uhp")  # forms with PGN's syntax


class Form(Protocol):
    """What a form's module has."""

    def claims(self, text: str) -> float: ...

    def read(self, source: Source) -> Iterator[Item]: ...

    def write(self, tree: Tree) -> Written: ...


def form_named(name: str) -> Form:
    """The form of this name; raises BadForm."""
    if name not in FORMS:
        raise BadForm(f"there is no form {name!s:.40}: there are {', '.join(FORMS)}")
    return import_module(f"parlour.records.forms.{name}")


def form_of(text: str) -> tuple[str, Form]:
    """The form that claims a text most, with its name; the native one where none claims it."""
    forms = [(name, form_named(name)) for name in FORMS]
    return max(forms, key=lambda pair: pair[1].claims(text))
