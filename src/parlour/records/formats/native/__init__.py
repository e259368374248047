"""Parlour's own format: PGN's syntax with the rulebook's move texts; it holds everything."""

from parlour.records.formats.format_registry import Format

FORMATS = (Format("native", (".pgn",), f"{__name__}.native_format"),)
