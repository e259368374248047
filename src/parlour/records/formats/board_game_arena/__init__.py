"""Logs of Board Game Arena: read only."""

from parlour.records.formats.format_registry import Format

FORMATS = (
    Format(
        "board-game-arena",
        (),
        f"{__name__}.board_game_arena_format",
        is_default=False,
        writes=False,
    ),
)
