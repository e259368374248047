"""UHP's game strings and the PGN of Hive players."""

from parlour.records.formats.format_registry import Format

FORMATS = (Format("uhp", (".pgn", ".uhp"), f"{__name__}.uhp_format"),)
