"""The display of a game in the terminal: board, players, recent moves, result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from parlour.cli.console import screen
from parlour.kernel.scene import Scene
from parlour.picture.terminal import draw, swatch
from parlour.picture.viewpoint import Viewpoint
from parlour.records import Tree, as_heard
from parlour.records.pgn_syntax.numbering import numbers
from parlour.table.familiar_moves import familiar_hooks, written_line
from parlour.table.game import State
from parlour.table.outcome import Outcome, score_text
from parlour.table.telling import ending_words

GAP = 4  # columns between the board and the panel beside it
BESIDE = 24  # columns that the panel needs
LEAST_MOVES = 4  # lines of moves shown beside the board at least
INPUT = 2  # lines below the view: a move to type, and hints
MOVES_BELOW = 2  # and below it


def table_view(out: Console, state: State, who: Sequence[str], at: Viewpoint) -> RenderableType:
    """The board with a panel beside or below it: game, players, recent moves; then the notes.

    In a low window the view has no blank lines and then no moves; if it is still too high, it says so.
    """
    view = _View(out, state, who, at)
    for spaced, moves in ((True, MOVES_BELOW), (False, MOVES_BELOW), (False, 0)):
        shown = view.arranged(spaced, moves)
        height = len(out.render_lines(shown, pad=False))
        if height <= out.height - INPUT or not out.is_terminal:
            return shown
    words = f"This view has {height} lines: scroll up to see its top, or make the window higher."
    return Group(shown, Text(words, "dim"))


class _View:
    """The parts of a view of the table, and their arrangement in a window."""

    def __init__(self, out: Console, state: State, who: Sequence[str], at: Viewpoint) -> None:
        scene = state.scene(at.seat)
        marked = replace(at, marks=frozenset(state.last_cells(at.seat)))
        self.board, self.notes = draw(scene, marked, screen(out)), notes_of(scene)
        self.title = _title(state)
        self.seats = [_seat_line(out, state, scene, seat, who[seat]) for seat in range(len(who))]
        self.past = _past(as_heard(state, at.seat))
        self.rows = self.board.plain.split("\n")
        panel = max(BESIDE, *(line.cell_len for line in (*self.title, *self.seats)))
        self.wide = out.width >= max(map(cell_len, self.rows)) + GAP + panel + 2

    def arranged(self, spaced: bool, moves: int) -> RenderableType:
        """The board, the panel and the notes; `moves`: lines of moves below the board."""
        blank = [Text()] if spaced else []
        shown = [self._beside()] if self.wide else [self.board, *blank, *self._below(moves)]
        notes = [*blank, *self.notes] if self.notes else []
        return Padding(Group(*shown, *notes), (int(spaced), 0, int(spaced), 1))

    def _beside(self) -> Table:
        head = [*self.title, Text(), *self.seats]
        room = max(len(self.rows) - len(head) - 1, LEAST_MOVES)
        past = [Text(), *self.past[-room:]] if self.past else []
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_row(self.board, Text("\n").join([*head, *past]))
        return grid

    def _below(self, moves: int) -> list[Text]:
        """The game, all players in a line, and the latest moves."""
        title, seats = Text("  ").join(self.title), Text("  ").join(self.seats)
        return [title, seats, *self.past[len(self.past) - moves :]]


def notes_of(scene: Scene) -> list[Text]:
    """The lines under a board: its legend and notes."""
    return [Text(note, "dim") for note in (scene.legend, *scene.notes) if note]


def _title(state: State) -> list[Text]:
    """The game, and the options that are not usual."""
    chosen = state.game.name.partition(":")[2]
    options = [Text(chosen.replace(",", ", "), "dim")] if chosen else []
    return [Text(state.game.title, "bold"), *options]


def _seat_line(out: Console, state: State, scene: Scene, seat: int, who: str) -> Text:
    here = screen(out)
    mark = (">" if here.ascii_only else "▶") if state.turn == seat else " "
    colour = scene.colours[seat] if seat < len(scene.colours) else ""
    sample = swatch(scene, seat, here)
    space = " " * (4 - sample.cell_len) if scene.colours else ""
    name = state.game.seat_names[seat]
    line = Text.assemble(f"{mark} ", sample, space, (name, "bold" if state.turn == seat else ""))
    if colour and colour != name.lower():
        line.append(f" ({colour})", "dim")
    return line.append(f"  {who}", "dim")


def _past(record: Tree) -> list[Text]:
    """The moves so far as players write them, one line per round."""
    lines: list[str] = []
    numbered = list(numbers(record))
    texts = [str(node.move) for _, node in numbered]
    if familiar_hooks(record.game) is not None:
        texts = written_line(record.root.state(), texts)
    for (number, _), text in zip(numbered, texts, strict=True):
        if number or not lines:
            lines.append(f"{number:>4} {text}")
        else:
            lines[-1] += f"  {text}"
    return [Text(line, overflow="ellipsis", no_wrap=True) for line in lines]


def ending(state: State, who: Sequence[str], outcome: Outcome) -> RenderableType:
    """The result: who won and why, and all scores."""
    in_words = state.game.notation.detail_in_words
    facts = [in_words(*detail) for detail in outcome.details.items()]
    scores = [
        f"{name} {score_text(score)}"
        for name, score in zip(state.game.seat_names, outcome.scores, strict=True)
    ]
    you = [seat for seat, name in enumerate(who) if name == "you"]
    title = Text(ending_words(state.game, outcome, you), "bold")
    return Group(Rule(title, style="dim"), Text(" · ".join(scores + facts), justify="center"))
