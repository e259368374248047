"""Games in the JSON of lichess and lishogi: read only."""

from parlour.records.formats.format_registry import Format

FORMATS = (
    Format(
        "lichess",
        (".ndjson", ".json"),
        f"{__name__}.lichess_format",
        is_default=False,
        writes=False,
    ),
)
