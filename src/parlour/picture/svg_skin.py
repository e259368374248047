"""Skins: how pieces, boards and colours look and what pieces are called, for one game or for all.

A skin is a folder with ``skin.toml``, and ``forms.toml`` if it draws pieces of its own; docs/play/pictures.md
describes them. A skin that is `like` another changes only what it names. A game's folder may add its own
``forms.toml`` to the plain skin, and in ``looks.toml`` its settings to any shipped one. Everything in a
file is checked here, so that a picture is sound SVG whoever made its skin.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from parlour.errors import BadSkin

SHIPPED = Path(__file__).parent / "skins"
GAMES = SHIPPED.parents[1] / "games"
PLAIN = "plain"  # what all skins build on
DEEPEST = 8  # skins that are like one another
LONGEST_NAME = 60
LONGEST_PATH = 4000

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})|none")
_PATH = re.compile(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9., -]*")
_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9 -]*")


@dataclass(frozen=True)
class Paint:
    """How one of a game's colours is painted: its surface, its outline, and what is drawn on it.

    `mark` is a form drawn on stones and discs, so that they differ without colour; `none` for no mark.
    """

    fill: str
    line: str
    ink: str
    mark: str = "none"


@dataclass(frozen=True)
class Form:
    """A piece's drawing in a square of 100 by 100, y downwards, as paths.

    `body` has the piece's fill and outline, `detail` are lines of its ink, `solid` surfaces of it,
    `accent` surfaces of the board's accent. `on` is a form drawn beneath; a `marked` one shows its
    colour's mark, one with `text` the piece's text.
    """

    body: str = ""
    detail: str = ""
    solid: str = ""
    accent: str = ""
    on: str = ""
    marked: bool = False
    text: bool = False


Memory = dict[Hashable, dict[Hashable, Any]]  # what was made before, by what all of it depends on


def remembered(memory: Memory, context: Hashable, most: int) -> dict[Hashable, Any]:
    """The values cached in a context; the cache is emptied first if it has `most` or more."""
    if sum(map(len, memory.values())) >= most:
        memory.clear()
    return memory.setdefault(context, {})


@dataclass(frozen=True)
class Look:
    """What a skin sets for a game: colours of the board, tones, grounds, paints, forms of kinds, names."""

    board: Mapping[str, str]
    tones: Mapping[str, str]
    grounds: Mapping[str, str]
    colours: Mapping[str, Paint]
    pieces: Mapping[str, str]
    names: Mapping[str, str]
    forms: Mapping[str, Form] = field(repr=False)
    drawn: Memory = field(  # cells as they were drawn: most stay from move to move
        default_factory=dict, compare=False, repr=False
    )
    standing: Memory = field(  # pieces as they were drawn, by what lies on a cell
        default_factory=dict, compare=False, repr=False
    )
    ground: dict[Hashable, Any] = field(  # what is drawn of a board without what stands on it
        default_factory=dict, compare=False, repr=False
    )
    said: Memory = field(  # what stands on cells, in words
        default_factory=dict, compare=False, repr=False
    )
    cells: Memory = field(  # cells as data
        default_factory=dict, compare=False, repr=False
    )

    def paint(self, colour: str) -> Paint:
        """How `colour` is painted; one that the skin does not know is grey."""
        return self.colours.get(colour.split(" ")[-1]) or self.colours["grey"]

    def tone(self, name: str) -> str:
        """The surface of a cell or an area: a tone, a shade of the board or a colour's fill."""
        known = self.tones.get(name) or self.board.get(name)
        if known is None and name in self.colours:
            return self.colours[name].fill
        return known or self.board["plain"]

    def ground_form(self, tone: str) -> str:
        """The name of the form drawn on surfaces of a tone or shade, "" for none."""
        found = self.grounds.get(tone, "none")
        return "" if found == "none" else found

    def form(self, kind: str) -> Form | None:
        """The drawing of a kind of piece, None if the skin has none."""
        return self.forms.get(self.pieces.get(kind, kind))

    def name(self, kind: str) -> str:
        """What a kind of piece is called."""
        return self.names.get(kind, kind.replace("-", " "))


SECTIONS = ("board", "tones", "grounds", "colours", "pieces", "names")


@dataclass(frozen=True)
class Skin:
    """A skin that is read: its settings by section, what it changes for single games, its forms."""

    title: str
    settings: Mapping[str, Mapping[str, Any]]
    games: Mapping[str, Mapping[str, Mapping[str, Any]]]
    forms: Mapping[str, Form]
    looks: dict[str, Look] = field(default_factory=dict, compare=False, repr=False)

    def look(self, game: str) -> Look:
        """What holds for the game with this id."""
        if game not in self.looks:
            own = self.games.get(game, {})
            merged: dict[str, Any] = {
                name: {**self.settings[name], **own.get(name, {})} for name in SECTIONS
            }
            self.looks[game] = Look(**merged, forms=self.forms)
        return self.looks[game]


def skins() -> list[str]:
    """The names of the skins that come with Parlour, sorted."""
    return list(_shipped_names())


@cache
def _shipped_names() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in SHIPPED.glob("*/skin.toml")))


def skin(name: str) -> Skin:
    """The skin of a shipped name, or of a folder's path; raises BadSkin."""
    if not isinstance(name, str):
        raise BadSkin("a skin is a name or a folder's path, as text")
    return _shipped(name) if name in skins() else _read(Path(name), DEEPEST)


@lru_cache(maxsize=16)
def _shipped(name: str) -> Skin:
    return _read(SHIPPED / name, DEEPEST)


def _read(folder: Path, deepest: int) -> Skin:
    """The skin in a folder, above the one it is like."""
    data = _toml(folder / "skin.toml")
    _check_keys(data, ("title", "like", "games", *SECTIONS), "skin.toml")
    like = data.get("like", "" if folder == SHIPPED / PLAIN else PLAIN)
    base = _base(like, deepest) if like else None
    own = {name: _section(name, data.get(name, {}), name) for name in SECTIONS}
    games = {
        game: _game(game, table)
        for source in (_table(data, "games"), *_looks_of_games(folder))
        for game, table in source.items()
    }
    own_forms = [folder / "forms.toml"]
    if folder == SHIPPED / PLAIN:
        own_forms += sorted(GAMES.glob("*/forms.toml"))
    forms = {
        name: _form(name, table)
        for file in own_forms
        if file.exists()
        for name, table in _toml(file).items()
    }
    made = _above(base, _text(data.get("title", folder.name), "title"), own, games, forms)
    _complete(made)
    return made


def _looks_of_games(folder: Path) -> list[dict[str, Any]]:
    """What the games' folders set for themselves in a shipped skin."""
    if folder.parent != SHIPPED:
        return []
    return [_table(_toml(file), folder.name) for file in sorted(GAMES.glob("*/looks.toml"))]


def _base(like: object, deepest: int) -> Skin:
    if like not in skins():
        raise BadSkin(f"like = {like!r:.60}: expected one of {', '.join(skins())}")
    if deepest == 0:
        raise BadSkin(f"skins are like one another in a circle, or more than {DEEPEST} deep")
    return _read(SHIPPED / str(like), deepest - 1)


def _above(
    base: Skin | None,
    title: str,
    own: dict[str, dict[str, Any]],
    games: dict[str, dict[str, dict[str, Any]]],
    forms: dict[str, Form],
) -> Skin:
    """What a skin sets itself over what it is like, section by section."""
    if base is None:
        return Skin(title, own, games, forms)
    settings = {name: {**base.settings[name], **own[name]} for name in SECTIONS}
    for game, sections in base.games.items():
        changed = games.setdefault(game, {})
        for name, values in sections.items():
            changed[name] = {**values, **changed.get(name, {})}
    return Skin(title, settings, games, {**base.forms, **forms})


def _complete(made: Skin) -> None:
    """Check that all that a renderer asks for is there, and that what is named exists."""
    lacking = [key for key in BOARD if key not in made.settings["board"]]
    if lacking:
        raise BadSkin(f"board lacks {', '.join(lacking)}")
    if "grey" not in made.settings["colours"]:
        raise BadSkin("colours lacks grey, which is used for unknown colours")
    for sections in (made.settings, *made.games.values()):
        wanted = {**sections.get("pieces", {}), **sections.get("grounds", {})}
        marks = {name: paint.mark for name, paint in sections.get("colours", {}).items()}
        for what, form in (*wanted.items(), *marks.items()):
            if form != "none" and form not in made.forms:
                raise BadSkin(f"{what} = {form!r:.60}: there is no such form")
    for name, form in made.forms.items():
        if form.on and (form.on not in made.forms or made.forms[form.on].on):
            raise BadSkin(
                f"the form {name} is on {form.on!r:.60}, which is no form that lies lowest"
            )


# -- reading and checking ------------------------------------------------------------------------


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadSkin(f"{path.name} is not TOML: {error}") from None
    except (OSError, ValueError) as error:  # ValueError: not UTF-8, no name of a file
        given, why = f"{path.parent!s:.200}", getattr(error, "strerror", None) or error
        raise BadSkin(
            f"no skin can be read from {given} ({why}): expected a folder with {path.name}, "
            f"or one of {', '.join(skins())}"
        ) from None


def _table(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise BadSkin(f"{name!s:.60}: expected a table of settings")
    return found


def _check_keys(data: Mapping[str, Any], allowed: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in allowed:
            raise BadSkin(f"{where!s:.60} has {key!r:.60}: expected {', '.join(allowed)}")


def _game(game: str, table: object) -> dict[str, dict[str, Any]]:
    if not isinstance(table, dict):
        raise BadSkin(f"games.{game!s:.60}: expected tables of settings")
    _check_keys(table, SECTIONS, f"games.{game}")
    return {name: _section(name, table[name], f"games.{game}.{name}") for name in table}


def _section(name: str, table: object, where: str) -> dict[str, Any]:
    """One table of settings, each of them checked."""
    if not isinstance(table, dict):
        raise BadSkin(f"{where!s:.60}: expected a table of settings")
    if name == "board":
        _check_keys(table, BOARD, where)
    read = CHECKS[name]
    return {_word(key, where): read(value, f"{where}.{key}") for key, value in table.items()}


def _colour(value: object, where: str) -> str:
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        raise BadSkin(f"{where!s:.80} = {value!r:.60}: expected a colour such as #c0ffee, or none")
    return value.lower()


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.isprintable() or not 0 < len(value) <= LONGEST_NAME:
        raise BadSkin(f"{where!s:.80}: expected a text of at most {LONGEST_NAME} characters")
    return value


def _word(value: object, where: str) -> str:
    if not isinstance(value, str) or not _WORD.fullmatch(value):
        raise BadSkin(f"{where!s:.80}: {value!r:.60} is no name: expected letters, digits, hyphens")
    return value


def _paint(value: object, where: str) -> Paint:
    if not isinstance(value, dict):
        raise BadSkin(f"{where!s:.80}: expected fill, line and ink")
    _check_keys(value, tuple(f.name for f in fields(Paint)), where)
    lacking = [key for key in ("fill", "line", "ink") if key not in value]
    if lacking:
        raise BadSkin(f"{where!s:.80} lacks {', '.join(lacking)}")
    shown = {key: _colour(value[key], f"{where}.{key}") for key in ("fill", "line", "ink")}
    return Paint(**shown, mark=_word(value.get("mark", "none"), f"{where}.mark"))


def _form(name: str, table: object) -> Form:
    where = f"forms.toml: {_word(name, 'forms.toml')}"
    if not isinstance(table, dict):
        raise BadSkin(f"{where!s:.80}: expected paths")
    _check_keys(table, tuple(f.name for f in fields(Form)), where)
    for key in ("body", "detail", "solid", "accent"):
        path = table.get(key, "")
        if path and not (
            isinstance(path, str) and len(path) <= LONGEST_PATH and _PATH.fullmatch(path)
        ):
            raise BadSkin(f"{where!s:.80}: {key} is no path of SVG")
    switches = (table.get("marked", False), table.get("text", False))
    if not isinstance(table.get("on", ""), str) or not all(isinstance(s, bool) for s in switches):
        raise BadSkin(f"{where!s:.80}: on is a form's name, marked and text are true or false")
    return Form(**table)


CHECKS: dict[str, Callable[[object, str], Any]] = {
    "board": _colour,
    "tones": _colour,
    "grounds": _word,
    "colours": _paint,
    "pieces": _word,
    "names": _text,
}

BOARD = (  # what a renderer asks a board for
    *("frame", "border", "label", "caption", "dark", "light", "plain", "edge", "link"),
    *(
        "last",
        "last-line",
        "mark",
        "arrow",
        "accent",
        "table",
        "card",
        "card-line",
        "back",
        "back-line",
    ),
    *("sheltered", "critical", "inert", "space", "space-line", "table-label"),
)
