"""Tags and notes as SGF's properties, both ways.

What SGF has a property for is written with it, so that other programs show it; what it has none for
goes beside it in private ones, whose names begin with X, so that nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation

import parlour
from parlour.records.builder import Builder, add_notes
from parlour.records.formats.sgf import sgf_games
from parlour.records.formats.sgf.sgf_syntax import GameText, RawNode, composed, quoted, simple
from parlour.records.game_result import is_result, scores_of
from parlour.records.notes import MOST_SECONDS, Notes, colour_letter, noted
from parlour.records.record_items import Item
from parlour.records.tags import seat_tag
from parlour.records.tree import Node, Tree

TAGS = {"EV": "Event", "PC": "Site", "DT": "Date", "RO": "Round", "SO": "Source", "AN": "Annotator"}
ROOT = ("FF", "GM", "CA", "SZ", "AP", "RU", "RE", "PB", "PW", "XPOSITION", "XTAG", *TAGS)
MARKS = {"CR": "G", "MA": "X", "TR": "T", "SQ": "Q", "SL": "S"}  # marks as their letters
LINE = "L"  # the letter of an arrow without a head
# Glyphs that SGF has properties for: name, value, number; in the order in which they are written.
GLYPHS = (
    ("TE", "1", 1), ("BM", "1", 2), ("TE", "2", 3), ("BM", "2", 4), ("IT", "", 5), ("DO", "", 6),
    ("DM", "1", 10), ("UC", "1", 13), ("GW", "1", 16), ("GB", "1", 17), ("GW", "2", 18), ("GB", "2", 19),
)  # fmt: skip
_ENDINGS = {"r": "resignation", "t": "time", "f": "forfeit"}
_TEXTS = {"XEVAL": "evaluation", "XTASK": "task", "XHINT": "hint"}


# -- tags --------------------------------------------------------------------------------------------


def read_tags(tree: Tree, root: RawNode, item: Item, game: GameText, golem: bool) -> None:
    """Set a tree's tags by its root's properties."""
    values = {name: simple(raws[0]) for name, raws in root.values.items()}
    for name, tag in TAGS.items():
        if name in values:
            tree.tags[tag] = values[name]
    for name, seat in _players(tree, golem).items():
        if name in values:
            tree.tags[seat_tag(tree.game.seat_names[seat])] = values[name]
    if "RE" in values and not _read_result(tree, values["RE"], golem):
        item.notice(
            f"the result RE[{values['RE']:.40}] is not understood", *_place(root, "RE", game)
        )
        add_notes(tree.root, {"kept": {"RE": [values["RE"]]}})
    if "RU" in values and values["RU"].strip() != tree.game.name:
        tree.tags["Rules"] = values["RU"]
    if "AP" in values and not values["AP"].startswith("Parlour"):
        tree.tags["Application"] = values["AP"]
    for raw in root.values.get("XTAG", ()):
        pair = composed(raw)
        if pair:
            tree.tags[pair[0]] = pair[1]
        elif tree.tags.is_given(name := simple(raw)):  # a tag with a property: here is its place
            value = tree.tags.pop(name)
            tree.tags[name] = value


def _players(tree: Tree, golem: bool = False) -> dict[str, int]:
    """The seats that PB and PW name."""
    seats = range(min(tree.game.seats, 2))
    if golem:
        return {"PB": 0, "PW": 1}  # PB is who moves first, whatever his stones are called
    return {f"P{sgf_games.colour_letter(tree.game, seat)}": seat for seat in seats}


def _read_result(tree: Tree, text: str, golem: bool) -> bool:
    """Set the tags Result and Termination by RE; False if it is not understood."""
    first, _, rest = text.strip().partition("+")
    if tree.game.seats == 2 and first.upper()[:1] in ("B", "W") and len(first) in (1, 5):
        winner = _players(tree, golem).get(f"P{first[0].upper()}", 0)
        tree.tags["Result"] = ("1-0", "0-1")[winner]
        if rest[:1].lower() in _ENDINGS:
            tree.tags["Termination"] = _ENDINGS[rest[0].lower()]
        elif rest:
            tree.tags["Termination"] = rest
        return True
    if text.strip().lower() in ("0", "draw", "d") and tree.game.seats == 2:
        tree.tags["Result"] = "1/2-1/2"
        return True
    if is_result(text.strip(), tree.game.seats) and (":" in text or "-" in text):
        tree.tags["Result"] = text.strip()
        return True
    if text.strip().lower() == "void":
        tree.tags["Termination"] = "void"
        return True
    return text.strip() in ("?", "")


def root_properties(tree: Tree) -> str:
    """The root's properties as text."""
    game = tree.game
    number = game.spec.sgf.number
    values = {"FF": "4", "GM": str(number), "CA": "UTF-8", "AP": f"Parlour:{parlour.__version__}"}
    values["RU"] = quoted(game.name)
    values |= game.spec.sgf.root(game.chosen)
    tags = dict(tree.tags)
    written = {tag: name for name, tag in TAGS.items()}
    players = {seat_tag(game.seat_names[seat]): name for name, seat in _players(tree).items()}
    more: list[str] = []
    for tag, value in tags.items():
        name = written.get(tag) or players.get(tag)
        if name:
            values[name] = quoted(value)
            more += [f"[{quoted(tag)}]"] if more else []
        elif tag == "Result" and (text := _result(tree, value)):
            values["RE"] = text
        elif tag in tree.tags.given:
            more.append(f"[{quoted(tag, colon=True)}:{quoted(value)}]")
    ending = values.get("RE", "").partition("+")[2]
    if ending and tree.tags.given.get("Termination") == _ENDINGS[ending.lower()]:
        more = [pair for pair in more if not pair.startswith("[Termination:")]
    text = "".join(f"{name}[{value}]" for name, value in values.items())
    for name, cells in sgf_games.setup_of(tree).items():
        text += name + "".join(f"[{cell}]" for cell in cells)
    if tree.position is not None:
        text += f"XPOSITION[{quoted(tree.position)}]"
    return text + ("XTAG" + "".join(more) if more else "") + properties(tree.root)


def _result(tree: Tree, result: str) -> str:
    """RE for a result, "" if there is none."""
    scores = scores_of(result) if is_result(result, tree.game.seats) else None
    if scores is None or tree.game.seats != 2 or len(scores) != 2:
        return quoted(result) if ":" in result else ""
    if result == "1/2-1/2":
        return "0"
    if result not in ("1-0", "0-1"):
        return quoted(result)
    letter = sgf_games.colour_letter(tree.game, 0 if result == "1-0" else 1)
    given = tree.tags.given.get("Termination")
    ending = next((sign.upper() for sign, word in _ENDINGS.items() if word == given), "")
    return f"{letter}+{ending}"


# -- notes -------------------------------------------------------------------------------------------


def read_notes(
    builder: Builder,
    raw: RawNode,
    skip: tuple[str, ...],
    cell: Callable[[str], str],
    game: GameText,
) -> None:
    """Note where a builder stands what a node's properties say, but those to `skip`.

    `cell` names a point's cell.
    """
    node = builder.node
    notes: Notes = {}
    kept: dict[str, list[str]] = {}
    values = raw.values
    for name, raws in values.items():
        if name in skip:
            continue
        if not _read_note(notes, node, name, raws, cell):
            kept[name] = _map_points(raws, cell) if name in _POINTS else raws
            if not name.startswith("X") and name not in _QUIET:
                builder.item.notice(f"{name} is kept, not understood", *_place(raw, name, game))
    _read_private(notes, values, cell)
    for pair in filter(None, map(composed, values.get("XKEPT", ()))):
        kept.setdefault(pair[0], []).append(pair[1])
    if kept:
        notes["kept"] = kept
    builder.note(node, notes)


# Properties of SGF's that the tree has no place for: kept without a word, as they mean nothing here.
_QUIET_NAMES = """
N KO MN DM BL WL ST PL HO GN GC TM OT V PM DD VW FG CP US BR WR BT WT ON SU IP IY IS OB OW HA
"""
_QUIET = frozenset(_QUIET_NAMES.split())
_POINTS = ("DD", "VW")  # of these, what is kept is lists of points


def _map_points(raws: list[str], cell: Callable[[str], str]) -> list[str]:
    """Points as they stand, or as the board's cells where a dialect or a swap names them otherwise."""
    points = sgf_games.points(list(map(simple, raws)))
    cells = list(map(cell, points))
    return raws if cells == points else list(map(quoted, cells))


def _read_note(
    notes: Notes, node: Node, name: str, raws: list[str], cell: Callable[[str], str]
) -> bool:
    """Take one property into `notes`; False if the tree has no place for it."""
    if name == "C":
        notes["comments"] = ("", "\n".join(map(simple, raws)))
    elif name in MARKS:
        cells = {cell(point): MARKS[name] for point in sgf_games.points(list(map(simple, raws)))}
        marked = notes.setdefault("cells", {})
        if not marked.keys().isdisjoint(cells):
            return False  # a cell bears one mark
        marked |= cells
    elif name == "LB":
        pairs = [pair for text in raws if (pair := composed(text))]
        notes["labels"] = {cell(point): text for point, text in pairs}
        return len(pairs) == len(raws)
    elif name in ("AR", "LN"):
        pairs = [pair for text in raws if (pair := composed(text)) and all(pair)]
        letter = LINE if name == "LN" else "G"
        arrows = [(cell(start), cell(end), letter) for start, end in pairs]
        before = notes.get("arrows", [])
        notes["arrows"] = [*before, *arrows] if name == "LN" else [*arrows, *before]
        return len(pairs) == len(raws)
    elif name in ("BL", "WL"):
        seconds = _seconds(simple(raws[0]))
        mine = node.seat is not None and sgf_games.colour_letter_of(node) == name[0]
        if seconds is None or not mine:
            return False
        notes["clock"] = seconds
    elif name in _GLYPH_NAMES:
        value = simple(raws[0]).strip()
        number = next((n for p, v, n in GLYPHS if p == name and (v == value or not v)), None)
        if number is None and name in ("TE", "BM", "GB", "GW", "DM", "UC") and not value:
            number = next(n for p, _, n in GLYPHS if p == name)
        if number is None or (name in ("IT", "DO") and value):
            return False
        notes["glyphs"] = [*notes.get("glyphs", []), number]
    elif not name.startswith("X"):
        return False
    else:
        return name in _PRIVATE
    return True


_GLYPH_NAMES = {name for name, _, _ in GLYPHS}
_PRIVATE = ("XBEFORE", "XGLYPHS", "XCELLS", "XARROWS", "XCLOCK", "XKEPT", *_TEXTS)


def _read_private(notes: Notes, values: dict[str, list[str]], cell: Callable[[str], str]) -> None:
    """Take Parlour's own properties, which say exactly what the others say in part."""
    if "XBEFORE" in values:
        after = notes.get("comments", ("", ""))[1]
        notes["comments"] = (simple(values["XBEFORE"][0]), after)
    if "XGLYPHS" in values:
        numbers = simple(values["XGLYPHS"][0]).split(":")
        notes["glyphs"] = [
            int(number) for number in numbers if number.isdecimal() and len(number) < 10
        ]
    if "XCELLS" in values:
        pairs = [pair for text in values["XCELLS"] if (pair := composed(text))]
        notes["cells"] = {cell(name): colour for name, colour in pairs if _is_colour(colour)}
    if "XARROWS" in values and "arrows" in notes:
        notes["arrows"] = _in_order(notes["arrows"], simple(values["XARROWS"][0]))
    if "XCLOCK" in values and (seconds := _seconds(simple(values["XCLOCK"][0]))) is not None:
        notes["clock"] = seconds
    for name, note in _TEXTS.items():
        if name in values:
            notes[note] = simple(values[name][0])


def _in_order(arrows: list[tuple[str, str, str]], letters: str) -> list[tuple[str, str, str]]:
    """Arrows and lines in the order, and with the colours, that XARROWS tells."""
    lines = iter([arrow for arrow in arrows if arrow[2] == LINE])
    heads = iter([arrow for arrow in arrows if arrow[2] != LINE])
    found = []
    for letter in letters:
        arrow = next(lines if letter == LINE else heads, None)
        if arrow is not None:
            found.append((*arrow[:2], letter if _is_colour(letter) else "G"))
    return [*found, *heads, *lines]


def _is_colour(letter: str) -> bool:
    return len(letter) == 1 and "A" <= letter <= "Z"


def _seconds(text: str) -> float | None:
    try:
        exact = Decimal(text.strip())
    except InvalidOperation:
        return None
    if not exact.is_finite() or not 0 <= exact < MOST_SECONDS:
        return None
    return int(exact) if exact == int(exact) else float(exact)


def properties(node: Node) -> str:
    """A node's notes as properties."""
    notes = noted(node)
    if not notes:
        return ""
    before, after = notes.get("comments", ("", ""))
    parts = [f"C[{quoted(after)}]" if after else "", f"XBEFORE[{quoted(before)}]" if before else ""]
    parts += [_glyphs(notes.get("glyphs", [])), _cells(notes.get("cells", {}))]
    labels = [f"[{quoted(c, colon=True)}:{quoted(t)}]" for c, t in notes.get("labels", {}).items()]
    parts.append("LB" + "".join(labels) if labels else "")
    parts.append(_arrows(notes.get("arrows", [])))
    if "clock" in notes:
        letter = sgf_games.colour_letter_of(node)
        name = f"{letter}L" if letter else "XCLOCK"
        seconds = Decimal(repr(notes["clock"]))
        whole = seconds == int(seconds)
        parts.append(f"{name}[{int(seconds) if whole else f'{seconds:f}'}]")
    parts += [f"{name}[{quoted(notes[note])}]" for name, note in _TEXTS.items() if note in notes]
    others = []  # what other forms say
    for name, texts in notes.get("kept", {}).items():
        if re.fullmatch("[A-Z]+", name):
            parts.append(name + "".join(f"[{_bracketed(text)}]" for text in texts))
        else:
            others += [f"[{quoted(name, colon=True)}:{quoted(text)}]" for text in texts]
    return "".join([*parts, "XKEPT" + "".join(others) if others else ""])


def _bracketed(text: str) -> str:
    """A kept value as it stood between its brackets."""
    return text if re.fullmatch(r"(?:[^\\\]]|\\.)*", text, re.DOTALL) else quoted(text)


def _glyphs(glyphs: list[int]) -> str:
    own = {number: (name, value) for name, value, number in GLYPHS}
    named = [own[glyph] for glyph in glyphs if glyph in own]
    once = len({name for name, _ in named}) == len(named) == len(glyphs)
    text = "".join(f"{name}[{value}]" for name, value in dict(named).items())
    return text if once else f"{text}XGLYPHS[{':'.join(map(str, glyphs))}]"


def _cells(cells: dict[str, str]) -> str:
    """Marks as such, coloured cells as circles beside which their colours stand."""
    names = {letter: name for name, letter in MARKS.items()}
    marked: dict[str, list[str]] = {name: [] for name in MARKS}
    for cell, colour in cells.items():
        marked[names.get(colour, "CR")].append(cell)
    text = "".join(
        name + "".join(f"[{quoted(cell)}]" for cell in named)
        for name, named in marked.items()
        if named
    )
    ordered = [cell for named in marked.values() for cell in named]
    plain = all(cell == cell.strip().lower() and ":" not in cell for cell in cells)
    if plain and ordered == list(cells) and all(colour in names for colour in cells.values()):
        return text
    pairs = "".join(f"[{quoted(cell, True)}:{colour_letter(c)}]" for cell, c in cells.items())
    return f"{text}XCELLS{pairs}"


def _arrows(arrows: list[tuple[str, str, str]]) -> str:
    """Arrows and lines, and where it is not seen from these, their order and their colours."""
    text = ""
    for name in ("AR", "LN"):
        pairs = [(a, b) for a, b, colour in arrows if (colour == LINE) == (name == "LN")]
        text += name * bool(pairs)
        text += "".join(f"[{quoted(a, True)}:{quoted(b, True)}]" for a, b in pairs)
    letters = "".join(colour_letter(colour) for _, _, colour in arrows)
    return text if re.fullmatch(f"G*{LINE}*", letters) else f"{text}XARROWS[{letters}]"


def _place(raw: RawNode, name: str, game: GameText) -> tuple[int, int]:
    return game.place(raw.offsets.get(name, raw.start))
