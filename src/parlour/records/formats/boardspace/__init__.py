"""The records of boardspace.net, which have SGF's brackets but properties of their own: read only."""

from parlour.records.formats.format_registry import Format

FORMATS = (
    Format(
        "boardspace", (".sgf",), f"{__name__}.boardspace_format", is_default=False, writes=False
    ),
)
