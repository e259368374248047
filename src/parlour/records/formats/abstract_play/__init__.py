"""Records of Abstract Play's games in its JSON: read only."""

from parlour.records.formats.format_registry import Format

FORMATS = (
    Format(
        "abstract-play",
        (".json",),
        f"{__name__}.abstract_play_format",
        is_default=False,
        writes=False,
    ),
)
