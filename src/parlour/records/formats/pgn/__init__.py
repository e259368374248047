"""PGN of chess and Hive players."""

from parlour.records.formats.format_registry import Format

FORMATS = (Format("pgn", (".pgn",), f"{__name__}.pgn_format", is_default=False),)
