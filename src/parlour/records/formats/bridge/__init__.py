"""Hands of bridge in PBN and LIN, for the solver of TigerBridge."""

from parlour.records.formats.format_registry import Format

FORMATS = (
    Format("pbn", (".pbn",), f"{__name__}.pbn"),
    Format("lin", (".lin",), f"{__name__}.lin"),
)
