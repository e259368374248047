"""`parlour view`, `parlour annotated`, `parlour convert` and `parlour recognise`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parlour.cli.console import console, screen
from parlour.cli.records.record_games import load_named_file, recorded_games
from parlour.errors import BadForm, BadRecord, ParlourError
from parlour.lessons.annotated_games import all_annotated_titles
from parlour.picture.terminal import draw
from parlour.picture.viewpoint import Viewpoint
from parlour.records import FORMS, Node, Tree, recognise, why_unknown
from parlour.records.formats.format_registry import format_for_suffix
from parlour.records.notes import noted
from parlour.records.pgn_syntax.numbering import numbering
from parlour.records.pgn_syntax.pgn_reading import GLYPHS
from parlour.records.record_files import written_file
from parlour.records.source import Source
from parlour.table.catalogue import game as find_game

BOARDS = ("ends", "notes", "all")
MOST_NOTICES = 10  # printed for one game
_SIGNS = {number: sign for sign, number in GLYPHS.items()}


# -- view --------------------------------------------------------------------------------------------


def view_game(file: str, number: int, ply: int | None, boards: str) -> None:
    """Print one game of a file; raises BadRecord if it has fewer games, or the game is unknown."""
    if boards not in BOARDS:
        raise BadRecord(f"{boards:.20}: expected one of {', '.join(BOARDS)}")
    out = console()
    item = next(islice(recorded_games(file), number - 1, None), None)
    if item is None:
        raise BadRecord(f"{file} has no game number {number}")
    if item.tree is None:
        raise item.error or BadRecord(f"{file}: this game is unknown")
    if ply is not None:
        line = [item.tree.root, *item.tree.line()]
        _board(out, line[min(ply, len(line) - 1)])
        return
    _show(out, item.tree, boards)
    for notice in [*([str(item.error)] if item.error else []), *item.notices[:MOST_NOTICES]]:
        out.print(Text(notice, "yellow"))


def _show(out: Console, tree: Tree, boards: str) -> None:
    for name, value in tree.tags.items():
        out.print(Text.assemble((f"{name:>12} ", "dim"), value))
    lines = _TreePrinter(out, tree, boards)
    lines.show()


class _TreePrinter:
    """Prints a tree: the main line at the margin, variations indented."""

    def __init__(self, out: Console, tree: Tree, boards: str) -> None:
        self.out, self.tree, self.boards = out, tree, boards
        self.text = Text()
        self.depth = 0

    def show(self) -> None:
        if not self.tree.heard_by:
            _board(self.out, self.tree.root)
        self._notes(self.tree.root)
        for sign, node, number in numbering(self.tree):
            if node is None:
                self._flush()
                self.depth += 1 if sign == "(" else -1
                continue
            before = node.comments[0]
            if before:
                self._comment(before)
            self.text.append(f"{number} " if number else "", "dim")
            self.text.append(f"{node.move}{self._glyphs(node)} ", "" if self.depth else "bold")
            self._notes(node)
            if self._has_board(node):
                self._flush()
                _board(self.out, node)
        self._flush()
        self.out.print(Text(self.tree.tags["Result"], "bold"))

    def _glyphs(self, node: Node) -> str:
        return "".join(_SIGNS.get(glyph, f" ${glyph}") for glyph in node.glyphs)

    def _has_board(self, node: Node) -> bool:
        if self.tree.heard_by or self.depth:
            return False
        if self.boards == "notes" and set(noted(node)) - {"glyphs", "clock"}:
            return True
        return self.boards == "all" or not node.children

    def _notes(self, node: Node) -> None:
        notes = noted(node)
        if notes.get("comments", ("", ""))[1]:
            self._comment(notes["comments"][1])
        for name in ("task", "hint", "evaluation"):
            if name in notes:
                self._comment(f"{name}: {notes[name]}")

    def _comment(self, text: str) -> None:
        self._flush()
        self.out.print(Padding(Text(text, "italic"), (0, 0, 0, 4 + 4 * self.depth)))

    def _flush(self) -> None:
        if self.text:
            self.out.print(Padding(self.text, (0, 0, 0, 2 + 4 * self.depth)))
        self.text = Text()


def _board(out: Console, node: Node) -> None:
    state = node.state()
    scene = state.scene()
    at = Viewpoint(marks={*state.last_cells(None), *node.cells})
    out.print(Padding(draw(scene, at, screen(out)), (1, 0, 1, 2)))


# -- annotated games -----------------------------------------------------------------------------------


def list_annotated_games(game_id: str | None) -> None:
    """Print the titles of a game's annotated games, or of all; raises UnknownGame, BadRecord."""
    shipped = all_annotated_titles()
    chosen = list(shipped) if game_id is None else [find_game(game_id).id]
    out = console()
    for each in chosen:
        if each not in shipped:
            games = ", ".join(shipped)
            raise BadRecord(f"{each} has no annotated games; these games have some: {games}")
        out.print(Text(each, "bold"))
        for number, title in enumerate(shipped[each], 1):
            out.print(Text.assemble((f"{number:>4} ", "dim"), title))


# -- convert -----------------------------------------------------------------------------------------


def convert_games(file: str, out: str | None, to: str | None) -> None:
    """Convert all games of a file or folder, to `out` if given, and report errors and losses."""
    if to is not None and to not in FORMS:
        raise BadForm(f"there is no format {to:.40}; the formats are {', '.join(FORMS)}")
    tally: Counter[str] = Counter()
    paths = _files(file)
    if out is None:
        for path in paths:
            _check_file(path, to, tally)
    else:
        target = Path(out).expanduser()
        fmt = to or format_for_suffix(target.suffix.lower())
        if fmt is None:
            raise BadForm(f"{out}: unknown format; give --to one of {', '.join(FORMS)}")
        with written_file(target) as stream:
            for path in paths:
                for text in _texts(path, fmt, tally):
                    stream.write(("\n" if tally["written"] else "") + text)
                    tally["written"] += 1
    counts = ", ".join(f"{count} {label}" for label, count in tally.items())
    print(counts or "no recorded games", file=sys.stderr)


def _files(file: str) -> list[str]:
    path = Path(file).expanduser()
    if file == "-" or not path.is_dir():
        return [file]
    return sorted(str(found) for found in path.rglob("*") if found.is_file())


def _check_file(path: str, fmt: str | None, tally: Counter[str]) -> None:
    """Read a file and convert its games without writing; errors and losses are printed."""
    for _ in _texts(path, fmt, tally):
        pass


def _texts(path: str, fmt: str | None, tally: Counter[str]) -> Iterator[str]:
    """The converted games of a file (None: to their own format); errors and losses are printed."""
    for place, item in enumerate(recorded_games(path), 1):
        notices = [str(item.error)] if item.error else []
        notices += item.notices
        tally["with errors" if item.error else "read without errors"] += 1
        if item.tree is None:
            tally["not readable"] += 1
        else:
            try:
                written = item.tree.write(fmt or item.form)
            except ParlourError as error:
                notices.append(str(error))
                tally["not possible in the format"] += 1
            else:
                tally["losses"] += len(written.losses)
                notices += [f"lost: {loss}" for loss in written.losses]
                yield written.text
        for notice in notices[:MOST_NOTICES]:
            print(f"{path}, game {place}: {notice}", file=sys.stderr)
        if len(notices) > MOST_NOTICES:
            print(f"{path}, game {place}: … {len(notices) - MOST_NOTICES} more", file=sys.stderr)


# -- recognise ---------------------------------------------------------------------------------------


def recognise_text(file: str) -> None:
    """Print the games that the moves in a file may belong to, the likeliest first."""
    missing = "" if file == "-" else load_named_file(Path(file).expanduser())
    if missing:
        raise BadRecord(missing)
    source = Source(sys.stdin.read() if file == "-" else Path(file).expanduser())
    try:
        text = "".join(source.lines())
    finally:
        source.close()
    guesses = recognise(text, source.suffix)
    if not guesses:
        raise BadRecord(f"{file}: {why_unknown(text) or 'no game allows these moves'}")
    table = Table(box=None, header_style="dim")
    for heading in ("Game", "Moves", "Stopped at line"):
        table.add_column(heading)
    for guess in guesses[:20]:
        stopped = "" if guess.line is None else str(guess.line)
        table.add_row(guess.game, f"{guess.accepted} of {guess.of}", stopped)
    console().print(table)
