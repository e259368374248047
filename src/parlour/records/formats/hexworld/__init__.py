"""Links to boards of hexworld.org: read only."""

from parlour.records.formats.format_registry import Format

FORMATS = (Format("hexworld", (), f"{__name__}.hexworld_format", is_default=False, writes=False),)
