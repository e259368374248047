"""The formats of recorded games, a package for each, found by `format_registry`: a new one is a new folder.

A package's ``FORMATS`` lists its formats: `Format` objects with a name, the suffixes of its files and the
module that does the work. That module has three functions:

* ``claims(text) -> float``: how likely a source whose first 65,536 characters these are is in this format:
  0 not at all, 1 certainly. Quick, and never raises. The likeliest format reads the source.
* ``read(source) -> Iterator[Item]``: the games of a `Source`, one at a time (``source.lines()`` or
  ``source.read()``, in blocks). Raises nothing: a broken game is an item with its ``error``
  (``item.broke(what, line, column)``); anything else not understood is a notice (``item.notice(…)``).
  A `Builder` grows the tree: ``move`` with the rulebook's text, ``open`` and ``close`` for variations,
  ``illegal`` and ``rest`` where a line breaks, ``finish`` at the end; ``add_notes`` notes at a node.
* ``write(tree) -> Written``: the text, and a `Loss` for each thing that the format cannot hold, which
  `parlour.records.losses.losses_of` finds by reading the text again. Raises BadForm if the format does
  not hold the tree's game.

A format knows its own syntax only. How players write the moves, squares and starts of a game in it are hooks
that the game declares, see `parlour.table.foreign_notation`.

A format with PGN's syntax (tags, moves, comments in braces, variations in parentheses) also has a
``DIALECT``, see `pgn_syntax.dialect.Dialect`. `pgn_reading.read` reads the games of all these formats,
each by the dialect that claims its tags, so that such a format need not claim texts: ``native`` does.
"""
