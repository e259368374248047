"""Keeping secrets at one terminal: where information is hidden, each person sees their own seat's view alone.

With one person at the table the terminal is theirs. Several hand it over: the screen and what can be
scrolled back to are cleared between their turns.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from parlour.cli.session.line_input import Lines
from parlour.table.game import State

WIPE = "\x1b[H\x1b[2J\x1b[3J"  # cursor home, clear the screen, clear what is scrolled back to


class Curtain:
    """Who looks at the terminal, in a game whose `people` sit in these seats."""

    def __init__(self, out: Console, lines: Lines, state: State, people: Sequence[int]) -> None:
        self.out, self.lines = out, lines
        self.names = state.game.seat_names
        self.hidden = state.game.spec.hidden
        self.shared = self.hidden and len(people) > 1
        self.seat: int | None = people[0] if len(people) == 1 else None  # None: an onlooker

    def is_open_to(self, seat: int) -> bool:
        """Whether what `seat` may know can be shown now."""
        return not self.shared or self.seat == seat

    @property
    def is_closed(self) -> bool:
        """Whether nobody may see the board now, for it is to be handed over first."""
        return self.shared and self.seat is None

    def hand_to(self, seat: int) -> None:
        """Have the terminal handed over to the person in `seat`; raises EOFError, KeyboardInterrupt."""
        name = self.names[seat]
        if self.seat is not None:
            self.lines.read(f"Press Enter to hide this, then pass the terminal to {name}. ", ())
        self.close()
        self.lines.read(f"{name}, press Enter when only you can see the screen. ", ())
        self.wipe()
        self.seat = seat

    def close(self) -> None:
        """Show nothing to anybody, until it is handed to somebody."""
        if self.shared:
            self.wipe()
            self.seat = None

    def wipe(self) -> None:
        """Clear the screen, what can be scrolled back to, and what was typed."""
        self.lines.forget()
        if self.out.is_terminal:
            self.out.file.write(WIPE)
            self.out.file.flush()
