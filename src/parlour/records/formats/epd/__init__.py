"""Positions alone, one on a line: EPD and FENs of chess and draughts players, and position texts."""

from parlour.records.formats.format_registry import Format

FORMATS = (Format("epd", (".epd", ".fen"), f"{__name__}.epd_format"),)
