"""Small games, each in one file, that show what the searches must get right."""

from pathlib import Path

import parlour


def toy(name: str, **options: object) -> parlour.Game:
    """The game in the file of that name."""
    return parlour.game(str(Path(__file__).parent / f"{name}.py"), **options)
