"""SGF FF[4], for every game."""

from parlour.records.formats.format_registry import Format

FORMATS = (Format("sgf", (".sgf",), f"{__name__}.sgf_format"),)
