"""What people type at the table: moves, also loosely match_move, beginnings of moves, commands by name."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from parlour.cli.background_work import UserLeft
from parlour.cli.session.line_input import LineInput
from parlour.cli.session.move_matching import continuations, match_move
from parlour.errors import IllegalMove
from parlour.table.familiar_moves import familiar_hooks
from parlour.table.game import State
from parlour.table.player import has_few_moves

ALIASES = {"?": "help", "exit": "quit"}


@dataclass(frozen=True)
class Typed:
    """A command with the rest of the line as its text, or else the move `text`."""

    text: str
    command: str = ""


class Prompt:
    """Reads lines and completes or understands them."""

    def __init__(self, out: Console, lines: LineInput, commands: Collection[str]) -> None:
        self.out, self.lines, self.commands = out, lines, commands
        self.waiting = ""  # text to begin the next line with, for the person to confirm

    def read(self, prompt: str, legal: list[str]) -> str:
        """Read one line, with completion of legal moves."""
        default, self.waiting = self.waiting, ""
        return self.lines.read(prompt, legal, default)

    def understand(self, line: str, state: State, legal: list[str], is_over: bool) -> Typed | None:
        """What a line asks for, if anything; raises IllegalMove, and UserLeft to leave."""
        word, _, rest = line.partition(" ")
        word = ALIASES.get(word, word)
        move = match_move(line, legal) or _unlisted(line, state) or _familiar(line, state)
        if move is not None and (move == line or word not in self.commands):
            return Typed(str(move))
        if word in self.commands:
            return Typed(rest.strip(), word)
        if not line and is_over:
            raise UserLeft
        return self._complete(line, word, state, legal, is_over) if line else None

    def _complete(
        self, line: str, word: str, state: State, legal: list[str], is_over: bool
    ) -> Typed | None:
        """The command that a beginning means; beginnings of moves are completed or listed."""
        following = continuations(line, legal)
        meant = [name for name in self.commands if name.startswith(word)]
        if len(following) == 1:
            self.waiting = next(iter(following))
            self.out.print(f"The only completion is {self.waiting}.", style="dim")
        elif following:
            self.waiting = line
            self.out.print(f"Completions of {line}:", style="dim")
            list_moves(self.out, following)
        elif len(meant) == 1 and line == word:
            return Typed("", meant[0])
        elif not is_over:
            state.code(line)  # raises the reason why it is no legal move
        return None


def _unlisted(line: str, state: State) -> str | None:
    """The legal move that a line is, in games with too many moves to list."""
    if has_few_moves(state):
        return None
    for text in (line, line.lower()):
        with suppress(IllegalMove):
            state.code(text)
            return text
    return None


def _familiar(line: str, state: State) -> str | None:
    """The legal move that a line is, as the game's players write it elsewhere."""
    own = familiar_hooks(state.game)
    if own is not None and state.outcome is None:
        with suppress(IllegalMove):
            return own.read_move(state, line)
    return None


def list_moves(out: Console, found: dict[str, int]) -> None:
    """Print moves, or beginnings of moves with their numbers of moves."""
    texts = [
        Text.assemble((move, "bold"), (f"… {count}" if count > 1 else "", "dim"))
        for move, count in found.items()
    ]
    out.print(Columns(texts, padding=(0, 2)))
