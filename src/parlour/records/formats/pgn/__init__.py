"""PGN of chess and Hive players."""

from parlour.records.formats.registry import Format

FORMATS = (Format("pgn", (".pgn",), f"{__name__}.pgn", is_default=False),)
