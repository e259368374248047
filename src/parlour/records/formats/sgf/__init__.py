"""SGF FF[4], for every game."""

from parlour.records.formats.registry import Format

FORMATS = (Format("sgf", (".sgf",), f"{__name__}.sgf"),)
