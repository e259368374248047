"""Figures in a game's rules: fenced blocks of positions, drawn when the rules are shown.

    ```position
    lines-of-action .xxxxxx./o......o/o......o/o......o/o......o/o......o/o......o/.xxxxxx. x
    caption: The start.
    arrows: b1-b3
    marks: b3
    seat: 0
    ```

The first line is a position text, ``start`` for the game's own start. The others may be left out.
An indented line continues the line above, without a blank after a ``/``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from parlour.errors import BadPosition
from parlour.picture.viewpoint import Viewpoint
from parlour.table.game import Game, State

_FENCE = re.compile(r"^```position\n(.*?)^```\n?", re.MULTILINE | re.DOTALL)
_SEAT = re.compile(r"[0-9]")
_CONTINUED = re.compile(r"(?<=/)\n +|\n( ) *")


@dataclass(frozen=True)
class Figure:
    """A position with its caption and viewpoint."""

    state: State
    caption: str
    at: Viewpoint


def parts(game: Game) -> Iterator[str | Figure]:
    """A game's rules in order: texts in Markdown, and figures. Raises BadPosition for a wrong figure."""
    end = 0
    for found in _FENCE.finditer(game.about):
        if text := game.about[end : found.start()].strip("\n"):
            yield text
        yield figure(game, found[1])
        end = found.end()
    if text := game.about[end:].strip("\n"):
        yield text


def figure(game: Game, text: str) -> Figure:
    """The figure that a fenced block holds; raises BadPosition."""
    position, *lines = _CONTINUED.sub(lambda found: found[1] or "", text.strip()).splitlines() or [
        ""
    ]
    state = game.start() if position == "start" else _read(game, position)
    given = {"caption": "", "arrows": "", "marks": "", "seat": ""}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or name not in given:
            raise BadPosition(
                f"{line!s:.60}: expected {', '.join(f'{key}:' for key in given)} and a text"
            )
        given[name] = value.strip()
    arrows = [_ends(state, pair) for pair in given["arrows"].split()]
    seat = int(given["seat"]) if _SEAT.fullmatch(given["seat"]) else None
    if given["seat"] and (seat is None or seat >= state.game.seats):
        raise BadPosition(
            f"seat: {given['seat']!s:.20}: expected a number below {state.game.seats}"
        )
    marks = [_cell(state, name) for name in given["marks"].split()]
    return Figure(state, given["caption"], Viewpoint(seat, last=False, arrows=arrows, marks=marks))


def _read(game: Game, position: str) -> State:
    """A position of the game, of whatever options."""
    from parlour.table.catalogue import game as find_game

    name = position.partition(" ")[0]
    if name.partition(":")[0] != game.id:
        raise BadPosition(f"{name!s:.60}: expected a position of {game.id}, or start")
    return (game if name == game.name else find_game(name)).read(position)


def _ends(state: State, pair: str) -> tuple[str, str]:
    start, dash, end = pair.partition("-")
    if not dash:
        raise BadPosition(f"{pair!s:.40}: expected an arrow as a1-b2")
    return _cell(state, start), _cell(state, end)


def _cell(state: State, name: str) -> str:
    if name not in {cell.name for cell in state.scene(None).cells}:
        raise BadPosition(f"{name!s:.40} is no cell of the board")
    return name
