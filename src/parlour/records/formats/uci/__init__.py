"""Positions and moves of chess as engines get them: read only."""

from parlour.records.formats.format_registry import Format

FORMATS = (Format("uci", (), f"{__name__}.uci_format", is_default=False, writes=False),)
