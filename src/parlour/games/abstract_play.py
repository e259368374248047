"""How Abstract Play names its games that are here too, their boards and their moves.

It counts the rows of Hex from the bottom; its scrambled start of Lines of Action is ours in a mirror.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from parlour.errors import BadRecord
from parlour.table.game import Game

NAMES = {
    "Hex": "hex",
    "Lines of Action": "lines-of-action",
    "Unlur": "unlur",
    "Yavalath": "yavalath",
    "Focus": "focus",
}
USUAL_SIZES = {"hex": 13, "unlur": 8}
_SIZE = re.compile(r"size-([0-9]{1,2})")
_CELL = re.compile(r"([a-z])([0-9]{1,2})")


def options_of(
    name: str, variants: Sequence[str], players: int, is_swapped: bool
) -> dict[str, object]:
    """The options of the game with this name; raises BadRecord for boards that are not here."""
    game_id = NAMES[name]
    if game_id in USUAL_SIZES:
        sizes = (match for match in map(_SIZE.fullmatch, variants) if match)
        return {"size": next((int(match[1]) for match in sizes), USUAL_SIZES[game_id])}
    if game_id == "yavalath":
        return {"players": players, "swap": "yes" if is_swapped else "no"}
    if game_id == "lines-of-action":
        if "classic" not in variants:
            raise BadRecord("Lines of Action on another board than classic: not a game here")
        return {"setup": "scrambled-eggs"} if "scrambled" in variants else {}
    return {}


def read_move(game: Game, text: str) -> str:
    """The rulebook's text of a move."""
    flip = _FLIPS.get(game.id)
    rows = flip(game.chosen) if flip else 0
    text = text.removeprefix("+")
    return _CELL.sub(lambda cell: f"{cell[1]}{rows + 1 - int(cell[2])}", text) if rows else text


# How many rows there are where theirs are counted the other way, by game and its options; 0: they are not.
_FLIPS: dict[str, Callable[[Mapping[str, object]], int]] = {
    "hex": lambda chosen: int(str(chosen["size"])),
    "lines-of-action": lambda chosen: 8 * (chosen["setup"] == "scrambled-eggs"),
}
