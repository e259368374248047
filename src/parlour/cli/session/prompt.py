"""What people type at the table: moves, also loosely spelled, beginnings of moves, commands by name."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from parlour.cli.background_work import Left
from parlour.cli.session.move_matching import continuations, spelled
from parlour.errors import IllegalMove, ParlourError
from parlour.players.player import has_few_moves

if TYPE_CHECKING:
    from parlour.cli.session.session import Session

ALIASES = {"?": "help", "exit": "quit"}


class Prompt:
    """The line that is typed next in a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.waiting = ""  # what stands in the next line already, to be confirmed

    def read(self, prompt: str, legal: list[str]) -> None:
        """Read one line and do what it says."""
        default, self.waiting = self.waiting, ""
        line = self.session.lines.read(prompt, legal, default)
        try:
            self._do(line, legal)
        except (ParlourError, OSError) as error:
            self.session.out.print(Text(str(error), "yellow"))

    def _do(self, line: str, legal: list[str]) -> None:
        word, _, rest = line.partition(" ")
        word = ALIASES.get(word, word)
        move = spelled(line, legal) or self._unlisted(line)
        if move is not None and (move == line or word not in self.session.commands):
            self.session.play(str(move))
        elif word in self.session.commands:
            self.session.commands[word].run(self.session, rest.strip())
        elif line:
            self._what_then(line, word, legal)
        elif self.session.outcome is not None:
            raise Left

    def _unlisted(self, line: str) -> str | None:
        """The legal move that a line is, where the moves are too many to be listed."""
        if has_few_moves(self.session.state):
            return None
        for text in (line, line.lower()):
            with suppress(IllegalMove):
                self.session.state.code(text)
                return text
        return None

    def _what_then(self, line: str, word: str, legal: list[str]) -> None:
        """Neither a move nor a command: the beginning of one, or a mistake to be explained."""
        following = continuations(line, legal)
        meant = [name for name in self.session.commands if name.startswith(word)]
        if len(following) == 1:
            self.waiting = next(iter(following))
            self.session.out.print(f"Only {self.waiting} begins so.", style="dim")
        elif following:
            self.waiting = line
            self.session.out.print(f"{line} can go on:", style="dim")
            list_moves(self.session.out, following)
        elif len(meant) == 1 and line == word:
            self.session.commands[meant[0]].run(self.session, "")
        elif self.session.outcome is None:
            self._explain(line)

    def _explain(self, line: str) -> None:
        try:
            self.session.state.code(line)
        except IllegalMove as error:
            self.session.out.print(Text(str(error), "yellow"))


def list_moves(out: Console, found: dict[str, int]) -> None:
    """Print moves, or beginnings of moves with how many there are of each."""
    shown = [
        Text.assemble((move, "bold"), (f"… {count}" if count > 1 else "", "dim"))
        for move, count in found.items()
    ]
    out.print(Columns(shown, padding=(0, 2)))
