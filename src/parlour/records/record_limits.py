"""The largest game, comment, tag and depth that readers take: what is beyond is reported, with the limit."""

from __future__ import annotations

LARGEST_GAME = 2_000_000  # characters of one game's text, twice those of a study
LONGEST_COMMENT = 1_000_000  # characters
LONGEST_TAG = 100_000
MOST_TAGS = 1_000  # of a game
DEEPEST = 1_000  # variations within each other
MOST_BROKEN = 200  # lines of a game that end by an illegal move, before no more variations are read
MOST_NOTICES = 1_000  # of a game that are listed

TOO_LARGE = (
    f"this game has more than {LARGEST_GAME:,} characters, the most that are read; it was left "
    "out: divide it"
)
TOO_DEEP = f"variations lie more than {DEEPEST:,} deep in each other; those below were left out"
TOO_BROKEN = (
    f"{MOST_BROKEN:,} lines of this game end by an illegal move; further variations were left out"
)
TOO_MANY_TAGS = f"a game has at most {MOST_TAGS:,} tags; the others were left out"


def comment_too_long(size: int) -> str:
    """What is reported of a comment of this many characters."""
    return (
        f"a comment has {size:,} characters, of at most {LONGEST_COMMENT:,}; the rest was left out"
    )


def tag_too_long(name: str, size: int) -> str:
    """What is reported of a tag whose value has this many characters."""
    return (
        f"the tag {name:.40} has {size:,} characters, of at most {LONGEST_TAG:,}; it was left out"
    )
