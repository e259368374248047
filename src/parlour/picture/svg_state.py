"""A state as a picture: what a seat may see of it, the last move marked, a description in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from types import ModuleType
from typing import Protocol

from parlour.errors import BadPicture
from parlour.kernel.layout import CHANCE
from parlour.kernel.scene import Cell, Piece, Scene
from parlour.picture.svg import (
    CellChange,
    EarlierPicture,
    Parts,
    SceneText,
    changes_between,
    draw_parts,
    place_in_picture,
)
from parlour.picture.svg_pieces import kind_of
from parlour.picture.svg_skin import Look, remembered, skin
from parlour.picture.viewpoint import Viewpoint

Cells = list[dict[str, object]]  # of a board as data

STYLED = "<style>"


@dataclass(frozen=True)
class Drawn:
    """A board: its picture as SVG in parts, its cells as they are drawn there, and as data to be read.

    `counted` are the names of the pieces in it. It is the picture of `scene` in `look`.
    """

    made: Parts
    cells: Cells
    counted: Counter[str]
    scene: Scene
    look: Look

    @cached_property
    def parts(self) -> list[str]:
        """The picture's parts without its style sheet: pages have these rules in theirs."""
        before = [part for part in self.made.before if not part.startswith(STYLED)]
        return [*before, *self.made.cells.values(), *self.made.after]

    @property
    def pictures(self) -> dict[str, str]:
        """The cells as they are drawn, by name."""
        return self.made.cells

    @property
    def picture(self) -> str:
        """The picture as SVG."""
        return "".join(self.parts)


SMALLEST, LARGEST = 16, 8192  # pixels
REMEMBERED = 10_000  # cells in words, and as data, that a look remembers


class Ended(Protocol):
    """How a game ended."""

    @property
    def text(self) -> str: ...


class Named(Protocol):
    """What a drawing needs of a game; `parlour.Game` has it."""

    id: str
    title: str
    seat_names: tuple[str, ...]

    @property
    def notation(self) -> ModuleType: ...


class DrawableState(Protocol):
    """What a drawing needs of a state; `parlour.State` has it."""

    @property
    def game(self) -> Named: ...

    @property
    def turn(self) -> int | None: ...

    @property
    def outcome(self) -> Ended | None: ...

    def scene(self, seat: int | None = None) -> Scene: ...

    def last_cells(self, seat: int | None) -> tuple[str, ...]: ...

    def heard_plies(self, seat: int | None) -> Iterator[tuple[object, str]]: ...


def state_svg(state: DrawableState, at: Viewpoint) -> str:
    """What `State.svg` returns."""
    shown, look = viewed(state, at), skin(at.skin).look(state.game.id)
    return "".join(_parts(state, at, shown, look, _count(state, shown, look)).texts)


def draw_board(
    state: DrawableState, at: Viewpoint, shown: Scene, before: Drawn | None = None
) -> Drawn:
    """A state's board as `shown`. What it shares with `before`, from the same viewpoint, is taken over."""
    look = skin(at.skin).look(state.game.id)
    changes = None
    if before is not None and before.look is look:
        changes = changes_between(before.scene, shown)
    if before is None or changes is None:
        earlier, cells = None, board_cells(state, shown, at)
        counted = _count(state, shown, look)
    else:
        earlier, cells = EarlierPicture(before.made, before.scene, changes), list(before.cells)
        for change in changes:
            cells[change.number] = _as_data(state, shown, change.after, look, at.flip)
        counted = _count_again(before.counted, changes, state, shown, look)
    made = _parts(state, at, shown, look, counted, earlier)
    return Drawn(made, cells, counted, shown, look)


def _parts(
    state: DrawableState,
    at: Viewpoint,
    shown: Scene,
    look: Look,
    counted: Mapping[str, int],
    earlier: EarlierPicture | None = None,
) -> Parts:
    if not isinstance(at.size, int) or not SMALLEST <= at.size <= LARGEST:
        raise BadPicture(f"size {at.size!s:.40}: expected {SMALLEST} to {LARGEST} pixels")
    if at.marks or at.arrows:
        names = {cell.name for cell in (*shown.cells, *shown.aside)}
        marks = frozenset(_cell(mark, names) for mark in _several(at.marks))
        at = replace(at, marks=marks, arrows=tuple(_arrow(arrow, names) for arrow in at.arrows))
    last = frozenset(state.last_cells(at.seat)) if at.last else frozenset()
    words = SceneText(
        _title(state),
        _description(state, shown, at.seat, counted),
        lambda cell: tip(state, shown, cell, look),
        (shown.colours, state.game.seat_names),
    )
    return draw_parts(shown, look, at, last, words, earlier)


def viewed(state: DrawableState, at: Viewpoint) -> Scene:
    """The scene, in one of the game's other views if one is named."""
    scene, view = state.scene(at.seat), at.view
    if view is None:
        return scene.picture or scene
    known = state.game.notation.VIEWS
    if view not in known:
        has = f"it has {', '.join(sorted(known))}" if known else "it has none but the usual one"
        raise BadPicture(f"{state.game.id} has no view {view!s:.40}: {has}")
    shown: Scene = known[view](scene, at.seat or 0)
    return shown


def _several(marks: Collection[str]) -> Collection[str]:
    """Marks as given; one text alone is one cell, not its letters."""
    return [marks] if isinstance(marks, str) else marks


def _cell(name: object, names: Collection[str]) -> str:
    if not isinstance(name, str) or name not in names:
        raise BadPicture(
            f"there is no cell {name!s:.40}: cells are {', '.join(sorted(names)[:8])}, …"
        )
    return name


def _arrow(arrow: object, names: Collection[str]) -> tuple[str, str]:
    if isinstance(arrow, str) or not isinstance(arrow, Collection) or len(arrow) != 2:
        raise BadPicture(f"an arrow is a pair of cells, not {arrow!r:.40}")
    start, end = arrow
    return _cell(start, names), _cell(end, names)


# -- in words --------------------------------------------------------------------------------------


def _title(state: DrawableState) -> str:
    return f"{state.game.title}, {_due(state)}"


def _due(state: DrawableState) -> str:
    if state.outcome is not None:
        return f"over: {state.outcome.text.lstrip('#')}"
    if state.turn == CHANCE:
        return "chance to act"
    return f"{state.game.seat_names[state.turn or 0]} to move"


def _count(state: DrawableState, scene: Scene, look: Look) -> Counter[str]:
    """How many pieces there are of each name."""
    standing = _sayings(state, scene, look)
    return Counter(
        chain.from_iterable([standing(cell) for cell in scene.cells if cell.picture_pieces])
    )


def _count_again(
    before: Counter[str],
    changes: Sequence[CellChange],
    state: DrawableState,
    scene: Scene,
    look: Look,
) -> Counter[str]:
    """The same after changes, from the count before them."""
    counted, standing = before.copy(), _sayings(state, scene, look)
    for change in changes:
        if change.number < len(scene.cells):
            counted.subtract(standing(change.before))
            counted.update(standing(change.after))
    return counted


def _description(
    state: DrawableState, scene: Scene, seat: int | None, counted: Mapping[str, int]
) -> str:
    """How many pieces of which kinds there are, the last move, and the scene's notes."""
    there = ", ".join([f"{number} {name}" for name, number in sorted(counted.items()) if number])
    parts = [f"On the board: {there}." if there else "The board is empty."]
    parts += [f"Last move: {text}." for _, text in islice(state.heard_plies(seat), 1)]
    return " ".join([*parts, *scene.notes])


def tip(state: DrawableState, scene: Scene, cell: Cell, look: Look) -> str:
    """What stands on a cell, in words."""
    return f"{cell.name}: {', '.join(_sayings(state, scene, look)(cell))}"


def _sayings(state: DrawableState, scene: Scene, look: Look) -> Callable[[Cell], list[str]]:
    """A function that describes the pieces of a cell, the lowest first, in shared lists, never changed."""
    said = remembered(look.said, (scene.colours, state.game.seat_names), REMEMBERED)

    def standing(cell: Cell) -> list[str]:
        found: list[str] | None = said.get(cell.picture_pieces)
        if found is None:
            found = said[cell.picture_pieces] = [
                _called(state, scene, piece, look) for piece in cell.picture_pieces
            ]
        return found

    return standing


def board_cells(state: DrawableState, scene: Scene, at: Viewpoint) -> Cells:
    """The board as data, beside a picture of `scene`: a dictionary for each cell.

    `name`; `x`, `y`: its centre in the picture's units; `pieces`: its pieces in words, the lowest
    first; `text`: what is written on the topmost. The dictionaries are shared, and never changed.
    """
    look = skin(at.skin).look(state.game.id)
    known = remembered(look.cells, (scene.colours, state.game.seat_names, at.flip), REMEMBERED)
    found: Cells = []
    for cell in (*scene.cells, *scene.aside):
        data = known.get(cell)
        if data is None:
            data = known[cell] = _as_data(state, scene, cell, look, at.flip)
        found.append(data)
    return found


def _as_data(
    state: DrawableState, scene: Scene, cell: Cell, look: Look, flip: bool
) -> dict[str, object]:
    x, y = place_in_picture(cell, flip)
    said = _sayings(state, scene, look)(cell)
    top = cell.picture_pieces[-1].text if cell.picture_pieces else ""
    return {"name": cell.name, "x": round(x), "y": round(y), "pieces": said, "text": top}


def _called(state: DrawableState, scene: Scene, piece: Piece, look: Look) -> str:
    """A piece's name with its owner's or its colour's; a piece without a kind by its text."""
    kind = kind_of(piece)
    if kind == "card":
        return piece.text
    if kind == "back":
        return "a card face down"
    shown = piece.text if kind in ("disc", "tile") and piece.text else look.name(kind)
    theirs = piece.colour.split(" ")[0]
    owners = [i for i, colour in enumerate(scene.colours) if colour == theirs]
    owner = state.game.seat_names[owners[0]] if len(owners) == 1 else theirs
    return f"{owner} {shown}"
