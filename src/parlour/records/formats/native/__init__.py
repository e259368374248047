"""Parlour's own format: PGN's syntax with the rulebook's move texts; it holds everything."""

from parlour.records.formats.registry import Format

FORMATS = (Format("native", (".pgn",), f"{__name__}.native"),)
