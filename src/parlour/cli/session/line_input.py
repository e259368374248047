"""Line input: with completion at a terminal, plain from pipes and files."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from rich.console import Console

from parlour.cli.session.move_matching import continuations

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer


class LineInput(Protocol):
    """Where the typed lines come from."""

    def read(self, prompt: str, legal: Sequence[str], default: str = "") -> str:
        """One line, stripped; raises EOFError when there are no more, KeyboardInterrupt for Ctrl-C."""
        ...

    def agree(self, question: str, otherwise: bool = False) -> bool:
        """Whether the answer to a question is yes; `otherwise` without an answer."""
        ...

    def forget(self) -> None:
        """Forget the input history: another person sits down."""
        ...


def lines_for(out: Console, commands: Mapping[str, str]) -> LineInput:
    """The input of this process; `commands` have a help text each."""
    if sys.stdin.isatty() and out.is_terminal:
        return TerminalLines(commands)
    return PlainLines()


class PlainLines:
    """Lines from a pipe or a file, echoed so that the output makes sense."""

    def read(self, prompt: str, legal: Sequence[str], default: str = "") -> str:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        if not sys.stdin.isatty():
            print(line.rstrip("\n"), flush=True)
        return line.strip()

    def agree(self, question: str, otherwise: bool = False) -> bool:
        try:
            return is_yes(self.read(f"{question} [y/N] ", ()))
        except (EOFError, KeyboardInterrupt):
            return otherwise

    def forget(self) -> None:
        """There is no input history."""


class TerminalLines:
    """Lines typed at a terminal, with completion of moves and commands."""

    def __init__(self, commands: Mapping[str, str]) -> None:
        self._commands = commands
        self.forget()

    def forget(self) -> None:
        from prompt_toolkit import PromptSession

        self._session: PromptSession[str] = PromptSession()

    def read(self, prompt: str, legal: Sequence[str], default: str = "") -> str:
        from prompt_toolkit.filters import Condition

        # Without a typed character no lines are reserved for completions: the board is seen whole.
        typing = Condition(lambda: bool(self._session.default_buffer.text))
        return self._session.prompt(
            prompt,
            default=default,
            completer=_completer(legal, self._commands),
            complete_while_typing=typing,
            bottom_toolbar=" Tab: moves   ?: help   hint   undo   quit ",
            reserve_space_for_menu=6,
        ).strip()

    def agree(self, question: str, otherwise: bool = False) -> bool:
        from prompt_toolkit import prompt

        try:
            return is_yes(prompt(f"{question} [y/N] "))
        except (EOFError, KeyboardInterrupt):
            return otherwise


def is_yes(answer: str) -> bool:
    """Whether an answer means yes."""
    return answer.strip().lower() in ("y", "yes")


def _completer(legal: Sequence[str], commands: Mapping[str, str]) -> Completer:
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.document import Document

    class Moves(Completer):
        def get_completions(self, document: Document, event: object) -> Iterator[Completion]:
            text = document.text_before_cursor.lstrip()
            for move, count in continuations(text, legal).items():
                more = f"{count} moves" if count > 1 else ""
                yield Completion(move, -len(text), display_meta=more)
            for name, help_text in commands.items():
                if text and name.startswith(text):
                    yield Completion(name, -len(text), display_meta=help_text)

    return Moves()
