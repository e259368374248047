"""Words for the parts of moves, as buttons show them."""

from __future__ import annotations

from collections.abc import Mapping

_OWN: Mapping[str, Mapping[str, str]] = {  # by game, where signs mean something of their own
    "tumbling-down": {"-": "step", ">": "tumble"},
}
_COMMON: Mapping[str, str] = {"": "stop here", "-": "move", "x": "capture"}
_PROMOTED: Mapping[str, str] = {"Q": "queen", "R": "rook", "B": "bishop", "N": "knight"}


def part_label(game_id: str, part: str, begun: bool) -> str:
    """What a part of a move is called; `begun` says that a cell was given already."""
    own = _OWN.get(game_id, {})
    if part in own:
        return own[part]
    if begun and part in _COMMON:
        return _COMMON[part]
    if game_id == "merger-chess" and part.startswith("=") and len(part) == 2:
        return _PROMOTED.get(part[1], part[1])
    if part.startswith(("{", "/")):
        return _pieces(part)
    return part.strip(":@=") or part


def _pieces(part: str) -> str:
    """Pieces that split off (in braces) or are sent home (after a stroke)."""
    if part.startswith("/"):
        return f"send home {part[1:].replace(',', ', ')}"
    names, _, _ = part[1:].partition("}")
    return f"split off {names.replace(',', ', ')}"
