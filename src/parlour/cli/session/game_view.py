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
from parlour.table.game import State
from parlour.table.outcome import Outcome, score_text
from parlour.table.telling import ending_words

GAP = 4  # columns between the board and the panel beside it
BESIDE = 24  # columns that the panel needs
LEAST_MOVES = 4  # lines of moves shown at least


def table_view(out: Console, state: State, who: Sequence[str], at: Viewpoint) -> RenderableType:
    """The board with a panel beside or below it: game, players, recent moves; then the notes."""
    scene = state.scene(at.seat)
    record = as_heard(state, at.seat)
    board = draw(scene, replace(at, marks=frozenset(state.last_cells(at.seat))), screen(out))
    lines = board.plain.split("\n")
    head, past = _head(out, state, scene, who), _past(record)
    wide = (
        out.width >= max(map(cell_len, lines)) + GAP + max(BESIDE, *(h.cell_len for h in head)) + 2
    )
    room = max(len(lines) - len(head) - 1, LEAST_MOVES) if wide else LEAST_MOVES
    panel = Text("\n").join([*head, *([Text()] if past else []), *past[-room:]])
    grid = Table.grid(padding=(0, GAP, 0, 0))
    grid.add_row(board, panel)
    shown = grid if wide else Group(board, Text(), panel)
    notes = notes_of(scene)
    return Padding(Group(shown, *([Text()] if notes else []), *notes), (1, 0, 1, 1))


def notes_of(scene: Scene) -> list[Text]:
    """The lines under a board: its legend and notes."""
    return [Text(note, "dim") for note in (scene.legend, *scene.notes) if note]


def _head(out: Console, state: State, scene: Scene, who: Sequence[str]) -> list[Text]:
    """The game, its options, and a line for each seat."""
    lines = [Text(state.game.title, "bold")]
    chosen = state.game.name.partition(":")[2]
    if chosen:
        lines.append(Text(chosen.replace(",", ", "), "dim"))
    seats = range(state.game.seats)
    return [*lines, Text(), *(_seat_line(out, state, scene, seat, who[seat]) for seat in seats)]


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
    """The moves so far, one line per round."""
    lines: list[str] = []
    for number, node in numbers(record):
        if number or not lines:
            lines.append(f"{number:>4} {node.move}")
        else:
            lines[-1] += f"  {node.move}"
    return [Text(line, overflow="ellipsis", no_wrap=True) for line in lines]


def ending(state: State, who: Sequence[str], outcome: Outcome) -> RenderableType:
    """The result: who won and why, and all scores."""
    facts = [f"{key} {value}" for key, value in outcome.details.items()]
    scores = [
        f"{name} {score_text(score)}"
        for name, score in zip(state.game.seat_names, outcome.scores, strict=True)
    ]
    you = [seat for seat, name in enumerate(who) if name == "you"]
    title = Text(ending_words(state.game, outcome, you), "bold")
    return Group(Rule(title, style="dim"), Text(" · ".join(scores + facts), justify="center"))
