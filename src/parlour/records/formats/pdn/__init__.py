"""PDN of draughts players, and positions of the Hub protocol."""

from parlour.records.formats.format_registry import Format

FORMATS = (Format("pdn", (".pdn",), f"{__name__}.pdn_format"),)
